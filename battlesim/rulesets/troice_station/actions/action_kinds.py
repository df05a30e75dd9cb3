"""The kinds of acts: each one record of who can do it, how it is done, and what of it stands in the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.state import Battle, Game

ClosedReasonFunction = Callable[[Battle, Piece], AnyText]
"""Why a figure cannot do something, in words; "" when it can."""
ActionScript = Callable[[Play[Game], Sequence[str]], Script[tuple[str, ...]]]
"""Have some figures do something, as far as their owner wants; those who did."""


class ActionKind(NamedTuple):
    """An act. It is offered where a figure can do it; where it `is_listed`, it is else shut with the reason.

    `saves` says whether it could save a marine as things stand.
    """

    label: str
    rule: str
    why_not: ClosedReasonFunction
    perform: ActionScript
    always_listed: bool = False
    can_save_marine: Callable[[Battle], bool] = lambda state: False

    def is_listed(self, state: Battle) -> bool:
        """Return whether it is listed even where it is shut."""
        return self.always_listed or self.can_save_marine(state)


ActionKinds = Mapping[str, ActionKind]


def why_none_open(options: Sequence[Option], none_text: AnyText) -> AnyText:
    """Return the reason why none of the options is open, "" if one is."""
    if not options:
        return none_text
    return "" if any(not option.shut for option in options) else options[0].shut
