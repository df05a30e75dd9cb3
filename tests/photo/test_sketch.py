"""What a person makes of a photograph: corners, marks and traces, each change a new sketch."""

from __future__ import annotations

import pytest

from battlesim.photo.base_detection import DetectedBase
from battlesim.photo.sketch import BaseMark, Sketch, TerrainTrace, default_corners, neighbouring_size

SKETCH = Sketch(default_corners(1000, 800), (30.0, 22.0))
WALL = TerrainTrace(((5.0, 5.0), (15.0, 5.0)), False, "wall")


def test_a_corner_of_a_trace_is_snapped_to() -> None:
    assert SKETCH.with_trace(WALL).snapped_point((14.8, 5.1), (), 0.3) == (15.0, 5.0)


def test_what_is_near_the_edge_lies_on_it_and_nothing_lies_off_it() -> None:
    assert SKETCH.snapped_point((0.2, 10.0), (), 0.3) == (0.0, 10.0)
    assert SKETCH.snapped_point((31.0, 21.9), (), 0.3) == (30.0, 22.0)


def test_a_line_becomes_a_wall_and_an_outline_its_area() -> None:
    woods = TerrainTrace(((20.0, 10.0), (25.0, 10.0), (25.0, 15.0)), True, "woods")
    wall, area = SKETCH.with_trace(WALL).with_trace(woods).terrain()
    assert (wall.id, wall.line, wall.thickness) == ("wall1", WALL.points, 0.25)
    assert (area.id, area.polygon, area.line) == ("woods1", woods.points, None)


def test_an_outline_that_crosses_itself_is_refused() -> None:
    bow = TerrainTrace(((5.0, 5.0), (10.0, 10.0), (10.0, 5.0), (5.0, 10.0)), True, "building")
    assert SKETCH.trace_error(bow) and not SKETCH.trace_error(WALL)


def test_a_trace_is_found_along_its_line() -> None:
    assert SKETCH.with_trace(WALL).trace_at((10.0, 5.2), 0.3) == 0
    assert SKETCH.with_trace(WALL).trace_at((10.0, 6.0), 0.3) is None


def test_the_nearest_of_two_bases_is_meant() -> None:
    marks = (
        BaseMark(DetectedBase(5.0, 5.0, 60.0, 0.1), True),
        BaseMark(DetectedBase(5.8, 5.0, 25.0, 0.1), False),
    )
    sketch = Sketch(SKETCH.corners, SKETCH.table, marks)
    assert sketch.mark_at((5.9, 5.0)) == 1 and sketch.mark_at((4.2, 5.0)) == 0
    assert sketch.mark_at((20.0, 5.0)) is None
    assert sketch.taken_marks() == [marks[0]]


@pytest.mark.parametrize(
    ("size", "by", "after"), [(25.0, -1, 25.0), (25.0, 1, 28.5), (60.0, 1, 60.0), (33.0, 1, 40.0)]
)
def test_sizes_go_up_and_down_the_standard_ones(size: float, by: int, after: float) -> None:
    assert neighbouring_size(size, by) == after
