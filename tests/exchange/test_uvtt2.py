"""The proposed second version of Universal VTT: heights, curves, windows."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.exchange.plan import ImportOptions
from battlesim.scenarios.toml_reading import InputError
from tests.exchange.conftest import Import


def path(*points: tuple[float, float]) -> list[dict[str, Any]]:
    return [{"type": "line" if k else "move", "x": x, "y": y} for k, (x, y) in enumerate(points)]


def drawing(grid: float = 70, **shape: Any) -> dict[str, Any]:
    """A drawing with squares of 70 pixels and 5 ft."""
    resolution = {"grid_size": {"x": grid, "y": grid}, "units_per_grid": 5.0, "topology": {"type": "square"}}
    return {"format_version": "2.0.0", "resolution": resolution, "geometry": shape}


def test_walls_have_their_own_heights(imported: Import) -> None:
    wall = {"type": "standard", "height": {"bottom": 2.5, "top": 10}, "path": path((0, 0), (700, 350))}
    ground, _ = imported(drawing(walls=[wall]))
    (piece,) = ground.terrain
    assert (ground.width, ground.height) == (10, 5)
    assert (piece.bottom, piece.height) == (0.5, 2.0)


def test_curves_become_lines_that_stay_with_them(imported: Import) -> None:
    quarter = {
        "type": "bezier",
        "cp1": {"x": 552.28, "y": 0},
        "cp2": {"x": 1000, "y": 447.72},
        "to": {"x": 1000, "y": 1000},
    }
    wall = {"height": {"bottom": 0, "top": 5}, "path": [{"type": "move", "x": 0, "y": 0}, quarter]}
    ground, _ = imported(drawing(grid=100, walls=[wall]))
    (piece,) = ground.terrain
    assert all(abs(((x) ** 2 + (y) ** 2) ** 0.5 - 10) < 0.14 for x, y in piece.rings[0])


def test_places_that_would_all_lie_in_one_square_are_squares(imported: Import) -> None:
    ground, report = imported(drawing(walls=[{"path": path((5, 5), (15, 5))}]))
    assert ground.width == 15
    assert "coordinates are in squares" in report.guessed


def test_doors_windows_and_invisible_walls_are_openings(imported: Import) -> None:
    height = {"bottom": 0, "top": 10}
    portals = [
        {"type": "door", "state": "closed", "height": height, "path": path((70, 70), (140, 70))},
        {
            "type": "window",
            "state": "open",
            "height": {"bottom": 3, "top": 6},
            "p1": {"x": 210, "y": 70},
            "p2": {"x": 280, "y": 70},
        },
    ]
    glass = {"type": "invisible", "height": height, "path": path((70, 700), (700, 700))}
    ground, _ = imported(drawing(walls=[glass], portals=portals))
    found = [(o.kind, o.open, o.sill, o.top) for t in ground.terrain for o in t.openings]
    assert found == [
        ("window", True, 0, 2),
        ("door", False, 0, 2),
        ("window", True, pytest.approx(0.6), pytest.approx(1.2)),
    ]


def test_zones_are_terrain_by_their_traits(imported: Import) -> None:
    zones = [
        {"path": [{"x": 70, "y": 70}, {"x": 350, "y": 70}, {"x": 350, "y": 350}], "traits": [trait]}
        for trait in ("water", "obscured", "narrative_boundary")
    ]
    ground, report = imported(drawing(zones=zones))
    assert [t.kind for t in ground.terrain] == ["river", "woods"]
    assert "a zone that is not terrain" in report.left_out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"walls": [{"height": {"bottom": 10, "top": 5}, "path": path((0, 0), (700, 0))}]},
            "geometry.walls[0]: extends from 2 to 1 in",
        ),
        ({"walls": [{"path": [{"type": "line"}]}]}, "geometry.walls[0].path[0]: has no end point"),
        ({"walls": [{}]}, "geometry.walls[0].path: is missing"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$") as caught:
        imported(drawing(**change), ImportOptions(strict=True))
    assert message in str(caught.value)


def test_squares_without_pixels_are_refused(imported: Import) -> None:
    with pytest.raises(InputError, match=r"grid_size\.x: "):
        imported(drawing(grid=0))


def test_grids_that_are_not_square_are_refused_by_name(imported: Import) -> None:
    drawn = drawing()
    drawn["resolution"]["topology"] = {"type": "hex"}
    with pytest.raises(InputError, match="a hex grid is not read"):
        imported(drawn)
