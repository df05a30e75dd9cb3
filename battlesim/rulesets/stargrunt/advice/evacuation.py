"""Advice for a side that must evacuate its wounded: whom its vehicle fetches, who treats, and who waits."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.geometry.shapes import Point
from battlesim.mechanics.fallen_pieces import carriers as who_carries
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..actions.reorganise import TREATS_WITHIN_IN, treatment_bonus, wounded_in_reach
from ..core.lookups import active_units, figures_of, has_tag, is_ok, ok_figures, unit_centre, unit_rules
from ..core.marks import EVACUEE, WOUNDED
from ..core.state import Battle
from ..core.vehicles import passengers_of, vehicle_of
from ..transport.boarding import WITHIN_IN, carriers, why_no_room, why_not_aboard
from ..transport.evacuation import is_evacuated

FETCHES_WORTH, BOARDS_WORTH, TREATS_WORTH, CARRIES_WORTH, JOINS_WORTH = 5.0, 4.0, 2.0, 1.5, 0.2
"""What it is worth to fetch wounded, to board with them, to treat them, to carry them, and to join them."""
SAFE_BONUS = 2
"""The bonus with which no treatment kills."""
INSIDE_IN = 1.0
"""How far inside the range of its help a unit stops, inches."""

Wish = tuple[str, float, str]


def evacuation_wishes(view: Battle, unit: Unit) -> list[Wish] | None:
    """Return the actions that a unit considers for evacuating wounded, or None if it plays no part."""
    if not is_evacuated(view, unit.side) or not ok_figures(view, unit.id):
        return None
    fallen = fallen_of(view, unit)
    if fallen:
        return [*_treatment(view, unit), *_boarding(view, unit, fallen), *_carrying(view, unit, fallen)]
    if evacuation_goal(view, unit) is not None:
        worth = TREATS_WORTH if unit_rules(unit).medical else JOINS_WORTH
        return [("move", FETCHES_WORTH if vehicle_of(view, unit.id) else worth, "toward the wounded")]
    return [] if _helped(view, unit) else None


def fallen_of(view: Battle, unit: Unit) -> list[Piece]:
    """Return the wounded and stabilized figures of a unit on the table."""
    return [piece for piece in figures_of(view, unit.id) if not is_ok(piece)]


def _treatment(view: Battle, unit: Unit) -> Iterable[Wish]:
    if wounded_in_reach(view, unit.id) and treatment_bonus(view, unit.id)[0] >= SAFE_BONUS:
        yield "reorganise", TREATS_WORTH, "the medical unit is here"


def _boarding(view: Battle, unit: Unit, fallen: list[Piece]) -> Iterable[Wish]:
    able = [own for own in carriers(view, unit) if not why_not_aboard(view, unit, own)]
    if any(all(piece_gap(view.table, piece, own) <= WITHIN_IN for piece in fallen) for own in able):
        yield "board", BOARDS_WORTH, "with all its wounded"


def _carrying(view: Battle, unit: Unit, fallen: list[Piece]) -> Iterable[Wish]:
    if len(who_carries(view.table, fallen, ok_figures(view, unit.id))) == len(fallen):
        yield "move", CARRIES_WORTH, "carries its wounded off"


def evacuation_goal(view: Battle, unit: Unit) -> Point | None:
    """Return the point to which a unit without wounded of its own goes to help others, or None."""
    if not is_evacuated(view, unit.side) or fallen_of(view, unit) or _is_loaded(view, unit):
        return None
    if (helped := _helped(view, unit)) is None:
        return None
    within = TREATS_WITHIN_IN if unit_rules(unit).medical else WITHIN_IN
    own = ok_figures(view, unit.id)
    far = max(
        min(piece_gap(view.table, piece, other) for piece in own) for other in figures_of(view, helped.id)
    )
    return unit_centre(view, helped.id) if far > within - INSIDE_IN else None


def _helped(view: Battle, unit: Unit) -> Unit | None:
    """Return the nearest unit whose wounded a unit can fetch, treat or stand by, or None."""
    if _is_loaded(view, unit):
        return None
    vehicle = vehicle_of(view, unit.id)
    ferry = vehicle if vehicle and has_tag(vehicle, "carrier") else None
    mark = WOUNDED if unit_rules(unit).medical else EVACUEE
    leader = ok_figures(view, unit.id)[0]
    found = [
        (min(piece_gap(view.table, leader, piece) for piece in fallen), other.id, other)
        for other in active_units(view, unit.side)
        if (fallen := [piece for piece in fallen_of(view, other) if piece.has_mark(mark)])
        and not (ferry and why_no_room(view, other, ferry))
    ]
    return min(found)[2] if found else None


def _is_loaded(view: Battle, unit: Unit) -> bool:
    vehicle = vehicle_of(view, unit.id)
    return bool(vehicle and any(piece.has_mark(EVACUEE) for piece in passengers_of(view, vehicle)))


def evacuation_urgency(view: Battle, unit: Unit) -> float:
    """Return a score for acting early for the wounded: highest for fetching them, then for boarding."""
    wishes = evacuation_wishes(view, unit) or []
    return max((worth for key, worth, _ in wishes if key != "reorganise"), default=0.0)
