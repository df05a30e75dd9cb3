"""Fire at vehicles: the hits that it makes, and its resolution."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import Successes
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import leader_of, people_of
from ..core.state import Battle, Game
from ..damage.bail_out import test_if_immobilised
from ..damage.penetration import VehicleHit, hits_by_degree
from ..damage.vehicle_damage import strike_vehicle
from ..morale.confidence import test_after_fire
from ..morale.suppression import suppress
from .fire_roll import FIRE, fire_impact, fire_roll
from .heavy_fire import heavy_weapon
from .targeting import Fire, weapon_of

AS_SMALL_ARMS, SUPPRESSES = "SG-GAP-93", "SG-GAP-165"
SUPPRESSED_BY_ONE = "SG-SAV-01"
SUPPORT_SIZE = 1
"""The weapon size of starred support weapons for the occupants of a vehicle."""


def vehicle_hits(state: Battle, fire: Fire) -> Mapping[int, VehicleHit]:
    """Return the hit on a vehicle of each degree of success of a fire action.

    Support weapons that are not for point targets, and all that join small arms, hit as small arms.
    """
    if heavy := heavy_weapon(fire):
        return hits_by_degree(heavy.impact, heavy.factor, heavy.size)
    starred = all(weapon_of(key).point for key in fire.weapons)
    return hits_by_degree(fire_impact(state, fire), 1, SUPPORT_SIZE if starred else 0)


def fire_at_vehicle(play: Play[Game], fire: Fire, vehicle: Piece, seen: Battle | None = None) -> Script[None]:
    """Roll a fire action at a vehicle and apply it; any success suppresses, once."""
    state, crew = seen or play.state, people_of(play.state, fire.target)
    by = leader_of(state, fire.unit).id
    text = phrase("{} at {}", state.table.units[fire.unit].name, vehicle.name)
    hits = vehicle_hits(state, fire)
    found: Successes = yield from roll_script(
        play, single_roll(fire_roll(state, fire)), text, rule=FIRE, by=by
    )
    if not found.dice:
        return
    suppress(play, fire.target, SUPPRESSES)
    if hit := hits.get(found.dice):
        yield from strike_vehicle(play, vehicle.id, hit, by)
    yield from test_after_fire(play, fire.target, crew, suppressed=True)
    yield from test_if_immobilised(play, vehicle)
