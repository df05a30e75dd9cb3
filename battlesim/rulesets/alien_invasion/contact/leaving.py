"""Leaving the table by an edge that is an exit of a faction; for all others the edge is a wall."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.rulings.measured_move import StraightRun
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.terrain import Ground

from ..core.factions import Edge
from ..core.lookups import LEFT, faction_of, figures_of
from ..core.state import Battle, Game

EXITS = "MT-GAP-76"


def nearest_edge(ground: Ground, at: Point) -> Edge:
    """Return the edge of the table that is nearest to a point."""
    gaps: dict[Edge, float] = {
        "west": at[0],
        "east": ground.width - at[0],
        "south": at[1],
        "north": ground.height - at[1],
    }
    return min(gaps, key=lambda edge: gaps[edge])


def is_exit(state: Battle, group: UnitId, run: StraightRun) -> bool:
    """Return whether a line ends at an edge by which the group may leave."""
    exits = faction_of(state, state.table.units[group].side).exits or ()
    return run.ended == "edge" and nearest_edge(state.table.ground, run.end) in exits


def leave_table(play: Play[Game], group: UnitId, run: StraightRun) -> None:
    """Take a group off the table for good; its figures count as having left, not as killed."""
    figures = figures_of(play.state, group)
    path = tuple(dict.fromkeys((play.state.table.position_of(run.piece), run.start, run.end)))
    ways = {run.piece: path if len(path) > 1 else ()}
    pieces = [play.state.table.piece(figure.id) for figure in figures]
    parts = tuple(PieceTravel(piece.id, piece.place, LEFT, ways.get(piece.id, ())) for piece in pieces)
    play.log_message(phrase("{group}: off and away", Ref(group)), by=group, rule=EXITS)
    play.emit(PiecesMoved(rule=EXITS, parts=parts, how="leave"))
