"""The consequences of a combat: the limits on the loser, running away, and grapples."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.placement import push_base
from battlesim.mechanics.chance import d6_at_least, roll_script, single_roll
from battlesim.mechanics.turns import PiecesActed
from battlesim.rulings.movement import passing_space
from battlesim.table.levels import shifted_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

from ..core.events import CombatFought, CombatsForgotten, HoldChanged
from ..core.lookups import is_in_use, is_standing, own_models, piece_profile
from ..core.state import Battle, CombatResult, Game
from ..ground.contact import are_in_contact
from ..ground.loads import bring_load
from ..ground.motion import MOVE, MOVE_FAST, gait_motion, move_rate

BREAK_OFF = "IE-GAP-16"
BOUND = "IE-ASL-03"
RUN_AWAY = "IE-ASL-05"
BINDS_UNTIL = "IE-GAP-86"
HOLDS = "IE-GRP-03"
ESCAPE = "IE-GRP-06"
LETS_GO = "IE-GAP-88"
BREAK_OFF_GAP_IN = 1.0
STAY_KEY, RUN_KEY = "stay_and_fight", "run_away"
"""The keys of the two actions of a model that lost its last combat."""
HOLDER_ACTIONS = ("assault", "turn")
"""The keys of the actions with which a grappler keeps its hold."""


def settle_combat(
    play: Play[Game], attacker: str, defender: str, result: CombatResult, own_turn: bool
) -> None:
    """Record a combat, and grapple a beaten model, or separate the models without advanced assaults.

    Rules: IE-GRP-01, IE-GRP-09, IE-ASL-01.
    """
    if not (is_standing(play.state, attacker) and is_standing(play.state, defender)):
        return
    state = play.state
    if not is_in_use(state, "assault"):
        _break_off(play, attacker, defender)
        return
    play.emit(CombatFought(rule=BOUND, attacker=attacker, defender=defender, result=result))
    holder = state.game.held.get(attacker)
    if holder == defender and result == "won":
        play.emit(HoldChanged(rule=HOLDS, victim=attacker))
    if state.game.held.get(defender) == attacker and result == "lost":
        play.emit(HoldChanged(rule=HOLDS, victim=defender))
    grapples = piece_profile(state.table.piece(attacker)).grapple and is_in_use(state, "grapple")
    if own_turn and grapples and result == "won" and defender not in state.game.held:
        play.emit(HoldChanged(rule=HOLDS, victim=defender, grappler=attacker))
        play.log_message(phrase("{} holds {}", Ref(attacker), Ref(defender)), by=attacker, rule=HOLDS)


def _break_off(play: Play[Game], attacker: str, defender: str) -> None:
    """Move the attacker straight back until 1 in lies between the bases, less if something stops it."""
    table = play.state.table
    away = bearing(table.piece(defender).xy, table.piece(attacker).xy)
    _move_straight(play, attacker, away, BREAK_OFF_GAP_IN, BREAK_OFF, "break_off", away + 180.0)


def _move_straight(
    play: Play[Game], piece: str, direction: float, distance: float, rule: str, how: str, facing: float
) -> None:
    """Move a model straight in a direction as far as there is room, and turn it to a facing in degrees."""
    own, ground = play.state.table.piece(piece), play.state.table.ground
    assert isinstance(own.place, OnTable), "it fought on the table"
    (x, y), _ = push_base(_free_space(play.state, own), own.xy, direction, distance)
    place = shifted_place(ground, own.place, round(x, 3), round(y, 3), round(facing % 360.0, 3))
    if place != own.place:
        play.move_piece(piece, place, how, path=(own.xy, (place.x, place.y)), rule=rule)
        bring_load(play, piece)


def _free_space(state: Battle, piece: Piece) -> FreeSpace:
    motion = gait_motion(state, piece, MOVE, pushes=False)
    return passing_space(state.table, motion).without_overlaps_at(piece.xy)


def binding_winner(state: Battle, piece: Piece) -> Piece | None:
    """Return the enemy in contact that won a model's last combat, or None (IE-ASL-02, IE-ASL-04)."""
    combat = state.game.combats.get(piece.id)
    if combat is None or combat.result != "lost" or piece.id in state.game.held:
        return None
    if not is_standing(state, combat.enemy):
        return None
    enemy = state.table.piece(combat.enemy)
    return enemy if are_in_contact(state, piece, enemy) else None


def why_barred_by_defeat(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why a lost combat prevents a model from taking an action, or "" if it does not."""
    winner = binding_winner(state, piece)
    if winner is None or action in (STAY_KEY, RUN_KEY):
        return ""
    return phrase("it lost against {winner}, so it must stay and fight or run away", Ref(winner.id))


def fast_rate(table: Table, piece: Piece) -> float:
    """Return a model's MOVE FAST rate in inches, or its MOVE rate if it has none."""
    return move_rate(table, piece, MOVE_FAST) or move_rate(table, piece, MOVE)


def why_cannot_run_away(state: Battle, piece: Piece) -> AnyText:
    """Return why a defeated model cannot run away, or "" if it can (IE-ASL-07)."""
    winner = binding_winner(state, piece)
    if winner is None:
        return "it has not lost a combat"
    table = state.table
    is_faster = fast_rate(table, piece) > fast_rate(table, winner)
    return "" if is_faster else phrase("{enemy} is as fast", Ref(winner.id))


def run_away(play: Play[Game], piece: str) -> None:
    """Move a defeated model straight away from its winner, as far as there is room (IE-GAP-85, IE-ASL-06)."""
    own = play.state.table.piece(piece)
    winner = binding_winner(play.state, own)
    if winner is not None:
        away = bearing(winner.xy, own.xy)
        _move_straight(play, piece, away, fast_rate(play.state.table, own), RUN_AWAY, "flee", away)


def forget_combats(play: Play[Game], side: str) -> None:
    """Lift the limits that earlier combats place on a side's models, at the end of its turn."""
    game = play.state.game
    over = tuple(
        piece.id
        for piece in own_models(play.state, side)
        if piece.id in game.combats
        and (game.combats[piece.id].turn, game.combats[piece.id].phase) != (game.turn, game.phase)
    )
    if over:
        play.emit(CombatsForgotten(rule=BINDS_UNTIL, models=over))


def why_barred_by_grapple(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why a grapple prevents a held model from taking an action, or "" if it does not."""
    holder = state.game.held.get(piece.id)
    return phrase("{} holds it", Ref(holder)) if holder else ""


def let_go(play: Play[Game], grappler: str, action: str) -> None:
    """Release the model that a grappler holds if its action is not to fight or turn (IE-GAP-87)."""
    for victim, holder in play.state.game.held.items():
        if holder == grappler and action not in HOLDER_ACTIONS:
            play.emit(HoldChanged(rule=LETS_GO, victim=victim))


def end_broken_holds(play: Play[Game]) -> None:
    """Release each held model whose grappler has gone or is no longer in contact."""
    state = play.state
    for victim, holder in state.game.held.items():
        stand = is_standing(state, victim) and is_standing(state, holder)
        if not stand or not are_in_contact(state, state.table.piece(victim), state.table.piece(holder)):
            play.emit(HoldChanged(rule=LETS_GO, victim=victim))


def roll_escapes(play: Play[Game]) -> Script[None]:
    """Roll an escape for each held model of the active side; a model that fails can do nothing.

    Rules: IE-GRP-05, IE-GRP-07, IE-GRP-08.
    """
    side = play.state.game.phase
    for model in own_models(play.state, side):
        holder = play.state.game.held.get(model.id)
        if holder is None:
            continue
        number = piece_profile(play.state.table.piece(holder)).grapple
        text = phrase("{model} escapes from {holder}", Ref(model.id), Ref(holder))
        roll = single_roll(d6_at_least(number, ESCAPE, on="to escape"))
        if (yield from roll_script(play, roll, text, rule=ESCAPE, by=model.id)):
            play.emit(HoldChanged(rule=ESCAPE, victim=model.id))
            play.emit(CombatsForgotten(rule=ESCAPE, models=(model.id,)))
        else:
            play.emit(PiecesActed(rule=ESCAPE, acted=(model.id,)))
