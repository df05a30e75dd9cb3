"""Names of units and of kinds of pieces, and the letters that distinguish units on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from string import ascii_uppercase
from typing import Any, Final

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import UnitId
from battlesim.table.state import Table

MAX_LETTERED_UNIT_SIZE: Final = 14
"""The largest number of pieces in a unit that gets a letter."""

MAX_WHOLE_NAME_CHARS: Final = 2
"""The largest number of characters in a unit name that is used whole instead of a letter."""


def unit_name(table: Table, unit: UnitId, names: Mapping[str, str]) -> str:
    """Return the name of a unit: its name in `names`, or the words with which all its pieces' names begin.

    If there is neither, the name is made from the unit's id.
    """
    if unit in names:
        return names[unit]
    words = zip(*(piece.name.split() for piece in table.pieces_of_unit(unit)), strict=False)
    common = takewhile(lambda column: len(set(column)) == 1, words)
    shared = " ".join(column[0] for column in common)
    return shared or unit.replace("_", " ").replace("-", " ").capitalize()


def kind_profile(ruleset: AnyRuleset, kind: str) -> Mapping[str, Any]:
    """Return the profile of a kind of piece, or an empty mapping if the ruleset has no such kind."""
    try:
        return ruleset.profile(kind)
    except KeyError:
        return {}


def kind_name(ruleset: AnyRuleset, kind: str) -> str:
    """Return the name of a kind of piece in its ruleset, or else a name derived from its key."""
    return str(kind_profile(ruleset, kind).get("name") or kind.replace("_", " ").capitalize())


def kind_plural_name(ruleset: AnyRuleset, kind: str) -> str:
    """Return the plural name of a kind of piece in its ruleset, or its name with an "s" if there is none."""
    name = kind_name(ruleset, kind)
    several = kind_profile(ruleset, kind).get("names")
    return str(several or (name if name.endswith("s") else f"{name}s"))


def unit_letters(
    table: Table, names: Mapping[str, str], known: Mapping[UnitId, str] | None = None, min_size: int = 2
) -> dict[UnitId, str]:
    """Return a letter for each unit of `min_size` to 14 pieces that a player controls, unique in its side.

    The letter is taken from the unit's name; a short name is used whole. Letters in `known` stay the same.
    """
    letters, sides = dict(known or {}), {piece.unit: piece.side for piece in table.pieces.values()}
    for unit, size in Counter(piece.unit for piece in table.pieces.values()).items():
        if (
            unit in letters
            or not min_size <= size <= MAX_LETTERED_UNIT_SIZE
            or not table.side(sides[unit]).played
        ):
            continue
        name = unit_name(table, unit, names)
        signs = [sign for sign in name if sign.isdigit() or sign.isupper()]
        signs = [name, *signs] if len(name) <= MAX_WHOLE_NAME_CHARS else signs
        taken = {sign for other, sign in letters.items() if sides.get(other) == sides[unit]}
        letters[unit] = next((sign for sign in (*signs, *ascii_uppercase) if sign not in taken), "?")
    return letters
