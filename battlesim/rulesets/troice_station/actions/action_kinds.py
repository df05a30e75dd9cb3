"""The kinds of action that figures can take, each with its label, rule, conditions and script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.state import Battle, Game

ClosedReasonFunction = Callable[[Battle, Piece], AnyText]
"""A function that returns the reason why a figure cannot perform an action, or "" if it can."""
ActionScript = Callable[[Play[Game], Sequence[str]], Script[tuple[str, ...]]]
"""A script that has figures perform an action and returns the ids of those that took part."""


class ActionKind(NamedTuple):
    """A kind of action: its label, its rule, why a figure cannot take it, and its script.

    If no figure can take it, it is listed as unavailable only if it is `always_listed` or could now save a
    marine (`can_save_marine`).
    """

    label: str
    rule: str
    why_not: ClosedReasonFunction
    perform: ActionScript
    always_listed: bool = False
    can_save_marine: Callable[[Battle], bool] = lambda state: False

    def is_listed(self, state: Battle) -> bool:
        """Return whether the action is listed even if no figure can take it."""
        return self.always_listed or self.can_save_marine(state)


ActionKinds = Mapping[str, ActionKind]


def why_none_open(options: Sequence[Option], none_text: AnyText) -> AnyText:
    """Return why no option is available (`none_text` if there are no options), or "" if one is."""
    if not options:
        return none_text
    return "" if any(not option.shut for option in options) else options[0].shut
