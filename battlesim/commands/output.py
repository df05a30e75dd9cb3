"""Printing: JSON documents, tables and notes. Results on stdout, everything else on stderr.

What comes from files and arguments is made legible on its way; where a stream knows only some letters, the
others are spelt out.
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
FORCE_HELP = "Write over files that are there, if they are of the same kind."
MAX_NOTE_CHARS = 2_000
"""Characters of a note: names and texts in files may be as long as the files."""
UNWRAPPED_WIDTH = 100_000
"""Characters in a line that is to be broken nowhere."""


def print_lines(*lines: str) -> None:
    """Lines on stdout."""
    for line in lines:
        print(escape_unsafe(line))


def print_note(text: str, end: str = "\n") -> None:
    """Print a line on stderr, cut where it is too long. Where nobody listens, the program goes on."""
    from battlesim.engine.value_decoding import shortened

    text = shortened(text, MAX_NOTE_CHARS)
    with suppress(OSError):
        print(escape_unsafe(text), end=end, file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """One JSON document on stdout, in letters that it knows."""
    import msgspec

    whole = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    text = json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=not whole)
    print_lines(*text.split("\n"))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
) -> None:
    """A table on stdout; the columns named in `numbers` are set to the right. No word is broken."""
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
    """Where words are printed: as wide as the terminal; into a file or a pipe no line is broken."""
    from rich.console import Console

    return Console(width=UNWRAPPED_WIDTH) if is_redirected() else Console()


def is_redirected() -> bool:
    """Whether words go into a file or to another program."""
    return not sys.stdout.isatty()


class WatchedStdout:
    """Where results are printed; remembers as `fault` why it could not take them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.error: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Print. Raises OSError."""
        with self._noted():
            return self._stream.write(text)

    def flush(self) -> None:
        """Hand over what was printed. Raises OSError."""
        with self._noted():
            self._stream.flush()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.error = error
            raise


@contextmanager
def encoding_safe_streams() -> Iterator[WatchedStdout | None]:
    """While a command runs, letters that a stream does not know are spelt out; stdout, if there is one."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    usual = sys.stdout
    watched = WatchedStdout(usual) if usual else None
    if watched:
        sys.stdout = cast("TextIO", watched)
    try:
        yield watched
    finally:
        sys.stdout = usual


def output_error(stdout: WatchedStdout) -> OSError | None:
    """Why what was printed could not be handed over; None when it was. It takes no more then."""
    with suppress(OSError):
        stdout.flush()
    if stdout.error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout.fileno())
        os.close(nowhere)
    return stdout.error
