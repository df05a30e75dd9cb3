"""A few kills of a running battle; `python -m benchmarks.kill_test` does hundreds, in the window too."""

from __future__ import annotations

import os

import pytest

from battlesim.scenarios.library import load_scenario
from benchmarks.kill_test import kill_many, kill_rosters


@pytest.mark.skipif(not hasattr(os, "fork"), reason="killing is tested where processes can be forked")
def test_a_killed_battle_loses_nothing_and_ends_the_same():
    made = kill_many(load_scenario("toy"), "random", kills=6, windows=False)
    assert made["battle"] >= 1
    assert all(made[name] for name in ("branching", "marking", "exporting", "keeping a roster"))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="killing is tested where processes can be forked")
def test_a_killed_writer_of_rosters_loses_none():
    kill_rosters(5)
