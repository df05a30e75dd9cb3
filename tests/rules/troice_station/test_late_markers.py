"""Markers that come later: when, by which edge, and what becomes of them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.rulesets.troice_station.core.lookups import marker_pieces
from battlesim.rulesets.troice_station.core.marks import HOME
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.markers import late_markers

from .things import battle, marine, perform


@pytest.mark.rule("TS-GAP-83")
def test_a_late_marker_comes_by_a_six_sided_and_a_four_sided_die_and_is_bound_to_no_quarter() -> None:
    state = battle(options={"reinforcements": "trickle"}).with_game(turn=4)
    done = perform(state, late_markers.roll_late_marker, dice=(5, 2))
    assert [one.dice for one in done.asked] == [(6,), (4,)]  # type: ignore[attr-defined]
    assert [piece.mark_count(HOME) for piece in done.state.table.standing_pieces()] == [0]


@pytest.mark.rule("TS-GAP-83")
@pytest.mark.parametrize(
    ("turn", "die", "quarter", "at"),
    [
        (3, (), (), None),
        (4, (4,), (), None),
        (4, (5,), (1,), (12, 47.375)),
        (5, (6,), (2,), (36, 47.375)),
        (9, (6,), (3,), (47.375, 12)),
        (9, (6,), (4,), (0.625, 12)),
    ],
)
def test_a_late_marker_comes_from_turn_four_on_a_five(turn: int, die: Any, quarter: Any, at: Any) -> None:
    state = battle(options={"reinforcements": "trickle", "quarter_crossing": "home"}).with_game(turn=turn)
    done = perform(state, late_markers.roll_late_marker, dice=(*die, *quarter))
    found = [(piece.xy, piece.mark_count(HOME)) for piece in done.state.table.pieces.values()]
    assert found == ([(at, *quarter)] if at else [])


@pytest.mark.rule("TS-GAP-81", "TS-GAP-83")
@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_a_late_marker_leaves_the_edge_by_which_it_came(quarter: int) -> None:
    state = battle(marine("trooper", "a", 24, 4), options={"reinforcements": "trickle"}).with_game(turn=5)
    state = perform(state, late_markers.roll_late_marker, dice=(5, quarter)).state
    (new,) = marker_pieces(state.table)
    done = perform(state, lambda play: program.activate_creature(play, new.id), dice=(6, 1))
    assert math.dist(new.xy, done.piece(new.id).xy) == pytest.approx(6.0, abs=0.01)
