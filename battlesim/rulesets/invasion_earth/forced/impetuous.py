"""Impetuous models, which must go for the nearest enemy that they see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.behaviour.forced_acts import announce_forced_act
from battlesim.behaviour.pursuit import pursuit_route
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.rulings.movement import leg_along
from battlesim.rulings.piece_gaps import plan_gap
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.result_tables import ResultTable

from ..actions.assault_actions import assault, stay_and_fight
from ..actions.move_actions import along_path
from ..assault.aftermath import binding_winner
from ..assault.fighting import charge_leg
from ..attack.shooting import resolve_shot, turn_to_target
from ..attack.strike import Shot
from ..attack.suppression import RESTRICTIONS
from ..core.lookups import (
    has_ability,
    is_in_use,
    is_standing,
    own_models,
    piece_profile,
    piece_weapons,
    standing_enemies,
)
from ..core.marks import SUPPRESSED
from ..core.state import Battle, Game
from ..ground.contact import enemies_in_contact
from ..ground.motion import MOVE, SNEAK, move_rate
from ..sighting.hiding import has_line_of_sight
from ..travel.travel import travel_leg
from ..waiting.zones import moved_to
from . import straight_runs
from .fear import SHORT_OF_CONTACT_IN
from .result_tables import impetuous_table
from .stupidity import hitting_weapon

FORCED, ATTACKS = "IE-IMP-02", "IE-IMP-03"


def forced_models(state: Battle) -> list[Piece]:
    """Return the impetuous models of the active side that are forced to act now (IE-IMP-01)."""
    if not is_in_use(state, "impetuous"):
        return []
    able = (p for p in own_models(state, state.game.phase) if p.id not in state.game.acted)
    free = (p for p in able if has_ability(p, "impetuous") and p.id not in state.game.held)
    return [p for p in free if visible_enemies(state, p)]


def visible_enemies(state: Battle, piece: Piece) -> list[Piece]:
    """Return the enemies that a model sees now."""
    return [enemy for enemy in standing_enemies(state, piece) if has_line_of_sight(state, piece, enemy)]


def is_due(state: Battle) -> bool:
    """Return whether an impetuous model still has to act this turn."""
    return bool(forced_models(state))


def act_impetuously(play: Play[Game]) -> Script[None]:
    """Carry out the forced action of one impetuous model; its player decides which one is next."""
    models = forced_models(play.state)
    piece = models[0]
    if len(models) > 1:
        options = [Option(model.id, model.name, (model.id,)) for model in models]
        side = SideKey(play.state.game.phase)
        chosen = yield from play.choose_one(
            "forced", side, "Which impetuous model acts next?", options, rule=FORCED
        )
        piece = play.state.table.piece(chosen.key)
    yield from _act(play, piece)
    straight_runs.end_forced_act(play, piece.id, FORCED)


def _act(play: Play[Game], piece: Piece) -> Script[None]:
    if binding_winner(play.state, piece) is not None:
        yield from stay_and_fight(play, piece.id)
        return
    enemy = yield from straight_runs.choose_nearest(play, piece.id, visible_enemies(play.state, piece))
    if piece.mark_count(SUPPRESSED) >= 2:
        yield from _act_suppressed(play, piece, enemy)
        return
    order = play.state.game.parameters.impetuous_order
    for kind in order:
        if (yield from ATTACK_KINDS[kind](play, piece, enemy, impetuous_table(order, kind))):
            return


def _assault(play: Play[Game], piece: Piece, enemy: str, table: ResultTable) -> Script[bool]:
    """Assault the enemy if a move reaches it. Return False if it does not."""
    target = play.state.table.piece(enemy)
    touches = target in enemies_in_contact(play.state, piece)
    leg = None if touches else charge_leg(play.state, piece, target, free=True)
    if not touches and leg is None:
        return False
    text = phrase("{model} storms at {enemy}", Ref(piece.id), Ref(enemy))
    straight_runs.announce_leg(play, piece.id, leg, text, (enemy,), ATTACKS, table)
    yield from assault(play, piece.id, enemy, free=True)
    return True


def _move_and_shoot(play: Play[Game], piece: Piece, enemy: str, table: ResultTable) -> Script[bool]:
    """Move straight toward the enemy and fire, if that gives a shot. Return False if it does not."""
    target = play.state.table.piece(enemy)
    far = max(
        0.0, min(piece_profile(piece).move, plan_gap(play.state.table, piece, target) - SHORT_OF_CONTACT_IN)
    )
    direction = straight_runs.direction_to(piece, target)
    leg = straight_runs.straight_leg_toward(play.state, piece, MOVE, direction, far)
    there = moved_to(play.state.table.ground, piece, leg.end) if leg else piece
    weapon = hitting_weapon(play.state, there, target)
    if not weapon:
        return False
    text = phrase("{model} advances on {enemy}, firing", Ref(piece.id), Ref(enemy))
    straight_runs.announce_leg(play, piece.id, leg, text, (enemy,), ATTACKS, table)
    if leg:
        motion = straight_runs.forced_motion(play.state, piece, MOVE, far)
        if not (yield from travel_leg(play, leg, motion, FORCED, MOVE)):
            return True
    yield from _shoot(play, piece.id, enemy, moved=leg is not None)
    return True


def _shoot(play: Play[Game], piece: str, enemy: str, moved: bool) -> Script[None]:
    """Fire once at the enemy, if it is still in range and sight."""
    table = play.state.table
    if not (is_standing(play.state, piece) and is_standing(play.state, enemy)):
        return
    weapon = hitting_weapon(play.state, table.piece(piece), table.piece(enemy))
    if weapon:
        turn_to_target(play, piece, weapon, enemy)
        own = play.state.table.piece(piece)
        shot = Shot(own, play.state.table.piece(enemy), piece_weapons(own)[weapon], moved)
        yield from resolve_shot(play, shot)


def _close_in(play: Play[Game], piece: Piece, enemy: str, table: ResultTable) -> Script[bool]:
    """Move at the highest rate toward the enemy by the shortest path, just short of contact."""
    gait = straight_runs.fastest_gait(play.state.table, piece)
    return (yield from _go_toward(play, piece, enemy, gait, FORCED, table))


def _go_toward(
    play: Play[Game], piece: Piece, enemy: str, gait: str, rule: str, table: ResultTable | None = None
) -> Script[bool]:
    target, rate = play.state.table.piece(enemy), move_rate(play.state.table, piece, gait)
    gap = plan_gap(play.state.table, piece, target)
    motion = straight_runs.forced_motion(
        play.state, piece, gait, min(rate, max(0.0, gap - SHORT_OF_CONTACT_IN))
    )
    route = pursuit_route(play.state.table, motion, enemy)
    leg = leg_along(play.state.table, motion, route.path) if route else None
    text = phrase("{model} rushes at {enemy}", Ref(piece.id), Ref(enemy))
    straight_runs.announce_leg(play, piece.id, leg, text, (enemy,), rule, table)
    if leg is None:
        return False
    yield from travel_leg(play, along_path(leg), motion, rule, gait)
    return True


def _act_suppressed(play: Play[Game], piece: Piece, enemy: str) -> Script[None]:
    """Fire if it can, else sneak nearer, else do nothing."""
    if hitting_weapon(play.state, piece, play.state.table.piece(enemy)):
        text = phrase("{model} fires at {enemy}", Ref(piece.id), Ref(enemy))
        announce_forced_act(play, [piece.id], text, at=(enemy,), rule=RESTRICTIONS)
        yield from _shoot(play, piece.id, enemy, moved=False)
    elif move_rate(play.state.table, piece, SNEAK):
        yield from _go_toward(play, piece, enemy, SNEAK, RESTRICTIONS)


ATTACK_KINDS: Mapping[str, Callable[[Play[Game], Piece, str, ResultTable], Script[bool]]] = {
    "assault": _assault,
    "shot": _move_and_shoot,
    "move": _close_in,
}
"""What an impetuous model does, by the words of the option impetuous_preference."""
