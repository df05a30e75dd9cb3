"""Steps of a shot in tests: two figures that face each other, what the die needs, one shot."""

from __future__ import annotations

from typing import Any

from battlesim.mechanics.chance import modifier_total
from battlesim.rulesets.troice_station.attack import shooting, to_hit
from battlesim.rulesets.troice_station.core.marks import MOVED
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult

from .things import alien, battle, block, marine, perform

WALKED = [MOVED]


def needs(state: Battle, firer: str = "a", target: str = "x", **manner: bool) -> int:
    """What the die of a shot has to show."""
    table = state.table
    throw = to_hit.figure_to_hit_roll(
        state, table.piece(firer), table.piece(target), to_hit.FireMode(**manner)
    )
    return throw.thresholds[0].least - modifier_total(throw.changes)


def facing(
    gap: float = 8.0, kind: str = "trooper", marks: Any = (), foe: Any = WALKED, **fields: Any
) -> Battle:
    """A marine at (10, 10) and an Alien so far away to the east."""
    return battle(marine(kind, "a", 10, 10, marks=marks), alien("x", 11.125 + gap, 10, marks=foe), **fields)


def shot(state: Battle, *dice: int, firer: str = "a", target: str = "x", **how: bool) -> ScriptResult:
    return perform(state, lambda play: shooting.shoot(play, firer, target, **how), dice=dice)


DUMP = Terrain("d", "fuel_dump", block("fuel_dump", "d", 35, 28, 37, 30).rings, 1.0)
