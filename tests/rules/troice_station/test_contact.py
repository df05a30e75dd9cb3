"""Contact: who touches whom, and what contact ends."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.core.marks import BINOCULARS, OVERWATCH, RAN
from battlesim.rulesets.troice_station.ground import contact
from battlesim.table.pieces import Off

from .things import alien, battle, line, marine, perform


@pytest.mark.rule("TS-ACT-04", "TS-GAP-64")
def test_who_is_off_the_table_touches_nobody() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 11.125, 10))
    assert contact.are_in_contact(state, state.table.piece("a"), state.table.piece("x"))
    gone = state.with_table(state.table.with_place("x", Off("lost")))
    for one, other in ("ax", "xa"):
        assert not contact.are_in_contact(gone, gone.table.piece(one), gone.table.piece(other))


@pytest.mark.rule("TS-ACT-04", "TS-GAP-63", "TS-GAP-97", "TS-WND-06", "TS-GAP-58")
def test_nobody_is_beside_himself() -> None:
    state = battle(*line(10, 11, 13))
    men = list(state.table.pieces.values())
    assert [p.id for p in contact.pieces_in_contact(state, men[0], men)] == ["b"]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-63", "TS-MELE-02", "TS-GAP-52")
@pytest.mark.parametrize(("x", "left"), [(11.125, ([], [])), (11.3, ([OVERWATCH, BINOCULARS], [RAN]))])
def test_contact_ends_overwatch_looks_and_runs(x: float, left: Any) -> None:
    state = battle(*line(10, marks=[OVERWATCH, BINOCULARS]), alien("x", x, 10, [RAN]))
    done = perform(state, lambda play: contact.apply_contact(play, "a") and None)
    assert [[mark.name for mark in done.piece(one).marks] for one in "ax"] == [
        sorted(marks) for marks in left
    ]
