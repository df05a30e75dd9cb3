"""The interface of a player: it gets a side's view and a decision, and replies with an answer and reasons."""

from __future__ import annotations

from collections.abc import Callable, Container
from random import Random
from typing import Any, Literal, Protocol

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import Rng, derived_seed
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.state import AnyState


class ConsideredAnswer(msgspec.Struct, frozen=True):
    """An answer that a player considered, with its score (higher is better) and reason."""

    answer: Any
    score: float
    reason: AnyText = ""


class Reply(msgspec.Struct, frozen=True):
    """An answer with its reason in one line, other considered answers, and what to remember (plain data).

    `by` says how it was given: by `hand`, or in advance by a standing `order` or with a `plan`.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """Raised if a player gave no valid answer, with the reason; `lost` if its process had to be replaced."""

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised in place of an answer for a cause outside the player; a match does not use a default then."""


class UndoRequested(Interruption):
    """Raised in place of an answer to undo the last answer given by hand by one of these sides."""

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """The context of a decision: ruleset, side, random numbers, memory, progress callback.

    `rng` is the player's own generator for this answer, made from `rng_seed` (see `rng_seed_for`); it does
    not affect the dice, and the faces of the dice do not follow from it. `number` counts the answers of the
    battle so far. `progress(done, of)` may be called while thinking. `memory` is the one of this side's last
    reply.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        side: SideKey,
        rng_seed: int = 0,
        number: int = 0,
        memory: Any = None,
        progress: Callable[[int, int], None] = lambda done, of: None,
    ) -> None:
        self.ruleset, self.side, self.rng_seed, self.number = ruleset, side, rng_seed, number
        self.memory, self.progress = memory, progress
        self.rng: Rng = Random(rng_seed)


def rng_seed_for(seed: int, side: SideKey, number: int) -> int:
    """Return the seed of a player's generator: a hash of the battle's seed, the side and the answer's number.

    Players get only this seed, because the seed of the battle gives the faces that the dice will show.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """A player of one side. It sees only the view and remembers only the memory in its replies."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return an answer that the decision accepts, as far as that can be known from the view."""
        ...
