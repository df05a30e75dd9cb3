"""The loop that shows the campaign pages until the user chooses a battle to play or goes back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from battlesim.engine.record import RecordError
from battlesim.scenarios.musters import muster_rules, muster_rulesets, new_muster, read_muster
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.pages.page import Page
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.pages.page_loop import create_page_host, repost_quit, run_page
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.campaign.campaigns_page import NO_MUSTER, CampaignsPage
from battlesim.ui.start.campaign.muster_page import MusterPage
from battlesim.ui.start.campaign.roster_draft import RosterDraft
from battlesim.ui.start.campaign.roster_page import RosterPage
from battlesim.ui.start.start_choice import NewBattleChoice, ResumeChoice

FOLDER_NAME: Final = "campaigns"
"""Name of the folder for rosters and musters inside the folder of battles."""


def show_campaigns(
    screen: pygame.Surface, settings: Settings, roster: Path | None = None
) -> NewBattleChoice | ResumeChoice | None:
    """Show the campaigns, or a roster at first, until the user begins a battle or goes back.

    Return the battle, or None.
    """
    folder, message = settings.battles_folder / FOLDER_NAME, ""
    while True:
        if roster is not None:
            choice, message, closed = _show_roster(screen, settings, roster)
            if choice or closed:
                return choice
        page = CampaignsPage(folder, settings.bindings)
        page.say(message, error=bool(message))
        closed = _show(screen, settings, page).closed
        roster, message = (page.chosen, "") if page.wants == "roster" else (None, "")
        if page.wants == "muster":
            message, closed = _show_muster(screen, settings, folder, page.chosen)
        if closed or not page.wants:
            return None


def _show(screen: pygame.Surface, settings: Settings, page: Page) -> PageHost:
    """Show a page until it is done, and return its host."""
    desk = create_page_host(screen, page, settings)
    run_page(desk)
    repost_quit(desk)
    return desk


def _show_roster(
    screen: pygame.Surface, settings: Settings, path: Path
) -> tuple[NewBattleChoice | ResumeChoice | None, str, bool]:
    """Show a roster. Return the battle to play or None, an error message, and whether it was closed."""
    try:
        draft = RosterDraft(path)
    except InputError as error:
        return None, str(error), False
    gains, problem = None, ""
    try:
        gains = draft.end_finished_battle()
    except (InputError, RecordError, OSError) as error:
        problem = str(error)
    page = RosterPage(draft, settings.bindings, gains)
    page.say(problem, error=bool(problem))
    closed = _show(screen, settings, page).closed
    return page.choice, "", closed


def _show_muster(screen: pygame.Surface, settings: Settings, folder: Path, path: Path) -> tuple[str, bool]:
    """Show a muster, or a new one. Return an error message, and whether the window was closed."""
    try:
        if path == NO_MUSTER:
            ruleset = muster_rulesets()[0]
            rules = muster_rules(ruleset, ruleset)
            muster = new_muster(ruleset, next(iter(rules.factions)), min(rules.limits))
        else:
            muster = read_muster(path)
    except InputError as error:
        return str(error), False
    page = MusterPage(muster, folder, settings.bindings, None if path == NO_MUSTER else path)
    return "", _show(screen, settings, page).closed
