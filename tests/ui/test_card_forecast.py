"""What the open cards mean for one's own side, in a line."""

from __future__ import annotations

import pytest

from battlesim.engine.cards_and_counts import Card
from battlesim.engine.ruleset import GameFacts, OngoingFight
from battlesim.table.ids import SideKey
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.panels.card_forecast import forecast
from battlesim.ui.panels.objectives import turns_left

TABLE = make_table(
    standing_piece("cat", 4, 4, side="cats"),
    standing_piece("dog", 6, 4, side="dogs"),
    table_sides=make_sides("cats", "dogs", "mice"),
)
BETWEEN = "next: Mice, then an event, then Dogs, then you"
FIGHT = "next: Dogs, then combat 1, then Mice, then a new batch"


def batch(*sides: str, played: int = 0) -> tuple[Card, ...]:
    states = ["done"] * played + ["now"] + ["open"] * len(sides)
    return tuple(Card("Double", SideKey(side), state, 2) for side, state in zip(sides, states, strict=False))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "fights", "own", "words"),
    [
        (batch("dogs", "cats"), (), "cats", "next: you"),
        (batch("cats", "dogs", "dogs", "cats"), (), "cats", "next: Dogs twice, then you"),
        (
            batch("dogs", "mice", "", "dogs", "cats"),
            (),
            "cats",
            BETWEEN,
        ),
        (batch("mice", *["dogs"] * 4, "cats"), (), "cats", "next: Dogs 4 times, then you"),
        (batch("cats", "dogs"), (), "cats", "next: Dogs, then a new batch"),
        (batch("cats"), (), "cats", ""),
        (batch("mice", "dogs", "mice", "cats", played=1), (), "cats", "next: Mice, then you"),
        (batch("dogs", "cats"), (0,), "cats", "next: combat 1, then you"),
        (
            batch("cats", "dogs", "mice"),
            (1,),
            "cats",
            FIGHT,
        ),
        (batch("cats", "dogs", "mice"), (1,), "mice", "next: Dogs, then you"),
        (batch("dogs", "cats"), (), "", ""),
    ],
)
def test_what_comes_until_the_next_card_of_a_side(cards, fights, own, words):
    locked = tuple(OngoingFight(("cat", "dog"), "", "combat 1", card) for card in fights)
    facts = GameFacts(1, 0, "cards", cards=cards, fights=locked)
    assert forecast(facts, TABLE, SideKey(own)) == words


def test_when_the_battle_ends_with_the_batch_that_is_told():
    facts = GameFacts(1, 0, "cards", cards=batch("cats", "dogs"), ends_now=True, turn_word="Batch")
    assert forecast(facts, TABLE, SideKey("cats")) == "next: Dogs, then the end"
    assert turns_left(facts) == "the last batch"


def test_a_card_whose_side_can_do_nothing_is_not_told():
    blank = Card("Double", SideKey("mice"), "open", note="nobody left")
    now, dogs, cats = batch("mice", "dogs", "cats")
    facts = GameFacts(1, 0, "cards", cards=(now, dogs, blank, dogs, cats))
    assert forecast(facts, TABLE, SideKey("cats")) == "next: Dogs twice, then you"
