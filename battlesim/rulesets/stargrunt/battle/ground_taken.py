"""Battles for ground, in which markers belong to the side that was last at them."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.play import Play
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.ids import MarkerId, SideKey, UnitId

from ..core.events import GroundTaken
from ..core.lookups import figures_left, is_counter, is_inverted, is_ok
from ..core.state import Battle, Game
from ..transport.departures import got_off, left_figures
from ..transport.evacuation import lying_evacuees

TAKES = "SG-GAP-146"
REACH_IN = 2.0
"""How near a figure takes a marker, inches."""


def nearest_side(state: Battle, marker: str) -> SideKey | None:
    """Return the side with the nearest figure close to a marker, or None if there is none or a tie."""
    own = state.table.markers[MarkerId(marker)]
    gaps: dict[SideKey, float] = {}
    for piece in state.table.standing_pieces():
        gap = distance_to_piece(state.table, piece, (own.x, own.y))
        if is_ok(piece) and not is_counter(piece) and gap <= REACH_IN:
            gaps[piece.side] = min(gap, gaps.get(piece.side, gap))
    ranked = sorted((gap, side) for side, gap in gaps.items())
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def take_ground(play: Play[Game]) -> None:
    """Give each marker to the side that has just reached it."""
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


def identified_counter_count(state: Battle, side: SideKey) -> int:
    """Return the number of enemy counters that have been turned over."""
    laid = sum(count for key, count in state.game.laid.items() if key != side)
    return laid - sum(unit.side != side and is_inverted(unit) for unit in state.table.units.values())


def ground_rows(state: Battle, side: SideKey) -> Iterator[tuple[str, int, float]]:
    """Yield each source of a side's points in a battle for ground: its name, count and points apiece."""
    own = state.game.points
    yield "Markers", owned(state, side), own.ground
    if side in own.identified:
        yield "Counters identified", identified_counter_count(state, side), own.identified[side]
    if side in own.figures:
        yield "Enemy figures out of action", lost_figures(state, side), own.figures[side]


def lost_figures(state: Battle, side: SideKey) -> int:
    """Return the number of a side's enemy figures that could act at the start but no longer can.

    Figures that started wounded count if they die.
    """
    enemies = {unit for unit, own in state.table.units.items() if own.side != side}
    off = {unit.id for each in state.table.sides for unit in got_off(state, each.key)}
    return sum(
        count
        - figures_left(state, UnitId(unit))
        - len(lying_evacuees(state, UnitId(unit)))
        - (left_figures(state, UnitId(unit)) if unit in off else 0)
        for unit, count in state.game.strength.items()
        if unit in enemies
    )
