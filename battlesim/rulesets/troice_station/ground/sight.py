"""Lines of sight in a blizzard, for spotting and for shooting. Lengths are in inches."""

from __future__ import annotations

import math
from functools import cache

import msgspec

from battlesim.rulings.sight import SightRules, Verdict, verdict
from battlesim.table.pieces import Piece

from ..core.lookups import has_ability, is_marker
from ..core.marks import BINOCULARS
from ..core.profiles import terrain_kinds
from ..core.state import CREATURES, Battle
from .surface import ROOFED_KINDS

LIMIT = "TS-WTHR-01"
HALF_HIDDEN_FRACTION = 0.5 - 2e-6
"""The hidden fraction from which cover is full: one half, less a margin for rounding errors."""


@cache
def default_sight_rules() -> SightRules:
    """Return the rules for lines of sight in clear weather."""
    kinds = terrain_kinds()
    deep = dict.fromkeys(("dense_growth", "deep_drift"), 2.0)
    return SightRules(
        shows=tuple(key for key, kind in kinds.items() if not kind.hides),
        depth=deep,
        least={key: kind.conceals for key, kind in kinds.items() if kind.conceals},
        hard=tuple(key for key, kind in kinds.items() if kind.hard),
        hard_share=0.25,
        partial=0.25,
        full=HALF_HIDDEN_FRACTION,
    )


def limited_sight_rules(state: Battle, free: frozenset[str]) -> SightRules:
    """Return the current rules for sight; the pieces in `free` are not subject to the limit (TS-GAP-07)."""
    limited, open_inside = state.game.sight, state.game.parameters.free_indoors
    return msgspec.structs.replace(
        default_sight_rules(),
        limit=limited,
        limits=dict.fromkeys(sorted(free), math.inf),
        roofs=ROOFED_KINDS if open_inside else (),
    )


def _creatures(state: Battle) -> frozenset[str]:
    """Return the ids of the revealed creatures, whose sight is not limited (TS-GAP-10)."""
    return frozenset(p.id for p in state.table.pieces_of_side(CREATURES) if not is_marker(p))


def _key(state: Battle, name: str) -> tuple[str, str, float, bool, bool]:
    parameters = state.game.parameters
    far, open_inside = state.game.sight, parameters.free_indoors
    return "troice station: sight", name, far, open_inside, parameters.fire_by_binoculars


def spotting_rules(state: Battle) -> SightRules:
    """Return the rules for spotting, in which binoculars lift the sight limit (TS-WTHR-02)."""
    spotting = frozenset(p.id for p in state.table.standing_pieces() if p.has_mark(BINOCULARS))
    return state.table.cached_value(
        _key(state, "eyes"), lambda: limited_sight_rules(state, _creatures(state) | spotting)
    )


def shooting_rules(state: Battle) -> SightRules:
    """Return the rules for lines of sight when shooting (TS-WTHR-03)."""
    by_binoculars = state.game.parameters.fire_by_binoculars
    scoped = frozenset(
        p.id
        for p in state.table.standing_pieces()
        if has_ability(p, "sniper") or (by_binoculars and p.has_mark(BINOCULARS))
    )
    return state.table.cached_value(
        _key(state, "aimed"), lambda: limited_sight_rules(state, _creatures(state) | scoped)
    )


def without_limit(rules: SightRules, piece: Piece) -> SightRules:
    """Return rules for sight with the sight limit lifted for one piece."""
    return msgspec.structs.replace(rules, limits={**rules.limits, piece.id: math.inf})


def sight_verdict(state: Battle, viewer: Piece, target: Piece, rules: SightRules | None = None) -> Verdict:
    """Return the verdict on the line of sight from viewer to target, by default for spotting."""
    return verdict(state.table, rules or spotting_rules(state), viewer, target)


def sees(state: Battle, viewer: Piece, target: Piece, rules: SightRules | None = None) -> bool:
    """Return whether a viewer sees any part of a target, by default for spotting."""
    return sight_verdict(state, viewer, target, rules).visible
