"""Whom a creature goes for, by which way, and how far it gets on it. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import FAR
from battlesim.geometry.paths import backwards
from battlesim.geometry.shapes import Point
from battlesim.mechanics.passage import split
from battlesim.mechanics.pieces import within
from battlesim.rulings.movement import Climb, Motion, end_space
from battlesim.table.pieces import Piece

from ..core.facts import defence, is_marker, marines
from ..core.profiles import profile
from ..core.state import Battle
from ..ground.contact import engaged
from ..ground.doors import doors
from ..ground.surface import surface
from ._route import Way, crossings, route

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


def width(piece: Piece) -> float:
    """The radius of the base for which a way is looked: a marker goes where an Alien could."""
    return profile("alien").base / 2 if is_marker(piece) else piece.radius


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
    others = (other.id for other in state.table.standing() if other.id != piece.id)
    return Motion(
        piece=piece.id,
        radius=width(piece),
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
    target, ground = state.table.piece(goal.target), state.table.ground
    middles = {key: _middle(doors(ground)[key].rings[0]) for key in surface(ground).shut}
    if not middles:
        return goal
    door = min(middles, key=lambda key: (round(math.dist(middles[key], target.xy), 3), key))
    return goal._replace(way=route(state.table, motion(state, piece), piece, middles[door]))


def _middle(ring: Sequence[Point]) -> Point:
    xs, ys = zip(*ring, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def course(state: Battle, piece: Piece, goal: Goal, allowance: float) -> tuple[Point, ...]:
    """How far a creature gets on its way: to a shut door, and back to where its base may stand.

    One point where it gets nowhere. In contact with its prey it may stand astride an obstacle.
    """
    path = goal.way.path
    if within(goal.open_way, allowance):
        return path
    ahead = split(path, min(allowance, goal.door_at))[0]
    room = end_space(state.table, motion(state, piece))
    shorter = backwards(ahead) if len(ahead) > 1 else ()
    return next((path for path in shorter if not room.faults(path[-1])), path[:1])


def by_hand(state: Battle, piece: Piece, allowance: float) -> Motion:
    """What a creature may do whose player lays its way out: no shut door is passed, and no marine."""
    able = motion(state, piece, allowance)
    shut, prey_of_all = surface(state.table.ground).shut, tuple(marine.id for marine in marines(state))
    climbs = tuple(climb for climb in able.climbs if climb.terrain not in shut)
    blocked = tuple(dict.fromkeys((*able.blocked, *shut)))
    return msgspec.structs.replace(able, blocked=blocked, climbs=climbs, hindering=prey_of_all)
