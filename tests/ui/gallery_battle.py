"""Screens of a battle and of a record, each drawn as a person would meet it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from unittest import mock

import pygame

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.dice import SeededDice
from battlesim.engine.record_replay import Replay
from battlesim.engine.run import Run
from battlesim.engine.undo import UndoHistory
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.sources import load_record
from battlesim.ui.app import _apply_settings
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.battle.hints import HintPresenter
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import create_lab_window, load_lab_table
from battlesim.ui.replay import ReplaySession, create_replay_window
from battlesim.ui.session.battle_runner import BattleRunner, ThinkingProgress
from battlesim.ui.session.log_line import LOSSES_FILTER
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.support.waiting import until
from tests.ui import battles
from tests.ui.battles import SEED
from tests.ui.met import QUESTIONS, Asked, Met, asks, parts, turn_three


def _window(
    screen: pygame.Surface,
    model: WindowModel,
    settings: Settings,
    feed: BattleRunner | None = None,
    queue: WorkQueue | None = None,
) -> Window:
    window = create_battle_window(screen, model, feed, queue=queue)
    _apply_settings(window, settings)
    return window


def _model(known: Met, side: str, title: str, reduced: bool) -> WindowModel:
    """A battle as a side may know it, shown at its newest moment."""
    ruleset = known.run.ruleset
    story = ViewHistory(ruleset, known.opening, side)
    story.add(known.news)
    model = WindowModel(ruleset, looks_of(ruleset), story, Playback(story, reduced), title)
    model.playback.go_to_newest()
    return model


def watched(
    screen: pygame.Surface, settings: Settings, scenario: str = "first_contact", share: float = 0.5
) -> Iterator[Window]:
    model = battles.model(scenario, settings.reduced_motion)
    window = _window(screen, model, settings)
    model.playback.seek(int(len(model.history) * share))
    settle(window)
    yield window


def large(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    model = _model(turn_three(), "", "Evacuate the outpost", settings.reduced_motion)
    window = _window(screen, model, settings)
    window.draw()
    yield window


def pointed(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A piece far to the right and low under the pointer: the tooltip has little room."""
    for window in large(screen, settings):
        camera = window.model.camera
        spots = [camera.to_screen(*piece.xy) for piece in window.model.state.table.standing_pieces()]
        inside = [(x, y) for x, y in spots if 0 < x < camera.width and 0 < y < camera.height]
        table = window.stage.layout.table.scaled(window.canvas.scale)
        x, y = max(inside, key=lambda spot: spot[0] + spot[1])
        _move(window, (table[0] + x, table[1] + y))
        yield window


def tipped(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The help sign in the corner under the pointer."""
    for window in large(screen, settings):
        _move(window, (screen.get_width() - 25 * window.canvas.scale, 20 * window.canvas.scale))
        yield window


def _move(window: Window, at: tuple[float, float]) -> None:
    pos = (round(at[0]), round(at[1]))
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    window.draw()


def thinking(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A player at work, as far as it has come."""
    for window in watched(screen, settings):
        window.content.thinking = ThinkingProgress("bugs", 3, 9)
        window.draw()
        yield window


def diced(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The line with the most dice, thrown."""
    for window in watched(screen, settings):
        lines = window.model.history.lines
        window.model.playback.seek(max(lines, key=lambda line: len(line.dice)).roll_event_number + 1)
        settle(window)
        yield window


def scored(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """What a score is made of."""
    for window in large(screen, settings):
        window.do("score", "bugs")
        window.draw()
        yield window


def objectives(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """What wins, what pays and what each side has."""
    for window in large(screen, settings):
        window.do("score", 1)
        window.draw()
        yield window


def filtered(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in watched(screen, settings, share=0.9):
        window.do("filter", LOSSES_FILTER)
        window.draw()
        yield window


def ended(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in watched(screen, settings, share=1.0):
        window.model.ending = (
            "Mobile Infantry win: the last Arachnid of the mission is gone",
            "Mobile Infantry win",
        )
        window.draw()
        yield window


def helped(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in watched(screen, settings):
        window.do("help")
        window.draw()
        yield window


def folded(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    for window in watched(screen, settings):
        window.do("fold")
        window.draw()
        yield window


def folded_question(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A question that stands on the table, with its odds beside it."""
    for window in _put(QUESTIONS["choose one"], screen, settings):
        window.do("fold")
        settle(window)
        yield window


def whole_act(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A reaction that is marked, with all that would be answered with it."""
    for window in _put(QUESTIONS["reaction"], screen, settings):
        assert window.prompt and window.prompt.picker
        window.prompt.human.ask_level = "acts"
        picker = window.prompt.picker
        picker.choose(next(row for row in picker.rows() if not row.blocked))
        settle(window)
        yield window


def asking(asked: Asked) -> Callable[[pygame.Surface, Settings], Iterator[Window]]:
    return lambda screen, settings: _put(asked, screen, settings)


def feed_for(run: Run, players: dict[str, str], typed: bool = False) -> BattleRunner:
    """A battle for people; no program thinks, so no process for one is started."""
    with mock.patch("battlesim.players.player_pool.Worker"):
        return BattleRunner(UndoHistory(run.fork()), players, None if typed else SeededDice(SEED), SEED)


def _put(asked: Asked, screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A question as it comes to a person who plays the side that is asked."""
    known = asks(asked)
    human = asked.side or parts(known.run.pending)[0].side
    yield from put(known, human, asked.scenario, screen, settings, asked.keys)


def put(
    known: Met,
    human: str,
    scenario: str,
    screen: pygame.Surface,
    settings: Settings,
    keys: Sequence[int] = (),
    queue: WorkQueue | None = None,
) -> Iterator[Window]:
    """The question that a battle has come to, with keys pressed since, as a side's person sees it."""
    run = known.run
    sides = [side.key for side in run.state.table.sides]
    players = {side: "human" if side == human else "recruit" for side in sides}
    feed = feed_for(run, players, human == DICE_SIDE)
    model = _model(known, human if human in sides else "", _title(scenario), True)
    window = _window(screen, model, settings, feed, queue)
    feed.start()
    try:
        until(lambda: feed.open_decision)
        settle(window)
        assert window.prompt and window.prompt.shown
        for key in keys:
            event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_SHIFT, unicode="")
            window.handle(event)
        settle(window)
        yield window
    finally:
        feed.close()
        if window.prompt:
            window.stage.queue.close()


def settle(window: Window) -> None:
    """Frames until nothing is under way any more, nor after one more, which takes what came since the last
    one; then a drawing of that."""

    def still() -> bool:
        window.advance_frame(0.05)
        if window.busy:
            return False
        window.advance_frame(0.05)
        return not window.busy

    until(still)
    window.draw()


def hinted(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A question with the first hint beside it."""
    for window in _put(QUESTIONS["activation"], screen, settings):
        window.cards.hints = HintPresenter(Path(mkdtemp()) / "hints.json")
        for _ in range(3):
            window.advance_frame(0.02)
        window.draw()
        yield window


def measured(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """The ruler between two pieces, and where all enemies could strike."""
    for window in _put(QUESTIONS["choose one"], screen, settings):
        window.do("ruler")
        window.instruments.ruler.start, window.instruments.ruler.end = (6.0, 6.0), (20.0, 14.0)
        window.do("threats")
        settle(window)
        yield window


@cache
def _title(scenario: str) -> str:
    return load_scenario(scenario).plan.title


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


def lesson(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A record with many notes, at its first one."""
    yield from _reviewed(Path(__file__).with_name("noted.battle"), screen, settings)


def lab(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """A quarrel in the lab, judged with a tolerance and with what the viewer sees."""
    window = create_lab_window(screen, load_lab_table("quarrel"), Path(mkdtemp()), queue=WorkQueue(None))
    _apply_settings(window, settings)
    window.do("tolerance", 2)
    window.do("field", 1)
    settle(window)
    yield window


def review(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """Going over a record, at its note."""
    yield from _reviewed(_noted(), screen, settings)


def seen_by(screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    """Going over a record as a side knew it, between two notes."""
    for window in _reviewed(_noted(), screen, settings):
        window.do("seen_by", 1)
        window.do("by_line", 12)
        settle(window)
        yield window


def _reviewed(path: Path, screen: pygame.Surface, settings: Settings) -> Iterator[Window]:
    window = reviewed(path, screen, settings)
    window.do("seek", window.content.session.notes[0].at)
    settle(window)
    yield window


def reviewed(path: Path, screen: pygame.Surface, settings: Settings) -> Window:
    """A window on a record."""
    known = load_record(path)
    replay, story = Replay(known), ViewHistory(known.ruleset, known.state)
    story.add(replay.events)
    playback = Playback(story, settings.reduced_motion)
    model = WindowModel(known.ruleset, looks_of(known.ruleset), story, playback, "First contact")
    going = ReplaySession(replay, story)
    going.begin()
    window = create_replay_window(screen, model, going)
    _apply_settings(window, settings)
    return window
