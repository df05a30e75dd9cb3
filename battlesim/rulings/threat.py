"""Where a piece could strike from wherever it could get to: regions to draw, not rulings. Inches.

A region holds the points of the table that may be struck: a base is in danger when it touches it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.geometry import outlines
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.geometry.visible_regions import visible_region_at_height
from battlesim.rulings.measure import Base, seat
from battlesim.rulings.movement_data import Motion
from battlesim.rulings.movement_reach import reach_of
from battlesim.rulings.sight import scene_of
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import excused, eye_height, pose, standing_in
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

ARCS = 24
"""Segments of a quarter of a circle: 20 in are drawn at most 0.01 in short."""
SPACING = 3.0
"""Inches between the places that a piece is taken to begin at where it may begin along a line."""
EYES = 9
"""From how many places of the rim of where a piece can get to it is asked what it sees."""


def places_of(table: Table, motion: Motion) -> Region:
    """Where a base could get to at most: what stops it counts, not costs of ground or other bases."""
    free = msgspec.structs.replace(
        motion, climbs=(), going=(), hindering=(), occupied=(), entries=(), ends=()
    )
    return reach_of(table, free, SPACING)


def within(table: Table, region: Region, inches: float) -> Region:
    """What of a table is at most so far from a region."""
    grown = outlines.grow(_shape(region), inches, segments=ARCS) if region else outlines.EMPTY_SHAPE
    return _plain(outlines.clip(grown, outlines.box(0.0, 0.0, table.ground.width, table.ground.height)))


def about(at: Point, inches: float) -> Region:
    """What is at most so far from a point."""
    return _plain(outlines.disc(*at, inches, 4 * ARCS))


def around(table: Table, piece: Piece, inches: float) -> Region:
    """Everything within so many inches of a base, or of the outline of what a piece is in."""
    here = seat(table, piece)
    if isinstance(here, Base):
        return about((here.x, here.y), here.radius + inches)
    return within(table, (here.rings,), inches)


def both(first: Region, second: Region) -> Region:
    """What two regions have in common."""
    return _plain(outlines.clip(_shape(first), _shape(second)))


def together(regions: Sequence[Region]) -> Region:
    """Regions as one."""
    return _plain(outlines.join(*(_shape(region) for region in regions))) if regions else ()


def seen_from(table: Table, rules: SightRules, viewer: Piece, height: float) -> Region:
    """Where a piece sees figures of a height from where it stands; () for one that is not on the table."""
    at = pose(table, viewer)
    if at is None or at.inside:
        return ()
    scene = scene_of(table, rules)
    ignored = scene.ignored_ids(excused(table, rules, standing_in(table, rules, [viewer])[0]))
    eye = (at.x, at.y, at.z + eye_height(rules, viewer))
    return visible_region_at_height(scene, eye, height, ignored)


def seen_on_the_way(table: Table, rules: SightRules, viewer: Piece, places: Region, height: float) -> Region:
    """Where a piece sees figures of a height from the rim of some places, looked at from `EYES` of them."""
    scene, z = scene_of(table, rules), eye_height(rules, viewer)
    seen = [visible_region_at_height(scene, (x, y, z), height) for x, y in _rim(places)]
    return together([region for region in seen if region])


def _rim(places: Region) -> list[Point]:
    """Points spread evenly over the outer rings of some places."""
    rings = [rings[0] for rings in places]
    whole = sum(math.dist(a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    step = whole / EYES or 1.0
    return [
        (float(x), float(y)) for ring in rings for x, y, *_ in outlines.points_along(ring, step, closed=True)
    ]


def _shape(region: Region) -> outlines.Shape:
    return tuple(polygon for rings in region for polygon in outlines.from_rings(rings))


def _plain(shape: outlines.Shape) -> Region:
    return tuple(tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings) for rings in shape)
