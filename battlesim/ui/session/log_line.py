"""A line of the log: what happened, its dice and results, in words and by ids."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from battlesim.engine.dice import needs_text
from battlesim.geometry.shapes import Point
from battlesim.table.events import Modifier, PieceTravel
from battlesim.table.phrases import AnyText, joined_text, phrase

DICE_FILTER, MOVES_FILTER, LOSSES_FILTER = "dice", "moves", "losses"
SUCCESS_RESULTS: Final = ("hit", "kill")


@dataclass(frozen=True)
class LoggedAttack:
    """An attack of one piece on another in a log line, and whether it hit."""

    attacker: str
    target: str
    hit: bool = False


BY_ORDER_REASON: Final = "by standing order"
"""Reason of an answer that a standing order gave."""


class AnswerReason(NamedTuple):
    """The reason why a side answered as it did, and its reasons about other options.

    `side` is the number of the side.
    """

    side: int
    words: AnyText
    others: tuple[AnyText, ...] = ()


class DamageTaken(NamedTuple):
    """The hits that a piece took on a line, and how many it has left."""

    name: str
    taken: int
    left: int

    def combined_with(self, before: DamageTaken | None) -> DamageTaken:
        """Return both together, this one being the later."""
        return self._replace(taken=self.taken + before.taken) if before else self

    @property
    def words(self) -> str:
        """The damage in words."""
        return f"{self.name} takes {self.taken}, {self.left} left"


class RemovedPiece(NamedTuple):
    """The name and kind of a removed piece, as a view may no longer contain it."""

    name: str
    kind: str


class RolledDie(NamedTuple):
    """A die that was rolled: face, result (plain, miss, hit or kill) and number of sides.

    If dice differ, also the number of the owner's side, a label, and the steps that made the die so large.
    """

    face: int
    result: str
    sides: int = 6
    owner: int = 0
    label: str = ""
    shifts: tuple[Modifier, ...] = ()


@dataclass
class LogLine:
    """A line of the log: events `first` to `last` of the history, the side, what happened, and the results.

    `reasons` are the players' reasons for it, answer by answer; `answered` says that its side gave an answer
    for it. `needs` and `modifiers` say what `dice` need; `announced` dice were announced beforehand,
    `opposed` ones have several owners or kinds; `roll_rule` asked for them, and `roll_event_number` is their
    event (-1: none). `how` is the kind of the pieces' move. `result_texts` are kept by the object they are
    about, `hurt` is the damage by piece. `actors` and `targets` are ids of pieces or terrain; `lost` are
    removed pieces with name and kind, `graves` the positions where that happened and the numbers of their
    sides. `courses` are paths that were announced before the moves. `turn_word` is what a turn is called.
    `volley_start` is the number of the line that begins its volley (-1: in none).
    """

    turn: int
    number: int
    side: int
    text: AnyText
    first: int
    last: int
    kind: str = ""
    needs: str = ""
    modifiers: tuple[Modifier, ...] = ()
    announced: bool = False
    roll_rule: str = ""
    roll_event_number: int = -1
    how: str = ""
    dice: list[RolledDie] = field(default_factory=list)
    result_texts: dict[str, AnyText] = field(default_factory=dict)
    hurt: dict[str, DamageTaken] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)
    reasons: list[AnswerReason] = field(default_factory=list)
    answered: bool = False
    actors: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    shots: list[LoggedAttack] = field(default_factory=list)
    lost: dict[str, RemovedPiece] = field(default_factory=dict)
    graves: list[tuple[Point, int]] = field(default_factory=list)
    trails: list[PieceTravel] = field(default_factory=list)
    courses: list[tuple[Point, ...]] = field(default_factory=list)
    turn_word: str = "Turn"
    volley_start: int = -1

    @property
    def turn_named(self) -> str:
        """The turn in the ruleset's word, as "Turn 3"."""
        return f"{self.turn_word} {self.turn}"

    @property
    def act_reason(self) -> AnyText:
        """The reason why the act was begun, "" if there is none."""
        return self.reasons[0].words if self.reasons else ""

    @property
    def label(self) -> str:
        """The turn and number of the line, as "3.2"."""
        return f"{self.turn}.{self.number}"

    @property
    def words(self) -> AnyText:
        """The text with what the dice need."""
        return self.wordings[0]

    @property
    def wordings(self) -> tuple[AnyText, ...]:
        """The text with what the dice need, in ever fewer words."""
        if not self.needs:
            return (self.text,)
        whole, short = (needs_text(self.needs, some, len(self.dice)) for some in (self.modifiers, ()))
        return phrase("{}, {}", self.text, whole), phrase("{}, {}", self.text, short), self.text

    @property
    def results(self) -> list[AnyText]:
        """The results one by one."""
        return list(self.result_texts.values())

    def add(self, words: AnyText, about: str = "") -> None:
        """Add a result; it replaces an earlier one about the same object."""
        about = about or f"{len(self.result_texts)}"
        self.result_texts.pop(about, None)
        self.result_texts[about] = words

    @property
    def result(self) -> AnyText:
        """The results in words, or else those of the dice."""
        if self.result_texts or not self.needs:
            return joined_text(self.results, "; ")
        made, kills = (sum(die.result in some for die in self.dice) for some in (SUCCESS_RESULTS, ("kill",)))
        good, bad = ("hit", "missed") if self.hits else ("made it", "failed")
        if len(self.dice) == 1:
            return f"{good} and kills" if kills else good if made else bad
        words = f"{made or 'none'} of {len(self.dice)} {good}"
        return f"{words}, {kills} of them kill" if kills else words

    @property
    def hits(self) -> bool:
        """True if a successful die counts as a hit, which decides the wording."""
        return self.announced or "to hit" in self.needs

    @property
    def decides(self) -> bool:
        """True if the dice had a target number or a result.

        A move that follows is then a line of its own; otherwise it is what the dice were rolled for.
        """
        return bool(self.dice) and bool(self.needs or self.announced or self.result_texts)

    @property
    def opposed(self) -> bool:
        """True if the dice are told apart, so that their order matters."""
        return any(die.owner or die.label for die in self.dice)

    def matches_filter(self, kind: str) -> bool:
        """Return True if a filter shows the line; "" shows all."""
        has = {DICE_FILTER: self.dice, MOVES_FILTER: self.trails, LOSSES_FILTER: self.lost}
        return kind == "" or bool(has[kind])

    def cite(self, rule: str) -> None:
        """Add a rule that applied."""
        if rule and rule not in self.rules:
            self.rules.append(rule)


def copied(line: LogLine) -> LogLine:
    """Return a copy of the line with lists of its own."""
    own: dict[str, Any] = {k: copy(value) for k, value in vars(line).items() if type(value) in (list, dict)}
    return replace(line, **own)


def line_with_reasons(lines: Sequence[LogLine], number: int) -> LogLine:
    """Return the line that has the reasons for a line: itself, or the last one before it in its phase.

    What a side did by an answer without a reason has none: it goes back no further than that.
    """

    def is_cause(line: LogLine) -> bool:
        return bool(line.reasons) or line.answered or line.kind == "turn"

    return next((lines[k] for k in range(number, -1, -1) if is_cause(lines[k])), lines[number])
