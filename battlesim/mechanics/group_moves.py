"""Moves of single pieces and groups: asking for the move, carrying it out, and following a leader.

Users: Mobile Infantry (units, swarms), Troice Station (squads, single figures), Invasion Earth, Stargrunt,
the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import MoveGroup
from battlesim.rulings.movement import (
    EndNearer,
    GroupLink,
    Leg,
    Motion,
    leg_problem,
    leg_toward,
    place_after_leg,
    with_group_occupied,
)
from battlesim.rulings.piece_gaps import MeasuredBase, measured_shape, reference_point
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import OnTable, Place
from battlesim.table.state import AnyState, Table

MotionLookup = Callable[[Any, str], Motion]
"""A function from the current state and a piece id to what the piece may do."""


class MoveOrder(msgspec.Struct, frozen=True):
    """A group move ordered by a player: the limits on each piece's move, and the pieces' moves in order."""

    motions: tuple[Motion, ...] = ()
    legs: tuple[Leg, ...] = ()

    def motion(self, piece: str) -> Motion:
        """Return the limits on the move of the piece with the given id."""
        return next(motion for motion in self.motions if motion.piece == piece)

    @property
    def flying_pieces(self) -> tuple[str, ...]:
        """The ids of the pieces that fly in this move."""
        return tuple(leg.piece for leg in self.legs if self.motion(leg.piece).flying)

    def unmoved(self, moved: Iterable[str]) -> list[str]:
        """Return the ids of the pieces that were ordered to another position but are not in `moved`."""
        moved_ids = frozenset(moved)
        return [leg.piece for leg in self.legs if leg.piece not in moved_ids and not is_turn_only(leg)]


def ask_move_order(
    play: Play[Any],
    side: SideKey,
    motions: Iterable[Motion],
    link: GroupLink | None = None,
    *,
    rule: str = "",
    prompt: AnyText,
    about: str,
) -> Script[MoveOrder]:
    """Ask a side to move a group so that no two bases overlap at the end. Return the ordered move.

    Raises ValueError if the leader of the group does not exist, because the group could not be checked then.
    """
    if link and link.leader and link.leader not in play.state.table.pieces:
        raise ValueError(
            f"the leader {link.leader!r} of a GroupLink is not a piece in this battle: use the id of a piece"
        )
    legal = with_group_occupied(motions)
    legs = yield from play.ask(
        MoveGroup(side=side, what="move", prompt=prompt, rule=rule, about=about, motions=legal, link=link)
    )
    return MoveOrder(legal, legs)


def is_turn_only(leg: Leg) -> bool:
    """Return whether a move only rotates the piece and does not change its position."""
    return len(set(leg.path)) == 1 and not leg.enters


def carry_out_legs(
    play: Play[Any], legs: Sequence[Leg], motion_of: MotionLookup, rule: str = "", how: str = "move"
) -> tuple[str, ...]:
    """Carry out the moves of several pieces in a single event. Return the ids of the pieces that moved.

    A piece does not enter an object that has become full in the meantime. Pieces that only turn are in the
    event, but their ids are not returned.
    """
    parts = leg_travels(play.state, legs, motion_of)
    if parts:
        play.emit(PiecesMoved(rule=rule, parts=parts, how=how))
    return tuple(part.piece for part in parts if _elsewhere(part.old, part.new))


def leg_travels(state: AnyState, legs: Sequence[Leg], motion_of: MotionLookup) -> tuple[PieceTravel, ...]:
    """Return the moves of several pieces, each with its old place, new place, path and cost.

    The moves are made in the given order. A move into an object that earlier moves have filled is left out.
    """
    parts: list[PieceTravel] = []
    for number, leg in enumerate(legs):
        waiting = {later.piece for later in legs[number + 1 :]}
        motion, table = motion_of(state, leg.piece), state.table
        motion = msgspec.structs.replace(
            motion, occupied=tuple(p for p in motion.occupied if p not in waiting)
        )
        if parts and leg.enters and leg_problem(table, motion, leg) is not None:
            continue
        entry = next((e for e in motion.entries if e.id == leg.enters), None)
        old, new = table.piece(leg.piece).place, _place(table, motion, leg)
        parts.append(PieceTravel(leg.piece, old, new, leg.path, entry.cost if entry else 0.0))
        state = state.with_table(table.with_place(leg.piece, new))
    return tuple(parts)


def _place(table: Table, motion: Motion, leg: Leg) -> Place:
    """Return the place at the end of a leg; a piece that only turns keeps its place, even on a wall."""
    place = table.piece(leg.piece).place
    if not is_turn_only(leg) or motion.leaving or not isinstance(place, OnTable):
        return place_after_leg(table, motion, leg)
    return place if leg.facing is None else msgspec.structs.replace(place, facing=leg.facing)


def _elsewhere(old: Place, new: Place) -> bool:
    if isinstance(old, OnTable) and isinstance(new, OnTable):
        return (old.x, old.y, old.on) != (new.x, new.y, new.on)
    return old != new


def carry_out_one_by_one(
    legs: Iterable[Leg], is_open: Callable[[Leg], bool], carry_out: Callable[[Leg], Script[None]]
) -> Script[tuple[Leg, ...]]:
    """Move several pieces, each as soon as its path is free. Return the moves that remained blocked.

    The end of a move may trigger rules that block the path of another piece.
    """
    waiting = list(legs)
    while (leg := next((leg for leg in waiting if is_open(leg)), None)) is not None:
        waiting.remove(leg)
        yield from carry_out(leg)
    return tuple(waiting)


def leg_toward_leader(table: Table, motion: Motion, leader: str) -> Leg | None:
    """Return the longest legal move toward the leader, or None if no move ends nearer to the leader."""
    start = measured_shape(table, table.piece(motion.piece))
    here = (start.x, start.y) if isinstance(start, MeasuredBase) else start.rings[0][0]
    goal = reference_point(table, table.piece(leader), here)
    return leg_toward(table, msgspec.structs.replace(motion, ends=(EndNearer(leader),)), goal)
