"""The marks that models carry, and the highest counts that a scenario may give them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import set_mark

from .profiles import has_ready_weapon, profile, weapon_mount, weapons
from .state import Game

ALERT = "alert"
"""The model may react."""
READY = "ready"
"""The model has taken the Ready action and has not acted since."""
MOVED = "moved"
"""The model has moved and has not taken Ready since."""
OFFICER = "officer"
"""The model leads a unit; the count is its command range in inches."""
LIEUTENANT_RANGE_IN = 6
"""The command range of an Officer(Lt) in inches."""
CAPTAIN_RANGE_IN = 9
"""The command range of an Officer(Cpt) in inches (MI-TRT-05)."""
CAPTIVE = "captive"
"""The model is a captive, held by a bug or lying on the table."""
FLYING = "flying"
"""The model is in the air."""
AMMO = "ammo"
"""Out of Ammo counters: the number of dice that the model lacks in Reactions."""
HEALED = "healed"
"""The model was healed by a medic in this game turn."""
WORTH = "worth"
"""The victory points for saving a stand of survivors."""
SURFACED = "surfaced"
"""The Actions left to a model that came out of a tunnel in this activation."""
FLOWN = "flown"
"""The player turn in which the model last flew."""

MAX_COMMAND_RANGE_IN = 48
MAX_AMMO_COUNTERS = 12
MAX_SURVIVOR_POINTS = 3


def slow_mark(weapon: str) -> str:
    """Return the name of the mark for a Slow weapon that was fired this game turn."""
    return f"slow:{weapon_mount(weapon)}"


@cache
def is_slow_mark(mark: str) -> bool:
    """Return whether a mark records that a Slow weapon was fired."""
    return any(weapon.slow and slow_mark(key) == mark for key, weapon in weapons().items())


def used_mark(weapon: str) -> str:
    """Return the name of the mark that counts shots fired from a weapon with limited Ammo."""
    return f"used:{weapon}"


def ends_with_game_turn(mark: str) -> bool:
    """Return whether a mark is removed at the end of the game turn."""
    return is_slow_mark(mark) or mark in (HEALED, FLOWN)


@cache
def starting_marks(kind: str) -> dict[str, int]:
    """Return the highest count of each mark for a kind of model at the start. Raises KeyError if unknown."""
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
    """Mark as moved those of the given pieces that have a weapon with the Ready trait."""
    known = play.state.table.pieces
    set_mark(play, (p for p in pieces if p in known and has_ready_weapon(known[p].kind)), MOVED, 1, rule)


def end_ready_state(play: Play[Game], pieces: Iterable[str], rule: str = "MI-REDY-02") -> None:
    """End the Ready state of models that took part in an Action or Reaction."""
    set_mark(play, pieces, READY, 0, rule)
