"""The bar at the top of the lab, with the title of the table, the tabs of the modes and a status text."""

from __future__ import annotations

from battlesim.render.drawlist import Layer, PanelBox
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.report.battle_bar import wordmark
from battlesim.ui.lab.mode import ModeSwitcher
from battlesim.ui.panels.top_bar import draw_top_bar_buttons
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

TAB_HEIGHT_PX, TAB_ICON_WIDTH_PX = 30.0, 34.0
"""Height of a tab and width of its icon, pixels."""


def build(model: WindowModel, modes: ModeSwitcher, rect: Rect) -> PanelContent:
    """Build the bar."""
    y = rect.height / 2
    drawn = PanelContent([PanelBox(Layer.PANEL, 0, 0, rect.width, rect.height, "panel", 1.0, 0)])
    drawn.hairline(0, rect.height - 1, rect.width)
    drawn.items += wordmark(12, y)
    right = draw_top_bar_buttons(drawn, model, rect, "Leave the lab")
    x = 46 + text_width("battlesim", "title", True) + 16
    about = modes.current_mode.status_text()
    wide = sum(TAB_ICON_WIDTH_PX + text_width(mode.title, "small", True) + 18 for mode in modes.all)
    titled = x + wide + text_width(about, "lead", True) + 28 <= right
    x = _tabs(drawn, model, modes, x, y, titled) + 16
    room = right - x - 12
    title = f"The lab  ·  {model.title}"
    if about and text_width(title, "body") + 24 + text_width(about, "lead", True) > room:
        title = ""
    if title:
        title = fitted_text(title, room, "body")
        drawn.write(x, y, title, "body", "dim")
        x += text_width(title, "body") + 24
    size = next((one for one in ("lead", "body") if text_width(about, one, True) <= right - x - 12), "small")
    drawn.write(x, y, fitted_text(about, right - x - 12, size, True), size, "bright", True)
    return drawn


def _tabs(
    drawn: PanelContent, model: WindowModel, modes: ModeSwitcher, x: float, y: float, titled: bool
) -> float:
    """Draw a tab for each mode, with its title if `titled`. Return the x where they end."""
    if len(modes.all) < 2:
        return x
    for mode in modes.all:
        on = mode is modes.current_mode
        place = Rect(
            x,
            y - TAB_HEIGHT_PX / 2,
            TAB_ICON_WIDTH_PX + (text_width(mode.title, "small", True) + 12 if titled else 4),
            TAB_HEIGHT_PX,
        )
        drawn.box(*place, "hover" if on else "raised", 1.0, 6)
        if on:
            drawn.box(place.x + 8, place.bottom - 3, place.width - 16, 3, "sky", 1.0, 1)
        drawn.icon(place.x + TAB_ICON_WIDTH_PX / 2 + 2, y, mode.icon, 16, "sky" if on else "dim")
        if titled:
            drawn.write(place.x + TAB_ICON_WIDTH_PX, y, mode.title, "small", "bright" if on else "text", True)
        drawn.add_hotspot(place, "mode", mode.key, model.bindings.tip(mode.title, "lab_mode"))
        x = place.right + 6
    return x
