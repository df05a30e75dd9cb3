"""The names of figures that a scenario leaves unnamed: plain, unique, and with no ids in them."""

from __future__ import annotations

import re

import pytest

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit
from battlesim.mechanics.figure_names import with_names_in_unit
from battlesim.rulesets.stargrunt.battle.hive import planned_brood
from battlesim.rulesets.stargrunt.core.profiles import profile_names
from battlesim.rulesets.stargrunt.core.state import HiveRules
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.table.ids import UnitId

from .field import OWN

BATTLES = sorted(name for name in scenario_files() if load_scenario(name).ruleset.key == "stargrunt")


def names(*pieces: PlannedPiece, unit: str = "First squad") -> list[str]:
    named = with_names_in_unit(PlannedUnit(UnitId("u"), OWN, pieces, unit, "squad"), profile_names())
    return [piece.name for piece in named.pieces]


def test_figures_are_named_after_their_profile_and_unit_and_numbered_where_there_are_several() -> None:
    kinds = ("leader", "rifleman", "gunner", "rifleman")
    assert names(*(PlannedPiece(kind, kind) for kind in kinds)) == [
        "Leader of First squad",
        "Rifleman 1 of First squad",
        "Gunner of First squad",
        "Rifleman 2 of First squad",
    ]


def test_a_figure_alone_has_the_name_of_its_unit_and_given_names_stay() -> None:
    assert names(PlannedPiece("s1", "sniper"), unit="Sniper") == ["Sniper"]
    assert names(PlannedPiece("s1", "sniper", "Ivory")) == ["Ivory"]
    assert names(PlannedPiece("a", "rifleman", "Abel"), PlannedPiece("b", "rifleman")) == [
        "Abel",
        "Rifleman of First squad",
    ]


def test_broods_that_come_later_are_named_likewise() -> None:
    brood = planned_brood("stalker", "s", "of turn 3", HiveRules(OWN, "zone"))
    assert with_names_in_unit(brood, profile_names()).pieces[1].name == "Stalker 2 of Stalkers of turn 3"


@pytest.mark.parametrize("name", BATTLES)
def test_no_name_in_a_battle_has_an_id_in_it_or_comes_twice(name: str) -> None:
    scenario = load_scenario(name)
    pieces = scenario.initial_state().table.pieces.values()
    own = [piece.name for piece in pieces]
    assert sorted(set(own)) == sorted(own)
    assert [each for each in own if re.search(r"[a-z_]\d", each)] == []
