"""Facts at their edges: who counts, how far one goes, which quarter it is, what is held and what is lost."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle.facts_of import facts as told
from battlesim.rulesets.troice_station.core import facts, losses, pips
from battlesim.rulesets.troice_station.core.marks import DOWN, HUGGED, copy_of
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off

from .things import alien, battle, block, hugger, line, marine, marker, off, perform


@pytest.mark.rule("TS-MORL-03", "TS-MORL-06", "TS-GAP-97", "TS-GAP-20", "TS-GAP-21", "TS-GAP-75")
def test_who_is_off_the_table_neither_lies_there_nor_is_of_his_squad() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[DOWN]), marine("trooper", "b", 12, 10, marks=[HUGGED])]
    state = off(battle(*men, marine("trooper", "c", 14, 10)), "a")
    assert [facts.lies(state.table.piece(one)) for one in "abc"] == [False, True, False]
    assert [p.id for p in facts.members(state, UnitId("1A"))] == ["b", "c"]


@pytest.mark.rule("TS-GAP-35", "TS-GAP-36", "TS-ALN-05", "TS-MOVE-01")
@pytest.mark.parametrize(
    ("options", "inches"),
    [
        ({}, [4, 4, 4, 6, 6, 6]),
        ({"face_hugger_move": "5"}, [4, 4, 4, 6, 5, 6]),
        ({"move_bonus": "adds_inches"}, [5, 4, 4, 6, 5, 6]),
    ],
)
def test_how_far_each_kind_moves(options: dict[str, str], inches: list[int]) -> None:
    men = [marine("trooper", "a", 2, 2), marine("hmg", "b", 4, 2), marine("flamer", "c", 6, 2)]
    things = [*men, alien("x", 8, 2), hugger("h", 10, 2), marker("m", 12, 2)]
    state = battle(*things, options=options)
    assert [facts.move_of(state, piece) for piece in things] == inches


@pytest.mark.rule("TS-CMD-06", "TS-GAP-18", "TS-ALN-02")
def test_the_card_of_a_quarter_lights_it() -> None:
    found = told(battle(*line(10), phase="start", deck=Deck(())))
    assert [card.lights for card in found.cards if card.lights] == [
        (0.0, 24.0, 24.0, 48.0),
        (24.0, 24.0, 48.0, 48.0),
        (24.0, 0.0, 48.0, 24.0),
        (0.0, 0.0, 24.0, 24.0),
    ]


@pytest.mark.rule("TS-GAP-66", "TS-GAP-97")
def test_the_copies_of_who_is_lost_stay_where_he_was() -> None:
    state = battle(*line(10, marks=[copy_of("r")]))
    done = perform(state, lambda play: losses.lost(play, "a"))
    (disc,) = done.state.table.markers.values()
    assert (disc.id, disc.kind, disc.x, disc.y, disc.radius) == ("copy-r", "copy", 10, 10, 0.5)
    assert done.piece("a").place == Off("lost")
    gone = perform(off(state, "a", "left"), lambda play: losses.lost(play, "a"))
    assert not gone.state.table.markers


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-13", "TS-CMD-06", "TS-GAP-75")
def test_who_has_been_given_nothing_has_nothing() -> None:
    state = battle(*line(10))
    assert (
        pips.purse(state, "a"),
        pips.own(state, state.table.piece("a")),
        pips.pool(state, UnitId("1A")),
    ) == (0, 0, 0)


@pytest.mark.rule("TS-GAP-13")
@pytest.mark.parametrize(
    ("who", "own", "left"), [("a", {"a": 2}, ({"1A": 3}, {"a": 1})), ("a", {}, ({"1A": 2}, {}))]
)
def test_one_pays_of_ones_own_first(who: str, own: Any, left: Any) -> None:
    state = battle(*line(10), pools={"1A": 3}, own=own)
    done = perform(state, lambda play: pips.pay(play, UnitId("1A"), who))
    assert (done.state.game.pools, done.state.game.own) == left


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-ALN-04", "TS-ALN-06", "TS-ALN-07")
@pytest.mark.rule("TS-GAP-34", "TS-GAP-42", "TS-GAP-80", "TS-GAP-100")
def test_who_is_up_goes_on() -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = off(battle(*men, marker("m", 20, 20), marker("n", 30, 20), alien("x", 40, 20)), "n")
    assert [facts.is_up(off(state, "x"), one) for one in ("a", "d", "m", "n", "x", "gone")] == [
        True, False, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-GAP-91")
def test_what_figures_are_asked_is_what_they_can_do() -> None:
    men = [marine("trooper", "a", 10, 10), marine("flamer", "f", 12, 10)]
    wall = block("low_wall", "w", 2, 2, 3, 3)
    state = battle(*men, alien("x", 16, 10), terrain=[wall])
    asked = {one: {found.what: found for found in RULESET.offers(state, one)} for one in "afx"}
    assert [asked["a"]["move"].motions[0].allowance, asked["x"]["move"].motions[0].allowance] == [4, 6]  # type: ignore[attr-defined]
    assert [one["shot"].options[0].act for one in (asked["a"], asked["f"])] == ["fire", "flame"]  # type: ignore[attr-defined]
    assert asked["x"]["move"].motions[0].climbs and not asked["a"]["move"].motions[0].climbs  # type: ignore[attr-defined]
