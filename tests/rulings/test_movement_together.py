"""Groups without a leader: which gap parts them, in any order of legs, and how they go together."""

from __future__ import annotations

import math
import random
from itertools import permutations
from typing import Any

import pytest

from battlesim.rulings.movement import (
    GroupLink,
    Leg,
    Motion,
    group_problem,
    group_ties,
    individual_legs,
    leg_to,
    remaining_legs,
    suggest_group_legs,
    with_group_occupied,
)
from battlesim.table.phrases import with_names
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece

CHAIN = GroupLink(kind="connected", within=3.0)
PAIRS = GroupLink(kind="pairs", within=3.0)


def squad(*xs: float, terrain=()) -> Table:
    """Bases 1 in across at y = 10."""
    return make_table(*(standing_piece(f"Trooper {n}", x, 10) for n, x in enumerate(xs)), *terrain)


def able(here: Table, allowance: float = 4.0, blocked: tuple[str, ...] = ()) -> tuple[Motion, ...]:
    return with_group_occupied(
        Motion(p.id, 0.5, allowance, starts=((p.xy,),), blocked=blocked) for p in here.pieces.values()
    )


def up(here: Table, piece: str, by: float) -> Leg:
    x, y = here.piece(piece).xy
    return Leg(piece, ((x, y), (x, y + by)))


def told(here: Table, link: GroupLink, *legs: Leg) -> str:
    found = group_problem(here, able(here), legs, link)
    return str(with_names(found, here.name_of)) if found else ""


@pytest.mark.rule("TS-ACT-11", "TS-GAP-20")
def test_a_chain_of_gaps_of_3_in_holds_and_one_of_3_and_a_half_breaks_it():
    assert told(squad(10, 12, 14, 18), CHAIN) == ""
    assert told(squad(10, 12, 14, 18.5), CHAIN) == (
        "Trooper 3 would be 3.50 in from the nearest of its group, at most 3 in is allowed"
    )


@pytest.mark.rule("TS-GAP-20")
def test_of_pairs_the_widest_gap_is_named():
    assert told(squad(10, 12, 14), PAIRS) == ""
    assert "Trooper 2 would be 4.00 in from Trooper 0" in told(squad(10, 12, 15), PAIRS)


def test_those_who_do_not_move_hold_it_together_where_they_stand():
    here = make_table(*(standing_piece(n, x, 10) for n, x in (("a", 10), ("b", 13.5), ("c", 17))))
    far = with_group_occupied(
        [Motion("a", 0.5, 4.0, starts=(((10, 10),),)), Motion("c", 0.5, 4.0, starts=(((17, 10),),))]
    )
    assert group_problem(here, far, (), CHAIN) is not None
    assert group_problem(here, far, (), GroupLink(kind="connected", within=3.0, others=("b",))) is None


@pytest.mark.parametrize("fields", [{"kind": "chain"}, {"kind": "all", "within": 3.0}, {"within": 3.0}])
def test_a_link_that_would_check_nothing_is_refused(fields: dict[str, Any]):
    with pytest.raises(ValueError, match="a GroupLink"):
        GroupLink(**fields)


def test_one_who_has_left_the_table_is_not_counted():
    here = squad(10, 12, 30)
    assert (
        told(here.without_pieces("Trooper 2"), GroupLink(kind="connected", within=3.0, others=("Trooper 2",)))
        == ""
    )


@pytest.mark.parametrize("link", [CHAIN, PAIRS])
@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_legs_makes_no_difference(seed: int, link: GroupLink):
    rng = random.Random(seed)
    here = squad(10, 12, 14)
    legs = [
        Leg(p, (here.piece(p).xy, (here.piece(p).xy[0] + rng.uniform(-2, 2), 10 + rng.uniform(-3, 3))))
        for p in here.pieces
    ]
    words = {told(here, link, *order) == "" for order in permutations(legs)}
    assert len(words) == 1


def test_a_group_goes_in_formation():
    here = squad(10, 12, 14)
    legs = suggest_group_legs(here, able(here), CHAIN, (12.0, 40.0))
    assert sorted((leg.piece, leg.end) for leg in legs) == [
        (f"Trooper {n}", (pytest.approx(x), pytest.approx(14.0))) for n, x in enumerate((10, 12, 14))
    ]


def test_a_group_goes_through_a_gap_as_far_as_it_holds_together():
    walls = (block("w", 0, 12, 11.2, 13), block("e", 12.8, 12, 40, 13))
    here = squad(9, 12, 15, terrain=walls)
    motions = able(here, 4.0, ("w", "e"))
    for _ in range(4):
        legs = suggest_group_legs(here, motions, CHAIN, (12.0, 22.0))
        assert group_problem(here, motions, legs, CHAIN) is None
        for leg in legs:
            here = here.with_place(leg.piece, standing_piece("x", *leg.end).place)
        motions = able(here, 4.0, ("w", "e"))
    assert all(piece.xy[1] > 13.4 for piece in here.pieces.values())


def test_the_others_are_brought_along_with_the_first():
    here = squad(10, 12, 14)
    first = up(here, "Trooper 0", 4.0)
    more = remaining_legs(here, able(here), (first,), PAIRS, first.end)
    assert group_problem(here, able(here), (first, *more), PAIRS) is None
    assert [leg.end[1] for leg in more] == [pytest.approx(14.0), pytest.approx(14.0)]


def test_a_group_that_only_holds_when_all_have_moved_is_not_held_up():
    here = squad(10, 13, 16)
    legs = individual_legs(
        here,
        able(here),
        PAIRS,
        lambda m: leg_to(here, m, ((13 + (here.piece(m.piece).xy[0] - 13) / 2, 12),)).leg,
    )
    assert group_problem(here, able(here), legs, PAIRS) is None and len(legs) == 3


@pytest.mark.parametrize("seed", range(8))
def test_suggested_moves_are_legal_and_lead_nearer(seed: int):
    rng = random.Random(seed)
    rocks = [block(f"r{n}", x, y, x + 2, y + 1.5) for n, (x, y) in enumerate([(6, 15), (11, 16), (15, 14)])]
    here = squad(*(10 + 1.5 * k + rng.uniform(0, 0.4) for k in range(5)), terrain=rocks)
    motions = able(here, 4.0, ("r0", "r1", "r2"))
    goal = (rng.uniform(2, 38), rng.uniform(20, 30))
    for link in (CHAIN, GroupLink(kind="pairs", within=8.0)):
        legs = suggest_group_legs(here, motions, link, goal)
        assert group_problem(here, motions, legs, link) is None
        assert sum(math.dist(leg.path[0], goal) - math.dist(leg.end, goal) for leg in legs) > 2.0


def test_the_ties_of_a_chain_join_all_and_show_the_one_that_breaks():
    found = group_ties(squad(10, 12, 14, 18.5), ("Trooper 0", "Trooper 1", "Trooper 2", "Trooper 3"), CHAIN)
    assert [tie.holds for tie in found] == [True, True, False]
    assert len(group_ties(squad(10, 12, 15), ("Trooper 0", "Trooper 1", "Trooper 2"), PAIRS)) == 3
