"""The parameters of the rules, set once at the start of a battle from the ruleset's options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from battlesim.mechanics import ruleset_files
from battlesim.table.limits import BoundedNumber, Count, TurnCount

from ..data import DATA_FILES


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that options.toml defines; it explains each option under the id of its rule."""

    beyond: Count
    kill_save: bool
    obscured_share: BoundedNumber
    first_side: str
    fire_zone: str
    unit_actions: str
    each_model_triggers: bool
    join_range: BoundedNumber
    react_before_free_melee: bool
    reloading: tuple[str, ...]
    ready_used_up: tuple[str, ...]
    area_spares_friends: bool
    load_for_all_runs: bool
    radio_needs: Count
    air_support: bool
    vikings: Count
    searchers: tuple[str, ...]
    survivor_points: str
    humans_count: str
    turns: TurnCount
    force: str
    pool: str
    marker_at_entrances: bool
    hidden_sites: str
    hopper_walk: BoundedNumber
    bugs_at_entrance: Count
    melee_cover: str
    markers_hidden: bool
    bedrock: bool
    captive_stays: bool
    smoke_blocks: bool
    passes_per_stand: bool
    command_grenade_dice: Count | str
    sight_limit: BoundedNumber
    mood: str
    preset: str
    stragglers_close_up: bool = True  # the rule in battles saved before this became an option


options = DATA_FILES.toml_loader("options.toml", ruleset_files.OptionValues)
"""The options of options.toml."""


def resolve_parameters(chosen: Mapping[str, str]) -> Parameters:
    """Return the parameters for the given option values. Raises KeyError if an option or value is unknown."""
    return ruleset_files.option_parameters(options(), chosen, Parameters)
