"""A move as plain data: what a piece may do (`Motion`), what it does (`Leg`), and group coherency.

All that is needed to check a move is here and on the table; no ruleset is known. Inches and degrees.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.shapes import Point, Ring


class GroundCost(msgspec.Struct, frozen=True):
    """Terrain in which each inch of the centre's path costs `factor` inches."""

    terrain: str
    factor: float


class ClimbCost(msgspec.Struct, frozen=True):
    """A thin terrain piece that may be climbed over, for `cost` inches on top of the length of the path."""

    terrain: str
    cost: float


class PathToll(msgspec.Struct, frozen=True):
    """Terrain or an opening that counts as `extra` inches when paths are compared, but is not paid.

    It counts whenever the base overlaps it, however wide it is. The route is planned as if it were open.
    """

    terrain: str
    extra: float


ENTRY_PREPOSITIONS: Final = {"inside": "into", "post": "onto", "aboard": "aboard", "edge": "over"}
"""The preposition for each way of entering."""


class EntryOption(msgspec.Struct, frozen=True):
    """Something that may be entered from base contact, for `cost` inches.

    `how` is "inside" (a building), "post" (on top of a wall), "aboard" (another piece) or "edge": off the
    table over the `stretch` of its edge between two points, where the path ends with the centre of the base;
    the base may overhang the edge on the last straight part of the path. `full` is the reason why there is no
    room, "" if there is.
    """

    id: str
    cost: float
    how: str = "inside"
    full: str = ""
    stretch: Ring = ()


class EndNear(msgspec.Struct, frozen=True, tag="near"):
    """The rule that a move must end within a distance of one of some pieces."""

    pieces: tuple[str, ...]
    within: float


class EndApart(msgspec.Struct, frozen=True, tag="apart"):
    """The rule that a move must end at least a distance away from each of some pieces."""

    pieces: tuple[str, ...]
    least: float


class EndNearer(msgspec.Struct, frozen=True, tag="nearer"):
    """The rule that a move must end nearer to a piece than it began."""

    piece: str


class EndInZone(msgspec.Struct, frozen=True, tag="zone"):
    """The rule that a move must end with the centre (`wholly`: the whole base) in a zone.

    The zone is an outer ring, then its holes.
    """

    rings: tuple[Ring, ...]
    wholly: bool = False


EndRule = EndNear | EndApart | EndNearer | EndInZone


class HeadingLimit(msgspec.Struct, frozen=True):
    """The limit that every part of a path lies within `within` degrees of `facing`, and so does its end."""

    facing: float
    within: float


class Motion(msgspec.Struct, frozen=True):
    """The limits on the move of one piece: its starts, allowance, obstacles, costs, entries and end rules.

    `starts` are lines on which the path may begin (a line of one point is a position). `leaving` is the
    terrain or piece that it is in or on, with whose outline it is first put in contact at no cost; then
    `starts` does not count. `blocked` terrain can be neither passed nor ended on; `climbs` cannot be ended
    on. `hindering` pieces cannot be passed, `occupied` ones cannot be ended on. A flying move is restricted
    only at its end. `tolls` influence which path is chosen, but are not paid. `heading` limits the direction
    of every part of the path and the facing at its end.
    """

    piece: str
    radius: float
    allowance: float
    starts: tuple[Ring, ...] = ()
    leaving: str = ""
    flying: bool = False
    blocked: tuple[str, ...] = ()
    climbs: tuple[ClimbCost, ...] = ()
    going: tuple[GroundCost, ...] = ()
    hindering: tuple[str, ...] = ()
    occupied: tuple[str, ...] = ()
    entries: tuple[EntryOption, ...] = ()
    ends: tuple[EndRule, ...] = ()
    tolls: tuple[PathToll, ...] = ()
    heading: HeadingLimit | msgspec.UnsetType = msgspec.UNSET

    @property
    def must_keep_away(self) -> bool:
        """True if the motion must end away from something."""
        return any(isinstance(rule, EndApart) for rule in self.ends)


def with_group_occupied(motions: Iterable[Motion]) -> tuple[Motion, ...]:
    """Return the motions of a group, none of which may end on another member, wherever each begins."""
    able = tuple(motions)
    group = tuple(motion.piece for motion in able)
    return tuple(_beside(motion, group) for motion in able)


def _beside(motion: Motion, group: tuple[str, ...]) -> Motion:
    others = (piece for piece in group if piece != motion.piece and piece not in motion.hindering)
    return msgspec.structs.replace(motion, occupied=tuple(dict.fromkeys((*motion.occupied, *others))))


class Leg(msgspec.Struct, frozen=True):
    """The move of one piece: the path of its centre, the facing at the end, and what it enters there."""

    piece: str
    path: tuple[Point, ...]
    facing: float | None = None
    enters: str = ""

    @property
    def end(self) -> Point:
        """The end of the path."""
        return self.path[-1]


class GroupLink(msgspec.Struct, frozen=True):
    """The coherency that a group must have at the end of a move.

    With a leader each member ends within `within` inches of it or, if `chain` > 0, within `chain` inches of a
    member that has its final position and is in coherency; the leader moves first. Without one all members,
    and `others` where they stand, are joined by gaps of at most `within` ("connected"), or no two of them are
    farther apart ("pairs"); the order of their moves makes no difference.
    """

    leader: str = ""
    within: float = NO_LIMIT_IN
    chain: float = 0.0
    kind: Literal["leader", "connected", "pairs"] = "leader"
    others: tuple[str, ...] = ()
