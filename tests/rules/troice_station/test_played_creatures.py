"""Creatures under a player: what is asked, and what is advised."""

from __future__ import annotations

import random
from typing import Any

import pytest

from battlesim.engine.decisions import Decision
from battlesim.engine.position_decisions import MoveGroup
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.marks import LEFT
from battlesim.rulesets.troice_station.core.state import CREATURES, Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.creatures.program import activate_creature, choose_next_creature
from battlesim.rulesets.troice_station.ground.motion import foot_motion
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.rulings.movement import ClimbCost, Leg
from battlesim.table.phrases import Ref, length_text, phrase
from battlesim.testing.script import RefusedError
from battlesim.testing.script import perform_rules as rules_alone

from .creature_steps import HUT, SLIT, TOUCH, act, at, done_by, told
from .doctrine_steps import advised
from .rule_marks import ACT
from .things import alien, battle, block, creature, keys, marker, perform, trooper


@pytest.mark.rule("TS-GAP-91")
def test_a_player_says_who_acts_next() -> None:
    state = battle(
        trooper("1A-2", 10, 30), alien("a", 16, 30), alien("b", 10, 40), options={"alien_control": "player"}
    )
    done = perform(state, lambda play: choose_next_creature(play, 1), {"next": ["b"]})
    assert keys(done, "next") == ["a", "b"]


@pytest.mark.rule("TS-GAP-91", "TS-ALN-07")
def test_a_player_has_the_same_acts_and_lays_the_ways_out() -> None:
    state = battle(
        alien("a", 16, 10), trooper("1A-2", 21, 10), terrain=[SLIT], options={"alien_control": "player"}
    )
    leg = Leg("a", ((16.0, 10.0), (16.0, 18.0)))
    done = act(state, 3, 2, 3, creature=["spit:a:1A-2", "run:a", "end"], move=[(leg,)])
    assert keys(done, "creature") == [
        "move:a", "run:a", "spit:a:1A-2", "end",
    ]  # fmt: skip
    assert not told(done), "its player knows"


@pytest.mark.rule("TS-GAP-91")
@pytest.mark.parametrize("dice", [(2, 3, 5), (3, 1, 1, 1), (1, 6)])
@pytest.mark.parametrize("kind", ["alien", "face_hugger"])
def test_a_recruit_plays_creatures_as_the_rows_do(kind: str, dice: tuple[int, ...]) -> None:
    beast, man = creature(kind, "a", 4, 10), trooper("1A-2", 40, 10)
    things = [beast, man, trooper("1A-3", 30, 30)]
    by_rows = act(battle(*things, terrain=[HUT]), *dice)
    state = battle(*things, terrain=[HUT], options={"alien_control": "player"})

    def advised(decision: Decision[Any], view: Battle) -> Any:
        found = DOCTRINE.advise(view, decision, random.Random(1))
        return found[0].answer if found else decision.default(view)

    asked = dict.fromkeys(("creature", "move", "opponent", "tail"), advised)
    done = rules_alone(state, lambda play: activate_creature(play, "a"), asked, dice)
    assert done.piece("a").xy == by_rows.piece("a").xy and done.first_decision("creature")


@pytest.mark.rule("TS-GAP-87", "TS-GAP-91")
def test_it_is_advised_to_strike_as_the_rows_would() -> None:
    state = battle(
        alien("a", 10, 10), trooper("1A-3", 10 + TOUCH, 10), trooper("1A-2", 10 - TOUCH, 10),
        trooper("1A-4", 10 - TOUCH, 12.5), options={"alien_control": "player"},
    )  # fmt: skip
    first = perform(
        state, lambda play: activate_creature(play, "a"), {}, [1], until="opponent"
    ).first_decision("opponent")
    assert DOCTRINE.advise(state, first, random.Random(1))[0].answer == "1A-2"
    answers = {"opponent": ["1A-2"]}
    tail = perform(state, lambda play: activate_creature(play, "a"), answers, [1, 6, 1, 6, 1], until="tail")
    assert DOCTRINE.advise(tail.state, tail.first_decision("tail"), random.Random(1))[0].answer == "1A-4"


@pytest.mark.rule("TS-GAP-81", "TS-GAP-91")
def test_a_player_moves_a_marker_where_an_alien_could_go() -> None:
    # between the two blocks there are 1.1 in: enough for the marker's own base, not for an Alien's
    walls = [block("building", "n", 12, 10.55, 14, 20, 3.0), block("building", "s", 12, 0, 14, 9.45, 3.0)]
    hunt = {"alien_control": "player", "marker_behaviour": "hunt"}
    state = battle(marker("m", 9, 10), trooper("1A-2", 40, 40), terrain=walls, options=hunt)
    through = (Leg("m", ((9.0, 10.0), (15.0, 10.0))),)
    with pytest.raises(RefusedError, match="overlaps"):
        act(state, 1, id="m", creature=["move:m"], move=[through])
    round_it = (Leg("m", ((9.0, 10.0), (9.0, 16.0))),)
    assert at(act(state, 1, id="m", creature=["move:m"], move=[round_it]), "m") == (9, 16)


def played(*things: Any) -> Battle:
    return battle(*things, options={"alien_control": "player"})


@pytest.mark.rule("TS-GAP-86", "TS-GAP-91", "TS-GAP-90")
def test_a_player_of_creatures_is_told_what_the_rows_say() -> None:
    state = played(trooper(), alien("x", 16, 10, {LEFT: 1}))
    asked = perform(state, lambda play: program._chosen(play, "x")).first_decision("creature")
    assert advised(state, asked) == "move:x"
    asked = perform(state, lambda play: program.choose_next_creature(play, 4))
    assert asked.asked == []


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-91", "TS-GAP-90")
def test_a_played_creature_is_advised_to_go_as_far_as_its_rows_say() -> None:
    state = played(trooper(), alien("x", 20, 10))
    found = {1: 14.0, 2: 17.0}
    for share, x in found.items():
        able = foot_motion(state, state.table.piece("x"), 6.0 / share, crosses=True)
        asked = MoveGroup(side=CREATURES, what="move", prompt="", motions=(able,))
        (leg,) = advised(state, asked)
        assert leg.end == pytest.approx((x, 10.0), abs=0.05)


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65", "TS-GAP-91", "TS-GAP-90")
def test_a_played_alien_is_advised_to_go_at_the_weakest() -> None:
    state = played(alien("x", 11.125, 10), trooper(), trooper("b", 12.25, 10))
    asked = perform(state, lambda play: rounds.fight_on_contact(play, "x"), until="opponent").first_decision(
        "opponent"
    )
    assert advised(state, asked) == "a"


@ACT
def test_the_player_of_a_creature_is_asked_for_its_way_with_its_name_and_lengths() -> None:
    state = battle(trooper(x=2), alien("x", 20, 10), options={"alien_control": "player"})
    done = done_by(state, "run", (3,), move=())
    base = length_text(6, unit=False)
    assert [one.prompt for one in done.asked if one.what == "move"] == [
        phrase("{} runs {} + {} = {}", Ref("x"), base, 3, length_text(9))
    ]


@ACT
@pytest.mark.parametrize(("legs", "x"), [((Leg("x", ((20.0, 10.0), (17.0, 10.0))),), 17.0), ((), 20.0)])
def test_a_player_moves_a_creature_over_obstacles_or_not_at_all(legs: Any, x: float) -> None:
    state = battle(
        trooper(x=5), alien("x", 20, 10), terrain=[block("low_wall", "w", 2, 2, 3, 2.5)], options=PLAYED
    )
    done = done_by(state, "move", move=legs)
    assert done.piece("x").xy == (x, 10.0)
    (able,) = done.first_decision("move").motions  # type: ignore[attr-defined]
    assert able.climbs == (ClimbCost("w", 0.0),)


PLAYED = {"alien_control": "player"}


@pytest.mark.rule("TS-ALN-04", "TS-GAP-91")
@pytest.mark.parametrize(("left", "words"), [(1, "1 action left"), (2, "2 actions left")])
def test_a_player_is_told_how_many_actions_are_left(left: int, words: str) -> None:
    state = battle(trooper(), alien("x", 30, 10, {LEFT: left}), options=PLAYED)
    asked = perform(state, lambda play: program._chosen(play, "x"), until="creature").first_decision(
        "creature"
    )
    assert words in str(asked.prompt)
