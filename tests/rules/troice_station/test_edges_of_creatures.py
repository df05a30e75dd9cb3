"""Creatures at their edges: what their player is told, whom they go for, what they do and in what order."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.moves import MoveGroup
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.marks import LEFT
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.ground.motion import motion
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.table.pieces import Off, Piece

from .things import alien, battle, hugger, marine, perform


def trooper(id: str = "a", x: float = 10.0, y: float = 10.0, **more: Any) -> Piece:
    return marine("trooper", id, x, y, **more)


def advised(state: Battle, asked: Any) -> Any:
    """The first answer that is advised; None where there is none."""
    found = DOCTRINE.advise(state, asked, None)  # type: ignore[arg-type]
    return found[0].answer if found else None


# -- creatures, and how things stand --


def played(*things: Any) -> Battle:
    return battle(*things, options={"alien_control": "player"})


@pytest.mark.rule("TS-GAP-86", "TS-GAP-91", "TS-GAP-90")
def test_a_player_of_creatures_is_told_what_the_rows_say() -> None:
    state = played(trooper(), alien("x", 16, 10, {LEFT: 1}))
    asked = perform(state, lambda play: program._chosen(play, "x")).question("creature")
    assert advised(state, asked) == "move:x"
    asked = perform(state, lambda play: program.next_up(play, 4))
    assert asked.asked == []


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-91", "TS-GAP-90")
def test_a_played_creature_is_advised_to_go_as_far_as_its_rows_say() -> None:
    state = played(trooper(), alien("x", 20, 10))
    found = {1: 14.0, 2: 17.0}
    for share, x in found.items():
        able = motion(state, state.table.piece("x"), 6.0 / share, crosses=True)
        asked = MoveGroup(side=CREATURES, what="move", prompt="", motions=(able,))
        (leg,) = advised(state, asked)
        assert leg.end == pytest.approx((x, 10.0), abs=0.05)


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65", "TS-GAP-91", "TS-GAP-90")
def test_a_played_alien_is_advised_to_go_at_the_weakest() -> None:
    state = played(alien("x", 11.125, 10), trooper(), trooper("b", 12.25, 10))
    asked = perform(state, lambda play: rounds.on_contact(play, "x"), until="opponent").question("opponent")
    assert advised(state, asked) == "a"


@pytest.mark.rule("TS-GAP-90")
def test_how_things_stand_counts_the_result_then_who_is_lost_then_who_is_left() -> None:
    state = battle(trooper(), trooper("b", 12, 10), alien("x", 30, 30), hugger("h", 40, 40))
    assert DOCTRINE.score(state, MARINES) == pytest.approx(-3.0 - 0.05 * 2 - 0.01 * 2)
    gone = state.with_table(state.table.with_place("b", Off("left")))
    assert DOCTRINE.score(gone, CREATURES) == pytest.approx(3.0 + 0.05 + 0.01 * 2)
