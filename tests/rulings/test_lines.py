"""Lines from some pieces to some things: each distance, view and arc found once, only as far as is looked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
import pytest

from battlesim.geometry.arcs import FRONT_ARC
from battlesim.rulings.piece_gaps import reference_point
from battlesim.rulings.piece_sight_lines import IdPair, PiecePair, PieceSight, SightLines, piece_sights
from battlesim.rulings.sight_rules import PLAIN_SIGHT, SightRules
from battlesim.table.pieces import Aboard, Inside
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece, wall


def field() -> Table:
    """A viewer that faces east, things before it, behind a wall, in a house, behind its back."""
    return make_table(
        standing_piece("v", 10, 10),
        standing_piece("open", 16, 10),
        standing_piece("hidden", 10, 20),
        standing_piece("back", 5, 10),
        msgspec.structs.replace(standing_piece("in", 0, 0), place=Inside("house")),
        wall("w", 5, 14, 15, 15),
        block("house", 20, 9, 24, 13),
    )


def lines(now: Table, reach: float, *things: str) -> SightLines:
    return SightLines(
        now, {"v": reach}, [now.piece(t) for t in things], partial(piece_sights, now, PLAIN_SIGHT)
    )


def test_distances_are_those_between_edges_and_to_the_outline_of_a_house() -> None:
    found = lines(field(), 0.0, "open", "in").distances
    assert found == {("v", "open"): pytest.approx(5.0), ("v", "in"): pytest.approx(9.5)}


def test_what_is_out_of_reach_is_not_looked_for() -> None:
    asked: list[IdPair] = []

    def look(pairs: Sequence[PiecePair]) -> dict[IdPair, PieceSight]:
        asked.extend((viewer.id, thing.id) for viewer, thing in pairs)
        return piece_sights(field(), PLAIN_SIGHT, pairs)

    now = field()
    found = SightLines(now, {"v": 5.0}, [now.piece(t) for t in ("open", "hidden")], look)
    assert asked == [("v", "open")]
    assert found.sees("v", "open") and not found.sees("v", "hidden")


def test_a_wall_hides_and_an_arc_ends_behind_the_back() -> None:
    found = lines(field(), 99.0, "open", "hidden", "back")
    assert [found.sees("v", t) for t in ("open", "hidden", "back")] == [True, False, True]
    assert [found.is_in_arc("v", FRONT_ARC, t) for t in ("open", "hidden", "back")] == [True, True, False]


def test_who_is_in_a_house_has_everything_in_its_arcs() -> None:
    now = field()
    found = SightLines(now, {"in": 99.0}, [now.piece("back")], partial(piece_sights, now, PLAIN_SIGHT))
    assert found.is_in_arc("in", FRONT_ARC, "back")


def test_views_by_other_rules_are_kept_apart() -> None:
    now = field()
    pair = [(now.piece("v"), now.piece("open"))]
    assert piece_sights(now, PLAIN_SIGHT, pair)["v", "open"].visible
    assert piece_sights(now, SightRules(limit=1.0), pair)["v", "open"].visible is False


def test_the_point_of_a_piece_is_its_middle_or_the_nearest_of_its_house_or_its_carriers() -> None:
    now = field()
    aboard = msgspec.structs.replace(standing_piece("b", 0, 0), place=Aboard("open"))
    assert reference_point(now, now.piece("in"), (10.0, 10.0)) == (20.0, 10.0)
    assert reference_point(now, aboard, (10.0, 10.0)) == (16.0, 10.0)
