"""The odds of a round of close combat: the dice of each pair of opponents, and each unit's casualties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from battlesim.engine.ruleset import PreviewRow
from battlesim.mechanics.chance import count_distribution
from battlesim.mechanics.odds import combined_losses
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..assault.combat import FIGHTS, combat_dice, losers, score
from ..assault.pairs import Fight, paired
from ..core.lookups import ok_figures
from ..core.state import Battle

LossChances = tuple[float, ...]
"""The chances that 0, 1, 2 … figures go down."""


class FightOdds(NamedTuple):
    """A fight of one figure against others: its die, their dice, and the casualties of each unit in it."""

    fight: Fight
    die: int
    other_dice: tuple[int, ...]
    casualties: Mapping[UnitId, LossChances]

    def expected(self, units: Container[UnitId]) -> float:
        """Return the expected number of figures of the given units that go down."""
        spreads = [spread for unit, spread in self.casualties.items() if unit in units]
        return sum(number * chance for spread in spreads for number, chance in enumerate(spread))


def round_odds(
    view: Battle, attackers: Sequence[UnitId], defenders: Sequence[UnitId], first: bool = True
) -> list[FightOdds]:
    """Return the odds of each fight of a round, in which figures are paired with the nearest opponents."""
    return [fight_odds(view, each, defenders, first) for each in paired(view, attackers, defenders)]


def fight_odds(view: Battle, fight: Fight, defenders: Container[UnitId], first: bool) -> FightOdds:
    """Return the odds of a fight, summed over the faces of the single figure's die."""
    dice = {key: roll.sides[0] for key, roll in combat_dice(view, fight, defenders, first).items()}
    die, units = dice[fight.one.id], sorted({other.unit for other in fight.others})
    spreads = {unit: [0.0] * (len(fight.others) + 1) for unit in (fight.one.unit, *units)}
    for face in range(1, die + 1):
        fates = {other: _fates(fight.one, face, other, dice[other.id]) for other in fight.others}
        survives = 1.0
        for beats, _ in fates.values():
            survives *= 1.0 - beats
        spreads[fight.one.unit][0] += survives / die
        spreads[fight.one.unit][1] += (1.0 - survives) / die
        for unit in units:
            falls = [fall for other, (_, fall) in fates.items() if other.unit == unit]
            for number, chance in enumerate(count_distribution(falls)):
                spreads[unit][number] += chance / die
    other_dice = tuple(dice[other.id] for other in fight.others)
    return FightOdds(fight, die, other_dice, {unit: tuple(spread) for unit, spread in spreads.items()})


def _fates(one: Piece, face: int, other: Piece, sides: int) -> tuple[float, float]:
    """Return the chances that an opponent beats a figure that rolled `face`, and that it is beaten."""
    beats = falls = 0
    for rolled in range(1, sides + 1):
        scores = {one.id: score(one, face), other.id: score(other, rolled)}
        lost = losers(Fight(one, (other,)), scores)
        beats += one.id in lost
        falls += other.id in lost
    return beats / sides, falls / sides


def round_losses(view: Battle, odds: Sequence[FightOdds], unit: UnitId) -> LossChances:
    """Return the chances that 0, 1, 2 and so on figures of a unit go down in a round."""
    spreads = [each.casualties[unit] for each in odds if unit in each.casualties]
    return combined_losses(spreads, len(ok_figures(view, unit)))


def pair_rows(odds: Sequence[FightOdds], own: Container[UnitId]) -> Iterator[PreviewRow]:
    """Yield a preview row for each kind of fight, with its dice and both sides' expected casualties."""
    kinds = Counter[tuple[str, str]]()
    for each in odds:
        one, others = f"D{each.die}", " ".join(f"D{sides}" for sides in sorted(each.other_dice))
        is_own = each.fight.one.unit in own
        dice = f"{one} against {others}" if is_own else f"{others} against {one}"
        mine, whole = each.expected(own), each.expected(each.casualties)
        kinds[dice, f"{whole - mine:.2f} for {mine:.2f}"] += 1
    for (dice, down), count in kinds.items():
        yield PreviewRow(f"{count} x {dice}", down, FIGHTS)
