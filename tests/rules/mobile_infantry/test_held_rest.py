"""Small things that nothing else holds to: who is on the ground, printed dice, readings, lines of flight."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.odds import Odds, TargetOdds
from battlesim.rulesets.mobile_infantry.aftermath import attack_previews
from battlesim.rulesets.mobile_infantry.attack import area_effects, attack_dice, die_outcome, firepower
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.attack.attack_resolution import can_flinch
from battlesim.rulesets.mobile_infantry.core.lookups import is_on_ground, ratings, target_rank
from battlesim.rulesets.mobile_infantry.core.profiles import weapons
from battlesim.rulesets.mobile_infantry.core.state import MI, Rectangle
from battlesim.rulesets.mobile_infantry.losses.hit_points import remove_hits
from battlesim.table.pieces import Aboard, Inside, Off, Place
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior


@pytest.mark.rule("MI-GAP-58")
@pytest.mark.parametrize(
    ("place", "stands"), [(None, True), (Inside("B"), True), (Aboard("V"), False), (Off("lost"), False)]
)
def test_whoever_is_on_the_table_or_in_a_house_is_on_the_ground(place: Place | None, stands: bool) -> None:
    assert is_on_ground(rifles("R", 10, 10, place=place)) is stands


@pytest.mark.rule("MI-GAP-58")
def test_who_flies_is_not_on_the_ground() -> None:
    assert not is_on_ground(piece("hopper", "H", 10, 10, marks=["flying"]))


@pytest.mark.rule("MI-GAP-31")
def test_a_structure_loses_no_more_than_it_has() -> None:
    house = block("building", "B", 10, 10, 14, 14)
    done = perform(field(house), lambda game: remove_hits(game, "B", house.hits + 3, ""))
    assert done.state.table.terrain("B").hits == 0


@pytest.mark.rule("MI-GAP-68", "MI-TRT-09")
@pytest.mark.parametrize(
    ("marks", "reading", "dice"),
    [
        ([], "trait_first", 6),
        (["moved"], "trait_first", 2),
        ([], "action_text", 2),
        (["ready"], "action_text", 6),
    ],
)
def test_the_dice_of_a_heavy_machine_gun_are_those_printed_for_its_state(
    marks: list[str], reading: str, dice: int
) -> None:
    mech = piece("heavy_mech", "M", 10, 10, marks=marks)
    state = field(mech, options={"ready_reading": reading})
    assert attack_dice.weapon_dice_count(state, mech, "heavy_machine_gun") == dice


@pytest.mark.rule("MI-SHOT-11", "MI-SHOT-08")
@pytest.mark.parametrize(("reading", "beyond"), [("at_least", 0), ("above", 1)])
def test_a_result_reaches_target_and_kill_as_the_option_reads_it(reading: str, beyond: int) -> None:
    state = field(rifles("P", 10, 10), warrior("W", 15, 10), options={"result_threshold": reading})
    rated = ratings(state, "W")
    throw = die_outcome.attack_roll(
        state, attack_dice.AttackDie("assault_rifle", "P", "W"), rated, ATTACK_MODES["fire"]
    )
    assert [reach.least for reach in throw.thresholds] == [rated.target + beyond, rated.kill + beyond]


@pytest.mark.rule("MI-AIR-10", "MI-AIR-04")
@pytest.mark.parametrize(
    ("line", "origin"), [(((30, 0), (30, 48)), (30, 19)), (((72, 20), (0, 20)), (31, 20))]
)
def test_the_target_of_a_munition_is_pushed_along_the_line_of_flight(line: Any, origin: Any) -> None:
    ship = piece("viking", "V", 30, 40, marks=["flying"])
    dice = area_effects.bomb_dice(field(ship, warrior("W", 30, 20)), "napalm", "V", ["W"], line)
    assert {die.origin for die in dice} == {origin}


@pytest.mark.rule("MI-AIR-04")
def test_the_attackers_own_are_told_apart_from_those_who_are_shot_at() -> None:
    state = field(warrior("W", 10, 10), rifles("R", 12, 10))
    shot = Odds(tuple(TargetOdds(one, (1.0, 0.0), ()) for one in ("W", "R")))
    told = attack_previews.split_by_side(state, shot, MI)
    assert [[one.target for one in part] for part in told] == [["W"], ["R"]]


@pytest.mark.rule("MI-BTRT-08")
def test_what_scatters_has_no_dice_of_its_own_for_whoever_has_moved() -> None:
    assert [key for key, known in weapons().items() if known.scatter and known.dice_unready] == []


@pytest.mark.rule("MI-UNIT-01")
def test_a_unit_is_there_from_the_beginning_unless_it_is_said_to_come_later() -> None:
    assert field(rifles("R", 10, 10)).game.units["A"].arrives == 0


@pytest.mark.rule("MI-GAP-58")
def test_those_who_fight_are_targets_before_entrances_and_these_before_structures() -> None:
    house = block("building", "B", 30, 30, 34, 34)
    state = field(house, warrior("W", 10, 10), *hole("E", 20, 20))
    assert [target_rank(state, name) for name in ("W", "E", "B")] == [0, 1, 2]


@pytest.mark.rule("MI-GAP-21")
def test_who_flies_does_not_flinch() -> None:
    hopper = piece("hopper", "H", 10, 10)
    assert [can_flinch(one) for one in (hopper, hopper.with_mark("flying", 1))] == [True, False]


@pytest.mark.rule("MI-SHOT-04")
@pytest.mark.parametrize("reading", ["near_target", "target_swarm"])
def test_dice_go_to_those_within_six_inches_of_the_target(reading: str) -> None:
    near, far = warrior("N", 36.5, 20), warrior("F", 40, 20)
    state = field(warrior("W", 30, 20), near, far)
    found = firepower.FIRE_ZONES[reading](state, state.table.piece("W"), [near, far])
    assert [one.id for one in found] == ["N"]


@pytest.mark.rule("MI-GAP-70")
def test_the_edges_of_a_rectangle_belong_to_it() -> None:
    part = Rectangle(1.0, 2.0, 3.0, 4.0)
    assert part.contains(1.0, 2.0) and part.contains(3.0, 4.0)
    assert not any(
        (part.contains(0.9, 3), part.contains(3.1, 3), part.contains(2, 1.9), part.contains(2, 4.1))
    )
