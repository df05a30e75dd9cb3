"""Printing: JSON documents, tables and notes. Results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

JSON = "Print one JSON document and nothing else."
UNBROKEN = 100_000
"""Characters in a line that is to be broken nowhere."""


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
) -> None:
    """A table on stdout; the columns named in `numbers` are set to the right. No word is broken."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    cells = [[str(cell) for cell in row] for row in rows]
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


def note(text: str) -> None:
    """A line for the person, on stderr."""
    print(text, file=sys.stderr)
