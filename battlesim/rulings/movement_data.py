"""A move as plain data: what a piece may do (`Motion`), what it does (`Leg`), what holds a group together.

Everything needed to check a move is in here and on the table; no ruleset is known. Inches and degrees.
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
    """A thin terrain piece that may be climbed over, for `cost` on top of the length of the path."""

    terrain: str
    cost: float


class PathToll(msgspec.Struct, frozen=True):
    """Terrain, or an opening, that counts as `extra` inches where ways are compared, and costs nothing.

    It counts whenever the base comes into it, however wide it is. The way is planned as if it were open.
    """

    terrain: str
    extra: float


ENTRY_PREPOSITIONS: Final = {"inside": "into", "post": "onto", "aboard": "aboard", "edge": "over"}
"""How going in is called, for each way to enter."""


class EntryOption(msgspec.Struct, frozen=True):
    """Something that may be entered from base contact, for `cost`.

    `how` is "inside" (a building), "post" (upon a wall), "aboard" (another piece) or "edge": off the table
    over the `stretch` of its edge between two points, where the path ends with the centre of the base; the
    base may hang over the edge on the last straight part of the path. `full` says in words why there is no
    room, and is empty when there is.
    """

    id: str
    cost: float
    how: str = "inside"
    full: str = ""
    stretch: Ring = ()


class EndNear(msgspec.Struct, frozen=True, tag="near"):
    """The move must end within a distance of one of these pieces."""

    pieces: tuple[str, ...]
    within: float


class EndApart(msgspec.Struct, frozen=True, tag="apart"):
    """The move must end at least this far from each of these pieces."""

    pieces: tuple[str, ...]
    least: float


class EndNearer(msgspec.Struct, frozen=True, tag="nearer"):
    """The move must end nearer to a piece than it began."""

    piece: str


class EndInZone(msgspec.Struct, frozen=True, tag="zone"):
    """The move must end with the centre (`wholly`: the whole base) in a shape (outer ring, then holes)."""

    rings: tuple[Ring, ...]
    wholly: bool = False


EndRule = EndNear | EndApart | EndNearer | EndInZone


class Motion(msgspec.Struct, frozen=True):
    """What one piece may do in one move.

    `starts`: lines on which the path may begin (a line of one point is a place). `leaving`: the terrain or
    piece that it is in or on and with whose outline it is first put in contact, for nothing; then `starts`
    does not count. `blocked` terrain may be neither passed nor ended on; `climbs` not ended on. `hindering`
    pieces may not be passed, `occupied` ones not be ended on. A flying move minds only the end. `tolls`
    steer which way is chosen, and are not paid.
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

    @property
    def must_keep_away(self) -> bool:
        """Whether it must end away from something."""
        return any(isinstance(rule, EndApart) for rule in self.ends)


def with_group_occupied(motions: Iterable[Motion]) -> tuple[Motion, ...]:
    """The motions of those who move together, none of whom may end on another, wherever each comes from."""
    able = tuple(motions)
    group = tuple(motion.piece for motion in able)
    return tuple(_beside(motion, group) for motion in able)


def _beside(motion: Motion, group: tuple[str, ...]) -> Motion:
    others = (piece for piece in group if piece != motion.piece and piece not in motion.hindering)
    return msgspec.structs.replace(motion, occupied=tuple(dict.fromkeys((*motion.occupied, *others))))


class Leg(msgspec.Struct, frozen=True):
    """What one piece does: the path of its centre, the facing it ends with, and what it enters at the end."""

    piece: str
    path: tuple[Point, ...]
    facing: float | None = None
    enters: str = ""

    @property
    def end(self) -> Point:
        """Where the path ends."""
        return self.path[-1]


class GroupLink(msgspec.Struct, frozen=True):
    """What holds a group together at the end of a move.

    With a leader each member ends within `within` of it or, where `chain` > 0, within `chain` of a member
    that has its final place and holds; the leader moves first. Without one all members, and `others` where
    they stand, are joined by gaps of at most `within` ("connected"), or no two of them are farther apart
    ("pairs"); in which order they move makes no difference.
    """

    leader: str = ""
    within: float = NO_LIMIT_IN
    chain: float = 0.0
    kind: Literal["leader", "connected", "pairs"] = "leader"
    others: tuple[str, ...] = ()
