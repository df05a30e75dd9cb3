"""The interface of players, which get decisions and their side's view of the battle and return answers."""

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

    If the answer chooses an option, `label` is the label of that option.
    """

    answer: Any
    score: float
    reason: AnyText = ""
    label: AnyText | msgspec.UnsetType = msgspec.UNSET


class Reply(msgspec.Struct, frozen=True):
    """A player's answer to a decision, with a one-line reason and the answers that the player considered.

    `memory` is plain data that the player gets back with the next decision. `by` says how the answer was
    given: "order" if a standing order gave it in advance, "plan" if it was part of a planned act, and "hand"
    otherwise.
    """

    answer: Any
    reason: AnyText = ""
    considered: tuple[ConsideredAnswer, ...] = ()
    memory: Any = None
    by: Literal["hand", "order", "plan"] = "hand"


class PlayerError(Exception):
    """Raised if a player gives no valid answer; the message is the reason.

    `lost` is True if the player's process failed and had to be replaced.
    """

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class Interruption(BaseException):
    """Raised by a player if the program interrupts it before it has answered, for example because of an undo.

    After this error, the match does not use the default answer.
    """


class UndoRequested(Interruption):
    """Raised by a player to undo the last answer that was given by a human player of one of the `sides`."""

    def __init__(self, sides: Container[str]) -> None:
        super().__init__("an answer is taken back")
        self.sides = sides


class PlayerContext:
    """Additional data for a player that has to answer a decision, such as random numbers and its own memory.

    `rng` is a random number generator for this answer alone. Its seed is `rng_seed` (see `rng_seed_for`), so
    its numbers neither change nor reveal the rolls of the dice. `number` is the number of answers given so
    far in the battle. `memory` is the memory that the player returned with its last reply. The player may
    report its progress by calling `progress(done, of)`.
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
    """Return the seed for the random numbers that a player may use for a single answer.

    The seed is a hash of the battle's seed, the side and the number of the answer. Players never get the
    battle's seed itself, because it determines the rolls of the dice.
    """
    return derived_seed("player", seed, side, number)


class Player(Protocol):
    """The interface of a player, which controls a side and sees only what that side may know.

    A player keeps no state between answers, except the memory that it returned with its last reply.
    """

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return an answer to the decision.

        It must be legal as far as the side can tell from its view of the battle.
        """
        ...
