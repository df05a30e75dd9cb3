"""Output of the command line: results on stdout as text, tables or JSON, and all other messages on stderr.

Control characters from files and arguments are escaped, and so are characters that a stream cannot encode.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from battlesim.text_escaping import escape_unsafe

if TYPE_CHECKING:
    from rich.console import Console

JSON_HELP = "Print one JSON document and nothing else."
"""The help text of --json."""
FORCE_HELP = "Overwrite existing files of the same kind."
"""The help text of --force."""
MAX_NOTE_CHARS = 2_000
"""The largest number of characters in a note; longer notes, such as texts from files, are shortened."""
UNWRAPPED_WIDTH = 100_000
"""A line width in characters that is large enough to prevent line breaks."""


def print_lines(*lines: str) -> None:
    """Print lines of text on stdout, with control characters escaped."""
    for line in lines:
        print(escape_unsafe(line))


def print_note(text: str, end: str = "\n") -> None:
    """Print a note on stderr, shortened if it is too long. Errors in writing to stderr are ignored."""
    from battlesim.engine.value_decoding import shortened

    text = shortened(text, MAX_NOTE_CHARS)
    with suppress(OSError):
        print(escape_unsafe(text), end=end, file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """Print a value as JSON on stdout, with non-ASCII characters escaped unless the encoding is Unicode."""
    import msgspec

    whole = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    text = json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=not whole)
    print_lines(*text.split("\n"))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
) -> None:
    """Print a table on stdout without breaking words. The columns named in `numbers` are aligned right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    cells = [[escape_unsafe(str(cell)) for cell in row] for row in rows]
    for k, column in enumerate(columns):
        longest = max((len(word) for row in cells for word in row[k].split()), default=0)
        side: Any = "right" if column in numbers else "left"
        table.add_column(column, justify=side, min_width=max(longest, len(column)))
    for row in cells:
        table.add_row(*map(Text, row))
    make_console().print(table, crop=False)


def make_console() -> Console:
    """Return a rich console that is as wide as the terminal, or that never wraps if stdout is redirected."""
    from rich.console import Console

    return Console(width=UNWRAPPED_WIDTH) if is_redirected() else Console()


def is_redirected() -> bool:
    """Return whether stdout is not a terminal."""
    return not sys.stdout.isatty()


class WatchedStdout:
    """A wrapper around stdout whose attribute `error` is the last write error, or None if there was none."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.error: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write text and return the number of characters written. Raises OSError if writing fails."""
        with self._error_recorded():
            return self._stream.write(text)

    def flush(self) -> None:
        """Flush the wrapped stdout. Raises OSError if that fails."""
        with self._error_recorded():
            self._stream.flush()

    @contextmanager
    def _error_recorded(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.error = error
            raise


@contextmanager
def encoding_safe_streams() -> Iterator[WatchedStdout | None]:
    """Return a context manager that makes stdout and stderr escape the characters that they cannot encode.

    It yields a WatchedStdout that replaces stdout, or None if there is no stdout.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    original = sys.stdout
    watched = WatchedStdout(original) if original else None
    if watched:
        sys.stdout = cast("TextIO", watched)
    try:
        yield watched
    finally:
        sys.stdout = original


def output_error(stdout: WatchedStdout) -> OSError | None:
    """Flush stdout and return its last write error, or None. After an error, further output is discarded."""
    with suppress(OSError):
        stdout.flush()
    if stdout.error:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stdout.fileno())
        os.close(null)
    return stdout.error
