"""Turns and phases: the current turn and phase, the pieces that have acted, and named counters.

Each ruleset extends `TurnState` with fields for its own rules. Users: Mobile Infantry, Troice Station,
Invasion Earth, Stargrunt, Alien Invasion, the toy, the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

import msgspec

from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import Step
from battlesim.table.events import Event
from battlesim.table.limits import Count, TurnNumber
from battlesim.table.state import State

G = TypeVar("G", bound="TurnState")

StepRules = Callable[..., Script[None] | None]
"""The rules of a step, called with the play and the step's arguments; a function if it asks nothing."""


class TurnState(msgspec.Struct, frozen=True):
    """The current turn and phase, with the pieces that have acted, the milestones passed, and counters.

    `phases` holds the phases of a turn. A milestone is a named point in the turn, such as the arrival of a
    unit. `acted` and `passed` are cleared when a phase of another owner begins. `tally` maps the names of the
    counters to their values.
    """

    turn: TurnNumber = 0
    phase: str = ""
    phases: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    tally: dict[str, Count] = {}

    def count(self, name: str) -> int:
        """Return the value of a named counter, or 0 if it has not been set."""
        return self.tally.get(name, 0)


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    """An event that begins a phase of a turn. If `fresh` is True, all pieces can act again."""

    turn: TurnNumber
    phase: str
    fresh: bool = False

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in the new turn and phase."""
        changes: dict[str, Any] = {"turn": self.turn, "phase": self.phase}
        return state.with_game(**changes, **({"acted": (), "passed": ()} if self.fresh else {}))


class PiecesActed(Event, frozen=True, tag="Acted"):
    """An event that marks pieces as having acted."""

    acted: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which these pieces are marked as having acted."""
        return state.with_game(acted=tuple(dict.fromkeys((*state.game.acted, *self.acted))))


class MilestonePassed(Event, frozen=True, tag="Passed"):
    """An event that records that a milestone of the turn, such as the arrival of a unit, has been passed."""

    what: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which the milestone is recorded as passed."""
        return state.with_game(passed=(*state.game.passed, self.what))


class CounterChanged(Event, frozen=True, tag="Tallied"):
    """An event that sets a named counter to a new value."""

    name: str
    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the counter updated. A counter at zero is removed."""
        tally = {k: v for k, v in state.game.tally.items() if k != self.name}
        return state.with_game(tally=tally | ({self.name: self.new} if self.new else {}))


EVENTS: tuple[type[Event], ...] = (PhaseBegan, PiecesActed, MilestonePassed, CounterChanged)


def next_turn_and_phase(state: TurnState) -> tuple[int, str]:
    """Return the next turn and phase. After the last phase of a turn, the next turn begins."""
    index = state.phases.index(state.phase) + 1 if state.phase in state.phases else 0
    is_new = index in (0, len(state.phases))
    return state.turn + is_new, state.phases[0 if is_new else index]


def shown_turn_and_phase(state: TurnState, turns: int) -> tuple[int, str]:
    """Return the turn and phase shown to players. After the last turn, its last phase is still shown."""
    return (state.turn, state.phase) if state.turn <= turns else (turns, (state.phases or (state.phase,))[-1])


def advance_phase(play: Play[Any], rule: str, owner: Callable[[str], Hashable]) -> None:
    """Begin the next phase of the turn. If it belongs to another owner, all pieces can act again."""
    turn, phase = next_turn_and_phase(play.state.game)
    fresh = owner(phase) != owner(play.state.game.phase)
    play.emit(PhaseBegan(rule=rule, turn=turn, phase=phase, fresh=fresh))


def pending_phase_step(state: State[G], step: str) -> Step | None:
    """Return the step of a phase that has only one, or None if that step has been carried out."""
    return None if state.game.phase in state.game.passed else Step(step, (state.game.phase,))


def mark_phase_step_done(play: Play[Any], rule: str = "") -> None:
    """Record that the step of the current phase, which has only one, has been carried out."""
    play.emit(MilestonePassed(rule=rule, what=play.state.game.phase))


def change_counter(play: Play[Any], name: str, amount: int, rule: str = "") -> None:
    """Add an amount to a named counter."""
    old = play.state.game.count(name)
    play.emit(CounterChanged(rule=rule, name=name, old=old, new=old + amount))


def set_counters(play: Play[Any], counts: Mapping[str, int], rule: str = "") -> None:
    """Set named counters to the given values. Counters that do not change cause no event."""
    for name, new in counts.items():
        old = play.state.game.count(name)
        if old != new:
            play.emit(CounterChanged(rule=rule, name=name, old=old, new=new))


def step_script(scripts: Mapping[str, StepRules], play: Play[Any], step: Step) -> Script[None]:
    """Return a generator that carries out the rules of a step of the game.

    Raises KeyError for an unknown step.
    """
    return _taken(scripts[step.name], play, step.args)


def _taken(rules: StepRules, play: Play[Any], args: tuple[str, ...]) -> Script[None]:
    yield from optional_script(rules(play, *args))
