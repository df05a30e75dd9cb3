"""The interface of a player: it gets its side's view and a decision, and replies with an answer."""

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
    """An answer that a player considered, with its score (higher is better) and the reason."""

    answer: Any
    score: float
    reason: AnyText = ""


class Reply(msgspec.Struct, frozen=True):
    """An answer with its reason in one line, the other answers considered, and the player's new memory.

    `by` says how the answer was given: by `hand`, or in advance by a standing `order` or a `plan`. `memory`
    is plain data.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """Raised, with the reason, if a player gave no valid answer; `lost` if its process had to be replaced."""

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised in place of an answer for a cause outside the player; the match then takes no default."""


class UndoRequested(Interruption):
    """Raised in place of an answer to undo the last answer that one of the sides gave by hand."""

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """What a player gets beside the view: ruleset, side, random numbers, memory and a progress callback.

    `rng` is the player's own generator for this answer, made from `rng_seed` (see `rng_seed_for`); it does
    not affect the dice, and the faces of the dice cannot be derived from it. `number` counts the answers of
    the battle so far. `progress(done, of)` may be called while the player thinks. `memory` is the memory in
    this side's last reply.
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

    Players get this seed alone, because the faces of the dice follow from the seed of the battle.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """A player of one side. It sees only the view, and keeps only the memory that its replies carry."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return an answer that the decision accepts, judged by what the view shows."""
        ...
