"""What is spoken of on the table: things, units, places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from battlesim.geometry.shapes import Point
from battlesim.render.framing import FramedDisc, FramingSubject
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off
from battlesim.table.state import AnyState, Table
from battlesim.ui.story.model import Model
from battlesim.ui.story.places import disc_of, where

SPOT: Final = 0.5
"""Inches about a place that is spoken of."""
Size = tuple[float, float]
"""Width and height of a card, pixels at scale 1."""


class Topic(NamedTuple):
    """What is spoken of and where that is; whether it is put to somebody: a question, a note.

    `looks_at` gives the places that have just come to be looked at, `choice` is the answer that is laid out:
    the regard may grow while its odds are worked out.
    """

    what: object
    regard: FramingSubject
    asked: bool = False
    looks_at: Callable[[], Sequence[Point]] = tuple
    choice: object = None


def of_things(table: Table, names: Iterable[str]) -> FramingSubject:
    """Pieces, and places of terrain or markers."""
    discs = []
    for name in dict.fromkeys(names):
        piece, at = table.pieces.get(name), where(table, name)
        if at:
            discs.append((*at, piece.radius if piece and piece.table_position else SPOT))
    return FramingSubject(tuple(discs))


def discs_of(view: AnyState, thing: str) -> list[FramedDisc]:
    """Where a thing is, or each piece of a unit, as far as it is in play."""
    table = view.table
    disc, place = disc_of(table, thing), where(table, thing)
    if place is not None:
        return [disc or (*place, SPOT)]
    unit = table.pieces_of_unit(UnitId(thing)) if thing not in table.pieces else []
    return [(*piece.xy, piece.radius) for piece in unit if piece.table_position]


def around(spots: Iterable[Point]) -> Iterator[FramedDisc]:
    """Places with the room that a sign on each takes."""
    return ((*spot, SPOT) for spot in spots)


def of_line(model: Model) -> Topic:
    """The line that is shown: who does something to whom, and where they go or were lost."""
    line = model.story.lines[model.line]
    shooters = (shot.by for shot in line.shots)
    about = of_things(model.state.table, (*line.actors, *line.targets, *shooters))
    ways = (*(part.path for part in line.trails if not isinstance(part.new, Off)), *line.courses)
    lost = around(at for at, _ in line.graves)
    many = len(line.actors) + len(line.targets) + len(line.shots) + len(line.graves)
    return Topic(
        (line.first, many),
        FramingSubject((*lost, *about.discs), tuple(at for way in ways for at in way)),
    )
