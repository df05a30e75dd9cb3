"""Doors: contact with them, what opening them changes, what keeps one from closing."""

from __future__ import annotations

import pytest

from battlesim.engine.option import Option
from battlesim.rulesets.troice_station.actions import special_actions
from battlesim.rulesets.troice_station.actions.special_actions import use_doors
from battlesim.rulesets.troice_station.creatures.creature_actions import CREATURE_ACTIONS
from battlesim.rulesets.troice_station.ground import doors
from battlesim.rulesets.troice_station.ground.doors import doors_in_contact, is_door_blocked, swing_door
from battlesim.rulesets.troice_station.ground.surface import surface
from battlesim.table.events import MessageLogged

from .squad_steps import act, on_card, pips_left
from .things import alien, battle, keys, marine, perform, room

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
    assert [door.id for door in doors_in_contact(state, state.table.piece("1A-2"))] == doors


@pytest.mark.rule("TS-GAP-34")
def test_a_door_that_is_opened_stops_nobody_and_can_be_closed_unless_somebody_stands_in_it() -> None:
    state = battle(marine("trooper", "1A-2", 19.5, 13), marine("trooper", "1A-3", 21, 13), terrain=[HUT])
    assert surface(state.table.ground).shut == (DOOR,)
    opened = perform(state, lambda play: swing_door(play, DOOR, "1A-2")).state
    _, door = opened.table.ground.openings()[DOOR]
    assert door.open and not surface(opened.table.ground).shut and not is_door_blocked(opened, door)
    inside = opened.with_table(opened.table.with_pieces(marine("trooper", "1A-2", 19.6, 13)))
    assert is_door_blocked(inside, door)
    assert (
        perform(opened, lambda play: swing_door(play, DOOR, "1A-2")).state.table.ground == state.table.ground
    )


@pytest.mark.rule("TS-GAP-34", "TS-GAP-04")
@pytest.mark.parametrize(("is_open", "words"), [(False, "opens"), (True, "shuts")])
def test_a_door_says_who_opens_and_shuts_it_and_who_does_turns_to_it(is_open: bool, words: str) -> None:
    hut = room("hut", 20, 8, 30, 18, ("door", (20, 13.75), (20, 12.25), is_open))
    state = battle(marine("trooper", "a", 19.5, 13), terrain=[hut])
    done = perform(state, lambda play: use_doors(play, ["a"]))
    assert [str(said.text) for said in done.events_of(MessageLogged)] == [f"a {words} hut.door1"]
    beside = state.with_table(state.table.with_pieces(alien("a", 19.375, 12.5)))
    done = perform(beside, lambda play: swing_door(play, DOOR, "a"))
    assert done.piece("a").facing == pytest.approx(38.7, abs=0.1)


@pytest.mark.rule("TS-GAP-34")
def test_a_door_that_a_played_creature_opens_says_who_did() -> None:
    options = {"alien_control": "player"}
    state = battle(alien("a", 19.375, 13), marine("trooper", "1A-2", 25, 13), terrain=[HUT], options=options)
    option = Option("open:a", "open", by=("a",), to=(DOOR,), act="open")
    done = perform(state, lambda play: CREATURE_ACTIONS["open"].perform(play, option))
    assert "a opens hut.door1" in [str(said.text) for said in done.events_of(MessageLogged)]


DOORWAY = ("door", (16.0, 9.25), (16.0, 10.75), False)


@pytest.mark.rule("TS-ACT-08", "TS-GAP-34", "TS-ACT-03")
def test_a_door_in_contact_is_opened_for_an_action():
    state = on_card(marine("trooper", "a", 16.5, 10), terrain=[room("lab", 6, 5, 16, 15, DOORWAY)])
    done = act(state, ("act", "alone:a"), ("alone", "door"))
    assert done.state.table.ground.openings()["lab.door1"][1].open and pips_left(done) == 2


@pytest.mark.rule("TS-GAP-34")
def test_a_door_in_which_somebody_stands_is_not_shut():
    lab = room("lab", 6, 5, 16, 15, (*DOORWAY[:3], True))
    state = on_card(marine("trooper", "a", 16.9, 10), marine("trooper", "b", 15.9, 10), terrain=[lab])
    done = act(state, ("act", "alone:b"))
    assert "door" not in keys(done, "alone")


@pytest.mark.rule("TS-GAP-34")
def test_a_door_with_a_base_in_it_cannot_be_shut() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), True))
    for x, is_blocked in ((10.1, True), (8.0, False)):
        state = battle(marine("trooper", "a", x, 8.75), terrain=[hut])
        assert bool(doors.is_door_blocked(state, hut.openings[0])) is is_blocked


@pytest.mark.rule("TS-ACT-08", "TS-WND-06", "TS-GAP-97", "TS-GAP-66")
def test_of_two_at_one_door_each_is_asked_and_may_let_it_be() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), False))
    state = battle(marine("trooper", "a", 9.5, 8.25), marine("trooper", "b", 9.5, 9.25), terrain=[hut])
    done = perform(
        state, lambda play: special_actions.use_doors(play, ["a", "b"]), {"door": ["none", "none"]}
    )
    assert not done.state.table.ground.openings()["h.door1"][1].open
    done = perform(state, lambda play: special_actions.use_doors(play, ["a"]))
    assert done.state.table.ground.openings()["h.door1"][1].open, "who is alone at one door is not asked"


@pytest.mark.rule("TS-ACT-08", "TS-GAP-34")
def test_a_shut_door_opens_whoever_is_in_its_way() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), False))
    state = battle(marine("trooper", "a", 9.5, 8.5), marine("trooper", "b", 10.2, 9.0), terrain=[hut])
    assert [str(option.shut) for option in special_actions.door_options(state, state.table.piece("a"))] == [
        ""
    ]


@pytest.mark.rule("TS-GAP-34", "TS-ACT-08")
@pytest.mark.parametrize(
    ("is_open", "inside", "words", "shut"),
    [(False, False, "Open", False), (True, False, "Shut", False), (True, True, "Shut", True)],
)
def test_a_door_is_opened_or_shut_unless_somebody_stands_in_it(
    is_open: bool, inside: bool, words: str, shut: bool
) -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), is_open))
    other = [marine("trooper", "b", 10.4, 8.6)] if inside else []
    state = battle(marine("trooper", "a", 9.5, 9.4 if inside else 9.0), *other, terrain=[hut])
    (option,) = special_actions.door_options(state, state.table.piece("a"))
    assert (str(option.label)[:4], bool(option.shut)) == (words, shut)
