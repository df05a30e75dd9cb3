"""Electronic interference with a roll that the enemy has announced but not yet made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceRoll, roll_script, single_roll
from battlesim.mechanics.contest import interfered_roll
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.table.events import DieTag
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..core.lookups import active_units, leader_of
from ..core.marks import EW_MARKERS
from ..core.state import Battle, Game
from .systems import is_on, spend_markers, system_die, why_not_spent

T = TypeVar("T")
DECLARED = "SG-GAP-62"
JAMS, SPOOFS, JAMS_SYSTEM = "SG-EWF-04", "SG-EWF-07", "SG-EWF-08"
NO_JAM_KEY = "none"

Task = Literal["communication", "request", "sensors", "system"]
"""What the enemy does: it calls a unit, calls for support, uses sensors or guidance, or spots by EW."""
TASK_RULES: Mapping[Task, str] = {
    "communication": JAMS,
    "request": JAMS,
    "sensors": SPOOFS,
    "system": JAMS_SYSTEM,
}


class Interference(ChooseOne, frozen=True, kw_only=True, tag="interference"):
    """The decision to interfere with a roll or not, and if so with which unit and how many markers.

    The unit's die must exceed one of `dice`: those of the enemy's task, or of its interference.
    """

    task: Task
    dice: tuple[int, ...]


class Attempt(msgspec.Struct, frozen=True):
    """An attempt at interference by a unit: the number of markers it spends, and the resulting die."""

    unit: Unit
    markers: int
    die: int
    tag: DieTag


def attempts(state: Battle, side: SideKey) -> Iterator[Attempt]:
    """Yield the attempts at interference that a side's active systems can make, cheapest first by unit."""
    for unit in active_units(state, side):
        for markers in range(1, unit.mark_count(EW_MARKERS) + 1 if is_on(unit) else 1):
            yield Attempt(unit, markers, *system_die(unit, markers))


def attempt_key(attempt: Attempt) -> str:
    """Return the key of the option for an attempt at interference."""
    return f"{attempt.unit.id} {attempt.markers}"


def interference_decision(
    state: Battle, side: SideKey, user: Unit, task: Task, text: AnyText, dice: tuple[int, ...], rule: str
) -> Interference:
    """Return the decision that asks whether a side interferes with a unit's task."""
    options = [
        Option(
            attempt_key(attempt),
            phrase("{}: D{}, {}", attempt.unit.name, attempt.die, markers_text(attempt.markers)),
            rule=rule,
            by=(leader_of(state, attempt.unit.id).id,),
            act="jam",
            to=(user.id,),
            shut=why_not_spent(attempt.unit, attempt.markers),
        )
        for attempt in attempts(state, side)
    ]
    return Interference(
        side=side,
        what="jam",
        prompt=text,
        rule=DECLARED,
        about=leader_of(state, user.id).id,
        options=(*closed_last(options), Option(NO_JAM_KEY, "No")),
        least=NO_JAM_KEY,
        task=task,
        dice=dice,
    )


def higher_chance(die: int, dice: tuple[int, ...]) -> float:
    """Return the chance that a die rolls higher than at least one of the other dice."""
    lower = sum(math.prod(max(0, own - face + 1) / own for own in dice) for face in range(1, die + 1))
    return 1.0 - lower / die


def markers_text(markers: int) -> str:
    """Return a number of markers as text."""
    return f"{markers} marker{'s' if markers > 1 else ''}"


def roll_against_interference(
    play: Play[Game], user: Unit, task: Task, roll: DiceRoll[T], spoiled: T, text: AnyText, by: str
) -> Script[T]:
    """Let the enemy interfere with a unit's task if it wants to, make the roll, and return its value.

    All dice are rolled together. A roll that is interfered with successfully has the value `spoiled`. A task
    without a roll cannot be interfered with. Rules: SG-GAP-63.
    """
    known: dict[str, Attempt] = {}
    own = tuple(die for die, tag in zip(roll.sides, roll.tags, strict=True) if tag.side == user.side)

    def decision_of(side: SideKey, found: Interruptions) -> ChooseOne | None:
        known.update({attempt_key(attempt): attempt for attempt in attempts(play.state, side)})
        if not found:
            prompt = phrase("{}: interfere?", text)
            return interference_decision(play.state, side, user, task, prompt, own, TASK_RULES[task])
        last = known[found[-1][1].key]
        prompt = phrase("{unit} interferes with a D{sides}: jam it?", last.unit.name, last.die)
        return interference_decision(play.state, side, last.unit, task, prompt, (last.die,), JAMS_SYSTEM)

    found = yield from ask_interruptions(play, user.side, decision_of)
    made = [known[option.key] for _, option in found]
    for attempt in made:
        play.log_message(phrase("{} interferes", attempt.unit.name), rule=DECLARED)
        spend_markers(play, attempt.unit.id, attempt.markers)
    dice = [(attempt.die, attempt.tag) for attempt in made]
    joint: DiceRoll[Any] = interfered_roll(roll, user.side, spoiled, dice)
    value: T = yield from roll_script(play, single_roll(joint), text, rule=roll.rule, by=by)
    return value
