"""Vehicles: what they are made of, how they move, and who rides in them."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt.actions.move_actions import perform_combat_move
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    CONFIDENT,
    IMMOBILISED,
    ROUTED,
    SHAKEN,
    SUPPRESSED,
)
from battlesim.rulesets.stargrunt.core.profiles import profiles, tables
from battlesim.rulesets.stargrunt.core.vehicles import crew_of, is_vehicle, passengers_of
from battlesim.rulesets.stargrunt.ground.cover import is_in_cover
from battlesim.rulesets.stargrunt.ground.motion import unit_motions
from battlesim.rulesets.stargrunt.morale.confidence import test_after_fire as fire_test
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off
from tests.rules.stargrunt.field import (
    CENTRE,
    battle,
    foes,
    needed,
    open_actions,
    perform,
    play,
    rolls,
    row,
    squad,
    terrain,
    unit,
)
from tests.rules.stargrunt.vehicle_field import aboard, vehicle

V = UnitId("v")
WOOD = terrain("woods", -4, -3, 4, 3)


@pytest.mark.rule("SG-GAP-88")
@pytest.mark.parametrize(("kind", "size", "crew"), [("scout_car", 1, 2), ("apc", 2, 3), ("tank", 3, 3)])
def test_the_crew_of_a_vehicle_follows_from_its_size(kind, size, crew):
    own = profiles()[kind].vehicle
    assert (own.size, own.crew) == (size, crew)


@pytest.mark.rule("SG-MOV-08")
def test_vehicles_move_twelve_inches_and_roll_a_d12():
    found = tables().mobility["vehicle"]
    assert (found.base, found.die) == (12.0, 12)


def test_a_vehicle_has_its_crew_and_its_passengers_aboard():
    state = battle(vehicle("v", 0, 0), aboard(squad("a", *row(0, 5, 3)), "v1"))
    carrier = state.table.pieces["v1"]
    assert is_vehicle(carrier) and len(crew_of(state, carrier)) == len(passengers_of(state, carrier)) == 3


@pytest.mark.rule("SG-GAP-21", "SG-GAP-22")
@pytest.mark.parametrize(
    ("kind", "hull", "height"), [("scout_car", (3.0, 2.0), 1.25), ("tank", (5.0, 3.0), 2.25)]
)
def test_the_outline_and_height_of_a_vehicle_follow_from_its_size(kind, hull, height):
    assert (profiles()[kind].hull, profiles()[kind].height) == (hull, height)


def drive(state, x, y, facing=None, unit="v"):
    """Why a vehicle cannot go straight to a point with one normal move, "" if it can."""
    done = play(state, ["move"])
    start = state.table.pieces[f"{unit}1"].xy
    leg = Leg(f"{unit}1", (start, (CENTRE + x, CENTRE + y)), facing)
    return str(done.run.pending.check(done.state, (leg,)) or "")


ENEMY_FAR = foes("b", (0, 22))


@pytest.mark.rule("SG-MOV-08")
def test_a_combat_move_of_seven_goes_fourteen_inches():
    state = battle(vehicle("v", -20, 0), ENEMY_FAR, activated="v")
    way = (Leg("v1", ((4.0, 24.0), (40.0, 24.0)), 0.0),)
    done = perform(state, lambda play: perform_combat_move(play, V), {"move": way}, [7])
    assert done.piece("v1").xy == (18.0, 24.0)


@pytest.mark.rule("SG-GAP-72")
def test_a_vehicle_turns_freely_and_ends_with_any_facing():
    state = battle(vehicle("v", 0, 0), ENEMY_FAR, activated="v")
    assert [drive(state, -12.0, 0.0, facing) for facing in (0.0, 123.0)] == ["", ""]
    assert drive(state, -12.1, 0.0) != ""


@pytest.mark.rule("SG-GAP-72")
def test_a_vehicle_reverses_at_half_distance():
    lane = [
        terrain("building", -20, 1.4, 5, 8),
        msgspec.structs.replace(terrain("building", -20, -8, 5, -1.4), id="south"),
    ]
    state = battle(vehicle("v", 0, 0), foes("b", (20, 22)), ground=lane, activated="v")
    assert drive(state, -6.0, 0.0, 0.0) == ""
    assert "driving backward" in drive(state, -6.1, 0.0, 0.0)


@pytest.mark.rule("SG-GAP-72")
@pytest.mark.parametrize("level", [CONFIDENT, SHAKEN])
def test_a_suppressed_or_shaken_vehicle_moves_without_a_test(level):
    marks = {CONFIDENCE: level, SUPPRESSED: 1}
    state = battle(vehicle("v", 0, 0, "tank", marks=marks), ENEMY_FAR, ground=[WOOD], activated="v")
    leg = Leg("v1", ((24.0, 24.0), (24.0, 32.0)), 90.0)
    done = play(state, ["move", (leg,)])
    assert done.piece("v1").xy == (24.0, 32.0) and rolls(done) == []


@pytest.mark.rule("SG-GAP-65")
@pytest.mark.parametrize(
    ("kind", "ground", "reach"),
    [
        ("tank", "scrub", 6.0),
        ("apc", "scrub", 4.0),
        ("hover_transport", "scrub", 6.0),
        ("tank", "swamp", 4.0),
        ("apc", "swamp", 0.0),
        ("hover_transport", "water", 12.0),
        ("tank", "water", 0.0),
        ("tank", "building", 0.0),
        ("hover_transport", "building", 0.0),
    ],
)
def test_terrain_is_to_a_vehicle_as_its_suspension_is(kind, ground, reach):
    area = terrain(ground, -24, 0, 24, 24)
    state = battle(vehicle("v", 0, 0 if reach else -4, kind, facing=90.0), foes("b", (0, -22)), ground=[area])
    motion = unit_motions(state, V, 12.0)[0]
    start = state.table.pieces["v1"].xy
    y = 24.0 + (reach or 2.0)

    def is_legal(far):
        return leg_problem(state.table, motion, Leg("v1", (start, (24.0, far)), 90.0)) is None

    assert (is_legal(y), is_legal(y + 0.1)) == (bool(reach), False)


@pytest.mark.rule("SG-GAP-101")
def test_a_crew_tests_when_fire_first_suppresses_it():
    state = battle(vehicle("v", 0, 0, motivation="medium", leadership=2), ENEMY_FAR)
    done = perform(state, lambda play: fire_test(play, V, [], True), dice=[3])
    assert needed(done) == ["2+, 4+"] and unit(done, "v").mark_count(CONFIDENCE) == CONFIDENT - 1


@pytest.mark.rule("SG-GAP-101")
def test_a_broken_vehicle_in_the_open_drives_to_cover():
    wood, house = terrain("woods", -3, -16, 3, -10), terrain("building", -14, -3, -8, 3)
    state = battle(
        vehicle("v", 0, 0, "tank", marks={CONFIDENCE: BROKEN}), ENEMY_FAR, ground=[wood, house], activated="v"
    )
    done = play(state, ["move"], until="action")
    assert is_in_cover(done.state, V)


@pytest.mark.rule("SG-GAP-101", "SG-GAP-74")
def test_a_routed_vehicle_drives_off_the_table_with_all_aboard():
    routed = vehicle("v", 0, -20, facing=270.0, marks={CONFIDENCE: ROUTED})
    state = battle(routed, aboard(squad("a", *row(0, 0, 3)), "v1"), ENEMY_FAR, activated="v")
    done = play(state, [], [12], until="unit")
    places = [done.piece(piece).place for piece in ("v1", "v_crew1", "a1", "a3")]
    assert places == [Off("left")] * 4 and done.state.game.exited == ("a", "v")


@pytest.mark.rule("SG-NPH-02")
def test_an_immobilised_vehicle_cannot_move():
    state = battle(vehicle("v", 0, 0, piece_marks=(IMMOBILISED,)), ENEMY_FAR, activated="v")
    assert not {"move", "combat_move"} & open_actions(state, "v")


def test_a_vehicle_is_in_the_way_of_friends():
    state = battle(squad("a", (0, -3)), vehicle("v", 0, 0), ENEMY_FAR, activated="a")
    done = play(state, ["move"])
    leg = Leg("a1", ((24.0, 21.0), (24.0, 27.0)))
    assert "v1" in str(done.run.pending.check(done.state, (leg,)))
