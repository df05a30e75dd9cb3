"""Automated marines: for each pip the first thing of their plain plan that applies."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.allot import Allot, Share
from battlesim.rulesets.troice_station.acts import activation
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.advice.plans import plans
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, HUGGED, MOVED, OVERWATCH, copy_of
from battlesim.rulesets.troice_station.core.state import MARINES, Battle, Goal, Site
from battlesim.table.pieces import Marker, Piece
from battlesim.testing import script

from .things import LANDING, alien, battle, block, hugger, marine, perform

TAPES = Marker("tapes", "recorder", 30, 30, 0.5, name="Recorder")
SITE = Site(LANDING, goal=Goal(by_squad={"1A": "tapes"}, homeward=8))


def ready(*things: Piece, pips: int = 2, disc: Marker = TAPES, **fields: Any) -> Battle:
    """The card of 1A is in play; its recorder lies at (30, 30)."""
    state = battle(*things, site=SITE, **fields).with_game(card="1A", pools={"1A": pips})
    return state.with_table(state.table.with_marker(disc))


def wants(state: Battle) -> str:
    plan = next(plans(state, activation.on_card(state)), None)
    return plan.act if plan else ""


def a(*marks: Any, kind: str = "trooper", x: float = 10.0) -> Piece:
    return marine(kind, "a", x, 10, marks=dict.fromkeys(marks, 1))


NEAR_DISC = Marker("tapes", "recorder", 10, 11, 0.5, name="Recorder")


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("state", "act"),
    [
        (ready(a(), alien("x", 11.125, 10)), "move"),
        (ready(a(), disc=NEAR_DISC), "copy"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 11, 10, marks=[DOWN])), "treat"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 15, 10, marks=[DOWN])), "move"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 11, 10, marks=[HUGGED])), "free"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 15, 10, marks=[HUGGED])), "move"),
        (ready(a(), alien("x", 18, 10, [MOVED])), "fire"),
        (ready(a(kind="flamer"), alien("x", 15, 10)), "fire"),
        (ready(a(ACTIONS), pips=1), "overwatch"),
        (ready(a(), hugger("h", 26, 10), pips=1), "overwatch"),
        (ready(a()), "run"),
        (ready(a(), hugger("h", 26, 10), pips=3), "move"),
    ],
)
def test_the_first_that_applies(state, act):
    assert wants(state) == act


HOLD = Site(LANDING, goal=Goal(kind="hold", areas=("hut",), win=1, by_squad={"1A": "hut"}))
HUT = block("building", "hut", 5, 5, 15, 15, 3.0)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("x", "marks", "act"), [(10.0, (), "overwatch"), (10.0, (OVERWATCH,), ""), (30.0, (), "run")]
)
def test_who_stands_in_what_is_to_be_held_waits_there(x, marks, act):
    state = battle(a(*marks, x=x), site=HOLD, terrain=[HUT]).with_game(card="1A", pools={"1A": 2})
    assert wants(state) == act


@pytest.mark.rule("TS-GAP-90")
def test_a_flamer_does_not_burn_a_friend():
    state = ready(a(kind="flamer"), alien("x", 15, 10), marine("trooper", "b", 16.5, 10, unit="1B"))
    assert wants(state) != "fire"


def one_act(state: Battle, *dice: int) -> Battle:
    """The table after one act of the card in play, as advised."""

    def answer(decision: Any, now: Battle) -> Any:
        found = DOCTRINE.advise(now, decision, None)
        return found[0].answer if found else decision.default(now)

    advised = dict.fromkeys(("act", "alone", "move"), answer)
    return script.perform(state, activation.act, advised, dice).state


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("marks", "turn", "south"), [((), 1, False), ((copy_of("tapes"),), 1, True), ((), 8, True)]
)
def test_a_squad_goes_for_its_recorder_and_then_home(marks, turn, south):
    state = one_act(ready(a(*marks)).with_game(turn=turn), 3)
    assert (state.table.piece("a").xy[1] < 10) is south


@pytest.mark.rule("TS-GAP-90")
def test_of_men_apart_one_who_waits_already_is_not_told_to_wait_again():
    b = marine("trooper", "b", 25, 10, marks=[ACTIONS])
    state = one_act(ready(a(OVERWATCH, ACTIONS), b, pips=1))
    assert state.table.piece("b").has(OVERWATCH)


@pytest.mark.rule("TS-GAP-90")
def test_pips_go_to_the_squad_that_sees_most_creatures_until_it_has_three():
    state = ready(a(), marine("trooper", "b", 40, 40, unit="1B"), alien("x", 15, 10)).with_game(
        pools={"1A": 1, "1B": 1}
    )
    shares = tuple(Share(key, key, 4) for key in ("1A", "1B"))
    asked = Allot(side=MARINES, what="pips", prompt="", shares=shares, total=4)
    assert DOCTRINE.advise(state, asked, None)[0].answer == {"1A": 2, "1B": 2}


@pytest.mark.rule("TS-GAP-90")
def test_a_round_is_fought_with_a_face_hugger_and_not_with_an_alien():
    from battlesim.rulesets.troice_station.melee.rounds import at_activation

    def best(foe: Piece) -> str:
        asked = perform(
            battle(a(), foe), lambda play: at_activation(play, "a"), {"melee": ["decline"]}
        ).question("melee")
        return str(DOCTRINE.advise(battle(a(), foe), asked, None)[0].answer)

    assert (best(hugger("h", 10.875, 10)), best(alien("x", 11.125, 10))) == ("h", "decline")
