"""One planner of groups: legs added one by one, the rest brought along, each for itself, what holds them."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.rulings.movement import (
    GroupLink,
    GroupMoveDraft,
    Leg,
    Motion,
    advance_options,
    group_problem,
    group_ties,
    individual_legs,
    leg_to,
    leg_toward,
    remaining_legs,
    table_after_legs,
    with_group_occupied,
)
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece

FILE = GroupLink("m0", 6.0)


def file_of(count: int, *others: object) -> Table:
    """Bases 1 in across, touching, along x from (10, 10) on."""
    return make_table(
        *(standing_piece(f"m{n}", 10 + n, 10) for n in range(count)), *others, width=72, height=48
    )  # type: ignore[arg-type]


def able(here: Table, allowance: float = 4.0, **fields: object) -> tuple[Motion, ...]:
    own = [p for p in here.pieces.values() if p.side == "red"]
    foes = tuple(p.id for p in here.pieces_of_side("blue"))
    walls = tuple(t.id for t in here.ground.terrain)
    return with_group_occupied(
        Motion(p.id, 0.5, allowance, starts=((p.xy,),), blocked=walls, hindering=foes, **fields)  # type: ignore[arg-type]
        for p in own
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.0, 1.0]))
def test_a_leg_is_added_just_where_the_rule_accepts_all_of_them(seed: int, chain: float) -> None:
    rng, link = random.Random(seed), GroupLink("m0", 2.0, chain)
    here = make_table(*(standing_piece(f"m{n}", 10 + 1.3 * (n % 3), 10 + 1.3 * (n // 3)) for n in range(9)))
    motions, draft = able(here), GroupMoveDraft(here, able(here), link)
    for name in ("m0", *rng.sample([f"m{n}" for n in range(1, 9)], 8)):
        start = here.piece(name).xy
        end = (round(start[0] + rng.uniform(-2, 3), 3), round(start[1] + rng.uniform(-2, 2), 3))
        leg = Leg(name, (start, end))
        words = group_problem(here, motions, (*draft.legs, leg), link)
        assert draft.try_add(leg) == (words is None)
    own = {motion.piece: motion for motion in motions}
    assert draft.table.pieces == table_after_legs(here, own, draft.legs).pieces


def test_those_who_stand_in_one_anothers_way_are_brought_together() -> None:
    here = file_of(6)
    first = Leg("m0", ((10.0, 10.0), (10.0, 13.0)))
    motions = able(here)
    legs = (first, *remaining_legs(here, motions, (first,), FILE, first.end))
    assert group_problem(here, motions, legs, FILE) is None
    assert {leg.piece: leg.end for leg in legs} == {f"m{n}": (10.0 + n, 13.0) for n in range(6)}


def test_who_cannot_go_in_formation_comes_close_to_the_first() -> None:
    here = file_of(3, block("rock", 11.6, 11, 14, 16))
    first = Leg("m0", ((10.0, 10.0), (10.0, 13.0)))
    motions = able(here)
    legs = (first, *remaining_legs(here, motions, (first,), FILE, first.end))
    assert group_problem(here, motions, legs, FILE) is None
    ends = {leg.piece: leg.end for leg in legs}
    assert math.dist(ends["m2"], (10, 13)) < math.dist((12, 10), (10, 13))


def test_what_is_brought_along_comes_at_the_enemy_that_the_first_has_come_to() -> None:
    here = file_of(4, standing_piece("foe", 11, 14, side="blue"))
    first = Leg("m0", ((10.0, 10.0), (10.0, 13.5)))
    motions = able(here)
    legs = (first, *remaining_legs(here, motions, (first,), FILE, first.end))
    assert group_problem(here, motions, legs, FILE) is None
    assert all(math.dist(leg.end, (11, 14)) <= 2.005 for leg in legs) and len(legs) == 4


def test_an_advance_that_breaks_the_group_is_tried_with_the_rest_and_shorter() -> None:
    here = file_of(2, standing_piece("foe", 30, 10, side="blue"))
    motions, link = able(here, 6.0), GroupLink("m0", 2.0)
    own = {motion.piece: motion for motion in motions}
    plans = advance_options(here, own, (), motions[1], lambda leg: (leg,), link)
    legal = next(legs for legs in plans if group_problem(here, motions, legs, link) is None)
    assert [leg.piece for leg in legal] == ["m1"]
    assert math.dist((11, 10), legal[0].end) == pytest.approx(1.5, abs=0.005)


def test_each_goes_for_itself_as_far_as_the_group_may() -> None:
    here = file_of(3)
    goals = {"m0": (10.0, 13.0), "m1": (10.3, 13.0), "m2": (12.0, 13.0)}
    motions = able(here)
    legs = individual_legs(
        here, motions, FILE, lambda motion: leg_to(here, motion, (goals[motion.piece],)).leg
    )
    assert [leg.piece for leg in legs] == ["m0", "m2"]


@pytest.mark.parametrize(("x", "holds"), [(17.004, True), (17.01, False)])
def test_a_tie_holds_just_where_the_rule_lets_a_member_end(x: float, holds: bool) -> None:
    here = file_of(2)
    leg = Leg("m1", ((11.0, 10.0), (x, 10.0)))
    motions = able(here, 8.0)
    assert (group_problem(here, motions, (leg,), FILE) is None) == holds
    own = {motion.piece: motion for motion in motions}
    (tie,) = group_ties(table_after_legs(here, own, (leg,)), ("m0", "m1"), FILE)
    assert tie.holds == holds


def test_the_place_a_member_is_shown_to_is_one_it_can_be_moved_to() -> None:
    here = file_of(1, block("rock", 11, 8, 12, 20))
    (motion,) = able(here)
    shown, gone = leg_to(here, motion, ((16.0, 10.0),)).leg, leg_toward(here, motion, (16.0, 10.0))
    assert shown is not None and gone is not None and shown.path == gone.path
