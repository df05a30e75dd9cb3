"""Shots, and acid spat by creatures: targets, rolls and results. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, roll_script, roll_together
from battlesim.mechanics.pieces import gap, set_mark
from battlesim.rulings.piece_gaps import too_far_text
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import active_foes, piece_weapon
from ..core.marks import AIMED, CARRIED, DOWN, EMPTY, HMG_FIRE, ROUNDS, SHOTS, SUPPRESSED
from ..core.state import CREATURES, MARINES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.facing import turn_to
from ..ground.sight import shooting_rules, sight_verdict
from . import fuel_dumps
from .chain_reactions import SUPPRESSION, resolve_chain
from .to_hit import MISSED_MARGIN, FireMode, figure_to_hit_roll
from .wound_effects import ChainEffect, apply_wound
from .wound_rolls import WoundCause, cover_from_fire, shot_damage, wound_dice_script, wound_roll

COVER_FIRE = "TS-ACT-18"
SPIT = "TS-ALN-08"
SPIT_RANGE_IN = 6.0
MELEE = "TS-GAP-55"
LOADED = "TS-GAP-33"
UNDER_HMG = "TS-MORL-05"
MAX_WILD_FACE = 2
"""The highest face of the die with which a miss into melee hits a friend."""


def why_cannot_shoot(state: Battle, piece: Piece) -> AnyText:
    """Return why a marine cannot fire at any target, or "" if it can."""
    if piece_weapon(piece) is None:
        return "it has no weapon"
    if engaged_enemies(state, piece):
        return "an enemy is in contact"
    if piece.has_mark(EMPTY):
        return "its weapon is empty"
    if state.game.parameters.hmg_set_up and piece.has_mark(CARRIED) and piece.kind == "hmg":
        return "its weapon must be set up"
    return ""


def can_see_target(state: Battle, firer: Piece, target: Piece) -> bool:
    """Return whether a firer sees a target within the sight limit of the weather."""
    return sight_verdict(state, firer, target, shooting_rules(state)).visible


def _shut(state: Battle, firer: Piece, target: Piece) -> AnyText:
    """Return why a target cannot be shot at, or "" if it can."""
    seen = sight_verdict(state, firer, target, shooting_rules(state))
    if not seen.visible:
        return seen.why or "out of sight"
    if engaged_enemies(state, target) and not state.game.parameters.fire_into_melee:
        return "a friend is in contact with it"
    return ""


def possible_targets(state: Battle, firer: Piece) -> list[Piece]:
    """Return the pieces that a figure might shoot at: active enemies and, for a marine, fallen creatures."""
    if firer.side == CREATURES:
        return active_foes(state, firer)
    lying = [p for p in state.table.pieces_of_side(CREATURES) if p.table_position and p.has_mark(DOWN)]
    return [*active_foes(state, firer), *lying]


def target_options(state: Battle, firer: Piece) -> list[Option]:
    """Return an option for each creature or fuel dump a marine might shoot at, available ones first."""
    return list(closed_last([*creature_options(state, firer), *fuel_dumps.dump_options(state, firer)]))


def creature_options(state: Battle, firer: Piece) -> list[Option]:
    """Return an option for each creature; one that cannot be shot at is unavailable, with a reason."""
    found = list[Option]()
    for target in possible_targets(state, firer):
        words = phrase("{} at {}", Ref(firer.id), Ref(target.id))
        at, key = (firer.id, target.id), f"fire:{firer.id}:{target.id}"
        found.append(
            Option(key, words, at, "", MELEE, (firer.id,), "fire", (target.id,), _shut(state, firer, target))
        )
    return found


def why_cannot_spit(state: Battle, creature: Piece, target: Piece) -> AnyText:
    """Return why a creature cannot spit at a marine, or "" if it can."""
    return too_far_text(gap(state, creature.id, target.id), SPIT_RANGE_IN) or _shut(state, creature, target)


def wound_cause(piece: Piece) -> WoundCause:
    """Return the cause of wounds by a figure's shots: acid for creatures, gunfire for marines."""
    return "acid" if piece.side == CREATURES else "gunfire"


def shot_dice_script(state: Battle, firer: Piece, target: Piece, manner: FireMode) -> DiceScript[int]:
    """Return a script that rolls a shot and gives the wound's margin or MISSED_MARGIN (TS-FIRE-02)."""
    if not (yield figure_to_hit_roll(state, firer, target, manner)):
        return MISSED_MARGIN
    return (yield from hit_dice_script(state, firer, target))


def hit_dice_script(state: Battle, firer: Piece, target: Piece) -> DiceScript[int]:
    """Return a script that rolls for the wound of a shot that has hit, and gives its margin."""
    cover = cover_from_fire(state, firer, target, sight_verdict(state, firer, target, shooting_rules(state)))
    arm = piece_weapon(firer)
    by = f"{arm.name if arm else 'Acid Spit'} of {firer.name}"
    return wound_dice_script(
        wound_roll(state, shot_damage(firer), by, target, wound_cause(firer), cover, firer.side)
    )


def shoot(
    play: Play[Game], firer: str, target: str, *, cover_fire: bool = False, reaction: bool = False
) -> Script[None]:
    """Shoot or spit at a figure or fuel dump, and resolve all consequences.

    For example, a shot that kills an Alien also resolves the spray of acid blood on marines nearby.
    """
    if target in play.state.table.ground.terrain_by_id():
        turn_to(play, firer, fuel_dumps.dump_centre(play.state.table.terrain(target)))
        bursts, face = yield from fuel_dumps.shoot_dump(play, firer, target)
    else:
        bursts, face = yield from _one(play, firer, target, FireMode(cover_fire, reaction))
    count_shot(play, firer, face)
    yield from resolve_chain(play, bursts)


def shoot_cover_fire(play: Play[Game], firer: str, aims: Sequence[str]) -> Script[None]:
    """Resolve Cover Fire at several targets, with a roll for each; this counts as one shot."""
    bursts, faces = list[ChainEffect](), list[int]()
    for target in aims:
        if play.state.table.piece(target).table_position is not None:
            more, face = yield from _one(play, firer, target, FireMode(cover_fire=True))
            bursts += more
            faces.append(face)
    count_shot(play, firer, min(faces, default=0))
    yield from resolve_chain(play, bursts)


def _one(
    play: Play[Game], firer: str, target: str, manner: FireMode
) -> Script[tuple[list[ChainEffect], int]]:
    """Roll a shot at a target, and return the chain effects it causes and the natural face rolled to hit."""
    turn_to(play, firer, play.state.table.piece(target).xy)
    state = play.state
    by, at = state.table.piece(firer), state.table.piece(target)
    friends = engaged_enemies(state, at)
    shot = DiceScriptRun(shot_dice_script(state, by, at, manner))
    words = phrase("{} at {}", Ref(firer), Ref(target))
    faces = yield from roll_together(play, [shot], words, by=firer)
    while shot.pending_roll is not None:
        yield from roll_together(play, [shot], words, by=firer)
    _under_hmg(play, by, at)
    if shot.end != MISSED_MARGIN:
        return list(apply_wound(play, target, shot.end, wound_cause(by), firer)), faces[0]
    if friends and faces[0] <= MAX_WILD_FACE:
        return list((yield from _astray(play, by, friends[0]))), faces[0]
    return [], faces[0]


def _astray(play: Play[Game], firer: Piece, friend: Piece) -> Script[tuple[ChainEffect, ...]]:
    """Resolve a stray shot into melee that hits a friend, and return the chain effects that it causes."""
    words = phrase("{} hits {}", Ref(firer.id), Ref(friend.id))
    margin = yield from roll_script(play, hit_dice_script(play.state, firer, friend), words, by=firer.id)
    return apply_wound(play, friend.id, margin, wound_cause(firer), firer.id)


def _under_hmg(play: Play[Game], firer: Piece, target: Piece) -> None:
    """Mark the target of an HMG: a marine's squad as under fire, a creature as suppressed (TS-GAP-77)."""
    if firer.kind != "hmg":
        return
    if target.side == MARINES:
        set_mark(play, [target.unit], HMG_FIRE, 1, UNDER_HMG)
    elif play.state.game.parameters.suppressible:
        set_mark(play, [target.id], SUPPRESSED, 1, SUPPRESSION)


def count_shot(play: Play[Game], firer: str, face: int) -> None:
    """Count a shot, which ends aiming and, if the option for reloading is used, may empty the weapon."""
    piece, rule = play.state.table.piece(firer), play.state.game.parameters.reload
    set_mark(play, [firer], SHOTS, piece.mark_count(SHOTS) + 1)
    set_mark(play, [firer], AIMED, 0)
    count_firing(play, firer, face == 1 if rule == "natural_1" else False)


def count_flame(play: Play[Game], firer: str) -> Script[None]:
    """Count a use of the flamer; if the option for reloading is used, roll to see whether it is empty."""
    jammed = False
    if play.state.game.parameters.reload == "natural_1":
        (face,) = yield from play.roll_dice([6], "whether the flamer is empty", rule=LOADED, by=firer)
        jammed = face == 1
    count_firing(play, firer, jammed)


def count_firing(play: Play[Game], firer: str, jammed: bool) -> None:
    """Count a firing action, and mark the weapon as empty if it has jammed or used its last rounds."""
    piece = play.state.table.piece(firer)
    weapon = piece_weapon(piece)
    if weapon is None:
        return
    rounds = piece.mark_count(ROUNDS) + 1
    if play.state.game.parameters.reload == "counted":
        set_mark(play, [firer], ROUNDS, rounds, LOADED)
        jammed = rounds >= weapon.rounds
    if jammed:
        set_mark(play, [firer], EMPTY, 1, LOADED)
