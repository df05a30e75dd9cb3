"""Luck: what dice were to come to by their exact chances, and what they came to.

The rules of a recorded battle are run again with its answers: every roll is asked with the chance of each of
its dice, and its faces stand in the record.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.record_read import Record
from battlesim.engine.run import Given, Position, Run
from battlesim.table.compound_names import ids_listed
from battlesim.table.events import DiceRolled
from battlesim.table.ids import NO_SIDE, NO_UNIT, SideKey, UnitId
from battlesim.table.state import Table


class Fell(NamedTuple):
    """A die that had something to reach: whose, its chance, whether it made it, and the answer of its roll,
    counted from 1."""

    side: SideKey
    unit: UnitId
    chance: float
    made: bool
    answer: int


class Luck(NamedTuple):
    """So many dice: how many were to make it, how many did, and the variance of that."""

    dice: int
    expected: float
    made: int
    variance: float

    @property
    def sigmas(self) -> float:
        """By how many standard deviations more made it than expected; 0 where nothing was left to chance."""
        return (self.made - self.expected) / math.sqrt(self.variance) if self.variance else 0.0


def luck_of(dice: Iterable[Fell]) -> Luck:
    """The luck of some dice together."""
    fell = list(dice)
    chances = [die.chance for die in fell]
    spread = math.fsum(chance * (1.0 - chance) for chance in chances)
    return Luck(len(fell), math.fsum(chances), sum(die.made for die in fell), spread)


def share_below(sigmas: float) -> float:
    """The share of battles that are less lucky, 0 to 1, by the normal distribution."""
    return 0.5 * (1.0 + math.erf(sigmas / math.sqrt(2.0)))


def dice_of(record: Record) -> Iterator[Fell]:
    """The dice of a battle in their order. Raises whatever the rules fail with on a record that does not fit
    them."""
    run = Run(record.ruleset, Position(record.state))
    for number, given in enumerate(record.answers, 1):
        asked, table = run.pending, run.state.table
        run.take_news()
        assert asked is not None, "there are more answers than questions"
        run.take(Given(asked.read(given.answer), given.refusal))
        if isinstance(asked, RollDice) and asked.made:
            rolled = (item for item in run.take_news() if isinstance(item, DiceRolled))
            yield from _fell(asked, next(rolled), table, number)


def _fell(asked: RollDice, rolled: DiceRolled, table: Table, number: int) -> Iterator[Fell]:
    """The dice of a roll, each with its owner: by its tag, else whoever rolls."""
    side, unit = _owner(next(iter(ids_listed(rolled.by)), ""), table)
    tags = [tag.side for tag in rolled.tags] or [NO_SIDE] * len(asked.made)
    for chance, result, own in zip(asked.made, rolled.results, tags, strict=True):
        theirs = own not in (NO_SIDE, side)
        yield Fell(own or side, NO_UNIT if theirs else unit, chance, result != "miss", number)


def _owner(name: str, table: Table) -> tuple[SideKey, UnitId]:
    """The side and unit of a piece, or the side of a unit; nobody's where it is neither."""
    if name in table.pieces:
        return table.pieces[name].side, table.pieces[name].unit
    unit = UnitId(name)
    pieces = table.pieces_of_unit(unit)
    return (pieces[0].side, unit) if pieces else (NO_SIDE, NO_UNIT)
