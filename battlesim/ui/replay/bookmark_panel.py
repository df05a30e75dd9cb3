"""The panel of a replay with the bookmarks and a button for playing on from the current moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.engine.record_replay import ReplayMoment
from battlesim.render import widgets as p
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_text
from battlesim.ui.replay.replay_session import BOOKMARK_FIELD, PLAY_FROM_START_TEXT, ReplaySession
from battlesim.ui.toolkit import controls
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADER_HEIGHT_PX, ROW_HEIGHT_PX, MORE_TEXT_HEIGHT_PX, BUTTON_HEIGHT_PX, SIDES_HEIGHT_PX = (
    40.0,
    46.0,
    20.0,
    40.0,
    28.0,
)
"""Heights in pixels of the heading, a bookmark, the "more" line, the button and the side selector."""
CONFIRM_NAME_KEY: Final = "Enter"
"""Label of the key that saves a bookmark's name."""
MAX_LOW_PANEL_PX: Final = 190.0
"""Panel height in pixels below which the side selector stands beside the button."""
SEGMENT_PADDING_PX: Final = 12.0
"""Horizontal padding in pixels around a side's name in the selector."""


def build(review: ReplaySession, rect: Rect, at: int, keys: Mapping[str, str]) -> PanelContent:
    """Build the bookmark panel at a moment; `keys` maps action ids to key labels."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    here = review.mark_at(at)
    does = "removes this one" if here else "sets one here"
    how = f"{CONFIRM_NAME_KEY} saves the name" if review.naming.key else f"{keys['bookmark']} {does}"
    drawn.items += p.heading_items(12, 18, rect.width - 24, "Bookmarks", how)
    drawn.add_hotspot(Rect(rect.width - 150, 4, 144, 28), "bookmark", 0, f"{does.capitalize()}")
    foot = _branch(drawn, review, rect, at, keys)
    known = review.marks
    shown = _shown(review, at, foot - HEADER_HEIGHT_PX)
    for k, mark in enumerate(shown):
        _row(drawn, review, mark, HEADER_HEIGHT_PX + k * ROW_HEIGHT_PX, rect.width, mark is here)
    if len(shown) < len(known):
        words = f"{len(known) - len(shown)} more: {keys['mark_back']} {keys['mark_on']} or wheel"
        drawn.write(16, foot - MORE_TEXT_HEIGHT_PX / 2, words, "small", "dim")
    if not known:
        words = review.message or "A bookmark keeps this moment in the record."
        drawn.write(16, HEADER_HEIGHT_PX + 12, elided_text(words, rect.width - 32), "small", "dim")
    return drawn


def _shown(review: ReplaySession, at: int, room: float) -> list[ReplayMoment]:
    """Return the bookmarks that fit into `room` pixels, centred on the moment unless scrolled."""
    known = review.marks
    rows = int(room // ROW_HEIGHT_PX)
    rows = rows if rows >= len(known) else max(0, int((room - MORE_TEXT_HEIGHT_PX) // ROW_HEIGHT_PX))
    now = next((k for k, mark in enumerate(known) if mark.at >= at), len(known))
    last = max(0, len(known) - rows)
    first = max(0, min(now - rows // 2, last))
    review.rolled = max(0, min(first + review.rolled, last)) - first
    return known[first + review.rolled :][:rows]


def _row(
    drawn: PanelContent, review: ReplaySession, mark: ReplayMoment, top: float, width: float, on: bool
) -> None:
    box = Rect(8, top, width - 16, ROW_HEIGHT_PX - 4)
    drawn.box(*box, "hover" if on else "raised", 1.0, 6)
    drawn.icon(28, top + 21, "bookmark", 16, "yellow" if on else "mint")
    if on and review.naming.key:
        field = Rect(46, top + 2, width - 62, 21)
        drawn.box(*field, "void", 1.0, 5, controls.field_edge_colour(review.naming, BOOKMARK_FIELD))
        controls.draw_text_entry(
            drawn, review.naming, Rect(field.x + 6, field.y, field.width - 12, field.height), "small"
        )
    else:
        name = elided_text(mark.name, width - 70, "small", on)
        drawn.write(50, top + 13, name, "small", "bright" if on else "text", on)
    turn = review.full_history.lines[review.full_history.line_at(max(0, mark.at - 1))].turn_named.lower()
    where = f"{turn}, event {mark.at:,}"
    drawn.write(50, top + 30, where, "caption", "dim")
    if on:
        drawn.add_hotspot(box, "name", mark.at, "Rename the bookmark")
    else:
        drawn.add_hotspot(box, "seek", mark.at)


def _side(drawn: PanelContent, review: ReplaySession, at: Rect, key: str) -> None:
    """Draw a button with the selected side; pressing it selects the next side."""
    room = at.width - 30 - text_width(key, "caption", True)
    name = elided_text(review.sides[review.chosen].name, room, "small", True)
    controls.draw_button(drawn, at, "", key)
    drawn.write(at.x + 10, at.y + at.height / 2, name, "small", "text", True)
    drawn.add_hotspot(at, "as_side", 1, "The side you would play; press for the next side")


def _branch(
    drawn: PanelContent, review: ReplaySession, rect: Rect, at: int, keys: Mapping[str, str]
) -> float:
    """Draw the side selector and the button for playing on. Return the y of their upper edge."""
    y = rect.height - BUTTON_HEIGHT_PX - 10
    box, sides = (
        Rect(12, y, rect.width - 24, BUTTON_HEIGHT_PX),
        Rect(12, y - 36, rect.width - 24, SIDES_HEIGHT_PX),
    )
    widest = max(text_width(side.name, "small", True) for side in review.sides) + SEGMENT_PADDING_PX
    if rect.height < MAX_LOW_PANEL_PX or (review.crowded and widest > sides.width / len(review.sides)):
        half = (rect.width - 32) / 2
        box, sides = Rect(20 + half, y, half, BUTTON_HEIGHT_PX), Rect(12, y, half, BUTTON_HEIGHT_PX)
        _side(drawn, review, sides, keys["as_side"])
    else:
        names = [
            elided_text(side.name, sides.width / len(review.sides) - SEGMENT_PADDING_PX, "small", True)
            for side in review.sides
        ]
        tip = f"Play on as this side ({keys['as_side']})"
        controls.draw_segments(drawn, sides, names, review.chosen, "as_side", tip, -review.chosen)
    room = box.width - 48 - text_width(keys["branch"], "caption", True)
    forms = (
        ("Play on from here", "Play on")
        if review.can_branch(at)
        else (PLAY_FROM_START_TEXT, "Play it yourself", "Play")
    )
    label = next((form for form in forms if text_width(form, "body", True) <= room), forms[-1])
    controls.draw_button(drawn, box, label, keys["branch"], "play")
    drawn.add_hotspot(box, "branch", 0, "Starts a new record here; this one is not changed")
    return min(box.y, sides.y) - 8
