"""Line of sight and cover between models."""

from __future__ import annotations

from functools import cache

import msgspec

from battlesim.rulings.sight import SightRules, Verdict, pair_verdicts
from battlesim.table.pieces import Piece

from ..core.parameters import options
from ..core.profiles import terrain_kinds
from ..core.state import Battle

LINE_OF_SIGHT = "IE-GAP-20"
COVER = "IE-GAP-21"


@cache
def default_sight_rules() -> SightRules:
    """Return the rules of sight with the default values of all options."""
    return sight_rules_for(options()["full_cover_above"]["2/3"]["full_cover_above"], models_hide=False)


@cache
def sight_rules_for(full_cover_above: float, models_hide: bool) -> SightRules:
    """Return the rules of sight for a limit of full cover; other models hide by option (IE-GAP-45)."""
    kinds = terrain_kinds()
    return SightRules(
        depth={key: kind.depth for key, kind in kinds.items() if kind.depth},
        full=full_cover_above,
        bases=models_hide,
    )


def sight_rules(state: Battle) -> SightRules:
    """Return the rules of sight of a battle."""
    parameters = state.game.parameters
    return sight_rules_for(parameters.full_cover_above, parameters.models_hide)


def sight_verdict(state: Battle, viewer: Piece, target: Piece) -> Verdict:
    """Return the verdict on what one model sees of another, cached with the table while both stand there."""
    known = state.table.cached_value(
        ("invasion earth: sight", msgspec.json.encode(sight_rules(state))), dict[tuple[Piece, Piece], Verdict]
    )
    if (viewer, target) not in known:
        (known[viewer, target],) = pair_verdicts(state.table, sight_rules(state), [(viewer, target)])
    return known[viewer, target]
