"""Heights of the ground and of what is above it."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest

import battlesim
from battlesim.table.levels import (
    altitude,
    can_touch,
    gap_in_space,
    ground_level,
    horizontal_reach,
    lying_terrain,
    raised_place,
    raised_terrain,
    shifted_place,
    standing_place,
    support,
    terrain_above_ground,
    terrain_at,
    terrain_on_ground,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Ground, Opening, Terrain
from battlesim.testing.table import block, make_table, standing_piece, wall


def hill(id: str, x0: float, y0: float, x1: float, y1: float, height: float = 2.0) -> Terrain:
    return block(id, x0, y0, x1, y1, height, kind="hill", traits=("area", "relief"))


TERRACES = make_table(hill("low", 10, 10, 30, 30), hill("high", 15, 15, 20, 20, 4.0)).ground
POSTS = make_table(hill("low", 10, 10, 30, 30), wall("post", 24, 24, 26, 26, 5.0)).ground


@pytest.mark.parametrize(
    ("x", "y", "level"),
    [(5, 5, 0.0), (10, 20, 2.0), (9.99, 20, 0.0), (12, 12, 2.0), (15, 15, 4.0), (18, 18, 4.0)],
)
def test_the_ground_is_as_high_as_the_highest_hill_there(x: float, y: float, level: float) -> None:
    assert ground_level(TERRACES, x, y) == level


def test_a_hole_in_a_hill_is_a_pit() -> None:
    ring = ((14.0, 14.0), (18.0, 14.0), (18.0, 18.0), (14.0, 18.0))
    plate = hill("plate", 0, 0, 48, 48)
    pit = msgspec.structs.replace(plate, rings=(*plate.rings, ring))
    assert ground_level(make_table(pit).ground, 16, 16) == 0.0


def test_a_piece_stands_on_the_ground_or_on_its_post() -> None:
    assert standing_place(POSTS, 25, 25, 90.0) == OnTable(25, 25, 90.0, 2.0)
    assert standing_place(POSTS, 25, 25, 0.0, "post") == OnTable(25, 25, 0.0, 5.0, "post")


@pytest.mark.parametrize(
    ("before", "to", "after"),
    [
        (OnTable(5, 5), (12, 12), OnTable(12, 12, 0.0, 2.0)),
        (OnTable(12, 12, 0.0, 2.0), (5, 5), OnTable(5, 5)),
        (OnTable(5, 5, 0.0, 8.0), (12, 12), OnTable(12, 12, 0.0, 8.0)),
        (OnTable(5, 5, 0.0, 1.0), (12, 12), OnTable(12, 12, 0.0, 2.0)),
        (OnTable(25, 25, 0.0, 5.0, "post"), (25.5, 25), OnTable(25.5, 25, 0.0, 5.0, "post")),
        (OnTable(25, 25, 0.0, 5.0, "post"), (28, 25), OnTable(28, 25, 0.0, 2.0)),
    ],
)
def test_a_walker_follows_the_ground_and_a_flyer_keeps_its_height(
    before: OnTable, to: tuple[float, float], after: OnTable
) -> None:
    assert shifted_place(POSTS, before, *to) == after


@pytest.mark.parametrize(
    ("z", "up", "what"), [(2.0, 0.0, "ground"), (2.004, 0.004, "ground"), (5.0, 3.0, "air")]
)
def test_the_altitude_of_a_flyer_is_above_the_hill(z: float, up: float, what: str) -> None:
    piece = standing_piece("a", 12, 12, z=z)
    assert altitude(POSTS, piece) == pytest.approx(up) and support(POSTS, piece) == what


def test_what_is_posted_on_a_wall_is_not_in_the_air() -> None:
    place = standing_place(POSTS, 25, 25, 0.0, "post")
    assert support(POSTS, msgspec.structs.replace(standing_piece("a", 0, 0), place=place)) == "ground"


def test_a_piece_moved_for_a_question_keeps_its_altitude() -> None:
    assert raised_place(POSTS, OnTable(5, 5, 0.0, 8.0), 12, 12).z == 10.0


def at(x: float, z: float, height: float = 1.2) -> Piece:
    return standing_piece("p", x, 12, z=z, height=height)


@pytest.mark.parametrize(
    ("a", "b", "within", "touch"),
    [
        (at(9, 0.0), at(12, 2.0), None, True),  # beside and on the hill: one surface
        (at(9, 0.0), at(12, 2.0), 1.0, True),
        (at(5, 0.0), at(6, 5.0), None, False),
        (at(5, 4.0), at(6, 5.0), None, True),
        (at(5, 4.0), at(6, 5.2), None, False),
        (at(5, 4.0, 0.5), at(6, 5.0), 1.0, True),
        (at(5, 4.0, 3.0), at(6, 5.1), 1.0, False),
    ],
)
def test_bodies_touch_on_the_ground_or_at_one_height(
    a: Piece, b: Piece, within: float | None, touch: bool
) -> None:
    assert can_touch(POSTS, a, b, within) == touch


def test_a_gap_is_measured_in_space_only_where_lengths_are() -> None:
    space = msgspec.structs.replace(POSTS, lengths="space")
    assert gap_in_space(POSTS, 9.0, 0.0, 12.0) == 9.0
    assert gap_in_space(space, 9.0, 0.0, 12.0) == 15.0
    assert (
        horizontal_reach(space, 15.0, 12.0, 0.0) == 9.0 and horizontal_reach(space, 11.0, 12.0, 0.0) is None
    )


def test_terrain_is_raised_with_its_openings_and_lowered_again() -> None:
    door = Opening((24.0, 24.0), (25.0, 24.0), 0.0, 2.0)
    house = wall("post", 24, 24, 26, 26, 3.0, openings=(door,))
    lifted = raised_terrain(house, 2.0)
    assert (lifted.height, lifted.bottom, lifted.openings[0].sill, lifted.openings[0].top) == (
        5.0,
        0.0,
        2.0,
        4.0,
    )
    assert terrain_above_ground(POSTS, lifted) == house


def test_terrain_that_lies_on_a_hill_keeps_its_own_height_for_movers() -> None:
    assert [terrain.height for terrain in lying_terrain(POSTS)] == [2.0, 3.0]


def test_terrain_at_a_point_is_given_before_the_ground_below_it() -> None:
    ground = make_table(wall("post", 16, 16, 18, 18, 5.0), *TERRACES.terrain).ground
    assert [terrain.id for terrain in terrain_at(ground, 17, 17)] == ["post", "high", "low"]


def test_terrain_pushed_off_a_hill_comes_down() -> None:
    crate = block("crate", 11, 11, 12, 12, 3.0)
    away = tuple((x - 8.0, y) for x, y in crate.rings[0])
    assert terrain_on_ground(POSTS, crate, (away,)).height == 1.0


def test_lengths_are_saved_only_where_they_are_in_space() -> None:
    ground = Ground(10, 10)
    assert b"lengths" not in msgspec.json.encode(ground)
    assert b'"lengths":"space"' in msgspec.json.encode(msgspec.structs.replace(ground, lengths="space"))


PLACE_MAKERS = {"table/levels.py", "testing/table.py"}


def test_only_levels_makes_places_on_the_table() -> None:
    """Every new position asks `table/levels.py` for its height."""
    root = Path(battlesim.__file__).parent
    found = {
        f"{path.relative_to(root).as_posix()}:{node.lineno}"
        for path in root.rglob("*.py")
        if path.relative_to(root).as_posix() not in PLACE_MAKERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _makes_a_place(node)
    }
    assert found == set()


def _makes_a_place(call: ast.Call) -> bool:
    """Return whether a call makes a position or shifts one without asking for its height."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name == "OnTable":
        return True
    words = {word.arg for word in call.keywords}
    source = ast.unparse(call.args[0]) if call.args else ""
    return name == "replace" and "place" in source.rsplit(".", 1)[-1] and bool(words & {"x", "y", "z", "on"})
