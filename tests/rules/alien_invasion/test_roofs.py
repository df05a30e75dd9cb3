"""Roofs as platforms: jumps up, down and across, and Mites that climb walls."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from msgspec.structs import replace

from battlesim.geometry.constants import TOL
from battlesim.rulesets.alien_invasion.actions.card import action_decision
from battlesim.rulesets.alien_invasion.actions.roof_actions import climb_decision, climb_group, jump_group
from battlesim.rulesets.alien_invasion.core.lookups import combat_of, figures_of
from battlesim.rulesets.alien_invasion.core.terrain import COVER, OPEN, area_of, platform_of
from battlesim.rulesets.alien_invasion.ground.protection import protection
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    battle,
    controller,
    default,
    group,
    mites,
    perform,
    run,
    spugs,
    terrain,
)


def roof(x0, x1, height=6.0, traits=("flat_roof",), id="house"):
    """A house with a flat roof."""
    return replace(terrain("building", x0, 5, x1, 25, id), height=height, traits=traits)


def field(*groups, ground):
    """A battle with a card of the Spugs."""
    return battle(*groups, group("far", (70, 46)), ground=ground, card="spug single")


def lifted(state, *groups, on="house"):
    """The state with groups on a roof."""
    table, height = state.table, state.table.terrain(on).height
    for each in groups:
        for figure in figures_of(state, each):
            table = table.with_place(figure.id, OnTable(*figure.xy, 0.0, height, on))
    return state.with_table(table)


def offered(state, id="s"):
    """The actions of a group with the reasons why they are closed."""
    return {option.key: str(option.shut) for option in action_decision(state, id).options}


@pytest.mark.rule("MT-SPUG-03", "MT-GAP-56")
@pytest.mark.parametrize(
    ("x", "height", "traits", "able"),
    [
        (13.5, 6.0, ("flat_roof",), True),
        (12.5, 8.0, ("flat_roof",), True),
        (12.4, 8.0, ("flat_roof",), False),
        (13.5, 8.1, ("flat_roof",), False),
        (13.5, 9.0, ("flat_roof",), False),
        (13.5, 6.0, (), False),
    ],
)
def test_which_roofs_spugs_jump_up_to(x, height, traits, able):
    state = field(spugs("s", (x, 10), (x, 12)), ground=[roof(14, 26, height, traits)])
    assert (offered(state).get("jump") == "") == able


@pytest.mark.rule("MT-SPUG-03", "MT-GAP-56")
def test_up_and_down_again():
    state = field(spugs("s", (13.5, 10), (13.5, 12)), ground=[roof(14, 26)])
    up = perform(state, lambda play: jump_group(play, "s"), {"set_down": default}).state
    assert [platform_of(figure) for figure in figures_of(up, "s")] == ["house", "house"]
    assert all(figure.xy[0] <= 16.001 and figure.place.z == 6.0 for figure in figures_of(up, "s"))
    down = perform(up, lambda play: jump_group(play, "s"), {"set_down": default}).state
    assert [figure.place.z for figure in figures_of(down, "s")] == [0.0, 0.0]


@pytest.mark.rule("MT-GAP-56")
@pytest.mark.parametrize(("gap", "end"), [(7.9, 26.0), (8.0, 15.0)])
def test_a_narrow_gap_between_roofs_is_crossed(gap, end):
    houses = [roof(5, 15), roof(15 + gap, 40, id="second")]
    state = lifted(field(spugs("s", (10, 10)), ground=houses), "s")
    assert run(state, (26, 10), "s").end[0] == pytest.approx(end)


@pytest.mark.rule("MT-GAP-56")
@pytest.mark.parametrize(("traits", "grade"), [(("flat_roof",), OPEN), (("flat_roof", "parapet"), COVER)])
def test_a_roof_protects_by_its_parapet_only(traits, grade):
    state = lifted(field(spugs("s", (16, 10)), ground=[roof(14, 26, traits=traits)]), "s")
    assert (area_of(state.table, state.table.piece("s1")), protection(state, "s")) == ("", grade)


@pytest.mark.rule("MT-GAP-56")
def test_those_below_a_roof_are_not_in_contact():
    men = group("a", (20, 10))
    state = lifted(field(spugs("s", (16, 10)), men, ground=[roof(14, 26)]), "s")
    assert run(state, (24, 10), "s").ended == ""


@pytest.mark.rule("MT-MITE-01")
def test_height_climbed_counts_as_distance():
    own = controller("s", (2, 40)), mites("m", (10, 10))
    state = field(*own, ground=[roof(14, 60)])
    found = climb_decision(state, "m").straight_run(state.table, (28, 10))
    assert (found.end, found.excess) == ((28, 10), 0.0)
    assert climb_decision(state, "m").straight_run(state.table, (28.1, 10)).excess > 0.0
    done = perform(state, lambda play: climb_group(play, "m"), {"move": (28, 10)}).state
    assert done.table.piece("m1").place == OnTable(28, 10, 0.0, 6.0, "house")


@pytest.mark.rule("MT-MITE-01")
def test_mites_climb_down_upon_an_enemy():
    men = group("a", (24, 10))
    state = lifted(field(controller("s", (24, 20.5)), mites("m", (12, 10)), men, ground=[roof(8, 16)]), "m")
    done = perform(state, lambda play: climb_group(play, "m"), {"move": (24, 10)}).state
    assert combat_of(done, "m") is not None
    assert platform_of(done.table.piece("m1")) == ""


@pytest.mark.rule("MT-MITE-01")
def test_twelve_mites_over_a_roof_overlap_nowhere():
    points = [(8 + 1.2 * (k % 3), 8 + 1.2 * (k // 3)) for k in range(12)]
    state = field(controller("s", (2, 40)), mites("m", *points), ground=[roof(14, 40)])
    answers = {"move": (22, 10), "set_down": default}
    done = perform(state, lambda play: climb_group(play, "m"), answers).state
    figures = figures_of(done, "m")
    assert {platform_of(figure) for figure in figures} == {"house"}
    assert min(math.dist(a.xy, b.xy) for a, b in combinations(figures, 2)) >= 1.0 - TOL
