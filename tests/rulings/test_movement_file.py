"""Groups in file: each along a way of its own, the first as far as the rest can follow."""

from __future__ import annotations

import pytest

from battlesim.rulings.movement import GroupLink, Motion, group_problem, single_file_legs, with_group_occupied
from battlesim.table.state import Table
from battlesim.testing.table import make_table, standing_piece

CHAIN = GroupLink(kind="connected", within=3.0)
WAYS = {
    "Ann": ((10.0, 10.0), (30.0, 10.0)),
    "Ben": ((9.0, 12.0), (9.0, 10.0), (30.0, 10.0)),
    "Cid": ((7.0, 12.0), (9.0, 10.0), (30.0, 10.0)),
}


def here() -> Table:
    """Three bases 1 in across that make for y = 10, there to file along it."""
    return make_table(*(standing_piece(name, *way[0]) for name, way in WAYS.items()))


def able(on: Table, *allowances: float) -> tuple[Motion, ...]:
    pieces = zip(on.pieces.values(), allowances, strict=True)
    return with_group_occupied(Motion(p.id, 0.5, far, starts=((p.xy,),)) for p, far in pieces)


def ends(legs: object) -> dict[str, tuple[float, float]]:
    return {leg.piece: leg.end for leg in legs}  # type: ignore[attr-defined]


def test_who_has_least_to_go_goes_first_and_nobody_ends_on_another() -> None:
    on = here()
    legs = single_file_legs(on, able(on, 6, 6, 6), CHAIN, WAYS)
    assert [leg.piece for leg in legs] == ["Ann", "Ben", "Cid"]
    assert ends(legs) == {
        "Ann": pytest.approx((16, 10)),
        "Ben": pytest.approx((13, 10)),
        "Cid": pytest.approx((11.9, 10), abs=0.15),
    }
    assert group_problem(on, able(on, 6, 6, 6), legs, CHAIN) is None


def test_the_first_waits_for_a_slow_one() -> None:
    on = here()
    found = ends(single_file_legs(on, able(on, 8, 8, 2), CHAIN, WAYS))
    assert 10 < found["Ann"][0] < 18
    assert found["Cid"] == pytest.approx((8.414, 10.586), abs=0.01)


def test_without_a_link_the_first_goes_all_the_way() -> None:
    on = here()
    assert ends(single_file_legs(on, able(on, 8, 8, 2), None, WAYS))["Ann"] == pytest.approx((18, 10))


def test_one_stays_who_has_no_way() -> None:
    on = here()
    legs = single_file_legs(on, able(on, 2, 2, 2), CHAIN, {**WAYS, "Cid": ((7.0, 12.0),)})
    assert [leg.piece for leg in legs] == ["Ann", "Ben"]


def test_a_group_that_cannot_hold_stays() -> None:
    on = here()
    assert single_file_legs(on, able(on, 6, 0, 0), GroupLink(kind="connected", within=0.1), WAYS) == ()
