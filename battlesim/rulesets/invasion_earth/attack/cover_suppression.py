"""Suppression fire through an item of cover: the enemies it shields, and the possible results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScript, Threshold, ThresholdRoll, d6_at_least
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.piece_gaps import terrain_gap, too_far_text
from battlesim.table.events import Modifier
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_in_use, piece_weapons, standing_enemies
from ..core.marks import HIDDEN, SUPPRESSED
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from ..ground.contact import enemies_in_contact
from ..ground.rooms import why_shut_in
from ..ground.sight import sight_verdict
from ..sighting.hiding import end_hiding
from .damage import apply_damage, disturb_repair, roll_with_save
from .strike import COVER_FREE_SOURCES, Shot, range_band, save_script, suppression_bonus
from .suppression import STRIKES, suppress_models
from .targeting import why_out_of_arc

TARGETS_COVER = "IE-SCV-01"
LADDER = "IE-SCV-03"
SCORE = "IE-GAP-59"
BEHIND = "IE-GAP-60"
MAX_SHIELDED_GAP_IN = 1.0
"""The largest gap between a model and the item of cover behind which it counts as shielded, inches."""
STRIKE_ABOVE = {"partial": 2, "full": 3}
"""How far above the strike score a die strikes a model behind cover of a grade.

Rules: IE-SCV-04, IE-SCV-05.
"""


class CoverShot(NamedTuple):
    """A shot at an item of cover, meant to suppress the model behind it."""

    firer: Piece
    weapon: Weapon
    item: str
    target: Piece


def shielded_enemies(state: Battle, firer: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield each item of cover and each enemy behind it, as seen by a model."""
    for enemy in standing_enemies(state, firer):
        if why_shut_in(state, firer, enemy):
            continue
        for item in sight_verdict(state, firer, enemy).blockers:
            if item in state.table.ground.terrain_by_id():
                gap = terrain_gap(state.table, enemy, item)
                if is_within_distance(gap, MAX_SHIELDED_GAP_IN):
                    yield item, enemy


def cover_options(state: Battle, firer: Piece) -> Iterator[Option]:
    """Yield an option for each weapon, item of cover and enemy behind it; impossible ones say why."""
    arms = piece_weapons(firer)
    for key, weapon in arms.items():
        for item, enemy in shielded_enemies(state, firer):
            label = phrase("{} behind {}", Ref(enemy.id), Ref(item))
            why = _why_not(state, firer, weapon, item, enemy)
            yield Option(
                f"{key}:{item}:{enemy.id}",
                label,
                (enemy.id, item),
                rule=TARGETS_COVER,
                by=(firer.id,),
                act=key,
                to=(enemy.id, item),
                shut=why,
            )


def _why_not(state: Battle, firer: Piece, weapon: Weapon, item: str, enemy: Piece) -> AnyText:
    if weapon.no_suppression:
        return phrase("the {weapon} cannot suppress", weapon.name)
    if outside := why_out_of_arc(state, firer, weapon, enemy):
        return outside
    return too_far_text(terrain_gap(state.table, firer, item), weapon.max_range)


def why_cannot_suppress_cover(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot suppress any enemy behind cover, or "" if it can."""
    if piece.has_mark(SUPPRESSED):
        return "a suppressed model cannot suppress"
    if enemies_in_contact(state, piece):
        return "it is in contact with an enemy"
    options = list(cover_options(state, piece))
    if not options:
        return "no enemy is behind an item of cover that it sees"
    return "" if any(not option.shut for option in options) else options[0].shut


def is_listed(state: Battle, piece: Piece) -> bool:
    """Return whether a model is armed and an enemy is behind cover, so that it can be suppressed."""
    if not is_in_use(state, "suppression") or not piece_weapons(piece):
        return False
    return any(True for _ in shielded_enemies(state, piece))


def needed_cover_score(state: Battle, shot: CoverShot) -> int:
    """Return the strike score needed at the distance of the item of cover."""
    gap = terrain_gap(state.table, shot.firer, shot.item)
    return shot.weapon.needs[range_band(shot.weapon, gap)]


def cover_modifiers(state: Battle, shot: CoverShot) -> tuple[Modifier, ...]:
    """Return the modifiers of the strike die, which do not include the one for cover."""
    plain = Shot(shot.firer, shot.target, shot.weapon, suppresses=True)
    band = range_band(shot.weapon, terrain_gap(state.table, shot.firer, shot.item))
    usual = (change for source in COVER_FREE_SOURCES for change in source(state, plain))
    return (*usual, *suppression_bonus(shot.weapon, band))


def cover_grade(state: Battle, shot: CoverShot) -> str:
    """Return the grade of cover of the model behind the item; it is full if the model is not seen."""
    seen = sight_verdict(state, shot.firer, shot.target)
    if not seen.visible or shot.target.has_mark(HIDDEN) or seen.cover == "full":
        return "full"
    return "partial"


def cover_roll(state: Battle, shot: CoverShot) -> ThresholdRoll:
    """Return the strike roll: 1 below the score suppresses; 2 or 3 above it, by grade of cover, strikes."""
    needed, above = needed_cover_score(state, shot), STRIKE_ABOVE[cover_grade(state, shot)]
    roll = d6_at_least(needed - 1, LADDER, *cover_modifiers(state, shot), on="to strike")
    thresholds = (
        Threshold(needed - 1, "suppressed", "to suppress", "hit", LADDER),
        Threshold(needed + above, "struck", "to strike", "kill", LADDER),
    )
    naturals = {face: 0 for face in state.game.parameters.auto_results if face == 1}
    return msgspec.structs.replace(roll, thresholds=thresholds, naturals=naturals)


def cover_script(state: Battle, shot: CoverShot) -> DiceScript[tuple[int, int]]:
    """Roll the dice of a shot at cover. Return its outcome and the HITS that the model behind loses."""
    outcome: int = yield cover_roll(state, shot)
    if outcome != STRIKES:
        return outcome, 0
    return outcome, (yield from save_script(shot.target, shot.weapon.piercing, shot.weapon.damage))


def resolve_cover_shot(play: Play[Game], shot: CoverShot) -> Script[None]:
    """Resolve a shot at an item of cover and its effect on the model behind it."""
    end_hiding(play, shot.firer.id)
    disturb_repair(play, shot.target.id)
    text = phrase(
        "{firer} suppresses {target} behind {cover}", Ref(shot.firer.id), Ref(shot.target.id), Ref(shot.item)
    )
    script = cover_script(play.state, shot)
    outcome, damage = yield from roll_with_save(play, script, text, shot.target.id, LADDER, shot.firer.id)
    apply_damage(play, shot.target.id, damage, shot.firer.id)
    if outcome and (outcome != STRIKES or play.state.game.parameters.strike_suppresses):
        suppress_models(play, [shot.target.id])
