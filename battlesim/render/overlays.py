"""Overlays on the table: regions, lines and signs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise

from battlesim.geometry import outlines
from battlesim.geometry.shapes import Point, circle
from battlesim.render.drawlist import (
    CircleOutline,
    Dot,
    Glyph,
    Icon,
    Item,
    Layer,
    Patch,
    PlainShape,
    Plate,
    PolygonRings,
    Stroke,
    Token,
    plain_shape,
)
from battlesim.render.palette import text_colour
from battlesim.render.text_layout import unit_in_use
from battlesim.table.phrases import AnyText, length_text, phrase

Items = tuple[Item, ...]
BLOCKER_TINTS = ("orange", "purple", "sky")
HIGHLIGHT_INSET_IN = 1.5
"""Distance in inches from the corner of a highlighted area to its text."""


def seen_region_overlay(region: PlainShape, colour: str = "yellow") -> Items:
    """Return draw items for the region of the table that a viewer sees."""
    return (Patch(Layer.SIGHT, region, colour, 0.085, 1.2, 0.6),)


def unseen_shade(region: PlainShape, width: float, height: float) -> Items:
    """Return draw items that darken the part of the table that a viewer does not see.

    `region` is the part that the viewer sees. `width` and `height` are the size of the table in inches.
    """
    whole = outlines.box(0, 0, width, height)
    seen = [outlines.from_rings(rings) for rings in region]
    dark = plain_shape(outlines.cut(whole, *seen))
    return (Patch(Layer.SIGHT, dark, "ink", 0.34, 0, 0), Patch(Layer.SIGHT, region, "cream", 0.0, 1.2, 0.55))


def dimming_overlay(width: float, height: float) -> Items:
    """Return draw items that darken the whole table, whose size is in inches, while a player may react."""
    return (Patch(Layer.SIGHT, plain_shape(outlines.box(0, 0, width, height)), "ink", 0.2, 0, 0),)


def reach_overlay(region: PlainShape, colour: str = "mint") -> Items:
    """Return draw items for the area that a piece can reach."""
    return (Patch(Layer.REACH, region, colour, 0.13, 1.8, 0.95, halo=0.13),)


def threat_overlay(
    current_region: PlainShape, later_region: PlainShape, colour: str, text: AnyText, toward: Point
) -> Items:
    """Return draw items for the regions that a piece can attack now and that it may attack next.

    `current_region` is the region that it can attack now, and `later_region` the largest region that it may
    attack in its next activation. The text is placed on the edge of `later_region`, nearest to `toward`.
    """
    later = Patch(Layer.REACH, later_region, colour, 0.07, 1.6, 0.75, halo=0.1)
    here = (Patch(Layer.REACH, current_region, colour, 0.09, 1.0, 0.5),) if current_region else ()
    if not later_region:
        return here
    x, y = min((p for rings in later_region for p in rings[0]), key=lambda p: math.dist(p, toward))
    return (later, *here, Plate(Layer.PLATE, x, y, text, colour))


def zone_overlay(region: PlainShape, colour: str, text: AnyText = "") -> Items:
    """Return draw items for a zone, such as a deployment zone or objective, with its label."""
    plate = _plate_over(region, text, colour) if text else ()
    return (Patch(Layer.ZONE, region, colour, 0.08, 1.4, 0.7, bed=0.3), *plate)


def template_area_overlay(region: PlainShape, text: AnyText = "", colour: str = "purple") -> Items:
    """Return draw items for the area of a template (a blast, cone or strip), with its label."""
    plate = _plate_over(region, text, colour) if text else ()
    return (Patch(Layer.TEMPLATE, region, colour, 0.16, 1.8, 0.95, bed=0.45), *plate)


def possible_area_overlay(region: PlainShape, text: AnyText = "", colour: str = "purple") -> Items:
    """Return draw items for an area that a template may turn out to cover. They are fainter than usual."""
    plate = _plate_over(region, text, colour) if text else ()
    return (Patch(Layer.TEMPLATE, region, colour, 0.07, 1.4, 0.8, bed=0.45), *plate)


def template_outline(centre: Point, radius: float) -> Items:
    """Return the thin outline of a round template while it is being placed, with a cross at its centre."""
    ring = CircleOutline(Layer.TEMPLATE, *centre, radius, "bright", 1.6, alpha=0.9)
    return (ring, Glyph(Layer.RULER, *centre, "cross", "bright", 5))


def drift_line(aim: Point, at: Point) -> Items:
    """Return a line from the point at which a template was aimed, marked by a cross, to where it landed."""
    cross = Glyph(Layer.RULER, *aim, "cross", "cream", 6, alpha=0.9)
    return (cross, Stroke(Layer.RULER, (aim, at), "cream", 2.0, 1.0, (4, 3), 5.0, 0.6))


def caught_ring(x: float, y: float, radius: float, own: bool, sure: bool = True) -> Items:
    """Return a ring around a base that a template catches. The ring is dashed if `sure` is false.

    If `own` is true, the base belongs to the player's own side and also gets a warning sign.
    """
    colour, pad, dashes = "orange" if own else "purple", 8.0 if own else 4.0, 0 if sure else 14
    ring = CircleOutline(Layer.MARKER, x, y, radius, colour, 2.2, pad, 1.0, dashes)
    return (ring, Glyph(Layer.RULER, x - radius, y, "triangle", colour, 9)) if own else (ring,)


def chance_plate(x: float, y: float, radius: float, text: str) -> Items:
    """Return a text plate that shows the chance of a loss, just below a base."""
    return (Plate(Layer.PLATE, x, y - radius, text, "purple", size="caption", dy=12),)


def push_arrow(a: Point, b: Point, radius: float) -> Items:
    """Return an arrow that shows how a base is pushed from `a` to `b`, with a ring at its new position."""
    degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (
        Stroke(Layer.PATH, (a, b), "cream", 2.0, 1.0, (4, 3), 5.0, 0.6),
        CircleOutline(Layer.PATH, *b, radius, "cream", 1.6, alpha=0.9, dashes=16),
        Glyph(Layer.RULER, *b, "arrow", "cream", 3, 0.4 * radius, degrees),
    )


def arc_overlay(region: PlainShape, text: AnyText = "", colour: str = "cream") -> Items:
    """Return draw items for a field of fire, with a strong edge and a label."""
    plate = _plate_over(region, text, colour) if text and region else ()
    return (Patch(Layer.TEMPLATE, region, colour, 0.12, 2.0, 0.95, bed=0.6), *plate)


def blocker_terrain(rings: PolygonRings, text: AnyText = "", number: int = 0) -> Items:
    """Return draw items that highlight terrain that hides a target, with a label if `text` is given."""
    tint = BLOCKER_TINTS[number % len(BLOCKER_TINTS)]
    area = Patch(Layer.BLOCKER, (rings,), tint, 0.26, 2.0, 0.95, hatch=0.75)
    if not text:
        return (area,)
    low, x = min(y for _, y in rings[0]), sum(x for x, _ in rings[0]) / len(rings[0])
    return area, Plate(Layer.PLATE, x, low, text, tint, dy=18)


def sight_beam(eye: Point, ends: Sequence[Point], colour: str = "yellow") -> Items:
    """Return the triangle between a viewer's eye and the left and right edges of a target."""
    triangle = ((eye, *ends),)
    sides = tuple(Stroke(Layer.RULER, (eye, end), "cream", 1.6) for end in ends)
    return (Patch(Layer.TEMPLATE, (triangle,), colour, 0.3, 0, 0), *sides)


def deciding_line(a: Point, b: Point, free: bool) -> Items:
    """Return the line of sight that decides whether a target is seen, dashed if the line is blocked."""
    colour, dash = ("mint", (0.0, 0.0)) if free else ("vermillion", (7.0, 5.0))
    return (Stroke(Layer.PATH, (a, b), colour, 2.4, 1.0, dash, 4.4),)


def block_star(point: Point, number: int = 0) -> Items:
    """Return a star that marks the point where a line of sight is blocked."""
    return (Glyph(Layer.RULER, point[0], point[1], "star", BLOCKER_TINTS[number % 3], 11),)


def move_path(points: Sequence[Point], text: AnyText = "", ghost: Token | None = None) -> Items:
    """Return draw items for a planned move: its path, the piece at its end, and a label."""
    line = Stroke(Layer.PATH, tuple(points), "bright", 2.6, 1.0, (9, 5), 6.0)
    dots = [Dot(Layer.PATH, x, y, 3.2, "bright", 1.8) for x, y in points[1:]]
    x, y = points[-1]
    end: list[Item] = []
    if ghost:
        still = ghost._replace(layer=Layer.PATH, x=x, y=y, planned=True)
        end = [still, CircleOutline(Layer.PATH, x, y, ghost.radius, "bright", 1.6, alpha=0.9)]
    plate = [Plate(Layer.PLATE, x, y, text, "bright", dx=24, dy=-30)] if text else []
    return (line, *dots, *end, *plate)


def forced_path(points: Sequence[Point], colour: str, text: AnyText = "") -> Items:
    """Return draw items for a forced move: its path with an arrow at the end, and a text with the reason."""
    (x0, y0), (x, y) = points[-2:]
    degrees = math.degrees(math.atan2(y - y0, x - x0))
    line = Stroke(Layer.RULER, tuple(points), colour, 2.6, 1.0, (9, 5), 6.0, 0.6)
    head = Glyph(Layer.RULER, x, y, "arrow", colour, 16, turn=degrees)
    beyond = 26 if y < y0 else -26
    plate = (Plate(Layer.PLATE, x, y, text, colour, dy=beyond),) if text else ()
    return (line, head, *plate)


def selection_ring(x: float, y: float, radius: float) -> Items:
    """Return the white ring with a halo that is drawn around a selected piece."""
    return (CircleOutline(Layer.PATH, x, y, radius, "bright", 2.2, 2.0, 0.95, halo=0.4),)


def highlighted_area(
    area: tuple[float, float, float, float], colour: str, text: AnyText, table: tuple[float, float]
) -> Items:
    """Return draw items that highlight a rectangle of the table, with a label in a corner.

    The corner is the one nearest to the table's edges. `area` is (left, bottom, right, top) and `table` is
    (width, height), in inches.
    """
    (left, low, right, high), (width, height) = area, table
    x = left + HIGHLIGHT_INSET_IN if left + right < width else right - HIGHLIGHT_INSET_IN
    y = low + HIGHLIGHT_INSET_IN if low + high < height else high - HIGHLIGHT_INSET_IN
    region = Patch(Layer.ZONE, plain_shape(outlines.box(*area)), colour, 0.10, 2.2, 0.95, bed=0.5)
    return region, Plate(Layer.PLATE, x, y, text, text_colour(colour), size="title")


def sight_limit_ring(
    x: float, y: float, sight_limit: float, table: tuple[float, float], text: AnyText, mist: str = ""
) -> Items:
    """Return a ring around a piece at the limit of its sight, with a label toward the table's centre.

    All lengths are in inches. If `mist` names a colour, the table beyond the ring is covered with mist.
    """
    whole, seen = outlines.box(0, 0, *table), outlines.disc(x, y, sight_limit, 144)
    beyond = (Patch(Layer.ZONE, plain_shape(outlines.cut(whole, seen)), mist, 0.2, 0, 0),) if mist else ()
    way = math.atan2(table[1] / 2 - y, table[0] / 2 - x)
    words_on = Plate(
        Layer.PLATE,
        x + sight_limit * math.cos(way),
        y + sight_limit * math.sin(way),
        text,
        "bright",
        size="caption",
    )
    return (*beyond, Patch(Layer.REACH, plain_shape(seen), "bright", 0.0, 1.8, 0.9, bed=0.45), words_on)


def hover_ring(x: float, y: float, radius: float) -> Items:
    """Return the thin ring that is drawn around the piece under the cursor."""
    return (CircleOutline(Layer.MARKER, x, y, radius, "dim", 1.0, 4.0, halo=0.15),)


def range_rings(
    centre: tuple[float, float],
    rings: Sequence[tuple[float, AnyText]],
    table: tuple[float, float],
    colour: str,
) -> Items:
    """Return dashed rings around a point, clipped to the table, each with its label.

    Each item of `rings` is a radius in inches and a label; `table` is (width, height).
    """
    items: list[Item] = []
    middle = (table[0] / 2, table[1] / 2)
    for inches, text in rings:
        ring = circle(*centre, inches, 144)
        sides = list(pairwise((*ring, ring[0])))
        seen = [all(_is_on(point, table) for point in side) for side in sides]
        for drawn, run in groupby(zip(seen, sides, strict=True), key=lambda part: part[0]):
            if drawn:
                line = [side for _, side in run]
                points = (line[0][0], *(end for _, end in line))
                items.append(Stroke(Layer.RULER, points, colour, 1.6, 0.9, (9, 6), 3.0, 0.35))
        on_table = [point for point in ring if _is_on(point, table)]
        if not on_table:
            continue
        x, y = min(on_table, key=lambda point: math.dist(point, middle))
        items.append(Plate(Layer.PLATE, x, y, text, colour, size="caption"))
    return tuple(items)


def _is_on(point: tuple[float, float], table: tuple[float, float]) -> bool:
    return 0.0 <= point[0] <= table[0] and 0.0 <= point[1] <= table[1]


def focus_ring(x: float, y: float, radius: float) -> Items:
    """Return the ring that is drawn around the piece with the keyboard focus."""
    return (CircleOutline(Layer.MARKER, x, y, radius, "yellow", 2.0, 4.0),)


def reaction_ring(x: float, y: float, radius: float) -> Items:
    """Return the ring that is drawn around a piece that may react now."""
    return (CircleOutline(Layer.MARKER, x, y, radius, "yellow", 2.0, 5.0, halo=0.3),)


def hidden_ring(x: float, y: float, radius: float) -> Items:
    """Return the ring that is drawn around a piece that its side sees but other sides do not."""
    return (CircleOutline(Layer.MARKER, x, y, radius, "bright", 1.6, 3.0, 0.9, dashes=12),)


def target_brackets(x: float, y: float, radius: float) -> Items:
    """Return the corner brackets that are drawn around a target."""
    return (Glyph(Layer.RULER, x, y, "brackets", "yellow", 7, radius),)


def opening_bar_overlay(a: Point, b: Point, colour: str, strong: bool = True) -> Items:
    """Return a bar drawn across a door or window. If `strong` is true, the bar is bolder."""
    width, alpha = (5.0, 1.0) if strong else (3.0, 0.85)
    return (Stroke(Layer.MARKER, (a, b), colour, width, alpha, bed=width + 4.0, bed_alpha=0.6),)


def removal_cross(x: float, y: float, colour: str) -> Items:
    """Return a cross that marks the point where a piece was removed."""
    return (
        Dot(Layer.SHADOW, x, y, 9, "ink", 0, 0.45),
        Glyph(Layer.SHADOW, x, y, "cross", colour, 5, alpha=0.9),
    )


def margin_ring(x: float, y: float, radius: float, inches: float, degrees: float, text: AnyText) -> Items:
    """Return a ring and an arrow that show how far a piece can move before a result changes.

    `inches` is this distance, and `degrees` is the direction of the move, counter-clockwise from the right.
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    out = radius + inches
    tip = (x + c * (out + 0.75), y + s * (out + 0.75))
    return (
        CircleOutline(Layer.RULER, x, y, out, "bright", 2.0, dashes=18),
        Stroke(
            Layer.RULER, ((x + c * radius, y + s * radius), tip), "bright", 3.5, 1.0, bed=6.5, bed_alpha=0.7
        ),
        Glyph(Layer.RULER, tip[0], tip[1], "arrow", "bright", 9, turn=degrees),
        Plate(Layer.PLATE, tip[0], tip[1], text, "bright", dy=24 if s < 0 else -24),
    )


def tolerance_ring(
    centre: Point, radius: float, safe: float, flips: float | None, move: Point | None, tight: bool
) -> Items:
    """Return a ring around a base that shows how far the base can move without changing a result.

    `safe` is this distance in inches. A move in the direction `move` that is `flips` inches long changes the
    result. Both are None if no such move is known. In that case, `tight` is False if it is uncertain whether
    a move longer than `safe` changes the result.
    """
    if move is None or flips is None:
        then = "" if tight else "; beyond that, it is too close to tell"
        text = phrase("no move of up to {distance} changes the ruling{note}", length_text(safe, 2), then)
        return margin_ring(*centre, radius, safe, 90.0, text)
    way = math.degrees(math.atan2(move[1], move[0]))
    text = phrase("a move of {distance} in this direction changes the ruling", length_text(flips, 2))
    return margin_ring(*centre, radius, safe, way, text)


def ruler_overlay(a: Point, b: Point, text: AnyText) -> Items:
    """Return a labelled tape measure between two points, with ticks in the unit of length in use."""
    long = math.dist(a, b)
    if long < 1e-6:
        return (Dot(Layer.RULER, a[0], a[1], 2.6, "cream", 1.4),)
    c, s = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    items: list[Item] = [Stroke(Layer.RULER, (a, b), "cream", 2.0, 1.0, bed=5.0, bed_alpha=0.65)]
    tick = unit_in_use().tick
    for k in range(int(long / tick + 1e-9) + 1):
        h = 0.28 if k % unit_in_use().long == 0 else 0.15
        x, y = a[0] + c * k * tick, a[1] + s * k * tick
        items.append(Stroke(Layer.RULER, ((x - s * h, y + c * h), (x + s * h, y - c * h)), "cream", 1.6))
    items += [Dot(Layer.RULER, p[0], p[1], 2.6, "cream", 1.4) for p in (a, b)]
    if text:
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        side = 1 if c >= 0 else -1
        items.append(Plate(Layer.PLATE, *middle, text, "cream", dx=side * s * 22, dy=side * c * 22))
    return tuple(items)


def contact_rings(bases: Sequence[tuple[float, float, float]], text: AnyText) -> Items:
    """Return rings around bases that touch, with a label above them. A base is (x, y, radius)."""
    rings = [CircleOutline(Layer.RULER, x, y, r, "cream", 1.4, 2.0, 0.9) for x, y, r in bases if r]
    middle = sum(x for x, _, _ in bases) / len(bases)
    return (*rings, Plate(Layer.PLATE, middle, max(y + r for _, y, r in bases), text, "cream", dy=-18))


def hill_contour(rings: PolygonRings, height: float) -> Items:
    """Return a contour line of a hill, labelled with its height in inches."""
    x, y = rings[0][len(rings[0]) // 8]
    plate = Plate(Layer.PLATE, x, y, length_text(height, 1), "cream", size="caption")
    return Patch(Layer.ZONE, (rings,), "cream", 0.0, 1.4, 0.65), plate


def icon_pin(
    point: Point, name: str, colour: str = "text", text: AnyText = "", layer: Layer = Layer.MARKER
) -> Items:
    """Return a pin on the table: an icon on a dark disc, with a label below the disc."""
    icon = Icon(layer, point[0], point[1], name, 18, colour)
    plate = (Plate(Layer.PLATE, *point, text, colour, size="caption", dy=26),) if text else ()
    return (Dot(layer, point[0], point[1], 13, "void", 1.6, 0.9), icon, *plate)


def _plate_over(region: PlainShape, words: AnyText, colour: str) -> Items:
    points = [p for rings in region for p in rings[0]]
    x, y = max(points, key=lambda p: p[1])
    return (Plate(Layer.PLATE, x, y, words, colour, dy=-16),)
