"""The program rules as brute force does, which shares no code with it; `benchmarks.brute` tries more."""

from __future__ import annotations

import pytest

from benchmarks.brute import chance, judged

SEEDS = [seed for seed in range(100) if seed != 23]
"""The situation of 23 alone takes as long as all others."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_situations_are_ruled_as_by_brute_force(seed: int) -> None:
    outcome, words = judged(chance(seed))
    assert outcome != "wrong", words
