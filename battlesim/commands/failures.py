"""Error reports on the command line: one line for bad input, and a crash report for a bug in the program."""

from __future__ import annotations

import faulthandler
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from battlesim.commands.output import print_note
from battlesim.file_writing import numbered_paths, write_to_first_free

EXIT_BROKEN_PIPE, EXIT_BAD_INPUT, EXIT_DEFECT = 1, 2, 3
PLAIN_WORDINGS: Final = {
    "Value error, ": "",
    "Input should be": "it should be",
    "valid integer, unable to parse string as an integer": "whole number",
    "valid number, unable to parse string as a number": "number",
    "(s)": "s",
}
"""Replacements that make click's error messages plainer."""


def report_error(error: Exception) -> int:
    """Print an error on stderr and return the exit code of the program.

    A crash report is written unless the error was caused by bad input. If the error was raised in a plug-in,
    the message names the file and line.
    """
    from battlesim.rulesets.registry import plugin_line

    if hasattr(error, "format_message"):
        return _report_usage_error(error)
    if is_bad_input(error):
        print_note(f"battlesim: {error}")
        return EXIT_BAD_INPUT
    path = write_crash_report(error)
    message = " ".join(f"{type(error).__name__}: {error}".split())
    line = plugin_line(error)
    what = f"a plug-in failed at {line}" if line else "this is a bug in the program"
    print_note(f"battlesim: {what} ({message})")
    print_note(f"battlesim: a report is in {path}")
    return EXIT_DEFECT


def report_output_error(error: OSError) -> int:
    """Print why output could not be written and return the exit code. A closed pipe is not reported."""
    if isinstance(error, BrokenPipeError):
        return EXIT_BROKEN_PIPE
    print_note(f"battlesim: the output cannot be written: {error.strerror}")
    return EXIT_BAD_INPUT


def _report_usage_error(error: Any) -> int:
    """Print in one line how a command was misused and which help explains it, and return the exit code."""
    from battlesim.engine.value_decoding import shortened

    words = " ".join(error.format_message().split()).rstrip(".")
    for theirs, plain in PLAIN_WORDINGS.items():
        words = words.replace(theirs, plain)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "battlesim"
    print_note(f"battlesim: {words[:1].lower()}{shortened(words[1:])} (see {command} --help)")
    return int(error.exit_code)


def is_bad_input(error: Exception) -> bool:
    """Return whether an error was caused by the user's input and is fully explained by its message."""
    from battlesim.engine.codec import CodecError
    from battlesim.engine.event_application import EventError
    from battlesim.engine.record import RecordError
    from battlesim.engine.scenario_plan import ScenarioError
    from battlesim.rulesets.plugins import PluginError
    from battlesim.rulesets.rulebook import RulebookError
    from battlesim.scenarios.toml_reading import InputError

    known = (InputError, ScenarioError, PluginError, RulebookError, RecordError, CodecError, EventError)
    return isinstance(error, known)


def write_crash_report(error: Exception) -> Path:
    """Write a crash report with the command, versions and traceback, and return its path.

    The report is written to the log folder, or to the temporary folder if that is impossible. If neither can
    be written to, `error` itself is raised.
    """
    from battlesim import __version__

    text = "\n".join(
        (
            f"battlesim {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: {' '.join(sys.argv)}",
            "".join(traceback.format_exception(error)),
        )
    )
    raw = text.encode(errors="backslashreplace")
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return write_to_first_free(numbered_paths(folder / _report_name()), raw)
        except OSError:
            continue
    raise error


def _report_name() -> str:
    return f"battlesim-report-{time.strftime('%Y%m%d-%H%M%S')}.txt"


def _folders() -> Iterator[Path]:
    """Yield the folders for crash reports: the log folder, then the temporary folder."""
    import platformdirs

    yield Path(platformdirs.user_log_dir("battlesim"))
    yield Path(tempfile.gettempdir())


@contextmanager
def log_interpreter_crashes() -> Iterator[None]:
    """Return a context manager that logs crashes of the interpreter, so that the next run can report them."""
    try:
        file = _open_fault_log()
    except OSError:  # the program also works without such reports
        yield
        return
    faulthandler.enable(file)
    try:
        yield
    finally:
        faulthandler.disable()
        file.close()


def _open_fault_log() -> TextIO:
    """Open the fault log for appending, after moving the log of an earlier crash to a crash report."""
    path = next(_folders()) / "battlesim-breakdown.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size:
        report = write_to_first_free(numbered_paths(path.with_name(_report_name())), path.read_bytes())
        path.unlink()
        print_note(f"battlesim: an earlier run crashed; its battle is saved, and a report is in {report}")
    return path.open("a")
