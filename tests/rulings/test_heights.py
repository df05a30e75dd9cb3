"""Hills and flyers: what stands where, what is seen from there, and what is in the way."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.geometry.templates import Blast
from battlesim.geometry.visible_regions import region_contains
from battlesim.rulings.movement import Leg, Motion, ending_space, leg_problem, table_after_leg
from battlesim.rulings.path_contact import are_touching
from battlesim.rulings.piece_gaps import piece_gap, piece_gaps
from battlesim.rulings.piece_placement import PiecePlacement, PlacementArea, placement_problem
from battlesim.rulings.shoving import free_places, pushed_aside
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.sight_margin import sight_margin
from battlesim.rulings.table_queries import posts_at, region_in_view
from battlesim.rulings.tape import tape_between
from battlesim.rulings.template_coverage import TemplateLevel, caught_ids, place_template
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall
from benchmarks.brute_heights import faults


def hill(id: str, x0: float, y0: float, x1: float, y1: float, height: float = 2.0) -> Terrain:
    return block(id, x0, y0, x1, y1, height, kind="hill", traits=("area", "relief"))


def in_space(table: Table) -> Table:
    return msgspec.structs.replace(table, ground=msgspec.structs.replace(table.ground, lengths="space"))


HILL = hill("hill", 20, 0, 40, 24)
FENCE = wall("fence", 10, 0, 10.5, 24, 1.5)


def walk(piece: Piece, *path: tuple[float, float]) -> tuple[Motion, Leg]:
    return Motion(piece.id, piece.radius, 99.0, starts=((piece.xy,),)), Leg(piece.id, (piece.xy, *path))


def test_a_walker_that_climbs_a_hill_is_seen_over_a_fence_and_measured_in_space() -> None:
    scout, guard = standing_piece("scout", 18, 12), standing_piece("guard", 5, 12)
    table = in_space(make_table(HILL, FENCE, scout, guard))
    assert not verdict(table, PLAIN_SIGHT, guard, scout).visible
    after = table_after_leg(table, *walk(scout, (24, 12)))
    up = after.piece("scout")
    assert up.place == OnTable(24, 12, 0.0, 2.0)
    assert verdict(after, PLAIN_SIGHT, guard, up).visible
    assert piece_gap(after, guard, up) == pytest.approx((18.0**2 + 2.0**2) ** 0.5)
    assert piece_gaps(after, guard, [up]) == [piece_gap(after, guard, up)]
    assert verdict(after, PLAIN_SIGHT, guard, up).distance == piece_gap(after, guard, up)


def test_a_step_down_puts_it_on_the_table_again() -> None:
    scout = standing_piece("scout", 24, 12, z=2.0)
    after = table_after_leg(make_table(HILL, scout), *walk(scout, (18, 12)))
    assert after.piece("scout").place == OnTable(18, 12)


@pytest.mark.parametrize(("stands_on", "visible"), [(("*",), True), ((), False)])
def test_the_crest_hides_the_plain_close_below_it_unless_one_stands_on_it(
    stands_on: tuple[str, ...], visible: bool
) -> None:
    high, low = standing_piece("high", 26, 12, z=2.0, height=1.0), standing_piece("low", 18, 12, height=1.0)
    rules = SightRules(stands_on=stands_on)
    assert verdict(make_table(HILL, high, low), rules, high, low).visible == visible


def test_a_hill_between_two_men_hides_them() -> None:
    a, b = standing_piece("a", 15, 12), standing_piece("b", 45, 12)
    assert verdict(make_table(HILL, a, b), PLAIN_SIGHT, a, b).blockers == ("hill",)


@pytest.mark.parametrize(("level", "legal"), [(3.0, True), (2.5, False)])
def test_a_flyer_passes_over_what_is_no_higher_than_it(level: float, legal: bool) -> None:
    flyer = standing_piece("f", 5, 12, z=level)
    table = make_table(block("house", 10, 8, 14, 16, 3.0), flyer)
    motion = Motion("f", 0.5, 99.0, starts=(((5, 12),),), blocked=("house",), level=level)
    assert (leg_problem(table, motion, Leg("f", ((5, 12), (20, 12)))) is None) == legal


@pytest.mark.parametrize(("level", "legal"), [(2.0, False), (2.1, True)])
def test_a_flyer_does_not_skim_a_hill(level: float, legal: bool) -> None:
    flyer = standing_piece("f", 5, 12, z=level)
    motion = Motion("f", 0.5, 99.0, starts=(((5, 12),),), blocked=("hill",), level=level)
    table = make_table(HILL, flyer)
    assert (leg_problem(table, motion, Leg("f", ((5, 12), (30, 12)))) is None) == legal


@pytest.mark.parametrize(("level", "legal"), [(0.0, False), (1.3, True), (1.0, False)])
def test_it_flies_under_a_bridge_and_over_a_man(level: float, legal: bool) -> None:
    """The man is 1.2 in high, and the bridge leaves 3 in."""
    flyer, man = standing_piece("f", 5, 12, z=level), standing_piece("m", 12, 12)
    table = make_table(block("bridge", 8, 8, 9, 16, 3.5, bottom=3.0), flyer, man)
    motion = Motion("f", 0.5, 99.0, starts=(((5, 12),),), blocked=("bridge",), hindering=("m",), level=level)
    assert (leg_problem(table, motion, Leg("f", ((5, 12), (20, 12)))) is None) == legal


@pytest.mark.parametrize(("z", "free"), [(4.0, True), (1.0, False)])
def test_a_walker_passes_under_a_flyer_above_its_head(z: float, free: bool) -> None:
    man, flyer = standing_piece("m", 5, 12), standing_piece("f", 12, 12, z=z)
    table = make_table(man, flyer)
    motion = Motion("m", 0.5, 99.0, starts=(((5, 12),),), occupied=("f",))
    assert (ending_space(table, motion).obstructions((12, 12)) == []) == free


def test_a_walker_beside_a_hill_touches_one_at_its_edge() -> None:
    low, high = standing_piece("low", 19.4, 12), standing_piece("high", 20.4, 12, z=2.0)
    table = in_space(make_table(HILL, low, high))
    assert are_touching(table, low, high, ())
    assert not are_touching(table, low, msgspec.structs.replace(high, place=OnTable(20.4, 12, 0, 6.0)), ())


def test_a_piece_placed_on_a_hill_keeps_its_gap_in_space() -> None:
    foe = standing_piece("foe", 18.5, 12)
    table, man = in_space(make_table(HILL, foe)), standing_piece("man", 0, 0)
    area = PlacementArea(apart=(("foe", 3.0),))
    spot = PiecePlacement("man", 21.8, 12)  # 2.3 in away in plan, 3.05 in space
    assert placement_problem(table, area, {"man": man}, [spot]) == ""


def test_what_is_pushed_off_a_hill_comes_down_with_it() -> None:
    table = make_table(HILL, block("crate", 20.2, 11, 21.2, 12, 3.0, kind="crate"))
    crate = table.terrain("crate")
    is_free = free_places(table, crate, ())
    path = ((22.0, 11.5), (18.0, 11.5))
    pushed = pushed_aside(crate, 180.0, 90.0, path, 0.5, (2.0, 1.0), is_free, table.ground)
    assert pushed is not None and pushed.height == 1.0


def test_a_template_at_a_level_catches_feet_near_it() -> None:
    low, high = standing_piece("low", 19.0, 12), standing_piece("high", 20.4, 12, z=2.0)
    table = make_table(HILL, low, high)
    placed = place_template(table.ground, Blast(19.7, 12, 2.0), (19.7, 12))
    levels = (None, TemplateLevel(0.0, 1.0), TemplateLevel(2.0, 1.0))
    found = [caught_ids(table, placed, (low, high), "partly", level) for level in levels]
    assert found == [["low", "high"], ["low", "high"], ["high"]]


def test_a_walker_is_watched_from_where_the_hill_lifts_it() -> None:
    guard, scout = standing_piece("guard", 5, 12), standing_piece("scout", 14, 12)
    table = make_table(HILL, FENCE, guard, scout)
    (seen,) = watch_intervals(table, scout, ((14, 12), (30, 12)), WatchCondition(guard, PLAIN_SIGHT))
    assert seen.start == pytest.approx(6.0, abs=0.01) and seen.end == 16.0


def test_a_walker_is_near_in_space_only_below_the_hill() -> None:
    guard, scout = standing_piece("guard", 14, 12), standing_piece("scout", 25, 12, z=2.0)
    table = in_space(make_table(HILL, guard, scout))
    (near,) = watch_intervals(table, scout, ((25, 12), (16, 12)), WatchCondition(guard, max_gap=5.1))
    assert near.start == pytest.approx(5.0, abs=0.01)  # at 20.0 the gap in space is 5.39


def test_the_region_in_view_lies_on_the_hill_and_not_behind_the_fence() -> None:
    guard = standing_piece("guard", 5, 12)
    seen = region_in_view(make_table(HILL, FENCE, guard), PLAIN_SIGHT, guard, 1.2)
    assert region_contains(seen, (30, 12)) and not region_contains(seen, (15, 12))


def test_a_post_on_a_hill_and_a_tape_to_its_foot() -> None:
    table = make_table(HILL, wall("post", 30, 10, 31, 11, 3.5), standing_piece("m", 5, 5))
    assert [post.id for post in posts_at(table, 30.5, 10.5)] == ["post"]
    assert tape_between(table, (10.0, 12.0), (30.0, 12.0)).space == pytest.approx((20.0**2 + 2.0**2) ** 0.5)


def test_no_margin_is_given_beside_the_edge_of_a_hill() -> None:
    a, b = standing_piece("a", 19, 12), standing_piece("b", 5, 12)
    with pytest.raises(ValueError, match="edge of a hill"):
        sight_margin(make_table(HILL, a, b), PLAIN_SIGHT, a, b, "viewer")


@pytest.mark.parametrize("seed", range(30))
def test_hills_and_flyers_are_as_samples_say(seed: int) -> None:
    assert faults(seed) == []
