"""The interface of players, which get a decision and their side's view of a battle, and return an answer."""

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
    """An answer that a player considered, with a score (higher is better) and a reason.

    `label` is that of the option that it chooses, if it chooses one.
    """

    answer: Any
    score: float
    reason: AnyText = ""
    label: AnyText | msgspec.UnsetType = msgspec.UNSET


class Reply(msgspec.Struct, frozen=True):
    """A player's answer to a decision, with a one-line reason and the answers that the player considered.

    `memory` is plain data that the player gets back with the next decision. `by` is "hand", or "order" or
    "plan" if a standing order or a planned act gave the answer in advance.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """Raised if a player gives no valid answer; the message is the reason.

    `lost` is True if the process in which the player was running had to be replaced.
    """

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised by a player that is stopped from outside, for example by an undo, and gives no answer.

    The match does not then fall back on the default answer.
    """


class UndoRequested(Interruption):
    """Raised by a player to request an undo of the last answer that a human player of `sides` gave."""

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """The data that a player gets besides the view and the decision, such as random numbers and its memory.

    `rng` is a random number generator for this answer alone. Its seed is `rng_seed` (see `rng_seed_for`), so
    it neither changes nor reveals the rolls of the dice. `number` is the number of answers given so far in
    the battle. The player may call `progress(done, of)` while it thinks. `memory` is the memory of its last
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
    """Return the seed of the random numbers that a player may use for a single answer.

    The seed is a hash of the battle's seed, the side and the number of the answer. Players never get the
    battle's seed, because it determines the rolls of the dice.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """A player of one side, which sees only what that side may know.

    A player keeps nothing from one answer to the next, except the memory that it returns in its reply.
    """

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return an answer to the decision that is legal as far as the side can tell from its view."""
        ...
