"""Where markers come to light: near, in sight, on a way, under a roof."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground.sight import sees
from battlesim.rulesets.troice_station.markers import reveal
from battlesim.rulings.watch_intervals import PathInterval

from .things import alien, battle, block, marine, marker, room


@pytest.mark.rule("TS-GAP-80", "TS-ACT-08", "TS-WTHR-01")
@pytest.mark.parametrize(("x", "found"), [(23.0, ["m"]), (23.1, [])])
def test_a_marker_is_seen_at_twelve_inches_and_not_beyond(x: float, found: list[str]) -> None:
    assert reveal.markers_due(battle(marine("trooper", "a", 10, 10), marker("m", x, 10))) == found


@pytest.mark.rule("TS-GAP-80")
def test_a_marine_on_his_way_looks_every_fiftieth_of_an_inch() -> None:
    steps = list(chain.from_iterable(reveal._combed(PathInterval(0.0, 1.0))))
    assert steps == pytest.approx([k / 50 for k in range(51)])


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
    assert reveal.markers_due(battle(*figures, marker("m", *at), terrain=[wall])) == found


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
    assert reveal.markers_due(state) == found


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
    rules, watcher = reveal.bare_eye_rules(state), state.table.piece("a")
    assert reveal._under_roof(state, rules, watcher, path) is under


def first(state: Battle, *path: tuple[float, float], who: str = "a") -> Any:
    """The first marker that comes to light on a way, and after how many inches."""
    stop = reveal.first_reveal_on_path(state, state.table.piece(who), path)
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
    stop = reveal.first_reveal_on_path(state, state.table.piece("a"), ((4.0, 15.0), (4.0, 20.0)))
    assert stop and 1.0 < stop.along < 5.0
    rules, hidden = reveal.bare_eye_rules(state), state.table.piece("m")
    there = [marine("trooper", "a", 4, 15 + stop.along + off) for off in (-0.004, 0.002)]
    assert [sees(state, one, hidden, rules) for one in there] == [False, True]
    begin = 15.0 + stop.along - 0.63
    again = reveal.first_reveal_on_path(state, state.table.piece("a"), ((4.0, begin), (4.0, 20.0)))
    assert again and again.along == pytest.approx(0.63, abs=0.004), "just before the 33rd look"


@SIGHT
@pytest.mark.rule("TS-GAP-07")
def test_under_a_roof_a_marker_far_off_is_seen_in_the_first_inch() -> None:
    state = battle(marine("trooper", "a", 4, 4), marker("m", 20, 20), terrain=[HALL])
    assert first(state, (4.0, 4.0), (6.0, 4.0)) == ("m", 0.0)
