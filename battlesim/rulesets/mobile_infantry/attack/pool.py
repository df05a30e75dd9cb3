"""The attack pool: single dice that keep their kind, their modifier and the traits of their weapon."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from battlesim.geometry.shapes import Point
from battlesim.table.pieces import Piece

from ..core.facts import of
from ..core.marks import AMMO, MOVED, READY, slow, used
from ..core.profiles import Weapon, mount_of, weapons
from ..core.state import Battle
from ..ground.sightlines import Fault

OUT_OF_AMMO = "MI-FIRE-05"
TAKE_READY = "MI-REDY-01"
SLOW = "MI-TRT-11"


class AttackDie(msgspec.Struct, frozen=True):
    """One attack die: its weapon, who throws it, and the model it is laid on.

    `bound` dice were added by an area and stay with their model. `sources` are the firers that it may have
    come from when dice are alike; empty means the firer alone. `origin` is the point that the blow comes from
    (inches) where that is not the firer: an impact, a blast, a bug that blows up.
    """

    weapon: str
    firer: str
    target: str = ""
    bound: bool = False
    origin: Point | None = None
    sources: tuple[str, ...] = ()

    @property
    def gun(self) -> Weapon:
        """The weapon or attack form: its die, and what it adds to each."""
        return weapons()[self.weapon]

    @property
    def name(self) -> str:
        """What the die looks like, with what it takes off a Save."""
        return self.gun.short + (f" Piercing({self.gun.piercing})" if self.gun.piercing else "")

    def on(self, target: str) -> AttackDie:
        """The same die laid on a model."""
        return replace(self, target=target)


def weapons_of(piece: Piece, *, melee: bool = False) -> list[str]:
    """The weapons of a model that shoot, or its attack forms (CQ) with `melee`."""
    return [key for key in of(piece).weapons if weapons()[key].melee == melee]


def dice_of(state: Battle, piece: Piece, key: str) -> int:
    """How many dice a model has with a weapon now, fewer if that is unready; x is its HP (MI-GAP-68)."""
    weapon, parameters = weapons()[key], state.game.parameters
    rated = parameters.command_grenade_dice if key == "command_grenade" else weapon.dice
    if weapon.ready:
        by_state = mount_of(key) in parameters.ready_used_up
        fit = piece.has_mark(READY) if by_state else not piece.has_mark(MOVED)
        rated = weapon.dice if fit else weapon.dice_unready
    return piece.hits if rated == "hits" else int(rated)


def dice_gone(piece: Piece, reaction: bool) -> int:
    """How many dice Out of Ammo counters take off all that a model fires in a Reaction."""
    return piece.mark_count(AMMO) if reaction else 0


def unfit(state: Battle, piece: Piece, key: str, *, reaction: bool = False) -> Fault:
    """Why a model cannot use a weapon at all just now."""
    weapon = weapons()[key]
    if reaction and not weapon.react:
        return Fault(f"{weapon.name} has no React", "MI-TRT-10", "without React")
    if piece.has_mark(slow(key)):
        return Fault(f"{weapon.name} is Slow and was fired in this round", SLOW, "fired already")
    if weapon.ammo and piece.mark_count(used(key)) >= weapon.ammo:
        return Fault(f"{weapon.name}: all {weapon.ammo} are used up", "MI-MTRT-01", "used up")
    dice = dice_of(state, piece, key)
    if not dice:
        return Fault(f"{weapon.name} must be made Ready first", TAKE_READY, "not Ready")
    if dice <= dice_gone(piece, reaction):
        return Fault(f"{weapon.name} is out of ammo", OUT_OF_AMMO, "out of ammo")
    return Fault()
