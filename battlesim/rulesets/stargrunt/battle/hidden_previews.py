"""Previews of the odds of observing enemy counters and of firing at them."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Preview
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll
from battlesim.mechanics.preview_rows import die_rows
from battlesim.table.ids import UnitId

from ..attack.fire_roll import fire_roll
from ..attack.targeting import Fire
from ..core.lookups import leader_of, unit_of
from ..core.state import Battle
from ..electronics.drones import drone_of
from ..electronics.spotting import EW_ACT, drone_roll, ew_spotting_roll
from ..ground.sight import line_ends
from ..hidden.observe import observation_roll
from ..hidden.recon import recon_chance


def success_bars(roll: MultipleOpposedRoll) -> tuple[tuple[str, float], ...]:
    """Return the chances of no success, a minor success and a major success."""
    chances = roll.chances()
    names = ("nothing", "minor success", "major success")
    return tuple(
        (name, sum(chance for found, chance in chances.items() if found.dice == dice))
        for dice, name in enumerate(names)
    )


def observation_preview(view: Battle, unit: UnitId, counter: str) -> Preview:
    """Return a preview of observing a counter, with the dice and the chance of each degree of success."""
    roll, leader = observation_roll(view, unit, view.table.piece(counter)), leader_of(view, unit).id
    bars = success_bars(roll)
    text = f"{view.table.units[unit].name} at {view.table.piece(counter).name}"
    return Preview(
        "Observe", text, die_rows(roll), bars[MAJOR][1], "major success", bars, sights=((leader, counter),)
    )


def recon_preview(view: Battle, fire: Fire) -> Preview:
    """Return a preview of fire at a counter, where only a major success against a unit has an effect."""
    roll, units = fire_roll(view, fire), view.table.units
    return Preview(
        "Recon by fire",
        f"{units[fire.unit].name} at {units[fire.target].name}",
        die_rows(roll),
        recon_chance(view, fire),
        "major success",
        success_bars(roll),
        "a unit under it is flipped and suppressed",
        sights=(line_ends(view, fire.unit, fire.target),),
    )


def spotting_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview:
    """Return a preview of spotting a counter with a drone, or electronically with one marker."""
    unit, counter = unit_of(view, view.table.piece(decision.about)), view.table.piece(answer)
    text, drone = f"{unit.name} at {counter.name}", drone_of(view, unit.id)
    by_ew = decision.chosen_option(answer).act == EW_ACT
    roll = ew_spotting_roll(view, unit, counter, 1) if by_ew or drone is None else None
    roll = roll or (drone_roll(view, unit, drone, counter) if drone else None)
    if roll is None:
        return Preview("Spot", text, chance=1.0, chance_of="spotted", note="in the open: no roll")
    return Preview("Spot", text, die_rows(roll), roll.first_higher_chance(), "spotted")
