"""Lines between any points of two bases or bodies that are not equally high, over and under solids."""

from __future__ import annotations

import numpy as np
import pytest

from battlesim.rulings.sight import SightRules
from battlesim.rulings.sight_case import SightCase
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.testing.table import block, make_table, standing_piece
from benchmarks.random_lines import LINES, RULES, free_lines, search


def rocks(key: str, height: float, *ring: tuple[float, float]) -> Terrain:
    """A solid of any outline."""
    return Terrain(key, "rocks", (ring,), height)


HIGH = standing_piece("a", 30, 24, height=2.0)
WALL = make_table(
    HIGH, standing_piece("b", 37, 24, radius=1.5, height=0.3), block("w", 33.5, 20, 34.5, 28, 1.1)
)
"""Only the far rim of the lower base can be seen over the wall."""
ROCKS = make_table(
    HIGH,
    standing_piece("b", 29.216, 18.93, radius=1.0, height=0.3),
    rocks(
        "s1",
        1.786,
        (28.854, 22.844),
        (28.793, 22.42),
        (28.425, 22.371),
        (28.291, 21.894),
        (28.669, 21.197),
        (29.704, 21.88),
    ),
    rocks("s2", 1.452, (31.471, 21.279), (28.525, 23.556), (28.233, 23.179), (31.179, 20.901)),
)
"""A line clears both by a hundredth of an inch, past a corner of the one and over the other."""
TWO_WALLS = make_table(
    HIGH,
    standing_piece("b", 38, 24, radius=1.5, height=0.3),
    block("w", 32, 20, 32.5, 28, 1.6215),
    Terrain("x", "rocks", (((34, 18), (35, 18), (37, 30), (36, 30)),), 0.9633),
)
"""Two walls askew, each as wide as the view: the best line over one is not the best over the other."""


@pytest.mark.parametrize("world", [WALL, ROCKS, TWO_WALLS])
@pytest.mark.parametrize("ends", ["ab", "ba"])
@pytest.mark.parametrize("rules", RULES.values())
def test_a_line_that_falls_clears_what_lies_between(world: Table, ends: str, rules: SightRules) -> None:
    case = SightCase(world, rules, [(world.piece(ends[0]), world.piece(ends[1]))])
    (line,) = case.free_lines([0])
    assert line is not None
    for place, key in zip(line, ends, strict=True):
        x, y = world.piece(key).xy
        assert (place[0] - x) ** 2 + (place[1] - y) ** 2 <= world.piece(key).radius ** 2 + 1e-9


@pytest.mark.parametrize("rules", RULES.values())
def test_a_wall_a_hair_higher_hides_the_far_rim_too(rules: SightRules) -> None:
    """The line from (30.5, 24) at 2.0 to (38.5, 24) at 0.3 is 1.15 in high where it leaves the wall."""
    high, low = HIGH, standing_piece("b", 37, 24, radius=1.5, height=0.3)
    shares = []
    for top in (1.1499, 1.1501):
        world = make_table(high, low, block("w", 33.5, 20, 34.5, 28, top))
        shares += SightCase(world, rules, [(high, low)]).visible_fractions().tolist()
    assert shares == [1.0, 0.0]


def test_a_line_is_threaded_over_a_sill_and_under_a_lintel() -> None:
    """Neither the highest nor the lowest line passes; the slot is as high as a hand's breadth."""
    low, high = standing_piece("a", 10, 10, height=3.0), standing_piece("b", 20, 10, height=1.0)
    slot = (block("sill", 14, 0, 15, 20, 0.9), block("lintel", 14, 0, 15, 20, 5.0, bottom=1.0))
    shut = (slot[0], block("lintel", 14, 0, 15, 20, 5.0, bottom=0.85))
    found = [
        SightCase(make_table(low, high, *walls), RULES["bodies"], [(low, high)]).visible_fractions()[0]
        for walls in (slot, shut)
    ]
    assert found == [1.0, 0.0]


def test_no_random_line_is_free_between_hidden_pairs() -> None:
    """The long job tries 1,000 pairs with 40,000 lines each."""
    tried, found = search(30, LINES // 10)
    assert tried == 30 and found == []


def test_random_lines_that_are_free_are_told_from_those_that_are_not() -> None:
    starts = np.array([[30.5, 24.0, 2.0], [29.5, 24.0, 2.0]])
    ends = np.array([[38.5, 24.0, 0.3], [35.5, 24.0, 0.3]])
    assert free_lines(WALL.ground.terrain, starts, ends).tolist() == [True, False]


def test_base_to_base_runs_from_edge_to_edge() -> None:
    """The convention does, so the far rim that any other line may end at does not count."""
    rules = SightRules(mode="line", lines="bases", edge_to_edge=True)
    pair = (WALL.piece("a"), WALL.piece("b"))
    assert SightCase(WALL, rules, [pair]).visible_fractions().tolist() == [0.0]
