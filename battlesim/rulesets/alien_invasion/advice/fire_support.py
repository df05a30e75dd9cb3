"""Where an automated faction places a Blast: fire support, or that of a special act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from battlesim.engine.decisions import Confirm
from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId

from ..actions.special_action import throw_decision
from ..attack.expectation import expected, kills_text
from ..attack.placed_blasts import caught_groups
from ..core.lookups import enemy_groups, faction_of, figures_of, groups_of
from ..core.state import FOG, Battle
from ..support.fire_support import support_decision
from .running import ELSE

USUAL_DICE = 4
"""The dice for which a place is looked for: it is the same for most numbers."""
SIGHT_STEPS = 8
"""Into how many parts a line from an enemy to a friend is divided to find a point that is seen."""


def blast_worth(state: Battle, side: SideKey, point: Point, dice: int) -> int:
    """Return the expected kills of a Blast at a point among enemies, minus those among friends."""
    worth = 0
    for hit in caught_groups(state, point):
        kills = expected(state, dice, hit.figures, hit.grade)
        worth += kills if state.table.units[hit.group].side != side else -kills
    return worth


def best_support(state: Battle, side: SideKey) -> tuple[int, Point] | None:
    """Return the value and the point of the best Blast at enemies that a side sees, or None."""
    dice = faction_of(state, side).support_dice
    key = ("alien_invasion: support", side, state.game.combats, state.game.count(FOG))
    return state.table.cached_value(key, lambda: best_point(state, support_decision(state, side), dice))


def best_throw(state: Battle, group: UnitId, dice: int) -> tuple[int, Point] | None:
    """Return the value and the point of the best Blast of a group's special act, or None if there is none."""
    return best_point(state, throw_decision(state, group), dice)


def best_point(state: Battle, decision: PlaceTemplate, dice: int) -> tuple[int, Point] | None:
    """Return the best point at which a Blast may be placed, with its value, or None if there is none."""
    aims = (point for point in _aims(state, decision.side) if decision.check(state, point) is None)
    rated = [(blast_worth(state, decision.side, point, dice), point) for point in aims]
    return max(rated, key=lambda entry: entry[0], default=None)


def _aims(state: Battle, side: SideKey) -> Iterator[Point]:
    """Yield the centres of enemy groups and of their figures."""
    for unit in enemy_groups(state, side):
        points = [figure.xy for figure in figures_of(state, unit.id)]
        xs, ys = zip(*points, strict=True)
        yield round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3)
        yield from points


def advise_support(view: Battle, decision: Confirm) -> list[Advice]:
    """Return advice to call fire support if it is expected to kill more enemies than friends."""
    best = best_support(view, decision.side)
    wanted = best is not None and best[0] > 0
    return [Advice(wanted, 1.0, f"{ELSE}: {kills_text(best[0] if best else 0)}")]


def advise_support_point(view: Battle, decision: PlaceTemplate) -> list[Advice]:
    """Advise fire support where most enemies are expected to fall, else where it harms no friend."""
    best = best_support(view, decision.side)
    if best is not None:
        return [Advice(best[1], 1.0, f"{ELSE}: where most fall")]
    return [Advice(_harmless_point(view, decision), 1.0, f"{ELSE}: no enemy is in sight")]


def _harmless_point(view: Battle, decision: PlaceTemplate) -> Point:
    """Return a point in sight toward the enemies at which no friend is expected to fall, or the default."""
    side = decision.side
    friends = [figures_of(view, unit.id)[0].xy for unit in groups_of(view, side)]
    for part in range(1, SIGHT_STEPS):
        for (x0, y0), (x1, y1) in product(_aims(view, side), friends):
            point = x0 + (x1 - x0) * part / SIGHT_STEPS, y0 + (y1 - y0) * part / SIGHT_STEPS
            if decision.check(view, point) is None and blast_worth(view, side, point, USUAL_DICE) >= 0:
                return point
    return decision.default(view)


def advise_throw(view: Battle, decision: PlaceTemplate) -> list[Advice]:
    """Return advice to place the Blast of a special act where most enemies are expected to fall."""
    best = best_throw(view, UnitId(decision.about), USUAL_DICE)
    return [Advice(best[1] if best else decision.default(view), 1.0, f"{ELSE}: where most fall")]
