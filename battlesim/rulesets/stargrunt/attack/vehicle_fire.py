"""Fire at vehicles: the hits of a fire action and their effect."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import leader_of, people_of
from ..core.state import Battle, Game
from ..damage.bail_out import test_if_immobilised
from ..damage.penetration import VehicleHit, hits_by_degree
from ..damage.vehicle_damage import strike_vehicle
from ..hidden.reveal import show_sniper
from ..morale.confidence import test_after_fire
from ..morale.suppression import suppress
from .fire_roll import FIRE, fire_factor, fire_impact, fire_roll
from .heavy_fire import heavy_weapon, roll_opposed
from .sniping import is_sniping, roll_shot
from .targeting import Fire, weapon_of

SUPPRESSES = "SG-GAP-165"
SUPPORT_SIZE = 1
"""The weapon size of starred support weapons for the occupants of a vehicle."""


def vehicle_hits(state: Battle, fire: Fire) -> Mapping[int, VehicleHit]:
    """Return the hit on a vehicle for each degree of success of a fire action.

    Support weapons hit as small arms if they fire with small arms or are not meant for point targets.

    Rules: SG-GAP-93.
    """
    if heavy := heavy_weapon(fire):
        return hits_by_degree(heavy.impact, heavy.factor, heavy.size)
    starred = all(weapon_of(key).point for key in fire.weapons)
    return hits_by_degree(fire_impact(state, fire), fire_factor(fire), SUPPORT_SIZE if starred else 0)


def fire_at_vehicle(play: Play[Game], fire: Fire, vehicle: Piece, seen: Battle | None = None) -> Script[None]:
    """Roll a fire action at a vehicle and apply the damage; any success also suppresses it once.

    Rules: SG-SAV-01.
    """
    state, crew = seen or play.state, people_of(play.state, fire.target)
    by = leader_of(state, fire.unit).id
    hits, roll, shown = vehicle_hits(state, fire), fire_roll(state, fire), False
    if is_sniping(state, fire):
        found, _, shown = yield from roll_shot(play, fire, roll, (), by, FIRE)
    else:
        text = phrase("{} at {}", state.table.units[fire.unit].name, vehicle.name)
        found = yield from roll_opposed(play, fire, roll, text, by)
    if found.dice:
        suppress(play, fire.target, SUPPRESSES)
        if hit := hits.get(found.dice):
            yield from strike_vehicle(play, vehicle.id, hit, by)
        yield from test_after_fire(play, fire.target, crew, suppressed=True)
        yield from test_if_immobilised(play, vehicle)
    if shown:
        yield from show_sniper(play, fire.unit)
