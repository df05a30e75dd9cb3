"""The log as plain text, line by line: the same words, dice and rules as in the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from battlesim.engine.record_read import Record
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import Side
from battlesim.ui.story.log import LogLine
from battlesim.ui.story.story import Story

RESULTS: Final = ("kill", "hit", "plain", "miss")
"""What dice came to, what counts most first."""


def battle_text(record: Record, side: SideKey = NO_SIDE, events: int | None = None) -> Iterator[str]:
    """A battle as a side knows it ("": all of it), line by line, up to so many of its events."""
    story = Story(record.ruleset, record.state, side, record.header.warnings)
    happened = (entry.what for entry in record.live if isinstance(entry.what, Event))
    story.add(islice(happened, events))
    sides = record.state.table.sides
    return (line_text(line, sides) for line in story.lines)


def line_text(line: LogLine, sides: Sequence[Side]) -> str:
    """A line of the log: its number, whose it is, what happens, dice, what came of it, the rules."""
    if line.kind == "turn":
        return f"{line.turn_named}: {line.text}"
    side = next((one.key for one in sides if one.number == line.side), "-")
    wide = max(len(one.key) for one in sides)
    came = "; ".join(part for part in (_dice(line), *line.results) if part)
    rules = f"  [{', '.join(line.rules)}]" if line.rules else ""
    return (
        f"  {line.label:<6} {side:<{wide}}  {': '.join(part for part in (line.words, came) if part)}{rules}"
    )


def _dice(line: LogLine) -> str:
    """The faces, sorted by what they came to."""
    words = {"kill": " kill", "hit": " hit", "miss": " missed", "plain": ""}
    if not line.announced:
        words |= {"hit": " made it", "miss": " failed"}
    found = []
    for result in RESULTS:
        faces = sorted((die.face for die in line.dice if die.result == result), reverse=True)
        if faces:
            found.append(f"{' '.join(map(str, faces))}{words[result]}")
    return f"dice {', '.join(found)}" if found else ""
