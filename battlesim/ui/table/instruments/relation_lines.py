"""Lines on the table for the relations of a piece, such as being sighted, or of a side to its enemies."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from battlesim.engine.foes import foes
from battlesim.engine.relations import Relation, SupportsRelations
from battlesim.engine.ruleset import AnyRuleset
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Plate, Stroke
from battlesim.render.palette import side_colour
from battlesim.rulings.tape import segment_between_bases
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase
from battlesim.table.state import AnyState
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

RELATION_COLOURS: Final = {"solid": "yellow", "dashed": "yellow", "bar": "orange"}
MAX_LABELLED_RELATIONS: Final = 6
"""Number of relations whose words are also written on the table."""
LABEL_FRACTIONS: Final = (0.5, 0.34)
"""Where along a line its words stand, from its begin: those of incoming relations nearer to the piece."""


BROKEN_COLOUR: Final = "vermillion"
"""Colour of a relation that does not hold although it should."""
RelationMode = Literal["", "piece", "side", "net"]


class ShownRelations(NamedTuple):
    """The relations shown on the table, with a heading. Each relation is paired with the piece that has it.

    `ties` are relations between other pieces of the unit. They are drawn but not listed.
    """

    heading: str
    relations: tuple[tuple[str, Relation], ...]
    ties: tuple[tuple[str, Relation], ...] = ()


class RelationLines:
    """The relations of a piece or a side to other objects, drawn as lines on the table.

    The piece is the hovered piece or, if there is none, the selected piece. For a side, its relations to
    enemies are drawn or, in the mode "net", those between its own units.
    """

    def __init__(self, model: WindowModel, queue: WorkQueue) -> None:
        self.model = model
        self.mode: RelationMode = ""
        self._result: KeyedResult[ShownRelations] = KeyedResult(queue, SHORT_LANE)
        self._shown_for: tuple[AnyState, RelationMode, str] | None = None

    def cycle(self) -> None:
        """Go on from nothing to the relations of a piece, then to those of a side."""
        modes: tuple[RelationMode, ...] = ("", "piece", "side", "net")
        self.mode = modes[(modes.index(self.mode) + 1) % len(modes)]

    @property
    def busy(self) -> bool:
        """True if relations to be shown are still being computed."""
        return bool(self.mode) and self._result.working

    def tick(self) -> bool:
        """Request the relations for the current state and subject. Return True if the display changes."""
        ruleset, state, subject = self.model.ruleset, self.model.state, self._subject()
        if not self.mode or not isinstance(ruleset, SupportsRelations):
            return False
        wanted = state, self.mode, subject
        known = self._shown_for
        fresh = known is None or known[0] is not state or known[1:] != wanted[1:]
        if fresh:
            self._shown_for = wanted
            self._result.reset()
            if subject and self.mode == "piece":
                self._result.request(object(), lambda: piece_relations(ruleset, state, subject))
            elif subject and self.mode == "net":
                self._result.request(object(), lambda: side_net(ruleset, state, SideKey(subject)))
            elif subject:
                self._result.request(object(), lambda: side_relations(ruleset, state, SideKey(subject)))
        return self._result.poll() or fresh

    def _subject(self) -> str:
        """Return the id of the piece or the key of the side whose relations are shown, "" for nothing."""
        point, pieces = self.model.pointer, self.model.state.table.pieces
        name = next((one for one in (point.hovered_piece, point.selected_piece) if one in pieces), "")
        if self.mode == "piece":
            return name
        picked = pieces.get(point.selected_piece)
        return (picked.side if picked else "") or self.model.history.side or self.model.facts.active

    def shown(self) -> ShownRelations | None:
        """Return the relations that are shown; None if nothing is."""
        return self._result.value if self.mode else None

    def items(self) -> list[Item]:
        """Return the lines between the bases, with the words of the first few; a ring for the unsighted."""
        shown, items = self.shown(), list[Item]()
        units = {piece.id: piece.unit for piece in self.model.state.table.pieces.values()}
        for k, (piece, relation) in enumerate((*shown.relations, *shown.ties) if shown else ()):
            tied = relation.line == "bar" and units.get(piece) == units.get(relation.other)
            items += self._line(
                piece,
                relation,
                k < MAX_LABELLED_RELATIONS and self.mode != "side" and not (tied and not relation.broken),
            )
        return items

    def _line(self, name: str, relation: Relation, labelled: bool) -> list[Item]:
        table = self.model.state.table
        piece, other = table.pieces.get(name), table.pieces.get(relation.other)
        start, end = object_position(table, name), object_position(table, relation.other)
        if piece is None and other is not None and end is not None:
            return list(overlays.hidden_ring(*end, other.radius))
        if piece is None or start is None or end is None or start == end:
            return []
        (x0, y0), (x1, y1) = segment_between_bases(start, end, piece.radius, other.radius if other else 0.0)
        colour, bar = RELATION_COLOURS[relation.line], relation.line == "bar"
        if other and relation.incoming and not bar:
            colour = side_colour(table.side(other.side).number)
        colour = BROKEN_COLOUR if relation.broken else colour
        dash = (9, 6) if relation.line == "dashed" else (0, 0)
        line = Stroke(Layer.RULER, ((x0, y0), (x1, y1)), colour, 6.0 if bar else 1.4, 0.9, dash, 3.0, 0.35)
        if not labelled:
            return [line]
        along = LABEL_FRACTIONS[relation.incoming]
        x, y = x0 + (x1 - x0) * along, y0 + (y1 - y0) * along
        return [line, Plate(Layer.PLATE, x, y, relation.words, colour, size="caption")]


def piece_relations(ruleset: SupportsRelations, state: AnyState, piece: str) -> ShownRelations:
    """Return the relations of a piece, and the ties between the others of its unit."""
    found = [(piece, relation) for relation in ruleset.relations(state, piece)]
    own = state.table.pieces.get(piece)
    mates = state.table.pieces_of_unit(own.unit) if own else ()
    ties = [
        (mate.id, tie)
        for mate in mates
        if mate.id != piece
        for tie in ruleset.relations(state, mate.id)
        if tie.line == "bar" and mate.id < tie.other != piece and state.table.pieces[tie.other] in mates
    ]
    return ShownRelations(state.table.name_of(piece), tuple(found), tuple(ties))


def side_net(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> ShownRelations:
    """Return the relations between the units of a side, each once, from the piece that it goes out from."""
    assert isinstance(ruleset, SupportsRelations)
    table = state.table
    units = {piece.id: piece.unit for piece in table.standing_pieces() if piece.side == side}
    found = tuple(
        (piece, relation)
        for piece, unit in units.items()
        for relation in ruleset.relations(state, piece)
        if units.get(relation.other, unit) != unit and not relation.incoming
    )
    return ShownRelations(table.side(side).name, found)


def side_relations(ruleset: AnyRuleset, state: AnyState, side: SideKey) -> ShownRelations:
    """Return for each enemy of a side the best relation of one of its pieces to it, then those without.

    A unit with a leader is one enemy, known by its leader.
    """
    assert isinstance(ruleset, SupportsRelations)
    table, enemies = state.table, foes(ruleset, state, side)
    known: dict[str, list[tuple[str, Relation]]] = {}
    for piece in table.standing_pieces():
        unit = table.units.get(piece.unit)
        if piece.side in enemies and (unit is None or unit.leader in ("", piece.id)):
            known.setdefault(piece.id, [])
    for piece in table.standing_pieces():
        for relation in ruleset.relations(state, piece.id) if piece.side == side else ():
            if relation.other in known and not relation.incoming and relation.line != "bar":
                known[relation.other].append((piece.id, relation))
    rows = [_best_relation(state, enemy, found) for enemy, found in known.items()]
    return ShownRelations(table.side(side).name, tuple(sorted(rows, key=lambda row: not row[0])))


def _best_relation(state: AnyState, enemy: str, found: list[tuple[str, Relation]]) -> tuple[str, Relation]:
    """Return the piece that knows an enemy best and its relation, which says how many others there are."""
    if not found:
        return "", Relation(enemy, "nobody has sighted it", "", "dashed")
    piece, best = min(found, key=lambda one: one[1].line != "solid")
    others = f" and {len(found) - 1} more" if len(found) > 1 else ""
    words = phrase("{}: {}{}", best.words, state.table.name_of(piece), others)
    return piece, Relation(enemy, words, best.rule, best.line)
