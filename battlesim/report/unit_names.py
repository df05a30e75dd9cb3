"""What units and kinds of pieces are called, and letters that tell units apart on the table."""

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
"""Units of more pieces than this have no letter."""

MAX_WHOLE_NAME_CHARS: Final = 2
"""Letters of a name that is a sign by itself."""


def unit_name(table: Table, unit: UnitId, names: Mapping[str, str]) -> str:
    """A unit's name: the ruleset's, else what all its pieces' names begin with, else its id in words."""
    if unit in names:
        return names[unit]
    words = zip(*(piece.name.split() for piece in table.pieces_of_unit(unit)), strict=False)
    common = takewhile(lambda column: len(set(column)) == 1, words)
    shared = " ".join(column[0] for column in common)
    return shared or unit.replace("_", " ").replace("-", " ").capitalize()


def kind_profile(ruleset: AnyRuleset, kind: str) -> Mapping[str, Any]:
    """The figures of a kind of piece; none for one that its ruleset does not know."""
    try:
        return ruleset.profile(kind)
    except KeyError:
        return {}


def kind_name(ruleset: AnyRuleset, kind: str) -> str:
    """The name of a kind of piece: the ruleset's, else its key in words."""
    return str(kind_profile(ruleset, kind).get("name") or kind.replace("_", " ").capitalize())


def kind_plural_name(ruleset: AnyRuleset, kind: str) -> str:
    """The name of a kind for several pieces: the ruleset's, else that of one with an s."""
    name = kind_name(ruleset, kind)
    several = kind_profile(ruleset, kind).get("names")
    return str(several or (name if name.endswith("s") else f"{name}s"))


def unit_letters(
    table: Table, names: Mapping[str, str], known: Mapping[UnitId, str] | None = None
) -> dict[UnitId, str]:
    """A letter for each unit of several pieces that somebody plays, from its name, or the name where it is as
    short as that, none twice in a side; `known` ones are kept."""
    found, sides = dict(known or {}), {piece.unit: piece.side for piece in table.pieces.values()}
    for unit, size in Counter(piece.unit for piece in table.pieces.values()).items():
        if unit in found or not 1 < size <= MAX_LETTERED_UNIT_SIZE or not table.side(sides[unit]).played:
            continue
        name = unit_name(table, unit, names)
        signs = [sign for sign in name if sign.isdigit() or sign.isupper()]
        signs = [name, *signs] if len(name) <= MAX_WHOLE_NAME_CHARS else signs
        taken = {sign for other, sign in found.items() if sides.get(other) == sides[unit]}
        found[unit] = next((sign for sign in (*signs, *ascii_uppercase) if sign not in taken), "?")
    return found
