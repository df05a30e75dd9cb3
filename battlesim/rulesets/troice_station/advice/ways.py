"""Where automated marines go, and by which way. Inches."""

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

from ..acts.recorders import held_copies
from ..attack.templates import wholly_inside
from ..core.state import Battle
from ..ground.doors import at_hand
from ..ground.motion import motion
from ..ground.surface import surface

DOOR_TOLL = 6.0


def homeward(view: Battle, piece: Piece) -> bool:
    """Whether a squad is on its way home: its recorder has been copied, or it is time."""
    goal, squad = view.game.site.goal, piece.unit
    if goal.kind != "recorders":
        return False
    late = 0 < goal.homeward <= view.game.turn
    return late or goal.by_squad.get(squad, "") in held_copies(view) or squad not in goal.by_squad


def holds(view: Battle, piece: Piece) -> bool:
    """Whether a figure stands wholly inside what its squad is to hold."""
    goal = view.game.site.goal
    area = goal.by_squad.get(piece.unit, "") if goal.kind == "hold" else ""
    return bool(area) and wholly_inside(piece, view.table.terrain(area).rings[0])


def goal_of(view: Battle, piece: Piece) -> Point:
    """Where a figure is bound for: the recorder of its squad, the building it holds, the way out."""
    site = view.game.site
    if homeward(view, piece):
        xs = [x for x, _ in site.landing]
        return min(max(piece.xy[0], min(xs) + 1.0), max(xs) - 1.0), piece.radius
    named = site.goal.by_squad.get(piece.unit, "")
    marker = view.table.markers.get(MarkerId(named))
    if marker is not None:
        return marker.x, marker.y
    area = named or next(iter(site.goal.areas), "")
    return centroid(view.table.terrain(area).rings[0]) if area else piece.xy


def free_motion(view: Battle, piece: Piece) -> Motion:
    """What a marine plans its way by: obstacles and doors are open, at a toll."""
    ground = surface(view.table.ground)
    able = motion(view, piece, NO_LIMIT_IN, crosses=True)
    tests = {key: float(difficulty) for key, difficulty in ground.difficulty.items()}
    tolls = tests | dict.fromkeys(ground.shut, DOOR_TOLL)
    return msgspec.structs.replace(able, tolls=tuple(PathToll(key, extra) for key, extra in tolls.items()))


def way(view: Battle, piece: Piece) -> MotionRoute | None:
    """The way of a figure to its goal."""
    return pursuit_route(view.table, free_motion(view, piece), goal_of(view, piece))


def in_march_order(view: Battle, here: Sequence[Piece]) -> list[Piece]:
    """The figures of a squad, those nearest to where they are bound for first."""
    return sorted(here, key=lambda piece: (math.dist(piece.xy, goal_of(view, piece)), piece.id))


def course(view: Battle, able: Motion) -> Path:
    """The way of a figure to its goal, up to what a move cannot pass; without one it stays."""
    piece = view.table.piece(able.piece)
    found, ground = way(view, piece), surface(view.table.ground)
    if found is None or len(found.path) < 2:
        return (piece.xy,)
    barred = [key for key in (*ground.shut, *ground.difficulty) if key in able.blocked]
    met = path_crossings(view.table, found.path, piece.radius, barred)
    return split_path(found.path, min([found.length, *(one.start for one in met)]))[0]


def waypoint(view: Battle, able: Motion, reach: float) -> Point:
    """How far on its way a figure wants to get with one move: at most to what that move cannot pass."""
    path = course(view, able)
    return (
        point_along_path(path, min(reach, polyline_length(path)))
        if len(path) > 1
        else goal_of(view, view.table.piece(able.piece))
    )


def door_at_hand(view: Battle, piece: Piece) -> str | None:
    """A shut door in contact that is on a figure's way."""
    shut = [door.id for door in at_hand(view, piece) if not door.open]
    if not shut:
        return None
    found = way(view, piece)
    crossed = (
        path_crossings(view.table, found.path, piece.radius, shut) if found and len(found.path) > 1 else ()
    )
    return crossed[0].id if crossed else None
