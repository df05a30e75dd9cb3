"""What dice are expected to kill, without rolling them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from battlesim.table.pieces import Piece

from ..core.lookups import DicePool, lives
from ..core.state import Battle
from .losses import score_of
from .pools import expected_kills


def usual_score(state: Battle, figures: Sequence[Piece], grade: int) -> int:
    """Return the most common score to kill among some figures; in a tie, the lowest."""
    counts = Counter(score_of(state, figure, grade) for figure in figures)
    return min(counts, key=lambda score: (-counts[score], score))


def expected(state: Battle, dice: float | DicePool, figures: Sequence[Piece], grade: int) -> int:
    """Return the expected kills of dice that hit the given figures."""
    mean = dice.mean if isinstance(dice, DicePool) else dice
    return expected_kills(mean, usual_score(state, figures, grade), lives(figures)) if figures else 0


def kills_text(number: int) -> str:
    """Return a number of expected kills as text, such as "1 kill expected"."""
    return f"{number} kill{'s' * (number != 1)} expected"
