"""The value of fire actions, and a unit's best one, for advice and previews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import has_tag, ok_figures
from ..core.state import Battle
from ..core.vehicles import is_vehicle, vehicle_of
from ..damage.penetration import Damage
from .casualty_odds import fire_odds
from .fire_choices import possible_fires
from .targeting import Fire, weapon_of
from .vehicle_odds import vehicle_odds

SUPPRESSION_WORTH = 0.5
"""What a suppression marker is worth, in casualties."""
DAMAGE_WORTH: Mapping[Damage, float] = {
    "systems": 1.0,
    "immobilised": 1.5,
    "disabled": 4.0,
    "destroyed": 4.5,
}
"""What damage to a vehicle is worth beside its suppression, in casualties."""
ARMOURED_WORTH = 6.0
"""What a figure in power armour, or a large alien, is worth, in casualties."""
ROCKET_COST = 0.8
"""What a weapon of one shot is worth if it is kept, in casualties."""


def candidate_fires(state: Battle, unit: UnitId, target: UnitId) -> Iterator[Fire]:
    """Yield fire actions with all weapons, without single-shot weapons, and with point weapons only."""
    for fire in possible_fires(state, unit, target):
        for keys in (
            fire.weapons,
            tuple(key for key in fire.weapons if not weapon_of(key).shots),
            tuple(key for key in fire.weapons if weapon_of(key).point),
        ):
            if keys:
                yield Fire(unit, target, keys)


def piece_worth(piece: Piece) -> float:
    """Return the value of a piece, in casualties."""
    if is_vehicle(piece):
        return DAMAGE_WORTH["disabled"]
    return ARMOURED_WORTH if has_tag(piece, "power_armour") else 1.0


def fire_worth(state: Battle, fire: Fire) -> float:
    """Return the expected gain of a fire action, in casualties."""
    spent = ROCKET_COST * sum(1 for key in fire.weapons if weapon_of(key).shots)
    if vehicle := vehicle_of(state, fire.target):
        vehicle_chances = vehicle_odds(state, fire, vehicle)
        damage = sum(DAMAGE_WORTH.get(kind, 0.0) * p for kind, p in vehicle_chances.damage.items())
        suppressed = 1.0 - vehicle_chances.chance("none")
        return damage + vehicle_chances.casualties + SUPPRESSION_WORTH * suppressed - spent
    odds = fire_odds(state, fire)
    each = max(map(piece_worth, ok_figures(state, fire.target)), default=1.0)
    return each * odds.expected + SUPPRESSION_WORTH * odds.suppressed - spent


def best_fire(state: Battle, unit: UnitId, target: UnitId) -> tuple[Fire, float] | None:
    """Return a unit's best fire action against a target and its expected gain, or None if there is none."""
    found = {fire: fire_worth(state, fire) for fire in dict.fromkeys(candidate_fires(state, unit, target))}
    best = max(found, key=lambda fire: (found[fire], len(fire.weapons)), default=None)
    return (best, found[best]) if best else None
