"""Steps of automated marines in tests: a squad that is bound for a recorder, its plans, its first advice."""

from __future__ import annotations

from typing import Any

from battlesim.rulesets.troice_station.advice import plans
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.state import Battle, Goal, Site
from battlesim.table.pieces import Marker

from .things import LANDING, battle, room

TAPES_EAST = Marker("tapes", "recorder", 30, 10, 0.5, name="Recorder")
BOUND = {"1A": "tapes"}


def squad_ready(*things: Any, goal: Goal | None = None, pips: int = 2, **fields: Any) -> Battle:
    """The card of 1A is in play, and the recorder of 1A lies at (30, 10)."""
    site = Site(LANDING, goal=goal or Goal(by_squad=BOUND))
    state = battle(*things, site=site, card="1A", pools={"1A": pips}, **fields)
    return state.with_table(state.table.with_marker(TAPES_EAST))


def plans_of(state: Battle, *ids: str) -> list[str]:
    """The plans of some figures, in their order."""
    here = [state.table.piece(id) for id in ids or ("a",)]
    return [f"{plan.act} {' '.join(plan.figures)}" for plan in plans.planned_actions(state, here)]


def advised(state: Battle, asked: Any) -> Any:
    """The first answer that is advised; None where there is none."""
    found = DOCTRINE.advise(state, asked, None)  # type: ignore[arg-type]
    return found[0].answer if found else None


SHUT = room("h", 11, 5, 25, 15, ("door", (11, 9.25), (11, 10.75), False))
