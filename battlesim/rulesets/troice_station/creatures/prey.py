"""Whom a creature goes for, by which way, and how far it gets on it. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from battlesim.behaviour.advice import middle
from battlesim.behaviour.pursuit import nearest_by_route, route
from battlesim.geometry.constants import FAR
from battlesim.geometry.paths import backwards, split
from battlesim.geometry.shapes import Point
from battlesim.rulings.crossing import crossings, first_contact
from battlesim.rulings.movement import Climb, Motion, Toll, Way, end_space
from battlesim.table.pieces import OnTable, Piece

from ..core.facts import is_marker, marines
from ..core.profiles import profile
from ..core.state import Battle
from ..ground.contact import engaged
from ..ground.doors import at_hand
from ..ground.surface import surface
from ..melee.blows import weakest

DOOR_TOLL = 6.0
NO_WAY = 0.01
"""A way that is shorter leads nowhere."""


class Goal(NamedTuple):
    """Whom a creature goes for, the way, and the first shut door on it, after so many inches."""

    target: str
    way: Way
    door: str = ""
    door_at: float = math.inf

    @property
    def open_way(self) -> float:
        """Inches to contact; infinite where there is no way, or a door is shut on it."""
        return self.way.length if self.way.arrives and not self.door else math.inf

    @property
    def leads_on(self) -> bool:
        """Whether the way leads anywhere."""
        return self.way.length > NO_WAY


def opens_doors(piece: Piece) -> bool:
    """Whether a creature can open doors: a Face Hugger cannot."""
    return piece.kind != "face_hugger"


def mover(piece: Piece) -> Piece:
    """A creature with the base that it needs on its way: a marker goes where an Alien could."""
    wide = profile("alien").base / 2
    return msgspec.structs.replace(piece, radius=wide) if is_marker(piece) else piece


def motion(state: Battle, piece: Piece) -> Motion:
    """What a creature plans its ways by (TS-GAP-89): through friends, over obstacles, to doors that it opens.

    A test counts as so many inches as it is difficult, a shut door as 6. Marines are no hindrance: it stops
    at whom it meets.
    """
    found, able = surface(state.table.ground), {marine.id for marine in marines(state)}
    lines = (key for key in found.difficulty if key not in found.areas)
    others = (p.id for p in state.table.standing() if p.id not in able and not is_marker(p))
    tests = {key: float(difficulty) for key, difficulty in found.difficulty.items()}
    shut = dict.fromkeys(found.shut, DOOR_TOLL) if opens_doors(piece) else {}
    return Motion(
        piece=piece.id,
        radius=mover(piece).radius,
        allowance=FAR,
        starts=((piece.xy,),),
        blocked=(*found.solid, *found.shut),
        climbs=tuple(Climb(key, 0.0) for key in lines),
        occupied=tuple(other for other in others if other != piece.id),
        tolls=tuple(Toll(key, extra) for key, extra in (tests | shut).items()),
    )


def nearest(state: Battle, piece: Piece, among: Iterable[Piece]) -> Goal | None:
    """The nearest of some marines by the way, tolls counted; where none can be come to, as near as it gets.

    Of several as near it is the one with the lowest Defence Bonus, then the lowest id.
    """
    parts = surface(state.table.ground).parts
    ids = [marine.id for marine in among]
    ways = dict(nearest_by_route(state.table, motion(state, piece), ids, parts))
    target = weakest(state, (state.table.piece(key) for key in ways))
    return _goal(state, piece, target, ways[target]) if target else None


def _goal(state: Battle, piece: Piece, target: str, way: Way) -> Goal:
    shut = surface(state.table.ground).shut
    first = next(iter(crossings(state.table, way.path, mover(piece).radius, shut)), None)
    return Goal(target, way, first.id, first.start) if first else Goal(target, way)


def prey(state: Battle, piece: Piece) -> Goal | None:
    """Whom a creature goes for: the nearest active marine with whom no other creature is in contact.

    If there is none it is the nearest of all (TS-GAP-85); a marker takes the nearest of all anyway.
    """
    able = marines(state)
    free = able if is_marker(piece) else [one for one in able if not _taken(state, piece, one)]
    goal = nearest(state, piece, free or able)
    return goal if goal is None or goal.way.arrives or opens_doors(piece) else _to_a_door(state, piece, goal)


def _taken(state: Battle, piece: Piece, marine: Piece) -> bool:
    """Whether another creature is in contact with a marine."""
    return any(foe.id != piece.id for foe in engaged(state, marine))


def _to_a_door(state: Battle, piece: Piece, goal: Goal) -> Goal:
    """Where no way is open to a Face Hugger it goes to the shut door nearest to its prey."""
    target, openings = state.table.piece(goal.target), state.table.ground.openings()
    shut = [openings[key][1] for key in surface(state.table.ground).shut]
    spot = min(
        (middle((door.start, door.end)) for door in shut),
        key=lambda at: (math.dist(at, target.xy), at),
        default=None,
    )
    way = route(state.table, motion(state, piece), spot) if spot else None
    return Goal(goal.target, way._replace(arrives=False)) if way else goal


def course(state: Battle, piece: Piece, goal: Goal, allowance: float) -> tuple[Point, ...]:
    """How far a creature gets on its way: to a shut door, to whom it meets, and back to where it may stand.

    One point where it gets nowhere.
    """
    path = goal.way.path
    far = min(allowance, goal.door_at, _met(state, piece, path))
    return with_room(state, piece, split(path, far)[0])


def _met(state: Battle, piece: Piece, path: Sequence[Point]) -> float:
    """How far along a way a creature meets a marine; a marker meets nobody."""
    parts = surface(state.table.ground).parts
    others = [] if is_marker(piece) else marines(state)
    contact = first_contact(state.table, piece, path, others, parts)
    return contact.along if contact else math.inf


def with_room(state: Battle, piece: Piece, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """A path or the longest beginning of it that ends where a creature's base may stand.

    In contact with a marine it may stand astride an obstacle.
    """
    able = motion(state, piece)
    room, bases = end_space(state.table, able), frozenset(able.occupied)
    for shorter in backwards(path):
        faults = {fault.id for fault in room.faults(shorter[-1])}
        if not faults or (not faults & bases and _touching(state, piece, shorter[-1])):
            return shorter
    return path[:1]


def at_door(state: Battle, piece: Piece) -> list[str]:
    """The shut doors that a creature could open as it stands."""
    if not opens_doors(piece):
        return []
    return [door.id for door in at_hand(state, mover(piece)) if not door.open]


def _touching(state: Battle, piece: Piece, at: Point) -> bool:
    there = msgspec.structs.replace(piece, place=OnTable(*at))
    return bool(engaged(state, there))
