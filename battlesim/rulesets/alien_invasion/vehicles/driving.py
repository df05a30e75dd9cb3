"""Driving: straight along the facing as far as something lets the vehicle, and a turn at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint
from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.mechanics.pieces import face_piece
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.rulings.straight_drives import DriveLimits, StraightDrive, is_at_end, straight_drive
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..attack.shooting import roll_pool, spend_total
from ..contact.carrying_out import push_aside
from ..core.group_action import GroupAction
from ..core.lookups import DicePool, combat_of, figures_of, is_neutral
from ..core.state import Battle, Game
from ..core.terrain import area_ids, barrier_ids
from ..core.vehicles import is_vehicle, landed_vehicles, vehicle_kind, vehicle_rule, vehicle_with
from ..objectives.items import objectives

DRIVES, TURNS, FEATURE = "MT-VEH-01", "MT-VEH-02", "MT-VEH-03"
HOW_FAR, MEETS = "MT-GAP-14", "MT-GAP-17"
CONTACT_IN = 0.01


def why_cannot_start(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot start its vehicle, or "" if it can."""
    vehicle = vehicle_with(state, group)
    if vehicle is None:
        return "nobody is in a vehicle to drive it"
    if any(combat_of(state, other.unit) for other in state.table.pieces_aboard(vehicle.id)):
        return "it is locked in a fight"
    rule = vehicle_rule(state, vehicle.id)
    if rule and rule.after and rule.after not in objectives(state).flags:
        return "it must be repaired first"
    drivers = vehicle_kind(state, vehicle).drivers
    return "others drive it" if drivers and state.table.units[group].side not in drivers else ""


def can_enter(state: Battle, vehicle: Piece, terrain: str) -> bool:
    """Return whether a vehicle may enter, or cross, a piece of terrain."""
    return state.table.terrain(terrain).kind in vehicle_kind(state, vehicle).goes


def drive_limits(state: Battle, vehicle: Piece, side: SideKey) -> DriveLimits:
    """Return the obstacles that end a vehicle's drive, given the side that drives it."""
    ground, limit = state.table.ground, state.game.parameters.drive_limit
    areas, barriers = area_ids(ground), barrier_ids(ground)
    others = [other.id for other in landed_vehicles(state) if other.id != vehicle.id]
    closed = [key for key in (*areas, *barriers) if not can_enter(state, vehicle, key)]
    return DriveLimits(
        vehicle.id,
        allowance=float(limit) or NO_LIMIT_IN,
        entered=tuple(key for key in areas if can_enter(state, vehicle, key)),
        crossed=tuple(key for key in barriers if can_enter(state, vehicle, key)),
        blocked=(*closed, *others),
        met=tuple(piece.id for piece in _strangers(state, side) if not is_vehicle(piece)),
    )


def _friends(state: Battle, side: SideKey) -> list[SideKey]:
    """Return a side and its allies, whose figures on foot are pushed aside."""
    return [other for other in state.game.factions if other == side or state.game.are_allied(other, side)]


def _strangers(state: Battle, side: SideKey) -> list[Piece]:
    """Return the pieces of all sides that are neither a side nor its allies."""
    friends = _friends(state, side)
    return [piece for piece in state.table.standing_pieces() if piece.side not in friends]


def longest_drive(state: Battle, vehicle: Piece, side: SideKey) -> StraightDrive:
    """Return how far a vehicle can drive, given the side that drives it; cached with the table."""
    key = ("alien_invasion: drive", vehicle.id, side)
    return state.table.cached_value(
        key, lambda: straight_drive(state.table, drive_limits(state, vehicle, side))
    )


def drive_decision(state: Battle, group: UnitId) -> ChoosePoint:
    """Return the decision on where a vehicle ends its straight drive."""
    vehicle, side = vehicle_with(state, group), state.table.units[group].side
    assert vehicle is not None, "the group is in a vehicle"
    return ChoosePoint(
        side=side,
        what="drive",
        prompt=phrase("{vehicle}: drive how far?", Ref(vehicle.id)),
        rule=HOW_FAR,
        about=vehicle.id,
        lines=longest_drive(state, vehicle, side).lines,
    )


def turn_decision(state: Battle, vehicle: Piece, side: SideKey) -> ChooseFacing:
    """Return the decision on a vehicle's final facing, in which it must have room to stand."""
    ground = state.table.ground
    closed = [key for key in (*area_ids(ground), *barrier_ids(ground)) if not can_enter(state, vehicle, key)]
    vehicles = [piece.id for piece in state.table.standing_pieces() if is_vehicle(piece)]
    solid = dict.fromkeys((*vehicles, *(piece.id for piece in _strangers(state, side))))
    return ChooseFacing(
        side=side,
        what="turn",
        prompt=phrase("{vehicle}: face which way?", Ref(vehicle.id)),
        rule=TURNS,
        about=vehicle.id,
        room=PlacementArea(blocked=tuple(closed), bases=tuple(solid)),
    )


def drive(play: Play[Game], group: UnitId) -> Script[None]:
    """Make a group drive its vehicle, with all that are in it, and turn it at the end."""
    point = yield from play.ask(drive_decision(play.state, group))
    vehicle, side = vehicle_with(play.state, group), play.state.table.units[group].side
    assert vehicle is not None, "the group is in a vehicle"
    ended = longest_drive(play.state, vehicle, side)
    if math.dist(point, vehicle.xy) > CONTACT_IN:
        place = standing_place(play.state.table.ground, *point, vehicle.facing)
        play.move_piece(vehicle.id, place, "drive", path=(vehicle.xy, point), rule=DRIVES)
    if ended.ended == "contact" and is_at_end(ended, point):
        yield from ram(play, group, vehicle.id, ended.by)
    facing = yield from play.ask(turn_decision(play.state, play.state.table.piece(vehicle.id), side))
    face_piece(play, vehicle.id, facing, TURNS)
    push_aside(play, vehicle.id, _friends(play.state, side), MEETS)


def ram_dice(state: Battle, met: Sequence[str]) -> int:
    """Return the dice of a collision, which by option each touched figure of the first enemy group adds."""
    target = state.table.piece(met[0]).unit
    touched = [key for key in met if state.table.piece(key).unit == target]
    return 0 if is_neutral(state, target) else state.game.parameters.ramming_dice * len(touched)


def ram(play: Play[Game], group: UnitId, vehicle: str, met: Sequence[str]) -> Script[None]:
    """Roll the dice of a collision against the first enemy group that a vehicle touches, if there are any."""
    state, dice = play.state, ram_dice(play.state, met)
    if not dice:
        return
    target = state.table.piece(met[0]).unit
    why = phrase("{vehicle} rams {target}", Ref(vehicle), Ref(target))
    faces = yield from roll_pool(play, DicePool(dice, 0, 0), why, by=vehicle, rule=MEETS)
    yield from spend_total(play, figures_of(state, target), sum(faces), state.table.units[group].side)


def _drives(state: Battle, group: UnitId) -> bool:
    vehicle = vehicle_with(state, group)
    return vehicle is not None and not vehicle_kind(state, vehicle).flies


DRIVE_ACTION = GroupAction("Drive", DRIVES, why_cannot_start, drive, _drives)
