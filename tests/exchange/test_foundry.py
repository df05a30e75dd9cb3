"""Scenes of Foundry VTT: padding, old and new words, doors, windows, heights."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.geometry.shapes import ring_bounds
from battlesim.scenarios.toml_reading import InputError
from tests.exchange.conftest import Import


def scene(*walls: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A scene of 20 x 10 squares of 100 pixels without padding."""
    return {
        "name": "Cellar",
        "width": 2000,
        "height": 1000,
        "padding": 0,
        "grid": 100,
        "walls": list(walls),
        **more,
    }


def wall(*c: float, **more: Any) -> dict[str, Any]:
    return {"c": list(c), "move": 20, "sight": 20, "light": 20, "door": 0, "ds": 0, **more}


def test_a_wall_stands_where_it_was_drawn(imported: Import) -> None:
    ground, _ = imported(scene(wall(200, 100, 800, 100)))
    assert (ground.width, ground.height) == (20, 10)
    assert ring_bounds(ground.terrain[0].rings[0]) == (2, 8.875, 8, 9.125)


@pytest.mark.parametrize("grid", [100, 100.0, {"size": 100, "type": 1, "distance": 5}])
def test_the_grid_is_a_number_or_an_object(imported: Import, grid: Any) -> None:
    ground, _ = imported(scene(wall(200, 100, 800, 100), grid=grid))
    assert (ground.width, ground.height) == (20, 10)


@pytest.mark.parametrize(
    "shift", [{"shiftX": 10}, {"background": {"src": None, "offsetX": 10, "offsetY": 0}}]
)
def test_the_canvas_is_padded_by_whole_squares_and_may_be_shifted(
    imported: Import, shift: dict[str, Any]
) -> None:
    drawn = scene(wall(500, 350, 700, 350), width=1950, height=950, padding=0.25, **shift)
    ground, _ = imported(drawn)
    left, low, right, high = ring_bounds(ground.terrain[0].rings[0])
    assert (left, right) == (pytest.approx(0.1), pytest.approx(2.1))
    assert (low + high) / 2 == pytest.approx(9.0)


def test_padding_is_a_quarter_when_nothing_is_said(imported: Import) -> None:
    drawn = scene(wall(500, 300, 700, 300))
    del drawn["padding"]
    ground, _ = imported(drawn)
    assert ring_bounds(ground.terrain[0].rings[0])[:3] == (0, 9.875, 2)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"move": 1, "sense": 1}, ("wall", [])),
        ({"move": 20, "sight": 20}, ("wall", [])),
        ({"move": 0, "sense": 1}, ("wall", [])),
        ({"move": 1, "sense": 0}, ("wall", [("window", True)])),
        ({"move": 20, "sight": 0}, ("wall", [("window", True)])),
        ({"move": 20, "sight": 30}, ("wall", [("window", True)])),
        ({"move": 1, "sense": 1, "door": 1, "ds": 0}, ("wall", [("door", False)])),
        ({"move": 20, "sight": 20, "door": 1, "ds": 1}, ("wall", [("door", True)])),
        ({"move": 20, "sight": 20, "door": 2, "ds": 2}, ("wall", [("door", False)])),
    ],
)
def test_old_and_new_words_say_what_a_wall_stops(
    imported: Import, words: dict[str, Any], expected: Any
) -> None:
    ground, _ = imported(scene({"c": [200, 100, 800, 100], **words}))
    (piece,) = ground.terrain
    assert (piece.kind, [(o.kind, o.open) for o in piece.openings]) == expected


def test_what_stops_nothing_is_left_out(imported: Import) -> None:
    ground, report = imported(scene(wall(200, 100, 800, 100, move=0, sight=0), wall(5, 5, 5, 5)))
    assert ground.terrain == () and len(report.left_out) == 2


def test_closed_walls_of_limited_sight_are_solid(imported: Import) -> None:
    corners = [(200, 200), (400, 200), (400, 400), (200, 400)]
    sides = [wall(*a, *b, sight=10) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    ground, _ = imported(scene(*sides, wall(600, 200, 800, 200, sight=10)))
    assert sorted((t.kind, len(t.rings[0])) for t in ground.terrain) == [("rocks", 4), ("wall", 4)]


def test_pairs_of_points_are_joined_and_duplicates_left_out(imported: Import) -> None:
    ground, report = imported(scene(wall(0, 0, 100, 0), wall(100, 0, 100, 100), wall(100, 0, 0, 0)))
    assert len(ground.terrain) == 1
    assert "1 line drawn twice" in report.left_out


def test_heights_of_the_module_count_in_units_of_the_scene(imported: Import) -> None:
    flags = {"wall-height": {"top": 10, "bottom": None}}
    grid = {"size": 100, "distance": 5}
    ground, _ = imported(
        scene(wall(200, 100, 800, 100, flags=flags), wall(200, 300, 800, 300, flags={}), grid=grid)
    )
    assert sorted(t.height for t in ground.terrain) == [2.0, 2.0]
    flags["wall-height"]["top"] = 20
    ground, _ = imported(scene(wall(200, 100, 800, 100, flags=flags), grid=grid))
    assert ground.terrain[0].height == 4.0


def test_the_picture_of_a_scene_is_a_file_of_its_own_and_never_read(imported: Import) -> None:
    for more in ({"img": "/dev/zero"}, {"background": {"src": "https://example.org/a.webp"}}):
        ground, report = imported(scene(**more, lights=[{}, {}]))
        assert "the picture, which is a file of its own: no other file is read" in report.left_out
        assert "2 lights" in report.left_out and not ground.picture


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"walls": None}, "walls: "),
        ({"walls": [{}]}, "walls[0].c: is missing"),
        ({"walls": [{"c": [1, 2, 3]}]}, "walls[0].c: "),
        ({"walls": [{"c": [1, 2, 3, 1e300]}]}, "walls[0].c[3]: "),
        ({"grid": 0}, "grid: a square of 0 pixels is impossible"),
        ({"grid": {"size": -5}}, "grid.size: "),
        ({"width": -5}, "width: "),
        ({"padding": 99}, "padding: "),
        ({"grid": 1}, "makes a table 2000 in wide"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(scene() | change)
    assert message in str(caught.value) and "\n" not in str(caught.value)
