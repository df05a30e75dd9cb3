"""Targets of fire actions: the weapons and figures that fire, the range, and why others cannot."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from battlesim.behaviour.advice import mean_point
from battlesim.geometry.constants import TOL
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.compound_names import compound_name, kind_of
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.lookups import figure_weapons, figures_of, ok_figures, quality_die
from ..core.marks import SYSTEMS_HIT
from ..core.profiles import Weapon, weapons
from ..core.state import Battle
from ..ground.sight import seen_pairs

TARGETS = "SG-GAP-17"
RANGES = "SG-GAP-19"
CLOSE_ONLY = "SG-GAP-08"


class Fire(NamedTuple):
    """A fire action: a unit, its target and its weapons.

    Small arms of a type count as one weapon; a support weapon is named with its carrier, as in "saw:s4".
    """

    unit: UnitId
    target: UnitId
    weapons: tuple[str, ...]


def weapon_of(key: str) -> Weapon:
    """Return the weapon with the given key in a fire action."""
    return weapons()[kind_of(key)]


def carried_weapons(state: Battle, unit: UnitId) -> dict[str, list[Piece]]:
    """Return the working weapons of a unit, each with the figures that can fire it."""
    found: dict[str, list[Piece]] = {}
    busy = state.game.carriers
    free = (p for p in ok_figures(state, unit) if p.id not in busy and not p.has_mark(SYSTEMS_HIT))
    for piece in free:
        for key, weapon in figure_weapons(state, piece).items():
            name = key if weapon.is_small_arm else compound_name(key, piece.id)
            found.setdefault(name, []).append(piece)
    return found


def fired_name(unit: UnitId, weapon: str) -> str:
    """Return the name by which a unit's weapon is recorded as fired."""
    return f"{unit} {weapon}"


def ready_weapons(state: Battle, unit: UnitId) -> dict[str, list[Piece]]:
    """Return the weapons of a unit that have not fired this turn and are not used up (SG-ACT-03).

    Rules: SG-GAP-156.
    """
    spent = {*state.game.fired, *state.game.used}
    return {
        key: own for key, own in carried_weapons(state, unit).items() if fired_name(unit, key) not in spent
    }


def band_length(firer: Unit) -> float:
    """Return the length of a unit's range band in inches (SG-SMA-02, SG-SUW-02)."""
    return float(quality_die(firer))


class Engagement(NamedTuple):
    """The figures that fire, the figures of the target that they see, and the range in inches."""

    firers: list[Piece]
    targets: list[Piece]
    distance: float


def engagement(state: Battle, unit: UnitId, target: UnitId, firers: list[Piece]) -> Engagement | None:
    """Return which of the given figures fire at a unit, and at what range; None if none of them sees it."""
    able = {piece.id for piece in firers}
    pairs = [pair for pair in seen_pairs(state, unit, target) if pair[0] in able]
    viewers, shown = {viewer for viewer, _ in pairs}, {other for _, other in pairs}
    seeing = [piece for piece in firers if piece.id in viewers]
    seen = [piece for piece in figures_of(state, target) if piece.id in shown]
    if not seeing:
        return None
    return Engagement(seeing, seen, _distance(state, seeing, seen))


def _distance(state: Battle, firers: list[Piece], targets: list[Piece]) -> float:
    """Return the range of a fire action, by the centres of both groups or optionally the nearest bases."""
    if state.game.parameters.measures_centres:
        return math.dist(mean_point([p.xy for p in firers]), mean_point([p.xy for p in targets]))
    return min(piece_gap(state.table, firer, target) for firer in firers for target in targets)


def range_band(distance: float, band: float) -> int:
    """Return the number of the range band at a distance, counted from 1 for the nearest."""
    return max(1, math.ceil((distance - TOL) / band))


def weapons_in_reach(state: Battle, unit: UnitId, target: UnitId) -> dict[str, list[Piece]]:
    """Return the ready weapons of a unit that reach a target, each with the figures that see it."""
    return weapons_that_reach(state, unit, target, ready_weapons(state, unit))


def weapons_together(state: Battle, reach: Mapping[str, list[Piece]]) -> tuple[str, ...]:
    """Return the weapons that can fire together; an option allows only one type of small arms."""
    small = {
        key: weapon_of(key).firepower * len(own) for key, own in reach.items() if weapon_of(key).is_small_arm
    }
    if not small or not state.game.parameters.one_type_of_small_arms:
        return tuple(reach)
    strongest = max(small, key=lambda key: (small[key], key))
    return tuple(key for key in reach if key == strongest or key not in small)


def joint_fire(state: Battle, unit: UnitId, target: UnitId) -> Fire:
    """Return a unit's fire action against a target with all weapons that can fire together."""
    return Fire(unit, target, weapons_together(state, weapons_in_reach(state, unit, target)))


def weapons_that_reach(
    state: Battle, unit: UnitId, target: UnitId, carried: Mapping[str, list[Piece]]
) -> dict[str, list[Piece]]:
    """Return those of the carried weapons that reach a target, each with the figures that see it."""
    found = {}
    for key, own in carried.items():
        engaged = engagement(state, unit, target, own)
        if engaged is None:
            continue
        band = range_band(engaged.distance, band_length(state.table.units[unit]))
        if band == 1 or not weapon_of(key).close:  # SG-WPN-20
            found[key] = engaged.firers
    return found
