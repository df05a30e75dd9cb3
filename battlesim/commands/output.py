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

from battlesim.legible import legible

if TYPE_CHECKING:
    from rich.console import Console

JSON = "Print one JSON document and nothing else."
FORCE = "Write over files that are there, if they are of the same kind."
MAX_NOTE = 2_000
"""Characters of a note: names and texts in files may be as long as the files."""
UNBROKEN = 100_000
"""Characters in a line that is to be broken nowhere."""


def say(*lines: str) -> None:
    """Lines on stdout."""
    for line in lines:
        print(legible(line))


def note(text: str, end: str = "\n") -> None:
    """Print a line on stderr, cut where it is too long. Where nobody listens, the program goes on."""
    from battlesim.engine.value_decoding import shortened

    text = shortened(text, MAX_NOTE)
    with suppress(OSError):
        print(legible(text), end=end, file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """One JSON document on stdout, in letters that it knows."""
    import msgspec

    whole = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    text = json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=not whole)
    say(*text.split("\n"))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
) -> None:
    """A table on stdout; the columns named in `numbers` are set to the right. No word is broken."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    cells = [[legible(str(cell)) for cell in row] for row in rows]
    for k, column in enumerate(columns):
        longest = max((len(word) for row in cells for word in row[k].split()), default=0)
        side: Any = "right" if column in numbers else "left"
        table.add_column(column, justify=side, min_width=max(longest, len(column)))
    for row in cells:
        table.add_row(*map(Text, row))
    console().print(table, crop=False)


def console() -> Console:
    """Where words are printed: as wide as the terminal; into a file or a pipe no line is broken."""
    from rich.console import Console

    return Console(width=UNBROKEN) if piped() else Console()


def piped() -> bool:
    """Whether words go into a file or to another program."""
    return not sys.stdout.isatty()


class Stdout:
    """Where results are printed; remembers as `fault` why it could not take them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.fault: OSError | None = None

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
            self.fault = error
            raise


@contextmanager
def streams() -> Iterator[Stdout | None]:
    """While a command runs, letters that a stream does not know are spelt out; stdout, if there is one."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    usual = sys.stdout
    watched = Stdout(usual) if usual else None
    if watched:
        sys.stdout = cast("TextIO", watched)
    try:
        yield watched
    finally:
        sys.stdout = usual


def unsaid(stdout: Stdout) -> OSError | None:
    """Why what was printed could not be handed over; None when it was. It takes no more then."""
    with suppress(OSError):
        stdout.flush()
    if stdout.fault:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout.fileno())
        os.close(nowhere)
    return stdout.fault
