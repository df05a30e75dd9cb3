"""Ammunition: when a weapon is empty, and what a shot leaves its firer with."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import flame, shooting
from battlesim.rulesets.troice_station.core.marks import AIMED, EMPTY, MOVED, ROUNDS, SHOTS

from .fire_steps import facing, shot
from .rule_marks import SHOTS_OF
from .things import alien, battle, line, marine, perform


@pytest.mark.rule("TS-GAP-33", "TS-ACT-09")
@pytest.mark.parametrize(
    ("option", "marks", "die", "empty"),
    [
        ("never", (), 1, False),
        ("natural_1", (), 1, True),
        ("natural_1", (), 2, False),
        ("counted", {ROUNDS: 9}, 2, True),
    ],
)
def test_when_a_weapon_is_empty(option, marks, die, empty):
    done = shot(facing(8, marks=marks, options={"reload": option}), die)
    piece = done.state.table.piece("a")
    assert piece.has_mark(EMPTY) is empty and bool(shooting.why_cannot_shoot(done.state, piece)) is empty


@pytest.mark.rule("TS-GAP-33", "TS-ACT-14", "TS-ACT-18")
def test_by_option_cover_fire_empties_a_weapon_when_one_of_its_dice_is_a_one() -> None:
    state = battle(
        marine("trooper", "a", 10, 10),
        alien("x", 19, 10),
        alien("y", 19, 12),
        options={"reload": "natural_1"},
    )
    done = perform(state, lambda play: shooting.shoot_cover_fire(play, "a", ["x", "y"]), dice=(1, 2))
    assert done.piece("a").has_mark("empty")


@pytest.mark.rule("TS-GAP-33")
def test_a_flamer_is_empty_by_a_six_sided_die() -> None:
    state = battle(marine("flamer", "a", 10, 10), options={"reload": "natural_1"})
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)), dice=(1,))
    assert [one.dice for one in done.asked] == [(6,)] and done.piece("a").has_mark("empty")  # type: ignore[attr-defined]


@SHOTS_OF
@pytest.mark.parametrize(
    ("reload", "dice", "left"),
    [("never", (1,), {SHOTS: 1}), ("natural_1", (1,), {SHOTS: 1, EMPTY: 1}), ("natural_1", (2,), {SHOTS: 1})],
)
def test_what_a_shot_leaves_a_firer_with(reload: str, dice: Any, left: dict[str, int]) -> None:
    state = battle(*line(10, marks=[AIMED]), alien("x", 18, 10, [MOVED]), options={"reload": reload})
    piece = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=dice).piece("a")
    assert {mark.name: mark.count for mark in piece.marks} == left


@SHOTS_OF
def test_a_flame_empties_no_weapon_unless_by_option() -> None:
    state = battle(*line(10, kind="flamer"))
    done = perform(state, lambda play: flame.fire_flame(play, "a", (20.0, 10.0)))
    assert not done.asked and not done.piece("a").has_mark(EMPTY)
