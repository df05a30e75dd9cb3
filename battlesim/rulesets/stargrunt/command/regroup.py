"""Regrouping: two depleted units are joined into one."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.pieces import set_mark
from battlesim.table.events import PieceChanged, UnitChanged, UnitsRemoved
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..core.choices import NOBODY_KEY, choose_or_none, unit_options
from ..core.events import StrengthChanged
from ..core.hidden_units import counters_of
from ..core.lookups import (
    able_pieces,
    active_units,
    confidence,
    figure_profile,
    figures_of,
    ok_figures,
    quality_die,
    unit_rules,
)
from ..core.marks import CONFIDENCE, PANIC, ROUTED, SUPPRESSED
from ..core.state import Battle, Game
from .chain import unit_gap

REGROUPS, LEADERSHIP = "SG-REG-01", "SG-REG-02"
QUALITY, AVERAGE = "SG-REG-03", "SG-REG-04"
HOW = "SG-GAP-40"
NEAR_IN = 6.0


def is_depleted(state: Battle, unit: Unit) -> bool:
    """Return whether at most half of a unit's original figures can act."""
    return 2 * len(able_pieces(state, unit.id)) <= state.game.strength[unit.id]


def armour_kind(state: Battle, unit: Unit) -> str:
    """Return the kind of armour worn by most figures of a unit."""
    worn = Counter(figure_profile(piece).armour for piece in ok_figures(state, unit.id))
    return worn.most_common(1)[0][0]


def why_not_joined(state: Battle, unit: Unit, other: Unit) -> AnyText:
    """Return why a unit cannot regroup with another unit, or "" if it can."""
    if not is_depleted(state, other):
        return "more than half of its figures can act"
    if other.has_mark(PANIC) or confidence(other) == ROUTED:
        return "it is in no state for it"
    if armour_kind(state, unit) != armour_kind(state, other):
        return "its armour is of another kind"
    return "" if unit_gap(state, unit.id, other.id) <= NEAR_IN + TOL else "more than 6 in away"


def other_units(state: Battle, unit: Unit) -> list[Unit]:
    """Return the other units of a side that can act, without counters."""
    others = [other for other in active_units(state, unit.side) if other.id != unit.id]
    return [other for other in others if not counters_of(state, other.id)]


def why_cannot_regroup(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no other unit to regroup with, or "" if it has one."""
    if not is_depleted(state, unit):
        return "more than half of its figures can act"
    open_to = any(not why_not_joined(state, unit, other) for other in other_units(state, unit))
    return "" if open_to else "no depleted unit is near enough"


def joined_unit(state: Battle, unit: Unit, other: Unit) -> Unit:
    """Return a unit with the leadership and quality that it has after another unit has joined it."""
    counts = {u.id: len(ok_figures(state, u.id)) for u in (unit, other)}
    if counts[unit.id] != counts[other.id]:
        larger = unit if counts[unit.id] > counts[other.id] else other
    else:
        larger = min((unit, other), key=quality_die)
    better = min((unit, other), key=lambda u: unit_rules(u).leadership)
    leader = unit.leader if better.id == unit.id else other.leader
    values = unit.rules | {
        "quality": unit_rules(larger).quality,
        "leadership": unit_rules(better).leadership,
    }
    return msgspec.structs.replace(unit, leader=leader, rules=values)


def joined_confidence(state: Battle, unit: Unit, other: Unit) -> int:
    """Return the average confidence of two units, rounded down unless an option says up.

    Rules: SG-GAP-41.
    """
    mean = (confidence(unit) + confidence(other)) / 2
    return math.ceil(mean) if state.game.parameters.regroup_rounds_up else math.floor(mean)


def regroup(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which unit regroups with this one, and join them."""
    state, own = play.state, play.state.table.units[unit]
    options = unit_options(
        state,
        other_units(state, own),
        lambda other: why_not_joined(state, own, other),
        rule=REGROUPS,
        act="regroup",
    )
    prompt = phrase("{unit}: regroup with which unit?", own.name)
    key = yield from play.ask(choose_or_none(state, own, prompt, options, what="regroup", rule=REGROUPS))
    if key != NOBODY_KEY:
        join_units(play, own, state.table.units[UnitId(key)])


def join_units(play: Play[Game], unit: Unit, other: Unit) -> None:
    """Move the figures of one unit to another, which takes the values of both into account."""
    state = play.state
    new, level = joined_unit(state, unit, other), joined_confidence(state, unit, other)
    markers = max(unit.mark_count(SUPPRESSED), other.mark_count(SUPPRESSED))
    for piece in figures_of(state, other.id):
        changed = msgspec.structs.replace(piece, unit=unit.id)
        play.emit(PieceChanged(rule=REGROUPS, old=piece, new=changed))
    play.emit(UnitChanged(rule=REGROUPS, old=unit, new=new))
    play.emit(UnitsRemoved(rule=REGROUPS, units=(other,)))
    strength = state.game.strength[unit.id] + state.game.strength[other.id]
    play.emit(StrengthChanged(rule=REGROUPS, unit=unit.id, strength=strength, gone=other.id))
    set_mark(play, [unit.id], CONFIDENCE, level, AVERAGE)
    set_mark(play, [unit.id], SUPPRESSED, markers, HOW)


REGROUP_ACTION = UnitAction(
    "Regroup with another unit",
    REGROUPS,
    why_cannot_regroup,
    regroup,
    lambda state, unit: not unit_rules(unit).automated and is_depleted(state, unit),
)
