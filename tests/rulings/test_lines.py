"""Lines from some pieces to some things: each distance, view and arc found once, only as far as is looked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
import pytest

from battlesim.geometry.arcs import FRONT_ARC
from battlesim.rulings.lines import Lines, Pair, Pieces, View, views
from battlesim.rulings.measure import point_of
from battlesim.rulings.sight_rules import PLAIN, SightRules
from battlesim.table.pieces import Aboard, Inside
from battlesim.table.state import Table
from battlesim.testing.table import block, stand, table, wall


def field() -> Table:
    """A viewer that faces east, things before it, behind a wall, in a house, behind its back."""
    return table(
        stand("v", 10, 10),
        stand("open", 16, 10),
        stand("hidden", 10, 20),
        stand("back", 5, 10),
        msgspec.structs.replace(stand("in", 0, 0), place=Inside("house")),
        wall("w", 5, 14, 15, 15),
        block("house", 20, 9, 24, 13),
    )


def lines(now: Table, reach: float, *things: str) -> Lines:
    return Lines(now, {"v": reach}, [now.piece(t) for t in things], partial(views, now, PLAIN))


def test_distances_are_those_between_edges_and_to_the_outline_of_a_house() -> None:
    found = lines(field(), 0.0, "open", "in").distances
    assert found == {("v", "open"): pytest.approx(5.0), ("v", "in"): pytest.approx(9.5)}


def test_what_is_out_of_reach_is_not_looked_for() -> None:
    asked: list[Pair] = []

    def look(pairs: Sequence[Pieces]) -> dict[Pair, View]:
        asked.extend((viewer.id, thing.id) for viewer, thing in pairs)
        return views(field(), PLAIN, pairs)

    now = field()
    found = Lines(now, {"v": 5.0}, [now.piece(t) for t in ("open", "hidden")], look)
    assert asked == [("v", "open")]
    assert found.sees("v", "open") and not found.sees("v", "hidden")


def test_a_wall_hides_and_an_arc_ends_behind_the_back() -> None:
    found = lines(field(), 99.0, "open", "hidden", "back")
    assert [found.sees("v", t) for t in ("open", "hidden", "back")] == [True, False, True]
    assert [found.in_arc("v", FRONT_ARC, t) for t in ("open", "hidden", "back")] == [True, True, False]


def test_who_is_in_a_house_has_everything_in_its_arcs() -> None:
    now = field()
    found = Lines(now, {"in": 99.0}, [now.piece("back")], partial(views, now, PLAIN))
    assert found.in_arc("in", FRONT_ARC, "back")


def test_views_by_other_rules_are_kept_apart() -> None:
    now = field()
    pair = [(now.piece("v"), now.piece("open"))]
    assert views(now, PLAIN, pair)["v", "open"].visible
    assert views(now, SightRules(limit=1.0), pair)["v", "open"].visible is False


def test_the_point_of_a_piece_is_its_middle_or_the_nearest_of_its_house_or_its_carriers() -> None:
    now = field()
    aboard = msgspec.structs.replace(stand("b", 0, 0), place=Aboard("open"))
    assert point_of(now, now.piece("in"), (10.0, 10.0)) == (20.0, 10.0)
    assert point_of(now, aboard, (10.0, 10.0)) == (16.0, 10.0)
