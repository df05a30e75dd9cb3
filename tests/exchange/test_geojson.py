"""GeoJSON: what others draw becomes terrain by its words, what we wrote comes back as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlesim.exchange.conversion import export_map, import_drawing
from battlesim.exchange.plan import ImportOptions
from battlesim.geometry.shapes import ring_bounds
from battlesim.scenarios.library import map_files
from battlesim.scenarios.maps import load_map, parse_map
from battlesim.scenarios.toml_reading import InputError
from tests.exchange.conftest import Import


def feature(shape: str, coordinates: Any, **said: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": said, "geometry": {"type": shape, "coordinates": coordinates}}


def collection(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": features}


FRAME = feature("LineString", [[100, 200], [120, 200], [120, 210], [100, 210], [100, 200]], barrier="fence")
SQUARE = [[[104, 202], [106, 202], [106, 204], [104, 204], [104, 202]]]


def test_the_table_is_as_large_as_what_is_drawn(imported: Import) -> None:
    ground, _ = imported(
        collection(FRAME, feature("Polygon", SQUARE, building="yes")), ImportOptions(square=2.0)
    )
    fence, hut = ground.terrain
    assert (ground.width, ground.height, fence.kind, hut.kind) == (40, 20, "fence", "building")
    assert ring_bounds(hut.rings[0]) == (8, 4, 12, 8)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"natural": "wood"}, "woods"),
        ({"landuse": "forest", "name": "Old wall"}, "woods"),
        ({"kind": "low_wall"}, "low_wall"),
        ({"waterway": "yes", "natural": "water"}, "river"),
        ({}, "building"),
    ],
)
def test_words_among_the_properties_say_what_it_is(imported: Import, said: dict[str, Any], kind: str) -> None:
    ground, _ = imported(collection(FRAME, feature("Polygon", SQUARE, **said)))
    assert ground.terrain[1].kind == kind


def test_holes_several_parts_and_collections_are_taken_and_points_left_out(imported: Import) -> None:
    outer = [[104, 202], [110, 202], [110, 208], [104, 208], [104, 202]]
    inner = [[106, 204], [107, 204], [107, 205], [106, 204]]
    several = feature(
        "MultiPolygon", [[outer, inner], [[[112, 202], [113, 202], [113, 203]]]], natural="rocks"
    )
    more = {"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [101, 201]}]}
    ground, report = imported(
        collection(FRAME, several, {"type": "Feature", "properties": None, "geometry": more})
    )
    assert [len(t.rings) for t in ground.terrain] == [2, 2, 1]
    assert "a point" in report.left_out


def test_heights_are_in_the_units_of_the_places(imported: Import) -> None:
    ground, _ = imported(
        collection(FRAME, feature("Polygon", SQUARE, building="hut", height="1.5")), ImportOptions(square=2.0)
    )
    assert ground.terrain[1].height == 3.0


def test_degrees_become_metres_as_they_are_at_that_latitude(imported: Import) -> None:
    lane = feature("LineString", [[8.5, 60.0], [8.5002, 60.0], [8.5002, 60.0001]], barrier="wall")
    ground, report = imported(collection(lane), ImportOptions(square=2.0))
    assert (ground.width, ground.height) == (pytest.approx(22.26, abs=0.01), pytest.approx(22.26, abs=0.01))
    assert "coordinates are degrees; a metre is 2 in (--square)" in report.guessed


@pytest.mark.parametrize("name", sorted(map_files()))
def test_every_map_of_ours_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    raw, _ = export_map(map_files()[name], ".geojson", 1.0, None)
    (tmp_path / "a.geojson").write_bytes(raw)
    laid, _ = import_drawing(tmp_path / "a.geojson", ImportOptions())
    assert parse_map(laid.toml_text(), "a.toml") == load_map(map_files()[name])


def test_a_map_of_ours_that_was_spoilt_is_refused(imported: Import) -> None:
    drawn = collection(feature("Polygon", SQUARE, kind="castle")) | {
        "battlesim": {"width": 200, "height": 300}
    }
    with pytest.raises(InputError, match="unknown kind 'castle'"):
        imported(drawn)
    drawn["battlesim"]["picture"] = "/etc/passwd"
    drawn["features"][0]["properties"]["kind"] = "building"
    ground, _ = imported(drawn)
    assert not ground.picture


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (collection(), "features: contains neither lines nor areas"),
        (collection(feature("Circle", [1, 2])), "features[0].geometry.type: 'Circle' is not a GeoJSON type"),
        (collection(feature("Polygon", [[[1, "b"]]])), "features[0].geometry.coordinates: "),
        (collection(feature("Polygon", [[[1]]])), "features[0].geometry.coordinates: "),
        (collection(feature("Polygon", [[[1e300, 0]]])), "features[0].geometry.coordinates: "),
        (collection(feature("LineString", None)), "features[0].geometry.coordinates: "),
        (collection(7), "features[0]: is not a GeoJSON object"),
        (
            collection(FRAME, feature("Polygon", [[[101, 201], [105, 205], [105, 201], [101, 205]]])),
            "features[1]: the outline crosses itself",
        ),
        (collection(feature("LineString", [[0, 0], [9000, 10]])), "makes a table 9000 in wide"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(imported: Import, drawn: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        imported(drawn, ImportOptions(strict=True))
    assert message in str(caught.value) and "\n" not in str(caught.value)
