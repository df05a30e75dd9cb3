"""Interruptions: reactions of other sides after an action is declared and before its dice are rolled.

Every other side is asked once for each declared action, in the order of the sides. The first side that
interrupts declares an action itself, and the others may respond to it before any dice are rolled. No piece
responds twice. Users: Stargrunt (electronic warfare, fire at aircraft, reaction fire).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if
from battlesim.engine.play import Play, Script
from battlesim.table.ids import SideKey

Interruptions = tuple[tuple[SideKey, Option], ...]
"""The interruptions of one action in the order in which they were declared, each with its side."""
InterruptionDecision = Callable[[SideKey, Interruptions], ChooseOne | None]
"""A function that returns how a side may interrupt what was declared last, None if it never can.

The option that interrupts nothing is `least`, so that a standing order can decline all questions of a kind.
"""


def ask_interruptions(
    play: Play[Any], declared_by: SideKey, decision_of: InterruptionDecision
) -> Script[Interruptions]:
    """Ask the other sides whether they interrupt a declared action, until no side wants to interrupt.

    Return the interruptions in the order in which they were declared.
    """
    found: Interruptions = ()
    while (new := (yield from _next_interruption(play, declared_by, found, decision_of))) is not None:
        found, declared_by = (*found, new), new[0]
    return found


def _next_interruption(
    play: Play[Any], declared_by: SideKey, found: Interruptions, decision_of: InterruptionDecision
) -> Script[tuple[SideKey, Option] | None]:
    for side in [side.key for side in play.state.table.sides if side.key != declared_by]:
        decision = decision_of(side, found)
        decision = decision and without_earlier(decision, found)
        if decision is None or len(decision.open_options) < 2:
            continue
        key = yield from play.ask(decision)
        if key != decision.least:
            return side, decision.chosen_option(key)
    return None


def without_earlier(decision: ChooseOne, found: Interruptions) -> ChooseOne:
    """Return the decision with its options closed for all pieces that have already interrupted the action."""
    spent = {piece for _, option in found for piece in option.by}
    options = tuple(
        closed_if(option.shut or ("it has answered already" if spent & set(option.by) else ""), option)
        for option in decision.options
    )
    return msgspec.structs.replace(decision, options=options)
