"""The exact chances of a unit's confidence level after a test, and after a fire action."""

from __future__ import annotations

from collections import defaultdict

from battlesim.table.units import Unit

from ..attack.casualty_odds import FigureCounts, FireOdds
from ..core.lookups import confidence, ok_figures
from ..core.marks import ROUTED, WAS_SUPPRESSED
from ..core.state import Battle
from .confidence import TEST, causes_of_fire, threat_of
from .independent import has_no_levels
from .tests import confidence_roll

LevelChances = dict[int, float]
"""The chances of each confidence level."""


def confidence_after_test(state: Battle, unit: Unit, threat: int, rule: str = TEST) -> LevelChances:
    """Return the chance of each confidence level of a unit after a confidence test."""
    roll, found = confidence_roll(state, unit, threat, rule), defaultdict[int, float](float)
    for reached, chance in roll.chances().items():
        found[max(ROUTED, confidence(unit) - (len(roll.thresholds) - reached))] += chance
    return dict(found)


def confidence_after_fire(state: Battle, unit: Unit, odds: FireOdds) -> LevelChances:
    """Return the chance of each confidence level after a fire action; level 0 means no figures left.

    The result is empty for an independent figure without levels.
    """
    if has_no_levels(state, unit):
        return {}
    found = defaultdict[int, float](float)
    for counts, chance in odds.after.items():
        unhurt = counts == odds.before
        suppressed = odds.suppressed - (1.0 - chance) if unhurt else chance
        for is_suppressed, part in ((True, suppressed), (False, chance - suppressed)):
            if part <= 0.0:
                continue
            for level, share in _after_result(state, unit, odds.before, counts, is_suppressed).items():
                found[level] += part * share
    return dict(sorted(found.items(), reverse=True))


def _after_result(
    state: Battle, unit: Unit, before: FigureCounts, after: FigureCounts, suppressed: bool
) -> LevelChances:
    """Return the chances of a unit's confidence after a result, over all figures that may have been hit."""
    if not after.ok:
        return {0: 1.0}
    lost, first = before.ok - after.ok, suppressed and not unit.has_mark(WAS_SUPPRESSED)
    leads = any(piece.id == unit.leader for piece in ok_figures(state, unit.id))
    leader_lost = lost / before.ok if leads else 0.0
    found = defaultdict[int, float](float)
    for leaderless, part in ((True, leader_lost), (False, 1.0 - leader_lost)):
        causes = list(causes_of_fire(lost, after.ok, leaderless, first))
        threat = threat_of(state, unit, causes, after.fresh + after.earlier)
        tested = (
            {confidence(unit): 1.0} if threat is None else confidence_after_test(state, unit, threat.level)
        )
        for level, share in tested.items():
            found[level] += part * share
    return found
