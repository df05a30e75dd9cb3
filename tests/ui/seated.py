"""People at a window in tests: a recorded battle, its window without a screen, and hands on the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from battlesim.engine.dice import DiceKind, SeededDice, derived_rng
from battlesim.engine.record_resume import ResumedBattle, resume_battle
from battlesim.engine.record_write import Recorder, make_header
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import start_run
from battlesim.engine.undo import UndoHistory
from battlesim.report.picture import looks_of
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.library import load_scenario
from battlesim.table.state import AnyState
from battlesim.ui.app import viewpoint
from battlesim.ui.battle.battle import battle_window
from battlesim.ui.curtain import Curtain, Viewpoint
from battlesim.ui.settings.bindings import CODES
from battlesim.ui.settings.settings import Settings
from battlesim.ui.story.feed import Feed
from battlesim.ui.story.model import Model
from battlesim.ui.story.person import Question
from battlesim.ui.story.story import Story
from tests.support.waiting import until
from tests.ui.hands import HELD

SEED = 5


class Seated:
    """A window at which people sit, and the battle behind it."""

    def __init__(
        self, history: UndoHistory, players: dict[str, str], views: dict[str, Viewpoint], typed: bool
    ) -> None:
        pygame.font.init()
        self.history, self.players = history, players
        self.feed = Feed(history, players, None if typed else SeededDice(SEED), SEED)
        seen = next(iter(views.values()))
        model = Model(history.run.ruleset, looks_of(history.run.ruleset), seen.story, seen.playback, "test")
        model.playback.speed = 4
        self.curtain = Curtain(model, views)
        self.window = battle_window(pygame.Surface((1366, 768)), model, self.feed, curtain=self.curtain)
        assert self.window.asking
        self.asking = self.window.asking

    def until(self, holds: Callable[[], object]) -> None:
        """Frames until something holds."""

        def step() -> None:
            assert not self.feed.failure
            self.window.frame(5.0)

        until(holds, step)

    def asked(self) -> Question:
        """The question that is shown, once one is."""
        self.until(lambda: self.asking.shown and self.feed.question)
        question = self.feed.question
        assert question is not None
        return question

    def key(self, chord: str) -> None:
        """Press a key, and a frame."""
        *held, name = chord.split("+")
        mod = sum(HELD[word] for word in held)
        self.window.handle(pygame.event.Event(pygame.KEYDOWN, key=CODES[name], mod=mod, unicode=""))
        self.window.frame(5.0)

    def answer(self) -> Question:
        """Answer the question by chance, past the picker, and wait for what comes next; which one it was."""
        question = self.asked()
        view = question.view or self.window.model.state
        answer = question.decision.random_answer(view, 4, derived_rng("seated", question.number))
        self.feed.person.give(question.number, answer)
        self.after(question)
        return question

    def after(self, question: Question) -> None:
        """Frames until another question is shown, the curtain is wanted, or the battle is over."""
        self.until(
            lambda: self.window.wants or self.feed.over or (self.asking.shown and self._is_new(question))
        )

    def _is_new(self, question: Question) -> bool:
        return self.feed.question is not None and self.feed.question.number > question.number

    def refused(self) -> str:
        """What the picker says that cannot be done."""
        return str(self.asking.picker.why()) if self.asking.picker else ""


@contextmanager
def seated(
    scenario: str,
    path: Path,
    *people: str,
    change: Callable[[AnyState], AnyState] = lambda state: state,
    typed: bool = False,
    others: str = "recruit",
) -> Iterator[Seated]:
    """A battle that has begun, with people on some sides, a player on the `others`, dice perhaps typed in."""
    loaded = load_scenario(scenario)
    state = change(loaded.initial_state())
    players = {side.key: "human" if side.key in people else others for side in loaded.plan.sides}
    kind = DiceKind.typed if typed else DiceKind.seeded
    header = make_header(loaded.ruleset, state, title="test", seed=SEED, players=players, dice=kind)
    run = start_run(loaded.ruleset, state)
    history = UndoHistory(run, Recorder.create(path, header, state, run))
    yield from _sat(history, state, players, loaded.ruleset, typed)


@contextmanager
def seated_again(path: Path) -> Iterator[Seated]:
    """A battle that goes on from its record."""
    going: ResumedBattle = resume_battle(path, load_ruleset)
    record = going.record
    yield from _sat(going.history, record.state, record.header.players, record.ruleset)


def _sat(
    history: UndoHistory, state: AnyState, players: dict[str, str], ruleset: AnyRuleset, typed: bool = False
) -> Iterator[Seated]:
    news = start_run(ruleset, state).take_updates()
    people = [side for side, name in players.items() if name == "human"]
    views = {side: viewpoint(Story(ruleset, state, side), news, Settings()) for side in people}
    table = Seated(history, players, views, typed)
    table.feed.start()
    try:
        yield table
    finally:
        table.feed.close()
        table.asking.stage.queue.close()
        assert history.recorder
        history.recorder.close()
