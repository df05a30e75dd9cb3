"""Where a piece stands, and which way it faces."""

from __future__ import annotations

import pytest

from battlesim.scenarios.sources import open_source
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Inside, Off, OnTable, Piece, Place


def piece(place: Place) -> Piece:
    return Piece("A", "A", "stand", SideKey("red"), UnitId("u"), 0.5, 1.0, place)


def test_a_piece_that_stands_has_a_point_and_faces_some_way() -> None:
    stands = piece(OnTable(3.0, 4.0, 90.0))
    assert (stands.xy, stands.facing) == ((3.0, 4.0), 90.0)


@pytest.mark.parametrize("place", [Off("lost"), Inside("house")])
def test_a_piece_that_does_not_stand_has_neither(place: Place) -> None:
    with pytest.raises(ValueError, match="A has no position because"):
        piece(place).xy  # noqa: B018
    with pytest.raises(ValueError, match="A has no facing"):
        piece(place).facing  # noqa: B018


def test_the_hull_of_a_unit_has_the_name_of_the_unit() -> None:
    table = open_source("high_street").table
    assert [table.name_of(name) for name in ("unit:mites", "mites", "unit:gone")] == [
        "Mites",
        "Mites",
        "unit:gone",
    ]
