"""Close assaults: the tests, the moves, the fire between them, the rounds, and what becomes of the fallen."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.assault.assault import (
    counted_strength,
    perform_assault,
    stand_threat,
)
from battlesim.rulesets.stargrunt.assault.combat import (
    combat_dice,
    fight,
    fight_round,
    losers,
)
from battlesim.rulesets.stargrunt.assault.combat import score as combat_score
from battlesim.rulesets.stargrunt.assault.declare import ATTACK_THREATS, why_no_assault
from battlesim.rulesets.stargrunt.assault.pairs import Fight as Pairing
from battlesim.rulesets.stargrunt.assault.pairs import paired
from battlesim.rulesets.stargrunt.assault.withdrawal import withdraw
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    CONFIDENT,
    DOWN,
    IN_POSITION,
    ROUTED,
    SHAKEN,
    STEADY,
    SUPPRESSED,
    WOUNDED,
)

from .field import A, B, battle, foes, perform, rolls, row, squad, terrain, unit

CALM = {"motivation": "high"}


def facing(own=4, others=4, gap=5.0, options=None, ground=(), first=None, second=None):
    """Squad `a` faces squad `b`, so many inches from base edge to base edge."""
    return battle(
        squad("a", *row(-3, 0, own), **({"quality": "regular"} | (first or {}))),
        foes("b", *row(-3, 1 + gap, others), **({"quality": "regular"} | (second or {}))),
        ground=ground,
        options=options,
        activated="a",
    )


def in_contact(own=1, others=1, options=None, **more):
    return facing(own, others, 0.0, options, **more)


@pytest.mark.rule("SG-CLA-01")
@pytest.mark.parametrize(("level", "needed"), [(CONFIDENT, 3), (STEADY, 4), (SHAKEN, 6)])
def test_the_worse_the_confidence_the_harder_an_assault_begins(level, needed):
    failed = perform(
        facing(first={"marks": {CONFIDENCE: level}}),
        lambda play: perform_assault(play, A),
        {"enemy": "b"},
        [needed - 1],
    )
    assert rolls(failed) == ["a to begin a close assault"]
    assert failed.state.game.attempted == ("assault",)
    assert ATTACK_THREATS[level] + 3 == needed


@pytest.mark.rule("SG-CLA-01", "SG-GAP-110")
@pytest.mark.parametrize(
    ("gap", "marks", "free"),
    [
        (24.0, {}, True),
        (24.1, {}, False),
        (5.0, {CONFIDENCE: BROKEN}, False),
        (5.0, {"travelling": 1}, False),
    ],
)
def test_an_assault_is_declared_within_two_best_combat_moves(gap, marks, free):
    state = battle(squad("a", (0, -10), marks=marks), foes("b", (0, -9 + gap)), activated="a")
    assert (why_no_assault(state, A, B) == "") is free


@pytest.mark.rule("SG-CLA-02", "SG-GAP-111")
@pytest.mark.parametrize(("die", "dice_after"), [(4, True), (3, False)])
def test_a_combat_move_as_long_as_the_way_brings_contact(die, dice_after):
    state = facing(1, 1, 8.0, first={"quality": "regular"}, second={"kinds": ("swarmer",), **CALM})
    more = [8, 1, 2] if dice_after else [1, 8, 1, 2]
    done = perform(
        state, lambda play: perform_assault(play, A), {"enemy": "b", "abandon": "stay"}, [3, 8, die, *more]
    )
    assert ("close combat" in rolls(done)[:4]) is dice_after


@pytest.mark.rule("SG-CLA-03", "SG-CLA-04", "SG-CLA-05", "SG-GAP-112")
@pytest.mark.option("odds_floor", "one")
@pytest.mark.option("odds_floor", "zero")
@pytest.mark.parametrize(
    ("own", "others", "kind", "option", "threat"),
    [
        (8, 4, "rifleman", "one", 2),
        (6, 4, "rifleman", "one", 1),
        (7, 4, "rifleman", "one", 1),
        (9, 3, "rifleman", "one", 3),
        (3, 4, "rifleman", "one", 1),
        (3, 4, "rifleman", "zero", 0),
        (8, 4, "swarmer", "one", 4),
        (6, 4, "brute", "one", 6),
    ],
)
def test_the_stand_test_goes_by_the_odds_and_terror_doubles_them(own, others, kind, option, threat):
    state = facing(own, others, options={"odds_floor": option}, first={"kinds": (kind,)})
    assert stand_threat(state, [A], B) == threat


@pytest.mark.rule("SG-CLA-04")
def test_power_armour_counts_as_two():
    assert counted_strength(facing(6, 1, first={"kinds": ("brute",)}), A) == 12


@pytest.mark.rule("SG-CLA-06", "SG-GAP-113")
@pytest.mark.parametrize(("die", "level"), [(3, SHAKEN), (1, BROKEN)])
def test_defenders_who_fail_withdraw_and_the_attackers_take_their_place(die, level):
    state = facing(1, 1, second={"marks": {CONFIDENCE: STEADY}})
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3, die])
    assert unit(done, "b").mark_count(CONFIDENCE) == level
    assert done.piece("b1").xy[1] == pytest.approx(24.0 + 6.0 + 6.0, abs=0.01)
    assert done.piece("a1").xy[1] > 24.0 + 5.0


@pytest.mark.rule("SG-GAP-113")
@pytest.mark.option("withdraw_distance", "greater")
@pytest.mark.option("withdraw_distance", "either")
@pytest.mark.parametrize(
    ("option", "answers", "inches"),
    [("greater", {}, 12.0), ("either", {"withdrawal": "six"}, 6.0), ("either", {"withdrawal": "base"}, 12.0)],
)
def test_fast_troops_withdraw_by_their_base_move_or_by_option_as_they_like(option, answers, inches):
    state = facing(1, 1, options={"withdraw_distance": option}, second={"kinds": ("stalker",)})
    done = perform(state, lambda play: withdraw(play, B, [A]), answers)
    assert done.piece("b1").xy[1] == pytest.approx(24.0 + 6.0 + inches, abs=0.01)


@pytest.mark.rule("SG-GAP-114")
@pytest.mark.parametrize(("level", "goes"), [(BROKEN, "withdraws"), (ROUTED, "gone")])
def test_broken_defenders_are_routed_without_a_die_and_routed_ones_surrender(level, goes):
    state = facing(1, 1, 5.0, second={"marks": {CONFIDENCE: level}, "automated": level == BROKEN})
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3])
    assert len(rolls(done)) == 1
    assert done.piece("b1").in_play is (goes == "withdraws")


@pytest.mark.rule("SG-CLA-07", "SG-GAP-115")
@pytest.mark.parametrize(
    ("own", "others", "sizes"), [(4, 4, [1, 1, 1, 1]), (6, 4, [1, 1, 2, 2]), (5, 3, [1, 2, 2])]
)
def test_figures_are_paired_and_the_surplus_is_spread_evenly(own, others, sizes):
    assert sorted(len(each.others) for each in paired(in_contact(own, others), [A], [B])) == sizes


@pytest.mark.rule("SG-CLA-08", "SG-GAP-115")
@pytest.mark.parametrize(
    ("one", "others", "down"),
    [(5, [3], ["b1"]), (4, [4], []), (5, [6, 3], ["a1", "b2"]), (6, [3, 2], ["b1", "b2"])],
)
def test_the_lower_roll_loses_and_a_figure_with_several_opponents_rolls_once(one, others, down):
    state = in_contact(1, len(others))
    pieces = state.table.pieces
    pairing = Pairing(pieces["a1"], tuple(pieces[f"b{n + 1}"] for n in range(len(others))))
    faces = {"a1": one} | {f"b{n + 1}": face for n, face in enumerate(others)}
    assert losers(pairing, faces) == down


@pytest.mark.rule("SG-CLA-09", "SG-GAP-117")
@pytest.mark.parametrize(("kind", "die"), [("rifleman", 8), ("swarmer", 10)])
def test_a_close_combat_weapon_shifts_the_die(kind, die):
    state = in_contact(first={"kinds": (kind,)})
    (pairing,) = paired(state, [A], [B])
    assert combat_dice(state, pairing, [B], True)["a1"].sides == (die,)


@pytest.mark.rule("SG-CLA-10", "SG-GAP-118")
@pytest.mark.parametrize(("first_round", "die"), [(True, 10), (False, 8)])
def test_cover_and_position_shift_the_defenders_die_once_and_in_the_first_round_only(first_round, die):
    state = in_contact(ground=[terrain("woods", -6, 0.6, 6, 6)], second={"marks": {IN_POSITION: 1}})
    (pairing,) = paired(state, [A], [B])
    assert combat_dice(state, pairing, [B], first_round)["b1"].sides == (die,)


@pytest.mark.rule("SG-GAP-116")
@pytest.mark.option("close_shift", "open")
@pytest.mark.option("close_shift", "closed")
@pytest.mark.parametrize(("option", "dice"), [("open", (12, 6)), ("closed", (12, 8))])
def test_a_step_above_a_d12_lowers_the_opponents_die_by_option(option, dice):
    state = in_contact(options={"close_shift": option}, first={"kinds": ("swarmer",), "quality": "elite"})
    (pairing,) = paired(state, [A], [B])
    found = combat_dice(state, pairing, [B], True)
    assert (*found["a1"].sides, *found["b1"].sides) == dice


@pytest.mark.rule("SG-CLA-11")
def test_power_armour_doubles_its_roll():
    state = in_contact(first={"kinds": ("brute",)})
    assert combat_score(state.table.piece("a1"), 4) == 8
    assert combat_score(state.table.piece("b1"), 4) == 4


@pytest.mark.rule("SG-CLA-12")
def test_a_figure_that_is_down_is_not_paired_again():
    done = perform(in_contact(2, 2), lambda play: fight_round(play, [A], [B], True), dice=[8, 1, 4, 4])
    assert done.piece("b1").has_mark(DOWN)
    assert [len(each.others) for each in paired(done.state, [A], [B])] == [2]


@pytest.mark.rule("SG-CLA-13", "SG-CLA-17")
@pytest.mark.parametrize(("die", "left"), [(2, "dead"), (4, "wounded"), (5, "ok")])
def test_the_fallen_of_the_side_that_holds_the_ground_are_rolled_for(die, left):
    state = in_contact(2, 1, first={"leader": False}, second={"leader": False})
    done = perform(state, lambda play: fight(play, [A], [B]), dice=[4, 3, 8, die, 1])
    fallen = done.piece("a1")
    assert (fallen.in_play, fallen.has_mark(WOUNDED)) == (left != "dead", left == "wounded")


@pytest.mark.rule("SG-CLA-14", "SG-CLA-15", "SG-CLA-16", "SG-GAP-119", "SG-GAP-121")
@pytest.mark.parametrize(
    ("dice", "loser", "tests"),
    [
        ([1, 8, 4, 4, 3, 6], "b", 1),
        ([1, 8, 4, 4, 4, 2, 6], "a", 2),
    ],
)
def test_the_side_with_more_casualties_tests_first_then_the_other(dice, loser, tests):
    steady = {"marks": {CONFIDENCE: STEADY}, "leader": False}
    state = in_contact(2, 2, first=steady, second=steady)
    done = perform(state, lambda play: fight(play, [A], [B]), dice=[dice[1], dice[0], *dice[2:]])
    assert unit(done, loser).mark_count(CONFIDENCE) == SHAKEN
    assert sum("confidence" in text for text in rolls(done)) == tests


@pytest.mark.rule("SG-GAP-119")
def test_after_three_rounds_without_a_casualty_the_attackers_fall_back_and_keep_their_level():
    done = perform(in_contact(), lambda play: fight(play, [A], [B]), dice=[4] * 6)
    assert unit(done, "a").mark_count(CONFIDENCE) == CONFIDENT
    assert done.piece("a1").xy[1] < 24.0 - 5.0


@pytest.mark.rule("SG-GAP-123", "SG-GAP-122")
@pytest.mark.option("stunned_losers", "captured")
@pytest.mark.option("stunned_losers", "recover")
@pytest.mark.parametrize(("option", "stays"), [("captured", False), ("recover", True)])
def test_the_stunned_of_the_beaten_side_are_captured_or_by_option_recover(option, stays):
    state = in_contact(1, 1, options={"stunned_losers": option})
    done = perform(state, lambda play: fight(play, [A], [B]), dice=[8, 1, 6])
    assert done.piece("b1").in_play is stays


@pytest.mark.rule("SG-CLA-18", "SG-CLA-20", "SG-CLA-23")
def test_defenders_fire_when_the_first_move_falls_short_and_without_losses_it_goes_on():
    state = facing(1, 1, 12.0, second=CALM)
    done = perform(
        state,
        lambda play: perform_assault(play, A),
        {"enemy": "b", "abandon": "stay"},
        [3, 8, 4, 4, 1, 1, 2, 8, 1, 1],
    )
    assert rolls(done)[2:6] == ["a closes in on b", "b at a", "a closes in on b", "close combat"]
    assert unit(done, "a").mark_count(SUPPRESSED) == 0


@pytest.mark.rule("SG-CLA-19")
@pytest.mark.parametrize(("die", "fires"), [(4, False), (5, True)])
def test_suppressed_defenders_test_before_they_fire(die, fires):
    state = facing(1, 1, 12.0, second={"marks": {SUPPRESSED: 2}, **CALM})
    dice = [3, 8, 4, die, *([4, 1, 1] if fires else []), 2, 8, 1, 1]
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b", "abandon": "stay"}, dice)
    assert ("b at a" in rolls(done)) is fires


@pytest.mark.rule("SG-CLA-21", "SG-CLA-22", "SG-GAP-125")
@pytest.mark.parametrize(("die", "goes_on"), [(3, False), (4, True)])
def test_losses_make_the_attackers_test_and_those_who_fail_go_back_suppressed(die, goes_on):
    state = facing(3, 1, 12.0, first={"leader": False}, second={"kinds": ("conscript",)})
    fire = [1, 2, 2, 8, 1, 1]
    dice = [3, 8, 4, *fire, die, *([3, 1, 8, 4, 1] if goes_on else [])]
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b", "abandon": "back"}, dice)
    assert (unit(done, "a").mark_count(SUPPRESSED) == 0) is goes_on


@pytest.mark.rule("SG-GAP-110")
@pytest.mark.option("assault_from_position", "both_tests")
@pytest.mark.option("assault_from_position", "one_test_at_plus_1")
@pytest.mark.parametrize(
    ("option", "dice", "rolled"),
    [("both_tests", [5, 2], 2), ("both_tests", [4], 1), ("one_test_at_plus_1", [3], 1)],
)
def test_an_assault_out_of_position_takes_both_tests_or_by_option_one(option, dice, rolled):
    state = facing(options={"assault_from_position": option}, first={"marks": {IN_POSITION: 1}})
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, dice)
    assert (len(rolls(done)), done.state.game.attempted != ()) == (rolled, True)
