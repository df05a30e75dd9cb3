"""An automated group jumps to a roof from which it sees an enemy, and down where it sees nobody."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.core.state import Battle
from battlesim.table.ids import UnitId
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Terrain
from tests.rules.alien_invasion.field import battle, group, spugs, terrain

S = UnitId("s")


def house(traits: tuple[str, ...] = ("flat_roof",)) -> Terrain:
    """A house of one floor between the Spugs and whoever stands beyond it."""
    return replace(terrain("building", 20, 10, 26, 16), traits=traits)


def field(enemy: tuple[float, float], *more: Terrain, traits: tuple[str, ...] = ("flat_roof",)) -> Battle:
    """Spugs that touch the west wall of the house, and one enemy."""
    return battle(
        spugs("s", (19.4, 13)), group("b", enemy), ground=[house(traits), *more], card="spug single"
    )


def plans(state: Battle) -> list[str]:
    """The actions of the Spugs that are worth something, best first."""
    return [plan.action for plan in group_plans(state, S)]


@pytest.mark.rule("MT-AUTO-03")
def test_spugs_jump_up_to_see_an_enemy_beyond_a_house() -> None:
    assert plans(field((60, 13)))[0] == "jump"


@pytest.mark.rule("MT-AUTO-03")
def test_spugs_with_a_shot_stay_down() -> None:
    assert "jump" not in plans(field((5, 13)))


@pytest.mark.rule("MT-AUTO-03")
def test_spugs_stay_down_where_nobody_is_seen_from_the_roof() -> None:
    assert "jump" not in plans(field((60, 13), terrain("woods", 50, 0, 55, 48)))


@pytest.mark.rule("MT-AUTO-03")
def test_spugs_on_a_roof_without_a_shot_jump_down() -> None:
    state = field((60, 13), terrain("woods", 50, 0, 55, 48))
    figure = figures_of(state, S)[0]
    table = state.table.with_place(figure.id, OnTable(20.6, 13, 0.0, 3.0, "building"))
    assert plans(state.with_table(table))[0] == "jump"
