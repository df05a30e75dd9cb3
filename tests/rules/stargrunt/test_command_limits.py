"""Command: who is under whom, calls, transfers and rallies, and how units split and join."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.command.chain import bypassed_levels, commanders, is_under, unit_gap
from battlesim.rulesets.stargrunt.command.communication import communicate, communication_chance
from battlesim.rulesets.stargrunt.command.detach import detach, most_detached, rejoin, why_cannot_detach
from battlesim.rulesets.stargrunt.command.rally import (
    highest_confidence,
    rallied_name,
    rally,
    why_cannot_rally,
    why_not_rallied,
)
from battlesim.rulesets.stargrunt.command.regroup import (
    armour_kind,
    is_depleted,
    join_units,
    joined_unit,
    other_units,
    regroup,
    why_cannot_regroup,
    why_not_joined,
)
from battlesim.rulesets.stargrunt.command.transfer import (
    attempts_name,
    commands_others,
    reactivation_name,
    transfer_action,
    why_cannot_transfer,
)
from battlesim.rulesets.stargrunt.core.lookups import figures_of, unit_rules
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    CONFIDENT,
    DETACHED,
    PANIC,
    ROUTED,
    SHAKEN,
    STEADY,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.table.ids import UnitId

from .field import A, B, battle, foes, perform, row, squad, unit
from .hidden_field import counter, hide

C, E = UnitId("c"), UnitId("a_element")
FAR = foes("x", (0, 22))


def chain(*pairs, **more):
    """Units of one figure, each under another or none, side by side."""
    squads = [squad(key, (3.0 * n, 0), under=above) for n, (key, above) in enumerate(pairs)]
    return battle(*squads, FAR, **more)


# The chain of command.


@pytest.mark.rule("SG-GAP-34")
@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ((("a", ""), ("b", "a"), ("c", "b")), ["b", "a"]),
        ((("a", ""), ("b", ""), ("c", "b")), ["b"]),
        ((("a", ""), ("b", "a"), ("c", "")), []),
        ((("b", "gone"), ("c", "b")), ["b"]),
        ((("b", "c"), ("c", "b")), ["b"]),
        ((("c", "c"),), []),
    ],
)
def test_the_commanders_of_a_unit(pairs, found):
    state = chain(*pairs)
    assert [each.id for each in commanders(state, unit(state, "c"))] == found


@pytest.mark.rule("SG-GAP-34")
@pytest.mark.parametrize(
    ("who", "whom", "under"), [("c", "b", True), ("c", "a", True), ("b", "c", False), ("a", "a", False)]
)
def test_a_unit_is_under_all_its_commanders(who, whom, under):
    state = chain(("a", ""), ("b", "a"), ("c", "b"))
    assert is_under(state, unit(state, who), unit(state, whom)) is under


@pytest.mark.rule("SG-GAP-34", "SG-COM-01", "SG-COM-02")
@pytest.mark.parametrize(
    ("one", "other", "levels"),
    [
        ("squad", "squad", 0),
        ("squad", "platoon", 0),
        ("squad", "company", 1),
        ("company", "squad", 1),
        ("platoon", "higher", 3),
        ("company", "company", 0),
        ("battalion", "battalion", 0),
    ],
)
def test_the_levels_between_two_units(one, other, levels):
    state = battle(squad("a", (0, 0), level=one), squad("b", (3, 0), level=other), FAR)
    assert bypassed_levels(unit(state, "a"), unit(state, "b")) == levels


@pytest.mark.rule("SG-GAP-34", "SG-GAP-35", "SG-REG-01")
def test_the_gap_between_two_units_is_that_of_their_nearest_figures():
    state = battle(squad("a", (0, 0), (-3, 0)), squad("b", (5, 0), (9, 0)), FAR)
    assert unit_gap(state, A, B) == pytest.approx(4.0)


@pytest.mark.rule("SG-TRN-03", "SG-RAL-03", "SG-GAP-34", "SG-COM-01", "SG-GAP-35")
@pytest.mark.option("close_comms", "automatic_6")
@pytest.mark.option("close_comms", "always_roll")
@pytest.mark.parametrize(
    ("option", "gap", "chance"),
    [("automatic_6", 6.0, 1.0), ("automatic_6", 6.2, 0.75), ("always_roll", 3.0, 0.75)],
)
def test_the_chance_of_a_communication(option, gap, chance):
    state = battle(
        squad("a", (0, 0), leadership=1),
        squad("b", (0, 1 + gap), leadership=2),
        FAR,
        options={"close_comms": option},
    )
    assert communication_chance(state, unit(state, "a"), unit(state, "b")) == pytest.approx(chance)


@pytest.mark.rule(
    "SG-COM-01",
    "SG-RAL-01",
    "SG-RAL-02",
    "SG-RAL-03",
    "SG-TRN-03",
    "SG-TRN-02",
    "SG-GAP-35",
    "SG-GAP-37",
    "SG-GAP-39",
)
@pytest.mark.parametrize(("gap", "dice", "heard"), [(3.0, (), True), (9.0, (2,), False), (9.0, (3,), True)])
def test_whether_a_call_is_heard(gap, dice, heard):
    state = battle(squad("a", (0, 0), leadership=1), squad("b", (0, 1 + gap), leadership=2), FAR)
    results = []

    def run(play):
        results.append((yield from communicate(play, unit(state, "a"), unit(state, "b"))))

    perform(state, run, dice=dice)
    assert results == [heard]


@pytest.mark.rule(
    "SG-COM-01",
    "SG-EWF-04",
    "SG-RAL-01",
    "SG-RAL-02",
    "SG-RAL-03",
    "SG-GAP-39",
    "SG-TRN-02",
    "SG-TRN-03",
    "SG-GAP-37",
)
def test_a_call_that_is_jammed_is_not_heard():
    jammer = foes("ew", (20, 20), marks={"ew_on": 1, "ew_markers": 1}, electronics="basic")
    state = battle(squad("a", (0, 0), level="platoon"), squad("b", (0, 15), under="a"), jammer, activated="a")
    results = []

    def run(play):
        results.append((yield from communicate(play, unit(state, "a"), unit(state, "b"))))

    perform(state, run, {"jam": "ew 1"}, (5, 6))
    assert results == [False]


# Transfers.


@pytest.mark.rule("SG-GAP-36", "SG-GAP-37")
@pytest.mark.parametrize(
    ("pairs", "automated", "commands"),
    [
        ((("a", ""), ("b", "a")), False, True),
        ((("a", ""), ("b", "")), False, False),
        ((("a", ""), ("b", "a")), True, False),
    ],
)
def test_who_commands_others(pairs, automated, commands):
    squads = [squad(key, (3.0 * n, 0), under=up, automated=automated) for n, (key, up) in enumerate(pairs)]
    state = battle(*squads, FAR)
    assert commands_others(state, unit(state, "a")) is commands


@pytest.mark.rule("SG-TRN-01", "SG-TRN-02", "SG-TRN-03", "SG-GAP-37")
@pytest.mark.parametrize(
    ("again", "reason"), [((), ""), (("b",), ""), (("b", "c"), "no unit under it can act again")]
)
def test_a_transfer_needs_a_unit_that_can_act_again(again, reason):
    state = chain(("a", ""), ("b", "a"), ("c", "a"), activated="a")
    state = state.with_game(tally={reactivation_name(A, UnitId(key)): 1 for key in again})
    assert str(why_cannot_transfer(state, unit(state, "a"))) == reason


@pytest.mark.rule("SG-TRN-03", "SG-GAP-37", "SG-TRN-02")
@pytest.mark.parametrize(("die", "again"), [(2, 0), (8, 1)])
def test_each_attempt_counts_once_and_each_activation_too(die, again):
    state = battle(
        squad("a", (0, 0), leadership=1, level="platoon"), squad("b", (0, 15), under="a"), FAR, activated="a"
    )
    done = perform(state, lambda play: transfer_action(play, A), {"transfer": "b"}, [die])
    assert done.state.game.count(attempts_name(A)) == 1
    assert done.state.game.count(reactivation_name(A, B)) == again


@pytest.mark.rule("SG-TRN-01", "SG-GAP-37")
def test_a_unit_whose_activation_is_in_progress_gets_no_transfer():
    state = chain(("a", ""), ("b", "a"), activated="b")
    assert why_cannot_transfer(state, unit(state, "a"))
    assert not why_cannot_transfer(chain(("a", ""), ("b", "a"), activated="a"), unit(state, "a"))
    assert not why_cannot_transfer(chain(("a", ""), ("b", "a")), unit(state, "a"))


# Rallies.


@pytest.mark.rule("SG-RAL-02", "SG-GAP-39")
@pytest.mark.parametrize(
    ("first", "now", "free"),
    [(5, 5, False), (5, 4, True), (4, 4, False), (4, 3, True), (4, 5, False), (3, 2, True)],
)
def test_a_unit_is_rallied_up_to_its_first_level(first, now, free):
    state = battle(squad("a", (0, 0), marks={CONFIDENCE: now}, confidence=first), FAR)
    assert highest_confidence(state, unit(state, "a")) == first
    assert (why_not_rallied(state, unit(state, "a")) == "") is free


@pytest.mark.rule("SG-RAL-01", "SG-RAL-02", "SG-RAL-03", "SG-GAP-39")
@pytest.mark.parametrize(
    ("levels", "reason"),
    [
        ((SHAKEN, SHAKEN), ""),
        ((CONFIDENT, SHAKEN), ""),
        ((CONFIDENT, CONFIDENT), "no unit under it needs to be rallied"),
    ],
)
def test_a_rally_needs_a_unit_that_is_low(levels, reason):
    state = battle(
        squad("a", (0, 0), level="platoon"),
        *(
            squad(key, (0, 3 + n), under="a", marks={CONFIDENCE: level})
            for n, (key, level) in enumerate(zip("bc", levels, strict=True))
        ),
        FAR,
    )
    assert str(why_cannot_rally(state, unit(state, "a"))) == reason


@pytest.mark.rule("SG-RAL-01", "SG-RAL-02", "SG-RAL-03", "SG-GAP-39")
@pytest.mark.parametrize(("die", "level", "count"), [(4, SHAKEN, 0), (5, STEADY, 1)])
def test_a_rally_that_succeeds_counts_once(die, level, count):
    state = battle(
        squad("a", (0, 0), level="platoon"),
        squad("b", (0, 3), under="a", marks={CONFIDENCE: SHAKEN}),
        FAR,
        activated="a",
    )
    done = perform(state, lambda play: rally(play, A), {"rally": "b"}, [die])
    assert unit(done, "b").mark_count(CONFIDENCE) == level
    assert done.state.game.count(rallied_name(B)) == count


# Detached elements.


def detached(count=2, total=5, **rules):
    """A squad that detaches its last figures."""
    state = battle(squad("a", *row(0, 0, total), **rules), FAR, activated="a")
    chosen = tuple(f"a{total - n}" for n in range(count))
    return perform(state, lambda play: detach(play, A), {"detached": chosen})


@pytest.mark.rule("SG-DET-01", "SG-DET-02", "SG-GAP-42")
@pytest.mark.parametrize(("count", "most"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_at_most_half_of_the_figures_are_detached(count, most):
    state = battle(
        squad("a", *row(0, 0, count), (20, 0), figure_marks={count + 1: WOUNDED}), FAR, activated="a"
    )
    assert most_detached(state, unit(state, "a")) == most
    assert (why_cannot_detach(state, unit(state, "a")) == "") is bool(most)


@pytest.mark.rule("SG-DET-01", "SG-DET-02", "SG-GAP-42")
def test_the_leader_stays_and_one_figure_or_more_goes():
    done = detached()
    asked = done.first_decision("detached")
    assert [option.key for option in asked.options] == ["a2", "a3", "a4", "a5"]
    state = battle(squad("a", *row(0, 0, 5)), FAR, activated="a")
    assert [asked.check(state, keys) is None for keys in ((), ("a2",), ("a2", "a3"), ("a2", "a3", "a4"))] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.rule("SG-DET-01", "SG-DET-02", "SG-GAP-42")
def test_an_element_is_a_unit_under_its_own():
    done = detached()
    element = unit(done, "a_element")
    assert (element.leader, element.mark_count(DETACHED), unit_rules(element).under) == ("a5", 1, "a")
    assert [piece.id for piece in figures_of(done.state, E)] == ["a4", "a5"]
    assert done.state.game.strength[E] == 2
    assert "detached element" in str(why_cannot_detach(done.state, element))
    assert "already" in str(why_cannot_detach(done.state, unit(done, "a")))


def apart(gap, marks=None, figure_marks=None, under="a", own_marks=None):
    """An element `b` so far from its unit `a`."""
    return battle(
        squad("a", (0, 0), figure_marks=own_marks),
        squad(
            "b",
            (1 + gap, 0),
            under=under,
            marks={DETACHED: 1} if marks is None else marks,
            figure_marks=figure_marks,
        ),
        FAR,
        activated="b",
    )


@pytest.mark.rule("SG-GAP-42")
@pytest.mark.parametrize(
    ("state", "joins"),
    [
        (apart(1.0), True),
        (apart(12.0), False),
        (apart(1.0, marks={}), False),
        (apart(1.0, under="gone"), False),
        (apart(1.0, figure_marks={1: WOUNDED}), False),
        (apart(1.0, own_marks={1: WOUNDED}), False),
    ],
)
def test_an_element_returns_if_it_ends_its_action_in_integrity_with_its_unit(state, joins):
    done = perform(state, lambda play: rejoin(play, B))
    assert (B not in done.state.table.units) is joins
    assert (done.piece("b1").unit == "a") is joins
    assert (B not in done.state.game.strength) is joins


# Regrouping.


def remnants(gap=1.0, counts=(3, 2), first=None, second=None, strength=8, **more):
    return battle(
        squad("a", *row(-6, 0, counts[0]), **(first or {})),
        squad("b", *row(-6, 1 + gap, counts[1]), **(second or {})),
        foes("x", (0, 22)),
        strength={"a": strength, "b": strength, "x": 1, "c": 8},
        activated="a",
        **more,
    )


@pytest.mark.rule("SG-REG-01")
@pytest.mark.parametrize(
    ("count", "strength", "depleted"),
    [(4, 8, True), (5, 8, False), (3, 7, True), (4, 7, False), (1, 2, True)],
)
def test_a_unit_of_at_most_half_its_figures_is_depleted(count, strength, depleted):
    state = remnants(counts=(count, 1), strength=strength)
    assert is_depleted(state, unit(state, "a")) is depleted


@pytest.mark.rule("SG-REG-01")
@pytest.mark.parametrize(
    ("kinds", "kind"),
    [
        (("rifleman", "conscript", "conscript"), "partial"),
        (("rifleman", "rifleman", "conscript"), "full_suit"),
    ],
)
def test_the_armour_of_most_figures_counts(kinds, kind):
    state = remnants(first={"kinds": kinds})
    assert armour_kind(state, unit(state, "a")) == kind


@pytest.mark.rule("SG-REG-01", "SG-GAP-40")
@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, ""),
        ({"gap": 6.0}, ""),
        ({"gap": 6.1}, "more than 6 in away"),
        ({"counts": (3, 5)}, "more than half of its figures can act"),
        ({"second": {"marks": {PANIC: 1}}}, "it is in no state for it"),
        ({"second": {"marks": {CONFIDENCE: ROUTED}}}, "it is in no state for it"),
        ({"second": {"marks": {CONFIDENCE: 2}}}, ""),
        ({"second": {"kinds": ("conscript",)}}, "its armour is of another kind"),
    ],
)
def test_who_can_be_joined(more, reason):
    state = remnants(**more)
    assert str(why_not_joined(state, unit(state, "a"), unit(state, "b"))) == reason


@pytest.mark.rule("SG-REG-01", "SG-REG-02", "SG-REG-03", "SG-REG-04", "SG-GAP-40")
@pytest.mark.parametrize(
    ("more", "reason", "offered"),
    [
        ({}, "", True),
        ({"gap": 9.0}, "no depleted unit is near enough", True),
        ({"counts": (5, 2)}, "more than half of its figures can act", False),
        ({"first": {"automated": True}}, "", False),
    ],
)
def test_when_a_unit_can_regroup(more, reason, offered):
    state = remnants(**more)
    own = unit(state, "a")
    assert str(why_cannot_regroup(state, own)) == reason
    keys = {option.key for option in action_decision(state, own).options}
    assert ("regroup" in keys) is offered


@pytest.mark.rule("SG-REG-01", "SG-GAP-40")
def test_other_units_are_those_of_the_side_without_counters():
    state = battle(
        squad("a", (0, 0)),
        squad("b", (0, 3)),
        squad("c", (0, 9)),
        counter(1, 5, 5, side="own"),
        foes("x", (0, 22)),
    )
    assert [each.id for each in other_units(state, unit(state, "a"))] == ["b", "c"]
    hidden = hide(state, "c", 1)
    assert [each.id for each in other_units(hidden, unit(hidden, "a"))] == ["b"]


@pytest.mark.rule("SG-REG-01", "SG-REG-02", "SG-REG-03", "SG-REG-04", "SG-GAP-40")
@pytest.mark.parametrize(("answer", "joined"), [("b", True), ("nobody", False)])
def test_a_unit_regroups_with_the_one_that_is_chosen(answer, joined):
    done = perform(remnants(), lambda play: regroup(play, A), {"regroup": answer})
    assert (B not in done.state.table.units) is joined
    assert len(figures_of(done.state, A)) == (5 if joined else 3)
    assert done.state.game.strength[A] == (16 if joined else 8)


@pytest.mark.rule("SG-REG-01", "SG-REG-02", "SG-REG-03", "SG-REG-04", "SG-GAP-40")
def test_one_near_unit_is_enough_to_regroup():
    state = battle(
        squad("a", (0, 0)),
        squad("b", (0, 3)),
        squad("c", (0, 15)),
        foes("x", (0, 22)),
        strength={"a": 4, "b": 4, "c": 4, "x": 1},
    )
    assert why_cannot_regroup(state, unit(state, "a")) == ""


@pytest.mark.rule("SG-REG-02", "SG-REG-03", "SG-REG-04", "SG-GAP-40", "SG-REG-01")
@pytest.mark.parametrize(
    ("counts", "quality", "leadership", "joined"),
    [
        ((3, 2), ("green", "veteran"), (2, 1), ("green", 1, "b1")),
        ((2, 3), ("green", "veteran"), (1, 2), ("veteran", 1, "a1")),
        ((3, 2), ("veteran", "green"), (2, 2), ("veteran", 2, "a1")),
        ((2, 2), ("veteran", "green"), (3, 2), ("green", 2, "b1")),
        ((2, 2), ("green", "veteran"), (1, 3), ("green", 1, "a1")),
    ],
)
def test_the_values_of_the_unit_that_two_have_become(counts, quality, leadership, joined):
    first, second = (
        {"quality": q, "leadership": number} for q, number in zip(quality, leadership, strict=True)
    )
    state = remnants(counts=counts, first=first, second=second)
    new = joined_unit(state, unit(state, "a"), unit(state, "b"))
    assert (unit_rules(new).quality, unit_rules(new).leadership, new.leader) == joined


@pytest.mark.rule("SG-GAP-40", "SG-REG-01", "SG-REG-04")
@pytest.mark.parametrize(("markers", "kept"), [((1, 2), 2), ((3, 1), 3), ((0, 0), 0)])
def test_the_unit_has_the_markers_of_the_more_suppressed_and_the_strength_of_both(markers, kept):
    state = remnants(first={"marks": {SUPPRESSED: markers[0]}}, second={"marks": {SUPPRESSED: markers[1]}})
    done = perform(state, lambda play: join_units(play, unit(state, "a"), unit(state, "b")))
    assert unit(done, "a").mark_count(SUPPRESSED) == kept
    assert done.state.game.strength == {"a": 16, "x": 1, "c": 8}
