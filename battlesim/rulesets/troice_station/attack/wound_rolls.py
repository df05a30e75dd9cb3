"""Wound rolls of damage against defence, and the cover that counts (TS-WND-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScript, modifier_total
from battlesim.mechanics.contest import OpposedRoll
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.rulings.sight import Verdict
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain

from ..core.lookups import defence_bonus, piece_profile, piece_weapon
from ..core.profiles import FIGURES, terrain_kinds
from ..core.state import MARINES, Battle
from ..ground.surface import bunkers
from .templates import is_wholly_inside

WOUND = "TS-WND-01"
NO_COVER = Modifier(0, "no cover", "TS-GAP-60")
HARD_COVER = Modifier(1, "hard cover", "TS-WND-08")
TOTAL_COVER = Modifier(3, "total cover", "TS-WND-09")
WoundCause = Literal["gunfire", "explosion", "flame", "acid", "melee"]


def defence_modifiers(
    state: Battle, target: Piece, cause: WoundCause, cover: Modifier = NO_COVER
) -> tuple[Modifier, ...]:
    """Return the modifiers that a target adds to its die: defence, armour and cover."""
    own = [Modifier(_rating(state, target, cause), "Defence", FIGURES)]
    if cause != "melee" and target.side == MARINES and state.game.parameters.armour:  # TS-GAP-61
        own.append(Modifier(state.game.parameters.armour, "body armour", "TS-WND-10"))
    return (*own, cover) if cover.value else tuple(own)


def _rating(state: Battle, target: Piece, cause: WoundCause) -> int:
    """Return the Defence Bonus, which may differ against explosions for a flamer operator (TS-GAP-74)."""
    bonus, against = defence_bonus(state, target), piece_profile(target).explosion
    if cause != "explosion" or state.game.parameters.flamer_explosion == "tank":
        return bonus
    return against if against and state.game.parameters.flamer_explosion == "instead" else bonus + against


def wound_roll(
    state: Battle,
    damage: int,
    attack_label: str,
    target: Piece,
    cause: WoundCause,
    cover: Modifier = NO_COVER,
    side: SideKey = NO_SIDE,
) -> OpposedRoll:
    """Return a wound roll: a die plus damage against a die plus the target's defence modifiers."""
    own = defence_modifiers(state, target, cause, cover)
    words = ", ".join(f"{one.value:+d} {one.words}" for one in own)
    tags = DieTag(side, attack_label), DieTag(target.side, f"{target.name} ({words})")
    notes = ("", words if len(own) > 1 else "")
    return OpposedRoll(bonus=(damage, modifier_total(own)), tags=tags, notes=notes, rule=WOUND)


def shot_damage(piece: Piece) -> int:
    """Return the damage modifier of a figure's weapon, or 0 if it has none (TS-ALN-09)."""
    weapon = piece_weapon(piece)
    return weapon.damage if weapon else 0


def wound_dice_script(throw: OpposedRoll) -> DiceScript[int]:
    """Return a script that makes a wound roll and gives its margin; above 0 is a wound (TS-WND-03)."""
    margin: int = yield throw
    return margin


# -- cover --


def cover_from_fire(state: Battle, firer: Piece, target: Piece, verdict: Verdict) -> Modifier:
    """Return a target's best cover against a shot or spit: a bunker, or hard terrain that hides it."""
    if shelter := _shelter(state, target, firer.xy):
        return shelter
    if not verdict.hard:
        return NO_COVER
    half = state.game.parameters.half_is_total and 1.0 - verdict.share > 0.5
    return TOTAL_COVER if half else HARD_COVER


def _shelter(state: Battle, target: Piece, origin: Point) -> Modifier | None:
    """Return total cover if the target is wholly inside a bunker and the origin is outside, else None."""
    for terrain in bunkers(state.table.ground):
        ring = terrain.rings[0]
        if is_wholly_inside(target, ring) and not ground_obstacles(state.table.ground).contains_segment(
            origin, origin, [terrain.id]
        ):
            return TOTAL_COVER
    return None


def cover_from_blast(state: Battle, centre: Point, target: Piece) -> Modifier:
    """Return a target's cover against an explosion or acid: a bunker, or hard terrain between (TS-GAP-62)."""
    if shelter := _shelter(state, target, centre):
        return shelter
    crossed = [t for t in _hard(state.table) if _lies_between(state.table, centre, target, t)]
    return HARD_COVER if crossed else NO_COVER


def cover_from_flame(state: Battle, origin: Point, target: Piece) -> Modifier:
    """Return a target's cover against flame, which only a bunker gives."""
    return _shelter(state, target, origin) or NO_COVER


def _hard(table: Table) -> Iterator[Terrain]:
    kinds = terrain_kinds()
    return (t for t in table.ground.terrain if t.kind in kinds and kinds[t.kind].hard)


def _lies_between(table: Table, centre: Point, target: Piece, terrain: Terrain) -> bool:
    """Return whether hard terrain, or a wall or opening of a building, lies on the line to the target."""
    ids = [terrain.id] if not terrain.openings else [terrain.walls_id, *(o.id for o in terrain.openings)]
    return ground_obstacles(table.ground).intersects_segment(centre, target.xy, ids)
