"""A note of a record over the table, and what is said at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.render.drawlist import CircleOutline, Item, Layer, PanelBox
from battlesim.render.drawlist import Glyph as Sign
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.table.phrases import parse_phrase
from battlesim.table.state import AnyState
from battlesim.ui.parts import controls
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.story.places import where

WIDTH: Final = 400.0
EDGE, HEAD, BUTTON, GAP = 18.0, 50.0, 38.0, 8.0
LINES: Final = {"body": 21.0, "small": 18.0}
"""Letters that the words may be set in, and the pixels from one line to the next: the first that fit."""


class Choice(NamedTuple):
    """A button: the command and its value, the label, the name of its key."""

    command: str
    value: int
    label: str
    key: str


class NoteCard(NamedTuple):
    """A title, words, something small beside the title, and what can be done."""

    title: str
    words: str
    aside: str
    choices: tuple[Choice, ...]


def height(card: NoteCard, wide: float = WIDTH, size: str = "body") -> float:
    """How tall a card of a width is."""
    rows = len(_beside(card.choices, wide))
    return HEAD + LINES[size] * len(_lines(card, wide, size)) + 14 + (BUTTON + GAP) * rows + GAP


def _lines(card: NoteCard, wide: float, size: str) -> list[str]:
    return [
        line
        for part in card.words.split("\n")
        for line in wrapped_lines(parse_phrase(part), wide - 2 * EDGE, size)
    ]


def _beside(choices: Sequence[Choice], wide: float) -> list[list[Choice]]:
    """The choices in rows: side by side as long as the words of each have room."""
    rows: list[list[Choice]] = []
    for choice in choices:
        row = [*rows[-1], choice] if rows else [choice]
        share = (wide - 2 * EDGE + GAP) / len(row) - GAP
        if len(row) > 1 and all(_room(one) <= share for one in row):
            rows[-1] = row
        else:
            rows.append([choice])
    return rows


def _room(choice: Choice) -> float:
    """The pixels that a button needs for its words and its key."""
    return text_width(choice.label, "body", True) + text_width(choice.key, "caption", True) + 36


def build(card: NoteCard, rect: Rect) -> Drawn:
    """The card in a place; the first choice is the main one."""
    fits = (size for size in LINES if height(card, rect.width, size) <= rect.height)
    size = next(fits, [*LINES][-1])
    drawn = Drawn(
        [PanelBox(Layer.PANEL, 0, 0, rect.width, rect.height, "panel", 0.97, 8, "yellow", False, 0.07)]
    )
    drawn.write(EDGE, 26, card.title, "lead", "bright", True)
    drawn.write(rect.width - EDGE, 26, card.aside, "caption", "dim", anchor="r")
    y = HEAD
    step = LINES[size]
    y = drawn.lines(EDGE, y + step / 2, step, _lines(card, rect.width, size), size) - step / 2 + 14
    for row in _beside(card.choices, rect.width):
        share = (rect.width - 2 * EDGE + GAP) / len(row)
        for k, choice in enumerate(row):
            _button(drawn, choice, Rect(EDGE + k * share, y, share - GAP, BUTTON), choice is card.choices[0])
        y += BUTTON + GAP
    return drawn


def _button(drawn: Drawn, choice: Choice, box: Rect, main: bool) -> None:
    controls.button(drawn, box, choice.label, choice.key, state="on" if main else "normal")
    drawn.spot(box, choice.command, choice.value)


def pointed(state: AnyState, about: str) -> list[Item]:
    """The sign on the table at what a note speaks of."""
    spot = where(state.table, about)
    if spot is None:
        return []
    piece = state.table.pieces.get(about)
    radius = piece.radius if piece else 0.6
    return [
        CircleOutline(Layer.RULER, *spot, radius, "yellow", 2.5, 7, 1.0),
        Sign(Layer.RULER, *spot, "brackets", "yellow", 14, radius),
    ]
