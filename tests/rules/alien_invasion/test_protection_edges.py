"""Protection at its edges: terrain, barriers in the line of the nearest shooter, roofs, vehicles, combats."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.ground.protection import (
    defended_grade,
    figure_grade,
    group_grade,
    protection,
    terrain_grade,
)
from battlesim.rulesets.alien_invasion.ground.sight import manned_barriers, seen_pairs
from battlesim.table.pieces import Off, OnTable
from tests.rules.alien_invasion.field import aboard, battle, block, daleks, group, spugs, terrain, vehicle

HELD = ("MT-GAP-24", "MT-SHT-14", "MT-HTH-10", "MT-SHT-01")
WALL = terrain("wall", 20, 9.8, 40, 10)


def grade(state, target="b", shooter="a"):
    """The protection of a group against another that shoots at it."""
    return protection(state, target, seen_pairs(state, shooter, target))


@pytest.mark.rule(*HELD)
@pytest.mark.option("partial_cover", "majority", "all", "any")
@pytest.mark.parametrize(
    ("grades", "majority", "every", "some"),
    [
        ([], 0, 0, 0),
        ([0], 0, 0, 0),
        ([1], 1, 1, 1),
        ([2], 2, 2, 2),
        ([0, 1], 0, 0, 1),
        ([1, 2], 1, 1, 2),
        ([0, 1, 1], 1, 0, 1),
        ([0, 0, 1], 0, 0, 1),
        ([0, 1, 2], 1, 0, 2),
        ([2, 2, 0, 0], 0, 0, 2),
        ([2, 2, 1, 0], 1, 0, 2),
        ([2, 2, 2, 0], 2, 0, 2),
        ([2, 1, 1, 0, 0], 1, 0, 2),
        ([2, 1, 0, 0, 0], 0, 0, 2),
    ],
)
def test_the_grade_of_a_group_from_those_of_its_figures(grades, majority, every, some):
    assert group_grade(grades) == group_grade(grades, "majority") == majority
    assert (group_grade(grades, "all"), group_grade(grades, "any")) == (every, some)


@pytest.mark.rule("MT-TER-14", "MT-SCN-01")
@pytest.mark.parametrize(("kind", "expected"), [("car", 1), ("helicopter", 1), ("saucer", 2)])
def test_a_vehicle_protects_those_in_it(kind, expected):
    state = battle(
        vehicle("craft", 30, 10, kind=kind),
        aboard(group("b", (0, 0), (0, 0)), "craft"),
        daleks("a", (10, 10)),
    )
    assert terrain_grade(state, "craft") == grade(state) == expected


@pytest.mark.rule("MT-TER-14", "MT-SHT-14", "MT-GAP-24")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("scrub", 1), ("rubble", 1), ("woods", 2), ("rocks", 2), ("building", 2), ("river", 0)],
)
def test_terrain_protects_those_in_it(kind, expected):
    state = battle(group("b", (30, 10)), daleks("a", (10, 10)), ground=[terrain(kind, 28, 8, 33, 12)])
    assert terrain_grade(state, kind) == grade(state) == expected


@pytest.mark.rule(*HELD, "MT-TER-10", "MT-TER-12")
@pytest.mark.parametrize("kind", ["wall", "fence", "barricade", "wire_fence"])
@pytest.mark.parametrize(
    ("shooter", "man", "covered"),
    [((30, 2), (30, 10.9), True), ((30, 20), (30, 10.9), False), ((55, 10.9), (30, 10.9), False)],
)
def test_a_manned_barrier_protects_against_lines_that_cross_it(kind, shooter, man, covered):
    state = battle(group("b", man), spugs("a", shooter), ground=[replace(WALL, kind=kind)])
    assert grade(state) == int(covered and kind != "wire_fence")


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("men", "expected"),
    [
        (((30, 10.9),), 1),
        (((30, 10.9), (32, 10.9), (34, 14)), 1),
        (((30, 10.9), (34, 14)), 0),
        (((30, 10.9), (34, 14), (36, 14)), 0),
    ],
)
def test_a_barrier_protects_a_group_of_which_more_than_half_is_behind_it(men, expected):
    state = battle(group("b", *men), spugs("a", (42, 2), (10, 12)), ground=[WALL])
    pairs = frozenset({("a1", "b1")})
    assert protection(state, "b", pairs) == expected


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(
    ("shooters", "expected"),
    [
        (((30, 5), (30, 30)), 1),
        (((30, 2), (30, 15)), 0),
        (((30, 4), (30, 17.9)), 1),
        (((30, 2), (30, 17.9)), 0),
    ],
)
def test_the_line_from_the_nearest_shooter_counts(shooters, expected):
    state = battle(group("b", (30, 10.9)), spugs("a", *shooters), ground=[WALL])
    assert len(seen_pairs(state, "a", "b")) == 2
    assert grade(state) == expected


@pytest.mark.rule(*HELD)
@pytest.mark.parametrize(("pairs", "expected"), [((), 0), ((("a1", "b1"),), 1), ((("a1", "x1"),), 0)])
def test_a_barrier_protects_only_where_somebody_on_the_table_is_seen(pairs, expected):
    state = battle(group("b", (30, 10.9)), spugs("a", (30, 2)), group("x", (60, 40)), ground=[WALL])
    state = state.with_table(state.table.with_place("x1", Off("lost")))
    assert protection(state, "b", frozenset(pairs)) == expected


@pytest.mark.rule(*HELD)
def test_the_best_of_several_protections_counts():
    wall = terrain("wall", 20, 9.8, 40, 10)
    house = terrain("building", 25, 10.2, 35, 15)
    state = battle(group("b", (30, 10.9)), spugs("a", (30, 2)), ground=[wall, house])
    assert grade(state) == 2
    rubble = battle(
        group("b", (30, 10.9)), spugs("a", (30, 2)), ground=[terrain("river", 25, 10.2, 35, 15), wall]
    )
    assert grade(rubble) == 1


@pytest.mark.rule(*HELD, "MT-GAP-56")
@pytest.mark.parametrize(
    ("traits", "roof", "expected"),
    [(("flat_roof",), "hut", 0), (("flat_roof", "parapet"), "hut", 1), (("flat_roof", "parapet"), "", 2)],
)
def test_a_roof_protects_by_its_parapet_and_the_rooms_below_as_a_house(traits, roof, expected):
    hut = replace(terrain("building", 25, 5, 35, 15, "hut"), traits=traits)
    state = battle(group("b", (30, 10)), spugs("a", (10, 10)), ground=[hut])
    place = OnTable(30.0, 10.0, 0.0, 3.0 if roof else 0.0, roof)
    state = state.with_table(state.table.with_place("b1", place))
    assert figure_grade(state, state.table.piece("b1"), (), None) == expected == protection(state, "b")


@pytest.mark.rule("MT-HTH-13", "MT-HTH-14", *HELD)
@pytest.mark.parametrize(
    ("defends", "locked", "expected"),
    [
        ((("unit", "building"),), True, 2),
        ((("unit", "wall"),), True, 1),
        ((("dalek", "building"),), True, 0),
        ((), True, 0),
        ((), False, 2),
    ],
)
def test_in_a_combat_only_terrain_that_is_defended_protects(defends, locked, expected):
    ground = [terrain("building", 8, 8, 14, 14), WALL]
    combats = (LockedCombat(1, ("a", "b"), ("a",), defends),) if locked else ()
    state = battle(daleks("a", (14.75, 10)), group("b", *block(10, 10)), ground=ground, combats=combats)
    assert protection(state, "b") == expected
    assert defended_grade(state, "b") == (expected if locked else 0)


@pytest.mark.rule("MT-GAP-22")
@pytest.mark.parametrize(
    ("near", "far", "mans"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False), (0, 1, False)]
)
def test_more_than_half_of_a_group_mans_a_wall(near, far, mans):
    wall = terrain("wall", 5, 9.8, 35, 10)
    points = [(10 + 1.5 * k, 11.4) for k in range(near)] + [(10 + 1.5 * k, 14) for k in range(far)]
    assert manned_barriers(battle(group("b", *points), ground=[wall]), "b") == ("wall",) * mans


@pytest.mark.rule("MT-GAP-22")
def test_those_in_a_vehicle_man_nothing():
    wall = terrain("wall", 5, 9.8, 35, 10)
    state = battle(vehicle("car", 20, 11.0), aboard(group("a", (0, 0)), "car"), ground=[wall])
    assert manned_barriers(state, "a") == ()
