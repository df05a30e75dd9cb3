"""Doors: contact with them, what opening them changes, what keeps one from closing."""

from __future__ import annotations

import pytest

from battlesim.engine.option import Option
from battlesim.rulesets.troice_station.acts.deeds import door
from battlesim.rulesets.troice_station.creatures.acts import ACTS
from battlesim.rulesets.troice_station.ground.doors import at_hand, blocked, swing
from battlesim.rulesets.troice_station.ground.surface import surface
from battlesim.table.events import Said

from .things import alien, battle, marine, perform, room

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
    opened = perform(state, lambda play: swing(play, DOOR, "1A-2")).state
    _, door = opened.table.ground.openings()[DOOR]
    assert door.open and not surface(opened.table.ground).shut and not blocked(opened, door)
    inside = opened.with_table(opened.table.with_pieces(marine("trooper", "1A-2", 19.6, 13)))
    assert blocked(inside, door)
    assert perform(opened, lambda play: swing(play, DOOR, "1A-2")).state.table.ground == state.table.ground


@pytest.mark.rule("TS-GAP-34", "TS-GAP-04")
@pytest.mark.parametrize(("is_open", "words"), [(False, "opens"), (True, "shuts")])
def test_a_door_says_who_opens_and_shuts_it_and_who_does_turns_to_it(is_open: bool, words: str) -> None:
    hut = room("hut", 20, 8, 30, 18, ("door", (20, 13.75), (20, 12.25), is_open))
    state = battle(marine("trooper", "a", 19.5, 13), terrain=[hut])
    done = perform(state, lambda play: door(play, ["a"]))
    assert [str(said.text) for said in done.of(Said)] == [f"a {words} hut.door1"]
    beside = state.with_table(state.table.with_pieces(alien("a", 19.375, 12.5)))
    done = perform(beside, lambda play: swing(play, DOOR, "a"))
    assert done.piece("a").facing == pytest.approx(38.7, abs=0.1)


@pytest.mark.rule("TS-GAP-34")
def test_a_door_that_a_played_creature_opens_says_who_did() -> None:
    options = {"alien_control": "player"}
    state = battle(alien("a", 19.375, 13), marine("trooper", "1A-2", 25, 13), terrain=[HUT], options=options)
    option = Option("open:a", "open", by=("a",), to=(DOOR,), act="open")
    done = perform(state, lambda play: ACTS["open"].perform(play, option))
    assert "a opens hut.door1" in [str(said.text) for said in done.of(Said)]
