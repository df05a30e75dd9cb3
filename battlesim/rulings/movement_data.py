"""Moves as plain data: how a piece may move (`Motion`), its move (`Leg`), and the coherency of groups.

A move can be checked with these data and the table alone, without the ruleset. Lengths are in inches, angles
in degrees.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.shapes import Point, Ring


class GroundCost(msgspec.Struct, frozen=True):
    """Terrain in which each inch of a path costs `factor` inches of the movement allowance."""

    terrain: str
    factor: float


class ClimbCost(msgspec.Struct, frozen=True):
    """A thin piece of terrain, such as a wall, that can be climbed over for `cost` extra inches."""

    terrain: str
    cost: float


class GuardedObject(msgspec.Struct, frozen=True):
    """Terrain defended by pieces. A figure that touches it is in contact with the guards near the figure.

    A guard is near if it is within `within` inches of the figure.
    """

    terrain: str
    guards: tuple[str, ...]
    within: float = NO_LIMIT_IN


class EntryPoints(msgspec.Struct, frozen=True):
    """Terrain that a figure can enter only within `within` inches of any of the given points."""

    terrain: str
    points: tuple[Point, ...]
    within: float = 1.0


class PathToll(msgspec.Struct, frozen=True):
    """Terrain or an opening that adds `extra` inches to a path when routes are compared.

    The toll is not part of the cost of the move. It is charged whenever the base enters the object, no matter
    how wide the object is. Routes are planned as if the object did not block movement.
    """

    terrain: str
    extra: float


ENTRY_PREPOSITIONS: Final = {"inside": "into", "post": "onto", "aboard": "aboard", "edge": "over"}
"""The preposition for each kind of entry."""


class EntryOption(msgspec.Struct, frozen=True):
    """An object that a piece may enter from base contact, at a cost of `cost` inches.

    `how` is "inside" (a building), "post" (on top of a wall), "aboard" (another piece) or "edge" (off the
    table). For "edge", `stretch` holds the two ends of the part of the table edge that may be crossed. The
    path then ends there with the centre of the base, which may overhang the edge on the last segment. `full`
    is the reason why there is no room in the object, or "" if there is.
    """

    id: str
    cost: float
    how: str = "inside"
    full: str = ""
    stretch: Ring = ()


class EndNear(msgspec.Struct, frozen=True, tag="near"):
    """The rule that a piece must end its move within `within` inches of any of the given pieces."""

    pieces: tuple[str, ...]
    within: float


class EndApart(msgspec.Struct, frozen=True, tag="apart"):
    """The rule that a piece must end its move at least `least` inches away from each of the given pieces."""

    pieces: tuple[str, ...]
    least: float


class EndNearer(msgspec.Struct, frozen=True, tag="nearer"):
    """The rule that a piece must end its move nearer to the given piece than it was at the start."""

    piece: str


class EndInZone(msgspec.Struct, frozen=True, tag="zone"):
    """The rule that a piece must end its move in a zone: its centre or, if `wholly`, its whole base."""

    rings: tuple[Ring, ...]
    wholly: bool = False


class EndAny(msgspec.Struct, frozen=True, tag="any"):
    """The rule that a piece must end its move in a way that satisfies at least one of several rules."""

    rules: tuple[EndNear | EndApart | EndNearer | EndInZone, ...]


EndRule = EndNear | EndApart | EndNearer | EndInZone | EndAny


class HeadingLimit(msgspec.Struct, frozen=True):
    """A limit on the directions of a path and on the final facing: at most `within` degrees from `facing`."""

    facing: float
    within: float


class Motion(msgspec.Struct, frozen=True):
    """How a piece may move: its start, its movement allowance, and the obstacles, costs and end rules.

    `starts` holds lines on which the path may begin (a line of a single point is a position). `leaving` is
    the object that the piece is in or on. The piece is first placed in contact with its outline at no cost,
    and `starts` is ignored. A path may neither pass through nor end on `blocked` terrain or `hindering`
    pieces. It may pass through but not end on `climbs` and `occupied` pieces. A flying move is restricted
    only at its end. `tolls` influence the choice of the path but cost nothing. `heading` limits the
    directions of the path and the final facing. `level` is the height at which a piece in the air flies.
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
    level: float | msgspec.UnsetType = msgspec.UNSET

    @property
    def must_keep_away(self) -> bool:
        """True if a rule requires the piece to end its move at some distance from other pieces."""
        return any(isinstance(rule, EndApart) for rule in self.ends)


def with_group_occupied(motions: Iterable[Motion]) -> tuple[Motion, ...]:
    """Return copies of the limits on a group's moves in which no piece may end on another of the group."""
    able = tuple(motions)
    group = tuple(motion.piece for motion in able)
    return tuple(_beside(motion, group) for motion in able)


def _beside(motion: Motion, group: tuple[str, ...]) -> Motion:
    others = (piece for piece in group if piece != motion.piece and piece not in motion.hindering)
    return msgspec.structs.replace(motion, occupied=tuple(dict.fromkeys((*motion.occupied, *others))))


class Leg(msgspec.Struct, frozen=True):
    """The move of a single piece: the path of its centre, its final facing, and any object it enters."""

    piece: str
    path: tuple[Point, ...]
    facing: float | None = None
    enters: str = ""

    @property
    def end(self) -> Point:
        """The last point of the path of the move."""
        return self.path[-1]


LinkKind = Literal["leader", "connected", "pairs", "column"]


class GroupLink(msgspec.Struct, frozen=True):
    """The coherency that a group must have at the end of a move: how close together its pieces must be.

    With a leader, each piece must end within `within` inches of the leader or, if `chain` > 0, within `chain`
    inches of a piece that is in coherency and does not move again. The leader moves first. Without a leader,
    the order of moves does not matter, and `kind` applies to all moving pieces and `others`. "connected"
    means that gaps of at most `within` inches join them, "pairs" that all gaps between them are at most that
    wide, and "column" that they stand in single file with such gaps. The group is also in coherency if all
    base centres lie in a circle with a diameter of `circle` inches. `GroupLink()` allows everything. Raises
    ValueError if `kind` is unknown, or if `within` is limited for the kind "leader" but there is no leader.
    """

    leader: str = ""
    within: float = NO_LIMIT_IN
    chain: float = 0.0
    kind: LinkKind = "leader"
    others: tuple[str, ...] = ()
    circle: float | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if the fields are such that coherency would silently not be checked."""
        kinds = get_args(LinkKind)
        if self.kind not in kinds:
            raise ValueError(f"a GroupLink cannot have the kind {self.kind!r}: use {', '.join(kinds)}")
        if self.kind == "leader" and not self.leader and self.within < NO_LIMIT_IN:
            raise ValueError(
                f"a GroupLink within {self.within} in needs the id of its leader or kind='connected'"
            )


class MeasuredMotion(msgspec.Struct, frozen=True):
    """The limits on the straight move of the figure that is measured for its group.

    A vehicle, whose base is not round, can be named wherever terrain is named. A base that touches it stops
    unless its centre gets in.

    The line begins at the figure or, if `starts` is given, anywhere on these lines. `inside` is the terrain
    within which the group may be placed again. The line ends where the centre enters any of the `features`,
    on the far side of any of the `barriers`, and where the base meets `blocked` terrain, a `guarded` object,
    an enemy or the edge of the table. It does not end on `occupied` pieces. It keeps a gap of `apart` inches
    to enemies and of `shun_gap` inches to `shunned` pieces. Terrain in `jumps` is crossed if it is narrower
    than `jump_width` along the line. Terrain in `climbs` is climbed over, and the height given with it counts
    as distance both up and down. A line over `platforms` ends at the last edge before a gap of at least
    `jump_width`. If `whole` is True, the move uses the whole allowance.
    """

    piece: str
    radius: float
    allowance: float
    starts: tuple[Ring, ...] = ()
    inside: str = ""
    features: tuple[str, ...] = ()
    entries: tuple[EntryPoints, ...] = ()
    barriers: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    jumps: tuple[str, ...] = ()
    jump_width: float = 0.0
    guarded: tuple[GuardedObject, ...] = ()
    enemies: tuple[str, ...] = ()
    shunned: tuple[str, ...] = ()
    shun_gap: float = 0.0
    occupied: tuple[str, ...] = ()
    apart: float = 0.0
    heading: HeadingLimit | msgspec.UnsetType = msgspec.UNSET
    whole: bool = False
    climbs: tuple[tuple[str, float], ...] | msgspec.UnsetType = msgspec.UNSET
    platforms: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
