"""The start screen, on which the user chooses a battle, its players and its rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pygame

from battlesim.processes import process_pool, single_thread_executor
from battlesim.render.tiles import tile_cache_folder
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.pages.page_loop import create_page_host, run_page
from battlesim.ui.pages.rules_page import show_rules
from battlesim.ui.pages.settings_page import edit_settings
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.campaign.campaign_screens import show_campaigns
from battlesim.ui.start.files_page import choose_file
from battlesim.ui.start.start_choice import (
    LabChoice,
    NewBattleChoice,
    ReplayChoice,
    ResumeChoice,
    StartChoice,
)
from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.start_page import StartPage
from battlesim.ui.start.table_picture import TablePicture
from battlesim.ui.system.display import open_window
from battlesim.ui.system.event_queue import EVENT_QUEUE
from battlesim.ui.system.sound import Speaker

__all__ = ["LabChoice", "NewBattleChoice", "ReplayChoice", "ResumeChoice", "StartChoice", "show_start_screen"]

T = TypeVar("T")


def show_start_screen(
    settings: Settings,
    set_up: Callable[[StartChoice], T],
    *,
    size: tuple[int, int] | None = None,
    message: str = "",
    people: bool | None = None,
    left: Path | None = None,
    roster: Path | None = None,
) -> tuple[StartChoice | None, Settings, Future[T] | None]:
    """Show the start screen and return the user's choice, the settings, and the future of the setup.

    The choice is None if the user leaves; the future is then None too. `set_up` runs on the choice in a
    thread while the screen is still shown. `size` is in pixels, and `message` is shown at first. `people`
    says whether humans can play (by default, if this build supports it). `left` is the record that was left
    before, which is selected at first. `roster` is the roster of a campaign whose page is shown first.
    """
    screen = open_window("battlesim", size, settings)
    executor, aside = process_pool(), single_thread_executor("setting up")
    try:
        model = StartModel(settings.battles_folder, TablePicture(executor, tile_cache_folder()), people)
        if left and left.exists():
            model.open_record(left)
        model.message = message or model.message
        made: list[Future[T]] = []

        def begin(choice: StartChoice) -> Callable[[], bool]:
            made.append(aside.submit(set_up, choice))
            return made[-1].done

        model.voiced = settings.voice == "game"
        page = StartPage(model, settings.bindings.key_label("begin"), begin)
        desk = create_page_host(screen, page, settings, Speaker(settings.volume))
        page.wants, page.roster = "campaigns" if roster else "", roster
        settings = _run_pages(desk, page, settings)
        choice = None if desk.closed else page.choice
        return choice, settings, made[-1] if choice and made else None
    finally:
        aside.shutdown(wait=False)
        executor.shutdown(wait=False, cancel_futures=True)


def _run_pages(desk: PageHost, page: StartPage, settings: Settings) -> Settings:
    """Run the start screen and the pages opened from it until it is done. Return the changed settings."""
    desk.draw()
    pygame.display.flip()
    EVENT_QUEUE.discard_input()
    while desk.running:
        run_page(desk, lambda: bool(page.wants))
        if page.wants:
            wanted, page.wants = page.wants, ""
            if wanted == "rules":
                show_rules(desk.screen, page.model.ruleset, settings)
            elif wanted == "files":
                _choose_file(desk, page, settings)
            elif wanted == "campaigns":
                page.finish(show_campaigns(desk.screen, settings, page.roster))
                page.roster = None
            else:
                settings = edit_settings(desk.screen, settings)
            desk.apply_settings(settings)
            page.model.voiced = settings.voice == "game"
            page.model.set_folder(settings.battles_folder)
            EVENT_QUEUE.discard_input()
    return settings


def _choose_file(desk: PageHost, page: StartPage, settings: Settings) -> None:
    """Let the user choose a file and open it, starting in the folder of the typed file name."""
    typed = Path(os.path.expanduser(page.model.fields["file"]))
    found = choose_file(desk.screen, typed.parent if typed.name else Path.cwd(), page.model.folder, settings)
    if found:
        page.model.fields["file"] = str(found)
        page.do("file", "")
