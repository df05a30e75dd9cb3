"""The parameters of the rules, set once at the start of a battle from the ruleset's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from battlesim.mechanics import ruleset_files
from battlesim.table.limits import BoundedNumber, Count, TurnCount

from ..data import DATA_FILES


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that options.toml defines; the rulebook explains each with its option.

    `rounds` is 0 for no limit, `fire_arc` is in degrees, `full_cover_above` is a fraction of the target, and
    `full_cover` a modifier. `auto_results` are the natural faces that decide a strike by themselves,
    `advanced` the advanced rules in use, and `template_sizes` the diameters of templates in inches.
    """

    first_player: Literal["roll_off", "side_1", "side_2"]
    front_half: bool
    auto_results: tuple[Count, ...]
    full_cover_above: BoundedNumber
    full_cover: int
    fire_arc: BoundedNumber
    arc_for_all: bool
    models_hide: bool
    rounds: TurnCount
    points_limit: Count
    advanced: tuple[str, ...]
    template_sizes: dict[str, BoundedNumber]
    blast_scatters: bool
    strike_suppresses: bool
    acts_in_zone: bool
    reacts_once: bool
    perceives_once: bool
    sights_at_action: bool
    stupid_closest_only: bool
    fear_every_turn: bool
    impetuous_order: tuple[str, ...]
    primitive_proof: tuple[str, ...]
    observer_needs: Literal["by_purpose", "los_or_sighted", "los_only"]
    only_radios_bound: bool
    own_view_counts: bool
    radio_costs_half: bool
    suppression_after_move: bool
    """Whether a model that moved with move and fire may suppress, alone or with others."""
    area_hits_friends: bool
    measures_first: bool
    """Whether a shot out of range is refused; otherwise it is spent without effect."""
    any_two_actions: bool
    fears_at_once: bool
    fix_turns: Count
    camouflage_in_view: bool
    measures_heights: bool
    walls_breached: bool
    sets_up_by_edges: bool
    turns: TurnCount = 0


SECTIONS_RULE = "IE-GAP-49"
SECTIONS = (
    "suppression",
    "observers",
    "laying_in_wait",
    "sighting",
    "hiding",
    "buildings",
    "experience",
    "assault",
    "grapple",
    "stupidity",
    "fear",
    "impetuous",
    "unstoppable",
    "primitive",
    "fix",
    "fly",
)
"""The sections of advanced rules that can be used one by one."""

options = DATA_FILES.toml_loader("options.toml", ruleset_files.OptionValues)
"""The content of options.toml."""


def resolve_parameters(chosen: Mapping[str, str]) -> Parameters:
    """Return the parameters for the given option values. Raises KeyError if a value is unknown."""
    return ruleset_files.option_parameters(options(), chosen, Parameters)
