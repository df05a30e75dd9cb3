"""Which obstacles give cover where only what is nearer to the target counts, and area cover of a base."""

from __future__ import annotations

import pytest

from battlesim.rulings.sight import Cover, SightRules, verdict
from battlesim.table.pieces import Hull, Piece
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall

NEARER = SightRules(cover_nearer=True, bases=True, bases_as_high=True, depth={"woods": 3.0})
AREA = SightRules(overlap=("woods",), overlap_share=0.5, depth={"woods": 3.0})


def cover_of(target: Piece, *things: Piece | Terrain, rules: SightRules = NEARER, z: float = 0.0) -> Cover:
    viewer = standing_piece("a", 10, 10, z=z)
    found = verdict(make_table(viewer, target, *things), rules, viewer, target)
    assert found.visible
    return found.cover


@pytest.mark.parametrize(("y", "cover"), [(13.0, "none"), (14.875, "partial"), (17.0, "partial")])
def test_a_wall_gives_cover_from_the_middle_on(y: float, cover: str) -> None:
    assert cover_of(standing_piece("t", 10, 20), wall("w", 5, y, 15, y + 0.25, 0.6)) == cover


@pytest.mark.parametrize(("y", "cover"), [(13.0, "none"), (17.0, "partial")])
def test_a_model_that_blocks_sight_gives_cover_as_terrain_does(y: float, cover: str) -> None:
    assert cover_of(standing_piece("t", 10, 20), standing_piece("m", 10.5, y)) == cover


def test_a_model_lower_than_the_target_hides_nothing_of_it() -> None:
    low = standing_piece("m", 10.5, 17, height=1.0)
    assert cover_of(standing_piece("t", 10, 20), low) == "none"


@pytest.mark.parametrize(("z", "cover"), [(0.0, "partial"), (3.8, "none")])
def test_height_below_and_above_an_obstacle_counts_as_distance(z: float, cover: str) -> None:
    """A deck from 2 to 2.5 in up lies 2 in above who stands on the ground, and 1.5 in below a flyer."""
    flyer, ground = standing_piece("t", 10, 20, z=4.0), standing_piece("t", 10, 20)
    deck = block("deck", 5, 14, 15, 16, 2.5, kind="bridge", bottom=2.0)
    assert cover_of(ground if z else flyer, deck, z=z) == cover


def test_the_edge_of_a_base_that_is_not_round_is_what_is_measured_from() -> None:
    """Across the way the oval is 1 in wide, so that the wall is nearer to the viewer."""
    long = standing_piece("t", 10, 20, shape=Hull("oval", 5.0, 1.0), radius=2.5)
    assert cover_of(long, wall("w", 5, 14.5, 15, 14.75, 0.6)) == "none"


@pytest.mark.parametrize(("x", "cover"), [(10.02, "none"), (9.98, "partial")])
def test_area_cover_needs_more_than_half_of_the_base(x: float, cover: str) -> None:
    wood = block("w", x, 18, 14, 22, kind="woods")
    assert cover_of(standing_piece("t", 10, 20), wood, rules=AREA) == cover


def test_two_woods_side_by_side_are_area_cover_together() -> None:
    left, right = block("l", 8, 19.9, 10, 22, kind="woods"), block("r", 10, 19.9, 12, 22, kind="woods")
    assert cover_of(standing_piece("t", 10, 20), left, right, rules=AREA) == "partial"


def test_area_cover_of_a_base_that_is_not_round_is_a_part_of_that_base() -> None:
    """A wood over the middle 2 in of a disc 5 in wide is less than half of it, but most of a narrow oval."""
    long = standing_piece("t", 10, 20, shape=Hull("oval", 5.0, 1.0), radius=2.5)
    wood = block("w", 5, 19, 15, 20.3, kind="woods")
    assert cover_of(long, wood, rules=AREA) == "partial"


def test_concealing_terrain_counts_for_cover_beside_what_hides_the_target() -> None:
    rules = SightRules(cover_nearer=True, least={"crater": 0.5}, partial=0.4)
    crater = block("c", 8, 18, 12, 22, 0.1, kind="crater")
    assert (
        cover_of(standing_piece("t", 10, 20), crater, wall("w", 5, 17, 15, 17.25, 0.4), rules=rules)
        == "partial"
    )
