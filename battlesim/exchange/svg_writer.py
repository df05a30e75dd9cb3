"""SVG writer: each piece of terrain becomes a shape, with the values from the map file as attributes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from battlesim.exchange.geojson_writer import table_properties, terrain_properties
from battlesim.exchange.plan import ConversionReport, Line, MapPlan, count_phrase, terrain_rings
from battlesim.exchange.svg import EMBEDDED_DATA_ATTRIBUTE
from battlesim.scenarios.maps import TerrainSpec

SVG_GROUND_COLOUR: Final = "#d8d2c4"
SVG_AREA_COLOUR: Final = "#8a8f98"
SVG_WALL_COLOUR: Final = "#4a4f57"
SVG_KIND_COLOURS: Final = {
    "river": "#6f97b8",
    "woods": "#6b8a57",
    "hedge": "#6b8a57",
    "scrub": "#93a678",
    "growth": "#93a678",
    "hill": "#bfb08c",
    "rocks": "#9a948a",
    "rubble": "#aca59a",
    "ruin": "#aca59a",
}


def write(plan: MapPlan, square: float, report: ConversionReport) -> bytes:
    """Return a map as the bytes of an SVG file. `square` is ignored, because SVG has units of length."""
    report.taken.append(count_phrase(len(plan.terrain), "piece of terrain", "pieces of terrain"))
    if plan.picture:
        report.left_out.append("the picture, which is left to its own file")
    size = f'width="{plan.width:g}in" height="{plan.height:g}in" viewBox="0 0 {plan.width:g} {plan.height:g}"'
    data = f"{EMBEDDED_DATA_ATTRIBUTE}={_json(table_properties(plan))}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {data}>'
    ground = f"<style>svg {{ background: {SVG_GROUND_COLOUR} }}</style>"
    shapes = (_shape(piece, plan.height) for piece in plan.terrain)
    return "\n".join([head, ground, *shapes, "</svg>\n"]).encode()


def _shape(piece: TerrainSpec, high: float) -> str:
    said = f"{EMBEDDED_DATA_ATTRIBUTE}={_json(terrain_properties(piece))}"
    colour = SVG_KIND_COLOURS.get(piece.kind, "")
    title = f"<title>{_text(piece.name or piece.id or piece.kind)}</title>"
    if piece.line is not None:
        look = f'fill="none" stroke="{colour or SVG_WALL_COLOUR}" stroke-width="{piece.thickness:g}"'
        return f'<polyline points="{_points(piece.line, high)}" {look} {said}>{title}</polyline>'
    data = " ".join(f"M {_points(ring, high)} Z" for ring in terrain_rings(piece))
    return f'<path d="{data}" fill="{colour or SVG_AREA_COLOUR}" fill-rule="evenodd" {said}>{title}</path>'


def _points(line: Sequence[tuple[float, float]] | Line, high: float) -> str:
    return " ".join(f"{round(x, 6):.10g},{round(high - y, 6):.10g}" for x, y in line)


def _json(value: Any) -> str:
    return quoteattr(json.dumps(value, ensure_ascii=False))


def _text(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
