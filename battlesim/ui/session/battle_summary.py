"""The summary of a finished battle: its turning points, casualties and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Final

import msgspec

from battlesim.engine.luck import DieLuck, Luck, combined_luck, counted_dice, dice_of_record
from battlesim.engine.record_read import Record
from battlesim.engine.record_replay import Replay
from battlesim.engine.ruleset import AnyRuleset, GameFacts, Outcome
from battlesim.report.picture import looks_of
from battlesim.report.unit_names import MAX_LETTERED_UNIT_SIZE, kind_name, kind_plural_name, unit_name
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.volley import NO_VOLLEY, volley_lines, volley_results

MAX_TURNING_POINTS: Final = 5
"""Maximum number of turning points in a summary."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turning point of a battle, at which scores changed or pieces were lost.

    `at` is the number of events up to that point, `gain` is how much more `side` gained than the other sides
    on average, and `lost` is the number of removed pieces.
    """

    at: int
    turn: str
    words: AnyText
    side: SideKey
    gain: float
    lost: int


class UnitCasualties(msgspec.Struct, frozen=True):
    """The casualties of a unit, or of a kind of piece in a very large unit, at the end of a battle.

    `of` is the number of pieces, and `left` the number that can still act. `out` pairs each mark for pieces
    that are present but out of action with the number of such pieces.
    """

    side: SideKey
    name: str
    left: int
    of: int
    out: tuple[tuple[str, int], ...] = ()

    @property
    def lost(self) -> int:
        """The number of removed pieces."""
        return self.of - self.left - sum(count for _, count in self.out)


class LuckSummary(msgspec.Struct, frozen=True):
    """How lucky a unit was with its dice in a battle, or a whole side if `unit` is empty."""

    side: SideKey
    unit: str
    luck: Luck


class BattleSummary(msgspec.Struct, frozen=True):
    """The summary of a finished battle. If the luck could not be computed, `fault` gives the reason.

    Luck is told of successes, or, if `by_points`, of the points of dice that are added up.
    """

    outcome: Outcome
    facts: GameFacts
    state: AnyState
    turnings: tuple[TurningPoint, ...]
    casualties: tuple[UnitCasualties, ...]
    fortunes: tuple[LuckSummary, ...]
    fault: str = ""
    by_points: bool = False


def summarize_battle(record: Record) -> BattleSummary:
    """Return the summary of a finished battle. Raises ValueError if the battle is not over."""
    end = record.outcome
    if end is None:
        raise ValueError("the battle is not over yet")
    ruleset, replay = record.ruleset, Replay(record)
    story = ViewHistory(ruleset, record.state)
    story.add(replay.events)
    state = story.state(len(story))
    fell, fault = _dice(record)
    return BattleSummary(
        Outcome(tuple(end.winners), dict(end.scores), end.reason),
        ruleset.facts(state),
        state,
        tuple(turning_points(story)),
        tuple(casualties(ruleset, state, story.lines)),
        tuple(_fortunes(ruleset, state, fell)),
        fault,
        any(die.of_points for die in fell),
    )


def _dice(record: Record) -> tuple[list[DieLuck], str]:
    """Return the dice of a record, and an error text if the rules do not reproduce them."""
    try:
        return counted_dice(dice_of_record(record)), ""
    except Exception as error:  # the rules may raise any error on a record that does not fit them
        return (
            [],
            f"the rules rolled different dice than the record contains: {type(error).__name__}: {error}",
        )


# -- turning points --


def turning_points(story: ViewHistory) -> list[TurningPoint]:
    """Return the moments after deployment that changed the scores most, then those that cost most pieces."""
    lines = story.lines
    heads = (k for k, line in enumerate(lines) if line.turn > 0 and line.volley_start == NO_VOLLEY)
    found = [one for head in heads if not _is_told_before(lines, head) and (one := _turning(story, head))]
    return sorted(found, key=lambda one: (-one.gain, -one.lost, one.at))[:MAX_TURNING_POINTS]


def _turning(story: ViewHistory, head: int) -> TurningPoint | None:
    """Return the turning point at a log line and its volley, or None if nothing changed."""
    numbers = volley_lines(story.lines, head)
    parts = [story.lines[k] for k in numbers]
    remarks = takewhile(_is_remark, story.lines[numbers.stop :]) if any(part.lost for part in parts) else ()
    line, last = parts[0], max(part.last for part in (parts[-1], *remarks))
    before, after = (story.ruleset.facts(story.state(at)).scores for at in (line.first, last))
    changes = {side: score - before.get(side, 0.0) for side, score in after.items()}
    gains = {side: _gain(changes, side) for side in changes}
    side = max(gains, key=lambda one: gains[one], default=NO_SIDE)
    gain = gains.get(side, 0.0)
    lost = sum(len(part.lost) for part in parts)
    if gain <= 0 and not lost:
        return None
    came = volley_results(story.lines, head, partial(kind_plural_name, story.ruleset))[0]
    came = phrase("failed, {}", came) if came and _failed(line) else came
    words = phrase("{}: {}", line.text, came) if came else line.text
    return TurningPoint(
        story.all_event_count(last), line.turn_named, words, side if gain > 0 else NO_SIDE, gain, lost
    )


def _is_remark(line: LogLine) -> bool:
    """Return whether a line only says something about the line before it."""
    return not (line.kind or line.dice or line.lost or line.trails or line.reasons or line.answered)


def _is_told_before(lines: Sequence[LogLine], number: int) -> bool:
    """Return whether a line comments on the losses of an earlier line, whose turning point includes it."""
    if not _is_remark(lines[number]):
        return False
    return bool(next((line for line in reversed(lines[:number]) if not _is_remark(line)), lines[0]).lost)


def _failed(line: LogLine) -> bool:
    """Return whether pieces were removed because the line's dice, such as a save, failed."""
    return bool(line.lost and line.dice) and all(die.result == "miss" for die in line.dice)


def _gain(changes: Mapping[SideKey, float], side: SideKey) -> float:
    """Return how much more a side gained than the other sides on average."""
    others = [change for other, change in changes.items() if other != side]
    return changes[side] - (sum(others) / len(others) if others else 0.0)


# -- losses --


def casualties(ruleset: AnyRuleset, state: AnyState, lines: Iterable[LogLine]) -> Iterator[UnitCasualties]:
    """Yield the casualties of every unit, sorted by side; very large units are split by kind of piece."""
    pieces, went = state.table.pieces, {name for line in lines for name in line.lost}
    groups: dict[tuple[SideKey, str], list[Piece]] = {}
    sizes = Counter(piece.unit for piece in pieces.values())
    names, looks = ruleset.facts(state).units, looks_of(ruleset)
    for piece in pieces.values():
        large = sizes[piece.unit] > MAX_LETTERED_UNIT_SIZE
        name = kind_name(ruleset, piece.kind) if large else unit_name(state.table, piece.unit, names)
        groups.setdefault((piece.side, name), []).append(piece)
    order = {side.key: side.number for side in state.table.sides}
    for (side, name), members in sorted(groups.items(), key=lambda item: order[item[0][0]]):
        gone = sum(piece.id in went and not piece.in_play for piece in members)
        out = Counter(filter(None, (looks.out_mark(piece) for piece in members if piece.in_play)))
        left = len(members) - gone - out.total()
        yield UnitCasualties(side, name, left, len(members), tuple(out.items()))


def out_phrase(some: Iterable[UnitCasualties]) -> str:
    """Return a phrase such as ", 2 down" that counts the pieces present but out of action."""
    out = Counter[str]()
    for one in some:
        out.update(dict(one.out))
    return "".join(f", {count} {mark}" for mark, count in out.items())


# -- luck --


def _fortunes(ruleset: AnyRuleset, state: AnyState, fell: Sequence[DieLuck]) -> Iterator[LuckSummary]:
    """Yield the luck of each side and, if several of its units rolled dice, of each unit."""
    names = ruleset.facts(state).units
    for side in sorted(state.table.sides, key=lambda side: side.number):
        own = [die for die in fell if die.side == side.key]
        if not own:
            continue
        yield LuckSummary(side.key, "", combined_luck(own))
        units = list[UnitId](dict.fromkeys(die.unit for die in own if die.unit))
        for unit in units if len(units) > 1 else ():
            name = unit_name(state.table, unit, names)
            yield LuckSummary(side.key, name, combined_luck(die for die in own if die.unit == unit))
