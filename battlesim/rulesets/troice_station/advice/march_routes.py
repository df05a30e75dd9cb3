"""The goals and routes of automated marines. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.behaviour.pursuit import pursuit_route
from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.paths import Path, point_along_path, polyline_length, split_path
from battlesim.geometry.shapes import Point, centroid
from battlesim.rulings.movement import Motion, MotionRoute, PathToll
from battlesim.rulings.path_contact import path_crossings
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Piece

from ..actions.recorders import copied_recorders
from ..attack.templates import is_wholly_inside
from ..core.state import Battle
from ..ground.doors import doors_in_contact
from ..ground.motion import foot_motion
from ..ground.surface import surface

DOOR_TOLL_IN = 6.0


def is_homeward(view: Battle, piece: Piece) -> bool:
    """Return whether a figure's squad is on its way home."""
    goal, squad = view.game.site.goal, piece.unit
    if goal.kind != "recorders":
        return False
    late = 0 < goal.homeward <= view.game.turn
    return late or goal.by_squad.get(squad, "") in copied_recorders(view) or squad not in goal.by_squad


def holds_its_area(view: Battle, piece: Piece) -> bool:
    """Return whether a figure is entirely inside the area that its squad must hold."""
    goal = view.game.site.goal
    area = goal.by_squad.get(piece.unit, "") if goal.kind == "hold" else ""
    return bool(area) and is_wholly_inside(piece, view.table.terrain(area).rings[0])


def goal_point(view: Battle, piece: Piece) -> Point:
    """Return the point to which a figure should move."""
    site = view.game.site
    if is_homeward(view, piece):
        xs = [x for x, _ in site.landing]
        return min(max(piece.xy[0], min(xs) + 1.0), max(xs) - 1.0), piece.radius
    named = site.goal.by_squad.get(piece.unit, "")
    marker = view.table.markers.get(MarkerId(named))
    if marker is not None:
        return marker.x, marker.y
    area = named or next(iter(site.goal.areas), "")
    return centroid(view.table.terrain(area).rings[0]) if area else piece.xy


def route_motion(view: Battle, piece: Piece) -> Motion:
    """Return how a marine may move for planning its route, with an extra cost for obstacles and doors."""
    ground = surface(view.table.ground)
    able = foot_motion(view, piece, NO_LIMIT_IN, crosses=True)
    tests = {key: float(difficulty) for key, difficulty in ground.difficulty.items()}
    tolls = tests | dict.fromkeys(ground.shut, DOOR_TOLL_IN)
    return msgspec.structs.replace(able, tolls=tuple(PathToll(key, extra) for key, extra in tolls.items()))


def goal_route(view: Battle, piece: Piece) -> MotionRoute | None:
    """Return the route of a figure to its goal, or None if no route exists."""
    return pursuit_route(view.table, route_motion(view, piece), goal_point(view, piece))


def march_order(view: Battle, figures: Sequence[Piece]) -> list[Piece]:
    """Return the figures of a squad, nearest to their goal first."""
    return sorted(figures, key=lambda piece: (math.dist(piece.xy, goal_point(view, piece)), piece.id))


def passable_path(view: Battle, able: Motion) -> Path:
    """Return a figure's path to its goal, up to the first obstacle that its move cannot cross."""
    piece = view.table.piece(able.piece)
    found, ground = goal_route(view, piece), surface(view.table.ground)
    if found is None or len(found.path) < 2:
        return (piece.xy,)
    barred = [key for key in (*ground.shut, *ground.difficulty) if key in able.blocked]
    met = path_crossings(view.table, found.path, piece.radius, barred)
    return split_path(found.path, min([found.length, *(one.start for one in met)]))[0]


def route_waypoint(view: Battle, able: Motion, reach: float) -> Point:
    """Return the point of a figure's route that it reaches with a move of `reach` inches."""
    path = passable_path(view, able)
    return (
        point_along_path(path, min(reach, polyline_length(path)))
        if len(path) > 1
        else goal_point(view, view.table.piece(able.piece))
    )


def door_on_route(view: Battle, piece: Piece) -> str | None:
    """Return the id of a shut door on a figure's route that the figure touches, or None."""
    shut = [door.id for door in doors_in_contact(view, piece) if not door.open]
    if not shut:
        return None
    found = goal_route(view, piece)
    crossed = (
        path_crossings(view.table, found.path, piece.radius, shut) if found and len(found.path) > 1 else ()
    )
    return crossed[0].id if crossed else None
