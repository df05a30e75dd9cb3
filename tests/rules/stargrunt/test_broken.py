"""What broken units in cover may do."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.core.marks import BROKEN, CONFIDENCE, STEADY
from battlesim.rulesets.stargrunt.ground.motion import unit_motions
from battlesim.rulings.movement import Leg, group_problem

from .field import CENTRE, A, battle, foes, squad, terrain


def refusal(level, y):
    """Why a unit in a wood, with an enemy to the north, may not go so far north; None if it may."""
    state = battle(
        squad("a", (0, 0), marks={CONFIDENCE: level}),
        foes("b", (0, 12)),
        ground=(terrain("woods", -3, -3, 3, 3),),
        activated="a",
    )
    leg = Leg("a1", ((CENTRE, CENTRE), (CENTRE, CENTRE + y)))
    return group_problem(state.table, tuple(unit_motions(state, A, 20.0)), (leg,), None)


@pytest.mark.rule("SG-CLV-06")
@pytest.mark.parametrize(
    ("level", "y", "refused"), [(BROKEN, 4, True), (BROKEN, -6, False), (STEADY, 4, False)]
)
def test_a_broken_unit_leaves_cover_only_to_retreat(level, y, refused):
    assert (refusal(level, y) is not None) == refused
