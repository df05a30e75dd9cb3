"""The bar at the top of the window, with title, turn, phases, scores and the player who is thinking."""

from __future__ import annotations

from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import shown_text, text_width
from battlesim.report.battle_bar import (
    MIN_WIDE_BAR_PX,
    ScoreSlot,
    bar_layout,
    battle_bar,
    elided_text,
    phase_labels,
    score_slots,
)
from battlesim.table.phrases import capitalized
from battlesim.table.state import Side
from battlesim.ui.session.battle_runner import ThinkingProgress
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

MIN_STATUS_WIDTH_PX, MAX_STATUS_WIDTH_PX, MIN_ROOMY_WIDTH_PX = 264.0, 464.0, 1920.0
"""Narrowest and widest status text in a wide bar, and the width from which it grows."""
BUTTON_WIDTH_PX = 36.0
STOP_BUTTON_WIDTH_PX, PROGRESS_WIDTH_PX, MIN_WIDTH_WITH_PROGRESS_PX = 32.0, 60.0, 200.0
"""Pixels: the button that stops a thinking player, the progress bar, the width from which it is shown."""
TOP_BAR_BUTTONS: Final = (
    ("rules", "book", "The rules"),
    ("settings", "settings", "Settings"),
    ("help", "help", "Keys"),
    ("quit", "close", ""),
)
"""Command, icon and tooltip of the buttons."""
LEAVE_TIP: Final = "Leave: the battle is saved, and you can resume it"


def build(model: WindowModel, rect: Rect, thinking: ThinkingProgress | None) -> PanelContent:
    """Build the top bar."""
    meter, left = _status_width(rect), rect.width - 8 - BUTTON_WIDTH_PX * len(TOP_BAR_BUTTONS)
    drawn = PanelContent(
        list(
            battle_bar(
                rect.width, rect.height, model.title, model.facts, _sides(model), _right_part_width(rect)
            )
        )
    )
    places = bar_layout(rect.width, model.title, model.facts, _sides(model), _right_part_width(rect))
    drawn.add_hotspot(Rect(places.titled, 4, places.turn - places.titled, rect.height - 8), tip=model.title)
    phases = " · ".join(map(shown_text, phase_labels(model.facts)))
    drawn.add_hotspot(Rect(places.phases, 4, places.end - places.phases, rect.height - 8), tip=phases)
    for at in scores(model, rect):
        score = Rect(at.left - 8, 4, at.right - at.left + 16, rect.height - 8)
        drawn.add_hotspot(score, "score", at.side.key, tip="" if at.named else at.side.name)
    x, y = left - meter, rect.height / 2
    _draw_status(drawn, model, thinking, x, y, meter - 12)
    draw_top_bar_buttons(drawn, model, rect)
    return drawn


def draw_top_bar_buttons(
    drawn: PanelContent, model: WindowModel, rect: Rect, leave: str = LEAVE_TIP
) -> float:
    """Draw the buttons at the right end of the bar.

    `leave` is the tooltip of the last. Return where they begin.
    """
    left, y = rect.width - 8 - BUTTON_WIDTH_PX * len(TOP_BAR_BUTTONS), rect.height / 2
    for k, (command, icon, tip) in enumerate(TOP_BAR_BUTTONS):
        lit = model.pointer.hovered_command == command or (command == "help" and model.display.help > 0)
        place = Rect(left + k * BUTTON_WIDTH_PX, 4, BUTTON_WIDTH_PX, rect.height - 8)
        drawn.icon(place.x + BUTTON_WIDTH_PX / 2, y, icon, 20, "sky" if lit else "text")
        drawn.add_hotspot(place, command, tip=tip or leave)
    return left


def scores(model: WindowModel, rect: Rect) -> list[ScoreSlot]:
    """Return where the scores stand in the bar."""
    return score_slots(
        rect.width - _right_part_width(rect), model.facts, _sides(model), rect.width >= MIN_WIDE_BAR_PX
    )


def _sides(model: WindowModel) -> list[Side]:
    return sorted(model.state.table.sides, key=lambda side: side.number)


def _status_width(rect: Rect) -> float:
    if rect.width < MIN_WIDE_BAR_PX:
        return 170.0
    return min(MAX_STATUS_WIDTH_PX, MIN_STATUS_WIDTH_PX + max(0.0, rect.width - MIN_ROOMY_WIDTH_PX) / 2)


def _right_part_width(rect: Rect) -> float:
    """Return the width in pixels of what stands to the right of the scores."""
    return _status_width(rect) + 8 + BUTTON_WIDTH_PX * len(TOP_BAR_BUTTONS) + 24


def _status_texts(model: WindowModel) -> tuple[str, ...]:
    """Return how the battle stands in shorter and shorter texts: result, a side's motive, what is awaited.

    A motive without its side is never shown to a user who is asked: it would read like an order.
    """
    if model.ending:
        return (*model.ending, model.seen_by) if model.seen_by else model.ending
    side, why = model.motive() if model.playback.playing else ("", "")
    if not why:
        return model.status_forms()
    if model.is_asked:
        return f"{side}: {why}", *model.status_forms()[1:]
    return f"{side}: {why}", str(capitalized(why))


def _draw_status(
    drawn: PanelContent,
    model: WindowModel,
    thinking: ThinkingProgress | None,
    x: float,
    y: float,
    width: float,
) -> None:
    """Draw the thinking player and its progress, else how the battle stands."""
    drawn.box(x, y - 16, width, 32, "raised", 1.0, 6)
    icon, ink = ("alert", "sky") if model.seen_by else ("think", "orange" if thinking else "faint")
    drawn.icon(x + 18, y, icon, 16, ink)
    if thinking is None:
        room, forms = width - 44, _status_texts(model)
        ways = [(form, size) for size in ("small", "caption") for form in forms]
        short, size = next(((f, s) for f, s in ways if text_width(f, s) <= room), ways[-1])
        drawn.write(x + 36, y, elided_text(short, room, size), size, "dim")
        drawn.add_hotspot(Rect(x, y - 16, width, 32), tip=forms[0])
        return
    name = {side.key: side.name for side in model.state.table.sides}.get(thinking.side, thinking.side)
    right = x + width - STOP_BUTTON_WIDTH_PX
    bars = PROGRESS_WIDTH_PX if thinking.of and width >= MIN_WIDTH_WITH_PROGRESS_PX else 0.0
    room = right - bars - x - 44
    words = next(
        (w for w in (f"{name} are planning", f"{name} plan") if text_width(w, "small") <= room), name
    )
    drawn.write(x + 36, y, elided_text(words, room, "small"), "small", "text")
    if bars:
        drawn.items += p.meter_items(right - bars, y - 3, bars, 6, thinking.done / thinking.of, "orange")
    ink = "sky" if model.pointer.hovered_command == "stop" else "text"
    drawn.icon(right + STOP_BUTTON_WIDTH_PX / 2, y, "close", 16, ink)
    tip = model.bindings.tip(f"Stop {name}: they give the most cautious answer", "stop")
    drawn.add_hotspot(Rect(right, y - 16, STOP_BUTTON_WIDTH_PX, 32), "stop", tip=tip)
