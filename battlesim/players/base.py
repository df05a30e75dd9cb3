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
    """A player's answer with the reason in one line, other answers considered, and the player's new memory.

    `by` says how the answer was given: by `hand`, or in advance by a standing `order` or a `plan`. `memory`
    is plain data.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """The error that a player gave no valid answer; the message is the reason.

    `lost` is True if the player's process had to be replaced.
    """

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised in place of an answer when something outside the player stops it.

    The match then does not use the default answer.
    """


class UndoRequested(Interruption):
    """Raised in place of an answer to request an undo of the last answer given by hand.

    Only answers of the given sides count.
    """

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """Everything a player gets in addition to the view, such as its side, its random numbers and its memory.

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
    """Return the seed for a player's random numbers in one answer.

    It is a hash of the battle's seed, the side and the answer's number. Players get this seed alone, because
    the faces of the dice follow from the seed of the battle.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """A player of one side, which sees only that side's view.

    It keeps nothing from one answer to the next, except the memory that it includes in its reply.
    """

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return an answer that should be legal as far as this can be judged from the side's view."""
        ...
