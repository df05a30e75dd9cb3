"""Sight among groups in random situations, against brute force that shares no code with the rules."""

from __future__ import annotations

import pytest

from benchmarks.brute_groups import differences

AT_ONCE = 10


@pytest.mark.parametrize("first", range(1, 101, AT_ONCE))
def test_figures_see_each_other_as_brute_force_says(first: int) -> None:
    found = [differences(seed) for seed in range(first, first + AT_ONCE)]
    assert [line for lines, _ in found for line in lines] == []
    assert all(count for _, count in found)
