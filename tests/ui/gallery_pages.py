"""Screens that are pages, each drawn as a person would meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from unittest import mock

import pygame

from battlesim.engine.standing_orders import StandingOrder, with_order
from battlesim.report.picture import looks_of
from battlesim.rulesets import registry
from battlesim.scenarios.musters import new_muster
from battlesim.scenarios.rosters import Roster, RosterModel, write_roster
from battlesim.table.ids import SideKey, UnitId
from battlesim.ui.app import create_perspective
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.pages.battle_pages import CurtainPage
from battlesim.ui.pages.orders_page import OrdersPage
from battlesim.ui.pages.page import Page
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.pages.rules_page import RulesPage
from battlesim.ui.pages.settings_page import SettingsPage
from battlesim.ui.replay.ending_page import EndingPage, FinishedBattle
from battlesim.ui.replay.perspective_page import PerspectivePage
from battlesim.ui.session.battle_summary import summarize_battle
from battlesim.ui.session.hot_seat import HotSeatCurtain
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.campaign.campaigns_page import CampaignsPage
from battlesim.ui.start.campaign.muster_page import MusterPage
from battlesim.ui.start.campaign.roster_draft import RosterDraft
from battlesim.ui.start.campaign.roster_page import RosterPage
from battlesim.ui.start.catalogue import load_scenario_preview
from battlesim.ui.start.crash_page import CrashPage
from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice
from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.start_page import StartPage
from battlesim.ui.start.table_picture import TablePicture
from battlesim.ui.toolkit.work_queue import KeyedResult
from tests.support.waiting import until
from tests.ui import battles
from tests.ui.gallery_battle import feed_for, reviewed
from tests.ui.met import QUESTIONS, asks


def paged(page: Page, screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    desk = PageHost(screen, page, settings.interface_scale(*screen.get_size()), settings.bindings)
    desk.draw()
    yield desk


@cache
def _known(scenario: str) -> FinishedBattle:
    record = battles.record(scenario)
    return FinishedBattle(record, summarize_battle(record))


def ending(
    screen: pygame.Surface, settings: Settings, scenario: str = "first_contact", side: str = "mi"
) -> Iterator[PageHost]:
    """How a battle ended, as a side's people are told."""
    later: KeyedResult[FinishedBattle] = KeyedResult()
    later.request("known", lambda: _known(scenario))
    page = EndingPage(later, SideKey(side), lambda: 5)
    yield from paged(page, screen, settings)


@cache
def _records() -> Path:
    folder = Path(mkdtemp())
    battles.play("toy", folder / "over.battle")
    _, _, recorder, _ = battles.begun("first_contact", folder / "open.battle")
    recorder.close()
    return folder


_listed = cache(load_scenario_preview)


def read_all(model: StartModel) -> None:
    """Have a start screen list all scenarios; each is read once for all tests, as none changes a listing."""
    with mock.patch("battlesim.ui.start.start_model.load_scenario_preview", _listed):
        while model.load_next():
            pass


def start(
    screen: pygame.Surface, settings: Settings, tab: int = 0, record: bool = False
) -> Iterator[PageHost]:
    model = StartModel(_records(), TablePicture(), people=True)
    read_all(model)
    page = StartPage(model, "Enter")
    page.do("tab", ("", str(tab)))
    if record:
        page.do("record", model.saved[0].path)
    yield from paged(page, screen, settings)


def campaign(screen: pygame.Surface, settings: Settings, which: str = "list") -> Iterator[PageHost]:
    """The pages of a campaign: the list, a roster with points to spend, and a muster."""
    folder = Path(mkdtemp())
    models = (
        RosterModel("m1", "Sergeant", "unit_sergeant", 5, 5, {"super_sneak": 3, "own_luck": 1}),
        RosterModel("m2", "Soldier 1", "unit_trooper_smg", 1, 1),
    )
    file = folder / "nights.toml"
    write_roster(file, Roster("three_nights", 2, "", ("Soldier 2", "Soldier 3"), models))
    keys = settings.bindings
    pages: dict[str, Callable[[], Page]] = {
        "list": lambda: CampaignsPage(folder, keys),
        "roster": lambda: RosterPage(RosterDraft(file), keys),
        "muster": lambda: MusterPage(new_muster("invasion_earth", "unit", 12), folder, keys),
    }
    yield from paged(pages[which](), screen, settings)


def own_settings(screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    file = Path(mkdtemp()) / "settings.toml"
    yield from paged(SettingsPage(settings, file, screen.get_size()), screen, settings)


def rules(
    screen: pygame.Surface,
    settings: Settings,
    at: str = "MI-GAP-29",
    sought: str = "",
    chapters: bool = False,
) -> Iterator[PageHost]:
    page = RulesPage(registry.load_ruleset("mobile_infantry"), at, "Esc")
    page.listing = chapters
    desk = PageHost(screen, page, settings.interface_scale(*screen.get_size()), settings.bindings)
    if sought:
        page.do("type", ("find", sought))
    desk.move_focus_to(page.first)
    desk.draw()
    yield desk


def menu_help(screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    for desk in own_settings(screen, settings):
        desk.show_help = True
        desk.draw()
        yield desk


def crash(
    screen: pygame.Surface, settings: Settings, again: type[ResumeChoice | ReplayChoice] = ResumeChoice
) -> Iterator[PageHost]:
    home, what = Path("/home/somebody/.local"), "ValueError: a piece without a place"
    report = home / "state/battlesim/log/report.txt"
    record = home / "share/battlesim/battles/outpost-7.battle"
    yield from paged(CrashPage(what, report, again(record)), screen, settings)


def curtain(screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    """Two people at one screen, between two questions."""
    known = asks(QUESTIONS["action"])
    sides = [side.key for side in known.run.state.table.sides]
    feed = feed_for(known.run, dict.fromkeys(sides, "human"))
    ruleset = known.run.ruleset
    views = {
        side: create_perspective(ViewHistory(ruleset, known.opening, side), known.news, settings)
        for side in sides
    }
    for view in views.values():
        view.playback.go_to_newest()
    first = views[sides[0]]
    model = WindowModel(ruleset, looks_of(ruleset), first.story, first.playback, "First contact")
    window = create_battle_window(screen, model, feed, curtain=HotSeatCurtain(model, views))
    feed.start()
    try:
        page = CurtainPage(window.content)
        until(lambda: page.side, lambda: page.tick(0.0))
        yield from paged(page, screen, settings)
    finally:
        feed.close()
        if window.prompt:
            window.stage.queue.close()


def who_looks(screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    """Before a battle of two people that is not over is gone over."""
    path = Path(mkdtemp()) / "open.battle"
    _, _, recorder, _ = battles.begun("first_contact", path)
    recorder.close()
    path.write_text(path.read_text().replace('":"recruit"', '":"human"'))
    yield from paged(PerspectivePage(reviewed(path, screen, settings).content), screen, settings)


class Book:
    """Orders that are given and lifted on their page."""

    def __init__(self, *orders: StandingOrder) -> None:
        self.orders = orders

    def order(self, order: StandingOrder) -> None:
        """Give one."""
        self.orders = with_order(self.orders, order)

    def lift(self, order: StandingOrder) -> None:
        """Lift one."""
        self.orders = tuple(kept for kept in self.orders if kept != order)


def orders(screen: pygame.Surface, settings: Settings) -> Iterator[PageHost]:
    """Standing orders of units, and one for all."""
    mi, units = SideKey("mi"), {UnitId(f"squad_{n}"): f"Half platoon {n}" for n in (1, 2, 3)}
    book = Book(
        StandingOrder(mi, "react", "likely", unit=UnitId("squad_1"), chance=60),
        StandingOrder(mi, "react", "least", unit=UnitId("squad_3")),
        StandingOrder(mi, "react", "nearest", about="warrior_3", prompt="React to the move of Warrior 3?"),
    )
    yield from paged(OrdersPage(lambda: list(book.orders), book, mi, units), screen, settings)
