"""Advice on electronic warfare: what to jam, and with how many markers."""

from __future__ import annotations

from battlesim.engine.ruleset import Advice
from battlesim.table.ids import SideKey
from battlesim.table.units import Unit

from ..command.transfer import commands_others
from ..core.lookups import enemy_units
from ..core.marks import EW_MARKERS, IN_POSITION
from ..core.state import Battle
from ..electronics.interference import NO_JAM_KEY, Attempt, Interference, attempt_key, attempts, higher_chance
from ..electronics.spotting import enemy_counters
from ..electronics.systems import has_system, is_on
from ..support.request import why_no_mission

SWITCH_WORTH = 0.6
"""What it is worth to switch a system on, in casualties."""
SLOW_WORTH = 0.13
"""What a normal move is worth that keeps a system on, in casualties: a little more than a combat move."""
COSTLY_TASKS = ("request", "sensors")
"""The tasks of the enemy against which all markers are spent; the others get one marker."""


def electronics_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions that a unit considers for its jamming system, each with a score."""
    useful = enemy_may_call(view, unit.side) or enemy_commands(view, unit.side)
    useful = useful or bool(enemy_counters(view, unit))
    off, moves = has_system(unit) and not is_on(unit), is_on(unit) and not unit.has_mark(IN_POSITION)
    return [
        ("ew_on", SWITCH_WORTH if off and useful else 0.0, "the enemy can be jammed and spotted"),
        ("move", SLOW_WORTH if moves else 0.0, "keeps its system on"),
    ]


def enemy_may_call(view: Battle, side: SideKey) -> bool:
    """Return whether a side's enemy can still call for support, so that markers should be saved."""
    return any(battery.side != side and not why_no_mission(battery) for battery in view.game.batteries)


def enemy_commands(view: Battle, side: SideKey) -> bool:
    """Return whether a side's enemy has a commander that could send messages to units under it."""
    return any(commands_others(view, enemy) for enemy in enemy_units(view, side))


def whether_to_jam(view: Battle, decision: Interference) -> list[Advice]:
    """Return advice on jamming: at the best chance against support, but cheaply against messages."""
    open_keys = {option.key for option in decision.open_options}
    found = [attempt for attempt in attempts(view, decision.side) if attempt_key(attempt) in open_keys]
    if decision.task not in COSTLY_TASKS:
        found = [attempt for attempt in found if attempt.markers == 1 and _has_spare(view, attempt)]
    ranked = sorted(((higher_chance(each.die, decision.dice), each) for each in found), key=_rank)
    advice = [Advice(attempt_key(each), chance, f"jams at {chance:.0%}") for chance, each in ranked]
    return advice or [Advice(NO_JAM_KEY, 0.0, "markers are kept for requests")]


def _rank(pair: tuple[float, Attempt]) -> tuple[float, int]:
    return -pair[0], pair[1].markers


def _has_spare(view: Battle, attempt: Attempt) -> bool:
    """Return whether a unit has markers to spare for a task that is worth little."""
    return attempt.unit.mark_count(EW_MARKERS) > 2 or not enemy_may_call(view, attempt.unit.side)
