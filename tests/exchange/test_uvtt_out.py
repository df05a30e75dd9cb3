"""Maps as Universal VTT: what comes back is what went out, as far as the format can hold it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlesim.exchange.conversion import export_map, import_drawing
from battlesim.exchange.plan import ImportOptions
from battlesim.scenarios.library import map_files
from tests.exchange.test_pictures import coded, picture
from tests.exchange.test_uvtt import door, drawing, line

spots = st.tuples(st.integers(0, 80), st.integers(0, 40)).map(lambda p: (p[0] / 4, p[1] / 4))
boxes = st.tuples(st.integers(0, 17), st.integers(0, 7)).map(
    lambda p: [p, (p[0] + 2, p[1]), (p[0] + 2, p[1] + 3), p]
)
doors = st.tuples(st.integers(0, 19), st.integers(1, 9), st.booleans()).map(
    lambda p: door((p[0], p[1]), (p[0] + 1, p[1]), p[2])
)


def laid(drawn: Any, folder: Path, square: float = 1.0) -> str:
    """The text of the map that a drawing makes."""
    (folder / "a.uvtt").write_bytes(drawn if isinstance(drawn, bytes) else json.dumps(drawn).encode())
    return import_drawing(folder / "a.uvtt", ImportOptions(square))[0].toml_text()


def there_and_back(drawn: Any, folder: Path, square: float = 1.0) -> tuple[str, str]:
    """The map that a drawing makes, and the one that comes of it when it went out and came in again."""
    first = laid(drawn, folder, square)
    (folder / "a.toml").write_text(first)
    raw, _ = export_map(folder / "a.toml", ".uvtt", square, None)
    return first, laid(raw, folder, square)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(spots, min_size=2, max_size=6), max_size=6),
    st.lists(boxes, max_size=3),
    st.lists(doors, max_size=3),
    st.sampled_from([1.0, 0.7, 1.5]),
)
def test_what_is_imported_comes_back_when_it_is_exported(
    tmp_path: Path, walls: Any, objects: Any, portals: Any, square: float
) -> None:
    outlines = [line(*box) for box in objects]
    before, after = there_and_back(
        drawing(walls, objects_line_of_sight=outlines, portals=portals), tmp_path, square
    )
    assert after == before


@pytest.mark.parametrize("name", sorted(map_files()))
def test_every_map_of_ours_goes_out_and_comes_in_the_same_from_then_on(name: str, tmp_path: Path) -> None:
    raw, _ = export_map(map_files()[name], ".uvtt", 1.0, None)
    before, after = there_and_back(raw, tmp_path)
    assert after == before


def exported(tmp_path: Path, terrain: str) -> dict[str, Any]:
    (tmp_path / "a.toml").write_text(f"[table]\nwidth = 20\nheight = 10\n[[terrain]]\n{terrain}")
    raw, report = export_map(tmp_path / "a.toml", ".uvtt", 1.0, None)
    return {"report": report, **json.loads(raw)}


def test_a_building_with_a_door_is_walls_about_a_portal(tmp_path: Path) -> None:
    hut = 'kind = "building"\npolygon = [[2, 2], [6, 2], [6, 6], [2, 6]]\n'
    file = exported(
        tmp_path, hut + 'openings = [{ kind = "door", from = [3, 2], to = [4, 2], top = 1.5, open = false }]'
    )
    walls = [[(p["x"], p["y"]) for p in wall] for wall in file["line_of_sight"]]
    assert walls == [[(4, 8), (6, 8), (6, 4), (2, 4), (2, 8), (3, 8)]]
    (portal,) = file["portals"]
    assert portal["closed"] is True and portal["position"] == {"x": 3.5, "y": 8}


def test_a_gate_that_fills_its_wall_is_a_portal_alone(tmp_path: Path) -> None:
    gate = 'kind = "wall"\nline = [[2, 2], [4, 2]]\nthickness = 0.5\n'
    file = exported(
        tmp_path, gate + 'openings = [{ kind = "door", from = [2, 2.25], to = [4, 2.25], top = 1 }]'
    )
    assert file["line_of_sight"] == []
    assert file["portals"][0]["bounds"] == [{"x": 2, "y": 8}, {"x": 4, "y": 8}]


@pytest.mark.parametrize(("height", "count"), [(0.5, 0), (0.6, 1)])
def test_what_is_too_low_to_hide_anybody_is_left_out(tmp_path: Path, height: float, count: int) -> None:
    file = exported(tmp_path, f'kind = "rocks"\nrect = [2, 2, 4, 4]\nheight = {height}')
    assert len(file["objects_line_of_sight"]) == count
    assert ("rocks: no higher than 0.5 in" in file["report"].left_out) == (not count)


def test_the_picture_of_a_map_goes_along_and_its_pixels_tell_the_squares(tmp_path: Path) -> None:
    (tmp_path / "b.png").write_bytes(picture())
    (tmp_path / "a.toml").write_text('[table]\nwidth = 20\nheight = 10\npicture = "b.png"\n')
    raw, _ = export_map(tmp_path / "a.toml", ".uvtt", 2.0, lambda: b"never asked for")
    file = json.loads(raw)
    assert file["image"] == coded(picture())
    assert file["resolution"]["pixels_per_grid"] == 4
