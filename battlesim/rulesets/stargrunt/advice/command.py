"""Advice for commanders on which units should act again and which to rally."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.table.ids import UnitId
from battlesim.table.units import Unit

from ..command.communication import communication_roll, needs_no_roll
from ..command.rally import rally_roll, why_cannot_rally, why_not_rallied
from ..command.transfer import subordinates, why_cannot_transfer, why_no_transfer
from ..core.lookups import confidence, unit_of
from ..core.marks import BROKEN, SHAKEN
from ..core.state import Battle

RALLY_WORTH = {BROKEN: 1.5, SHAKEN: 0.5}
"""What a level more is worth, in casualties, by the confidence of a unit."""

GainOf = Callable[[Battle, UnitId], float]


def communication_chance(view: Battle, sender: Unit, receiver: Unit) -> float:
    """Return the chance that a commander's message to a unit succeeds."""
    if needs_no_roll(view, sender, receiver):
        return 1.0
    return communication_roll(sender, receiver).chances().get(1, 0.0)


def transfer_gains(view: Battle, commander: Unit, gain_of: GainOf) -> dict[str, float]:
    """Return the expected gain, in casualties, of giving each unit under a commander another action."""
    return {
        str(unit.id): communication_chance(view, commander, unit) * gain_of(view, unit.id)
        for unit in subordinates(view, commander)
        if not why_no_transfer(view, commander, unit)
    }


def rally_gains(view: Battle, commander: Unit) -> dict[str, float]:
    """Return the expected gain, in casualties, of rallying each unit under a commander."""
    return {
        str(unit.id): RALLY_WORTH.get(confidence(unit), 0.0)
        * communication_chance(view, commander, unit)
        * rally_roll(view, commander, unit).chances().get(1, 0.0)
        for unit in subordinates(view, commander)
        if not why_not_rallied(view, unit)
    }


def command_wishes(view: Battle, unit: Unit, gain_of: GainOf) -> list[tuple[str, float, str]]:
    """Return the actions that a commander considers for the units under it, each with a score."""
    transfers = {} if why_cannot_transfer(view, unit) else transfer_gains(view, unit, gain_of)
    rallies = {} if why_cannot_rally(view, unit) else rally_gains(view, unit)
    best, rally = max(transfers.values(), default=0.0), max(rallies.values(), default=0.0)
    return [
        ("transfer", best, f"has a unit fire again, worth {best:.2f} casualties"),
        ("rally", rally, f"rallies a unit, worth {rally:.2f} casualties"),
    ]


def whom_to_transfer(view: Battle, decision: ChooseOne, gain_of: GainOf) -> list[Advice]:
    """Return advice to give another action to the unit that gains the most."""
    commander = unit_of(view, view.table.piece(decision.about))
    return _ranked(transfer_gains(view, commander, gain_of))


def whom_to_rally(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to rally the unit whose confidence matters most."""
    return _ranked(rally_gains(view, unit_of(view, view.table.piece(decision.about))))


def _ranked(gains: dict[str, float]) -> list[Advice]:
    ranked = sorted(gains.items(), key=lambda pair: -pair[1])
    return [Advice(key, gain, f"worth {gain:.2f} casualties") for key, gain in ranked]
