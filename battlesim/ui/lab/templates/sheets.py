"""The sheet of the template that is laid in the lab, written into the person's folder."""

from __future__ import annotations

from datetime import date
from functools import partial

from battlesim.report.template_sheet import TemplateSheetInfo, draw_template_sheet, make_template_payload
from battlesim.ui.lab.templates.trial import Trial


def write_sheet(trial: Trial) -> str:
    """Have the sheet drawn; in words what is done."""
    setting, found = trial.setting, trial.found
    if found is None or found.laid is None:
        return "a sheet needs a template: an arc has none"
    titles = {choice.by: choice.title for choice in trial.choices}
    words = f"{titles[setting.by]}: {setting.named}" if setting.named else "plain geometry"
    rule = trial.stencil.rule if trial.stencil else ""
    best = trial.best is not None and "at" in trial.best
    basis = TemplateSheetInfo(words, rule, trial.work.tables.opened.ruleset, date.today().isoformat(), best)
    sheet = make_template_payload(found.table, found.wish, setting.shape, setting.place, basis)
    trial.work.sheets.draw(f"under-{setting.form}", lambda: partial(draw_template_sheet, sheet))
    return trial.work.sheets.said()
