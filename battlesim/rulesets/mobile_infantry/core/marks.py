"""The marks that models carry, each declared once: for the rules, and for scenarios that begin with some."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark

from .profiles import has_ready_weapon, profile, weapon_mount, weapons
from .state import Game

ALERT = "alert"
"""May react."""
READY = "ready"
"""Has taken the Ready action and not acted since."""
MOVED = "moved"
"""Changed place and has not taken Ready since."""
OFFICER = "officer"
"""Leads a unit; its count is the range of command, inches."""
LIEUTENANT_RANGE_IN = 6
"""Inches that the orders of an Officer(Lt) reach."""
CAPTAIN_RANGE_IN = 9
"""Inches that the orders of an Officer(Cpt) reach (MI-TRT-05)."""
CAPTIVE = "captive"
"""Held by a bug, or left lying by one."""
FLYING = "flying"
"""In the air."""
AMMO = "ammo"
"""Out of Ammo counters: dice that its Reactions lack."""
HEALED = "healed"
"""Was given a hit point by a medic in this game turn."""
WORTH = "worth"
"""Victory points for a stand of survivors that is saved."""
SURFACED = "surfaced"
"""Actions left to one that came out of a tunnel in this activation."""
FLOWN = "flown"
"""The player turn in which it flew last."""

MAX_COMMAND_RANGE_IN = 48
MAX_AMMO_COUNTERS = 12
MAX_SURVIVOR_POINTS = 3


def slow_mark(weapon: str) -> str:
    """Return the mark of a Slow weapon that was fired in this game turn."""
    return f"slow:{weapon_mount(weapon)}"


@cache
def is_slow_mark(mark: str) -> bool:
    """Return whether a mark says that a Slow weapon was fired."""
    return any(weapon.slow and slow_mark(key) == mark for key, weapon in weapons().items())


def used_mark(weapon: str) -> str:
    """Return the mark that counts the shots of a weapon with Ammo."""
    return f"used:{weapon}"


def ends_with_game_turn(mark: str) -> bool:
    """Return whether a mark is removed at the end of a game turn."""
    return is_slow_mark(mark) or mark in (HEALED, FLOWN)


@cache
def starting_marks(kind: str) -> dict[str, int]:
    """Return the maximum of each mark that a kind of model can begin with.

    Raises KeyError for an unknown kind.
    """
    own = profile(kind)
    soldier = own.has_trait("infantry") or own.has_trait("mech")
    fits = {
        ALERT: 1 if soldier or own.has_trait("bug") or own.has_trait("aircraft") else 0,
        READY: 1 if own.has_trait("faces") or has_ready_weapon(kind) else 0,
        MOVED: 1 if has_ready_weapon(kind) else 0,
        OFFICER: MAX_COMMAND_RANGE_IN if own.has_trait("officer") or own.has_trait("mech") else 0,
        CAPTIVE: 1 if own.has_trait("officer") else 0,
        FLYING: 1 if own.has_trait("aircraft") else 0,
        AMMO: MAX_AMMO_COUNTERS if soldier else 0,
        HEALED: 1 if own.has_trait("infantry") or own.has_trait("survivors") else 0,
        WORTH: MAX_SURVIVOR_POINTS if own.has_trait("survivors") else 0,
    }
    fits |= {slow_mark(key): 1 for key in own.weapons if weapons()[key].slow}
    fits |= {used_mark(key): weapons()[key].ammo for key in own.weapons}
    return {mark: most for mark, most in fits.items() if most}


MOVED_AWAY = "MI-TRT-07"


def mark_moved(play: Play[Game], pieces: Iterable[str], rule: str = MOVED_AWAY) -> None:
    """Mark stands with a Ready weapon that changed their position."""
    known = play.state.table.pieces
    set_mark(play, (p for p in pieces if p in known and has_ready_weapon(known[p].kind)), MOVED, 1, rule)


def end_ready_state(play: Play[Game], pieces: Iterable[str], rule: str = "MI-REDY-02") -> None:
    """End the Ready state of the models that took part in an Action or Reaction."""
    set_mark(play, pieces, READY, 0, rule)
