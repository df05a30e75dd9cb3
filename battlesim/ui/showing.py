"""Shows pages until they are done: a desk for each, events handed to it, and what it says told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battlesim.ui.battle.window import Window
from battlesim.ui.desk import Desk, dimmed
from battlesim.ui.incoming import INCOMING
from battlesim.ui.page import Page, Place, QuietPage
from battlesim.ui.page_report import of_desk
from battlesim.ui.settings.settings import Settings
from battlesim.ui.sound import Speaker
from battlesim.ui.telling import teller

FRAMES: Final = 60


def desk_for(screen: pygame.Surface, page: Page, settings: Settings, speaker: Speaker | None = None) -> Desk:
    """A desk with a page, under settings; what was pressed before it was seen does not count on it."""
    desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings, speaker)
    INCOMING.leave_behind()
    return desk


def show(desk: Desk, until: Callable[[], bool] = lambda: False) -> None:
    """Keep a desk up to date until its page is done, the window is closed, or `until` holds."""
    clock, told = pygame.time.Clock(), teller()
    while desk.running and not until():
        for event in INCOMING.events():
            desk.handle(event)
        desk.frame(min(clock.tick(FRAMES) / 1000, 0.1))
        told.tell(lambda: of_desk(desk))


def show_page(window: Window, page: QuietPage, settings: Settings, first: Place | None = None) -> None:
    """Show a page in place of a window's content until it is done, or both are closed."""
    under = dimmed(window.screen) if page.over else None
    desk = desk_for(window.screen, page, settings)
    desk.under = under
    desk.focus = first or page.first
    show(desk)
    window.resized()
    if desk.closed:
        window.running, window.closed = False, True


def close_what_is_below(desk: Desk) -> None:
    """Have the screen closed over which the page of a desk was shown, if the window was closed on it."""
    if desk.closed:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
