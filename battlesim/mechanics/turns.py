"""Turns and phases: whose turn it is, which pieces have acted, what is over, and counters.

A ruleset's own part of the state is a `TurnState` with more fields. Users: Mobile Infantry, Troice Station,
the toy, the rulesets of the tests.
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
"""The rules of a step, called with the play and the step's arguments; a plain function if it asks nothing."""


class TurnState(msgspec.Struct, frozen=True):
    """The moment in a battle: turn, phase, which pieces have acted, what is over, and counters (`tally`).

    `phases` are those of a turn in order. The ids in `acted` and `passed` are cleared when a phase of another
    owner begins.
    """

    turn: TurnNumber = 0
    phase: str = ""
    phases: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    tally: dict[str, Count] = {}

    def count(self, name: str) -> int:
        """Return the value of a counter; 0 if it was never set."""
        return self.tally.get(name, 0)


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    """A phase of a turn began; `fresh` clears which pieces have acted and what is over."""

    turn: TurnNumber
    phase: str
    fresh: bool = False

    def apply(self, state: State[Any]) -> State[Any]:
        """Set turn and phase."""
        changes: dict[str, Any] = {"turn": self.turn, "phase": self.phase}
        return state.with_game(**changes, **({"acted": (), "passed": ()} if self.fresh else {}))


class PiecesActed(Event, frozen=True, tag="Acted"):
    """These pieces have acted."""

    acted: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Add them to the pieces that have acted, each once."""
        return state.with_game(acted=tuple(dict.fromkeys((*state.game.acted, *self.acted))))


class MilestonePassed(Event, frozen=True, tag="Passed"):
    """A unit, an arrival or a phase is over for now."""

    what: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Add it to what is over."""
        return state.with_game(passed=(*state.game.passed, self.what))


class CounterChanged(Event, frozen=True, tag="Tallied"):
    """A counter changed."""

    name: str
    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the counter; a counter at zero is removed."""
        tally = {k: v for k, v in state.game.tally.items() if k != self.name}
        return state.with_game(tally=tally | ({self.name: self.new} if self.new else {}))


EVENTS: tuple[type[Event], ...] = (PhaseBegan, PiecesActed, MilestonePassed, CounterChanged)


def next_turn_and_phase(state: TurnState) -> tuple[int, str]:
    """Return the turn and phase that come next.

    After the last phase of a turn comes the first phase of the next turn.
    """
    index = state.phases.index(state.phase) + 1 if state.phase in state.phases else 0
    is_new = index in (0, len(state.phases))
    return state.turn + is_new, state.phases[0 if is_new else index]


def shown_turn_and_phase(state: TurnState, turns: int) -> tuple[int, str]:
    """Return the turn and phase shown to players: the last phase of the last turn once that turn is over."""
    return (state.turn, state.phase) if state.turn <= turns else (turns, (state.phases or (state.phase,))[-1])


def advance_phase(play: Play[Any], rule: str, owner: Callable[[str], Hashable]) -> None:
    """Begin the next phase; clear which pieces have acted if the phase has another owner."""
    turn, phase = next_turn_and_phase(play.state.game)
    fresh = owner(phase) != owner(play.state.game.phase)
    play.emit(PhaseBegan(rule=rule, turn=turn, phase=phase, fresh=fresh))


def pending_phase_step(state: State[G], step: str) -> Step | None:
    """Return the step if the phase has not had it yet, else None (see `mark_phase_step_done`)."""
    return None if state.game.phase in state.game.passed else Step(step, (state.game.phase,))


def mark_phase_step_done(play: Play[Any], rule: str = "") -> None:
    """Record that the phase has had its one step."""
    play.emit(MilestonePassed(rule=rule, what=play.state.game.phase))


def change_counter(play: Play[Any], name: str, amount: int, rule: str = "") -> None:
    """Change a counter by an amount."""
    old = play.state.game.count(name)
    play.emit(CounterChanged(rule=rule, name=name, old=old, new=old + amount))


def set_counters(play: Play[Any], counts: Mapping[str, int], rule: str = "") -> None:
    """Set counters to these values, where they differ."""
    for name, new in counts.items():
        old = play.state.game.count(name)
        if old != new:
            play.emit(CounterChanged(rule=rule, name=name, old=old, new=new))


def step_script(scripts: Mapping[str, StepRules], play: Play[Any], step: Step) -> Script[None]:
    """Return the rules of a step as a script. Raise KeyError for an unknown step."""
    return _taken(scripts[step.name], play, step.args)


def _taken(rules: StepRules, play: Play[Any], args: tuple[str, ...]) -> Script[None]:
    yield from optional_script(rules(play, *args))
