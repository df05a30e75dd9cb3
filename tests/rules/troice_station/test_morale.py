"""Morale: what a squad loses of its pips, when it does, and who is pinned."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.command import morale, turn_boundaries, turn_deck
from battlesim.rulesets.troice_station.core import lookups
from battlesim.rulesets.troice_station.core.marks import DOWN, HE, HMG_FIRE, HUGGED
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Piece
from battlesim.testing.script import ScriptResult

from .command_steps import APART, drawn, given, platoon
from .things import battle, line, marine, off, perform


@pytest.mark.rule("TS-MORL-01", "TS-MORL-03", "TS-MORL-06", "TS-GAP-75")
@pytest.mark.parametrize(
    ("marks", "unit", "left"),
    [({}, (), 3), ({"1A_2": [DOWN]}, (), 2), ({"1A_2": [HUGGED]}, (HE, HMG_FIRE), 0)],
)
def test_morale_takes_pips_as_the_card_is_drawn(marks, unit, left):
    state = platoon(**marks).with_game(pools={"1A": 3})
    for mark in unit:
        state = state.with_table(state.table.with_units(state.table.units["1A"].with_mark(mark)))
    assert drawn(state, "1A").state.game.pools.get("1A", 0) == left


@pytest.mark.rule("TS-GAP-75", "TS-CMD-06")
def test_pips_of_single_figures_are_taken_last():
    state = platoon(**{"1A_2": [DOWN]}).with_game(pools={"1A": 1}, own={"1A-1": 1})
    done = drawn(state, "1A")
    assert (done.state.game.pools.get("1A", 0), done.state.game.own) == (0, {"1A-1": 1})


@pytest.mark.rule("TS-GAP-75")
@pytest.mark.parametrize(("option", "pool"), [("on_card", 1), ("on_allocation", 0)])
def test_by_option_morale_is_worked_out_at_the_start_of_the_turn(option, pool):
    state = platoon(options={"morale_timing": option}, **{"1A_2": [DOWN]})
    assert given(state).state.game.pools.get("1A", 0) == pool


@pytest.mark.rule("TS-MORL-02", "TS-GAP-76")
def test_a_squad_without_pips_is_pinned():
    state = platoon(**{"1A_2": [DOWN]}).with_game(pools={"1A": 1})
    done = drawn(state, "1A")
    assert morale.is_pinned(done.state, "1A") and "pinned" in str(done.events)


@pytest.mark.rule("TS-GAP-75", "TS-MORL-01")
def test_morale_takes_what_is_over_from_single_figures() -> None:
    men = [marine("trooper", id, 10 + n, 10, marks=[DOWN] if n > 1 else []) for n, id in enumerate("abcd")]
    state = battle(*men, pools={"1A": 1}, own={"a": 1, "b": 2})
    done = perform(state, lambda play: morale.apply_morale_loss(play, "1A"))
    assert (done.state.game.pools, done.state.game.own) == ({}, {"b": 2})


@pytest.mark.rule("TS-GAP-76", "TS-MORL-02")
@pytest.mark.parametrize(
    ("pools", "own", "pinned"), [({}, {}, True), ({"1A": 1}, {}, False), ({}, {"b": 1}, False)]
)
def test_a_squad_is_pinned_when_neither_it_nor_a_member_has_a_pip(pools: Any, own: Any, pinned: bool) -> None:
    assert morale.is_pinned(battle(*line(10, 12), pools=pools, own=own), "1A") is pinned


def drawn_from(card: str, *things: Piece, options: Any = None, **game: Any) -> ScriptResult:
    state = battle(*things, options=options, deck=Deck((CardId(card), CardId("q1"))), **game)
    return perform(state, turn_deck.draw_next_card, dice=(card,))


@pytest.mark.rule("TS-SEQ-03", "TS-ACT-15", "TS-GAP-75", "TS-GAP-13")
@pytest.mark.parametrize(
    ("card", "option", "left"),
    [
        ("1A", "on_card", 1),
        ("1A", "on_allocation", 2),
        ("s", "on_card", 2),
        ("q1", "on_card", 2),
    ],
)
def test_morale_takes_its_pips_as_the_card_of_a_squad_is_drawn(card: str, option: str, left: int) -> None:
    men = [*line(10), marine("trooper", "b", 12, 10, marks=[DOWN]), marine("sniper", "s", 14, 10)]
    done = drawn_from(card, *men, options=APART | {"morale_timing": option}, pools={"1A": 2})
    assert done.state.game.pools == {"1A": left} and done.state.game.card == card


@pytest.mark.rule("TS-GAP-75", "TS-MORL-06", "TS-SEQ-04")
def test_what_a_squad_was_under_ends_with_its_card_and_so_do_its_pips() -> None:
    state = battle(*line(10, 12), card=CardId("1A"), pools={"1A": 2}, own={"a": 1})
    unit = state.table.units[UnitId("1A")].with_mark(HE, 2).with_mark(HMG_FIRE, 2)
    done = perform(state.with_table(state.table.with_units(unit)), turn_deck.end_card)
    after = done.state.table.units[UnitId("1A")]
    assert (after.mark_count(HE), after.mark_count(HMG_FIRE)) == (0, 0)
    assert (done.state.game.pools, done.state.game.own, done.state.game.card) == ({}, {}, "")


@pytest.mark.rule("TS-GAP-75")
def test_recovering_takes_off_the_fire_of_before_the_card() -> None:
    state = battle(*line(10))
    unit = state.table.units[UnitId("1A")].with_mark(HE, 2)
    done = perform(
        state.with_table(state.table.with_units(unit)),
        lambda play: morale.clear_fire_marks(play, UnitId("1A")),
    )
    assert not done.state.table.units[UnitId("1A")].marks


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-75")
@pytest.mark.parametrize(("option", "pools"), [("on_card", {"1A": 1}), ("on_allocation", {})])
def test_by_option_morale_takes_its_pips_at_the_start(option: str, pools: dict[str, int]) -> None:
    state = battle(*line(10), marine("trooper", "b", 12, 10, marks=[DOWN]), options={"morale_timing": option})
    assert perform(state, turn_boundaries.start_turn).state.game.pools == pools


@pytest.mark.rule("TS-MORL-03", "TS-MORL-06", "TS-GAP-97", "TS-GAP-20", "TS-GAP-21", "TS-GAP-75")
def test_who_is_off_the_table_neither_lies_there_nor_is_of_his_squad() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[DOWN]), marine("trooper", "b", 12, 10, marks=[HUGGED])]
    state = off(battle(*men, marine("trooper", "c", 14, 10)), "a")
    assert [lookups.is_casualty(state.table.piece(one)) for one in "abc"] == [False, True, False]
    assert [p.id for p in lookups.squad_figures(state, UnitId("1A"))] == ["b", "c"]


@pytest.mark.rule("TS-MORL-01", "TS-MORL-03", "TS-MORL-06", "TS-GAP-75")
@pytest.mark.parametrize(
    ("marks", "under", "lost"),
    [((), (), 0), ((DOWN,), (), 1), ((HUGGED,), (), 1), ((DOWN,), (HE,), 2), ((DOWN,), (HE, HMG_FIRE), 3)],
)
def test_what_a_squad_loses_adds_up(marks: Any, under: Any, lost: int) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=marks), marine("trooper", "b", 12, 10))
    unit = state.table.units[UnitId("1A")]
    for mark in under:
        unit = unit.with_mark(mark)
    state = state.with_table(state.table.with_units(unit))
    assert morale.morale_loss(state, UnitId("1A")) == lost
