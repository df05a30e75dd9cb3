"""The parameters of the rules, set once at the start of a battle from the ruleset's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from battlesim.mechanics import ruleset_files
from battlesim.table.limits import Count, TurnCount

from ..data import DATA_FILES

Motivation = Literal["low", "medium", "high"]
"""How much a mission matters to a unit."""


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that options.toml defines; the rulebook explains each with its option."""

    max_joining: Count
    cover_shifts_armour: bool
    second_wound_kills: Literal["same_attack", "always"]
    nearest_first: bool
    measures_centres: bool
    cover_by_figure: bool
    first_activation: Literal["fewer_units", "roll", "aliens"]
    may_pass: bool
    best_confidence: Count
    motivation: Motivation
    free_ip_removal: bool
    stops_at_destination: bool
    half_of_passing_score: bool
    shaken_test: Literal["leave_cover", "leave_or_advance", "leave_and_advance"]
    rerolls_allocation: bool
    hits_wounded: bool
    hits_seen_only: bool
    one_type_of_small_arms: bool
    surrenders_only_cornered: bool
    aliens_are_fearless: bool
    power_armour_heals: bool
    combines_assaults: bool
    fires_once_a_turn: bool
    always_rolls_comms: bool
    rallied_unit_rolls: bool
    regroup_rounds_up: bool
    tests_twice_from_position: bool
    least_odds: Count
    owner_chooses_withdrawal: bool
    close_shifts_open: bool
    stunned_recover: bool
    defensive_fire_counts: bool
    follows_through: bool
    artillery_always_tests: bool
    reaction_fire: bool
    measures_first: bool
    mines: bool
    support_chits: Literal["3", "d6", "0"]
    hive: Literal["light", "normal", "heavy"]
    hides_units: bool
    minor_removes_dummy: bool
    sniper_always_suppresses: bool
    independents_have_levels: bool
    heavy_band_by_weapon: bool
    refuses_impossible_shots: bool
    rocket_die: Count
    turns: TurnCount


options = DATA_FILES.toml_loader("options.toml", ruleset_files.OptionValues)
"""The content of options.toml."""


def resolve_parameters(chosen: Mapping[str, str]) -> Parameters:
    """Return the parameters for the given option values. Raises KeyError if a value is unknown."""
    return ruleset_files.option_parameters(options(), chosen, Parameters)
