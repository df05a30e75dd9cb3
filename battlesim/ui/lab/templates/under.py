"""The list of who is under a template or in an arc: how much of each, and how far it may be off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text
from battlesim.report.template_plan import STATE_COLOURS
from battlesim.table.phrases import length_text
from battlesim.ui.lab.templates.setting import ARC
from battlesim.ui.lab.templates.trial import Trial
from battlesim.ui.parts.controls import unseen
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, TOP, ROW, EDGE = 22.0, 42.0, 26.0, 12.0
STATE, SHARE = 172.0, 74.0
"""From the right: where the state begins, where the share ends."""


def build(trial: Trial, rect: Rect, keys: tuple[str, str]) -> Drawn:
    """The card, from the row on that the wheel has come to; `keys` go through it."""
    drawn = Drawn([backed(rect.width, rect.height)])
    found, room = trial.found, rect.width - 2 * EDGE
    arc = trial.setting.form == ARC
    many = f"{found.caught} {'in it' if arc else 'caught'}" if found else ""
    drawn.items += p.heading_items(EDGE, HEAD, room, "Who is in it" if arc else "Who is under it", many)
    rows = found.rows if found else []
    if not rows:
        words = "Nobody is in it." if arc else "Nobody is under it."
        drawn.write(EDGE, TOP + 12, words, "small", "dim")
        return drawn
    count = max(1, int((rect.height - TOP - 10) // ROW))
    first = max(0, min(trial.first, len(rows) - count))
    for k, row in enumerate(rows[first : first + count]):
        _row(drawn, trial, row, Rect(EDGE, TOP + k * ROW, room, ROW))
    left = unseen(first, max(0, len(rows) - first - count), *keys)
    if left:
        drawn.write(rect.width - EDGE, rect.height - 9, left, "caption", "dim", anchor="r")
    return drawn


def _row(drawn: Drawn, trial: Trial, row: Mapping[str, Any], at: Rect) -> None:
    """A base: a dot of its state, its name, the state, the share, the margin."""
    y, ink = at.y + at.height / 2, STATE_COLOURS[row["state"]]
    drawn.box(at.x, y - 6, 12, 12, ink, 1.0, 6)
    name = trial.bench.table.name_of(row["id"])
    counts = trial.found is not None and any(one.id == row["id"] for one in trial.found.wish.wanted)
    name = fitted_text(name, at.width - STATE - 24, "small", True)
    drawn.write(at.x + 20, y, name, "small", "bright" if counts else "dim", True)
    drawn.write(at.right - STATE, y, row["state"], "small", ink)
    drawn.write(at.right - SHARE, y, f"{row['share']:.0%}", "small", "text", anchor="r")
    margin = "for good" if row["margin"] is None else length_text(row["margin"], 2)
    drawn.write(at.right, y, margin, "small", "text", anchor="r")
    drawn.spot(at, piece=row["id"], tip="how much of it is covered, and how far it may be off")
