"""Lines of sight between the corners of squares around two bases, for many pairs of bases at once.

Lengths are in inches. A solid within `TOL` of a base touches it, and is treated as if it were `TOL` away from
the base. It blocks a line only if it also blocks the line between squares that are smaller by the same
amount. The line is lengthened by that amount, so that a corner behind a thin touching wall is blocked.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import shapely

from battlesim.geometry.base_shapes import BaseShape, base_centre, base_circumradius
from battlesim.geometry.constants import TOL
from battlesim.geometry.corridors import Corridors, Lines, pair_batches
from battlesim.geometry.hulls import ConvexBase
from battlesim.geometry.line_of_sight import BORDER_TOL_IN, SolidInterval, solid_intervals, unblocked_lines
from battlesim.geometry.predicates import intersects, query_tree
from battlesim.geometry.scene import Bools, Floats, Scene

BasePair = tuple[BaseShape, BaseShape]
Ids = Collection[str]

CORNER_SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""The corners of a square around a base: front or back, left or right."""

CORNER_DISTANCE_FACTOR = math.sqrt(2.0)
"""The distance from the centre of a square to its corners, in half sides."""

MAX_TOUCH_SHIFT_IN = CORNER_DISTANCE_FACTOR * 2.0 * TOL
"""The maximum shift or extension of a line because a solid touches a base."""

_HALVINGS = 20
"""The number of bisection steps for the overlap of a base that is not round."""


class Contact(NamedTuple):
    """The contact of a solid with one or both bases of a pair (a viewer and a target).

    `base_insets` is how far each base must shrink, in inches, to be `TOL` away from the solid.
    """

    pair: int
    solid: str
    base_insets: tuple[float, float]


def corner_lines(
    scene: Scene, pairs: Sequence[BasePair], heights: Floats, ignore: Sequence[Ids]
) -> tuple[Floats, Bools]:
    """Return, for each pair of bases, lines of sight from the best corner of the first base to the second.

    There are four lines in each pair, to the corners of the second base. The best corner is the corner with
    the most unblocked lines. The squares around round bases are aligned with the line between the centres; a
    base that is not round has a rectangle instead. `heights` (n, 2) holds the heights of both ends. The lines
    are returned with shape (n, 4, 2 ends, 2: x, y), together with flags (n, 4) for the unblocked lines.
    """
    parts = [
        _all_lines(scene, pairs[part], heights[part], ignore[part])
        for part in pair_batches(scene, len(pairs))
    ]
    lines, clear = (np.concatenate(column) for column in zip(*parts, strict=True))
    row, best = np.arange(len(pairs)), clear.sum(axis=2).argmax(axis=1)
    return lines[row, best], clear[row, best]


def corner_line_intervals(
    scene: Scene, pair: BasePair, heights: tuple[float, float], ignore: Ids
) -> list[SolidInterval]:
    """Return the intervals in which solids block the four lines of sight to the corners of a target.

    Each interval belongs to a line and a solid. The intervals are in the order of the lines.
    """
    level = np.array([heights])
    lines, clear = _all_lines(scene, [pair], level, [ignore])
    best = int(clear[0].sum(axis=1).argmax())
    contacts = _contacts(scene, {0: pair}, [ignore])
    others = {*ignore, *(contact.solid for contact in contacts)}
    found = solid_intervals(scene, *_raised(lines[:, best], level), [others] * 4)
    for contact in contacts:
        smaller, alone = np.array([contact.base_insets]), [_all_but(scene, contact.solid)] * 4
        longer = lengthened(lines, smaller * CORNER_DISTANCE_FACTOR)[:, best]
        blocked = ~unblocked_lines(scene, *_raised(_between([pair], smaller)[:, best], level), alone)
        for k in blocked.nonzero()[0].tolist():
            found[k] += solid_intervals(scene, *_raised(longer, level), alone)[k]
    return [part for parts in found for part in sorted(parts, key=lambda part: part.start)]


def square_corners(middles: Floats, others: Floats, radii: Floats) -> Floats:
    """Return the corners (n, 4, 2) of squares around n discs. Each square is turned toward another point.

    `middles` are the centres of the discs, and `others` are the points.
    """
    way = others - middles
    away = np.hypot(*way.T)
    ahead = way * (radii / np.where(away > 0.0, away, 1.0))[:, None]
    left = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    return np.stack([middles + a * ahead + b * left for a, b in CORNER_SIGNS], axis=1)


def lengthened(lines: Floats, inches: Floats) -> Floats:
    """Return the lines between the corners of n pairs of bases, extended at both ends.

    `lines` has shape (n, 4, 4, 2 ends, 2). `inches` (n, 2) is the length of the extension at each end.
    """
    way = lines[..., 1, :] - lines[..., 0, :]
    way = way / np.maximum(np.hypot(way[..., 0], way[..., 1]), BORDER_TOL_IN)[..., None]
    return np.asarray(lines + np.stack([-way, way], axis=-2) * inches[:, None, None, :, None])


def may_touch(scene: Scene, middles: Floats, radius: float, move: float) -> bool:
    """Return whether a solid could touch a disc that moves by at most `move` inches.

    The disc may start at any of the points `middles` (n, 2).
    """
    points = shapely.points(middles)
    place, solid = query_tree(scene.tree, points, "dwithin", radius + move + TOL)
    gaps = shapely.distance(points[place], scene.polygons[solid])
    return bool((gaps >= radius - TOL - move - BORDER_TOL_IN).any())


def _all_lines(
    scene: Scene, pairs: Sequence[BasePair], heights: Floats, ignore: Sequence[Ids]
) -> tuple[Floats, Bools]:
    """Return all corner lines (n, 4, 4, 2 ends, 2) of pairs, and flags (n, 4, 4) for the unblocked lines."""
    lines = _between(pairs, np.zeros((len(pairs), 2)))
    clear, touched = _are_free(scene, pairs, lines, heights, ignore)
    blocked = {k: pairs[k] for k in touched if not clear[k].all()}
    contacts = _contacts(scene, blocked, ignore)
    if not contacts:
        return lines, clear
    touching = {k: {*ignore[k], *(c.solid for c in contacts if c.pair == k)} for k in blocked}
    some, rows = list(touching), [contact.pair for contact in contacts]
    ids, others = list(touching.values()), [_all_but(scene, contact.solid) for contact in contacts]
    smaller = np.array([contact.base_insets for contact in contacts])
    longer = lengthened(lines[rows], smaller * CORNER_DISTANCE_FACTOR)
    inner = _between([pairs[k] for k in rows], smaller)
    clear[some] = _are_free(scene, [pairs[k] for k in some], lines[some], heights[some], ids)[0]
    both = [
        _are_free(scene, [pairs[k] for k in rows], way, heights[rows], others)[0] for way in (longer, inner)
    ]
    np.logical_and.at(clear, rows, both[0] | both[1])
    return lines, clear


def _are_free(
    scene: Scene, pairs: Sequence[BasePair], lines: Floats, heights: Floats, ignore: Sequence[Ids]
) -> tuple[Bools, list[int]]:
    """Return which lines (n, 4, 4, 2 ends, 2) are unblocked, and the pairs with a wall near a base."""
    middles = np.array([[base_centre(body) for body in pair] for pair in pairs]).reshape(-1, 2, 2)
    radii = np.array([[base_circumradius(body) for body in pair] for pair in pairs]).reshape(-1, 2)
    width = np.hypot(*(lines - middles[:, None, None]).T).max(initial=0.0, axis=(0, 1, 2))
    corridors = Corridors(scene, middles, width, (heights.min(axis=1), heights.max(axis=1)), ignore)
    pair = np.arange(len(pairs)).repeat(16)
    start, end = (corridors.frame_points(pair, lines[..., k, :].reshape(-1, 2)) for k in (0, 1))
    clear = corridors.are_free(Lines(pair, start, end, heights[pair, 0], heights[pair, 1]))
    close = (corridors.gaps <= radii[corridors.wall_pair].T + TOL).any(axis=0)
    return clear.reshape(-1, 4, 4), np.unique(corridors.wall_pair[close]).tolist()


def _raised(lines: Floats, heights: Floats) -> tuple[Floats, Floats]:
    """Return the start and end points (m, 3) of plan lines (n, ..., 2 ends, 2) at `heights` (n, 2)."""
    plan = lines.reshape(-1, 2, 2)
    level = heights.repeat(len(plan) // max(1, len(heights)), axis=0)
    return np.column_stack([plan[:, 0], level[:, 0]]), np.column_stack([plan[:, 1], level[:, 1]])


def _between(pairs: Sequence[BasePair], less: Floats) -> Floats:
    """Return the lines (n, 4, 4, 2 ends, 2) between all corners of squares shrunk by `less` (n, 2)."""
    middles = np.array([[base_centre(body) for body in pair] for pair in pairs]).reshape(-1, 2, 2)
    ends = []
    for k in (0, 1):
        radii = np.array([_half_side(pair[k]) for pair in pairs])
        corners = square_corners(middles[:, k], middles[:, 1 - k], radii - less[:, k])
        for row, pair in enumerate(pairs):
            if isinstance(body := pair[k], ConvexBase):
                corners[row] = _inset(body, float(less[row, k]))
        ends.append(corners)
    starts, goals = np.broadcast_arrays(ends[0][:, :, None], ends[1][:, None])
    return np.stack([starts, goals], axis=3)


def _half_side(body: BaseShape) -> float:
    """Return half the side of the square around a disc, or 0 if the base is not round."""
    return 0.0 if isinstance(body, ConvexBase) else body[2]


def _inset(hull: ConvexBase, by: float) -> Floats:
    """Return the corners (4, 2) of the rectangle around a base, with all sides moved inwards by `by`."""
    box = np.array(hull.box)
    for after in (np.roll(box, -1, axis=0) - box, np.roll(box, 1, axis=0) - box):
        box = box + after * (by / np.hypot(*after.T))[:, None]
    return box


def _contacts(scene: Scene, pairs: Mapping[int, BasePair], ignore: Sequence[Ids]) -> list[Contact]:
    """Return the contacts of the bases of numbered pairs with solids that are not ignored."""
    ends = [(row, k) for row in pairs for k in (0, 1)]
    found: dict[tuple[int, str], list[float]] = {}
    for end, solid, by in _touching(scene, [pairs[row][k] for row, k in ends]):
        (row, k), name = ends[end], scene.solids[solid].id
        if name not in ignore[row]:
            smaller = found.setdefault((row, name), [0.0, 0.0])
            smaller[k] = max(smaller[k], by)
    return [Contact(row, name, (first, second)) for (row, name), (first, second) in found.items()]


def _touching(scene: Scene, bodies: Sequence[BaseShape]) -> Iterator[tuple[int, int, float]]:
    """Yield the index of each base, the index of a solid that touches it, and the inset of the base."""
    discs = [(k, body) for k, body in enumerate(bodies) if not isinstance(body, ConvexBase)]
    places = np.array([body for _, body in discs]).reshape(-1, 3)
    points, radii = shapely.points(places[:, :2]), places[:, 2]
    disc, solid = query_tree(scene.tree, points, "dwithin", radii + TOL)
    gap = shapely.distance(points[disc], scene.polygons[solid]) - radii[disc]
    for row in (gap >= -TOL - BORDER_TOL_IN).nonzero()[0].tolist():
        yield discs[disc[row]][0], int(solid[row]), max(0.0, TOL - float(gap[row]))
    for k, body in enumerate(bodies):
        if isinstance(body, ConvexBase):
            base = shapely.Polygon(body.ring)
            for number in query_tree(scene.tree, base, "dwithin", TOL).tolist():
                if (overlap := _overlap(base, scene.polygons[number])) is not None:
                    yield k, number, TOL + overlap


def _overlap(base: shapely.Polygon, solid: shapely.Polygon) -> float | None:
    """Return the depth by which a base overlaps a solid, negative for a gap, or None if it exceeds `TOL`."""
    low, high = -TOL, TOL
    if intersects(shapely.buffer(base, -high - BORDER_TOL_IN, join_style="mitre"), solid):
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        meet = intersects(shapely.buffer(base, -middle, join_style="mitre"), solid)
        low, high = (middle, high) if meet else (low, middle)
    return high


def _all_but(scene: Scene, solid: str) -> frozenset[str]:
    return frozenset(scene.members) - {solid}
