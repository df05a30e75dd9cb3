"""Doors: contact with them, what opening them changes, what keeps one from closing."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.ground.doors import at_hand, blocked, swing
from battlesim.rulesets.troice_station.ground.surface import surface

from .things import battle, marine, perform, room

DOOR, WINDOW = "hut.door1", "hut.window2"
HUT = room(
    "hut", 20, 8, 30, 18, ("door", (20, 13.75), (20, 12.25), False), ("window", (30, 12), (30, 14), True)
)


@pytest.mark.rule("TS-GAP-34", "TS-ACT-08")
@pytest.mark.parametrize(
    ("x", "y", "doors"),
    [(19.5, 13.0, [DOOR]), (19.495, 13, [DOOR]), (19.49, 13, []), (20.75, 13, [DOOR]), (19.5, 14.5, [])],
    ids=["touching", "0.005 in off", "0.01 in off", "from inside", "beside it"],
)
def test_who_is_in_contact_with_a_door(x: float, y: float, doors: list[str]) -> None:
    state = battle(marine("trooper", "1A-2", x, y), terrain=[HUT])
    assert [door.id for door in at_hand(state, state.table.piece("1A-2"))] == doors


@pytest.mark.rule("TS-GAP-34")
def test_a_door_that_is_opened_stops_nobody_and_can_be_closed_unless_somebody_stands_in_it() -> None:
    state = battle(marine("trooper", "1A-2", 19.5, 13), marine("trooper", "1A-3", 21, 13), terrain=[HUT])
    assert surface(state.table.ground).shut == (DOOR,)
    opened = perform(state, lambda play: swing(play, DOOR)).state
    _, door = opened.table.ground.openings()[DOOR]
    assert door.open and not surface(opened.table.ground).shut and not blocked(opened, door)
    inside = opened.with_table(opened.table.with_pieces(marine("trooper", "1A-2", 19.6, 13)))
    assert blocked(inside, door)
    assert perform(opened, lambda play: swing(play, DOOR)).state.table.ground == state.table.ground
