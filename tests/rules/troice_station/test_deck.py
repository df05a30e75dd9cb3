"""The deck: who has a card, whose card is drawn, and what begins and ends with it."""

from __future__ import annotations

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.command import leaders, turn_deck
from battlesim.rulesets.troice_station.core.lookups import quarter_number
from battlesim.rulesets.troice_station.core.marks import DOWN, MOVED, OVERWATCH
from battlesim.table.events import MessageLogged
from battlesim.table.ids import CardId
from battlesim.table.pieces import Off

from .command_steps import APART, drawn, platoon
from .things import alien, battle, line, marine, off, perform


@pytest.mark.rule("TS-SEQ-02", "TS-GAP-17")
def test_each_squad_and_each_quarter_has_a_card():
    state = platoon()
    gone = state.with_table(state.table.with_place("2B-1", Off("lost")))
    assert (turn_deck.turn_cards(state), len(turn_deck.turn_cards(gone))) == (
        ["HQ", "1A", "1B", "2A", "2B", "q1", "q2", "q3", "q4"],
        8,
    )


@pytest.mark.rule("TS-GAP-16")
@pytest.mark.parametrize(
    ("option", "apart"),
    [("squads", []), ("squads_and_leaders", ["1A-1", "2A-1", "HQ-1"]), ("sniper_apart", [])],
)
def test_by_option_leaders_have_cards_of_their_own(option, apart):
    state = platoon(options={"cards_units": option})
    assert [card for card in turn_deck.turn_cards(state) if card in state.table.pieces] == apart


@pytest.mark.rule("TS-GAP-16")
def test_by_option_the_sniper_has_a_card_of_his_own():
    state = platoon(marine("sniper", "HQ-4", 14, 10, unit="HQ"), options={"cards_units": "sniper_apart"})
    assert "HQ-4" in turn_deck.turn_cards(state)


@pytest.mark.rule("TS-GAP-18", "TS-ALN-02")
@pytest.mark.parametrize(
    ("spot", "number"),
    [((10, 40), 1), ((40, 40), 2), ((40, 10), 3), ((10, 10), 4), ((24, 24), 1), ((24, 10), 3)],
)
def test_quarters_are_numbered_clockwise_from_the_northwest(spot, number):
    assert quarter_number(battle().table.ground, spot) == number


@pytest.mark.rule("TS-GAP-18")
def test_spades_are_the_quarters_and_hearts_the_marines():
    known = turn_deck.card_names(platoon())
    assert (known["q1"], known["HQ"]) == ("ace of spades: quarter 1", "ace of hearts: HQ")


@pytest.mark.rule("TS-SEQ-03", "TS-SEQ-04", "TS-ALN-03")
def test_whose_card_is_drawn_is_activated():
    assert drawn(platoon(), "q3").state.game.card == "q3" and drawn(platoon(), "1A").state.game.card == "1A"


@pytest.mark.rule("TS-ACT-15", "TS-GAP-24")
def test_overwatch_ends_with_the_squads_next_card():
    assert not drawn(platoon(**{"1A_2": [OVERWATCH, MOVED]}), "1A").state.table.piece("1A-2").marks


@pytest.mark.rule("TS-GAP-17", "TS-GAP-16", "TS-SEQ-03")
def test_who_left_the_table_has_no_card_of_his_own() -> None:
    state = battle(*line(10, 12), marine("sniper", "s", 14, 10), options={"cards_units": "sniper_apart"})
    assert "s" in turn_deck.turn_cards(state)
    assert "s" not in turn_deck.turn_cards(state.with_table(state.table.with_place("s", Off("lost"))))


@pytest.mark.rule("TS-SEQ-03", "TS-GAP-18")
def test_hearts_are_cards_of_marines_alone() -> None:
    state = battle(*line(10, 12), alien("x", 30, 30))
    assert sorted(turn_deck.card_names(state)) == ["1A", "q1", "q2", "q3", "q4"]


@pytest.mark.rule("TS-ACT-15", "TS-SEQ-03", "TS-MELE-02")
def test_as_its_card_is_drawn_a_squad_waits_no_more_and_who_is_up_may_fight() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[OVERWATCH]), marine("trooper", "b", 12.25, 10, marks=[DOWN])]
    state = battle(*men, alien("x", 11.125, 10), deck=Deck((CardId("1A"), CardId("q1"))), pools={"1A": 1})
    done = perform(state, turn_deck.draw_next_card, {"melee": ["decline"]}, dice=("1A",))
    assert [one.about for one in done.decisions_with_key("melee")] == ["a"]
    assert not done.piece("a").has_mark(OVERWATCH) and done.state.game.card == "1A"
    assert done.state.game.drawn == ("1A",)


@pytest.mark.rule("TS-GAP-17", "TS-CMD-05", "TS-SEQ-03")
def test_a_squad_of_whom_nobody_is_on_the_table_is_no_squad() -> None:
    state = battle(*line(10), marine("trooper", "z", 20, 10, unit="2B"), alien("x", 40, 40))
    assert [unit.id for unit in leaders.present_squads(state)] == ["1A", "2B"]
    assert [unit.id for unit in leaders.present_squads(off(state, "z"))] == ["1A"]


@pytest.mark.rule("TS-SEQ-03", "TS-GAP-16", "TS-GAP-18")
def test_who_has_a_card_of_his_own_is_named_on_it() -> None:
    state = battle(*line(10), marine("sniper", "s", 12, 10), options={"cards_units": "sniper_apart"})
    assert turn_deck.card_names(state) == {
        "1A": "ace of hearts: 1A",
        "s": "2 of hearts: s",
        **{f"q{n}": f"{('ace', '2', '3', '4')[n - 1]} of spades: quarter {n}" for n in (1, 2, 3, 4)},
    }


@pytest.mark.rule("TS-GAP-17", "TS-SEQ-03", "TS-GAP-16")
def test_a_squad_of_whom_everybody_has_his_own_card_has_none() -> None:
    state = battle(*line(10), marine("sniper", "s", 12, 10, unit="S"), options=APART)
    assert turn_deck.turn_cards(state) == ["1A", "s", "q1", "q2", "q3", "q4"]


@pytest.mark.rule("TS-SEQ-03")
def test_nothing_begins_on_the_card_of_a_squad_that_is_gone() -> None:
    state = off(battle(*line(10), deck=Deck((CardId("1A"),)), pools={"1A": 1}), "a")
    assert not perform(state, turn_deck.draw_next_card, dice=("1A",)).events_of(MessageLogged)
