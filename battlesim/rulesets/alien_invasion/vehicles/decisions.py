"""The decisions of those in vehicles, and what their answers come to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.rulings.straight_drives import is_at_end
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, length_text, phrase

from ..core.lookups import MEAN_DIE
from ..core.state import Battle
from ..core.vehicles import is_airborne, vehicle_kind, vehicle_with
from .driving import HOW_FAR, MEETS, drive_decision, longest_drive, ram_dice, why_cannot_start
from .flight import IN_THE_AIR, TRAVELS, arrived, craft_of, flight_decision, landing_problem


def vehicle_decisions(state: Battle, group: UnitId) -> Iterator[Decision[Any]]:
    """Yield the decisions of a group in a vehicle that it may drive or fly."""
    if why_cannot_start(state, group):
        return
    vehicle = craft_of(state, group)
    if is_airborne(state, vehicle):
        yield flight_decision(state, group)
    elif not vehicle_kind(state, vehicle).flies:
        yield drive_decision(state, group)


def drive_preview(view: Battle, group: UnitId, point: Point) -> Preview:
    """Return a preview of a drive: how far it goes, what ends it, and the dice of any collision."""
    vehicle, side = vehicle_with(view, group), view.table.units[group].side
    assert vehicle is not None, "the group is in a vehicle"
    ended, inches = longest_drive(view, vehicle, side), math.dist(vehicle.xy, point)
    text = phrase("{}", length_text(inches, 1))
    stopped = is_at_end(ended, point)
    if stopped and ended.by:
        text = phrase("{distance}, ended by {object}", length_text(inches, 1), Ref(ended.by[0]))
    rows = [PreviewRow("Drive", text, HOW_FAR)]
    dice = ram_dice(view, ended.by) if stopped and ended.ended == "contact" else 0
    if dice:
        rows.append(PreviewRow("Rams", f"{dice}D6, {MEAN_DIE * dice:g} on average", MEETS))
    return Preview("Drive", vehicle.name, tuple(rows))


def flight_preview(view: Battle, group: UnitId, point: Point) -> Preview:
    """Return a preview of a flight: its length, and whether the craft could land there."""
    craft, side = vehicle_with(view, group), view.table.units[group].side
    assert craft is not None, "the group is in a craft"
    problem = landing_problem(view, arrived(view, craft, point), side)
    rows = (
        PreviewRow("Flight", phrase("{}", length_text(math.dist(craft.xy, point), 1)), TRAVELS),
        PreviewRow("Landing", problem or "room for it", IN_THE_AIR),
    )
    return Preview("Fly", craft.name, rows)
