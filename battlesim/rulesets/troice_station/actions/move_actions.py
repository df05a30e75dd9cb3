"""Moving, running and crossing obstacles, figure by figure. Lengths are in inches."""

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
from ..core.lookups import is_active, move_allowance
from ..core.marks import CARRIED, MOVED, RAN, STILL
from ..core.state import MARINES, Battle, Game
from ..ground.motion import foot_motion, path_to_free_end, rough_ground_under
from ..melee import rounds
from ..travel import obstacle_tests, path_travel
from . import group_spreading, squad_groups, table_exit

RUN = "TS-MOVE-02"
MOVE = "TS-ACT-06"
CROSS = "TS-ACT-07"
STANDS_STILL_TEXT = "it aims and stands still"


class MoveKind(NamedTuple):
    """A kind of move with its rule and label.

    If `runs` is true, a die is added to the allowance; if `crosses` is true, the move can cross obstacles.
    """

    rule: str
    label: str
    runs: bool = False
    crosses: bool = False


MOVE_KIND, RUN_KIND = MoveKind(MOVE, "Move"), MoveKind(RUN, "Run", runs=True)
CROSS_KIND = MoveKind(CROSS, "Cross", crosses=True)


def _crosses(state: Battle, gait: MoveKind) -> bool:
    return gait.crosses or state.game.parameters.any_move_crosses


def why_cannot_move(move_kind: MoveKind, state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot make a kind of move, or "" if it can."""
    if piece.has_mark(STILL):
        return STANDS_STILL_TEXT
    growth = rough_ground_under(state, piece)
    if growth and not _crosses(state, move_kind):
        return phrase("it stands in {growth}, where moving takes a test", Ref(growth))
    return ""


def perform_move(move_kind: MoveKind, play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures move, asking again if a path becomes blocked. Return the ids of those that moved.

    A run is used up when its die is rolled: if no figure moves then, all of them are returned.
    """
    play = play.under_rule(move_kind.rule)
    extra = yield from _dice(play, move_kind, able)
    left, moved = list(able), list[str]()
    while left:
        legs = yield from _order(play, move_kind, left, extra, alone=len(able) == 1)
        gone = yield from _go(play, move_kind, legs, extra)
        moved += gone
        left = [leg.piece for leg in legs if leg.piece not in moved and _can_go(play.state, leg.piece)]
    return tuple(moved) or (tuple(able) if move_kind.runs else ())


def _can_go(state: Battle, piece: str) -> bool:
    return is_active(state.table.piece(piece))


def _dice(play: Play[Game], gait: MoveKind, able: Sequence[str]) -> Script[Mapping[str, int]]:
    """Return the inches that a run adds for each figure: one die for all, or a die each (TS-GAP-37)."""
    if not gait.runs:
        return dict.fromkeys(able, 0)
    each = play.state.game.parameters.run_each
    faces = yield from play.roll_dice([6] * (len(able) if each else 1), "run", by=", ".join(able))
    return dict(zip(able, faces if each else faces * len(able), strict=True))


def figure_motion(state: Battle, move_kind: MoveKind, piece: str, extra: int) -> Motion:
    """Return how a figure may make a kind of move; a run adds `extra` inches to its allowance."""
    mover = state.table.piece(piece)
    return table_exit.with_exit(
        state, foot_motion(state, mover, move_allowance(state, mover) + extra, _crosses(state, move_kind))
    )


def _order(
    play: Play[Game], gait: MoveKind, movers: Sequence[str], extra: Mapping[str, int], alone: bool
) -> Script[tuple[Leg, ...]]:
    motions, link = group_motions(play.state, gait, movers, extra)
    squad = play.state.table.piece(movers[0]).unit
    spread = group_spreading.is_spread(play.state, squad)
    about = movers[0] if alone else squad
    given = yield from group_moves.ask_move_order(
        play, MARINES, motions, link, prompt=gait.label, about=about
    )
    legs = tuple(leg for leg in given.legs if not group_moves.is_turn_only(leg))
    if spread and link and not legs:
        group_spreading.note_stuck(play, squad)
    elif len(movers) > 1 and not link and not squad_groups.why_group_is_split(play.state, squad):
        group_spreading.note_spread_order(play, squad, motions, legs)
    return legs


def group_motions(
    state: Battle, move_kind: MoveKind, movers: Sequence[str], extra: Mapping[str, int]
) -> tuple[tuple[Motion, ...], GroupLink | None]:
    """Return how each of the given figures may move, and what keeps them together at the end, or None.

    A group split by events during its move need not stay together for the rest of it. A group spread out by
    its player must regroup with its last pip (action point).
    """
    motions = with_group_occupied(figure_motion(state, move_kind, piece, extra[piece]) for piece in movers)
    return motions, link_of(state, movers)


def link_of(state: Battle, movers: Sequence[str]) -> GroupLink | None:
    """Return the rule that keeps figures together at the end of a group move, or None if there is none."""
    squad = state.table.piece(movers[0]).unit
    whole = group_spreading.is_spread(state, squad) or not squad_groups.why_group_is_split(state, squad)
    held = len(movers) > 1 and _held(state, squad) and whole
    return squad_groups.group_link(state, squad) if held else None


def _held(state: Battle, squad: UnitId) -> bool:
    """Return whether a group must end this move together; an option requires it only for the last pip."""
    return state.game.parameters.coherent_each_action or pips.squad_pips(state, squad) <= 1


def _go(
    play: Play[Game], gait: MoveKind, legs: Sequence[Leg], extra: Mapping[str, int]
) -> Script[tuple[str, ...]]:
    """Roll all tests, move the figures one by one, and return those that moved or that a die stopped."""
    done = list[str]()
    paths = {}
    for leg in legs:
        if _crosses(play.state, gait):
            full = figure_motion(play.state, gait, leg.piece, extra[leg.piece]).allowance
            paths[leg.piece] = yield from obstacle_tests.path_after_tests(play, leg.piece, leg.path, full)

    def is_open(leg: Leg) -> bool:
        state = play.state
        if not _can_go(state, leg.piece):
            return False
        return leg_problem(state.table, figure_motion(state, gait, leg.piece, extra[leg.piece]), leg) is None

    def go(leg: Leg) -> Script[None]:
        done.append(leg.piece)
        path = paths.get(leg.piece, leg.path)
        if path != leg.path:
            path = path_to_free_end(play.state, play.state.table.piece(leg.piece), path)
        yield from _move(play, gait, msgspec.structs.replace(leg, path=path))
        if len(legs) == 1:
            squad_groups.mark_stopped_straggler(play, leg.piece, leg.path[-1])

    yield from group_moves.carry_out_one_by_one(legs, is_open, go)
    return tuple(done)


def _move(play: Play[Game], gait: MoveKind, leg: Leg) -> Script[None]:
    """Move a figure along its leg, after it has broken off from melee if necessary."""
    piece = leg.piece
    if not (yield from rounds.break_off(play, piece)):
        return
    mark_moved(play, piece, runs=gait.runs)
    gone = yield from path_travel.travel_path(play, piece, leg.path, how="run" if gait.runs else "move")
    if leg.enters and not gone.ended_by:
        table_exit.leave_table(play, piece)


def mark_moved(play: Play[Game], piece: str, runs: bool = False) -> None:
    """Mark a figure as having moved or run; an option then requires an HMG to be set up again."""
    for mark in (MOVED, *((RAN,) if runs else ())):
        set_mark(play, [piece], mark, 1)
    if play.state.table.piece(piece).kind == "hmg" and play.state.game.parameters.hmg_set_up:
        set_mark(play, [piece], CARRIED, 1)


def action_functions(move_kind: MoveKind) -> tuple[partial[AnyText], partial[Script[tuple[str, ...]]]]:
    """Return two functions for a kind of move: why a figure cannot make it, and the move's script."""
    return partial(why_cannot_move, move_kind), partial(perform_move, move_kind)
