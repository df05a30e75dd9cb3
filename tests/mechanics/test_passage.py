"""A way in stretches, with the mover read anew at every stop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from battlesim.engine.play import Play
from battlesim.geometry.paths import point_along_path, split_path
from battlesim.mechanics.interrupted_moves import (
    END,
    MoveProgress,
    PathStop,
    StopKind,
    TravelResult,
    fixed_stops,
    reaction_moments,
    travel,
)
from battlesim.rulings.movement import Leg
from battlesim.rulings.watch_intervals import PathInterval
from battlesim.table.pieces import Off, OnTable
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece

PATH = ((2.0, 2.0), (6.0, 2.0), (6.0, 5.0))
STOPS = ((2.0, "a"), (6.0, "b"))
WHOLE = Leg("m", PATH)
Act = Callable[["Walk", PathStop, MoveProgress], Any]


def go_on(walk: Walk, stop: PathStop, progress: MoveProgress) -> Any:
    return progress.path


class Walk:
    """A mover that goes a leg; what is done at each stop is given."""

    def __init__(
        self,
        act: Act = go_on,
        stops: Any = STOPS,
        leg: Leg = WHOLE,
        more: Callable[[Walk], StopKind] | None = None,
    ) -> None:
        self.play: Play[Any] = Play(State(make_table(standing_piece("m", 2, 2)), None), "test")
        self.legs: list[Leg] = []
        self.met: list[tuple[str, tuple[str, ...]]] = []
        self._act = act
        find = stops if callable(stops) else fixed_stops(stops)
        kinds = [StopKind("first", find, partial(self.act, "first")), *([more(self)] if more else [])]
        with pytest.raises(StopIteration) as end:
            next(travel(self.play, leg, kinds, self.carry))
        self.result: TravelResult = end.value.value

    def act(self, name: str, stop: PathStop, progress: MoveProgress) -> Any:
        self.met.append((name, stop.ids))
        return self._act(self, stop, progress)
        yield

    def carry(self, leg: Leg) -> None:
        self.legs.append(leg)
        self.place(OnTable(*leg.end))

    def place(self, place: Any) -> None:
        self.play.state = self.play.state.with_table(self.play.state.table.with_place("m", place))


def test_every_stop_is_met_in_its_order_and_the_way_gone_to_its_end() -> None:
    walk = Walk()
    assert walk.met == [("first", ("a",)), ("first", ("b",))] and walk.result == TravelResult(7.0)
    assert [leg.path for leg in walk.legs] == [
        ((2.0, 2.0), (4.0, 2.0)),
        ((4.0, 2.0), (6.0, 2.0), (6.0, 4.0)),
        ((6.0, 4.0), (6.0, 5.0)),
    ]


def test_the_rules_of_a_stop_can_end_the_move() -> None:
    walk = Walk(lambda *_: END)
    assert walk.result == TravelResult(2.0, "first", Leg("m", ((4.0, 2.0), (6.0, 2.0), (6.0, 5.0))))
    assert len(walk.legs) == 1


@pytest.mark.parametrize(("place", "why"), [(Off("lost"), "lost"), (OnTable(4.0, 3.0), "first")])
def test_a_mover_that_is_lost_or_elsewhere_goes_no_further(place: Any, why: str) -> None:
    walk = Walk(lambda walk, stop, progress: walk.place(place) or progress.path)
    assert walk.result.ended_by == why and len(walk.met) == 1


def test_a_stop_can_lead_the_move_along_another_path() -> None:
    aside = ((4.0, 2.0), (4.0, 6.0))
    walk = Walk(lambda *_: aside, stops=((2.0, "a"),))
    assert walk.result == TravelResult(6.0) and walk.legs[-1].path == aside


def test_of_stops_at_one_point_the_kind_named_first_comes_first() -> None:
    def more(walk: Walk) -> StopKind:
        return StopKind("second", fixed_stops(((1.0, "x"), (2.0, "y"))), partial(walk.act, "second"))

    walk = Walk(stops=((2.0, "a"),), more=more)
    assert walk.met == [("second", ("x",)), ("first", ("a",)), ("second", ("y",))]


def test_stops_are_looked_for_again_after_each_stop() -> None:
    def find(state: Any, progress: MoveProgress) -> list[PathStop]:
        return [PathStop(1.5, (f"{progress.stops}",))] if progress.stops < 3 else []

    walk = Walk(stops=find)
    assert [leg.path[-1] for leg in walk.legs] == [(3.5, 2.0), (5.0, 2.0), (6.0, 2.5), (6.0, 5.0)]


def test_a_stop_that_is_found_again_where_it_was_met_is_passed() -> None:
    walk = Walk(stops=lambda state, progress: [PathStop(max(2.0 - progress.travelled, 0.0), ("a",))])
    assert len(walk.met) == 1 and walk.result.travelled == 7.0


def test_stops_without_end_are_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"more than [0-9]+ stops: first"):
        Walk(stops=lambda state, progress: [PathStop(0.0, (str(progress.stops),))])


def test_a_kind_of_stop_can_shorten_the_part_before_it() -> None:
    def more(walk: Walk) -> StopKind:
        act = partial(walk.act, "short")
        return StopKind("short", fixed_stops(((2.0, "x"),)), act, lambda state, part: (part[0], (3.0, 2.0)))

    walk = Walk(stops=(), more=more)
    assert walk.result.travelled == 1.0 and walk.result.ended_by == "short"


def test_the_exact_point_of_a_stop_is_where_the_piece_stops() -> None:
    walk = Walk(stops=lambda state, progress: [PathStop(2.0, ("a",), (4.001, 2.0))][: 1 - progress.stops])
    assert walk.legs[0].end == (4.001, 2.0) and walk.legs[1].path[0] == (4.001, 2.0)


def test_a_stop_at_the_beginning_and_one_at_the_end_move_nobody_twice() -> None:
    walk = Walk(stops=((0.0, "a"), (7.0, "b")))
    assert [leg.path for leg in walk.legs] == [PATH] and len(walk.met) == 2


def test_the_end_of_the_way_keeps_its_facing_and_what_is_entered() -> None:
    walk = Walk(leg=Leg("m", PATH, 90.0, "house"))
    assert [(leg.facing, leg.enters) for leg in walk.legs] == [(None, ""), (None, ""), (90.0, "house")]


def test_a_stop_at_the_end_takes_the_facing_and_what_is_entered_comes_last() -> None:
    walk = Walk(stops=((7.0, "a"),), leg=Leg("m", PATH, 90.0, "house"))
    assert [(leg.facing, leg.enters) for leg in walk.legs] == [(90.0, ""), (None, "house")]


@pytest.mark.parametrize(
    ("along", "before", "after"),
    [
        (0.0, ((2.0, 2.0),), PATH),
        (4.0, PATH[:2], PATH[1:]),
        (4.5, (*PATH[:2], (6.0, 2.5)), ((6.0, 2.5), PATH[2])),
        (7.0, PATH, PATH[2:]),
        (9.0, PATH, PATH[2:]),
    ],
)
def test_a_path_is_cut(along, before, after) -> None:
    assert split_path(PATH, along) == (before, after)


def test_points_of_a_path_are_rounded_as_places_are() -> None:
    assert point_along_path(((0.0, 0.0), (3.0, 3.0)), 1.0) == (0.707, 0.707)


def test_the_moments_of_a_stretch_are_its_ends_and_where_it_is_nearest() -> None:
    stops = reaction_moments(PATH, [PathInterval(1.0, 6.0)], standing_piece("w", 5, 0))
    assert {stop.by for stop in stops} == {"w"}
    assert [(stop.point, stop.along) for stop in stops] == [
        ((3.0, 2.0), 1.0),
        ((5.0, 2.0), 3.0),
        ((6.0, 4.0), 6.0),
    ]


def test_moments_that_are_one_are_named_once() -> None:
    assert [
        stop.along for stop in reaction_moments(PATH, [PathInterval(1.0, 3.0)], standing_piece("w", 0, 2))
    ] == [1.0, 3.0]
    assert len(reaction_moments(PATH, [PathInterval(1.0, 1.0)], standing_piece("w", 0, 0))) == 1
    assert reaction_moments(PATH, [], standing_piece("w", 0, 0)) == ()
