"""The events that change the ruleset's part of the state."""

from __future__ import annotations

from typing import Any

from battlesim.mechanics import turns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State

from .state import Combat, CombatResult

MIRRORED_RESULTS: dict[CombatResult, CombatResult] = {"won": "lost", "lost": "won", "drawn": "drawn"}


class OrderDecided(Event, frozen=True, tag="OrderDecided"):
    """An event that sets the order in which the sides take their turns in each round."""

    order: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the turns of the sides, in this order, as the phases of a round."""
        return state.with_game(phases=self.order)


class EdgesChosen(Event, frozen=True, tag="EdgesChosen"):
    """An event that sets the table edge of each side; the first side listed deploys first."""

    edges: dict[str, str]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the sides' table edges."""
        return state.with_game(edges=self.edges)


class SightingsTaken(Event, frozen=True, tag="SightingsTaken"):
    """An event that lists the enemies each model of a side sees, and has sighted, as its turn begins."""

    seen: dict[str, tuple[str, ...]]
    sightings: dict[str, tuple[str, ...]]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with these sightings in place of the earlier ones."""
        return state.with_game(seen=self.seen, sightings=self.sightings)


class PositionsReported(Event, frozen=True, tag="PositionsReported"):
    """An event in which observers report enemy positions, listing the enemies each informed model sights."""

    informed: dict[str, tuple[str, ...]]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the enemies added to the sightings of the informed models."""
        sightings = dict(state.game.sightings)
        for model, enemies in self.informed.items():
            sightings[model] = tuple(sorted({*sightings.get(model, ()), *enemies}))
        return state.with_game(sightings=sightings)


class EnemySighted(Event, frozen=True, tag="EnemySighted"):
    """An event in which a model sights an enemy."""

    model: str
    enemy: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the enemy added to the model's sightings."""
        return state.with_game(sightings=_with_id(state.game.sightings, self.model, self.enemy))


class TargetTriggered(Event, frozen=True, tag="TargetTriggered"):
    """An event in which an enemy enters the zone of a waiting model, which may shoot at it this turn."""

    waiter: str
    target: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the enemy added to the targets of the waiting model."""
        return state.with_game(triggered=_with_id(state.game.triggered, self.waiter, self.target))


class TargetsForgotten(Event, frozen=True, tag="TargetsForgotten"):
    """An event that clears the targets of all waiting models at the end of a turn."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without any targets of waiting models."""
        return state.with_game(triggered={})


class CombatFought(Event, frozen=True, tag="CombatFought"):
    """An event in which two models fight an exchange; `result` is the attacker's result."""

    attacker: str
    defender: str
    result: CombatResult

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with this exchange as the last combat of both models."""
        game, mirrored = state.game, MIRRORED_RESULTS[self.result]
        fought = {
            self.attacker: Combat(self.defender, self.result, game.turn, game.phase),
            self.defender: Combat(self.attacker, mirrored, game.turn, game.phase),
        }
        return state.with_game(combats={**game.combats, **fought})


class CombatsForgotten(Event, frozen=True, tag="CombatsForgotten"):
    """An event after which the last combats of the given models no longer limit their actions."""

    models: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state without the last combats of these models."""
        left = {model: combat for model, combat in state.game.combats.items() if model not in self.models}
        return state.with_game(combats=left)


class HoldChanged(Event, frozen=True, tag="HoldChanged"):
    """An event in which a grappler takes hold of a model, or a model is released (`grappler` is "")."""

    victim: str
    grappler: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the victim held by the grappler, or released."""
        others = {victim: by for victim, by in state.game.held.items() if victim != self.victim}
        return state.with_game(held=others | ({self.victim: self.grappler} if self.grappler else {}))


class StupidityQueued(Event, frozen=True, tag="StupidityQueued"):
    """An event that sets which models roll next on the stupidity table, in order."""

    models: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new queue of models."""
        return state.with_game(queue=self.models)


def _with_id(table: dict[str, tuple[str, ...]], key: str, value: str) -> dict[str, tuple[str, ...]]:
    return {**table, key: tuple(dict.fromkeys((*table.get(key, ()), value)))}


EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    OrderDecided,
    EdgesChosen,
    SightingsTaken,
    PositionsReported,
    EnemySighted,
    TargetTriggered,
    TargetsForgotten,
    CombatFought,
    CombatsForgotten,
    HoldChanged,
    StupidityQueued,
)
