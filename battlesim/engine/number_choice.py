"""The decision to choose a number between two limits, such as a height in inches."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from battlesim.engine.decisions import Decision, DecisionRole
from battlesim.engine.dice import Rng
from battlesim.engine.refusal import Refusal
from battlesim.geometry.constants import TOL
from battlesim.table.state import AnyState


class ChooseNumber(Decision[float], frozen=True, kw_only=True, tag="choose_number"):
    """The decision to choose a number from `least` to `most`, both included.

    `now` is the default. `step` is the amount by which the arrow keys change the number, but any number
    between the limits is legal. `unit` is the text shown after the number, such as "in".
    """

    answers: ClassVar[Any] = float

    least: float
    most: float
    now: float
    step: float = 1.0
    unit: str = "in"

    @property
    def role(self) -> DecisionRole:
        """The role of the decision in an action: always "part", because it never begins an action."""
        return "part"

    def check(self, state: AnyState, answer: float) -> Refusal | None:
        """Return a refusal unless the number is finite and between the limits."""
        if not math.isfinite(answer):
            return Refusal("the answer must be a finite number", self.rule)
        if self.least - TOL <= answer <= self.most + TOL:
            return None
        return Refusal(f"the number must be {self.text(self.least)} to {self.text(self.most)}", self.rule)

    def text(self, number: float) -> str:
        """Return a number with its unit as text, such as "4.5 in"."""
        return f"{number:.4g} {self.unit}".strip()

    def handy_numbers(self) -> list[float]:
        """Return the limits, the default, and the numbers that arrow keys can reach from the lower limit.

        The numbers are in ascending order.
        """
        count = math.floor((self.most - self.least) / self.step + TOL)
        steps = [round(self.least + k * self.step, 3) for k in range(count + 1)]
        return sorted({*steps, self.now, self.most})

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[float]:
        """Return up to `n` numbers: the default, the limits, and random steps between the limits."""
        handy = self.handy_numbers()
        found = [self.now, self.least, self.most, *rng.sample(handy, min(len(handy), n))]
        return list(dict.fromkeys(found))[:n]

    def default(self, state: AnyState) -> float:
        """Return the current number, `now`."""
        return self.now
