"""The odds of looking at counters, and of firing at them."""

from __future__ import annotations

from battlesim.engine.ruleset import Preview
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll
from battlesim.mechanics.preview_rows import die_rows
from battlesim.table.ids import UnitId

from ..attack.fire_roll import fire_roll
from ..attack.targeting import Fire
from ..core.lookups import leader_of
from ..core.state import Battle
from ..hidden.observe import observation_roll
from ..hidden.recon import recon_chance


def success_bars(roll: MultipleOpposedRoll) -> tuple[tuple[str, float], ...]:
    """Return the chances of no success, a minor and a major one."""
    chances = roll.chances()
    names = ("nothing", "minor success", "major success")
    return tuple(
        (name, sum(chance for found, chance in chances.items() if found.dice == dice))
        for dice, name in enumerate(names)
    )


def observation_preview(view: Battle, unit: UnitId, counter: str) -> Preview:
    """Return the preview of an observation: its dice and its degrees of success."""
    roll, leader = observation_roll(view, unit, view.table.piece(counter)), leader_of(view, unit).id
    bars = success_bars(roll)
    text = f"{view.table.units[unit].name} at {view.table.piece(counter).name}"
    return Preview(
        "Observe", text, die_rows(roll), bars[MAJOR][1], "major success", bars, sights=((leader, counter),)
    )


def recon_preview(view: Battle, fire: Fire) -> Preview:
    """Return the preview of recon by fire: only a major success at a unit does anything."""
    roll, units = fire_roll(view, fire), view.table.units
    lines = ((leader_of(view, fire.unit).id, leader_of(view, fire.target).id),)
    return Preview(
        "Recon by fire",
        f"{units[fire.unit].name} at {units[fire.target].name}",
        die_rows(roll),
        recon_chance(view, fire),
        "major success",
        success_bars(roll),
        "a unit under it is flipped and suppressed",
        sights=lines,
    )
