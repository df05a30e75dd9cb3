"""Compute distances, sight and arcs between some pieces and some objects, each once. Inches, degrees.

Users: Mobile Infantry (fire), the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from battlesim.geometry.arcs import Arc
from battlesim.geometry.constants import TOL
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.piece_gaps import piece_gaps
from battlesim.rulings.sight import pair_verdicts
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table

IdPair = tuple[str, str]
PiecePair = tuple[Piece, Piece]


class PieceSight(NamedTuple):
    """One piece's sight of another: whether it is visible and obscured, and the visible fraction."""

    visible: bool
    obscured: bool
    fraction: float = 1.0


SEEN_IN_FULL = PieceSight(True, False)


def piece_sights(
    table: Table, rules: SightRules, pairs: Sequence[PiecePair], ignored_markers: Sequence[str] = ()
) -> dict[IdPair, PieceSight]:
    """Return what viewers see of targets, by their ids, cached with the table.

    Markers named in `ignored_markers` do not count.
    """
    known = table.cached_value(
        ("views", msgspec.json.encode(rules), tuple(ignored_markers)), dict[IdPair, PieceSight]
    )
    new = [(viewer, target) for viewer, target in pairs if (viewer.id, target.id) not in known]
    found = pair_verdicts(table, rules, new, ignored_markers=ignored_markers, with_blockers=False)
    for (viewer, target), verdict in zip(new, found, strict=True):
        known[viewer.id, target.id] = PieceSight(verdict.visible, verdict.obscured, verdict.share)
    return {(viewer.id, target.id): known[viewer.id, target.id] for viewer, target in pairs}


class SightLines:
    """All lines from some viewers to some objects: the distances of all pairs, and sight within reach.

    `reach` gives for each viewer how far it looks; `look` returns what is seen of pairs, which differs
    between rulesets.
    """

    def __init__(
        self,
        table: Table,
        reach: Mapping[str, float],
        objects: Sequence[Piece],
        look: Callable[[Sequence[PiecePair]], Mapping[IdPair, PieceSight]],
    ) -> None:
        self.table = table
        self.viewers = {viewer: table.piece(viewer) for viewer in reach}
        self.objects = {thing.id: thing for thing in objects}
        self.distances = self._measured()
        self.sights = look(
            [
                (viewer, thing)
                for v, viewer in self.viewers.items()
                for t, thing in self.objects.items()
                if v != t and self.distances[v, t] <= reach[v] + TOL
            ]
        )
        self._arcs: dict[tuple[str, Arc, str], bool] = {}

    def _measured(self) -> dict[IdPair, float]:
        """Return the gaps of all pairs.

        Bases are measured together from each viewer, and all viewers together from each outline.
        """
        viewers, found = list(self.viewers.values()), dict[IdPair, float]()
        bases = [thing for thing in self.objects.values() if not isinstance(thing.place, Inside)]
        for viewer in viewers:
            gaps = piece_gaps(self.table, viewer, bases)
            found |= {(viewer.id, thing.id): gap for thing, gap in zip(bases, gaps, strict=True)}
        for shape in (thing for thing in self.objects.values() if isinstance(thing.place, Inside)):
            gaps = piece_gaps(self.table, shape, viewers)
            found |= {(viewer.id, shape.id): gap for viewer, gap in zip(viewers, gaps, strict=True)}
        return found

    def smallest_gap(self, object_id: str, viewers: Sequence[str] = ()) -> float:
        """Return the smallest gap between an object and any of some viewers (all if none are named)."""
        return min(self.distances[viewer, object_id] for viewer in viewers or self.viewers)

    def sees(self, viewer: str, object_id: str) -> bool:
        """Return whether a viewer sees anything of an object within its reach."""
        view = self.sights.get((viewer, object_id))
        return view is not None and view.visible

    def is_in_arc(self, viewer: str, arc: Arc, object_id: str) -> bool:
        """Return whether the centre of an object is in an arc of a viewer, its border included.

        A viewer that does not stand on the table itself has no facing, and has everything in every arc.
        """
        known = (viewer, arc, object_id)
        if known not in self._arcs:
            piece = self.viewers[viewer]
            stands = isinstance(piece.place, OnTable)
            self._arcs[known] = (
                not stands or piece_arc_ruling(self.table, piece, self.objects[object_id], arc).inside
            )
        return self._arcs[known]
