"""Moves of pieces and groups: ordered, carried out as far as still possible, one by one, after a leader.

Users: Mobile Infantry (units, swarms), Troice Station (squads, figure by figure), the rulesets of the tests.
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
"""What a piece may do, by the state of that moment and its id."""


class MoveOrder(msgspec.Struct, frozen=True):
    """A group's move as ordered: what each may do, and the legs in the order moved."""

    motions: tuple[Motion, ...] = ()
    legs: tuple[Leg, ...] = ()

    def motion(self, piece: str) -> Motion:
        """What one piece may do."""
        return next(motion for motion in self.motions if motion.piece == piece)

    @property
    def flying_pieces(self) -> tuple[str, ...]:
        """Those who move in flight."""
        return tuple(leg.piece for leg in self.legs if self.motion(leg.piece).flying)

    def unmoved(self, moved: Iterable[str]) -> list[str]:
        """Those who were to go somewhere and have not moved."""
        gone = frozenset(moved)
        return [leg.piece for leg in self.legs if leg.piece not in gone and not is_turn_only(leg)]


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
    """Ask a side for a move: nobody may end on another of those who move together."""
    able = with_group_occupied(motions)
    legs = yield from play.ask(
        MoveGroup(side=side, what="move", prompt=prompt, rule=rule, about=about, motions=able, link=link)
    )
    return MoveOrder(able, legs)


def is_turn_only(leg: Leg) -> bool:
    """Whether a leg leads nowhere: at most a new facing."""
    return len(set(leg.path)) == 1 and not leg.enters


def carry_out_legs(
    play: Play[Any], legs: Sequence[Leg], motion_of: MotionLookup, rule: str = "", how: str = "move"
) -> tuple[str, ...]:
    """Move the pieces of these legs in one event; who changed place.

    What room ran out for when its turn came is not entered; free facings are part of the event.
    """
    parts = leg_travels(play.state, legs, motion_of)
    if parts:
        play.emit(PiecesMoved(rule=rule, parts=parts, how=how))
    return tuple(part.piece for part in parts if _elsewhere(part.old, part.new))


def leg_travels(state: AnyState, legs: Sequence[Leg], motion_of: MotionLookup) -> tuple[PieceTravel, ...]:
    """What becomes of legs, each looked at with those before it gone."""
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
    """Where a leg leads; who only turns keeps its place, also on a wall."""
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
    """Carry legs out one by one in their order, each as soon as its way is open; those that never were.

    So each of those who move may set something off as it ends, and a way that was shut meanwhile is not gone.
    """
    waiting = list(legs)
    while (leg := next((leg for leg in waiting if is_open(leg)), None)) is not None:
        waiting.remove(leg)
        yield from carry_out(leg)
    return tuple(waiting)


def leg_toward_leader(table: Table, motion: Motion, leader: str) -> Leg | None:
    """The way toward a leader as far as the allowance goes, ending nearer; None when none leads nearer."""
    start = measured_shape(table, table.piece(motion.piece))
    here = (start.x, start.y) if isinstance(start, MeasuredBase) else start.rings[0][0]
    goal = reference_point(table, table.piece(leader), here)
    return leg_toward(table, msgspec.structs.replace(motion, ends=(EndNearer(leader),)), goal)
