"""Points and directions as players with real miniatures would say them: by what stands on the table."""

from __future__ import annotations

import pytest

from battlesim.geometry.shapes import Point, circle
from battlesim.rulings.place_phrases import course_text, heading_text, named_corners, place_text
from battlesim.table.phrases import rendered_text
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.testing.table import make_table, standing_piece

HOUSE = Terrain(
    "h", "building", (((10.0, 10.0), (22.0, 10.0), (22.0, 14.0), (10.0, 14.0)),), 4.0, name="House 1"
)
POND = Terrain("p", "pond", (circle(40.0, 30.0, 2.0),), 0.0, name="Pond")


def table(*pieces: tuple[str, float, float]) -> Table:
    """A table with a long house and a round pond, and pieces on 1 in bases."""
    return make_table(HOUSE, POND, *(standing_piece(*piece) for piece in pieces))


def text(table: Table, found: object) -> str:
    return rendered_text(found, table.name_of)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ((24.0, 14.0), "2.0 in east of the north-east corner of House 1"),
        ((22.0, 14.0), "inside House 1, at its north-east corner"),
        ((21.0, 13.0), "inside House 1, 1.4 in south-west of its north-east corner"),
        ((40.0, 33.5), "1.5 in north of Pond"),
        ((1.0, 1.0), "1.4 in north-east of the south-west corner of the table"),
        ((24.0, 22.3), "1.8 in north of d"),
        ((24.1, 20.2), "on d"),
    ],
)
def test_a_point_is_told_by_the_nearest_landmark(point: Point, words: str) -> None:
    there = table(("d", 24.0, 20.0))
    assert text(there, place_text(there, point)) == words


def test_a_point_is_on_a_hill_unless_something_lies_there() -> None:
    ring = ((8.0, 8.0), (30.0, 8.0), (30.0, 16.0), (8.0, 16.0))
    hill = Terrain("k", "hill", (ring,), 2.0, name="Knoll", traits=("area", "relief"))
    there = make_table(hill, HOUSE)
    assert text(there, place_text(there, (30.0, 16.0))) == "on Knoll, at its north-east corner"
    assert text(there, place_text(there, (22.0, 14.0))) == "inside House 1, at its north-east corner"


def test_a_point_is_on_a_wall_and_inside_a_house() -> None:
    wall = Terrain("w", "wall", (((10.0, 30.0), (20.0, 30.0), (20.0, 30.3), (10.0, 30.3)),), 1.0, name="Wall")
    there = make_table(wall)
    assert text(there, place_text(there, (18.0, 30.0))) == "on Wall, 2.0 in west of its south-east corner"


def test_a_piece_is_not_told_by_itself() -> None:
    there = table(("d", 40.0, 34.0))
    assert text(there, place_text(there, (40.0, 34.0), {"d"})) == "2.0 in north of Pond"


def test_a_course_round_a_corner_is_told_by_its_end() -> None:
    there = table()
    path = ((24.0, 4.0), (24.0, 9.0), (18.0, 9.0))
    assert text(there, course_text(there, path)) == "and ends 4.1 in west of the south-east corner of House 1"


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ((26.0, 14.0), "toward the north-east corner of House 1"),
        ((30.0, 18.0), "toward d"),
        ((30.0, 12.0), "south"),
        ((30.0, 30.0), "north"),
        ((30.0, 14.0), ""),
    ],
)
def test_a_move_goes_toward_a_landmark_straight_ahead_or_by_the_compass(end: Point, words: str) -> None:
    there = table(("d", 30.0, 24.0))
    assert text(there, heading_text(there, (30.0, 14.0), end)) == words


def test_the_corners_of_a_long_house_have_the_names_of_those_of_a_square() -> None:
    names = [name for _, name in named_corners(HOUSE.rings[0])]
    assert names == ["south-west", "south-east", "north-east", "north-west"]


def test_a_round_outline_has_no_corners() -> None:
    assert named_corners(POND.rings[0]) == []
