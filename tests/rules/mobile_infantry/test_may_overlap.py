"""Whose bases may lie over each other when a step is done (MI-GAP-65)."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.core.marks import CAPTIVE, FLYING
from battlesim.testing.overlap import forbidden_overlaps
from tests.rules.mobile_infantry.arachnids import hole, marker
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior

AT = (20, 20)


@pytest.mark.rule("MI-GAP-65")
@pytest.mark.parametrize(
    ("things", "over"),
    [
        ((warrior("W", *AT), warrior("V", *AT)), True),
        ((warrior("W", *AT), rifles("R", *AT)), True),
        ((rifles("R", *AT), *hole("E", *AT)), True),
        ((warrior("W", *AT), *hole("E", *AT)), False),
        ((*hole("E", *AT), warrior("W", *AT)), False),
        ((*hole("E", *AT), *hole("F", *AT)), False),
        ((rifles("R", *AT), marker("M", *AT)), False),
        ((marker("M", *AT), rifles("R", *AT)), False),
        ((warrior("W", *AT), rifles("R", *AT, marks=(CAPTIVE,))), False),
        ((piece("hopper", "H", *AT, marks=(FLYING,)), rifles("R", *AT)), False),
    ],
)
def test_bugs_stand_on_entrances_and_others_on_nobody(things, over) -> None:
    assert bool(forbidden_overlaps(RULESET, field(*things))) is over
