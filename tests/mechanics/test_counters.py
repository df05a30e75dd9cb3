"""Counters: which are due, what views hide, and how guesses deal what is hidden."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from battlesim.mechanics.counters import (
    HIDDEN,
    CounterFlipped,
    deal_contents,
    due_counters,
    is_hidden_below,
    with_contents_hidden,
    with_groups_dealt,
)
from battlesim.table.pieces import Below
from battlesim.table.state import State, Table
from battlesim.testing.table import make_sides, make_table, standing_piece


class NoGame(msgspec.Struct, frozen=True):
    """A game without anything of its own."""


def counter(name: str, x: float, y: float) -> object:
    return standing_piece(name, x, y, side="gold", unit=f"unit {name}", kind="counter")


def table() -> Table:
    """A figure of gold under one of three counters, and a viewer of blue."""
    figure = standing_piece("g", 0, 0, side="gold", unit="gang")
    below = msgspec.structs.replace(figure, place=Below("c1"))
    counters = (counter("c1", 10, 10), counter("c2", 14, 10), counter("c3", 30, 10))
    viewer = standing_piece("v", 5, 10)
    return make_table(*counters, below, viewer, table_sides=make_sides("red", "gold"), width=48, height=48)


def test_the_contents_of_an_inverted_counter_are_hidden_from_the_other_side_alone() -> None:
    own = table()
    assert with_contents_hidden(own, "red").piece("g").place == HIDDEN
    assert with_contents_hidden(own, "gold") is own


def test_the_contents_of_a_flipped_counter_are_known() -> None:
    flipped = CounterFlipped(counter="c1", unit="gang").apply(State(table(), NoGame())).table
    assert not is_hidden_below(flipped, flipped.piece("g"))
    assert with_contents_hidden(flipped, "red") is flipped


def test_counters_that_are_due_come_nearest_first() -> None:
    own = table()
    counters = [piece for piece in own.pieces.values() if piece.kind == "counter"]
    due = due_counters(own, counters, [own.piece("v")], lambda each, gaps: min(gaps)[0] < 12.0)
    assert due == ["c1", "c2"]
    assert due_counters(own, counters, [], lambda each, gaps: True) == []


@pytest.mark.parametrize("seed", range(5))
def test_hidden_groups_are_dealt_over_different_counters(seed: int) -> None:
    view = with_contents_hidden(table(), "red")
    dealt = with_groups_dealt(view, Random(seed), {"gang": ["c2", "c3"]})
    assert dealt.piece("g").place in (Below("c2"), Below("c3"))


def test_contents_are_dealt_from_a_pool_that_begins_again() -> None:
    dealt = deal_contents(["a", "b", "c"], [1, 2], Random(1))
    assert (
        sorted(dealt) == ["a", "b", "c"] and {dealt["a"], dealt["b"]} == {1, 2} and dealt["c"] == dealt["a"]
    )
