"""What the window is told of a moment: pips that morale will take, actions taken, the quarter in play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.engine.facts import Tally
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle.facts_of import facts
from battlesim.rulesets.troice_station.battle.sequence import PHASES
from battlesim.rulesets.troice_station.core.facts import quarter, quarter_box
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, HE
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Goal, Site
from battlesim.table.ids import CardId, SideKey, UnitId

from .things import alien, battle, marine, room

pytestmark = pytest.mark.rule("TS-CMD-06")

SQUAD = UnitId("1A")
CARD = CardId("1A")


def squad_with_a_casualty(**game: Any) -> Battle:
    """Three pips in the pool and one of a's own; a man lies down, and the squad is under HE fire."""
    a, b, c = (
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10),
        marine("trooper", "c", 14, 10, marks=[DOWN]),
    )
    state = battle(a, b, c, pools={SQUAD: 3}, own={"a": 1}, **game)
    return state.with_table(state.table.with_units(state.table.units[SQUAD].with_mark(HE)))


def pips(state: Battle) -> Tally:
    return facts(state).tallies_of(SQUAD)[0]


def test_pips_that_morale_will_take_are_struck_until_the_card_is_drawn() -> None:
    deck = Deck((CARD,))
    coming = squad_with_a_casualty(phase="cards", deck=deck)
    assert pips(coming) == Tally(SQUAD, "pips", 3, 1, struck=2)
    (card,) = [card for card in facts(coming).cards if card.face == "1A"]
    assert (card.pips, card.struck, card.state) == (4, 2, "coming")
    drawn = squad_with_a_casualty(phase="cards", drawn=(CARD,), card=CARD)
    assert pips(drawn) == Tally(SQUAD, "pips", 3, 1)


def test_no_more_pips_are_struck_than_there_are() -> None:
    state = squad_with_a_casualty(phase="start").with_game(pools={}, own={"a": 1})
    assert pips(state) == Tally(SQUAD, "pips", 0, 1, struck=1)


def test_each_marine_is_said_to_have_taken_so_many_actions() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks={ACTIONS: 2}), phase="cards")
    (tally,) = facts(state).tallies_of("a")
    assert tally.words == "2 of 3 actions"


def test_before_the_first_card_of_a_turn_all_its_cards_are_to_come() -> None:
    state = squad_with_a_casualty(phase="start", drawn=(CARD,))
    assert {(card.face, card.state) for card in facts(state).cards} == {
        (face, "coming") for face in ("1A", "Q1", "Q2", "Q3", "Q4")
    }


@pytest.mark.parametrize(("phase", "side"), [("markers", CREATURES), ("landing", MARINES)])
def test_who_sets_up_is_not_said_to_react(phase: str, side: SideKey) -> None:
    assert facts(squad_with_a_casualty(phase=phase)).active == side


def test_once_the_last_turn_is_over_its_end_and_its_cards_are_told() -> None:
    state = squad_with_a_casualty(phase="start", phases=PHASES, drawn=(CARD,), turn=9)
    over = state.with_game(parameters=replace(state.game.parameters, turns=8))
    told = facts(over)
    assert (told.turn, told.phase) == (8, "End of turn")
    assert [(card.face, card.state) for card in told.cards] == [("1A", "done")]
    goes_on = over.with_game(turn=8)
    assert (facts(goes_on).turn, facts(goes_on).phase) == (8, "Pips")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_card_of_a_quarter_lights_it_and_says_who_is_there(number: int) -> None:
    card = CardId(f"q{number}")
    state = battle(
        marine("trooper", "a", 10, 10), alien("x", 30, 40), phase="cards", drawn=(card,), card=card
    )
    (shown,) = [one for one in facts(state).cards if one.state == "now"]
    left, low, right, high = shown.lights or (0, 0, 0, 0)
    middle = ((left + right) / 2, (low + high) / 2)
    assert (right - left, high - low) == (24, 24) and quarter(state.table.ground, middle) == number
    assert shown.lights == quarter_box(state.table.ground, number)
    assert shown.note == ("1 creature" if number == 2 else "nobody there")


def test_the_window_is_told_how_many_must_hold_and_how_many_copies_are_wanted() -> None:
    state = battle(
        marine("trooper", "a", 10, 10), terrain=[room("r", 20, 20, 24, 24)], phase="cards", deck=Deck(())
    )
    assert [str(row.label) for row in facts(state).ends][:2] == [
        "After turn 12, 2 copies brought home",
        "After turn 12, 3 copies brought home",
    ]
    held = state.with_game(
        site=Site(state.game.site.landing, goal=Goal(kind="hold", areas=("r",), win=10, draw=6))
    )
    hall = state.table.called("r")
    assert [f"{row.label}: {row.value}" for row in facts(held).ends][:2] == [
        f"After turn 12, 10 marines inside {hall}: marine win",
        f"After turn 12, 6 marines inside {hall}: draw",
    ]
