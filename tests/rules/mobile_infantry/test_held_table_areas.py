"""Lines of flight, what cover is and is not, who stands in an area, and what may be fired together."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.play import Script
from battlesim.mechanics.pieces import set_mark
from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.air import strike_run
from battlesim.rulesets.mobile_infantry.attack import area_effects, cover, die_outcome, firepower, volleys
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.battle.threats import threats
from battlesim.rulesets.mobile_infantry.battle.victory import saved_human_count
from battlesim.rulesets.mobile_infantry.ground.sight import WeaponLines
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Aboard, Below, Inside, Off, OnTable
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.diggers import V6
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior

EAST = ((0.0, 24.0), (72.0, 24.0))


@pytest.mark.rule("MI-AIR-04", "MI-AIR-10", "MI-GAP-24")
@pytest.mark.parametrize(
    ("line", "point", "along"),
    [
        (EAST, (30, 24.4), 30),
        (((72.0, 24.0), (0.0, 24.0)), (30, 24.4), 42),
        (((24.0, 48.0), (24.0, 0.0)), (24, 40), 8),
        (((24.0, 0.0), (24.0, 48.0)), (24.3, 40), 40),
        (((10.0, 48.0), (58.0, 0.0)), (13, 44), 4.949747),
    ],
)
def test_how_far_along_its_line_a_bomber_comes_to_a_point(line: Any, point: Any, along: float) -> None:
    assert strike_run._along(line, point) == along


@pytest.mark.rule("MI-AIR-10", "MI-AIR-03")
@pytest.mark.parametrize(
    ("line", "ahead"),
    [
        (EAST, (10, 24)),
        (((72.0, 24.0), (0.0, 24.0)), (62, 24)),
        (((36.0, 0.0), (36.0, 48.0)), (36, 10)),
        (((24.0, 0.0), (72.0, 48.0)), (31.071, 7.071)),
        (((0.0, 24.0), (60.0, 48.0)), (9.285, 27.714)),
    ],
)
def test_a_bomber_flies_on_the_way_it_faces(line: Any, ahead: Any) -> None:
    start, on = strike_run.bomber_line(strike_run.new_bomber(field(), line))
    assert (start, on) == (line[0], pytest.approx(ahead, abs=0.001))


@pytest.mark.rule("MI-AIR-04", "MI-GAP-24")
def test_only_what_stands_under_the_line_is_reached() -> None:
    house = block("building", "V", 39, 22, 42, 26)
    things = [warrior("A", 30, 24), warrior("in", place=Inside("V")), warrior("off", place=Off("reserve"))]
    hidden = [marker("M", 50, 24), warrior("T", place=Below("M"))]
    state = field(house, *things, *hidden, *hole("E", 20, 24), rifles("R", 10, 24))
    assert strike_run.targets_under_line(state, EAST) == [(20, "E"), (30, "A")]
    assert strike_run.targets_under_line(state, EAST, min_distance=25.0) == [(30, "A")]


@pytest.mark.rule("MI-BRDY-01", "MI-BRDY-02", "MI-REDY-01", "MI-UNIT-01")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("rifle_squad", "after a Move of 4 in, 20 in"),
        ("machine_gun", "after a Move of 4 in, 30 in"),
        ("plasma_bug", "after Ready, 60 in"),
        ("tanker", "after a Move of 5 in, 6 in"),
    ],
)
def test_what_comes_before_a_shot(kind: str, words: str) -> None:
    assert str(threats(field(piece(kind, "p", 30, 24)), "p")[0].words) == words


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-31")
def test_who_left_or_was_lost_is_not_alive_on_the_table() -> None:
    gone = [rifles("left", place=Off("left")), rifles("lost", place=Off("lost"), hits=2)]
    ship = piece("viking", "V", 50, 24, unit="V")
    state = field(*gone, ship, rifles("aboard", place=Aboard("V"), hits=3), rifles("here", 10, 10, hits=1))
    assert saved_human_count(state) == 4


def marked(state: Any, pieces: tuple[str, ...], name: str, count: int) -> list[Any]:
    """The changes of marks that setting one makes."""

    def act(game: Any) -> Script[None]:
        set_mark(game, pieces, name, count, "MI-TRT-07")
        return
        yield

    return [e.parts for e in perform(state, act).events_of(MarksChanged)]


@pytest.mark.rule("MI-TRT-07", "MI-GAP-21", "MI-REDY-02")
def test_a_mark_is_set_once_on_those_who_are_known_and_lack_it() -> None:
    state = field(rifles("R", 10, 10), rifles("S", 12, 10, marks=["moved"]))
    assert marked(state, ("R", "S", "nobody", "R"), "moved", 1) == [(MarkChange("R", "moved", 0, 1),)]
    assert marked(state, ("R", "S"), "moved", 0) == [(MarkChange("S", "moved", 1, 0),)]
    assert marked(state, ("S",), "moved", 1) == []


ROCK = block("rocks", "K", 13, 10, 14, 12)


@pytest.mark.rule("MI-COVR-02", "MI-GAP-71")
@pytest.mark.parametrize(
    ("firers", "hidden"),
    [
        (("P",), True),
        (("P", "Q"), False),
        (("P", "dead", "nobody"), True),
        (("dead", "nobody"), False),
        ((), False),
    ],
)
def test_only_firers_that_are_still_there_see_a_target_partly_hidden(firers: Any, hidden: bool) -> None:
    dead = rifles("dead", place=Off("lost"), hits=0)
    target = warrior("W", 16, 10)
    state = field(rifles("P", 10, 10), rifles("Q", 16, 4), dead, target, ROCK)
    found = cover.partial_cover(state, [target], firers, "MI-COVR-01", ())
    assert (found.get("W", cover.NO_COVER).value == 1) is hidden


@pytest.mark.rule("MI-GAP-06", "MI-GAP-41", "MI-MTRT-05", "MI-BTRT-05", "MI-GAP-28")
@pytest.mark.parametrize(
    ("kind", "value", "words", "rule"),
    [
        ("rifle_squad", 2, "touching Building V", "MI-COVR-03"),
        ("warrior", 2, "touching Building V", "MI-COVR-03"),
        ("heavy_mech", 0, "Large: no cover", "MI-MTRT-05"),
        ("tanker", 0, "Large: no cover", "MI-BTRT-05"),
        ("viking", 0, "in the open", ""),
        ("tunnel_entrance", 0, "in the open", ""),
    ],
)
def test_what_touching_a_house_gives(kind: str, value: int, words: str, rule: str) -> None:
    house = block("building", "V", 20, 8, 23, 12)
    radius = piece(kind, "X").radius
    state = field(piece(kind, "X", 20 - radius, 10), house)
    assert cover.cover_bonuses(state, ["X"], [], ATTACK_MODES["bomb"]) == {
        "X": cover.CoverBonus(value, words, rule)
    }


@pytest.mark.rule("MI-GAP-06", "MI-GAP-56", "MI-GAP-42")
def test_a_structure_has_no_cover() -> None:
    assert cover.cover_bonuses(field(V6), ["V6"], [], ATTACK_MODES["fire"]) == {"V6": cover.NO_COVER}


@pytest.mark.rule("MI-GAP-41", "MI-GAP-42", "MI-TUNL-08")
@pytest.mark.parametrize(
    ("place", "value"),
    [
        (Inside("V6"), 2),
        (OnTable(10, 10, on="W"), 2),
        (OnTable(10, 10), 0),
        (Aboard("V"), 0),
        (Below("M"), 0),
        (Off("lost"), 0),
    ],
)
def test_who_is_inside_or_on_hard_cover(place: Any, value: int) -> None:
    stand = rifles("R", place=place)
    assert cover.occupied_cover(stand, "MI-GAP-42").value == value
    assert cover.touched_cover(field(V6, stand), stand, "MI-COVR-03").value == value


@pytest.mark.rule("MI-BSHT-02", "MI-GAP-23", "MI-GAP-28", "MI-TRT-01")
@pytest.mark.parametrize(
    ("option", "side", "caught"),
    [
        ("all", "bugs", {"R", "W", "X"}),
        ("enemies_only", "bugs", {"R"}),
        ("all", "mi", {"R", "W", "X"}),
        ("enemies_only", "mi", {"W", "X"}),
    ],
)
def test_whom_an_area_catches(option: str, side: str, caught: set[str]) -> None:
    ship = piece("viking", "V", 30, 26, marks=["flying"])
    things = [rifles("R", 30, 20), warrior("W", 31.5, 20), warrior("X", 30, 21.5), warrior("far", 40, 20)]
    state = field(*things, ship, options={"aoe_victims": option})
    target = min(caught)
    assert set(area_effects.caught_about_model(state, target, 4.0, side)) == caught
    assert {name for _, name in area_effects.caught_about_point(state, (30, 20), target, 4.0, side)} == caught


@pytest.mark.rule("MI-GAP-10", "MI-SHOT-04", "MI-SHOT-15")
@pytest.mark.parametrize("zone", ["near_target", "target_swarm", "everyone"])
def test_the_target_is_once_among_those_who_may_be_given_dice(zone: str) -> None:
    state = field(warrior("W", 30, 20), warrior("X", 32, 20), rifles("R", 20, 20))
    found = firepower.FIRE_ZONES[zone](state, state.table.piece("W"), [state.table.piece("X")])
    assert [p.id for p in found] == ["X"]
    assert [p.id for p in firepower.models_in_fire_zone(state, "W")] == ["W", "X"]


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53")
def test_an_explosion_catches_all_on_the_ground_each_with_dice_of_his_own() -> None:
    ship = piece("viking", "V", 30, 24, marks=["flying"])
    dead = piece("tanker", "T", 30, 20, hits=0)
    state = field(dead, warrior("W", 33, 20), rifles("R", 27, 20), rifles("far", 30, 10), ship)
    dice = chain_reactions.explosion_dice(state, dead)
    assert [die.target for die in dice] == ["W", "W", "R", "R"]
    assert all(die.bound and die.origin == (30, 20) for die in dice)


@pytest.mark.rule("MI-SHOT-02", "MI-MTRT-04", "MI-VIK-04")
@pytest.mark.parametrize(
    ("kind", "open_to"),
    [
        ("rifle_squad", ["assault_rifle", "grenades"]),
        ("missile_team", ["assault_rifle", "he_warhead", "ap_warhead"]),
        (
            "heavy_mech",
            [
                "laser_focused+heavy_rockets",
                "laser_sweeping+heavy_rockets",
                "laser_focused",
                "laser_sweeping",
                "heavy_rockets",
            ],
        ),
    ],
)
def test_two_weapons_of_a_fire_director_are_of_different_mounts(kind: str, open_to: list[str]) -> None:
    state = field(piece(kind, "P", 20, 20, facing=0), warrior("W", 25, 20))
    keys = sorted({key for load in open_to for key in load.split("+")}, key=open_to.index)
    lines = WeaponLines(state, {"P": keys}, [state.table.piece("W")])
    found = volleys.available_volleys(state, lines, "P", keys, "W")
    assert ["+".join(load) for load in found] == open_to


@pytest.mark.rule("MI-GAP-03", "MI-GAP-04", "MI-SHOT-07", "MI-SHOT-10")
@pytest.mark.parametrize(
    ("option", "chances"), [("none", (0.4, 0.2, 0.4)), ("allowed", (0.5333, 0.2, 0.2667))]
)
def test_the_chances_of_a_warhead_on_a_light_mech(option: str, chances: tuple[float, ...]) -> None:
    # D10+2: 3 faces miss, 3 reach Target 6, 4 reach Kill 9; a Save of 3+ with Piercing(2) fails 4 times in 6
    state = field(
        piece("missile_team", "P", 10, 10), piece("light_mech", "L", 20, 10), options={"kill_save": option}
    )
    (target,) = die_outcome.dice_odds(state, [AttackDie("ap_warhead", "P", "L")], "fire").targets
    (die,) = target.dice
    assert die.chances == pytest.approx(chances, abs=0.001)
