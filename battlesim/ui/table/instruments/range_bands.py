"""Range bands of a piece's weapons, drawn as rings, with the effect on a target under the pointer."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.engine.measuring import may_measure
from battlesim.engine.range_rings import RangeRings, SupportsRangeRings
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Plate
from battlesim.render.palette import side_colour
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

TEXT_ABOVE_PX = 30.0
"""How far above a target its text stands."""


class ShownBands(NamedTuple):
    """The range bands of a piece's weapon, as rings on the table, with the target under the pointer."""

    piece: str
    rings: RangeRings | None
    target: str
    words: AnyText


class RangeBands:
    """The range bands of the selected piece or, if there is none, of the hovered piece.

    They are shown together with its threat range. A piece of another side under the pointer is the target.
    """

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self.on = model, False
        self._result: KeyedResult[ShownBands] = KeyedResult(queue, SHORT_LANE)
        self._shown_for: tuple[AnyState, str, str] | None = None

    @property
    def busy(self) -> bool:
        """True if bands to be shown are still being computed."""
        return self.on and self._result.working

    def tick(self, on: bool) -> bool:
        """Request the bands for the current state and pointer if they are on. Return True on a change."""
        ruleset = self.model.ruleset
        on = on and may_measure(ruleset, self.model.state)
        changed, self.on = on != self.on, on
        if not on or not isinstance(ruleset, SupportsRangeRings):
            return changed
        state, (piece, target) = self.model.state, self._subjects()
        wanted, known = (state, piece, target), self._shown_for
        if known is None or known[0] is not state or known[1:] != wanted[1:]:
            self._shown_for = wanted
            rings, text = ruleset.range_rings, ruleset.range_text
            self._result.request(
                object(),
                lambda: ShownBands(
                    piece, rings(state, piece), target, text(state, piece, target) if target else ""
                ),
            )
        return self._result.poll() or changed

    def _subjects(self) -> tuple[str, str]:
        """Return the ids of the piece that has the rings, and of the target, "" for none."""
        point, pieces = self.model.pointer, self.model.state.table.pieces
        chosen, hovered = pieces.get(point.selected_piece), pieces.get(point.hovered_piece)
        if chosen is None:
            return (hovered.id if hovered else ""), ""
        return chosen.id, hovered.id if hovered and hovered.side != chosen.side else ""

    def items(self) -> list[Item]:
        """Return the rings with their texts, and the text of the target."""
        shown, table = self._result.value if self.on else None, self.model.state.table
        piece = table.pieces.get(shown.piece) if shown else None
        if shown is None or shown.rings is None or piece is None:
            return []
        colour = side_colour(table.side(piece.side).number)
        size = table.ground.width, table.ground.height
        items = list(overlays.range_rings(shown.rings.centre, shown.rings.rings, size, colour))
        target = table.pieces.get(shown.target)
        if target is not None and target.table_position and shown.words:
            items.append(Plate(Layer.PLATE, *target.xy, shown.words, "yellow", dy=-TEXT_ABOVE_PX))
        return items
