"""Conversion of the battle log to plain text or data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import Side
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.view_history import ViewHistory

RESULT_ORDER: Final = ("kill", "hit", "plain", "miss")
"""Die results in the order in which they are listed, most important first."""


def battle_lines(record: Record, side: SideKey = NO_SIDE, events: int | None = None) -> list[LogLine]:
    """Return the log as a side knows it, or in full for NO_SIDE, up to the given number of its events."""
    story = ViewHistory(record.ruleset, record.state, side, record.header.warnings)
    told = Replay(record).items
    counts = accumulate(isinstance(item, Event) for item in told)
    story.add(item for item, count in zip(told, counts, strict=True) if events is None or count <= events)
    return story.lines


def line_data(line: LogLine, sides: Sequence[Side]) -> dict[str, Any]:
    """Return a log line as plain values; `begins` marks a turn or phase, and objects are given by id."""
    keys = {side.number: side.key for side in sides}
    dice = [
        {"face": die.face, "sides": die.sides, "result": die.result}
        | ({"side": keys.get(die.owner, "")} if die.owner else {})
        | ({"label": die.label} if die.label else {})
        for die in line.dice
    ]
    placed = [
        {"name": one.name, "at": one.at, "aimed_at": one.aimed_at, "radius": one.radius, "ring": one.ring}
        | {"caught": one.caught, "by": one.by}
        for one in line.templates
    ]
    return {
        "turn": line.turn,
        "line": line.number,
        "begins": line.kind == "turn",
        "side": keys.get(line.side, ""),
        "text": str(line.text),
        "why": str(line.act_reason),
        "needs": line.needs,
        "modifiers": [{"value": one.value, "words": one.words, "rule": one.rule} for one in line.modifiers],
        "dice": dice,
        "results": list(map(str, line.results)),
        "by": line.actors,
        "at": line.targets,
        "lost": list(line.lost),
        "rules": line.rules,
        "events": [line.first, line.last],
    } | ({"templates": placed} if placed else {})


def line_text(line: LogLine, sides: Sequence[Side]) -> str:
    """Return a log line as text, with its number, side, message, dice, results and rules."""
    if line.kind == "turn":
        return ": ".join(map(str, line.turn_and_phase))
    side = next((one.key for one in sides if one.number == line.side), "-")
    wide = max(len(one.key) for one in sides)
    came = "; ".join(part for part in (_dice(line), *map(str, line.results)) if part)
    rules = f"  [{', '.join(line.rules)}]" if line.rules else ""
    between = " " if line.is_question and not line.needs else ": "
    told = between.join(part for part in (str(line.words), came) if part)
    return f"  {line.label:<6} {side:<{wide}}  {told}{rules}"


def _dice(line: LogLine) -> str:
    """Return the faces of a line's dice as text: each with its label, or grouped by result."""
    if line.opposed:
        return f"dice {', '.join(f'{die.label} {die.face}'.strip() for die in line.dice)}"
    words = {"kill": " kill", "hit": " hit", "miss": " missed", "plain": ""}
    if not line.hits:
        words |= {"hit": " made it", "miss": " failed"}
    found = []
    for result in RESULT_ORDER:
        faces = sorted((die.face for die in line.dice if die.result == result), reverse=True)
        if faces:
            found.append(f"{' '.join(map(str, faces))}{words[result]}")
    return f"dice {', '.join(found)}" if found else ""
