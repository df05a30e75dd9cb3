"""Previews of fire actions: success, casualties, and the target's confidence afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.contest import MAJOR
from battlesim.mechanics.preview_rows import die_rows, losses_bars, percent, truncated_rows
from battlesim.table.phrases import length_text, phrase
from battlesim.table.units import Unit

from ..attack.casualties import KILL
from ..attack.casualty_odds import fire_odds
from ..attack.fire_roll import FIRE, RANGE_DIE, fire_band_length, fire_engagement, fire_roll
from ..attack.sniping import is_sniping
from ..attack.targeting import Fire, range_band
from ..core.hidden_units import covers_of
from ..core.lookups import confidence
from ..core.marks import CONFIDENCE_NAMES
from ..core.state import Battle
from ..core.vehicles import vehicle_of
from ..ground.sight import line_ends
from ..morale.confidence import TEST
from ..morale.confidence_odds import LevelChances, confidence_after_fire
from .vehicles import vehicle_preview


def fire_preview(view: Battle, fire: Fire) -> Preview:
    """Return a preview of a fire action, with the casualties or the damage to a vehicle."""
    if vehicle := vehicle_of(view, fire.target):
        return vehicle_preview(view, fire, vehicle)
    odds, units = fire_odds(view, fire), view.table.units
    unit, target = units[fire.unit], units[fire.target]
    roll, engaged = fire_roll(view, fire), fire_engagement(view, fire)
    successes: dict[int, float] = {}
    for found, chance in roll.chances().items():
        successes[found.dice] = successes.get(found.dice, 0.0) + chance
    band = range_band(engaged.distance, fire_band_length(view, fire))
    dead = odds.mean(lambda counts: counts.dead)
    wounded = odds.mean(lambda counts: counts.fresh + counts.earlier) - odds.before.earlier
    minor = "suppressed, and hits" if is_sniping(view, fire) else "suppressed"
    rows = (
        PreviewRow("Range", phrase("{}, band {}", length_text(engaged.distance, 1), band), RANGE_DIE),
        *die_rows(roll),
        PreviewRow("Fails", percent(successes.get(0, 0.0)), FIRE),
        PreviewRow("Minor success", f"{percent(successes.get(1, 0.0))} {minor}", FIRE),
        PreviewRow("Major success", f"{percent(successes.get(MAJOR, 0.0))} suppressed, and hits", FIRE),
        PreviewRow("Wounded, dead", f"{max(0.0, wounded):.1f}, {dead:.1f} on average", KILL),
        *confidence_rows(target, confidence_after_fire(view, target, odds)),
    )
    return Preview(
        "Fire",
        f"{unit.name} at {target.name}",
        truncated_rows(rows),
        capped_chance(1.0 - odds.casualties[0]),
        f"at least one casualty, {odds.expected:.1f} on average; {percent(odds.suppressed)} suppressed",
        losses_bars(odds.casualties),
        sights=(_line_of_fire(view, fire),),
        losses=(LossOdds(fire.target, odds.casualties),),
    )


def _line_of_fire(view: Battle, fire: Fire) -> tuple[str, str]:
    """Return the ids between which the line of a shot is drawn; a hidden sniper's begins at its counter."""
    firer, target = line_ends(view, fire.unit, fire.target)
    here = view.table.piece(firer).table_position
    covers = covers_of(view, fire.unit) if here else []
    return next((each.id for each in covers if here and each.xy == (here.x, here.y)), firer), target


def confidence_rows(unit: Unit, levels: LevelChances) -> Iterator[PreviewRow]:
    """Yield a preview row for each lower confidence level to which a unit may fall."""
    for level, chance in levels.items():
        if 0 < level < confidence(unit) and chance >= 0.005:
            yield PreviewRow(f"{unit.name} is {CONFIDENCE_NAMES[level].lower()}", percent(chance), TEST)
