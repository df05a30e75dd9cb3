"""Advice on hidden units: what to observe, when to reveal a unit, and what a sniper aims at."""

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
from ..core.hidden_units import counters_of, covers_of, hidden_enemies
from ..core.lookups import enemy_units, is_counter, unit_of
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
    """Return the fraction of the enemy's face-down counters that hide a unit."""
    pieces = [piece for piece in view.table.pieces.values() if piece.side != side and is_in_store(piece)]
    hidden, counters = len({piece.unit for piece in pieces}), len(hidden_enemies(view, side))
    return min(1.0, hidden / counters) if counters else 0.0


def recon_gains(view: Battle, unit: UnitId) -> dict[str, float]:
    """Return the expected gain, in casualties, of reconnaissance by fire at each enemy counter."""
    side, found = view.table.units[unit].side, dict[str, float]()
    for enemy in hidden_enemies(view, side):
        if not why_no_fire(view, unit, enemy.id):
            fire = Fire(unit, enemy.id, tuple(weapons_in_reach(view, unit, enemy.id)))
            found[enemy.id] = FLIPPING_WORTH * unit_share(view, side) * recon_chance(view, fire)
    return found


def spotting_worths(view: Battle, unit: UnitId) -> dict[str, float]:
    """Return the expected gain, in casualties, of observing each enemy counter."""
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
    """Return a unit's score for the action of observing enemy counters."""
    if why_cannot_observe(view, unit):
        return []
    worth = max(spotting_worths(view, unit.id).values())
    return [("observe", worth, f"to learn what comes, worth {worth:.2f} casualties")]


def which_counter(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to observe the enemy counter that is easiest to spot."""
    worths = spotting_worths(view, unit_of(view, view.table.piece(decision.about)).id)
    ranked = sorted(worths.items(), key=lambda pair: -pair[1])
    return [Advice(key, worth, f"worth {worth:.2f} casualties") for key, worth in ranked]


def is_under_counter(view: Battle, unit: Unit) -> bool:
    """Return whether a unit is still represented by a counter, or is a sniper hidden among counters."""
    return bool(counters_of(view, unit.id)) or bool(covers_of(view, unit.id))


def hidden_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions that a hidden human unit considers: sniping, or revealing itself to an enemy."""
    seen = any(sees_unit(view, unit.id, enemy.id) for enemy in enemy_units(view, unit.side))
    return [
        ("fire", 2.0, "it stays hidden unless the die shows 1"),
        ("shake_off", 1.5, "suppressed units can do little"),
        ("show", 1.0 if seen and not covers_of(view, unit.id) else 0.0, "an enemy is in sight"),
        ("stop", 0.1, "it waits"),
    ]


def which_victim(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice that a sniper should shoot the leader, else the first figure."""
    leaders = {unit.leader for unit in view.table.units.values()}
    keys = [option.key for option in decision.open_options]
    best = next((key for key in keys if key in leaders), keys[0])
    return [Advice(best, 1.0, "without its leader the unit wavers")]


def where_false_impacts_lie(view: Battle, decision: CallSupport) -> list[Advice]:
    """Return advice to place a false impact marker on an enemy that none has been placed on so far."""
    enemies = [p for p in view.table.standing_pieces() if p.side != decision.side]
    leaders = {unit.leader for unit in view.table.units.values()}
    points: list[Point] = [p.xy for p in enemies if is_counter(p) or p.id in leaders]
    free = [point for point in points if point not in decision.taken] or points
    return [Advice(free[0], 1.0, "the enemy may believe it")] if free else []
