"""What is spoken of on the table: by a question with what its answer would do, by a line of the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from battlesim.engine.moves import ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Preview
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.render.framing import Disc, Regard
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState, Table
from battlesim.ui.battle.pickers import Picker
from battlesim.ui.battle.pickers.shown import disc_of, middle_of
from battlesim.ui.story.log import where

SPOT: Final = 0.5
"""Inches about a place that is spoken of."""


def of_question(picker: Picker[Any], found: Preview | None) -> Regard:
    """Who can be chosen, who asks, what is looked at and what it would do: the weightiest last."""
    view, asked = picker.view, picker.decision
    row = picker.current()
    open_rows = [thing for other in picker.rows() if not other.blocked for thing in other.at]
    sights = [name for pair in (found.sights[:1] if found else ()) for name in pair]
    names = [*open_rows, asked.about, *(row.at if row else ()), *sights]
    last = {name: k for k, name in enumerate(names) if name}
    discs = [disc for k, name in enumerate(names) if last.get(name) == k for disc in discs_of(view, name)]
    spots = [*picker.places(), *picker.kept(), *_begin(asked)]
    bounds = [*asked.course, *_ground(asked, view.table, row.key if row else ""), *_effects(found, view)]
    return Regard((*discs, *around(spots)), tuple(bounds))


def of_things(table: Table, names: Iterable[str]) -> Regard:
    """Pieces, and places of terrain or markers."""
    discs = []
    for name in dict.fromkeys(names):
        piece, at = table.pieces.get(name), where(table, name)
        marker = table.markers.get(MarkerId(name))
        at = at or ((marker.x, marker.y) if marker else None)
        if at:
            discs.append((*at, piece.radius if piece and piece.spot else SPOT))
    return Regard(tuple(discs))


def discs_of(view: AnyState, thing: str) -> list[Disc]:
    """Where a thing is, or each piece of a unit, as far as it is in play."""
    table = view.table
    piece, disc, middle = table.pieces.get(thing), disc_of(view, thing), middle_of(view, thing)
    if disc is not None:
        return [disc]
    if middle is not None:
        return [(*middle, SPOT)]
    found = [other for other in table.of_unit(UnitId(thing)) if other.spot] if piece is None else []
    return [(*other.xy, other.radius) for other in found]


def around(spots: Iterable[Point]) -> Iterator[Disc]:
    """Places with the room that a sign on each takes."""
    return ((*spot, SPOT) for spot in spots)


def _begin(asked: object) -> list[Point]:
    return [asked.begin] if isinstance(asked, ChoosePoint) and asked.begin else []


def _ground(asked: object, table: Table, moves: str) -> list[Point]:
    """Places between which an answer may lie: lines, zones, as far as the piece that `moves` can come."""
    if isinstance(asked, ChoosePoint):
        return [*(point for line in asked.lines for point in line), *_rim((asked.zone,))]
    if isinstance(asked, PlacePieces):
        touched = [place for thing in asked.room.touching if (place := where(table, thing))]
        return [*_rim((asked.room.zone,)), *touched]
    found: list[Point] = []
    for motion in asked.motions if isinstance(asked, MoveGroup) else ():
        stands = table.piece(motion.piece).place
        if motion.piece == moves and isinstance(stands, OnTable):
            far = motion.allowance
            low, high = (stands.x - far, stands.y - far), (stands.x + far, stands.y + far)
            found += [_on_table(table, corner) for corner in (low, high)]
    return found


def _on_table(table: Table, at: Point) -> Point:
    return min(max(at[0], 0.0), table.ground.width), min(max(at[1], 0.0), table.ground.height)


def _effects(found: Preview | None, view: AnyState) -> list[Point]:
    """The areas, the way in and the pushes of a preview, as far as they lie on the table."""
    if found is None:
        return []
    regions = [*(area.region for area in found.areas), *([found.way_in] if found.way_in else [])]
    points = [*(point for region in regions for point in _rim(region)), *(end for _, end in found.pushes)]
    return [_on_table(view.table, point) for point in points]


def _rim(region: Region) -> Iterator[Point]:
    return ((float(x), float(y)) for rings in region for ring in rings[:1] for x, y in ring)
