"""What the window is told of a moment: pips that morale will take, actions taken, the quarter in play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.engine.cards_and_counts import ResourceTally
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle.game_facts import game_facts
from battlesim.rulesets.troice_station.battle.turn_sequence import TURN_PHASES
from battlesim.rulesets.troice_station.core.lookups import quarter_box, quarter_number
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, HE
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Goal, Site
from battlesim.table.ids import CardId, SideKey, UnitId

from .command_steps import QUARTER_CARD, SQUAD_CARD, in_play
from .things import alien, battle, line, marine, room

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


def pips(state: Battle) -> ResourceTally:
    return game_facts(state).tallies_of(SQUAD)[0]


@pytest.mark.rule("TS-CMD-06")
def test_pips_that_morale_will_take_are_struck_until_the_card_is_drawn() -> None:
    deck = Deck((CARD,))
    coming = squad_with_a_casualty(phase="cards", deck=deck)
    assert pips(coming) == ResourceTally(SQUAD, "pips", 3, 1, struck=2)
    (card,) = [card for card in game_facts(coming).cards if card.face == "1A"]
    assert (card.pips, card.struck, card.state) == (4, 2, "coming")
    drawn = squad_with_a_casualty(phase="cards", drawn=(CARD,), card=CARD)
    assert pips(drawn) == ResourceTally(SQUAD, "pips", 3, 1)


@pytest.mark.rule("TS-CMD-06")
def test_no_more_pips_are_struck_than_there_are() -> None:
    state = squad_with_a_casualty(phase="start").with_game(pools={}, own={"a": 1})
    assert pips(state) == ResourceTally(SQUAD, "pips", 0, 1, struck=1)


@pytest.mark.rule("TS-CMD-06")
def test_each_marine_is_said_to_have_taken_so_many_actions() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks={ACTIONS: 2}), phase="cards")
    (tally,) = game_facts(state).tallies_of("a")
    assert tally.text == "2 of 3 actions"


@pytest.mark.rule("TS-CMD-06")
def test_before_the_first_card_of_a_turn_all_its_cards_are_to_come() -> None:
    state = squad_with_a_casualty(phase="start", drawn=(CARD,))
    assert {(card.face, card.state) for card in game_facts(state).cards} == {
        (face, "coming") for face in ("1A", "Q1", "Q2", "Q3", "Q4")
    }


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize(("phase", "side"), [("markers", CREATURES), ("landing", MARINES)])
def test_who_sets_up_is_not_said_to_react(phase: str, side: SideKey) -> None:
    assert game_facts(squad_with_a_casualty(phase=phase)).active == side


@pytest.mark.rule("TS-CMD-06")
def test_once_the_last_turn_is_over_its_end_and_its_cards_are_told() -> None:
    state = squad_with_a_casualty(phase="start", phases=TURN_PHASES, drawn=(CARD,), turn=9)
    over = state.with_game(parameters=replace(state.game.parameters, turns=8))
    told = game_facts(over)
    assert (told.turn, told.phase) == (8, "End of turn")
    assert [(card.face, card.state) for card in told.cards] == [("1A", "done")]
    goes_on = over.with_game(turn=8)
    assert (game_facts(goes_on).turn, game_facts(goes_on).phase) == (8, "Pips")


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_card_of_a_quarter_lights_it_and_says_who_is_there(number: int) -> None:
    card = CardId(f"q{number}")
    state = battle(
        marine("trooper", "a", 10, 10), alien("x", 30, 40), phase="cards", drawn=(card,), card=card
    )
    (shown,) = [one for one in game_facts(state).cards if one.state == "now"]
    left, low, right, high = shown.lights or (0, 0, 0, 0)
    middle = ((left + right) / 2, (low + high) / 2)
    assert (right - left, high - low) == (24, 24) and quarter_number(state.table.ground, middle) == number
    assert shown.lights == quarter_box(state.table.ground, number)
    assert shown.note == ("1 creature" if number == 2 else "empty")


@pytest.mark.rule("TS-CMD-06")
def test_the_window_is_told_how_many_must_hold_and_how_many_copies_are_wanted() -> None:
    state = battle(
        marine("trooper", "a", 10, 10), terrain=[room("r", 20, 20, 24, 24)], phase="cards", deck=Deck(())
    )
    assert [str(row.label) for row in game_facts(state).ends][:2] == [
        "After turn 12, 2 copies brought home",
        "After turn 12, 3 copies brought home",
    ]
    held = state.with_game(
        site=Site(state.game.site.landing, goal=Goal(kind="hold", areas=("r",), win=10, draw=6))
    )
    hall = state.table.name_of("r")
    assert [f"{row.label}: {row.value}" for row in game_facts(held).ends][:2] == [
        f"After turn 12, 10 marines inside {hall}: marine win",
        f"After turn 12, 6 marines inside {hall}: draw",
    ]


@pytest.mark.rule("TS-CMD-06")
def test_the_window_is_told_a_turn_from_one_on_and_the_pips_that_are_struck() -> None:
    state = battle(*line(10, 12), pools={"1A": 2}, phase="start", deck=Deck(())).with_game(turn=0)
    found = game_facts(state)
    assert (found.turn, [tally.name for tally in found.tallies_of("1A")]) == (1, ["pips"])


@pytest.mark.rule("TS-CMD-06", "TS-GAP-18", "TS-ALN-02")
def test_the_card_of_a_quarter_lights_it() -> None:
    found = game_facts(battle(*line(10), phase="start", deck=Deck(())))
    assert [card.lights for card in found.cards if card.lights] == [
        (0.0, 24.0, 24.0, 48.0),
        (24.0, 24.0, 48.0, 48.0),
        (24.0, 0.0, 48.0, 24.0),
        (0.0, 0.0, 24.0, 24.0),
    ]


@pytest.mark.rule("TS-CMD-06", "TS-WTHR-01", "TS-GAP-08")
def test_the_bar_says_how_far_one_sees_in_the_blizzard() -> None:
    state = battle(*line(10), phase="cards", deck=Deck(()))
    said = [str(game_facts(state.with_game(sight=far)).weather) for far in (12.0, 9.0, 1e6)]
    assert said == ["Blizzard 12 in", "Blizzard 9 in", ""]


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize(
    ("card", "active", "unit", "left"),
    [("1A", MARINES, "1A", 2), ("q4", CREATURES, "", 2), ("", MARINES, "", 0)],
)
def test_whose_card_it_is_and_how_much_is_left_on_it(card: str, active: str, unit: str, left: int) -> None:
    found = game_facts(in_play(card))
    assert (found.active, found.unit, found.actions_left) == (active, unit, left)


@pytest.mark.rule("TS-CMD-06", "TS-GAP-16")
def test_on_the_card_of_one_figure_his_squad_is_spoken_of() -> None:
    state = battle(
        marine("sniper", "s", 10, 10), phase="cards", card=CardId("s"), deck=Deck(()), own={"s": 3},
        options={"cards_units": "sniper_apart"}, drawn=(CardId("s"),),
    )  # fmt: skip
    found = game_facts(state)
    (card,) = [card for card in found.cards if card.face == "s"]
    assert (found.unit, card.state, card.pips, card.struck) == ("1A", "now", 3, 0)


@pytest.mark.rule("TS-CMD-06", "TS-SEQ-03")
def test_cards_are_told_in_the_order_drawn_then_those_to_come() -> None:
    state = in_play("q4", drawn=(SQUAD_CARD, QUARTER_CARD), deck=Deck((CardId("q1"), CardId("q2"))))
    assert [(card.face, card.state, card.note) for card in game_facts(state).cards] == [
        ("1A", "done", ""),
        ("Q4", "now", "1 creature, 1 marker"),
        ("Q1", "coming", "empty"),
        ("Q2", "coming", "empty"),
    ]


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("markers", "Set-up"),
        ("landing", "Set-up"),
        ("start", "Pips"),
        ("cards", "Cards"),
        ("end", "End of turn"),
    ],
)
def test_the_parts_of_a_turn_have_names(phase: str, words: str) -> None:
    found = game_facts(in_play("", phase=phase))
    assert found.phase == words and words in found.phases


@pytest.mark.rule("TS-CMD-06", "TS-GAP-98")
@pytest.mark.parametrize(
    ("length", "now", "shown"),
    [("12", 13, (12, 12)), ("12", 0, (1, 12)), ("8", 3, (3, 8)), ("unlimited", 70, (60, 60))],
)
def test_the_turn_is_told_of_how_many(length: str, now: int, shown: tuple[int, int]) -> None:
    found = game_facts(in_play("", turn=now, options={"game_length": length}))
    assert (found.turn, found.turns) == shown


@pytest.mark.rule("TS-CMD-06", "TS-CMD-02")
def test_what_is_to_be_handed_out_and_what_each_has_is_told() -> None:
    state = in_play("1A", purses={"a": 3, "b": 1}, own={"a": 2, "b": 1}, pools={})
    found = game_facts(state)
    assert [(count.name, count.now) for count in found.counts] == [("Pips of a", 3), ("Pips of b", 1)]
    assert [(t.name, t.free, t.held) for t in found.tallies_of("a")] == [
        ("actions", 0, 0), ("pips", 0, 2), ("pips to hand out", 3, 0),
    ]  # fmt: skip
    assert [t.name for t in found.tallies_of("b")] == ["actions", "pip", "pip to hand out"]


@pytest.mark.rule("TS-CMD-06", "TS-GAP-16")
def test_a_card_of_one_figure_without_a_pip_shows_none() -> None:
    state = battle(
        marine("sniper", "s", 10, 10), phase="cards", card=CardId("s"), deck=Deck(()),
        options={"cards_units": "sniper_apart"}, drawn=(CardId("s"),),
    )  # fmt: skip
    assert [card.pips for card in game_facts(state).cards if card.face == "s"] == [0]
