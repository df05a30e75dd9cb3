"""The marine that a creature pursues, and its route and progress toward it, in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec

from battlesim.behaviour.advice import mean_point
from battlesim.behaviour.pursuit import nearest_by_route, pursuit_route
from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.paths import Path, shortened_paths, split_path
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import (
    ClimbCost,
    Motion,
    MotionRoute,
    PathToll,
    ending_space,
    route_to_opening,
)
from battlesim.rulings.path_contact import first_contact, path_crossings, path_until
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece

from ..core.lookups import active_marines, is_marker
from ..core.state import Battle
from ..ground.contact import engaged_enemies
from ..ground.doors import doors_in_contact
from ..ground.motion import piece_as_mover
from ..ground.surface import surface
from ..melee.melee_attacks import weakest_id

CREATURE_DOOR_TOLL_IN = 6.0
BEST_RUN_DIE = 6
MIN_ROUTE_IN = 0.002
"""The minimum length in inches of a path that counts as a move."""


class PreyRoute(NamedTuple):
    """A marine that a creature pursues, with the route to it and the first shut door on the route, if any.

    `path_to_door` leads to a free position at that door.
    """

    target: str
    route: MotionRoute
    door: str = ""
    path_to_door: Path = ()

    @property
    def path(self) -> Path:
        """The path to the first shut door on the route, or the whole path if there is none."""
        return self.path_to_door or self.route.path

    @property
    def distance_to_contact(self) -> float:
        """The length in inches of the route to contact, or infinity if there is no open route."""
        return self.route.length if self.route.arrives and not self.door else math.inf


def can_open_doors(piece: Piece) -> bool:
    """Return whether a creature can open doors, as all can except Face Huggers."""
    return piece.kind != "face_hugger"


def creature_motion(state: Battle, piece: Piece, walls: Collection[str] = ()) -> Motion:
    """Return how a creature may move for planning its route, past creatures and marines (TS-GAP-89).

    An obstacle costs its difficulty in extra inches, and a shut door that the creature can open costs 6 in.
    The doors in `walls` count as walls, because the creature cannot reach them now.
    """
    found, men = surface(state.table.ground), [marine.id for marine in active_marines(state)]
    lines = (key for key in found.difficulty if key not in found.areas)
    others = (
        p.id for p in state.table.standing_pieces() if p.id not in {piece.id, *men} and not is_marker(p)
    )
    tests = {key: float(difficulty) for key, difficulty in found.difficulty.items()}
    doors = [door for door in found.shut if door not in walls] if can_open_doors(piece) else []
    return Motion(
        piece=piece.id,
        radius=piece_as_mover(piece).radius,
        allowance=NO_LIMIT_IN,
        starts=((piece.xy,),),
        blocked=(*found.solid, *found.shut),
        climbs=tuple(ClimbCost(key, 0.0) for key in lines),
        hindering=tuple(men),
        occupied=tuple(others),
        tolls=tuple(
            PathToll(key, extra)
            for key, extra in (tests | dict.fromkeys(doors, CREATURE_DOOR_TOLL_IN)).items()
        ),
    )


def nearest_prey(state: Battle, piece: Piece, among: Iterable[Piece]) -> PreyRoute | None:
    """Return the nearest of the given marines with the route to it, or None if there are no marines.

    Obstacles and doors add to the length of a route. In a tie, the lowest Defence Bonus decides, then the
    lowest id. If no marine can be reached, it is the one to which a route comes nearest. A shut door counts
    as a wall while all positions in front of it are taken.
    """
    parts, walls = surface(state.table.ground).contact_blockers, set[str]()
    ids = [marine.id for marine in among]
    while True:
        ways = dict(nearest_by_route(state.table, creature_motion(state, piece, walls), ids, parts))
        target = weakest_id(state, (state.table.piece(key) for key in ways))
        if not target:
            return None
        goal = _up_to_a_door(state, piece, PreyRoute(target, ways[target]))
        if goal.path_to_door or not goal.door:
            return goal
        walls.add(goal.door)


def _up_to_a_door(state: Battle, piece: Piece, goal: PreyRoute) -> PreyRoute:
    """Return the route with its first shut door and the path to a free position in contact with the door."""
    able, shut = creature_motion(state, piece), surface(state.table.ground).shut
    first = next(iter(path_crossings(state.table, goal.route.path, able.radius, shut)), None)
    if first is None:
        return goal
    straight = path_until(goal.route.path, first.start)
    if ending_space(state.table, able).obstructions(straight[-1]):
        way = route_to_opening(state.table, able, piece.xy, first.id, straight[-1])
        straight = way.path if way else ()
    return goal._replace(door=first.id, path_to_door=straight)


def chosen_prey(state: Battle, piece: Piece) -> PreyRoute | None:
    """Return the marine that a creature pursues: the nearest active one not in contact with another creature.

    If no such marine can be reached, it is the nearest active marine, as always for a marker (TS-GAP-85). For
    example, a second Alien passes a marine in melee to attack another. Return None if no marine is active.
    """
    able = active_marines(state)
    free = able if is_marker(piece) else [one for one in able if not _taken(state, piece, one)]
    goal = nearest_prey(state, piece, free or able)
    if goal and not goal.route.arrives and 0 < len(free) < len(able):
        other = nearest_prey(state, piece, able)
        goal = other if other and other.route.arrives else goal
    return (
        goal
        if goal is None or goal.route.arrives or can_open_doors(piece)
        else _to_a_door(state, piece, goal)
    )


def _taken(state: Battle, piece: Piece, marine: Piece) -> bool:
    """Return whether another creature is in contact with a marine."""
    return any(foe.id != piece.id for foe in engaged_enemies(state, marine))


def _to_a_door(state: Battle, piece: Piece, goal: PreyRoute) -> PreyRoute:
    """Return a Face Hugger's route to the accessible shut door nearest to prey that it cannot reach."""
    target, openings = state.table.piece(goal.target), state.table.ground.openings()
    shut = [openings[key][1] for key in surface(state.table.ground).shut]
    near = sorted(shut, key=lambda door: (math.dist(mean_point((door.start, door.end)), target.xy), door.id))
    held = {door.id for door in doors_in_contact(state, piece)}
    for door in near:
        here = MotionRoute((piece.xy, piece.xy), 0.0, 0.0)
        way = (
            here
            if door.id in held
            else route_to_opening(state.table, creature_motion(state, piece), piece.xy, door.id)
        )
        if way:
            return PreyRoute(goal.target, way._replace(arrives=False))
    return goal


def creature_path(state: Battle, piece: Piece, goal: PreyRoute, allowance: float) -> tuple[Point, ...]:
    """Return the part of a route that a creature can cover, up to a shut door, contact or a free position.

    It goes around pieces at the end if that brings it nearer. If it cannot advance, the path is one point.
    """
    far = min(allowance, _met(state, piece, goal.path))
    wanted = split_path(goal.path, far)[0]
    found = shortened_to_room(state, piece, wanted)
    if path_length(wanted) - path_length(found) <= MIN_ROUTE_IN:
        return found
    able = creature_motion(state, piece)
    around = msgspec.structs.replace(able, hindering=(*able.hindering, *able.occupied))
    way = pursuit_route(state.table, around, goal.path[-1])
    if way is None or not way.arrives:
        return found
    other = shortened_to_room(
        state, piece, split_path(way.path, min(allowance, _met(state, piece, way.path)))[0]
    )
    left = path_length(goal.path) - path_length(found)
    return other if way.length - path_length(other) < left - MIN_ROUTE_IN else found


def can_advance(state: Battle, piece: Piece, goal: PreyRoute, min_allowance: float) -> bool:
    """Return whether a creature can advance with a move of `min_allowance` inches, or with a run."""
    return any(
        path_length(creature_path(state, piece, goal, inches)) > MIN_ROUTE_IN
        for inches in (min_allowance, min_allowance + BEST_RUN_DIE)
    )


def _met(state: Battle, piece: Piece, path: Sequence[Point]) -> float:
    """Return the distance along a path at which a creature meets a marine, or infinity; markers meet none."""
    parts = surface(state.table.ground).contact_blockers
    others = [] if is_marker(piece) else active_marines(state)
    contact = first_contact(state.table, piece, path, others, parts)
    return contact.along if contact else math.inf


def shortened_to_room(state: Battle, piece: Piece, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the longest part of a path, from its start, that ends where the creature may stand.

    In contact with a marine, it may stand across an obstacle.
    """
    able = creature_motion(state, piece)
    room, bases = ending_space(state.table, able), frozenset(able.occupied)
    for shorter in shortened_paths(path):
        faults = {fault.id for fault in room.obstructions(shorter[-1])}
        if not faults or (not faults & bases and _touching(state, piece, shorter[-1])):
            return shorter
    return path[:1]


def openable_doors(state: Battle, piece: Piece) -> list[str]:
    """Return the ids of the shut doors that a creature can open from where it is."""
    if not can_open_doors(piece):
        return []
    return [door.id for door in doors_in_contact(state, piece_as_mover(piece)) if not door.open]


def _touching(state: Battle, piece: Piece, at: Point) -> bool:
    there = msgspec.structs.replace(piece, place=standing_place(state.table.ground, *at))
    return bool(engaged_enemies(state, there))
