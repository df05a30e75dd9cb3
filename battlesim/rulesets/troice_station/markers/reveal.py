"""When markers are turned over, and where what they hold is put. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from battlesim.engine.moments import Stop
from battlesim.engine.play import Play, Script
from battlesim.geometry.measure import path_length, point_to_segment
from battlesim.geometry.shapes import Point
from battlesim.mechanics.passage import point_at
from battlesim.mechanics.pieces import within
from battlesim.mechanics.turns import Acted
from battlesim.rulings.measure import piece_distance
from battlesim.rulings.passing import EXACT, Watch, intervals
from battlesim.rulings.sight import SightRules, pair_verdicts, roofed
from battlesim.table.events import PiecesRemoved, Said
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.words import Ref, say

from ..core.facts import is_marker, marines, markers
from ..core.state import MARINES, Battle, Game
from ..ground.arrivals import arrive
from ..ground.contact import meet
from ..ground.sight import eyes
from . import contents

SIGHTED = "TS-GAP-80"
NEAR = 3.0
COMB = 0.02
"""Inches of a marine's way between looks; what he sees for less than that on his way may be missed."""


def looks(state: Battle) -> SightRules:
    """By which rules of sight markers are turned over: those of bare eyes, without a look through gear."""
    return msgspec.structs.replace(eyes(state), limits={})


def due(state: Battle) -> list[str]:
    """The markers that must be turned over as things stand, those nearest to a marine first.

    An active marine sees them within the limit of sight, or is within 3 in of them, sight or not.
    """
    table, lying, able = state.table, markers(state.table), marines(state)
    pairs = [(marine, marker) for marker in lying for marine in able]
    gaps = [piece_distance(table, *pair) for pair in pairs]
    seen = pair_verdicts(table, looks(state), pairs, named=False)
    found = {
        marker.id
        for (_, marker), gap, verdict in zip(pairs, gaps, seen, strict=True)
        if verdict.visible or within(gap, NEAR)
    }
    near = {key: min(gap for (_, m), gap in zip(pairs, gaps, strict=True) if m.id == key) for key in found}
    return sorted(found, key=lambda key: (round(near[key], 6), key))


def first_on(state: Battle, mover: Piece, path: Sequence[Point]) -> Stop | None:
    """The first place of a path at which a marker comes to be turned over: near its eyes, or itself.

    A marine finds markers, a marker is found by marines; other creatures find nothing.
    """
    found: list[Stop] = []
    if path_length(path) == 0.0:
        return None
    if is_marker(mover):
        found = [stop for marine in marines(state) for stop in _into(state, mover, path, marine, mover.id)]
    elif mover.side == MARINES:
        found = [
            stop
            for marker in markers(state.table)
            for stop in (*_close(state, mover, path, marker, marker.id), *_glance(state, mover, path, marker))
        ]
    return min(found, key=lambda stop: (stop.along, stop.by), default=None)


def _into(state: Battle, mover: Piece, path: Sequence[Point], watcher: Piece, marker: str) -> Iterator[Stop]:
    """Where a marker first comes close to a marine, and where it comes into his sight."""
    if not _may_see(state, watcher, mover, path):
        return
    yield from _close(state, mover, path, watcher, marker)
    for start, _ in intervals(state.table, mover, path, Watch(watcher, sees=looks(state)))[:1]:
        yield _stop(path, start, marker)


def _may_see(state: Battle, watcher: Piece, mover: Piece, path: Sequence[Point]) -> bool:
    """Whether a marine is near enough to a way to see anything on it, or under a roof."""
    rules = looks(state)
    reach = rules.limit_of(watcher.id) + mover.radius + watcher.radius
    if min(point_to_segment(watcher.xy, a, b) for a, b in pairwise(path)) <= reach:
        return True
    x, y = watcher.xy
    boxes = roofed(state.table.ground, rules.roofs).values() if rules.roofs else ()
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def _close(state: Battle, mover: Piece, path: Sequence[Point], other: Piece, marker: str) -> Iterator[Stop]:
    for start, _ in intervals(state.table, mover, path, Watch(other, within=NEAR))[:1]:
        yield _stop(path, start, marker)


def _glance(state: Battle, mover: Piece, path: Sequence[Point], marker: Piece) -> Iterator[Stop]:
    """Where a marine on his way first sees a marker."""
    rules, far = looks(state), path_length(path)
    reach = rules.limit + mover.radius + marker.radius
    if min(point_to_segment(marker.xy, a, b) for a, b in pairwise(path)) > reach:
        return
    steps = [min(far, k * COMB) for k in range(math.ceil(far / COMB) + 1)]
    seen = _sights(state, rules, mover, path, marker, steps)
    if True not in seen:
        return
    k = seen.index(True)
    low, high = steps[max(0, k - 1)], steps[k]
    while high - low > EXACT:
        middle = (low + high) / 2
        (now,) = _sights(state, rules, mover, path, marker, [middle])
        low, high = (low, middle) if now else (middle, high)
    yield _stop(path, high, marker.id)


def _sights(
    state: Battle,
    rules: SightRules,
    mover: Piece,
    path: Sequence[Point],
    marker: Piece,
    along: Iterable[float],
) -> list[bool]:
    """Whether the mover sees a marker after so many inches of its way."""
    moved = (msgspec.structs.replace(mover, place=OnTable(*point_at(path, s))) for s in along)
    found = pair_verdicts(state.table, rules, [(one, marker) for one in moved], named=False)
    return [verdict.visible for verdict in found]


def _stop(path: Sequence[Point], along: float, marker: str) -> Stop:
    return Stop(point_at(path, along), along, "a marker is turned over", marker)


def turn_over(play: Play[Game], marker: str) -> Script[tuple[str, ...]]:
    """Turn a marker over; the ids of the creatures found, which are placed: the first one on its spot.

    They have acted in this turn if the marker has.
    """
    under, piece = play.under(SIGHTED), play.state.table.piece(marker)
    found = yield from contents.settled(play, marker)
    words = say("{} is turned over: {}", Ref(marker), contents.told(found))
    under.emit(Said(text=words, by=marker))
    under.emit(PiecesRemoved(pieces=(piece,)))
    under.emit(contents.TurnedOver(marker=marker))
    ids = list[str]()
    for kind in found:
        ids.append(arrive(under, kind, piece, piece.xy, ids[0] if ids else ""))
        meet(under, ids[-1])
    if ids and marker in play.state.game.acted:
        under.emit(Acted(acted=tuple(ids)))
    return tuple(ids)


def all_due(play: Play[Game]) -> Script[tuple[str, ...]]:
    """Turn over all markers that are due, the nearest first; the ids of the creatures found."""
    found = list[str]()
    while waiting := due(play.state):
        found += yield from turn_over(play, waiting[0])
    return tuple(found)
