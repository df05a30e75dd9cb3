"""The order of activations, panic, options, scores, and the programme of the aliens."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import choose_unit, may_pass, waiting_units
from battlesim.rulesets.stargrunt.actions.move_actions import perform_combat_move
from battlesim.rulesets.stargrunt.advice.aliens import alien_wishes, best_assault, spit_dice, which_alien
from battlesim.rulesets.stargrunt.attack.casualties import replace_leader
from battlesim.rulesets.stargrunt.attack.fire_checks import why_no_fire
from battlesim.rulesets.stargrunt.attack.fire_roll import figures_that_can_be_hit, fire_engagement, range_die
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.attack.targeting import engagement
from battlesim.rulesets.stargrunt.battle.turn_sequence import begin_turn
from battlesim.rulesets.stargrunt.battle.victory import battle_outcome, scores
from battlesim.rulesets.stargrunt.core.lookups import unit_rules
from battlesim.rulesets.stargrunt.core.marks import PANIC, SUPPRESSED
from battlesim.rulesets.stargrunt.core.parameters import resolve_parameters
from battlesim.rulesets.stargrunt.morale.confidence import unit_motivation
from battlesim.rulesets.stargrunt.morale.panic import test_panic_at_sight as look_for_panic
from battlesim.rulesets.stargrunt.morale.panic import test_panic_under_attack as attack_with
from battlesim.rulings.movement import Leg
from battlesim.table.ids import SideKey

from .field import ENEMY, OWN, A, B, battle, fire, foes, perform, play, rolls, row, squad, terrain, unit

ALIEN = {"automated": True, "leader": False}


def three_to_two(**more):
    return battle(
        squad("a", (0, 0)),
        squad("b", (5, 0)),
        squad("c", (10, 0)),
        foes("d", (0, 20)),
        foes("e", (5, 20)),
        **more,
    )


@pytest.mark.rule("SG-GAP-26")
@pytest.mark.option("first_activation", "fewer_units_choose")
@pytest.mark.option("first_activation", "roll_each_turn")
@pytest.mark.option("first_activation", "alien_first")
@pytest.mark.parametrize(
    ("option", "answers", "dice", "first"),
    [
        ("fewer_units_choose", {"first": "own"}, [], OWN),
        ("roll_each_turn", {}, [2, 2, 5, 3], OWN),
        ("roll_each_turn", {}, [2, 4], ENEMY),
    ],
)
def test_who_activates_first(option, answers, dice, first):
    done = perform(three_to_two(options={"first_activation": option}), begin_turn, answers, dice)
    assert done.state.game.phase == first


@pytest.mark.rule("SG-GAP-26")
def test_the_side_that_chooses_is_offered_itself_first():
    done = perform(three_to_two(), begin_turn, {"first": "own"})
    (asked,) = (decision for decision in done.asked if decision.what == "first")
    assert asked.begins == asked.side


@pytest.mark.rule("SG-GAP-26")
@pytest.mark.option("first_activation", "alien_first")
def test_by_option_the_aliens_go_first():
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 20), **ALIEN), options={"first_activation": "alien_first"}
    )
    assert perform(state, begin_turn).state.game.phase == ENEMY


@pytest.mark.rule("SG-GAP-27")
@pytest.mark.option("passing", "fewer_left")
@pytest.mark.option("passing", "never")
@pytest.mark.parametrize(
    ("option", "side", "passes"),
    [("fewer_left", ENEMY, True), ("fewer_left", OWN, False), ("never", ENEMY, False)],
)
def test_the_side_with_fewer_units_left_may_pass(option, side, passes):
    state = three_to_two(options={"passing": option})
    assert may_pass(state, side) is passes


@pytest.mark.rule("SG-GAP-27")
def test_a_pass_hands_the_activation_to_the_other_side():
    done = perform(three_to_two(phase=ENEMY), lambda play: choose_unit(play, ENEMY), {"unit": "pass"})
    assert done.state.game.phase == OWN
    assert len(waiting_units(done.state, ENEMY)) == 2


@pytest.mark.rule("SG-GAP-28")
def test_a_new_turn_resets_weapons_and_counts_but_no_suppression():
    state = battle(
        squad("a", (0, 0), marks={SUPPRESSED: 2}), foes("b", (0, 20)), fired=("a saw:a1",), tally={"x": 1}
    )
    done = perform(state, begin_turn, {"first": "own"}, [6, 1])
    assert (done.state.game.fired, done.state.game.tally, done.state.game.turn) == ((), {}, 2)
    assert unit(done, "a").mark_count(SUPPRESSED) == 2


@pytest.mark.rule("SG-GAP-43")
@pytest.mark.parametrize(("die", "leadership"), [(2, 3), (3, 2), (5, 2), (6, 1)])
def test_a_new_leader_is_worse_alike_or_better(die, leadership):
    state = battle(squad("a", *row(0, 0, 3), figure_marks={1: "wounded"}, leadership=2), foes("b", (0, 20)))
    done = perform(state, lambda play: replace_leader(play, A), dice=[die])
    assert (unit_rules(unit(done, "a")).leadership, unit(done, "a").leader) == (leadership, "a2")


@pytest.mark.rule("SG-PAN-01", "SG-GAP-86")
@pytest.mark.parametrize(
    ("quality", "dice", "panics"), [("untrained", [1], True), ("green", [], False), ("regular", [], False)]
)
def test_untrained_troops_test_when_they_first_see_an_enemy(quality, dice, panics):
    state = battle(squad("a", (0, 0), quality=quality), foes("b", (0, 20)))
    done = perform(state, look_for_panic, dice=dice)
    assert unit(done, "a").has_mark(PANIC) is panics
    assert rolls(perform(done.state, look_for_panic)) == []


@pytest.mark.rule("SG-PAN-03")
@pytest.mark.parametrize(
    ("quality", "kind", "tests"),
    [("regular", "swarmer", 1), ("veteran", "swarmer", 0), ("regular", "rifleman", 0)],
)
def test_regulars_test_at_the_first_attack_with_terror(quality, kind, tests):
    state = battle(squad("a", (0, 0), quality=quality), foes("b", (0, 5), kinds=(kind,)))
    done = perform(state, lambda play: attack_with(play, A, B, by_fire=False), dice=[8] * tests)
    assert len(rolls(done)) == tests


@pytest.mark.rule("SG-GAP-17")
@pytest.mark.option("target_priority", "free")
@pytest.mark.option("target_priority", "nearest_first")
@pytest.mark.parametrize(("option", "free"), [("free", True), ("nearest_first", False)])
def test_by_option_the_nearest_unit_comes_first(option, free):
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 7)), foes("c", (0, 6)), options={"target_priority": option}
    )
    assert (why_no_fire(state, A, B) == "") is free


@pytest.mark.rule("SG-GAP-19")
@pytest.mark.option("range_measure", "unit_centres")
@pytest.mark.option("range_measure", "nearest_figures")
@pytest.mark.parametrize(("option", "inches"), [("unit_centres", 8.0), ("nearest_figures", 5.0)])
def test_ranges_run_between_the_middles_or_by_option_the_nearest_bases(option, inches):
    state = battle(squad("a", (0, -1), (0, 1)), foes("b", (0, 7), (0, 9)), options={"range_measure": option})
    found = engagement(state, A, B, [state.table.piece("a1"), state.table.piece("a2")])
    assert found is not None
    assert found.distance == pytest.approx(inches)


@pytest.mark.rule("SG-GAP-24")
@pytest.mark.option("cover_by", "majority")
@pytest.mark.option("cover_by", "per_figure")
@pytest.mark.parametrize(("covered", "die"), [(1, 4), (2, 4), (3, 6)])
def test_more_than_half_of_a_unit_must_be_in_cover(covered, die):
    ground = [terrain("hedge", -3.5, 5.2, -3.5 + 1.5 * covered - 0.3, 5.4)]
    state = battle(squad("a", *row(-3, 0, 4)), foes("b", *row(-3, 6.5, 4)), ground=ground)
    assert range_die(state, fire())[0].sides == die


@pytest.mark.rule("SG-GAP-18")
@pytest.mark.parametrize(("height", "free"), [(0.75, True), (2.0, False)])
def test_a_line_of_sight_runs_over_what_is_lower_than_the_eyes(height, free):
    ground = [terrain("wall", -3, 3, 3, 3.3, height=height)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 6)), ground=ground)
    assert (why_no_fire(state, A, B) == "") is free


@pytest.mark.rule("SG-GAP-25")
@pytest.mark.parametrize(("depth", "free"), [(6.0, True), (6.1, False)])
def test_sight_goes_through_six_inches_of_wood(depth, free):
    ground = [terrain("woods", -3, 1, 3, 1 + depth)]
    state = battle(squad("a", (0, 0)), foes("b", (0, 8)), ground=ground)
    assert (why_no_fire(state, A, B) == "") is free


@pytest.mark.rule("SG-GAP-164", "SG-GAP-15")
@pytest.mark.option("allocation_includes_wounded", "yes")
@pytest.mark.option("allocation_includes_wounded", "no")
@pytest.mark.parametrize(("option", "count"), [("yes", 3), ("no", 2)])
def test_the_wounded_can_be_hit_again_by_option(option, count):
    marks = {2: "wounded", 4: "stabilised"}
    state = battle(
        squad("a", (0, 0)),
        foes("b", *row(-3, 6, 4), figure_marks=marks),
        options={"allocation_includes_wounded": option},
    )
    assert len(figures_that_can_be_hit(state, B, fire_engagement(state, fire()))) == count


@pytest.mark.rule("SG-GAP-33")
@pytest.mark.option("motivation", "medium")
@pytest.mark.option("motivation", "low")
@pytest.mark.option("motivation", "high")
@pytest.mark.parametrize("option", ["medium", "low", "high"])
def test_the_motivation_is_that_of_the_unit_else_of_the_battle(option):
    state = battle(squad("a", (0, 0)), foes("b", (0, 6), motivation="high"), options={"motivation": option})
    assert unit_motivation(state, unit(state, "a")) == option
    assert unit_motivation(state, unit(state, "b")) == "high"


@pytest.mark.rule("SG-GAP-32", "SG-GAP-145")
@pytest.mark.option("fatigue", "fresh", "tired", "exhausted")
@pytest.mark.option("turns", "8", "6", "10")
@pytest.mark.option("weapon_limit", "per_turn", "per_activation")
@pytest.mark.option("support_join", "any_number", "one_per_fire")
@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("fatigue", "fresh", "best_confidence", 5),
        ("fatigue", "tired", "best_confidence", 4),
        ("fatigue", "exhausted", "best_confidence", 3),
        ("turns", "8", "turns", 8),
        ("turns", "6", "turns", 6),
        ("turns", "10", "turns", 10),
        ("weapon_limit", "per_turn", "fires_once_a_turn", True),
        ("weapon_limit", "per_activation", "fires_once_a_turn", False),
        ("support_join", "any_number", "max_joining", 99),
        ("support_join", "one_per_fire", "max_joining", 1),
    ],
)
def test_options_set_their_parameters(option, value, field, expected):
    assert getattr(resolve_parameters({option: value}), field) == expected


@pytest.mark.rule("SG-GAP-157")
@pytest.mark.parametrize(("option", "left"), [("per_turn", 1), ("per_activation", 0)])
def test_weapons_fire_once_a_turn_or_by_option_once_an_activation(option, left):
    state = battle(
        squad("a", (0, 0)),
        foes("b", (0, 20)),
        activated="a",
        fired=("a x",),
        options={"weapon_limit": option},
    )
    done = play(state, ["stop"])
    assert len(done.state.game.fired) == left


@pytest.mark.rule("SG-GAP-09")
def test_by_option_one_support_weapon_joins():
    kinds = ("rifleman", "gunner", "gunner")
    state = battle(
        squad("a", *row(0, 0, 3), kinds=kinds),
        foes("b", (0, 6)),
        options={"support_join": "one_per_fire"},
        activated="a",
    )
    done = play(state, ["fire", "b", "saw:a2"], [4, 1, 1, 1])
    assert set(done.state.game.fired) == {"a advanced_rifle", "a sidearm", "a saw:a2"}


@pytest.mark.rule("SG-GAP-66")
@pytest.mark.option("combat_move_end", "stop_at_destination", "full_distance")
@pytest.mark.parametrize(("option", "y"), [("stop_at_destination", 17.0), ("full_distance", 26.0)])
def test_a_combat_move_stops_at_its_destination_or_by_option_goes_on(option, y):
    state = battle(
        squad("a", (0, -10)), foes("b", (20, 20)), options={"combat_move_end": option}, activated="a"
    )
    way = (Leg("a1", ((24.0, 14.0), (24.0, 17.0))),)
    done = perform(state, lambda play: perform_combat_move(play, A), {"move": way}, [6])
    assert done.piece("a1").xy == (24.0, y)


@pytest.mark.rule("SG-GAP-145", "SG-GAP-147")
def test_the_battle_ends_when_one_side_is_gone_and_each_loss_scores():
    state = battle(squad("a", (0, 0)), foes("b", (0, 6), (1.5, 6), figure_marks={2: "wounded"}))
    assert scores(state) == {OWN: 1.0, ENEMY: 0.0}
    gone = battle(squad("a", (0, 0)), foes("b", (0, 6), figure_marks={1: "wounded"}))
    outcome = battle_outcome(gone)
    assert outcome is not None
    assert outcome.winners == (OWN,)


@pytest.mark.rule("SG-GAP-149", "SG-GAP-153", "SG-GAP-154")
def test_aliens_that_can_assault_come_first_and_the_suppressed_last():
    state = battle(
        foes("far", (-12, 20), kinds=("swarmer",), **ALIEN),
        foes("near", (0, 5), kinds=("swarmer",), **ALIEN),
        foes("held", (3, 5), kinds=("swarmer",), marks={SUPPRESSED: 1}, **ALIEN),
        squad("a", (0, 0)),
        phase=ENEMY,
    )
    question = play(state, []).run.pending
    ranked = sorted(which_alien(state, question), key=lambda advice: -advice.score)
    assert [advice.answer for advice in ranked] == ["near", "far", "held"]


@pytest.mark.rule("SG-GAP-150", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("own", "others", "gap", "dares"),
    [(4, 4, 12.0, True), (2, 5, 12.0, False), (2, 5, 8.0, True), (4, 4, 19.0, False)],
)
def test_swarmers_assault_at_one_to_two_or_from_near(own, others, gap, dares):
    state = battle(
        foes("b", *row(0, 1 + gap, own), kinds=("swarmer",), **ALIEN),
        squad("a", *row(0, 0, others)),
        activated="b",
    )
    assert (best_assault(state, B) is not None) is dares


@pytest.mark.rule("SG-GAP-151", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(("marks", "first"), [({}, "combat_move"), ({SUPPRESSED: 1}, "shake_off")])
def test_aliens_close_in_and_shake_off_suppression_first(marks, first):
    state = battle(
        foes("b", (0, 20), kinds=("swarmer",), marks=marks, **ALIEN), squad("a", (0, 0)), activated="b"
    )
    open_to = {option.key for option in play(state, []).run.pending.open_options}
    wishes = [wish for wish in alien_wishes(state, unit(state, "b")) if wish[0] in open_to]
    assert max(wishes, key=lambda wish: wish[1])[0] == first


@pytest.mark.rule("SG-GAP-152", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(("inches", "spits"), [(24.0, True), (24.1, False)])
def test_spitters_fire_at_a_range_die_of_d8_or_less(inches, spits):
    state = battle(
        foes("b", (0, inches - 4), kinds=("spitter",), **ALIEN), squad("a", (0, -4)), activated="b"
    )
    assert bool(spit_dice(state, B)) is spits


@pytest.mark.rule("SG-GAP-160")
def test_the_new_leader_of_a_fired_at_unit_comes_with_a_marker():
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", *row(-3, 6, 2), figure_marks={1: "wounded"}, motivation="high"),
    )
    done = perform(state, lambda play: resolve_fire(play, fire()), dice=[4, 1, 1, 8, 4])
    assert unit(done, "b").leader == "b2"


@pytest.mark.rule("SG-GAP-101", "SG-GAP-32")
def test_the_ruleset_is_played_by_two_sides():
    assert RULESET.key == "stargrunt"
    assert SideKey("own") == OWN
