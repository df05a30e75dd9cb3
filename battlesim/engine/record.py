"""The record of a battle (`*.battle`): JSON Lines, self-contained, append-only.

Each line is an object with a `type`. The first is the header; then come, in the order they happened:

    step      the rules of a step begin                 digest    of the state at that moment
    answer    a decision is answered (written before    event     what it changed
              anything it brings about)                 remark    what was said about it
    undo      back to before an answer; what is undone  bookmark  a name for a moment
              stays in the file                         outcome   the end

Answers and steps are numbered from 1, as they stand after any undoing. Writing is in `record_write`, reading
in `record_read`, going on in `record_resume`, viewing in `record_replay`, verifying in `verify`.
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
"""The version of the format that is written; older ones are read through `upgrades`."""


class RecordError(Exception):
    """A record that cannot be read or written: file, line (0: the whole), what is wrong, what to do."""

    def __init__(self, file: str, line: int, what: str, remedy: str) -> None:
        place = f"{shortened(file)}{f', line {line}' if line else ''}"
        super().__init__(f"{place}: {shortened(what)} ({remedy})")
        self.file, self.line, self.what, self.remedy = file, line, what, remedy


class RecordLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """One line of a record."""


class RecordHeader(RecordLine, frozen=True, kw_only=True, tag="header"):
    """What was played: enough to go on, to view and to verify without any other file.

    `map` and `scenario` are the whole texts of the files, `state` the first state, `players` the level or
    module:Class of each side, `dice` who rolls, `program` the version of the program that wrote it,
    `warnings` what the rules had to say against the scenario, `name` what a person calls the battle.
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
        """What the battle is called: by a person, else by its scenario."""
        return self.name or self.title


class StepLine(RecordLine, frozen=True, kw_only=True, tag="step"):
    """A step began."""

    number: int
    name: str
    args: tuple[str, ...] = ()


class DigestLine(RecordLine, frozen=True, kw_only=True, tag="digest"):
    """The digest of the state at the start of a step, or at the end of the battle; "" when not known."""

    step: int
    digest: str


class AnswerLine(RecordLine, frozen=True, kw_only=True, tag="answer"):
    """A decision was answered; `refusal` when the answer was refused and taught its giver something."""

    number: int
    side: SideKey
    what: str
    answer: Any
    refusal: Refusal | None = None


class EventLine(RecordLine, frozen=True, kw_only=True, tag="event"):
    """An event, in the JSON of the ruleset's codec."""

    event: msgspec.Raw


class RemarkLine(RecordLine, frozen=True, kw_only=True, tag="remark"):
    """A remark. `by` is the side whose player made it, "" for the rules; `memory` is what a player keeps."""

    kind: str
    text: AnyText
    about: str = ""
    by: str = ""
    data: dict[str, Any] = {}
    memory: Any = None


class UndoLine(RecordLine, frozen=True, kw_only=True, tag="undo"):
    """Everything from answer `to` on is undone."""

    to: int


class BookmarkLine(RecordLine, frozen=True, kw_only=True, tag="bookmark"):
    """A name for a moment: so many `events` after an answer (0: the start), without them all that came of it.

    `note` says more about it, `about` names the piece, marker or terrain it speaks of. An empty `name` takes
    away what the moment was called before.
    """

    answer: int
    name: str
    events: int | None = None
    note: str = ""
    about: str = ""


class OutcomeLine(RecordLine, frozen=True, kw_only=True, tag="outcome"):
    """The battle ended; without winners in a draw."""

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
"""The kind of a note that goes with an answer which a standing order gave."""
PLAN_NOTE_KIND: Final = "plan"
"""The kind of a note that goes with an answer which was agreed to with one before, or had no other."""


class PlayerNote(msgspec.Struct, frozen=True):
    """A player's remark that goes with an answer: whose, its kind, the words, data, and what to remember."""

    side: SideKey
    kind: str
    text: AnyText
    data: dict[str, Any] = {}
    memory: Any = None
