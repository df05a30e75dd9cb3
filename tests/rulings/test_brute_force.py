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


@pytest.mark.parametrize("seed", range(200, 230))
def test_rooms_and_cover_near_the_target_are_ruled_as_by_brute_force(seed: int) -> None:
    """By the only ruleset with rules for doors and windows; every other situation is in and about a house."""
    outcome, words = judged(chance(seed, "invasion_earth"))
    assert outcome != "wrong", words
