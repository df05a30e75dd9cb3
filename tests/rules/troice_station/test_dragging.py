"""Dragging casualties: who may, how far, and where the casualty lies then."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import casualty_drag
from battlesim.rulesets.troice_station.core.events import CasualtySaved, CopyBroughtHome
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    AWAY,
    DOWN,
    HUGGED,
    MOVED,
    STRAGGLER,
    copy_mark,
)
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off, Piece
from battlesim.testing.script import RefusedError, ScriptResult

from .squad_steps import act, legs, on_card
from .things import battle, line, marine, marker, off, perform


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("helpers", "far"), [(1, 2.0), (2, 4.0)])
def test_a_casualty_is_dragged_half_as_far_by_one(helpers, far):
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    pair = [marine("trooper", "a", 10, 10), marine("trooper", "b", 12, 10)][:helpers]
    way = legs(*((p.id, p.xy, (p.xy[0], 10 + far)) for p in pair))
    choice = ("act", "drag") if helpers == 2 else ("act", "alone:a")
    more = [] if helpers == 2 else [("alone", "drag")]
    done = act(on_card(*pair, hurt), choice, *more, ("move", way))
    assert done.state.table.piece("c").xy[1] > 10 + far - 1.1


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("far", "asked", "end"), [(2.0, 1, 12.0), (3.2, 2, 11.5)])
def test_who_drags_alone_while_another_could_help_goes_two_inches(far, asked, end):
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    pair = [marine("trooper", "a", 10, 10), marine("trooper", "b", 12, 10)]
    ways = [("move", legs(("a", (10, 10), (10, 10 + far)))), ("move", legs(("a", (10, 10), (10, 11.5))))]
    done = act(on_card(*pair, hurt), ("act", "drag"), *ways[:asked])
    assert done.state.table.piece("a").xy == (10, end) and len(done.decisions_with_key("move")) == asked
    assert not done.state.table.piece("b").has_mark(ACTIONS), "who does not help does not pay"


@pytest.mark.rule("TS-GAP-57", "TS-ACT-11", "TS-GAP-21")
@pytest.mark.parametrize(("far", "allowed"), [(2.5, True), (3.5, False)])
def test_a_group_that_drags_holds_together(far, allowed):
    # d stands 3 in from b to the east; the two who drag c go west
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    group = [marine("trooper", id, x, 10) for id, x in (("a", 10), ("b", 12), ("d", 13.5))]
    way = legs(("a", (10, 10), (10 - far, 10)), ("b", (12, 10), (12 - far, 10)))
    script = lambda: act(on_card(*group, hurt), ("act", "drag"), ("move", way))  # noqa: E731
    if allowed:
        assert not any(
            p.has_mark(STRAGGLER) or p.has_mark(AWAY) for p in script().state.table.standing_pieces()
        )
    else:
        with pytest.raises(RefusedError):
            script()


@pytest.mark.rule("TS-GAP-57")
def test_one_drags_a_casualty_half_as_far_and_two_the_whole_way() -> None:
    state = battle(*line(10, 11), marine("trooper", "c", 10, 11, marks=[DOWN]))
    assert [casualty_drag.drag_motion(state, "a", share).allowance for share in (0.5, 1.0)] == [2.0, 4.0]


@pytest.mark.rule("TS-GAP-57", "TS-ACT-16")
def test_a_casualty_that_is_in_contact_already_stays_where_it_lies() -> None:
    state = battle(*line(10), marine("trooper", "c", 11, 10, marks=[DOWN]))
    assert perform(state, lambda play: casualty_drag._drop(play, "c", ["a"])).piece("c").xy == (11.0, 10.0)


DRAG = pytest.mark.rule("TS-GAP-57")
LOW = marine("trooper", "c", 11, 10, marks=[DOWN])


def dragged(state: Battle, able: str, **answers: Any) -> ScriptResult:
    given = {what: [answer] for what, answer in answers.items()}
    return perform(
        state,
        lambda play: casualty_drag.perform_drag(play, list(able)),
        given,
        until="" if answers else "move",
    )


@DRAG
def test_of_two_casualties_one_is_chosen_and_of_one_none() -> None:
    assert not dragged(battle(*line(10), LOW), "a").decisions_with_key("casualty")
    other = marine("trooper", "d", 9, 10, marks=[DOWN])
    assert dragged(battle(*line(10), LOW, other), "a").decisions_with_key("casualty")


@DRAG
def test_two_at_most_drag_one_casualty_and_only_who_touches_it() -> None:
    men = [*line(10), LOW, marine("trooper", "d", 9, 10, marks=[DOWN])]
    near = [marine("trooper", "e", 12, 10), marine("trooper", "f", 11, 11)]
    far = marine("trooper", "g", 8, 10)
    for able, inches in (("a", {"a": 2.0}), ("ag", {"a": 2.0}), ("aef", {"a": 4.0, "e": 4.0})):
        state = battle(*men, *near, far)
        answers = {"casualty": ["c"]}
        done = perform(
            state, lambda play, able=able: casualty_drag.perform_drag(play, list(able)), answers, until="move"
        )
        assert {one.piece: one.allowance for one in done.first_decision("move").motions} == inches  # type: ignore[attr-defined]


@DRAG
@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("marks", "saved"), [([DOWN], ["c"]), ([HUGGED], [])])
def test_over_the_edge_a_casualty_comes_along_and_is_saved_unless_it_is_hugged(
    marks: Any, saved: Any
) -> None:
    low = marine("trooper", "c", 21, 1, marks=[*marks, copy_mark("r")])
    state = battle(marine("trooper", "a", 20, 1), low)
    leg = Leg("a", ((20.0, 1.0), (20.0, 0.0)), enters="landing_zone")
    done = dragged(state, "a", move=(leg,))
    assert [one.piece for one in done.events_of(CasualtySaved)] == saved and len(
        done.events_of(CopyBroughtHome)
    ) == 1
    assert [done.piece(one).place for one in "ac"] == [Off("left"), Off("left")]


@DRAG
def test_who_stops_on_the_way_takes_nobody_over_the_edge() -> None:
    state = battle(
        marine("trooper", "a", 15, 0.5), marine("trooper", "c", 14, 0.5, marks=[DOWN]), marker("m", 29, 0.5)
    )
    leg = Leg("a", ((15.0, 0.5), (16.8, 0.0)), enters="landing_zone")
    script = lambda play: casualty_drag.perform_drag(play, ["a"])  # noqa: E731
    done = perform(state, script, {"move": [(leg,)], "stop": [True]}, (5,))
    assert done.piece("a").table_position is not None and done.piece("a").mark_count(MOVED) == 1


@DRAG
def test_a_casualty_is_laid_beside_the_first_who_is_still_there() -> None:
    low = marine("trooper", "c", 17, 10, marks=[DOWN])
    state = battle(*line(10, 22), low)

    def laid(now: Battle, *helpers: str) -> ScriptResult:
        return perform(now, lambda play: casualty_drag._drop(play, "c", helpers))

    assert laid(state, "a", "b").piece("c").xy == pytest.approx((11, 10), abs=0.01)
    assert laid(off(state, "a"), "a", "b").piece("c").xy == pytest.approx((21, 10), abs=0.01)
    assert laid(off(state, "a"), "a").events_of(PiecesMoved) == []
    assert laid(off(state, "c"), "a").piece("c").place == Off("lost")


@DRAG
@pytest.mark.parametrize(
    ("thing", "free"), [(marker("m", 11, 10), True), (marine("trooper", "d", 11, 10), False)]
)
def test_a_casualty_is_laid_over_a_marker_and_on_nobody(thing: Piece, free: bool) -> None:
    low = marine("trooper", "c", 16, 10, marks=[DOWN])
    done = perform(battle(*line(10), low, thing), lambda play: casualty_drag._drop(play, "c", ["a"]))
    assert (done.piece("c").xy == pytest.approx((11, 10), abs=0.01)) is free


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("able", "inches"), [("a", 2.0), ("ab", 4.0)])
def test_so_far_a_casualty_is_dragged(able: str, inches: float) -> None:
    state = battle(*line(10, 12), marine("trooper", "c", 11, 10, marks=[DOWN]))
    done = perform(state, lambda play: casualty_drag.perform_drag(play, list(able)), until="move")
    assert {one.allowance for one in done.first_decision("move").motions} == {inches}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-57")
def test_only_who_is_down_or_hugged_is_taken_along() -> None:
    state = battle(
        *line(10, 11),
        marine("trooper", "c", 10, 11, marks=[DOWN]),
        marine("trooper", "d", 9, 10, marks=[HUGGED]),
    )
    assert sorted(p.id for p in casualty_drag.casualties_in_contact(state, state.table.piece("a"))) == [
        "c",
        "d",
    ]
