"""Steps of creatures in tests: an activation, one act, what was announced, and houses to stand in."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.option import Option
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.creatures import creature_actions
from battlesim.rulesets.troice_station.creatures.program import activate_creature
from battlesim.table.events import MessageLogged, MovesAnnounced
from battlesim.testing.script import ScriptResult

from .things import perform, room

TOUCH = 1.125


def act(state: Battle, *dice: int, id: str = "a", **answers: list[object]) -> ScriptResult:
    """The whole activation of a creature: its D3 first, then the dice of what it does."""
    return perform(state, lambda play: activate_creature(play, id), answers, dice)


def told(done: ScriptResult) -> list[str]:
    """What was announced, in the ids of the table."""
    return [str(event.text) for event in done.events_of(MovesAnnounced)]


def said(done: ScriptResult) -> list[str]:
    """What was told, in the ids of the table."""
    return [
        str(event.text) for event in done.events_of(MessageLogged) if not isinstance(event, MovesAnnounced)
    ]


def at(done: ScriptResult, piece: str = "a") -> object:
    return pytest.approx(done.piece(piece).xy, abs=0.02)


SLIT = room(
    "bunker", 20, 6, 26, 14, ("slit", (20, 9.25), (20, 10.75), True), ("door", (26, 9), (26, 11), True)
)
HUT = room("hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False))


def house(*doors: Any, x0: float = 4.0, y0: float = 4.0) -> Any:
    return room("h", x0, y0, x0 + 8.0, y0 + 8.0, *doors)


SHUT = house(("door", (12.0, 7.0), (12.0, 8.5), False))


def done_by(
    state: Battle, act: str, dice: Any = (), to: tuple[str, ...] = (), **answers: Any
) -> ScriptResult:
    """One act of x."""
    option = Option(f"{act}:x", act, by=("x",), to=to, act=act)
    given = {what: [answer] for what, answer in answers.items()}
    return perform(
        state, lambda play: creature_actions.CREATURE_ACTIONS[act].perform(play, option), given, dice
    )
