"""Aimed shots: the options of a model, and the shot itself."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.mechanics.chance import roll_script
from battlesim.mechanics.pieces import face_piece
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_weapons, standing_enemies
from ..core.state import Battle, Game
from .damage import apply_damage
from .strike import STRIKE, Shot, shot_script
from .targeting import TARGET_PROCEDURE, needs_arc, why_no_shot

HOLD_KEY = "hold"
TARGET, TARGET_AFTER_MOVE = "target", "target_after_move"
"""The keys of the decision at which enemy a model shoots, from its place and after a move."""


def shot_options(state: Battle, firer: Piece, moved: bool) -> Iterator[Option]:
    """Yield an option for each weapon and enemy; closed ones say why the shot is not possible.

    A heavy weapon is not offered after a move.
    """
    arms = {key: arm for key, arm in piece_weapons(firer).items() if not (moved and arm.heavy)}
    for key, weapon in arms.items():
        for enemy in standing_enemies(state, firer):
            name = phrase("{}", Ref(enemy.id))
            yield Option(
                f"{key}:{enemy.id}",
                phrase("{} ({})", Ref(enemy.id), weapon.name) if len(arms) > 1 else name,
                at=(enemy.id,),
                rule=TARGET_PROCEDURE,
                by=(firer.id,),
                act=key,
                to=(enemy.id,),
                shut=why_no_shot(state, firer, weapon, enemy),
            )


def why_cannot_shoot(state: Battle, firer: Piece, moved: bool = False) -> AnyText:
    """Return why a model has no shot at all, "" if it has one."""
    found = list(shot_options(state, firer, moved))
    if not found:
        return "it has no weapon for that" if piece_weapons(firer) else "it has no missile weapon"
    return "" if any(not option.shut for option in found) else _shared_reason(found)


def _shared_reason(options: list[Option]) -> AnyText:
    reasons = {option.shut for option in options}
    return options[0].shut if len(reasons) == 1 else "no enemy is in range and sight"


def shot_decision(state: Battle, firer: Piece, moved: bool) -> ChooseOne:
    """Return the decision at which enemy a model shoots, with "Hold fire" as its default."""
    options = (*closed_last(shot_options(state, firer, moved)), Option(HOLD_KEY, "Hold fire"))
    return ChooseOne(
        side=firer.side,
        what=TARGET_AFTER_MOVE if moved else TARGET,
        prompt=phrase("{}: shoot at whom?", firer.name),
        rule=TARGET_PROCEDURE,
        about=firer.id,
        options=options,
        least=HOLD_KEY,
    )


def ask_and_shoot(play: Play[Game], firer: str, moved: bool) -> Script[bool]:
    """Ask a model for a target and shoot at it. Return False if fire is held."""
    piece = play.state.table.piece(firer)
    decision = shot_decision(play.state, piece, moved)
    if not any(option.key != HOLD_KEY for option in decision.open_options):
        play.remark(decision.what, "no enemy is in range and sight", about=firer)
        return False
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key == HOLD_KEY:
        return False
    yield from shoot(play, firer, chosen.act, chosen.to[0], moved)
    return True


def shoot(play: Play[Game], firer: str, weapon: str, target: str, moved: bool = False) -> Script[None]:
    """Turn a model to its target, roll the dice of an aimed shot, and apply the damage."""
    arm = piece_weapons(play.state.table.piece(firer))[weapon]
    if not needs_arc(play.state, arm):
        table = play.state.table
        face_piece(play, firer, bearing(table.piece(firer).xy, table.piece(target).xy), TARGET_PROCEDURE)
    state = play.state
    shot = Shot(state.table.piece(firer), state.table.piece(target), arm, moved)
    text = phrase("{} at {}", Ref(firer), Ref(target))
    damage = yield from roll_script(play, shot_script(state, shot), text, rule=STRIKE, by=firer)
    apply_damage(play, target, damage, firer)
