"""The odds of fire support before it is called."""

from __future__ import annotations

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase

from ..attack.losses import score_of
from ..attack.pools import kill_chances
from ..core.lookups import MEAN_DIE, faction_of, lives
from ..core.state import Battle
from ..support.fire_support import NAME, SUPPORT, CaughtGroup, caught_groups


def support_preview(view: Battle, side: SideKey, point: Point) -> Preview:
    """Return the mean number of figures of each group that fall to fire support at a point."""
    dice = faction_of(view, side).support_dice
    odds = [LossOdds(hit.group, _chances(view, hit, dice)) for hit in caught_groups(view, point)]
    rows = [PreviewRow("Dice", f"{dice}D6, {MEAN_DIE * dice:g} on average", SUPPORT)]
    for each in odds:
        mean = sum(number * chance for number, chance in enumerate(each.lost))
        name = view.table.units[UnitId(each.target)].name
        rows.append(PreviewRow(name, phrase("{} killed on average", f"{mean:.1f}"), SUPPORT))
    return Preview(NAME, view.table.side(side).name, tuple(rows), losses=tuple(odds))


def _chances(view: Battle, hit: CaughtGroup, dice: int) -> tuple[float, ...]:
    score = min(score_of(view, figure, hit.grade) for figure in hit.figures)
    return kill_chances(dice, score, lives(hit.figures))
