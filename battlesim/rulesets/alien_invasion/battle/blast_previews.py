"""Previews of blasts: fire support, thrown bombs and exploding Mites."""

from __future__ import annotations

from battlesim.engine.ruleset import EffectArea, LossOdds, Preview, PreviewRow
from battlesim.geometry.regions import united_region
from battlesim.geometry.shapes import Point
from battlesim.mechanics.preview_rows import losses_bars
from battlesim.rulings.threat_regions import disc_region
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase

from ..actions.special_action import BOMBS
from ..attack.blasts import CHAINS, DAMAGE, MITE_DICE, ChainHit, chain_hits, chain_of
from ..attack.losses import score_of
from ..attack.placed_blasts import CaughtGroup, caught_groups
from ..attack.pools import kill_chances
from ..core.lookups import MEAN_DIE, faction_of, lives
from ..core.state import Battle
from ..ground.templates import REACH, blast_radius
from ..objectives.items import objectives
from ..objectives.special_acts import is_open_to
from ..support.fire_support import NAME, SUPPORT


def support_preview(view: Battle, side: SideKey, point: Point) -> Preview:
    """Return the mean losses of each group from fire support at a point."""
    return blast_preview(view, side, point, faction_of(view, side).support_dice, NAME, SUPPORT)


def thrown_preview(view: Battle, group: UnitId, point: Point) -> Preview | None:
    """Return a preview of the Blast of a special act, or None unless exactly one such act is available."""
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
    if not odds:
        rows.append(PreviewRow("Caught", "nobody", rule))
    return Preview(name, view.table.side(side).name, tuple(rows), losses=tuple(odds))


def chain_preview(view: Battle, side: SideKey, mite: str) -> Preview:
    """Return the odds of an exploding Mite with all Mites that it sets off, for each group in reach.

    The chance is given only if a single enemy group is in reach, because several groups share the dice.
    """
    chain, hits = chain_of(view, mite), chain_hits(view, mite)
    odds = {hit.group: _chances(view, hit, hit.dice) for hit in hits}
    others = [hit.group for hit in hits if view.table.units[hit.group].side != side]
    alone = odds[others[0]] if len(others) == 1 else ()
    rows = (
        PreviewRow("Mites that explode", phrase("{}, {}D6 each", len(chain), MITE_DICE), CHAINS),
        *(_group_row(view, side, hit, odds[hit.group]) for hit in hits),
    )
    region = united_region([disc_region(each.xy, blast_radius(view)) for each in chain])
    caught = (*(each.id for each in chain), *(figure.id for hit in hits for figure in hit.figures))
    number = sum(len(hit.figures) for hit in hits)
    words = phrase("{} in reach", number) if number else "nobody else in reach"
    return Preview(
        "Explosion",
        view.table.pieces[mite].name,
        rows,
        1.0 - alone[0] if alone else None,
        "at least one is killed",
        losses_bars(alone) if alone else (),
        areas=(EffectArea(region, words, REACH, caught),),
        losses=tuple(LossOdds(group, chances) for group, chances in odds.items()),
    )


def _group_row(view: Battle, side: SideKey, hit: ChainHit, chances: tuple[float, ...]) -> PreviewRow:
    """Return a row with the dice against a group, and the mean of its losses."""
    unit = view.table.units[hit.group]
    label = phrase("Your own {}", unit.name) if unit.side == side else unit.name
    mean = sum(number * chance for number, chance in enumerate(chances))
    words = "{dice}D6 on {figures}, {number} killed on average"
    return PreviewRow(label, phrase(words, hit.dice, len(hit.figures), f"{mean:.1f}"), DAMAGE)


def _chances(view: Battle, hit: CaughtGroup | ChainHit, dice: int) -> tuple[float, ...]:
    score = min(score_of(view, figure, hit.grade) for figure in hit.figures)
    return kill_chances(dice, score, lives(hit.figures))
