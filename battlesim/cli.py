"""The command line: `battlesim …`. Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 a defect of ours,
130 ended by Ctrl-C, 143 by SIGTERM.

All that takes time to load is loaded within `main`: from its first line on Ctrl-C ends the program silently.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # what `typing` calls so, without loading it
if TYPE_CHECKING:
    import signal
    from types import FrameType
else:  # `signal` takes 12 ms to load, in which Ctrl-C would end in a traceback; its C part is there already
    import _signal as signal

EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; every fault ends in one line on stderr and its exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else whoever started it wants Ctrl-C to be ignored
        signal.signal(signal.SIGINT, _interrupt)
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C. While a module is loaded it ends the process outright: what is raised then, numpy prints or
    takes for a fault of its own."""
    at = frame
    while at:
        if at.f_code.co_filename.startswith("<frozen importlib"):
            os._exit(EXIT_INTERRUPTED)
        at = at.f_back
    signal.default_int_handler(number, frame)


def _run() -> None:
    from battlesim.commands.app import app
    from battlesim.commands.failures import report_error, report_output_error
    from battlesim.commands.output import encoding_safe_streams, output_error

    fault: Exception | None = None
    code: str | int | None = None
    with encoding_safe_streams() as stdout:
        try:
            code = app(standalone_mode=False)
        except SystemExit as end:
            code = end.code
        except Exception as error:  # the last line of defence: a report instead of a traceback
            fault = error
        if stdout and (untold := output_error(stdout)) and fault in (None, untold):
            sys.exit(report_output_error(untold))
        sys.exit(report_error(fault) if fault else code)


if __name__ == "__main__":
    main()
