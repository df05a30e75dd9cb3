"""Melee attacks: opposed rolls, claws and tails, and the choice of opponents. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import OpposedRoll
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.events import DieTag
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.wound_effects import apply_wound
from ..core.lookups import active_foes, defence_bonus, has_ability, is_active, piece_profile
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.facing import turn_to
from ..ground.surface import surface
from . import hug

DICE = "TS-MELE-01"
TAIL_RULE = "TS-ALN-11"
ONE_BY_ONE = "TS-GAP-65"
TAIL_REACH_IN = 3.0
TAIL_ATTACK = "tail"
ATTACK_NAMES = {1: ("attack",), 3: ("claw", "claw", TAIL_ATTACK)}
"""The names of a figure's attacks, by its number of melee dice."""
NONE_KEY = "none"


def melee_roll(state: Battle, attacker: Piece, victim: Piece, name: str) -> OpposedRoll:
    """Return the roll of a melee attack: the attacker's Melee against the victim's Defence."""
    ours = DieTag(attacker.side, f"{name.capitalize()} of {attacker.name}")
    theirs = DieTag(victim.side, f"Defence of {victim.name}")
    return OpposedRoll(
        bonus=(piece_profile(attacker).melee, defence_bonus(state, victim)), tags=(ours, theirs), rule=DICE
    )


def make_attack(play: Play[Game], attacker_id: str, victim: str, name: str) -> Script[None]:
    """Make a melee attack; its margin is applied as a wound without a roll to hit (TS-MELE-03)."""
    turn_to(play, attacker_id, play.state.table.piece(victim).xy)
    pieces = play.state.table.pieces
    pair = melee_roll(play.state, pieces[attacker_id], pieces[victim], name)
    margin = yield from roll_script(
        play,
        single_roll(pair),
        phrase("{attack} of {attacker} on {victim}", name, Ref(attacker_id), Ref(victim)),
        rule=DICE,
        by=attacker_id,
    )
    if has_ability(pieces[attacker_id], "hug"):
        hug.apply_hug_attack(play, attacker_id, victim, margin)
    else:
        apply_wound(play, victim, margin, "melee", attacker_id)


def make_all_attacks(play: Play[Game], attacker_id: str, victim: str) -> Script[tuple[str, ...]]:
    """Make all attacks of a figure, first at a given enemy. Return the ids of the figures attacked.

    Once the victim is down, the next claw strikes another enemy in contact, or is lost if there is none.
    """
    under, attacked = play.under_rule(ONE_BY_ONE), [victim]
    clawed = play.state.table.piece(victim)
    for name in ATTACK_NAMES[piece_profile(play.state.table.piece(attacker_id)).attacks]:
        if name == TAIL_ATTACK:
            victim = yield from _tail(play.under_rule(TAIL_RULE), attacker_id, clawed)
        elif not is_active(play.state.table.piece(victim)):
            others = engaged_enemies(play.state, play.state.table.piece(attacker_id))
            victim = yield from choose_opponent(under, attacker_id, others)
            clawed = play.state.table.pieces.get(victim, clawed)
        if victim:
            yield from make_attack(play, attacker_id, victim, name)
            attacked.append(victim)
    return tuple(dict.fromkeys(attacked))


def has_choosing_player(state: Battle, piece: Piece) -> bool:
    """Return whether a player makes the choices for a figure."""
    return piece.side == MARINES or state.game.parameters.creatures_played


def weakest_id(state: Battle, pieces: Iterable[Piece]) -> str:
    """Return the id of the piece with the lowest Defence Bonus, or "" if there are none."""
    return min(((defence_bonus(state, piece), piece.id) for piece in pieces), default=(0, ""))[1]


def choose_opponent(play: Play[Game], piece: str, enemies: list[Piece]) -> Script[str]:
    """Return the id of the enemy that a figure attacks: the one its player chooses, or else the weakest."""
    own = play.state.table.piece(piece)
    if len(enemies) < 2 or not has_choosing_player(play.state, own):
        return weakest_id(play.state, enemies)
    words = phrase("Which enemy does {figure} attack?", Ref(piece))
    chosen = yield from play.choose_one("opponent", own.side, words, piece_options(enemies), about=piece)
    return chosen.key


def tail_targets(state: Battle, attacker: Piece, clawed: Piece) -> list[Piece]:
    """Return the enemies that a tail can strike, within 3 in of the figure that the claws struck.

    It does not reach through the walls of a building or a shut door.
    """
    held, ground = ground_obstacles(state.table.ground), surface(state.table.ground)
    walls = (*(t.walls_id for t in map(state.table.ground.get, ground.building_ids)), *ground.shut)
    return [
        foe
        for foe in active_foes(state, attacker)
        if is_within_distance(piece_gap(state.table, clawed, foe), TAIL_REACH_IN)
        and not held.intersects_segment(attacker.xy, foe.xy, walls)
    ]


def _tail(play: Play[Game], by: str, clawed: Piece) -> Script[str]:
    """Return the id of the tail's target, which is chosen after both claws, or "" if it has no target."""
    state = play.state
    own = state.table.piece(by)
    found = tail_targets(state, own, clawed)
    if not found or not has_choosing_player(state, own):
        return default_tail_target(state, own, clawed, found)
    options = (*piece_options(found), Option(NONE_KEY, "Nobody", (by, clawed.id)))
    words = phrase("Which figure does the tail of {creature} strike?", Ref(by))
    chosen = yield from play.choose_one("tail", own.side, words, options, about=by)
    return "" if chosen.key == NONE_KEY else chosen.key


def default_tail_target(state: Battle, attacker: Piece, clawed: Piece, candidates: list[Piece]) -> str:
    """Return the tail's target if no player chooses it, or "" if there is none (TS-GAP-87).

    It is the figure struck by the claws if possible, else the nearest of those with the lowest Defence Bonus.
    """
    if clawed.id in (piece.id for piece in candidates):
        return clawed.id
    table = state.table
    ranked = ((defence_bonus(state, p), round(piece_gap(table, attacker, p), 6), p.id) for p in candidates)
    return min(ranked, default=(0, 0.0, ""))[2]
