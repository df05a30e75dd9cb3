"""Pictures of a template (blast or flame area) on the table, with the coverage and margin of each base."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from battlesim.geometry.templates import Blast, Template
from battlesim.rulings.template_coverage import PlacedTemplate
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.state import Table

if TYPE_CHECKING:
    from pygame import Surface

    from battlesim.render.drawlist import Item
    from battlesim.render.ruleset_looks import RulesetLooks

TemplateRows = Sequence[Mapping[str, Any]]
STATE_COLOURS: Final = {"wholly": "mint", "half": "yellow", "partly": "orange", "out": "dim"}
"""The colours of the states of coverage."""
MAX_LABELS, MAX_LABEL_MARGIN_IN = 10, 0.5
"""The largest number of bases with a label, and the largest margin of such a base in inches."""
TEMPLATE_PLAN_MARGIN_IN = 3.0
"""The margin of table in inches that is shown around a template."""


def drawn_shape(*parts: Template) -> tuple[tuple[tuple[tuple[float, float], ...], ...], ...]:
    """Return the polygons of one or more templates (blast or flame areas) as a single shape to draw."""
    return tuple((part.ring(),) if isinstance(part, Blast) else part.rings for part in parts)


def template_items(laid: PlacedTemplate) -> tuple[Item, ...]:
    """Return graphics items for a template (blast or flame area) on the table.

    The parts of the template that lie behind blockers are only outlined.
    """
    from battlesim.render import overlays

    whole = (
        ()
        if laid.parts == (laid.template,)
        else overlays.possible_area_overlay(drawn_shape(laid.template), colour="dim")
    )
    return (*whole, *(overlays.template_area_overlay(drawn_shape(*laid.parts)) if laid.parts else ()))


def base_items(table: Table, rows: TemplateRows) -> tuple[Item, ...]:
    """Return graphics items for rings around the bases of pieces near a template (blast or flame area).

    A ring is dashed if the template does not catch the base. Bases that are only just caught or missed have
    labels.
    """
    from battlesim.render.drawlist import CircleOutline, Layer, Plate

    items: list[Item] = []
    close = sorted(rows, key=lambda row: math.inf if row["margin"] is None else row["margin"])
    for k, row in enumerate(close):
        piece, ink = table.pieces[row["id"]], STATE_COLOURS[row["state"]]
        dashes = 0 if row["caught"] else 14
        items.append(CircleOutline(Layer.MARKER, *piece.xy, piece.radius, ink, 2.2, 3.0, 1.0, dashes))
        if k < MAX_LABELS and row["margin"] is not None and row["margin"] <= MAX_LABEL_MARGIN_IN:
            items.append(Plate(Layer.PLATE, *piece.xy, _label(row), ink, size="caption", dy=26))
    return tuple(items)


def _label(row: Mapping[str, Any]) -> AnyText:
    return phrase("{}, ±{}", f"{row['share']:.0%}", length_text(row["margin"], 2))


def template_plan(
    table: Table, laid: PlacedTemplate, rows: TemplateRows, looks: RulesetLooks, width: int, height: int
) -> Surface:
    """Draw the table around a template (blast or flame area), with the pieces under it and a scale bar."""
    from battlesim.render.camera import Camera, fitted_camera
    from battlesim.render.drawlist import DrawList
    from battlesim.render.pygame_backend import Canvas
    from battlesim.render.scale_bar import scale_bar
    from battlesim.render.scene import rendered_table

    xs, ys = zip(*laid.template.ring(), strict=True)
    wide, high = (
        max(xs) - min(xs) + 2 * TEMPLATE_PLAN_MARGIN_IN,
        max(ys) - min(ys) + 2 * TEMPLATE_PLAN_MARGIN_IN,
    )
    camera = Camera(table.ground.height, fitted_camera(wide, high, width, height).ppi, 0, 0, width, height)
    camera, canvas = camera.centred((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2), Canvas()
    items = (*template_items(laid), *base_items(table, rows))
    drawn = rendered_table(table, looks, width, height, items, camera=camera, canvas=canvas)
    canvas.draw(drawn, DrawList((), scale_bar(camera)), camera)
    return drawn
