"""The displayed names of factions: as in the scenario, or by a table that replaces them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.engine.value_decoding import did_you_mean
from battlesim.table.limits import Name
from battlesim.table.state import Side

from ..core.parameters import Parameters
from ..data import DATA_FILES

NAMES = "MT-GAP-80"

usual_names = DATA_FILES.toml_loader("names.toml", dict[str, Name])
"""The table of names for scenarios that bring none."""


def named_sides(
    sides: Sequence[Side], parameters: Parameters, tables: Mapping[str, Mapping[str, str]]
) -> tuple[Side, ...]:
    """Return the sides with the names that a battle shows. Raises ScenarioError for an unknown key."""
    known = [side.key for side in sides]
    names = dict(usual_names())
    for stem, table in tables.items():
        for key, name in table.items():
            if key not in (*known, *usual_names()):
                remedy = did_you_mean(key, known)
                raise ScenarioError(f"rules.names.{stem}.{key}", f"is not a faction ({NAMES})", remedy)
            names[key] = name
    if not parameters.own_names:
        return tuple(sides)
    return tuple(msgspec.structs.replace(side, name=names.get(side.key, side.name)) for side in sides)
