"""The region that a piece sees, the terrain on which a piece can stand, and the nearest door or window.

Lengths are in inches.
"""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import distance_to_segment, is_point_in_shape
from battlesim.geometry.shapes import Point, Region
from battlesim.geometry.visible_regions import region_within_disc, visible_region_at_height
from battlesim.rulings.level_areas import region_on_levels
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import excused_ids, eye_height, footing_ids, sight_scene
from battlesim.table.levels import ground_level, is_relief
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain


def region_in_view(table: Table, rules: SightRules, viewer: Piece, height: float) -> Region:
    """Return the region where a viewer sees the head of a figure of the given height on the ground.

    The eye is above the centre of the viewer's base. The region is limited by terrain and pieces that block
    sight and by the range of sight, but not by woods that can be seen into. Return () if the viewer is not on
    the table.
    """
    if viewer.table_position is None:
        return ()
    footing = footing_ids(table, rules, [viewer])[0]
    eye = (*viewer.xy, viewer.table_position.z + eye_height(rules, viewer))
    scene = sight_scene(table, rules)
    ignored = scene.ignored_ids({viewer.id, *excused_ids(table, rules, footing, viewer.table_position.z)})
    seen = region_on_levels(
        table.ground, lambda level: visible_region_at_height(scene, eye, level + height, ignored)
    )
    far = rules.limit_of(viewer.id)
    return seen if math.isinf(far) else region_within_disc(seen, *viewer.xy, viewer.radius + far)


def posts_at(table: Table, x: float, y: float) -> list[Terrain]:
    """Return the terrain at a point on which a piece can stand, lowest first. Hills are not included."""
    level = ground_level(table.ground, x, y)
    posts = (t for t in table.ground.terrain if t.height > level + TOL and not is_relief(t))
    return sorted((t for t in posts if is_point_in_shape(x, y, t.rings)), key=lambda t: (t.height, t.id))


def nearest_opening(table: Table, point: Point) -> tuple[str, float]:
    """Return the id and distance of the door or window nearest to a point, or ("", inf) if there is none."""
    openings = table.ground.openings()
    far = {id: distance_to_segment(point, door.start, door.end) for id, (_, door) in openings.items()}
    nearest = min(far, key=far.__getitem__, default="")
    return nearest, far.get(nearest, math.inf)
