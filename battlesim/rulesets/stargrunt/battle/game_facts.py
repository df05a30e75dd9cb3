"""The facts about a moment of a battle that the window shows."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.cards_and_counts import NamedCount
from battlesim.engine.ruleset import AnnouncedArea, GameFacts
from battlesim.mechanics.alternating_activations import next_side_to_activate
from battlesim.table.ids import NO_UNIT, SideKey

from ..actions.activation import left_to_activate, waiting_units
from ..core.profiles import tables
from ..core.state import Battle
from ..support.missions import battery_of
from ..support.request import batteries_of, chits_left
from .set_up import waiting_for_set_up
from .victory import end_conditions, score_rows, scores


def game_facts(state: Battle) -> GameFacts:
    """Return the turn, the active side, its remaining actions and the scores."""
    game, now = state.game, state.game.activation
    turns = game.parameters.turns
    chain = " > ".join(each.name for each in now.chain) if now else ""
    side = now.side if now else _waiting_side(state)
    names = {key.key: f"Activation of {key.name}" for key in state.table.sides}
    return GameFacts(
        turn=max(1, min(game.turn, turns)),
        turns=turns,
        phase=f"Active: {chain}" if chain else names[side],
        phases=tuple(names.values()),
        active=side,
        scores=scores(state),
        points=score_rows(state),
        ends=end_conditions(state),
        actions_left=now.actions_left if now else len(waiting_units(state, side)),
        done=game.acted,
        unit=now.unit if now else NO_UNIT,
        units={unit.id: unit.name for unit in state.table.units.values()},
        counts=tuple(_support_left(state)),
        announced=tuple(_missions(state)),
    )


def _waiting_side(state: Battle) -> SideKey:
    """Return the side that deploys next, or the one that activates next.

    A side with nothing left to activate is skipped; if no side has, it is the one whose activation it was.
    """
    if waiting := waiting_for_set_up(state):
        return state.table.units[waiting[0]].side
    side = next_side_to_activate(state, lambda key: bool(left_to_activate(state, key)))
    return side or SideKey(state.game.phase)


def _support_left(state: Battle) -> Iterator[NamedCount]:
    """Yield the missions that each battery can still fire, and the chits of sides that have batteries."""
    owners = dict.fromkeys(battery.side for battery in state.game.batteries)
    for side in map(SideKey, owners):
        of = f" of {state.table.side(side).name}" if len(owners) > 1 else ""
        for battery in batteries_of(state, side):
            yield NamedCount(f"{battery.name}{of}, missions:", battery.missions, about=side)
        yield NamedCount(f"Chits{of}:", chits_left(state, side), about=side)


def _missions(state: Battle) -> Iterator[AnnouncedArea]:
    """Yield where support that is on its way is to fall."""
    for mission in (each for each in state.game.missions if not each.guessed):
        battery = battery_of(state, mission)
        when = "due" if mission.turn <= state.game.turn else f"turn {mission.turn}"
        radius = tables().burst[battery.size].radius
        yield AnnouncedArea(mission.at, radius, f"{battery.name}, {when}", battery.side)
