"""Battles played without a window, in which players answer the decisions and dice give the random results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping
from typing import Any, Final

import msgspec

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.codec import (
    MAX_REASON_LENGTH,
    MAX_REPLIES_WEIGHT,
    builtin_values,
    decode,
    encode,
    json_weight,
)
from battlesim.engine.decisions import DICE_SIDE, AskAll, Decision
from battlesim.engine.dice import DiceSource
from battlesim.engine.record import FAULT_NOTE_KIND, ORDER_NOTE_KIND, PLAN_NOTE_KIND, PlayerNote
from battlesim.engine.record_write import Recorder, RunUpdate
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import Outcome
from battlesim.engine.run import AnswerError, Run, RunError
from battlesim.engine.undo import UndoHistory, UndoResult
from battlesim.players.base import (
    Interruption,
    Player,
    PlayerContext,
    PlayerError,
    Reply,
    UndoRequested,
    rng_seed_for,
)
from battlesim.players.frozen_views import frozen_copy, frozen_view
from battlesim.players.limits import MAX_PROCESS_LOSSES
from battlesim.players.replies import pack_reply, unpack_reply
from battlesim.rulesets.plugins import error_text
from battlesim.table.events import Event
from battlesim.table.ids import SideKey

MAX_ANSWERS_PER_TURN = 20_000
"""Number of answers in one turn at which a battle counts as hung."""
MAX_REFUSED_ANSWERS = 3
"""Number of answers refused for hidden reasons after which the default is taken."""
MAX_IDLE_ANSWERS: Final = 1_000
"""Number of consecutive answers without an event after which the default is taken."""
REPLY_NOTE_KINDS: Final = {"hand": "reason", "order": ORDER_NOTE_KIND, "plan": PLAN_NOTE_KIND}
"""Kind of note for each way in which an answer can be given."""
MAX_QUOTED_ANSWER_CHARS: Final = 200
"""Number of characters of a refused answer that an error message quotes."""


class HangError(Exception):
    """Raised if so many answers are given in a single turn that the battle must be in an endless loop."""


class MatchResult(msgspec.Struct, frozen=True):
    """The result of a match: the outcome of the battle, the number of answers given, and the players' errors.

    The outcome is None if the match was stopped before the battle ended.
    """

    outcome: Outcome | None
    answers: int
    faults: tuple[str, ...] = ()


class Match:
    """A battle in progress with its players and dice, and with a recorder if the battle is recorded.

    `seats` maps each side to its player. For a resumed battle, `run` is an UndoHistory, which already
    includes the recorder. `seed` is the seed for the players' random numbers, and `limit` is the maximum
    number of answers in a turn. The function `on_updates` is called with the latest changes after every
    answer and every undo.
    """

    def __init__(
        self,
        run: Run | UndoHistory,
        seats: Mapping[SideKey, Player],
        dice: DiceSource,
        recorder: Recorder | None = None,
        *,
        seed: int = 0,
        limit: int = MAX_ANSWERS_PER_TURN,
        on_updates: Callable[[list[RunUpdate] | list[UndoResult]], None] = lambda updates: None,
    ) -> None:
        self.history = run if isinstance(run, UndoHistory) else UndoHistory(run, recorder)
        self.seats, self.dice = seats, dice
        self.seed, self.limit, self.on_updates = seed, limit, on_updates
        self.faults: list[str] = []
        self._turn, self._in_turn = -1, 0
        self._refused = self._idle = 0
        self._losses: Counter[str] = Counter()
        self._reply_weight: Counter[str] = Counter()

    @property
    def current_run(self) -> Run:
        """The `Run` that holds the battle's current state. After an undo, it is a different object."""
        return self.history.run

    @property
    def recorder(self) -> Recorder | None:
        """The recorder that writes the record of the battle, or None if the battle is not recorded."""
        return self.history.recorder

    @property
    def memories(self) -> dict[str, Any]:
        """The data that each side's player stored for its next decision, as a dict with sides as keys."""
        return self.history.memories

    def play(self, until: Callable[[Run], bool] = lambda run: False) -> MatchResult:
        """Play the battle until it ends or the function `until` returns True.

        Raises HangError if a turn takes too many answers.
        """
        while self.current_run.pending is not None and not until(self.current_run):
            self._check_answer_limit()
            try:
                self.answer_next()
            except UndoRequested as request:
                self._undo(request.sides)
        return MatchResult(self.current_run.outcome, self.history.answer_count, tuple(self.faults))

    def _undo(self, sides: Container[str]) -> None:
        undone = self.history.undo(sides)
        if isinstance(undone, UndoResult):
            self._refused = 0
            self.on_updates([undone])

    def answer_next(self) -> Any:
        """Answer the pending decision, continue the battle up to the next decision, and return the answer.

        The answer comes from a player. If the decision is a roll of dice or a draw of a card, the answer
        comes from the dice or the deck.
        """
        decision = self.current_run.pending
        assert decision is not None
        notes: list[PlayerNote] = []
        if isinstance(decision, AskAll):
            answer: Any = {side: self._ask(part, side, notes) for side, part in decision.parts.items()}
        elif isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
            answer = decision.roll_or_draw(self.dice)
        else:
            answer = self._ask(decision, decision.side, notes)
        return self._submit(decision, answer, tuple(notes))

    def _submit(self, decision: Decision[Any], answer: Any, notes: tuple[PlayerNote, ...]) -> Any:
        refusal, updates = self._try_answer(answer, notes)
        if refusal is not None and not refusal.reveals:
            fault = self._fault(
                decision.side, decision, f"{answer!r:.{MAX_QUOTED_ANSWER_CHARS}}: {refusal.reason}"
            )
            answer = decision.default(self.current_run.state)
            refusal, updates = self.history.answer(answer, (*notes, fault))
            if refusal is not None and not refusal.reveals:
                raise RunError(f"{decision.what}: even the default answer was refused: {refusal.reason}")
        self._refused = self._refused + 1 if refusal is not None else 0
        self._idle = 0 if any(isinstance(item, Event) for item in updates) else self._idle + 1
        self.on_updates(updates)
        return answer

    def _try_answer(
        self, answer: Any, notes: tuple[PlayerNote, ...]
    ) -> tuple[Refusal | None, list[RunUpdate]]:
        try:
            return self.history.answer(answer, notes)
        except AnswerError as error:
            return Refusal(str(error)), []

    def _fault(self, side: SideKey, decision: Decision[Any], words: str) -> PlayerNote:
        player = self.seats.get(side)
        name = f" ({getattr(player, 'name', type(player).__name__)})" if player else ""
        fault = f"{side}{name}: {decision.what} ({decision.prompt}): {words}"[:MAX_REASON_LENGTH]
        self.faults.append(fault)
        return PlayerNote(side, FAULT_NOTE_KIND, f"{fault}; the default is taken")

    def _ask(self, decision: Decision[Any], side: SideKey, notes: list[PlayerNote]) -> Any:
        """Return a side's answer, or the legal default if its player fails; note the failure."""
        why = self._skip_reason(side)
        if why:
            notes.append(PlayerNote(side, "reason", f"{why}: the default is taken"))
            return decision.default(self.current_run.state)
        try:
            reply = self._reply(decision, side)
        except (KeyboardInterrupt, Interruption):
            raise
        except BaseException as error:  # a bad player must not end the battle
            self._losses[side] += isinstance(error, PlayerError) and error.lost
            words = str(error) if isinstance(error, PlayerError) else error_text(error)
            notes.append(self._fault(side, decision, words))
            return decision.default(self.current_run.state)
        notes.append(reply_note(side, reply))
        return reply.answer

    def _skip_reason(self, side: SideKey) -> str:
        """Return why a side's player is not asked this time, or "" if it is asked."""
        if self._refused >= MAX_REFUSED_ANSWERS:
            return f"refused {MAX_REFUSED_ANSWERS} times"
        if self._idle >= MAX_IDLE_ANSWERS:
            return f"{self._idle} answers have changed nothing"
        if self._losses[side] >= MAX_PROCESS_LOSSES:
            return f"no longer asked after its process was lost {MAX_PROCESS_LOSSES} times"
        return ""

    def _reply(self, decision: Decision[Any], side: SideKey) -> Reply:
        """Return the reply of a side's player, which gets only copies of the battle's data."""
        stored = self.memories.get(side)
        memory = None if stored is None else decode(encode(stored), Any)
        number, run = self.history.answer_count, self.current_run
        context = PlayerContext(run.ruleset, side, rng_seed_for(self.seed, side, number), number, memory)
        view = frozen_view(run.ruleset.view(run.state, side))
        raw = pack_reply(self.seats[side].answer(view, frozen_copy(decision), context))
        self._reply_weight[side] += json_weight(raw)
        if self._reply_weight[side] * len(self.seats) > MAX_REPLIES_WEIGHT:
            raise PlayerError(
                f"the player's replies exceed {MAX_REPLIES_WEIGHT // len(self.seats)} bytes in total"
            )
        return unpack_reply(raw, decision)

    def _check_answer_limit(self) -> None:
        turn = self.current_run.ruleset.facts(self.current_run.state).turn
        self._turn, self._in_turn = turn, self._in_turn + 1 if turn == self._turn else 1
        if self._in_turn > self.limit:
            pending = self.current_run.pending
            last = f"{pending.what} ({pending.prompt})" if pending else "nothing"
            raise HangError(f"turn {turn} took more than {self.limit} answers; the last decision was {last}")


def reply_note(side: SideKey, reply: Reply) -> PlayerNote:
    """Return a note for the record that gives the reason for a player's reply and the answers considered."""
    data = {"considered": builtin_values(reply.considered)} if reply.considered else {}
    return PlayerNote(side, REPLY_NOTE_KINDS[reply.by], reply.reason, data, reply.memory)


def play_match(
    run: Run,
    seats: Mapping[SideKey, Player],
    dice: DiceSource,
    recorder: Recorder | None = None,
    *,
    seed: int = 0,
    limit: int = MAX_ANSWERS_PER_TURN,
) -> MatchResult:
    """Play a battle to its end and return the result.

    `seats` maps each side to its player, and `seed` is the seed for the players' random numbers. Raises
    HangError if a turn takes more than `limit` answers.
    """
    return Match(run, seats, dice, recorder, seed=seed, limit=limit).play()
