"""What ends a measured move in random situations, against brute force that shares no code with the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.table.ids import UnitId
from benchmarks.brute_moves import differences
from tests.rules.alien_invasion.field import battle, daleks, group, terrain

AT_ONCE = 5


@pytest.mark.parametrize("first", range(1, 31, AT_ONCE))
def test_a_move_ends_where_brute_force_says(first: int) -> None:
    found = [differences(seed, directions=12) for seed in range(first, first + AT_ONCE)]
    assert [line for lines, _ in found for line in lines] == []
    ends = sum((count for _, count in found), Counter[str]())
    assert len(ends) > 2


@pytest.mark.rule("MT-GAP-13")
def test_an_enemy_at_the_edge_is_met_by_those_who_leave_there() -> None:
    scrub = terrain("scrub", 10, 10, 20, 20)
    state = battle(group("a", (15, 12)), daleks("d", (15, 19.5)), ground=[scrub])
    run = move_decision(state, UnitId("a")).straight_run(state.table, (15, 24))
    assert (run.ended, run.by) == ("contact", ("d1",))
