"""A line of the log: what happened, with its dice and what came of it, in words and by ids."""

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
    """A piece did something to another, and whether it told."""

    attacker: str
    target: str
    hit: bool = False


BY_ORDER_REASON: Final = "by standing order"
"""Why a unit did what nobody was asked."""


class AnswerReason(NamedTuple):
    """Why a side answered as it did: its number, the reason, those for what else it looked at."""

    side: int
    words: AnyText
    others: tuple[AnyText, ...] = ()


class DamageTaken(NamedTuple):
    """How much a piece takes on a line, and what is left of it then."""

    name: str
    taken: int
    left: int

    def combined_with(self, before: DamageTaken | None) -> DamageTaken:
        """Both together, this one the later."""
        return self._replace(taken=self.taken + before.taken) if before else self

    @property
    def words(self) -> str:
        """The same in words."""
        return f"{self.name} takes {self.taken}, {self.left} left"


class RemovedPiece(NamedTuple):
    """A piece that went, as it was: a view may not hold it any more."""

    name: str
    kind: str


class RolledDie(NamedTuple):
    """A die that fell: its face, what it came to (plain, miss, hit or kill), and its sides; where dice differ
    the number of its owner's side, what it is called, and the steps that made it so large."""

    face: int
    result: str
    sides: int = 6
    owner: int = 0
    label: str = ""
    shifts: tuple[Modifier, ...] = ()


@dataclass
class LogLine:
    """A line of the log: the events `first` to `last` of the story, whose, what, and what came of it.

    `reasons` are what the players said who brought it about, answer by answer; `answered` says that its side
    gave an answer for it.
    What `dice` need stands in `needs` and `modifiers`, `announced` ones were said beforehand, `opposed` ones
    are of several owners or kinds, and the rule `rolled` asked for them; `thrown` is the number of that event
    (-1: none). Pieces moved in the way `how`. What
    `came` of it is kept by what it is about, who was `hurt` besides by piece. `actors` and `targets` name
    pieces or terrain; `lost` are pieces that went, each with its name and kind, `graves` where that
    was and the numbers of their sides. `courses` are ways that were announced before they were gone.
    `turn_word` is what a turn is called. It stands `under` the line of that number, which begins its volley
    (-1: under none).
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
        """Its turn, in the ruleset's word."""
        return f"{self.turn_word} {self.turn}"

    @property
    def act_reason(self) -> AnyText:
        """Why the act was begun, "" where nobody said."""
        return self.reasons[0].words if self.reasons else ""

    @property
    def label(self) -> str:
        """Turn and number."""
        return f"{self.turn}.{self.number}"

    @property
    def words(self) -> AnyText:
        """What happens, with what the dice need."""
        return self.wordings[0]

    @property
    def wordings(self) -> tuple[AnyText, ...]:
        """The same in ever fewer words."""
        if not self.needs:
            return (self.text,)
        whole, short = (needs_text(self.needs, some, len(self.dice)) for some in (self.modifiers, ()))
        return phrase("{}, {}", self.text, whole), phrase("{}, {}", self.text, short), self.text

    @property
    def results(self) -> list[AnyText]:
        """What came of it, one by one."""
        return list(self.result_texts.values())

    def add(self, words: AnyText, about: str = "") -> None:
        """Something more came of it; of a thing that it is about the last news alone counts."""
        about = about or f"{len(self.result_texts)}"
        self.result_texts.pop(about, None)
        self.result_texts[about] = words

    @property
    def result(self) -> AnyText:
        """What came of it, in words."""
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
        """Whether a die that makes it hits somebody, so that it is told in these words."""
        return self.announced or "to hit" in self.needs

    @property
    def decides(self) -> bool:
        """Whether its dice had something to reach, or something has come of them: a move that follows is
        another line then, and else what the dice were for."""
        return bool(self.dice) and bool(self.needs or self.announced or self.result_texts)

    @property
    def opposed(self) -> bool:
        """Whether its dice are told apart, so that their order says something."""
        return any(die.owner or die.label for die in self.dice)

    def matches_filter(self, kind: str) -> bool:
        """Whether a filter shows it; "" shows all."""
        has = {DICE_FILTER: self.dice, MOVES_FILTER: self.trails, LOSSES_FILTER: self.lost}
        return kind == "" or bool(has[kind])

    def cite(self, rule: str) -> None:
        """Add a rule that had a part in it."""
        if rule and rule not in self.rules:
            self.rules.append(rule)


def copied(line: LogLine) -> LogLine:
    """The line with lists of its own."""
    own: dict[str, Any] = {k: copy(value) for k, value in vars(line).items() if type(value) in (list, dict)}
    return replace(line, **own)


def line_with_reasons(lines: Sequence[LogLine], number: int) -> LogLine:
    """Return the line with the reasons for one: itself, else the last before it in its phase that has any.

    What a side did by an answer without a reason has none: it goes back no further than that.
    """

    def is_cause(line: LogLine) -> bool:
        return bool(line.reasons) or line.answered or line.kind == "turn"

    return next((lines[k] for k in range(number, -1, -1) if is_cause(lines[k])), lines[number])
