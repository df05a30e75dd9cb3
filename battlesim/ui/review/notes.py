"""A note of a record over the table, and what is said at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.render import panels as p
from battlesim.render.drawlist import Box, Item, Layer, Ring, Text
from battlesim.render.drawlist import Mark as Sign
from battlesim.render.text import wrapped
from battlesim.table.state import AnyState
from battlesim.ui.layout import Rect
from battlesim.ui.log import where
from battlesim.ui.panels.base import Drawn, Spot

WIDTH: Final = 400.0
EDGE, LINE, BUTTON = 18.0, 21.0, 38.0
CLEAR: Final = 40.0
"""Pixels that a note keeps from what it speaks of."""


class Choice(NamedTuple):
    """A button: the command and its value, the label, the name of its key."""

    command: str
    value: int
    label: str
    key: str


class Card(NamedTuple):
    """A title, words, something small beside the title, and what can be done."""

    title: str
    words: str
    aside: str
    choices: tuple[Choice, ...]


def height(card: Card) -> float:
    """How tall a card is."""
    return 52 + LINE * len(_lines(card)) + 14 + (BUTTON + 8) * len(card.choices) + 8


def _lines(card: Card) -> list[str]:
    return [line for part in card.words.split("\n") for line in wrapped(part, WIDTH - 2 * EDGE, "body")]


def build(card: Card) -> Drawn:
    """The card; the first choice is the main one."""
    drawn = Drawn([Box(Layer.PANEL, 0, 0, WIDTH, height(card), "panel", 0.97, 8, "yellow", False, 0.07)])
    drawn.items.append(Text(Layer.PANEL, EDGE, 26, card.title, "lead", "bright", True))
    drawn.items.append(Text(Layer.PANEL, WIDTH - EDGE, 26, card.aside, "caption", "dim", anchor="r"))
    y = 52.0
    for line in _lines(card):
        drawn.items.append(Text(Layer.PANEL, EDGE, y + LINE / 2, line, "body", "text"))
        y += LINE
    y += 14
    for k, choice in enumerate(card.choices):
        box = Rect(EDGE, y, WIDTH - 2 * EDGE, BUTTON)
        drawn.items += p.button(*box, choice.label, "", "", "normal" if k else "on")
        ink = "dim" if k else "ink"
        key = Text(Layer.PANEL, box.right - 12, y + BUTTON / 2, choice.key, "caption", ink, True, "r")
        drawn.items.append(key)
        drawn.spots.append(Spot(box, choice.command, choice.value))
        y += BUTTON + 8
    return drawn


def place(table: Rect, tall: float, keep: Sequence[tuple[float, float]]) -> Rect:
    """The corner of the table where a card covers least of what it should keep free."""
    x0, x1 = table.x + 64, table.right - WIDTH - 16
    y0, y1 = table.y + 16, table.bottom - tall - 16

    def covered(corner: tuple[float, float]) -> int:
        x, y = corner
        room = Rect(x - CLEAR, y - CLEAR, WIDTH + 2 * CLEAR, tall + 2 * CLEAR)
        return sum(room.holds(*spot) for spot in keep)

    best = min(((x1, y0), (x0, y0), (x1, y1), (x0, y1)), key=covered)
    return Rect(*best, WIDTH, tall)


def pointed(state: AnyState, about: str) -> list[Item]:
    """The sign on the table at what a note speaks of."""
    spot = where(state.table, about) or _marker(state, about)
    if spot is None:
        return []
    piece = state.table.pieces.get(about)
    radius = piece.radius if piece else 0.6
    return [
        Ring(Layer.RULER, *spot, radius, "yellow", 2.5, 7, 1.0),
        Sign(Layer.RULER, *spot, "brackets", "yellow", 14, radius),
    ]


def _marker(state: AnyState, about: str) -> tuple[float, float] | None:
    marker = state.table.markers.get(about)
    return (marker.x, marker.y) if marker else None
