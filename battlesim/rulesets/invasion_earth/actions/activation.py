"""The choice of the model that acts, and of its action."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import MilestonePassed
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece

from ..assault import aftermath
from ..attack import building_shots, suppression
from ..attack.blasts import LUCKY_STRIKE
from ..attack.targeting import TARGET_PROCEDURE
from ..core.lookups import is_in_use, own_models
from ..core.state import OBJECTIVES, Battle, Game
from ..ground import loads
from ..ground.motion import MOVE, MOVE_FAST, SNEAK
from ..sighting import observers, sightings
from ..waiting import waiting
from . import (
    action_count,
    assault_actions,
    fire_actions,
    flight,
    move_actions,
    repairs,
    suppression_actions,
    swivels,
)
from .action_count import ONE_ACTION
from .model_actions import ModelAction, ModelActions

END_KEY, NOTHING_KEY = "end", "nothing"
ACTIONS_OVER = "actions"
"""The milestone that a side's models act no more in this turn."""

MODEL_ACTIONS: ModelActions = {
    aftermath.STAY_KEY: assault_actions.STAY_ACTION,
    aftermath.RUN_KEY: move_actions.RUN_AWAY_ACTION,
    "fire": ModelAction(
        "Fire",
        TARGET_PROCEDURE,
        fire_actions.why_cannot_fire,
        fire_actions.perform_fire,
        fire_actions.is_armed,
    ),
    MOVE: move_actions.move_action(MOVE),
    "move_fire": ModelAction(
        "Move and fire",
        fire_actions.MOVE_AND_FIRE,
        lambda state, piece: "",
        fire_actions.perform_move_and_fire,
        fire_actions.has_light_weapon,
    ),
    MOVE_FAST: move_actions.move_action(MOVE_FAST),
    "assault": assault_actions.ASSAULT_ACTION,
    SNEAK: move_actions.move_action(SNEAK),
    "hide": move_actions.HIDE_ACTION,
    "turn": ModelAction(
        "Turn",
        move_actions.TURN,
        lambda state, piece: "",
        move_actions.perform_turn,
        lambda state, piece: True,
    ),
    "swivel": swivels.SWIVEL_ACTION,
    "lift_off": flight.LIFT_OFF_ACTION,
    "land": flight.LAND_ACTION,
    "fix": repairs.FIX_ACTION,
    "suppress_area": suppression_actions.AREA_ACTION,
    "suppress_cover": suppression_actions.COVER_ACTION,
    "suppress_cover_together": suppression_actions.COVER_TOGETHER_ACTION,
    "fire_building": ModelAction(
        "Fire at a building",
        LUCKY_STRIKE,
        building_shots.why_no_building,
        building_shots.perform_building_shot,
        building_shots.is_listed,
    ),
    "take_up": ModelAction(
        "Take up the object (no action)",
        OBJECTIVES,
        loads.why_cannot_take_up,
        loads.take_up,
        loads.can_take_up,
    ),
    "announce": move_actions.ANNOUNCE_ACTION,
    "perceive": ModelAction(
        "Perceive an enemy (no action)",
        sightings.TRIES,
        sightings.why_cannot_perceive,
        sightings.perceive,
        lambda state, piece: is_in_use(state, "sighting") and sightings.has_unsighted_enemy(state, piece),
    ),
}
FREE_ACTIONS = ("perceive", "announce", "take_up")
"""The keys of actions that are open in every state and cost nothing."""

ActionBan = Callable[[Battle, Piece, str], AnyText]
ACTION_BANS: tuple[ActionBan, ...] = (
    aftermath.why_barred_by_grapple,
    aftermath.why_barred_by_defeat,
    waiting.why_barred_by_waiting,
    observers.why_barred_by_observing,
    suppression.why_barred_by_suppression,
    action_count.why_barred_by_first_action,
)
"""The states that close actions to a model, in the order in which their reasons are told."""


def models_to_act(state: Battle) -> list[Piece]:
    """Return the models of the active side that have not acted yet, sorted by id."""
    game = state.game
    if ACTIONS_OVER in game.passed:
        return []
    return [piece for piece in own_models(state, game.phase) if piece.id not in game.acted]


def run_action(play: Play[Game]) -> Script[None]:
    """Ask for a model's action, a declaration of lying in wait, or the end of the turn, and carry it out."""
    side = SideKey(play.state.game.phase)
    models = [
        Option(piece.id, piece.name, (piece.id,), settled=waiting.is_waiting(piece))
        for piece in models_to_act(play.state)
    ]
    waits = waiting.waiting_options(play.state)
    end = Option(END_KEY, "End the turn")
    chosen = yield from play.choose_one(
        "piece",
        side,
        "Which model acts?",
        (*models, *closed_last(waits), end),
        rule=ONE_ACTION,
        least=END_KEY,
    )
    if chosen.key == END_KEY:
        play.emit(MilestonePassed(rule=ONE_ACTION, what=ACTIONS_OVER))
    elif chosen.key not in play.state.table.pieces:
        yield from waiting.declare(play, chosen.key)
    else:
        yield from act_with(play, chosen.key)


def act_with(play: Play[Game], piece: str) -> Script[None]:
    """Ask which action a model takes and carry it out; every action but a free one is used up."""
    decision = action_decision(play.state, play.state.table.piece(piece))
    key = yield from play.ask(decision)
    if key != NOTHING_KEY:
        aftermath.let_go(play, piece, key)
        observers.mark_busy(play, piece, key)
        action = MODEL_ACTIONS[key]
        yield from action.perform(play.under_rule(action.rule), piece)
    if key not in FREE_ACTIONS:
        action_count.spend_action(play, piece, key, ends=key == NOTHING_KEY)
    aftermath.end_broken_holds(play)


def action_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision on a model's action; unavailable actions are listed with the reason."""
    options = [
        Option(
            key, action.label, rule=action.rule, by=(piece.id,), act=key, shut=why_closed(state, piece, key)
        )
        for key, action in MODEL_ACTIONS.items()
        if action.is_listed(state, piece)
    ]
    return ChooseOne(
        side=piece.side,
        what="action",
        prompt=phrase("{}: which action?", piece.name),
        rule=ONE_ACTION,
        about=piece.id,
        options=(*closed_last(options), Option(NOTHING_KEY, "Nothing this turn")),
        least=NOTHING_KEY,
    )


def why_closed(state: Battle, piece: Piece, key: str) -> AnyText:
    """Return why a model cannot take an action, or "" if it can."""
    bans = () if key in FREE_ACTIONS else ACTION_BANS
    barred = next((why for ban in bans if (why := ban(state, piece, key))), "")
    return barred or MODEL_ACTIONS[key].why_closed(state, piece)
