"""Morale in detail: causes of tests, forced actions, panic, and the programme of the aliens."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics.activation import Activation
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IN_POSITION,
    PANIC,
    SUPPRESSED,
    WAS_SUPPRESSED,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.rulesets.stargrunt.morale import confidence, forced, independent
from battlesim.testing.script import ScriptResult

from .field import CENTRE, A, battle, foes, perform, rolls, row, squad, terrain, unit
from .vehicle_field import aboard, vehicle

WOODS = terrain("woods", -3, -3, 8, 3)


def alone(count: int = 4, ground=(), y: float = 20.0, options=None, **more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(
        squad("a", *row(0, 0, count), **more),
        foes("b", (0, y)),
        ground=ground,
        options=options,
        activated="a",
    )


def gone(done: ScriptResult, piece: str) -> bool:
    return not done.state.table.pieces[piece].in_play


@pytest.mark.rule("SG-GAP-33", "SG-GAP-148")
@pytest.mark.parametrize(
    ("rules", "option", "found"),
    [
        ({}, "medium", "medium"),
        ({}, "low", "low"),
        ({"motivation": "high"}, "low", "high"),
        ({"automated": True, "motivation": "low"}, "low", "high"),
    ],
)
def test_the_motivation_of_a_unit(rules: dict[str, Any], option: str, found: str) -> None:
    state = alone(options={"motivation": option}, **rules)
    assert confidence.unit_motivation(state, unit(state, "a")) == found


@pytest.mark.rule("SG-GAP-77", "SG-GAP-78", "SG-TLC-05", "SG-TLC-06", "SG-TLC-07")
@pytest.mark.option("artillery_test", "always", "only_with_other_cause")
@pytest.mark.parametrize(
    ("causes", "added", "wounded", "motivation", "option", "level", "rows"),
    [
        ([], [], 0, "medium", "always", None, 0),
        ([], ["artillery"], 0, "medium", "always", 1, 1),
        ([], ["artillery"], 0, "medium", "only_with_other_cause", None, 0),
        ([], ["abandoned"], 0, "medium", "only_with_other_cause", 2, 1),
        (["casualties"], ["artillery"], 0, "medium", "only_with_other_cause", 2, 2),
        (["casualties"], ["artillery"], 2, "low", "always", 6, 3),
        (["casualties"], [], 2, "medium", "always", 1, 1),
        (["casualties"], [], 0, "high", "always", None, 0),
        (["casualties"], ["abandoned"], 0, "high", "always", 1, 1),
        (["suppressed", "leader_lost", "casualties"], [], 0, "high", "always", 2, 1),
    ],
)
def test_the_threat_of_causes_and_what_is_added(  # type: ignore[no-untyped-def]
    causes, added, wounded, motivation, option, level, rows
) -> None:
    state = alone(motivation=motivation, options={"artillery_test": option})
    found = confidence.threat_of(state, unit(state, "a"), causes, wounded, added=added)
    assert (found.level if found else None, len(found.rows) if found else 0) == (level, rows)


@pytest.mark.rule("SG-CNF-01", "SG-CNF-02", "SG-GAP-43", "SG-TLC-01", "SG-TLC-02", "SG-TLC-03", "SG-TLC-04")
@pytest.mark.parametrize(
    ("lost", "left", "leader", "first", "causes"),
    [
        (0, 4, False, False, []),
        (0, 4, False, True, ["suppressed"]),
        (1, 4, False, False, ["casualties"]),
        (2, 2, False, False, ["casualties"]),
        (3, 2, False, False, ["casualties", "heavy_casualties"]),
        (1, 4, True, True, ["suppressed", "casualties", "leader_lost"]),
    ],
)
def test_the_causes_of_fire(lost: int, left: int, leader: bool, first: bool, causes: list[str]) -> None:
    assert list(confidence.causes_of_fire(lost, left, leader, first)) == causes


def after_fire(
    state: Battle, suppressed: bool, dice: list[int], down: tuple[str, ...] = (), **more: Any
) -> ScriptResult:
    """Unit `a` was fired at, and some of its figures are down."""
    before = state.table.pieces_of_unit(A)
    hurt = [state.table.piece(key).with_mark(WOUNDED) for key in down]
    now = state.with_table(state.table.with_pieces(*hurt))
    return perform(now, lambda p: confidence.test_after_fire(p, A, before, suppressed, **more), dice=dice)


@pytest.mark.rule("SG-CNF-01", "SG-CNF-02", "SG-GAP-43", "SG-GAP-80")
@pytest.mark.parametrize(
    ("marks", "suppressed", "down", "more", "dice", "tests"),
    [
        ({}, False, (), {}, [], 0),
        ({}, True, (), {}, [8], 1),
        ({WAS_SUPPRESSED: 1}, True, (), {}, [], 0),
        ({WAS_SUPPRESSED: 1}, True, ("a2",), {}, [8], 1),
        ({}, False, ("a2",), {}, [8], 1),
        ({}, False, (), {"least_lost": 1}, [8], 1),
        ({}, False, (), {"added": ["artillery"]}, [8], 1),
        ({}, False, ("a1",), {}, [8, 4], 2),
        ({}, True, ("a1", "a2", "a3", "a4"), {}, [], 0),
    ],
)
def test_when_fire_calls_for_a_test(marks, suppressed, down, more, dice, tests) -> None:  # type: ignore[no-untyped-def]
    done = after_fire(alone(marks=marks), suppressed, dice, down, **more)
    assert len(rolls(done)) == tests
    assert unit(done, "a").mark_count(WAS_SUPPRESSED) == int(bool(marks) or suppressed)
    assert unit(done, "a").mark_count(SUPPRESSED) == int("a1" in down and len(down) < 4)
    assert unit(done, "a").leader == ("a2" if down == ("a1",) else "a1")


@pytest.mark.rule("SG-CNF-02", "SG-GAP-148", "SG-CNF-03", "SG-CNF-04", "SG-GAP-75")
@pytest.mark.parametrize(
    ("rules", "option", "dice", "level"),
    [
        ({}, "tests", [3], 5),
        ({}, "tests", [2], 4),
        ({}, "tests", [1], 3),
        ({}, "fearless", [1], 3),
        ({"automated": True}, "tests", [1], 3),
        ({"automated": True}, "fearless", [], 5),
    ],
)
def test_a_confidence_test(rules: dict[str, Any], option: str, dice: list[int], level: int) -> None:
    """A Regular unit of leadership 2 needs a 3; below 2 it loses two levels."""
    found = []

    def rules_(play):  # type: ignore[no-untyped-def]
        found.append((yield from confidence.take_confidence_test(play, A, 0)))

    done = perform(alone(options={"alien_morale": option}, **rules), rules_, dice=dice)
    assert unit(done, "a").mark_count(CONFIDENCE) == level and found == [level == 5]


@pytest.mark.rule("SG-GAP-160", "SG-CNF-03")
@pytest.mark.parametrize(
    ("motivation", "dice", "level"), [("medium", [6], 5), ("medium", [5], 4), ("high", [5], 5)]
)
def test_a_leader_lost_in_close_assault_is_a_cause(motivation: str, dice: list[int], level: int) -> None:
    state = alone(motivation=motivation)
    done = perform(state, lambda p: confidence.test_for_lost_leader(p, A), dice=dice)
    assert unit(done, "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-CNF-03", "SG-GAP-108", "SG-PAN-06", "SG-PAN-07")
@pytest.mark.option("independent_morale", "level_as_unit")
@pytest.mark.parametrize(
    ("rules", "level", "lost", "after", "marks"),
    [
        ({}, 5, 0, 5, (0, 0)),
        ({}, 5, 1, 4, (0, 0)),
        ({}, 2, 2, 1, (0, 0)),
        ({"independent": True}, 5, 1, 5, (1, 0)),
        ({"independent": True}, 5, 2, 5, (0, 1)),
        ({"independent": True}, 5, 0, 5, (0, 0)),
    ],
)
def test_what_lost_levels_do(rules, level, lost, after, marks) -> None:  # type: ignore[no-untyped-def]
    state = alone(1, marks={CONFIDENCE: level}, **rules)
    done = perform(state, lambda p: confidence.lose_confidence(p, A, lost))
    own = unit(done, "a")
    assert own.mark_count(CONFIDENCE) == after
    assert (own.mark_count(SUPPRESSED), own.mark_count(PANIC)) == marks
    assert bool(done.events) == bool(lost)
    assert independent.has_no_levels(state, unit(state, "a")) == bool(rules)


@pytest.mark.rule("SG-GAP-47", "SG-CLV-05", "SG-CLV-08", "SG-PAN-06")
@pytest.mark.parametrize(
    ("marks", "ground", "name"),
    [
        ({}, [], None),
        ({PANIC: 1, CONFIDENCE: 1}, [], "shake_off_panic"),
        ({CONFIDENCE: 1}, [], "withdraw_from_table"),
        ({CONFIDENCE: 1, SUPPRESSED: 1}, [], "remove_suppression"),
        ({CONFIDENCE: 2}, [], "go_to_cover"),
        ({CONFIDENCE: 2, SUPPRESSED: 1}, [], "remove_suppression"),
        ({CONFIDENCE: 2}, [WOODS], None),
        ({CONFIDENCE: 3}, [], None),
        ({SUPPRESSED: 1}, [], None),
    ],
)
def test_what_a_unit_is_forced_to_do(marks, ground, name) -> None:  # type: ignore[no-untyped-def]
    state = alone(ground=ground, marks=marks)
    found = forced.forced_action(state, unit(state, "a"))
    assert (found.__name__ if found else None) == name


@pytest.mark.rule("SG-GAP-47", "SG-TPT-01")
def test_passengers_are_forced_to_nothing_but_panic() -> None:
    riders = aboard(squad("a", (0, 0), marks={CONFIDENCE: 1}), "v1")
    state = battle(vehicle("v", 0, 0), riders, foes("b", (0, 20)))
    assert forced.forced_action(state, unit(state, "a")) is None


@pytest.mark.rule("SG-GAP-47", "SG-PAN-06", "SG-PAN-07", "SG-GAP-108", "SG-RCT-03")
@pytest.mark.parametrize(
    ("rules", "left", "dice", "taken", "panics", "level", "there"),
    [
        ({}, 2, [3], 2, False, 5, True),
        ({}, 2, [2], 2, True, 5, True),
        ({}, 2, [1], 2, True, 4, True),
        ({}, 1, [], 1, True, 5, True),
        ({"independent": True}, 2, [1], 2, True, 5, False),
        ({"independent": True}, 2, [2], 2, True, 5, True),
    ],
)
def test_shaking_off_panic(rules, left, dice, taken, panics, level, there) -> None:  # type: ignore[no-untyped-def]
    state = alone(1, marks={PANIC: 1}, **rules)
    now = state.game.activation
    assert isinstance(now, Activation)
    state = state.with_game(activation=msgspec.structs.replace(now, actions_left=left))
    found = []

    def act(play):  # type: ignore[no-untyped-def]
        found.append((yield from forced.shake_off_panic(play, A)))

    done = perform(state, act, dice=dice)
    assert found == [taken] and gone(done, "a1") != there
    assert unit(done, "a").has_mark(PANIC) == panics and unit(done, "a").mark_count(CONFIDENCE) == level


@pytest.mark.rule("SG-GAP-47", "SG-CLV-05", "SG-MOV-02", "SG-GAP-126", "SG-GAP-84")
@pytest.mark.parametrize(
    ("how", "dice", "ground", "end"),
    [
        ("move", [], [], -6.0),
        ("combat_move", [4], [], -8.0),
        ("combat_move", [1], [], -2.0),
        ("combat_move", [6], [terrain("woods", -3, -9, 3, -4)], -5.5),
    ],
)
def test_how_far_a_broken_unit_goes(how: str, dice: list[int], ground: list[Any], end: float) -> None:
    """To cover no nearer to the enemy, or else to its edge in the south."""
    found = []

    def act(play):  # type: ignore[no-untyped-def]
        found.append((yield from forced.go_to_cover(play, A)))

    state = alone(1, ground=ground, marks={CONFIDENCE: 2, IN_POSITION: 1})
    done = perform(state, act, {"retreat": how}, dice)
    assert found == [1] and done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + end), abs=0.02)
    assert not unit(done, "a").has_mark(IN_POSITION)


@pytest.mark.rule("SG-GAP-84", "SG-CLV-08", "SG-GAP-85", "SG-CLV-09")
@pytest.mark.parametrize(
    ("y", "enemy", "dice", "taken", "out", "end"),
    [
        (0.0, 20.0, [4], 1, False, -8.0),
        (-20.0, 20.0, [3], 1, True, 0.0),
        (0.0, 12.9, [], 2, True, 0.0),
    ],
)
def test_how_a_routed_unit_withdraws(y, enemy, dice, taken, out, end) -> None:  # type: ignore[no-untyped-def]
    found = []

    def act(play):  # type: ignore[no-untyped-def]
        found.append((yield from forced.withdraw_from_table(play, A)))

    state = battle(squad("a", (0, y), marks={CONFIDENCE: 1}), foes("b", (0, enemy)), activated="a")
    done = perform(state, act, dice=dice)
    assert found == [taken] and gone(done, "a1") == out
    assert out or done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + end), abs=0.02)


@pytest.mark.rule("SG-GAP-85", "SG-CLV-09", "SG-GAP-148", "SG-ACT-01", "SG-CLA-06")
@pytest.mark.option("surrender_if", "enemy_within_12", "enemy_within_12_and_no_way_out")
@pytest.mark.parametrize(
    ("level", "rules", "y", "option", "out"),
    [
        (1, {}, 13.0, "enemy_within_12", True),
        (1, {}, 13.1, "enemy_within_12", False),
        (2, {}, 6.0, "enemy_within_12", False),
        (1, {"automated": True}, 6.0, "enemy_within_12", False),
        (1, {}, 6.0, "enemy_within_12_and_no_way_out", False),
    ],
)
def test_who_surrenders(level, rules, y, option, out) -> None:  # type: ignore[no-untyped-def]
    state = alone(1, y=y, options={"surrender_if": option}, marks={CONFIDENCE: level}, **rules)
    assert gone(perform(state, forced.check_surrenders), "a1") == out


@pytest.mark.rule("SG-GAP-85")
@pytest.mark.parametrize(("automated", "hurt"), [(True, {}), (False, {1: WOUNDED})])
def test_aliens_and_those_without_figures_able_to_act_do_not_surrender(
    automated: bool, hurt: dict[int, str]
) -> None:
    state = alone(1, y=6.0, marks={CONFIDENCE: 1}, automated=automated, figure_marks=hurt)
    found: list[bool] = []
    done = perform(state, lambda play: found.append(forced.surrender_if_near(play, A)))
    assert found == [False] and done.events == []


@pytest.mark.rule("SG-GAP-85")
@pytest.mark.parametrize(("barred", "out"), [(True, True), (False, False)])
def test_a_unit_without_a_way_out_surrenders(barred: bool, out: bool) -> None:
    ground = [msgspec.structs.replace(terrain("water", -24, -12, 24, -10), id="river")] if barred else []
    state = alone(
        1,
        ground=ground,
        y=6.0,
        options={"surrender_if": "enemy_within_12_and_no_way_out"},
        marks={CONFIDENCE: 1},
    )
    assert forced.has_way_out(state, unit(state, "a")) != barred
    assert gone(perform(state, forced.check_surrenders), "a1") == out
