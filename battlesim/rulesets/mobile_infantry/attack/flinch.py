"""Flinch: models that were shaken are pushed 2 in straight away from what shook them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.behaviour import straight
from battlesim.engine.decisions import Item
from battlesim.engine.play import Play, Script
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.shapes import Point
from battlesim.rulings import measure
from battlesim.rulings.placing import free_space
from battlesim.table.events import Moved, Travel
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table

from ..core.facts import has, may_overlap
from ..core.marks import CAPTIVE, FLYING, changed_place
from ..core.state import Battle, Game
from ..core.surface import surface
from ..core.targets import thing
from .pool import AttackDie

PUSH = "MI-GAP-22"
DISTANCE = 2.0
NEVER = ("large", "aircraft", "airstrike", "entrance", "marker")


Shaken = Mapping[str, Mapping[str, Point]]
"""Models that are to flinch, each with the points that it may be pushed away from, by source."""


def may_flinch(piece: Piece) -> bool:
    """Large models, aircraft, entrances and captives never do, nor who is inside or on something."""
    free = isinstance(piece.place, OnTable) and not piece.place.on and not piece.has(CAPTIVE)
    return free and not piece.has(FLYING) and not any(has(piece, trait) for trait in NEVER)


def point_of(state: Battle, source: Piece, target: Piece) -> Point | None:
    """The centre of a source; of one inside a building the nearest outline point (MI-GAP-72)."""
    stands = isinstance(source.place, OnTable | Inside) and isinstance(target.place, OnTable)
    return measure.point_of(state.table, source, target.xy) if stands else None


def sources_of(
    state: Battle, target: Piece, dice: Sequence[AttackDie], point: Point | None = None
) -> dict[str, Point]:
    """The points that dice on a model may push it away from, by their sources; `point` is that of an attack
    as a whole."""
    found: dict[str, Point] = {}
    for die in dice:
        for source in die.sources or (die.firer,):
            origin = die.origin or point or point_of(state, thing(state, source), target)
            if origin is not None:
                found.setdefault(source, origin)
    return found


def _origins(play: Play[Game], side: SideKey, shaken: Shaken, rule: str) -> Script[dict[str, Point]]:
    """The point each model is pushed away from; the attacker names it where several may have done it
    (MI-SHOT-14, MI-BMEL-07)."""
    chosen = {name: next(iter(sources.values())) for name, sources in shaken.items()}
    several = {name: own for name, own in shaken.items() if len({*own.values()}) > 1}
    if several:
        items = [Item(i, play.state.table.called(i), tuple(own)) for i, own in several.items()]
        given = yield from play.assign("source", side, "From whom does each flinch?", items, rule=rule)
        chosen |= {name: own[given[name]] for name, own in several.items()}
    return chosen


def _room(table: Table, piece: Piece) -> FreeSpace:
    """What stops a push: what one cannot walk over, and bases but its own; an entrance those of the MI."""
    bases = [p for p in table.standing() if not may_overlap(p, piece)]
    return free_space(table, piece.radius, surface(table.ground).stops, bases)


def flinch(play: Play[Game], side: SideKey, shaken: Shaken, rule: str) -> Script[None]:
    """Push every shaken model once; `side` is the attacker's, `rule` the row of this kind of attack."""
    able = {name: own for name, own in shaken.items() if own and may_flinch(thing(play.state, name))}
    origins = yield from _origins(play, side, able, rule)
    parts = pushes(play.state.table, origins)
    if parts:
        play.emit(Moved(rule=rule, parts=parts, how="flinch"))
        changed_place(play, [part.piece for part in parts], "MI-GAP-21")


def pushes(table: Table, origins: Mapping[str, Point]) -> tuple[Travel, ...]:
    """Where models are pushed that flinch together, each from a point, in the order in which they are."""
    return straight.away(table, origins, DISTANCE, _room)
