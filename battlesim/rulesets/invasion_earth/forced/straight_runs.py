"""Forced moves straight toward or away from something, or off the table, in inches and degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.behaviour.forced_acts import announce_forced_act, text_with_course
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing, point_in_direction
from battlesim.geometry.constants import TOL
from battlesim.geometry.placement import push_base
from battlesim.geometry.shapes import Point
from battlesim.mechanics.turns import PiecesActed
from battlesim.rulings.movement import Leg, Motion, ending_space, passing_space
from battlesim.rulings.piece_gaps import piece_gaps
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.result_tables import ResultTable
from battlesim.table.state import Table

from ..core.lookups import standing_enemies
from ..core.state import Battle, Game
from ..ground.motion import MOVE, MOVE_FAST, gait_motion, move_rate
from ..travel.travel import travel_leg

TIES = "IE-GAP-50"
EDGE = "IE-GAP-51"
TIE_TOLERANCE_IN = 0.005
"""How much farther than the nearest model another one may be and still tie with it, inches."""
STEP_IN = 0.05
"""The step by which a straight run is shortened until its end is free, inches."""


def fastest_gait(table: Table, piece: Piece) -> str:
    """Return the gait (way of moving, such as MOVE FAST) with a model's highest rate."""
    return MOVE_FAST if move_rate(table, piece, MOVE_FAST) > 0.0 else MOVE


def forced_motion(state: Battle, piece: Piece, gait: str, allowance: float) -> Motion:
    """Return how a model may move when forced: it may turn first, and end in contact with enemies."""
    motion = gait_motion(state, piece, gait, allowance)
    return msgspec.structs.replace(motion, heading=msgspec.UNSET, ends=())


def straight_leg_toward(
    state: Battle, piece: Piece, gait: str, direction: float, distance: float
) -> Leg | None:
    """Return a move straight in a direction, as far as there is room, or None if there is no room."""
    motion = forced_motion(state, piece, gait, distance)
    space = passing_space(state.table, motion).without_overlaps_at(piece.xy)
    end, _ = push_base(space, piece.xy, direction, distance)
    free = ending_space(state.table, motion)
    far = math.dist(piece.xy, end)
    while far > TOL:
        x, y = point_in_direction(piece.xy, direction, far)
        point = (round(x, 3), round(y, 3))
        if not free.obstructions(point):
            return Leg(piece.id, (piece.xy, point), round(direction, 3))
        far -= STEP_IN
    return None


def announce_leg(
    play: Play[Game],
    piece: str,
    leg: Leg | None,
    text: AnyText,
    at: Sequence[str],
    rule: str,
    table: ResultTable | None = None,
) -> None:
    """Announce what a model is forced to do, showing its move, if any."""
    if leg is not None:
        text = text_with_course(play.state.table, text, leg.path)
    announce_forced_act(play, [piece], text, paths=[leg.path] if leg else [], at=at, rule=rule, table=table)


def run_straight(
    play: Play[Game],
    piece: str,
    direction: float,
    distance: float,
    rule: str,
    text: AnyText,
    at: Sequence[str] = (),
    table: ResultTable | None = None,
) -> Script[bool]:
    """Announce and carry out a straight run in a direction. Return False if a reaction ended it."""
    own = play.state.table.piece(piece)
    gait = fastest_gait(play.state.table, own)
    leg = straight_leg_toward(play.state, own, gait, direction, distance)
    announce_leg(play, piece, leg, text, at, rule, table)
    if leg is None:
        return True
    motion = forced_motion(play.state, own, gait, distance)
    return (yield from travel_leg(play, leg, motion, rule, gait))


def nearest_models(state: Battle, piece: Piece, others: Sequence[Piece]) -> list[Piece]:
    """Return the models nearest to a model, base edge to base edge, including ties, sorted by id."""
    if not others:
        return []
    gaps = piece_gaps(state.table, piece, others)
    return [other for other, gap in zip(others, gaps, strict=True) if gap <= min(gaps) + TIE_TOLERANCE_IN]


def choose_nearest(play: Play[Game], piece: str, others: Sequence[Piece]) -> Script[str]:
    """Return the id of the nearest of the given models, or "" if none; an enemy chooses in a tie."""
    own = play.state.table.piece(piece)
    tied = nearest_models(play.state, own, others)
    if len(tied) < 2:
        return tied[0].id if tied else ""
    options = [Option(other.id, other.name, (other.id,)) for other in tied]
    words = phrase("Which of the nearest models does {model} go for?", Ref(piece))
    side = _deciding_enemy(play.state, own)
    chosen = yield from play.choose_one(
        "tie", side, words, options, rule=TIES, about=piece, least=options[0].key
    )
    return chosen.key


def _deciding_enemy(state: Battle, piece: Piece) -> SideKey:
    """Return the enemy side whose turn comes next."""
    order = state.game.phases
    later = [*order[order.index(state.game.phase) + 1 :], *order]
    standing = {enemy.side for enemy in standing_enemies(state, piece)}
    return SideKey(
        next(side for side in later if side != piece.side and (side in standing or len(order) == 2))
    )


def nearest_edge(state: Battle, point: Point) -> tuple[float, float]:
    """Return the direction in degrees from a point to the nearest table edge, and the distance.

    In a tie, the edge met first clockwise from the +y edge counts.
    """
    ground = state.table.ground
    edges = (
        (90.0, ground.height - point[1]),
        (0.0, ground.width - point[0]),
        (270.0, point[1]),
        (180.0, point[0]),
    )
    return min(edges, key=lambda edge: round(edge[1], 3))


def leave_over_edge(
    play: Play[Game], piece: str, distance: float, rule: str, text: AnyText, table: ResultTable
) -> Script[None]:
    """Run a model straight to the nearest table edge, and remove it if its base reaches the edge."""
    own = play.state.table.piece(piece)
    direction, far = nearest_edge(play.state, own.xy)
    on = yield from run_straight(
        play, piece, direction, min(distance, far - own.radius), rule, text, table=table
    )
    left = play.state.table.pieces[piece]
    if on and left.table_position and nearest_edge(play.state, left.xy)[1] <= left.radius + STEP_IN:
        play.move_piece(piece, Off("left"), "leave", rule=EDGE)


def direction_to(origin: Piece, target: Piece) -> float:
    """Return the direction from one model to another in degrees."""
    return bearing(origin.xy, target.xy)


def end_forced_act(play: Play[Game], piece: str, rule: str) -> None:
    """Use up the action of a model that has been forced to act."""
    play.emit(PiecesActed(rule=rule, acted=(piece,)))
