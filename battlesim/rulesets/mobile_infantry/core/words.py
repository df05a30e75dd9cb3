"""Words that the log, questions and previews have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlesim.table.words import Ref, Words, listed, say

from ..data import FILES

names = FILES.table("names.toml", dict[str, dict[str, str]])
"""What phases and traits are called."""


class Fault(NamedTuple):
    """Why something cannot be done, and the rule that says so; without words it can be done."""

    words: Words = ""
    rule: str = ""


def some(ids: Sequence[str]) -> Words:
    """Some models or structures: two by name, of more the first."""
    if len(ids) <= 2:
        return listed(map(Ref, ids), " and ")
    return say("{} and {} more", Ref(ids[0]), len(ids) - 1)


def dice_words(count: int) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"
