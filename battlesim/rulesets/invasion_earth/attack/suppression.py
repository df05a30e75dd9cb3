"""Suppression fire at single models, and the limits on suppressed models."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, Threshold, ThresholdRoll
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_in_use, is_standing
from ..core.marks import SUPPRESSED
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from .blasts import resolve_blast
from .damage import apply_damage, roll_with_save
from .strike import Shot, save_script, strike_roll
from .targeting import why_no_shot

LADDER = "IE-SUP-07"
STATE_ENDS = "IE-SUP-10"
NO_SUPPRESSING = "IE-SUP-13"
RESTRICTIONS = "IE-SUP-16"
ALLOWED_ACTIONS = ("turn", "fire", "fire_building", "hide", "sneak")
"""The keys of the actions that a suppressed model may take."""
NOTHING, SUPPRESSES, STRIKES = range(3)
"""The outcomes of a suppression die, by how many thresholds it reaches."""


def why_no_suppressing_shot(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a model may not fire to suppress a target, or "" if it may (IE-SUP-03, IE-GAP-57)."""
    if not is_in_use(state, "suppression"):
        return "suppression fire is not used in this battle"
    if firer.has_mark(SUPPRESSED):
        return "a suppressed model cannot suppress"
    if weapon.no_suppression:
        return phrase("the {weapon} cannot suppress", weapon.name)
    return why_no_shot(state, firer, weapon, target)


def suppression_roll(state: Battle, shot: Shot) -> ThresholdRoll:
    """Return the roll of suppression fire: 1 below the strike score suppresses, 1 or more above strikes.

    Results beyond these steps count as the nearest step (IE-GAP-52).
    """
    aimed = strike_roll(state, shot)
    needed = aimed.thresholds[0].least
    thresholds = (
        Threshold(needed - 1, "suppressed", "to suppress", "hit", LADDER),
        Threshold(needed + 1, "struck", "to strike", "kill", LADDER),
    )
    naturals = {face: NOTHING for face in aimed.naturals if face == 1}
    return msgspec.structs.replace(aimed, thresholds=thresholds, naturals=naturals, rule=LADDER, on="")


def suppression_script(state: Battle, shot: Shot) -> DiceScript[tuple[int, int]]:
    """Roll the dice of suppression fire at a model. Return the outcome and the HITS that it loses.

    The strike of a template weapon is resolved later, when its template is placed.
    """
    outcome: int = yield suppression_roll(state, shot)
    if outcome != STRIKES or shot.weapon.blast:
        return outcome, 0
    return outcome, (yield from save_script(shot.target, shot.weapon.piercing, shot.weapon.damage))


def fire_to_suppress(play: Play[Game], shot: Shot) -> Script[None]:
    """Resolve suppression fire at a model.

    A strike replaces suppression or, if an option says so, is added to it (IE-GAP-53).

    Rules: IE-SUP-04, IE-SUP-01, IE-SUP-08.
    """
    text = phrase("{} suppresses {}", Ref(shot.firer.id), Ref(shot.target.id))
    script = suppression_script(play.state, shot)
    outcome, damage = yield from roll_with_save(play, script, text, shot.target.id, LADDER, shot.firer.id)
    if outcome == STRIKES and shot.weapon.blast:
        yield from resolve_blast(play, shot, shot.target.xy)
    apply_damage(play, shot.target.id, damage, shot.firer.id)
    also = outcome == STRIKES and play.state.game.parameters.strike_suppresses
    if outcome == SUPPRESSES or also:
        suppress_models(play, [shot.target.id])


def suppress_models(play: Play[Game], models: list[str]) -> None:
    """Suppress models; one suppressed in its own turn stays so through its side's next turn."""
    for model in models:
        if is_standing(play.state, model):
            bound = play.state.table.piece(model).mark_count(SUPPRESSED) >= 2
            set_mark(play, [model], SUPPRESSED, 3 if bound else 1, LADDER)


def begin_suppressed_turn(play: Play[Game], side: str) -> None:
    """Limit the suppressed models of a side for the turn that begins."""
    _change_counts(play, side, {1: 2})


def end_suppressed_turn(play: Play[Game], side: str) -> None:
    """End the suppression of models that were already suppressed when their side's turn began."""
    _change_counts(play, side, {2: 0, 3: 1})


def _change_counts(play: Play[Game], side: str, changes: dict[int, int]) -> None:
    for piece in play.state.table.standing_pieces():
        count = piece.mark_count(SUPPRESSED)
        if piece.side == side and count in changes:
            set_mark(play, [piece.id], SUPPRESSED, changes[count], STATE_ENDS)


def why_barred_by_suppression(state: Battle, piece: Piece, action: str) -> AnyText:
    """Return why suppression prevents a model from taking an action, or "" if it does not.

    Rules: IE-SUP-11, IE-SUP-14, IE-SUP-15, IE-SUP-17, IE-SCV-06.
    """
    if piece.mark_count(SUPPRESSED) < 2 or action in ALLOWED_ACTIONS:
        return ""
    return "it is suppressed"
