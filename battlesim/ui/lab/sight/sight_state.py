"""What is asked about sight, and what a person has it show."""

from __future__ import annotations

from battlesim.table.pieces import Piece
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.sight.field_overlay import FieldOverlay
from battlesim.ui.lab.sight.sight_dispute import SightDispute


class SightModeState:
    """The question on the table; `fields` lie over the table, `within` is the distance that is asked about (0
    for none, inches), `first` from which row on the columns are."""

    def __init__(self, work: LabSession) -> None:
        self.work, self.bench = work, work.editor
        self.dispute = SightDispute(work.lab_table, work.queue)
        self.dispute.viewer, self.dispute.target = work.lab_table.pair
        self.fields = FieldOverlay(work.queue)
        self.max_distance_in = 0.0
        self.first = 0

    def piece(self) -> Piece | None:
        """The model that is chosen, else the one that is looked at."""
        pieces, picked = self.bench.table.pieces, self.work.model.pointer.selected_piece
        return pieces.get(picked) or pieces.get(self.dispute.target)

    def look_from(self, x: float, y: float) -> None:
        """Look from a bare place, inches, at whom the viewer looked at."""
        table, dispute = self.bench.table, self.dispute
        like = table.pieces.get(dispute.viewer)
        side = like.side if like else table.sides[0].key
        dispute.set_viewer(self.bench.place_test_position(x, y, side, like))
