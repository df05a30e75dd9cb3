"""Markers placed away from shapes: what is legal, where there is room, what is nearest to a point."""

from __future__ import annotations

import math

import pytest

from battlesim.engine.codec import Codec, encode
from battlesim.engine.dice import derived_rng
from battlesim.engine.marker_placement import KeepOut, PlaceMarker
from battlesim.geometry.shapes import Point, Ring
from battlesim.table.phrases import rendered_text
from tests.contract.cases import toy

ZONE: Ring = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0))
HUT: Ring = ((10.0, 8.0), (14.0, 8.0), (14.0, 12.0), (10.0, 12.0))
PLACE = PlaceMarker(
    side="red",
    what="mine",
    prompt="Where?",
    zone=(ZONE,),
    radius=0.5,
    keep_out=(KeepOut("the hut", (HUT,), 2.0),),
)


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        ((8.0, 10.0), ""),
        ((8.1, 10.0), "it is 1.90 in from the hut, at least 2 in is required"),
        ((12.0, 10.0), "it lies in the hut"),
        ((30.1, 10.0), "(30.10, 10.00) is outside the permitted area"),
        ((math.nan, 1.0), "the coordinates of the point must be finite numbers"),
    ],
)
def test_the_gap_is_measured_from_the_centre_of_the_marker(point: Point, reason: str) -> None:
    refused = PLACE.check(toy().state, point)
    assert (rendered_text(refused.reason, {}.get) if refused else "") == reason


@pytest.mark.parametrize(
    ("point", "nearest"),
    [
        ((3.0, 3.0), (3.0, 3.0)),
        ((11.0, 10.0), (8.0, 10.0)),
        ((12.0, 11.9), (12.0, 14.0)),
        ((40.0, 20.0), (30.0, 20.0)),
        ((9.0, 7.0), (10.0 - 2.0 / math.sqrt(2), 8.0 - 2.0 / math.sqrt(2))),
    ],
)
def test_the_nearest_legal_point(point: Point, nearest: Point) -> None:
    found = PLACE.nearest_point(point)
    assert found is not None and math.dist(found, nearest) < 0.1
    assert math.dist(found, point) == pytest.approx(math.dist(nearest, point), abs=0.01)
    assert PLACE.check(toy().state, found) is None


def test_without_room_there_is_no_point() -> None:
    full = PlaceMarker(
        side="red", what="mine", prompt="", zone=(ZONE,), radius=0.5, keep_out=(KeepOut("all", (ZONE,), 1.0),)
    )
    assert full.free_region() == () and full.nearest_point((1.0, 1.0)) is None
    assert full.default(toy().state) == (15.0, 10.0)


def test_suggestions_are_legal_and_a_decision_can_be_saved() -> None:
    case = toy()
    found = PLACE.suggest(case.state, 6, derived_rng("seed"))
    assert len(found) == 6 and all(PLACE.check(case.state, point) is None for point in found)
    assert Codec(case.ruleset).decode_decision(encode(PLACE)) == PLACE
