"""The sequence of Stargrunt's steps and the side that activates first, in detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Step
from battlesim.rulesets.stargrunt.battle import turn_sequence
from battlesim.rulesets.stargrunt.battle.game_facts import game_facts
from battlesim.rulesets.stargrunt.core.state import (
    Battery,
    Battle,
    HiveRules,
)
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off

from .field import ENEMY, OWN, battle, foes, perform, squad

MORTARS = Battery("mortars", "own")
HIVE = HiveRules("enemy", "zone", spawn=((8.0, 46.0),))


ALIENS: Mapping[str, Any] = {"kinds": ("swarmer",), "automated": True, "leader": False}


def step(state: Battle) -> str:
    """The name of the next step of the rules, "" if the battle is over."""
    found = turn_sequence.next_step(state)
    return found.name if isinstance(found, Step) else ""


def one_each(**game) -> Battle:  # type: ignore[no-untyped-def]
    return battle(squad("a", (0, 0)), foes("b", (0, 20)), **game)


def gone(state: Battle, *pieces: str, how: str = "lost") -> Battle:
    """The same battle with some pieces out of play."""
    lost = [msgspec.structs.replace(state.table.piece(key), place=Off(how)) for key in pieces]
    return state.with_table(state.table.with_pieces(*lost))


@pytest.mark.rule("SG-GAP-28", "SG-GAP-26", "SG-GAP-130", "SG-ACT-01", "SG-GAP-144")
@pytest.mark.parametrize(
    ("game", "found"),
    [
        ({"turn": 0}, "begin_turn"),
        ({"turn": 0, "batteries": (MORTARS,)}, "deal_chits"),
        ({"turn": 0, "batteries": (MORTARS,), "chits": {"own": 3}}, "begin_turn"),
        ({"turn": 0, "dug_in": {"own": 1}}, "dig_in"),
        ({"turn": 1}, "activate"),
        ({"turn": 1, "acted": ("a1", "b1")}, "begin_turn"),
        ({"turn": 8, "acted": ("a1", "b1")}, ""),
        ({"turn": 8, "acted": ("a1",)}, "activate"),
        ({"activated": "a"}, "action"),
        ({"turn": 1, "hive": HIVE}, "activate"),
        ({"turn": 1, "acted": ("a1", "b1"), "hive": HIVE}, "grow"),
        ({"turn": 1, "acted": ("a1", "b1"), "hive": HIVE, "passed": ("grown",)}, "begin_turn"),
    ],
)
def test_the_next_step(game: dict[str, Any], found: str) -> None:
    assert step(one_each(**game)) == found


@pytest.mark.rule("SG-GAP-28", "SG-ACT-01", "SG-GAP-26", "SG-GAP-130", "SG-GAP-29")
@pytest.mark.parametrize(
    ("left", "well", "found"),
    [(1, True, "action"), (0, True, "end_activation"), (2, False, "end_activation")],
)
def test_an_activation_goes_on_while_actions_and_figures_are_left(left: int, well: bool, found: str) -> None:
    state = one_each(activated="a")
    now = state.game.activation
    state = state.with_game(activation=msgspec.structs.replace(now, actions_left=left))
    assert step(state if well else gone(state, "a1")) == found


@pytest.mark.rule("SG-GAP-130", "SG-GAP-28", "SG-ART-02")
@pytest.mark.option("support_chits", "3", "d6", "0")
@pytest.mark.parametrize(("option", "dice", "chits"), [("3", [], 3), ("d6", [5], 5), ("0", [], 0)])
def test_how_many_chits_a_side_has(option: str, dice: list[int], chits: int) -> None:
    batteries = (MORTARS, msgspec.structs.replace(MORTARS, id="more"))
    done = perform(
        one_each(batteries=batteries, options={"support_chits": option}), turn_sequence.deal_chits, dice=dice
    )
    assert done.state.game.chits == {"own": chits}
    assert [event.sides for event in done.events_of(DiceRolled)] == [(6,)] * len(dice)


@pytest.mark.rule("SG-GAP-26", "SG-GAP-28")
@pytest.mark.parametrize(
    ("own", "enemy", "turn", "first", "option", "dice", "chooser"),
    [
        (1, 2, 1, "", "fewer_units_choose", [], OWN),
        (2, 1, 1, "", "fewer_units_choose", [], ENEMY),
        (1, 1, 1, "", "fewer_units_choose", [3, 3, 2, 5], ENEMY),
        (1, 1, 1, "", "fewer_units_choose", [4, 2], OWN),
        (1, 2, 0, "enemy", "fewer_units_choose", [], None),
        (1, 2, 1, "enemy", "fewer_units_choose", [], OWN),
        (2, 1, 1, "", "roll_each_turn", [4, 2], None),
    ],
)
def test_who_chooses_the_first_activation(own, enemy, turn, first, option, dice, chooser) -> None:  # type: ignore[no-untyped-def]
    squads = [squad(f"a{k}", (3 * k, 0)) for k in range(own)] + [
        foes(f"b{k}", (3 * k, 20)) for k in range(enemy)
    ]
    state = battle(*squads, turn=turn, first=first, options={"first_activation": option})
    done = perform(state, turn_sequence.begin_turn, {"first": "enemy"} if chooser else {}, dice)
    assert [asked.side for asked in done.decisions_with_key("first")] == ([chooser] if chooser else [])
    assert {rolled.sides for rolled in done.events_of(DiceRolled)} <= {(6, 6)}
    expected = "enemy" if chooser or (first and turn == 0) else OWN
    assert (done.state.game.phase, done.state.game.turn) == (expected, turn + 1)


@pytest.mark.parametrize(
    ("enemies", "dice", "why"), [(2, [], "You have fewer units"), (1, [6, 2], "You rolled higher")]
)
def test_who_chooses_the_first_activation_is_told_why(enemies: int, dice: list[int], why: str) -> None:
    state = battle(squad("a", (0, 0)), *[foes(f"b{k}", (3 * k, 20)) for k in range(enemies)])
    (asked,) = perform(state, turn_sequence.begin_turn, {"first": "enemy"}, dice).decisions_with_key("first")
    assert str(asked.prompt) == f"{why}: which side activates first in turn 2?"
    assert isinstance(asked, ChooseOne) and asked.begins == asked.side


@pytest.mark.rule("SG-GAP-26")
@pytest.mark.parametrize(("automated", "first"), [(True, ENEMY), (False, OWN)])
def test_by_option_automated_aliens_go_first_if_there_are_any(automated: bool, first: str) -> None:
    them = foes("b", (0, 20), **ALIENS) if automated else foes("b", (0, 20))
    state = battle(squad("a", (0, 0)), them, options={"first_activation": "alien_first"})
    assert perform(state, turn_sequence.begin_turn).state.game.phase == first


@pytest.mark.rule("SG-GAP-26")
@pytest.mark.parametrize(("acted", "active"), [((), OWN), (("a1",), ENEMY), (("a1", "b1"), OWN)])
def test_a_side_with_nothing_left_to_activate_is_not_active(acted, active):  # type: ignore[no-untyped-def]
    assert game_facts(one_each(turn=1, acted=acted)).active == active
