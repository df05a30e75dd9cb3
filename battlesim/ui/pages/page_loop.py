"""The main loop of pages, which shows a page, handles its events and writes the status file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page import DialogPage, HotspotKey, Page
from battlesim.ui.pages.page_host import PageHost, dimmed
from battlesim.ui.pages.page_report import page_report
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.event_queue import EVENT_QUEUE
from battlesim.ui.system.sound import Speaker
from battlesim.ui.system.status_file import create_status_writer

MAX_FRAMES_PER_S: Final = 60


def create_page_host(
    screen: pygame.Surface, page: Page, settings: Settings, speaker: Speaker | None = None
) -> PageHost:
    """Create a page host under settings; input from before it was shown is dropped."""
    desk = PageHost(screen, page, settings.interface_scale(*screen.get_size()), settings.bindings, speaker)
    EVENT_QUEUE.discard_input()
    return desk


def run_page(desk: PageHost, until: Callable[[], bool] = lambda: False) -> None:
    """Run the main loop of a page host until its page is done, the window is closed, or `until` holds."""
    clock, told = pygame.time.Clock(), create_status_writer()
    while desk.running and not until():
        for event in EVENT_QUEUE.events():
            desk.handle(event)
        desk.advance_frame(min(clock.tick(MAX_FRAMES_PER_S) / 1000, 0.1))
        told.update(lambda: page_report(desk))


def show_page(window: Window, page: DialogPage, settings: Settings, first: HotspotKey | None = None) -> None:
    """Show a page in place of a window's content until it is done, or both are closed."""
    under = dimmed(window.screen) if page.keeps_backdrop else None
    desk = create_page_host(window.screen, page, settings)
    desk.backdrop = under
    desk.focus = first or page.first
    run_page(desk)
    window.handle_resize()
    if desk.closed:
        window.running, window.closed = False, True


def repost_quit(desk: PageHost) -> None:
    """Post a quit event again if the window was closed on the page, so that the screen below closes too."""
    if desk.closed:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
