"""What an eye sees of the table, and what there is at a place of it. Inches."""

from __future__ import annotations

import math

from battlesim.geometry.edge_distances import distance_to_segment, is_point_in_shape
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.geometry.visible_regions import region_within_disc, visible_region_at_height
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import excused_ids, eye_height, footing_ids, sight_scene
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


def region_in_view(table: Table, rules: SightRules, viewer: Piece, height: float) -> Region:
    """The places where the head of a figure of that height, on the ground, is seen.

    That is from over the middle of the viewer's base, as far as terrain and models hide it, and as far from
    the base's edge as sight reaches.

    Nothing for a viewer without a place of its own. Of woods that are seen into nothing is taken off.
    """
    if viewer.table_position is None:
        return ()
    footing = footing_ids(table, rules, [viewer])[0]
    eye = (*viewer.xy, viewer.table_position.z + eye_height(rules, viewer))
    scene = sight_scene(table, rules)
    ignored = scene.ignored_ids({viewer.id, *excused_ids(table, rules, footing)})
    seen = visible_region_at_height(scene, eye, height, ignored)
    far = rules.limit_of(viewer.id)
    return seen if math.isinf(far) else region_within_disc(seen, *viewer.xy, viewer.radius + far)


def standing_heights(table: Table, x: float, y: float) -> list[float]:
    """The heights that a model can stand at in a place: the ground, and the top of what lies there."""
    tops = {t.height for t in table.ground.terrain if is_point_in_shape(x, y, t.rings)}
    return sorted({0.0, *tops})


def nearest_opening(table: Table, point: Point) -> tuple[str, float]:
    """The door or window that is nearest to a place, and how far away it is; "" where there is none."""
    openings = table.ground.openings()
    far = {id: distance_to_segment(point, one.start, one.end) for id, (_, one) in openings.items()}
    nearest = min(far, key=far.__getitem__, default="")
    return nearest, far.get(nearest, math.inf)
