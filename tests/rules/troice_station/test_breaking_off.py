"""Leaving a fight: each enemy in contact strikes first, and a figure that it puts down does not move."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, HUGGED, MOVED, RAN
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult

from .things import alien, battle, hugger, marine, perform

DOWNED, HELD_OFF = (5, 4), (1, 6)
"""A claw of 5+3 against 4+1 is a serious wound; one of 1+3 against 6+1 does nothing."""


def touched_by(*enemies: Piece, casualty: Piece | None = None) -> Battle:
    """The card of 1A: a marine at (10, 10), with enemies and perhaps a casualty in contact."""
    things = (marine("trooper", "a", 10, 10), *([casualty] if casualty else []), *enemies)
    return battle(*things, card="1A", pools={"1A": 2})


def leave(state: Battle, act: str, to: tuple[float, float], *dice: int) -> ScriptResult:
    """The marine alone leaves his place."""
    way = (Leg("a", ((10.0, 10.0), to)),)
    answers: dict[str, list[Any]] = {"act": ["alone:a"], "alone": [act], "move": [way]}
    return perform(state, activation.run_card_action, answers, dice)


@pytest.mark.rule("TS-GAP-64")
@pytest.mark.parametrize(("act", "run"), [("move", ()), ("run", (3,))])
def test_a_marine_put_down_while_he_breaks_off_stays_where_he_was(act: str, run: tuple[int, ...]) -> None:
    done = leave(touched_by(alien("x", 11.125, 10)), act, (6.0, 10.0), *run, *DOWNED)
    piece = done.piece("a")
    assert (piece.xy, piece.has_mark(DOWN), piece.has_mark(MOVED), piece.has_mark(RAN)) == (
        (10, 10),
        True,
        False,
        False,
    )
    assert piece.mark_count(ACTIONS) == 1, "the action was declared and is paid for"


@pytest.mark.rule("TS-GAP-64")
def test_a_marine_whom_the_free_attack_does_not_hurt_goes() -> None:
    done = leave(touched_by(alien("x", 11.125, 10)), "move", (6.0, 10.0), *HELD_OFF)
    assert [str(event.why) for event in done.events_of(DiceRolled)] == ["claw of x on a"]
    assert done.piece("a").xy == (6, 10)


@pytest.mark.rule("TS-GAP-64", "TS-GAP-66")
def test_a_face_hugger_hugs_a_marine_who_breaks_off() -> None:
    done = leave(touched_by(hugger("h", 10.875, 10)), "move", (6.0, 10.0), 6, 1)
    assert (done.piece("a").xy, done.piece("a").has_mark(HUGGED)) == ((10, 10), True)


@pytest.mark.rule("TS-GAP-64")
def test_the_second_enemy_does_not_strike_a_marine_whom_the_first_put_down() -> None:
    done = leave(touched_by(alien("x", 11.125, 10), alien("y", 10, 11.125)), "move", (6.0, 10.0), *DOWNED)
    assert [str(event.why) for event in done.events_of(DiceRolled)] == ["claw of x on a"]


CASUALTY = marine("trooper", "c", 9, 10, marks=[DOWN])


@pytest.mark.rule("TS-GAP-64", "TS-GAP-57")
def test_a_marine_who_drags_a_casualty_out_of_a_fight_is_struck_first() -> None:
    state = touched_by(alien("x", 11.125, 10), casualty=CASUALTY)
    done = leave(state, "drag", (10.0, 8.0), *HELD_OFF)
    assert [str(event.why) for event in done.events_of(DiceRolled)] == ["claw of x on a"]
    assert (done.piece("a").xy, done.piece("c").xy == CASUALTY.xy) == ((10, 8), False)


@pytest.mark.rule("TS-GAP-64", "TS-GAP-57")
def test_a_marine_put_down_while_he_drags_a_casualty_leaves_both_where_they_were() -> None:
    state = touched_by(alien("x", 11.125, 10), casualty=CASUALTY)
    done = leave(state, "drag", (10.0, 8.0), *DOWNED)
    assert (done.piece("a").xy, done.piece("a").has_mark(DOWN), done.piece("c").xy) == (
        (10, 10),
        True,
        (9, 10),
    )
