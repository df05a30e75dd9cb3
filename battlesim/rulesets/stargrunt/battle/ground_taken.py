"""Battles about ground: markers that belong to the side that was there last."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.play import Play
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.ids import MarkerId, SideKey

from ..core.events import GroundTaken
from ..core.lookups import is_ok
from ..core.state import Battle, Game

TAKES = "SG-GAP-146"
REACH_IN = 2.0
"""How near a figure takes a marker, inches."""


def nearest_side(state: Battle, marker: str) -> SideKey | None:
    """Return the side whose figure near a marker is nearest, None if nobody is or two are equally near."""
    own = state.table.markers[MarkerId(marker)]
    gaps: dict[SideKey, float] = {}
    for piece in state.table.standing_pieces():
        gap = distance_to_piece(state.table, piece, (own.x, own.y))
        if is_ok(piece) and gap <= REACH_IN:
            gaps[piece.side] = min(gap, gaps.get(piece.side, gap))
    ranked = sorted((gap, side) for side, gap in gaps.items())
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def take_ground(play: Play[Game]) -> None:
    """Give each marker to the side that has taken it."""
    for marker, side in list(_taken(play.state)):
        play.emit(GroundTaken(rule=TAKES, marker=marker, side=side))


def _taken(state: Battle) -> Iterator[tuple[str, SideKey]]:
    for marker, owner in state.game.ground.items():
        side = nearest_side(state, marker)
        if side is not None and side != owner:
            yield marker, side


def owned(state: Battle, side: SideKey) -> int:
    """Return the number of markers that a side owns."""
    return sum(owner == side for owner in state.game.ground.values())
