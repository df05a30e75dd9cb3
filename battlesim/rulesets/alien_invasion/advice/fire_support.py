"""Where an automated faction calls fire support."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey

from ..attack.expectation import expected
from ..core.lookups import enemy_groups, faction_of, figures_of
from ..core.state import Battle
from ..support.fire_support import caught_groups, support_decision


def support_worth(state: Battle, side: SideKey, point: Point) -> int:
    """Return the expected kills on enemies of a Blast at a point, less those on friends."""
    dice, worth = faction_of(state, side).support_dice, 0
    for hit in caught_groups(state, point):
        kills = expected(state, dice, hit.figures, hit.grade)
        worth += kills if state.table.units[hit.group].side != side else -kills
    return worth


def best_support(state: Battle, side: SideKey) -> tuple[int, Point] | None:
    """Return the worth and the place of the best Blast at enemies that a side sees, None without any."""
    decision = support_decision(state, side)
    seen = (point for point in _aims(state, side) if _is_seen(state, decision, point))
    rated = [(support_worth(state, side, point), point) for point in seen]
    return max(rated, key=lambda entry: entry[0], default=None)


def _aims(state: Battle, side: SideKey) -> Iterator[Point]:
    """Yield the centres of enemy groups and of their figures."""
    for unit in enemy_groups(state, side):
        points = [figure.xy for figure in figures_of(state, unit.id)]
        xs, ys = zip(*points, strict=True)
        yield round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3)
        yield from points


def _is_seen(state: Battle, decision: PlaceTemplate, point: Point) -> bool:
    return decision.check(state, point) is None
