"""What the command line does with an error: one line for bad input, a report file for a defect of ours."""

from __future__ import annotations

import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

BAD_INPUT, DEFECT = 2, 3


def exit_code(error: Exception) -> int:
    """Say on stderr what went wrong; the exit code that belongs to it."""
    if is_bad_input(error):
        print(f"battlesim: {error}", file=sys.stderr)
        return BAD_INPUT
    path = write_report(error)
    print(f"battlesim: this is a defect of the program ({type(error).__name__}: {error})", file=sys.stderr)
    print(f"battlesim: a report is in {path}", file=sys.stderr)
    return DEFECT


def is_bad_input(error: Exception) -> bool:
    """Whether an error is about what was given to the program, and says so in one line."""
    from battlesim.engine.codec import CodecError
    from battlesim.engine.plan import ScenarioError
    from battlesim.engine.record import RecordError
    from battlesim.report.picture import PictureError
    from battlesim.rulesets.plugins import PluginError
    from battlesim.rulesets.rulebook import RulebookError
    from battlesim.scenarios.reading import InputError

    known = (InputError, ScenarioError, PluginError, RulebookError, RecordError, CodecError, PictureError)
    return isinstance(error, known)


def write_report(error: Exception) -> Path:
    """A file with the command, the versions and the traceback; in the log folder, else the temporary one."""
    import platformdirs

    from battlesim import __version__

    text = "\n".join(
        (
            f"battlesim {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: {' '.join(sys.argv)}",
            "".join(traceback.format_exception(error)),
        )
    )
    name = f"battlesim-report-{time.strftime('%Y%m%d-%H%M%S')}.txt"
    for folder in (Path(platformdirs.user_log_dir("battlesim")), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
            return folder / name
        except OSError:
            continue
    raise error
