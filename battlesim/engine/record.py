"""The record of a battle (`*.battle`): JSON Lines, self-contained, append-only.

Each line is an object with a `type`. The first is the header; then come, in the order they happened:

    step      the rules of a step begin                 digest    of the state at that moment
    answer    a decision is answered (written before    event     a change of the state
              anything it brings about)                 remark    a comment on what happened
    undo      back to before an answer; what is undone  bookmark  a name for a moment
              stays in the file                         outcome   the end

Answers and steps are numbered from 1 as they stand after any undoing. Writing is in `record_write`, reading
in `record_read`, resuming in `record_resume`, viewing in `record_replay`, verifying in `verify`.
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
"""The version of the record format that is written; older ones are read through `upgrades`."""


class RecordError(Exception):
    """Raised for a record that cannot be read or written: file, line (0: all), error and remedy."""

    def __init__(self, file: str, line: int, what: str, remedy: str) -> None:
        place = f"{shortened(file)}{f', line {line}' if line else ''}"
        super().__init__(f"{place}: {shortened(what)} ({remedy})")
        self.file, self.line, self.what, self.remedy = file, line, what, remedy


class RecordLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """One line of a record."""


class RecordHeader(RecordLine, frozen=True, kw_only=True, tag="header"):
    """The first line of a record: all that is needed to resume, view and verify it without any other file.

    `map` and `scenario` are the complete texts of the files, `state` is the first state, `players` the level
    or module:Class of each side, `dice` the source of the dice, `program` the version of the program that
    wrote the record, `warnings` what the rules reported about the scenario, `name` what the user calls the
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
        """The name the user gave the battle, else the scenario's title."""
        return self.name or self.title


class StepLine(RecordLine, frozen=True, kw_only=True, tag="step"):
    """The beginning of a step."""

    number: int
    name: str
    args: tuple[str, ...] = ()


class DigestLine(RecordLine, frozen=True, kw_only=True, tag="digest"):
    """The digest of the state at the start of a step, or at the end of the battle; "" if it is unknown."""

    step: int
    digest: str


class AnswerLine(RecordLine, frozen=True, kw_only=True, tag="answer"):
    """The answer to a decision; `refusal` is given if it was refused and the refusal revealed something."""

    number: int
    side: SideKey
    what: str
    answer: Any
    refusal: Refusal | None = None


class EventLine(RecordLine, frozen=True, kw_only=True, tag="event"):
    """An event, in the JSON of the ruleset's codec."""

    event: msgspec.Raw


class RemarkLine(RecordLine, frozen=True, kw_only=True, tag="remark"):
    """A remark of the rules or of a player.

    `by` is the side whose player made it, "" for the rules; `memory` is what a player remembers.
    """

    kind: str
    text: AnyText
    about: str = ""
    by: str = ""
    data: dict[str, Any] = {}
    memory: Any = None


class UndoLine(RecordLine, frozen=True, kw_only=True, tag="undo"):
    """The undoing of everything from answer `to` on."""

    to: int


class BookmarkLine(RecordLine, frozen=True, kw_only=True, tag="bookmark"):
    """A name for a moment: `events` after an answer (0: the start), or after all its events if not given.

    `note` is a longer text; `about` is the id of the piece, marker or terrain that it concerns. An empty
    `name` removes the earlier bookmark of the moment.
    """

    answer: int
    name: str
    events: int | None = None
    note: str = ""
    about: str = ""


class OutcomeLine(RecordLine, frozen=True, kw_only=True, tag="outcome"):
    """The end of the battle; a draw has no winners."""

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
"""The kind of a note on an answer given by a standing order."""
PLAN_NOTE_KIND: Final = "plan"
"""The kind of a note on an answer that was agreed with an earlier one, or was the only one."""


class PlayerNote(msgspec.Struct, frozen=True):
    """A player's remark that goes with an answer: side, kind, text, data, and what the player remembers."""

    side: SideKey
    kind: str
    text: AnyText
    data: dict[str, Any] = {}
    memory: Any = None
