"""The names of figures that a scenario leaves unnamed: plain, unique, and with no ids in them."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.battle.forces import first_state
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.table.terrain import Ground
from tests.rules.alien_invasion.plans import plan, unit

BATTLES = sorted(name for name in scenario_files() if load_scenario(name).ruleset.key == "alien_invasion")


def test_mites_are_named_after_their_group_and_numbered_and_a_lone_burrower_has_its_name() -> None:
    mites = replace(unit("m", "spug", ("mite",) * 3), name="Mites of the first squad")
    worm = replace(unit("w", "spug", ("burrower",)), name="Old Burrower")
    table = first_state(plan("unit", mites, worm), Ground(72.0, 48.0)).table
    assert [table.pieces[f"m_{n}"].name for n in (1, 2, 3)] == [
        f"Mite {n} of Mites of the first squad" for n in (1, 2, 3)
    ]
    assert table.pieces["w_1"].name == "Old Burrower"


@pytest.mark.parametrize("name", BATTLES)
def test_no_name_in_a_battle_has_an_id_in_it_or_comes_twice(name: str) -> None:
    own = [piece.name for piece in load_scenario(name).initial_state().table.pieces.values()]
    assert sorted(set(own)) == sorted(own)
    assert [each for each in own if re.search(r"[a-z_]\d", each)] == []
