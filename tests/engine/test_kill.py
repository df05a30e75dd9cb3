"""A few kills of a running battle; `python -m benchmarks.kill_test` does a thousand."""

from __future__ import annotations

import os

import pytest

from battlesim.scenarios.library import load_scenario
from benchmarks.kill_test import kill_many


@pytest.mark.skipif(not hasattr(os, "fork"), reason="killing is tested where processes can be forked")
def test_a_killed_battle_loses_nothing_and_ends_the_same():
    made, battles = kill_many(load_scenario("toy"), "random", kills=3)
    assert made == 3
    assert battles >= 1
