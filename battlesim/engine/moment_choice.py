"""The decision to act at a certain point of another piece's path."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.state import AnyState
from battlesim.table.terrain import Coordinates

LET_PASS: Final = -1
"""The answer that lets the move pass."""


class PathMoment(msgspec.Struct, frozen=True):
    """A point on a path where an action is possible, with the reason as `words`.

    `along` is its distance from the start of the path in inches, `by` the id of the acting piece or unit, and
    `chance` the chance (0 to 1) that the action succeeds there, if it is known.
    """

    point: Coordinates
    along: float
    words: str = ""
    by: str = ""
    chance: float | msgspec.UnsetType = msgspec.UNSET

    @property
    def known_chance(self) -> float | None:
        """The chance that the action succeeds, or None if it is not known."""
        return None if isinstance(self.chance, msgspec.UnsetType) else self.chance


class ChooseMoment(Decision[int], frozen=True, kw_only=True, tag="choose_moment"):
    """The decision to act at one moment of a path, given by its index, or to let the move pass (the default).

    `mover` is the piece that moves along `course`; `about` is the piece or unit that would act.
    """

    answers: ClassVar[Any] = int

    stops: tuple[PathMoment, ...]
    mover: str = ""

    @property
    def best(self) -> int:
        """The index of the first moment with the highest chance, or LET_PASS if no chance is known."""
        chances = {
            k: chance for k, stop in enumerate(self.stops) if (chance := stop.known_chance) is not None
        }
        return max(chances, key=lambda k: (chances[k], -k), default=LET_PASS)

    def check(self, state: AnyState, answer: int) -> Refusal | None:
        """Return a refusal unless the answer is the index of a moment or LET_PASS."""
        if answer == LET_PASS or 0 <= answer < len(self.stops):
            return None
        return Refusal(f"there are {len(self.stops)} moments, and no number {answer}", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[int]:
        """Return LET_PASS and the indices of up to `n` - 1 moments."""
        numbers = range(len(self.stops))
        return [LET_PASS, *(numbers if len(numbers) < n else sorted(rng.sample(numbers, n - 1)))]

    def default(self, state: AnyState) -> int:
        """Return LET_PASS, so that the move goes on."""
        return LET_PASS
