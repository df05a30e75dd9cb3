"""How a figure is related to others, as the window draws and lists it."""

from __future__ import annotations

import msgspec

from battlesim.rulesets.troice_station.battle.relations import relations
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard

from .things import alien, battle, hugger, marine, trooper


def found(state: Battle, piece: str) -> list[tuple[str, str]]:
    return [(one.other, str(one.words)) for one in relations(state, piece)]


def test_a_hugger_and_its_victim_are_bound() -> None:
    clinging = msgspec.structs.replace(hugger("h", 10, 10), place=Aboard("1A-2"))
    state = battle(clinging, trooper("1A-2", 13, 10))
    assert found(state, "1A-2") == [("h", "hugs it")]


def test_those_in_contact_are_in_melee() -> None:
    state = battle(alien("x", 10, 10), trooper("1A-2", 10.875, 10))
    assert found(state, "x") == [("1A-2", "in melee")] and found(state, "1A-2") == [("x", "in melee")]


def test_an_nco_leads_the_figures_of_the_squads_under_it() -> None:
    state = battle(marine("nco", "n", 10, 10), trooper("1A-2", 20, 10))
    unit = msgspec.structs.replace(state.table.units[UnitId("1A")], rules={"under": "n"})
    state = state.with_table(state.table.with_units(unit))
    assert found(state, "1A-2") == [("n", "leads it")] and found(state, "n") == [("1A-2", "led by it")]
