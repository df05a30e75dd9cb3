"""Players whose answers are laid down in advance: by a list, or by a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from battlesim.engine.decisions import Decision, parse_answer
from battlesim.players.base import PlayerContext, Reply
from battlesim.table.state import AnyState

Scripted = Callable[[AnyState, Decision[Any]], Any]


class ScriptError(Exception):
    """Raised when a player is asked more than its script holds, or something else than it foresees."""


class ScriptedPlayer:
    """Gives the answers of a list in order; a function in it is called with the view and the decision."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self.left = list(answers)

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """The next answer. Raises ScriptError when none is left."""
        if not self.left:
            raise ScriptError(f"the script of {decision.side} ends before {decision.what}: {decision.prompt}")
        item: Scripted | Any = self.left.pop(0)
        return Reply(item(view, decision) if callable(item) else item, "as scripted")


class RecordedPlayer:
    """Gives the answers that a record holds: pairs of the decision's key and the raw answer, in order."""

    def __init__(self, answers: Iterable[tuple[str, Any]]) -> None:
        self.left = list(answers)

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """The next answer. Raises ScriptError when none is left or another decision was recorded."""
        if not self.left:
            raise ScriptError(f"the record ends before {decision.what}: {decision.prompt}")
        what, raw = self.left.pop(0)
        if what != decision.what:
            raise ScriptError(f"{decision.what} is asked where the record has {what}")
        return Reply(parse_answer(decision, raw), "as recorded")
