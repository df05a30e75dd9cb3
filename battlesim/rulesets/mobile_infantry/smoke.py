"""Smoke of Persistent weapons (MI-BTRT-06, MI-GAP-52)."""

from __future__ import annotations

from battlesim.engine.game import Game as Play
from battlesim.rulesets.mobile_infantry.events import tally
from battlesim.rulesets.mobile_infantry.state import Game
from battlesim.table.events import MarkerPlaced
from battlesim.table.pieces import Marker

RADIUS = 2.0
HEIGHT = 3.0


def place(game: Play[Game], x: float, y: float, rule: str = "MI-BTRT-06") -> str:
    """Lay a smoke marker about a point (inches); its id. It lasts to the end of the next game turn."""
    game.emit(tally(game.state, "serial", 1, rule))
    name = f"smoke-{game.state.game.count('serial')}"
    until = game.state.game.turn + 1
    marker = Marker(name, "smoke", round(x, 3), round(y, 3), RADIUS, HEIGHT, name="Smoke", until=until)
    game.emit(MarkerPlaced(rule=rule, marker=marker))
    return name
