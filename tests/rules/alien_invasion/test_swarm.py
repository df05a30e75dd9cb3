"""Twelve Mites that climb over a house: no base overlaps, and the log has one line."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.ui.session.battle_log import BattleLog
from benchmarks.bench_swarm import AIMS, MITES, climb, faults, swarm_battle


@pytest.mark.parametrize("aim", AIMS)
def test_a_swarm_climbs_over_a_roof_without_overlaps_in_one_line_of_the_log(
    aim: tuple[float, float],
) -> None:
    state = swarm_battle()
    ruleset: Any = RULESET
    done, log = climb(state, aim), BattleLog(ruleset, state)
    assert faults(done) == []
    for number, event in enumerate(done.events):
        after = event.apply(state)
        log.add_event(event, state, after, number)
        state = after
    assert [len(line.actors) for line in log.lines[1:]] == [MITES]
