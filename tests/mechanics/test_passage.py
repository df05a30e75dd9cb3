"""A way in stretches, with the mover read anew at every stop."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play
from battlesim.geometry.paths import point_along_path, split_path
from battlesim.mechanics.interrupted_moves import move_with_stops, reaction_moments
from battlesim.rulings.movement import Leg
from battlesim.rulings.watch_intervals import PathInterval
from battlesim.table.pieces import Off, OnTable
from battlesim.table.state import State
from battlesim.testing.table import make_table, standing_piece

PATH = ((2.0, 2.0), (6.0, 2.0), (6.0, 5.0))
STOPS = (PathMoment((6.0, 4.0), 6.0), PathMoment((4.0, 2.0), 2.0))


WHOLE = Leg("m", PATH)


class Walk:
    """A mover that goes PATH; what is done at each stop is given."""

    def __init__(self, at: Any, stops: tuple[PathMoment, ...] = STOPS, leg: Leg = WHOLE) -> None:
        self.play: Play[Any] = Play(State(make_table(standing_piece("m", 2, 2)), None), "test")
        self.legs: list[Leg] = []
        self.met: list[PathMoment] = []
        self._at = at
        with pytest.raises(StopIteration) as end:
            next(move_with_stops(self.play, leg, stops, self.at, self.carry))
        self.left: Leg | None = end.value.value

    def at(self, stop: PathMoment) -> Any:
        self.met.append(stop)
        return self._at(self)
        yield

    def carry(self, leg: Leg) -> None:
        self.legs.append(leg)
        self.place(OnTable(*leg.end))

    def place(self, place: Any) -> None:
        self.play.state = self.play.state.with_table(self.play.state.table.with_place("m", place))


def test_every_stop_is_met_in_its_order_and_the_way_gone_to_its_end() -> None:
    walk = Walk(lambda walk: True)
    assert [stop.along for stop in walk.met] == [2.0, 6.0] and walk.left is None
    assert [leg.path for leg in walk.legs] == [
        ((2.0, 2.0), (4.0, 2.0)),
        ((4.0, 2.0), (6.0, 2.0), (6.0, 4.0)),
        ((6.0, 4.0), (6.0, 5.0)),
    ]


def test_who_may_not_go_on_stays_at_the_stop() -> None:
    walk = Walk(lambda walk: False)
    assert walk.left == Leg("m", ((4.0, 2.0), (6.0, 2.0), (6.0, 5.0)))
    assert len(walk.legs) == 1


@pytest.mark.parametrize("place", [Off("lost"), OnTable(4.0, 3.0)])
def test_who_is_lost_or_elsewhere_goes_no_further(place) -> None:
    walk = Walk(lambda walk: walk.place(place) or True)
    assert walk.left is not None and len(walk.met) == 1


def test_a_stop_at_the_beginning_and_one_at_the_end_move_nobody_twice() -> None:
    ends = (PathMoment(PATH[0], 0.0), PathMoment(PATH[-1], 7.0))
    walk = Walk(lambda walk: True, ends)
    assert [leg.path for leg in walk.legs] == [PATH] and len(walk.met) == 2


def test_the_end_of_the_way_keeps_its_facing_and_what_is_entered() -> None:
    walk = Walk(lambda walk: True, leg=Leg("m", PATH, 90.0, "house"))
    assert [(leg.facing, leg.enters) for leg in walk.legs] == [(None, ""), (None, ""), (90.0, "house")]


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
