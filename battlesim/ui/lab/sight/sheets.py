"""The sheet that settles what is asked in the lab, written into the person's folder."""

from __future__ import annotations

from datetime import date
from functools import partial

from battlesim.report.judging import full_ruling_values
from battlesim.report.rule_comparison import ruling_basis
from battlesim.report.sheet import save_sheet
from battlesim.report.sheet_payload import make_payload
from battlesim.ui.lab.sheets import Draw
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.lab.work import Work


def write_sheet(work: Work, dispute: Dispute) -> str:
    """Have the sheet of the question drawn with its margins; in words what is done."""
    ruling = dispute.ruling
    if not dispute.asked or ruling is None:
        return "a sheet needs two models: click one, then another"
    if dispute.judging:
        return "the ruling is still worked out: ask for the sheet again when it is there"
    ruled, sure = ruling.ruled, dispute.how if dispute.how.radius else None
    source = work.tables.under(ruled.judging_rules.key, work.bench.table)

    def prepare() -> Draw:
        values = ruling_basis(ruled.judging_rules, full_ruling_values(ruling.table, ruled, True, sure))
        return partial(save_sheet, make_payload(source, ruled, values, date.today().isoformat(), True, sure))

    work.sheets.draw(f"{ruled.viewer.name}-sees-{ruled.target.name}", prepare)
    return work.sheets.said()
