"""What is asked about sight, and what a person has it show."""

from __future__ import annotations

from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.lab.sight.fields import Fields
from battlesim.ui.lab.work import Work


class Inquiry:
    """The question on the table; `fields` lie over the table, `within` is the distance that is asked about (0
    for none, inches), `first` from which row on the columns are."""

    def __init__(self, work: Work) -> None:
        self.work, self.bench = work, work.bench
        self.dispute = Dispute(work.tables, work.queue)
        self.dispute.viewer, self.dispute.target = work.tables.pair
        self.fields = Fields(work.queue)
        self.within = 0.0
        self.first = 0

    def piece(self) -> Piece | None:
        """The model that is chosen, else the one that is looked at."""
        pieces, picked = self.bench.table.pieces, self.work.model.pointing.picked
        return pieces.get(picked) or pieces.get(self.dispute.target)

    def look_from(self, x: float, y: float) -> None:
        """Look from a bare place, inches, at whom the viewer looked at."""
        table, dispute = self.bench.table, self.dispute
        like = table.pieces.get(dispute.viewer)
        side = like.side if like else table.sides[0].key
        dispute.look(self.bench.bare(x, y, side, like))
