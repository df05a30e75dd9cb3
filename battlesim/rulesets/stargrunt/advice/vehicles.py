"""Advice for vehicles: fight from the second range band of the gun, and avoid claws."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..assault.claws import has_claws
from ..attack.heavy_fire import heavy_band_length
from ..attack.targeting import band_length, carried_weapons, weapon_of
from ..core.lookups import enemy_units, ok_figures
from ..core.state import Battle
from ..core.vehicles import vehicle_of
from ..ground.shelter import exit_of
from ..ground.sight import sees_unit

FIGHTS_IN_BAND = 2
FEARS_CLAWS_IN = 12.0
"""How near a vehicle lets figures with claws come, inches."""
INSIDE_IN = 1.0
"""How far inside its band a vehicle stops, inches."""
SUPPRESSED_WORTH, AFOOT_WORTH = 0.08, 9.0
"""What it is worth to a vehicle and to others to be rid of a suppression marker, in casualties."""


def fighting_range(view: Battle, unit: Unit, target: UnitId) -> float:
    """Return the distance in inches from which a vehicle should fight a target, or 0 if it has no weapon."""
    own = [weapon_of(key) for key in carried_weapons(view, unit.id)]
    bands = [heavy_band_length(view, target, w) if w.size else band_length(unit) for w in own]
    return FIGHTS_IN_BAND * max(bands, default=0.0)


def fighting_goal(view: Battle, unit: Unit) -> Point | None:
    """Return the point from which a vehicle should fight: away from claws, or within its gun's range.

    Return None for a unit on foot, a vehicle without a working weapon, and one that is in a good position.
    """
    vehicle = vehicle_of(view, unit.id)
    foe = _nearest_foe(view, vehicle) if vehicle else None
    if vehicle is None or foe is None:
        return None
    away, reach = math.dist(vehicle.xy, foe.xy), fighting_range(view, unit, foe.unit)
    if has_claws(foe) and away < FEARS_CLAWS_IN:
        return _on_line(view, foe.xy, vehicle.xy, 2.0 * FEARS_CLAWS_IN)
    sees = sees_unit(view, unit.id, foe.unit)
    if not reach or (sees and away <= reach):
        return None
    return _on_line(view, foe.xy, vehicle.xy, reach - INSIDE_IN) if away > reach else foe.xy


def holds_its_range(view: Battle, unit: Unit) -> bool:
    """Return whether an armed vehicle has no reason to move."""
    leaves = exit_of(view, unit.side) is not None
    armed = vehicle_of(view, unit.id) is not None and bool(carried_weapons(view, unit.id))
    return armed and not leaves and fighting_goal(view, unit) is None


def shake_off_worth(view: Battle, unit: Unit) -> float:
    """Return a unit's score for removing a suppression marker, which is low for vehicles."""
    return SUPPRESSED_WORTH if vehicle_of(view, unit.id) else AFOOT_WORTH


def _nearest_foe(view: Battle, vehicle: Piece) -> Piece | None:
    foes = [p for enemy in enemy_units(view, vehicle.side) for p in ok_figures(view, enemy.id)]
    return min(foes, key=lambda piece: (math.dist(piece.xy, vehicle.xy), piece.id), default=None)


def _on_line(view: Battle, foe: Point, here: Point, inches: float) -> Point:
    """Return the point of the table so far from a foe on the line to a place."""
    away = math.dist(foe, here) or 1.0
    x, y = (a + (b - a) * inches / away for a, b in zip(foe, here, strict=True))
    ground = view.table.ground
    return min(max(x, 0.0), ground.width), min(max(y, 0.0), ground.height)
