"""Previews of moves that set off mines which the moving side knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.rulings.movement import Leg
from battlesim.rulings.threat_regions import disc_region
from battlesim.table.ids import MarkerId
from battlesim.table.phrases import length_text, phrase
from battlesim.table.pieces import Marker, Piece

from ..actions.mines import GOES_OFF, TRIGGER_IN, charge_of, mines_met
from ..core.profiles import tables
from ..core.state import Battle
from ..support.arrival import caught_figures


def mine_preview(view: Battle, legs: Iterable[Leg]) -> Preview | None:
    """Return a preview of the known mines that a move sets off, or None if there are none."""
    met: dict[str, tuple[Marker, Piece]] = {}
    for mine, piece in _known_mines_met(view, legs):
        met.setdefault(mine.id, (mine, piece))
    if not met:
        return None
    rows = (
        PreviewRow(charge_of(mine).name, phrase("set off by {}", piece.name), GOES_OFF)
        for mine, piece in met.values()
    )
    return Preview(
        title="Mines on the way" if len(met) > 1 else "A mine on the way",
        rows=(*rows, PreviewRow("Goes off", phrase("within {} of a base", length_text(TRIGGER_IN)))),
        note="A small burst on each mine",
        areas=tuple(_burst(view, mine, piece) for mine, piece in met.values()),
    )


def _known_mines_met(view: Battle, legs: Iterable[Leg]) -> Iterator[tuple[Marker, Piece]]:
    for leg in legs:
        for stop in mines_met(view, leg.piece, leg.path):
            yield view.table.markers[MarkerId(stop.ids[0])], view.table.piece(leg.piece)


def _burst(view: Battle, mine: Marker, piece: Piece) -> EffectArea:
    """Return the area of a mine's burst, with the piece that sets it off and the figures in the area."""
    at, radius = (mine.x, mine.y), tables().burst[charge_of(mine).size].radius
    caught = dict.fromkeys((piece.id, *(figure.id for figure in caught_figures(view, at, radius))))
    return EffectArea(disc_region(at, radius), charge_of(mine).name, GOES_OFF, tuple(caught))
