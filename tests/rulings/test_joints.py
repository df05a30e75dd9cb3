"""Joints: solids up to TOL apart are one, so that nothing is seen between them."""

from __future__ import annotations

import pytest

from battlesim.geometry.shapes import polygon_of, rings_of
from battlesim.rulings.sight import SightRules, Verdict, verdict
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_evidence import sight_evidence, skimmed_solids
from battlesim.rulings.sight_margin import sight_margin
from battlesim.rulings.sight_scene import sight_scene
from battlesim.table.events import TerrainChanged
from battlesim.table.state import State, Table
from battlesim.table.terrain import Opening, Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall
from benchmarks.brute_joints import KINDS, faults, pairs

EYE = sight_conventions()["eye"].sight
CENTRES = sight_conventions()["centres"].sight
SORTS = {key: sight_conventions()[key].sight for key in ("eye", "centres", "any_part", "bases", "corners")}
SOUTH, NORTH = standing_piece("a", 20, 10), standing_piece("b", 20, 24)
LOW = (SOUTH, NORTH)


def houses(gap: float) -> list[Terrain]:
    return [block("west", 10, 15, 20 - gap / 2, 19), block("east", 20 + gap / 2, 15, 30, 19)]


def corners(gap: float) -> list[Terrain]:
    return [block("west", 10, 12, 20, 17), block("east", 20 + gap, 17, 30, 22)]


def storeys(gap: float) -> list[Terrain]:
    return [block("low", 10, 15, 30, 19, 1.2), block("high", 10, 15, 30, 19, 4.0, bottom=1.2 + gap)]


def ledge(gap: float) -> list[Terrain]:
    return [block("low", 10, 15, 30, 17, 1.2), block("high", 10, 17, 30, 19, 4.0, bottom=1.2 + gap)]


def seen(world: Table, rules: SightRules, by: str = "a", of: str = "b") -> Verdict:
    return verdict(world, rules, world.piece(by), world.piece(of))


@pytest.mark.parametrize("between", [houses, corners, storeys, ledge])
@pytest.mark.parametrize("gap", [0.0, 1e-7, 0.001, 0.0049, 0.005])
def test_nothing_is_seen_through_a_joint(between, gap: float):
    world = make_table(*LOW, *between(gap))
    ids = {thing.id for thing in between(gap)}
    for key, rules in SORTS.items():
        found = seen(world, rules)
        assert not found.visible, key
        assert set(found.blockers) <= ids and found.blockers, key


@pytest.mark.parametrize("between", [houses, storeys, ledge])
def test_a_wider_gap_is_open(between):
    world = make_table(*LOW, *between(0.0052))
    assert seen(world, SORTS["any_part"]).visible
    assert seen(world, EYE).visible is (between is houses)


@pytest.mark.parametrize(
    ("between", "ids"), [(houses, {"west", "east"}), (corners, {"west", "east"}), (storeys, {"low", "high"})]
)
def test_what_a_joint_alone_hides_both_of_its_solids_hide(between, ids: set[str]):
    """The line between the middles runs along the joint, and so touches both and is in neither."""
    world = make_table(*LOW, *between(0.0))
    found = sight_evidence(world, CENTRES, world.piece("a"), world.piece("b"))
    assert set(found.verdict.blockers) == {blocker.id for blocker in found.blockers} == ids
    assert {part.id for part in found.section if part.counts} == ids
    assert skimmed_solids(world, CENTRES, world.piece("a"), world.piece("b")) == ()


def test_a_joint_that_hides_all_of_a_figure_is_put_down_to_both_solids():
    """The eye is 0.05 in before a crack of 0.004 in between thin walls: it sees all of the target there."""
    near = [block("west", 10, 20, 19.998, 20.02), block("east", 20.002, 20, 30, 20.02)]
    world = make_table(
        standing_piece("a", 20, 19.95, radius=0.02), standing_piece("b", 20, 24, radius=0.05), *near
    )
    found = sight_evidence(world, EYE, world.piece("a"), world.piece("b"))
    assert found.verdict.share == 0.0 and found.verdict.blockers == ("west", "east")
    assert [blocker.share for blocker in found.blockers] == [pytest.approx(1.0)] * 2
    assert found.face == () and all(blocker.shadow for blocker in found.blockers)


def test_a_joint_counts_where_both_of_its_solids_do():
    world = make_table(standing_piece("a", 20.3, 17), NORTH, *houses(0.0))
    assert seen(world, CENTRES).visible, "it stands in both"
    inside, before = (
        standing_piece("a", 20.001, 17, radius=0.007),
        standing_piece("a", 20.001, 14, radius=0.007),
    )
    for one, visible in ((inside, True), (before, False)):
        world = make_table(one, standing_piece("b", 20.001, 24), *houses(0.004))
        assert seen(world, CENTRES).visible is visible, "inside it overlaps the eastern one alone"


@pytest.mark.parametrize("gap", [0.0, 0.002, 0.005])
def test_a_line_along_the_common_front_of_two_houses_stays_free(gap: float):
    world = make_table(standing_piece("a", 5, 15), standing_piece("b", 35, 15), *houses(gap))
    assert seen(world, CENTRES).visible


def test_a_shut_door_is_one_with_the_walls_beside_it_until_it_opens():
    door = Opening((20.125, 16), (20.125, 14), 0.0, 2.0, False, "door", 0.25, "door.1")
    leaf = wall("leaf", 19.875, 14, 20.125, 16, openings=(door,))
    around = [wall("above", 19.875, 16, 20.125, 30), wall("below", 19.875, 0, 20.125, 14)]
    shut = State(
        make_table(standing_piece("a", 17, 14.2), standing_piece("b", 23, 13.9), leaf, *around), None
    )

    def visible(state: State) -> list[bool]:
        return [seen(state.table, rules).visible for rules in SORTS.values()]

    assert visible(shut) == [False] * 5
    ground = shut.table.ground
    open = TerrainChanged(old=leaf, new=ground.terrain_with_opening_set("door.1")).apply(shut)
    assert visible(open)[2:4] == [True, True]
    again = TerrainChanged(old=open.table.terrain("leaf"), new=leaf).apply(open)
    assert visible(again) == [False] * 5


@pytest.mark.parametrize(("apart", "open"), [(1.0, False), (1.004, False), (1.007, True)])
def test_models_shoulder_to_shoulder_hide_as_one(apart: float, open: bool):
    """Round bases are polygons that stray by up to 0.0005 in."""
    rank = [standing_piece(f"m{k}", 20 + apart * (k - 3.5), 17, height=2.0) for k in range(8)]
    world = make_table(*LOW, *rank)
    for rules in (SightRules(bases=True), SightRules(mode="line", bases=True)):
        assert seen(world, rules).visible is open, rules.mode


def test_moving_pieces_leave_the_joints_of_the_terrain_as_they_are():
    rules = SightRules(mode="line", bases=True)
    first = make_table(*LOW, *houses(0.0))
    second = Table(first.ground, {"a": standing_piece("a", 18, 14.5), "b": NORTH}, ())
    one, other = (sight_scene(world, rules) for world in (first, second))
    kept = [k for k, solid in enumerate(one.solids) if solid.joins]
    assert [one.solids[k] is other.solids[k] for k in kept] == [True]
    assert [joint for joint in other.joints.values() if "a" in joint] == [("west", "a")]


def test_who_hides_behind_a_joint_may_move_as_far_as_behind_one_house():
    world = make_table(*LOW, *houses(0.004))
    for rules in SORTS.values():
        for mover in ("viewer", "target"):
            found = sight_margin(world, rules, world.piece("a"), world.piece("b"), mover)
            assert found.safe == 2.0 and found.tight


@pytest.mark.parametrize("seed", range(1, 8))
def test_random_joints(seed: int):
    """`python -m benchmarks.brute_joints` tries more."""
    for pair in pairs(seed, len(KINDS)):
        assert list(faults(pair)) == []


def test_a_joint_lies_in_and_between_its_solids():
    """No part of it lies before a line that leaves both solids on one side."""
    world = make_table(*LOW, *houses(0.003))
    (joint,) = (solid for solid in sight_scene(world, EYE).solids if solid.joins)
    assert joint.joins == ("west", "east") and (joint.bottom, joint.top) == (0.0, 3.0)
    assert rings_of(polygon_of(joint.rings).difference(polygon_of(block("all", 10, 15, 30, 19).rings))) == ()
