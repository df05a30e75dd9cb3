"""The window's life: opened for a battle that is being played, or for a record that is gone over."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import pygame

from battlesim.engine.dice import DiceSource
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.ruleset import Outcome
from battlesim.engine.run import start_run
from battlesim.engine.undo import UndoHistory
from battlesim.players.player_pool import PlayerPool
from battlesim.processes import process_pool
from battlesim.render.tiles import tile_cache_folder
from battlesim.report.picture import looks_of
from battlesim.scenarios.lessons import Lesson
from battlesim.scenarios.sources import TableSource
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState
from battlesim.ui.battle.battle import battle_window
from battlesim.ui.battle.hints import Hints
from battlesim.ui.battle.lesson import Teacher
from battlesim.ui.battle.noises import Noises
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_report import of_window
from battlesim.ui.between import draw_curtain, list_orders
from battlesim.ui.curtain import Curtain, Viewpoint
from battlesim.ui.display import opened
from battlesim.ui.incoming import INCOMING
from battlesim.ui.lab import Tables, lab_window, left, tables_with
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.review import Branch, Look, Review, review_window
from battlesim.ui.review.ending import show_ending
from battlesim.ui.review.who import ask_who_looks
from battlesim.ui.rules_page import rules_of_battle
from battlesim.ui.settings.lengths import UNITS
from battlesim.ui.settings.settings import Settings, load_settings, save_settings
from battlesim.ui.settings_page import edit
from battlesim.ui.sound import Speaker
from battlesim.ui.story.feed import Feed
from battlesim.ui.story.model import Model
from battlesim.ui.story.playback import Playback
from battlesim.ui.story.story import Story, Told
from battlesim.ui.telling import teller

FRAMES = 60
SHEETS = "sheets"
"""The folder for sheets among those of battles."""


class Watched(NamedTuple):
    """How a battle in the window ended, None when it was left before that, and what is wanted next."""

    outcome: Outcome | None
    wish: Branch | Look | None = None


def another_seed() -> int:
    """A seed for another battle."""
    return random.SystemRandom().randrange(1, 1_000_000)


def _without_hints(window: Window, settings: Settings) -> Settings:
    """No more hints, from now on and next time."""
    quiet = msgspec.structs.replace(settings, hints=False)
    save_settings(quiet)
    return quiet


NARROWEST = 900
"""Pixels at scale 1 that the battle's panels need; a larger scale than leaves that many is not used."""


def watch(
    history: UndoHistory,
    opening: AnyState,
    players: Mapping[SideKey, str],
    dice: DiceSource | None,
    *,
    title: str = "",
    warnings: Sequence[str] = (),
    seed: int = 0,
    past: Sequence[RunUpdate] = (),
    size: tuple[int, int] | None = None,
    settings: Settings | None = None,
    seats: PlayerPool | None = None,
    lesson: Lesson | None = None,
) -> Watched:
    """Play a battle in the window; how it ended, and what the person wants next.

    The battle of `history` has just been started from `opening`, or goes on after `past`. `players` names who
    plays each side ("human" is who sits at the window, the others think in the processes of `seats`); without
    `dice` real ones are typed in; `size` in pixels; `warnings` begin the log; with a `lesson` it is taught.
    Raises whatever the rules failed with, and SystemExit when the window was closed from outside.
    """
    ruleset, chosen = history.run.ruleset, settings or Settings()
    feed, taught = Feed(history, players, dice, seed, seats), Teacher(lesson) if lesson else None
    feed.person.asks = chosen.ask
    news = past or start_run(ruleset, opening).take_updates()
    begun = partial(Story, ruleset, opening, warnings=warnings)
    try:
        views = {side: viewpoint(begun(side), news, chosen, bool(past)) for side in feed.people}
        seen = next(iter(views.values()), None) or viewpoint(begun(), news, chosen, bool(past))
        model = _model(seen, title, chosen)
        feed.start()
        opens = partial(battle_window, feed=feed, curtain=Curtain(model, views))
        wish = _show(model, size, chosen, opens, lambda: bool(feed.error and feed.over), taught)
    finally:
        feed.close()
    if feed.error:
        raise feed.error
    return Watched(history.run.outcome, wish)


def review(
    record: Record,
    *,
    at: int = 0,
    seen_by: SideKey | None = None,
    size: tuple[int, int] | None = None,
    settings: Settings | None = None,
) -> Branch | None:
    """Go over a record in the window; where the person wants to play on, if anywhere.

    Raises SystemExit when the window was closed from outside and not by its own way back.

    It begins `at` so many events; from the beginning it plays by itself. `seen_by` is the side as which it is
    seen at first, "" for all that happened, None for what the people may know who play it.
    """
    replay, chosen = Replay(record), settings or Settings()
    story = Story(record.ruleset, record.state, warnings=record.header.warnings)
    seen = viewpoint(story, replay.items, chosen)
    model = _model(seen, record.header.display_name, chosen)
    queue = WorkQueue()
    going = Review(replay, model.story, queue)
    if at:
        model.playback.seek(going.seek(at))
    going.begin(seen_by)
    try:
        _show(model, size, chosen, partial(review_window, review=going, queue=queue))
    finally:
        queue.close()
    return going.branch


def lab(
    tables: Tables,
    *,
    size: tuple[int, int] | None = None,
    settings: Settings | None = None,
    mode: str = "",
) -> None:
    """Open the lab on a table, perhaps in one of its modes.

    Raises SystemExit when the window was closed from outside and not by its own way back.
    """
    chosen = settings or Settings()
    window = _bench(opened(f"battlesim · {tables.title}", size, chosen), tables, chosen, mode)
    if window.closed:
        raise SystemExit(0)


def _bench(screen: pygame.Surface, tables: Tables, settings: Settings, mode: str = "") -> Window:
    """Have a table in hand until the person has done; the window as it was left."""
    executor = process_pool()
    window = lab_window(
        screen, tables, settings.kept_in / SHEETS, executor=executor, folder=tile_cache_folder()
    )
    if mode:
        window.do("mode", mode)
    try:
        _take(window, settings)
        INCOMING.leave_behind()
        settings = _keep_up(window, settings, lambda: False)
        while not left(window, settings):
            INCOMING.leave_behind()
            settings = _keep_up(window, settings, lambda: False)
    finally:
        window.cast.close()
        executor.shutdown(wait=False, cancel_futures=True)
    if isinstance(window.wish, Tables):
        return _bench(screen, window.wish, settings)
    return window


def _lab_of_battle(window: Window, settings: Settings) -> Settings:
    """The table of a battle in the lab, as it is known to whoever looks; nothing done there is done to it."""
    model = window.model
    source = TableSource(model.state.table, model.ruleset.key, model.state)
    tables = tables_with(source, model.title, model.pointing.picked)
    bench = _bench(window.screen, tables, settings)
    if bench.closed:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.resized()
    return load_settings()[0]


PAGES: Final[Mapping[str, Callable[[Window, Settings], Settings]]] = {
    "settings": lambda window, settings: edit(window.screen, settings),
    "rules": rules_of_battle,
    "curtain": draw_curtain,
    "orders": list_orders,
    "lab": _lab_of_battle,
    "no hints": _without_hints,
    "who looks": ask_who_looks,
    "ending": lambda window, settings: show_ending(window, settings, another_seed),
}
"""What the window can want to have shown in its place; each gives back the settings."""


def viewpoint(story: Story, news: Iterable[Told], settings: Settings, newest: bool = False) -> Viewpoint:
    """How somebody sees a battle in which this has happened, from its first moment or its `newest` on."""
    story.add(news)
    playback = Playback(story, settings.reduced_motion)
    if newest:
        playback.now()
    return Viewpoint(story, playback)


def _model(seen: Viewpoint, title: str, settings: Settings) -> Model:
    ruleset = seen.story.ruleset
    model = Model(ruleset, looks_of(ruleset), seen.story, seen.playback, title)
    model.shown.folded = settings.folded
    return model


def _show(
    model: Model,
    size: tuple[int, int] | None,
    settings: Settings,
    opens: Callable[..., Window],
    failed: Callable[[], bool] = lambda: False,
    lesson: Teacher | None = None,
) -> Any:
    """Open the window and keep it up to date until it is closed, or until the rules have `failed`; what is
    wanted next, if anything."""
    screen, executor = opened(f"battlesim · {model.title}", size, settings), process_pool()
    window = opens(screen, model, executor=executor, folder=tile_cache_folder())
    try:
        window.noises = Noises(model, Speaker(settings.volume, settings.captions))
        window.cards.hints = Hints()
        if lesson:
            window.teach(lesson)
        _take(window, settings)
        INCOMING.leave_behind()
        _keep_up(window, settings, failed)
    finally:
        window.cast.close()
        executor.shutdown(wait=False, cancel_futures=True)
    if window.closed:
        raise SystemExit(0)
    return window.wish


def _keep_up(window: Window, settings: Settings, failed: Callable[[], bool]) -> Settings:
    """Hand events to the window, let time pass, and show in its place the pages that it wants; the settings
    as they are then."""
    clock, told = pygame.time.Clock(), teller()
    while window.running and not failed():
        for event in INCOMING.events():
            window.handle(event)
        if window.wants:
            instead, window.wants = PAGES[window.wants], ""
            settings = instead(window, settings)
            _take(window, settings)
            INCOMING.leave_behind()
        window.frame(min(clock.tick(FRAMES) / 1000, 0.1))
        told.tell(lambda: of_window(window))
    return settings


def _take(window: Window, settings: Settings) -> None:
    """Have the window go by the settings."""
    width, height = window.screen.get_size()
    window.restyle(settings.factor(width, height, NARROWEST), UNITS[settings.units])
    window.model.bindings = settings.bindings
    window.model.playback.reduced = settings.reduced_motion
    if window.asking:
        window.asking.person.asks = settings.ask
    if window.cards.hints:
        window.cards.hints.take(settings.hints)
    if window.noises:
        window.noises.speaker.set_volume(settings.volume)
        window.noises.speaker.captions = settings.captions
