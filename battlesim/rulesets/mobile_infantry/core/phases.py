"""The phases of a game turn: one player turn of each side, then the end."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.table.ids import NO_SIDE, SideKey

from .state import BUGS, MI

TURNS: Mapping[SideKey, tuple[str, ...]] = {
    MI: ("mi_start", "mi_activations", "mi_alert", "mi_strike_runs"),
    BUGS: ("bugs_start", "bugs_arrivals", "bugs_activations", "bugs_alert"),
}
TURN_END = "turn_end"


def phases(first_side: str) -> tuple[str, ...]:
    """The phases of a game turn in order."""
    first, second = (MI, BUGS) if first_side == MI else (BUGS, MI)
    return (*TURNS[first], *TURNS[second], TURN_END)


def side_of(phase: str) -> SideKey:
    """Whose player turn a phase belongs to; "" for set-up and turn end."""
    return next((side for side, names in TURNS.items() if phase in names), NO_SIDE)
