"""Tooltips beside the pointer: a short text, or a card about a piece, terrain or a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from battlesim.engine.why_query import WhyReport
from battlesim.render import widgets as p
from battlesim.render.drawlist import Item, Layer, Plate
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.state import Table
from battlesim.ui.session.move_phrases import piece_names_phrase
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import refusal_explainer
from battlesim.ui.toolkit.layout import Rect

POINTER_OFFSET_PX: Final = (18.0, 24.0)
"""Pixels from the pointer to a tooltip, across and down."""
TOOLTIP_MARGIN_PX: Final = 8.0
POINTER_CLEARANCE_PX: Final = 12.0
"""Pixels around the pointer that a card leaves free."""
MIN_TOOLTIP_WIDTH_PX: Final = 160.0
RULE_TEXT_WIDTH_PX: Final = 300.0
"""Width in pixels at which the text of a rule is wrapped."""


def text_tooltip(x: float, y: float, said: str, room: Rect) -> list[Item]:
    """Return a tooltip of one line beside a point, within a room."""
    wide, tall = text_width(said, "small", True) + 16, 24.0
    left, top = _corner_beside(x, y, wide, tall, room)
    return [Plate(Layer.DIALOG, left, top + tall / 2, said, "text", "l")]


CardPlacer = Callable[[float, float], Rect]
"""A function that returns the rect of a card of a given width and height, in pixels."""


def tooltip_card(
    title: str, lines: Sequence[str], place: CardPlacer, colours: Sequence[str] = ()
) -> list[Item]:
    """Return a tooltip card with a title and lines of text."""
    inner = max(text_width(title, "small", True), *(text_width(line, "small") for line in lines))
    at = place(max(MIN_TOOLTIP_WIDTH_PX, inner + 2 * p.PANEL_PADDING_PX + 4), p.tooltip_height(len(lines)))
    return list(p.tooltip_items(at.x, at.y, title, lines, at.width, colours))


def piece_tooltip(model: WindowModel, table: Table, piece: Piece, place: CardPlacer) -> list[Item]:
    """Return a tooltip about a piece, what it carries and what lies under it."""
    side = table.side(piece.side)
    whose = ", ".join(filter(None, (model.kind_name(piece.kind), side.name)))
    hits = f"{piece.hits} of {piece.hits_full} {model.facts.hits_word}" if piece.hits_full > 1 else ""
    marks = ", ".join(dict.fromkeys(filter(None, map(model.looks.mark_text, table.marks_of(piece)))))
    carried = [other.id for other in table.pieces.values() if other.place == Aboard(piece.id)]
    under = [other.id for other in table.pieces_below(piece.id)]
    told = ", ".join(tally.text for tally in model.facts.tallies_of(piece.id))
    loads = {"on it": carried, "under it": under}
    named = [f"{where}: {piece_names_phrase(table, ids)}" for where, ids in loads.items() if ids]
    lines = [whose, hits, told, marks, *named]
    return tooltip_card(piece.name, [line for line in lines if line], place)


def terrain_tooltip(name: str, told: Sequence[tuple[str, str]], place: CardPlacer) -> list[Item]:
    """Return a tooltip about terrain, each line in its colour."""
    lines, colours = zip(*told, strict=True)
    return tooltip_card(name, lines, place, colours)


def refusal_tooltip(model: WindowModel, found: WhyReport, x: float, y: float, room: Rect) -> list[Item]:
    """Return a tooltip that says what a piece may do, and why not the rest; long lists are cut."""
    most = int((room.height - 2 * TOOLTIP_MARGIN_PX - p.tooltip_height(0)) // 18)
    told, piece = (
        refusal_explainer.explanation_lines(model, found),
        model.state.table.piece(found.asked.piece),
    )
    if len(told) > most:
        told = [*told[: most - 1], ("and more: point at what you want to know about", "dim")]
    lines, colours = zip(*told, strict=True)
    return tooltip_card(
        f"{piece.name}: what it may do, and why not", lines, _placer_beside(x, y, room), colours
    )


def rule_tooltip(model: WindowModel, x: float, y: float, room: Rect) -> list[Item]:
    """Return a tooltip with the text of the rule under the pointer; empty if it is unknown."""
    known = model.ruleset.rulebook.get(model.pointer.hovered_rule)
    place = _placer_beside(x, y, room)
    return (
        tooltip_card(
            model.pointer.hovered_rule, wrapped_lines(known.text, RULE_TEXT_WIDTH_PX, "small"), place
        )
        if known
        else []
    )


def _placer_beside(x: float, y: float, room: Rect) -> CardPlacer:
    """Return a function that places a card beside the pointer, within a room."""
    return lambda wide, tall: Rect(*_corner_beside(x, y, wide, tall, room), wide, tall)


def _corner_beside(x: float, y: float, wide: float, tall: float, room: Rect) -> tuple[float, float]:
    """Return the upper left corner: lower right of the point, or on its other side if that has no room."""
    dx, dy = POINTER_OFFSET_PX
    left = x + dx if x + dx + wide <= room.right - TOOLTIP_MARGIN_PX else x - dx - wide
    top = y + dy if y + dy + tall <= room.bottom - TOOLTIP_MARGIN_PX else y - dy - tall
    return max(room.x + TOOLTIP_MARGIN_PX, min(left, room.right - TOOLTIP_MARGIN_PX - wide)), max(
        room.y + TOOLTIP_MARGIN_PX, top
    )
