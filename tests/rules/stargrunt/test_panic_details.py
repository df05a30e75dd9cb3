"""Panic, suppression and reaction tests in detail."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.core.marks import (
    PANIC,
    PANIC_TESTED,
    SUPPRESSED,
    TRAVELLING,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.rulesets.stargrunt.morale import panic, suppression
from battlesim.rulesets.stargrunt.morale import tests as reactions

from .field import A, B, battle, foes, perform, rolls, row, squad, terrain, unit


def alone(count: int = 4, ground=(), y: float = 20.0, options=None, **more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(
        squad("a", *row(0, 0, count), **more),
        foes("b", (0, y)),
        ground=ground,
        options=options,
        activated="a",
    )


@pytest.mark.rule("SG-GAP-86", "SG-PAN-01", "SG-PAN-02", "SG-PAN-03")
@pytest.mark.parametrize(
    ("quality", "marks", "automated", "may"),
    [
        ("untrained", {}, False, True),
        ("green", {}, False, True),
        ("regular", {}, False, True),
        ("veteran", {}, False, False),
        ("elite", {}, False, False),
        ("green", {PANIC_TESTED: 1}, False, False),
        ("green", {}, True, False),
    ],
)
def test_who_may_panic(quality: str, marks: dict[str, int], automated: bool, may: bool) -> None:
    own, _ = squad("a", (0, 0), marks=marks, quality=quality, automated=automated)
    assert panic.may_panic(own) == may


@pytest.mark.rule("SG-ACT-01", "SG-PAN-01", "SG-PAN-02", "SG-GAP-86")
@pytest.mark.parametrize(
    ("quality", "kind", "hidden", "frightened"),
    [
        ("untrained", "rifleman", False, True),
        ("untrained", "rifleman", True, False),
        ("green", "rifleman", False, False),
        ("green", "power_trooper", False, True),
        ("green", "power_trooper", True, False),
        ("regular", "power_trooper", False, False),
    ],
)
def test_what_frightens_at_sight(quality: str, kind: str, hidden: bool, frightened: bool) -> None:
    ground = [terrain("building", -9, 6, 9, 8)] if hidden else []
    state = battle(squad("a", (0, 0), quality=quality), foes("b", (0, 12), kinds=(kind,)), ground=ground)
    assert panic.is_frightened(state, unit(state, "a")) == frightened
    done = perform(state, panic.test_panic_at_sight, dice=[1] * frightened)
    assert unit(done, "a").has_mark(PANIC) == unit(done, "a").has_mark(PANIC_TESTED) == frightened


@pytest.mark.rule(
    "SG-GAP-83", "SG-GAP-06", "SG-ACT-01", "SG-PAN-02", "SG-PAN-03", "SG-GAP-87", "SG-PAN-04", "SG-PAN-05"
)
@pytest.mark.parametrize(
    ("quality", "kind", "by_fire", "rules", "tests"),
    [
        ("green", "rifleman", True, {}, 1),
        ("green", "rifleman", False, {}, 0),
        ("green", "rifleman", True, {"automated": True}, 0),
        ("green", "swarmer", False, {}, 0),
        ("regular", "rifleman", True, {}, 0),
        ("regular", "swarmer", True, {}, 1),
        ("regular", "swarmer", False, {}, 1),
        ("regular", "swarmer", False, {"terror": True}, 0),
        ("untrained", "swarmer", True, {}, 0),
        ("veteran", "swarmer", True, {}, 0),
    ],
)
def test_what_an_attack_frightens(quality, kind, by_fire, rules, tests) -> None:  # type: ignore[no-untyped-def]
    state = battle(squad("a", (0, 0), quality=quality, **rules), foes("b", (0, 6), kinds=(kind,)))
    done = perform(state, lambda p: panic.test_panic_under_attack(p, A, B, by_fire=by_fire), dice=[2] * tests)
    assert len(rolls(done)) == unit(done, "a").mark_count(PANIC) == tests


@pytest.mark.rule("SG-GAP-83", "SG-PAN-04", "SG-PAN-05")
@pytest.mark.parametrize(("marks", "hurt"), [({PANIC_TESTED: 1}, {}), ({}, {1: WOUNDED})])
def test_who_does_not_panic_under_attack(marks: dict[str, int], hurt: dict[int, str]) -> None:
    own = squad("a", (0, 0), quality="green", marks=marks, figure_marks=hurt)
    state = battle(own, foes("b", (0, 6)))
    done = perform(state, lambda play: panic.test_panic_under_attack(play, A, B, by_fire=True))
    assert done.events == []


@pytest.mark.rule("SG-SUP-04", "SG-GAP-45", "SG-TRV-06")
@pytest.mark.parametrize(
    ("marks", "hit", "markers"),
    [
        ({}, True, 1),
        ({}, False, 0),
        ({TRAVELLING: 1}, False, 1),
        ({TRAVELLING: 1}, True, 1),
        ({SUPPRESSED: 2}, True, 3),
        ({SUPPRESSED: 3}, True, 3),
    ],
)
def test_an_attack_suppresses_those_it_hits_and_those_in_column(marks, hit, markers) -> None:  # type: ignore[no-untyped-def]
    found = []
    state = alone(marks=marks)
    done = perform(state, lambda p: found.append(suppression.suppress_engaged(p, A, hit)))
    assert unit(done, "a").mark_count(SUPPRESSED) == markers
    assert found == [hit or TRAVELLING in marks]
    rules = {event.rule for event in done.events}
    assert ("SG-TRV-06" in rules) == (TRAVELLING in marks and not hit)


@pytest.mark.rule("SG-RCT-01", "SG-RCT-02", "SG-POS-03", "SG-POS-01", "SG-SUP-03", "SG-GAP-30", "SG-GAP-46")
@pytest.mark.parametrize(
    ("quality", "leadership", "threat", "die", "passed"),
    [
        ("regular", 2, 0, 3, True),
        ("regular", 2, 0, 2, False),
        ("regular", 1, 0, 2, True),
        ("regular", 3, 2, 6, True),
        ("regular", 3, 2, 5, False),
        ("elite", 2, 0, 12, True),
    ],
)
def test_a_reaction_test(quality, leadership, threat, die, passed) -> None:  # type: ignore[no-untyped-def]
    state = alone(quality=quality, leadership=leadership)
    own = unit(state, "a")
    assert reactions.passing_score(own, threat) == leadership + threat + 1
    found = []

    def act(play):  # type: ignore[no-untyped-def]
        found.append((yield from reactions.roll_test(play, own, threat, "to test", "SG-RCT-01")))

    perform(state, act, dice=[die])
    assert found == [passed]


@pytest.mark.rule("SG-CNF-04", "SG-GAP-75")
@pytest.mark.option("needed_number", "lowest_passing_score", "number_to_exceed")
@pytest.mark.parametrize(
    ("option", "threat", "scores"),
    [
        ("lowest_passing_score", 1, (2, 4)),
        ("lowest_passing_score", 2, (3, 5)),
        ("lowest_passing_score", 3, (3, 6)),
        ("number_to_exceed", 1, (2, 4)),
        ("number_to_exceed", 2, (2, 5)),
        ("number_to_exceed", 3, (3, 6)),
    ],
)
def test_half_of_the_needed_number(option: str, threat: int, scores: tuple[int, int]) -> None:
    """One level is lost with half of the lowest score that passes, or of the number to exceed."""
    state = alone(options={"needed_number": option}, leadership=2)
    roll = reactions.confidence_roll(state, unit(state, "a"), threat, "SG-CNF-04")
    assert tuple(each.least for each in roll.thresholds) == scores
