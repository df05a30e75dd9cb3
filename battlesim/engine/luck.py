"""Measurement of players' luck, by comparing the results of dice with what was to be expected of them.

The rules are run again with the answers in a battle's record. Each roll is a decision that holds the chance
of every die, and the record holds the faces. Dice thrown by the handful, whose points are added up, have no
chance of success; of them the points are compared with the mean.
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
    """A die that counts for luck: its owner, what was to be expected of it, and what it came to.

    A die that needed a certain result came to 1 or 0, and its chance was to be expected. A die `of_points`
    came to its face. `answer_number` is the number of the roll among the answers in the record, from 1.
    """

    side: SideKey
    unit: UnitId
    expected: float
    result: int
    variance: float
    answer_number: int
    of_points: bool = False


class Luck(NamedTuple):
    """The luck of several dice: how many successes or points were to be expected, and how many there were."""

    dice: int
    expected: float
    result: int
    variance: float

    @property
    def excess(self) -> float:
        """The difference between what the dice came to and what was to be expected."""
        return self.result - self.expected

    @property
    def sigmas(self) -> float:
        """The excess in standard deviations. 0 without variance."""
        return self.excess / math.sqrt(self.variance) if self.variance else 0.0


def combined_luck(dice: Iterable[DieLuck]) -> Luck:
    """Return the luck of several dice taken together."""
    fell = list(dice)
    expected, variance = math.fsum(die.expected for die in fell), math.fsum(die.variance for die in fell)
    return Luck(len(fell), expected, sum(die.result for die in fell), variance)


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
        if isinstance(asked, RollDice) and (asked.made or asked.unordered):
            rolled = next(item for item in run.take_updates() if isinstance(item, DiceRolled))
            yield from _dice_of_roll(asked, rolled, table, number)


def counted_dice(dice: Iterable[DieLuck]) -> list[DieLuck]:
    """Return the dice whose luck is told: those of points if there are any, as the others cannot be added."""
    fell = list(dice)
    return [die for die in fell if die.of_points] or fell


def _dice_of_roll(asked: RollDice, rolled: DiceRolled, table: Table, number: int) -> Iterator[DieLuck]:
    """Yield the luck of each die in a roll, for the side in the die's tag or else for the rolling side."""
    side, unit = _owner(next(iter(ids_listed(rolled.by)), ""), table)
    if not asked.made:
        for face, sides in zip(rolled.faces, asked.dice, strict=True):
            yield DieLuck(side, unit, (sides + 1) / 2, face, (sides**2 - 1) / 12, number, of_points=True)
        return
    tags = [tag.side for tag in rolled.tags] or [NO_SIDE] * len(asked.made)
    for chance, result, own in zip(asked.made, rolled.results, tags, strict=True):
        theirs = own not in (NO_SIDE, side)
        owner = NO_UNIT if theirs else unit
        yield DieLuck(own or side, owner, chance, int(result != "miss"), chance * (1.0 - chance), number)


def _owner(name: str, table: Table) -> tuple[SideKey, UnitId]:
    """Return the side and unit of a piece or unit id, or NO_SIDE and NO_UNIT if the id is neither."""
    if name in table.pieces:
        return table.pieces[name].side, table.pieces[name].unit
    unit = UnitId(name)
    pieces = table.pieces_of_unit(unit)
    return (pieces[0].side, unit) if pieces else (NO_SIDE, NO_UNIT)
