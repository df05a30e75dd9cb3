"""Buildings that become ruins and walls that become breaches."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import centroid
from battlesim.mechanics.pieces import standing
from battlesim.rulings.placing import Room, spots_near
from battlesim.table.events import Moved, Said, TerrainChanged, Travel
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.words import Ref, say

from ..attack import damage
from ..attack.damage import Lost
from ..below import tunnels
from ..core.events import Searched
from ..core.facts import has
from ..core.marks import CAPTIVE
from ..core.profiles import terrain_kinds
from ..core.state import Battle, Game
from ..core.surface import surface

RULE = "MI-GAP-56"


def holders(table: Table, structure: str) -> list[Piece]:
    """Those inside a building or on a wall."""
    manning = [p for p in table.standing() if isinstance(p.place, OnTable) and p.place.on == structure]
    return [*table.inside(structure), *manning]


def shaken(state: Battle, structure: str) -> tuple[str, ...]:
    """Those who make a Save as it falls: all in or on it but captives."""
    return tuple(p.id for p in holders(state.table, structure) if not p.has(CAPTIVE))


def destroy(play: Play[Game], structure: str) -> Script[list[Lost]]:
    """Who is in or on a structure at 0 HP makes a Save for 1 HP and ends on the rubble; who is lost."""
    old = play.state.table.terrain(structure)
    kind = terrain_kinds()[old.kind]
    within = [p.id for p in holders(play.state.table, structure)]
    play.emit(Said(rule=RULE, text=say("{} is destroyed", Ref(structure)), at=(structure,)))
    lost = yield from damage.saves(
        play, shaken(play.state, structure), say("saves in {}", Ref(structure)), RULE
    )
    left = terrain_kinds()[kind.destroyed]
    rubble = msgspec.structs.replace(
        old, kind=kind.destroyed, height=left.height, hits=0, hits_full=0, openings=()
    )
    play.emit(TerrainChanged(rule=RULE, old=old, new=rubble))
    _put_down(play, standing(play.state, within), structure)
    if old.kind == "building":
        yield from _what_it_hid(play, structure)
    return lost


def _put_down(play: Play[Game], pieces: Sequence[str], structure: str) -> None:
    """Stands from inside are placed in the ruin, or as near as there is room; those on a wall drop down."""
    table, parts = play.state.table, []
    for name in pieces:
        piece = table.piece(name)
        place = _on_ground(table, piece, structure)
        parts.append(Travel(name, piece.place, place))
        table = table.with_place(name, place)
    if parts:
        play.emit(Moved(rule=RULE, parts=tuple(parts), how="place"))


def _on_ground(table: Table, piece: Piece, structure: str) -> OnTable:
    if isinstance(piece.place, OnTable):
        return msgspec.structs.replace(piece.place, z=0.0, on="")
    bases = tuple(p.id for p in table.standing() if not has(p, "marker") and not p.has(CAPTIVE))
    rings = table.terrain(structure).rings
    for zone in (rings, ()):
        room = Room(zone=zone, blocked=surface(table.ground).stops, bases=bases)
        if spots := spots_near(table, room, [piece], centroid(rings[0])):
            return OnTable(spots[0].x, spots[0].y, spots[0].facing)
    raise ValueError(f"no room is left near {structure} for {piece.id}")


def _what_it_hid(play: Play[Game], structure: str) -> Script[None]:
    """Unfound survivors are lost for nobody's points; a hidden Tunnel Entrance comes to light."""
    if structure not in play.state.game.searched:
        play.emit(Searched(rule=RULE, structure=structure, by=""))
    for entrance in play.state.game.hidden:
        if entrance.structure == structure:
            yield from tunnels.reveal(play, entrance.id, by_exit=False)
