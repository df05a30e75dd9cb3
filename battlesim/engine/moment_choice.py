"""The decision to act when another piece reaches a certain point on its path."""

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
    """A point on the path of a moving piece at which another piece can act. `words` gives the reason.

    `along` is the distance from the start of the path in inches. `by` is the id of the piece or unit that can
    act, and `chance` is the chance (0 to 1) that it succeeds, if known.
    """

    point: Coordinates
    along: float
    words: str = ""
    by: str = ""
    chance: float | msgspec.UnsetType = msgspec.UNSET

    @property
    def known_chance(self) -> float | None:
        """The chance that the action succeeds, or None if it is unknown."""
        return None if isinstance(self.chance, msgspec.UnsetType) else self.chance


class ChooseMoment(Decision[int], frozen=True, kw_only=True, tag="choose_moment"):
    """The decision to act at a point on another piece's path, or to let the piece pass.

    The answer is the index of the point, or LET_PASS, which is the default. `mover` is the piece that moves
    along the path `course`, and `about` is the piece or unit that would act.
    """

    answers: ClassVar[Any] = int

    stops: tuple[PathMoment, ...]
    mover: str = ""

    @property
    def best(self) -> int:
        """The index of the first point with the highest chance of success, or LET_PASS if all are 0."""
        chances = {k: chance for k, stop in enumerate(self.stops) if (chance := stop.known_chance)}
        return max(chances, key=lambda k: (chances[k], -k), default=LET_PASS)

    @property
    def is_hopeless(self) -> bool:
        """True if it is known that the action cannot succeed at any of the points."""
        return all(stop.known_chance == 0.0 for stop in self.stops)

    def check(self, state: AnyState, answer: int) -> Refusal | None:
        """Return a refusal unless the answer is LET_PASS or the index of one of the points."""
        if answer == LET_PASS or 0 <= answer < len(self.stops):
            return None
        return Refusal(
            f"{answer} is not one of the moments of this move, numbered 0 to {len(self.stops) - 1}",
            self.rule,
        )

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[int]:
        """Return LET_PASS and the indices of up to `n` - 1 points of the path."""
        numbers = range(len(self.stops))
        return [LET_PASS, *(numbers if len(numbers) < n else sorted(rng.sample(numbers, n - 1)))]

    def default(self, state: AnyState) -> int:
        """Return LET_PASS: the other piece moves on."""
        return LET_PASS
