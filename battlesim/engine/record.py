"""The types of lines in the record of a battle (`*.battle`), an append-only file in the JSON Lines format.

Each line is an object with a `type`. The header comes first; the other lines follow in chronological order:

    step      a step of the rules begins              digest    digest of the state at the step
    answer    a decision is answered (written before  event     a change of the state
              its consequences)                       remark    a comment on what happened
    undo      return to the moment before an answer;  bookmark  a name for a moment
              the undone lines stay in the file       outcome   the end of the battle

Answers and steps are numbered from 1, not counting undone lines. Writing is in `record_write`, reading in
`record_read`, resuming in `record_resume`, viewing in `record_replay`, verifying in `verify`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from battlesim.engine.dice import DiceKind
from battlesim.engine.refusal import Refusal
from battlesim.engine.value_decoding import shortened
from battlesim.table.ids import SideKey
from battlesim.table.limits import Identifier, Name, Seed, Text
from battlesim.table.phrases import AnyText

FORMAT_VERSION = 2
"""The version of the record format that is written; older versions are converted by `upgrades`."""


class RecordError(Exception):
    """Raised when a record cannot be read or written, with its file, line (0 for all lines) and a remedy."""

    def __init__(self, file: str, line: int, what: str, remedy: str) -> None:
        place = f"{shortened(file)}{f', line {line}' if line else ''}"
        super().__init__(f"{place}: {shortened(what)} ({remedy})")
        self.file, self.line, self.what, self.remedy = file, line, what, remedy


class RecordLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base class of all lines in the record of a battle."""


class RecordHeader(RecordLine, frozen=True, kw_only=True, tag="header"):
    """The first line of a battle's record, with everything needed to resume, view and verify the battle.

    `map` and `scenario` are the full texts of those files, and `state` is the first state. `players` maps
    each side to its player, which is a level of skill or module:Class. `program` is the version of the
    program, `warnings` are the ruleset's warnings about the scenario, and `name` is the user's name for the
    battle.
    """

    version: int
    ruleset: Identifier
    ruleset_version: Identifier
    title: Name
    name: Name = ""
    seed: Seed
    players: dict[SideKey, Name]
    state: msgspec.Raw
    dice: DiceKind = DiceKind.seeded
    options: dict[str, str] = {}
    map: str = ""
    scenario: str = ""
    program: str = ""
    warnings: tuple[Text, ...] = ()

    @property
    def display_name(self) -> str:
        """The name that the user gave the battle, or else the title of its scenario."""
        return self.name or self.title


class StepLine(RecordLine, frozen=True, kw_only=True, tag="step"):
    """A line of a battle's record that marks the start of a step (a part of the rules, such as a shot)."""

    number: int
    name: str
    args: tuple[str, ...] = ()


class DigestLine(RecordLine, frozen=True, kw_only=True, tag="digest"):
    """A line of a battle's record with the digest of the state at the start of a step or at the end.

    The digest is "" if it is unknown.
    """

    step: int
    digest: str


class AnswerLine(RecordLine, frozen=True, kw_only=True, tag="answer"):
    """A line of a battle's record that holds an answer to a decision.

    A refused answer is recorded only if the refusal revealed something; it is then stored in `refusal`.
    """

    number: int
    side: SideKey
    what: str
    answer: Any
    refusal: Refusal | None = None


class EventLine(RecordLine, frozen=True, kw_only=True, tag="event"):
    """A line of a battle's record that holds an event as JSON."""

    event: msgspec.Raw


class RemarkLine(RecordLine, frozen=True, kw_only=True, tag="remark"):
    """A line of a battle's record that holds a remark by the rules or by a player.

    If `by` is a side, the remark is by its player, who gets back the data `memory` on resuming the battle.
    """

    kind: str
    text: AnyText
    about: str = ""
    by: str = ""
    data: dict[str, Any] = {}
    memory: Any = None


class UndoLine(RecordLine, frozen=True, kw_only=True, tag="undo"):
    """A line of a battle's record that undoes answer number `to` and everything after it."""

    to: int


class BookmarkLine(RecordLine, frozen=True, kw_only=True, tag="bookmark"):
    """A name for the moment in a battle that comes `events` events after answer number `answer`.

    Answer 0 stands for the start of the battle. If `events` is None, the moment is after all events of the
    answer. `note` is a longer text, and `about` is the id of the object concerned. An empty `name` removes
    the bookmark.
    """

    answer: int
    name: str
    events: int | None = None
    note: str = ""
    about: str = ""


class OutcomeLine(RecordLine, frozen=True, kw_only=True, tag="outcome"):
    """The recorded end of a battle: the winners (none in a draw), the scores and the reason why it ended."""

    winners: tuple[SideKey, ...]
    scores: dict[SideKey, float]
    reason: str


AnyRecordLine = (
    RecordHeader
    | StepLine
    | DigestLine
    | AnswerLine
    | EventLine
    | RemarkLine
    | UndoLine
    | BookmarkLine
    | OutcomeLine
)


ORDER_NOTE_KIND: Final = "order"
"""The kind of note on an answer that a standing order gave."""
PLAN_NOTE_KIND: Final = "plan"
"""The kind of note on an answer that was agreed with an earlier answer, or was the only legal answer."""
FAULT_NOTE_KIND: Final = "fault"
"""The kind of note on an answer that is the default because the player failed to give a valid one."""


class PlayerNote(msgspec.Struct, frozen=True):
    """A player's remark on an answer. `memory` is data that the player gets back on resuming the battle."""

    side: SideKey
    kind: str
    text: AnyText
    data: dict[str, Any] = {}
    memory: Any = None
