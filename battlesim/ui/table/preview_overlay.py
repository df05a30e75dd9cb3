"""The preview of an answer on the table: affected areas and pieces, and the positions of pushed pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.ruleset import EffectArea, LossOdds, Preview
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.table.ids import SideKey
from battlesim.table.phrases import percent, phrase
from battlesim.table.state import AnyState
from battlesim.ui.session.object_positions import object_disc
from battlesim.ui.table.object_marks import terrain_outline

MAX_LOSS_PLATES: Final = 6
"""Largest number of pieces under a template whose chances of a loss are written beside them."""


def preview_overlay(found: Preview, view: AnyState, side: SideKey) -> list[Item]:
    """Return the areas, pushes and entry zone of a preview, given the `side` that decides."""
    items: list[Item] = [*overlays.zone_overlay(found.way_in, "sky", "the way in")] if found.way_in else []
    for area in found.areas:
        words = phrase("{}: {}", area.words, _count_text(area, view, side))
        items += (
            overlays.template_area_overlay(area.region, words)
            if area.sure
            else overlays.possible_area_overlay(area.region, words)
        )
    surely = {name for area in found.areas if area.sure for name in area.caught}
    for name in dict.fromkeys(name for area in found.areas for name in area.caught):
        items += _touched_marks(view, name, side, name in surely)
    under = [odds for odds in found.losses if odds.target in surely]
    if 1 < len(under) <= MAX_LOSS_PLATES:
        items += [item for odds in under for item in _loss_plate(view, odds)]
    for name, end in found.pushes:
        disc = object_disc(view.table, name)
        items += overlays.push_arrow(disc[:2], end, disc[2]) if disc else ()
    return items


def _loss_plate(view: AnyState, odds: LossOdds) -> Iterator[Item]:
    """Yield the chance that a piece is lost, below its base; nothing if it cannot be."""
    disc = object_disc(view.table, odds.target)
    if disc is not None and odds.destroyed_chance:
        yield from overlays.chance_plate(*disc, f"{percent(odds.destroyed_chance)} lost")


def _touched_marks(view: AnyState, name: str, side: SideKey, sure: bool) -> list[Item]:
    disc = object_disc(view.table, name)
    if disc is None:
        return terrain_outline(view, name, "purple")
    return list(overlays.caught_ring(*disc, view.table.pieces[name].side == side, sure))


def _count_text(area: EffectArea, view: AnyState, side: SideKey) -> str:
    """Return a phrase for how many pieces an area touches and how many of them are the side's own."""
    pieces, many = view.table.pieces, len(area.caught)
    own = sum(name in pieces and pieces[name].side == side for name in area.caught)
    words = f"{'touches' if area.sure else 'may touch'} {many or 'no model'}"
    if own == many:
        return f"{words} of your own" if own else words
    return f"{words}, {own} of them your own" if own else words
