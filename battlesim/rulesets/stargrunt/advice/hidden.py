"""Advice on hidden units: whom to observe, when to show oneself, and whom a sniper aims at."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.mechanics.contest import MAJOR
from battlesim.mechanics.counters import is_in_store
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..attack.fire_checks import why_no_fire
from ..attack.targeting import Fire, weapons_in_reach
from ..core.lookups import counters_of, covers_of, enemy_units, hidden_enemies, is_counter, unit_of
from ..core.state import Battle
from ..ground.sight import sees_unit
from ..hidden.observe import observable_counters, observation_roll, why_cannot_observe, why_not_observed
from ..hidden.recon import recon_chance
from ..support.points import CallSupport

SPOTTING_WORTH = 0.4
"""What it is worth to know what lies under a counter, in casualties."""
FLIPPING_WORTH = 0.5
"""What it is worth to flip the counter of a unit and suppress it, in casualties."""


def unit_share(view: Battle, side: SideKey) -> float:
    """Return the share of the inverted counters of the enemies of a side that hide a unit."""
    pieces = [piece for piece in view.table.pieces.values() if piece.side != side and is_in_store(piece)]
    hidden, counters = len({piece.unit for piece in pieces}), len(hidden_enemies(view, side))
    return min(1.0, hidden / counters) if counters else 0.0


def recon_gains(view: Battle, unit: UnitId) -> dict[str, float]:
    """Return what recon by fire at each counter is worth, in casualties."""
    side, found = view.table.units[unit].side, dict[str, float]()
    for enemy in hidden_enemies(view, side):
        if not why_no_fire(view, unit, enemy.id):
            fire = Fire(unit, enemy.id, tuple(weapons_in_reach(view, unit, enemy.id)))
            found[enemy.id] = FLIPPING_WORTH * unit_share(view, side) * recon_chance(view, fire)
    return found


def spotting_worths(view: Battle, unit: UnitId) -> dict[str, float]:
    """Return what it is worth to observe each counter that a unit may observe, in casualties."""
    counters = observable_counters(view, view.table.units[unit])
    return {
        counter.id: SPOTTING_WORTH * _spotting_chance(view, unit, counter)
        for counter in counters
        if not why_not_observed(view, unit, counter)
    }


def _spotting_chance(view: Battle, unit: UnitId, counter: Piece) -> float:
    chances = observation_roll(view, unit, counter).chances()
    return sum(chance * found.dice / MAJOR for found, chance in chances.items())


def observation_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return how much a unit wants to observe."""
    if why_cannot_observe(view, unit):
        return []
    worth = max(spotting_worths(view, unit.id).values())
    return [("observe", worth, f"to learn what comes, worth {worth:.2f} casualties")]


def which_counter(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the counter that is spotted most easily."""
    worths = spotting_worths(view, unit_of(view, view.table.piece(decision.about)).id)
    ranked = sorted(worths.items(), key=lambda pair: -pair[1])
    return [Advice(key, worth, f"worth {worth:.2f} casualties") for key, worth in ranked]


def is_under_counter(view: Battle, unit: Unit) -> bool:
    """Return whether a unit is a counter, or a sniper hidden by some."""
    return bool(counters_of(view, unit.id)) or bool(covers_of(view, unit.id))


def hidden_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return what a hidden unit of people wants: to fire as a sniper, else to show itself to an enemy."""
    seen = any(sees_unit(view, unit.id, enemy.id) for enemy in enemy_units(view, unit.side))
    return [
        ("fire", 2.0, "it stays hidden unless the die shows 1"),
        ("shake_off", 1.5, "suppressed units can do little"),
        ("show", 1.0 if seen and not covers_of(view, unit.id) else 0.0, "an enemy is in sight"),
        ("stop", 0.1, "it waits"),
    ]


def which_victim(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the leader, else the first figure."""
    leaders = {unit.leader for unit in view.table.units.values()}
    keys = [option.key for option in decision.open_options]
    best = next((key for key in keys if key in leaders), keys[0])
    return [Advice(best, 1.0, "without its leader the unit wavers")]


def where_false_impacts_lie(view: Battle, decision: CallSupport) -> list[Advice]:
    """Advise a point where the enemy might expect support: at one of its units or counters, each once."""
    enemies = [p for p in view.table.standing_pieces() if p.side != decision.side]
    leaders = {unit.leader for unit in view.table.units.values()}
    points: list[Point] = [p.xy for p in enemies if is_counter(p) or p.id in leaders]
    free = [point for point in points if point not in decision.taken] or points
    return [Advice(free[0], 1.0, "the enemy may believe it")] if free else []
