"""GeoJSON of OpenStreetMap: heights in metres, roads and waterways, what is terrain in a city."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.exchange.plan import ImportOptions
from battlesim.geometry.shapes import ring_bounds
from battlesim.table.terrain import Ground
from tests.exchange.conftest import Import
from tests.exchange.test_geojson import FRAME, SQUARE, collection, feature


def kinds(ground: Ground) -> list[str]:
    return sorted(piece.kind for piece in ground.terrain)


@pytest.mark.parametrize(
    ("said", "height"),
    [
        ({"height": "12"}, 2.4),
        ({"height": 12.5}, 2.5),
        ({"height": "12 m"}, 2.4),
        ({"height": "12m"}, 2.4),
        ({"height": "40 ft"}, 2.4384),
        ({"height": "20'6\""}, 1.24968),
        ({"building:levels": "4"}, 2.4),
        ({"height": "12", "building:levels": "9"}, 2.4),
        ({"height": "tall", "building:levels": "4"}, 2.4),
        ({"height": "tall"}, 2.0),
        ({"height": "900"}, 48),
    ],
)
@pytest.mark.parametrize("unit", [1.0, 1 / 111_320], ids=["metres", "degrees"])
def test_heights_are_metres_wherever_places_are_degrees(
    imported: Import, said: dict[str, Any], height: float, unit: float
) -> None:
    hut = [[[0, 0], [50 * unit, 0], [50 * unit, 50 * unit], [0, 50 * unit]]]
    ground, _ = imported(
        collection(feature("Polygon", hut, building="yes", **said)), ImportOptions(square=0.2)
    )
    assert ground.terrain[0].height == pytest.approx(height, abs=1e-4)


LANE = [[100, 205], [120, 205]]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"highway": "residential"}, ""),
        ({"highway": "residential", "name": "Wall Street"}, ""),
        ({"railway": "rail"}, ""),
        ({"power": "line"}, ""),
        ({"natural": "coastline"}, ""),
        ({"barrier": "kerb"}, ""),
        ({"waterway": "ditch"}, "river"),
        ({"waterway": "stream", "name": "Wall Brook"}, "river"),
        ({"barrier": "retaining_wall", "highway": "steps"}, "wall"),
        ({"barrier": "hedge"}, "hedge"),
        ({"kind": "wall", "highway": "residential"}, "wall"),
        ({"name": "city wall"}, "wall"),
        ({}, "wall"),
    ],
)
def test_roads_and_waterways_are_never_walls(imported: Import, said: dict[str, Any], kind: str) -> None:
    hut = feature("Polygon", [[[100, 200], [120, 200], [120, 204], [100, 204]]], building="yes")
    ground, report = imported(collection(hut, feature("LineString", LANE, **said)))
    assert kinds(ground) == sorted(filter(None, ["building", kind]))
    assert len(report.left_out) == (not kind)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"landuse": "residential", "name": "Stone Hill"}, ""),
        ({"leisure": "park"}, ""),
        ({"boundary": "administrative"}, ""),
        ({"amenity": "school", "building": "school"}, "building"),
        ({"natural": "water", "name": "Rock Lake"}, "river"),
        ({"building": "no", "landuse": "forest"}, "woods"),
        ({"building": "apartments", "name": "Old wall"}, "building"),
        ({"KIND": "Woods"}, "woods"),
    ],
)
def test_areas_of_a_city_are_terrain_only_where_a_tag_names_some(
    imported: Import, said: dict[str, Any], kind: str
) -> None:
    ground, _ = imported(collection(FRAME, feature("Polygon", SQUARE, **said)))
    assert kinds(ground) == sorted(filter(None, ["fence", kind]))


def test_a_waterway_is_as_broad_as_it_says(imported: Import) -> None:
    stream = feature("LineString", LANE, waterway="river", width="4 m")
    ground, _ = imported(collection(FRAME, stream), ImportOptions(square=0.5))
    low, high = ring_bounds(next(piece for piece in ground.terrain if piece.kind == "river").rings[0])[1::2]
    assert high - low == pytest.approx(2)


def test_an_error_names_the_object_that_it_is_about(imported: Import) -> None:
    shapes = collection(FRAME, feature("Polygon", [[[1, "b"]]]), feature("Polygon", SQUARE))
    _, report = imported(shapes)
    assert any(line.startswith("features[1].geometry.coordinates: ") for line in report.left_out)
