"""Moves of units that carry their wounded, picked up at the start and put down at the end."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.fallen_pieces import carriers, put_beside
from battlesim.table.ids import UnitId

from ..actions.unit_actions import ActionScript
from ..core.events import FigureCarried
from ..core.lookups import figures_of, is_ok, leader_of, ok_figures
from ..core.state import Game
from ..ground.motion import blocked_ids
from .abandoning import test_abandonment

CARRIES = "SG-GAP-70"

BurdenedMove = Callable[[Play[Game], UnitId, bool], Script[None]]
"""The rules of a move; the last parameter is True if the unit carries wounded."""


def pick_up(play: Play[Game], unit: UnitId) -> Script[dict[str, str]]:
    """Ask which wounded are carried, and return their ids with those of their carriers."""
    fallen = [piece for piece in figures_of(play.state, unit) if not is_ok(piece)]
    pairs = carriers(play.state.table, fallen, ok_figures(play.state, unit))
    if not pairs:
        return {}
    leader = leader_of(play.state, unit)
    pieces = play.state.table.pieces
    options = [Option(key, pieces[key].name, (key, carrier)) for key, carrier in pairs.items()]
    chosen = yield from play.choose_some(
        "carry", leader.side, "Carry which of the wounded?", options, rule=CARRIES, about=leader.id
    )
    for key in chosen:
        play.emit(FigureCarried(rule=CARRIES, carrier=pairs[key]))
    return {key: pairs[key] for key in chosen}


def with_wounded(move: BurdenedMove) -> ActionScript:
    """Return a script that picks up the wounded of a unit, makes a move, and puts them down again."""

    def perform(play: Play[Game], unit: UnitId) -> Script[None]:
        loads = yield from pick_up(play, unit)
        yield from move(play, unit, bool(loads))
        for piece, carrier in loads.items():
            put_beside(play, piece, carrier, blocked_ids(play.state), CARRIES)
        yield from test_abandonment(play, unit)

    return perform
