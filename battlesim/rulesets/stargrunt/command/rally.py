"""Rallying: a commander raises the confidence of a unit under it by one level."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import Threshold, ThresholdRoll, roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import DieTag
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..core.choices import NOBODY_KEY, choose_or_none, unit_options
from ..core.lookups import confidence, leader_of, quality_die, unit_rules
from ..core.marks import CONFIDENCE
from ..core.state import Battle, Game
from .communication import communicate
from .transfer import commands_others, subordinates

RALLIES, RAISES = "SG-RAL-02", "SG-RAL-03"
CALLS = "SG-RAL-01"
WHO = "SG-GAP-39"


def rallied_name(unit: UnitId) -> str:
    """Return the name under which a unit's rallies this turn are counted."""
    return f"rallied {unit}"


def highest_confidence(state: Battle, unit: Unit) -> int:
    """Return the confidence level to which a unit can be rallied, which is its initial level."""
    return min(unit_rules(unit).confidence, state.game.parameters.best_confidence)


def why_not_rallied(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot be rallied, or "" if it can."""
    if confidence(unit) >= highest_confidence(state, unit):
        return "its confidence is as high as at the start"
    return "it was rallied in this turn" if state.game.count(rallied_name(unit.id)) else ""


def why_cannot_rally(state: Battle, unit: Unit) -> AnyText:
    """Return why a commander has no unit to rally, or "" if it has one."""
    reasons = [why_not_rallied(state, other) for other in subordinates(state, unit)]
    return "" if any(not reason for reason in reasons) else "no unit under it needs to be rallied"


def rally_roll(state: Battle, commander: Unit, unit: Unit) -> ThresholdRoll:
    """Return the roll to rally a unit: a quality die must exceed the sum of both leaderships.

    Rules: SG-GAP-38.
    """
    roller = unit if state.game.parameters.rallied_unit_rolls else commander
    needed = unit_rules(commander).leadership + unit_rules(unit).leadership + 1
    return ThresholdRoll(
        sides=(quality_die(roller),),
        thresholds=(Threshold(needed, "Rally", rule=RALLIES),),
        tags=(DieTag(unit.side, "Quality"),),
        rule=RALLIES,
    )


def rally_decision(state: Battle, commander: Unit) -> ChooseOne:
    """Return the decision that asks which unit a commander rallies."""
    units = subordinates(state, commander)
    options = unit_options(state, units, lambda unit: why_not_rallied(state, unit), rule=RALLIES, act="rally")
    prompt = phrase("{commander}: rally which unit?", commander.name)
    return choose_or_none(state, commander, prompt, options, what="rally", rule=RALLIES)


def rally(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which unit a commander rallies, roll for the message, then roll to raise its confidence."""
    commander = play.state.table.units[unit]
    key = yield from play.ask(rally_decision(play.state, commander))
    if key == NOBODY_KEY:
        return
    other = play.state.table.units[UnitId(key)]
    if not (yield from communicate(play.under_rule(CALLS), commander, other)):
        return
    roll, by = rally_roll(play.state, commander, other), leader_of(play.state, unit).id
    text = phrase("{} rallies {}", commander.name, other.name)
    if (yield from roll_script(play, single_roll(roll), text, rule=RALLIES, by=by)):
        set_mark(play, [other.id], CONFIDENCE, confidence(other) + 1, RAISES)
        change_counter(play, rallied_name(other.id), 1, WHO)


RALLY_ACTION = UnitAction("Rally a unit", RALLIES, why_cannot_rally, rally, commands_others)
