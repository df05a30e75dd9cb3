"""Alternating activations: the sides take turns to activate a unit, until every unit has acted.

The game state is that of `alternating_turns`: `phase` is the side that activates next, and `acted` holds the
pieces of the units activated this turn. A side with no unit left to activate is skipped. Users: Stargrunt,
the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from battlesim.engine.cards_and_counts import Card
from battlesim.engine.decisions import DecisionRole
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import GameFacts, Outcome, Step
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.mechanics.alternating_turns import AlternatingTurns, Scores, score_outcome, turn_facts
from battlesim.mechanics.turns import PhaseBegan, PiecesActed, TurnState
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Piece
from battlesim.table.state import State, Table
from battlesim.table.units import Unit

G = TypeVar("G", bound=AlternatingTurns)
T = TypeVar("T", bound=TurnState)
DECISION_ROLES: dict[str, DecisionRole] = {"unit": "who"}
"""The roles of decisions for a ruleset that asks by `activate_one_unit`."""


def units_of_scenario(plan: ScenarioPlan) -> dict[UnitId, Unit]:
    """Return the units of a scenario by id, each with its name, side and kind, for `RulesetBase.units`."""
    return {unit.id: Unit(unit.id, unit.name or unit.id, unit.side, unit.kind) for unit in plan.units}


def standing_members(table: Table, unit: UnitId) -> list[Piece]:
    """Return the pieces of a unit that stand on the table."""
    return [piece for piece in table.standing_pieces() if piece.unit == unit]


def units_to_activate(state: State[T], side: SideKey) -> list[UnitId]:
    """Return the ids of the units of a side that can still be activated this turn.

    Such a unit has a piece on the table that has not acted this turn.
    """
    waiting = [piece for piece in state.table.standing_pieces() if piece.id not in state.game.acted]
    return list(dict.fromkeys(piece.unit for piece in waiting if piece.side == side))


def next_side_to_activate(state: State[T], can_activate: Callable[[SideKey], bool]) -> SideKey | None:
    """Return the next side that can activate a unit, or None if the turn is over.

    The current side is considered first.
    """
    order = [SideKey(key) for key in state.game.phases]
    start = order.index(SideKey(state.game.phase))
    return next((side for side in (*order[start:], *order[:start]) if can_activate(side)), None)


def next_step(state: State[G], scores: Scores, activate: str) -> Step | Outcome:
    """Return the outcome of a finished battle, or else the step that activates a unit or ends the turn."""
    side = next_side_to_activate(state, lambda key: bool(units_to_activate(state, key)))
    return score_outcome(state, scores) or (Step(activate, (side,)) if side else Step("end_turn"))


def activate_one_unit(
    play: Play[Any], side: SideKey, act: Callable[[UnitId], Script[None] | None], prompt: str, *, rule: str
) -> Script[None]:
    """Ask a side to choose a unit, let `act` run the rules for that unit, and pass the activation on."""
    table, units = play.state.table, units_to_activate(play.state, side)
    options = [Option(unit, _name(table, unit), _member_ids(table, unit)) for unit in units]
    chosen = UnitId((yield from play.choose_one("unit", side, prompt, options, rule=rule)).key)
    play.emit(PiecesActed(rule=rule, acted=_member_ids(table, chosen)))
    yield from optional_script(act(chosen))
    pass_activation(play, side, rule)


def pass_activation(play: Play[Any], side: SideKey, rule: str) -> None:
    """Pass the activation to the side that follows `side` in the turn order."""
    order = play.state.game.phases
    follower = order[(order.index(side) + 1) % len(order)]
    play.emit(PhaseBegan(rule=rule, turn=play.state.game.turn, phase=follower))


def begin_next_turn(play: Play[Any], rule: str, *, rotates: bool = False) -> None:
    """Begin the next turn, in which no piece has acted yet.

    The first side in the turn order starts every turn. If `rotates` is True, each side starts a turn in
    rotation.
    """
    game = play.state.game
    first = game.phases[game.turn % len(game.phases) if rotates else 0]
    play.emit(PhaseBegan(rule=rule, turn=game.turn + 1, phase=first, fresh=True))


def activation_facts(
    state: State[G], scores: Scores, score_label: str, rule: str, cards: tuple[Card, ...] = ()
) -> GameFacts:
    """Return facts to show to the players, such as the turn and the number of units still to be activated."""
    facts = turn_facts(state, scores, score_label, rule, cards)
    names = {
        str(unit): _name(state.table, unit)
        for unit in dict.fromkeys(p.unit for p in state.table.pieces.values())
    }
    left = len(units_to_activate(state, SideKey(state.game.phase)))
    return msgspec.structs.replace(facts, units=names, actions_left=left)


def _member_ids(table: Table, unit: UnitId) -> tuple[str, ...]:
    return tuple(piece.id for piece in standing_members(table, unit))


def _name(table: Table, unit: UnitId) -> str:
    """Return the name of a unit; if it has none, the name of its only piece, or else the unit's id."""
    members = table.pieces_of_unit(unit)
    if known := table.units.get(unit):
        return known.name
    return members[0].name if len(members) == 1 else str(unit)
