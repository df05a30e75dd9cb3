"""The program rules as brute force does, which shares no code with it; `benchmarks.brute` tries more."""

from __future__ import annotations

import random

import pytest

from battlesim.scenarios.columns import columns
from battlesim.table.state import Table
from benchmarks.brute import Case, judged
from benchmarks.brute_tables import beneath, plain_board, random_table

QUICK = [key for key in columns() if key not in ("any_part", "bases", "models")]


def table_of(seed: int) -> Table:
    """A random table; who stands under a bridge on it would be taken to stand in that."""
    rng = random.Random(seed)
    while True:
        table = random_table(rng)
        if not beneath(plain_board(table), ("m0", "m1")):
            return table


@pytest.mark.parametrize("seed", range(60))
def test_random_situations_are_ruled_as_by_brute_force(seed: int) -> None:
    case = Case(f"seed {seed}", table_of(seed), "m0", "m1")
    assert [words for key in QUICK for found, words in [judged(case, key)] if found == "wrong"] == []
