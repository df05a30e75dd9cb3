"""Every screen of the window, each drawn as a person would meet it: for tests and for the eye."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple
from unittest import mock

import pygame

from battlesim.engine.decisions import DICE, AskAll, Decision
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import News
from battlesim.engine.run import Run, start
from battlesim.engine.standing_orders import Order
from battlesim.engine.undo import History
from battlesim.players.levels import player
from battlesim.players.match import Match
from battlesim.render import palette, text
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.table.state import AnyState
from battlesim.ui.app import _take, viewpoint
from battlesim.ui.between import CurtainPage, OrdersPage
from battlesim.ui.crash import CrashPage
from battlesim.ui.curtain import Curtain
from battlesim.ui.desk import Desk
from battlesim.ui.feed import Feed
from battlesim.ui.hints import Hints
from battlesim.ui.lengths import UNITS
from battlesim.ui.log import LOSSES
from battlesim.ui.model import Model
from battlesim.ui.page import Page
from battlesim.ui.playback import Playback
from battlesim.ui.review import Review, ReviewWindow
from battlesim.ui.settings import Settings
from battlesim.ui.settings_page import SettingsPage
from battlesim.ui.start.model import StartModel
from battlesim.ui.start.page import TABS, StartPage
from battlesim.ui.start.preview import Preview
from battlesim.ui.story import Story
from battlesim.ui.window import Window
from tests.ui import battles
from tests.ui.battles import SEED

SIZES: Final = ((1366, 768), (1920, 1080), (3840, 2160))
SCALES: Final = (75, 100, 200)


class Asked(NamedTuple):
    """A question of a battle: where it is met, and what is done with it before it is looked at."""

    scenario: str
    what: str
    side: str
    keys: tuple[int, ...] = ()


QUESTIONS: Final = {
    "choose one": Asked("first_contact", "target", "mi"),
    "choose some": Asked("first_contact", "pool", "mi"),
    "confirm": Asked("toy", "react", ""),
    "assign": Asked("first_contact", "weapons", "mi"),
    "dice": Asked("first_contact", "dice", DICE),
    "move": Asked("outpost_evac", "move", "mi", (pygame.K_RIGHT, pygame.K_RIGHT)),
    "place": Asked("outpost_evac", "deploy", "mi"),
    "point": Asked("first_contact", "edge", "bugs"),
    "facing": Asked("outpost_evac", "facing", "mi"),
    "activation": Asked("outpost_evac", "activate", "mi"),
    "action": Asked("first_contact", "action", "mi"),
    "reaction": Asked("first_contact", "react", "mi"),
}
"""One question for each picker, and some that a battle is full of."""


class Met(NamedTuple):
    """A battle that has come to a question: from where, how, and the run that asks it."""

    opening: AnyState
    news: tuple[News, ...]
    run: Run


@cache
def met(scenario: str, wanted: Callable[[Run], bool]) -> Met:
    """An automated battle up to a moment."""
    loaded = load_scenario(scenario)
    opening = loaded.start()
    run = start(loaded.ruleset, opening)
    news = list(start(loaded.ruleset, opening).take_news())
    seats = {one.key: player("recruit") for one in loaded.plan.sides}
    Match(run, seats, SeededDice(SEED), seed=SEED, heard=news.extend).play(wanted)
    assert run.pending is not None, f"{scenario} never comes to that"
    return Met(opening, tuple(news), run)


def _asks(asked: Asked) -> Met:
    """The first question of that kind."""
    return _asked(asked.scenario, asked.what, asked.side)


@cache
def _asked(scenario: str, what: str, side: str) -> Met:
    return met(
        scenario,
        lambda run: any(one.what == what and side in (one.side, "") for one in _parts(run.pending)),
    )


@cache
def _turn_three() -> Met:
    """A large battle in its third turn."""
    return met("outpost_evac", lambda run: run.ruleset.facts(run.state).turn == 3)


def _parts(decision: Decision[Any] | None) -> list[Decision[Any]]:
    if isinstance(decision, AskAll):
        return list(decision.parts.values())
    return [decision] if decision else []


# -- screens that are pages --


def _paged(page: Page, screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    desk = Desk(screen, page, settings.factor(*screen.get_size()), settings.bindings)
    desk.draw()
    yield desk


@cache
def _records() -> Path:
    folder = Path(mkdtemp())
    battles.play("toy", folder / "over.battle")
    _, _, recorder, _ = battles.begun("first_contact", folder / "open.battle")
    recorder.close()
    return folder


def _start(screen: pygame.Surface, settings: Settings, tab: int = 0, record: bool = False) -> Iterator[Desk]:
    model = StartModel(_records(), Preview(), people=True)
    while model.load_next():
        pass
    page = StartPage(model, "Enter")
    page.do("tab", ("", str(tab)))
    if record:
        page.do("record", model.saved[0].path)
    yield from _paged(page, screen, settings)


def _settings(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    file = Path(mkdtemp()) / "settings.toml"
    yield from _paged(SettingsPage(settings, file, screen.get_size()), screen, settings)


def _menu_help(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    for desk in _settings(screen, settings):
        desk.show_help = True
        desk.draw()
        yield desk


def _crash(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    report, record = Path("/home/somebody/.cache/battlesim/report.txt"), Path("battles/outpost-7.battle")
    yield from _paged(CrashPage("ValueError: a piece without a place", report, record), screen, settings)


# -- screens of a battle --


def _window(screen: pygame.Surface, model: Model, settings: Settings, feed: Feed | None = None) -> Window:
    window = Window(screen, model, feed)
    _take(window, settings)
    return window


def _model(known: Met, side: str, title: str, reduced: bool) -> Model:
    """A battle as a side may know it, shown at its newest moment."""
    ruleset = known.run.ruleset
    story = Story(ruleset, known.opening, side)
    story.add(known.news)
    model = Model(ruleset, looks_of(ruleset), story, Playback(story, reduced), title)
    model.playback.now()
    return model


def _watched(
    screen: pygame.Surface, settings: Settings, scenario: str = "first_contact", share: float = 0.5
) -> Iterator[Window]:
    model = battles.model(scenario, settings.reduced_motion)
    window = _window(screen, model, settings)
    model.playback.seek(int(len(model.story) * share))
    window.draw()
    yield window


def _large(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    model = _model(_turn_three(), "", "Evacuate the outpost", settings.reduced_motion)
    window = _window(screen, model, settings)
    window.draw()
    yield window


def _pointed(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A piece far to the right and low under the pointer: the tooltip has little room."""
    for window in _large(screen, settings):
        camera = window.model.camera
        spots = [camera.to_screen(*piece.xy) for piece in window.model.state.table.standing()]
        inside = [(x, y) for x, y in spots if 0 < x < camera.width and 0 < y < camera.height]
        table = window.layout.table.scaled(window.canvas.scale)
        x, y = max(inside, key=lambda spot: spot[0] + spot[1])
        _move(window, (table[0] + x, table[1] + y))
        yield window


def _tipped(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The help sign in the corner under the pointer."""
    for window in _large(screen, settings):
        _move(window, (screen.get_width() - 25 * window.canvas.scale, 20 * window.canvas.scale))
        yield window


def _move(window: Window, at: tuple[float, float]) -> None:
    pos = (round(at[0]), round(at[1]))
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    window.draw()


def _diced(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The line with the most dice, thrown."""
    for window in _watched(screen, settings):
        lines = window.model.story.lines
        window.model.playback.seek(max(lines, key=lambda line: len(line.dice)).first + 1)
        window.draw()
        yield window


def _filtered(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in _watched(screen, settings, share=0.9):
        window.do("filter", LOSSES)
        window.draw()
        yield window


def _ended(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in _watched(screen, settings, share=1.0):
        window.model.over = "Mobile Infantry win: the last Arachnid of the mission is gone"
        window.draw()
        yield window


def _helped(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in _watched(screen, settings):
        window.do("help")
        window.draw()
        yield window


def _folded(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in _watched(screen, settings):
        window.do("fold")
        window.draw()
        yield window


def _asking(asked: Asked) -> Callable[[pygame.Surface, Settings], Iterator[Window]]:
    return lambda screen, settings: _put(asked, screen, settings)


def _feed(run: Run, players: dict[str, str], typed: bool = False) -> Feed:
    """A battle for people; no program thinks, so no process for one is started."""
    with mock.patch("battlesim.ui.feed.Worker"):
        return Feed(History(run.fork()), players, None if typed else SeededDice(SEED), SEED)


def _put(asked: Asked, screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A question as it comes to a person who plays the side that is asked."""
    known = _asks(asked)
    run = known.run
    human = asked.side or _parts(run.pending)[0].side
    sides = [side.key for side in run.state.table.sides]
    players = {side: "human" if side == human else "recruit" for side in sides}
    feed = _feed(run, players, human == DICE)
    title = load_scenario(asked.scenario).plan.title
    model = _model(known, human if human in sides else "", title, True)
    window = _window(screen, model, settings, feed)
    feed.start()
    try:
        _wait(window, lambda: window.asking is not None and window.asking.shown)
        for key in asked.keys:
            event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_SHIFT, unicode="")
            window.handle(event)
        for _ in range(20):
            window.frame(0.02)
        window.draw()
        yield window
    finally:
        feed.close()
        if window.asking:
            window.asking.close()


def _wait(window: Window, holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        window.frame(0.01)
        if holds():
            return
        pygame.time.wait(2)
    raise AssertionError("nothing was asked")


def _hinted(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A question with the first hint beside it."""
    for window in _put(QUESTIONS["activation"], screen, settings):
        window.hints = Hints(Path(mkdtemp()) / "hints.json")
        for _ in range(3):
            window.frame(0.02)
        window.draw()
        yield window


def _measured(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The ruler between two pieces, and where all enemies could strike."""
    for window in _put(QUESTIONS["choose one"], screen, settings):
        window.do("ruler")
        window.instruments.ruler.start, window.instruments.ruler.end = (6.0, 6.0), (20.0, 14.0)
        window.do("threats")
        for _ in range(20):
            window.frame(0.02)
        window.draw()
        yield window


def _curtain(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    """Two people at one screen, between two questions."""
    known = _asks(QUESTIONS["action"])
    sides = [side.key for side in known.run.state.table.sides]
    feed = _feed(known.run, dict.fromkeys(sides, "human"))
    ruleset = known.run.ruleset
    views = {side: viewpoint(Story(ruleset, known.opening, side), known.news, settings) for side in sides}
    for view in views.values():
        view.playback.now()
    first = views[sides[0]]
    model = Model(ruleset, looks_of(ruleset), first.story, first.playback, "First contact")
    window = Window(screen, model, feed, curtain=Curtain(model, views))
    feed.start()
    try:
        page = CurtainPage(window)
        for _ in range(1000):
            page.tick(0.0)
            if page.side:
                break
            pygame.time.wait(2)
        yield from _paged(page, screen, settings)
    finally:
        feed.close()
        if window.asking:
            window.asking.close()


def _orders(screen: pygame.Surface, settings: Settings) -> Iterator[Desk]:
    orders = [
        Order("mi", "react", "least", prompt="React to the enemy's move?"),
        Order("mi", "react", "nearest", about="warrior_3", prompt="React to the move of Warrior 3?"),
    ]
    yield from _paged(OrdersPage(lambda: orders, orders.remove), screen, settings)


@cache
def _noted() -> Path:
    """A record with a note."""
    path = Path(mkdtemp()) / "noted.battle"
    battles.play("first_contact", path)
    words = "Here the first shot falls. The line of sight is drawn from the middle of the base. " * 2
    note = {"type": "bookmark", "answer": 20, "name": "A first shot", "events": 0, "note": words}
    with path.open("a") as file:
        file.write(json.dumps(note) + "\n")
    return path


def _review(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """Going over a record, at its note."""
    known = load_record(_noted())
    replay, story = Replay(known), Story(known.ruleset, known.state)
    story.add(replay.events)
    playback = Playback(story, settings.reduced_motion)
    model = Model(known.ruleset, looks_of(known.ruleset), story, playback, "First contact")
    window = ReviewWindow(screen, model, Review(replay, story))
    _take(window, settings)
    playback.seek(window.review.notes[0].at)
    window.frame(0.0)
    window.draw()
    yield window


Screen = Callable[[pygame.Surface, Settings], Iterator[Desk | Window]]

SCREENS: Final[dict[str, Screen]] = {
    "start": _start,
    **{
        f"start {name.lower()}": lambda screen, settings, k=k: _start(screen, settings, k)
        for k, name in enumerate(TABS)
        if k
    },
    "start record": lambda screen, settings: _start(screen, settings, 2, True),
    "settings": _settings,
    "keys of the menus": _menu_help,
    "crash": _crash,
    "watch": _watched,
    "watch large": _large,
    "tooltip": _pointed,
    "tip": _tipped,
    "dice card": _diced,
    "log filtered": _filtered,
    "end": _ended,
    "keys of the battle": _helped,
    "folded": _folded,
    "hint": _hinted,
    "measured": _measured,
    "curtain": _curtain,
    "orders": _orders,
    "review": _review,
    **{name: _asking(asked) for name, asked in QUESTIONS.items()},
}
"""Screens by name. Each yields what it is shown on once it is drawn."""


@contextmanager
def shown(name: str, size: tuple[int, int], settings: Settings) -> Iterator[Desk | Window]:
    """A screen of a size in pixels, drawn once, under settings."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.get_surface()
    if screen is None or screen.get_size() != size:
        screen = pygame.display.set_mode(size)
    palette.use(settings.palette)
    text.use(unit=UNITS[settings.units])
    shows = SCREENS[name](screen, settings)
    yield next(shows)
    shows.close()  # type: ignore[attr-defined]
