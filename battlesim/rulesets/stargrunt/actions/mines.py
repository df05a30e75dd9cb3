"""Optional mines, which go off when a figure comes near them, on whatever kind of move."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from battlesim.behaviour.forced_acts import announce_forced_act
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.path_overlap import inches_to_contact
from battlesim.geometry.paths import polyline_length, split_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics.counters import remove_counters
from battlesim.mechanics.interrupted_moves import END, MoveProgress, PathStop, StopKind, travel
from battlesim.rulings.movement import Leg, place_after_leg
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.table.events import MarkerRemoved, PiecesMoved, PieceTravel
from battlesim.table.ids import MarkerId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Marker, OnTable, Place

from ..core.lookups import is_counter, is_ok
from ..core.marks import FOUND_MINE, IMMOBILISED, MINE
from ..core.state import Battery, Battle, Game, Mission
from ..ground.motion import figure_motion
from ..hidden.reveal import mine_under
from ..support.arrival import resolve_bursts

GOES_OFF = "SG-GAP-139"
TRIGGER_IN = 2.0
"""How near to a mine the base of a figure sets it off, inches."""
ROOM_STEP_IN = 0.1
"""How finely room to stay is looked for along a way, inches."""
WARHEAD = "explosive"


def live_mines(state: Battle) -> list[Marker]:
    """Return the mines on the table that have not gone off."""
    markers = state.table.markers.values() if state.game.parameters.mines else ()
    return [marker for marker in markers if marker.kind in (MINE, FOUND_MINE)]


def mines_met(
    state: Battle, piece: str, path: Sequence[Point], waiting: Sequence[str] = ()
) -> list[PathStop]:
    """Return the points at which a figure moving along a path sets off mines, the nearest first.

    It goes on to where it has room beside others, as it may have to stay there; `waiting` are figures that
    move after it.
    """
    radius, found = state.table.piece(piece).radius, list[PathStop]()
    for mine in live_mines(state):
        along = inches_to_contact(path, (mine.x, mine.y), TRIGGER_IN + radius)
        if along is not None:
            found.append(PathStop(_inches_to_room(state, piece, path, along, waiting), (mine.id,)))
    return sorted(found)


def _inches_to_room(
    state: Battle, piece: str, path: Sequence[Point], along: float, waiting: Sequence[str]
) -> float:
    """Return how far along a path, at or beyond a given distance, a figure first has room to stop."""
    own, length = state.table.piece(piece), polyline_length(path)
    others = [each for each in state.table.standing_pieces() if each.id not in (piece, *waiting)]
    steps = math.ceil(max(length - along, 0.0) / ROOM_STEP_IN)
    for distance in (along + step * ROOM_STEP_IN for step in range(steps)):
        place = _place_at(state, Leg(piece, split_path(path, distance)[0]))
        there = msgspec.structs.replace(own, place=place)
        if not any(bases_overlap(there, other) for other in others):
            return distance
    return max(along, length)


def _place_at(state: Battle, leg: Leg) -> Place:
    """Return where a figure stands, and how it faces, after one part of a move."""
    table = state.table
    return place_after_leg(table, figure_motion(state, table.piece(leg.piece), math.inf), leg)


def charge_of(mine: Marker) -> Battery:
    """Return the source of a mine's burst, which is a small one."""
    return Battery(mine.id, mine.side, mine.name or "Mine", size="small")


def set_off_mine(play: Play[Game], mine: Marker) -> Script[None]:
    """Resolve the explosion of a mine as a small burst centred on it, and remove the mine."""
    counters = [p for p in play.state.table.standing_pieces() if is_counter(p)]
    above = [piece for piece in counters if mine_under(play.state, piece) == mine]
    play.emit(MarkerRemoved(rule=GOES_OFF, marker=mine))
    if above:
        remove_counters(play, above, GOES_OFF)
    point, charge = (mine.x, mine.y), charge_of(mine)
    mission = Mission(mine.id, mine.id, "", point, WARHEAD, 1, play.state.game.turn)
    yield from resolve_bursts(play, mission, charge, [point])


def carry_out_travels(play: Play[Game], parts: Sequence[PieceTravel], rule: str, how: str) -> Script[bool]:
    """Move figures; a mine that one of them comes near goes off, and figures that can still move go on.

    All figures move in a single event if there is no mine on the way. Return whether any figure moved.
    """
    if not parts:
        return False
    if not any(mines_met(play.state, part.piece, part.path) for part in parts):
        play.emit(PiecesMoved(rule=rule, parts=tuple(parts), how=how))
    else:
        for number, part in enumerate(parts):
            waiting = [later.piece for later in parts[number + 1 :]]
            if _can_go_on(play.state, part.piece) and _has_room(play.state, part, waiting):
                yield from _travel_over_mines(play, part, waiting, rule, how)
    return any(len(set(part.path)) > 1 for part in parts)


def make_forced_travels(
    play: Play[Game], parts: Sequence[PieceTravel], how: str, text: AnyText, rule: str
) -> Script[None]:
    """Announce a move that the rules force on figures, then carry it out."""
    if parts:
        paths = [part.path for part in parts if len(part.path) > 1]
        announce_forced_act(play, [part.piece for part in parts], text, paths=paths, rule=rule)
        yield from carry_out_travels(play, parts, rule, how)


def _can_go_on(state: Battle, piece: str) -> bool:
    """Return whether a figure is still well, a vehicle still drives, or a counter was not turned over."""
    moving = state.table.pieces.get(piece)
    return moving is not None and is_ok(moving) and not moving.has_mark(IMMOBILISED)


def _has_room(state: Battle, part: PieceTravel, waiting: Sequence[str]) -> bool:
    """Return whether nobody has fallen where a figure was to end its move."""
    own = state.table.piece(part.piece)
    others = [each for each in state.table.standing_pieces() if each.id not in (part.piece, *waiting)]
    end = part.path[-1]
    free = all(math.dist(each.xy, end) >= each.radius + own.radius - TOL for each in others)
    return free or not isinstance(part.new, OnTable)


def _travel_over_mines(
    play: Play[Game], part: PieceTravel, waiting: Sequence[str], rule: str, how: str
) -> Script[None]:
    """Move one figure, with a stop wherever it sets off a mine."""

    def find(state: Battle, progress: MoveProgress) -> Iterator[PathStop]:
        yield from mines_met(state, progress.piece, progress.path, waiting)

    def act(stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
        yield from set_off_mine(play, play.state.table.markers[MarkerId(stop.ids[0])])
        return progress.path if _can_go_on(play.state, part.piece) else END

    def carry(leg: Leg) -> None:
        table = play.state.table
        new = part.new if leg.path[-1] == part.path[-1] else _place_at(play.state, leg)
        step = PieceTravel(leg.piece, table.piece(leg.piece).place, new, leg.path)
        play.emit(PiecesMoved(rule=rule, parts=(step,), how=how))

    yield from travel(play, Leg(part.piece, part.path), [StopKind(MINE, find, act)], carry)
