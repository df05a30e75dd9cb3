"""A card of this turn whose squad has been lost since it was put into the deck."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.command import turn_deck
from battlesim.table.ids import CardId
from battlesim.table.pieces import Off

from .things import alien, battle, marine, perform


@pytest.mark.rule("TS-GAP-17", "TS-SEQ-05")
def test_the_card_of_a_squad_that_is_lost_is_drawn_and_nothing_happens() -> None:
    lost = msgspec.structs.replace(marine("trooper", "1A-2", 10, 10), place=Off("lost"))
    state = battle(lost, alien("a", 20, 20), deck=Deck((CardId("1A"),)))
    done = perform(state, turn_deck.draw_next_card, dice=["1A"])
    assert done.state.game.card == "1A" and not done.decisions_with_key("melee")
    assert perform(done.state, turn_deck.end_card).state.game.card == ""
