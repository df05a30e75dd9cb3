"""Coherency by the turn: a group may spread out, and comes together again before its activation ends.

Marines on bases of 1 in: a gap of 3 in is 4 in between centres.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.core.marks import ACTIONS, AWAY, OVERWATCH, STRAGGLER
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.terrain import Terrain
from battlesim.testing.script import RefusedError, ScriptResult

from .things import battle, block, keys, line, perform

BY_TURN = {"group_timing": "per_turn"}
TIMING = pytest.mark.rule("TS-GAP-21")


def squad(pips: int, *xs: float, own: dict[str, int] | None = None, **options: str) -> Battle:
    """The card of 1A: marines a, b, c at y = 10."""
    men = line(*(xs or (10.0, 12.0, 14.0)))
    return battle(*men, options=BY_TURN | options, card="1A", pools={"1A": pips}, own=own or {})


def on_ground(state: Battle, *terrain: Terrain) -> Battle:
    """The same with other terrain."""
    ground = msgspec.structs.replace(state.table.ground, terrain=terrain)
    return state.with_table(msgspec.structs.replace(state.table, ground=ground))


def move(state: Battle, piece: str, x: float, gait: str = "move", dice: Any = ()) -> ScriptResult:
    """The group moves, and of it one figure to a place at y = 10."""
    leg = Leg(piece, (state.table.piece(piece).xy, (x, 10.0)))
    return perform(state, activation.run_card_action, {"act": [gait], "move": [(leg,)]}, dice)


def offered(state: Battle) -> list[str]:
    """What can be done next."""
    return keys(perform(state, activation.run_card_action, until="act"), "act")


@TIMING
def test_a_group_that_has_spread_out_still_acts_as_one() -> None:
    apart = move(squad(3), "a", 6.0).state
    assert not any(apart.table.piece(one).has_mark(mark) for one in "abc" for mark in (STRAGGLER, AWAY))
    done = perform(apart, activation.run_card_action, {"act": ["overwatch"]})
    assert [done.piece(one).has_mark(OVERWATCH) for one in "abc"] == [True] * 3


@TIMING
def test_its_first_group_action_needs_it_together() -> None:
    gone = squad(3, 4.0, 12.0, 14.0)
    assert offered(gone)[-1] == "done" and perform(gone, activation.run_card_action).piece("a").has_mark(
        STRAGGLER
    )


@TIMING
def test_its_activation_does_not_end_before_it_is_together_again() -> None:
    apart = move(squad(3), "a", 6.0).state
    assert "done" not in offered(apart)
    back = move(apart, "a", 8.0).state
    assert "done" in offered(back)


@TIMING
def test_its_last_pip_is_for_coming_together() -> None:
    apart = move(squad(2), "a", 6.0).state
    assert offered(apart) == ["move", "run", "cross"]
    with pytest.raises(RefusedError, match="at most 3 in is allowed"):
        move(apart, "a", 7.0)
    done = move(apart, "a", 8.0)
    assert done.state.game.pools == {} and done.piece("a").mark_count(ACTIONS) == 2


@TIMING
def test_a_figure_with_a_pip_of_its_own_may_use_it_before() -> None:
    apart = move(squad(2, own={"b": 1}), "a", 6.0).state
    assert offered(apart) == ["move", "run", "cross", "alone:b"]


@TIMING
def test_a_group_that_finds_no_way_together_may_end_and_leaves_stragglers() -> None:
    apart = move(squad(2), "a", 6.0).state
    walls = [block("building", key, x, 5, x + 0.2, 15, 3.0) for key, x in (("w", 6.8), ("v", 4.8))]
    shut_in = on_ground(apart, *walls)
    done = perform(shut_in, activation.run_card_action, {"act": ["move"], "move": [()]})
    assert done.state.game.pools == {"1A": 1} and "done" in offered(done.state)
    assert done.piece("a").has_mark(STRAGGLER)


@TIMING
def test_a_figure_that_fate_stops_is_a_straggler_all_the_same() -> None:
    wall = block("high_wall", "w", 15, 5, 15.5, 15, 2.0)
    state = on_ground(squad(3, climb_action="part_of_move"), wall)
    ends = {"c": (14.0, 18.0), "b": (12.0, 16.0), "a": (10.0, 13.9)}
    ways = tuple(Leg(one, ((x, 10.0), (to, 10.0))) for one, (x, to) in ends.items())
    done = perform(state, activation.run_card_action, {"act": ["move"], "move": [ways]}, (6, 1))
    assert [done.piece(one).xy[0] for one in "abc"] == [13.9, 12.0, 18.0]
    assert done.piece("c").has_mark(STRAGGLER)


@pytest.mark.rule("TS-GAP-21")
@pytest.mark.parametrize("pips", [1, 3])
def test_by_default_no_group_move_may_spread_it_out(pips: int) -> None:
    with pytest.raises(RefusedError, match="at most 3 in is allowed"):
        move(squad(pips, group_timing="per_action"), "a", 6.0)
