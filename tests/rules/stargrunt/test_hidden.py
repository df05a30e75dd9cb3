"""Hidden units: counters, observation, recon by fire, and what turns counters over."""

from __future__ import annotations

import math

import pytest

from battlesim.mechanics.counters import HIDDEN
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.fire_actions import perform_fire, target_decision
from battlesim.rulesets.stargrunt.assault.assault import perform_assault
from battlesim.rulesets.stargrunt.assault.declare import assault_decision
from battlesim.rulesets.stargrunt.attack.casualties import lost_its_leader
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_roll
from battlesim.rulesets.stargrunt.battle.counters import with_counters
from battlesim.rulesets.stargrunt.battle.ground_taken import nearest_side
from battlesim.rulesets.stargrunt.battle.victory import scores
from battlesim.rulesets.stargrunt.core.marks import COUNTERS, IN_POSITION, SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import Battery, Mission, PointValues
from battlesim.rulesets.stargrunt.ground.integrity import why_out_of_integrity
from battlesim.rulesets.stargrunt.hidden.observe import (
    observation_roll,
    perform_observation,
    sensor_die,
    spot_counter,
    why_not_observed,
)
from battlesim.rulesets.stargrunt.hidden.triggers import counters_due
from battlesim.rulesets.stargrunt.support.arrival import resolve_mission
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Marker

from .field import CENTRE, OWN, A, B, battle, fire, foes, perform, play, squad, terrain, unit
from .hidden_field import counter, counters, hide, places

BELOW, SHOWN = ["Below"] * 2, ["OnTable"] * 2


def with_mine(state, y):
    """A mine of the other side so far ahead."""
    mine = Marker("m", "mine", CENTRE, CENTRE + y, side="enemy")
    return state.with_table(state.table.with_marker(mine))


def facing(x=0.0, y=10.0, *, ground=(), options=None, marks=None, hidden=True, squads=(), **own):
    """A squad of two, and a counter so far ahead of its leader, with a squad of two under it or nothing."""
    state = battle(
        squad("a", (0, 0), (1.5, 0), **own),
        foes("b", (0, 20), (1.5, 20)),
        counter(1, x, y, marks=marks),
        *squads,
        ground=ground,
        options=options,
        activated="a",
    )
    if hidden:
        return hide(state, "b", 1)
    return state.with_table(state.table.without_pieces("b1", "b2").without_units(B))


def observe(state, *dice):
    """Squad a observes the counter; the counter's die comes first."""
    return perform(state, lambda p: perform_observation(p, A), {"counter": "counter-1"}, dice)


def roll_at(state):
    return observation_roll(state, A, state.table.piece("counter-1"))


@pytest.mark.rule("SG-OBS-01")
def test_quality_and_sensor_dice_are_rolled_against_the_die_of_the_counter():
    roll = roll_at(facing())
    assert roll.sides == (4, 8, 6)
    assert roll.value_of([3, 5, 2]).dice == 1


@pytest.mark.rule("SG-OBS-02")
@pytest.mark.rule("SG-GAP-55")
@pytest.mark.parametrize(
    ("y", "ground", "marks", "sides"),
    [
        (11.0, (), None, 4),
        (25.0, (terrain("scrub", -2, 23, 2, 26),), None, 10),
        (11.9, (), None, 4),
        (12.0, (), None, 6),
        (24.0, (), None, 8),
        (12.0, (), {IN_POSITION: 1}, 8),
        (11.0, (terrain("wall", -2, 9.5, 2, 10),), None, 8),
    ],
)
def test_the_die_of_a_counter_goes_up_for_range_cover_and_position(y, ground, marks, sides):
    assert roll_at(facing(0, y, ground=ground, marks=marks)).sides[0] == sides


@pytest.mark.rule("SG-OBS-03")
def test_a_minor_success_flips_the_counter_of_a_unit_and_places_no_figures():
    done = observe(facing(), 3, 4, 1)
    assert done.piece("counter-1").unit == "b"
    assert places(done, "b") == BELOW
    assert "under-1" not in done.state.table.units


@pytest.mark.rule("SG-GAP-54")
@pytest.mark.option("dummy_removed_on", "minor", "major")
@pytest.mark.parametrize(
    ("value", "dice", "left"),
    [("minor", (3, 4, 1), set()), ("major", (3, 4, 1), {"counter-1"}), ("major", (3, 6, 4), set())],
)
def test_a_dummy_is_removed_on_a_minor_success_or_by_option_on_a_major_one(value, dice, left):
    done = observe(facing(hidden=False, options={"dummy_removed_on": value}), *dice)
    assert counters(done) == left


@pytest.mark.rule("SG-OBS-04")
def test_a_major_success_replaces_the_counter_by_its_figures_in_integrity():
    done = observe(facing(), 3, 6, 4)
    assert (counters(done), places(done, "b")) == (set(), SHOWN)
    assert math.dist(done.piece("b1").xy, (CENTRE, CENTRE + 10)) < 0.01
    assert not why_out_of_integrity(done.state, B)


@pytest.mark.rule("SG-OBS-05")
@pytest.mark.parametrize(("y", "dice", "found"), [(5.0, 2, True), (7.0, 2, False), (5.0, 1, False)])
def test_a_mine_is_found_by_a_major_success_within_6_in_alone(y, dice, found):
    state = with_mine(battle(squad("a", (0, 0)), counter(1, 0, y)), y)
    done = perform(state, lambda p: spot_counter(p, A, state.table.piece("counter-1"), dice))
    assert (counters(done) == set()) == found
    assert ("m" in RULESET.view(done.state, OWN).table.markers) == found


@pytest.mark.rule("SG-GAP-56")
def test_infantry_vehicles_and_aliens_have_sensors_of_their_own():
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 10), kinds=("swarmer",)), squad("c", (9, 0), sensors="superior")
    )
    assert [sensor_die(state, unit(state, key)) for key in "abc"] == [6, 4, 10]


@pytest.mark.rule("SG-GAP-57")
def test_a_unit_observes_from_its_leader():
    house = terrain("building", -1, 3, 0.8, 6)
    state = facing(0, 12, ground=(house,))
    assert why_not_observed(state, A, state.table.piece("counter-1")) == "its leader does not see it"


def recon(state, *dice):
    """Squad a fires at the counter; the range die comes first."""
    return perform(state, lambda p: perform_fire(p, A), {"target": "under-1"}, dice)


@pytest.mark.rule("SG-RBF-01")
def test_recon_by_fire_flips_and_suppresses_a_unit_by_a_major_success():
    done = recon(facing(), 1, 5, 4)
    assert done.piece("counter-1").unit == "b"
    assert (unit(done, "b").mark_count(SUPPRESSED), places(done, "b")) == (1, BELOW)


@pytest.mark.rule("SG-RBF-02")
@pytest.mark.parametrize(("hidden", "dice"), [(True, (3, 5, 1)), (False, (1, 5, 4))])
def test_recon_by_fire_does_nothing_else(hidden, dice):
    done = recon(facing(hidden=hidden), *dice)
    assert done.piece("counter-1").unit == "under-1"
    assert not done.state.table.units["under-1"].marks
    assert len(done.events_of(DiceRolled)) == 1


@pytest.mark.rule("SG-RBF-02")
def test_recon_by_fire_has_no_effect_on_a_mine():
    state = battle(squad("a", (0, 0), (1, 0)), counter(1, 0, 10), activated="a")
    done = recon(with_mine(state, 10), 1, 5, 4)
    assert done.piece("counter-1").unit == "under-1"


@pytest.mark.rule("SG-GAP-58")
def test_a_counter_is_a_target_in_the_cover_of_its_spot_for_any_weapon():
    state = facing(0.75, 17, ground=(terrain("scrub", -2, 15, 4, 19),))
    assert fire_roll(state, fire(target="under-1")).sides[0] == 10
    assert "under-1" in {option.key for option in target_decision(state, A).open_options}


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize(("gap", "due"), [(12.0, ["counter-1"]), (12.1, [])])
def test_a_counter_that_ends_an_action_in_the_open_near_an_enemy_that_sees_it_is_revealed(gap, due):
    assert counters_due(facing(0, gap + 1.0), "under-1") == due


@pytest.mark.rule("SG-GAP-53")
def test_a_counter_that_ends_its_action_in_cover_is_not_revealed_from_afar():
    scrub = terrain("scrub", -2, 7, 2, 13)
    assert counters_due(facing(0, 10.0, ground=(scrub,)), "under-1") == []


@pytest.mark.rule("SG-GAP-159")
def test_revealed_figures_are_in_position_and_have_acted_if_their_counter_was_and_had():
    state = facing(marks={IN_POSITION: 1}).with_game(acted=("counter-1",))
    done = observe(state, 1, 6, 4)
    assert unit(done, "b").has_mark(IN_POSITION)
    assert {"b1", "b2"} <= set(done.state.game.acted)


@pytest.mark.rule("SG-GAP-159")
def test_a_flipped_unit_has_not_lost_its_leader():
    assert not lost_its_leader(observe(facing(), 3, 4, 1).state, B)


@pytest.mark.rule("SG-GAP-159")
def test_counters_take_no_ground():
    uplink = Marker("up", "objective", CENTRE, CENTRE + 10.0)
    state = facing(0, 10)
    assert nearest_side(state.with_table(state.table.with_marker(uplink)), "up") is None


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.parametrize(
    ("y", "ground", "due"),
    [
        (7.0, (terrain("scrub", -2, 6, 2, 9),), ["counter-1"]),
        (7.2, (terrain("scrub", -2, 6, 2, 9),), []),
        (6.0, (terrain("building", -9, 1, 9, 4),), []),
    ],
)
def test_a_counter_is_revealed_by_an_enemy_within_6_in_that_sees_it(y, ground, due):
    assert counters_due(facing(0, y, ground=ground), "a") == due


@pytest.mark.rule("SG-GAP-53")
def test_counters_make_normal_moves_dummies_too_and_a_unit_may_show_itself():
    keys = {}
    for hidden in (True, False):
        state = facing(0, 20, hidden=hidden)
        decision = action_decision(state, unit(state, "under-1"))
        keys[hidden] = {option.key for option in decision.options}
    assert keys == {True: {"show", "move", "stop"}, False: {"move", "stop"}}


@pytest.mark.rule("SG-GAP-53")
def test_a_unit_that_shows_itself_goes_on_with_both_actions():
    state = facing(0, 20).with_game(activation=None, phase="enemy", phases=("enemy", "own"))
    done = play(state, [{"unit": "under-1"}, {"action": "show"}, {"figures": lambda d, s: d.default(s)}])
    assert done.run.pending.what == "action"
    assert (done.state.game.activation.unit, done.state.game.activation.actions_left) == ("b", 2)


@pytest.mark.rule("SG-GAP-53")
def test_five_hidden_units_have_three_dummies_in_cover():
    squads = [foes(f"h{k}", (6.0 * k - 12, 18), hidden=True) for k in range(5)]
    woods = terrain("woods", -12, 8, 12, 15)
    table = with_counters(battle(squad("a", (0, 0)), *squads, ground=(woods,)).table, {})
    spots = [piece.xy for piece in table.pieces.values() if piece.kind == "counter"]
    assert len(spots) == 8
    assert sum(y == CENTRE + 11.5 for _, y in spots) == 3


@pytest.mark.rule("SG-GAP-53")
@pytest.mark.option("hidden_deployment", "scenario", "off")
def test_units_begin_hidden_where_the_scenario_says_so_and_none_without_hidden_deployment():
    hidden = load_scenario("first_brood").initial_state()
    assert [u.kind for u in hidden.table.units.values()].count(COUNTERS) == 3
    assert {p.place for p in hidden.table.pieces_of_side("aliens") if p.kind != "counter"} == {HIDDEN}
    shown = load_scenario("first_brood", {"hidden_deployment": "off"}).initial_state()
    assert not any(u.kind == COUNTERS for u in shown.table.units.values())


@pytest.mark.rule("SG-GAP-159")
def test_a_flipped_counter_moves_as_a_marker():
    state = observe(facing(0, 20), 1, 4, 1).state.with_game(activation=None, phase="enemy")
    state = state.with_game(phases=("enemy", "own"))
    done = play(state, [{"unit": "b"}])
    assert {o.key for o in done.run.pending.options} == {"show", "move", "stop"}


@pytest.mark.rule("SG-GAP-159")
def test_the_figures_of_a_flipped_counter_are_placed_before_it_is_fired_at():
    state = observe(facing(), 3, 4, 1).state
    done = perform(state, lambda p: perform_fire(p, A), {"target": "b"}, [4, 5, 2, 8])
    assert (counters(done), places(done, "b")) == (set(), SHOWN)
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-GAP-159")
def test_an_inverted_counter_cannot_be_assaulted_and_a_flipped_one_is_placed_first():
    assert [o.key for o in assault_decision(facing(), A).options] == ["nobody"]
    state = observe(facing(), 3, 4, 1).state
    done = perform(state, lambda p: perform_assault(p, A), {"enemy": "b"}, [1])
    assert (counters(done), places(done, "b")) == (set(), SHOWN)


@pytest.mark.rule("SG-GAP-163")
def test_counters_in_a_burst_are_turned_over_before_the_dice_and_mines_stay():
    state = with_mine(facing(squads=(counter(2, 1, 10), counter(3, 0, 9))), 9)
    at = (CENTRE, CENTRE + 10)
    state = state.with_game(batteries=(Battery("mortars", "own"),), edges={"own": "south", "enemy": "north"})
    mission = Mission("m-1", "mortars", "a", at, "explosive", 1, 1)
    done = perform(state, lambda p: resolve_mission(p, mission), dice=[8, 1, 2, 1, 2, 8])
    assert (counters(done), places(done, "b")) == ({"counter-3"}, SHOWN)
    assert unit(done, "b").has_mark(SUPPRESSED)


@pytest.mark.rule("SG-GAP-53")
def test_counters_that_are_turned_over_score_for_who_identifies_them():
    state = facing(squads=(counter(2, 9, 15),)).with_game(
        ground={"x": ""}, laid={"enemy": 2}, points=PointValues(2.0, {"own": 1.0})
    )
    assert scores(state) == {"own": 0.0, "enemy": 0.0}
    assert scores(observe(state, 3, 4, 1).state) == {"own": 1.0, "enemy": 0.0}
