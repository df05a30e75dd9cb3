"""The objects, units and points on the table that the camera keeps in view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.render.framing import FramedDisc, FramingSubject
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off
from battlesim.table.state import AnyState, Table
from battlesim.ui.session.object_positions import object_disc, object_position
from battlesim.ui.session.window_model import WindowModel

POINT_RADIUS_IN: Final = 0.5
"""Radius in inches of the disc that stands for a point."""
CardSize = tuple[float, float]
"""Width and height of a card in pixels at scale 1."""


class CameraSubject(NamedTuple):
    """What the camera keeps in view, and whether this is for a decision or note that awaits the user.

    `looks_at` returns the points that have just become of interest. `choice` is the answer whose preview is
    shown. The subject may become larger while its odds are computed.
    """

    key: object
    framing: FramingSubject
    awaits_user: bool = False
    looks_at: Callable[[], Sequence[Point]] = tuple
    choice: object = None


def objects_subject(table: Table, names: Iterable[str]) -> FramingSubject:
    """Return a subject made of the given pieces, terrain and markers."""
    discs = []
    for name in dict.fromkeys(names):
        piece, at = table.pieces.get(name), object_position(table, name)
        if at:
            discs.append((*at, piece.radius if piece and piece.table_position else POINT_RADIUS_IN))
    return FramingSubject(tuple(discs))


def object_discs(view: AnyState, thing: str) -> list[FramedDisc]:
    """Return the disc of an object, or the discs of all pieces of a unit that are on the table."""
    table = view.table
    disc, place = object_disc(table, thing), object_position(table, thing)
    if place is not None:
        return [disc or (*place, POINT_RADIUS_IN)]
    unit = table.pieces_of_unit(UnitId(thing)) if thing not in table.pieces else []
    return [(*piece.xy, piece.radius) for piece in unit if piece.table_position]


def point_discs(spots: Iterable[Point]) -> Iterator[FramedDisc]:
    """Yield a disc of radius `POINT_RADIUS_IN` around each point."""
    return ((*spot, POINT_RADIUS_IN) for spot in spots)


def line_subject(model: WindowModel) -> CameraSubject:
    """Return the subject of the current log line: its actors, targets, paths and losses."""
    line = model.history.lines[model.line]
    shooters = (shot.attacker for shot in line.shots)
    about = objects_subject(model.state.table, (*line.actors, *line.targets, *shooters))
    ways = (*(part.path for part in line.trails if not isinstance(part.new, Off)), *line.courses)
    blasts = [(*placed.at, placed.radius or POINT_RADIUS_IN) for placed in line.templates]
    lost = point_discs(at for at, _ in line.graves)
    many = len(line.actors) + len(line.targets) + len(line.shots) + len(line.graves) + len(line.templates)
    return CameraSubject(
        (line.first, many),
        FramingSubject((*lost, *blasts, *about.discs), tuple(at for way in ways for at in way)),
    )
