"""Fuel: who may shoot at it, and when it goes up."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import chain_reactions, flame, fuel_dumps, shooting
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect

from .fire_steps import DUMP, shot
from .scenery import FUEL_DUMP, LONG_HOUSE
from .things import battle, block, marine, perform


@pytest.mark.rule("TS-GAP-71", "TS-EXPL-01")
@pytest.mark.parametrize(("dice", "gone"), [((4, 4, 3), True), ((4, 1, 3), False), ((3,), False)])
def test_fuel_goes_up_when_it_is_hit_hard(dice, gone):
    state = battle(marine("trooper", "a", 36, 20), terrain=[DUMP])
    assert (not fuel_dumps.intact_fuel_dumps(shot(state, *dice, target="d").state)) is gone


@pytest.mark.rule("TS-GAP-73", "TS-GAP-71")
@pytest.mark.parametrize(("at", "left"), [((20.0, 10.0), []), ((10.0, 20.0), ["d"])])
def test_fuel_in_a_flame_goes_up_and_other_fuel_does_not(at: Any, left: list[str]) -> None:
    fuel = block("fuel_dump", "d", 14, 9, 16, 11)
    done = perform(
        battle(marine("flamer", "a", 10, 10), terrain=[fuel]), lambda play: flame.fire_flame(play, "a", at)
    )
    assert [known.id for known in fuel_dumps.intact_fuel_dumps(done.state)] == left


@pytest.mark.rule("TS-GAP-71", "TS-GAP-73", "TS-FIRE-01", "TS-WND-01")
@pytest.mark.parametrize(("x", "least"), [(12.5, 3), (12.4, 4)])
def test_only_fuel_goes_up_and_a_shot_at_it_is_measured_to_its_edge(x: float, least: int) -> None:
    state = battle(marine("trooper", "a", x, 10), terrain=[FUEL_DUMP, block("low_wall", "w", 2, 2, 4, 3)])
    assert [known.id for known in fuel_dumps.intact_fuel_dumps(state)] == ["d"]
    assert fuel_dumps.dump_to_hit_roll(state, state.table.piece("a"), FUEL_DUMP).thresholds[0].least == least


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(("x", "why"), [(11.0, "out of sight"), (4.0, "14.50 in away"), (17.6, "")])
def test_why_fuel_cannot_be_shot_at(x: float, why: str) -> None:
    state = battle(marine("trooper", "a", x, 10), terrain=[FUEL_DUMP, *([LONG_HOUSE] if x == 11.0 else [])])
    (option,) = fuel_dumps.dump_options(state, state.table.piece("a"))
    assert str(option.shut).startswith(why) and bool(option.shut) is bool(why)


@pytest.mark.rule("TS-GAP-69", "TS-ALN-13", "TS-EXPL-01")
@pytest.mark.parametrize(("kind", "radius"), [("dump", 2.5), ("blood", 1.5), ("grenade", 1.5), ("tank", 1.5)])
def test_the_dump_alone_is_a_large_explosion(kind: Any, radius: float) -> None:
    assert chain_reactions.effect_template(ChainEffect(kind, (1.0, 2.0), "x")).radius == radius


@pytest.mark.rule("TS-GAP-71", "TS-WND-01")
def test_a_shot_at_fuel_has_the_damage_of_its_weapon_and_the_distance_to_its_edge() -> None:
    state = battle(marine("trooper", "a", 36, 21.5), terrain=[DUMP])
    done = perform(state, lambda play: shooting.shoot(play, "a", "d"), dice=(3, 2, 2))
    assert not fuel_dumps.intact_fuel_dumps(done.state), (
        "6 in to its edge is close: a 3 hits; 2 and 2 against 2 are two more"
    )
