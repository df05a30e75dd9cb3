"""Graphics on the table in the drawing mode: the object to draw, the selection with handles, and errors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from battlesim.geometry import outlines
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Dot, Item, Layer, Patch, Plate, Stroke, plain_shape
from battlesim.render.terrain import terrain_looks
from battlesim.scenarios.map_objects import MapObjectRef, object_by_ref, opening_by_ref
from battlesim.scenarios.map_sketch import MapProblem
from battlesim.scenarios.maps import OpeningSpec, TerrainSpec
from battlesim.scenarios.shape_edits import (
    MapObject,
    handle_points,
    object_centre,
    object_outline,
    object_size,
    shape_kind,
)
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.terrain import Dressing
from battlesim.ui.lab.drawing.handles import handles
from battlesim.ui.lab.drawing.map_draft import MapDraft

HANDLE_RADII_PX: Final = {"corner": 5.0, "edge": 4.0, "bend": 3.2, "turn": 5.0}
HANDLE_COLOURS: Final = {"corner": "bright", "edge": "bright", "bend": "sky", "turn": "yellow"}
PLANT_PAINTERS: Final = frozenset({"hedge", "woods", "scrub", "bare_tree", "garden"})
PLANT_COLOUR: Final = "#4E6B33"
"""Colour of plants that are not lit yet."""
MAX_ERROR_LETTERS: Final = 90
"""Largest number of letters of an error shown on the table."""


def ghosts(
    draft: MapDraft, things: Sequence[MapObject], look: Callable[[MapObject], Item | None]
) -> Iterator[Item]:
    """Yield pictures or coloured outlines of objects being placed or moved, a single one with its size."""
    for one in things:
        held = look(one)
        if held:
            yield held
            yield from _area(one, "bright", 0.0, 1.4)
        else:
            yield from coloured_outlines(draft, (one,))
    if len(things) == 1:
        yield Plate(Layer.PLATE, *_foot(things[0]), measures(things[0]), "bright", dy=20)


def _foot(one: MapObject) -> Point:
    """Return the point for a label that hides none of an object: below it, or the last point of a line."""
    if shape_kind(one) == "line":
        return handle_points(one)[-1]
    points = [point for ring in object_outline(one) for point in ring] or [object_centre(one)]
    return object_centre(one)[0], min(y for _, y in points)


def coloured_outlines(draft: MapDraft, things: Sequence[MapObject]) -> Iterator[Item]:
    """Yield the coloured outlines of objects that are shown without a picture."""
    for one in things:
        for item in _area(one, _tone(draft, one), 0.6, 2.0):
            yield item._replace(layer=Layer.TEMPLATE)


def _tone(draft: MapDraft, one: MapObject) -> str:
    """Return the colour in which an object is drawn."""
    known, kind = terrain_looks(), one.look
    if isinstance(one, TerrainSpec):
        known_kind = draft.kinds.get(one.kind)
        kind = one.look or (known_kind.look if known_kind else "") or one.kind
    look = known.get(kind or "", known["default"])
    return PLANT_COLOUR if look.painter in PLANT_PAINTERS else look.flat_tone


def _area(one: MapObject, colour: str, alpha: float, width: float) -> Iterator[Patch]:
    rings = object_outline(one)
    if rings:
        yield Patch(Layer.RULER, (rings,), colour, alpha, width, 0.95, bed=0.5)


def measures(one: MapObject) -> AnyText:
    """Return the size of an object as text: length of a line, radius of a circle, else width and depth."""
    if shape_kind(one) == "circle":
        return phrase("radius {}", length_text(object_size(one)[0] / 2, 2))
    if shape_kind(one) == "line":
        line = one.line or ()
        last = math.dist(*line[-2:])
        whole = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
        return (
            phrase("{length}, {total} in all", length_text(last, 2), length_text(whole, 2))
            if len(line) > 2
            else length_text(last, 2)
        )
    wide, deep = object_size(one)
    return phrase("{} x {}", length_text(wide, 2, False), length_text(deep, 2))


def opening_bar(one: OpeningSpec, strong: bool = True) -> tuple[Item, ...]:
    """Return the graphics of a door or window, and its width if it is `strong`."""
    bar = overlays.opening_bar_overlay(one.start, one.end, "sky", strong)
    x, y = ((a + b) / 2 for a, b in zip(one.start, one.end, strict=True))
    words = phrase("{} {}", one.kind, length_text(math.dist(one.start, one.end), 2))
    return (*bar, Plate(Layer.PLATE, x, y, words, "bright", dy=-22)) if strong else bar


def selection_items(draft: MapDraft, pixel: float, grips: bool) -> Iterator[Item]:
    """Yield the outline and the handles of the selection."""
    found = draft.selected_opening()
    if found:
        yield from opening_bar(found[1])
    for _, one in draft.selected_objects():
        yield from _area(one, "bright", 0.08, 2.2)
    for handle in handles(draft, pixel) if grips else ():
        if handle.kind == "turn":
            yield Stroke(Layer.RULER, (handle.foot, handle.point), "yellow", 1.4, bed=3.0)
        taken = handle.kind == "corner" and handle.number == draft.corner
        ink = "orange" if taken else HANDLE_COLOURS[handle.kind]
        yield Dot(Layer.RULER, *handle.point, HANDLE_RADII_PX[handle.kind], ink, 1.6)


def hover_items(draft: MapDraft, ref: MapObjectRef | None) -> Iterator[Item]:
    """Yield the outline and name of the hovered object."""
    if ref is None or ref in draft.chosen:
        return
    found, one = opening_by_ref(draft.map, ref), object_by_ref(draft.map, ref)
    if found:
        yield from opening_bar(found[1])
    elif one:
        yield from _area(one, "cream", 0.0, 1.4)
        x, y = object_centre(one)
        yield Plate(Layer.PLATE, x, y, object_label(draft, one), "dim", size="caption")


def object_label(draft: MapDraft, one: MapObject) -> AnyText:
    """Return the name of an object, and the height of terrain."""
    if isinstance(one, Dressing):
        return object_title(one)
    return phrase("{}, {} high", object_title(one), length_text(draft.height(one), 2))


def object_title(one: MapObject) -> str:
    """Return the name of an object, else its kind."""
    kind = one.look if isinstance(one, Dressing) else one.name or one.kind
    return kind.replace("_", " ").capitalize()


def band(a: Point, b: Point) -> Iterator[Item]:
    """Yield the box of a selection drag."""
    (left, right), (low, high) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    if right > left and high > low:
        yield Patch(Layer.RULER, plain_shape(outlines.box(left, low, right, high)), "sky", 0.12, 1.4, 0.9)


def point(x: float, y: float) -> Iterator[Item]:
    """Yield the dot where a line would begin."""
    yield Dot(Layer.RULER, x, y, 4.0, "bright", 1.6)


def error_items(draft: MapDraft, found: Iterable[MapProblem]) -> Iterator[Item]:
    """Yield the marks of what cannot lie on the table, with the reason."""
    spec = draft.map
    for fault in found:
        words = (
            fault.words if len(fault.words) <= MAX_ERROR_LETTERS else fault.words[:MAX_ERROR_LETTERS] + "…"
        )
        if fault.what == "table":
            yield Plate(Layer.PLATE, spec.table.width / 2, spec.table.height / 2, words, "vermillion")
            continue
        pieces: Sequence[MapObject] = spec.terrain if fault.what == "terrain" else spec.dressing
        one = pieces[fault.number]
        for item in _area(one, "vermillion", 0.2, 2.0):
            yield item._replace(hatch=0.8)
        yield Plate(Layer.PLATE, *_on_table(draft, object_centre(one)), words, "vermillion", dy=-24)


def _on_table(draft: MapDraft, at: Point) -> Point:
    table = draft.map.table
    return min(max(at[0], 0.0), table.width), min(max(at[1], 0.0), table.height)
