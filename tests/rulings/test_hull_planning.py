"""Plans for bases that are not round measure obstructions only to tell why a move is refused."""

from __future__ import annotations

import random

import pytest

from battlesim.geometry.freespace import FreeSpace, Obstruction
from battlesim.geometry.hull_sweeps import Sweep, is_sweep_free, sweep_obstructions, turning_sweeps
from battlesim.geometry.hulls import hull_ring
from battlesim.rulings import hull_drives
from battlesim.rulings.movement import leg_toward
from battlesim.rulings.movement_ground import passing_space
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece
from tests.rulings.test_hull_drives import alley, motion, tank

MAX_SWEEPS_MEASURED = 100
"""How many sweeps a plan may measure; without the quick check it measured more than 200."""


def crowded(seed: int) -> tuple[Table, random.Random]:
    """A tank on a small table full of houses and pieces."""
    rng = random.Random(seed)
    corners = [(rng.uniform(0, 17), rng.uniform(0, 17)) for _ in range(4)]
    houses = [block(f"b{k}", x, y, x + 2, y + 2) for k, (x, y) in enumerate(corners)]
    others = [standing_piece(f"p{k}", rng.uniform(1, 19), rng.uniform(1, 19)) for k in range(4)]
    return make_table(tank(10, 10), *others, *houses, width=20.0, height=20.0), rng


@pytest.mark.parametrize("seed", range(10))
def test_a_sweep_is_free_exactly_where_nothing_obstructs_it(seed: int) -> None:
    table, rng = crowded(seed)
    space, ring = passing_space(table, motion(table)), hull_ring("rectangle", 4.0, 2.0, 0.0, 0.0, 0.0)
    for _ in range(30):
        at, facing, turn = (
            (rng.uniform(1, 19), rng.uniform(1, 19)),
            rng.uniform(0, 360),
            rng.uniform(-180, 180),
        )
        for sweep in turning_sweeps(ring, at, facing, turn):
            assert is_sweep_free(space, sweep) is not bool(sweep_obstructions(space, sweep))


def test_a_plan_out_of_a_narrow_place_measures_few_obstructions(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = list[Sweep]()

    def counted(space: FreeSpace, sweep: Sweep) -> list[Obstruction]:
        measured.append(sweep)
        return sweep_obstructions(space, sweep)

    monkeypatch.setattr(hull_drives, "sweep_obstructions", counted)
    table = make_table(tank(14, 10, 0), *alley(3.0), block("wreck", 2, 8, 3, 12))
    assert leg_toward(table, motion(table), (2, 30)) is not None
    assert 0 < len(measured) < MAX_SWEEPS_MEASURED, len(measured)
