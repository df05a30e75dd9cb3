"""Decisions in which the leader of a unit chooses a unit or another option, or none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from .lookups import leader_of, ok_figures
from .state import Battle

NOBODY_KEY = "nobody"
"""The key of the option to choose nobody."""


def unit_options(
    state: Battle,
    units: Iterable[Unit],
    why_not: Callable[[Unit], AnyText],
    *,
    rule: str,
    act: str,
    by: tuple[str, ...] = (),
    figures: Callable[[Battle, UnitId], list[Piece]] = ok_figures,
) -> list[Option]:
    """Return an option for each unit, shown at its `figures` and closed if `why_not` gives a reason."""
    return [
        Option(
            unit.id,
            unit.name,
            tuple(piece.id for piece in figures(state, unit.id)),
            rule=rule,
            by=by,
            act=act,
            to=(unit.id,),
            shut=why_not(unit),
        )
        for unit in units
    ]


def choose_or_none(
    state: Battle,
    unit: Unit,
    prompt: AnyText,
    options: Sequence[Option],
    *,
    what: str,
    rule: str,
    none: str = NOBODY_KEY,
    none_text: AnyText = "None",
) -> ChooseOne:
    """Return a unit's decision to choose one option or none, with none as the default."""
    return ChooseOne(
        side=unit.side,
        what=what,
        prompt=prompt,
        rule=rule,
        about=leader_of(state, unit.id).id,
        options=(*closed_last(options), Option(none, none_text)),
        least=none,
    )


def why_none_is_open(reasons: Sequence[AnyText], several: AnyText) -> AnyText:
    """Return "" if any of the reasons is empty, the common reason if all are the same, or else `several`."""
    if any(not reason for reason in reasons):
        return ""
    return reasons[0] if len(set(reasons)) == 1 else several
