"""The right column of the viewer: what happens about the moment that is shown, and the bookmarks."""

from __future__ import annotations

from battlesim.render import panels as p
from battlesim.render.drawlist import Box, Icon, Layer, Text
from battlesim.report.caption import clipped, rim_sign
from battlesim.ui.layout import Rect
from battlesim.ui.log import Line
from battlesim.ui.model import Model
from battlesim.ui.panels.base import Drawn, Spot, backed
from battlesim.ui.review.review import AGAIN, Review

HEAD, ROW, MARK_ROW, BUTTON = 40.0, 34.0, 46.0, 40.0


def events(model: Model, review: Review, rect: Rect) -> Drawn:
    """The lines of the log about the present one; those to come are faint."""
    drawn = Drawn([backed(rect.width, rect.height)])
    line = model.story.lines[model.line]
    drawn.items += p.heading(12, 18, rect.width - 24, "Events", f"turn {line.turn}, {model.facts.phase}")
    rows = max(1, int((rect.height - HEAD - 8) // ROW))
    first = max(0, min(model.line - rows // 2, len(model.story.lines) - rows))
    for k, number in enumerate(range(first, min(first + rows, len(model.story.lines)))):
        at = review.over(model.story.lines[number].last)
        _row(drawn, model, number, at, HEAD + k * ROW, rect.width)
    return drawn


def _row(drawn: Drawn, model: Model, number: int, at: int, top: float, width: float) -> None:
    line, y, now = model.story.lines[number], top + ROW / 2, number == model.line
    if now or number == model.hot_line:
        drawn.items.append(
            Box(Layer.PANEL, 8, top + 1, width - 16, ROW - 2, "hover" if now else "raised", 1.0, 6)
        )
    if now:
        drawn.items.append(Box(Layer.PANEL, 8, top + 7, 3, ROW - 14, "yellow", 1.0, 1.5))
    ink = "bright" if now else "text" if number < model.line else "faint"
    drawn.items += rim_sign(28, y, 7, line.side)
    drawn.items.append(Icon(Layer.PANEL, 54, y, _icon(line), 15, ink))
    words = f"{line.words}: {line.result}" if line.result else line.words
    words = f"Turn {line.turn}: {line.text}" if line.kind == "turn" else words
    room = width - 76 - 62
    drawn.items.append(Text(Layer.PANEL, 74, y, clipped(words, room, "small", now), "small", ink, now))
    drawn.items.append(Text(Layer.PANEL, width - 18, y, f"{at:,}", "caption", "dim", anchor="r"))
    drawn.spots.append(Spot(Rect(8, top, width - 16, ROW), "line", number))


def _icon(line: Line) -> str:
    """The gravest of what happened in a line."""
    kinds = (("wound", line.lost), ("dice", line.dice), ("move", line.trails), ("flag", line.kind == "turn"))
    return next((icon for icon, has in kinds if has), "arrow")


def marks(model: Model, review: Review, rect: Rect, keys: dict[str, str]) -> Drawn:
    """The bookmarks, and playing on from the moment that is shown; `keys` by the action's id."""
    drawn = Drawn([backed(rect.width, rect.height)])
    at = review.now(model.playback.at)
    here = review.mark_at(at)
    does = "takes this one away" if here else "sets one here"
    drawn.items += p.heading(12, 18, rect.width - 24, "Bookmarks", f"{keys['bookmark']} {does}")
    drawn.spots.append(Spot(Rect(rect.width - 150, 4, 144, 28), "bookmark", 0, f"{does.capitalize()}"))
    foot = rect.height - BUTTON - 52
    rows = max(0, int((foot - HEAD) // MARK_ROW))
    known = review.marks
    now = next((k for k, mark in enumerate(known) if mark.at >= at), len(known))
    first = max(0, min(now - rows // 2, len(known) - rows))
    for k, mark in enumerate(known[first : first + rows]):
        top = HEAD + k * MARK_ROW
        on = mark is here
        drawn.items.append(
            Box(Layer.PANEL, 8, top, rect.width - 16, MARK_ROW - 4, "hover" if on else "raised", 1.0, 6)
        )
        drawn.items.append(Icon(Layer.PANEL, 28, top + 21, "bookmark", 16, "yellow" if on else "mint"))
        name = clipped(mark.name, rect.width - 70, "small", on)
        drawn.items.append(Text(Layer.PANEL, 50, top + 13, name, "small", "bright" if on else "text", on))
        turn = review.whole.lines[review.whole.line_at(max(0, mark.at - 1))].turn
        where = f"turn {turn}, event {mark.at:,}"
        drawn.items.append(Text(Layer.PANEL, 50, top + 30, where, "caption", "dim"))
        drawn.spots.append(Spot(Rect(8, top, rect.width - 16, MARK_ROW - 4), "seek", mark.at))
    if not known:
        words = review.message or "A bookmark keeps this moment in the record."
        drawn.items.append(Text(Layer.PANEL, 16, HEAD + 12, clipped(words, rect.width - 32), "small", "dim"))
    _branch(drawn, review, rect, at, keys)
    return drawn


def _branch(drawn: Drawn, review: Review, rect: Rect, at: int, keys: dict[str, str]) -> None:
    """Which side a person would play, and the button."""
    y = rect.height - BUTTON - 10
    step = (rect.width - 24) / len(review.sides)
    names = [clipped(side.name, step - 12, "small", True) for side in review.sides]
    drawn.items += p.segmented(12, y - 36, rect.width - 24, 28, names, review.chosen)
    for k in range(len(review.sides)):
        tip = f"Play on as this side ({keys['as_side']})"
        drawn.spots.append(Spot(Rect(12 + k * step, y - 36, step, 28), "as_side", k - review.chosen, tip))
    label = "Play on from here" if review.can_branch(at) else AGAIN
    box = Rect(12, y, rect.width - 24, BUTTON)
    drawn.items += p.button(*box, label, "play")
    key = Text(Layer.PANEL, box.right - 12, y + BUTTON / 2, keys["branch"], "caption", "dim", True, "r")
    drawn.items.append(key)
    drawn.spots.append(Spot(box, "branch", 0, "A new record begins here; this one stays as it is"))
