"""The landing: where marines begin."""

from __future__ import annotations

import math
from contextlib import nullcontext
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.core.state import Site
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.testing.script import RefusedError, ScriptResult

from .rule_marks import PLACES
from .things import LANDING, battle, line, marine, marker, off, perform


@pytest.mark.rule("TS-GAP-96")
def test_squads_land_side_by_side():
    state = load_scenario("troice_return").initial_state()
    done = perform(state, set_up.land_squads)
    assert [done.state.table.piece(id).xy for id in ("1B-1", "HQ-1", "2B-4")] == [
        (16, 1),
        (24, 1),
        (33.5, 2.5),
    ]


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@PLACES
def test_a_squad_in_whose_way_a_marker_lies_begins_as_near_to_its_first_place() -> None:
    men = [replace(marine("trooper", id, 0, 0), place=Off("reserve")) for id in ("a", "b")]
    site = Site(LANDING, start={UnitId("1A"): ((30.0, 30.0), (32.0, 33.0))})
    done = perform(battle(*men, marker("m", 32, 33), site=site), set_up.land_squads, {"land": [False]})
    place = done.piece("a").place
    assert isinstance(place, OnTable) and (place.x, place.y, place.facing) == (30.0, 30.0, 90.0)


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_lands_in_a_square_and_an_unknown_one_at_the_west() -> None:
    men = line(10, 12, 14, 16)
    state = battle(*men)
    found = [(spot.x, spot.y) for spot in set_up._usual(state, UnitId("9Z"), men)]
    assert found == [(16.0, 1.0), (17.5, 1.0), (16.0, 2.5), (17.5, 2.5)]


def waiting(*ids: str, unit: str = "1A") -> list[Piece]:
    return [marine("trooper", id, 0, 0, unit=unit) for id in ids]


def landed(own: bool, stands: Any = None, start: Any = None) -> ScriptResult:
    """Two squads that wait to land."""
    site = Site(LANDING, stands=stands or {"1A": 1, "1B": 0}, start=start or {})
    state = battle(
        *waiting("a", "b"), *waiting("c", unit="1B"), marine("lt", "L", 20, 20, unit="HQ"), site=site
    )
    for one in "abc":
        state = state.with_table(state.table.with_place(one, Off("reserve")))
    return perform(state, set_up.land_squads, {"land": [own]})


@pytest.mark.rule("TS-GAP-96")
def test_squads_land_where_they_usually_stand_unless_their_player_chooses() -> None:
    done = landed(own=False)
    assert [done.piece(one).xy for one in "abc"] == [(20.0, 1.0), (21.5, 1.0), (16.0, 1.0)]
    assert not done.decisions_with_key("deploy") and done.piece("L").xy == (20, 20)


@pytest.mark.rule("TS-GAP-96")
def test_a_player_is_asked_for_each_squad_that_waits() -> None:
    asked = landed(own=True).decisions_with_key("deploy")
    assert [(one.about, one.pieces, one.near) for one in asked] == [  # type: ignore[attr-defined]
        ("1A", ("a", "b"), (20.0, 1.0)),
        ("1B", ("c",), (16.0, 1.0)),
    ]
    found = asked[0].room  # type: ignore[attr-defined]
    assert (found.zone, found.wholly, found.kind, found.within) == ((LANDING,), True, "connected", 3.0)
    assert "L" in found.bases


@pytest.mark.rule("TS-GAP-96", "TS-GAP-20")
@pytest.mark.parametrize(
    ("option", "xs", "allowed"),
    [
        ("chain", (16.0, 20.0, 24.0, 28.0), True),
        ("chain", (16.0, 20.0, 24.1, 28.0), False),
        ("all_pairs", (16.0, 17.5, 19.0, 20.0), True),
        ("all_pairs", (16.0, 18.0, 20.0, 21.5), False),
    ],
)
def test_a_player_lands_a_squad_in_an_unbroken_chain(
    option: str, xs: tuple[float, ...], allowed: bool
) -> None:
    state = battle(*waiting(*"abcd"), options={"group_coherency": option})
    for one in "abcd":
        state = off(state, one, "reserve")
    spots = tuple(PiecePlacement(id, x, 2.0) for id, x in zip("abcd", xs, strict=True))
    with nullcontext() if allowed else pytest.raises(RefusedError, match="at most 3 in is allowed"):
        perform(state, set_up.land_squads, {"land": [True], "deploy": [spots]})


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_with_places_of_its_own_stands_there() -> None:
    done = landed(own=False, start={"1A": ((30.0, 30.0), (32.0, 30.0))})
    assert [done.piece(one).xy for one in "abc"] == [(30.0, 30.0), (32.0, 30.0), (16.0, 1.0)]


@pytest.mark.rule("TS-GAP-96")
def test_where_nobody_waits_nobody_is_asked() -> None:
    assert perform(battle(marine("trooper", "a", 20, 2)), set_up.land_squads).asked == []


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_lands_beside_a_marker_that_lies_where_it_would_land() -> None:
    pair = [replace(marine("trooper", id, 0, 0), place=Off("reserve")) for id in ("a", "b")]
    done = perform(battle(*pair, marker("m", 16.2, 1.2)), set_up.land_squads, {"land": [False]})
    places = [done.piece(id).xy for id in ("a", "b", "m")]
    assert all(math.dist(p, q) >= 1.0 - 0.005 for p, q in combinations(places, 2))
