"""A battle running in the background of the window: the rules in a thread, each player in its own process.

Updates from the rules arrive in batches, which the window takes when it has time. The rules may be only a
limited number of batches ahead; otherwise a long battle could end before the user has seen its first turn.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.dice import DiceSource, ManualDice, SeededDice
from battlesim.engine.lookahead import Adviser, LookaheadCache, LookaheadPlanner
from battlesim.engine.record_write import RunUpdate
from battlesim.engine.ruleset import Outcome
from battlesim.engine.undo import UndoHistory, UndoResult
from battlesim.players.base import Player, PlayerContext, PlayerError, Reply
from battlesim.players.intent_guess import DOCTRINE_LEVELS, guessed_intent
from battlesim.players.match import Match, reply_note
from battlesim.players.player_pool import PlayerPool
from battlesim.players.worker import RequestAnswered, Worker
from battlesim.players.worker_process import RequestFailed, RequestProgress
from battlesim.processes import delay_for_tests
from battlesim.table.ids import SideKey
from battlesim.table.remarks import Remark
from battlesim.table.state import AnyState
from battlesim.ui.session.human_player import HumanPlayer, OpenDecision, WindowClosed
from battlesim.ui.session.view_history import RECORD_REMARK, HistoryItem, IntentGuess

HUMAN: Final = "human"
MAX_PENDING_BATCHES: Final = 120
"""Maximum number of batches that the rules may be ahead of the window."""
WORKER_POLL_S: Final = 0.05
"""Seconds between two checks for a closed window or a request to stop the player."""
STOPPED_REASON: Final = "stopped by hand: the default is taken"
"""Reason recorded with the default answer of a player that the user stopped."""


class ThinkingProgress(msgspec.Struct, frozen=True):
    """The progress of an AI player's computation: the number of steps `done`, out of a total of `of`."""

    side: SideKey
    done: int = 0
    of: int = 0


class BattleRunner:
    """A battle that runs in the background and delivers its updates to the window in batches.

    If `dice` is None, the user enters the results of real dice, and `seed` is used only for secret rolls.
    `seats` is the pool of processes for the AI players. These processes end when the runner is closed.
    """

    def __init__(
        self,
        history: UndoHistory,
        players: Mapping[SideKey, str],
        dice: DiceSource | None,
        seed: int,
        seats: PlayerPool | None = None,
    ) -> None:
        self.thinking: ThinkingProgress | None = None
        self.outcome: Outcome | None = history.run.outcome
        self.failure = ""
        self.error: Exception | None = None
        self.faults: list[str] = []
        self._batches: deque[list[HistoryItem]] = deque()
        self._reasons: list[HistoryItem] = []
        self._room = threading.Condition()
        self._closing = False
        self._stopped = threading.Event()
        self._seats = seats or PlayerPool()
        self.record = history.recorder.path if history.recorder else None
        self.human_sides = [side for side, name in players.items() if name == HUMAN]
        memories = {side: history.memories.get(side) for side in self.human_sides}
        self.human = HumanPlayer(
            self.human_sides,
            memories,
            lambda: history.undo_obstacle(self.human_sides),
            self._looker,
            lambda: not history.entries,
            lambda: self._match.current_run.pending.rule if self._match.current_run.pending else "",
        )
        seated: dict[SideKey, Player] = {
            side: self.human if name == HUMAN else _Seat(self, name, self._seats.worker(side, name))
            for side, name in players.items()
        }
        self._standby = LookaheadCache()
        self.asks = bool(self.human_sides) or dice is None
        by_hand = ManualDice(self.human, SeededDice(seed, history.roll_count))
        if history.recorder:
            history.recorder.file.listeners.append(self._warn)
        self._match = Match(history, seated, dice or by_hand, seed=seed, on_updates=self._heard)
        self._thread = threading.Thread(target=self._play, name="rules", daemon=True)

    def _looker(self, side: SideKey, advise: Adviser) -> LookaheadPlanner:
        """Return a planner that looks ahead from the open decision."""
        run = self._match.current_run
        return LookaheadPlanner(run.ruleset, run.position, side, advise, self._standby)

    def start(self) -> None:
        """Start the thread in which the rules run."""
        self._thread.start()

    @property
    def open_decision(self) -> OpenDecision | None:
        """The open decision, or None until the window has taken all updates that led to it."""
        with self._room:
            return None if self._batches else self.human.open_decision

    def take_updates(self, most: int) -> list[HistoryItem]:
        """Remove and return the updates of at most `most` pending batches, without waiting."""
        news: list[HistoryItem] = []
        with self._room:
            for _ in range(min(most, len(self._batches))):
                news += self._batches.popleft()
            self._room.notify()
        return news

    @property
    def is_over(self) -> bool:
        """True if no more updates will come."""
        return not self._thread.is_alive() and not self._batches

    @property
    def busy(self) -> bool:
        """True if more updates will come without an answer from the user."""
        return not self.is_over and self.open_decision is None

    def close(self) -> None:
        """End the battle; the record stays as it is, and an answer still being computed is dropped."""
        self._closing = True
        self.human.close()
        with self._room:
            self._room.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._seats.close()

    def stop_player(self) -> None:
        """Stop the thinking player, if any, and take its default answer; its process is replaced."""
        if self.thinking is not None:
            self._stopped.set()

    def ask(
        self, worker: Worker, name: str, view: AnyState, decision: Decision[Any], context: PlayerContext
    ) -> Reply:
        """Return a player's reply from its worker process, or the default answer if the user stops it.

        Raises PlayerError if the player fails, and WindowClosed if the window is closed.
        """
        self._stopped.clear()
        self.thinking = ThinkingProgress(context.side)
        worker.ask(name, view, decision, context)
        while not self._closing:
            if self._stopped.is_set():
                worker.cancel()
                return self._answered(context.side, Reply(decision.default(view), STOPPED_REASON))
            for report in worker.reports(WORKER_POLL_S):
                if isinstance(report, RequestProgress):
                    self.thinking = ThinkingProgress(context.side, report.done, report.of)
                elif isinstance(report, RequestAnswered):
                    self._guess(name, decision, report.reply)
                    return self._answered(context.side, report.reply)
                elif isinstance(report, RequestFailed):
                    self.thinking = None
                    raise PlayerError(report.error, lost=report.lost)
        raise WindowClosed

    def _guess(self, name: str, decision: Decision[Any], reply: Reply) -> None:
        """Show each human side a guess at the intent of a player that follows the doctrine."""
        run = self._match.current_run
        for viewer in self.human_sides if name in DOCTRINE_LEVELS else ():
            words = guessed_intent(run.ruleset, run.state, viewer, decision, reply.answer)
            self._reasons.append(IntentGuess(viewer, decision.side, words))

    def _answered(self, side: SideKey, reply: Reply) -> Reply:
        """Note a player's reply, so that its reason is shown with its consequences, and return the reply."""
        self.thinking = None
        self._reasons.append(reply_note(side, reply))
        return reply

    def _warn(self, words: str) -> None:
        """Note a warning about the record file."""
        self._reasons.append(Remark(kind=RECORD_REMARK, text=words))

    def _heard(self, news: list[RunUpdate] | list[UndoResult]) -> None:
        delay_for_tests()
        told: list[HistoryItem] = [*self._reasons, *news]
        self._reasons.clear()
        with self._room:
            self._batches.append(told)
            while len(self._batches) > MAX_PENDING_BATCHES and not self._closing:
                self._room.wait()
        if self._closing:
            raise WindowClosed

    def _play(self) -> None:
        try:
            result = self._match.play()
            self.outcome, self.faults = result.outcome, list(result.faults)
        except WindowClosed:
            return
        except Exception as error:  # the window shows it; the record holds all that was played
            self.failure, self.error = f"{type(error).__name__}: {error}", error
        finally:
            self.thinking = None


class _Seat:
    """A player that runs in a worker process and plays one side."""

    def __init__(self, feed: BattleRunner, name: str, worker: Worker) -> None:
        self.name, self._feed, self._worker = name, feed, worker

    def answer(self, view: AnyState, decision: Decision[Any], moment: PlayerContext) -> Reply:
        """Return the worker's reply to a decision."""
        return self._feed.ask(self._worker, self.name, view, decision, moment)
