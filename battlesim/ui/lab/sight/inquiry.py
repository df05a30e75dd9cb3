"""What is asked about sight, and what a person has it show."""

from __future__ import annotations

from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.lab.work import Work


class Inquiry:
    """The question on the table; `region` whether it is shown what the viewer sees, `first` from which row on
    the columns are."""

    def __init__(self, work: Work) -> None:
        self.work, self.bench = work, work.bench
        self.dispute = Dispute(work.tables, work.aside)
        self.dispute.viewer, self.dispute.target = work.tables.pair
        self.region = False
        self.first = 0

    def piece(self) -> Piece | None:
        """The model that is chosen, else the one that is looked at."""
        pieces, picked = self.bench.table.pieces, self.work.model.pointing.picked
        return pieces.get(picked) or pieces.get(self.dispute.target)
