"""Buildings that become ruins and walls that become breaches (MI-GAP-56)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.game import Game as Play
from battlesim.engine.game import Script
from battlesim.geometry.shapes import centroid
from battlesim.rulesets.mobile_infantry import damage, hidden
from battlesim.rulesets.mobile_infantry.events import Searched
from battlesim.rulesets.mobile_infantry.facts import has, standing
from battlesim.rulesets.mobile_infantry.flinch import impassable
from battlesim.rulesets.mobile_infantry.marks import CAPTIVE
from battlesim.rulesets.mobile_infantry.profiles import terrain_kinds
from battlesim.rulesets.mobile_infantry.state import Battle, Game
from battlesim.rulings.placing import Room, spots_near
from battlesim.table.events import Moved, Said, TerrainChanged, Travel
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

RULE = "MI-GAP-56"


def holders(table: Table, structure: str) -> list[Piece]:
    """Those inside a building or on a wall."""
    manning = [p for p in table.standing() if isinstance(p.place, OnTable) and p.place.on == structure]
    return [*table.inside(structure), *manning]


def shaken(state: Battle, structure: str) -> tuple[str, ...]:
    """Those who make a Save as it falls: all in or on it but captives (MI-GAP-56)."""
    return tuple(p.id for p in holders(state.table, structure) if not p.has(CAPTIVE))


def destroy(game: Play[Game], structure: str) -> Script[None]:
    """A structure at 0 HP falls: those in or on it make an unmodified Save at 1 HP and end on the rubble."""
    old = game.state.table.terrain(structure)
    kind = terrain_kinds()[old.kind]
    within = [p.id for p in holders(game.state.table, structure)]
    game.emit(Said(rule=RULE, text=f"{old.called} is destroyed", at=(structure,)))
    yield from damage.saves(game, shaken(game.state, structure), f"saves in {old.called}", RULE)
    left = terrain_kinds()[kind.destroyed]
    rubble = msgspec.structs.replace(
        old, kind=kind.destroyed, height=left.height, hits=0, hits_full=0, openings=()
    )
    game.emit(TerrainChanged(rule=RULE, old=old, new=rubble))
    _put_down(game, standing(game.state, within), structure)
    if old.kind == "building":
        yield from _what_it_hid(game, structure)


def _put_down(game: Play[Game], pieces: Sequence[str], structure: str) -> None:
    """Stands from inside are placed in the ruin, or as near as there is room; those on a wall drop down."""
    table, parts = game.state.table, []
    for name in pieces:
        piece = table.piece(name)
        place = _on_ground(table, piece, structure)
        parts.append(Travel(name, piece.place, place))
        table = table.with_place(name, place)
    if parts:
        game.emit(Moved(rule=RULE, parts=tuple(parts), how="place"))


def _on_ground(table: Table, piece: Piece, structure: str) -> OnTable:
    if isinstance(piece.place, OnTable):
        return msgspec.structs.replace(piece.place, z=0.0, on="")
    bases = tuple(p.id for p in table.standing() if not has(p, "marker") and not p.has(CAPTIVE))
    rings = table.terrain(structure).rings
    for zone in (rings, ()):
        room = Room(zone=zone, blocked=impassable(table), bases=bases)
        if spots := spots_near(table, room, [piece], centroid(rings[0])):
            return OnTable(spots[0].x, spots[0].y, spots[0].facing)
    raise ValueError(f"no room is left near {structure} for {piece.id}")


def _what_it_hid(game: Play[Game], structure: str) -> Script[None]:
    """Unfound survivors are lost for nobody's points; a hidden Tunnel Entrance comes to light (MI-GAP-39)."""
    if structure not in game.state.game.searched:
        game.emit(Searched(rule=RULE, structure=structure, by=""))
    for entrance in game.state.game.hidden:
        if entrance.structure == structure:
            yield from hidden.reveal(game, entrance.id, by_exit=False)
