"""Advice on artillery and other support: where to aim it, and how many request chits to spend."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey
from battlesim.table.units import Unit

from ..attack.fire_worth import piece_worth
from ..core.lookups import enemy_units, is_ok, ok_figures, unit_centre, unit_of
from ..core.profiles import tables
from ..core.state import Battery, Battle, Mission
from ..support.arrival import burst_losses
from ..support.missions import battery_of, due_missions
from ..support.points import CallSupport
from ..support.request import (
    batteries_of,
    chits_left,
    request_roll,
    why_cannot_request,
    why_no_mission,
)

OWN_LOSS = 2.0
"""How much worse an own casualty is than a hostile one is good."""
MARKER_WORTH = 0.5
"""What a suppression marker is worth, in casualties."""
FALLS_NEAR = 0.5
"""How much of a burst is left when its fall is not certain, on average."""
ENOUGH = 0.6
"""The chance of a request at which no more chits are spent."""


def burst_worth(view: Battle, side: SideKey, at: Point, radius: float, warhead: str) -> float:
    """Return the expected gain for a side from a burst at a point, in casualties and suppression."""
    worth, reached = 0.0, set()
    for figure, chance in burst_losses(view, at, radius, warhead):
        own = figure.side == side
        if is_ok(figure):
            worth += piece_worth(figure) * (-OWN_LOSS * chance if own else chance)
        reached.add((figure.unit, own))
    return worth + sum(-MARKER_WORTH if own else MARKER_WORTH for _, own in reached)


def _aim_points(view: Battle, side: SideKey) -> Iterator[Point]:
    """Yield the points worth aiming at: each enemy figure, and the middle of each enemy unit."""
    for enemy in enemy_units(view, side):
        yield unit_centre(view, enemy.id)
        yield from (figure.xy for figure in ok_figures(view, enemy.id))


def best_aim(view: Battle, side: SideKey, radius: float, warhead: str) -> tuple[float, Point] | None:
    """Return the expected gain of the best burst, and its point of aim; None if there is no enemy."""
    points = dict.fromkeys(_aim_points(view, side))
    worths = [(burst_worth(view, side, point, radius, warhead), point) for point in points]
    return max(worths, default=None)


def mission_worths(view: Battle, unit: Unit) -> list[tuple[float, Battery, str]]:
    """Return the expected gain of a mission by each battery with each warhead, best first."""
    found = []
    for battery in batteries_of(view, unit.side):
        radius = tables().burst[battery.size].radius
        for warhead in () if why_no_mission(battery) else battery.warheads:
            if best := best_aim(view, unit.side, radius, warhead):
                worth = best[0] * (1.0 + FALLS_NEAR * (battery.rounds - 1))
                found.append((worth, battery, warhead))
    return sorted(found, key=lambda each: -each[0])


def request_chance(view: Battle, unit: Unit, battery: Battery, chits: int) -> float:
    """Return the chance that a request for support succeeds with a number of chits."""
    return request_roll(unit, battery, chits).chances().get(1, 0.0)


def chits_to_spend(view: Battle, unit: Unit, battery: Battery) -> int:
    """Return the smallest number of chits that makes a request likely to succeed, else all chits."""
    left = chits_left(view, unit.side)
    likely = (n for n in range(left + 1) if request_chance(view, unit, battery, n) >= ENOUGH)
    return next(likely, left)


def support_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return a unit's score for the action of calling for support."""
    if why_cannot_request(view, unit):
        return []
    wishes = []
    for whole, battery, _ in mission_worths(view, unit)[:1]:
        worth = FALLS_NEAR * whole * request_chance(view, unit, battery, chits_to_spend(view, unit, battery))
        wishes.append(("request", worth, f"support worth {worth:.2f} casualties"))
    return wishes


def which_battery(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice on the battery and warhead with the highest expected gain."""
    worths = mission_worths(view, unit_of(view, view.table.piece(decision.about)))
    keys = {(option.to[0], option.act): option.key for option in decision.open_options if option.to}
    return [
        Advice(keys[battery.id, warhead], worth, f"worth {worth:.2f} casualties")
        for worth, battery, warhead in worths
    ]


def where_to_fall(view: Battle, decision: CallSupport) -> list[Advice]:
    """Return advice to aim a burst at the point with the highest expected gain."""
    best = best_aim(view, decision.side, decision.radius, decision.warhead)
    return [Advice(best[1], best[0], f"worth {best[0]:.2f} casualties")] if best else []


def how_many_rounds(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to fire all the tubes of a battery."""
    return [Advice(decision.options[-1].key, 1.0, "every round counts")]


def how_many_chits(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to spend as many chits as make the request likely to succeed."""
    unit = unit_of(view, view.table.piece(decision.about))
    return [
        Advice(str(chits_to_spend(view, unit, battery)), worth, f"{ENOUGH:.0%} are enough")
        for worth, battery, _ in mission_worths(view, unit)[:1]
    ]


def mission_advice(view: Battle, side: SideKey) -> list[Advice]:
    """Return advice to activate missions that are due early where they hurt the enemy, otherwise late."""
    return [_arrival_advice(view, side, mission) for mission in due_missions(view, side)]


def _arrival_advice(view: Battle, side: SideKey, mission: Mission) -> Advice:
    radius = tables().burst[battery_of(view, mission).size].radius
    worth = burst_worth(view, side, mission.at, radius, mission.warhead)
    return Advice(mission.id, worth, f"support worth {worth:.2f} casualties")
