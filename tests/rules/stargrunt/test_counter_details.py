"""Under which counters the units of Stargrunt are laid before the battle, in detail."""

from __future__ import annotations

import pytest

from battlesim.mechanics.counters import HIDDEN
from battlesim.rulesets.stargrunt.battle import counters
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.pieces import Below, Marker

from .field import CENTRE, ENEMY, OWN, A, battle, foes, perform, squad, terrain
from .hidden_field import counter, hide


def stored(state: Battle, *pieces: str) -> Battle:
    """The same battle with pieces that wait for a counter."""
    table = state.table
    for piece in pieces:
        table = table.with_place(piece, HIDDEN)
    return state.with_table(table)


def laid(*more, **game) -> Battle:  # type: ignore[no-untyped-def]
    """Three counters of the own side, one of the enemy, and unit `a`, which waits for one of its own."""
    own = [counter(k, 3.0 * k, 0, side=OWN) for k in (1, 2, 3)]
    state = battle(squad("a", (0, 9)), *own, counter(4, 0, 12, side=ENEMY), *more, **game)
    return stored(state, "a1")


@pytest.mark.rule("SG-GAP-143", "SG-GAP-144")
@pytest.mark.parametrize(
    ("turn", "passed", "waiting", "dealt"),
    [(0, (), ["a"], []), (0, ("dealt:a",), [], ["a"]), (1, (), [], ["a"])],
)
def test_which_units_wait_for_a_counter(turn, passed, waiting, dealt) -> None:  # type: ignore[no-untyped-def]
    state = laid(foes("b", (0, 20)), turn=turn, passed=passed)
    assert counters.units_in_store(state, dealt=False) == waiting == counters.undealt_units(state)
    assert counters.units_in_store(state, dealt=True) == dealt


@pytest.mark.rule("SG-GAP-143", "SG-GAP-139")
def test_which_counters_are_free() -> None:
    """Of three own counters one has a mine and one a unit under it."""
    state = laid(squad("c", (9, 9)), foes("b", (0, 20)), turn=0, options={"mines": "on"})
    assert [piece.id for piece in counters._free_counters(state, A)] == [f"counter-{k}" for k in (1, 2, 3)]
    mine = Marker(MarkerId("m"), "mine", CENTRE + 3, CENTRE, side=SideKey(OWN))
    state = hide(state.with_table(state.table.with_marker(mine)), "c", 2)
    assert [piece.id for piece in counters._free_counters(state, A)] == ["counter-3"]


@pytest.mark.rule("SG-GAP-143", "SG-GAP-144")
@pytest.mark.parametrize(
    ("covers", "covered", "free"),
    [(3, [], [1, 2, 3]), (3, [2], [2]), (2, [], []), (3, [1, 3], [1, 3])],
)
def test_a_sniper_lies_under_one_of_its_own_in_cover(
    covers: int, covered: list[int], free: list[int]
) -> None:
    own = [counter(k, 4.0 * k, 0, side=OWN, covers="a") for k in range(1, covers + 1)]
    ground = (
        [
            terrain("woods", 4.0 * min(covered) - 1, -1, 4.0 * min(covered) + 1, 1),
            terrain("scrub", 4.0 * max(covered) - 1, -1, 4.0 * max(covered) + 1, 1),
        ]
        if covered
        else []
    )
    sniper = squad("a", (0, 9), kinds=("sniper",), independent=True)
    state = stored(
        battle(sniper, squad("c", (9, 9)), *own, counter(9, 0, -6, side=OWN), ground=ground, turn=0),
        "a1",
        "c1",
    )
    assert [piece.id for piece in counters._free_counters(state, A)] == [f"counter-{k}" for k in free]
    assert [piece.id for piece in counters._free_counters(state, UnitId("c"))] == ["counter-9"]
    assert counters.undealt_units(state) == (["a", "c"] if free else ["c"])


@pytest.mark.rule("SG-GAP-143", "SG-GAP-144")
def test_each_unit_lies_under_a_counter_of_its_own() -> None:
    state = stored(laid(squad("c", (9, 9)), foes("b", (0, 20)), turn=0), "c1")
    done = perform(state, counters.deal_units, dice=["counter-2", "counter-3"])  # type: ignore[list-item]
    assert (done.piece("a1").place, done.piece("c1").place) == (Below("counter-2"), Below("counter-3"))
    assert set(done.state.game.passed) == {"dealt:a", "dealt:c"} and counters.undealt_units(done.state) == []


@pytest.mark.rule("SG-GAP-143")
def test_a_mine_has_a_counter_and_the_sides_do_not_mix() -> None:
    state = battle(squad("a", (0, 0), hidden=True), foes("b", (0, 20), hidden=True, automated=True), turn=0)
    mine = Marker(MarkerId("m"), "mine", 4.0, 4.0, side=SideKey(ENEMY))
    table = state.table.with_marker(mine)
    lie = counters.with_counters(table, {"own": ((9.0, 9.0),), "enemy": ((9.0, 40.0),)})
    found = [(p.id, p.side, p.xy) for p in lie.standing_pieces() if p.kind == "counter"]
    assert found == [
        ("counter-1", ENEMY, (4.0, 4.0)),
        ("counter-2", OWN, (9.0, 9.0)),
        ("counter-3", ENEMY, (9.0, 40.0)),
    ]
    assert counters.counts_of_counters(lie) == {"enemy": 2, "own": 1}
    automated = {p.id: bool(lie.units[p.unit].rules["automated"]) for p in lie.standing_pieces()}
    assert automated == {"counter-1": True, "counter-2": False, "counter-3": True}
    assert [each.id for each in counters.hidden_units(state.table, SideKey(OWN))] == ["a"]
