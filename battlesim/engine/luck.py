"""Measurement of players' luck, by comparing the results of dice with their exact chances.

The rules are run again with the answers in a battle's record. Each roll is a decision that holds the chance
of every die, and the record holds the faces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.record_read import Record
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.table.compound_names import ids_listed
from battlesim.table.events import DiceRolled
from battlesim.table.ids import NO_SIDE, NO_UNIT, SideKey, UnitId
from battlesim.table.state import Table


class DieLuck(NamedTuple):
    """A die that needed a certain result: its owner, its chance of success, and whether it succeeded.

    `answer_number` is the number of the roll among the answers in the record, counted from 1.
    """

    side: SideKey
    unit: UnitId
    chance: float
    succeeded: bool
    answer_number: int


class Luck(NamedTuple):
    """The luck of several dice: the expected number and the actual number of successes, and the variance."""

    dice: int
    expected: float
    successes: int
    variance: float

    @property
    def sigmas(self) -> float:
        """The excess of successes over the expected number, in standard deviations. 0 without variance."""
        return (self.successes - self.expected) / math.sqrt(self.variance) if self.variance else 0.0


def combined_luck(dice: Iterable[DieLuck]) -> Luck:
    """Return the luck of several dice taken together."""
    fell = list(dice)
    chances = [die.chance for die in fell]
    spread = math.fsum(chance * (1.0 - chance) for chance in chances)
    return Luck(len(fell), math.fsum(chances), sum(die.succeeded for die in fell), spread)


def less_lucky_fraction(sigmas: float) -> float:
    """Return the fraction (0 to 1) of battles that are less lucky than `sigmas` standard deviations.

    The luck of battles is assumed to have a normal distribution.
    """
    return 0.5 * (1.0 + math.erf(sigmas / math.sqrt(2.0)))


def dice_of_record(record: Record) -> Iterator[DieLuck]:
    """Yield the luck of each die in a recorded battle. The rules are run again to compute the chances.

    Errors raised by the rules are not caught.
    """
    run = Run(record.ruleset, RunPosition(record.state))
    for number, given in enumerate(record.answers, 1):
        asked, table = run.pending, run.state.table
        run.take_updates()
        assert asked is not None, "there are more answers than questions"
        run.accept_answer(GivenAnswer(asked.parse_answer(given.answer), given.refusal))
        if isinstance(asked, RollDice) and asked.made:
            rolled = (item for item in run.take_updates() if isinstance(item, DiceRolled))
            yield from _dice_of_roll(asked, next(rolled), table, number)


def _dice_of_roll(asked: RollDice, rolled: DiceRolled, table: Table, number: int) -> Iterator[DieLuck]:
    """Yield the luck of each die in a roll, for the side in the die's tag or else for the rolling side."""
    side, unit = _owner(next(iter(ids_listed(rolled.by)), ""), table)
    tags = [tag.side for tag in rolled.tags] or [NO_SIDE] * len(asked.made)
    for chance, result, own in zip(asked.made, rolled.results, tags, strict=True):
        theirs = own not in (NO_SIDE, side)
        yield DieLuck(own or side, NO_UNIT if theirs else unit, chance, result != "miss", number)


def _owner(name: str, table: Table) -> tuple[SideKey, UnitId]:
    """Return the side and unit of a piece or unit id, or NO_SIDE and NO_UNIT if the id is neither."""
    if name in table.pieces:
        return table.pieces[name].side, table.pieces[name].unit
    unit = UnitId(name)
    pieces = table.pieces_of_unit(unit)
    return (pieces[0].side, unit) if pieces else (NO_SIDE, NO_UNIT)
