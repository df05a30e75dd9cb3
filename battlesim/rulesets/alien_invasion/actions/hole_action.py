"""Closing a hole: a Special action of a whole group, without dice."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import disc_gap
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import MarkerRemoved
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Marker, Piece

from ..core.group_action import GroupAction
from ..core.lookups import combat_of, faction_of, figures_of, groups_of
from ..core.state import Battle, Game
from ..underground.places import RESERVE, SUPPLY

HOLE, CLOSES = "hole", "MT-SPUG-12"
CLOSE_IN = 1.0


def holes(state: Battle) -> list[Marker]:
    """Return the holes on the table."""
    return [marker for marker in state.table.markers.values() if marker.kind == HOLE]


def is_beside_hole(figures: Sequence[Piece], hole: Marker) -> bool:
    """Return whether any of the given figures is close enough to a hole."""
    disc = (hole.x, hole.y, hole.radius)
    return any(disc_gap((*figure.xy, figure.radius), disc) <= CLOSE_IN + TOL for figure in figures)


def holes_to_close(state: Battle, group: UnitId) -> list[Marker]:
    """Return the holes beside a group that it can close because no figure that digs is beside them."""
    figures = figures_of(state, group)
    sides = [side for side in state.game.seats if faction_of(state, side).digs]
    diggers = [f for side in sides for unit in groups_of(state, side) for f in figures_of(state, unit.id)]
    return [
        hole for hole in holes(state) if is_beside_hole(figures, hole) and not is_beside_hole(diggers, hole)
    ]


def why_cannot_close(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot close a hole, or "" if it can."""
    if combat_of(state, group):
        return "it is locked in a fight"
    return "" if holes_to_close(state, group) else "no hole that it could close is beside it"


def close_hole(play: Play[Game], group: UnitId) -> Script[None]:
    """Close a hole beside a group; its marker leaves the game or, by option, returns to the reserve."""
    open_holes = holes_to_close(play.state, group)
    chosen = open_holes[0].id
    if len(open_holes) > 1:
        options = [Option(hole.id, hole.name or hole.id, (hole.id,)) for hole in open_holes]
        side = play.state.table.units[group].side
        answer = yield from play.choose_one(
            "hole", side, "Close which hole?", options, rule=CLOSES, about=group
        )
        chosen = MarkerId(answer.key)
    hole = play.state.table.markers[chosen]
    play.log_message(phrase("{} closes {hole}", Ref(group), hole.name or "a hole"), by=group, rule=CLOSES)
    play.emit(MarkerRemoved(rule=CLOSES, marker=hole))
    if play.state.game.parameters.keeps_closed_holes:
        change_counter(play, RESERVE, 1, SUPPLY)


def _may_close(state: Battle, group: UnitId) -> bool:
    """Return whether there are holes and the group is no digger."""
    return bool(holes(state)) and not faction_of(state, state.table.units[group].side).digs


CLOSE_ACTION = GroupAction("Close a hole", CLOSES, why_cannot_close, close_hole, _may_close)
