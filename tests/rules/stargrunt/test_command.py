"""The chain of command: communications, transfers, rallying, joining and splitting units."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.command.chain import bypassed_levels
from battlesim.rulesets.stargrunt.command.communication import communication_roll, needs_no_roll
from battlesim.rulesets.stargrunt.command.rally import rally, rally_roll, why_not_rallied
from battlesim.rulesets.stargrunt.command.regroup import (
    is_depleted,
    join_units,
    joined_unit,
    other_units,
    why_not_joined,
)
from battlesim.rulesets.stargrunt.command.transfer import (
    attempts_name,
    reactivation_name,
    subordinates,
    transfer_action,
    why_cannot_transfer,
    why_no_transfer,
)
from battlesim.rulesets.stargrunt.core.lookups import quality_die, unit_rules
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, CONFIDENT, SHAKEN, STEADY, SUPPRESSED

from .field import A, B, battle, foes, open_actions, perform, play, rolls, row, squad, unit
from .hidden_field import counter


def platoon(gap=10.0, squad_marks=None, options=None, command=None, **rules):
    """A commander `a` and a squad `b` under him, so many inches apart."""
    return battle(
        squad("a", (0, 0), (1.5, 0), **({"leadership": 1, "level": "platoon"} | (command or {}))),
        squad("b", *row(0, 1 + gap, 4), under="a", marks=squad_marks, **rules),
        foes("c", (0, 22)),
        activated="a",
        options=options,
    )


@pytest.mark.rule("SG-COM-01")
@pytest.mark.parametrize(("own", "other", "needed"), [(1, 3, 4), (2, 1, 3), (1, 1, 2)])
def test_a_communication_must_exceed_the_poorer_leadership(own, other, needed):
    state = platoon(leadership=other, command={"leadership": own})
    assert communication_roll(unit(state, "a"), unit(state, "b")).thresholds[0].least == needed


@pytest.mark.rule("SG-COM-02", "SG-GAP-34")
@pytest.mark.parametrize(
    ("level", "levels", "die"), [("platoon", 0, 10), ("company", 1, 8), ("battalion", 2, 6), ("squad", 0, 10)]
)
def test_each_level_bypassed_shifts_the_die_down(level, levels, die):
    state = platoon(command={"level": level, "quality": "veteran"})
    assert bypassed_levels(unit(state, "a"), unit(state, "b")) == levels
    assert communication_roll(unit(state, "a"), unit(state, "b")).sides == (die,)


@pytest.mark.rule("SG-GAP-35")
@pytest.mark.option("close_comms", "automatic_6")
@pytest.mark.option("close_comms", "always_roll")
@pytest.mark.parametrize(
    ("option", "gap", "free"),
    [("automatic_6", 6.0, True), ("automatic_6", 6.1, False), ("always_roll", 6.0, False)],
)
def test_neighbours_need_no_roll(option, gap, free):
    state = platoon(gap, options={"close_comms": option})
    assert needs_no_roll(state, unit(state, "a"), unit(state, "b")) is free


@pytest.mark.rule("SG-TRN-01", "SG-ACT-01")
@pytest.mark.parametrize(("die", "acts"), [(2, "a"), (3, "b")])
def test_a_transfer_costs_an_action_and_may_fail(die, acts):
    done = play(platoon(), ["transfer", "b"], [die])
    now = done.state.game.activation
    assert (now.unit, now.actions_left) == (acts, 2 if acts == "b" else 1)


@pytest.mark.rule("SG-TRN-02", "SG-GAP-37")
def test_a_unit_that_has_acted_acts_again_and_the_commander_goes_on():
    state = platoon().with_game(acted=("b1", "b2", "b3", "b4"))
    done = play(state, ["transfer", "b", "stop"], [8])
    now = done.state.game.activation
    assert (now.unit, now.actions_left, len(now.chain)) == ("a", 1, 1)


@pytest.mark.rule("SG-GAP-37")
def test_a_transfer_to_a_unit_not_yet_activated_leaves_its_own_activation():
    done = play(platoon(), ["transfer", "b", "stop", "stop"], [8], until="unit")
    assert "b1" not in done.state.game.acted
    assert "a1" in done.state.game.acted


@pytest.mark.rule("SG-TRN-03", "SG-GAP-37")
def test_a_commander_tries_twice_a_turn_and_a_unit_acts_again_once():
    state = platoon()
    commander, own = unit(state, "a"), unit(state, "b")
    assert why_cannot_transfer(state.with_game(tally={attempts_name(A): 1}), commander) == ""
    assert "twice" in str(why_cannot_transfer(state.with_game(tally={attempts_name(A): 2}), commander))
    once = state.with_game(tally={reactivation_name(A, B): 1})
    assert "re-activated" in str(why_no_transfer(once, commander, own))


@pytest.mark.rule("SG-GAP-36", "SG-GAP-37", "SG-SUP-01")
def test_a_commander_transfers_and_rallies_also_while_suppressed():
    state = platoon(squad_marks={CONFIDENCE: SHAKEN}, command={"marks": {SUPPRESSED: 1}})
    assert open_actions(state) == {"shake_off", "transfer", "rally"}
    assert [found.id for found in subordinates(state, unit(state, "a"))] == ["b"]


@pytest.mark.rule("SG-RAL-01", "SG-RAL-02", "SG-RAL-03")
@pytest.mark.parametrize(
    ("dice", "level", "rolled"), [([2], SHAKEN, 1), ([3, 3], SHAKEN, 2), ([3, 4], STEADY, 2)]
)
def test_a_rally_needs_a_call_and_a_die_above_both_leaderships(dice, level, rolled):
    state = platoon(squad_marks={CONFIDENCE: SHAKEN})
    done = perform(state, lambda play: rally(play, A), {"rally": "b"}, dice)
    assert (unit(done, "b").mark_count(CONFIDENCE), len(rolls(done))) == (level, rolled)


@pytest.mark.rule("SG-GAP-38")
@pytest.mark.option("rally_die", "rallied")
@pytest.mark.option("rally_die", "rallying")
@pytest.mark.parametrize(("option", "die"), [("rallied", 6), ("rallying", 8)])
def test_the_rally_die_is_that_of_the_rallied_unit_or_by_option_the_commanders(option, die):
    state = platoon(options={"rally_die": option}, quality="green")
    roll = rally_roll(state, unit(state, "a"), unit(state, "b"))
    assert (roll.sides, roll.thresholds[0].least) == ((die,), 4)


@pytest.mark.rule("SG-GAP-39")
def test_a_unit_is_rallied_once_a_turn_and_never_above_its_first_level():
    shaken = platoon(squad_marks={CONFIDENCE: SHAKEN})
    assert why_not_rallied(shaken, unit(shaken, "b")) == ""
    assert why_not_rallied(shaken.with_game(tally={"rallied b": 1}), unit(shaken, "b"))
    assert why_not_rallied(platoon(), unit(platoon(), "b"))


def two_remnants(gap=1.0, first=None, second=None, counts=(3, 2), options=None):
    return battle(
        squad("a", *row(-6, 0, counts[0]), **(first or {})),
        squad("b", *row(-6, 1 + gap, counts[1]), **(second or {})),
        foes("c", (0, 22)),
        strength={"a": 8, "b": 8, "c": 1},
        options=options,
        activated="a",
    )


@pytest.mark.rule("SG-REG-01", "SG-REG-02", "SG-REG-03")
def test_two_remnants_become_one_unit_with_the_better_leader_and_the_quality_of_the_many():
    state = two_remnants(
        first={"quality": "green", "leadership": 3}, second={"quality": "veteran", "leadership": 1}
    )
    done = perform(state, lambda play: join_units(play, unit(state, "a"), unit(state, "b")))
    joined = unit(done, "a")
    assert B not in done.state.table.units
    assert sum(piece.unit == A for piece in done.state.table.pieces.values()) == 5
    assert (unit_rules(joined).leadership, quality_die(joined)) == (1, 6)


@pytest.mark.rule("SG-GAP-40")
def test_with_equal_numbers_the_lower_quality_counts():
    state = two_remnants(first={"quality": "veteran"}, second={"quality": "green"}, counts=(2, 2))
    assert quality_die(joined_unit(state, unit(state, "a"), unit(state, "b"))) == 6


@pytest.mark.rule("SG-REG-04", "SG-GAP-41")
@pytest.mark.option("regroup_round", "down")
@pytest.mark.option("regroup_round", "up")
@pytest.mark.parametrize(
    ("option", "levels", "joined"),
    [
        ("down", (CONFIDENT, SHAKEN), STEADY),
        ("down", (STEADY, SHAKEN), SHAKEN),
        ("up", (STEADY, SHAKEN), STEADY),
    ],
)
def test_the_confidence_is_the_mean(option, levels, joined):
    state = two_remnants(
        first={"marks": {CONFIDENCE: levels[0]}},
        second={"marks": {CONFIDENCE: levels[1]}},
        options={"regroup_round": option},
    )
    done = perform(state, lambda play: join_units(play, unit(state, "a"), unit(state, "b")))
    assert unit(done, "a").mark_count(CONFIDENCE) == joined


@pytest.mark.rule("SG-GAP-40")
@pytest.mark.parametrize(("ok", "depleted"), [(4, True), (5, False)])
def test_half_of_the_first_figures_or_fewer_are_depleted(ok, depleted):
    state = two_remnants(counts=(ok, 2))
    assert is_depleted(state, unit(state, "a")) is depleted


@pytest.mark.rule("SG-GAP-40")
@pytest.mark.parametrize(("gap", "joins"), [(6.0, True), (6.1, False)])
def test_remnants_join_within_six_inches(gap, joins):
    state = two_remnants(gap)
    assert (why_not_joined(state, unit(state, "a"), unit(state, "b")) == "") is joins


@pytest.mark.rule("SG-DET-01", "SG-GAP-42")
def test_a_detached_element_is_a_unit_and_costs_one_action():
    state = battle(squad("a", *row(-5, 0, 8)), foes("c", (0, 22)), activated="a")
    done = play(state, ["detach", ("a7", "a8")])
    assert unit(done, "a_element").rules["under"] == "a"
    assert done.state.game.activation.actions_left == 1
    assert done.state.game.strength["a_element"] == 2


@pytest.mark.rule("SG-DET-02")
def test_a_detached_element_is_not_activated_by_itself():
    state = battle(squad("a", *row(-5, 0, 8)), foes("c", (0, 22)), activated="a")
    done = play(state, ["detach", ("a7", "a8"), "stop", "c", "stop"])
    assert done.run.pending.what == "first"


def test_the_transfer_is_asked_about_the_units_under_the_commander():
    done = perform(platoon(2.0), lambda play: transfer_action(play, A), {"transfer": "b"})
    assert done.state.game.activation.unit == "b"


def test_nobody_regroups_with_a_counter():
    state = battle(squad("a", (0, 0)), counter(1, 3, 0, side="own"), foes("b", (0, 20)), activated="a")
    assert other_units(state, unit(state, "a")) == []
