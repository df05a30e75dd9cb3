"""The range bands of a unit, and the die that it must beat to hit a target."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.range_rings import RangeRing, RangeRings
from battlesim.mechanics.contest import D4_TO_D12_LADDER
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.units import Unit

from ..attack.fire_roll import LOWEST_DIE, RANGE_DIE, fire_engagement, range_die
from ..attack.targeting import RANGES, Fire, band_length, carried_weapons, range_band, weapons_that_reach
from ..core.lookups import ok_figures, unit_centre, unit_of
from ..core.state import Battle

MAX_BANDS = len(D4_TO_D12_LADDER.rungs)
"""The number of bands in which a target in the open can be fired at."""


def range_rings(view: Battle, piece: str) -> RangeRings | None:
    """Return the range bands around the centre of a figure's unit, or None if it has no weapon to fire."""
    own = view.table.pieces.get(piece)
    if own is None or not ok_figures(view, own.unit) or not carried_weapons(view, own.unit):
        return None
    return RangeRings(unit_centre(view, own.unit), tuple(_rings(unit_of(view, own))), RANGES)


def _rings(unit: Unit) -> Iterator[RangeRing]:
    band = band_length(unit)
    for number in range(1, MAX_BANDS + 1):
        die = D4_TO_D12_LADDER.shifted(LOWEST_DIE, number - 1).sides
        yield RangeRing(number * band, phrase("D{} to {}", die, length_text(number * band)))


def text_at(view: Battle, piece: str, target: str) -> AnyText:
    """Return the range band and range die of a target for a figure's unit, or "" if it is not an enemy."""
    own, other = view.table.pieces.get(piece), view.table.pieces.get(target)
    if own is None or other is None or own.side == other.side:
        return ""
    if not ok_figures(view, own.unit) or not ok_figures(view, other.unit):
        return ""
    return range_text(view, unit_of(view, own), unit_of(view, other))


def range_text(view: Battle, unit: Unit, target: Unit) -> AnyText:
    """Return a target's range band and the die that the firer must beat, with the modifiers."""
    reach = weapons_that_reach(view, unit.id, target.id, carried_weapons(view, unit.id))
    if not reach:
        return "no figure sees it, or out of reach"
    fire = Fire(unit.id, target.id, tuple(reach))
    engaged, (die, tag) = fire_engagement(view, fire), range_die(view, fire)
    shifts = ", ".join(str(shift.words) for shift in tag.shifts if shift.rule != RANGE_DIE)
    band = range_band(engaged.distance, band_length(unit))
    beat = f"D{die.sides}" if die.over <= 0 else "above a D12"
    return phrase("band {}, {}{}", band, beat, f": {shifts}" if shifts else "")
