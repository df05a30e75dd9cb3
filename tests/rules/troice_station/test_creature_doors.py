"""Doors and creatures: who opens them, who waits before them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.rulesets.troice_station.creatures import target_choice
from battlesim.rulesets.troice_station.ground.doors import doors_in_contact
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Aboard

from .creature_steps import HUT, SHUT, TOUCH, act, at, house, said, told
from .things import alien, battle, hugger, marker, rolls, room, trooper


@pytest.mark.rule("TS-GAP-34", "TS-GAP-89")
def test_an_alien_opens_the_door_on_its_way_with_an_action() -> None:
    # 3.375 in to the door, where it stops; one action to open it; then contact by a plain move
    state = battle(alien("a", 16, 10), trooper("1A-2", 26, 10), terrain=[HUT])
    done = act(state, 3, 1, 1, 6, 1, 6, 1, 6, 1, 6)
    assert [line.split()[1] for line in told(done)] == ["runs", "opens", "moves"]
    assert done.state.table.ground.openings()["hut.door1"][1].open
    assert done.events_of(PiecesMoved)[0].parts[0].new.x == pytest.approx(20 - 0.625, abs=0.01)  # type: ignore[union-attr]
    assert at(done) == (26 - TOUCH, 10)


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89")
def test_with_its_last_action_it_opens_a_door_if_there_is_nobody_to_spit_at() -> None:
    done = act(battle(alien("a", 19.375, 10), trooper("1A-2", 26, 10), terrain=[HUT]), 1)
    assert told(done) == ["a opens hut.door1: it is shut and on the way"]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-34")
def test_what_an_open_door_shows_to_marines_is_turned_over() -> None:
    # the marine outside sees the marker in the hut as soon as the door is open; a 1 finds nothing
    state = battle(alien("a", 20.875, 10), trooper("1A-2", 13, 10), marker("m", 23, 10), terrain=[HUT])
    done = act(state, 1, 1)
    assert "m" not in done.state.table.pieces and told(done)[0].startswith("a opens")


@pytest.mark.rule("TS-GAP-88", "TS-GAP-34", "TS-GAP-89")
def test_a_face_hugger_waits_at_the_shut_door_nearest_to_its_prey() -> None:
    house = room(
        "hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False), ("door", (24, 14), (26, 14), False)
    )
    state = battle(hugger("a", 16, 10), trooper("1A-2", 22, 10), terrain=[house])
    done = act(state, 3, 1)
    assert at(done) == (20 - 0.375, 10) and rolls(done) == ["actions of a", "a runs"], "there it stays"
    assert said(done) == ["a waits at hut.door1: no way is open to 1A-2"]


@pytest.mark.rule("TS-GAP-88", "TS-GAP-41")
def test_a_face_hugger_goes_in_by_a_window_that_is_open_to_all() -> None:
    # the sill is a medium wall: 4+1 against 3 passes; 6+4 is enough for contact at 8 in
    house = room("hut", 20, 6, 30, 14, ("window", (20, 9.25), (20, 10.75), True))
    state = battle(hugger("a", 16, 10), trooper("1A-2", 24, 10), terrain=[house])
    done = act(state, 1, 4, 4, 6, 1)
    assert done.piece("a").place == Aboard("1A-2")


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-34")
def test_who_lies_before_a_shut_door_does_not_lock_an_alien_in() -> None:
    # c lies where the straight way to the door ends; beside him there is room in contact with the door
    house = room("h", 20, 28, 30, 36, ("door", (24.25, 28), (25.75, 28), False))
    casualty = trooper("c", 24.954, 29.895, marks=[DOWN])
    state = battle(trooper("b", 26, 24), casualty, alien("a", 25.14, 31.06), terrain=[house])
    done = act(state, 2, 4)
    assert [line.split()[1] for line in told(done)] == ["runs", "opens"]
    assert done.state.table.ground.openings()["h.door1"][1].open


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-34")
def test_a_door_before_which_all_places_are_taken_is_a_wall_till_one_is_free() -> None:
    # two doors; two casualties fill the front of the near one, so the far one is opened
    house = room(
        "h",
        20,
        28,
        30,
        36,
        ("door", (22.25, 28), (23.75, 28), False),
        ("door", (28.25, 28), (29.75, 28), False),
    )
    lying = [trooper(f"c{n}", x, 28.76, marks=[DOWN]) for n, x in enumerate((22.4, 23.5))]
    state = battle(trooper("b", 23, 24), *lying, alien("a", 23, 32), terrain=[house])
    goal = target_choice.chosen_prey(state, state.table.piece("a"))
    assert goal and goal.door == "h.door2"


@pytest.mark.rule("TS-GAP-88")
def test_a_second_face_hugger_finds_a_place_at_the_same_door() -> None:
    house = room("hut", 20, 6, 30, 14, ("door", (20, 9.25), (20, 10.75), False))
    state = battle(hugger("b", 20 - 0.375, 10), hugger("a", 16, 10), trooper("1A-2", 22, 10), terrain=[house])
    done = act(state, 3, 1)
    assert [*doors_in_contact(done.state, done.piece("a"))] and len(rolls(done)) == 2


@pytest.mark.rule("TS-GAP-85", "TS-GAP-89")
def test_a_face_hugger_that_is_shut_out_goes_to_the_door_nearest_to_its_prey() -> None:
    doors = ("door", (12.0, 9.0), (12.0, 10.5), False), ("door", (12.0, 5.0), (12.0, 6.5), False)
    state = battle(trooper(x=10, y=10), hugger("x", 20, 6), terrain=[house(*doors)])
    goal = target_choice.chosen_prey(state, state.table.piece("x"))
    assert goal and (goal.target, goal.route.arrives) == ("a", False)
    there = hugger("x", *goal.route.path[-1])
    assert [door.id for door in doors_in_contact(state, there)] == ["h.door1"]


@pytest.mark.rule("TS-GAP-85")
def test_where_a_way_is_open_or_doors_are_opened_no_door_is_the_goal() -> None:
    state = battle(trooper(x=20, y=20), hugger("x", 30, 20), alien("y", 30, 6), terrain=[SHUT])
    found = target_choice.chosen_prey(state, state.table.piece("x"))
    assert found and found.route.arrives and found.route.path[-1] == pytest.approx((20.875, 20.0), abs=0.01)
    pen = room("pen", 30, 30, 38, 38)
    state = battle(trooper(x=34, y=34), alien("y", 20, 34), terrain=[SHUT, pen])
    walled = target_choice.chosen_prey(state, state.table.piece("y"))
    assert walled and not walled.route.arrives and walled.route.path[-1][0] > 25


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85", "TS-GAP-34")
@pytest.mark.parametrize(("is_open", "found"), [(False, ["h.door1"]), (True, [])])
def test_only_a_shut_door_is_opened(is_open: bool, found: list[str]) -> None:
    hut = house(("door", (12.0, 7.0), (12.0, 8.5), is_open))
    state = battle(alien("x", 12.625, 7.75), terrain=[hut])
    assert target_choice.openable_doors(state, state.table.piece("x")) == found
