"""Fights at their edges: whom claws and tails go at, what the card of a fight says, how a hug ends."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.acts import activation
from battlesim.rulesets.troice_station.core.marks import DOWN, FOUGHT, HUGGED
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.melee import blows, cards, hug, rounds
from battlesim.table.events import Rolled
from battlesim.table.pieces import Aboard, Off

from .things import alien, battle, hugger, line, marine, off, perform, room

FIGHTS = pytest.mark.rule("TS-GAP-63", "TS-ACT-04", "TS-GAP-65", "TS-MELE-02", "TS-ALN-11", "TS-MELE-01")
PLAYED = {"alien_control": "player"}


@FIGHTS
def test_nobody_fights_who_touches_nobody() -> None:
    state = battle(*line(10), alien("x", 20, 10))
    assert perform(state, lambda play: rounds.on_contact(play, "x")).events == []


@FIGHTS
@pytest.mark.parametrize(("options", "asked", "rolls"), [({}, [], 4), (PLAYED, ["opponent", "tail"], 3)])
def test_only_a_player_is_asked_whom_an_alien_goes_at(options: Any, asked: list[str], rolls: int) -> None:
    men = [marine("nco", "b", 10, 10), marine("trooper", "a", 12.25, 10)]
    state = battle(*men, alien("x", 11.125, 10), options=options)
    given = {"opponent": ["a"], "tail": ["none"]} if asked else {}
    done = perform(state, lambda play: rounds.on_contact(play, "x"), given, (1, 6) * rolls)
    assert [one.what for one in done.asked if one.what != "dice"] == asked
    assert str(done.of(Rolled)[0].why) == "claw of x on a" and done.piece("x").count(FOUGHT) == 1


@FIGHTS
def test_where_nobody_is_left_to_strike_no_player_is_asked_about_the_tail() -> None:
    state = battle(*line(10), alien("x", 11.125, 10), options=PLAYED)
    done = perform(state, lambda play: rounds.on_contact(play, "x"), dice=(6, 1))
    assert done.piece("a").place == Off("lost") and not done.asked_for("tail")


@FIGHTS
@pytest.mark.parametrize(
    ("x", "terrain", "found"),
    [(14.0, [], ["a", "b"]), (14.1, [], ["a"]), (14.0, [room("h", 12.6, 6, 20, 14)], ["a"])],
)
def test_a_tail_reaches_three_inches_from_whom_the_claws_went_at_and_through_no_wall(
    x: float, terrain: Any, found: list[str]
) -> None:
    state = battle(*line(10, x), alien("x", 11.125, 10), terrain=terrain)
    claws, clawed = state.table.piece("x"), state.table.piece("a")
    assert [p.id for p in blows.tail_targets(state, claws, clawed)] == found


# -- the card of a fight --


def labels(card: Any) -> dict[str, str]:
    return {str(row.label): str(row.value) for row in card.rows}


@FIGHTS
def test_the_card_of_a_face_hugger_has_the_chance_of_a_hug() -> None:
    state = battle(*line(10), hugger("h", 10.875, 10))
    # D6+2 against D6+1 is more in 21 of 36
    assert cards.ends(state, *map(state.table.piece, "ha"), ("attack",)) == pytest.approx(
        {"unhurt": 15 / 36, "hugged": 21 / 36}
    )


@FIGHTS
def test_the_card_of_a_round_tells_both_dice_and_what_fights_back() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10))
    assert list(labels(cards.round_card(state, "x", "a"))) == [
        "x: claw, claw, tail",
        "a: attack",
        "x is dead",
    ]
    assert cards._bars({"dead": 0.0, "unhurt": 1.0}) == (("unhurt", 1.0),)


@FIGHTS
@pytest.mark.rule("TS-GAP-66")
def test_a_choice_of_acts_has_no_card_of_a_fight() -> None:
    state = battle(*line(10, 12), card="1A", pools={"1A": 2})
    asked = perform(state, activation.act, until="act").question("act")
    assert cards.preview(state, asked, "move") is None  # type: ignore[arg-type]


# -- the hug --

HELD = marine("trooper", "b", 11, 10, marks={HUGGED: 3})


def held(*things: Any, **options: str) -> Battle:
    state = battle(*line(10), HELD, hugger("h", 11, 10), *things, options=options)
    return state.with_table(state.table.with_place("h", Aboard("b")))


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17", "TS-MELE-01")
def test_the_ends_of_an_attempt_to_free_are_all_there_is() -> None:
    state = held()
    odds = hug.freeing_odds(state, state.table.piece("a"), state.table.piece("b"))
    # a 6 frees; a 1 sprays: D6 against D6+1 is two more in 6 of 36
    assert odds == pytest.approx({"freed": 1 / 6, "held": 5 / 6 - 1 / 36, "dead": 1 / 36})


@pytest.mark.rule("TS-GAP-66")
@pytest.mark.parametrize(("face", "came"), [(3, "miss"), (4, "hit"), (1, "miss")])
def test_a_die_that_frees_is_a_hit(face: int, came: str) -> None:
    assert hug.Freeing(least=4).results((face,)) == (came,)


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
def test_who_is_freed_is_down_and_rid_of_it() -> None:
    done = perform(held(), lambda play: hug.free(play, "a", "b"), dice=(6,))
    assert {mark.name: mark.count for mark in done.piece("b").marks} == {DOWN: 1}
    assert done.piece("h").place == Off("lost")


@pytest.mark.rule("TS-GAP-66")
def test_time_runs_out_on_the_table_for_who_is_hugged_alone() -> None:
    done = perform(held(), hug.turn_over)
    assert [done.piece(one).count(HUGGED) for one in "ab"] == [0, 2]
    gone = perform(off(held(), "b", "left"), hug.turn_over)
    assert gone.piece("b").count(HUGGED) == 3 and gone.events == []
