"""Shots at their edges: what a firer is left with, whom a wild one hits, what a wall keeps off."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.geometry.templates import Blast, Shape
from battlesim.rulesets.troice_station.attack import flame, shooting, templates
from battlesim.rulesets.troice_station.core.marks import (
    AIMED,
    DOWN,
    EMPTY,
    MOVED,
    SHOTS,
    SUPPRESSED,
)

from .things import alien, battle, block, line, marine, off, perform

SHOTS_OF = pytest.mark.rule("TS-ACT-14", "TS-FIRE-01", "TS-GAP-55", "TS-GAP-33")


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
def test_a_move_makes_a_shot_harder() -> None:
    state = battle(*line(10, marks=[MOVED]), alien("x", 14, 10, [MOVED]))
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=(3,))
    assert done.piece("x").spot is not None


@SHOTS_OF
def test_a_flame_empties_no_weapon_unless_by_option() -> None:
    state = battle(*line(10, kind="flamer"))
    done = perform(state, lambda play: flame.burn(play, "a", (20.0, 10.0)))
    assert not done.asked and not done.piece("a").has(EMPTY)


@SHOTS_OF
@pytest.mark.rule("TS-ACT-18", "TS-FIRE-12")
def test_cover_fire_is_one_harder_and_at_who_is_gone_no_shot() -> None:
    state = battle(*line(10), alien("x", 14, 10, [MOVED]), options={"reload": "natural_1"})
    done = perform(state, lambda play: shooting.cover_fire(play, "a", ["x"]), dice=(3,))
    assert done.piece("x").spot is not None
    done = perform(off(state, "x"), lambda play: shooting.cover_fire(play, "a", ["x"]))
    assert not done.piece("a").has(EMPTY)


@SHOTS_OF
@pytest.mark.parametrize(("dice", "hit"), [((3,), False), ((2, 4, 2), True), ((1, 4, 2), True)])
def test_a_miss_by_a_two_into_a_fight_hits_a_friend(dice: Any, hit: bool) -> None:
    men = [*line(10), marine("trooper", "b", 19.125, 10)]
    state = battle(*men, alien("x", 18, 10, [MOVED]), options={"fire_into_melee": "risk"})
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=dice)
    assert done.piece("b").has(DOWN) is hit


@SHOTS_OF
@pytest.mark.rule("TS-GAP-78", "TS-GAP-77", "TS-MORL-05")
def test_an_hmg_holds_a_creature_back_by_option_hit_or_miss() -> None:
    state = battle(
        *line(10, kind="hmg"), alien("x", 14, 10, [MOVED]), options={"alien_morale": "suppressible"}
    )
    done = perform(state, lambda play: shooting.shoot(play, "a", "x"), dice=(1,))
    assert done.piece("x").count(SUPPRESSED) == 1


@pytest.mark.rule("TS-EXPL-02", "TS-GAP-72")
@pytest.mark.parametrize(("kind", "caught"), [("ice_ridge", []), ("low_wall", ["a"])])
def test_a_blast_does_not_reach_over_an_ice_ridge(kind: str, caught: list[str]) -> None:
    state = battle(*line(10), terrain=[block(kind, "w", 10.6, 5, 10.8, 15)])
    men = list(state.table.pieces.values())
    assert [p.id for p in templates.in_blast(state, Blast(11.2, 10.0, 2.5), men)] == caught


@pytest.mark.rule("TS-GAP-73")
@pytest.mark.parametrize(("x", "over"), [(2.0, True), (12.0, True), (7.0, False)])
def test_a_template_in_two_parts_lies_over_what_either_lies_over(x: float, over: bool) -> None:
    parts = [Shape((((x0, 0.0), (x0 + 4.0, 0.0), (x0 + 4.0, 4.0), (x0, 4.0)),)) for x0 in (0.0, 10.0)]
    assert templates.is_over(parts, (x, 2.0)) is over
