"""Advice on transport: boarding and leaving vehicles, and how a side leaves the table."""

from __future__ import annotations

from battlesim.behaviour.advice import advise_separate_moves
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.position_decisions import MoveGroup, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import group_problem, individual_legs, leg_into
from battlesim.table.units import Unit

from ..core.lookups import enemy_units, is_suppressed, leader_of
from ..core.marks import IMMOBILISED
from ..core.state import Battle
from ..core.vehicles import carrier_of, vehicle_of
from ..ground.shelter import EDGE_KEY, edge_ends, exit_of
from ..ground.sight import sees_unit
from ..transport.boarding import carriers, why_not_aboard

BOARDS_WORTH, GETS_OUT_WORTH, FLEES_WORTH = 0.8, 0.5, 2.0
"""What it is worth to board, to get out to fight, and to leave a vehicle that goes nowhere."""
DRIVES_WORTH, WALKS_WORTH = 5.0, 0.7
"""What it is worth to a side that is to get off the table to drive on, and to walk on."""


def action_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the transport actions that a unit considers, such as boarding a vehicle, each with a score."""
    carrier = carrier_of(view, unit.id)
    if carrier is None and exit_of(view, unit.side) is None:
        return []
    if carrier is None:
        return [
            ("board", BOARDS_WORTH, "rides faster than it walks"),
            ("move", DRIVES_WORTH if vehicle_of(view, unit.id) else WALKS_WORTH, "toward its edge"),
        ]
    crew = view.table.units[carrier.unit]
    if carrier.has_mark(IMMOBILISED):
        return [("get_out", FLEES_WORTH, "its vehicle goes nowhere")]
    meets = any(sees_unit(view, crew.id, enemy.id) for enemy in enemy_units(view, unit.side))
    fights = meets and exit_of(view, unit.side) is None
    return [("get_out", GETS_OUT_WORTH, "the enemy is in sight")] if fights else []


def activation_worth(view: Battle, unit: Unit) -> float:
    """Return a score for activating a unit to use transport; a negative score means after all others."""
    wishes = action_wishes(view, unit)
    return max((worth for _, worth, _ in wishes), default=-1.0) if not is_suppressed(unit) else -1.0


def way_off(view: Battle, unit: Unit) -> Point | None:
    """Return the nearest point of the table edge by which a unit must leave, or None if it need not."""
    way = exit_of(view, unit.side)
    if way is None:
        return None
    (x0, y0), (x1, y1) = edge_ends(view, way.edge)
    x, y = leader_of(view, unit.id).xy
    return min(max(x, x0), x1), min(max(y, y0), y1)


def exit_advice(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Return advice to leave the table at once if the whole group can."""
    table = view.table
    if not all(motion.entries for motion in decision.motions):
        return []
    legs = individual_legs(
        table, decision.motions, decision.link, lambda motion: leg_into(table, motion, EDGE_KEY).leg
    )
    able = len(legs) == len(decision.motions)
    legal = able and group_problem(table, decision.motions, legs, decision.link) is None
    return [Advice(legs, 2.0, "off the table")] if legal else []


def departure_advice(view: Battle, decision: MoveGroup, unit: Unit) -> list[Advice]:
    """Return advice on leaving the table, or moving nearer to the edge, for a unit that must leave."""
    goal = way_off(view, unit)
    if goal is None:
        return []
    return exit_advice(view, decision) or advise_separate_moves(view, decision, goal, "toward its edge")


def which_carrier(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to board the first vehicle that has room."""
    own = view.table.units[view.table.piece(decision.about).unit]
    able = [carrier for carrier in carriers(view, own) if not why_not_aboard(view, own, carrier)]
    return [Advice(carrier.id, 1.0, "it has room") for carrier in able]


def where_to_get_out(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Return advice to place the passengers as near to the vehicle as possible."""
    return [Advice(decision.default(view), 1.0, "beside the vehicle")]
