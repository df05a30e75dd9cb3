"""What dice, figures and actions are, and the limits of markers, tests and actions."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import SeededDice
from battlesim.mechanics.contest import MultipleOpposedRoll, shifted_die
from battlesim.rulesets.stargrunt.actions.move_actions import perform_normal_move
from battlesim.rulesets.stargrunt.attack.casualties import casualties_among
from battlesim.rulesets.stargrunt.attack.fire_roll import fire_roll
from battlesim.rulesets.stargrunt.attack.hits import impact_roll
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.battle.turn_sequence import begin_turn
from battlesim.rulesets.stargrunt.core.lookups import active_units, figures_of, ok_figures
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IN_POSITION,
    PANIC,
    SHAKEN,
    SUPPRESSED,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.profiles import profiles, terrain_kinds
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.ground.sight import sees_unit
from battlesim.rulesets.stargrunt.morale.confidence import causes_of_fire
from battlesim.rulesets.stargrunt.morale.forced import withdraw_from_table
from battlesim.rulesets.stargrunt.morale.panic import test_panic_under_attack as attack_with
from battlesim.rulesets.stargrunt.morale.tests import roll_test
from battlesim.rulesets.stargrunt.support.arrival import burst_shifts, resolve_mission
from battlesim.rulings.movement import Leg
from battlesim.table.events import DiceRolled, DieTag, Modifier
from battlesim.table.pieces import Off

from .field import (
    CENTRE,
    A,
    B,
    battle,
    fire,
    foes,
    open_actions,
    perform,
    play,
    rolls,
    row,
    squad,
    terrain,
    unit,
)

AHEAD = (CENTRE, CENTRE + 10.0)


def alone(*points, ground=(), **more):
    return battle(
        squad("a", *(points or row(0, 0, 4)), **more), foes("b", (0, 20)), ground=ground, activated="a"
    )


def walk(dx, dy, *starts):
    """The legs of figures of squad `a` at these points that all move alike."""
    at = [(CENTRE + x, CENTRE + y) for x, y in starts]
    return tuple(Leg(f"a{n + 1}", ((x, y), (x + dx, y + dy))) for n, (x, y) in enumerate(at))


def salvo(state, points, dice, rounds=2):
    """Have rounds of a mortar fall around a point of the table: each further one by hour and inches."""
    own = Mission("m-1-0", "mortars", "a", points, "explosive", rounds, 1)
    return perform(state, lambda play: resolve_mission(play, own), dice=dice)


def under_fire(*squads, options=None, **more):
    """An observer `a` with a medium mortar, and the squads it falls on."""
    battery = Battery("mortars", "own", **more)
    return battle(
        squad("a", (0, -10), specialist=("artillery",)), *squads, options=options, batteries=(battery,)
    )


@pytest.mark.rule("SG-GAP-02")
@pytest.mark.parametrize(("leadership", "passes"), [(1, True), (2, False), (3, False)])
def test_a_lower_leadership_value_is_better(leadership, passes):
    state = battle(squad("a", (0, 0), leadership=leadership), foes("b", (0, 20)))
    done = perform(
        state, lambda play: roll_test(play, unit(play.state, "a"), 0, "to dare", "SG-RCT-02"), dice=[2]
    )
    assert (done.events_of(DiceRolled)[0].results == ("hit",)) is passes


@pytest.mark.rule("SG-GAP-03")
@pytest.mark.parametrize(
    ("die", "shifts", "sides"), [(10, (3,), 12), (6, (-2, 1), 4), (4, (-1,), 4), (8, (1,), 10)]
)
def test_shifts_are_added_up_and_end_with_the_ladder(die, shifts, sides):
    tag = DieTag(label="Die", shifts=tuple(Modifier(shift, "shift", "SG-GAP-03") for shift in shifts))
    assert shifted_die(die, tag).sides == sides


@pytest.mark.rule("SG-GAP-03")
def test_an_armour_die_ends_at_a_d12():
    state = battle(squad("a", (0, 0), kinds=("brute",)), foes("b", (0, 20)))
    roll = impact_roll(10, state.table.piece("a1"), (Modifier(2, "hard cover", "SG-COV-02"),))
    assert roll.sides == (10, 12)


@pytest.mark.rule("SG-GAP-04")
def test_equal_scores_are_failures():
    assert MultipleOpposedRoll(sides=(8, 8, 8)).value_of([5, 5, 3]).dice == 0
    done = perform(
        alone(), lambda play: roll_test(play, unit(play.state, "a"), 2, "to dare", "SG-RCT-02"), dice=[4]
    )
    assert done.events_of(DiceRolled)[0].results == ("miss",)


@pytest.mark.rule("SG-GAP-21", "SG-GAP-22")
@pytest.mark.parametrize(
    ("kind", "base"), [("rifleman", 1.0), ("power_trooper", 1.25), ("heavy_trooper", 1.25), ("brute", 2.0)]
)
def test_bases_and_heights_of_figures(kind, base):
    assert (profiles()[kind].base, profiles()[kind].height) == (base, 1.0)


@pytest.mark.rule("SG-GAP-22")
@pytest.mark.parametrize(
    ("kind", "height"), [("wall", 0.75), ("hedge", 0.75), ("woods", 4.0), ("building", 3.0)]
)
def test_heights_of_terrain(kind, height):
    assert terrain_kinds()[kind].height == height


@pytest.mark.rule("SG-GAP-22")
@pytest.mark.parametrize(("height", "seen"), [(0.75, True), (1.25, False), (2.0, False)])
def test_sight_passes_above_what_is_lower_than_the_line_between_the_eyes(height, seen):
    ground = [terrain("wall", -3, 9, 3, 9.5, height=height)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), ground=ground)
    assert sees_unit(state, A, B) is seen


@pytest.mark.rule("SG-GAP-155")
def test_the_nth_roll_depends_on_seed_and_number_alone():
    one, two = SeededDice(7), SeededDice(7)
    for number in range(4):
        one.throw((6,) * (number + 1), "fire")
        two.throw((12,), "a test")
    assert one.throw((8,), "fire") == two.throw((8,), "morale")


@pytest.mark.rule("SG-GAP-155")
def test_the_dice_of_a_shot_have_a_fixed_order():
    kinds = ("rifleman", "gunner", "rocketeer")
    state = battle(squad("a", *row(-1, 0, 3), kinds=kinds), foes("b", (0, 6)))
    roll = fire_roll(state, fire("advanced_rifle", "saw:a2", "rocket:a3"))
    labels = [tag.label for tag in roll.tags]
    assert labels == ["Range die", "Quality", "Firepower", "Machine gun", "Infantry rocket"]


@pytest.mark.rule("SG-GAP-29")
def test_actions_that_a_unit_did_not_use_are_lost():
    state = battle(squad("a", (0, 0)), foes("b", (0, 22)), activated="a")
    done = play(state, ["move", walk(0, 1, (0, 0)), "stop"])
    later = perform(done.state, begin_turn, {"first": "own"}, [6, 1])
    again = play(later.state, ["a"])
    assert again.state.game.activation.actions_left == 2


@pytest.mark.rule("SG-GAP-30", "SG-RCT-01")
def test_a_failed_test_costs_the_action_and_is_not_tried_again():
    state = battle(squad("a", *row(0, 0, 2), marks={IN_POSITION: 1}), foes("b", (0, 6)), activated="a")
    done = play(state, ["move"], [4])
    assert done.piece("a1").xy == (CENTRE, CENTRE)
    assert done.state.game.activation.actions_left == 1
    assert "fire" in open_actions(done.state)
    assert not {"move", "combat_move"} & open_actions(done.state)


@pytest.mark.rule("SG-RCT-01")
def test_a_unit_in_position_tests_before_its_way_is_asked_for():
    done = play(alone(marks={IN_POSITION: 1}), ["move"], [5])
    assert (len(rolls(done)), done.run.pending.what) == (1, "move")


@pytest.mark.rule("SG-GAP-45", "SG-GAP-80")
def test_all_bursts_of_a_salvo_are_one_attack():
    target = foes("b", (0, 0), (1.5, 0), (0, 1.5), (1.5, 1.5), (3, 0), leadership=2)
    state = under_fire(target)
    unhurt, killed = [1, 8], [8, 1]
    first = [*unhurt, *killed, *killed, *unhurt, *unhurt]
    done = salvo(state, (CENTRE, CENTRE), [8, 6, 1, *first, *unhurt * 3, 8])
    assert unit(done, "b").mark_count(SUPPRESSED) == 1
    assert rolls(done).count("b: confidence") == 1


@pytest.mark.rule("SG-GAP-46", "SG-GAP-158")
@pytest.mark.parametrize(
    ("markers", "dice", "left"), [(1, [3], 0), (2, [3, 3], 0), (2, [2, 3], 1), (3, [3, 3], 1)]
)
def test_each_action_is_a_try_at_one_marker(markers, dice, left):
    done = play(alone(marks={SUPPRESSED: markers}), ["shake_off"] * len(dice), dice)
    assert unit(done, "a").mark_count(SUPPRESSED) == left


@pytest.mark.rule("SG-GAP-46")
def test_the_second_action_is_free_when_the_last_marker_is_gone():
    done = play(alone(marks={SUPPRESSED: 1}), ["shake_off"], [3])
    assert {"move", "combat_move", "go_in_position"} <= open_actions(done.state)


@pytest.mark.rule("SG-GAP-47")
def test_panic_comes_before_suppression():
    done = play(alone(marks={SUPPRESSED: 1, PANIC: 1}), [], [3], until="unit")
    assert rolls(done) == ["a to shake off panic"]
    assert (unit(done, "a").has_mark(PANIC), unit(done, "a").mark_count(SUPPRESSED)) == (False, 1)


@pytest.mark.rule("SG-GAP-52")
@pytest.mark.parametrize(
    ("marks", "goes"), [({}, True), ({SUPPRESSED: 1}, False), ({TRAVELLING: 1}, False), ({PANIC: 1}, False)]
)
def test_suppressed_travelling_and_panicked_units_do_not_go_in_position(marks, goes):
    assert ("go_in_position" in open_actions(alone(marks=marks))) is goes


@pytest.mark.rule("SG-GAP-67")
def test_a_normal_move_may_follow_a_combat_move():
    state = alone((0, -10))
    done = play(state, ["combat_move", walk(0, 9, (0, -10)), "move"], [2])
    assert done.run.pending.check(done.state, walk(0, 6, (0, -6))) is None


@pytest.mark.rule("SG-GAP-74")
def test_a_unit_that_has_left_the_table_is_out_of_the_game():
    state = battle(squad("a", (0, -23), marks={CONFIDENCE: 1}), foes("b", (0, 20)), activated="a")
    done = perform(state, lambda play: withdraw_from_table(play, A), dice=[6])
    assert [each.id for each in active_units(done.state)] == ["b"]


@pytest.mark.rule("SG-GAP-80")
def test_only_the_first_suppression_is_a_cause_of_a_test():
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", *row(0, 6, 4), motivation="medium"))
    first = perform(state, lambda play: resolve_fire(play, fire()), dice=[3, 5, 1, 4])
    later = perform(first.state, lambda play: resolve_fire(play, fire()), dice=[3, 5, 1])
    assert (rolls(first)[-1], rolls(later)) == ("b: confidence", ["a at b"])


@pytest.mark.rule("SG-GAP-87")
@pytest.mark.parametrize(
    ("attacker", "target", "tests"),
    [
        ({"terror": True}, {}, 1),
        ({}, {}, 0),
        ({"terror": True}, {"automated": True}, 0),
        ({"terror": True}, {"terror": True}, 0),
    ],
)
def test_terror_is_set_by_the_scenario_and_frightens_people_without_it(attacker, target, tests):
    state = battle(squad("a", (0, 0), **attacker), foes("b", (0, 6), quality="regular", **target))
    done = perform(state, lambda play: attack_with(play, B, A, by_fire=True), dice=[8] * tests)
    assert len(rolls(done)) == tests


@pytest.mark.rule("SG-GAP-166")
def test_a_shaken_unit_in_position_tests_twice_and_keeps_its_marker_off():
    state = battle(
        squad("a", (0, 0), marks={IN_POSITION: 1, CONFIDENCE: SHAKEN}),
        foes("b", (0, 14)),
        ground=[terrain("woods", -4, -3, 4, 1)],
        activated="a",
    )
    done = perform(state, lambda play: perform_normal_move(play, A), {"move": walk(0, 3, (0, 0))}, [5, 4])
    assert rolls(done) == ["a to move out of position", "a to leave cover"]
    assert not unit(done, "a").has_mark(IN_POSITION)
    assert done.piece("a1").xy == (CENTRE, CENTRE)


@pytest.mark.rule("SG-POS-05", "SG-GAP-14")
@pytest.mark.option("armour_cover_shift", "on")
@pytest.mark.option("armour_cover_shift", "off")
@pytest.mark.parametrize(("option", "sides"), [("on", 10), ("off", 8)])
def test_a_figure_in_position_under_a_burst_shifts_its_armour_die_by_option(option, sides):
    state = under_fire(foes("b", (0, 10), marks={IN_POSITION: 1}), options={"armour_cover_shift": option})
    figure = state.table.piece("b1")
    assert impact_roll(8, figure, burst_shifts(state, figure, AHEAD)).sides[1] == sides


@pytest.mark.rule("SG-GAP-78")
@pytest.mark.option("artillery_test", "always")
@pytest.mark.option("artillery_test", "only_with_other_cause")
@pytest.mark.parametrize(("option", "tests"), [("always", 1), ("only_with_other_cause", 0)])
def test_a_burst_is_a_cause_by_itself_or_by_option_not(option, tests):
    target = foes("b", (0, 10), motivation="high", leadership=2, marks={"was_suppressed": 1})
    state = under_fire(target, options={"artillery_test": option})
    done = salvo(state, AHEAD, [8, 1, 8, *[3] * tests], rounds=1)
    assert rolls(done).count("b: confidence") == tests


@pytest.mark.rule("SG-GAP-105")
def test_those_wounded_before_are_no_casualties_of_an_attack():
    squads = squad("a", (0, 0)), foes("b", *row(-4, 6, 6), figure_marks={6: "wounded"})
    state = battle(*squads)
    before = figures_of(state, B)
    for key in ("b1", "b2"):
        state = state.with_table(state.table.with_place(key, Off("lost")))
    wounded = state.table.piece("b3").with_mark(WOUNDED)
    state = state.with_table(state.table.with_pieces(wounded))
    lost, left = casualties_among(state, before), ok_figures(state, B)
    assert ([piece.id for piece in lost], len(left)) == (["b1", "b2", "b3"], 2)
    assert "heavy_casualties" in causes_of_fire(len(lost), len(left), False, False)
