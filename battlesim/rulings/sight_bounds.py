"""Bounds on the visible fraction of a target if the ends of the lines of sight can move.

If all solids are enlarged by as much as the lines can move, the result is a lower bound. If they are shrunk
by as much, it is an upper bound. Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry.base_shapes import BaseShape
from battlesim.geometry.constants import TOL
from battlesim.geometry.corner_lines import (
    CORNER_DISTANCE_FACTOR,
    MAX_TOUCH_SHIFT_IN,
    lengthened,
    square_corners,
)
from battlesim.geometry.free_lines import free_lines
from battlesim.geometry.line_bounds import blocked_lines
from battlesim.geometry.line_of_sight import length_inside, solid_intervals
from battlesim.geometry.margin_search import DepthBounds, grown_scene, rounded_up, scene_near_line
from battlesim.geometry.scene import Floats, Scene
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import aim_height, eye_height, target_height
from battlesim.table.pieces import OnTable, Piece

Ids = frozenset[str]


_SLACK = 1e-9
"""Maximum rounding error of a length in inches."""


class SolidsNearLine(NamedTuple):
    """The solids near a line of sight, with the range of positions along the line that each can have."""

    scene: Scene
    depths: DepthBounds
    cache: dict[tuple[float, float, int], Scene]

    @classmethod
    def near_pair(
        cls,
        scene: Scene,
        pair: tuple[Piece, Piece],
        reach: float,
        moves: tuple[float, float],
    ) -> SolidsNearLine:
        """Return the solids within `reach` inches of the line of sight between two pieces."""
        near = scene_near_line(scene, pair[0].xy, pair[1].xy, reach)
        return cls(near, DepthBounds(near, pair[0].xy, (*pair[1].xy, pair[1].radius), moves), {})

    def grown_for(self, eye: float, foot: float, sign: int) -> Scene:
        """Return the solids enlarged to allow for lines of sight whose ends move by `eye` and `foot` inches.

        If `sign` is -1, the solids are shrunk instead.
        """
        if sign == 0 or not (eye or foot):
            return self.scene
        key = (rounded_up(eye), rounded_up(foot), sign)
        if key not in self.cache:
            self.cache[key] = grown_scene(self.scene, sign * self.depths.sway(*key[:2]))
        return self.cache[key]


class LineHeights(NamedTuple):
    """The heights of the two ends of a line of sight, and the range of heights of each piece, in inches."""

    eye: float
    aim: float
    bands: tuple[tuple[float, float], tuple[float, float]]

    @classmethod
    def of_pair(cls, rules: SightRules, pair: tuple[Piece, Piece], places: Sequence[OnTable]) -> LineHeights:
        """Return the heights of the line of sight between a viewer and a target at the given places."""
        (viewer, target), (start, end) = pair, (place.z for place in places)
        eye = start + eye_height(rules, viewer)
        bands = (start, max(start + viewer.height, eye)), (end, end + target_height(rules, target))
        return cls(eye, end + aim_height(rules, target), bands)


def line_sway(
    rules: SightRules, radii: tuple[float, float], distance: float, moves: tuple[float, float]
) -> tuple[float, float]:
    """Return how far, in inches, each end of a line of sight can shift if the two pieces move.

    `moves` holds how far each piece moves. The corners of a base turn about its centre. Lines between bases
    can end anywhere on the bases.
    """
    if rules.lines == "corners":
        turn = math.asin(min(1.0, max(moves) / distance)) if distance > 0.0 else math.pi
        first, second = (
            move + CORNER_DISTANCE_FACTOR * radius * turn for move, radius in zip(moves, radii, strict=True)
        )
        return first, second
    return moves if rules.lines == "centres" else (max(moves), max(moves))


def line_end_offsets(
    rules: SightRules, pair: tuple[Piece, Piece], moves: tuple[float, float]
) -> tuple[float, float]:
    """Return the maximum distance, in inches, of each end of a line of sight from the centre of its piece.

    The centres are those before the pieces move. `moves` holds how far each piece moves.
    """
    corners = rules.mode == "line" and rules.lines == "corners"
    first, second = (
        m + CORNER_DISTANCE_FACTOR * p.radius * corners for m, p in zip(moves, pair, strict=True)
    )
    return first, second


def line_fraction_bounds(
    scene: Scene,
    rules: SightRules,
    radii: tuple[float, float],
    heights: LineHeights,
    ends: tuple[Floats, Floats],
    ignore: Sequence[Ids],
    sign: int,
) -> list[float]:
    """Return a bound on the visible fraction of each target, judged by the lines that the rules use.

    `ends` holds the points of viewers and targets, each of shape (n, 2). If `sign` is 1, the bounds are lower
    bounds, and the scene must be enlarged. If it is -1, they are upper bounds, and the scene must be shrunk.
    """
    level = (heights.eye, heights.aim)
    if rules.lines == "centres":
        return [
            float(not blocked) for blocked in blocked_lines(scene, *_raised(ends, level), ignore, sign < 0)
        ]
    if rules.lines == "corners":
        return _corner_shares(scene, ends, radii, level, ignore, sign)
    pairs: list[tuple[BaseShape, BaseShape]] = [
        ((*start, radii[0]), (*end, radii[1]))
        for start, end in zip(ends[0].tolist(), ends[1].tolist(), strict=True)
    ]
    bands = heights.bands if rules.lines == "bodies" else ((level[0], level[0]), (level[1], level[1]))
    found = free_lines(scene, pairs, np.tile(bands, (len(pairs), 1, 1)), ignore, rules.edge_to_edge)
    return [1.0 if line else 0.0 for line in found]


def _corner_shares(
    scene: Scene,
    ends: tuple[Floats, Floats],
    radii: tuple[float, float],
    level: tuple[float, float],
    ignore: Sequence[Ids],
    sign: int,
) -> list[float]:
    """Return, for each pair of bases, the fraction of lines from the viewer's best corner that are free."""
    first, second = (np.full(len(ends[0]), radius) for radius in radii)
    corners = square_corners(*ends, first), square_corners(*ends[::-1], second)
    starts, goals = np.broadcast_arrays(corners[0][:, :, None], corners[1][:, None])
    lines = np.stack([starts, goals], axis=3)
    if sign > 0:
        lines = lengthened(lines, np.full((len(lines), 2), MAX_TOUCH_SHIFT_IN))
    places = lines.reshape(-1, 2, 2)
    excused = [ids for ids in ignore for _ in range(16)]
    clear = ~blocked_lines(scene, *_raised((places[:, 0], places[:, 1]), level), excused, sign < 0)
    return [float(share) for share in clear.reshape(-1, 4, 4).sum(axis=2).max(axis=1) / 4.0]


def are_too_deep(
    scene: Scene,
    max_depths: Mapping[str, float],
    heights: LineHeights,
    ends: tuple[Floats, Floats],
    longer: float,
) -> list[bool]:
    """Return a bool for each line between centres: True if it runs too far through terrain such as woods.

    `max_depths` gives the maximum depth in inches for each solid. `longer` is the length in inches by which
    each line is extended, or shortened if it is negative.
    """
    found = solid_intervals(scene, *_raised(ends, (heights.eye, heights.aim)))
    length = np.hypot(*(ends[0] - ends[1]).T)
    stretched = (np.maximum(length + longer, 0.0) / np.maximum(length, _SLACK)).tolist()
    slack = math.copysign(_SLACK, longer) if longer else 0.0
    sorts: dict[float, list[str]] = {}
    for key, inches in max_depths.items():
        sorts.setdefault(inches, []).append(key)
    return [
        any(length_inside(parts, keys) * by + slack > inches + TOL for inches, keys in sorts.items())
        for parts, by in zip(found, stretched, strict=True)
    ]


def _raised(ends: tuple[Floats, Floats], level: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return points in plan (n, 2) as points in space (n, 3) at the given heights."""
    first, second = (np.column_stack([at, np.full(len(at), z)]) for at, z in zip(ends, level, strict=True))
    return first, second
