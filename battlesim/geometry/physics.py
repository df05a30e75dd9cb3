"""What is physical and not laid down by a rule: dragging, shoving, the visible flow of a group (inches).

Chipmunk (pymunk) runs single-threaded over bodies in the order of their ids, whole moves only; equal input
gives equal output. Its results are made legal afterwards and rounded; the rules see the result alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pymunk
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace, Obstacles, free_space
from battlesim.geometry.paths import rounded
from battlesim.geometry.placement import nearest_place
from battlesim.geometry.shapes import Point

SLOP = 1e-3
"""Overlap that the engine leaves, in inches (its default of 0.1 is meant for pixels)."""
STEP = 0.05
"""Greatest way per step, in inches: less than half of the thinnest wall, so that nothing tunnels."""
ITERATIONS = 30
SETTLE = 30
Base = tuple[float, float, float]


def _space(obstacles: Obstacles, blocked: Sequence[bool]) -> pymunk.Space:
    """Solids and table edges as unmoving shapes."""
    space = pymunk.Space()
    space.iterations = ITERATIONS
    space.collision_slop = SLOP
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


def _disc(space: pymunk.Space, base: Base, kind: int = pymunk.Body.DYNAMIC) -> pymunk.Body:
    """A frictionless round body that does not turn."""
    body = pymunk.Body(1.0, math.inf, kind)
    body.position = base[:2]
    shape = pymunk.Circle(body, base[2])
    shape.friction = shape.elasticity = 0.0
    space.add(body, shape)
    return body


def drag(space: FreeSpace, start: Point, wanted: Point) -> Point:
    """Where a base dragged from a legal place toward a point comes to rest.

    It slides along solids, bases and the table edge, which do not give way, and rests touching. The end is
    legal and on the grid of `QUANTUM`; the start when nothing better is found.
    """
    world = _space(space.obstacles, space.blocked.tolist())
    for disc in space.discs.tolist():
        _disc(world, (disc[0], disc[1], disc[2]), pymunk.Body.STATIC)
    body = _disc(world, (*start, space.radius))
    distance = math.dist(start, wanted)
    for _ in range(math.ceil(distance / STEP) + SETTLE):
        _steer(body, wanted, STEP)
        world.step(1.0)
    end = nearest_place(space, rounded((body.position.x, body.position.y)), 1.0)
    return end if end is not None else start


def _steer(body: pymunk.Body, wanted: Point, most: float) -> None:
    """Set the way of the next step: straight to the wish, at most so far."""
    dx, dy = wanted[0] - body.position.x, wanted[1] - body.position.y
    far = math.hypot(dx, dy)
    share = min(1.0, most / far) if far > 0.0 else 0.0
    body.velocity = (dx * share, dy * share)


def shove(
    obstacles: Obstacles, bases: Mapping[str, Base], pushed: str, direction: float, distance: float
) -> dict[str, Point]:
    """Where bases end when one of them is pushed straight and shoves those it meets.

    `direction` in degrees. Solids and table edges stop them. All ends are legal and rounded; a base for which
    there is no legal place near its end keeps the place it had. Those that did not move are left out.
    """
    world = _space(obstacles, [True] * len(obstacles.ids))
    names = sorted(bases)
    bodies = {name: _disc(world, bases[name]) for name in names}
    x, y, _ = bases[pushed]
    angle = math.radians(direction)
    goal = (x + distance * math.cos(angle), y + distance * math.sin(angle))
    for _ in range(math.ceil(distance / STEP) + SETTLE):
        for name in names:
            bodies[name].velocity = (0.0, 0.0)
        _steer(bodies[pushed], goal, STEP)
        world.step(1.0)
    ends = {name: (bodies[name].position.x, bodies[name].position.y) for name in names}
    return _legal_ends(obstacles, bases, ends, pushed)


def _legal_ends(
    obstacles: Obstacles, bases: Mapping[str, Base], ends: Mapping[str, Point], pushed: str
) -> dict[str, Point]:
    """The simulated ends made legal one by one, the unmoved first, then the pushed one, then the others."""
    still = [name for name in sorted(bases) if math.dist(bases[name][:2], ends[name]) <= TOL]
    moved = [name for name in sorted(bases) if name not in still]
    order = sorted(moved, key=lambda name: (name != pushed, name))
    placed = {name: bases[name] for name in still}
    found: dict[str, Point] = {}
    for name in order:
        room = free_space(obstacles, bases[name][2], None, placed.values(), tuple(placed))
        place = nearest_place(room, rounded(ends[name]), 1.0) or bases[name][:2]
        placed[name] = (*place, bases[name][2])
        found[name] = place
    return found


def flow(
    obstacles: Obstacles, paths: Mapping[str, Sequence[Point]], radii: Mapping[str, float], frames: int
) -> dict[str, list[Point]]:
    """How a group is seen to move: `frames` + 1 places per base from the start of its path to its end.

    The bases keep along their paths and give way to one another; for the eye only, ends are exact.
    """
    names = sorted(paths)
    world = _space(obstacles, [False] * len(obstacles.ids))
    bodies = {name: _disc(world, (*paths[name][0], 0.9 * radii[name])) for name in names}
    seen = {name: [tuple(paths[name][0])] for name in names}
    for frame in range(1, frames + 1):
        for name in names:
            mark = along(paths[name], frame / frames)
            body = bodies[name]
            body.velocity = (mark[0] - body.position.x, mark[1] - body.position.y)
        world.step(1.0)
        pull = (frame / frames) ** 4  # the nearer the end, the more the path itself counts
        for name in names:
            mark, at = along(paths[name], frame / frames), bodies[name].position
            seen[name].append((at.x + pull * (mark[0] - at.x), at.y + pull * (mark[1] - at.y)))
    return {name: [(float(x), float(y)) for x, y in places] for name, places in seen.items()}


def along(path: Sequence[Point], share: float) -> Point:
    """The point after a share (0 to 1) of a path's length."""
    line = np.array(path, dtype=np.float64).reshape(-1, 2)
    if len(line) == 1 or share <= 0.0:
        return float(line[0, 0]), float(line[0, 1])
    if share >= 1.0:
        return float(line[-1, 0]), float(line[-1, 1])
    ways = np.concatenate([[0.0], np.cumsum(np.hypot(*(line[1:] - line[:-1]).T))])
    at = share * ways[-1]
    return float(np.interp(at, ways, line[:, 0])), float(np.interp(at, ways, line[:, 1]))
