"""Cover from terrain that contains a target or that the line of sight crosses close to its base.

The grade of this cover does not depend on how much of the target is hidden. Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from battlesim.geometry.edge_distances import depth_on_segment, is_point_in_shape, segment_gap_to_shape
from battlesim.geometry.shapes import Point, ring_bounds
from battlesim.rulings.sight_rules import Cover, SightRules
from battlesim.table.terrain import Ground, Terrain

COVER_GRADES: tuple[Cover, ...] = ("none", "partial", "full")
Bounds = tuple[float, float, float, float]


class CoveringTerrain(NamedTuple):
    """A piece of terrain that gives cover, with the grade of the cover and its bounding box in inches."""

    terrain: Terrain
    grade: Cover
    bounds: Bounds


def ground_cover(
    ground: Ground, rules: SightRules, seen_from: Point, target: Point, radius: float
) -> tuple[Cover, tuple[str, ...]]:
    """Return the best cover that terrain gives a target against a viewer, and the ids of the terrain."""
    line, reach = line_near_base(rules, seen_from, target, radius), radius + rules.near_cover_within
    given = {
        terrain.id: grade
        for terrain, grade, bounds in covering_terrain(ground, rules)
        if _is_close(bounds, target, reach)
        and (is_point_in_shape(*target, terrain.rings) or segment_gap_to_shape(*line, terrain.rings) == 0.0)
    }
    best = best_cover(given.values())
    return best, tuple(key for key, grade in given.items() if grade == best)


def covering_terrain(ground: Ground, rules: SightRules) -> list[CoveringTerrain]:
    """Return the terrain that gives cover to pieces in or behind it. The result is cached."""
    if not rules.near_cover:
        return []
    found: list[CoveringTerrain] = ground.cached_value(
        ("ground cover", tuple(rules.near_cover.items())), lambda: _graded_terrain(ground, rules.near_cover)
    )
    return found


def _graded_terrain(ground: Ground, grades: Mapping[str, Cover]) -> list[CoveringTerrain]:
    each = (
        CoveringTerrain(terrain, _named_grade(grades, terrain), ring_bounds(terrain.rings[0]))
        for terrain in ground.terrain
    )
    return [covering for covering in each if covering.grade != "none"]


def _named_grade(grades: Mapping[str, Cover], terrain: Terrain) -> Cover:
    return best_cover(grades[word] for word in (terrain.kind, *terrain.traits) if word in grades)


def _is_close(bounds: Bounds, point: Point, inches: float) -> bool:
    """Return whether a point is inside a bounding box grown by `inches` on all sides."""
    (x0, y0, x1, y1), (x, y) = bounds, point
    return x0 - inches <= x <= x1 + inches and y0 - inches <= y <= y1 + inches


def best_cover(grades: Iterable[Cover]) -> Cover:
    """Return the best of the given grades of cover, or "none" if there are no grades."""
    return max(grades, key=COVER_GRADES.index, default="none")


def line_near_base(rules: SightRules, seen_from: Point, target: Point, radius: float) -> tuple[Point, Point]:
    """Return the part of the line of sight so close to the target that terrain on it gives cover."""
    (x, y), (x0, y0) = target, seen_from
    away = math.dist(target, seen_from)
    part = min(1.0, (radius + rules.near_cover_within) / away) if away else 0.0
    return (x + (x0 - x) * part, y + (y0 - y) * part), target


def ground_cover_slack(
    ground: Ground, rules: SightRules, seen_from: Point, target: Point, radius: float, is_target_moved: bool
) -> float:
    """Return a distance in inches that a piece can move without changing the cover of a target from terrain.

    A move by d, at most half the distance between the pieces, turns the line of sight by at most pi d / (2
    distance). It shifts the points of the line within r inches of the target by at most r times that angle.
    If the target moves, or if the viewer may come closer than r, these points also shift by d.
    """
    grade, _ = ground_cover(ground, rules, seen_from, target, radius)
    line, away = line_near_base(rules, seen_from, target, radius), math.dist(seen_from, target)
    if not away:
        return 0.0
    held, gaps = 0.0 if grade != "none" else math.inf, [math.inf]
    for terrain, other, _ in covering_terrain(ground, rules):
        if other == grade:
            held = max(held, depth_on_segment(*line, terrain.rings))
        elif COVER_GRADES.index(other) > COVER_GRADES.index(grade):
            gaps.append(segment_gap_to_shape(*line, terrain.rings))
    reach = radius + rules.near_cover_within
    sway = math.pi * reach / away + float(is_target_moved or away < 2.0 * reach)
    return min(away / 2.0, min(held, *gaps) / sway)
