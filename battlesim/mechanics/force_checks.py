"""Checks that the units of a scenario fit the sides, unit kinds and profiles of a ruleset.

Users: Mobile Infantry, Troice Station, Invasion Earth, Stargrunt, Alien Invasion, the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off

SideUnitKinds = Mapping[SideKey, Sequence[str]]
"""Type of the kinds of units of each side, the usual one first."""

RESERVE = Off("reserve")

P = TypeVar("P", bound=msgspec.Struct)


def scenario_parameters(plan: ScenarioPlan, resolve: Callable[[Mapping[str, str]], P]) -> P:
    """Return the rule parameters for a scenario's options. Raises ScenarioError for an unknown option."""
    try:
        parameters = resolve(plan.options)
    except KeyError as error:
        raise ScenarioError("options", f"{error.args[0]} is not an option of {plan.ruleset}") from None
    return msgspec.structs.replace(parameters, turns=plan.turns) if plan.turns else parameters


def check_sides(plan: ScenarioPlan, kinds: SideUnitKinds) -> None:
    """Raise ScenarioError unless a scenario has exactly the sides that its ruleset expects."""
    keys = [side.key for side in plan.sides]
    if sorted(keys) != sorted(kinds):
        message = f"the sides are {' and '.join(keys)}"
        raise ScenarioError("side", message, f"{plan.ruleset} has {' and '.join(kinds)}")


def check_side_count(plan: ScenarioPlan, needed: int) -> None:
    """Raise ScenarioError unless a scenario has exactly as many sides as its ruleset needs."""
    found = len(plan.sides)
    if found != needed:
        message = f"the scenario has {found} side{'s' * (found != 1)}, but this game needs {needed}"
        many = abs(needed - found)
        tables = "a [[side]] table" if many == 1 else f"{many} [[side]] tables"
        raise ScenarioError("side", message, f"{'add' if found < needed else 'remove'} {tables}")


def unknown_kind_errors(plan: ScenarioPlan, kinds: SideUnitKinds) -> Iterator[ScenarioError]:
    """Yield an error for every unit whose kind is not available to its side."""
    for unit in plan.units:
        if unit.kind and unit.kind not in kinds[unit.side]:
            message = f"{unit.kind!r} is not a kind of unit of {unit.side}"
            yield ScenarioError(f"{unit.key}.kind", message, did_you_mean(unit.kind, kinds[unit.side]))


def wrong_side_errors(plan: ScenarioPlan, side_of: Callable[[str], SideKey]) -> Iterator[ScenarioError]:
    """Yield an error for every piece whose profile belongs to another side.

    `side_of` returns the side to which a profile belongs.
    """
    for unit in plan.units:
        for piece in unit.pieces:
            own = side_of(piece.profile)
            if own != unit.side:
                message = f"{piece.profile!r} is not a profile of {unit.side}"
                yield ScenarioError(f"{piece.key}.profile", message, f"put it in a unit of {own}")


def partial_placement_errors(plan: ScenarioPlan, sides: Sequence[SideKey]) -> Iterator[ScenarioError]:
    """Yield an error for each unit that is only partly on the table, or on the table before it arrives.

    Only the units of `sides` are checked. The pieces of a unit must all be on the table or all be in reserve.
    """
    for unit in (unit for unit in plan.units if unit.side in sides):
        waiting = sum(piece.place == RESERVE for piece in unit.pieces)
        if 0 < waiting < len(unit.pieces):
            message = f"{waiting} of its {len(unit.pieces)} pieces have no position"
            yield ScenarioError(f"{unit.key}.piece", message, "give a position to all of them, or to none")
        elif unit.arrives and not waiting:
            message = f"arrives in turn {unit.arrives}, but its pieces are placed on the table"
            yield ScenarioError(f"{unit.key}.arrives", message, "remove their positions")


def unsupported_deployment_errors(
    plan: ScenarioPlan, sides: Sequence[SideKey], remedy: str
) -> Iterator[ScenarioError]:
    """Yield an error for each unit that has a deployment zone or a turn of arrival though its side uses none.

    Only the units of `sides` are checked. `remedy` is the advice given with the error.
    """
    for unit in (unit for unit in plan.units if unit.side in sides):
        for key, value in (("zone", unit.zone), ("arrives", unit.arrives)):
            if value:
                yield ScenarioError(f"{unit.key}.{key}", f"units of {unit.side} do not use `{key}`", remedy)
