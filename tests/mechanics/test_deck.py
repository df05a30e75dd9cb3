"""A deck keeps what is where, and no order."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import encode
from battlesim.engine.dice import derived_rng
from battlesim.engine.play import Play
from battlesim.mechanics.deck import (
    CARD_BACK,
    DISCARD_PILE,
    DRAW_PILE,
    CardsMoved,
    Deck,
    draw_from_deck,
    move_cards,
)
from battlesim.table.events import CardDrawn
from battlesim.table.state import State

PACK = ("club", "club", "heart", "spade")


class Game(msgspec.Struct, frozen=True):
    deck: Deck


def play_with(deck: Deck) -> Play[Game]:
    return Play(State(None, Game(deck)), "test")


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are carried out without a table to check."""
    monkeypatch.setattr("battlesim.engine.play.apply_new_event", lambda event, state: event.apply(state))


def drawn(deck: Deck, card: str, **told: str) -> tuple[ChanceDecision, Play[Game]]:
    play = play_with(deck)
    script = draw_from_deck(play, "deck", "A card", rule="R", **told)
    asked = next(script)
    with pytest.raises(StopIteration) as end:
        script.send(card)
    assert end.value.value == card
    return asked, play


def test_a_drawn_card_lies_open() -> None:
    asked, play = drawn(Deck(PACK), "heart")
    assert (asked.cards, asked.secret) == (PACK, False)
    assert play.state.game.deck == Deck(("club", "club", "spade"), {}, ("heart",))
    assert [type(event) for event in play.updates] == [CardDrawn, CardsMoved]
    assert play.updates[0].to == ""


def test_a_card_drawn_into_a_hand_is_for_its_side_alone() -> None:
    asked, play = drawn(Deck(PACK), "club", into="red")
    assert asked.secret and play.updates[0].to == "red"
    assert play.state.game.deck == Deck(("club", "heart", "spade"), {"red": ("club",)})


def test_nobody_draws_by_hand_while_somebody_holds_cards() -> None:
    asked, play = drawn(Deck(("club",), {"red": ("heart",)}), "club")
    assert asked.secret and play.updates[0].to == ""


def test_what_is_out_comes_back() -> None:
    play = play_with(Deck(("spade",), {}, ("club", "heart")))
    move_cards(play, "deck", ("heart", "club"), DISCARD_PILE, DRAW_PILE, rule="R")
    assert play.state.game.deck == Deck(("club", "heart", "spade"))


def test_nothing_is_put_where_there_is_nothing() -> None:
    play = play_with(Deck(PACK))
    move_cards(play, "deck", (), DISCARD_PILE, DRAW_PILE, rule="R")
    assert play.updates == []


def test_a_card_that_is_not_there_cannot_be_moved() -> None:
    with pytest.raises(KeyError, match="the pile 'red' does not contain the card 'heart'"):
        Deck((), {"red": ("club",)}).moved(("heart",), "red", DISCARD_PILE)


def test_what_others_hold_might_be_left() -> None:
    deck = Deck(("club", "spade"), {"red": ("heart",), "blue": ("club",)}, ("joker",))
    seen = deck.seen_by("red")
    assert seen == Deck(("club", "club", "spade"), {"red": ("heart",), "blue": (CARD_BACK,)}, ("joker",))
    assert seen.seen_by("red") == seen and seen.cards_left == deck.cards_left == 2
    swapped = Deck(("club", "club"), {"red": ("heart",), "blue": ("spade",)}, ("joker",))
    assert swapped.seen_by("red") == seen


def test_a_view_is_filled_in_by_chance_and_is_the_same_view_again() -> None:
    seen = Deck(("club", "spade"), {"red": ("heart",), "blue": ("club",)}).seen_by("red")
    filled = [seen.determinized(derived_rng("deal", number)) for number in range(40)]
    assert {deck.held["blue"] for deck in filled} == {("club",), ("spade",)}
    assert all(deck.seen_by("red") == seen for deck in filled)


def test_the_order_of_drawing_and_putting_is_not_kept() -> None:
    piles = [Deck(()).moved((), DRAW_PILE, DISCARD_PILE), Deck(PACK[::-1])]
    there = Deck(PACK).moved(("heart",), DRAW_PILE, DISCARD_PILE).moved(("club",), DRAW_PILE, DISCARD_PILE)
    back = there.moved(("club", "heart"), DISCARD_PILE, DRAW_PILE)
    assert encode(back) == encode(Deck(PACK)) and piles[0] == Deck(())
