"""The one question to a waiting side about a move, and the zones that it watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play
from battlesim.geometry.paths import point_along_path
from battlesim.mechanics.interrupted_moves import (
    MoveProgress,
    StopKind,
    fixed_stops,
    reaction_moments,
    travel,
)
from battlesim.mechanics.path_reactions import PathReactions
from battlesim.mechanics.watched_zones import WatchedZones
from battlesim.rulings.movement import Leg
from battlesim.rulings.sight import PLAIN_SIGHT
from battlesim.rulings.watch_case import WatchCondition
from battlesim.table.pieces import OnTable
from battlesim.table.state import State, Table
from battlesim.testing.table import make_table, standing_piece, wall

PATH = ((0.0, 10.0), (12.0, 10.0))
ALONG = {"v": (2.0, 3.0, 4.0), "w": (3.0, 5.0)}


class Walk:
    """A mover past watchers; `picks` are the moments that their side chooses, None to let it pass."""

    def __init__(self, picks: Sequence[tuple[str, float] | None], push_at: float | None = None) -> None:
        table = make_table(standing_piece("m", 0, 10), standing_piece("x", 20, 20))
        self.play: Play[Any] = Play(State(table, None), "test")
        self.picks, self.asked = list(picks), list[list[tuple[str, float]]]()
        self.reacted: list[tuple[str, float]] = []
        kinds = [PathReactions("watchers", self.find, self.ask, self.react).kind]
        if push_at is not None:
            kinds.insert(0, StopKind("push", fixed_stops([(push_at, "x")]), self.push))
        for _ in travel(self.play, Leg("m", PATH), kinds, self.carry):
            pass

    def find(self, state: Any, progress: MoveProgress) -> list[PathMoment]:
        left = [
            (along - progress.travelled, by)
            for by, all in ALONG.items()
            for along in all
            if along >= progress.travelled - 0.001 and by not in dict(self.reacted)
        ]
        return [PathMoment(point_along_path(progress.path, s), max(s, 0.0), "", by) for s, by in sorted(left)]

    def ask(self, moments: Sequence[PathMoment], progress: MoveProgress) -> Any:
        self.asked.append([(one.by, round(one.along + progress.travelled, 3)) for one in moments])
        pick = self.picks.pop(0)
        return None if pick is None else moments[self.asked[-1].index(pick)]
        yield

    def react(self, moment: PathMoment, progress: MoveProgress) -> Any:
        self.reacted.append((moment.by, progress.travelled))
        self.play.state = self.play.state.with_table(
            self.play.state.table.with_place("x", OnTable(20.0, 20.0 + len(self.reacted)))
        )
        return progress.path
        yield

    def push(self, stop: Any, progress: MoveProgress) -> Any:
        self.play.state = self.play.state.with_table(
            self.play.state.table.with_place("x", OnTable(30.0, 20.0))
        )
        return progress.path
        yield

    def carry(self, leg: Leg) -> None:
        self.play.state = self.play.state.with_table(
            self.play.state.table.with_place(leg.piece, OnTable(*leg.end))
        )


def test_a_side_is_asked_at_the_first_moment_about_all_of_them() -> None:
    walk = Walk([None])
    assert walk.asked == [[("v", 2.0), ("v", 3.0), ("w", 3.0), ("v", 4.0), ("w", 5.0)]]
    assert walk.play.state.table.piece("m").xy == (12.0, 10.0)


def test_the_first_moment_is_taken_at_once_and_the_others_are_asked_about_the_rest() -> None:
    walk = Walk([("v", 2.0), None])
    assert walk.reacted == [("v", 2.0)] and walk.asked[1] == [("w", 3.0), ("w", 5.0)]


def test_a_later_moment_holds_without_another_question() -> None:
    walk = Walk([("w", 5.0)])
    assert walk.reacted == [("w", 5.0)] and len(walk.asked) == 1


def test_it_holds_only_until_something_else_happens() -> None:
    walk = Walk([("w", 5.0), ("v", 4.0), ("w", 5.0)], push_at=3.5)
    assert walk.asked[1:] == [[("v", 4.0), ("w", 5.0)], [("w", 5.0)]]
    assert walk.reacted == [("v", 4.0), ("w", 5.0)]


def test_moments_that_were_let_pass_are_not_asked_about_again() -> None:
    assert len(Walk([None], push_at=3.5).asked) == 1


# -- zones --

VIEWER = standing_piece("v", 6, 4, facing=90)


def zones(
    table: Table, *steps: float, targets: Sequence[str] = (), **watch: Any
) -> tuple[WatchedZones, MoveProgress]:
    """The zones as they are known after the mover has come so far, inches, on one table."""
    known, progress = WatchedZones(), MoveProgress("m", PATH)
    for along in (0.0, *steps):
        progress = MoveProgress("m", ((along, 10.0), PATH[1]), along)
        known.read(table, progress, [WatchCondition(VIEWER, **watch)], targets)
    return known, progress


def laid(*more: Any, at: float = 0.0) -> Table:
    return make_table(VIEWER, standing_piece("m", at, 10), *more)


def spans(known: WatchedZones, progress: MoveProgress) -> list[tuple[float, float]]:
    return [(round(visit.start, 1), round(visit.end, 1)) for visit in known.visits("v", progress)]


@pytest.mark.parametrize(("targets", "count"), [((), 0), (("v",), 1)])
def test_a_zone_in_which_the_move_begins_counts_for_targets_alone(
    targets: tuple[str, ...], count: int
) -> None:
    assert len(spans(*zones(laid(), targets=targets, sight_rules=PLAIN_SIGHT))) == count


def test_a_zone_that_opens_around_the_mover_is_entered() -> None:
    known, progress = WatchedZones(), MoveProgress("m", PATH)
    watch = [WatchCondition(VIEWER, sight_rules=PLAIN_SIGHT)]
    known.read(laid(wall("a", -5, 6, 20, 7)), progress, watch, ())
    assert spans(known, progress) == []
    known.read(laid(at=3.0), MoveProgress("m", ((3.0, 10.0), PATH[1]), 3.0), watch, ())
    assert spans(known, progress) == [(3.0, 12.0)]


def test_moments_are_counted_from_the_entry_also_when_the_zone_is_read_again() -> None:
    watch = [WatchCondition(VIEWER, max_gap=6.0)]
    known, start = WatchedZones(), MoveProgress("m", PATH)
    known.read(laid(), start, watch, ())
    before = {round(m.along, 2) for m in known.moments(VIEWER, start, 0.5)}
    later = MoveProgress("m", ((6.2, 10.0), PATH[1]), 6.2)
    known.read(laid(standing_piece("x", 30, 30), at=6.2), later, watch, ())
    after = {round(m.along + 6.2, 2) for m in known.moments(VIEWER, later, 0.5)}
    assert len(after) > 5 and after - before <= {6.2}, "the mover may be shot at where it stands, too"


def test_a_watcher_that_has_reacted_needs_another_entry() -> None:
    known, progress = zones(laid(), 5.0, max_gap=6.0)
    assert spans(known, progress) and known.entered(5.0) == {"v"}
    known.use_up("v", 5.0)
    assert spans(known, progress) == []


@pytest.mark.parametrize(
    ("holds", "found"),
    [
        (lambda point: True, "start"),
        (lambda point: point[0] > 5.0, 5.0),
        (lambda point: False, None),
    ],
)
def test_the_entry_of_a_costly_test_is_searched_for_within_the_zone(
    holds: Callable[[tuple[float, float]], bool], found: Any
) -> None:
    known, progress = zones(laid(), max_gap=6.0)
    (visit,) = known.visits("v", progress)
    expected = visit.start if found == "start" else found
    entries = [moment.along for moment in known.entries(VIEWER, progress, holds)]
    assert entries == ([] if expected is None else [pytest.approx(expected, abs=0.003)])


def test_other_marks_of_a_watcher_leave_its_zone_as_it_was() -> None:
    table = laid()
    known, progress = zones(table, max_gap=6.0)
    before = known.visits("v", progress)
    known.read(table, progress, [WatchCondition(VIEWER.with_mark("tired", 1), max_gap=6.0)], ())
    assert [id(visit) for visit in known.visits("v", progress)] == [id(visit) for visit in before]


def test_a_second_stretch_of_a_path_begins_again() -> None:
    stops = reaction_moments([(0, 0), (9, 0)], [(1, 2), (6, 7)], standing_piece("w", 0, 5))
    words = [stop.words for stop in stops if stop.words.startswith("as soon")]
    assert words == ["as soon as it can be", "as soon as it can be again"]
