"""Scrollable panes, with their scroll positions and scroll bars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from battlesim.render.drawlist import Layer, PanelBox
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

SCROLL_BAR_WIDTH_PX: Final = 6.0
"""Width of a scroll bar in pixels."""
SCROLL_BAR_SLACK_PX: Final = 8.0
"""Distance in pixels from a scroll bar within which a click still hits it."""


@dataclass
class Pane:
    """A scrollable part of a page, with its rectangle, its content and the full height of the content."""

    name: str
    rect: Rect
    drawn: PanelContent
    tall: float = 0.0
    edge: bool = True


class ScrollPositions:
    """The scroll offsets of all panes in pixels. `grip` names the pane whose scroll bar is being dragged."""

    def __init__(self) -> None:
        self._tops: dict[str, float] = {}
        self.grip = ""

    def top(self, pane: Pane) -> float:
        """Return the scroll offset of a pane in pixels."""
        return self._tops.get(pane.name, 0.0)

    def clamp(self, panes: Iterable[Pane]) -> None:
        """Limit the scroll offsets of all panes to the height of their content."""
        for pane in panes:
            most = max(0.0, pane.tall - pane.rect.height)
            self._tops[pane.name] = min(max(self.top(pane), 0.0), most)

    def scroll_by(self, pane: Pane, far: float) -> None:
        """Scroll a pane by a number of pixels."""
        self._tops[pane.name] = self.top(pane) + far

    def scroll_into_view(self, pane: Pane, top: float, bottom: float) -> None:
        """Scroll a pane as little as necessary to show the part from `top` to `bottom`."""
        self._tops[pane.name] = min(max(self.top(pane), bottom - pane.rect.height), top)

    def bar(self, pane: Pane) -> tuple[PanelBox, ...]:
        """Return the track and thumb of a pane's scroll bar, or nothing if the content fits."""
        rect, thumb = pane.rect, self._thumb(pane)
        if thumb is None:
            return ()
        track = PanelBox(
            Layer.PANEL, thumb.x, rect.y + 6, SCROLL_BAR_WIDTH_PX, rect.height - 12, "raised", 1.0, 3
        )
        return track, PanelBox(Layer.PANEL, *thumb, "faint", 1.0, 3)

    def _thumb(self, pane: Pane) -> Rect | None:
        rect = pane.rect
        if pane.tall <= rect.height:
            return None
        track = rect.height - 12
        size = max(24.0, track * rect.height / pane.tall)
        share = self.top(pane) / (pane.tall - rect.height)
        return Rect(
            rect.right - SCROLL_BAR_WIDTH_PX - 3,
            rect.y + 6 + share * (track - size),
            SCROLL_BAR_WIDTH_PX,
            size,
        )

    def press(self, panes: Iterable[Pane], x: float, y: float) -> bool:
        """Start dragging the scroll bar at a point. Return False if there is none."""
        for pane in panes:
            if (
                self._thumb(pane)
                and pane.rect.holds(x, y)
                and x >= pane.rect.right - SCROLL_BAR_WIDTH_PX - SCROLL_BAR_SLACK_PX
            ):
                self.grip = pane.name
                self.drag(panes, y)
                return True
        return False

    def drag(self, panes: Iterable[Pane], y: float) -> None:
        """Scroll the dragged pane so that its thumb follows the pointer."""
        pane = next((pane for pane in panes if pane.name == self.grip), None)
        thumb = self._thumb(pane) if pane else None
        if pane and thumb:
            room = pane.rect.height - 12 - thumb.height
            share = (y - pane.rect.y - 6 - thumb.height / 2) / max(room, 1.0)
            self._tops[pane.name] = share * (pane.tall - pane.rect.height)
