"""Records of older versions of the format, brought up to the present one.

`UPGRADES[n]` turns the lines of version n, as plain values, into those of version n + 1. A change of the
format adds a function here and a golden record of the version before it to the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PlainLine = dict[str, Any]
Upgrade = Callable[[list[PlainLine]], list[PlainLine]]


def _several_winners(lines: list[PlainLine]) -> list[PlainLine]:
    """An outcome named one winner, "" in a draw; now it names all there are."""
    for line in lines:
        if line.get("type") == "outcome" and isinstance(winner := line.pop("winner", None), str):
            line["winners"] = [winner] if winner else []
    return lines


UPGRADES: dict[int, Upgrade] = {1: _several_winners}


def upgrade(lines: list[PlainLine], version: int, present: int) -> list[PlainLine]:
    """The lines as the present version has them. Raises KeyError for a version that nothing leads on from."""
    for step in range(version, present):
        lines = UPGRADES[step](lines)
        lines[0]["version"] = step + 1
    return lines
