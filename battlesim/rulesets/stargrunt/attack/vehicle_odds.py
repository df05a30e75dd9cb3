"""The exact odds of a fire action at a vehicle: its damage, and the casualties aboard."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.mechanics.chance import exact_chances
from battlesim.table.pieces import Piece

from ..core.lookups import is_fit
from ..core.state import Battle
from ..core.vehicles import occupants
from ..damage.occupant_losses import armour_die
from ..damage.occupants import occupant_fate
from ..damage.penetration import Damage, damage_chances
from ..damage.vehicle_damage import vehicle_numbers
from .fire_choices import is_wasted
from .fire_roll import fire_roll
from .targeting import Fire
from .vehicle_fire import vehicle_hits

HARMFUL: tuple[Damage, ...] = ("injured", "disabled", "destroyed")
"""What makes those aboard roll."""


class VehicleOdds(NamedTuple):
    """The chance of each kind of damage to a vehicle, and the expected casualties among those aboard."""

    damage: dict[Damage, float]
    casualties: float

    def chance(self, *damages: Damage) -> float:
        """Return the chance that the vehicle suffers one of the given kinds of damage."""
        return sum(self.damage.get(damage, 0.0) for damage in damages)


def vehicle_odds(state: Battle, fire: Fire, vehicle: Piece) -> VehicleOdds:
    """Return the exact odds of a fire action at a vehicle."""
    if is_wasted(state, fire):
        return VehicleOdds({"none": 1.0}, 0.0)
    degrees = dict.fromkeys(range(3), 0.0)
    for found, chance in fire_roll(state, fire).chances().items():
        degrees[found.dice] += chance
    hits = vehicle_hits(state, fire)
    damage = damage_chances(degrees, hits, vehicle_numbers(vehicle))
    size = max(hit.size for hit in hits.values())
    aboard = [armour_die(piece) for piece in occupants(state, vehicle.id) if is_fit(piece)]
    lost = sum(
        damage.get(kind, 0.0) * _casualty_chance(armour, size, kind == "destroyed")
        for kind in HARMFUL
        for armour in aboard
    )
    return VehicleOdds(damage, lost)


def _casualty_chance(armour: int, size: int, destroyed: bool) -> float:
    fates = exact_chances(lambda: occupant_fate(armour, size, destroyed))
    return 1.0 - fates.get("unhurt", 0.0)
