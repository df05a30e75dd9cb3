"""Defensive fire at attackers whose first combat move falls short."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId

from ..attack.casualties import casualties_among, settle_wounds
from ..attack.fire_choices import grouped_fires, is_wasted
from ..attack.fire_roll import figures_that_can_be_hit, fire_engagement
from ..attack.shooting import roll_fire
from ..attack.targeting import (
    carried_weapons,
    fired_name,
    ready_weapons,
    weapons_that_reach,
    weapons_together,
)
from ..core.lookups import ok_figures
from ..core.marks import PANIC, SUPPRESSED
from ..core.state import Game
from ..morale.tests import roll_test
from ..wounded.suits import roll_suits

FIRES, SUPPRESSED_FIRST, ABANDONS = "SG-CLA-18", "SG-CLA-19", "SG-CLA-21"


def fire_at_attackers(play: Play[Game], unit: UnitId, attackers: UnitId, harder: int) -> Script[bool]:
    """Let the defenders fire. Return whether the attackers abandon the assault because of casualties.

    `harder` is added to the threat level of the attackers' test. Rules: SG-GAP-124.
    """
    own = play.state.table.units[unit]
    counts = play.state.game.parameters.defensive_fire_counts
    carried = ready_weapons(play.state, unit) if counts else carried_weapons(play.state, unit)
    spent = [key for key in carried if fired_name(unit, key) in play.state.game.used]
    carried = {key: own for key, own in carried.items() if key not in spent}
    reach = weapons_that_reach(play.state, unit, attackers, carried)
    fires = grouped_fires(unit, attackers, weapons_together(play.state, reach))
    if own.has_mark(PANIC) or not fires or is_wasted(play.state, fires[0]):
        return False
    fire = fires[0]
    markers, what = own.mark_count(SUPPRESSED), "to fire while suppressed"
    if markers and not (yield from roll_test(play, own, markers, what, SUPPRESSED_FIRST)):
        return False
    figures = figures_that_can_be_hit(play.state, attackers, fire_engagement(play.state, fire))
    yield from roll_fire(play.under_rule(FIRES), fire)
    yield from roll_suits(play, casualties_among(play.state, figures))
    lost = len(casualties_among(play.state, figures))
    settle_wounds(play, attackers)
    if not lost or not ok_figures(play.state, attackers):
        return False
    enemy = play.state.table.units[attackers]
    passed = yield from roll_test(play, enemy, lost + harder, "to carry on the assault", ABANDONS)
    return not passed
