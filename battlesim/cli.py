"""The entry point of the `battlesim` command, and its exit codes.

The exit code is 0 for success, 1 for a negative result (such as a failed check), 2 for bad input, 3 for a bug
in the program, 130 after Ctrl-C and 143 after SIGTERM. Slow imports are inside `main`, so that Ctrl-C ends
the program silently from the first line of `main` on.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # the constant of `typing`, without loading `typing`
if TYPE_CHECKING:
    import signal
    from types import FrameType
else:  # loading `signal` takes 12 ms in which Ctrl-C gives a traceback; its C part is loaded already
    import _signal as signal

EXIT_INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def main() -> None:
    """Run the command line, print any error on stderr, and exit with the appropriate exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else the parent process wants Ctrl-C to be ignored
        signal.signal(signal.SIGINT, _interrupt)
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt on Ctrl-C, or end the process at once if a module is being imported.

    Numpy would print an exception raised during its import, or mistake it for an import error.
    """
    caller = frame
    while caller:
        if caller.f_code.co_filename.startswith("<frozen importlib"):
            os._exit(EXIT_INTERRUPTED)
        caller = caller.f_back
    signal.default_int_handler(number, frame)


def _run() -> None:
    from battlesim.commands.app import app
    from battlesim.commands.failures import report_error, report_output_error
    from battlesim.commands.output import encoding_safe_streams, output_error

    failure: Exception | None = None
    code: str | int | None = None
    with encoding_safe_streams() as stdout:
        try:
            code = app(standalone_mode=False)
        except SystemExit as end:
            code = end.code
        except Exception as error:  # the last line of defence: a report instead of a traceback
            failure = error
        if stdout and (unreported := output_error(stdout)) and failure in (None, unreported):
            sys.exit(report_output_error(unreported))
        sys.exit(report_error(failure) if failure else code)


if __name__ == "__main__":
    main()
