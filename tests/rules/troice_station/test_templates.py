"""Explosions, blood and flame: markers come to light first, chains keep their order, a bunker shelters."""

from __future__ import annotations

import math

import pytest

from battlesim.geometry.templates import Blast, PolygonTemplate
from battlesim.mechanics.chance import exact_chances
from battlesim.report.template_values import TemplatePose, find_stencil, template_query, template_rows
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.attack import chain_reactions, flame, templates
from battlesim.rulesets.troice_station.attack.templates import caught_in_blast
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.scenarios.sources import TableSource
from battlesim.table.pieces import Off
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult

from .things import alien, battle, block, marine, marker, perform, rolls, room

AN_ALIEN, NOTHING = 5, 1
"""What a marker holds by the die that turns it over."""


def explode(state: Battle, *dice: int, at: tuple[float, float] = (20.0, 20.0)) -> ScriptResult:
    return perform(
        state, lambda play: chain_reactions.resolve_chain(play, [ChainEffect("dump", at, "d")]), dice=dice
    )


def burn(state: Battle, *dice: int) -> ScriptResult:
    """The flamer at (10, 10) lays his flame to the east."""
    return perform(state, lambda play: flame.fire_flame(play, "f", (30.0, 10.0)), dice=dice)


# -- markers under a template --


@pytest.mark.rule("TS-GAP-80", "TS-EXPL-03")
def test_an_explosion_turns_a_marker_over_first_and_wounds_what_it_held() -> None:
    done = explode(battle(marker("m", 21, 20), marine("trooper", "a", 18.5, 20)), AN_ALIEN, 1, 6, 6, 1)
    assert rolls(done) == ["what m holds", "a and the explosion", "alien-1 and the explosion"]
    assert done.piece("alien-1").place == Off("lost")


@pytest.mark.rule("TS-GAP-80", "TS-GAP-73")
def test_a_flame_turns_a_marker_over_first_and_wounds_what_it_held() -> None:
    state = battle(marine("flamer", "f", 10, 10), marker("m", 17, 10), marine("trooper", "a", 14, 10))
    done = burn(state, AN_ALIEN, 1, 6, 6, 1)
    assert rolls(done) == ["what m holds", "f burns a", "f burns alien-1"]
    assert done.piece("alien-1").place == Off("lost")


@pytest.mark.rule("TS-GAP-80")
@pytest.mark.parametrize(("x", "turned"), [(22.9, True), (23.1, False)])
def test_a_touch_of_an_explosion_is_enough_to_turn_a_marker_over(x: float, turned: bool) -> None:
    done = explode(battle(marker("m", x, 20)), *([NOTHING] if turned else []))
    assert ("m" not in done.state.table.pieces) is turned


# -- chains --


@pytest.mark.rule("TS-GAP-05")
def test_what_goes_up_first_is_settled_first_and_what_it_sets_off_comes_last() -> None:
    men = [marine("trooper", "a", 21.2, 20), marine("trooper", "b", 41.2, 20)]
    state = battle(alien("x", 20, 20), *men)
    chain = [ChainEffect("grenade", (20.0, 20.0), "g"), ChainEffect("blood", (40.0, 20.0), "y")]
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, chain), dice=(1, 6, 6, 1, 1, 1))
    assert rolls(done) == [
        "a and the explosion",
        "x and the explosion",
        "b and acid blood",
        "a and acid blood",
    ]


@pytest.mark.rule("TS-GAP-05", "TS-EXPL-02", "TS-ALN-14")
@pytest.mark.parametrize("kind", ["grenade", "blood"])
def test_a_marine_killed_by_one_burst_is_not_rolled_for_in_the_next(kind: str) -> None:
    state = battle(marine("trooper", "a", 20.5, 20), marine("trooper", "b", 19.5, 20.5))
    chain = [ChainEffect("grenade", (20.0, 20.0), "g"), ChainEffect(kind, (20.0, 20.0), "g")]  # type: ignore[arg-type]
    dice = (6, 1, 1, 6, *((1, 6) if kind == "grenade" else (1,)))
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, chain), dice=dice)
    assert done.piece("a").table_position is None and [words.split()[0] for words in rolls(done)] == [
        "a",
        "b",
        "b",
    ]


# -- the bunker --


def post(kind: str) -> Terrain:
    """A building from (12, 5) to (20, 15) with a slit 1.5 in wide in its west wall, or a bunker."""
    made = room("p", 12, 5, 20, 15, ("slit", (12.0, 9.25), (12.0, 10.75), True))
    traits = ("bunker",) if kind == "bunker" else ()
    return Terrain("p", kind, made.rings, 3.0, traits=traits, openings=made.openings)


@pytest.mark.rule("TS-GAP-62", "TS-WND-09")
@pytest.mark.parametrize(
    ("kind", "x", "largest"), [("bunker", 10.0, 6), ("bunker", 18.0, 9), ("building", 10.0, 9)]
)
def test_only_a_bunker_shelters_from_a_flame_laid_outside_it(kind: str, x: float, largest: int) -> None:
    # D6+5 against D6+1 comes to 11 - 2 = 9 at most, with the +3 of a bunker to 6
    state = battle(marine("flamer", "f", x, 10), marine("trooper", "a", 14, 10), terrain=[post(kind)])
    odds = exact_chances(
        lambda: flame.flame_dice_script(state, state.table.piece("f"), state.table.piece("a"))
    )
    assert max(odds) == largest


@pytest.mark.rule("TS-GAP-62", "TS-GAP-60")
def test_hard_cover_is_no_cover_from_a_flame() -> None:
    wall = block("low_wall", "w", 12, 5, 12.5, 15, 0.65)
    state = battle(marine("flamer", "f", 10, 10), marine("trooper", "a", 14, 10), terrain=[wall])
    odds = exact_chances(
        lambda: flame.flame_dice_script(state, state.table.piece("f"), state.table.piece("a"))
    )
    assert max(odds) == 9


@pytest.mark.rule("TS-EXPL-01", "TS-EXPL-02", "TS-GAP-69", "TS-GAP-70")
@pytest.mark.parametrize(
    ("x", "option", "hit"), [(22.2, "over_half", True), (22.6, "over_half", False), (22.6, "any_touch", True)]
)
def test_a_template_catches_who_is_more_than_half_under_it(x, option, hit):
    state = battle(marine("trooper", "a", x, 20), options={"template_coverage": option})
    assert bool(caught_in_blast(state, Blast(20, 20, 2.5), [state.table.piece("a")])) is hit


@pytest.mark.rule("TS-GAP-70", "TS-GAP-72", "TS-GAP-73")
@pytest.mark.parametrize("coverage", ["over_half", "any_touch"])
def test_whoever_lays_a_template_finds_whom_the_rule_catches(coverage):
    things = [
        marine("flamer", "a", 10, 10),
        *(alien(f"x{k}", 12.5 + 1.4 * (k % 4), 8.6 + 1.4 * (k // 4)) for k in range(12)),
    ]
    wall = block("high_wall", "w", 14.4, 9.9, 14.7, 12)
    state = battle(*things, terrain=[wall], options={"template_coverage": coverage})
    source = TableSource(state.table, "troice_station", state)
    firer = state.table.piece("a")

    def found(name, place):
        wish = template_query(source, "troice_station", find_stencil(source, "troice_station", name))
        rows = template_rows(state.table, wish, place)
        return sorted(row["id"] for row in rows if row["caught"] and row["id"] != "a")

    for way in range(-40, 60, 20):
        c, s = math.cos(math.radians(way)), math.sin(math.radians(way))
        edge, at = (
            TemplatePose(10 + firer.radius * c, 10 + firer.radius * s, way % 360),
            (10 + 8 * c, 10 + 8 * s),
        )
        assert found("Flame", edge) == sorted(p.id for p in flame.flame_victims(state, firer, at))
        near = (10 + 4 * c, 10 + 4 * s)
        blown = caught_in_blast(state, Blast(*near, 2.5), chain_reactions.figures_on_table(state))
        assert found("Explosion", TemplatePose(*near)) == sorted(p.id for p in blown if p.id != "a")


@pytest.mark.rule("TS-GAP-70", "TS-GAP-60", "TS-GAP-98")
@pytest.mark.parametrize(("x", "inside"), [(10.0, True), (5.4, False), (3.0, False)])
def test_wholly_inside_is_the_whole_base(x: float, inside: bool) -> None:
    ring = ((5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0))
    assert templates.is_wholly_inside(marine("trooper", "a", x, 10), ring) is inside


@pytest.mark.rule("TS-GAP-70", "TS-GAP-48", "TS-GAP-69", "TS-GAP-73")
@pytest.mark.parametrize(("option", "least"), [("over_half", "half"), ("any_touch", "partly")])
def test_templates_catch_by_the_option_and_a_flame_begins_at_the_base(option: str, least: str) -> None:
    found = RULESET.template_kinds(battle(options={"template_coverage": option}))
    assert {one.threshold for one in found} == {least} and found[-1].reach == 0.0
    assert RULESET.template_kinds(None) == templates.template_kinds(any_touch=False)


@pytest.mark.rule("TS-EXPL-02", "TS-GAP-70")
@pytest.mark.parametrize(
    ("option", "x", "caught"),
    [
        ("over_half", 10.0, False),
        ("over_half", 10.01, True),
        ("any_touch", 9.51, True),
        ("any_touch", 9.5, False),
    ],
)
def test_half_a_base_is_not_more_than_half(option: str, x: float, caught: bool) -> None:
    state = battle(marine("trooper", "a", x, 10), options={"template_coverage": option})
    area = PolygonTemplate((((10.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 20.0)),))
    assert templates.is_caught(state, [area], state.table.piece("a")) is caught


@pytest.mark.rule("TS-GAP-73")
@pytest.mark.parametrize(("x", "over"), [(2.0, True), (12.0, True), (7.0, False)])
def test_a_template_in_two_parts_lies_over_what_either_lies_over(x: float, over: bool) -> None:
    parts = [
        PolygonTemplate((((x0, 0.0), (x0 + 4.0, 0.0), (x0 + 4.0, 4.0), (x0, 4.0)),)) for x0 in (0.0, 10.0)
    ]
    assert templates.covers_point(parts, (x, 2.0)) is over
