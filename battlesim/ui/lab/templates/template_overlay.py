"""Graphics on the table in the template mode: the template, bases, best placement and possible landings."""

from __future__ import annotations

import math
from typing import Final

from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import CircleOutline, Dot, Item, Layer, Plate, Stroke
from battlesim.report.template_plan import base_items, drawn_shape, template_items
from battlesim.report.template_values import TemplatePose
from battlesim.rulings.arcs import piece_arc_outline
from battlesim.rulings.best_template import placed_query_template
from battlesim.ui.lab.templates.template_editor import TemplateEditor, TemplateResult
from battlesim.ui.lab.templates.template_setting import ARC_FORM, SIZE_NAMES

Items = tuple[Item, ...]
KNOB_DISTANCE_IN: Final = 1.0
"""Distance in inches from the end of a template to the knob that turns it."""


def items(trial: TemplateEditor) -> Items:
    """Return all graphics of the template mode."""
    found, setting = trial.result, trial.setting
    if found is None:
        return ()
    table = trial.bench.table
    marks = _firer(trial)
    if setting.form == ARC_FORM or found.placed_template is None:
        viewer = trial.viewer()
        ring = piece_arc_outline(viewer, trial.arc(), viewer.radius + setting.numbers[1])
        return (*overlays.arc_overlay(((ring,),)), *base_items(table, found.rows), *_knob(trial), *marks)
    best = _best(trial, found)
    lies = template_items(found.placed_template)
    return (*best, *lies, *base_items(table, found.rows), *_landings(trial), *_knob(trial), *marks)


def _best(trial: TemplateEditor, found: TemplateResult) -> Items:
    """Return the outline of the best place if it catches more than the current one."""
    best = trial.best
    if best is None or "at" not in best or best["caught"] <= found.caught:
        return ()
    x, y = best["at"]
    there = placed_query_template(found.table, found.query, x, y, best["facing"])
    return overlays.possible_area_overlay(drawn_shape(there.template), f"best: {best['caught']}", "mint")


def _landings(trial: TemplateEditor) -> Items:
    """Return a dot for each landing, larger if more likely, dim if it catches no one.

    Landings of equal probability share one label, at the outermost of them.
    """
    found = trial.landings or []
    dots: list[Item] = []
    for one in found:
        ink = "faint" if one["off"] else "vermillion" if one["caught"] else "dim"
        x, y = one["at"]
        dots.append(Dot(Layer.RULER, x, y, max(2.0, 24.0 * math.sqrt(one["chance"])), ink, 1.2))
    place = trial.setting.place
    for chance in {round(one["chance"], 6) for one in found}:
        alike = [one["at"] for one in found if round(one["chance"], 6) == chance]
        x, y = max(alike, key=lambda at: (round(math.dist(at, place.origin), 2), at[1]))
        dots.append(Plate(Layer.PLATE, x, y, f"{len(alike)} places, {chance:.1%} each", "vermillion", dy=-18))
    return tuple(dots)


def knob_of(trial: TemplateEditor) -> Point | None:
    """Return the position of the knob that turns a template or an arc, None for a blast."""
    setting = trial.setting
    if setting.form == "blast":
        return None
    x, y, way = origin_of(trial)
    if setting.form == ARC_FORM:
        way += trial.arc().toward
    far = setting.numbers[SIZE_NAMES[setting.form].index("length")] + KNOB_DISTANCE_IN
    return point_in_direction((x, y), way, far)


def origin_of(trial: TemplateEditor) -> TemplatePose:
    """Return the origin and facing of a template; for an arc those of its piece."""
    piece = trial.piece
    if trial.setting.form == ARC_FORM and piece and piece.table_position:
        return TemplatePose(*piece.xy, piece.table_position.facing)
    return trial.setting.place


def _knob(trial: TemplateEditor) -> Items:
    at, knob = origin_of(trial).origin, knob_of(trial)
    start = Dot(Layer.RULER, *at, 3.4, "bright", 1.6)
    if knob is None:
        return (start,)
    line = Stroke(Layer.RULER, (at, knob), "bright", 1.2, 0.55, (5, 4), 3.0, 0.3)
    return line, start, Dot(Layer.RULER, *knob, 6.5, "sky", 2.0)


def _firer(trial: TemplateEditor) -> Items:
    """Return the graphics of the firer, with its range if the best place is limited to one."""
    piece, setting = trial.piece, trial.setting
    if piece is None:
        return ()
    ring = overlays.selection_ring(*piece.xy, piece.radius)
    if setting.form == ARC_FORM or setting.reach is None or setting.reach == 0.0:
        return ring
    far = CircleOutline(Layer.REACH, *piece.xy, piece.radius + setting.reach, "bright", 1.2, 0.0, 0.45, 24)
    return (*ring, far)
