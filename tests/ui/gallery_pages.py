"""Screens that are pages, each drawn as a person would meet it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from unittest import mock

import pygame

from battlesim.engine.standing_orders import StandingOrder, with_order
from battlesim.report.picture import looks_of
from battlesim.rulesets import registry
from battlesim.table.ids import SideKey, UnitId
from battlesim.ui.app import viewpoint
from battlesim.ui.battle.battle import battle_window
from battlesim.ui.between import CurtainPage
from battlesim.ui.crash import CrashPage
from battlesim.ui.curtain import Curtain
from battlesim.ui.desk import Desk
from battlesim.ui.orders_page import OrdersPage
from battlesim.ui.page import Page
from battlesim.ui.parts.work_queue import KeyedResult
from battlesim.ui.review.ending import EndingPage, Known
from battlesim.ui.review.who import WhoLooks
from battlesim.ui.rules_page import RulesPage
from battlesim.ui.settings.settings import Settings
from battlesim.ui.settings_page import SettingsPage
from battlesim.ui.start.catalogue import listing
from battlesim.ui.start.choice import Resume, Review
from battlesim.ui.start.model import StartModel
from battlesim.ui.start.page import StartPage
from battlesim.ui.start.preview import TablePicture
from battlesim.ui.story.account import account
from battlesim.ui.story.model import Model
from battlesim.ui.story.story import Story
from tests.support.waiting import until
from tests.ui import battles
from tests.ui.gallery_battle import feed_for, reviewed
from tests.ui.met import QUESTIONS, asks


def paged(page: Page, screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings)
    desk.draw()
    yield desk


@cache
def _known(scenario: str) -> Known:
    record = battles.record(scenario)
    return Known(record, account(record))


def ending(
    screen: pygame.Surface, settings: Settings, scenario: str = "first_contact", side: str = "mi"
) -> Iterator[Desk]:
    """How a battle ended, as a side's people are told."""
    later: KeyedResult[Known] = KeyedResult()
    later.want("known", lambda: _known(scenario))
    page = EndingPage(later, SideKey(side), lambda: 5)
    yield from paged(page, screen, settings)


@cache
def _records() -> Path:
    folder = Path(mkdtemp())
    battles.play("toy", folder / "over.battle")
    _, _, recorder, _ = battles.begun("first_contact", folder / "open.battle")
    recorder.close()
    return folder


_listed = cache(listing)


def read_all(model: StartModel) -> None:
    """Have a start screen list all scenarios; each is read once for all tests, as none changes a listing."""
    with mock.patch("battlesim.ui.start.model.listing", _listed):
        while model.load_next():
            pass


def start(screen: pygame.Surface, settings: Settings, tab: int = 0, record: bool = False) -> Iterator[Desk]:
    model = StartModel(_records(), TablePicture(), people=True)
    read_all(model)
    page = StartPage(model, "Enter")
    page.do("tab", ("", str(tab)))
    if record:
        page.do("record", model.saved[0].path)
    yield from paged(page, screen, settings)


def own_settings(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    file = Path(mkdtemp()) / "settings.toml"
    yield from paged(SettingsPage(settings, file, screen.get_size()), screen, settings)


def rules(
    screen: pygame.Surface,
    settings: Settings,
    at: str = "MI-GAP-29",
    sought: str = "",
    chapters: bool = False,
) -> Iterator[Desk]:
    page = RulesPage(registry.load_ruleset("mobile_infantry"), at, "Esc")
    page.listing = chapters
    desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings)
    if sought:
        page.do("type", ("find", sought))
    desk.mark(page.first)
    desk.draw()
    yield desk


def menu_help(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    for desk in own_settings(screen, settings):
        desk.show_help = True
        desk.draw()
        yield desk


def crash(
    screen: pygame.Surface, settings: Settings, again: type[Resume | Review] = Resume
) -> Iterator[Desk]:
    home, what = Path("/home/somebody/.local"), "ValueError: a piece without a place"
    report = home / "state/battlesim/log/report.txt"
    record = home / "share/battlesim/battles/outpost-7.battle"
    yield from paged(CrashPage(what, report, again(record)), screen, settings)


def curtain(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    """Two people at one screen, between two questions."""
    known = asks(QUESTIONS["action"])
    sides = [side.key for side in known.run.state.table.sides]
    feed = feed_for(known.run, dict.fromkeys(sides, "human"))
    ruleset = known.run.ruleset
    views = {side: viewpoint(Story(ruleset, known.opening, side), known.news, settings) for side in sides}
    for view in views.values():
        view.playback.now()
    first = views[sides[0]]
    model = Model(ruleset, looks_of(ruleset), first.story, first.playback, "First contact")
    window = battle_window(screen, model, feed, curtain=Curtain(model, views))
    feed.start()
    try:
        page = CurtainPage(window.cast)
        until(lambda: page.side, lambda: page.tick(0.0))
        yield from paged(page, screen, settings)
    finally:
        feed.close()
        if window.asking:
            window.stage.queue.close()


def who_looks(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    """Before a battle of two people that is not over is gone over."""
    path = Path(mkdtemp()) / "open.battle"
    _, _, recorder, _ = battles.begun("first_contact", path)
    recorder.close()
    path.write_text(path.read_text().replace('":"recruit"', '":"human"'))
    yield from paged(WhoLooks(reviewed(path, screen, settings).cast), screen, settings)


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


def orders(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    """Standing orders of units, and one for all."""
    mi, units = SideKey("mi"), {UnitId(f"squad_{n}"): f"Half platoon {n}" for n in (1, 2, 3)}
    book = Book(
        StandingOrder(mi, "react", "likely", unit=UnitId("squad_1"), chance=60),
        StandingOrder(mi, "react", "least", unit=UnitId("squad_3")),
        StandingOrder(mi, "react", "nearest", about="warrior_3", prompt="React to the move of Warrior 3?"),
    )
    yield from paged(OrdersPage(lambda: list(book.orders), book, mi, units), screen, settings)
