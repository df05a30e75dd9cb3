"""Where a piece can strike, and how that is worded."""

from __future__ import annotations

import pytest

from battlesim.mechanics.threats import threats_after_move
from battlesim.table.phrases import rendered_text
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece


@pytest.mark.parametrize(("move", "text"), [(6.0, "12 in after a move of 6 in"), (0.0, "12 in")])
def test_a_piece_that_shoots_without_a_move_is_not_said_to_move(move: float, text: str) -> None:
    state = State(make_table(standing_piece("a", 20, 20)), object())
    (threat,) = threats_after_move(state, "a", "Shoot", 12.0, move, "R")
    assert rendered_text(threat.words) == text
