"""The request for a printable sheet of the ruling shown in the lab."""

from __future__ import annotations

from datetime import date
from functools import partial

from battlesim.report.judging import full_ruling_values
from battlesim.report.rule_comparison import ruling_basis
from battlesim.report.sheet import save_sheet
from battlesim.report.sheet_payload import make_payload
from battlesim.ui.lab.lab_session import LabSession
from battlesim.ui.lab.sheet_writer import SheetRenderer
from battlesim.ui.lab.sight.sight_dispute import SightDispute


def write_sheet(work: LabSession, dispute: SightDispute) -> str:
    """Request the sheet of the current pair with its margins. Return a message."""
    ruling = dispute.ruling
    if not dispute.has_pair or ruling is None:
        return "a sheet needs two models: click one, then another"
    if dispute.judging:
        return "the ruling is still being worked out: ask for the sheet again in a moment"
    ruled, sure = ruling.ruled, dispute.call_terms if dispute.call_terms.radius else None
    source = work.lab_table.source_for_ruleset(ruled.judging_rules.key, work.editor.table)

    def prepare() -> SheetRenderer:
        values = ruling_basis(ruled.judging_rules, full_ruling_values(ruling.table, ruled, True, sure))
        return partial(save_sheet, make_payload(source, ruled, values, date.today().isoformat(), True, sure))

    work.sheets.draw(f"{ruled.viewer.name}-sees-{ruled.target.name}", prepare)
    return work.sheets.status_text()
