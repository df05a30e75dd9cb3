"""The choice of one option, or of none, that the leader of a unit makes."""

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
    """Return the decision of a unit which of some options it takes, with none of them as its default."""
    return ChooseOne(
        side=unit.side,
        what=what,
        prompt=prompt,
        rule=rule,
        about=leader_of(state, unit.id).id,
        options=(*closed_last(options), Option(none, "None")),
        least=none,
    )
