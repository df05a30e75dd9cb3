"""Pieces carried by other pieces: getting in and out, the capacity, and leaving the table with the carrier.

Users: Mobile Infantry (captives, dropships), Troice Station (Face Huggers), Stargrunt (vehicles), Alien
Invasion (vehicles).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import put_on_table
from battlesim.rulings.movement import GroupLink
from battlesim.rulings.piece_placement import PlacementArea, free_space_on_table
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Aboard, Off, Piece
from battlesim.table.state import Table


def put_aboard(play: Play[Any], ids: Sequence[str], carrier: str, *, how: str, rule: str = "") -> None:
    """Put pieces aboard a carrier, or into its grip, with a single event."""
    pieces = play.state.table.pieces
    parts = tuple(PieceTravel(key, pieces[key].place, Aboard(carrier)) for key in ids)
    play.emit(PiecesMoved(rule=rule, parts=parts, how=how))


def room_left(table: Table, carrier: str, capacity: int, room_needed: Callable[[Piece], int]) -> int:
    """Return how much of a carrier's capacity is not used by the pieces aboard it."""
    return capacity - sum(room_needed(piece) for piece in table.pieces_aboard(carrier))


def leave_with_all_aboard(play: Play[Any], carrier: str, rule: str = "") -> tuple[Piece, ...]:
    """Take a carrier and all pieces aboard it off the table permanently.

    Return these pieces as they were before, the carrier last. If the carrier has already left the table, only
    the pieces still aboard are taken off.
    """
    table = play.state.table
    leaving = (*table.pieces_aboard(carrier), table.piece(carrier))
    parts = tuple(PieceTravel(p.id, p.place, Off("left")) for p in leaving if p.place != Off("left"))
    if parts:
        play.emit(PiecesMoved(rule=rule, parts=parts, how="leave"))
    return leaving


def carried_point(carrier: Piece, carried: Piece, degrees: float) -> Point:
    """Return the centre of a round piece held at the edge of a round carrier in the direction `degrees`."""
    return rounded_point(point_in_direction(carrier.xy, degrees, carrier.radius + carried.radius))


def nearest_place(
    table: Table, piece: Piece, at: Point, blocked: Sequence[str], bases: Sequence[Piece]
) -> Point | None:
    """Return the legal position for a piece nearest to the point `at`, or None if there is none."""
    return nearest_legal_position(free_space_on_table(table, piece.radius, blocked, bases), at)


def exit_area(
    table: Table, carrier: str, within: float, blocked: Sequence[str], bases: Sequence[str], link: GroupLink
) -> PlacementArea:
    """Return the area in which pieces can be placed when they get out of their carrier.

    It is near the carrier, and the pieces must be in coherency with each other there.
    """
    return PlacementArea(
        blocked=tuple(blocked),
        bases=tuple(dict.fromkeys((*bases, carrier))),
        near=((carrier, within),),
        within=link.within,
        kind=link.kind,
        circle=link.circle,
    )


def ask_to_get_out(
    play: Play[Any],
    side: SideKey,
    ids: Sequence[str],
    carrier: str,
    area: PlacementArea,
    *,
    toward: Point | None = None,
    what: str,
    prompt: AnyText,
    rule: str = "",
) -> Script[None]:
    """Ask a side where its pieces get out of a carrier, and place them there."""
    spots = yield from play.ask(
        PlacePieces(
            side=side,
            what=what,
            prompt=prompt,
            rule=rule,
            about=carrier,
            pieces=tuple(ids),
            room=area,
            near=toward or play.state.table.piece(carrier).xy,
        )
    )
    put_on_table(play, spots, rule, how="get_out")
