"""The rules of sight of this ruleset: sight.toml, and what the options make of it."""

from __future__ import annotations

from functools import cache

import msgspec

from battlesim.rulings.sight_rules import SightRules, read_sight_rules

from ..core.parameters import Parameters
from ..data import FILES

SIGHT = "MI-GAP-06"
HEIGHTS = "MI-GAP-07"


@cache
def plain_rules() -> SightRules:
    """The rules as they stand in sight.toml."""
    return read_sight_rules(FILES.text("sight.toml"))


@cache
def sight_rules(parameters: Parameters) -> SightRules:
    """The rules for a battle: least hidden share, smoke, night."""
    rules = plain_rules()
    smoke = {"obscuring": (), "blocking": rules.obscuring} if parameters.smoke_blocks else {}
    return msgspec.structs.replace(
        rules, partial=parameters.obscured_share, limit=parameters.sight_limit, **smoke
    )
