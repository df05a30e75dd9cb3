"""The relations of the hovered or selected piece to others, as lines on the table."""

from __future__ import annotations

from typing import Final

from battlesim.engine.relations import Relation, SupportsRelations
from battlesim.render.drawlist import Item, Layer, Plate, Stroke
from battlesim.render.palette import side_colour
from battlesim.rulings.tape import segment_between_bases
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

RELATION_COLOURS: Final = {"solid": "yellow", "dashed": "yellow", "bar": "orange"}
MAX_LABELLED_RELATIONS: Final = 6
"""Number of relations whose words are also written on the table."""
LABEL_FRACTIONS: Final = (0.5, 0.34)
"""Where along a line its words stand, from its begin: those of incoming relations nearer to the piece."""


class RelationLines:
    """The relations of the hovered piece, else of the selected one, while `on`."""

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model, self.on = model, False
        self._result: KeyedResult[tuple[str, tuple[Relation, ...]]] = KeyedResult(queue, SHORT_LANE)
        self._shown_for: tuple[AnyState, str] | None = None

    @property
    def busy(self) -> bool:
        """True if relations to be shown are still being computed."""
        return self.on and self._result.working

    def tick(self) -> bool:
        """Request the relations for the current state and piece. Return True if the display changes."""
        ruleset, state, piece = self.model.ruleset, self.model.state, self._subject()
        if not self.on or not isinstance(ruleset, SupportsRelations):
            return False
        fresh = self._shown_for is None or self._shown_for[0] is not state or self._shown_for[1] != piece
        if fresh:
            self._shown_for = state, piece
            self._result.reset()
            if piece:
                self._result.request(object(), lambda: (piece, ruleset.relations(state, piece)))
        return self._result.poll() or fresh

    def _subject(self) -> str:
        point, pieces = self.model.pointer, self.model.state.table.pieces
        return next((name for name in (point.hovered_piece, point.selected_piece) if name in pieces), "")

    def shown(self) -> tuple[Piece, tuple[Relation, ...]] | None:
        """Return the piece and its relations; None if nothing is shown."""
        known = self._result.value if self.on else None
        piece = self.model.state.table.pieces.get(known[0]) if known else None
        return (piece, known[1]) if known and piece else None

    def items(self) -> list[Item]:
        """Return the lines between the bases, with the words of the first few."""
        shown, items = self.shown(), list[Item]()
        for k, relation in enumerate(shown[1] if shown else ()):
            assert shown
            items += self._line(shown[0], relation, k < MAX_LABELLED_RELATIONS)
        return items

    def _line(self, piece: Piece, relation: Relation, labelled: bool) -> list[Item]:
        table = self.model.state.table
        start, end = object_position(table, piece.id), object_position(table, relation.other)
        if start is None or end is None or start == end:
            return []
        other = table.pieces.get(relation.other)
        (x0, y0), (x1, y1) = segment_between_bases(start, end, piece.radius, other.radius if other else 0.0)
        colour, bar = RELATION_COLOURS[relation.line], relation.line == "bar"
        if other and relation.incoming and not bar:
            colour = side_colour(table.side(other.side).number)
        dash = (9, 6) if relation.line == "dashed" else (0, 0)
        line = Stroke(Layer.RULER, ((x0, y0), (x1, y1)), colour, 6.0 if bar else 1.4, 0.9, dash, 3.0, 0.35)
        if not labelled:
            return [line]
        along = LABEL_FRACTIONS[relation.incoming]
        x, y = x0 + (x1 - x0) * along, y0 + (y1 - y0) * along
        return [line, Plate(Layer.PLATE, x, y, relation.words, colour, size="caption")]
