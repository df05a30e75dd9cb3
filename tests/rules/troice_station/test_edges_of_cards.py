"""Cards and leaders at their edges: whose card is drawn, what begins and ends with it, who is given what."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics import turns
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle import sequence
from battlesim.rulesets.troice_station.command import cards, leaders, morale, turn
from battlesim.rulesets.troice_station.core.marks import DOWN, HE, HMG_FIRE
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.table.events import Said
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Piece
from battlesim.testing.script import Done

from .things import battle, line, marine, off, perform

APART = {"cards_units": "sniper_apart"}
CHIEF = marine("lt", "L", 10, 20, unit="HQ")

# -- the cards of a turn --


@pytest.mark.rule("TS-GAP-17", "TS-SEQ-03", "TS-GAP-16")
def test_a_squad_of_whom_everybody_has_his_own_card_has_none() -> None:
    state = battle(*line(10), marine("sniper", "s", 12, 10, unit="S"), options=APART)
    assert cards.of_turn(state) == ["1A", "s", "q1", "q2", "q3", "q4"]


def drawn(card: str, *things: Piece, options: Any = None, **game: Any) -> Done:
    state = battle(*things, options=options, deck=Deck((CardId(card), CardId("q1"))), **game)
    return perform(state, cards.draw, dice=(card,))


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
    done = drawn(card, *men, options=APART | {"morale_timing": option}, pools={"1A": 2})
    assert done.state.game.pools == {"1A": left} and done.state.game.card == card


@pytest.mark.rule("TS-SEQ-03")
def test_nothing_begins_on_the_card_of_a_squad_that_is_gone() -> None:
    state = off(battle(*line(10), deck=Deck((CardId("1A"),)), pools={"1A": 1}), "a")
    assert not perform(state, cards.draw, dice=("1A",)).of(Said)


@pytest.mark.rule("TS-GAP-75", "TS-MORL-06", "TS-SEQ-04")
def test_what_a_squad_was_under_ends_with_its_card_and_so_do_its_pips() -> None:
    state = battle(*line(10, 12), card=CardId("1A"), pools={"1A": 2}, own={"a": 1})
    unit = state.table.units[UnitId("1A")].with_mark(HE, 2).with_mark(HMG_FIRE, 2)
    done = perform(state.with_table(state.table.with_units(unit)), cards.end)
    after = done.state.table.units[UnitId("1A")]
    assert (after.count(HE), after.count(HMG_FIRE)) == (0, 0)
    assert (done.state.game.pools, done.state.game.own, done.state.game.card) == ({}, {}, "")


@pytest.mark.rule("TS-GAP-75")
def test_recovering_takes_off_the_fire_of_before_the_card() -> None:
    state = battle(*line(10))
    unit = state.table.units[UnitId("1A")].with_mark(HE, 2)
    done = perform(
        state.with_table(state.table.with_units(unit)), lambda play: morale.recover(play, UnitId("1A"))
    )
    assert not done.state.table.units[UnitId("1A")].marks


# -- the turn --


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-12")
@pytest.mark.parametrize(("option", "asked"), [("at_start", ["n", "L"]), ("on_card", [])])
def test_pips_are_handed_out_at_the_start_by_the_commander_last_or_by_option_later(
    option: str, asked: list[str]
) -> None:
    state = battle(CHIEF, marine("nco", "n", 12, 10), options={"pip_timing": option})
    own = msgspec.structs.replace(state.table.units[UnitId("1A")], rules={"under": "n"})
    state = state.with_table(state.table.with_units(own))
    done = perform(state, turn.start, dice=(1, 1))
    assert [one.about for one in done.asked_for("pips")] == asked
    assert len(done.state.game.deck.left) == 6


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-75")
@pytest.mark.parametrize(("option", "pools"), [("on_card", {"1A": 1}), ("on_allocation", {})])
def test_by_option_morale_takes_its_pips_at_the_start(option: str, pools: dict[str, int]) -> None:
    state = battle(*line(10), marine("trooper", "b", 12, 10, marks=[DOWN]), options={"morale_timing": option})
    assert perform(state, turn.start).state.game.pools == pools


def at(phase: str, **game: Any) -> Battle:
    return battle(*line(10), phase=phase, phases=sequence.PHASES, deck=Deck(()), **game)


@pytest.mark.rule("TS-SEQ-05")
@pytest.mark.parametrize(
    ("phase", "step"),
    [("markers", "place_markers"), ("landing", "land"), ("start", "start_turn"), ("end", "end_turn")],
)
def test_what_a_phase_has_once_comes_once(phase: str, step: str) -> None:
    for passed, name in (((), step), ((phase,), "next_phase")):
        found = sequence.next_step(at(phase, passed=passed))
        assert getattr(found, "name", "") == name


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-96")
def test_after_setting_up_nobody_has_acted() -> None:
    done = perform(at("landing", acted=("a",), passed=("landing",)), sequence.next_phase)
    assert (done.state.game.acted, done.state.game.passed) == ((), ())


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-03")
def test_the_end_and_the_start_of_a_turn_are_carried_out() -> None:
    done = perform(at("end"), lambda play: sequence.SCRIPTS["end_turn"](play, "end"))
    assert (done.state.game.idle, done.state.game.passed) == (1, ("end",))
    done = perform(at("start"), lambda play: sequence.SCRIPTS["start_turn"](play, "start"))
    assert len(done.state.game.deck.left) == 5 and turns.once(done.state, "start_turn") is None


# -- leaders --


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(
    ("men", "lost", "chief"),
    [
        ([CHIEF, marine("nco", "m", 12, 10), marine("nco", "n", 14, 10)], "Lm", "n"),
        ([CHIEF, marine("nco", "m", 12, 10), marine("nco", "n", 14, 10)], "L", "m"),
        ([marine("nco", "n", 14, 10)], "", ""),
        ([CHIEF], "L", ""),
    ],
)
def test_who_succeeds_the_lieutenant(men: list[Piece], lost: str, chief: str) -> None:
    state = battle(*men, options={"leader_loss": "promote"})
    for one in lost:
        state = off(state, one)
    assert perform(state, leaders.promote).state.game.commander == chief


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04")
@pytest.mark.parametrize(
    ("given", "said"), [({"1A": 2, "a": 0}, [("L hands out pips: 2 to 1A", ("1A",))]), ({}, [])]
)
def test_it_is_said_who_is_given_pips(given: dict[str, int], said: Any) -> None:
    state = battle(CHIEF, *line(12), purses={"L": 4})
    done = perform(state, lambda play: leaders.hand_out(play, "L"), {"pips": [given]})
    assert [(str(one.text), one.at) for one in done.of(Said)] == said


def reached(*men: Piece, **options: str) -> dict[str, bool]:
    """Whom the pips of the Lieutenant reach where there are limits, or those of n where he is."""
    state = battle(*men, size=80.0, options={"command_reach": "radio"} | options)
    by = "n" if "n" in state.table.pieces else "L"
    asked = perform(state.with_game(purses={by: 2}), lambda play: leaders.hand_out(play, by)).question("pips")
    return {share.key: not share.shut for share in asked.shares}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
def test_a_squad_is_reached_through_its_nearest_figure_and_ones_own_always() -> None:
    found = reached(CHIEF, marine("trooper", "h", 60, 20, unit="HQ"), *line(12, 60))
    assert found["1A"] and found["HQ"]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
@pytest.mark.parametrize(
    ("radios", "heard"), [([(12, ()), (50, ())], True), ([(12, (DOWN,))], False), ([(50, ())], False)]
)
def test_one_radio_near_the_commander_that_somebody_carries_is_enough(radios: Any, heard: bool) -> None:
    men = [
        marine("specialist_radio", f"R{k}", x, 20, unit="HQ", marks=marks)
        for k, (x, marks) in enumerate(radios)
    ]
    assert reached(CHIEF, *men, marine("trooper", "a", 70, 70))["1A"] is heard


@pytest.mark.rule("TS-CMD-04", "TS-CMD-02", "TS-GAP-16")
def test_an_nco_gives_pips_to_nobody_else_who_has_his_own_card() -> None:
    men = [CHIEF, marine("nco", "n", 12, 10), marine("nco", "m", 14, 10, unit="2A")]
    assert list(reached(*men, cards_units="squads_and_leaders")) == ["n"]
