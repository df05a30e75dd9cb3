"""The card of the best place beside one's own, and of where a template scatters to."""

from __future__ import annotations

from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, shown_text, text_width, wrapped_lines
from battlesim.report.template_values import catch_chances
from battlesim.table.phrases import length_text
from battlesim.ui.lab.templates.layout import BEST
from battlesim.ui.lab.templates.setting import ARC
from battlesim.ui.lab.templates.trial import Trial
from battlesim.ui.parts.controls import button
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.settings.bindings import Bindings

HEAD, EDGE = 22.0, 12.0
BUTTONS: Final = (
    ("lay_best", "flag", "lab_best", "Put it there", "Put it"),
    ("lay_scatter", "dice", "lab_scatter", "Scatter"),
    ("lay_sheet", "bookmark", "lab_page", "A sheet", "Sheet"),
)
"""Command, icon and key of the buttons, and their words, the longest that have room."""
LIKELY: Final = 3
"""How many of those that are likeliest to be caught are named."""


def build(trial: Trial, rect: Rect, bindings: Bindings, hot: str) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height)])
    room = rect.width - 2 * EDGE
    if trial.setting.form == ARC:
        drawn.items += p.heading_items(EDGE, HEAD, room, "An arc")
        drawn.write(EDGE, 56, "From the middle of a base; a share is of each base.", "small", "dim")
        drawn.write(EDGE, 78, "Half: its middle is in it.", "small", "dim")
        return drawn
    drawn.items += p.heading_items(EDGE, HEAD, room, "The best place", _sure(trial))
    (headline, ink), low = _headline(trial), rect.height < BEST
    size, first, second = ("lead", 48, 68) if low else ("title", 58, 84)
    drawn.write(EDGE, first, fitted_text(headline, room, size, True), size, ink, True)
    lines = (
        [fitted_text(_scattered(trial), room, "small")]
        if low
        else wrapped_lines(_scattered(trial), room, "small")
    )
    drawn.lines(EDGE, second, 18, lines[:2], "small", "dim")
    wide = (room - 8 * (len(BUTTONS) - 1)) / len(BUTTONS)
    for k, (command, icon, key, *wordings) in enumerate(BUTTONS):
        place = Rect(EDGE + k * (wide + 8), rect.height - EDGE - 36, wide, 36)
        on = command == "lay_scatter" and trial.scatter
        able = command != "lay_best" or bool(trial.best and "at" in trial.best)
        state: p.WidgetState = "on" if on else "off" if not able else "hover" if hot == command else "normal"
        words = next((one for one in wordings if text_width(one, "body", True) <= wide - 62), wordings[-1])
        button(drawn, place, words, bindings.shown(key), icon, state)
        drawn.spot(place, command)
    return drawn


def _sure(trial: Trial) -> str:
    if trial.best is None or not trial.best.get("caught"):
        return ""
    return "no place is better" if trial.best["sure"] else "the best that was found"


def _headline(trial: Trial) -> tuple[str, str]:
    """How many the best place catches, and mine."""
    mine = trial.found.caught if trial.found else 0
    if trial.best is None:
        return f"Mine catches {mine}; the best is looked for …", "dim"
    if "why" in trial.best:
        return f"It can be laid nowhere; mine catches {mine}", "orange"
    most = trial.best["caught"]
    if not most and not mine:
        return "Nobody can be caught", "dim"
    if most > mine:
        return f"{most} of them; mine {mine}", "bright"
    if most == mine:
        return f"{mine} of them: mine is as good", "mint"
    return f"Mine catches {mine}, but may not lie there; else {most}", "orange"


def _scattered(trial: Trial) -> str:
    """How it scatters, and who is likeliest to be caught then."""
    if not trial.scatter:
        return "Scatter shows every landing with its chance."
    how, found = trial.scatters(), trial.landings
    dice = (
        f"D{how.ways} for the way, D{len(how.inches)} for {shown_text(length_text(max(how.inches)))} at most"
    )
    if found is None:
        return f"{dice}: working it out …"
    off = sum(one["chance"] for one in found if one["off"])
    called = trial.bench.table.name_of
    named = [f"{called(name)} {chance:.0%}" for name, chance in list(catch_chances(found).items())[:LIKELY]]
    return ", ".join([f"{len(found)} landings", *([f"{off:.0%} off the table"] if off else []), *named])
