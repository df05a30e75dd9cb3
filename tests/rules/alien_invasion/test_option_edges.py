"""What each value of an option sets, and what holds without any."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from battlesim.rulesets.alien_invasion.core.parameters import options, resolve_parameters

OPTIONS = [
    ("MT-GAP-08", "coherency_gap_in", "chain", {"1.0": 1.0, "0.5": 0.5, "2.0": 2.0}),
    ("MT-GAP-11", "building_capacity_per_floor", "house_room", {"8": 8, "4": 4, "12": 12, "unlimited": 0}),
    ("MT-GAP-19", "los_points", "any_base_edge", {"centre_to_centre": False, "any_base_edge": True}),
    ("MT-GAP-22", "barrier_manning_in", "manning", {"1.0": 1.0, "0.5": 0.5, "2.0": 2.0}),
    ("MT-GAP-24", "partial_cover", "partial_cover", {"majority": "majority", "all": "all", "any": "any"}),
    ("MT-GAP-26", "unseen_casualties", "unseen_fall", {"allowed": True, "seen_only": False}),
    (
        "MT-GAP-32",
        "combat_trigger",
        "any_card_settles",
        {"any_double_or_triple": True, "only_of_involved_factions": False},
    ),
    ("MT-GAP-34", "odd_dice", "odd_dice_by_value", {"even_points": True, "even_count": False}),
    ("MT-GAP-02", "deck_profile", "singles", {"five_three_one": 0, "full_suit": 9}),
    ("MT-GAP-05", "eliminated_cards", "keeps_blanks", {"blank": True, "remove_at_reshuffle": False}),
    (
        "MT-GAP-28",
        "linked_declaration",
        "declares_volleys",
        {"before_first_roll": True, "may_extend_after_roll": False},
    ),
    (
        "MT-GAP-71",
        "game_end",
        "end",
        {
            "first_victory_or_three_passes": "first_victory",
            "three_passes": "three_passes",
            "last_faction_standing": "last_faction",
        },
    ),
    (
        "MT-GAP-84",
        "default_victory",
        "dice_win",
        {"destroy_all_enemies": False, "most_dice_destroyed": True},
    ),
    ("MT-GAP-62", "dalek_linked_fire", "dalek_linked_fire", {"false": False, "true": True}),
    ("MT-GAP-57", "spugs_run_through_buildings", "runs_through_houses", {"true": True, "false": False}),
    ("MT-GAP-44", "mib_initial_roll", "rolls_each", {"per_group": False, "per_operative": True}),
    ("MT-GAP-47", "clean_up_section_size", "clean_up_size", {"5": 5, "6": 6}),
    ("MT-GAP-48", "clean_up_teams", "many_teams", {"one": False, "one_per_event_card": True}),
    ("MT-GAP-50", "mite_blast", "small_blasts", {"radius_6": False, "template_diameter_6": True}),
    (
        "MT-GAP-51",
        "blast_damage",
        "shares_blasts",
        {"full_to_each_group": False, "shared_between_groups": True},
    ),
    (
        "MT-GAP-53",
        "mite_control_transfer",
        "takes_mites_over",
        {"never": False, "nearest_controller": True},
    ),
    ("MT-GAP-85", "mites_fight_on", "mites_fight_on", {"true": True, "false": False}),
    ("MT-GAP-86", "mite_targeting", "mites_see", {"controller": False, "group": True}),
    ("MT-GAP-58", "closed_hole_returns_to_reserve", "keeps_closed_holes", {"false": False, "true": True}),
    ("MT-GAP-59", "spugs_use_tunnels_alone", "tunnels_alone", {"true": True, "false": False}),
    ("MT-GAP-60", "underground_positions", "hides_below", {"open": False, "hidden": True}),
    (
        "MT-GAP-67",
        "sewer_move",
        "sewer_reach",
        {"any_entrance": "any", "nearest_two_entrances": "nearest_two", "16_in": "near"},
    ),
    ("MT-GAP-68", "melee_losers_surface", "losers_use_entrances", {"anywhere": False, "entrance": True}),
    ("MT-GAP-14", "vehicle_move_cap_in", "drive_limit", {"unlimited": 0, "16": 16, "24": 24, "32": 32}),
    ("MT-GAP-16", "vehicles_destructible", "vehicles_destructible", {"true": True, "false": False}),
    ("MT-GAP-17", "ramming", "ramming_dice", {"none": 0, "2d6_per_figure_touched": 2}),
    (
        "MT-EVT-03",
        "special_event_mode",
        "events",
        {"faction_and_scenario": UNSET, "with_house_table": "table", "none": "none"},
    ),
    ("MT-SCN-12", "handicap", "extra_doubles", {"easy": 0, "hard": 1}),
    (
        "MT-GAP-69",
        "balance_tolerance_percent",
        "balance_percent",
        {"25": 25, "10": 10, "50": 50, "off": 0},
    ),
    ("MT-GAP-83", "hidden_deployment", "hides_assets", {"scenario_assets_only": True, "off": False}),
    ("MT-GAP-23", "height_mode", "flat_sight", {"three_d": UNSET, "flat": True}),
    ("MT-GAP-29", "unit_linked_fire", "officer_links", {"always": UNSET, "requires_officer": True}),
    (
        "MT-GAP-43",
        "river_crossing",
        "closed_rivers",
        {"wade": UNSET, "impassable": True, "bridges_only": True},
    ),
    (
        "MT-GAP-42",
        "free_regroup_action",
        "joins_groups",
        {"no": UNSET, "special_action_when_touching": True},
    ),
    (
        "MT-GAP-72",
        "alliances",
        "alliances",
        {"players_decide": UNSET, "scenario_only": "scenario_only", "off": "off"},
    ),
    ("MT-AUTO-10", "automata_deal", "automata_deal", {"no": UNSET, "yes": True}),
    ("MT-GAP-31", "referee_commands", "has_referee", {"off": UNSET, "on": True}),
    (
        "MT-GAP-74",
        "table_size",
        "table",
        {"by_factions": "by_factions", "72x48": "72x48", "96x48": "96x48", "48x48": "48x48"},
    ),
    ("MT-GAP-80", "faction_display_names", "own_names", {"as_in_source": UNSET, "custom_table": True}),
]
"""The rule of each option, its name, the parameter that it sets, and its values; the first one is usual."""
MARKS = ("MT-GAP-80", "MT-GAP-62", "MT-DECK-04", "MT-SET-07", "MT-GAP-74", "MT-SET-01", "MT-SET-05")
CASES = [
    pytest.param(option, parameter, values, id=option, marks=pytest.mark.rule(rule))
    for rule, option, parameter, values in OPTIONS
]


@pytest.mark.parametrize(("option", "parameter", "values"), CASES)
def test_each_value_of_an_option_sets_a_parameter(option, parameter, values):
    found = {value: getattr(resolve_parameters({option: value}), parameter) for value in values}
    assert found == values and list(map(type, found.values())) == list(map(type, values.values()))
    assert getattr(resolve_parameters({}), parameter) == next(iter(values.values()))
    assert set(options()[option]) == set(values)


@pytest.mark.rule(*MARKS)
def test_a_battle_has_no_number_of_batches_of_its_own():
    assert resolve_parameters({}).turns == 0
