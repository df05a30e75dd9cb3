"""Ways at their edges: in what order things happen on one, what ends it, who is asked, what takes a test."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.core.marks import OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.passage import course, crossing
from battlesim.rulings.crossing import Crossing
from battlesim.table.events import Moved
from battlesim.table.pieces import OnTable, Piece
from battlesim.testing.script import Done

from .things import alien, battle, block, hugger, line, marine, marker, perform

WAYS = pytest.mark.rule("TS-GAP-42", "TS-GAP-80")


def gone(
    state: Battle, who: str, *path: tuple[float, float], dice: Any = (), **answers: Any
) -> tuple[Done, list[course.Gone]]:
    """A figure goes a way; how far it got, and what stopped it."""
    found: list[course.Gone] = []

    def script(play: Any) -> Any:
        found.append((yield from course.travel(play, who, path)))

    return perform(state, script, {what: [answer] for what, answer in answers.items()}, dice), found


def ends(done: Done) -> list[Any]:
    return [pytest.approx(travel.path[-1], abs=0.02) for one in done.of(Moved) for travel in one.parts]


@WAYS
def test_what_comes_to_light_on_a_way_does_so_one_after_the_other() -> None:
    state = battle(*line(10), marker("m", 10, 28), marker("n", 10, 26))
    done, found = gone(state, "a", (10.0, 10.0), (10.0, 18.0), dice=(1, 1))
    assert ends(done) == [(10.0, 13.0), (10.0, 15.0), (10.0, 18.0)] and found == [(8.0, "")]
    assert not done.asked_for("stop")


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
    assert bool(done.asked_for("stop")) is asked


@WAYS
def test_a_marker_that_comes_into_sight_is_asked_nothing() -> None:
    state = battle(*line(10), marker("m", 26, 10))
    done, found = gone(state, "m", (26.0, 10.0), (20.0, 10.0), dice=(5,))
    assert found == [(pytest.approx(3.0, abs=0.02), "lost")] and not done.asked_for("stop")


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_whoever_waits_is_asked_where_he_sees_a_creature_first() -> None:
    men = [
        marine("trooper", id, x, y, marks=[OVERWATCH])
        for id, x, y in (("a", 10, 8), ("b", 2, 8), ("c", 10, 13))
    ]
    done, _ = gone(battle(*men, alien("x", 20, 10)), "x", (20.0, 10.0), (13.0, 10.0), react="done")
    first, second = done.asked_for("react")
    assert [option.by for option in first.options if option.by] == [("a",), ("c",)]  # type: ignore[attr-defined]
    assert [option.by for option in second.options if option.by] == [("b",)]  # type: ignore[attr-defined]
    assert ends(done)[0] == (19.0, 10.0) and len(ends(done)) == 3


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_a_shot_comes_before_the_contact_beyond_it() -> None:
    state = battle(*line(10, marks=[OVERWATCH]), alien("x", 20, 10))
    done, _ = gone(state, "x", (20.0, 10.0), (11.0, 10.0), dice=(1, 6) * 4, react="done")
    assert len(done.asked_for("react")) == 1 and ends(done) == [(19.0, 10.0), (11.125, 10.0)]


@WAYS
@pytest.mark.rule("TS-ACT-14", "TS-GAP-26")
def test_who_waits_for_the_best_moment_is_not_asked_before_it() -> None:
    men = [marine("trooper", id, x, 10, marks=[OVERWATCH]) for id, x in (("a", 16), ("b", 12))]
    state = battle(*men, alien("x", 20, 14), options={"overwatch_timing": "best_moment"})
    done, _ = gone(state, "x", (20.0, 14.0), (10.0, 14.0), react="done")
    found = [[option.by[0] for option in one.options if option.by] for one in done.asked_for("react")]  # type: ignore[attr-defined]
    assert found == [["a"], ["b"]]


@WAYS
def test_a_marker_in_a_scope_is_not_held_up() -> None:
    state = battle(marine("sniper", "s", 10, 10, marks=[OVERWATCH]), marker("m", 40, 10))
    done, _ = gone(state, "m", (40.0, 10.0), (36.0, 10.0))
    assert ends(done) == [(36.0, 10.0)]


@WAYS
@pytest.mark.parametrize("who", [marine("trooper", "b", 18, 10), marker("m", 40, 10), alien("x", 18, 10)])
def test_nobody_fires_at_friends_at_markers_or_at_who_stays(who: Piece) -> None:
    state = battle(*line(10, marks=[OVERWATCH]), alien("y", 40, 40), who)
    (x, y) = who.xy
    way = ((x, y),) if who.kind == "alien" else ((x, y), (x - 2.0, y))
    done, _ = gone(state, who.id, *way)
    assert not done.asked_for("react")


@WAYS
def test_who_is_touched_already_is_not_met_again() -> None:
    state = battle(*line(10), alien("x", 11.125, 10), hugger("h", 8, 13))
    path = ((10.0, 10.0), (8.0, 10.0), (10.0, 10.0))
    assert course._contact(state, state.table.piece("a"), path) is None
    met = course._contact(state, state.table.piece("a"), ((10.0, 10.0), (8.0, 10.0), (8.0, 12.5)))
    assert met == pytest.approx(4.125, abs=0.01)


# -- tests --

SNOW, WALL = block("drift", "s", 8, 8, 14, 12), block("low_wall", "w", 8, 8, 14, 12)


@pytest.mark.rule("TS-MOVE-08", "TS-MOVE-03", "TS-GAP-38")
@pytest.mark.parametrize(
    ("option", "face", "came"),
    [("1", 1, "passed"), ("6", 1, "passed"), ("6", 6, "stopped"), ("6", 5, "passed")],
)
def test_a_one_stops_only_where_it_fails_and_by_the_letter_every_six(
    option: str, face: int, came: str
) -> None:
    state = battle(alien("x", 10, 20), terrain=[WALL], options={"obstacle_stop_die": option})
    effort = crossing.effort(state, state.table.piece("x"), "w")
    assert (effort.difficulty, effort.came((face,))) == (2, came)


@pytest.mark.rule("TS-GAP-38", "TS-MOVE-03")
@pytest.mark.parametrize(("terrain", "found"), [(SNOW, ["s"]), (WALL, [])])
def test_in_snow_each_move_takes_a_test_and_astride_a_wall_none(terrain: Any, found: list[str]) -> None:
    state = battle(*line(10), terrain=[terrain])
    crossed = crossing.tested(state, state.table.piece("a"), ((10.0, 10.0), (16.0, 10.0)))
    assert [one.id for one in crossed] == found


@pytest.mark.rule("TS-MOVE-07", "TS-GAP-38")
@pytest.mark.parametrize(
    ("terrain", "id", "half", "along"),
    [
        (WALL, "w", 1.5, 1.0),
        (WALL, "w", 2.0, 2.0),
        (WALL, "w", 0.5, 0.5),
        (SNOW, "s", 1.5, 1.5),
        (WALL, "w", 9.0, 4.0),
    ],
)
def test_half_a_move_ends_on_no_obstacle_but_in_snow(
    terrain: Any, id: str, half: float, along: float
) -> None:
    state = battle(*line(10), terrain=[terrain])
    path = ((10.0, 20.0), (14.0, 20.0))
    assert crossing.reach(state, [Crossing(id, 1.0, 2.0)], path, half) == along
