"""Whom a creature goes for, by which way, and how far it gets on it. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from battlesim.behaviour.advice import middle
from battlesim.geometry.constants import FAR
from battlesim.geometry.paths import backwards, split
from battlesim.geometry.shapes import Point
from battlesim.rulings.crossing import crossings, first_contact
from battlesim.rulings.movement import Climb, Motion, end_space
from battlesim.table.pieces import OnTable, Piece

from ..core.facts import defence, is_marker, marines
from ..core.profiles import profile
from ..core.state import Battle
from ..ground.contact import engaged
from ..ground.doors import at_hand
from ..ground.surface import surface
from ._route import Way, route

DOOR_TOLL = 6.0
NO_WAY = 0.01
"""A way that is shorter leads nowhere."""


class Goal(NamedTuple):
    """Whom a creature goes for, the way, whether it comes into contact by it, the first shut door on it."""

    target: str
    way: Way
    reached: bool
    door: str = ""
    door_at: float = math.inf

    @property
    def open_way(self) -> float:
        """Inches to contact; infinite where there is none, or a door is shut on the way."""
        return self.way.length if self.reached and not self.door else math.inf

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


def tolls(state: Battle, piece: Piece) -> dict[str, float]:
    """What counts as so much longer on a way: the difficulty of a test in inches, and a shut door."""
    found = surface(state.table.ground)
    tests = {key: float(difficulty) for key, difficulty in found.difficulty.items()}
    return tests | (dict.fromkeys(found.shut, DOOR_TOLL) if opens_doors(piece) else {})


def motion(state: Battle, piece: Piece, allowance: float = FAR) -> Motion:
    """What a creature may do in a move: through friends, over obstacles, to shut doors if it opens them.

    It plans no way round marines whom it does not go for, as it stops at whom it meets.
    """
    found, prey = surface(state.table.ground), {marine.id for marine in marines(state)}
    opened = found.shut if opens_doors(piece) else ()
    lines = [key for key in found.difficulty if key not in found.areas]
    others = (other.id for other in state.table.standing() if other.id != piece.id and not is_marker(other))
    return Motion(
        piece=piece.id,
        radius=mover(piece).radius,
        allowance=allowance,
        starts=((piece.xy,),),
        blocked=(*found.solid, *(() if opened else found.shut)),
        climbs=tuple(Climb(key, 0.0) for key in (*lines, *opened)),
        occupied=tuple(other for other in others if other not in prey),
    )


def nearest(state: Battle, piece: Piece, among: Iterable[Piece]) -> Goal | None:
    """The nearest of some marines by the length of the way (TS-GAP-89), those without one last.

    Of several as near it is the one with the lower Defence Bonus, then the lower id.
    """
    goals = [_goal(state, piece, marine) for marine in among]
    return min(goals, key=lambda goal: _rank(state, piece, goal), default=None)


def _rank(state: Battle, piece: Piece, goal: Goal) -> tuple[float, int, str]:
    target = state.table.piece(goal.target)
    far = goal.way.cost if goal.reached else FAR + math.dist(piece.xy, target.xy)
    return (round(far, 3), defence(state, target), target.id)


def _goal(state: Battle, piece: Piece, marine: Piece) -> Goal:
    key = ("troice station: way", piece.id, marine.id)
    return state.table.cached(key, lambda: _looked_for(state, piece, marine))


def _looked_for(state: Battle, piece: Piece, marine: Piece) -> Goal:
    able, table = motion(state, piece), state.table
    way = route(table, able, piece, marine)
    reached = math.dist(way.path[-1], marine.xy) <= able.radius + marine.radius + NO_WAY
    shut = crossings(table, way.path, able.radius, surface(table.ground).shut) if opens_doors(piece) else ()
    first = [(crossing.id, crossing.start) for crossing in shut[:1]]
    return Goal(marine.id, way, reached, *(first[0] if first else ()))


def prey(state: Battle, piece: Piece) -> Goal | None:
    """Whom a creature goes for: the nearest active marine with whom no other creature is in contact.

    If there is none it is the nearest of all (TS-GAP-85); a marker takes the nearest of all anyway.
    """
    able = marines(state)
    free = able if is_marker(piece) else [one for one in able if not engaged(state, one)]
    goal = nearest(state, piece, free or able)
    return goal if goal is None or goal.reached or opens_doors(piece) else _to_a_door(state, piece, goal)


def _to_a_door(state: Battle, piece: Piece, goal: Goal) -> Goal:
    """Where no way is open to a Face Hugger it goes to the shut door nearest to its prey."""
    target, openings = state.table.piece(goal.target), state.table.ground.openings()
    shut = [openings[key][1] for key in surface(state.table.ground).shut]
    middles = [middle((door.start, door.end)) for door in shut]
    if not middles:
        return goal
    spot = min(middles, key=lambda spot: (round(math.dist(spot, target.xy), 3), spot))
    return goal._replace(way=route(state.table, motion(state, piece), piece, spot))


def course(state: Battle, piece: Piece, goal: Goal, allowance: float) -> tuple[Point, ...]:
    """How far a creature gets on its way: to a shut door, to whom it meets, and back to where it may stand.

    One point where it gets nowhere.
    """
    path = goal.way.path
    if len(path) > 1:
        path = split(path, min(allowance, goal.door_at, _met(state, piece, path)))[0]
    return with_room(state, piece, path)


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
    for shorter in backwards(path) if len(path) > 1 else ():
        faults = {fault.id for fault in room.faults(shorter[-1])}
        astride = faults and not faults & bases and _touching(state, piece, shorter[-1])
        if not faults or astride:
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
