"""The options, resolved once at set-up into the parameters that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from battlesim.mechanics import ruleset_files
from battlesim.table.limits import BoundedNumber, Count, TurnCount

from ..data import DATA_FILES

PartialCover = Literal["majority", "all", "any"]
SewerReach = Literal["any", "nearest_two", "near"]
TableSize = Literal["by_factions", "72x48", "96x48", "48x48"]
GameEnd = Literal["first_victory", "three_passes", "last_faction"]


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that options.toml sets; the rulebook explains each with its option."""

    chain: BoundedNumber
    house_room: Count
    any_base_edge: bool
    manning: BoundedNumber
    partial_cover: PartialCover
    unseen_fall: bool
    any_card_settles: bool
    odd_dice_by_value: bool
    singles: Count
    keeps_blanks: bool
    declares_volleys: bool
    end: GameEnd
    dice_win: bool
    dalek_linked_fire: bool
    runs_through_houses: bool
    rolls_each: bool
    small_blasts: bool
    shares_blasts: bool
    takes_mites_over: bool
    mites_fight_on: bool
    mites_see: bool
    balance_percent: Count
    clean_up_size: Count
    many_teams: bool
    drive_limit: Count
    vehicles_destructible: bool
    ramming_dice: Count
    keeps_closed_holes: bool
    tunnels_alone: bool
    hides_below: bool
    hides_assets: bool
    table: TableSize
    sewer_reach: SewerReach
    losers_use_entrances: bool
    extra_doubles: Count
    turns: TurnCount = 0
    events: Literal["table", "none"] | msgspec.UnsetType = msgspec.UNSET
    alliances: Literal["scenario_only", "off"] | msgspec.UnsetType = msgspec.UNSET
    automata_deal: bool | msgspec.UnsetType = msgspec.UNSET
    has_referee: bool | msgspec.UnsetType = msgspec.UNSET
    flat_sight: bool | msgspec.UnsetType = msgspec.UNSET
    officer_links: bool | msgspec.UnsetType = msgspec.UNSET
    closed_rivers: bool | msgspec.UnsetType = msgspec.UNSET
    joins_groups: bool | msgspec.UnsetType = msgspec.UNSET
    own_names: bool | msgspec.UnsetType = msgspec.UNSET


options = DATA_FILES.toml_loader("options.toml", ruleset_files.OptionValues)
"""The content of options.toml."""


def resolve_parameters(chosen: Mapping[str, str]) -> Parameters:
    """Return the parameters for the chosen option values. Raises KeyError if a value is unknown."""
    return ruleset_files.option_parameters(options(), chosen, Parameters)
