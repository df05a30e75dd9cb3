"""The decision at which point of a path something is done."""

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
    """A point of a path at which something could be done: length along it in inches, reason and actor."""

    point: Coordinates
    along: float
    words: str = ""
    by: str = ""


class ChooseMoment(Decision[int], frozen=True, kw_only=True, tag="choose_moment"):
    """The decision to choose one of some moments of a path, by index, or to let the move pass (the default).

    `mover` is the piece that moves along `course`; `about` is the piece or unit that would act.
    """

    answers: ClassVar[Any] = int

    stops: tuple[PathMoment, ...]
    mover: str = ""

    def check(self, state: AnyState, answer: int) -> Refusal | None:
        """Return a refusal unless the answer is the index of a moment or LET_PASS."""
        if answer == LET_PASS or 0 <= answer < len(self.stops):
            return None
        return Refusal(f"there are {len(self.stops)} moments, and no number {answer}", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[int]:
        """Return letting the move pass, and up to `n` - 1 of the moments."""
        numbers = range(len(self.stops))
        return [LET_PASS, *(numbers if len(numbers) < n else sorted(rng.sample(numbers, n - 1)))]

    def default(self, state: AnyState) -> int:
        """Return LET_PASS."""
        return LET_PASS
