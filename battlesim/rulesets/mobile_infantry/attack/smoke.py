"""Smoke of Persistent weapons."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.turns import add
from battlesim.table.events import MarkerPlaced
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from ..core.state import Game

RADIUS = 2.0
HEIGHT = 3.0


def place(play: Play[Game], x: float, y: float, rule: str = "MI-BTRT-06") -> str:
    """Lay a smoke marker about a point (inches); its id. It lasts to the end of the next game turn."""
    add(play, "serial", 1, rule)
    name = MarkerId(f"smoke-{play.state.game.count('serial')}")
    until = play.state.game.turn + 1
    marker = Marker(name, "smoke", round(x, 3), round(y, 3), RADIUS, HEIGHT, name="Smoke", until=until)
    play.emit(MarkerPlaced(rule=rule, marker=marker))
    return name
