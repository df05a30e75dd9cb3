"""Blood and tanks: when they burst, and whom they hit."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.troice_station.attack import chain_reactions, wound_effects
from battlesim.rulesets.troice_station.attack.wound_effects import ChainEffect
from battlesim.table.events import DiceRolled

from .fire_steps import WALKED, shot
from .things import alien, battle, hugger, line, marine, perform


@pytest.mark.rule("TS-ALN-12", "TS-ALN-13", "TS-ALN-14", "TS-GAP-05", "TS-GAP-68")
def test_the_blood_of_an_alien_shot_dead_sprays_who_is_near():
    state = battle(
        marine("sniper", "s", 20, 5),
        alien("x", 20, 20, WALKED),
        marine("trooper", "a", 21.7, 20),
        marine("trooper", "b", 20, 24),
        options={"fire_into_melee": "risk", "template_coverage": "any_touch"},
    )
    done = shot(state, 6, 6, 1, 3, 6, 1, firer="s")
    assert (
        done.state.table.piece("a").table_position,
        done.state.table.piece("b").table_position is None,
    ) == (None, False)


@pytest.mark.rule("TS-ALN-13")
@pytest.mark.parametrize(("x", "sprayed"), [(21.2, True), (23.0, False)])
def test_the_blood_is_a_small_template(x, sprayed):
    state = battle(marine("trooper", "a", x, 20))
    assert bool(chain_reactions.sprayed_marines(state, ChainEffect("blood", (20.0, 20.0), "x"))) is sprayed


@pytest.mark.rule("TS-GAP-68")
@pytest.mark.parametrize(("option", "hurt"), [("roll", 4 / 6 * 15 / 36), ("automatic", 15 / 36)])
def test_blood_is_rolled_for_or_hits_by_option(option, hurt):
    state = battle(marine("trooper", "a", 21, 20), options={"acid_blood_hits": option})
    burst = ChainEffect("blood", (20.0, 20.0), "x")
    odds = exact_chances(lambda: chain_reactions.spray_dice_script(state, burst, state.table.piece("a")))
    wounded = sum(chance for margin, chance in odds.items() if margin >= 1)
    assert wounded == pytest.approx(hurt * 10 / 15)


@pytest.mark.rule("TS-GAP-67", "TS-ALN-12")
@pytest.mark.parametrize(
    ("cause", "option", "sprays"),
    [
        ("gunfire", "no", True),
        ("explosion", "no", True),
        ("flame", "no", False),
        ("flame", "yes", True),
        ("melee", "yes", False),
    ],
)
def test_what_sets_off_the_blood(cause, option, sprays):
    state = battle(alien("x", 20, 20), options={"acid_blood_on_flame": option})
    found: list[ChainEffect] = []
    perform(state, lambda play: found.extend(wound_effects.apply_wound(play, "x", 4, cause)))
    assert bool(found) is sprays


@pytest.mark.rule("TS-ALN-18")
def test_a_face_hugger_sprays_nothing():
    found: list[ChainEffect] = []
    perform(
        battle(hugger("h", 20, 20)),
        lambda play: found.extend(wound_effects.apply_wound(play, "h", 4, "gunfire")),
    )
    assert found == []


@pytest.mark.rule("TS-GAP-74")
def test_by_option_the_tank_of_a_flamer_goes_up():
    state = battle(
        marine("flamer", "a", 20, 20),
        marine("trooper", "b", 21.2, 20),
        options={"flamer_explosion_defence": "tank"},
    )
    found: list[ChainEffect] = []
    perform(state, lambda play: found.extend(wound_effects.apply_wound(play, "a", 4, "gunfire")))
    assert [burst.kind for burst in found] == ["tank"]


@pytest.mark.rule("TS-GAP-74", "TS-ALN-12")
@pytest.mark.parametrize(
    ("kind", "option", "cause", "bang"),
    [
        ("flamer", "tank", "gunfire", True),
        ("flamer", "tank", "melee", False),
        ("flamer", "tank", "flame", False),
        ("flamer", "minus_2", "gunfire", False),
        ("trooper", "tank", "gunfire", False),
    ],
)
def test_a_tank_goes_up_only_where_it_may(kind: str, option: str, cause: Any, bang: bool) -> None:
    state = battle(marine(kind, "a", 20, 20), options={"flamer_explosion_defence": option})
    found: list[ChainEffect] = []
    perform(state, lambda play: found.extend(wound_effects.apply_wound(play, "a", 4, cause)))
    assert bool(found) is bang


@pytest.mark.rule("TS-GAP-73", "TS-GAP-66", "TS-ALN-14", "TS-ALN-13", "TS-GAP-05")
def test_blood_sprays_marines_alone_and_an_explosion_everybody() -> None:
    state = battle(*line(10), alien("x", 10, 11))
    blood, dump = (
        wound_effects.ChainEffect("blood", (10, 10), "y"),
        wound_effects.ChainEffect("dump", (10, 10), "d"),
    )
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, [blood]), dice=(1,))
    assert [roll.by for roll in done.events_of(DiceRolled)] == ["a"]
    done = perform(state, lambda play: chain_reactions.resolve_chain(play, [dump]), dice=(1, 6, 1, 6))
    assert [roll.by for roll in done.events_of(DiceRolled)] == ["a", "x"]
