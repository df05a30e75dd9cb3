"""Deals of automated factions: a truce while a third faction would kill more of both."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne, Confirm
from battlesim.engine.ruleset import Advice
from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.table.ids import SideKey, UnitId

from ..battle.alliances import NO_DEAL_KEY, dealing_sides
from ..core.lookups import all_figures, figures_of, groups_of
from ..core.state import Battle, Pacts
from .marching import goal_of
from .running import ELSE
from .valuation import shots

CORRIDOR_IN = 8.0
"""Who is at most so far from the line of a group to its goal is in its way, in inches."""


def why_truce(state: Battle, side: SideKey, other: SideKey) -> str:
    """Return why a side wants a truce with another, or "" if it does not."""
    pacts = state.game.pacts or Pacts()
    if not _deals(state) or other in pacts.broken or _is_in_the_way(state, side, other):
        return ""
    names = {key: state.table.side(key).name for key in state.game.seats}
    for third in dealing_sides(state):
        if third in (side, other):
            continue
        ours, theirs = harm(state, third, side), harm(state, third, other)
        if ours > harm(state, other, side) and theirs > harm(state, side, other):
            return f"{names[third]} would kill {ours} of ours and {theirs} of {names[other]}"
    return ""


def _deals(state: Battle) -> bool:
    """Return whether automated factions make deals of their own."""
    return state.game.parameters.automata_deal is True


def harm(state: Battle, side: SideKey, victim: SideKey) -> int:
    """Return the kills expected if each group of a side shot once at the groups of another side."""
    units, found = state.table.units, 0
    for unit in groups_of(state, side):
        kills = (shot.kills for shot in shots(state, unit.id) if units[shot.target].side == victim)
        found += max(kills, default=0)
    return found


def _is_in_the_way(state: Battle, side: SideKey, other: SideKey) -> bool:
    """Return whether figures of another side stand near the line from a group of a side to its goal.

    A goal that is a figure of the other side does not count: with a truce, the group has another goal.
    """
    theirs = [figure.xy for figure in all_figures(state, [unit.id for unit in groups_of(state, other)])]
    for unit in groups_of(state, side):
        goal = goal_of(state, unit.id)
        if goal is None or goal[0] in theirs:
            continue
        here = figures_of(state, unit.id)[0].xy
        if any(distance_to_segment(there, here, goal[0]) <= CORRIDOR_IN for there in theirs):
            return True
    return False


def advise_deal(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to offer a truce that serves both sides, or to end an alliance that no longer does."""
    found = [Advice(NO_DEAL_KEY, 0.5, f"{ELSE}: no deals")]
    for option in decision.open_options:
        why = why_truce(view, decision.side, SideKey(option.to[0])) if option.to else ""
        if option.act == "truce" and why:
            found.append(Advice(option.key, 1.0, why))
        elif option.act == "end" and not why and _deals(view):
            found.append(Advice(option.key, 1.0, "nobody threatens both any longer"))
    return found


def advise_to_take(view: Battle, decision: Confirm) -> list[Advice]:
    """Return advice to accept a truce that serves both sides, from a side that has never broken one."""
    why = why_truce(view, decision.side, view.table.units[UnitId(decision.about)].side)
    return [Advice(bool(why), 1.0, why or f"{ELSE}: it serves them alone")]
