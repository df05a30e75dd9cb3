"""What a player is: it gets a side's view and a decision, and replies with an answer and its reasons."""

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
    """An answer that was looked at: the answer, its score (higher is better), why."""

    answer: Any
    score: float
    reason: AnyText = ""


class Reply(msgspec.Struct, frozen=True):
    """An answer with its reason in one line, what else was considered, and what to remember (plain data).

    `by` says how it was given: by `hand`, or in advance by a standing `order` or with a `plan`.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """A player gave no answer that can be taken: why. It is `lost` when its process had to be replaced."""

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised in place of an answer for what is no player's fault: a match puts no default in its place."""


class UndoRequested(Interruption):
    """The last answer given by hand is to be taken back, by one of some sides."""

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """The circumstances of a question: whose side, under which rules, with which luck and memory.

    `rng` is the player's own generator for this answer, made from `rng_seed` (see `rng_seed_for`); it never
    moves the dice, and the faces of the dice do not follow from it. `number` counts the answers of the battle
    so far. `progress(done, of)` may be called while thinking. `memory` is what the last reply of this side
    kept.
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

    Players are given this one alone: the seed of the battle gives the faces that the dice will show.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """Whoever answers for a side. It sees the view alone and keeps nothing but its replies' memory."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """An answer that the decision takes, as far as can be known from the view."""
        ...
