"""GeoJSON writer, which uses inches with y up and stores the values of the map file as properties."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.exchange.geojson import EMBEDDED_TABLE_KEY
from battlesim.exchange.map_toml import non_default_items
from battlesim.exchange.plan import ConversionReport, Line, MapPlan, closed_ring, count_phrase, terrain_rings
from battlesim.scenarios.maps import SHAPE_KEYS, TerrainSpec


def write(plan: MapPlan, square: float, report: ConversionReport) -> bytes:
    """Return a map as the bytes of a GeoJSON file.

    Lengths in the file are in inches. The width of a grid square, `square`, is therefore ignored, and the
    report says so.
    """
    report.taken.append(count_phrase(len(plan.terrain), "piece of terrain", "pieces of terrain"))
    if plan.picture:
        report.left_out.append("the picture, which the format has no place for")
    if square != 1:
        report.left_out.append("--square: ignored: coordinates are in inches")
    values = {
        "type": "FeatureCollection",
        EMBEDDED_TABLE_KEY: table_properties(plan),
        "features": [_feature(piece) for piece in plan.terrain],
    }
    return msgspec.json.format(msgspec.json.encode(values), indent=1)


def table_properties(plan: MapPlan) -> dict[str, Any]:
    """Return a map's table and scenery, without the picture, as a dict of GeoJSON properties."""
    size = {"width": plan.width, "height": plan.height}
    said_of: dict[str, Any] = dict(non_default_items(plan.table)) if plan.table else dict(size)
    said_of.pop("picture", None)
    said_of["title"] = plan.title
    if plan.dressing:
        said_of["dressing"] = plan.dressing
    plain: dict[str, Any] = msgspec.to_builtins(said_of)
    return plain


def terrain_properties(piece: TerrainSpec) -> dict[str, Any]:
    """Return a piece of terrain, without its shape, as a dict of GeoJSON properties."""
    plain: dict[str, Any] = msgspec.to_builtins(
        {
            key: value
            for key, value in non_default_items(piece)
            if key not in SHAPE_KEYS or (key == "thickness")
        }
    )
    return plain


def _feature(piece: TerrainSpec) -> dict[str, Any]:
    if piece.line is not None:
        shape: dict[str, Any] = {"type": "LineString", "coordinates": piece.line}
    else:
        rings: list[Line] = [closed_ring(ring) for ring in terrain_rings(piece)]
        shape = {"type": "Polygon", "coordinates": rings}
    return {"type": "Feature", "properties": terrain_properties(piece), "geometry": shape}
