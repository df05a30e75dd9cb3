"""Texts that state the result of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from battlesim.table.ids import SideKey
from battlesim.table.state import Side


def winners_in_words(winners: Sequence[SideKey], sides: Iterable[Side]) -> str:
    """Return the result of a battle as text, such as "A draw", "Red win" or "Red and Blue win together"."""
    if not winners:
        return "A draw"
    names = {side.key: side.name for side in sides}
    *first, last = (names.get(key, key) for key in winners)
    return f"{', '.join(first)} and {last} win together" if first else f"{last} win"


def scores_in_words(scores: Mapping[SideKey, float], sides: Iterable[Side]) -> str:
    """Return the sides' scores as text, such as "Red 8, Blue 5", in the given order."""
    names = {side.key: side.name for side in sides}
    return ", ".join(f"{names.get(key, key)} {score:g}" for key, score in scores.items())


def ending_forms(
    winners: Sequence[SideKey], scores: Mapping[SideKey, float], reason: str, sides: Iterable[Side]
) -> tuple[str, str, str]:
    """Return three texts on how a battle ended: with scores and reason, with scores, and with winners only.

    If there are two sides, the texts give both scores ("Bugs win, 8 to 5"); otherwise, only those of the
    winners.
    """
    who, told = winners_in_words(winners, sides), [f"{scores[key]:g}" for key in winners if key in scores]
    if len(scores) <= 2:
        told = [f"{score:g}" for score in sorted(scores.values(), reverse=True)]
    between = " to " if len(scores) <= 2 else " and "
    scored = ", ".join([who, *([between.join(told)] if told else [])])
    return f"{scored}: {reason}", scored, who
