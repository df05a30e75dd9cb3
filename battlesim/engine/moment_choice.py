"""The decision at which point of a way something is done."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.state import AnyState
from battlesim.table.terrain import Coordinates

LET_PASS: Final = -1
"""The answer that lets it pass."""


class PathMoment(msgspec.Struct, frozen=True):
    """A point of a way, how far along it that is (inches), what is so there in words, and who would act."""

    point: Coordinates
    along: float
    words: str = ""
    by: str = ""


class ChooseMoment(Decision[int], frozen=True, kw_only=True, tag="choose_moment"):
    """Choose one of some stops of a way, by its number from 0, or let it pass, which is the default.

    `mover` is the piece that goes along `course`; `about` is who would do something there.
    """

    answers: ClassVar[Any] = int

    stops: tuple[PathMoment, ...]
    mover: str = ""

    def check(self, state: AnyState, answer: int) -> Refusal | None:
        """One of the stops, or none."""
        if answer == LET_PASS or 0 <= answer < len(self.stops):
            return None
        return Refusal(f"there are {len(self.stops)} moments, and no number {answer}", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[int]:
        """None of them, and some."""
        numbers = range(len(self.stops))
        return [LET_PASS, *(numbers if len(numbers) < n else sorted(rng.sample(numbers, n - 1)))]

    def default(self, state: AnyState) -> int:
        """Let it pass."""
        return LET_PASS
