"""Turning over markers, and placing the creatures found. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import distance_to_segment, path_length
from battlesim.geometry.paths import point_along_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics.counters import SeenGaps, due_counters
from battlesim.mechanics.pieces import is_within_distance
from battlesim.mechanics.turns import PiecesActed
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.rulings.sight import SightRules, pair_verdicts
from battlesim.rulings.watch_case import INTERVAL_PRECISION_IN, WatchCondition
from battlesim.rulings.watch_intervals import PathInterval, watch_intervals
from battlesim.table.events import PiecesRemoved
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import active_marines, is_marker, marker_pieces
from ..core.state import MARINES, Battle, Game
from ..ground.contact import apply_contact
from ..ground.creature_placement import place_creature
from ..ground.sight import spotting_rules
from ..ground.surface import surface
from . import contents

SIGHTED = "TS-GAP-80"
REVEAL_GAP_IN = 3.0
SAMPLES_PER_BATCH = 32
PATH_SAMPLE_STEP_IN = 0.02
"""The step in inches at which a marine's path is sampled; a marker in sight for less may be missed."""


def bare_eye_rules(state: Battle) -> SightRules:
    """Return the rules for sight that reveal markers, which are those of the naked eye."""
    return msgspec.structs.replace(spotting_rules(state), limits={})


def markers_due(state: Battle) -> list[str]:
    """Return the ids of markers that must be turned over now, the nearest to a marine first.

    They are those that an active marine sees within the sight limit, or has within 3 in.
    """
    rules = bare_eye_rules(state)

    def is_due(marker: Piece, gaps: SeenGaps) -> bool:
        roofed = _under_roof(state, rules, marker, (marker.xy, marker.xy))
        pairs = [(marine, marker) for far, marine in gaps if roofed or is_within_distance(far, rules.limit)]
        found = pair_verdicts(state.table, rules, pairs, with_blockers=False)
        near = any(is_within_distance(gap, REVEAL_GAP_IN) for gap, _ in gaps)
        return near or any(verdict.visible for verdict in found)

    return due_counters(state.table, marker_pieces(state.table), active_marines(state), is_due)


def may_see_path(state: Battle, rules: SightRules, viewer: Piece, path: Sequence[Point]) -> bool:
    """Return whether a viewer might see part of a path, judging only by the sight limit."""
    far = min(distance_to_segment(viewer.xy, a, b) for a, b in pairwise(path))
    return far <= rules.limit + 2 * viewer.radius or _under_roof(state, rules, viewer, path)


def _under_roof(state: Battle, rules: SightRules, viewer: Piece, path: Sequence[Point]) -> bool:
    """Return whether a path enters the viewer's building, inside which sight may be unlimited."""
    held, indoors = (
        ground_obstacles(state.table.ground),
        surface(state.table.ground).building_ids if rules.roofs else (),
    )
    around = [key for key in indoors if held.contains_segment(viewer.xy, viewer.xy, (key,))]
    return any(held.intersects_segment(a, b, around) for a, b in pairwise(path))


def first_reveal_on_path(state: Battle, mover: Piece, path: Sequence[Point]) -> PathMoment | None:
    """Return the first point of a path at which a marker is turned over, or None if there is none.

    Moving marines reveal markers, and moving markers are revealed by marines; other creatures reveal none.
    """
    found: list[PathMoment] = []
    if path_length(path) == 0.0:
        return None
    if is_marker(mover):
        found = [
            stop for marine in active_marines(state) for stop in _into(state, mover, path, marine, mover.id)
        ]
    elif mover.side == MARINES:
        found = [
            stop
            for marker in marker_pieces(state.table)
            for stop in (*_close(state, mover, path, marker, marker.id), *_glance(state, mover, path, marker))
        ]
    return min(found, key=lambda stop: (stop.along, stop.by), default=None)


def _into(
    state: Battle, mover: Piece, path: Sequence[Point], watcher: Piece, marker: str
) -> Iterator[PathMoment]:
    """Yield the points at which a moving marker comes close to a marine or into the marine's sight."""
    yield from _close(state, mover, path, watcher, marker)
    rules = bare_eye_rules(state)
    if may_see_path(state, rules, watcher, path):
        for start, _ in watch_intervals(state.table, mover, path, WatchCondition(watcher, sight_rules=rules)):
            yield _stop(path, start, marker)


def _close(
    state: Battle, mover: Piece, path: Sequence[Point], other: Piece, marker: str
) -> Iterator[PathMoment]:
    for start, _ in watch_intervals(state.table, mover, path, WatchCondition(other, max_gap=REVEAL_GAP_IN)):
        yield _stop(path, start, marker)


def _glance(state: Battle, mover: Piece, path: Sequence[Point], marker: Piece) -> Iterator[PathMoment]:
    """Yield the point on a marine's path where it first sees a marker, found by sampling the path."""
    rules = bare_eye_rules(state)
    if not may_see_path(state, rules, marker, path):
        return
    near = watch_intervals(state.table, mover, path, WatchCondition(marker, max_gap=rules.limit))
    ways = [PathInterval(0.0, path_length(path))] if _under_roof(state, rules, marker, path) else near
    before = 0.0
    for steps in (steps for way in ways for steps in _combed(way)):
        seen = _sights(state, rules, mover, path, marker, steps)
        if True in seen:
            k = seen.index(True)
            low, high = (steps[k - 1] if k else before), steps[k]
            while high - low > INTERVAL_PRECISION_IN:
                middle = (low + high) / 2
                (now,) = _sights(state, rules, mover, path, marker, [middle])
                low, high = (low, middle) if now else (middle, high)
            yield _stop(path, high, marker.id)
            return
        before = steps[-1]


def _combed(way: PathInterval) -> Iterator[list[float]]:
    """Yield the sample distances of an interval in batches."""
    steps = [
        min(way.end, way.start + k * PATH_SAMPLE_STEP_IN)
        for k in range(math.ceil((way.end - way.start) / PATH_SAMPLE_STEP_IN) + 1)
    ]
    yield from (steps[k : k + SAMPLES_PER_BATCH] for k in range(0, len(steps), SAMPLES_PER_BATCH))


def _sights(
    state: Battle,
    rules: SightRules,
    mover: Piece,
    path: Sequence[Point],
    marker: Piece,
    along: Iterable[float],
) -> list[bool]:
    """Return, for each distance along the path, whether the mover would see the marker from there."""
    places = (standing_place(state.table.ground, *point_along_path(path, s)) for s in along)
    moved = (msgspec.structs.replace(mover, place=place) for place in places)
    found = pair_verdicts(state.table, rules, [(one, marker) for one in moved], with_blockers=False)
    return [verdict.visible for verdict in found]


def _stop(path: Sequence[Point], along: float, marker: str) -> PathMoment:
    return PathMoment(point_along_path(path, along), along, "a marker is turned over", marker)


def turn_over_marker(play: Play[Game], marker: str) -> Script[tuple[str, ...]]:
    """Turn a marker over, place the creatures found where it was, and return their ids.

    They count as having acted this turn if the marker has.
    """
    under, piece = play.under_rule(SIGHTED), play.state.table.piece(marker)
    found = yield from contents.settle_contents(play, marker)
    words = phrase("{marker} is turned over: {contents}", Ref(marker), contents.contents_text(found))
    under.log_message(words, by=marker)
    under.emit(PiecesRemoved(pieces=(piece,)))
    under.emit(contents.MarkerTurnedOver(marker=marker))
    ids = list[str]()
    for kind in found:
        ids.append(place_creature(under, kind, piece, piece.xy, ids[0] if ids else ""))
        apply_contact(under, ids[-1])
    if ids and marker in play.state.game.acted:
        under.emit(PiecesActed(acted=tuple(ids)))
    return tuple(ids)


def turn_over_due_markers(play: Play[Game]) -> Script[tuple[str, ...]]:
    """Turn over all markers that must now be revealed, nearest first; return ids of the creatures found."""
    found = list[str]()
    while waiting := markers_due(play.state):
        found += yield from turn_over_marker(play, waiting[0])
    return tuple(found)
