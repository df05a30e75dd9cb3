"""Universal VTT: the traps of real files, each on a table of a few lines."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.exchange.plan import ImportOptions
from battlesim.report.judging import PieceOrPoint, rule_on_ends, ruleset_judging_rules, ruling_values
from battlesim.scenarios.sources import TableSource
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.state import Table
from battlesim.table.terrain import Ground
from tests.exchange.conftest import Import


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def drawing(walls: Any = (), size: tuple[float, float] = (20, 10), **more: Any) -> dict[str, Any]:
    """A drawing of 20 x 10 squares."""
    resolution = {"map_origin": {"x": 0, "y": 0}, "map_size": dict(zip("xy", size, strict=True))}
    return {
        "format": 0.3,
        "resolution": resolution | {"pixels_per_grid": 70},
        "line_of_sight": [line(*wall) for wall in walls],
    } | more


def door(a: tuple[float, float], b: tuple[float, float], closed: bool) -> dict[str, Any]:
    return {"bounds": line(a, b), "closed": closed, "rotation": 0, "freestanding": False}


def seen(ground: Ground, viewer: str, target: str) -> float:
    """The share of one bare model that another one sees."""
    source = TableSource(Table(ground, {}, ()))
    ruled = rule_on_ends(
        source, PieceOrPoint(viewer), PieceOrPoint(target), ruleset_judging_rules(source, "")
    )
    return float(ruling_values(ruled)["share"])


WALL = [(10, 0), (10, 10)]


def test_a_wall_stands_where_it_was_drawn_with_y_turned_up(imported: Import) -> None:
    ground, _ = imported(drawing([[(2, 1), (8, 1)]]))
    (wall,) = ground.terrain
    assert (wall.kind, wall.height) == ("wall", 2.0)
    assert sorted(wall.rings[0]) == [(2, 8.875), (2, 9.125), (8, 8.875), (8, 9.125)]


def test_squares_thickness_and_heights_are_those_one_asks_for(imported: Import) -> None:
    wishes = ImportOptions(2.0, 1.0, {"wall": 3.0})
    ground, _ = imported(drawing([[(2, 1), (8, 1)]]), wishes)
    (wall,) = ground.terrain
    assert (ground.width, ground.height, wall.height) == (40, 20, 3)
    assert sorted(wall.rings[0]) == [(4, 17.5), (4, 18.5), (16, 17.5), (16, 18.5)]


def test_the_drawing_may_be_cut_from_a_larger_map(imported: Import) -> None:
    drawn = drawing([[(102, 51), (108, 51)], [(10, 10), (20, 10)], [(115, 55), (130, 55)]])
    drawn["resolution"]["map_origin"] = {"x": 100, "y": 50}
    ground, report = imported(drawn)
    assert [t.rings[0][0][0] for t in ground.terrain] == [8, 20]
    assert "1 line off the table" in report.left_out
    assert "1 line cut off at the table's edge" in report.changed


def test_a_wall_along_the_edge_of_the_table_stays_a_line_and_hides(imported: Import) -> None:
    frame = [(0, 0), (20, 0), (20, 10), (0, 10), (0, 0)]
    ground, _ = imported(drawing([frame]))
    (wall,) = ground.terrain
    assert len(wall.rings) == 2
    assert sorted(wall.rings[0]) == [(0, 0), (0, 10), (20, 0), (20, 10)]


@pytest.mark.parametrize("number", [0.2, 0.3, 1, 1.0, 2, "1.0", None])
def test_any_number_of_the_format_is_read(imported: Import, number: Any) -> None:
    ground, report = imported(drawing([WALL], format=number))
    assert len(ground.terrain) == 1
    assert any("is not known here" in line for line in report.guessed) == (number not in (0.2, 0.3, 1))


def test_lists_may_be_missing_or_empty_or_nothing(imported: Import) -> None:
    bare = {"resolution": {"map_size": {"x": 30, "y": 20}}, "portals": None, "objects_line_of_sight": []}
    ground, _ = imported(bare)
    assert (ground.width, ground.height, ground.terrain) == (30, 20, ())


def test_two_point_pairs_are_joined_and_duplicates_are_left_out(imported: Import) -> None:
    pairs = [
        [(1, 1), (5, 1)],
        [(5, 5), (5, 1)],
        [(1, 1), (5, 1)],
        [(5, 1), (1, 1)],
        [(5, 5), (9, 5)],
        [(3, 3), (3, 3)],
    ]
    ground, report = imported(drawing(pairs))
    assert len(ground.terrain) == 1
    assert {"2 lines drawn twice", "1 line without length"} <= set(report.left_out)


def test_lines_that_meet_in_threes_stay_apart(imported: Import) -> None:
    ground, _ = imported(drawing([[(1, 1), (5, 1)], [(5, 1), (9, 1)], [(5, 1), (5, 5)]]))
    assert len(ground.terrain) == 3


def test_closed_outlines_of_objects_are_solid_and_others_are_walls(imported: Import) -> None:
    box, arc = line((4, 4), (6, 4), (6, 6), (4, 6), (4, 4)), line((12, 2), (14, 2))
    ground, _ = imported(drawing(objects_line_of_sight=[box, arc]), ImportOptions(heights={"object": 0.8}))
    assert [(t.kind, t.height) for t in ground.terrain] == [("wall", 0.8), ("rocks", 0.8)]
    assert sorted(ground.terrain[1].rings[0]) == [(4, 4), (4, 6), (6, 4), (6, 6)]


@pytest.mark.parametrize(("closed", "share"), [(True, 0.0), (False, 1.0)])
def test_one_sees_through_open_doors_and_not_through_shut_ones(
    imported: Import, closed: bool, share: float
) -> None:
    walls = [[(10, 0), (10, 4)], [(10, 6), (10, 10)]]
    ground, report = imported(drawing(walls, portals=[door((10, 4), (10, 6), closed)]))
    assert seen(ground, "5,5", "15,5") == pytest.approx(share)
    assert f"1 door, {int(closed)} of them shut" in report.taken


def test_a_door_at_the_edge_of_the_table_lies_on_its_inner_side(imported: Import) -> None:
    ground, _ = imported(drawing(portals=[door((4, 10), (6, 10), False)]))
    (opening,) = ground.terrain[0].openings
    assert (opening.start, opening.end) == ((4, 0.125), (6, 0.125))


def test_a_portal_without_ends_is_a_square_wide_at_its_angle(imported: Import) -> None:
    portals = [{"position": {"x": 5, "y": 5}, "rotation": 1.5707963267948966}, {"position": {"x": 5, "y": 5}}]
    ground, report = imported(drawing(portals=portals))
    (opening,) = ground.terrain[0].openings
    assert sorted((opening.start[1], opening.end[1])) == [4.5, 5.5]
    assert "1 portal without ends and without a direction" in report.left_out


def test_a_wall_that_turns_back_on_itself_is_laid(imported: Import) -> None:
    zigzag = [(2, 2), (8, 2), (2, 2), (2, 8), (8, 2), (8, 8), (1, 5)]
    ground, _ = imported(drawing([zigzag]))
    assert ground.terrain


def test_a_drawing_of_too_many_places_is_refused_before_it_is_worked_out(imported: Import) -> None:
    zigzag = [(k % 20, k % 7) for k in range(40_001)]
    with pytest.raises(InputError, match="holds shapes of more than 40000 corners"):
        imported(drawing([zigzag]))


def test_lights_are_left_out_and_told(imported: Import) -> None:
    _, report = imported(drawing(lights=[{"position": {"x": 1, "y": 1}, "color": "ffeccd8b"}]))
    assert "1 light" in report.left_out


def test_the_answers_of_a_person_are_asked_for_once(imported: Import) -> None:
    asked: list[str] = []

    def ask(words: str, usual: float) -> float:
        asked.append(words)
        return usual + 1

    ground, _ = imported(drawing([WALL, [(4, 4), (8, 4)]]), ImportOptions(ask=ask))
    assert asked == ["How high are the walls?"]
    assert {t.height for t in ground.terrain} == {3.0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"resolution": {}}, "resolution.map_size: is missing"),
        ({"resolution": {"map_size": {"x": -5, "y": 5}}}, "resolution.map_size.x: "),
        (
            {"resolution": {"map_size": {"x": 700, "y": 5}}},
            "makes a table 700 in wide (1 to 600 in a side: set",
        ),
        ({"line_of_sight": "walls"}, "line_of_sight: "),
        ({"line_of_sight": [[{"x": 1}]]}, "line_of_sight[0][0].y: is missing"),
        ({"line_of_sight": [line((1e300, 0), (0, 0))]}, "line_of_sight[0][0].x: "),
        ({"portals": [{"bounds": [3]}]}, "portals[0].bounds[0]: "),
        (
            {"objects_line_of_sight": [line((1, 1), (5, 5), (5, 1), (1, 5), (1, 1))]},
            "rocks 1: the outline crosses itself",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawing() | change, ImportOptions(strict=True))
    assert message in str(caught.value) and "\n" not in str(caught.value)
