"""Dice by the handful: totals against scores to kill, exact chances, and shares of even and odd dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from battlesim.engine.play import DiceNeeds

from ..core.lookups import MEAN_DIE, DicePool

TOTALS, WHOLE_SCORES = "MT-SHT-07", "MT-SHT-08"


def total_needs() -> DiceNeeds:
    """Return the description, for the log, of dice whose faces are added up."""
    return DiceNeeds("", lambda faces: (), came=lambda faces: f"total {sum(faces)}", unordered=True)


@lru_cache(maxsize=256)
def total_chances(dice: int) -> tuple[float, ...]:
    """Return the chance of each total of a number of dice, from 0 on."""
    chances = [1.0]
    for _ in range(dice):
        padded = [0.0] * 6 + chances
        chances = [sum(padded[k : k + 6]) / 6.0 for k in range(len(chances) + 6)]
    return tuple(chances)


def kills(total: int, score: int, figures: int) -> int:
    """Return how many figures a dice total kills: one for each whole score, and the rest is lost.

    Rules: MT-SHT-10, MT-SHT-11.
    """
    return min(figures, total // score)


@lru_cache(maxsize=4096)
def kill_chances(dice: int, score: int, figures: int, rolled: int = 0) -> tuple[float, ...]:
    """Return the chance of each number of kills, from 0 to all figures; `rolled` is added to the total."""
    chances = [0.0] * (figures + 1)
    for total, chance in enumerate(total_chances(dice), rolled):
        chances[kills(total, score, figures)] += chance
    return tuple(chances)


def pool_kill_chances(
    pool: DicePool, score: int, figures: int, each: bool = False, rolled: int = 0
) -> tuple[float, ...]:
    """Return the chance of each number of kills, where an initial roll may decide the number of dice.

    If `each`, every figure makes an initial roll of its own. `rolled` is added to the total of the dice.
    """
    if not pool.rolling:
        return kill_chances(pool.fixed, score, figures, rolled)
    initial = total_chances(pool.initial * (pool.rolling if each else 1))
    found = [0.0] * (figures + 1)
    for total, chance in enumerate(initial):
        dice = pool.fixed + total * (1 if each else pool.rolling)
        for number, own in enumerate(kill_chances(dice, score, figures, rolled) if chance else ()):
            found[number] += chance * own
    return tuple(found)


def shared_totals(faces: Sequence[int], others: int, by_value: bool) -> tuple[int, tuple[int, ...]]:
    """Return the total of the even dice, and the other factions' shares of the odd dice.

    The odd dice go one after the other, the highest first, to the faction with the smallest sum so far, or if
    not `by_value`, in turn; the lower seat comes first. With no other faction all dice count as even.
    """
    if not others:
        return sum(faces), ()
    shares = [0] * others
    odd = sorted((face for face in faces if face % 2), reverse=True)
    for number, face in enumerate(odd):
        at = min(range(others), key=lambda k: (shares[k], k)) if by_value else number % others
        shares[at] += face
    return sum(face for face in faces if face % 2 == 0), tuple(shares)


def expected_kills(dice: float, score: int, figures: int) -> int:
    """Return the number of kills from the mean total of a number of dice."""
    return min(figures, int(MEAN_DIE * dice // score))
