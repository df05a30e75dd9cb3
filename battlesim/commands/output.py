"""Printing: JSON documents, tables and notes. Results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

JSON = "Print one JSON document and nothing else."


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[str] = ()
) -> None:
    """A table on stdout; the columns named in `numbers` are set to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    Console(soft_wrap=False).print(table)


def note(text: str) -> None:
    """A line for the person, on stderr."""
    print(text, file=sys.stderr)
