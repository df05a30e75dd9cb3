"""Close assaults on vehicles by aliens with claws."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import DieTag
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.lookups import figure_profile, has_tag, ok_figures, quality_die, unit_of
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..damage.bail_out import test_if_immobilised
from ..damage.penetration import Damage, damage_chances, hits_by_degree
from ..damage.vehicle_damage import strike_vehicle, vehicle_numbers
from ..morale.confidence import take_confidence_test

CLAWS = "SG-GAP-129"
HULL_SIDES, CLAW_SIDES = 4, 8
CLAW_HITS = hits_by_degree(impact=12, factor=1, size=2)
CREW_THREAT = 3
CONTACT_IN = 0.02
"""The largest gap in inches from which a figure claws at a hull."""


def has_claws(figure: Piece) -> bool:
    """Return whether a figure can damage a vehicle in a close assault."""
    return bool(figure_profile(figure).close_combat) and has_tag(figure, "alien")


def why_no_claws(state: Battle, unit: Unit, target: Unit) -> AnyText:
    """Return why a unit cannot assault a vehicle, or "" if it can or the target is not a vehicle."""
    if vehicle_of(state, target.id) is None or any(map(has_claws, ok_figures(state, unit.id))):
        return ""
    return "a vehicle cannot be assaulted, only fired at"


def claw_roll(state: Battle, figure: Piece) -> MultipleOpposedRoll:
    """Return the roll of a figure against a vehicle's hull: its quality and claw dice against a D4."""
    side, quality = figure.side, quality_die(unit_of(state, figure))
    return MultipleOpposedRoll(
        sides=(HULL_SIDES, quality, CLAW_SIDES),
        tags=(DieTag(label="Hull"), DieTag(side, "Quality"), DieTag(side, "Claws")),
        rule=CLAWS,
    )


def claw_odds(state: Battle, figure: Piece, vehicle: Piece) -> dict[Damage, float]:
    """Return the chance of each kind of damage that a figure's claws do to a vehicle."""
    degrees = dict.fromkeys(range(MAJOR + 1), 0.0)
    for found, chance in claw_roll(state, figure).chances().items():
        degrees[found.dice] += chance
    return damage_chances(degrees, CLAW_HITS, vehicle_numbers(vehicle))


def test_assaulted_crew(play: Play[Game], target: UnitId) -> Script[None]:
    """Make the crew of an assaulted vehicle take a single confidence test."""
    yield from take_confidence_test(play, target, CREW_THREAT, CLAWS)


def claw_at_vehicle(play: Play[Game], unit: UnitId, vehicle: Piece) -> Script[None]:
    """Roll the attack of each figure in contact with a vehicle, until the vehicle is lost."""
    for figure in ok_figures(play.state, unit):
        now = vehicle_of(play.state, vehicle.unit)
        if now is None:
            return
        if not has_claws(figure) or piece_gap(play.state.table, figure, now) > CONTACT_IN:
            continue
        roll, text = (claw_roll(play.state, figure), phrase("claws of {} at {}", figure.name, vehicle.name))
        found = yield from roll_script(play, single_roll(roll), text, rule=CLAWS, by=figure.id)
        if hit := CLAW_HITS.get(found.dice):
            yield from strike_vehicle(play, vehicle.id, hit, figure.id)
    yield from test_if_immobilised(play, vehicle)
