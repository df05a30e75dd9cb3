"""The sheet that settles what is asked in the lab, written into the person's folder."""

from __future__ import annotations

from datetime import date

from battlesim.report.judging import all_values
from battlesim.report.sheet import draw_sheet
from battlesim.ui.lab.sheets import written
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.lab.work import Work


def write_sheet(work: Work, dispute: Dispute) -> str:
    """Write the sheet of the question with its margins; in words what has become of it."""
    ruling = dispute.ruling
    if not dispute.asked or ruling is None:
        return "a sheet needs two models: click one, then another"
    sure = dispute.how if dispute.how.radius else None
    source = work.tables.under(ruling.ruled.judged.key, work.bench.table)
    values = all_values(ruling.table, ruling.ruled, True, sure)
    names = (ruling.ruled.viewer.name, ruling.ruled.target.name)
    today = date.today().isoformat()
    return written(
        "{}-sees-{}".format(*names),
        work.folder,
        lambda output: draw_sheet(source, ruling.ruled, values, today, True, sure, output),
    )
