"""Steps of a figure on its way in tests: how far it gets, and who waits for it."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.interrupted_moves import TravelResult
from battlesim.rulesets.troice_station.core.marks import OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.travel import path_travel
from battlesim.table.events import PiecesMoved
from battlesim.testing.script import ScriptResult

from .things import alien, battle, marine, perform

FIRED = ("overwatch of a at x",)


def waits(x: float, y: float = 10.0, kind: str = "trooper", marks: Any = (OVERWATCH,), **game: Any) -> Battle:
    return battle(marine(kind, "a", 10, 10, marks=marks), alien("x", x, y), **game)


def gone(
    state: Battle, who: str, *path: tuple[float, float], dice: Any = (), **answers: Any
) -> tuple[ScriptResult, list[TravelResult]]:
    """A figure goes a way; how far it got, and what stopped it."""
    found: list[TravelResult] = []

    def script(play: Any) -> Any:
        found.append((yield from path_travel.travel_path(play, who, path)))

    return perform(state, script, {what: [answer] for what, answer in answers.items()}, dice), found


def ends(done: ScriptResult) -> list[Any]:
    return [
        pytest.approx(travel.path[-1], abs=0.02)
        for one in done.events_of(PiecesMoved)
        for travel in one.parts
    ]
