"""The action of one model: which model acts, and what it does."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import MilestonePassed, PiecesActed
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece

from ..assault import fighting
from ..attack.targeting import TARGET_PROCEDURE
from ..core.state import Battle, Game
from ..ground.motion import MOVE, MOVE_FAST
from . import fire_actions, move_actions
from .model_actions import ModelAction, ModelActions

ONE_ACTION = "IE-GAP-04"
END_KEY, NOTHING_KEY = "end", "nothing"
ACTIONS_OVER = "actions"
"""The milestone that a side's models act no more in this turn."""

MODEL_ACTIONS: ModelActions = {
    "fire": ModelAction(
        "Fire",
        TARGET_PROCEDURE,
        fire_actions.why_cannot_fire,
        fire_actions.perform_fire,
        fire_actions.is_armed,
    ),
    MOVE: move_actions.move_kind(MOVE),
    "move_fire": ModelAction(
        "Move and fire",
        fire_actions.MOVE_AND_FIRE,
        lambda state, piece: "",
        fire_actions.perform_move_and_fire,
        fire_actions.has_light_weapon,
    ),
    MOVE_FAST: move_actions.move_kind(MOVE_FAST),
    "assault": ModelAction(
        "Assault", fighting.ASSAULT, fighting.why_cannot_assault, fighting.ask_and_assault
    ),
    "turn": ModelAction("Turn", move_actions.TURN, lambda state, piece: "", move_actions.perform_turn),
}


def models_to_act(state: Battle) -> list[Piece]:
    """Return the models of the side whose turn it is that have not acted in it, sorted by id."""
    game = state.game
    if ACTIONS_OVER in game.passed:
        return []
    own = (piece for piece in state.table.standing_pieces() if piece.side == game.phase)
    return sorted((piece for piece in own if piece.id not in game.acted), key=lambda piece: piece.id)


def run_action(play: Play[Game]) -> Script[None]:
    """Run the action of one model, or end the actions of this turn."""
    side = SideKey(play.state.game.phase)
    models = [Option(piece.id, piece.name, (piece.id,)) for piece in models_to_act(play.state)]
    end = Option(END_KEY, "End the turn")
    chosen = yield from play.choose_one(
        "piece", side, "Which model acts?", (*models, end), rule=ONE_ACTION, least=END_KEY
    )
    if chosen.key == END_KEY:
        play.emit(MilestonePassed(rule=ONE_ACTION, what=ACTIONS_OVER))
        return
    yield from act_with(play, chosen.key)


def act_with(play: Play[Game], piece: str) -> Script[None]:
    """Ask what a model does and do it; a model that does something after all has used its action."""
    decision = action_decision(play.state, play.state.table.piece(piece))
    key = yield from play.ask(decision)
    if key == NOTHING_KEY:
        play.emit(PiecesActed(rule=ONE_ACTION, acted=(piece,)))
        return
    kind = MODEL_ACTIONS[key]
    acted = yield from kind.perform(play.under_rule(kind.rule), piece)
    if acted:
        play.emit(PiecesActed(rule=ONE_ACTION, acted=(piece,)))


def action_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision what a model does; closed actions say why."""
    options = [
        Option(key, kind.label, rule=kind.rule, by=(piece.id,), act=key, shut=_why_closed(state, piece, key))
        for key, kind in MODEL_ACTIONS.items()
        if kind.is_in_profile(piece)
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


def _why_closed(state: Battle, piece: Piece, key: str) -> AnyText:
    return MODEL_ACTIONS[key].why_closed(state, piece)
