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
from battlesim.ui.app import create_perspective
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.session.battle_runner import BattleRunner
from battlesim.ui.session.hot_seat import HotSeatCurtain, SidePerspective
from battlesim.ui.session.human_player import OpenDecision
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.settings.key_bindings import KEY_CODES
from battlesim.ui.settings.settings import Settings
from tests.support.waiting import until
from tests.ui.hands import HELD

SEED = 5


class Seated:
    """A window at which people sit, and the battle behind it."""

    def __init__(
        self, history: UndoHistory, players: dict[str, str], views: dict[str, SidePerspective], typed: bool
    ) -> None:
        pygame.font.init()
        self.history, self.players = history, players
        self.feed = BattleRunner(history, players, None if typed else SeededDice(SEED), SEED)
        seen = next(iter(views.values()))
        model = WindowModel(
            history.run.ruleset, looks_of(history.run.ruleset), seen.story, seen.playback, "test"
        )
        model.playback.speed = 4
        self.curtain = HotSeatCurtain(model, views)
        self.window = create_battle_window(
            pygame.Surface((1366, 768)), model, self.feed, curtain=self.curtain
        )
        assert self.window.prompt
        self.asking = self.window.prompt

    def until(self, holds: Callable[[], object]) -> None:
        """Frames until something holds."""

        def step() -> None:
            assert not self.feed.failure
            self.window.advance_frame(5.0)

        until(holds, step)

    def asked(self) -> OpenDecision:
        """The question that is shown, once one is."""
        self.until(lambda: self.asking.shown and self.feed.open_decision)
        question = self.feed.open_decision
        assert question is not None
        return question

    def key(self, chord: str) -> None:
        """Press a key, and a frame."""
        *held, name = chord.split("+")
        mod = sum(HELD[word] for word in held)
        self.window.handle(pygame.event.Event(pygame.KEYDOWN, key=KEY_CODES[name], mod=mod, unicode=""))
        self.window.advance_frame(5.0)

    def answer(self) -> OpenDecision:
        """Answer the question by chance, past the picker, and wait for what comes next; which one it was."""
        question = self.asked()
        view = question.view or self.window.model.state
        answer = question.decision.random_answer(view, 4, derived_rng("seated", question.number))
        self.feed.human.submit_answer(question.number, answer)
        self.after(question)
        return question

    def after(self, question: OpenDecision) -> None:
        """Frames until another question is shown, the curtain is wanted, or the battle is over."""
        self.until(
            lambda: (
                self.window.requested_page
                or self.feed.is_over
                or (self.asking.shown and self._is_new(question))
            )
        )

    def _is_new(self, question: OpenDecision) -> bool:
        return self.feed.open_decision is not None and self.feed.open_decision.number > question.number

    def refused(self) -> str:
        """What the picker says that cannot be done."""
        return str(self.asking.picker.refusal_text()) if self.asking.picker else ""


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
    views = {side: create_perspective(ViewHistory(ruleset, state, side), news, Settings()) for side in people}
    table = Seated(history, players, views, typed)
    table.feed.start()
    try:
        yield table
    finally:
        table.feed.close()
        table.asking.stage.queue.close()
        assert history.recorder
        history.recorder.close()
