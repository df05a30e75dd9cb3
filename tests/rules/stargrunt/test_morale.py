"""Confidence, suppression, position, panic, and what broken and routed units do."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.move_actions import may_move
from battlesim.rulesets.stargrunt.actions.position_actions import go_in_position
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    CONFIDENT,
    IN_POSITION,
    PANIC,
    ROUTED,
    SHAKEN,
    STEADY,
    SUPPRESSED,
)
from battlesim.rulesets.stargrunt.core.profiles import tables
from battlesim.rulesets.stargrunt.ground.integrity import why_out_of_integrity
from battlesim.rulesets.stargrunt.morale.confidence import (
    causes_of_fire,
    lose_confidence,
    take_confidence_test,
    threat_of,
)
from battlesim.rulesets.stargrunt.morale.forced import check_surrenders
from battlesim.rulesets.stargrunt.morale.panic import take_panic_test
from battlesim.rulesets.stargrunt.morale.suppression import shake_off_suppression, suppress

from .field import A, battle, fire, foes, open_actions, perform, play, rolls, row, squad, terrain, unit


def alone(**more):
    return battle(squad("a", *row(0, 0, 4), **more), foes("b", (0, 20)), activated="a")


@pytest.mark.rule("SG-CNF-02", "SG-CNF-03", "SG-CNF-04")
@pytest.mark.rule("SG-GAP-75")
@pytest.mark.option("needed_number", "lowest_passing_score")
@pytest.mark.option("needed_number", "number_to_exceed")
@pytest.mark.parametrize(
    ("option", "die", "level"),
    [
        ("lowest_passing_score", 5, STEADY),
        ("lowest_passing_score", 4, SHAKEN),
        ("lowest_passing_score", 3, SHAKEN),
        ("lowest_passing_score", 2, BROKEN),
        ("number_to_exceed", 2, SHAKEN),
        ("number_to_exceed", 1, BROKEN),
    ],
)
def test_a_confidence_test_costs_a_level_and_below_half_two(option, die, level):
    state = battle(
        squad("a", (0, 0), marks={CONFIDENCE: STEADY}), foes("b", (0, 20)), options={"needed_number": option}
    )
    done = perform(state, lambda play: take_confidence_test(play, A, 2), dice=[die])
    assert unit(done, "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-CLV-01")
@pytest.mark.parametrize(("before", "lost", "after"), [(CONFIDENT, 2, SHAKEN), (ROUTED, 1, ROUTED)])
def test_levels_are_lost_down_to_routed(before, lost, after):
    state = battle(squad("a", (0, 0), marks={CONFIDENCE: before}), foes("b", (0, 20)))
    done = perform(state, lambda play: lose_confidence(play, A, lost))
    assert unit(done, "a").mark_count(CONFIDENCE) == after


@pytest.mark.rule("SG-TLC-01", "SG-TLC-02", "SG-TLC-03", "SG-TLC-04", "SG-TLC-06")
@pytest.mark.rule("SG-GAP-76", "SG-GAP-77")
@pytest.mark.parametrize(
    ("causes", "wounded", "levels"),
    [
        (["suppressed"], 0, (2, 1, None)),
        (["casualties"], 0, (2, 1, None)),
        (["casualties"], 2, (4, 1, None)),
        (["casualties", "heavy_casualties"], 0, (4, 3, 1)),
        (["casualties", "leader_lost"], 0, (4, 3, 2)),
        (["casualties", "leader_lost"], 1, (5, 3, 2)),
        ([], 3, (None, None, None)),
    ],
)
def test_the_highest_bare_row_counts_and_the_wounded_are_added(causes, wounded, levels):
    found = []
    for motivation in ("low", "medium", "high"):
        state = battle(squad("a", (0, 0), motivation=motivation), foes("b", (0, 20)))
        threat = threat_of(state, unit(state, "a"), causes, wounded)
        found.append(threat.level if threat else None)
    assert tuple(found) == levels


@pytest.mark.rule("SG-TLC-03")
@pytest.mark.parametrize(("lost", "left", "heavy"), [(3, 2, True), (2, 3, False), (2, 2, False)])
def test_more_casualties_than_survivors_are_a_cause_of_their_own(lost, left, heavy):
    assert ("heavy_casualties" in causes_of_fire(lost, left, False, False)) is heavy


@pytest.mark.rule("SG-TLC-05", "SG-TLC-07")
@pytest.mark.parametrize(("row", "levels"), [("artillery", (2, 1, 0)), ("abandoned", (3, 2, 1))])
def test_the_added_rows_of_the_table(row, levels):
    found = tables().added[row]
    assert (found.low, found.medium, found.high) == levels


@pytest.mark.rule("SG-CNF-01")
def test_the_test_is_rolled_at_once_and_later_suppressions_ask_for_none():
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", *row(0, 6, 4), leadership=2))
    first = perform(state, lambda play: resolve_fire(play, fire()), dice=[3, 5, 1, 4])
    assert rolls(first)[-1] == "b: confidence"
    second = perform(first.state, lambda play: resolve_fire(play, fire()), dice=[3, 5, 1])
    assert unit(second, "b").mark_count(SUPPRESSED) == 2


@pytest.mark.rule("SG-SUP-03")
@pytest.mark.parametrize(("die", "left"), [(2, 2), (3, 1)])
def test_an_action_and_a_die_above_the_leadership_remove_one_marker(die, left):
    state = alone(marks={SUPPRESSED: 2})
    done = perform(state, lambda play: shake_off_suppression(play, A), dice=[die])
    assert unit(done, "a").mark_count(SUPPRESSED) == left


@pytest.mark.rule("SG-SUP-04")
def test_there_are_at_most_three_markers():
    done = perform(alone(marks={SUPPRESSED: 3}), lambda play: suppress(play, A))
    assert unit(done, "a").mark_count(SUPPRESSED) == 3


@pytest.mark.rule("SG-SUP-01", "SG-REO-03")
@pytest.mark.parametrize(
    ("covered", "open_keys"), [(False, {"shake_off"}), (True, {"shake_off", "reorganise"})]
)
def test_a_suppressed_unit_removes_suppression_and_reorganises_in_cover(covered, open_keys):
    ground = [terrain("woods", -3, -3, 8, 3)] if covered else []
    state = battle(
        squad("a", *row(0, 0, 4), marks={SUPPRESSED: 1}), foes("b", (0, 8)), ground=ground, activated="a"
    )
    assert open_actions(state) == open_keys


@pytest.mark.rule("SG-INT-01")
@pytest.mark.rule("SG-GAP-48")
@pytest.mark.parametrize(
    ("points", "holds"),
    [
        (row(-5, 0, 5, 2.5), True),
        (((0, 0), (5.5, 0)), True),
        (((0, 0), (7, 0)), False),
        (((0, 0), (2, 0), (6.5, 0)), False),
    ],
)
def test_a_unit_holds_together_by_its_chain_or_its_circle(points, holds):
    state = battle(squad("a", *points), foes("b", (0, 20)))
    assert (why_out_of_integrity(state, A) == "") is holds


@pytest.mark.rule("SG-INT-02")
@pytest.mark.rule("SG-GAP-49")
def test_a_scattered_unit_may_only_reorganise():
    state = battle(squad("a", (0, 0), (11, 0)), foes("b", (0, 8)), activated="a")
    assert open_actions(state) == {"reorganise"}


@pytest.mark.rule("SG-POS-01", "SG-RCT-04", "SG-RCT-05")
@pytest.mark.parametrize(
    ("covered", "die", "goes"), [(True, 2, False), (True, 3, True), (False, 4, False), (False, 5, True)]
)
def test_going_in_position_is_harder_in_the_open(covered, die, goes):
    ground = [terrain("woods", -3, -3, 8, 3)] if covered else []
    state = battle(squad("a", *row(0, 0, 4)), foes("b", (0, 20)), ground=ground, activated="a")
    done = perform(state, lambda play: go_in_position(play, A), dice=[die])
    assert unit(done, "a").has_mark(IN_POSITION) is goes


@pytest.mark.rule("SG-POS-03", "SG-RCT-06")
@pytest.mark.parametrize(("die", "stays"), [(4, True), (5, False)])
def test_a_unit_in_position_tests_before_it_moves(die, stays):
    done = perform(alone(marks={IN_POSITION: 1}), lambda play: may_move(play, A), dice=[die])
    assert unit(done, "a").has_mark(IN_POSITION) is stays


@pytest.mark.rule("SG-PAN-04", "SG-PAN-05")
@pytest.mark.parametrize(("die", "panics"), [(2, True), (3, False)])
def test_a_panic_test_is_passed_above_the_leadership(die, panics):
    done = perform(alone(), lambda play: take_panic_test(play, A), dice=[die])
    assert unit(done, "a").has_mark(PANIC) is panics
    assert (open_actions(done.state) == set()) is panics


@pytest.mark.rule("SG-PAN-06", "SG-PAN-07", "SG-RCT-03")
@pytest.mark.parametrize(
    ("die", "panics", "level"), [(3, False, STEADY), (2, True, STEADY), (1, True, SHAKEN)]
)
def test_shaking_off_panic_takes_the_whole_activation_and_a_one_costs_a_level(die, panics, level):
    state = alone(marks={PANIC: 1, CONFIDENCE: STEADY})
    done = play(state, [], [die], until="unit")
    assert unit(done, "a").has_mark(PANIC) is panics
    assert unit(done, "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-CLV-09")
@pytest.mark.rule("SG-GAP-85")
@pytest.mark.parametrize(("inches", "gone"), [(13.0, True), (13.1, False)])
def test_a_routed_unit_surrenders_within_twelve_inches(inches, gone):
    state = battle(squad("a", (0, 0), marks={CONFIDENCE: ROUTED}), foes("b", (0, inches)))
    done = perform(state, check_surrenders)
    assert (not done.piece("a1").in_play) is gone


@pytest.mark.rule("SG-CLV-08")
@pytest.mark.rule("SG-GAP-84")
def test_a_routed_unit_goes_to_its_edge_and_over_it():
    state = battle(squad("a", (0, -20), marks={CONFIDENCE: ROUTED}), foes("b", (0, 20)), activated="a")
    done = play(state, [], [3], until="unit")
    assert not done.piece("a1").in_play


@pytest.mark.rule("SG-CLV-05")
@pytest.mark.rule("SG-GAP-82")
def test_a_broken_unit_goes_to_the_nearest_cover_away_from_the_enemy():
    state = battle(
        squad("a", *row(0, 0, 2), marks={CONFIDENCE: BROKEN}),
        foes("b", (0, 14)),
        ground=[terrain("woods", -3, -8, 4, -3)],
        activated="a",
    )
    done = play(state, ["move"], until="action")
    assert done.piece("a1").xy[1] < 24.0 - 2.9


@pytest.mark.rule("SG-CLV-07")
@pytest.mark.rule("SG-GAP-83")
@pytest.mark.parametrize(("marks", "fires"), [({}, False), ({"fired_at:b": 1}, True)])
def test_a_broken_unit_fires_only_at_who_fired_at_it(marks, fires):
    state = battle(
        squad("a", *row(0, 0, 2), marks={CONFIDENCE: BROKEN, **marks}),
        foes("b", (0, 6)),
        ground=[terrain("woods", -3, -3, 4, 3)],
        activated="a",
    )
    assert ("fire" in open_actions(state)) is fires


@pytest.mark.rule("SG-PAN-02")
@pytest.mark.rule("SG-GAP-86")
@pytest.mark.parametrize(("quality", "tests"), [("green", True), ("regular", False), ("untrained", False)])
def test_green_troops_test_for_panic_when_first_fired_at(quality, tests):
    state = battle(squad("a", (0, 0), (1.5, 0)), foes("b", *row(0, 5, 4), quality=quality))
    done = perform(state, lambda play: resolve_fire(play, fire()), dice=[4, 1, 1, *([4] if tests else [])])
    assert unit(done, "b").has_mark("panic_tested") is tests
