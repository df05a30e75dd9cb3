"""The odds of Blasts that are placed, before they fall."""

from __future__ import annotations

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase

from ..actions.special_action import BOMBS
from ..attack.losses import score_of
from ..attack.placed_blasts import CaughtGroup, caught_groups
from ..attack.pools import kill_chances
from ..core.lookups import MEAN_DIE, faction_of, lives
from ..core.state import Battle
from ..objectives.items import objectives
from ..objectives.special_acts import is_open_to
from ..support.fire_support import NAME, SUPPORT


def support_preview(view: Battle, side: SideKey, point: Point) -> Preview:
    """Return the mean losses of each group from fire support at a point."""
    return blast_preview(view, side, point, faction_of(view, side).support_dice, NAME, SUPPORT)


def thrown_preview(view: Battle, group: UnitId, point: Point) -> Preview | None:
    """Return the odds of a special act's Blast, or None if it could be that of several acts."""
    acts = [act for act in objectives(view).acts if act.effect == "blast" and is_open_to(view, group, act)]
    if len(acts) != 1:
        return None
    side = view.table.units[group].side
    return blast_preview(view, side, point, acts[0].dice, acts[0].title, BOMBS)


def blast_preview(view: Battle, side: SideKey, point: Point, dice: int, name: str, rule: str) -> Preview:
    """Return the mean losses of each group from a Blast at a point."""
    odds = [LossOdds(hit.group, _chances(view, hit, dice)) for hit in caught_groups(view, point)]
    rows = [PreviewRow("Dice", f"{dice}D6, {MEAN_DIE * dice:g} on average", rule)]
    for each in odds:
        mean = sum(number * chance for number, chance in enumerate(each.lost))
        group = view.table.units[UnitId(each.target)].name
        rows.append(PreviewRow(group, phrase("{number} killed on average", f"{mean:.1f}"), rule))
    return Preview(name, view.table.side(side).name, tuple(rows), losses=tuple(odds))


def _chances(view: Battle, hit: CaughtGroup, dice: int) -> tuple[float, ...]:
    score = min(score_of(view, figure, hit.grade) for figure in hit.figures)
    return kill_chances(dice, score, lives(hit.figures))
