"""A battle played without a window: dice and players answer until it ends."""

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
from battlesim.engine.record import ORDER_NOTE_KIND, PLAN_NOTE_KIND, PlayerNote
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
"""Answers allowed in one turn before a battle counts as hung."""
MAX_REFUSED_ANSWERS = 3
"""Answers refused for hidden reasons before the default is taken."""
MAX_IDLE_ANSWERS: Final = 1_000
"""Answers in a row that change nothing before players go in circles, and their defaults are taken."""
REPLY_NOTE_KINDS: Final = {"hand": "reason", "order": ORDER_NOTE_KIND, "plan": PLAN_NOTE_KIND}
"""Kinds of the notes that go with answers, by how they were given."""
MAX_QUOTED_ANSWER_CHARS: Final = 200
"""Letters of an answer in the words about what is wrong with it."""


class HangError(Exception):
    """Raised when a turn takes more answers than any battle can need."""


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended: the outcome (None when stopped), answers given, faults of players in words."""

    outcome: Outcome | None
    answers: int
    faults: tuple[str, ...] = ()


class Match:
    """A run, its seats (a player for each side), its dice, and the record where one is kept.

    A battle that goes on has its History in place of run and recorder. `seed` is the players' own luck;
    `heard` is told what happened after every answer, and what was taken back.
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
        on_updates: Callable[[list[RunUpdate] | list[UndoResult]], None] = lambda news: None,
    ) -> None:
        self.history = run if isinstance(run, UndoHistory) else UndoHistory(run, recorder)
        self.seats, self.dice = seats, dice
        self.seed, self.limit, self.on_updates = seed, limit, on_updates
        self.faults: list[str] = []
        self._turn, self._in_turn = -1, 0
        self._refused = self._idle = 0
        self._losses: Counter[str] = Counter()
        self._said: Counter[str] = Counter()

    @property
    def run(self) -> Run:
        """The run of this moment; an undo puts another one in its place."""
        return self.history.run

    @property
    def recorder(self) -> Recorder | None:
        """Who keeps the record."""
        return self.history.recorder

    @property
    def memories(self) -> dict[str, Any]:
        """What the players remember, by their sides."""
        return self.history.memories

    def play(self, until: Callable[[Run], bool] = lambda run: False) -> MatchResult:
        """Play until the battle ends or `until` holds. Raises HangError when a turn never ends."""
        while self.run.pending is not None and not until(self.run):
            self._guard()
            try:
                self.answer_next()
            except UndoRequested as wish:
                self._take_back(wish.sides)
        return MatchResult(self.run.outcome, self.history.answer_count, tuple(self.faults))

    def _take_back(self, sides: Container[str]) -> None:
        undone = self.history.undo(sides)
        if isinstance(undone, UndoResult):
            self._refused = 0
            self.on_updates([undone])

    def answer_next(self) -> Any:
        """Have the pending decision answered by whoever it is put to, and run on; the answer taken."""
        decision = self.run.pending
        assert decision is not None
        notes: list[PlayerNote] = []
        if isinstance(decision, AskAll):
            answer: Any = {side: self._asked(part, side, notes) for side, part in decision.parts.items()}
        elif isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
            answer = decision.roll_or_draw(self.dice)
        else:
            answer = self._asked(decision, decision.side, notes)
        return self._give(decision, answer, tuple(notes))

    def _give(self, decision: Decision[Any], answer: Any, notes: tuple[PlayerNote, ...]) -> Any:
        refusal, news = self._taken(answer, notes)
        if refusal is not None and not refusal.reveals:
            fault = self._fault(
                decision.side, decision, f"{answer!r:.{MAX_QUOTED_ANSWER_CHARS}}: {refusal.reason}"
            )
            answer = decision.default(self.run.state)
            refusal, news = self.history.answer(answer, (*notes, fault))
            if refusal is not None and not refusal.reveals:
                raise RunError(f"{decision.what}: even the default is refused: {refusal.reason}")
        self._refused = self._refused + 1 if refusal is not None else 0
        self._idle = 0 if any(isinstance(item, Event) for item in news) else self._idle + 1
        self.on_updates(news)
        return answer

    def _taken(self, answer: Any, notes: tuple[PlayerNote, ...]) -> tuple[Refusal | None, list[RunUpdate]]:
        try:
            return self.history.answer(answer, notes)
        except AnswerError as error:
            return Refusal(str(error)), []

    def _fault(self, side: SideKey, decision: Decision[Any], words: str) -> PlayerNote:
        player = self.seats.get(side)
        name = f" ({getattr(player, 'name', type(player).__name__)})" if player else ""
        fault = f"{side}{name}: {decision.what} ({decision.prompt}): {words}"[:MAX_REASON_LENGTH]
        self.faults.append(fault)
        return PlayerNote(side, "fault", f"{fault}; the default is taken")

    def _asked(self, decision: Decision[Any], side: SideKey, notes: list[PlayerNote]) -> Any:
        """A side's answer; its legal default when its player fails, which is noted."""
        why = self._not_asked(side)
        if why:
            notes.append(PlayerNote(side, "reason", f"{why}: the default is taken"))
            return decision.default(self.run.state)
        try:
            reply = self._reply(decision, side)
        except (KeyboardInterrupt, Interruption):
            raise
        except BaseException as error:  # a battle never dies of a bad player
            self._losses[side] += isinstance(error, PlayerError) and error.lost
            words = str(error) if isinstance(error, PlayerError) else error_text(error)
            notes.append(self._fault(side, decision, words))
            return decision.default(self.run.state)
        notes.append(reply_note(side, reply))
        return reply.answer

    def _not_asked(self, side: SideKey) -> str:
        """Why a side's player is not asked this time; "" when it is."""
        if self._refused >= MAX_REFUSED_ANSWERS:
            return f"refused {MAX_REFUSED_ANSWERS} times"
        if self._idle >= MAX_IDLE_ANSWERS:
            return f"{self._idle} answers have changed nothing"
        if self._losses[side] >= MAX_PROCESS_LOSSES:
            return f"not asked any more after its process was lost {MAX_PROCESS_LOSSES} times"
        return ""

    def _reply(self, decision: Decision[Any], side: SideKey) -> Reply:
        """What a side's player says to what it is shown; nothing that it is given is the battle's own."""
        kept = self.memories.get(side)
        memory = None if kept is None else decode(encode(kept), Any)
        number = self.history.answer_count
        moment = PlayerContext(self.run.ruleset, side, rng_seed_for(self.seed, side, number), number, memory)
        view = frozen_view(self.run.ruleset.view(self.run.state, side))
        raw = pack_reply(self.seats[side].answer(view, frozen_copy(decision), moment))
        self._said[side] += json_weight(raw)
        if self._said[side] * len(self.seats) > MAX_REPLIES_WEIGHT:
            raise PlayerError(f"its replies weigh more than {MAX_REPLIES_WEIGHT // len(self.seats)} bytes")
        return unpack_reply(raw, decision)

    def _guard(self) -> None:
        turn = self.run.ruleset.facts(self.run.state).turn
        self._turn, self._in_turn = turn, self._in_turn + 1 if turn == self._turn else 1
        if self._in_turn > self.limit:
            asked = self.run.pending
            words = f"{asked.what} ({asked.prompt})" if asked else "nothing"
            raise HangError(f"turn {turn} took more than {self.limit} answers; asked last: {words}")


def reply_note(side: SideKey, reply: Reply) -> PlayerNote:
    """What the record keeps of a reply besides its answer."""
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
    """Play a battle to its end. Raises HangError when a turn takes more than `limit` answers."""
    return Match(run, seats, dice, recorder, seed=seed, limit=limit).play()
