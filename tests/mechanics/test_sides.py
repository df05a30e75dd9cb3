"""Sides in turn: whose pieces still act, who is left, how it ends."""

from __future__ import annotations

import pytest

from battlesim.mechanics.alternating_turns import (
    AlternatingTurns,
    piece_counts,
    pieces_to_act,
    score_outcome,
    turn_facts,
)
from battlesim.table.state import Side, State
from battlesim.testing.table import make_sides, make_table, standing_piece

PEOPLE = Side("people", "People", 8, played=False)


def battle(
    *, red: int = 1, blue: int = 1, turn: int = 1, acted: tuple[str, ...] = ()
) -> State[AlternatingTurns]:
    """Some of red and of blue, and somebody whom nobody plays; red is to act in the first of two turns."""
    pieces = [
        standing_piece(f"{side[0]}{n}", 4 * n, y, side=side)
        for side, most, y in (("red", red, 4), ("blue", blue, 9))
        for n in range(1, most + 1)
    ]
    field = make_table(
        *pieces, standing_piece("p", 30, 30, side="people"), table_sides=(*make_sides("red", "blue"), PEOPLE)
    )
    return State(
        field, AlternatingTurns(turn=turn, phase="red", phases=("red", "blue"), acted=acted, turns=2)
    )


def test_those_wait_who_are_of_the_side_in_turn_and_have_not_acted():
    assert [piece.id for piece in pieces_to_act(battle(red=3, acted=("r2",)))] == ["r1", "r3"]


def test_who_is_not_played_does_not_count():
    assert piece_counts(battle(red=2)) == {"red": 2, "blue": 1}
    assert score_outcome(battle(blue=0), piece_counts(battle(blue=0))).winners == ("red",)


@pytest.mark.parametrize(("red", "winners"), [(2, ("red",)), (1, ())])
def test_after_the_last_turn_the_most_win_and_equals_draw(red, winners):
    assert score_outcome(battle(red=red, turn=2), piece_counts(battle(red=red))) is None
    assert score_outcome(battle(red=red, turn=3), piece_counts(battle(red=red))).winners == winners


def test_after_the_last_turn_the_facts_still_name_it():
    assert turn_facts(battle(turn=3), {"red": 1.0}, "1 each", "R-1").turn == 2


def test_the_facts_say_what_ends_the_battle():
    ends = [
        f"{row.label}: {row.value}" for row in turn_facts(battle(turn=1), {"red": 1.0}, "1 each", "R-1").ends
    ]
    assert ends == ["After turn 2: the highest score wins", "One side alone is left: it wins at once"]
