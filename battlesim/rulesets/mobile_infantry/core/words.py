"""Words that the log, questions and previews have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlesim.table.words import Ref, Words, listed, say

from ..data import FILES

names = FILES.table("names.toml", dict[str, dict[str, str]])
"""What phases and traits are called."""


class Fault(NamedTuple):
    """Why something cannot be done, and the rule that says so; without words it can be done.

    `short` are words that are the same for all who fail by it.
    """

    words: Words = ""
    rule: str = ""
    short: str = ""


def some(ids: Sequence[str]) -> Words:
    """Some models or structures: two by name, of more the first."""
    if len(ids) <= 2:
        return listed(map(Ref, ids), " and ")
    return say("{} and {} more", Ref(ids[0]), len(ids) - 1)


def told_apart(faults: Iterable[Fault]) -> str:
    """How many fail by what, in short: what stops most first."""
    many = Counter(fault.short or str(fault.words) for fault in faults)
    return ", ".join(f"{count} {words}" for words, count in many.most_common())


def dice_words(count: int) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"
