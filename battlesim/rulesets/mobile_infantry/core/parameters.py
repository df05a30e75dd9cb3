"""Options resolved once, at set-up, into the frozen parameters that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from battlesim.table.limits import Count, Figure, Turns

from .. import data


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the options of options.toml set; each field is named and explained there by its gap."""

    beyond: Count
    kill_save: bool
    obscured_share: Figure
    first_side: str
    fire_zone: str
    unit_actions: str
    each_model_triggers: bool
    join_range: Figure
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
    turns: Turns
    force: str
    pool: str
    marker_at_entrances: bool
    hidden_sites: str
    hopper_walk: Figure
    bugs_at_entrance: Count
    melee_cover: str
    markers_hidden: bool
    bedrock: bool
    captive_stays: bool
    smoke_blocks: bool
    passes_per_stand: bool
    command_grenade_dice: Count | str
    sight_limit: Figure
    mood: str
    preset: str
    stragglers_close_up: bool = True  # what battles kept from before it was an option were played by


@cache
def options() -> dict[str, dict[str, dict[str, Any]]]:
    """Options by key: their values, each with the parameters it sets; the first value is the default."""
    text = data.text("options.toml")
    return msgspec.toml.decode(text, type=dict[str, dict[str, dict[str, Any]]])


def resolve(chosen: Mapping[str, str]) -> Parameters:
    """Parameters for the chosen option values, defaults for the rest. Raises KeyError for unknown ones."""
    known = options()
    for key, value in chosen.items():
        if value not in known[key]:
            raise KeyError(f"{key} = {value}")
    fields: dict[str, Any] = {}
    for key, values in known.items():
        fields |= values[chosen.get(key, next(iter(values)))]
    return msgspec.convert(fields, type=Parameters)
