"""Decisions in which the leader of a unit chooses one option or none."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from .lookups import leader_of
from .state import Battle

NOBODY_KEY = "nobody"
"""The key of the option to choose nobody."""


def choose_or_none(
    state: Battle,
    unit: Unit,
    prompt: AnyText,
    options: Sequence[Option],
    *,
    what: str,
    rule: str,
    none: str = NOBODY_KEY,
) -> ChooseOne:
    """Return a unit's decision to choose one option or none, with none as the default."""
    return ChooseOne(
        side=unit.side,
        what=what,
        prompt=prompt,
        rule=rule,
        about=leader_of(state, unit.id).id,
        options=(*closed_last(options), Option(none, "None")),
        least=none,
    )
