"""What a dropship is asked and told, where it may land, whom a Hopper in its way reaches."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.activations import move_previews
from battlesim.rulesets.mobile_infantry.air import interception, viking
from battlesim.rulesets.mobile_infantry.core.marks import FLYING
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.acts import leg
from tests.rules.mobile_infantry.field import field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act
from tests.rules.mobile_infantry.test_held_table_below import act_of
from tests.rules.mobile_infantry.test_held_table_flights import AT_IT, SITE, ship


@pytest.mark.rule("MI-SHOT-01", "MI-VIK-01", "MI-GAP-27")
@pytest.mark.parametrize(
    ("where", "target", "told"),
    [
        (
            {"place": Off("reserve")},
            True,
            [("move", "Enter and move", ""), ("shoot", "Shooting", "it is not on the table yet")],
        ),
        ({}, True, [("move", "Move", ""), ("shoot", "Shooting", "")]),
        (
            {},
            False,
            [("move", "Move", ""), ("shoot", "Shooting", "it has no target in range, sight and arc")],
        ),
    ],
    ids=["not yet there", "a target", "no target"],
)
def test_what_a_dropship_may_do(where: Any, target: bool, told: list[tuple[str, str, str]]) -> None:
    bugs = [warrior("W", 60, 23.5)] if target else []
    state = field(ship(marks=["flying"], **where), *bugs, site=SITE, activation=AT_IT)
    options = act(state, until="action").asked[-1].options  # type: ignore[attr-defined]
    assert [(o.key, o.label, o.shut) for o in options if o.key != "end"] == told


@pytest.mark.rule("MI-VIK-01", "MI-GAP-08")
@pytest.mark.parametrize(
    ("facing", "turned"), [(90.0, [90.0]), (0.0, []), (None, [])], ids=["turned", "as it was", "not said"]
)
def test_a_dropship_that_stays_is_turned_only_where_it_is_given_another_facing(
    facing: float | None, turned: list[float]
) -> None:
    state = field(ship(marks=["flying"]), site=SITE, activation=AT_IT)
    done = act(
        state, {"action": ["move"], "move": [(leg("V", (53, 23.5), facing=facing),)], "land": ["hover"]}
    )
    assert [part.new.facing for event in done.events_of(PiecesMoved) for part in event.parts] == turned


@pytest.mark.rule("MI-VIK-01")
def test_a_dropship_may_stay_where_it_is() -> None:
    state = field(ship(marks=["flying"]), site=SITE, activation=AT_IT)
    assert act(state, {"action": ["move"], "move": [()], "land": ["hover"]}).events_of(PiecesMoved) == []


@pytest.mark.rule("MI-VIK-01")
def test_a_dropship_flies_over_everything() -> None:
    state = field(ship())
    assert viking.viking_motion(state, "V").flying


@pytest.mark.rule("MI-OBJ-03", "MI-GAP-27")
def test_a_dropship_is_sent_once() -> None:
    first = perform(field(site=SITE, turn=6), act_of(viking.send_due_vikings)).state
    there = first.with_table(first.table.with_place("viking-1", ship().place))
    again = perform(there, act_of(viking.send_due_vikings)).state
    assert again.table.piece("viking-1").place == ship().place


@pytest.mark.rule("MI-GAP-27")
def test_a_dropship_on_the_ground_is_not_in_its_own_way() -> None:
    state = field(ship(), site=SITE)
    assert viking.why_cannot_land(state, ship().with_mark(FLYING)) == ""
    assert [row.value for row in move_previews._landing(state, ["V"])] == ["possible"]


@pytest.mark.rule("MI-GAP-27")
def test_what_a_dropship_cannot_do_at_the_end_of_its_flight_is_shut_with_the_reason() -> None:
    state = field(ship(marks=["flying"]), site=SITE, activation=AT_IT)
    done = act(state, {"action": ["move"], "move": [()]}, until="land")
    options = done.asked[-1].options  # type: ignore[attr-defined]
    assert [(o.key, bool(o.shut)) for o in options] == [("land", False), ("hover", False), ("leave", True)]


@pytest.mark.rule("MI-GAP-25", "MI-AIR-06", "MI-VIK-01")
@pytest.mark.parametrize(("x", "asked"), [(33, True), (54, True), (30, False)])
def test_hoppers_along_the_whole_flight_are_asked(x: float, asked: bool) -> None:
    hopper = piece("hopper", "H", x, 23.5, marks=["alert"])
    state = field(ship(marks=["flying"]), hopper, site=SITE, activation=AT_IT)
    done = act(state, {"action": ["move"], "move": [(leg("V", (53, 23.5), (42, 23.5)),)]})
    assert ("intercept" in [d.what for d in done.asked]) is asked


@pytest.mark.rule("MI-GAP-25")
@pytest.mark.parametrize(
    ("at", "facing", "end"), [((40, 30), 90.0, (40.0, 24.0)), ((40, 38), 0.0, (40.0, 26.0))]
)
def test_a_hopper_flies_to_the_line_as_far_as_it_can_and_keeps_its_facing(
    at: tuple[float, float], facing: float, end: tuple[float, float]
) -> None:
    state = field(piece("hopper", "H", *at, facing=facing), rifles("R", 40, 20))
    done = perform(state, act_of(lambda game: interception._fly_up(game, "H", ((30.0, 24.0), (50.0, 24.0)))))
    place = done.piece("H").table_position
    assert place is not None
    assert ((place.x, place.y), place.facing) == (pytest.approx(end, abs=0.01), facing)


@pytest.mark.rule("MI-GAP-25", "MI-AIR-06")
@pytest.mark.parametrize(("y", "off"), [(24.3, 0.0), (25.5, 1.0)])
def test_how_far_the_base_of_a_hopper_is_from_a_line(y: float, off: float) -> None:
    hopper = piece("hopper", "H", 40, y)
    assert (hopper.radius, interception.gap_to_line(hopper, ((30.0, 24.0), (50.0, 24.0)))) == (0.5, off)
