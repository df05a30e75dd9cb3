"""The sheet that settles what is asked in the lab, written into the person's folder."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

from battlesim.files import numbered
from battlesim.report.judging import all_values
from battlesim.report.outputs import PICTURE, Output
from battlesim.report.sheet import draw_sheet
from battlesim.scenarios.reading import InputError
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
    path = free_name("{}-sees-{}".format(*names), work.folder)
    try:
        output = Output(path, PICTURE, "").check()
        draw_sheet(source, ruling.ruled, values, date.today().isoformat(), True, sure, output)
    except InputError as error:
        return str(error)
    return f"Written: {path}"


def free_name(stem: str, folder: Path) -> Path:
    """A name for a picture in a folder that nothing has yet, of letters that every system takes."""
    plain = re.sub(r"[^\w-]+", "-", stem, flags=re.ASCII).strip("-").lower()[:80] or "sheet"
    return next(name for name in numbered(folder / f"{plain}.png") if not os.path.lexists(name))
