"""Previews of fire and claws against vehicles, and of repairs."""

from __future__ import annotations

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.contest import MAJOR
from battlesim.mechanics.preview_rows import die_rows, percent, single_roll_preview
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..assault.claws import CLAW_HITS, claw_odds, claw_roll
from ..attack.fire_roll import fire_roll
from ..attack.targeting import Fire
from ..attack.vehicle_fire import vehicle_hits
from ..attack.vehicle_odds import VehicleOdds, vehicle_odds
from ..core.lookups import ok_figures
from ..core.state import Battle
from ..damage.penetration import Damage, penetration_roll
from ..damage.repair import REPAIR_ROLL
from ..damage.vehicle_damage import vehicle_numbers
from ..ground.sight import line_ends

DAMAGE_NAMES: dict[Damage, str] = {
    "none": "no effect",
    "suppressed": "suppressed only",
    "hull": "hull hit",
    "held": "suspension holds",
    "injured": "crew hit",
    "systems": "systems out",
    "immobilised": "immobilised",
    "disabled": "disabled",
    "destroyed": "destroyed",
}
"""What is done to a vehicle, from the least to the worst."""
MERGED: tuple[Damage, ...] = ("suppressed", "hull", "held")
"""What leaves a vehicle with a suppression marker and nothing else."""


def vehicle_preview(view: Battle, fire: Fire, vehicle: Piece) -> Preview:
    """Return a preview of a fire action at a vehicle, with its dice and the chance of each damage."""
    odds, units = vehicle_odds(view, fire, vehicle), view.table.units
    lost = capped_chance(odds.chance("disabled", "destroyed"))
    rows = (
        *die_rows(fire_roll(view, fire)),
        *_penetration_rows(view, fire, vehicle),
        PreviewRow("Suppressed", percent(1.0 - odds.chance("none"))),
        PreviewRow("Casualties aboard on average", f"{odds.casualties:.2f}"),
    )
    return Preview(
        "Fire",
        f"{units[fire.unit].name} at {units[fire.target].name}",
        rows,
        lost,
        "out of action",
        _damage_bars(odds),
        sights=(line_ends(view, fire.unit, fire.target),),
        losses=(LossOdds(fire.target, (1.0 - lost, lost)),),
    )


def claws_preview(view: Battle, unit: UnitId, vehicle: Piece) -> Preview:
    """Return a preview of the claws of one figure against a vehicle."""
    figure = ok_figures(view, unit)[0]
    odds = VehicleOdds(claw_odds(view, figure, vehicle), 0.0)
    numbers = vehicle_numbers(vehicle)
    rows = (*die_rows(claw_roll(view, figure)), *die_rows(penetration_roll(CLAW_HITS[MAJOR], numbers)))
    lost = capped_chance(odds.chance("disabled", "destroyed"))
    title = f"{view.table.units[unit].name} at {vehicle.name}, each figure"
    return Preview("Claws", title, rows, lost, "out of action", _damage_bars(odds))


def repair_preview() -> Preview:
    """Return a preview of the repair of a vehicle's systems."""
    return single_roll_preview("Repair", "Backup systems", REPAIR_ROLL, "systems work again")


def _penetration_rows(view: Battle, fire: Fire, vehicle: Piece) -> tuple[PreviewRow, ...]:
    """Return the dice of the worst hit, with their factors."""
    hits = vehicle_hits(view, fire)
    return die_rows(penetration_roll(hits[max(hits)], vehicle_numbers(vehicle)))


def _damage_bars(odds: VehicleOdds) -> tuple[tuple[str, float], ...]:
    """Return a bar for each damage that can be done; those that only suppress share one."""
    found = [("no effect", odds.chance("none")), ("suppressed only", odds.chance(*MERGED))]
    found += [(name, odds.chance(key)) for key, name in DAMAGE_NAMES.items() if key not in ("none", *MERGED)]
    return tuple((name, chance) for name, chance in found if chance)
