"""Line of sight and cover between models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from battlesim.rulings.sight import SightRules, Verdict, pair_verdicts
from battlesim.rulings.sight_rules import OpeningRules
from battlesim.table.pieces import Piece

from ..core.marks import AT_OPENING
from ..core.parameters import options
from ..core.profiles import terrain_kinds
from ..core.state import Battle

LINE_OF_SIGHT = "IE-GAP-20"
COVER = "IE-GAP-21"
AREA_COVER_SHARE = 0.5
"""The part of its base above which a model in area cover is at least in partial cover."""
AT_OPENINGS = OpeningRules(within=1.0, sector=90.0, cover="full", announced="announced", mark=AT_OPENING)
"""Models in a room see and are seen at its openings alone (IE-GAP-48), in full cover (IE-BLD-05)."""
THROUGH_WALLS = OpeningRules(within=math.inf, sector=360.0)


@cache
def default_sight_rules() -> SightRules:
    """Return the rules for sight under the default values of all options."""
    return sight_rules_for(options()["full_cover_above"]["2/3"]["full_cover_above"], False, True)


@cache
def sight_rules_for(full_cover_above: float, models_hide: bool, advanced_buildings: bool) -> SightRules:
    """Return the rules for sight, with a limit for full cover; an option makes models block it (IE-GAP-45).

    Without the advanced rules for buildings, a model inside is seen through the walls (IE-GAP-47).
    """
    kinds = terrain_kinds()
    return SightRules(
        depth={key: kind.depth for key, kind in kinds.items() if kind.depth},
        full=full_cover_above,
        bases=models_hide,
        bases_as_high=models_hide,
        overlap=tuple(key for key, kind in kinds.items() if kind.area),
        overlap_share=AREA_COVER_SHARE,
        cover_nearer=True,
        openings=AT_OPENINGS if advanced_buildings else THROUGH_WALLS,
    )


def sight_rules(state: Battle) -> SightRules:
    """Return the rules for sight in a battle."""
    parameters = state.game.parameters
    return sight_rules_for(
        parameters.full_cover_above, parameters.models_hide, "buildings" in parameters.advanced
    )


def sight_verdict(state: Battle, viewer: Piece, target: Piece) -> Verdict:
    """Return the verdict on what one model sees of another, cached while both stay where they are."""
    return judge_sight(state, [(viewer, target)])[viewer, target]


def judge_sight(state: Battle, pairs: Sequence[tuple[Piece, Piece]]) -> Mapping[tuple[Piece, Piece], Verdict]:
    """Judge all pairs of viewer and target not yet cached, and return the cached verdicts."""
    known = state.table.cached_value(
        ("invasion earth: sight", msgspec.json.encode(sight_rules(state))), dict[tuple[Piece, Piece], Verdict]
    )
    unknown = [pair for pair in pairs if pair not in known]
    if unknown:
        known.update(zip(unknown, pair_verdicts(state.table, sight_rules(state), unknown), strict=True))
    return known
