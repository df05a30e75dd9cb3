"""A physics simulation of a base that the user drags: where the base comes to rest, in inches.

No rule describes this. Chipmunk (pymunk) runs in a single thread, with bodies in order of their ids and whole
moves only, so equal input gives equal output. Its results are made legal and rounded before the rules see
them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pymunk
import shapely

from battlesim.geometry.freespace import FreeSpace, Obstacles
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Point

COLLISION_SLOP_IN = 1e-3
"""The overlap that the physics engine tolerates, in inches (its default of 0.1 is meant for pixels)."""
MAX_STEP_IN = 0.05
"""The longest motion per step, in inches: under half of the thinnest wall, which prevents tunnelling."""
SOLVER_ITERATIONS = 30
SETTLING_STEPS = 30
BaseDisc = tuple[float, float, float]


def _space(obstacles: Obstacles, blocked: Sequence[bool]) -> pymunk.Space:
    """Return a physics space that holds the blocking solids and the table edges as static shapes."""
    space = pymunk.Space()
    space.iterations = SOLVER_ITERATIONS
    space.collision_slop = COLLISION_SLOP_IN
    space.collision_bias = (1.0 - 0.5) ** 60
    space.damping = 0.0
    ground = space.static_body
    for polygon, blocks in zip(obstacles.polygons, blocked, strict=True):
        for triangle in shapely.get_parts(shapely.constrained_delaunay_triangles(polygon)) if blocks else ():
            corners = [tuple(c) for c in shapely.get_coordinates(triangle)[:-1].tolist()]
            space.add(pymunk.Poly(ground, corners, radius=0.0))
    w, h = obstacles.width, obstacles.height
    frame = [(-1.0, -1.0), (w + 1.0, -1.0), (w + 1.0, h + 1.0), (-1.0, h + 1.0)]
    for a, b in zip(frame, (*frame[1:], frame[0]), strict=True):
        space.add(pymunk.Segment(ground, a, b, 1.0))
    return space


def _disc(space: pymunk.Space, base: BaseDisc, kind: int = pymunk.Body.DYNAMIC) -> pymunk.Body:
    """Add a frictionless round body that does not rotate to the space, and return it."""
    body = pymunk.Body(1.0, math.inf, kind)
    body.position = base[:2]
    shape = pymunk.Circle(body, base[2])
    shape.friction = shape.elasticity = 0.0
    space.add(body, shape)
    return body


def drag_base(space: FreeSpace, start: Point, wanted: Point) -> Point:
    """Return the position where a base comes to rest when it is dragged from `start` toward `wanted`.

    The base slides along solids, other bases and the table edge, none of which move. The result is a legal
    position on the grid of `POSITION_QUANTUM_IN`, or `start` if there is no legal position within 1 inch of
    the resting point. `start` must be legal.
    """
    world = _space(space.obstacles, space.blocked.tolist())
    for disc in space.discs.tolist():
        _disc(world, (disc[0], disc[1], disc[2]), pymunk.Body.STATIC)
    body = _disc(world, (*start, space.radius))
    distance = math.dist(start, wanted)
    for _ in range(math.ceil(distance / MAX_STEP_IN) + SETTLING_STEPS):
        _steer(body, wanted, MAX_STEP_IN)
        world.step(1.0)
    end = nearest_legal_position(space, rounded_point((body.position.x, body.position.y)), 1.0)
    return end if end is not None else start


def _steer(body: pymunk.Body, wanted: Point, most: float) -> None:
    """Set the velocity of the next step: straight toward `wanted`, at most `most` inches."""
    dx, dy = wanted[0] - body.position.x, wanted[1] - body.position.y
    far = math.hypot(dx, dy)
    share = min(1.0, most / far) if far > 0.0 else 0.0
    body.velocity = (dx * share, dy * share)
