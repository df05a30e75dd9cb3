"""The path of an assault, and the opposed dice of the combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, exact_chances, roll_together
from battlesim.mechanics.contest import OpposedRoll
from battlesim.mechanics.group_moves import carry_out_legs
from battlesim.mechanics.interrupted_moves import travel
from battlesim.mechanics.pieces import face_piece
from battlesim.rulings.movement import Leg, Motion
from battlesim.rulings.piece_gaps import piece_gap, too_far_text
from battlesim.table.events import DieTag
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.damage import apply_damage, disturb_repair
from ..attack.strike import SAVE, save_script
from ..core.lookups import is_standing, piece_profile, standing_enemies
from ..core.state import Battle, CombatResult, Game
from ..ground.contact import are_in_contact, contact_leg
from ..ground.heights import are_on_one_level
from ..ground.loose import pushes
from ..ground.motion import MOVE, gait_motion, move_rate
from ..sighting.hiding import end_hiding
from ..sighting.sightings import why_not_sighted
from .aftermath import settle_combat

ASSAULT = "IE-GAP-14"
FIGHT = "IE-GAP-15"
ASSAULT_DAMAGE = 1
"""The HITS that a strike in an assault takes off (IE-WPN-17)."""
NO_ENEMY_KEY = "none"

FightResult = tuple[CombatResult, int, int]
"""The result of a fight for the attacker, and the HITS that attacker and defender lose."""


def charge_motion(state: Battle, piece: Piece, free: bool, gait: str = MOVE) -> Motion:
    """Return how a model may move in an assault; a `free` one may begin with a change of facing.

    The gait (way of moving) says how far, and what it may cross: nothing in a charge at MOVE FAST.
    """
    motion = gait_motion(state, piece, gait)
    return msgspec.structs.replace(motion, heading=msgspec.UNSET, ends=()) if free else motion


def charge_leg(state: Battle, piece: Piece, enemy: Piece, free: bool = False, gait: str = MOVE) -> Leg | None:
    """Return the shortest move by which a model comes into contact with an enemy, or None."""
    return contact_leg(state, charge_motion(state, piece, free, gait), enemy)


def why_no_assault(state: Battle, piece: Piece, enemy: Piece) -> AnyText:
    """Return why a model cannot assault an enemy, or "" if it can (IE-GRP-04, IE-GAP-17)."""
    holder = state.game.held.get(enemy.id)
    if piece.id in state.game.held.values() and holder != piece.id:
        return "it holds another model"
    if are_in_contact(state, piece, enemy):
        return ""
    if not are_on_one_level(state.table, piece, enemy):
        return "not at the same height"
    if unsighted := why_not_sighted(state, piece, enemy):
        return unsighted
    if far := too_far_text(piece_gap(state.table, piece, enemy), move_rate(state.table, piece, MOVE)):
        return far
    return "" if charge_leg(state, piece, enemy) else "no legal path leads into contact"


def assault_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each enemy; for enemies that cannot be assaulted, it gives the reason."""
    for enemy in standing_enemies(state, piece):
        yield Option(
            enemy.id,
            phrase("{}", Ref(enemy.id)),
            at=(enemy.id,),
            rule=ASSAULT,
            by=(piece.id,),
            act="assault",
            to=(enemy.id,),
            shut=why_no_assault(state, piece, enemy),
        )


def why_cannot_assault(state: Battle, piece: Piece) -> AnyText:
    """Return why a model has no enemy to assault, or "" if it has one."""
    options = list(assault_options(state, piece))
    if any(not option.shut for option in options):
        return ""
    return options[0].shut if len(options) == 1 else "no enemy is within reach"


def assault_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks which enemy a model assaults."""
    none = Option(NO_ENEMY_KEY, "No assault")
    return ChooseOne(
        side=piece.side,
        what="enemy",
        prompt=phrase("{}: assault whom?", piece.name),
        rule=ASSAULT,
        about=piece.id,
        options=(*closed_last(assault_options(state, piece)), none),
        least=NO_ENEMY_KEY,
    )


def charge(play: Play[Game], piece: str, enemy: str) -> Script[bool]:
    """Move a waiting model into contact with an enemy, facing it. Return False if there is no path."""
    state, table = play.state, play.state.table
    mover, target = table.piece(piece), table.piece(enemy)
    end_hiding(play, piece)
    if not are_in_contact(state, mover, target):
        leg = charge_leg(state, mover, target, free=True)
        if leg is None:
            return False
        motion = charge_motion(state, mover, free=True)
        yield from travel(play, leg, [pushes(play)], lambda part: _carry(play, part, motion))
    face_enemy(play, piece, enemy)
    return are_in_contact(play.state, play.state.table.piece(piece), play.state.table.piece(enemy))


def _carry(play: Play[Game], leg: Leg, motion: Motion) -> None:
    carry_out_legs(play, [leg], lambda state, _: motion, ASSAULT, "charge")


def face_enemy(play: Play[Game], piece: str, enemy: str) -> None:
    """Turn a model to face an enemy."""
    table = play.state.table
    face_piece(play, piece, round(bearing(table.piece(piece).xy, table.piece(enemy).xy), 3), ASSAULT)


def fight_roll(attacker: Piece, defender: Piece) -> OpposedRoll:
    """Return the opposed roll of a combat, in which each die is modified by the ASSAULT SCORE."""
    tags = DieTag(attacker.side, attacker.name), DieTag(defender.side, defender.name)
    scores = piece_profile(attacker).assault, piece_profile(defender).assault
    return OpposedRoll(tags=tags, bonus=scores, notes=("ASSAULT SCORE", "ASSAULT SCORE"), rule=FIGHT)


def fight_script(attacker: Piece, defender: Piece) -> DiceScript[FightResult]:
    """Roll a combat and the loser's save. Return the HITS lost by each model."""
    margin: int = yield fight_roll(attacker, defender)
    if margin > 0:
        return "won", 0, (yield from save_script(defender, 0, ASSAULT_DAMAGE))
    if margin < 0:
        return "lost", (yield from save_script(attacker, 0, ASSAULT_DAMAGE)), 0
    return "drawn", 0, 0


def fight_chances(attacker: Piece, defender: Piece) -> Mapping[FightResult, float]:
    """Return the exact chance of each result of a combat."""
    return exact_chances(lambda: fight_script(attacker, defender))


def fight(play: Play[Game], attacker: str, defender: str, own_turn: bool = True) -> Script[None]:
    """Fight one exchange between two models in contact, and apply its consequences (IE-GRP-02).

    An attacker that wins takes hold of the defender only in its own turn.
    """
    if not is_standing(play.state, attacker) or not is_standing(play.state, defender):
        return
    end_hiding(play, defender)
    disturb_repair(play, defender)
    table = play.state.table
    text = phrase("{} against {}", Ref(attacker), Ref(defender))
    script = fight_script(table.piece(attacker), table.piece(defender))
    run = DiceScriptRun(script)
    yield from roll_together(play, [run], text, rule=FIGHT, by=attacker)
    if run.pending_roll is not None:
        loser = defender if run.value > 0 else attacker
        yield from roll_together(play, [run], phrase("{} saves", Ref(loser)), rule=SAVE, by=loser)
    result, lost, dealt = run.end
    apply_damage(play, defender, dealt, attacker)
    apply_damage(play, attacker, lost, defender)
    settle_combat(play, attacker, defender, result, own_turn)
