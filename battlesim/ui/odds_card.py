"""The card before a commit: what is seen of the target and what hides it, exact odds, every modifier."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from battlesim.engine.ruleset import Preview, Previewing
from battlesim.render import panels as p
from battlesim.render.drawlist import Box, Item, Layer, Text
from battlesim.render.text import width_of, wrapped
from battlesim.report.caption import clipped
from battlesim.rulings.explain import Evidence, explain
from battlesim.rulings.sight import Verdict
from battlesim.table.state import AnyState
from battlesim.ui.evidence import LEAST_HIDDEN, named, sight_words
from battlesim.ui.layout import Rect
from battlesim.ui.panels.base import Drawn, Spot, backed
from battlesim.ui.pickers.base import Picker

WIDTH: Final = 344.0
STEP: Final = 20.0
RULE: Final = 84.0
NOTE: Final = 14.0
"""Height of a line of the note."""
CLEAR: Final = 32.0
"""Pixels that the card keeps from what it is about."""


Row = tuple[str, str, str]
"""Name, value and rule."""


class Card(NamedTuple):
    """A preview, and the evidence for the sight that matters most in it."""

    preview: Preview
    evidence: Evidence | Verdict | None = None


def card_of(picker: Picker[object], draft: object) -> Card | None:
    """The card for a draft; None where the ruleset has no odds for it. May take long."""
    ruleset = picker.knows.ruleset
    if draft is None or not isinstance(ruleset, Previewing):
        return None
    if picker.decision.check(picker.view, draft) is not None:
        return None
    found = ruleset.preview(picker.view, picker.decision, draft)
    if found is None:
        return None
    table = picker.view.table
    for viewer, target in found.sights:
        if viewer in table.pieces and target in table.pieces:
            pair = table.pieces[viewer], table.pieces[target]
            return Card(found, explain(table, ruleset.sight(picker.view), *pair))
    return Card(found)


def verdict_of(card: Card) -> Verdict | None:
    """The verdict on sight of a card."""
    return card.evidence.verdict if isinstance(card.evidence, Evidence) else card.evidence


def rows_of(card: Card, view: AnyState, sight_rule: str) -> list[Row]:
    """Name, value and rule of each line: sight and distance first, then what the ruleset says."""
    seen, rows = verdict_of(card), list[Row]()
    if seen is not None:
        names = view.table.pieces
        rows.append((f"Distance from {names[seen.viewer].name}", f"{seen.distance:.1f} in", ""))
        rows.append(("Sight", sight_words(seen), sight_rule))
    if isinstance(card.evidence, Evidence):
        for blocker in card.evidence.blockers[:3]:
            if blocker.share > LEAST_HIDDEN:
                rows.append((f"{named(view, blocker.id)} hides", f"{100 * blocker.share:.0f} %", ""))
    return rows + [(row.label, row.value, row.rule) for row in card.preview.rows]


def height(card: Card, view: AnyState, room: float = math.inf) -> float:
    """How tall the card is; no taller than a room as long as it can say less."""
    return _tall(*_within(card, view, "", room))


def _tall(found: Preview, rows: Sequence[Row]) -> float:
    tall = 62.0 + STEP * len(rows) + (48.0 if found.chance is not None else 0.0)
    return tall + (96.0 if found.bars else 0.0) + (10.0 + NOTE * len(_note(found)) if found.note else 0.0)


def _within(card: Card, view: AnyState, sight_rule: str, room: float) -> tuple[Preview, list[Row]]:
    """What there is room to say: the bars and the note give way first, then the last rows."""
    found, rows = card.preview, rows_of(card, view, sight_rule)
    if _tall(found, rows) > room:
        found = msgspec.structs.replace(found, bars=(), note="")
    most = (
        len(rows) - math.ceil((_tall(found, rows) - room) / STEP) if _tall(found, rows) > room else len(rows)
    )
    if most < len(rows):
        left = len(rows) - max(most - 1, 0)
        rows = [*rows[: len(rows) - left], (f"and {left} more", "", "")]
    return found, rows


def place(table: Rect, tall: float, left: float, keep: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Where the card stands: in the corner of the table, right of `left`, that covers least of what to keep
    free; the later a place stands among those the more it counts, the target more than who aims at it."""
    right, low = table.right - WIDTH - 16, table.bottom - tall - 16
    corners = [(right, table.y + 16), (left, table.y + 16), (right, low), (left, low)]
    corners = [corner for corner in corners if corner[0] >= left] or corners[:1]

    def covered(corner: tuple[float, float]) -> int:
        room = Rect(corner[0] - CLEAR, corner[1] - CLEAR, WIDTH + 2 * CLEAR, tall + 2 * CLEAR)
        return sum(number * room.holds(*spot) for number, spot in enumerate(keep, 1))

    return min(corners, key=covered)


def build(card: Card, view: AnyState, sight_rule: str, room: float = math.inf) -> Drawn:
    """The card, in a room of that height."""
    found, rows = _within(card, view, sight_rule, room)
    y = 24.0
    drawn = Drawn([backed(WIDTH, _tall(found, rows))])
    drawn.items.append(Text(Layer.PANEL, 16, y, found.title, "lead", "bright", True))
    left = 28 + width_of(found.title, "lead", True)
    about = clipped(found.about, WIDTH - 16 - left, "small")
    drawn.items.append(Text(Layer.PANEL, WIDTH - 16, y, about, "small", "dim", anchor="r"))
    y += 28
    for label, value, rule in rows:
        drawn.items += _line(label, value, rule, y)
        if rule:
            drawn.spots.append(Spot(Rect(8, y - STEP / 2, WIDTH - 16, STEP), "rule", rule=rule))
        y += STEP
    if found.chance is not None:
        drawn.items.append(Box(Layer.PANEL, 16, y - 4, WIDTH - 32, 1, "line", 1.0, 0))
        y += 22
        share = f"{100 * found.chance:.0f} %"
        drawn.items.append(Text(Layer.PANEL, 16, y, share, "display", "bright", True))
        at = 28 + width_of(share, "display", True)
        words = clipped(found.chance_of, WIDTH - 16 - at, "body")
        drawn.items.append(Text(Layer.PANEL, at, y + 2, words, "body", "text"))
        y += 26
    if found.bars:
        drawn.items += p.chances(16, y + 62, WIDTH - 32, found.bars)
        y += 96
    for k, words in enumerate(_note(found)):
        drawn.items.append(Text(Layer.PANEL, 16, y + 4 + NOTE * k, words, "caption", "dim"))
    return drawn


def _note(found: Preview) -> list[str]:
    """The note in two lines at most."""
    return wrapped(found.note, WIDTH - 32, "caption")[:2] if found.note else []


def _line(label: str, value: str, rule: str, y: float) -> list[Item]:
    """Name on the left, value before the column of rules: the longer of them gives way."""
    right = WIDTH - 16 - RULE
    wide = width_of(value, "small", True)
    room = right - 16 - min(wide, 0.62 * (right - 16)) - 8
    name = clipped(label, room, "small")
    said = clipped(value, right - 24 - width_of(name, "small"), "small", True)
    return [
        Text(Layer.PANEL, 16, y, name, "small", "text"),
        Text(Layer.PANEL, right, y, said, "small", "bright", True, "r"),
        Text(Layer.PANEL, WIDTH - 16, y, rule, "caption", "dim", anchor="r"),
    ]
