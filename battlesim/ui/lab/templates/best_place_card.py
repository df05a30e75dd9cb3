"""The card that shows the best placement of a template and where the template may scatter to."""

from __future__ import annotations

from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, shown_text, text_width, wrapped_lines
from battlesim.report.template_values import catch_chances
from battlesim.table.phrases import length_text
from battlesim.ui.lab.templates.layout import BEST_CARD_HEIGHT_PX
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_setting import ARC_FORM
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.controls import draw_button
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, PADDING_PX = 22.0, 12.0
CARD_BUTTONS: Final = (
    ("lay_best", "flag", "lab_best", "Move it there", "Move it"),
    ("lay_scatter", "dice", "lab_scatter", "Scatter"),
    ("lay_sheet", "bookmark", "lab_page", "A sheet", "Sheet"),
)
"""Command, icon and key of the buttons, and their labels, the longest first."""
MAX_NAMED_PIECES: Final = 3
"""Largest number of pieces named, those most likely to be caught."""


def build(trial: TemplateEditor, rect: Rect, bindings: KeyBindings, hot: str) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    room = rect.width - 2 * PADDING_PX
    if trial.setting.form == ARC_FORM:
        drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, room, "An arc")
        drawn.write(PADDING_PX, 56, "From the centre of a base; shares are of each base.", "small", "dim")
        drawn.write(PADDING_PX, 78, "Half: the centre of the base is in it.", "small", "dim")
        return drawn
    drawn.items += p.heading_items(PADDING_PX, HEADING_Y_PX, room, "The best place", _sure(trial))
    (headline, ink), low = _headline(trial), rect.height < BEST_CARD_HEIGHT_PX
    size, first, second = ("lead", 48, 68) if low else ("title", 58, 84)
    drawn.write(PADDING_PX, first, fitted_text(headline, room, size, True), size, ink, True)
    lines = (
        [fitted_text(_scattered(trial), room, "small")]
        if low
        else wrapped_lines(_scattered(trial), room, "small")
    )
    drawn.lines(PADDING_PX, second, 18, lines[:2], "small", "dim")
    wide = (room - 8 * (len(CARD_BUTTONS) - 1)) / len(CARD_BUTTONS)
    for k, (command, icon, key, *wordings) in enumerate(CARD_BUTTONS):
        place = Rect(PADDING_PX + k * (wide + 8), rect.height - PADDING_PX - 36, wide, 36)
        on = command == "lay_scatter" and trial.scatter
        able = command != "lay_best" or bool(trial.best and "at" in trial.best)
        state: p.WidgetState = "on" if on else "off" if not able else "hover" if hot == command else "normal"
        words = next((one for one in wordings if text_width(one, "body", True) <= wide - 62), wordings[-1])
        draw_button(drawn, place, words, bindings.key_label(key), icon, state)
        drawn.add_hotspot(place, command)
    return drawn


def _sure(trial: TemplateEditor) -> str:
    if trial.best is None or not trial.best.get("caught"):
        return ""
    return "no place is better" if trial.best["sure"] else "best found"


def _headline(trial: TemplateEditor) -> tuple[str, str]:
    """Return how many the best place and the current one catch, and the colour of that text."""
    mine = trial.result.caught if trial.result else 0
    if trial.best is None:
        return f"Yours catches {mine}; finding the best …", "dim"
    if "why" in trial.best:
        return f"No legal place; yours catches {mine}", "orange"
    most = trial.best["caught"]
    if not most and not mine:
        return "No model can be caught", "dim"
    if most > mine:
        return f"Catches {most}; yours {mine}", "bright"
    if most == mine:
        return f"Catches {mine}; yours is as good", "mint"
    return f"Yours catches {mine}, but is not legal; best {most}", "orange"


def _scattered(trial: TemplateEditor) -> str:
    """Return how the template scatters, and who is most likely to be caught then."""
    if not trial.scatter:
        return "Scatter shows each landing and its probability."
    how, found = trial.scatter_rule(), trial.landings
    dice = f"D{how.ways} direction, D{len(how.inches)} for {shown_text(length_text(max(how.inches)))} at most"
    if found is None:
        return f"{dice}: working it out …"
    off = sum(one["chance"] for one in found if one["off"])
    called = trial.bench.table.name_of
    named = [
        f"{called(name)} {chance:.0%}"
        for name, chance in list(catch_chances(found).items())[:MAX_NAMED_PIECES]
    ]
    return ", ".join([f"{len(found)} landings", *([f"{off:.0%} off the table"] if off else []), *named])
