"""The events that change the ruleset's own part of the state."""

from __future__ import annotations

from typing import Any

from battlesim.mechanics import turns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State

from .state import Combat, CombatResult

MIRRORED_RESULTS: dict[CombatResult, CombatResult] = {"won": "lost", "lost": "won", "drawn": "drawn"}


class OrderDecided(Event, frozen=True, tag="OrderDecided"):
    """The order in which the sides take their turns in every round."""

    order: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Make the turns of the sides the phases of a round."""
        return state.with_game(phases=self.order)


class EdgesChosen(Event, frozen=True, tag="EdgesChosen"):
    """The edge from which each side sets up, beginning with the side that sets up first."""

    edges: dict[str, str]

    def apply(self, state: State[Any]) -> State[Any]:
        """Record the edges."""
        return state.with_game(edges=self.edges)


class SightingsTaken(Event, frozen=True, tag="SightingsTaken"):
    """The enemies that each model of a side sees as its turn begins, and those that it has sighted."""

    seen: dict[str, tuple[str, ...]]
    sightings: dict[str, tuple[str, ...]]

    def apply(self, state: State[Any]) -> State[Any]:
        """Replace what was seen and sighted before."""
        return state.with_game(seen=self.seen, sightings=self.sightings)


class PositionsReported(Event, frozen=True, tag="PositionsReported"):
    """Observers passed on enemy positions: the enemies that each informed model has sighted by it."""

    informed: dict[str, tuple[str, ...]]

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the enemies to the sightings of the informed models."""
        sightings = dict(state.game.sightings)
        for model, enemies in self.informed.items():
            sightings[model] = tuple(sorted({*sightings.get(model, ()), *enemies}))
        return state.with_game(sightings=sightings)


class EnemySighted(Event, frozen=True, tag="EnemySighted"):
    """A model sighted one more enemy."""

    model: str
    enemy: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the enemy to the model's sightings."""
        return state.with_game(sightings=_with_id(state.game.sightings, self.model, self.enemy))


class TargetTriggered(Event, frozen=True, tag="TargetTriggered"):
    """An enemy came into the zone of a waiting model, which may shoot at it until the turn ends."""

    waiter: str
    target: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the target to those of the waiting model."""
        return state.with_game(triggered=_with_id(state.game.triggered, self.waiter, self.target))


class TargetsForgotten(Event, frozen=True, tag="TargetsForgotten"):
    """The turn is over, and with it every target that had come into the zone of a waiting model."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Forget all targets."""
        return state.with_game(triggered={})


class CombatFought(Event, frozen=True, tag="CombatFought"):
    """Two models fought an exchange; `result` is that of the attacker."""

    attacker: str
    defender: str
    result: CombatResult

    def apply(self, state: State[Any]) -> State[Any]:
        """Remember it as the last combat of both."""
        game, mirrored = state.game, MIRRORED_RESULTS[self.result]
        fought = {
            self.attacker: Combat(self.defender, self.result, game.turn, game.phase),
            self.defender: Combat(self.attacker, mirrored, game.turn, game.phase),
        }
        return state.with_game(combats={**game.combats, **fought})


class CombatsForgotten(Event, frozen=True, tag="CombatsForgotten"):
    """The last combats of these models bind them no longer."""

    models: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Forget their combats."""
        left = {model: combat for model, combat in state.game.combats.items() if model not in self.models}
        return state.with_game(combats=left)


class HoldChanged(Event, frozen=True, tag="HoldChanged"):
    """A grappler took hold of a model, or a model is free again (`grappler` is "")."""

    victim: str
    grappler: str = ""

    def apply(self, state: State[Any]) -> State[Any]:
        """Set or clear the grappler of the victim."""
        others = {victim: by for victim, by in state.game.held.items() if victim != self.victim}
        return state.with_game(held=others | ({self.victim: self.grappler} if self.grappler else {}))


class StupidityQueued(Event, frozen=True, tag="StupidityQueued"):
    """The models that roll next on the table of stupidity, in this order."""

    models: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Replace the queue."""
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
