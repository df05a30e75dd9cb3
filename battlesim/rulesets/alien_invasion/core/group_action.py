"""The common shape of the actions of a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from .state import Battle, Game


class GroupAction(NamedTuple):
    """An action that a group can take: its title, its rule, a check of availability and a script.

    It is only shown to groups for which `applies` is true, and that are `where` it is carried out. A free
    action takes nothing from the card.
    """

    title: str
    rule: str
    why_not: Callable[[Battle, UnitId], AnyText]
    perform: Callable[[Play[Game], UnitId], Script[None]]
    applies: Callable[[Battle, UnitId], bool] = lambda state, group: True
    where: Literal["surface", "below", "anywhere"] = "surface"
    is_free: Callable[[Battle, UnitId], bool] = lambda state, group: False
