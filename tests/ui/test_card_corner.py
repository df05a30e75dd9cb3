"""The corner in which a card with odds stays while its pages are turned."""

from __future__ import annotations

import pygame
import pytest

from battlesim.ui.battle.window import Window
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.card_placement import resized_in_corner
from battlesim.ui.toolkit.layout import Rect
from tests.ui import gallery

ROOM = Rect(0, 0, 700, 360)


@pytest.mark.parametrize(("card", "edge"), [(Rect(0, 0, 300, 100), "y"), (Rect(0, 260, 300, 100), "bottom")])
def test_a_page_with_another_height_keeps_the_edge_of_its_corner(card: Rect, edge: str) -> None:
    for tall in (60.0, 200.0):
        kept = resized_in_corner(card, tall, ROOM)
        assert kept.height == tall and kept.x == card.x and getattr(kept, edge) == getattr(card, edge)
    assert resized_in_corner(card, 360.0, ROOM) == Rect(0, 0, 300, 360)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 700)])
def test_a_card_does_not_go_elsewhere_when_its_page_is_turned(size: tuple[int, int]) -> None:
    with gallery.shown("choose some", size, Settings(scale=200, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt
        first = window.prompt.odds_panel.shown_rect
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F3, mod=0, unicode=""))
        window.advance_frame(0.0)
        second = window.prompt.odds_panel.shown_rect
    assert second.height != first.height and second.x == first.x
    assert second.y == first.y or second.bottom == first.bottom
