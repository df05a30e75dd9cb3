"""Chain reactions to losses: bugs explode, tunnel entrances collapse, and buildings and walls fall."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point, centroid
from battlesim.mechanics.chain_reactions import run_chain
from battlesim.mechanics.pieces import ids_in_play
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import PiecesMoved, PieceTravel, TerrainChanged
from battlesim.table.levels import middle_level, standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

from ..attack import attack_resolution
from ..attack.area_effects import pieces_on_ground
from ..attack.attack_dice import AttackDie, carried_weapons
from ..attack.attack_modes import EXPLOSION
from ..attack.attack_resolution import Loss
from ..core.events import StructureSearched
from ..core.lookups import has_trait, is_structure, pieces_within
from ..core.marks import CAPTIVE
from ..core.profiles import terrain_kinds, weapons
from ..core.state import Battle, Game
from ..ground.surface import surface
from ..underground import tunnel_entrances

EXPLOSION_REACH_IN = 3.0
"""Reach of an explosion in inches, measured from the base of the dead bug."""


def explodes(dead: Piece) -> bool:
    """Return whether a bug explodes when it dies."""
    return has_trait(dead, "volatile") and isinstance(dead.place, OnTable)


def caught_in_explosion(state: Battle, dead: Piece) -> list[Piece]:
    """Return the models of both sides within 3 in of the base of a dead bug."""
    others = [p for p in pieces_on_ground(state) if p.id != dead.id]
    return pieces_within(state, dead, others, EXPLOSION_REACH_IN)


def explosion_dice(state: Battle, dead: Piece) -> tuple[AttackDie, ...]:
    """Return the dice of a bug's explosion against all models it catches."""
    form = carried_weapons(dead, melee=True)[0]
    each = int(weapons()[form].dice)
    return tuple(
        AttackDie(form, dead.id, p.id, bound=True, origin=dead.xy)
        for p in caught_in_explosion(state, dead)
        for _ in range(each)
    )


def explode_bug(play: Play[Game], dead: Piece) -> Script[list[Loss]]:
    """Resolve the explosion of a dead bug, and return the losses that it causes."""
    near = explosion_dice(play.state, dead)
    play.log_message(phrase("{} blows up", Ref(dead.id)), by=dead.id, at=(dead.id,), rule=EXPLOSION)
    _, lost = yield from attack_resolution.resolve_dice(play, near, "volatile", point=dead.xy)
    return lost


def resolve_attack(
    play: Play[Game],
    dice: Sequence[AttackDie],
    mode: str,
    *,
    point: Point | None = None,
    new_smoke_ids: Sequence[str] = (),
) -> Script[tuple[int, ...]]:
    """Roll dice assigned to targets, resolve all consequences, and return the faces of the dice."""
    faces, lost = yield from attack_resolution.resolve_dice(
        play, dice, mode, point=point, new_smoke_ids=new_smoke_ids
    )
    yield from resolve_chain(play, lost)
    return faces


def resolve_chain(play: Play[Game], lost: Sequence[Loss]) -> Script[None]:
    """Resolve the consequences of losses in the order in which they occurred."""
    yield from run_chain(lost, lambda each: _set_off(play, each))


def _set_off(play: Play[Game], lost: Loss) -> Script[list[Loss]]:
    """Resolve the effects of one loss on other models, and return the losses that follow."""
    if isinstance(lost, Piece):
        return (yield from explode_bug(play, lost)) if explodes(lost) else []
    if is_structure(play.state, lost):
        return (yield from destroy_structure(play, lost))
    if lost in play.state.table.pieces:
        return (yield from tunnel_entrances.collapse_entrance(play, lost, tunnel_entrances.COLLAPSE))
    return []


FALL = "MI-GAP-56"


def occupants(table: Table, structure: str) -> list[Piece]:
    """Return the pieces inside a building or on a wall."""
    manning = [p for p in table.standing_pieces() if isinstance(p.place, OnTable) and p.place.on == structure]
    return [*table.pieces_inside(structure), *manning]


def collapse_savers(state: Battle, structure: str) -> tuple[str, ...]:
    """Return the ids of the occupants, except captives, that roll a Save when a structure falls."""
    return tuple(p.id for p in occupants(state.table, structure) if not p.has_mark(CAPTIVE))


def destroy_structure(play: Play[Game], structure: str) -> Script[list[Loss]]:
    """Replace a structure by rubble, roll Saves for its occupants, and return the losses."""
    old = play.state.table.terrain(structure)
    kind = terrain_kinds()[old.kind]
    within = [p.id for p in occupants(play.state.table, structure)]
    play.log_message(phrase("{} is destroyed", Ref(structure)), at=(structure,), rule=FALL)
    lost = yield from attack_resolution.roll_saves(
        play, collapse_savers(play.state, structure), phrase("saves in {}", Ref(structure)), FALL
    )
    left = terrain_kinds()[kind.destroyed]
    height = left.height + middle_level(play.state.table.ground, old.rings)
    rubble = replace(old, kind=kind.destroyed, height=height, hits=0, hits_full=0, openings=())
    play.emit(TerrainChanged(rule=FALL, old=old, new=rubble))
    _put_down(play, ids_in_play(play.state, within), structure)
    if old.kind == "building":
        yield from _what_it_hid(play, structure)
    return lost


def _put_down(play: Play[Game], pieces: Sequence[str], structure: str) -> None:
    """Place occupants in the ruin, or as near to it as space allows; models on a wall drop to the ground."""
    table, parts = play.state.table, []
    for name in pieces:
        piece = table.piece(name)
        place = _on_ground(table, piece, structure)
        parts.append(PieceTravel(name, piece.place, place))
        table = table.with_place(name, place)
    if parts:
        play.emit(PiecesMoved(rule=FALL, parts=tuple(parts), how="place"))


def _on_ground(table: Table, piece: Piece, structure: str) -> OnTable:
    if isinstance(piece.place, OnTable):
        return standing_place(table.ground, *piece.xy, piece.facing)
    bases = tuple(
        p.id for p in table.standing_pieces() if not has_trait(p, "marker") and not p.has_mark(CAPTIVE)
    )
    rings = table.terrain(structure).rings
    for zone in (rings, ()):
        room = PlacementArea(zone=zone, blocked=surface(table.ground).blocked_ids, bases=bases)
        if spots := placements_near(table, room, [piece], centroid(rings[0])):
            return standing_place(table.ground, spots[0].x, spots[0].y, spots[0].facing)
    raise ValueError(f"no room is left near {structure} for {piece.id}")


def _what_it_hid(play: Play[Game], structure: str) -> Script[None]:
    """Mark a ruin as searched, so that its survivors score for no side, and reveal any hidden entrance."""
    if structure not in play.state.game.searched:
        play.emit(StructureSearched(rule=FALL, structure=structure, by=""))
    for entrance in play.state.game.hidden:
        if entrance.structure == structure:
            yield from tunnel_entrances.reveal_entrance(play, entrance.id, by_exit=False)
