"""Obstacles: which test a move takes, and where a figure stands that fails it."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import move_actions
from battlesim.rulesets.troice_station.travel import obstacle_tests
from battlesim.rulings.path_contact import PathCrossing
from battlesim.table.events import MessageLogged
from battlesim.testing.script import RefusedError, ScriptResult

from .squad_steps import SQUAD, act, legs, on_card, pips_left, shut, squad
from .things import alien, battle, block, keys, line, marine

WALL = block("medium_wall", "w", 8, 11.5, 12, 12)
OVER = legs(("a", (10, 10), (10, 13)))


def crosses(
    die: int, kind: str = "trooper", wall: Any = WALL, way: Any = OVER, **options: str
) -> ScriptResult:
    state = on_card(marine(kind, "a", 10, 10), terrain=[wall], options=options)
    return act(state, ("act", "alone:a"), ("alone", "cross"), ("move", way), dice=(die,))


@pytest.mark.rule("TS-MOVE-03", "TS-MOVE-05", "TS-ACT-07")
def test_who_passes_the_test_crosses_with_a_full_move():
    done = crosses(3)
    assert (done.state.table.piece("a").xy, pips_left(done)) == ((10, 13), 2)


@pytest.mark.rule("TS-MOVE-07", "TS-GAP-38")
def test_who_fails_stops_at_the_near_side():
    assert crosses(2).state.table.piece("a").xy == pytest.approx((10, 11), abs=0.01)


@pytest.mark.rule("TS-MOVE-08", "TS-GAP-39")
@pytest.mark.parametrize(("option", "die", "y"), [("1", 1, 10), ("1", 6, 13), ("6", 6, 10), ("6", 1, 11)])
def test_one_face_of_the_die_stops_the_figure(option, die, y):
    at = crosses(die, obstacle_stop_die=option).state.table.piece("a").xy
    assert at == pytest.approx((10, y), abs=0.01)


@pytest.mark.rule(
    "TS-MOVE-03",
    "TS-MOVE-04",
    "TS-MOVE-05",
    "TS-MOVE-06",
    "TS-MOVE-08",
    "TS-GAP-38",
    "TS-GAP-40",
    "TS-GAP-41",
)
@pytest.mark.parametrize(
    ("wall", "difficulty"),
    [("low_wall", 2), ("rubble", 2), ("medium_wall", 3), ("drift", 3), ("high_wall", 4), ("deep_drift", 4)],
)
def test_obstacles_differ_in_difficulty(wall, difficulty):
    passed = [
        crosses(die, wall=block(wall, "w", 8, 11.5, 12, 12)).state.table.piece("a").xy[1] > 12.5
        for die in (2, 3, 4)
    ]
    assert passed == [die + 1 > difficulty for die in (2, 3, 4)]


@pytest.mark.rule("TS-GAP-40")
def test_who_stands_in_a_drift_moves_only_by_a_test():
    state = on_card(*squad(SQUAD[0]), terrain=[block("drift", "d", 8, 8, 12, 12)])
    done = act(state, ("act", "alone:a"))
    assert "takes a test" in shut(done, "move", "alone") and "cross" in keys(done, "alone")


@pytest.mark.rule("TS-GAP-38")
def test_by_option_any_move_may_cross():
    state = on_card(*squad(SQUAD[0]), terrain=[WALL], options={"climb_action": "part_of_move"})
    done = act(state, ("act", "alone:a"), ("alone", "run"), ("move", OVER), dice=(1, 4))
    assert done.state.table.piece("a").xy == (10, 13)


@pytest.mark.rule("TS-MOVE-03")
def test_a_plain_move_crosses_nothing():
    state = on_card(*squad(SQUAD[0]), terrain=[WALL])
    with pytest.raises(RefusedError):
        act(state, ("act", "alone:a"), ("alone", "move"), ("move", OVER))


@pytest.mark.rule("TS-MOVE-07", "TS-MOVE-08")
@pytest.mark.parametrize(
    ("die", "words"), [(4, []), (2, ["a goes half as far, up to 2 in"]), (1, ["a stays where it is"])]
)
def test_a_stop_and_half_a_move_are_told_apart(die, words):
    state = on_card(*squad(SQUAD[0]), terrain=[block("medium_wall", "w", 5, 12.7, 30, 12.8)])
    way = legs(("a", (10, 10), (10, 13.5)))
    done = act(state, ("act", "alone:a"), ("alone", "cross"), ("move", way), dice=(die,))
    assert [str(said.text) for said in done.events_of(MessageLogged)] == words


@pytest.mark.rule("TS-GAP-38", "TS-MOVE-03", "TS-MOVE-08")
def test_a_die_that_crosses_is_a_hit() -> None:
    state = battle(*line(10), terrain=[block("medium_wall", "w", 8, 11.5, 12, 12)])
    effort = obstacle_tests.obstacle_roll(state, state.table.piece("a"), "w")
    assert [effort.value_of((face,)) for face in (1, 2, 3)] == ["stopped", "failed", "passed"]
    assert [effort.results((face,)) for face in (1, 2, 3)] == [("miss",), ("miss",), ("hit",)]


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-ACT-07", "TS-GAP-38")
@pytest.mark.parametrize(
    ("gait", "option", "able"),
    [
        (move_actions.MOVE_KIND, "own_action", False),
        (move_actions.RUN_KIND, "own_action", False),
        (move_actions.CROSS_KIND, "own_action", True),
        (move_actions.MOVE_KIND, "part_of_move", True),
    ],
)
def test_in_growth_one_moves_by_a_test_alone(gait: move_actions.MoveKind, option: str, able: bool) -> None:
    drift = block("drift", "d", 8, 8, 12, 12)
    state = battle(*line(10), terrain=[drift], options={"climb_action": option})
    assert (move_actions.why_cannot_move(gait, state, state.table.piece("a")) == "") is able


SNOW, LOW_WALL = block("drift", "s", 8, 8, 14, 12), block("low_wall", "w", 8, 8, 14, 12)


@pytest.mark.rule("TS-MOVE-08", "TS-MOVE-03", "TS-GAP-38")
@pytest.mark.parametrize(
    ("option", "face", "came"),
    [("1", 1, "passed"), ("6", 1, "passed"), ("6", 6, "stopped"), ("6", 5, "passed")],
)
def test_a_one_stops_only_where_it_fails_and_by_the_letter_every_six(
    option: str, face: int, came: str
) -> None:
    state = battle(alien("x", 10, 20), terrain=[LOW_WALL], options={"obstacle_stop_die": option})
    effort = obstacle_tests.obstacle_roll(state, state.table.piece("x"), "w")
    assert (effort.difficulty, effort.value_of((face,))) == (2, came)


@pytest.mark.rule("TS-GAP-38", "TS-MOVE-03")
@pytest.mark.parametrize(("terrain", "found"), [(SNOW, ["s"]), (LOW_WALL, [])])
def test_in_snow_each_move_takes_a_test_and_astride_a_wall_none(terrain: Any, found: list[str]) -> None:
    state = battle(*line(10), terrain=[terrain])
    crossed = obstacle_tests.tested_crossings(state, state.table.piece("a"), ((10.0, 10.0), (16.0, 10.0)))
    assert [one.id for one in crossed] == found


@pytest.mark.rule("TS-MOVE-07", "TS-GAP-38")
@pytest.mark.parametrize(
    ("terrain", "id", "half", "along"),
    [
        (LOW_WALL, "w", 1.5, 1.0),
        (LOW_WALL, "w", 2.0, 2.0),
        (LOW_WALL, "w", 0.5, 0.5),
        (SNOW, "s", 1.5, 1.5),
        (LOW_WALL, "w", 9.0, 4.0),
    ],
)
def test_half_a_move_ends_on_no_obstacle_but_in_snow(
    terrain: Any, id: str, half: float, along: float
) -> None:
    state = battle(*line(10), terrain=[terrain])
    path = ((10.0, 20.0), (14.0, 20.0))
    assert obstacle_tests.half_move_length(state, [PathCrossing(id, 1.0, 2.0)], path, half) == along
