"""Squads that begin the battle below a hole, together with their Burrower."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.deployment import undeployed_units
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.phrases import Ref, phrase

from ..core.events import BelowChanged
from ..core.lookups import UNDERGROUND, figure_kind, squad_of
from ..core.state import Battle, BelowGround, Game
from ..core.vehicles import VEHICLE
from .places import entrances, mark_point

SURFACE_KEY = "surface"


def groups_to_deploy(state: Battle, side: SideKey) -> list[UnitId]:
    """Return the groups of a side that its player has yet to set up."""
    waiting = (state.table.units[key] for key in undeployed_units(state.table))
    return [unit.id for unit in waiting if unit.side == side and unit.kind != VEHICLE]


def waiting_squad(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the other groups of a squad that have yet to be set up."""
    waiting = groups_to_deploy(state, state.table.units[group].side)
    return [other for other in waiting if other != group and squad_of(state, other) == squad_of(state, group)]


def may_start_below(state: Battle, group: UnitId) -> bool:
    """Return whether a group may start below a hole, as it may if its Burrower is yet to be set up."""
    groups = (group, *waiting_squad(state, group))
    pieces = [piece for each in groups for piece in state.table.pieces_of_unit(each)]
    return bool(entrances(state, "hole")) and any(figure_kind(state, piece).tunnels for piece in pieces)


def start_below(play: Play[Game], group: UnitId, rule: str, *, must: bool) -> Script[bool]:
    """Let a side choose the hole below which a squad starts; return False if it starts on the surface."""
    state, side = play.state, play.state.table.units[group].side
    options = [
        Option(hole.id, hole.name or hole.id, (hole.id,), rule=rule) for hole in entrances(state, "hole")
    ]
    options += [] if must else [Option(SURFACE_KEY, "On the surface", rule=rule)]
    prompt = phrase("{group}: start below which hole?", Ref(group))
    chosen = yield from play.choose_one("start_hole", side, prompt, options, rule=rule, about=group)
    if chosen.key == SURFACE_KEY:
        return False
    hole = state.table.markers[MarkerId(chosen.key)]
    for each in (group, *waiting_squad(state, group)):
        pieces = play.state.table.pieces_of_unit(each)
        parts = tuple(PieceTravel(piece.id, piece.place, UNDERGROUND) for piece in pieces)
        play.emit(PiecesMoved(rule=rule, parts=parts, how="below"))
        play.emit(BelowChanged(rule=rule, group=each, below=BelowGround("hole")))
        mark_point(play, each, (hole.x, hole.y), rule)
    return True
