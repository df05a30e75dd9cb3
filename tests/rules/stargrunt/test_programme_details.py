"""The programme of the aliens in detail: whom they assault, at whom they spit, where they go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.advice import aliens
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    IN_POSITION,
    SUPPRESSED,
)
from battlesim.rulesets.stargrunt.core.state import Battle, MarkerObjective
from battlesim.rulesets.stargrunt.morale.aliens import begin_alien_activation
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from .field import CENTRE, A, B, battle, foes, perform, row, squad, terrain, unit

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
