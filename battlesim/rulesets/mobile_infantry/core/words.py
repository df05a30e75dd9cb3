"""Words that the log, questions and previews have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .state import Battle
from .targets import name_of


class Fault(NamedTuple):
    """Why something cannot be done, and the rule that says so; without words it can be done."""

    words: str = ""
    rule: str = ""


def named(state: Battle, ids: Sequence[str]) -> str:
    """Some models or structures: two by name, of more the first."""
    names = [name_of(state, name) for name in ids]
    return " and ".join(names) if len(names) <= 2 else f"{names[0]} and {len(names) - 1} more"


def dice(count: int) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"
