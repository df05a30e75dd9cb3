"""The list of model actions: for each its label, its rule, why a model cannot take it, and its script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..core.state import Battle, Game

ClosedReason = Callable[[Battle, Piece], AnyText]
"""A function that returns why a model cannot take an action, "" if it can."""
ActionScript = Callable[[Play[Game], str], Script[None]]
"""The rules of an action of a model, by its id."""


class ModelAction(NamedTuple):
    """An action that models can take; `is_listed` returns whether it is listed among a model's actions."""

    label: str
    rule: str
    why_closed: ClosedReason
    perform: ActionScript
    is_listed: Callable[[Battle, Piece], bool]


ModelActions = Mapping[str, ModelAction]
"""Actions by key, in the order in which they are listed."""
