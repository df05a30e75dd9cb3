"""The strike die of a shot: the score needed, its modifiers, and the dice that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import DiceScript, ThresholdRoll, d6_at_least
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import Modifier
from battlesim.table.pieces import Piece

from ..core.lookups import piece_profile
from ..core.marks import SUPPRESSED
from ..core.parameters import Parameters
from ..core.profiles import Weapon
from ..core.skills import CRACK_SHOT, SKILLS, SUPER_AGILITY
from ..core.state import Battle
from ..ground.heights import is_airborne
from ..ground.sight import COVER, sight_verdict
from ..sighting.observers import DIRECTED

STRIKE = "IE-GAP-18"
SAVE = "IE-GAP-25"
DAMAGE = "IE-GAP-24"
BAND_NAMES = ("short range", "medium range", "long range")
PARTIAL_COVER = -1


class Shot(NamedTuple):
    """A model's shot at a target, aimed or suppressing.

    `moved` says whether the firer has moved in the same action, `waited` whether it reacts from lying in
    wait, and `directed` whether observers direct the shot.
    """

    firer: Piece
    target: Piece
    weapon: Weapon
    moved: bool = False
    waited: bool = False
    suppresses: bool = False
    directed: bool = False


ModifierSource = Callable[[Battle, Shot], Iterator[Modifier]]


def range_band(weapon: Weapon, gap: float) -> int:
    """Return the range band of a distance in inches: 0 for short, 1 for medium, 2 for long range.

    Raises ValueError if the distance is beyond long range.
    """
    for band, far_end in enumerate(weapon.bands):
        if gap <= far_end + TOL:
            return band
    raise ValueError(f"{gap:.3f} in is beyond the long range of the {weapon.name}")


def needed_score(state: Battle, shot: Shot) -> int:
    """Return the strike score that a shot needs at the range of its target."""
    gap = piece_gap(state.table, shot.firer, shot.target)
    return shot.weapon.needs[range_band(shot.weapon, gap)]


def _cover(state: Battle, shot: Shot) -> Iterator[Modifier]:
    """Yield the modifier for the target's cover (IE-GAP-22)."""
    seen = sight_verdict(state, shot.firer, shot.target)
    if not seen.visible:
        return
    if seen.cover == "full":
        yield Modifier(state.game.parameters.full_cover, "full cover", COVER)
    elif seen.cover == "partial":
        yield Modifier(PARTIAL_COVER, "partial cover", COVER)


def _no_line_of_sight(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if not sight_verdict(state, shot.firer, shot.target).visible:
        yield Modifier(-1, "no line of sight", MODIFIERS)


def _moved(state: Battle, shot: Shot) -> Iterator[Modifier]:
    """Yield the modifier for a move before the shot; an agile model has none (IE-GAP-80)."""
    if shot.moved and not shot.firer.has_mark(SUPER_AGILITY):
        yield Modifier(-1, "moved and fired", MODIFIERS)


def _waited(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if shot.waited:
        yield Modifier(-1, "laying in wait", WAITING)


def _suppressed(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if shot.firer.has_mark(SUPPRESSED):
        yield Modifier(-2, "suppressed", SUPPRESSED_FIRER)


def _weapon_suppresses(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if shot.suppresses:
        gap = piece_gap(state.table, shot.firer, shot.target)
        yield from suppression_bonus(shot.weapon, range_band(shot.weapon, gap))


def suppression_bonus(weapon: Weapon, band: int) -> Iterator[Modifier]:
    """Yield the bonus that weapons made for suppression fire have in a range band."""
    if weapon.suppression and band < weapon.suppression.bands:
        yield Modifier(1, f"suppression fire of a {weapon.name}", weapon.suppression.rule)


def _at_flyer(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if is_airborne(state.table, shot.target):
        yield Modifier(-1, "flying target", AT_FLYERS)


def _crack_shot(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if skill := shot.firer.mark_count(CRACK_SHOT):
        yield Modifier(skill, "crack shot", SKILLS[CRACK_SHOT].rule)


def _directed(state: Battle, shot: Shot) -> Iterator[Modifier]:
    if shot.directed:
        yield Modifier(1, "directed by observers", DIRECTED)


WAITING, SUPPRESSED_FIRER = "IE-LIW-13", "IE-SUP-12"
MODIFIERS = "IE-GAP-19"
AT_FLYERS = "IE-FLY-09"
MODIFIER_SOURCES: tuple[ModifierSource, ...] = (
    _cover,
    _no_line_of_sight,
    _moved,
    _waited,
    _suppressed,
    _weapon_suppresses,
    _directed,
    _crack_shot,
    _at_flyer,
)
"""Everything that changes a strike die, in the order in which it is listed."""
COVER_FREE_SOURCES = tuple(
    source for source in MODIFIER_SOURCES if source not in (_cover, _no_line_of_sight, _weapon_suppresses)
)
"""What changes the die of a shot at an item of cover, whose range is that of the item."""


def strike_modifiers(state: Battle, shot: Shot) -> tuple[Modifier, ...]:
    """Return all modifiers of a shot's strike die."""
    return tuple(modifier for source in MODIFIER_SOURCES for modifier in source(state, shot))


def strike_roll(state: Battle, shot: Shot) -> ThresholdRoll:
    """Return the strike roll of a shot; an option makes a natural 1 always miss and a natural 6 strike."""
    roll = strike_die(state.game.parameters, needed_score(state, shot), *strike_modifiers(state, shot))
    return msgspec.structs.replace(roll, what=f"{shot.firer.name} at {shot.target.name}")


def strike_die(parameters: Parameters, needed: int, *modifiers: Modifier) -> ThresholdRoll:
    """Return the roll of a strike die that needs a given score."""
    naturals = {face: int(face == 6) for face in parameters.auto_results}
    roll = d6_at_least(needed, STRIKE, *modifiers, on="to strike")
    return msgspec.structs.replace(roll, naturals=naturals)


def save_script(target: Piece, piercing: int, damage: int) -> DiceScript[int]:
    """Roll the save of a struck model, if the weapon allows one. Return the HITS that it loses."""
    needed = piece_profile(target).save + piercing
    if piece_profile(target).save and needed <= 6:
        roll = d6_at_least(needed, SAVE, on="to save")
        saved: int = yield msgspec.structs.replace(roll, what=f"{target.name} saves")
        if saved:
            return 0
    return damage


def shot_script(state: Battle, shot: Shot) -> DiceScript[int]:
    """Roll the dice of an aimed shot at a model. Return the HITS that the target loses."""
    struck: int = yield strike_roll(state, shot)
    if not struck:
        return 0
    return (yield from save_script(shot.target, shot.weapon.piercing, shot.weapon.damage))
