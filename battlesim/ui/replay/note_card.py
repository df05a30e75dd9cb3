"""The card that shows a note at a moment of a record, or the result at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from battlesim.render.drawlist import CircleOutline, Item, Layer, PanelBox
from battlesim.render.drawlist import Glyph as Sign
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.table.phrases import parse_phrase
from battlesim.table.state import AnyState
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

CARD_WIDTH_PX: Final = 400.0
PADDING_PX, HEADER_HEIGHT_PX, BUTTON_HEIGHT_PX, BUTTON_GAP_PX = 18.0, 50.0, 38.0, 8.0
LINE_HEIGHTS_PX: Final = {"body": 21.0, "small": 18.0}
"""Text sizes for a note with their line heights in pixels, tried in order."""


class NoteButton(NamedTuple):
    """A button of a note card, with its command and value, and the labels of the button and its key."""

    command: str
    value: int
    label: str
    key: str


class NoteCard(NamedTuple):
    """A card with a title, a text, a smaller text in the corner, and buttons."""

    title: str
    words: str
    corner_text: str
    choices: tuple[NoteButton, ...]


def height(card: NoteCard, wide: float = CARD_WIDTH_PX, size: str = "body") -> float:
    """Return the height in pixels of a card that is `wide` pixels wide."""
    rows = len(_beside(card.choices, wide))
    return (
        HEADER_HEIGHT_PX
        + LINE_HEIGHTS_PX[size] * len(_lines(card, wide, size))
        + 14
        + (BUTTON_HEIGHT_PX + BUTTON_GAP_PX) * rows
        + BUTTON_GAP_PX
    )


def _lines(card: NoteCard, wide: float, size: str) -> list[str]:
    return [
        line
        for part in card.words.split("\n")
        for line in wrapped_lines(parse_phrase(part), wide - 2 * PADDING_PX, size)
    ]


def _beside(choices: Sequence[NoteButton], wide: float) -> list[list[NoteButton]]:
    """Return the buttons in rows, placed side by side while their labels fit."""
    rows: list[list[NoteButton]] = []
    for choice in choices:
        row = [*rows[-1], choice] if rows else [choice]
        share = (wide - 2 * PADDING_PX + BUTTON_GAP_PX) / len(row) - BUTTON_GAP_PX
        if len(row) > 1 and all(_room(one) <= share for one in row):
            rows[-1] = row
        else:
            rows.append([choice])
    return rows


def _room(choice: NoteButton) -> float:
    """Return the width in pixels of a button's label and key label with padding."""
    return text_width(choice.label, "body", True) + text_width(choice.key, "caption", True) + 36


def build(card: NoteCard, rect: Rect) -> PanelContent:
    """Draw the card into a rect; the first button is emphasized."""
    fits = (size for size in LINE_HEIGHTS_PX if height(card, rect.width, size) <= rect.height)
    size = next(fits, [*LINE_HEIGHTS_PX][-1])
    drawn = PanelContent(
        [PanelBox(Layer.PANEL, 0, 0, rect.width, rect.height, "panel", 0.97, 8, "yellow", False, 0.07)]
    )
    drawn.write(PADDING_PX, 26, card.title, "lead", "bright", True)
    drawn.write(rect.width - PADDING_PX, 26, card.corner_text, "caption", "dim", anchor="r")
    y = HEADER_HEIGHT_PX
    step = LINE_HEIGHTS_PX[size]
    y = drawn.lines(PADDING_PX, y + step / 2, step, _lines(card, rect.width, size), size) - step / 2 + 14
    for row in _beside(card.choices, rect.width):
        share = (rect.width - 2 * PADDING_PX + BUTTON_GAP_PX) / len(row)
        for k, choice in enumerate(row):
            _button(
                drawn,
                choice,
                Rect(PADDING_PX + k * share, y, share - BUTTON_GAP_PX, BUTTON_HEIGHT_PX),
                choice is card.choices[0],
            )
        y += BUTTON_HEIGHT_PX + BUTTON_GAP_PX
    return drawn


def _button(drawn: PanelContent, choice: NoteButton, box: Rect, main: bool) -> None:
    controls.draw_button(drawn, box, choice.label, choice.key, state="on" if main else "normal")
    drawn.add_hotspot(box, choice.command, choice.value)


def note_target_items(state: AnyState, about: str) -> list[Item]:
    """Return drawing items that highlight the object a note refers to."""
    spot = object_position(state.table, about)
    if spot is None:
        return []
    piece = state.table.pieces.get(about)
    radius = piece.radius if piece else 0.6
    return [
        CircleOutline(Layer.RULER, *spot, radius, "yellow", 2.5, 7, 1.0),
        Sign(Layer.RULER, *spot, "brackets", "yellow", 14, radius),
    ]
