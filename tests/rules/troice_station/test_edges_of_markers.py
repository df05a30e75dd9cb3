"""Markers at their edges: where what they hold is put, what it brings along, when they come to light."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from battlesim.mechanics.turns import Acted
from battlesim.rulesets.troice_station.core.marks import HOME, LEFT, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground import arrivals
from battlesim.rulesets.troice_station.ground.sight import sees
from battlesim.rulesets.troice_station.markers import contents, reveal, trickle
from battlesim.rulings.passing import Interval
from battlesim.testing.script import Done

from .things import alien, battle, block, marine, marker, perform, room


def arrived(state: Battle, kind: str = "alien", source: str = "m", beside: str = "") -> Done:
    """A creature comes out of a marker or of a victim, where that stands."""
    piece = state.table.piece(source)
    return perform(state, lambda play: arrivals.arrive(play, kind, piece, piece.xy, beside) and None)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
def test_what_arrives_stands_in_snow_and_on_no_wall() -> None:
    hut = room(
        "h", 20, 20, 28, 28, ("door", (20, 22), (20, 23.5), False), ("window", (22, 20), (23.5, 20), True)
    )
    state = battle(terrain=[block("low_wall", "w", 2, 2, 3, 3), block("drift", "s", 8, 2, 9, 3), hut])
    assert set(arrivals.room(state).blocked) == {"h.walls", "h.door1", "h.window2", "w"}


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
def test_what_arrives_has_home_actions_and_movement_of_its_marker() -> None:
    state = battle(marker("m", 10, 10, {HOME: 2, MOVED: 1, LEFT: 1}))
    new = arrived(state).piece("alien-1")
    assert {mark.name: mark.count for mark in new.marks} == {HOME: 2, MOVED: 1, LEFT: 1}
    assert (new.unit, new.side) == ("creatures", "creatures")


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
@pytest.mark.parametrize(
    ("men", "at"),
    [
        ([marine("trooper", "a", 10, 4), marine("trooper", "b", 20, 10)], (10.0, 11.25)),
        ([marine("trooper", "a", 14, 10), marine("trooper", "b", 10, 40)], (8.75, 10.0)),
        ([], (10.0, 11.25)),
    ],
)
def test_a_second_one_stands_away_from_the_nearest_marine(men: Any, at: Any) -> None:
    state = battle(*men, marker("m", 30, 30), alien("x", 10, 10))
    assert arrived(state, beside="x").piece("alien-1").xy == pytest.approx(at, abs=0.001)


# -- what a marker holds --


@pytest.mark.rule("TS-GAP-79")
@pytest.mark.parametrize(
    ("face", "kinds"), [(1, []), (3, []), (4, ["face_hugger"]), (5, ["alien"]), (6, ["alien"])]
)
def test_what_each_face_means(face: int, kinds: list[str]) -> None:
    done = perform(battle(marker("m", 10, 10)), lambda play: reveal.turn_over(play, "m"), dice=(face,))
    assert [piece.kind for piece in done.state.table.standing()] == kinds


@pytest.mark.rule("TS-GAP-79")
@pytest.mark.parametrize(
    ("face", "held"), [(8, "nothing"), (9, "face_hugger"), (11, "face_hugger"), (12, "alien")]
)
def test_what_is_dealt_from_the_pool(face: int, held: str) -> None:
    state = battle(marker("m", 10, 10), options={"marker_contents": "pool"})
    done = perform(state, lambda play: contents.deal(play, ["m"]), dice=(face,))
    assert done.state.game.contents == {"m": held}


@pytest.mark.rule("TS-GAP-79", "TS-GAP-83", "TS-GAP-91")
@pytest.mark.parametrize(
    ("options", "known", "dice"),
    [
        ({}, {}, ()),
        ({"marker_contents": "pool"}, {"n": "alien"}, ()),
        ({"alien_control": "player"}, {"n": "alien"}, (5,)),
    ],
)
def test_a_late_marker_is_not_dealt_from_the_pool(options: Any, known: Any, dice: Any) -> None:
    state = battle(marker("m", 10, 10), options=options).with_game(contents=known)
    done = perform(state, lambda play: contents.deal(play, ["m"]), dice=dice)
    assert done.state.game.contents == known | ({"m": "alien"} if dice else {})


@pytest.mark.rule("TS-GAP-80", "TS-GAP-79")
def test_what_other_markers_hold_stays_settled() -> None:
    state = battle(marker("m", 10, 10), marker("n", 20, 10)).with_game(
        contents={"m": "alien", "n": "nothing"}
    )
    done = perform(state, lambda play: reveal.turn_over(play, "m"))
    assert done.state.game.contents == {"n": "nothing"}
    assert any(event.reveals for event in done.events), "it cannot be taken back"


@pytest.mark.rule("TS-GAP-80")
def test_a_marine_on_his_way_looks_every_fiftieth_of_an_inch() -> None:
    steps = list(chain.from_iterable(reveal._combed(Interval(0.0, 1.0))))
    assert steps == pytest.approx([k / 50 for k in range(51)])


@pytest.mark.rule("TS-GAP-80", "TS-GAP-79")
def test_all_that_come_to_light_end_what_contact_ends() -> None:
    men = [marine("trooper", "a", 10, 8), marine("trooper", "b", 10, 12.375, marks=[OVERWATCH])]
    state = battle(*men, marker("m", 10, 10)).with_game(contents={"m": "alien,alien"})
    done = perform(state, lambda play: reveal.turn_over(play, "m"))
    assert done.piece("alien-2").xy == (10.0, 11.25) and not done.piece("b").has(OVERWATCH)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-19")
@pytest.mark.parametrize(("held", "acted"), [("nothing", []), ("alien", [("alien-1",)])])
def test_what_comes_out_of_a_marker_that_has_acted_has_acted(held: str, acted: Any) -> None:
    state = battle(marker("m", 10, 10), acted=("m",)).with_game(contents={"m": held})
    done = perform(state, lambda play: reveal.turn_over(play, "m"))
    assert [event.acted for event in done.of(Acted)] == acted


# -- when it comes to light --

DUE = pytest.mark.rule("TS-GAP-80", "TS-ACT-08", "TS-GAP-34", "TS-GAP-83")
HALL = room("hall", 2, 2, 22, 22)


@DUE
@pytest.mark.parametrize(
    ("men", "at", "found"),
    [
        ([(12.0, 16.0), (30.0, 40.0)], (12.0, 20.0), ["m"]),
        ([(12.0, 15.9), (30.0, 40.0)], (12.0, 20.0), []),
        ([(3.5, 3.5)], (3.5, 20.0), []),
    ],
)
def test_of_two_marines_one_is_near_enough_through_a_wall(men: Any, at: Any, found: list[str]) -> None:
    wall = block("building", "w", 0, 17.8, 30, 18.2, 3.0)
    figures = [marine("trooper", f"a{k}", *spot) for k, spot in enumerate(men)]
    assert reveal.due(battle(*figures, marker("m", *at), terrain=[wall])) == found


@DUE
@pytest.mark.rule("TS-GAP-07")
@pytest.mark.parametrize(
    ("option", "at", "found"),
    [
        ("outdoors_only", (20.0, 20.0), ["m"]),
        ("everywhere", (20.0, 20.0), []),
        ("outdoors_only", (30.0, 4.0), []),
    ],
)
def test_under_one_roof_sight_has_no_limit(option: str, at: Any, found: list[str]) -> None:
    state = battle(
        marine("trooper", "a", 4, 4), marker("m", *at), terrain=[HALL], options={"blizzard_scope": option}
    )
    assert reveal.due(state) == found


@DUE
@pytest.mark.parametrize(
    ("viewer", "path", "under"),
    [
        ((4.0, 4.0), ((30.0, 30.0), (40.0, 30.0), (40.0, 40.0)), False),
        ((4.0, 4.0), ((30.0, 10.0), (25.0, 10.0), (10.0, 10.0)), True),
        ((30.0, 4.0), ((4.0, 4.0), (10.0, 4.0)), False),
    ],
)
def test_a_way_is_under_the_roof_of_who_watches_it(viewer: Any, path: Any, under: bool) -> None:
    state = battle(marine("trooper", "a", *viewer), terrain=[HALL, room("shed", 36, 36, 44, 44)])
    rules, watcher = reveal.looks(state), state.table.piece("a")
    assert reveal._under_roof(state, rules, watcher, path) is under


def first(state: Battle, *path: tuple[float, float], who: str = "a") -> Any:
    """The first marker that comes to light on a way, and after how many inches."""
    stop = reveal.first_on(state, state.table.piece(who), path)
    return stop and (stop.by, pytest.approx(stop.along, abs=0.011))


SIGHT = pytest.mark.rule("TS-GAP-80", "TS-WTHR-01")


@SIGHT
@pytest.mark.parametrize(
    ("things", "path", "found"),
    [
        ([marker("m", 10, 26)], ((10.0, 10.0), (10.0, 14.0)), ("m", 3.0)),
        ([marker("m", 10, 23.5)], ((10.0, 10.0), (10.0, 11.0)), ("m", 0.5)),
        ([marker("m", 10, 26), marker("n", 10, 25)], ((10.0, 10.0), (10.0, 14.0)), ("n", 2.0)),
        ([marker("m", 22.9, 20)], ((10.0, 10.0), (10.0, 20.0), (10.0, 30.0)), ("m", 8.355)),
        ([marker("m", 22.9, 40)], ((10.0, 10.0), (10.0, 20.0), (10.0, 41.0)), ("m", 28.355)),
        ([marker("m", 40, 40)], ((10.0, 10.0), (10.0, 14.0)), None),
        ([alien("x", 10, 14)], ((10.0, 10.0), (10.0, 12.0)), None),
        ([marker("m", 10, 26)], ((10.0, 13.5),), None),
    ],
)
def test_where_a_marine_on_his_way_first_sees_a_marker(things: Any, path: Any, found: Any) -> None:
    assert first(battle(marine("trooper", "a", *path[0]), *things), *path) == found


@SIGHT
def test_behind_a_wall_a_marker_is_found_within_three_inches_by_either() -> None:
    wall = block("building", "w", 0, 17.8, 48, 18.2, 3.0)
    state = battle(marine("trooper", "a", 10, 10), marker("m", 10, 20), terrain=[wall])
    assert first(state, (10.0, 10.0), (10.0, 17.0)) == ("m", 6.0)
    assert first(state, (10.0, 20.0), (30.0, 20.0), (30.0, 18.8), who="m") is None
    state = battle(marine("trooper", "a", 10, 17), marker("m", 20, 20), terrain=[wall])
    assert first(state, (20.0, 20.0), (10.0, 20.0), who="m") == ("m", 7.35)


@SIGHT
@pytest.mark.rule("TS-GAP-07")
def test_first_sight_is_found_to_a_hair_at_the_end_of_a_wall_and_under_a_roof() -> None:
    inner = block("building", "b", 12, 2.25, 12.5, 10, 3.0)
    state = battle(marine("trooper", "a", 4, 4), marker("m", 20, 4), terrain=[HALL, inner])
    stop = reveal.first_on(state, state.table.piece("a"), ((4.0, 15.0), (4.0, 20.0)))
    assert stop and 1.0 < stop.along < 5.0
    rules, hidden = reveal.looks(state), state.table.piece("m")
    there = [marine("trooper", "a", 4, 15 + stop.along + off) for off in (-0.004, 0.002)]
    assert [sees(state, one, hidden, rules) for one in there] == [False, True]
    begin = 15.0 + stop.along - 0.63
    again = reveal.first_on(state, state.table.piece("a"), ((4.0, begin), (4.0, 20.0)))
    assert again and again.along == pytest.approx(0.63, abs=0.004), "just before the 33rd look"


@SIGHT
@pytest.mark.rule("TS-GAP-07")
def test_under_a_roof_a_marker_far_off_is_seen_in_the_first_inch() -> None:
    state = battle(marine("trooper", "a", 4, 4), marker("m", 20, 20), terrain=[HALL])
    assert first(state, (4.0, 4.0), (6.0, 4.0)) == ("m", 0.0)


@pytest.mark.rule("TS-GAP-83")
def test_a_late_marker_comes_by_a_six_sided_and_a_four_sided_die_and_is_bound_to_no_quarter() -> None:
    state = battle(options={"reinforcements": "trickle"}).with_game(turn=4)
    done = perform(state, trickle.trickle, dice=(5, 2))
    assert [one.dice for one in done.asked] == [(6,), (4,)]  # type: ignore[attr-defined]
    assert [piece.count(HOME) for piece in done.state.table.standing()] == [0]
