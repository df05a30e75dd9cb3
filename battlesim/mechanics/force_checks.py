"""The units that a scenario lists, held against what a ruleset knows of sides, kinds and profiles.

Users: Mobile Infantry, Troice Station, the rulesets of the tests.
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
"""The kinds of units that each side has, the usual one first."""

RESERVE = Off("reserve")

P = TypeVar("P", bound=msgspec.Struct)


def scenario_parameters(plan: ScenarioPlan, resolve: Callable[[Mapping[str, str]], P]) -> P:
    """What the options of a scenario set, with its turns. Raises ScenarioError for what is no option."""
    try:
        found = resolve(plan.options)
    except KeyError as error:
        raise ScenarioError("options", f"{error.args[0]} is not an option of {plan.ruleset}") from None
    return msgspec.structs.replace(found, turns=plan.turns) if plan.turns else found


def check_sides(plan: ScenarioPlan, kinds: SideUnitKinds) -> None:
    """Raises ScenarioError when the sides are others than a ruleset has."""
    keys = [side.key for side in plan.sides]
    if sorted(keys) != sorted(kinds):
        found = f"the sides are {' and '.join(keys)}"
        raise ScenarioError("side", found, f"{plan.ruleset} has {' and '.join(kinds)}")


def unknown_kind_errors(plan: ScenarioPlan, kinds: SideUnitKinds) -> Iterator[ScenarioError]:
    """Units of a kind that their side does not have."""
    for unit in plan.units:
        if unit.kind and unit.kind not in kinds[unit.side]:
            message = f"{unit.kind!r} is not a kind of unit of {unit.side}"
            yield ScenarioError(f"{unit.key}.kind", message, did_you_mean(unit.kind, kinds[unit.side]))


def wrong_side_errors(plan: ScenarioPlan, side_of: Callable[[str], SideKey]) -> Iterator[ScenarioError]:
    """Pieces whose profile is another side's; `side_of` says whose a profile is."""
    for unit in plan.units:
        for piece in unit.pieces:
            own = side_of(piece.profile)
            if own != unit.side:
                message = f"{piece.profile!r} is not a profile of {unit.side}"
                yield ScenarioError(f"{piece.key}.profile", message, f"put it in a unit of {own}")


def partial_placement_errors(plan: ScenarioPlan, sides: Sequence[SideKey]) -> Iterator[ScenarioError]:
    """Units of these sides that are neither on the table nor waiting as a whole."""
    for unit in (unit for unit in plan.units if unit.side in sides):
        waiting = sum(piece.place == RESERVE for piece in unit.pieces)
        if 0 < waiting < len(unit.pieces):
            message = f"{waiting} of its {len(unit.pieces)} pieces have no place"
            yield ScenarioError(f"{unit.key}.piece", message, "give all of them one, or none")
        elif unit.arrives and not waiting:
            message = f"comes in turn {unit.arrives}, and its pieces stand on the table"
            yield ScenarioError(f"{unit.key}.arrives", message, "leave their places out")


def unsupported_deployment_errors(
    plan: ScenarioPlan, sides: Sequence[SideKey], remedy: str
) -> Iterator[ScenarioError]:
    """Units of these sides that have a zone or come in a turn, though none of theirs does."""
    for unit in (unit for unit in plan.units if unit.side in sides):
        for key, value in (("zone", unit.zone), ("arrives", unit.arrives)):
            if value:
                yield ScenarioError(f"{unit.key}.{key}", f"{unit.side} have no such thing", remedy)
