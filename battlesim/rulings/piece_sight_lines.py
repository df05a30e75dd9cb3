"""Distances, sight and arcs between viewers and objects. Each is computed only once.

Lengths are in inches and angles in degrees.
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
    """What a viewer sees of a target: whether the target is visible or obscured, and its visible fraction."""

    visible: bool
    obscured: bool
    fraction: float = 1.0


SEEN_IN_FULL = PieceSight(True, False)


def piece_sights(
    table: Table, rules: SightRules, pairs: Sequence[PiecePair], ignored_markers: Sequence[str] = ()
) -> dict[IdPair, PieceSight]:
    """Return a dict that maps each pair of ids (viewer, target) to what the viewer sees of the target.

    Markers in `ignored_markers` do not affect sight. The result is cached with the table.
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
    """The distances from viewers to objects, and what each viewer sees of the objects within its range.

    `reach` maps each viewer to its range in inches. `look` is a function of the ruleset that computes sight
    between pairs of pieces.
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
        """Return the gaps of all pairs in inches, measuring many bases or viewers together for speed."""
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
        """Return the smallest gap in inches from an object to the given viewers, by default all viewers."""
        return min(self.distances[viewer, object_id] for viewer in viewers or self.viewers)

    def sees(self, viewer: str, object_id: str) -> bool:
        """Return whether an object is within the reach of a viewer and visible to it."""
        view = self.sights.get((viewer, object_id))
        return view is not None and view.visible

    def is_in_arc(self, viewer: str, arc: Arc, object_id: str) -> bool:
        """Return whether the centre of an object lies in a viewer's arc. The border of the arc is included.

        A viewer that is not on the table has no facing, so every object lies in its arc.
        """
        known = (viewer, arc, object_id)
        if known not in self._arcs:
            piece = self.viewers[viewer]
            stands = isinstance(piece.place, OnTable)
            self._arcs[known] = (
                not stands or piece_arc_ruling(self.table, piece, self.objects[object_id], arc).inside
            )
        return self._arcs[known]
