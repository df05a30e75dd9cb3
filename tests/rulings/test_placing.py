"""Where bases may be put down: clear of walls and edges, and of each other."""

from __future__ import annotations

import pytest

from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    placement_problem,
    placements_near,
)
from battlesim.table.phrases import rendered_text
from battlesim.testing.table import make_table, standing_piece, wall

FIELD = make_table(wall("w", 10, 0, 12, 20), width=40.0)
TWO = {name: standing_piece(name, 3, 3, radius=0.5) for name in ("a", "b")}
ROOM = PlacementArea(blocked=("w",), clear=1.0, spread=3.0)


def why(*spots: PiecePlacement) -> str:
    words = rendered_text(placement_problem(FIELD, ROOM, TWO, spots))
    return words.removeprefix(f"{spots[-1].piece} cannot be placed there: it is 0.100 in too close to ")


@pytest.mark.parametrize(("x", "near"), [(8.5, ""), (8.6, "w")])
def test_a_base_keeps_clear_of_what_is_blocked(x: float, near: str) -> None:
    assert why(PiecePlacement("a", x, 10)) == near


def test_a_base_keeps_clear_of_the_edge() -> None:
    assert why(PiecePlacement("a", 1.4, 10)) == "the table edge"


@pytest.mark.parametrize(("y", "near"), [(14.0, ""), (13.9, "a")])
def test_bases_keep_clear_of_each_other(y: float, near: str) -> None:
    assert why(PiecePlacement("a", 5, 10), PiecePlacement("b", 5, y)) == near


def test_places_that_are_looked_for_keep_clear() -> None:
    spots = placements_near(FIELD, ROOM, list(TWO.values()), (9.0, 10.0))
    assert len(spots) == 2 and why(*spots) == ""
