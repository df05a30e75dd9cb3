"""The log: what happened, in words that fit every ruleset, line by line as the events come.

A line begins with words of the rules, with dice or with a move; what comes of it (losses, damage, who went
where) joins the line. The log knows events of the table alone; of a ruleset's own it sees turn and phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from battlesim.engine.dice import needed
from battlesim.engine.ruleset import AnyRuleset, Facts
from battlesim.geometry.outlines import centre
from battlesim.geometry.shapes import Point
from battlesim.render.terrain.base import shape_of
from battlesim.table.events import (
    TABLE_EVENTS,
    DieTag,
    Drawn,
    Event,
    HitsChanged,
    MarkerPlaced,
    Modifier,
    Moved,
    PiecesAdded,
    Refused,
    Rolled,
    Said,
    TerrainChanged,
    Travel,
)
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Inside, Off
from battlesim.table.state import AnyState, Table
from battlesim.ui.story.moves import begun, names, went

DICE, MOVES, LOSSES = "dice", "moves", "losses"
MADE: Final = ("hit", "kill")


@dataclass(frozen=True)
class Shot:
    """A piece did something to another, and whether it told."""

    by: str
    at: str
    hit: bool = False


class Fallen(NamedTuple):
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

    `why` is what the player said who brought it about.
    What `dice` need stands in `needs` and `modifiers`, `announced` ones were said beforehand, `opposed` ones
    are of several owners or kinds, and the rule `rolled` asked for them. Pieces moved in the way `how`.
    `actors` and `targets` name pieces or terrain; `lost` are pieces that went, `graves` where that was and
    the numbers of their sides. `turn_word` is what a turn is called.
    """

    turn: int
    number: int
    side: int
    text: str
    first: int
    last: int
    kind: str = ""
    why: str = ""
    needs: str = ""
    modifiers: tuple[Modifier, ...] = ()
    announced: bool = False
    rolled: str = ""
    how: str = ""
    dice: list[Fallen] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    actors: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    graves: list[tuple[Point, int]] = field(default_factory=list)
    trails: list[Travel] = field(default_factory=list)
    turn_word: str = "Turn"

    @property
    def turn_named(self) -> str:
        """Its turn, in the ruleset's word."""
        return f"{self.turn_word} {self.turn}"

    @property
    def label(self) -> str:
        """Turn and number."""
        return f"{self.turn}.{self.number}"

    @property
    def words(self) -> str:
        """What happens, with what the dice need."""
        return self.wordings[0]

    @property
    def wordings(self) -> tuple[str, ...]:
        """The same in ever fewer words."""
        if not self.needs:
            return (self.text,)
        whole, short = (needed(self.needs, some, len(self.dice)) for some in (self.modifiers, ()))
        return f"{self.text}, {whole}", f"{self.text}, {short}", self.text

    @property
    def result(self) -> str:
        """What came of it, in words."""
        if self.results or not self.needs:
            return "; ".join(self.results)
        made, kills = (sum(die.result in some for die in self.dice) for some in (MADE, ("kill",)))
        good, bad = ("hit", "missed") if self.announced else ("made it", "failed")
        if len(self.dice) == 1:
            return f"{good} and kills" if kills else good if made else bad
        words = f"{made or 'none'} of {len(self.dice)} {good}"
        return f"{words}, {kills} of them kill" if kills else words

    @property
    def opposed(self) -> bool:
        """Whether its dice are told apart, so that their order says something."""
        return any(die.owner or die.label for die in self.dice)

    def is_of(self, kind: str) -> bool:
        """Whether a filter shows it; "" shows all."""
        has = {DICE: self.dice, MOVES: self.trails, LOSSES: self.lost}
        return kind == "" or bool(has[kind])

    def cite(self, rule: str) -> None:
        """Add a rule that had a part in it."""
        if rule and rule not in self.rules:
            self.rules.append(rule)


class Kept(NamedTuple):
    """A log as it was: how many lines, those that may still change, where the battle stood, who was lost."""

    lines: int
    open: tuple[LogLine, ...]
    facts: Facts
    gone: frozenset[str]


class Log:
    """Lines made of events, as they come."""

    def __init__(self, ruleset: AnyRuleset, state: AnyState) -> None:
        self.ruleset = ruleset
        self.lines: list[LogLine] = []
        self._facts = ruleset.facts(state)
        self._gone: set[str] = set()
        self._why = ""
        self._begin(0, 0, "The battle begins", "turn")

    def hear(self, event: Event, before: AnyState, after: AnyState, number: int) -> None:
        """An event, the states about it, and how many events came before it."""
        tell = _TELLERS.get(type(event))
        if tell is not None:
            line = tell(self, event, known(before.table, after.table), number) or self.lines[-1]
            line.cite(event.rule)
        elif not isinstance(event, TABLE_EVENTS):
            self._phase(self.ruleset.facts(after), number)
        self.lines[-1].last = number + 1

    def reason(self, words: str) -> None:
        """Why a player did what comes next."""
        self._why = words

    def beside(self, words: str, number: int) -> None:
        """A line about the program and not the battle, to be read once the last of so many events is over."""
        why, self._why = self._why, ""
        self._begin(max(number - 1, 0), 0, words).last = number
        self._why = why

    def keep(self) -> Kept:
        """The log as it is, to come back to."""
        still = tuple(copied(line) for line in self.lines[self._attack() :])
        return Kept(len(self.lines), still, self._facts, frozenset(self._gone))

    def restore(self, kept: Kept) -> None:
        """Come back to what it was; lines since are gone."""
        self.lines[kept.lines - len(kept.open) :] = [copied(line) for line in kept.open]
        self._facts, self._gone, self._why = kept.facts, set(kept.gone), ""

    def _attack(self) -> int:
        """The line of the attack that is being settled: before the Saves that it led to; else the last."""
        at = len(self.lines) - 1
        while at and self.lines[at].rolled and not self.lines[at].announced:
            at -= 1
        return at if self.lines[at].announced else len(self.lines) - 1

    def _cause(self, by: str, hurt: str) -> LogLine:
        """The line that takes what `by` did to a thing: its own Saves, else the attack, else the last."""
        last, attack = self.lines[-1], self.lines[self._attack()]
        return last if hurt in last.actors or by not in attack.actors else attack

    def _begin(self, number: int, side: int, text: str, kind: str = "") -> LogLine:
        turn = self._facts.turn
        place = self.lines[-1].number + 1 if self.lines and self.lines[-1].turn == turn else 1
        line = LogLine(turn, place, side, text[:1].upper() + text[1:], number, number, kind)
        line.turn_word = self._facts.turn_word
        if not kind:
            line.why, self._why = self._why, ""
        self.lines.append(line)
        return line

    def _phase(self, facts: Facts, number: int) -> None:
        """A new turn or phase; one in which nothing happened makes room for the next."""
        if (facts.turn, facts.phase) == (self._facts.turn, self._facts.phase):
            return
        self._facts = facts
        last = self.lines[-1]
        if last.kind == "turn" and len(self.lines) > 1 and last.turn == facts.turn:
            last.text, last.last = facts.phase, number + 1
        else:
            self._begin(number, 0, facts.phase, "turn")

    def _said(self, event: Said, table: Table, number: int) -> None:
        by = whose(table, event.by)
        side = side_of(table, by or event.at)
        line = self._begin(number, side, event.text)
        own = table.pieces[by[0]].side if by else ""
        for name in event.at:
            piece = table.pieces.get(name)
            friend = piece is not None and (piece.side == own or not own)
            (line.actors if friend else line.targets).append(name)

    def _rolled(self, event: Rolled, table: Table, number: int) -> None:
        by = whose(table, event.by)
        line = self.lines[-1]
        if not event.announced or line.kind or line.dice:
            aimed_at = bool(line.actors) and by and by[0] in line.targets
            side = side_of(table, by) or line.side
            why = event.why or "Dice"
            line = self._begin(number, side, why)
            line.targets = by if aimed_at else []
        line.actors = line.actors or list(by)
        line.needs, line.modifiers = event.needs, event.modifiers
        line.announced, line.rolled = event.announced, event.rule
        line.dice = _fallen(event, table)
        line.results += [event.came] if event.came else []
        for rule in (event.rule, *(modifier.rule for modifier in event.modifiers)):
            line.cite(rule)
        line.shots = [Shot(a, b) for b in line.targets[:1] for a in line.actors if a != b]

    def _drawn(self, event: Drawn, table: Table, number: int) -> None:
        by = whose(table, event.by)
        line = self._begin(number, side_of(table, by), event.why or "A card")
        line.actors = by
        line.results.append(event.name or event.card)

    def _hits(self, event: HitsChanged, table: Table, number: int) -> LogLine | None:
        piece, by = table.pieces.get(event.piece), whose(table, event.by)
        if piece is None:
            return None
        line = self._cause(by[0] if by else "", event.piece)
        if event.new > event.old:
            self._gone.discard(event.piece)
            if event.by:
                line.results.append(f"{piece.name} gains {event.new - event.old}")
            return line
        line.shots = [s for s in line.shots if (s.by, s.at) != (by[0] if by else "", piece.id)]
        line.shots += [Shot(a, piece.id, True) for a in by[:1] if a != piece.id]
        if event.new > 0:
            line.results.append(f"{piece.name} takes {event.old - event.new}, {event.new} left")
        else:
            self._lose(line, table, [piece.id])
        return line

    def _lose(self, line: LogLine, table: Table, ids: Sequence[str]) -> None:
        fresh = [i for i in ids if i not in self._gone]
        self._gone.update(fresh)
        if not fresh:
            return
        line.lost += fresh
        spots = [(where(table, name), side_of(table, [name])) for name in fresh]
        line.graves += [(spot, side) for spot, side in spots if spot]
        line.results = [r for r in line.results if not r.endswith(" lost")]
        line.results.append(f"{names(table, line.lost)} lost")

    def _moved(self, event: Moved, table: Table, number: int) -> None:
        gone = [p.piece for p in event.parts if isinstance(p.new, Off)]
        if gone:
            self._lose(self.lines[-1], table, gone) if event.how == "remove" else self._leave(
                table, gone, number
            )
        parts = [p for p in event.parts if not isinstance(p.new, Off)]
        self._gone.difference_update(p.piece for p in parts)
        if not parts or event.how == "turn":
            return
        line, ids = self.lines[-1], [p.piece for p in parts]
        goes_on = line.how in ("", event.how) and set(ids) & set(line.actors)
        if line.kind == "turn" or line.dice or not goes_on:
            line = self._begin(number, side_of(table, ids), begun(table, event.how, ids))
            line.actors = ids
        line.how = event.how
        line.trails += parts
        line.results = went(table, line.trails) or line.results

    def _leave(self, table: Table, ids: list[str], number: int) -> None:
        line = self._begin(number, side_of(table, ids), f"{names(table, ids)}: off the table")
        line.actors = ids

    def _added(self, event: PiecesAdded, table: Table, number: int) -> None:
        self.lines[-1].results.append(f"{event.pieces[0].name} joins")

    def _terrain(self, event: TerrainChanged, table: Table, number: int) -> LogLine | None:
        name = event.new.name or event.new.kind
        if event.old is None or event.new.hits >= event.old.hits:
            return None
        line = self.lines[self._attack()]
        line.results = [r for r in line.results if not r.startswith(f"{name} at ")]
        line.results.append(f"{name} at {event.new.hits} of {event.new.hits_full}")
        return line

    def _marker(self, event: MarkerPlaced, table: Table, number: int) -> None:
        self.lines[-1].results.append(event.marker.name or event.marker.kind)

    def _refused(self, event: Refused, table: Table, number: int) -> None:
        self._begin(number, table.side(event.side).number, event.reason)


_TELLERS: Final[dict[type[Event], Callable[[Log, Any, Table, int], LogLine | None]]] = {
    Said: Log._said,
    Rolled: Log._rolled,
    Drawn: Log._drawn,
    HitsChanged: Log._hits,
    Moved: Log._moved,
    PiecesAdded: Log._added,
    TerrainChanged: Log._terrain,
    MarkerPlaced: Log._marker,
    Refused: Log._refused,
}


def _fallen(event: Rolled, table: Table) -> list[Fallen]:
    """The dice of a roll."""
    many, numbers = len(event.faces), {side.key: side.number for side in table.sides}
    results, tags = event.results or ("plain",) * many, event.tags or (DieTag(),) * many
    return [
        Fallen(face, result, sides, numbers.get(tag.side, 0), tag.label, tag.shifts)
        for face, result, sides, tag in zip(event.faces, results, event.sides, tags, strict=True)
    ]


def copied(line: LogLine) -> LogLine:
    """The line with lists of its own."""
    lists: dict[str, Any] = {name: list(value) for name, value in vars(line).items() if type(value) is list}
    return replace(line, **lists)


def where(table: Table, name: str) -> Point | None:
    """The place of a piece (that of the building it is in) or of a terrain piece; None for neither."""
    piece = table.pieces.get(name)
    if piece is not None and piece.spot:
        return piece.xy
    building = piece.place.terrain if piece is not None and isinstance(piece.place, Inside) else name
    terrain = table.ground.by_id().get(building)
    return centre(shape_of(terrain)) if terrain else None


def known(before: Table, after: Table) -> Table:
    """The table before an event, with the pieces that came to be known by it."""
    fresh = [piece for name, piece in after.pieces.items() if name not in before.pieces]
    return before.with_pieces(*fresh) if fresh else before


def whose(table: Table, by: str) -> list[str]:
    """The pieces meant by the `by` of an event: ids, a name, or a unit."""
    ids = [name for name in by.split(", ") if name in table.pieces]
    if ids or not by:
        return ids
    named = [p.id for p in table.pieces.values() if p.name == by]
    return named or [p.id for p in table.of_unit(UnitId(by))]


def side_of(table: Table, ids: Sequence[str]) -> int:
    """The number of the side of the first of some pieces; 0 for none."""
    first = next((table.pieces[i] for i in ids if i in table.pieces), None)
    return table.side(first.side).number if first else 0
