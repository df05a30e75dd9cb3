"""Reports of hotspots (clickable areas) for the status file: command, text and rect on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.render.drawlist import Item, TextLine
from battlesim.ui.system.status_file import ControlReport, PixelRect
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelHotspot


def visible_texts(items: Iterable[Item]) -> list[TextLine]:
    """Return the non-empty texts among the given drawing items."""
    return [item for item in items if isinstance(item, TextLine) and item.shown_text]


def control_report(
    panel: str,
    spot: PanelHotspot,
    texts: Iterable[TextLine],
    pixels: PixelRect,
    seen: bool,
    focused: bool = False,
) -> ControlReport:
    """Return the report of a hotspot; its text consists of the given `texts` that lie on it."""
    return ControlReport(panel, spot.command, _value(spot), _label(texts, spot.rect), pixels, seen, focused)


def _value(spot: PanelHotspot) -> str:
    return " ".join(map(str, spot.value)) if isinstance(spot.value, tuple) else str(spot.value)


def _label(texts: Iterable[TextLine], rect: Rect) -> str:
    return " ".join(text.shown_text for text in texts if rect.holds(text.x, text.y))
