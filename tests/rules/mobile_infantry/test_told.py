"""What a roll tells: what its dice need, what changes them, and what the rules made of each."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.mobile_infantry.arachnids import melee
from battlesim.rulesets.mobile_infantry.attack import attack_resolution, die_outcome
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.core.lookups import ratings
from battlesim.table.events import DiceRolled, MessageLogged, Modifier
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import hit, pool_of, shoot


def rolled(state, dice, faces, how="fire") -> tuple[DiceRolled, ...]:
    return tuple(hit(state, dice, faces, how).events_of(DiceRolled))


@pytest.mark.rule("MI-SHOT-07", "MI-SHOT-08", "MI-SHOT-11")
def test_attack_dice_say_what_they_need_and_which_hit_and_kill():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), piece("hopper", "H", 17.5, 10))
    grenades = [AttackDie("grenades", "P", name) for name in ("W", "W", "W", "H")]
    attack, *_ = rolled(state, grenades, [2, 3, 6, 3])
    assert attack.needs == "5+ or 6+ to hit, 8+ to kill"
    assert attack.results == ("miss", "hit", "kill", "miss")
    assert attack.modifiers == (Modifier(2, "Grenades", "MI-GAP-02"),)


@pytest.mark.rule("MI-GAP-02")
def test_a_modifier_of_some_dice_says_of_how_many():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), warrior("V", 18, 10))
    dice = [AttackDie("assault_rifle", "P", "W"), AttackDie("grenades", "P", "V")]
    attack, *_ = rolled(state, dice, [1, 1])
    assert [(m.words, m.dice) for m in attack.modifiers] == [("Grenades", 1)]


@pytest.mark.rule("MI-BTRT-04")
def test_a_hopper_kills_with_a_natural_1():
    state = field(piece("hopper", "H", 20, 20), rifles("P", 21, 20), phase="bugs_activations")
    attack, *_ = rolled(state, [AttackDie("hopper_strike", "H", "P")], [1], "melee")
    assert attack.results == ("kill",)
    assert (0, "MI-BTRT-04") in [(m.value, m.rule) for m in attack.modifiers]


@pytest.mark.rule("MI-COVR-03", "MI-TRT-09", "MI-GAP-04")
def test_a_save_names_what_helps_and_hurts_it_and_a_natural_1_fails():
    house = block("building", "B", 16.5, 8, 20, 12)
    state = field(piece("machine_gun", "G", 10, 10), warrior("W", 16, 10), house)
    dice = [AttackDie("heavy_machine_gun", "G", "W"), AttackDie("assault_rifle", "G", "W")]
    _, save = rolled(state, dice, [5, 5, 3, 1])
    assert save.needs == "4+" and save.results == ("hit", "miss")
    assert save.modifiers == (
        Modifier(2, "touching Building B", "MI-COVR-03"),
        Modifier(-1, "Piercing(1)", "MI-TRT-09", 1),
    )


@pytest.mark.rule("MI-GAP-01")
def test_what_is_needed_is_one_more_where_the_printed_number_does_not_count():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), options={"result_threshold": "above"})
    attack, save = rolled(state, [AttackDie("assault_rifle", "P", "W")], [6, 4])
    assert (attack.needs, save.needs) == ("6+ to hit, 9+ to kill", "5+")
    assert (attack.results, save.results) == (("hit",), ("miss",))


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53")
def test_saves_of_several_say_the_save_of_each():
    state = field(warrior("W", 16, 10), piece("hopper", "H", 18, 10))

    def script(game):
        yield from attack_resolution.roll_saves(game, ("W", "H"), "the tunnel collapses", "MI-TUNL-09")

    (save,) = perform(state, script, dice=[4, 4]).events_of(DiceRolled)
    assert (save.needs, save.results) == ("4+ or 5+", ("hit", "miss"))


@pytest.mark.rule("MI-SHOT-03", "MI-BMEL-08")
def test_attack_dice_belong_to_what_was_said_before():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10))
    answers = {"target": ["W"], "weapons": [("assault_rifle",)]}
    done = shoot(state, "P", answers=answers, dice=[1, 1, 1, 1])
    assert pool_of(done).announced and str(done.events_of(MessageLogged)[-1].text) == "P at W: 4 dice"


@pytest.mark.rule("MI-BMEL-08")
def test_a_melee_names_who_strikes_whom():
    state = field(warrior("W", 11, 10), warrior("V", 9, 10), rifles("P", 10, 10), phase="bugs_activations")
    answers = {"form": [("warrior_claws", "warrior_claws")]}
    done = perform(state, lambda game: melee.run_melee(game, ("W", "V")), answers, [1, 1, 1, 1])
    (said,) = done.events_of(MessageLogged)
    assert (str(said.text), said.at) == ("W and V in melee with P: 4 dice", ("P", "W", "V"))


@pytest.mark.rule("MI-SHOT-07", "MI-SHOT-14", "MI-GAP-02")
@pytest.mark.parametrize(
    ("weapon", "sources", "what"),
    [
        ("assault_rifle", (), "P, Assault Rifle"),
        ("grenades", ("P", "Q"), "P or Q, Grenades +2"),
    ],
)
def test_each_die_says_who_may_have_thrown_it(weapon: str, sources: tuple[str, ...], what: str) -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 12, 10), warrior("W", 16, 10))
    die = msgspec.structs.replace(AttackDie(weapon, "P", "W"), sources=sources)
    assert die_outcome.attack_roll(state, die, ratings(state, "W"), ATTACK_MODES["fire"]).what == what
