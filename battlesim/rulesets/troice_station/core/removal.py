"""Removal of figures from play, and the copies of recorders that they drop."""

from __future__ import annotations

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import remove_from_play
from battlesim.table.compound_names import compound_id, subject_of_id
from battlesim.table.events import MarkerPlaced
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker

from .marks import carried_copies
from .state import Game

COPY_DISC_RADIUS_IN = 0.5
"""The radius in inches of the disc that stands for a copy."""
COPY_KIND = "copy"


def copy_marker_id(recorder: str) -> MarkerId:
    """Return the id of the marker for a dropped copy of a recorder."""
    return MarkerId(compound_id(COPY_KIND, recorder))


def recorder_of(copy: MarkerId) -> str:
    """Return the id of the recorder whose copy a marker represents."""
    return subject_of_id(copy, COPY_KIND)


def remove_figure(play: Play[Game], piece: str, rule: str = "", source_id: str = "") -> None:
    """Remove a figure from play for good, and drop the copies that it carries where it stood."""
    figure = play.state.table.piece(piece)
    if figure.table_position is not None:
        for recorder in carried_copies(figure):
            x, y = figure.xy
            name = f"copy of {play.state.table.name_of(recorder)}"
            play.emit(
                MarkerPlaced(
                    rule=rule,
                    marker=Marker(copy_marker_id(recorder), COPY_KIND, x, y, COPY_DISC_RADIUS_IN, name=name),
                )
            )
    remove_from_play(play, piece, rule, source_id)
