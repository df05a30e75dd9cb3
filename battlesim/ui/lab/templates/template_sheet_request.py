"""The request for a printable sheet of the template placed in the lab."""

from __future__ import annotations

from datetime import date
from functools import partial

from battlesim.report.template_sheet import TemplateSheetInfo, draw_template_sheet, make_template_payload
from battlesim.ui.lab.templates.template_editor import TemplateEditor


def write_sheet(trial: TemplateEditor) -> str:
    """Request the sheet of the template. Return a message."""
    setting, found = trial.setting, trial.result
    if found is None or found.placed_template is None:
        return "a sheet needs a template: an arc has none"
    titles = {choice.ruleset_key: choice.title for choice in trial.choices}
    words = (
        f"{titles[setting.ruleset_key]}: {setting.template_name}"
        if setting.template_name
        else "plain geometry"
    )
    rule = trial.stencil.rule if trial.stencil else ""
    best = trial.best is not None and "at" in trial.best
    basis = TemplateSheetInfo(
        words, rule, trial.work.lab_table.opened.ruleset, date.today().isoformat(), best
    )
    sheet = make_template_payload(found.table, found.query, setting.shape, setting.place, basis)
    trial.work.sheets.draw(f"under-{setting.form}", lambda: partial(draw_template_sheet, sheet))
    return trial.work.sheets.status_text()
