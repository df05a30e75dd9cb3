"""The ruler, which measures between pieces or points and is placed with the mouse or the keyboard."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from battlesim.engine.measuring import may_measure
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.report.ruling_lines import DISTANCE_PHRASES
from battlesim.rulings.piece_gaps import MeasuredBase, gap_text, measured_shape, precise_length_text
from battlesim.rulings.tape import tape_between
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.ui.session.window_model import WindowModel

RulerEnd = str | Point
"""An end of the ruler, given as the id of a piece or as a point."""
MIN_DRAG_IN: Final = 0.3
"""Minimum distance in inches between press and release for a drag that sets both ends."""


class Ruler:
    """A ruler on the table between two pieces or points. `on` is True while the user sets its ends."""

    def __init__(self, model: WindowModel) -> None:
        self.model = model
        self.on = False
        self.held = False
        self.start: RulerEnd | None = None
        self.end: RulerEnd | None = None
        self._last_selected = ""
        self._pressed: Point = (0.0, 0.0)
        self._pressed_end: RulerEnd = ""

    def toggle(self) -> None:
        """Start measuring at the selected piece, fix a ruler with two ends, or cancel an unfinished one."""
        if not self.is_allowed:
            self.clear()
        elif self.on and self.start is not None and self.end is not None:
            self.on = False
        elif self.on:
            self.clear()
        else:
            self.clear()
            picked = self.model.state.table.pieces.get(self.model.pointer.selected_piece)
            self.on, self._last_selected = True, self.model.pointer.selected_piece
            self.start = picked.id if picked is not None and picked.in_play else None

    @property
    def is_allowed(self) -> bool:
        """True unless the rules of this battle forbid measuring before a decision."""
        return may_measure(self.model.ruleset, self.model.state)

    @property
    def is_shown(self) -> bool:
        """True if the ruler is visible or its ends are being set."""
        return self.on or self.start is not None

    def clear(self) -> None:
        """Remove the ruler."""
        self.on = self.held = False
        self.start = self.end = None

    def point(self, at: Point, piece: str) -> None:
        """Move the free end to the piece under the pointer, or to the pointer itself."""
        if (self.on or self.held) and self.start is not None:
            self.end = piece or at

    def press(self, at: Point, piece: str) -> None:
        """Handle a press of the mouse button, which sets the first end or prepares the second one."""
        if not self.is_allowed:
            return
        self.held, self._pressed = True, at
        if self.start is None or not self.on:
            self.start, self.end = piece or at, None
        self.on = True
        self._pressed_end = piece or at

    def release(self, at: Point, piece: str) -> None:
        """Handle the release of the mouse button: a drag sets both ends, a click only one."""
        if not self.held:
            return
        self.held = False
        if math.dist(at, self._pressed) > MIN_DRAG_IN:
            self.start, self.end, self.on = self._pressed_end, piece or at, False
        elif self.start is not None and (piece or at) != self.start:
            self.end, self.on = piece or at, False

    def follow_keys(self) -> None:
        """Move the free end to a piece that has just been selected."""
        picked = self.model.pointer.selected_piece
        if self.on and picked != self._last_selected and picked in self.model.state.table.pieces:
            self.start, self.end = (picked, None) if self.start is None else (self.start, picked)
        self._last_selected = picked

    def pieces(self) -> tuple[str, str] | None:
        """Return the ids of the pieces at both ends, or None if an end is a point or not set."""
        self.follow_keys()
        if isinstance(self.start, str) and isinstance(self.end, str):
            return self.start, self.end
        return None

    def end_piece_ids(self) -> list[str]:
        """Return the ids of the pieces at the ruler's ends, leaving out ends that are points."""
        return [end for end in (self.start, self.end) if isinstance(end, str)]

    def instruction_text(self, key: Callable[[str], str]) -> str:
        """Return an instruction for the user's next step, or "" if the ruler is off."""
        if not self.on:
            return ""
        if self.start is None:
            return "Ruler: click where it starts, or select a piece"
        go, fix, clear = key("piece_next"), key("ruler"), key("ruler_off")
        return f"Ruler: click where it ends, or go to a piece with {go} and press {fix}; {clear} removes it"

    def items(self, table: Table) -> list[Item]:
        """Return the graphics of the ruler, or none if a piece at its end is no longer in play."""
        self.follow_keys()
        ends = [_resolved_end(table, end) for end in (self.start, self.end) if end is not None]
        first, *others = ends or [None]
        if first is None or not others or others[0] is None:
            return []
        found = tape_between(table, first, others[0])
        centres = phrase("{distance} centre to centre", length_text(found.centre_distance, 1))
        if found.space is not None:
            centres = phrase(
                "{}, {} {}", centres, precise_length_text(found.space), DISTANCE_PHRASES["space"]
            )
        if found.gap <= TOL:
            bases = (_base_at(table, first, found.start), _base_at(table, others[0], found.end))
            return [
                *overlays.ruler_overlay(found.start, found.end, ""),
                *overlays.contact_rings(bases, phrase("touching, {}", centres)),
            ]
        return list(
            overlays.ruler_overlay(
                found.start, found.end, phrase("{}, {}", gap_text(found.gap, "edge to edge"), centres)
            )
        )


def _base_at(table: Table, end: Piece | Point, measured: Point) -> MeasuredBase:
    """Return the base at an end of the ruler; a point counts as a base of radius 0."""
    at = measured_shape(table, end) if isinstance(end, Piece) else None
    return at if isinstance(at, MeasuredBase) else MeasuredBase(*measured, 0.0)


def _resolved_end(table: Table, end: RulerEnd) -> Piece | Point | None:
    if not isinstance(end, str):
        return end
    piece = table.pieces.get(end)
    return piece if piece is not None and piece.in_play else None
