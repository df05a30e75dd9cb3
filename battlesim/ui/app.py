"""Functions that open the program's window for a battle, a record or the lab, and run it until it closes."""

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
from battlesim.ui.battle.battle_screen import BattleScreen, create_battle_window
from battlesim.ui.battle.hints import HintPresenter
from battlesim.ui.battle.lesson import LessonPresenter
from battlesim.ui.battle.sound_effects import SoundEffects
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_report import window_report
from battlesim.ui.lab import LabTable, confirm_leaving_lab, create_lab_window, lab_table_of_battle
from battlesim.ui.pages.battle_pages import show_curtain, show_orders
from battlesim.ui.pages.rules_page import show_battle_rules
from battlesim.ui.pages.settings_page import edit_settings
from battlesim.ui.replay import BranchRequest, ReplaySession, SeekRequest, create_replay_window
from battlesim.ui.replay.ending_page import show_ending
from battlesim.ui.replay.perspective_page import ask_perspective
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.hot_seat import HotSeatCurtain, SidePerspective
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import HistoryItem, ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.settings.settings import Settings, load_settings, save_settings
from battlesim.ui.system.display import open_window
from battlesim.ui.system.event_queue import EVENT_QUEUE
from battlesim.ui.system.sound import Speaker
from battlesim.ui.system.status_file import create_status_writer
from battlesim.ui.toolkit.work_queue import WorkQueue

MAX_FRAMES_PER_S = 60
SHEETS_FOLDER_NAME = "sheets"
"""Name of the folder for sheets inside the folder of battles."""


class BattleWindowResult(NamedTuple):
    """The result of showing a battle: its outcome, and what the user wants to do next.

    The outcome is None if the user left before the end of the battle.
    """

    outcome: Outcome | None
    next_request: BranchRequest | SeekRequest | None = None


def another_seed() -> int:
    """Return a random seed for another battle."""
    return random.SystemRandom().randrange(1, 1_000_000)


def _without_hints(window: Window, settings: Settings) -> Settings:
    """Turn hints off from now on, and save that in the settings."""
    quiet = msgspec.structs.replace(settings, hints=False)
    save_settings(quiet)
    return quiet


MIN_BATTLE_WIDTH_PX = 900
"""Pixels at scale 1 that the battle's panels need; scales that leave fewer are not used."""


def run_battle_window(
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
) -> BattleWindowResult:
    """Play a battle in the window and return how it ended and what the user wants next.

    `history` holds the battle, which has just started from `opening` or continues after `past`. `players`
    names who plays each side: "human" is the user at the window, the others think in the processes of
    `seats`. Without `dice` the user types in the results of real dice. `size` is in pixels; `warnings` begin
    the log; `lesson` is taught if given.

    Raises the error that the rules failed with, or SystemExit if the window was closed from outside.
    """
    ruleset, chosen = history.run.ruleset, settings or Settings()
    feed, taught = (
        BattleRunner(history, players, dice, seed, seats),
        LessonPresenter(lesson) if lesson else None,
    )
    feed.human.ask_level = chosen.ask
    news = past or start_run(ruleset, opening).take_updates()
    begun = partial(ViewHistory, ruleset, opening, warnings=warnings)
    try:
        views = {side: create_perspective(begun(side), news, chosen, bool(past)) for side in feed.human_sides}
        seen = next(iter(views.values()), None) or create_perspective(begun(), news, chosen, bool(past))
        model = _create_model(seen, title, chosen)
        feed.start()
        opens = partial(create_battle_window, feed=feed, curtain=HotSeatCurtain(model, views))
        wish = _run_new_window(model, size, chosen, opens, lambda: bool(feed.error and feed.is_over), taught)
    finally:
        feed.close()
    if feed.error:
        raise feed.error
    return BattleWindowResult(history.run.outcome, wish)


def run_replay_window(
    record: Record,
    *,
    at: int = 0,
    seen_by: SideKey | None = None,
    size: tuple[int, int] | None = None,
    settings: Settings | None = None,
) -> BranchRequest | None:
    """Replay a record in the window and return where the user wants to play on, or None.

    The replay begins after `at` events; from the beginning it plays by itself. `seen_by` is the side whose
    view is shown first, "" for everything, None for what the human players of the record may know.

    Raises SystemExit if the window was closed from outside and not by its own way back.
    """
    replay, chosen = Replay(record), settings or Settings()
    story = ViewHistory(record.ruleset, record.state, warnings=record.header.warnings)
    seen = create_perspective(story, replay.items, chosen)
    model = _create_model(seen, record.header.display_name, chosen)
    queue = WorkQueue()
    going = ReplaySession(replay, model.history, queue)
    if at:
        model.playback.seek(going.seek(at))
    going.begin(seen_by)
    try:
        _run_new_window(model, size, chosen, partial(create_replay_window, review=going, queue=queue))
    finally:
        queue.close()
    return going.branch


def run_lab_window(
    tables: LabTable,
    *,
    size: tuple[int, int] | None = None,
    settings: Settings | None = None,
    mode: str = "",
) -> None:
    """Open the lab on a table, optionally in one of its modes, and run it until the user leaves.

    Raises SystemExit if the window was closed from outside and not by its own way back.
    """
    chosen = settings or Settings()
    window = _run_lab(open_window(f"battlesim · {tables.title}", size, chosen), tables, chosen, mode)
    if window.closed:
        raise SystemExit(0)


def _run_lab(screen: pygame.Surface, tables: LabTable, settings: Settings, mode: str = "") -> Window:
    """Run the lab on a table, and on tables opened from there. Return the window as it was left."""
    executor = process_pool()
    window = create_lab_window(
        screen,
        tables,
        settings.battles_folder / SHEETS_FOLDER_NAME,
        executor=executor,
        folder=tile_cache_folder(),
    )
    if mode:
        window.do("mode", mode)
    try:
        _apply_settings(window, settings)
        EVENT_QUEUE.discard_input()
        settings = _run_main_loop(window, settings, lambda: False)
        while not confirm_leaving_lab(window, settings):
            EVENT_QUEUE.discard_input()
            settings = _run_main_loop(window, settings, lambda: False)
    finally:
        window.content.close()
        executor.shutdown(wait=False, cancel_futures=True)
    if isinstance(window.next_request, LabTable):
        return _run_lab(screen, window.next_request, settings)
    return window


def _lab_of_battle(window: Window, settings: Settings) -> Settings:
    """Open the lab on a battle's table as the current side knows it; changes there leave the battle alone."""
    model = window.model
    source = TableSource(model.state.table, model.ruleset.key, model.state)
    tables = lab_table_of_battle(source, model.title, model.pointer.selected_piece)
    bench = _run_lab(window.screen, tables, settings)
    if bench.closed:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.handle_resize()
    return load_settings()[0]


PAGE_HANDLERS: Final[Mapping[str, Callable[[Window, Settings], Settings]]] = {
    "settings": lambda window, settings: edit_settings(window.screen, settings),
    "rules": show_battle_rules,
    "curtain": show_curtain,
    "orders": show_orders,
    "lab": _lab_of_battle,
    "no hints": _without_hints,
    "who looks": ask_perspective,
    "ending": lambda window, settings: show_ending(window, settings, another_seed),
}
"""Functions that show a page in place of the window and return the settings, by page name."""


def create_perspective(
    story: ViewHistory, news: Iterable[HistoryItem], settings: Settings, newest: bool = False
) -> SidePerspective:
    """Create a side's perspective of a battle after `news`, at its first moment or at its `newest`."""
    story.speak(settings.voice == "game")
    story.add(news)
    playback = Playback(story, settings.reduced_motion)
    if newest:
        playback.go_to_newest()
    return SidePerspective(story, playback)


def _create_model(seen: SidePerspective, title: str, settings: Settings) -> WindowModel:
    ruleset = seen.story.ruleset
    model = WindowModel(ruleset, looks_of(ruleset), seen.story, seen.playback, title)
    model.display.folded = settings.folded
    return model


def _run_new_window(
    model: WindowModel,
    size: tuple[int, int] | None,
    settings: Settings,
    opens: Callable[..., Window],
    failed: Callable[[], bool] = lambda: False,
    lesson: LessonPresenter | None = None,
) -> Any:
    """Run the window until it is closed or the rules have `failed`.

    Return what the user wants next, or None.
    """
    screen, executor = open_window(f"battlesim · {model.title}", size, settings), process_pool()
    window = opens(screen, model, executor=executor, folder=tile_cache_folder())
    try:
        window.sound_effects = SoundEffects(model, Speaker(settings.volume, settings.captions))
        window.cards.hints = HintPresenter()
        if lesson:
            window.teach(lesson)
        _apply_settings(window, settings)
        EVENT_QUEUE.discard_input()
        _run_main_loop(window, settings, failed)
    finally:
        window.content.close()
        executor.shutdown(wait=False, cancel_futures=True)
    if window.closed:
        raise SystemExit(0)
    return window.next_request


def _run_main_loop(window: Window, settings: Settings, failed: Callable[[], bool]) -> Settings:
    """Run the main loop: pass events, let time pass, show requested pages.

    Return the settings as they are then.
    """
    clock, told = pygame.time.Clock(), create_status_writer()
    while window.running and not failed():
        for event in EVENT_QUEUE.events():
            window.handle(event)
        if window.requested_page:
            instead, window.requested_page = PAGE_HANDLERS[window.requested_page], ""
            settings = instead(window, settings)
            _apply_settings(window, settings)
            EVENT_QUEUE.discard_input()
        window.advance_frame(min(clock.tick(MAX_FRAMES_PER_S) / 1000, 0.1))
        told.update(lambda: window_report(window))
    return settings


def _apply_settings(window: Window, settings: Settings) -> None:
    """Apply the settings to the window."""
    width, height = window.screen.get_size()
    window.restyle(settings.interface_scale(width, height, MIN_BATTLE_WIDTH_PX), LENGTH_UNITS[settings.units])
    window.model.bindings = settings.bindings
    window.model.playback.reduced_motion = settings.reduced_motion
    window.content.speak(settings.voice == "game")
    if isinstance(window.content, BattleScreen):
        window.content.wait_after_announcements(settings.announcements)
    if window.prompt:
        window.prompt.human.ask_level = settings.ask
    if window.cards.hints:
        window.cards.hints.set_hints_enabled(settings.hints)
    if window.sound_effects:
        window.sound_effects.speaker.set_volume(settings.volume)
        window.sound_effects.speaker.captions = settings.captions
        window.sound_effects.voiced = settings.voice == "game"
