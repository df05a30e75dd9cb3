"""Morale in detail: causes of tests, forced actions, panic, and the programme of the aliens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battlesim.mechanics.activation import Activation
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.advice import aliens
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IN_POSITION,
    PANIC,
    PANIC_TESTED,
    SUPPRESSED,
    TRAVELLING,
    WAS_SUPPRESSED,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.state import Battle, MarkerObjective
from battlesim.rulesets.stargrunt.morale import confidence, forced, independent, panic, suppression
from battlesim.rulesets.stargrunt.morale import tests as reactions
from battlesim.rulesets.stargrunt.morale.aliens import begin_alien_activation
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker
from battlesim.testing.script import ScriptResult

from .field import CENTRE, A, B, battle, foes, perform, rolls, row, squad, terrain, unit
from .vehicle_field import aboard, vehicle

ALIEN: Mapping[str, Any] = {"automated": True, "leader": False, "quality": "green"}
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


@pytest.mark.rule("SG-CNF-03", "SG-GAP-108")
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


@pytest.mark.rule("SG-GAP-83", "SG-GAP-06", "SG-ACT-01", "SG-PAN-02", "SG-PAN-03", "SG-GAP-87")
@pytest.mark.parametrize(
    ("quality", "kind", "by_fire", "rules", "tests"),
    [
        ("green", "rifleman", True, {}, 1),
        ("green", "rifleman", False, {}, 0),
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
    assert len(rolls(done)) == tests and unit(done, "a").has_mark(PANIC) == bool(tests)


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


@pytest.mark.rule("SG-GAP-148", "SG-GAP-153")
@pytest.mark.parametrize(
    ("rules", "count", "marks", "ground", "after"),
    [
        (ALIEN, 4, {CONFIDENCE: 2}, [], (2, 1, 0)),
        (ALIEN, 4, {CONFIDENCE: 2, "cowed": 1}, [], (3, 0, 0)),
        (ALIEN, 4, {CONFIDENCE: 3, "cowed": 1}, [], (3, 0, 0)),
        (ALIEN, 2, {SUPPRESSED: 1}, [], (5, 0, 1)),
        (ALIEN, 2, {SUPPRESSED: 1, "pinned": 1}, [], (2, 0, 0)),
        (ALIEN, 3, {SUPPRESSED: 1, "pinned": 1}, [], (5, 0, 0)),
        (ALIEN, 2, {"pinned": 1}, [], (5, 0, 0)),
        (ALIEN, 2, {SUPPRESSED: 1, "pinned": 1}, [WOODS], (5, 0, 0)),
        (ALIEN, 2, {SUPPRESSED: 1, "pinned": 1, CONFIDENCE: 1}, [], (1, 0, 0)),
        ({}, 2, {SUPPRESSED: 1, "pinned": 1, CONFIDENCE: 2, "cowed": 1}, [], (2, 1, 1)),
    ],
)
def test_how_aliens_begin_an_activation(rules, count, marks, ground, after) -> None:  # type: ignore[no-untyped-def]
    state = alone(count, ground=ground, marks=marks, **rules)
    own = unit(perform(state, lambda p: begin_alien_activation(p, A)), "a")
    assert (own.mark_count(CONFIDENCE), own.mark_count("cowed"), own.mark_count("pinned")) == after


def brood(
    count: int = 4, kind: str = "swarmer", y: float = 12.0, people: int = 4, ground=(), **more: Any
) -> Battle:
    own = {**ALIEN, **more.pop("rules", {})}
    return battle(
        squad("a", *row(0, 0, count), kinds=(kind,), marks=more.pop("marks", {}), **own),
        foes("b", *row(0, y, people), marks=more.pop("foe_marks", {})),
        ground=ground,
        **more,
    )


@pytest.mark.rule("SG-GAP-150", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("count", "kind", "y", "people", "ground", "inches"),
    [
        (4, "swarmer", 12.0, 4, [], 11.0),
        (1, "swarmer", 12.0, 4, [], None),
        (2, "swarmer", 12.0, 4, [], 11.0),
        (1, "swarmer", 9.0, 4, [], 8.0),
        (1, "brute", 8.0, 4, [], 6.5),
        (4, "swarmer", 19.0, 4, [], 18.0),
        (4, "swarmer", 19.5, 4, [], None),
        (4, "spitter", 8.0, 4, [], None),
        (4, "swarmer", 12.0, 4, [terrain("building", -20, 5, 20, 7)], None),
    ],
)
def test_whom_a_brood_assaults(count, kind, y, people, ground, inches) -> None:  # type: ignore[no-untyped-def]
    """Swarmers go 9 in on average: they dare to at even odds of one to two, or within one move."""
    found = aliens.best_assault(brood(count, kind, y, people, ground), A)
    assert (found and round(found[1], 2)) == inches and (found is None or found[0] == B)


@pytest.mark.rule("SG-GAP-150", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("many", "near", "marks", "found"),
    [
        (4, (8.0, 8.0), {}, "c"),
        (2, (8.0, 8.0), {SUPPRESSED: 1}, "b"),
        (2, (9.0, 8.0), {}, "c"),
        (2, (8.0, 9.0), {}, "b"),
    ],
)
def test_the_best_odds_then_the_suppressed_then_the_nearest_are_assaulted(  # type: ignore[no-untyped-def]
    many, near, marks, found
) -> None:
    state = battle(
        squad("a", *row(0, 0, 4), kinds=("swarmer",), **ALIEN),
        foes("b", *row(-8, near[0], many), marks=marks),
        foes("c", *row(11, near[1], 2)),
    )
    best = aliens.best_assault(state, A)
    assert best and best[0] == found
    assert [each.answer for each in aliens.assault_advice(state, A)] == [found]


@pytest.mark.rule("SG-GAP-152", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("y", "walled", "die"),
    [(8.0, False, 4), (16.0, False, 6), (24.0, False, 8), (25.5, False, None), (8.0, True, 8)],
)
def test_at_whom_spitters_fire(y: float, walled: bool, die: int | None) -> None:
    """A Regular band is 8 in; a wall before the target shifts the die by two steps."""
    ground = [terrain("wall", -9, y - 13.5, 20, y - 13)] if walled else []
    own = {**ALIEN, "quality": "regular"}
    spitters = squad("a", *row(0, -12, 4), kinds=("spitter",), **own)
    state = battle(spitters, foes("b", *row(0, y - 12, 4)), ground=ground)
    assert aliens.spit_dice(state, A) == ({"b": die} if die else {})
    assert [each.answer for each in aliens.spit_advice(state, A)] == (["b"] if die else [])


def wishes(state: Battle) -> dict[str, float]:
    return {key: worth for key, worth, _ in aliens.alien_wishes(state, unit(state, "a"))}


QUIET = {
    "shake_off": 9.0,
    "assault": 0.0,
    "fire": 0.0,
    "reorganise": 0.5,
    "go_in_position": 0.0,
    "leave_position": 0.0,
    "combat_move": 1.0,
    "stop": 0.1,
}


@pytest.mark.rule("SG-GAP-153", "SG-GAP-154", "SG-GAP-150", "SG-GAP-151", "SG-GAP-152")
@pytest.mark.parametrize(
    ("kind", "y", "marks", "ground", "changes"),
    [
        ("swarmer", 8.0, {}, [], {"assault": 8.0}),
        ("swarmer", 30.0, {}, [], {}),
        ("spitter", 8.0, {}, [], {"fire": 7.0, "combat_move": 0.0}),
        ("spitter", 40.0, {}, [], {}),
        ("spitter", 40.0, {}, [terrain("woods", -3, -20, 8, -16)], {"go_in_position": 3.0}),
        ("spitter", 40.0, {IN_POSITION: 1}, [terrain("woods", -3, -20, 8, -16)], {"leave_position": 2.0}),
        ("spitter", 8.0, {IN_POSITION: 1}, [], {"fire": 7.0, "combat_move": 0.0}),
    ],
)
def test_what_the_programme_wishes(kind, y, marks, ground, changes) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        squad("a", *row(0, -18, 4), kinds=(kind,), marks=marks, **ALIEN),
        foes("b", *row(0, y - 18, 4)),
        ground=ground,
        activated="a",
    )
    assert wishes(state) == QUIET | changes
    keys = {option.key for option in action_decision(state, unit(state, "a")).options}
    assert "combat_move" in keys


@pytest.mark.rule("SG-GAP-149", "SG-GAP-150", "SG-GAP-151", "SG-GAP-152", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("kind", "y", "marks", "rank"),
    [
        ("swarmer", 8.0, {}, (1.0, 7.0)),
        ("spitter", 8.0, {}, (2.0, 6.0)),
        ("swarmer", 40.0, {}, (3.0, 40.0)),
        ("swarmer", 8.0, {SUPPRESSED: 1}, (5.0, 0.0)),
    ],
)
def test_the_order_of_the_programme(kind, y, marks, rank) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        squad("a", (0, -20), kinds=(kind,), marks=marks, **ALIEN), foes("b", (0, y - 20)), activated="a"
    )
    assert aliens._rank(state, A) == pytest.approx(rank)


@pytest.mark.rule("SG-GAP-149", "SG-GAP-150", "SG-GAP-151", "SG-GAP-152", "SG-GAP-153", "SG-GAP-154")
@pytest.mark.parametrize(
    ("people", "marker", "found"),
    [
        ([(0, 12), (9, 9)], None, (0, 12)),
        ([(0, 12)], (3, 3), (0, 12)),
        ([], (3, 3), (3, 3)),
        ([(0, 20)], (3, 3), (3, 3)),
        ([(0, 20), (6, 21)], None, (0, 20)),
    ],
)
def test_where_a_brood_goes(people, marker, found) -> None:  # type: ignore[no-untyped-def]
    """The nearest in sight, else the nearest objective, else the nearest enemy; a house hides the north."""
    squads = [foes(f"b{k}", point) for k, point in enumerate(people)]
    aims = (MarkerObjective("m", 3.0),) if marker else ()
    state = battle(
        squad("a", (0, 0), kinds=("swarmer",), **ALIEN),
        *squads,
        ground=[terrain("building", -20, 15, 20, 17)],
        objectives=aims,
    )
    if marker:
        spot = Marker(MarkerId("m"), "objective", CENTRE + marker[0], CENTRE + marker[1])
        state = state.with_table(state.table.with_marker(spot))
    goal = aliens.goal(state, A)
    assert goal == (CENTRE + found[0], CENTRE + found[1])
    far = aliens.goal_distance(state, A)
    assert far == (pytest.approx((marker[0] ** 2 + marker[1] ** 2) ** 0.5) if marker else 0.0)


@pytest.mark.rule("SG-GAP-153", "SG-GAP-154", "SG-GAP-150")
@pytest.mark.parametrize(
    ("kind", "move", "claws"), [("swarmer", 9.0, True), ("spitter", 7.0, False), ("stalker", 13.0, True)]
)
def test_the_pace_and_the_claws_of_aliens(kind: str, move: float, claws: bool) -> None:
    state = brood(1, kind)
    assert (aliens.average_move(state, A), aliens.has_claws(state, A)) == (move, claws)
    assert aliens.is_automated(unit(state, "a")) and not aliens.is_automated(unit(state, "b"))


@pytest.mark.rule("SG-GAP-153", "SG-GAP-151")
@pytest.mark.parametrize(
    ("y", "ground", "sees"),
    [(18.9, [], True), (19.1, [], False), (12.0, [terrain("building", -9, 5, 9, 7)], False)],
)
def test_prey_is_in_sight_within_eighteen_inches(y: float, ground: list[Any], sees: bool) -> None:
    state = brood(1, "swarmer", y, 1, ground)
    assert aliens.sees_prey(state, A) == sees
    shown = {key: worth for key, worth, _ in aliens.counter_wishes(state, unit(state, "a"))}
    assert shown == {"shake_off": 9.0, "show": 8.0 * sees, "move": 1.0, "stop": 0.1}
