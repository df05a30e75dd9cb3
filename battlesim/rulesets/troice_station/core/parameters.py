"""The parameters of the rules, set once at the start of a battle from the ruleset's options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from battlesim.mechanics import ruleset_files
from battlesim.table.limits import BoundedNumber, Count, TurnCount

from ..data import DATA_FILES


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that the options set; options.toml explains each field."""

    free_indoors: bool
    blizzard: str
    fire_by_binoculars: bool
    squads_roll: bool
    pips_on_card: bool
    radio_needed: bool
    promotes: bool
    own_cards: tuple[str, ...]
    bound_to_home: bool
    coherency: Literal["connected", "pairs"]
    coherent_each_action: bool
    shots_declared: bool
    overwatch_shots: str
    waits_for_nearest: bool
    cover_fire_targets: Count
    aim: str
    sniper_picks: bool
    hmg_set_up: bool
    reload: str
    move_bonus: bool
    face_hugger_move: BoundedNumber
    run_each: bool
    any_move_crosses: bool
    stop_die: Count
    far_is_close: bool
    modifiers_on_die: bool
    six_hits: bool
    one_misses: bool
    upper_limits: bool
    on_foot_counts: bool
    still_counts: bool
    sprint_lasts: bool
    shots_grow: bool
    fire_into_melee: bool
    creature_wounds: str
    half_is_total: bool
    armour: Count
    every_contact: bool
    hug: str
    blood_on_flame: bool
    blood_rolls: bool
    any_touch: bool
    grenades: Count
    flame_rolls: bool
    flamer_explosion: str
    morale_on_card: bool
    suppressible: bool
    contents: str
    markers: str
    trickle: bool
    creatures_played: bool
    alien_defence: Count
    scattered: bool
    force: str
    turns: TurnCount
    looks_turn_all: bool
    huggers_spit: bool


options = DATA_FILES.toml_loader("options.toml", ruleset_files.OptionValues)
"""The contents of options.toml."""
difficulty_presets = DATA_FILES.toml_loader("difficulty.toml", dict[str, dict[str, str]])
"""The options that each difficulty sets."""


def resolve_parameters(options_given: Mapping[str, str], chosen_keys: Collection[str] = ()) -> Parameters:
    """Return the parameters for option values, completed by the difficulty level and the defaults.

    The difficulty level sets the options not in `chosen_keys`. Raises KeyError for unknown options or values.
    """
    preset = difficulty_presets().get(options_given.get("difficulty", ""), {})
    chosen = {**options_given, **{key: value for key, value in preset.items() if key not in chosen_keys}}
    return ruleset_files.option_parameters(options(), chosen, Parameters)
