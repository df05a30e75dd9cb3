"""Moving, running, crossing and dragging a casualty, by figures one after the other. Inches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics import group_moves
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import GroupLink, Leg, Motion, leg_problem, with_group_occupied
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core import pips
from ..core.facts import is_active, move_of
from ..core.marks import CARRIED, MOVED, RAN, STILL
from ..core.state import MARINES, Battle, Game
from ..ground.motion import growth_about, motion, room_to_stand
from ..melee import rounds
from ..passage import course, crossing
from . import exits, group, spreading

RUN = "TS-MOVE-02"
MOVE = "TS-ACT-06"
CROSS = "TS-ACT-07"
STANDS_STILL = "it aims and stands still"


class Gait(NamedTuple):
    """A way of moving: its rule, whether a die is added, whether it leads over obstacles."""

    rule: str
    word: str
    runs: bool = False
    crosses: bool = False


MOVING, RUNNING = Gait(MOVE, "Move"), Gait(RUN, "Run", runs=True)
CROSSING = Gait(CROSS, "Cross", crosses=True)


def _crosses(state: Battle, gait: Gait) -> bool:
    return gait.crosses or state.game.parameters.any_move_crosses


def why_not(gait: Gait, state: Battle, piece: Piece) -> AnyText:
    """Why a figure cannot move so."""
    if piece.has_mark(STILL):
        return STANDS_STILL
    growth = growth_about(state, piece)
    if growth and not _crosses(state, gait):
        return phrase("it stands in {}, which takes a test to move in", Ref(growth))
    return ""


def perform(gait: Gait, play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Have figures move; who took part. Whoever's way was shut by what happened before is asked again.

    The die of a run is not rolled for nothing: where it takes nobody anywhere, all who rolled it have run.
    """
    play = play.under_rule(gait.rule)
    extra = yield from _dice(play, gait, able)
    left, moved = list(able), list[str]()
    while left:
        legs = yield from _order(play, gait, left, extra, alone=len(able) == 1)
        gone = yield from _go(play, gait, legs, extra)
        moved += gone
        left = [leg.piece for leg in legs if leg.piece not in moved and _can_go(play.state, leg.piece)]
    return tuple(moved) or (tuple(able) if gait.runs else ())


def _can_go(state: Battle, piece: str) -> bool:
    return is_active(state.table.piece(piece))


def _dice(play: Play[Game], gait: Gait, able: Sequence[str]) -> Script[Mapping[str, int]]:
    """What running adds: one die for all, or one for each (TS-GAP-37)."""
    if not gait.runs:
        return dict.fromkeys(able, 0)
    each = play.state.game.parameters.run_each
    faces = yield from play.roll_dice([6] * (len(able) if each else 1), "run", by=", ".join(able))
    return dict(zip(able, faces if each else faces * len(able), strict=True))


def able_to(state: Battle, gait: Gait, piece: str, extra: int) -> Motion:
    """What a figure may do in such a move."""
    mover = state.table.piece(piece)
    return exits.added(state, motion(state, mover, move_of(state, mover) + extra, _crosses(state, gait)))


def _order(
    play: Play[Game], gait: Gait, movers: Sequence[str], extra: Mapping[str, int], alone: bool
) -> Script[tuple[Leg, ...]]:
    motions, link = able_together(play.state, gait, movers, extra)
    squad = play.state.table.piece(movers[0]).unit
    spread = spreading.is_spread(play.state, squad)
    about = movers[0] if alone else squad
    given = yield from group_moves.ask_move_order(play, MARINES, motions, link, prompt=gait.word, about=about)
    legs = tuple(leg for leg in given.legs if not group_moves.is_turn_only(leg))
    if spread and link and not legs:
        spreading.note_stuck(play, squad)
    elif len(movers) > 1 and not link and not group.apart(play.state, squad):
        spreading.note_order(play, squad, motions, legs)
    return legs


def able_together(
    state: Battle, gait: Gait, movers: Sequence[str], extra: Mapping[str, int]
) -> tuple[tuple[Motion, ...], GroupLink | None]:
    """What figures may do together, and what holds them together where they pay as a group.

    A group that fate has parted on its way is held by nothing for the rest of it. One that its owner has
    spread out has to come together with its last pip.
    """
    motions = with_group_occupied(able_to(state, gait, piece, extra[piece]) for piece in movers)
    return motions, link_of(state, movers)


def link_of(state: Battle, movers: Sequence[str]) -> GroupLink | None:
    """Return what figures who move for the price of a group have to hold to at the end; None for nothing."""
    squad = state.table.piece(movers[0]).unit
    whole = spreading.is_spread(state, squad) or not group.apart(state, squad)
    held = len(movers) > 1 and _held(state, squad) and whole
    return group.link(state, squad) if held else None


def _held(state: Battle, squad: UnitId) -> bool:
    """Whether a group has to end this move together: each one, or by option the last of an activation."""
    return state.game.parameters.coherent_each_action or pips.pool(state, squad) <= 1


def _go(
    play: Play[Game], gait: Gait, legs: Sequence[Leg], extra: Mapping[str, int]
) -> Script[tuple[str, ...]]:
    """Roll all tests, then move one after the other; who did, be it that a die has stopped him."""
    done = list[str]()
    paths = {}
    for leg in legs:
        if _crosses(play.state, gait):
            full = able_to(play.state, gait, leg.piece, extra[leg.piece]).allowance
            paths[leg.piece] = yield from crossing.way_left(play, leg.piece, leg.path, full)

    def is_open(leg: Leg) -> bool:
        state = play.state
        if not _can_go(state, leg.piece):
            return False
        return leg_problem(state.table, able_to(state, gait, leg.piece, extra[leg.piece]), leg) is None

    def go(leg: Leg) -> Script[None]:
        done.append(leg.piece)
        path = paths.get(leg.piece, leg.path)
        if path != leg.path:
            path = room_to_stand(play.state, play.state.table.piece(leg.piece), path)
        yield from _move(play, gait, msgspec.structs.replace(leg, path=path))
        if len(legs) == 1:
            group.halted(play, leg.piece, leg.path[-1])

    yield from group_moves.carry_out_one_by_one(legs, is_open, go)
    return tuple(done)


def _move(play: Play[Game], gait: Gait, leg: Leg) -> Script[None]:
    """One figure breaks off if it has to, and goes."""
    piece = leg.piece
    if not (yield from rounds.break_off(play, piece)):
        return
    mark_moved(play, piece, runs=gait.runs)
    gone = yield from course.travel(play, piece, leg.path, how="run" if gait.runs else "move")
    if leg.enters and not gone.why:
        exits.leave(play, piece)


def mark_moved(play: Play[Game], piece: str, runs: bool = False) -> None:
    """Mark a figure that begins to move; by option an HMG must be set up after it."""
    for mark in (MOVED, *((RAN,) if runs else ())):
        set_mark(play, [piece], mark, 1)
    if play.state.table.piece(piece).kind == "hmg" and play.state.game.parameters.hmg_set_up:
        set_mark(play, [piece], CARRIED, 1)


def acts_of(gait: Gait) -> tuple[partial[AnyText], partial[Script[tuple[str, ...]]]]:
    """Who can move so, and how it is done."""
    return partial(why_not, gait), partial(perform, gait)
