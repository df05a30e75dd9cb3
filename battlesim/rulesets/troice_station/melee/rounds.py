"""Rounds of melee: on contact, at the start of an activation, and when a figure breaks off."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_active, piece_profile
from ..core.marks import FOUGHT, LEFT
from ..core.state import CREATURES, MARINES, Battle, Game
from ..ground.contact import apply_contact, are_in_contact, engaged_enemies
from .melee_attacks import ATTACK_NAMES, choose_opponent, make_all_attacks, make_attack

ROUNDS = "TS-GAP-63"
FREE = "TS-MELE-02"
DECLINE_KEY = "decline"


def has_attacks_left(state: Battle, piece: Piece) -> bool:
    """Return whether a figure can still make its attacks in this activation.

    If an option says so, a creature with actions left can make its attacks again on each contact.
    """
    again = state.game.parameters.every_contact and piece.side == CREATURES and piece.has_mark(LEFT)
    return again or not piece.has_mark(FOUGHT)


def fight_on_contact(play: Play[Game], mover: str) -> Script[None]:
    """Fight a round of melee for a figure that has just moved into contact."""
    enemies = apply_contact(play.under_rule(ROUNDS), mover)
    if enemies and has_attacks_left(play.state, play.state.table.piece(mover)):
        victim = yield from choose_opponent(play.under_rule(ROUNDS), mover, enemies)
        yield from fight_round(play, mover, victim)


def fight_at_activation(play: Play[Game], piece: str) -> Script[None]:
    """Fight the free round of melee of a figure that is in contact when its activation begins."""
    enemies = apply_contact(play.under_rule(ROUNDS), piece)
    if not enemies:
        return
    if play.state.table.piece(piece).side == MARINES:
        victim = yield from _accepted(play.under_rule(FREE), piece, enemies)
    else:
        victim = yield from choose_opponent(play.under_rule(ROUNDS), piece, enemies)
    if victim:
        yield from fight_round(play, piece, victim)


def _accepted(play: Play[Game], piece: str, enemies: list[Piece]) -> Script[str]:
    """Return the id of the enemy that a marine chooses to attack, or "" if the marine declines."""
    attacks = [
        Option(
            foe.id, phrase("Attack {}", Ref(foe.id)), (piece, foe.id), by=(piece,), act="fight", to=(foe.id,)
        )
        for foe in enemies
    ]
    options = (*attacks, Option(DECLINE_KEY, "Do not attack"))
    words = phrase("{figure} may fight a round at no cost", Ref(piece))
    chosen = yield from play.choose_one("melee", MARINES, words, options, about=piece, least=DECLINE_KEY)
    return chosen.to[0] if chosen.act else ""


def fight_round(play: Play[Game], attacker_id: str, victim: str) -> Script[None]:
    """Fight a round: a figure makes all its attacks, then those attacked strike back (TS-ACT-04).

    A figure that was attacked without being in contact does not strike back.
    """
    set_mark(play.under_rule(ROUNDS), [attacker_id], FOUGHT, 1)
    for other in (yield from make_all_attacks(play, attacker_id, victim)):
        pieces = play.state.table.pieces
        if is_active(pieces[other]) and are_in_contact(play.state, pieces[other], pieces[attacker_id]):
            yield from make_all_attacks(play, other, attacker_id)


def break_off(play: Play[Game], piece: str) -> Script[bool]:
    """Let each enemy in contact attack a figure that breaks off. Return whether the figure stays active."""
    under = play.under_rule("TS-GAP-64")
    for foe in engaged_enemies(play.state, play.state.table.piece(piece)):
        if is_active(play.state.table.piece(piece)):
            yield from make_attack(under, foe.id, piece, ATTACK_NAMES[piece_profile(foe).attacks][0])
    return is_active(play.state.table.piece(piece))
