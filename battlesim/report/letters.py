"""Letters for units, to tell them apart on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Final

from battlesim.table.state import Table

LARGEST: Final = 14
"""Units of more pieces than this have no letter."""


def unit_name(unit: str, names: Mapping[str, str]) -> str:
    """A unit's name: as the ruleset gives it, else its id in words."""
    return names.get(unit) or unit.replace("_", " ").replace("-", " ").capitalize()


def letters(table: Table, names: Mapping[str, str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    """A letter for each unit of several pieces, from its name, no letter twice; `known` ones are kept."""
    found = dict(known or {})
    for unit, size in Counter(piece.unit for piece in table.pieces.values()).items():
        if unit in found or not 1 < size <= LARGEST:
            continue
        signs = [sign for sign in unit_name(unit, names) if sign.isdigit() or sign.isupper()]
        taken = set(found.values())
        found[unit] = next((sign for sign in (*signs, *ascii_uppercase) if sign not in taken), "?")
    return found
