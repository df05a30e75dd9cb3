"""The state of the sight mode: the question who sees whom, the overlay and the distance to check."""

from __future__ import annotations

from battlesim.table.pieces import Piece
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.sight.field_overlay import FieldOverlay
from battlesim.ui.lab.sight.sight_dispute import SightDispute


class SightModeState:
    """The state of the table editor while sight is judged.

    It holds the line of sight, the overlay and a distance limit. `max_distance_in` is the limit in inches, or
    0 for no limit. `first` is the first visible row of the comparison.
    """

    def __init__(self, work: LabSession) -> None:
        self.work, self.bench = work, work.editor
        self.dispute = SightDispute(work.lab_table, work.queue)
        self.dispute.viewer, self.dispute.target = work.lab_table.pair
        self.fields = FieldOverlay(work.queue)
        self.max_distance_in = 0.0
        self.first = 0

    def piece(self) -> Piece | None:
        """Return the selected piece, else the target, None if there is neither."""
        pieces, picked = self.bench.table.pieces, self.work.model.pointer.selected_piece
        return pieces.get(picked) or pieces.get(self.dispute.target)

    def look_from(self, x: float, y: float) -> None:
        """Look from a point (inches) at the target; the viewer becomes a test position there."""
        table, dispute = self.bench.table, self.dispute
        like = table.pieces.get(dispute.viewer)
        side = like.side if like else table.sides[0].key
        dispute.set_viewer(self.bench.place_test_position(x, y, side, like))
