"""What is under way in the lab: the table in hand, the question on it, what a person has it show."""

from __future__ import annotations

from pathlib import Path

from battlesim.ui.lab.bench import Bench
from battlesim.ui.lab.dispute import Dispute
from battlesim.ui.lab.tables import Tables
from battlesim.ui.story.model import Model


class Work:
    """`folder` is where sheets go, `message` says what was done last, `region` whether it is shown what the
    viewer sees, `first` from which row on the columns are."""

    def __init__(self, model: Model, tables: Tables, folder: Path, aside: bool = True) -> None:
        self.model, self.tables, self.folder = model, tables, folder
        self.bench, self.dispute = Bench(model), Dispute(tables, aside)
        self.message = ""
        self.region = False
        self.first = 0
