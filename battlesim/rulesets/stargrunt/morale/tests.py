"""Tests in which a unit's quality die must exceed its leadership plus a threat level."""

from __future__ import annotations

import math

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import Threshold, ThresholdRoll, roll_script, single_roll
from battlesim.table.events import DieTag
from battlesim.table.phrases import phrase
from battlesim.table.units import Unit

from ..core.lookups import leader_of, quality_die, unit_rules
from ..core.state import Battle, Game

EXCEED = "SG-GAP-04"
NEEDED = "SG-GAP-75"


def passing_score(unit: Unit, threat: int) -> int:
    """Return the lowest score that passes a test: one more than leadership plus threat level."""
    return unit_rules(unit).leadership + threat + 1


def test_roll(unit: Unit, threat: int, rule: str) -> ThresholdRoll:
    """Return the roll of a test that is simply passed or failed."""
    needed = Threshold(passing_score(unit, threat), "Quality", rule=rule)
    return ThresholdRoll(
        sides=(quality_die(unit),), thresholds=(needed,), tags=(DieTag(unit.side, "Quality"),), rule=rule
    )


def roll_test(play: Play[Game], unit: Unit, threat: int, what: str, rule: str) -> Script[bool]:
    """Roll a unit's reaction test and return whether it is passed (SG-RCT-01, SG-RCT-02).

    A failure costs no confidence (SG-RCT-03), but the action it was for fails for good (SG-GAP-30).
    """
    text = phrase("{} {}", unit.name, what)
    by = leader_of(play.state, unit.id).id
    passed = yield from roll_script(play, single_roll(test_roll(unit, threat, rule)), text, rule=rule, by=by)
    return bool(passed)


def confidence_roll(state: Battle, unit: Unit, threat: int, rule: str) -> ThresholdRoll:
    """Return a confidence roll: 2 for a pass, 1 for one level lost, 0 for two (SG-CNF-04)."""
    needed = passing_score(unit, threat)
    halved = needed if state.game.parameters.half_of_passing_score else needed - 1
    half = Threshold(math.ceil(halved / 2), "loses one level, below two", result="miss", rule=NEEDED)
    passes = Threshold(needed, "Quality", result="hit", rule=rule)
    return ThresholdRoll(
        sides=(quality_die(unit),),
        thresholds=(half, passes),
        tags=(DieTag(unit.side, "Quality"),),
        rule=rule,
    )
