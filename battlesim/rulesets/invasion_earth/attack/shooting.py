"""Aimed shots: the options of a model, and how a shot is resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import bearing
from battlesim.mechanics.pieces import face_piece
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_weapons, standing_enemies
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from ..sighting.hiding import end_hiding
from ..sighting.observers import direct_fire, observation_for
from .damage import apply_damage, disturb_repair, roll_with_save
from .landings import fire_blast
from .strike import STRIKE, Shot, shot_script
from .suppression import LADDER, fire_to_suppress, why_no_suppressing_shot
from .targeting import (
    TARGET_CHECKS,
    TARGET_PROCEDURE,
    needs_arc,
    why_no_shot,
    why_out_of_range,
    why_target_not_sighted,
)

HOLD_KEY = "hold"
TARGET, TARGET_AFTER_MOVE = "target", "target_after_move"
"""The keys of the decision at which enemy a model shoots, from its place and after a move."""


class ShotAct(NamedTuple):
    """A way to shoot: with which weapon, aimed or suppressing, directed by observers or not (IE-SUP-02)."""

    weapon: str
    suppresses: bool = False
    directed: bool = False


def shot_acts(firer: Piece) -> dict[str, ShotAct]:
    """Return the ways in which a model can shoot, by the action key of an option (IE-OBS-14)."""
    arms = piece_weapons(firer)
    aimed = {key: ShotAct(key) for key in arms}
    directed = {f"directed_{key}": ShotAct(key, directed=True) for key, arm in arms.items() if arm.indirect}
    return aimed | directed | {f"suppress_{key}": ShotAct(key, suppresses=True) for key in arms}


def shot_options(state: Battle, firer: Piece, moved: bool) -> Iterator[Option]:
    """Yield an option for each way to shoot and each enemy; impossible shots give the reason.

    A heavy weapon cannot fire after a move; suppression fire depends on an option.
    """
    arms = piece_weapons(firer)
    for act, kind in shot_acts(firer).items():
        key, suppresses, directed = kind
        if moved and (arms[key].heavy or (suppresses and not state.game.parameters.suppression_after_move)):
            continue
        check = why_no_directed_shot if directed else why_no_suppressing_shot if suppresses else why_no_shot
        for enemy in standing_enemies(state, firer):
            yield Option(
                f"{act}:{enemy.id}",
                _shot_label(enemy, arms[key].name if len(arms) > 1 else "", kind),
                at=(enemy.id,),
                rule=LADDER if suppresses else TARGET_PROCEDURE,
                by=(firer.id,),
                act=act,
                to=(enemy.id,),
                shut=check(state, firer, arms[key], enemy),
            )


def _shot_label(enemy: Piece, weapon: str, kind: ShotAct) -> AnyText:
    name = phrase("{} ({})", Ref(enemy.id), weapon) if weapon else phrase("{}", Ref(enemy.id))
    if kind.directed:
        return phrase("{target}, directed by observers", name)
    return phrase("Suppress {}", name) if kind.suppresses else name


def why_no_directed_shot(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why observers cannot direct a shot at a target, or "" if they can; it need not be sighted."""
    if observation_for(state, firer, target) is None:
        return "no observers can direct fire at it"
    others = (check for check in TARGET_CHECKS if check is not why_target_not_sighted)
    return next((why for check in others if (why := check(state, firer, weapon, target))), "")


def why_cannot_shoot(state: Battle, firer: Piece, moved: bool = False) -> AnyText:
    """Return why a model has no shot at all, or "" if it has one."""
    found = list(shot_options(state, firer, moved))
    if not found:
        return "it has no weapon for that" if piece_weapons(firer) else "it has no missile weapon"
    return "" if any(not option.shut for option in found) else _shared_reason(found)


def _shared_reason(options: list[Option]) -> AnyText:
    reasons = {option.shut for option in options}
    return options[0].shut if len(reasons) == 1 else "no enemy is in range and sight"


def shot_decision(state: Battle, firer: Piece, moved: bool) -> ChooseOne:
    """Return the decision that asks at which enemy a model shoots; the default is "Hold fire"."""
    options = (*closed_last(shot_options(state, firer, moved)), Option(HOLD_KEY, "Hold fire"))
    return ChooseOne(
        side=firer.side,
        what=TARGET_AFTER_MOVE if moved else TARGET,
        prompt=phrase("{model}: shoot at which target?", firer.name),
        rule=TARGET_PROCEDURE,
        about=firer.id,
        options=options,
        least=HOLD_KEY,
    )


def ask_and_shoot(play: Play[Game], firer: str, moved: bool) -> Script[None]:
    """Ask at which enemy a model shoots, and resolve the shot unless it holds its fire."""
    piece = play.state.table.piece(firer)
    decision = shot_decision(play.state, piece, moved)
    if not any(option.key != HOLD_KEY for option in decision.open_options):
        play.remark(decision.what, "no enemy is in range and sight", about=firer)
        return
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key == HOLD_KEY:
        return
    kind, target = shot_acts(piece)[chosen.act], chosen.to[0]
    turn_to_target(play, firer, kind.weapon, target)
    if is_wasted(play.state, shot := shot_at(play.state, firer, kind, target, moved)):
        play.log_message(phrase("{firer} shoots at {target} out of range", Ref(firer), Ref(target)), by=firer)
        end_hiding(play, firer)
        return
    if kind.directed and (pair := observation_for(play.state, piece, play.state.table.piece(target))):
        direct_fire(play, pair)
    yield from resolve_shot(play, shot)


def is_wasted(state: Battle, shot: Shot) -> bool:
    """Return whether a shot has no effect because its target is out of range."""
    return bool(why_out_of_range(state, shot.firer, shot.weapon, shot.target))


def shot_at(state: Battle, firer: str, kind: ShotAct, target: str, moved: bool = False) -> Shot:
    """Return the shot of a model at a target from their present positions."""
    own, enemy = state.table.piece(firer), state.table.piece(target)
    weapon = piece_weapons(own)[kind.weapon]
    return Shot(own, enemy, weapon, moved, suppresses=kind.suppresses, directed=kind.directed)


def turn_to_target(play: Play[Game], firer: str, weapon: str, target: str) -> None:
    """Turn a model toward its target in its own turn, unless its weapon has a fixed arc."""
    table = play.state.table
    own = table.piece(firer)
    if not needs_arc(play.state, piece_weapons(own)[weapon]):
        face_piece(play, firer, round(bearing(own.xy, table.piece(target).xy), 3), TARGET_PROCEDURE)


def resolve_shot(play: Play[Game], shot: Shot) -> Script[None]:
    """Roll the dice of a shot and apply the result; a hidden firer is revealed."""
    end_hiding(play, shot.firer.id)
    disturb_repair(play, shot.target.id)
    if shot.suppresses:
        yield from fire_to_suppress(play, shot)
    elif shot.weapon.blast:
        yield from fire_blast(play, shot)
    else:
        text = phrase("{} at {}", Ref(shot.firer.id), Ref(shot.target.id))
        damage = yield from roll_with_save(
            play, shot_script(play.state, shot), text, shot.target.id, STRIKE, shot.firer.id
        )
        apply_damage(play, shot.target.id, damage, shot.firer.id)
