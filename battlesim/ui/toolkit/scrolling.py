"""Panes that are higher than their place: how far they are scrolled, and the bars that show and change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from battlesim.render.drawlist import Layer, PanelBox
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

SCROLL_BAR_WIDTH_PX: Final = 6.0
"""Width of a scroll bar."""
SCROLL_BAR_SLACK_PX: Final = 8.0
"""Pixels beside a bar that still count as it."""


@dataclass
class Pane:
    """A part of a page: its place, what it shows, and how high all of that is."""

    name: str
    rect: Rect
    drawn: PanelContent
    tall: float = 0.0
    edge: bool = True


class ScrollPositions:
    """How far each pane is scrolled, pixels from its top; `grip` is the pane whose bar is held."""

    def __init__(self) -> None:
        self._tops: dict[str, float] = {}
        self.grip = ""

    def top(self, pane: Pane) -> float:
        """How far a pane is scrolled."""
        return self._tops.get(pane.name, 0.0)

    def clamp(self, panes: Iterable[Pane]) -> None:
        """Have none of them scrolled past its end."""
        for pane in panes:
            most = max(0.0, pane.tall - pane.rect.height)
            self._tops[pane.name] = min(max(self.top(pane), 0.0), most)

    def scroll_by(self, pane: Pane, far: float) -> None:
        """Scroll a pane on."""
        self._tops[pane.name] = self.top(pane) + far

    def scroll_into_view(self, pane: Pane, top: float, bottom: float) -> None:
        """Scroll as little as shows what lies between two heights of a pane."""
        self._tops[pane.name] = min(max(self.top(pane), bottom - pane.rect.height), top)

    def bar(self, pane: Pane) -> tuple[PanelBox, ...]:
        """The bar of a pane: where it runs, and its thumb; none where all has room."""
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
        """Whether a press is on a bar, which is held then."""
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
        """The bar that is held follows the pointer."""
        pane = next((pane for pane in panes if pane.name == self.grip), None)
        thumb = self._thumb(pane) if pane else None
        if pane and thumb:
            room = pane.rect.height - 12 - thumb.height
            share = (y - pane.rect.y - 6 - thumb.height / 2) / max(room, 1.0)
            self._tops[pane.name] = share * (pane.tall - pane.rect.height)
