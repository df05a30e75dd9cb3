"""Watched parts of paths as a twin finds them that shares no code; `benchmarks.brute_stops` tries more."""

from __future__ import annotations

import pytest

from benchmarks.brute_stops import faults, random_way


@pytest.mark.parametrize("seed", range(30))
def test_random_paths_are_watched_as_the_twin_says(seed: int) -> None:
    _, *wrong = faults(random_way(seed))
    assert wrong == []
