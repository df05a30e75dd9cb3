"""Find actions that creatures of Troice Station spend without an act while prey is within their reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.record_read import Record, state_after_entry
from battlesim.geometry.edge_distances import path_length
from battlesim.rulesets.troice_station.core.lookups import is_active_or_marker
from battlesim.rulesets.troice_station.core.marks import LEFT
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.creatures.creature_actions import RUN
from battlesim.rulesets.troice_station.creatures.target_choice import (
    MIN_ROUTE_IN,
    can_open_doors,
    chosen_prey,
)
from battlesim.rulesets.troice_station.ground.contact import engaged_enemies
from battlesim.table.events import DiceRolled, Event, MarksChanged, PiecesMoved, TerrainChanged


def idle_actions(record: Record) -> list[str]:
    """Return a line for each action without an act by a creature that can reach a marine or a door.

    Empty where a player controls the creatures: a player may pass.
    """
    if record.state.game.parameters.creatures_played:
        return []
    return [
        f"turn {state.game.turn}: {creature} at {state.table.piece(creature).xy} spends {count} for nothing"
        for creature, count, state, events, end in _actions(record)
        if is_active_or_marker(end, creature)
        and not any(_is_act(event, creature) for event in events)
        and can_reach(state, creature)
    ]


def can_reach(state: Battle, creature: str) -> bool:
    """Return whether the search finds a way into contact with a marine, or to a door for a Face Hugger."""
    piece = state.table.piece(creature)
    if engaged_enemies(state, piece):
        return False
    goal = chosen_prey(state, piece)
    if goal is None:
        return False
    return goal.route.arrives or (not can_open_doors(piece) and path_length(goal.path) > MIN_ROUTE_IN)


def _actions(record: Record) -> Iterator[tuple[str, int, Battle, list[Event], Battle]]:
    """Yield who spends how many actions, the state before, what follows, and the state after that."""
    state, spent = record.state, None
    events = list[Event]()
    for entry in record.live:
        if isinstance(entry.what, MarksChanged):
            for part in entry.what.parts:
                if part.name == LEFT:
                    if spent:
                        yield *spent, events, state
                    many = part.old - part.new
                    spent, events = (part.piece, many, state) if many > 0 else None, []
        if isinstance(entry.what, Event):
            events.append(entry.what)
        state = state_after_entry(record.path, entry, state)
    if spent:
        yield *spent, events, state


def _is_act(event: Any, creature: str) -> bool:
    """Return whether an event is part of an act: a move, a door, a roll other than that of a run."""
    if isinstance(event, PiecesMoved):
        return any(part.piece == creature and part.path for part in event.parts)
    if isinstance(event, DiceRolled):
        return event.by == creature and event.rule != RUN
    return isinstance(event, TerrainChanged)
