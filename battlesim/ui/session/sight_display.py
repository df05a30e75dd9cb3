"""Graphics and text for rulings on lines of sight, used by odds cards, tooltips and the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.geometry.constants import TOL
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.report.unit_names import unit_name
from battlesim.rulings.piece_gaps import gap_text
from battlesim.rulings.sight import Verdict
from battlesim.rulings.sight_evidence import Evidence
from battlesim.rulings.tape import tape_between
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, percent
from battlesim.table.state import AnyState

MIN_HIDDEN_FRACTION: Final = 0.005
FULL_VIEW_FRACTION: Final = 0.999
"""Visible fraction above which a target counts as fully visible."""


def sight_phrase(seen: Verdict) -> AnyText:
    """Return a phrase for how much of the target is visible, or for why it is not."""
    if seen.why or not seen.visible:
        return seen.why or "out of sight"
    cover = "" if seen.cover == "none" else f", {seen.cover} cover"
    return f"in full view{cover}" if seen.share > FULL_VIEW_FRACTION else f"{percent(seen.share)} seen{cover}"


def object_name(view: AnyState, thing: str, units: Mapping[str, str] | None = None) -> str:
    """Return the display name of a piece, terrain, marker, unit or any other object id."""
    table, unit = view.table, UnitId(thing)
    called = table.name_of(thing)
    if called != thing or thing in table.pieces:
        return called
    if table.pieces_of_unit(unit):
        return unit_name(table, unit, units or {})
    return thing.replace("_", " ").replace("+", " and ")


def sight_overlay(found: Evidence | Verdict | None, view: AnyState, measured: bool = True) -> list[Item]:
    """Return graphics of the line of sight, the blockers and the gap, or none if no evidence is given.

    The gap is left out if the bases touch, or if `measured` is False because a ruler shows it already.
    """
    if not isinstance(found, Evidence):
        return []
    items: list[Item] = [
        item for line in found.lines for item in overlays.deciding_line(line.start, line.end, line.free)
    ]
    items += () if found.lines else overlays.sight_beam(found.eye[:2], (found.left, found.right))
    for number, blocker in enumerate(found.blockers[:3]):
        if blocker.share <= MIN_HIDDEN_FRACTION:
            continue
        words = f"{object_name(view, blocker.id)} hides {percent(blocker.share)}"
        for rings in blocker.rings[:1]:
            items += overlays.blocker_terrain(rings, words, number)
    if not measured or found.verdict.distance <= TOL:
        return items
    a, b = (view.table.pieces[i] for i in (found.verdict.viewer, found.verdict.target))
    laid = tape_between(view.table, a, b)
    return items + list(overlays.ruler_overlay(laid.start, laid.end, gap_text(laid.gap, "edge to edge")))
