"""Lines of the battle log, each of which describes an event with its dice and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from battlesim.engine.dice import needs_text
from battlesim.engine.ruleset import GameFacts
from battlesim.geometry.shapes import Point
from battlesim.table.events import Modifier, PieceTravel, TemplatePlaced
from battlesim.table.phrases import AnyText, joined_text, phrase
from battlesim.table.result_tables import ResultTable
from battlesim.ui.session.move_phrases import names_phrase

DICE_FILTER, MOVES_FILTER, LOSSES_FILTER = "dice", "moves", "losses"
SUCCESS_RESULTS: Final = ("hit", "kill")


@dataclass(frozen=True)
class LoggedAttack:
    """An attack by a piece on another piece, as shown in the battle log, and whether it hit."""

    attacker: str
    target: str
    hit: bool = False


BY_ORDER_REASON: Final = "by standing order"
"""Reason recorded with an answer that a standing order gave."""


class AnswerReason(NamedTuple):
    """The reason that a player gave for an answer, with reasons about the options not chosen.

    `side` is the number of the player's side.
    """

    side: int
    words: AnyText
    others: tuple[AnyText, ...] = ()


class DamageTaken(NamedTuple):
    """The hit points that a piece lost in a line of the battle log, and the hit points it has left."""

    name: str
    taken: int
    left: int

    def combined_with(self, before: DamageTaken | None) -> DamageTaken:
        """Return this damage added to the earlier damage `before`."""
        return self._replace(taken=self.taken + before.taken) if before else self

    @property
    def words(self) -> str:
        """The damage as text."""
        return f"{self.name} takes {self.taken}, {self.left} left"


class RemovedPiece(NamedTuple):
    """The name, kind and side number of a removed piece. It may no longer be on the table."""

    name: str
    kind: str
    side: int = 0


def lost_names(lost: Collection[RemovedPiece]) -> list[str]:
    """Return the names of removed pieces as a short phrase for each side."""
    sides = dict.fromkeys(piece.side for piece in lost)
    return [names_phrase([piece.name for piece in lost if piece.side == side]) for side in sides]


class RolledDie(NamedTuple):
    """A die in the battle log, with its number of sides, the face rolled and the result.

    The result is plain, miss, hit or kill. If the dice of a roll differ, a die also has the number of the
    side that owns it, a label, and the modifiers that changed its number of sides.
    """

    face: int
    result: str
    sides: int = 6
    owner: int = 0
    label: str = ""
    shifts: tuple[Modifier, ...] = ()


@dataclass
class LogLine:
    """A line of the battle log. It covers the events from `first` up to but not including `last`.

    `reasons` holds the player's reason for each answer; `answered` is True if the side gave an answer.
    `needs` and `modifiers` describe the target number of `dice`. `announced` is True for the dice of an
    announced attack, `roll_rule` is the rule for the roll, and `roll_event_number` is its event (-1 for
    none). `how` is the kind of move. `result_texts` maps object ids to texts, and `hurt` and `lost` are keyed
    by piece id. `actors` and `targets` are ids of pieces or terrain. `graves` are the points where pieces
    were removed, with their side numbers. `courses` are paths announced before a move, `table` is the table
    of results for an announced action, and `templates` are the templates placed. `turn_word` is the ruleset's
    word for a turn. `volley_start` is the number of the line that begins the volley (-1 for none), and `step`
    is the key of the step of the turn that was carried out.
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
    templates: list[TemplatePlaced] = field(default_factory=list)
    table: ResultTable | None = None
    turn_word: str = "Turn"
    volley_start: int = -1
    step: str = ""

    @property
    def turn_named(self) -> str:
        """The turn in the ruleset's own word, such as "Turn 3"."""
        return f"{self.turn_word} {self.turn}"

    @property
    def turn_and_phase(self) -> tuple[AnyText, ...]:
        """The turn, followed by the phase that the line begins unless it is named like the turn itself."""
        return (self.turn_named,) if str(self.text) == self.turn_word else (self.turn_named, self.text)

    @property
    def act_reason(self) -> AnyText:
        """The reason for which the act was begun, or "" if none was given."""
        return self.reasons[0].words if self.reasons else ""

    @property
    def label(self) -> str:
        """The turn and number of the line, such as "3.2"."""
        return f"{self.turn}.{self.number}"

    @property
    def is_question(self) -> bool:
        """True if the text is a question, which no comma or colon follows."""
        return str(self.text).endswith("?")

    @property
    def words(self) -> AnyText:
        """The text of the line, including the target number of the dice."""
        return self.wordings[0]

    @property
    def wordings(self) -> tuple[AnyText, ...]:
        """Texts of the line with the target number of its dice, from the longest form to the shortest."""
        if not self.needs:
            return (self.text,)
        forms = self.modifiers, _summed(self.modifiers)
        whole, short = (needs_text(self.needs, some, len(self.dice)) for some in forms)
        join = "{} {}" if self.is_question else "{}, {}"
        return phrase(join, self.text, whole), phrase(join, self.text, short), self.text

    @property
    def results(self) -> list[AnyText]:
        """The results as a list of texts."""
        return list(self.result_texts.values())

    def add(self, words: AnyText, about: str = "") -> None:
        """Add a result, replacing an earlier result about the same object."""
        about = about or f"{len(self.result_texts)}"
        self.result_texts.pop(about, None)
        self.result_texts[about] = words

    @property
    def result(self) -> AnyText:
        """The results as text, or a summary of the dice if there are no other results."""
        if self.result_texts or not self.needs:
            return joined_text(self.results, "; ")
        made, kills = (sum(die.result in some for die in self.dice) for some in (SUCCESS_RESULTS, ("kill",)))
        good, bad = ("hit", "missed") if self.hits else ("made it", "failed")
        if len(self.dice) == 1:
            return (f"{good} and kills" if kills and self.hits else good) if made else bad
        words = f"{made or 'none'} of {len(self.dice)} {good}"
        return f"{words}, {kills} of them kill" if kills else words

    @property
    def hits(self) -> bool:
        """True if a successful die is called a hit in the text."""
        return self.announced or "to hit" in self.needs

    @property
    def decides(self) -> bool:
        """True if the dice had a target number or a result, so that a following move gets its own line."""
        return bool(self.dice) and bool(self.needs or self.announced or self.result_texts)

    @property
    def awaits_table_roll(self) -> bool:
        """True if the line announces a table of results on which no die has been rolled yet."""
        return self.table is not None and not self.table.fell and not self.dice

    @property
    def opposed(self) -> bool:
        """True if the dice have owners or labels, so that their order matters."""
        return any(die.owner or die.label for die in self.dice)

    def leads_to_mark(self, side: int, pieces: Collection[str]) -> bool:
        """Return True if a mark that pieces of a side receive is a result of this line.

        Pieces that mark themselves, such as by hiding, do not belong to the act of another piece.
        """
        others = self.kind != "turn" and side != self.side
        return others or bool({*pieces} & {*self.actors, *self.targets})

    def matches_filter(self, kind: str) -> bool:
        """Return True if the line passes a filter; the empty filter passes all lines."""
        has = {DICE_FILTER: self.dice, MOVES_FILTER: self.trails, LOSSES_FILTER: self.lost}
        return kind == "" or bool(has[kind])

    def cite(self, rule: str) -> None:
        """Add a rule to the rules that the line cites, unless it is cited already."""
        if rule and rule not in self.rules:
            self.rules.append(rule)


class LogSnapshot(NamedTuple):
    """A copy of the state of the battle log, used to restore the log after an undo."""

    lines: int
    open: tuple[LogLine, ...]
    facts: GameFacts
    gone: frozenset[str]
    step: str


def _summed(modifiers: Sequence[Modifier]) -> Sequence[Modifier]:
    """Return one modifier for several that apply to the same dice, so that a short text adds up."""
    total = sum(modifier.value for modifier in modifiers)
    if len({modifier.dice for modifier in modifiers}) != 1 or not total:
        return ()
    return (Modifier(total, "in all", "", modifiers[0].dice),)


def copied(line: LogLine) -> LogLine:
    """Return a copy of the line that shares no lists or dictionaries with it."""
    own: dict[str, Any] = {k: copy(value) for k, value in vars(line).items() if type(value) in (list, dict)}
    return replace(line, **own)


def line_with_reasons(lines: Sequence[LogLine], number: int) -> LogLine:
    """Return the line with the reasons for a line: the line itself, or an earlier line of the same phase.

    The search stops at a line whose side answered without a reason; there are then no reasons.
    """

    def is_cause(line: LogLine) -> bool:
        return bool(line.reasons) or line.answered or line.kind == "turn"

    return next((lines[k] for k in range(number, -1, -1) if is_cause(lines[k])), lines[number])


def counted_parts(text: str) -> str:
    """Return a text with equal parts between semicolons merged, such as "3 x wound; kill"."""
    parts = Counter(text.split("; ")).items()
    return "; ".join(f"{count} x {part}" if count > 1 else part for part, count in parts)
