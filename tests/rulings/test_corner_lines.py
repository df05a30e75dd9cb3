"""Lines between corners where solids touch the bases: an overlap of up to TOL is none."""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.rulings.sight import SightRules, Verdict, verdict
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_margin import MovedEnd, sight_margin
from battlesim.table.pieces import Hull
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall

CORNERS = sight_conventions()["corners"].sight
OVERLAPS = (-0.004, -1e-7, 0.0, 1e-7, 0.001, 0.003, 0.0049, 0.005, 0.0051, 0.01)


def turned(terrain: Terrain, degrees: float) -> Terrain:
    """The same outline, turned about (20, 20)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    ring = tuple(
        (20 + c * (x - 20) - s * (y - 20), 20 + s * (x - 20) + c * (y - 20)) for x, y in terrain.rings[0]
    )
    return Terrain(terrain.id, terrain.kind, (ring,), terrain.height)


def seen(*terrain: Terrain, degrees: float = 0.0, **fields: Any) -> Verdict:
    """What one piece sees of another 18 in away among terrain, all of it turned about the middle."""
    dx, dy = 9 * math.cos(math.radians(degrees)), 9 * math.sin(math.radians(degrees))
    pieces = (
        standing_piece("a", 20 - dx, 20 - dy, facing=degrees, **fields),
        standing_piece("b", 20 + dx, 20 + dy, facing=degrees, **fields),
    )
    world = make_table(*pieces, *(turned(one, degrees) for one in terrain))
    return verdict(world, CORNERS, world.piece("a"), world.piece("b"))


def corridor(overlap: float, width: float = 1.0) -> tuple[Terrain, Terrain]:
    """Two blocks beside the way of two bases, that overlap them."""
    low, high = 20 - width / 2 + overlap, 20 + width / 2 - overlap
    return block("n", 7, high, 33, high + 3), block("s", 7, low - 3, 33, low)


@pytest.mark.parametrize("degrees", [0.0, 33.0])
@pytest.mark.parametrize("overlap", OVERLAPS)
def test_a_corridor_as_wide_as_the_bases_hides_nothing(overlap: float, degrees: float) -> None:
    found = seen(*corridor(overlap), degrees=degrees)
    assert (found.cover, found.share, found.blockers) == ("none", 1.0, ())


@pytest.mark.parametrize("aside", [0.0005, 0.002])
@pytest.mark.parametrize("overlap", [-0.001, 0.0, 0.001, 0.003])
def test_nor_does_it_when_a_base_stands_a_hair_aside(overlap: float, aside: float) -> None:
    """Positions are rounded to a thousandth of an inch, so squares are never quite straight."""
    world = make_table(standing_piece("a", 11, 20 + aside), standing_piece("b", 29, 20), *corridor(overlap))
    assert verdict(world, CORNERS, world.piece("a"), world.piece("b")).share == 1.0


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_nor_does_one_as_wide_as_a_rectangle(overlap: float) -> None:
    found = seen(*corridor(overlap, 2.0), degrees=20.0, radius=1.8, shape=Hull("rectangle", 3.0, 2.0))
    assert (found.cover, found.share) == ("none", 1.0)


@pytest.mark.parametrize("overlap", [0.0, 0.001, 0.0049])
def test_a_wall_that_touches_a_base_hides_what_is_behind_it(overlap: float) -> None:
    """However thin it is: here thinner than what counts as touching."""
    assert not seen(wall("w", 11.5 - overlap, 10, 11.504 - overlap, 30)).visible


@pytest.mark.parametrize("overlap", [0.0, 0.001, 0.0049])
def test_a_wall_that_touches_one_base_and_leans_over_to_the_other_hides_half(overlap: float) -> None:
    lean = Terrain("w", "wall", (((11, 20.5 - overlap), (28, 20.2), (28, 24), (11, 24)),), 3.0)
    assert (seen(lean).share, seen(lean).blockers) == (0.5, ("w",))


@pytest.mark.parametrize("overlap", [0.0, 0.001, 0.0049])
def test_a_wall_that_ends_where_a_line_passes_hides_nothing_of_it(overlap: float) -> None:
    found = seen(block("w", 11.5 - overlap, 10, 12, 19.5), block("x", 28, 10, 28.5 + overlap, 19.5))
    assert found.share == 1.0


@pytest.mark.parametrize("overlap", OVERLAPS)
def test_a_corridor_may_be_one_solid(overlap: float) -> None:
    low, high = 19.5 + overlap, 20.5 - overlap
    ring = ((7, 15), (33, 15), (33, low), (8, low), (8, high), (33, high), (33, 25), (7, 25))
    assert seen(Terrain("u", "building", (ring,), 3.0)).share == 1.0


@pytest.mark.parametrize("mover", ["viewer", "target"])
@pytest.mark.parametrize("overlap", [0.001, 0.004])
def test_no_move_within_the_margin_shows_what_a_touching_wall_hides(mover: MovedEnd, overlap: float) -> None:
    world = make_table(
        standing_piece("a", 11, 20), standing_piece("b", 29, 20), block("w", 15, 19, 16, 20.5 + overlap)
    )
    rules: SightRules = CORNERS
    found = sight_margin(world, rules, world.piece("a"), world.piece("b"), mover)
    assert found.flips is None or found.safe <= found.flips
