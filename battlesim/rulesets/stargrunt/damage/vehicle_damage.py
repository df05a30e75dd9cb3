"""Hits on vehicles: the dice, and their effect on the vehicle and its occupants."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_fit
from ..core.marks import DESTROYED, DISABLED, IMMOBILISED, SYSTEMS_HIT
from ..core.profiles import tables
from ..core.state import Game
from ..core.vehicles import occupants, vehicle_data
from ..electronics.systems import switch_off
from ..morale.confidence import test_after_fire
from .bail_out import disembark_all
from .occupant_losses import abandon_if_crewless, roll_for_occupants
from .penetration import (
    DESTROYS,
    DISABLES,
    HEAVY,
    SMALL_ARMS,
    SUSPENSION,
    Damage,
    VehicleHit,
    VehicleNumbers,
    hit_effect,
)

SYSTEMS = "SG-NPH-05"
LOSSES: Mapping[Damage, tuple[str, str]] = {
    "disabled": (DISABLED, DISABLES),
    "destroyed": (DESTROYED, DESTROYS),
}
"""The marks of vehicles that are lost, each with its rule."""


def vehicle_numbers(vehicle: Piece) -> VehicleNumbers:
    """Return the numbers that a vehicle rolls with. Raises ValueError if the piece is not a vehicle.

    Some kinds have no suspension that can be hit.
    """
    data = vehicle_data(vehicle)
    if data is None:
        raise ValueError(f"{vehicle.id} is no vehicle")
    return VehicleNumbers(data.armour_class, tables().suspension.get(data.suspension, 0))


def strike_vehicle(play: Play[Game], vehicle: str, hit: VehicleHit, by: str) -> Script[Damage]:
    """Roll for the damage of a hit, apply it to a vehicle and its occupants, and return it.

    Passengers who must get out take their test here; the crew's test is left to the attack.
    """
    piece = play.state.table.piece(vehicle)
    text = phrase("a hit on {vehicle}", piece.name)
    rule = HEAVY if hit.size else SMALL_ARMS
    damage = yield from roll_script(play, hit_effect(hit, vehicle_numbers(piece)), text, rule=rule, by=by)
    if damage == "immobilised":
        set_mark(play, [vehicle], IMMOBILISED, 1, SUSPENSION)
    elif damage == "systems":
        set_mark(play, [vehicle], SYSTEMS_HIT, 1, SYSTEMS)
        switch_off(play, piece.unit)
    elif damage in ("injured", "disabled", "destroyed"):
        yield from _harm_occupants(play, piece, hit, damage, by)
    return damage


def _harm_occupants(
    play: Play[Game], vehicle: Piece, hit: VehicleHit, damage: Damage, by: str
) -> Script[None]:
    """Have the occupants roll, get out of a vehicle that is lost, and the units of passengers test.

    Rules: SG-GAP-97.
    """
    aboard = [piece for piece in occupants(play.state, vehicle.id) if is_fit(piece)]
    if lost := LOSSES.get(damage):
        set_mark(play, [vehicle.id], lost[0], 1, lost[1])
    yield from roll_for_occupants(play, vehicle.id, hit.size, damage == "destroyed", by)
    if lost:
        disembark_all(play, vehicle.id)
    else:
        abandon_if_crewless(play, vehicle.id)
    for unit in dict.fromkeys(piece.unit for piece in aboard if piece.unit != vehicle.unit):
        own = [piece for piece in aboard if piece.unit == unit]
        yield from test_after_fire(play, unit, own, suppressed=bool(lost), least_lost=int(bool(lost)))
