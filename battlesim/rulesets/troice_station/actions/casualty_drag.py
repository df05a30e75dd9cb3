"""Dragging casualties, and bringing them off the table. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics import group_moves
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.movement import GroupLink, Leg, Motion, leg_problem
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.events import CasualtySaved
from ..core.lookups import is_casualty, is_marker, move_allowance
from ..core.marks import HUGGED, STILL
from ..core.state import MARINES, Battle, Game
from ..ground.contact import pieces_in_contact
from ..ground.motion import foot_motion, rough_ground_under
from ..ground.surface import surface
from ..melee import rounds
from ..travel import path_travel
from . import move_actions, squad_groups, table_exit

DRAG = "TS-GAP-57"


def casualties_in_contact(state: Battle, piece: Piece) -> list[Piece]:
    """Return the casualties of a figure's own side that it touches."""
    return pieces_in_contact(
        state, piece, [p for p in state.table.pieces_of_side(piece.side) if is_casualty(p)]
    )


def why_cannot_drag(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot drag a casualty, or "" if it can."""
    if piece.has_mark(STILL):
        return move_actions.STANDS_STILL_TEXT
    if rough_ground_under(state, piece):
        return "casualties cannot be dragged over rough ground"
    return "" if casualties_in_contact(state, piece) else "no casualty is in contact"


def drag_motion(state: Battle, piece: str, allowance_fraction: float) -> Motion:
    """Return how a figure may move while dragging a casualty, with a fraction of its usual allowance."""
    mover = state.table.piece(piece)
    return table_exit.with_exit(
        state, foot_motion(state, mover, move_allowance(state, mover) * allowance_fraction)
    )


def perform_drag(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make one figure, or two in a group, drag a casualty. Return the ids of the figures that moved."""
    play = play.under_rule(DRAG)
    about = able[0]
    reached = {one: casualties_in_contact(play.state, play.state.table.piece(one)) for one in able}
    found = piece_options({p.id: p for near in reached.values() for p in near}.values())
    chosen = found[0]
    if len(found) > 1:
        chosen = yield from play.choose_one("casualty", MARINES, "Take whom along?", found, about=about)
    casualty = chosen.key
    helpers = [one for one, near in reached.items() if any(p.id == casualty for p in near)][:2]
    legs = yield from _order(play, helpers, move_actions.link_of(play.state, able), about)
    done = list[str]()
    for leg in legs:
        if (yield from rounds.break_off(play, leg.piece)):
            move_actions.mark_moved(play, leg.piece)
            gone = yield from path_travel.travel_path(play, leg.piece, leg.path)
            if leg.enters and not gone.ended_by:
                _saved(play, casualty)
                table_exit.leave_table(play, leg.piece)
        if len(legs) == 1:
            squad_groups.mark_stopped_straggler(play, leg.piece, leg.path[-1])
        done.append(leg.piece)
    _drop(play, casualty, done)
    return tuple(done)


def _order(
    play: Play[Game], helpers: Sequence[str], link: GroupLink | None, about: str
) -> Script[tuple[Leg, ...]]:
    """Ask for the helpers' moves; a helper that moves alone is asked again if its move is too long."""
    motions = [drag_motion(play.state, one, len(helpers) / 2) for one in helpers]
    given = yield from group_moves.ask_move_order(
        play, MARINES, motions, link, prompt="Take along", about=about
    )
    legs = tuple(leg for leg in given.legs if not group_moves.is_turn_only(leg))
    if len(legs) != 1 or len(helpers) == 1:
        return legs
    alone = drag_motion(play.state, legs[0].piece, 0.5)
    if leg_problem(play.state.table, alone, legs[0]) is None:
        return legs
    words = phrase("{figure} takes it along alone, up to {}", Ref(alone.piece), length_text(alone.allowance))
    again = yield from group_moves.ask_move_order(play, MARINES, [alone], link, prompt=words, about=about)
    return again.legs


def _saved(play: Play[Game], casualty: str) -> None:
    """Take a casualty off the table with its copies; record it as saved unless a Face Hugger is on it."""
    piece = play.state.table.piece(casualty)
    if piece.table_position is None:
        return
    if not piece.has_mark(HUGGED):
        play.emit(CasualtySaved(piece=casualty))
    table_exit.leave_table(play, casualty)


def _drop(play: Play[Game], casualty: str, helpers: Sequence[str]) -> None:
    """Put a casualty down in contact with the helper that dragged it."""
    state, piece = play.state, play.state.table.piece(casualty)
    here = [p for p in helpers if state.table.piece(p).table_position is not None]
    if piece.table_position is None or not here:
        return
    ground = surface(state.table.ground)
    others = tuple(p.id for p in state.table.standing_pieces() if not is_marker(p))
    room = PlacementArea(
        blocked=(*ground.solid, *ground.shut, *ground.difficulty), bases=others, touching=tuple(here[:1])
    )
    put_on_table(play, placements_near(state.table, room, [piece], piece.xy), how="drag")
