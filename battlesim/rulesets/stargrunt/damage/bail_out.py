"""Leaving a lost vehicle: where its occupants are placed, and the test of an immobilized crew."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.carrying import exit_area
from battlesim.mechanics.pieces import put_on_table, set_mark
from battlesim.rulings.movement import GroupLink
from battlesim.rulings.piece_placement import placements_near
from battlesim.table.events import UnitChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import enemy_units, is_fit, is_ok, is_suppressed, ok_figures
from ..core.marks import ABANDONED, IMMOBILISED
from ..core.state import Battle, Game
from ..core.vehicles import occupants
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import blocked_ids
from ..morale.confidence import take_confidence_test
from ..morale.suppression import suppress

GETS_OUT = "SG-GAP-100"
CREW_TEST = "SG-NPH-04"
CREW_THREAT = 3
WITHIN_IN = 6.0
"""How far from the hull those who get out may stand, inches."""
STEP_OUT_IN = 1.0
STAY_KEY, LEAVE_KEY = "stay", "leave"


def exit_point(state: Battle, vehicle: Piece) -> Point:
    """Return the point beside a vehicle's hull that is directly away from the nearest enemy."""
    (x, y), side = vehicle.xy, vehicle.side
    enemies = [p.xy for unit in enemy_units(state, side) for p in ok_figures(state, unit.id)]
    if not enemies:
        return x, y
    foe = min(enemies, key=lambda point: math.dist(point, (x, y)))
    away = math.dist(foe, (x, y)) or 1.0
    step = (vehicle.radius + STEP_OUT_IN) / away
    return x + (x - foe[0]) * step, y + (y - foe[1]) * step


def disembark_all(play: Play[Game], vehicle: str) -> list[UnitId]:
    """Place the occupants of a lost vehicle beside it, and return their units, the crew's first.

    Each unit is suppressed unless it already is. Figures for which there is no room are lost.
    """
    hull = play.state.table.piece(vehicle)
    units = list(dict.fromkeys([hull.unit, *(piece.unit for piece in occupants(play.state, vehicle))]))
    for unit in units:
        figures = [piece for piece in occupants(play.state, vehicle) if piece.unit == unit]
        figures.sort(key=lambda piece: not is_fit(piece))
        _place(play, hull, figures)
        if ok_figures(play.state, unit) and not is_suppressed(play.state.table.units[unit]):
            suppress(play, unit, GETS_OUT)
    _name_commander(play, hull)
    return units


def _place(play: Play[Game], hull: Piece, figures: list[Piece]) -> None:
    """Place figures near a hull in integrity; if there is no room for that, wherever there is."""
    table = play.state.table
    bases = tuple(piece.id for piece in table.standing_pieces())
    around = exit_point(play.state, hull)
    for link in (INTEGRITY_LINK, GroupLink()):
        area = exit_area(table, hull.id, WITHIN_IN, blocked_ids(play.state), bases, link)
        spots = placements_near(table, area, figures, around)
        if len(spots) == len(figures):
            break
    put_on_table(play, spots, GETS_OUT, "disembark")


def _name_commander(play: Play[Game], hull: Piece) -> None:
    """Make a figure of the crew the leader of the unit, in place of the vehicle."""
    unit, crew = play.state.table.units[hull.unit], ok_figures(play.state, hull.unit)
    if crew and unit.leader == hull.id:
        new = msgspec.structs.replace(unit, leader=crew[0].id)
        play.emit(UnitChanged(rule=GETS_OUT, old=unit, new=new))


def bail_out(play: Play[Game], vehicle: str) -> None:
    """Make all occupants leave a vehicle, which is then abandoned."""
    set_mark(play, [vehicle], ABANDONED, 1, GETS_OUT)
    disembark_all(play, vehicle)


def test_if_immobilised(play: Play[Game], before: Piece) -> Script[None]:
    """Make the crew take a test if an attack has just immobilized its vehicle without destroying it."""
    now = play.state.table.piece(before.id)
    if now.has_mark(IMMOBILISED) and not before.has_mark(IMMOBILISED) and is_ok(now):
        yield from _test_immobilised_crew(play, now)


def _test_immobilised_crew(play: Play[Game], piece: Piece) -> Script[None]:
    """Have a crew test; it bails out if it fails, else its owner is asked."""
    unit = play.state.table.units[piece.unit]
    if (yield from take_confidence_test(play, unit.id, CREW_THREAT, CREW_TEST)):
        options = [Option(STAY_KEY, "Stay aboard"), Option(LEAVE_KEY, "Bail out", rule=GETS_OUT)]
        text = phrase("{vehicle} is immobilised: does its crew stay?", piece.name)
        chosen = yield from play.choose_one(
            "bail_out",
            piece.side,
            text,
            options,
            rule=GETS_OUT,
            about=piece.id,
            least=STAY_KEY,
            begins=STAY_KEY,
        )
        if chosen.key == STAY_KEY:
            return
    bail_out(play, piece.id)
