"""Ways: in what order things happen on one, what ends it, and who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.core import lookups
from battlesim.rulesets.troice_station.core.marks import DOWN, OVERWATCH
from battlesim.rulesets.troice_station.travel import path_travel
from battlesim.table.pieces import OnTable

from .rule_marks import WAYS
from .squad_steps import SQUAD, act, legs, on_card, squad
from .things import alien, battle, hugger, line, marine, marker, off, perform
from .way_steps import ends, gone


@pytest.mark.rule("TS-GAP-42")
def test_nobody_passes_an_enemy_and_a_fight_begins_on_contact():
    state = on_card(*squad(SQUAD[0]), hugger("h", 10, 13))
    way = legs(("a", (10, 10), (10, 12.125)))
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", way), dice=(1, 6, 1, 6))
    assert done.state.table.piece("a").xy == pytest.approx((10, 12.125), abs=0.01)


@pytest.mark.rule("TS-GAP-80")
def test_a_marker_comes_to_light_on_the_way_and_the_mover_may_stop():
    state = on_card(*squad(SQUAD[0]), marker("m", 10, 26))
    done = act(
        state,
        ("act", "alone:a"),
        ("alone", "move"),
        ("move", legs(("a", (10, 10), (10, 14)))),
        ("stop", True),
        dice=(5,),
    )
    assert done.state.table.piece("a").xy[1] == pytest.approx(13.0, abs=0.01)
    words = str(done.first_decision("stop").prompt)
    assert words == "alien-1 revealed: does a stop, with 1.0 in of its path left?"


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-ALN-04", "TS-ALN-06", "TS-ALN-07")
@pytest.mark.rule("TS-GAP-34", "TS-GAP-42", "TS-GAP-80", "TS-GAP-100")
def test_who_is_up_goes_on() -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = off(battle(*men, marker("m", 20, 20), marker("n", 30, 20), alien("x", 40, 20)), "n")
    ids, now = ("a", "d", "m", "n", "x", "gone"), off(state, "x")
    assert [lookups.is_active_or_marker(now, id) for id in ids] == [
        True, False, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.rule("TS-GAP-42", "TS-GAP-80")
@pytest.mark.parametrize(
    ("things", "dice", "stops", "along", "why"),
    [
        ([], (), None, 4.0, ""),
        ([marker("m", 10, 26)], (5,), True, 3.0, "reveal"),
        ([marker("m", 10, 26)], (5,), False, 4.0, ""),
        ([marker("m", 10, 26)], (1,), None, 4.0, ""),
        ([hugger("h", 10, 13)], (1, 6, 1, 6), None, 2.125, "contact"),
    ],
)
def test_how_far_one_goes_and_what_stops_him(
    things: Any, dice: Any, stops: bool | None, along: float, why: str
) -> None:
    found: list[Any] = []

    def script(play: Any) -> Any:
        found.append((yield from path_travel.travel_path(play, "a", ((10.0, 10.0), (10.0, 14.0)))))

    perform(battle(*line(10), *things), script, {} if stops is None else {"stop": [stops]}, dice)
    assert [one[:2] for one in found] == [(pytest.approx(along, abs=0.02), why)]


@WAYS
def test_what_comes_to_light_on_a_way_does_so_one_after_the_other() -> None:
    state = battle(*line(10), marker("m", 10, 28), marker("n", 10, 26))
    done, found = gone(state, "a", (10.0, 10.0), (10.0, 18.0), dice=(1, 1))
    assert ends(done) == [(10.0, 13.0), (10.0, 15.0), (10.0, 18.0)] and found[0][:2] == (8.0, "")
    assert not done.decisions_with_key("stop")


@WAYS
def test_a_way_is_told_with_the_direction_of_its_last_part() -> None:
    done, _ = gone(battle(*line(10)), "a", (10.0, 10.0), (14.0, 10.0), (11.0, 7.0))
    assert done.piece("a").place == OnTable(11.0, 7.0, 225.0)


@WAYS
def test_where_something_comes_to_light_at_once_nothing_has_moved_before() -> None:
    state = battle(*line(10), marker("m", 10, 14))
    done, _ = gone(state, "a", (10.0, 10.0), (10.0, 12.0), dice=(1,))
    assert ends(done) == [(10.0, 12.0)]


@WAYS
@pytest.mark.parametrize(("die", "asked"), [(5, True), (1, False)])
def test_only_who_finds_something_is_asked_whether_to_stop(die: int, asked: bool) -> None:
    state = battle(*line(10), marker("m", 10, 26))
    done, _ = gone(state, "a", (10.0, 10.0), (10.0, 14.0), dice=(die,))
    assert bool(done.decisions_with_key("stop")) is asked


@WAYS
def test_a_marker_that_comes_into_sight_is_asked_nothing() -> None:
    state = battle(*line(10), marker("m", 26, 10))
    done, found = gone(state, "m", (26.0, 10.0), (20.0, 10.0), dice=(5,))
    assert [one[:2] for one in found] == [
        (pytest.approx(3.0, abs=0.02), "lost")
    ] and not done.decisions_with_key("stop")


@WAYS
def test_a_marker_in_a_scope_is_not_held_up() -> None:
    state = battle(marine("sniper", "s", 10, 10, marks=[OVERWATCH]), marker("m", 40, 10))
    done, _ = gone(state, "m", (40.0, 10.0), (36.0, 10.0))
    assert ends(done) == [(36.0, 10.0)]


@WAYS
def test_who_is_touched_already_is_not_met_again() -> None:
    state = battle(*line(10), alien("x", 11.125, 10), hugger("h", 8, 13))
    path = ((10.0, 10.0), (8.0, 10.0), (10.0, 10.0))
    assert path_travel._contact(state, state.table.piece("a"), path) is None
    met = path_travel._contact(state, state.table.piece("a"), ((10.0, 10.0), (8.0, 10.0), (8.0, 12.5)))
    assert met == pytest.approx(4.125, abs=0.01)
