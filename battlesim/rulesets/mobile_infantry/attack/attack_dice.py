"""Attack dice, each of which keeps its kind, its modifier and the traits of its weapon."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from battlesim.geometry.shapes import Point
from battlesim.table.pieces import Piece

from ..core.lookups import piece_profile
from ..core.marks import AMMO, MOVED, READY, slow_mark, used_mark
from ..core.profiles import Weapon, weapon_mount, weapons
from ..core.state import Battle
from ..ground.sight import Impediment

OUT_OF_AMMO = "MI-FIRE-05"
TAKE_READY = "MI-REDY-01"
SLOW = "MI-TRT-11"


class AttackDie(msgspec.Struct, frozen=True):
    """An attack die with its weapon, its firer and its target.

    `bound` dice come from an area of effect and stay with their model. `sources` lists the firers from which
    the die may have come, if several have equal dice. `origin` is the point, in inches, from which the attack
    comes if that is not the firer: an impact, a blast, or an exploding bug.
    """

    weapon: str
    firer: str
    target: str = ""
    bound: bool = False
    origin: Point | None = None
    sources: tuple[str, ...] = ()

    @property
    def weapon_profile(self) -> Weapon:
        """The profile of the die's weapon or attack form."""
        return weapons()[self.weapon]

    @property
    def name(self) -> str:
        """The name of the die, including its modifier to Saves."""
        return self.weapon_profile.die_label + (
            f" Piercing({self.weapon_profile.piercing})" if self.weapon_profile.piercing else ""
        )

    def with_target(self, target: str) -> AttackDie:
        """Return the die with another target."""
        return replace(self, target=target)


def carried_weapons(piece: Piece, *, melee: bool = False) -> list[str]:
    """Return a model's ranged weapons or, if `melee` is true, its attack forms."""
    return [key for key in piece_profile(piece).weapons if weapons()[key].melee == melee]


def weapon_dice_count(state: Battle, piece: Piece, key: str) -> int:
    """Return the number of dice that a model now rolls with a weapon (MI-GAP-68)."""
    weapon, parameters = weapons()[key], state.game.parameters
    rated = parameters.command_grenade_dice if key == "command_grenade" else weapon.dice
    if weapon.ready:
        by_state = weapon_mount(key) in parameters.ready_used_up
        fit = piece.has_mark(READY) if by_state else not piece.has_mark(MOVED)
        rated = weapon.dice if fit else weapon.dice_unready
    return piece.hits if rated == "hits" else int(rated)


def ammo_dice_lost(piece: Piece, reaction: bool) -> int:
    """Return the number of dice that Out of Ammo counters cost a model in a Reaction."""
    return piece.mark_count(AMMO) if reaction else 0


def weapon_impediment(state: Battle, piece: Piece, key: str, *, reaction: bool = False) -> Impediment:
    """Return why a model cannot use a weapon now; the result is empty if it can."""
    weapon = weapons()[key]
    if reaction and not weapon.react:
        return Impediment(f"{weapon.name} has no React", "MI-TRT-10", "without React")
    if piece.has_mark(slow_mark(key)):
        return Impediment(f"{weapon.name} is Slow and was fired in this round", SLOW, "fired already")
    if weapon.ammo and piece.mark_count(used_mark(key)) >= weapon.ammo:
        return Impediment(f"{weapon.name}: all {weapon.ammo} are used up", "MI-MTRT-01", "used up")
    dice = weapon_dice_count(state, piece, key)
    if not dice:
        return Impediment(f"{weapon.name} must be made Ready first", TAKE_READY, "not Ready")
    if dice <= ammo_dice_lost(piece, reaction):
        return Impediment(f"{weapon.name} is out of ammo", OUT_OF_AMMO, "out of ammo")
    return Impediment()
