"""Regions that a piece could attack after a move. They are for display only and are not rulings.

A base is in danger if it touches such a region. Lengths are in inches.
"""

from __future__ import annotations

import math

import msgspec

from battlesim.geometry import outlines
from battlesim.geometry.regions import region_of_shape, shape_of_region, united_region
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point, Region
from battlesim.geometry.visible_regions import visible_region_at_height
from battlesim.rulings.level_areas import region_on_levels
from battlesim.rulings.movement_data import Motion
from battlesim.rulings.movement_reach import motion_reach
from battlesim.rulings.piece_gaps import MeasuredBase, measured_shape
from battlesim.rulings.sight import scene_of
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import excused_ids, eye_height, footing_ids, sight_pose
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

QUARTER_CIRCLE_SEGMENTS = 24
"""Segments per quarter circle of a drawn region; at 20 in, the error is at most 0.01 in."""
START_SPACING_IN = 3.0
"""Spacing in inches of the start points of a piece that may begin anywhere along a line."""
RIM_EYE_COUNT = 9
"""Number of points on the rim of a piece's reach from which sight is computed."""


def outer_reach_region(table: Table, motion: Motion) -> Region:
    """Return the region that a piece could reach if ground had no cost and there were no other bases."""
    free = msgspec.structs.replace(
        motion, climbs=(), going=(), hindering=(), occupied=(), entries=(), ends=()
    )
    return motion_reach(table, free, START_SPACING_IN)


def grown_region(table: Table, region: Region, inches: float) -> Region:
    """Return the part of the table within `inches` inches of a region."""
    grown = (
        outlines.grow(shape_of_region(region), inches, segments=QUARTER_CIRCLE_SEGMENTS)
        if region
        else outlines.EMPTY_SHAPE
    )
    return region_of_shape(
        outlines.clip(grown, outlines.box(0.0, 0.0, table.ground.width, table.ground.height))
    )


def disc_region(point: Point, inches: float) -> Region:
    """Return the region within `inches` inches of a point."""
    return region_of_shape(outlines.disc(*point, inches, 4 * QUARTER_CIRCLE_SEGMENTS))


def region_around_piece(table: Table, piece: Piece, inches: float) -> Region:
    """Return the region within `inches` inches of a piece's base, or of the terrain that it is inside."""
    here = measured_shape(table, piece)
    if isinstance(here, MeasuredBase):
        return disc_region((here.x, here.y), here.radius + inches)
    return grown_region(table, (here.rings,), inches)


def region_seen_by_piece(table: Table, rules: SightRules, viewer: Piece, height: float) -> Region:
    """Return the region where a piece sees figures of a given height.

    Return () if the piece is inside terrain or not in play.
    """
    at = sight_pose(table, viewer)
    if at is None or at.inside:
        return ()
    scene = scene_of(table, rules)
    footing = footing_ids(table, rules, [viewer])[0]
    ignored = scene.ignored_ids(excused_ids(table, rules, footing, at.z))
    eye = (at.x, at.y, at.z + eye_height(rules, viewer))
    return region_on_levels(
        table.ground, lambda level: visible_region_at_height(scene, eye, level + height, ignored)
    )


def region_seen_from_rim(
    table: Table, rules: SightRules, viewer: Piece, reach: Region, height: float
) -> Region:
    """Return the region where a piece sees figures of a given height from the edge of its reach.

    Its reach is the area that it can get to.
    """
    scene, up, ground = scene_of(table, rules), eye_height(rules, viewer), table.ground
    here = viewer.table_position or standing_place(ground, 0.0, 0.0)
    eyes = [(x, y, shifted_place(ground, here, x, y).z + up) for x, y in _rim_points(reach)]
    seen = [_seen_from(table, scene, eye, height) for eye in eyes]
    return united_region([region for region in seen if region])


def _seen_from(table: Table, scene: Scene, eye: tuple[float, float, float], height: float) -> Region:
    return region_on_levels(table.ground, lambda level: visible_region_at_height(scene, eye, level + height))


def _rim_points(places: Region) -> list[Point]:
    """Return points spread evenly over the outer rings of a region."""
    rings = [rings[0] for rings in places]
    whole = sum(math.dist(a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    step = whole / RIM_EYE_COUNT or 1.0
    return [
        (float(x), float(y)) for ring in rings for x, y, *_ in outlines.points_along(ring, step, closed=True)
    ]
