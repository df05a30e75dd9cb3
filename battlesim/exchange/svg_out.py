"""A plan as SVG: as large as the table, a shape a piece; what a map says of it goes along as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from battlesim.exchange.geojson_out import table_of, words_of
from battlesim.exchange.plan import Line, Plan, Report, many, rings_of_piece
from battlesim.exchange.svg import OURS
from battlesim.scenarios.maps import TerrainSpec

GROUND: Final = "#d8d2c4"
AREA: Final = "#8a8f98"
WALL: Final = "#4a4f57"
COLOURS: Final = {
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


def write(plan: Plan, square: float, report: Report) -> bytes:
    """The file of a plan; `square` changes nothing, as the drawing is as large as the table."""
    report.taken.append(many(len(plan.terrain), "piece of terrain", "pieces of terrain"))
    if plan.picture:
        report.left_out.append("the picture, which is left to its own file")
    size = f'width="{plan.width:g}in" height="{plan.height:g}in" viewBox="0 0 {plan.width:g} {plan.height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {OURS}={_json(table_of(plan))}>'
    ground = f"<style>svg {{ background: {GROUND} }}</style>"
    shapes = (_shape(piece, plan.height) for piece in plan.terrain)
    return "\n".join([head, ground, *shapes, "</svg>\n"]).encode()


def _shape(piece: TerrainSpec, high: float) -> str:
    said = f"{OURS}={_json(words_of(piece))}"
    colour = COLOURS.get(piece.kind, "")
    title = f"<title>{_text(piece.name or piece.id or piece.kind)}</title>"
    if piece.line is not None:
        look = f'fill="none" stroke="{colour or WALL}" stroke-width="{piece.thickness:g}"'
        return f'<polyline points="{_points(piece.line, high)}" {look} {said}>{title}</polyline>'
    data = " ".join(f"M {_points(ring, high)} Z" for ring in rings_of_piece(piece))
    return f'<path d="{data}" fill="{colour or AREA}" fill-rule="evenodd" {said}>{title}</path>'


def _points(line: Sequence[tuple[float, float]] | Line, high: float) -> str:
    return " ".join(f"{round(x, 6):.10g},{round(high - y, 6):.10g}" for x, y in line)


def _json(value: Any) -> str:
    return quoteattr(json.dumps(value, ensure_ascii=False))


def _text(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
