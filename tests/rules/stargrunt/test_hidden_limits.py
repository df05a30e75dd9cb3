"""Counters: when they are turned over, what comes out of them, and what observation and sensors find."""

from __future__ import annotations

import math

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.mechanics.counters import HIDDEN, is_hidden_below
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.core.marks import FOUND_MINE, IN_POSITION, SUPPRESSED, WOUNDED
from battlesim.rulesets.stargrunt.electronics.air_defence import (
    AirShot,
    AirTarget,
    air_shot_chance,
    air_shot_roll,
    drone_decision,
    is_in_sight_from_above,
    why_no_air_shot,
    why_no_drone_shot,
)
from battlesim.rulesets.stargrunt.electronics.drones import (
    crash_uncontrolled_drones,
    drones,
    enemy_drones,
    flight_decision,
    has_drones,
    why_no_launch,
)
from battlesim.rulesets.stargrunt.electronics.interference import attempts, higher_chance
from battlesim.rulesets.stargrunt.electronics.spotting import (
    drone_roll,
    enemy_counters,
    ew_spotting_roll,
    why_no_drone_spotting,
    why_no_ew_spotting,
)
from battlesim.rulesets.stargrunt.electronics.systems import (
    has_system,
    marks_without_systems,
    refill_markers,
    switch_off,
    system_die,
    why_not_spent,
    without_systems,
)
from battlesim.rulesets.stargrunt.hidden.counter_actions import own_counter, places_to_shift_to, show_unit
from battlesim.rulesets.stargrunt.hidden.observe import (
    observable_counters,
    observation_roll,
    sensor_die,
    spot_counter,
    why_cannot_observe,
)
from battlesim.rulesets.stargrunt.hidden.recon import fire_at_counter, recon_chance
from battlesim.rulesets.stargrunt.hidden.reveal import (
    flip,
    mine_under,
    place_if_flipped,
    placement_areas,
    turn_over,
    unit_under,
)
from battlesim.rulesets.stargrunt.hidden.triggers import counters_due
from battlesim.table.events import DiceRolled
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Marker

from .field import CENTRE, ENEMY, OWN, A, B, battle, fire, foes, perform, row, squad, terrain, unit
from .hidden_field import counter, counters, hide, places
from .vehicle_field import vehicle

C, V = UnitId("c"), UnitId("v")
ON = {"ew_on": 1, "ew_markers": 3}
HOUSE = terrain("building", -4, 3, 4, 5)


def facing(x=0.0, y=10.0, count=2, *more, marks=None, hidden=True, ground=(), **game):
    """Squad `a`, and a counter so far ahead with squad `b` under it or nothing."""
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", *row(0, 20, count)),
        counter(1, x, y, marks=marks),
        *more,
        ground=ground,
        activated="a",
        **game,
    )
    if hidden:
        return hide(state, "b", 1)
    return state.with_table(state.table.without_pieces(*(f"b{n + 1}" for n in range(count))).without_units(B))


def with_mine(state, x, y, side=ENEMY):
    mine = Marker(MarkerId("m"), "mine", CENTRE + x, CENTRE + y, side=side)
    return state.with_table(state.table.with_marker(mine))


def turned(state, key="counter-1"):
    return perform(state, lambda play: turn_over(play, key, "SG-GAP-53"))


# Turning counters over.


@pytest.mark.rule("SG-GAP-53", "SG-GAP-159", "SG-GAP-163")
@pytest.mark.parametrize(
    ("marks", "acted", "in_position", "has_acted"),
    [
        ({}, (), 0, False),
        ({IN_POSITION: 1}, (), 1, False),
        ({}, ("counter-1",), 0, True),
        ({}, ("a1",), 0, False),
    ],
)
def test_a_unit_takes_over_what_its_counter_had(marks, acted, in_position, has_acted):
    done = turned(facing(marks=marks, acted=acted))
    assert unit(done, "b").mark_count(IN_POSITION) == in_position
    assert ({"b1", "b2"} <= set(done.state.game.acted)) is has_acted
    assert (counters(done), places(done, "b")) == (set(), ["OnTable"] * 2)


@pytest.mark.rule("SG-GAP-53", "SG-GAP-159", "SG-GAP-163")
@pytest.mark.parametrize(("active", "goes_on"), [("under-1", "b"), ("a", "a")])
def test_the_activation_of_a_counter_goes_on_with_its_unit(active, goes_on):
    state = facing()
    state = battle(squad("a", (0, 0)), foes("b", (0, 20), (1.5, 20)), counter(1, 0, 10), activated=active)
    done = turned(hide(state, "b", 1))
    now = done.state.game.activation
    assert now.unit == goes_on
    assert now.members == (("b1", "b2") if goes_on == "b" else ("a1",))
    assert now.leader == f"{goes_on}1"


@pytest.mark.rule("SG-GAP-53", "SG-GAP-54")
def test_a_dummy_is_removed_and_a_mine_is_found():
    assert counters(turned(facing(hidden=False))) == set()
    done = turned(with_mine(facing(hidden=False), 0, 10))
    assert (counters(done), done.state.table.markers["m"].kind) == (set(), FOUND_MINE)


@pytest.mark.rule("SG-GAP-53", "SG-GAP-159", "SG-OBS-05", "SG-GAP-163")
@pytest.mark.parametrize(("x", "side", "found"), [(0.0, ENEMY, True), (0.0, OWN, False), (1.0, ENEMY, False)])
def test_a_mine_is_under_the_counter_of_its_side_at_its_point(x, side, found):
    state = with_mine(facing(hidden=False), x, 10, side)
    assert (mine_under(state, state.table.piece("counter-1")) is not None) is found


@pytest.mark.rule("SG-GAP-53", "SG-GAP-159")
def test_what_is_under_a_counter():
    assert unit_under(facing(), facing().table.piece("counter-1")) == "b"
    dummy = facing(hidden=False)
    assert unit_under(dummy, dummy.table.piece("counter-1")) is None


@pytest.mark.rule("SG-GAP-159")
@pytest.mark.parametrize(
    ("kind", "count", "inside"), [("woods", 4, True), ("scrub", 4, True), ("", 4, False)]
)
def test_figures_are_placed_in_the_cover_of_their_counter(kind, count, inside):
    ground = [terrain(kind, -3, 8, 3, 12)] if kind else []
    done = turned(facing(count=count, ground=ground))
    spots = [done.piece(f"b{n + 1}").xy for n in range(count)]
    assert all(abs(x - CENTRE) <= 3 and 8 <= y - CENTRE <= 12 for x, y in spots) or not inside
    assert math.dist(spots[0], (CENTRE, CENTRE + 10)) < 0.01
    assert max(math.dist(one, other) for one in spots for other in spots) <= 6.0


@pytest.mark.rule("SG-GAP-159", "SG-GAP-69")
def test_the_areas_for_the_figures_in_their_order():
    woods = terrain("woods", -3, 8, 3, 12)
    state = facing(ground=[woods])
    areas = placement_areas(state, state.table.piece("counter-1"))
    assert len(areas) == 4
    assert areas[0].zone == woods.rings
    (ring,) = areas[1].zone
    assert len(ring) == 24
    assert all(math.dist(point, (CENTRE, CENTRE + 10)) == pytest.approx(3.0) for point in ring)
    assert (areas[2].zone, areas[2].kind, areas[3].kind == "connected") == (
        None or areas[2].zone,
        "connected",
        False,
    )
    assert {key for key, _ in areas[0].apart} == {"a1", "a2"} and {gap for _, gap in areas[0].apart} == {1.0}
    assert areas[3].apart == ()
    outside = facing(ground=[terrain("woods", -3, 15, 3, 18)])
    assert len(placement_areas(outside, outside.table.piece("counter-1"))) == 3
    hedge = facing(ground=[terrain("hedge", -3, 9, 3, 11)])
    assert len(placement_areas(hedge, hedge.table.piece("counter-1"))) == 3


@pytest.mark.rule("SG-OBS-03", "SG-RBF-01", "SG-GAP-159")
@pytest.mark.parametrize(
    ("marks", "active", "in_position", "goes_on"),
    [({}, "a", 0, "a"), ({IN_POSITION: 1}, "a", 1, "a"), ({}, "under-1", 0, "b")],
)
def test_a_flipped_unit_takes_over_what_its_counter_had(marks, active, in_position, goes_on):
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 20), (1.5, 20)), counter(1, 0, 10, marks=marks), activated=active
    )
    done = perform(hide(state, "b", 1), lambda play: flip(play, "counter-1", "SG-OBS-03"))
    assert unit(done, "b").mark_count(IN_POSITION) == in_position
    now = done.state.game.activation
    assert (now.unit, now.members[0]) == (goes_on, "counter-1" if goes_on == "b" else "a1")
    assert places(done, "b") == ["Below"] * 2 and done.piece("counter-1").unit == "b"


@pytest.mark.rule("SG-OBS-03", "SG-RBF-01")
def test_nothing_is_flipped_under_a_dummy():
    done = perform(facing(hidden=False), lambda play: flip(play, "counter-1", "SG-OBS-03"))
    assert done.events == []


@pytest.mark.rule("SG-GAP-159")
def test_only_flipped_units_are_placed_before_they_are_attacked():
    inverted = perform(facing(), lambda play: place_if_flipped(play, UnitId("under-1")))
    assert counters(inverted) == {"counter-1"}
    flipped = perform(facing(), lambda play: flip(play, "counter-1", "SG-OBS-03")).state
    placed = perform(flipped, lambda play: place_if_flipped(play, B))
    assert (counters(placed), places(placed, "b")) == (set(), ["OnTable"] * 2)


# What turns counters over.


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize(
    ("gap", "acted", "ground", "due"),
    [
        (6.0, "a", (), True),
        (6.2, "a", (), False),
        (11.9, "under-1", (), True),
        (12.2, "under-1", (), False),
        (6.2, "under-1", (terrain("scrub", -3, 5, 3, 10),), False),
        (6.0, "under-1", (terrain("scrub", -3, 5, 3, 10),), True),
        (6.0, "a", (terrain("building", -9, 1, 9, 4),), False),
        (11.0, "under-1", (terrain("building", -9, 1, 9, 4),), False),
    ],
)
def test_when_a_counter_is_turned_over(gap, acted, ground, due):
    state = facing(0, gap + 1.0, ground=ground)
    assert counters_due(state, acted) == (["counter-1"] if due else [])


@pytest.mark.rule("SG-GAP-53")
def test_counters_do_not_turn_each_other_over_nor_do_the_wounded():
    hurt = battle(squad("a", (0, 0), figure_marks={1: WOUNDED}), counter(1, 0, 5), activated="a")
    assert counters_due(hurt, "a") == []
    both = battle(counter(1, 0, 0), counter(2, 0, 5, side="own"))
    assert counters_due(both, "under-1") == []


@pytest.mark.rule("SG-GAP-53")
def test_the_nearest_counters_are_turned_over_first_and_one_acting_does_not_show_others():
    state = battle(squad("a", (0, 0)), counter(1, 0, 6), counter(2, 3, 3), counter(3, 0, 10))
    assert counters_due(state, "a") == ["counter-2", "counter-1"]
    assert counters_due(state, "under-3") == ["counter-2", "counter-1", "counter-3"]


# Observation and recon by fire.


@pytest.mark.rule("SG-OBS-02", "SG-GAP-55", "SG-OBS-01")
@pytest.mark.parametrize(
    ("y", "marks", "shifts"),
    [
        (11.9, {}, []),
        (12.0, {}, [1]),
        (23.9, {}, [1]),
        (23.0, {IN_POSITION: 1}, [1, 1]),
        (11.0, {IN_POSITION: 1}, [1]),
    ],
)
def test_what_shifts_the_die_of_an_observed_counter(y, marks, shifts):
    state = facing(0, y, marks=marks)
    roll = observation_roll(state, A, state.table.piece("counter-1"))
    assert [shift.value for shift in roll.tags[0].shifts] == shifts
    assert roll.sides == (4 + 2 * sum(shifts), 8, 6)


@pytest.mark.rule("SG-GAP-56")
@pytest.mark.parametrize(
    ("own", "die"),
    [
        (squad("a", (0, 0)), 6),
        (squad("a", (0, 0), (1.5, 0), kinds=("rifleman", "swarmer")), 4),
        (squad("a", (0, 0), automated=True), 4),
        (vehicle("a", 0, 0), 8),
        (squad("a", (0, 0), sensors="enhanced"), 8),
        (squad("a", (0, 0), kinds=("swarmer",), sensors="basic"), 6),
    ],
)
def test_the_sensor_die_of_a_unit(own, die):
    state = battle(own, counter(1, 0, 15))
    assert sensor_die(state, unit(state, "a")) == die


@pytest.mark.rule("SG-OBS-01", "SG-GAP-57")
@pytest.mark.parametrize(
    ("counters", "ground", "reason"),
    [
        ((counter(1, 0, 10),), (), ""),
        ((counter(1, 0, 10),), (HOUSE,), "its leader sees no counter"),
        ((counter(1, 0, 10), counter(2, 10, 0)), (HOUSE,), ""),
        ((counter(1, 0, 10, side="own"),), (), "its leader sees no counter"),
    ],
)
def test_a_leader_observes_counters_of_the_enemy_that_it_sees(counters, ground, reason):
    state = battle(squad("a", (0, 0)), *counters, foes("b", (0, 20)), ground=ground, activated="a")
    assert str(why_cannot_observe(state, unit(state, "a"))) == reason
    keys = {option.key for option in action_decision(state, unit(state, "a")).options}
    assert ("observe" in keys) is bool(observable_counters(state, unit(state, "a")))


@pytest.mark.rule("SG-OBS-03", "SG-OBS-04", "SG-OBS-05", "SG-GAP-54", "SG-OBS-01")
@pytest.mark.option("dummy_removed_on", "minor", "major")
@pytest.mark.parametrize(
    ("dice", "hidden", "option", "left", "unit_of_counter"),
    [
        (0, True, "minor", {"counter-1"}, "under-1"),
        (1, True, "minor", {"counter-1"}, "b"),
        (2, True, "minor", set(), ""),
        (0, False, "minor", {"counter-1"}, "under-1"),
        (1, False, "minor", set(), ""),
        (1, False, "major", {"counter-1"}, "under-1"),
        (2, False, "major", set(), ""),
    ],
)
def test_what_an_observation_finds(dice, hidden, option, left, unit_of_counter):
    state = facing(hidden=hidden, options={"dummy_removed_on": option})
    done = perform(state, lambda play: spot_counter(play, A, state.table.piece("counter-1"), dice))
    assert counters(done) == left
    if left:
        assert done.piece("counter-1").unit == unit_of_counter


@pytest.mark.rule("SG-OBS-05", "SG-OBS-01")
@pytest.mark.parametrize(
    ("y", "dice", "found"), [(6.0, 2, True), (6.1, 2, False), (6.0, 1, False), (3.0, 2, True)]
)
def test_mines_are_found_within_six_inches_of_the_leader(y, dice, found):
    state = with_mine(facing(0, y, hidden=False), 0, y)
    done = perform(state, lambda play: spot_counter(play, A, state.table.piece("counter-1"), dice))
    assert (counters(done) == set()) is found


@pytest.mark.rule("SG-OBS-03", "SG-OBS-04")
@pytest.mark.parametrize(("dice", "left"), [(1, {"counter-1"}), (2, set())])
def test_a_flipped_counter_is_placed_by_a_major_success_alone(dice, left):
    state = perform(facing(), lambda play: flip(play, "counter-1", "SG-OBS-03")).state
    done = perform(state, lambda play: spot_counter(play, A, state.table.piece("counter-1"), dice))
    assert counters(done) == left and (not done.events) is bool(left)


@pytest.mark.rule("SG-RBF-01", "SG-RBF-02", "SG-GAP-58")
@pytest.mark.parametrize(
    ("hidden", "dice", "flipped"),
    [(True, (3, 4, 4), True), (True, (4, 5, 4), False), (True, (4, 4, 4), False), (False, (1, 5, 4), False)],
)
def test_recon_by_fire_needs_two_dice_and_a_unit(hidden, dice, flipped):
    state = facing(0, 6, hidden=hidden)
    done = perform(state, lambda play: fire_at_counter(play, fire(target="under-1")), dice=dice)
    assert (done.piece("counter-1").unit == "b") is flipped
    if hidden:
        assert unit(done, "b").mark_count(SUPPRESSED) == flipped
    assert done.state.game.fired == ("a advanced_rifle",)


@pytest.mark.rule("SG-RBF-01", "SG-RBF-02")
def test_the_chance_of_recon_by_fire():
    counted = sum(q > r and f > r for r in range(1, 5) for q in range(1, 9) for f in range(1, 5)) / 128
    assert recon_chance(facing(0, 6), fire(target="under-1")) == pytest.approx(counted)


@pytest.mark.rule("SG-GAP-53", "SG-GAP-109")
def test_the_counter_of_a_unit():
    state = facing()
    assert own_counter(state, B).id == own_counter(state, UnitId("under-1")).id == "counter-1"
    assert own_counter(state, A) is None
    done = perform(state, lambda play: show_unit(play, B))
    assert counters(done) == set()
    assert perform(state, lambda play: show_unit(play, A)).events == []


def hidden_sniper(*points, ground=()):
    """A sniper under the first of its counters at these points."""
    squads = [counter(n + 1, x, y, covers="b") for n, (x, y) in enumerate(points)]
    state = battle(foes("b", (0, 20), kinds=("sniper",), independent=True), *squads, ground=ground)
    return hide(state, "b", 1)


@pytest.mark.rule("SG-GAP-109")
@pytest.mark.parametrize(
    ("points", "ground", "keys"),
    [
        (((0, 0), (6, 0), (0, 6)), (), ["counter-2", "counter-3"]),
        (((0, 0), (6.1, 0), (0, 6)), (), ["counter-3"]),
        (((0, 0), (3, 0), (5, 0)), (), ["counter-2", "counter-3"]),
        (((0, 0), (5, 0), (0, 6)), (terrain("water", 2, -9, 3, 9),), ["counter-3"]),
    ],
)
def test_a_sniper_shifts_to_counters_within_a_normal_move(points, ground, keys):
    assert [piece.id for piece in places_to_shift_to(hidden_sniper(*points, ground=ground), B)] == keys


@pytest.mark.rule("SG-GAP-109")
def test_only_a_hidden_sniper_shifts():
    assert places_to_shift_to(facing(), A) == []
    keys = {option.key for option in action_decision(facing(), unit(facing(), "a")).options}
    assert "shift" not in keys


@pytest.mark.rule("SG-GAP-53", "SG-GAP-109", "SG-GAP-131")
def test_a_guess_puts_each_hidden_unit_under_a_counter_that_may_hide_it():
    state = facing(0, 10, 2, counter(2, 9, 10), counter(3, -9, 10, covers="s"))
    view = RULESET.view(state, OWN)
    assert {view.table.piece(key).place for key in ("b1", "b2")} == {HIDDEN}
    own = RULESET.view(state, ENEMY)
    assert is_hidden_below(own.table, own.table.piece("b1"))
    guesses = {
        RULESET.determinize(view, derived_rng("guess", n)).table.piece("b1").place.piece for n in range(20)
    }
    assert guesses == {"counter-1", "counter-2"}


# Electronic warfare and drones.


def in_air(state, x, y, team="a", side="own"):
    drone = Marker(MarkerId(f"drone {team}"), "drone", CENTRE + x, CENTRE + y, 0.5, side=side, name="drone")
    return state.with_table(state.table.with_marker(drone))


@pytest.mark.rule("SG-EWF-01", "SG-EWF-02", "SG-EWF-03", "SG-GAP-64")
@pytest.mark.parametrize(
    ("grade", "markers", "die", "shifts", "free"),
    [
        ("basic", 1, 6, (), True),
        ("basic", 2, 8, (1,), True),
        ("basic", 3, 10, (2,), True),
        ("basic", 4, 12, (3,), False),
        ("superior", 2, 12, (1,), True),
        ("superior", 3, 12, (2,), False),
    ],
)
def test_the_die_of_a_system_with_its_markers(grade, markers, die, shifts, free):
    own = unit(battle(squad("a", (0, 0), electronics=grade, marks=ON)), "a")
    sides, tag = system_die(own, markers)
    assert (sides, tuple(shift.value for shift in tag.shifts)) == (die, shifts)
    assert (why_not_spent(own, markers) == "") is free


@pytest.mark.rule("SG-GAP-61", "SG-GAP-62")
@pytest.mark.parametrize(("grade", "has"), [("", False), ("none", False), ("basic", True)])
def test_who_has_a_system_and_drones(grade, has):
    own = unit(battle(squad("a", (0, 0), electronics=grade, drone=grade)), "a")
    assert (has_system(own), has_drones(own)) == (has, has)


@pytest.mark.rule("SG-GAP-61")
@pytest.mark.parametrize(
    ("marks", "grade", "tally", "markers", "count"),
    [
        ({"ew_on": 1, "ew_markers": 1}, "basic", {}, 3, 1),
        ({"ew_on": 1, "ew_markers": 1}, "basic", {"ew a": 1}, 1, 1),
        ({"ew_on": 1}, "", {}, 0, 0),
        ({}, "basic", {}, 0, 1),
    ],
)
def test_when_markers_are_refilled(marks, grade, tally, markers, count):
    state = battle(squad("a", (0, 0), marks=marks, electronics=grade), tally=tally)
    done = perform(state, lambda play: refill_markers(play, A))
    assert unit(done, "a").mark_count("ew_markers") == markers
    assert done.state.game.count("ew a") == count


@pytest.mark.rule("SG-GAP-61")
def test_a_system_that_is_switched_off_loses_its_markers_and_is_left_behind():
    state = battle(squad("a", (0, 0), marks={**ON, SUPPRESSED: 1}, electronics="basic", drone="basic"))
    done = perform(state, lambda play: switch_off(play, A))
    assert [mark.name for mark in unit(done, "a").marks if mark.name.startswith("ew")] == []
    assert set(without_systems(unit(state, "a").rules)) == set()
    assert {mark.name for mark in marks_without_systems(unit(state, "a"))} == {"confidence", SUPPRESSED}


@pytest.mark.rule("SG-GAP-62", "SG-EWF-03", "SG-GAP-131", "SG-COM-01")
@pytest.mark.parametrize(
    ("marks", "found"),
    [(ON, [1, 2, 3]), ({"ew_on": 1, "ew_markers": 1}, [1]), ({"ew_on": 1}, []), ({"ew_markers": 3}, [])],
)
def test_the_attempts_at_interference(marks, found):
    state = battle(squad("a", (0, 0), marks=marks, electronics="basic"), foes("b", (0, 20)))
    assert [each.markers for each in attempts(state, OWN)] == found
    assert list(attempts(state, ENEMY)) == []


@pytest.mark.rule("SG-GAP-62", "SG-EWF-03", "SG-EWF-07")
@pytest.mark.parametrize(("die", "dice"), [(6, (4,)), (4, (12,)), (12, (4, 4)), (6, (8, 6, 10))])
def test_the_chance_to_roll_higher_than_one_of_several_dice(die, dice):
    counted = 0.0
    for face in range(1, die + 1):
        miss = math.prod(sum(own >= face for own in range(1, sides + 1)) / sides for sides in dice)
        counted += (1 - miss) / die
    assert higher_chance(die, dice) == pytest.approx(counted)


@pytest.mark.rule("SG-EWF-05", "SG-EWF-06", "SG-DRN-03", "SG-GAP-59", "SG-GAP-63")
def test_only_face_down_counters_of_the_enemy_are_looked_for():
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, 20)),
        counter(1, 0, 10),
        counter(2, 5, 5, side="own"),
        counter(3, 9, 9),
    )
    assert [piece.id for piece in enemy_counters(state, unit(state, "a"))] == ["counter-1", "counter-3"]


@pytest.mark.rule("SG-EWF-05", "SG-EWF-06")
@pytest.mark.parametrize(
    ("ground", "shifts"),
    [
        ((), []),
        ((terrain("scrub", -2, 8, 2, 12),), [1]),
        ((HOUSE,), [1]),
        ((HOUSE, terrain("scrub", -2, 8, 2, 12)), [1, 1]),
    ],
)
def test_what_shifts_the_die_of_a_counter_that_is_looked_for(ground, shifts):
    state = battle(squad("a", (0, 0), electronics="basic", marks=ON), counter(1, 0, 10), ground=ground)
    roll = ew_spotting_roll(state, unit(state, "a"), state.table.piece("counter-1"), 1)
    assert [shift.value for shift in roll.tags[1].shifts] == shifts
    assert roll.sides == (6, 4 + 2 * sum(shifts))


@pytest.mark.rule("SG-EWF-05", "SG-EWF-06", "SG-GAP-63")
@pytest.mark.parametrize(
    ("marks", "has_counter", "free"), [(ON, True, True), ({"ew_on": 1}, True, False), (ON, False, False)]
)
def test_spotting_by_ew_needs_a_marker_and_a_counter(marks, has_counter, free):
    more = [counter(1, 0, 10)] if has_counter else []
    state = battle(squad("a", (0, 0), electronics="basic", marks=marks), foes("b", (0, 20)), *more)
    assert (why_no_ew_spotting(state, unit(state, "a")) == "") is free


@pytest.mark.rule("SG-DRN-03", "SG-GAP-59", "SG-EWF-05", "SG-EWF-06")
@pytest.mark.parametrize(
    ("y", "kind", "dice"),
    [
        (-1.9, "woods", (6, 6)),
        (-2.0, "woods", (6, 8)),
        (10.0, "woods", (6, 6)),
        (-14.0, "woods", (6, 10)),
        (0.0, "rubble", (6, 8)),
        (0.0, "", None),
    ],
)
def test_the_roll_of_a_drone(y, kind, dice):
    ground = [terrain(kind, -2, 8, 2, 12)] if kind else []
    state = in_air(battle(squad("a", (0, 0), drone="basic"), counter(1, 0, 10), ground=ground), 0, y)
    roll = drone_roll(state, unit(state, "a"), state.table.markers["drone a"], state.table.piece("counter-1"))
    assert (roll.sides if roll else None) == dice


@pytest.mark.rule("SG-DRN-03", "SG-GAP-59", "SG-EWF-05", "SG-EWF-06")
@pytest.mark.parametrize(
    ("flies", "more", "ground", "reason"),
    [
        (True, (counter(1, 0, 10),), (), ""),
        (True, (), (), "the enemy has no counters"),
        (False, (counter(1, 0, 10),), (), "the enemy has no counters"),
        (True, (counter(1, 0, 10),), (HOUSE,), "a building hides it"),
        (True, (counter(1, 0, 10), counter(2, 9, 0)), (HOUSE,), ""),
    ],
)
def test_when_a_drone_can_spot(flies, more, ground, reason):
    state = battle(squad("a", (0, 0), drone="basic"), foes("b", (0, 20)), *more, ground=ground)
    state = in_air(state, 0, 0) if flies else state
    assert str(why_no_drone_spotting(state, unit(state, "a"))) == reason


@pytest.mark.rule("SG-DRN-04", "SG-GAP-133", "SG-GAP-59")
@pytest.mark.option("range_measure", "unit_centres", "nearest_figures")
@pytest.mark.parametrize(
    ("option", "level", "point", "ground", "reason"),
    [
        ("unit_centres", 5, (0, 8), (), ""),
        ("unit_centres", 5, (0, 8.2), (), "far"),
        ("nearest_figures", 5, (0, 8.4), (), ""),
        ("nearest_figures", 5, (0, 8.7), (), "far"),
        ("unit_centres", 2, (0, 5), (), "its confidence is too low"),
        ("unit_centres", 3, (0, 5), (), ""),
        ("unit_centres", 5, (0, 7), (HOUSE,), "no figure that carries it sees the target"),
        ("unit_centres", 5, (0, 7), (terrain("woods", -4, 3, 4, 5),), ""),
    ],
)
def test_when_a_weapon_can_be_fired_at_a_point_in_the_air(option, level, point, ground, reason):
    state = battle(
        squad("a", (0, 0), marks={"confidence": level}),
        foes("b", (20, 20)),
        ground=ground,
        options={"range_measure": option},
    )
    at = (CENTRE + point[0], CENTRE + point[1])
    found = str(why_no_air_shot(state, unit(state, "a"), [state.table.piece("a1")], at))
    assert (found == reason) if reason != "far" else bool(found)


@pytest.mark.rule("SG-DRN-04", "SG-GAP-133")
def test_the_range_to_the_air_is_that_of_the_carriers_who_see_the_target():
    state = battle(
        squad("a", (0, 0), (-12, 0)), foes("b", (20, 20)), ground=[terrain("building", -9, -9, -6, 9)]
    )
    carriers = [state.table.piece("a1"), state.table.piece("a2")]
    assert why_no_air_shot(state, unit(state, "a"), carriers, (CENTRE + 7.5, CENTRE)) == ""
    assert is_in_sight_from_above(state, (CENTRE, CENTRE), (CENTRE + 7.5, CENTRE))
    assert not is_in_sight_from_above(state, (CENTRE - 12, CENTRE), (CENTRE + 7.5, CENTRE))


@pytest.mark.rule("SG-DRN-04", "SG-GAP-133")
@pytest.mark.parametrize(("quality", "die"), [("regular", 6), ("green", 10), ("elite", 4)])
def test_the_chance_to_bring_a_target_in_the_air_down(quality, die):
    state = battle(squad("a", (0, 0), quality=quality))
    own = {"regular": 8, "green": 6, "elite": 12}[quality]
    shot = AirShot(unit(state, "a"), "advanced_rifle", AirTarget("t", "t", die, ENEMY, (0.0, 0.0)))
    assert air_shot_roll(shot).sides == (own, die)
    counted = sum(q > d for q in range(1, own + 1) for d in range(1, die + 1)) / (own * die)
    assert air_shot_chance(shot) == pytest.approx(counted)


@pytest.mark.rule("SG-DRN-04")
@pytest.mark.parametrize(
    ("y", "fired", "reason"),
    [
        (5.0, (), ""),
        (9.0, (), "far"),
        (5.0, ("a advanced_rifle",), "all its weapons have fired in this turn"),
    ],
)
def test_when_a_unit_can_fire_at_a_drone(y, fired, reason):
    state = in_air(
        battle(squad("a", (0, 0)), foes("b", (20, 20), drone="basic"), fired=fired), 0, y, "b", "enemy"
    )
    found = str(why_no_drone_shot(state, unit(state, "a")))
    assert (found == reason) if reason != "far" else bool(found)
    target = drone_decision(state, unit(state, "a")).targets[0]
    assert (target.die, target.side, target.point) == (6, ENEMY, (CENTRE, CENTRE + y))


@pytest.mark.rule("SG-GAP-60", "SG-DRN-01", "SG-DRN-02", "SG-DRN-04")
def test_whose_drones_fly_and_what_becomes_of_those_without_a_team():
    base = battle(
        squad("a", (0, 0), drone="basic"), foes("b", (0, 20), figure_marks={1: WOUNDED}, drone="basic")
    )
    state = in_air(in_air(base, 3, 3), -3, 3, "b", "enemy")
    state = state.with_table(state.table.with_marker(Marker(MarkerId("m"), "mine", 1.0, 1.0, side=ENEMY)))
    assert [each.id for each in drones(state)] == ["drone a", "drone b"]
    assert [(team.id, drone.id) for team, drone in enemy_drones(state, OWN)] == [("b", "drone b")]
    done = perform(state, crash_uncontrolled_drones)
    assert set(done.state.table.markers) == {"drone a", "m"}


@pytest.mark.rule("SG-GAP-60", "SG-DRN-01")
@pytest.mark.parametrize(
    ("launched", "flies", "free"), [(0, False, True), (2, False, True), (3, False, False), (0, True, False)]
)
def test_when_a_drone_can_be_launched(launched, flies, free):
    state = battle(squad("a", (0, 0), drone="basic", marks={"drones_launched": launched}))
    state = in_air(state, 0, 0) if flies else state
    assert (why_no_launch(state, unit(state, "a")) == "") is free


@pytest.mark.rule("SG-DRN-02")
@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_drone_flies_24_inches_in_every_direction(degrees):
    state = in_air(battle(squad("a", (0, 0), drone="basic")), 0, 0)
    decision = flight_decision(state, unit(state, "a"), state.table.markers["drone a"])
    way = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for inches, free in ((23.99, True), (24.02, False)):
        point = (CENTRE + inches * way[0], CENTRE + inches * way[1])
        assert (decision.check(state, point) is None) is free
    assert decision.default(state) == (CENTRE, CENTRE)
    assert decision.reach == 24.0


@pytest.mark.rule("SG-DRN-01", "SG-DRN-02")
def test_a_drone_is_launched_where_its_leader_stands():
    state = battle(squad("a", (3, -4), (0, 0), drone="basic"), activated="a")
    from battlesim.rulesets.stargrunt.electronics.drones import launch_drone

    done = perform(state, lambda play: launch_drone(play, A))
    marker = done.state.table.markers["drone a"]
    assert (marker.x, marker.y, marker.radius) == (CENTRE + 3, CENTRE - 4, 0.5)
    assert not done.events_of(DiceRolled)


@pytest.mark.rule("SG-GAP-159", "SG-OBS-05", "SG-OBS-03", "SG-GAP-53")
def test_a_single_figure_is_placed_or_flipped_also_while_nobody_acts():
    state = facing(count=1).with_game(activation=None)
    assert places(turned(state), "b") == ["OnTable"]
    flipped = perform(state, lambda play: flip(play, "counter-1", "SG-OBS-03"))
    assert flipped.piece("counter-1").unit == "b"


@pytest.mark.rule("SG-GAP-139", "SG-OBS-05", "SG-GAP-53")
def test_other_markers_at_a_counter_are_no_mines():
    state = facing(hidden=False)
    impact = Marker(MarkerId("i"), "impact", CENTRE, CENTRE + 10.0, side=ENEMY)
    state = state.with_table(state.table.with_marker(impact))
    assert mine_under(state, state.table.piece("counter-1")) is None
