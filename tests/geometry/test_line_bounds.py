"""Bounds on what lies in the way of lines, against lines that are measured."""

import numpy as np
import pytest

from battlesim.geometry.line_bounds import blocked_lines
from battlesim.geometry.line_of_sight import unblocked_lines
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid, regular_polygon

WALL = Solid("wall", (((4, 0), (5, 0), (5, 10), (4, 10)),), 1.0)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_surely_stopped_is_blocked_and_what_is_not_even_perhaps_is_free(seed):
    rng = np.random.default_rng(seed)
    rings = [
        regular_polygon(
            *rng.uniform(2, 18, 2), rng.uniform(0.5, 2), int(rng.integers(3, 8)), rng.uniform(0, 90)
        )
        for _ in range(10)
    ]
    levels = [(0.0, 0.6), (0.0, 1.5), (0.4, 1.1)]
    solids = [Solid(f"s{k}", (ring,), levels[k % 3][1], levels[k % 3][0]) for k, ring in enumerate(rings)]
    scene = Scene(solids, 20, 20)
    starts, ends = (np.column_stack([rng.uniform(0, 20, (300, 2)), rng.uniform(0, 2, 300)]) for _ in "ab")
    ignore = [frozenset({f"s{k % 10}"}) for k in range(300)]
    open_ = unblocked_lines(scene, starts, ends, ignore)
    surely, perhaps = (blocked_lines(scene, starts, ends, ignore, sure) for sure in (True, False))
    assert not (surely & open_).any() and not (~perhaps & ~open_).any()
    assert surely.sum() > 30 and (~perhaps).sum() > 30 and (surely != perhaps).mean() < 0.15


@pytest.mark.parametrize(
    ("start", "end", "surely", "perhaps"),
    [
        ((0, 5, 0.5), (9, 5, 0.5), True, True),
        ((0, 5, 1.0), (9, 5, 1.0), False, False),
        ((0, 5, 3.0), (6, 5, 0.0), True, True),
        ((0, 5, 3.0), (9, 5, 3.0), False, False),
        ((0, 5, 0.5), (4.5, 5, 0.5), True, True),
        ((4.2, 5, 0.5), (4.8, 5, 0.5), True, True),
        ((0, 10.1, 0.5), (9, 10.1, 0.5), False, False),
    ],
    ids=["through", "level with the top", "down to behind", "over", "into", "within", "beside"],
)
def test_a_line_and_a_wall(start, end, surely, perhaps):
    scene, line = Scene([WALL], 20, 20), (np.array([start], float), np.array([end], float), [()])
    assert [bool(blocked_lines(scene, *line, sure)[0]) for sure in (True, False)] == [surely, perhaps]


def test_nothing_stops_a_line_over_an_empty_table():
    nowhere = np.zeros((1, 3))
    assert not blocked_lines(Scene([], 20, 20), nowhere, nowhere + 1.0, [()], False)[0]
