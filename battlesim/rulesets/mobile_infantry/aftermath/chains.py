"""What losses set off: bugs that blow up, entrances that collapse, buildings and walls that fall."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point, centroid
from battlesim.mechanics.pieces import ids_in_play
from battlesim.rulings.piece_placement import PlacementArea, placements_near
from battlesim.table.events import PiecesMoved, PieceTravel, TerrainChanged
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

from ..attack import damage
from ..attack.area import on_the_ground
from ..attack.damage import Lost
from ..attack.pool import AttackDie, weapons_of
from ..attack.ways import EXPLOSION
from ..below import tunnels
from ..core.events import Searched
from ..core.facts import has, is_structure, near
from ..core.marks import CAPTIVE
from ..core.profiles import terrain_kinds, weapons
from ..core.state import Battle, Game
from ..ground.surface import surface

BLAST = 3.0
"""Inches from the base of the dead bug."""


def blows_up(dead: Piece) -> bool:
    """Whether a bug that was just killed explodes: Volatile, and killed on the table itself."""
    return has(dead, "volatile") and isinstance(dead.place, OnTable)


def in_blast(state: Battle, dead: Piece) -> list[Piece]:
    """Every model within 3 in of its base, friend and foe."""
    others = [p for p in on_the_ground(state) if p.id != dead.id]
    return near(state, dead, others, BLAST)


def blast_dice(state: Battle, dead: Piece) -> tuple[AttackDie, ...]:
    """The full dice of its melee attack for all who are caught."""
    form = weapons_of(dead, melee=True)[0]
    each = int(weapons()[form].dice)
    return tuple(
        AttackDie(form, dead.id, p.id, bound=True, origin=dead.xy)
        for p in in_blast(state, dead)
        for _ in range(each)
    )


def blow_up(play: Play[Game], dead: Piece) -> Script[list[Lost]]:
    """A dead bug attacks all who are near; gives whom it takes."""
    near = blast_dice(play.state, dead)
    play.log_message(phrase("{} blows up", Ref(dead.id)), by=dead.id, at=(dead.id,), rule=EXPLOSION)
    _, lost = yield from damage.deal(play, near, "volatile", point=dead.xy)
    return lost


def settle(
    play: Play[Game],
    dice: Sequence[AttackDie],
    how: str,
    *,
    point: Point | None = None,
    fresh: Sequence[str] = (),
) -> Script[tuple[int, ...]]:
    """Roll dice that lie on their targets and work out all that follows; see `damage.deal`."""
    faces, lost = yield from damage.deal(play, dice, how, point=point, fresh=fresh)
    yield from work_through(play, lost)
    return faces


def work_through(play: Play[Game], lost: Sequence[Lost]) -> Script[None]:
    """What losses set off, first in, first out: each only once what went before is fully settled."""
    waiting = deque(lost)
    while waiting:
        waiting.extend((yield from _set_off(play, waiting.popleft())))


def _set_off(play: Play[Game], lost: Lost) -> Script[list[Lost]]:
    """What one loss does to others; gives those whom it takes."""
    if isinstance(lost, Piece):
        return (yield from blow_up(play, lost)) if blows_up(lost) else []
    if is_structure(play.state, lost):
        return (yield from destroy(play, lost))
    if lost in play.state.table.pieces:
        return (yield from tunnels.collapse(play, lost, tunnels.COLLAPSE))
    return []


FALL = "MI-GAP-56"


def holders(table: Table, structure: str) -> list[Piece]:
    """Those inside a building or on a wall."""
    manning = [p for p in table.standing_pieces() if isinstance(p.place, OnTable) and p.place.on == structure]
    return [*table.pieces_inside(structure), *manning]


def shaken(state: Battle, structure: str) -> tuple[str, ...]:
    """Those who make a Save as it falls: all in or on it but captives."""
    return tuple(p.id for p in holders(state.table, structure) if not p.has_mark(CAPTIVE))


def destroy(play: Play[Game], structure: str) -> Script[list[Lost]]:
    """Who is in or on a structure at 0 HP makes a Save for 1 HP and ends on the rubble; who is lost."""
    old = play.state.table.terrain(structure)
    kind = terrain_kinds()[old.kind]
    within = [p.id for p in holders(play.state.table, structure)]
    play.log_message(phrase("{} is destroyed", Ref(structure)), at=(structure,), rule=FALL)
    lost = yield from damage.saves(
        play, shaken(play.state, structure), phrase("saves in {}", Ref(structure)), FALL
    )
    left = terrain_kinds()[kind.destroyed]
    rubble = replace(old, kind=kind.destroyed, height=left.height, hits=0, hits_full=0, openings=())
    play.emit(TerrainChanged(rule=FALL, old=old, new=rubble))
    _put_down(play, ids_in_play(play.state, within), structure)
    if old.kind == "building":
        yield from _what_it_hid(play, structure)
    return lost


def _put_down(play: Play[Game], pieces: Sequence[str], structure: str) -> None:
    """Stands from inside are placed in the ruin, or as near as there is room; those on a wall drop down."""
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
        return replace(piece.place, z=0.0, on="")
    bases = tuple(p.id for p in table.standing_pieces() if not has(p, "marker") and not p.has_mark(CAPTIVE))
    rings = table.terrain(structure).rings
    for zone in (rings, ()):
        room = PlacementArea(zone=zone, blocked=surface(table.ground).stops, bases=bases)
        if spots := placements_near(table, room, [piece], centroid(rings[0])):
            return OnTable(spots[0].x, spots[0].y, spots[0].facing)
    raise ValueError(f"no room is left near {structure} for {piece.id}")


def _what_it_hid(play: Play[Game], structure: str) -> Script[None]:
    """Unfound survivors are lost for nobody's points; a hidden Tunnel Entrance comes to light."""
    if structure not in play.state.game.searched:
        play.emit(Searched(rule=FALL, structure=structure, by=""))
    for entrance in play.state.game.hidden:
        if entrance.structure == structure:
            yield from tunnels.reveal(play, entrance.id, by_exit=False)
