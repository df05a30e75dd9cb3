"""Warnings of unequal forces and of terrain that is large or overlaps."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.scenario_warnings import planned_dice, scenario_warnings
from battlesim.table.terrain import Ground
from tests.rules.alien_invasion.field import (
    terrain,
)
from tests.rules.alien_invasion.plans import plan, unit

WARNS = pytest.mark.rule("MT-SET-05", "MT-GAP-69", "MT-TER-01")


@WARNS
@pytest.mark.parametrize(
    ("side", "kinds", "dice"),
    [
        ("unit", ("unit_rifleman", "unit_rifleman", "unit_support", "unit_laws"), 8.0),
        ("mib", ("mib_operative",) * 2, 7.0),
        ("mib", ("clean_up_trooper",) * 5, 0.0),
        ("spug", ("mite",) * 3, 3.0),
        ("spug", ("burrower",), 3.0),
        ("unit", ("unit_hmg",), 8.0),
        ("unit", ("unit_doctor",), 0.5),
        ("unit", ("car",), 0.0),
    ],
)
def test_the_dice_with_which_a_faction_begins(side, kinds, dice):
    own = plan(unit("g", side, kinds), unit("o", "dalek", ("dalek",) * 3), "civilian", sides=("martians",))
    assert planned_dice(own) == {"martians": 0.0, side: dice, "dalek": 18.0} or planned_dice(own) == {
        side: dice,
        "dalek": 18.0,
    }


@WARNS
@pytest.mark.parametrize(
    ("riflemen", "value", "warned"),
    [
        ((10, 10), "25", 0),
        ((10, 6), "25", 0),
        ((13, 7), "25", 2),
        ((5, 3), "25", 0),
        ((11, 9), "10", 0),
        ((12, 9), "10", 2),
        ((3, 1), "50", 0),
        ((31, 9), "50", 2),
        ((9, 1), "off", 0),
        ((0, 0), "25", 0),
        ((313, 187), "25", 2),
    ],
)
def test_a_warning_for_those_that_are_too_far_from_the_mean(riflemen, value, warned):
    one, two = riflemen
    own = plan(
        unit("g", "unit", ("unit_rifleman",) * one),
        unit("h", "gang", ("gang_member",) * two),
        options={"balance_tolerance_percent": value},
    )
    assert len(scenario_warnings(own, Ground(72.0, 48.0))) == warned


@WARNS
def test_what_a_warning_says():
    own = plan(unit("g", "unit", ("unit_rifleman",) * 3), unit("h", "gang", ("gang_member",)))
    found = scenario_warnings(own, Ground(72.0, 48.0))
    assert "U.N.I.T.: 3 shooting dice, while the mean is 2 (MT-SET-05)" in found
    assert "Street gangs: 1 shooting dice, while the mean is 2 (MT-SET-05)" in found


@WARNS
@pytest.mark.parametrize(
    ("ground", "words"),
    [
        ([terrain("woods", 10, 10, 18, 18)], []),
        ([terrain("woods", 10, 10, 18.1, 12)], ["woods is 8.1 x 2 in"]),
        ([terrain("woods", 10, 10, 12, 18.1)], ["woods is 2 x 8.1 in"]),
        ([terrain("building", 10, 10, 30, 30)], []),
        ([terrain("river", 10, 0, 30, 48)], []),
        ([terrain("wall", 10, 10, 30, 10.2)], []),
        ([terrain("woods", 10, 10, 18, 18), terrain("rubble", 18, 10, 20, 18)], []),
        (
            [terrain("woods", 10, 10, 18, 18), terrain("rubble", 17.99, 10, 20, 18)],
            ["woods woods and rubble rubble overlap"],
        ),
        ([terrain("woods", 10, 10, 18, 18), terrain("rubble", 17.997, 10, 20, 18)], []),
        (
            [terrain("woods", 10, 10, 18, 18), terrain("wall", 15, 12, 15.2, 20)],
            ["woods woods and wall wall overlap"],
        ),
    ],
)
def test_large_and_overlapping_features(ground, words):
    own = plan("unit", "dalek", options={"balance_tolerance_percent": "off"})
    found = scenario_warnings(own, Ground(72.0, 48.0, terrain=tuple(ground)))
    assert len(found) == len(words)
    texts = [text.lower() for text in found]
    assert all(any(word in text for text in texts) for word in words)
    assert not words or "(mt-ter-01)" in texts[0]


@WARNS
@pytest.mark.parametrize("sides", [("civilian",), ("unit", "civilian")])
def test_nobody_is_compared_with_nobody(sides):
    assert scenario_warnings(plan(*sides), Ground(72.0, 48.0)) == ()
