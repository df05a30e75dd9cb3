"""Who is held, who frees and takes up captives, and where they lie."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.ground import captives
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Aboard, Inside, OnTable
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import block, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.test_held_table_below import act_of, after, held, lying, taken

HOUSE = block("building", "B", 10, 10, 14, 14)


@pytest.mark.rule("MI-BOBJ-02", "MI-GAP-48")
def test_whoever_is_aboard_a_dropship_is_nobodys_captive() -> None:
    state = field(piece("viking", "V", 20, 20), rifles("R", place=Aboard("V")))
    assert captives.held_captive(state, "V") == ""


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-02", "MI-BOBJ-03")
@pytest.mark.parametrize(
    ("kind", "freed"), [("rifle_squad", True), ("heavy_mech", False), ("survivors", False), ("viking", False)]
)
def test_infantry_alone_frees_a_captive_that_it_touches(kind: str, freed: bool) -> None:
    mover = piece(kind, "R", 20, 20)
    done = after(field(mover, lying("CO", 20.5 + mover.radius, 20)), "R")
    assert done.piece("CO").has_mark("captive") is not freed


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
def test_who_touches_a_bug_does_not_free_whom_it_holds() -> None:
    done = after(field(rifles("R", 20, 20), warrior("W", 21, 20), held("CO", "W")), "R")
    assert done.piece("CO").place == Aboard("W")


@pytest.mark.rule("MI-BOBJ-03", "MI-BOBJ-02")
def test_who_is_taken_out_of_a_building_lies_at_the_right_of_his_captor() -> None:
    state = field(HOUSE, warrior("W", 14.5, 12), lieutenant("CO", place=Inside("B"), hits=0))
    captured, stand = taken(state, "W")
    there = state.with_table(state.table.with_pieces(stand))
    assert (captured, captives.captive_point(there, "CO")) == (True, (15.5, 12.0))


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
@pytest.mark.parametrize(
    ("x", "y", "at"),
    [
        (0.5, 20, (0.5, 20.0)),
        (71.5, 20, (71.5, 20.0)),
        (20, 0.5, (20.0, 0.5)),
        (20, 47.5, (20.0, 47.5)),
    ],
)
def test_a_captive_that_is_dropped_at_an_edge_lies_on_the_table(x: float, y: float, at: Any) -> None:
    side = {0.5: "180.0", 71.5: "0.0"}.get(x) or {0.5: "270.0", 47.5: "90.0"}[y]
    held_there = held("CO", "W").with_mark("captive", 1, side)
    done = perform(
        field(warrior("W", x, y), held_there), act_of(lambda game: captives.drop_captive(game, "W"))
    )
    assert done.piece("CO").place == OnTable(*at)


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-03")
def test_a_captive_that_is_taken_up_keeps_its_mark_with_the_side_on_which_it_lay() -> None:
    done = after(field(warrior("W", 20, 20), lying("CO", 20, 21)), "W", capture_place=[90.0])
    assert done.events_of(MarksChanged)[0].parts == (MarkChange("CO", "captive", 1, 1, "90.0"),)


@pytest.mark.rule("MI-GAP-48", "MI-BOBJ-04")
def test_how_far_it_is_to_the_nearest_of_several_tunnels() -> None:
    state = field(warrior("W", 20, 20), held("CO", "W"), *hole("E", 30, 20), *hole("F", 50, 20))
    assert captives.gap_to_tunnel(state, "W", "CO") == pytest.approx(30 - 21 - 0.5 - 1.5)


@pytest.mark.rule("MI-BOBJ-04", "MI-GAP-48")
def test_a_captive_that_is_delivered_is_counted_once() -> None:
    state = field(warrior("W", 20, 20), held("CO", "W"), *hole("E", 22, 20))
    assert after(state, "W", capture_place=[0.0]).state.game.count("captives_delivered") == 1


@pytest.mark.rule("MI-GAP-48")
def test_who_lies_in_a_building_is_not_taken_up_through_its_wall() -> None:
    inside = piece("command_team", "CO", hits=0, place=Inside("B"), marks=["captive"])
    done = after(field(HOUSE, warrior("W", 14.5, 12), inside), "W")
    assert done.piece("CO").place == Inside("B")
