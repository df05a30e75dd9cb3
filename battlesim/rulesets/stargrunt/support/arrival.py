"""The arrival of support: its accuracy, where each round falls, and which figures are caught."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, PlainRoll, roll_script, roll_together, single_roll
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.events import Modifier, TemplatePlaced
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..attack.casualties import (
    WORST_LEADERSHIP,
    apply_effect,
    casualties_among,
    settle_wounds,
)
from ..attack.hits import ImpactRoll, impact_roll
from ..core.events import MissionArrived
from ..core.lookups import (
    is_counter,
    is_lost_vehicle,
    leader_of,
    ok_figures,
    people_of,
    quality_die,
    unit_rules,
)
from ..core.marks import IN_POSITION, STABILISED
from ..core.profiles import Warhead, tables
from ..core.state import Battery, Battle, Game, Mission
from ..core.vehicles import is_vehicle
from ..damage.bail_out import test_if_immobilised
from ..damage.penetration import VehicleHit, loss_chance
from ..damage.vehicle_damage import strike_vehicle, vehicle_numbers
from ..ground.cover import COVER_SHIFTS, figure_cover
from ..ground.sight import sees_point
from ..hidden.reveal import mine_under, turn_over
from ..morale.confidence import test_after_fire
from ..morale.suppression import suppress
from ..wounded.suits import roll_suits
from .aircraft import ask_air_defence
from .impact_markers import take_up_markers
from .missions import ARRIVES, battery_of
from .request import is_specialist

ACCURACY = "SG-ART-06"
DEVIATES, FURTHER = "SG-ART-08", "SG-ART-10"
TURNED_OVER = "SG-GAP-163"
HITS, SUPPRESSES = "SG-ART-18", "SG-ART-21"
POSITION_ARMOUR = "SG-POS-05"
CLOCK_SIDES, DISTANCE_SIDES, ROUND_SIDES = 12, 8, 6
MAX_FAILED_ACCURACY = 2 * WORST_LEADERSHIP
"""The highest score with which accuracy can fail: twice the poorest leadership."""
SECOND_RUN_IN = 6.0
"""How far beyond the first the second burst of an air attack falls, inches."""
AIR_BURSTS = 2


def clock_point(state: Battle, side: SideKey, start: Point, hour: int, inches: float) -> Point:
    """Return the point at a distance in a clock direction, 12 being straight away from the side's edge.

    Rules: SG-GAP-135.
    """
    ahead = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}[state.game.edges[side]]
    angle = math.radians(ahead - 30.0 * hour)
    return round(start[0] + inches * math.cos(angle), 3), round(start[1] + inches * math.sin(angle), 3)


def needed_accuracy(state: Battle, mission: Mission) -> int:
    """Return the score that the accuracy die must reach.

    It is above the leadership value for a specialist who sees the point, else above twice that value.

    Rules: SG-ART-07.
    """
    unit, battery = state.table.units[UnitId(mission.caller)], battery_of(state, mission)
    leadership = unit_rules(unit).leadership
    sees = is_specialist(unit, battery) and observer_sees(state, mission)
    return leadership + 1 if sees else 2 * leadership + 1


def observer_sees(state: Battle, mission: Mission) -> bool:
    """Return whether a figure of the unit that called a mission sees its target point."""
    figures = ok_figures(state, UnitId(mission.caller))
    return any(sees_point(state, figure, mission.at) for figure in figures)


def main_point(play: Play[Game], mission: Mission) -> Script[Point]:
    """Roll for the accuracy of a mission and return the point where its first round falls.

    Rules: SG-GAP-138.
    """
    state, battery = play.state, battery_of(play.state, mission)
    if battery.kind == "air":
        return mission.at
    caller = UnitId(mission.caller)
    score, by = 1, ""
    if ok_figures(state, caller):
        by = leader_of(state, caller).id
        text = phrase("{caller}: accuracy of {battery}", state.table.units[caller].name, battery.name)
        die = quality_die(state.table.units[caller])
        (score,) = yield from roll_script(
            play, single_roll(PlainRoll(sides=(die,))), text, rule=ACCURACY, by=by
        )
        if score >= needed_accuracy(state, mission):
            return mission.at
    hour, face = yield from roll_script(
        play,
        single_roll(PlainRoll(sides=(CLOCK_SIDES, DISTANCE_SIDES))),
        "direction and distance of the miss",
        rule=DEVIATES,
        by=by,
    )
    return clock_point(state, SideKey(battery.side), mission.at, hour, float(face * score))


def burst_points(play: Play[Game], mission: Mission) -> Script[list[Point]]:
    """Roll for the points where the rounds of a mission fall, the first on the main point (SG-ART-09)."""
    battery = battery_of(play.state, mission)
    side, first = SideKey(battery.side), (yield from main_point(play, mission))
    if battery.kind == "air":
        return [first, clock_point(play.state, side, first, CLOCK_SIDES, SECOND_RUN_IN)][:AIR_BURSTS]
    if battery.kind == "orbital":
        return [first]
    points = [first]
    for number in range(1, mission.rounds):
        hour, face = yield from roll_script(
            play,
            single_roll(PlainRoll(sides=(CLOCK_SIDES, ROUND_SIDES))),
            phrase("round {}", number + 1),
            rule=FURTHER,
        )
        points.append(clock_point(play.state, side, first, hour, float(face)))
    return points


def is_on_table(state: Battle, point: Point) -> bool:
    """Return whether a point lies on the table."""
    ground = state.table.ground
    return 0.0 <= point[0] <= ground.width and 0.0 <= point[1] <= ground.height


def caught_figures(state: Battle, point: Point, radius: float) -> list[Piece]:
    """Return the figures, wounded or not, and counters centred in a burst, and the vehicles it touches.

    Rules: SG-GAP-137.
    """
    standing = [piece for piece in state.table.standing_pieces() if not is_lost_vehicle(piece)]
    return [piece for piece in standing if _distance(state, piece, point) <= radius + TOL]


def _distance(state: Battle, piece: Piece, point: Point) -> float:
    if is_vehicle(piece):
        return distance_to_piece(state.table, piece, point)
    return math.dist(piece.xy, point)


def burst_shifts(state: Battle, figure: Piece, point: Point) -> tuple[Modifier, ...]:
    """Return the modifiers of a figure's armour die in a burst for cover and position (SG-ART-20)."""
    if not state.game.parameters.cover_shifts_armour:
        return ()
    dug_in = state.table.units[figure.unit].has_mark(IN_POSITION)
    shift = (Modifier(1, "in position", POSITION_ARMOUR),) if dug_in else ()
    return (*COVER_SHIFTS[figure_cover(state, figure, point)], *shift)


def resolve_mission(play: Play[Game], mission: Mission) -> Script[None]:
    """Resolve the arrival of a mission: place its bursts, roll for losses, and test the units hit."""
    battery = battery_of(play.state, mission)
    play.emit(MissionArrived(rule=ARRIVES, mission=mission.id))
    take_up_markers(play, mission)
    if battery.kind == "air" and (yield from ask_air_defence(play, mission)):
        return
    points = yield from burst_points(play, mission)
    yield from resolve_bursts(play, mission, battery, points)


def resolve_bursts(
    play: Play[Game], mission: Mission, battery: Battery, points: Sequence[Point]
) -> Script[None]:
    """Place the bursts of a mission, roll for all pieces in them, and test the units hit."""
    yield from _turn_over_caught(play, points, tables().burst[battery.size].radius)
    able = {unit: people_of(play.state, unit) for unit in play.state.table.units}
    vehicles = [piece for piece in play.state.table.standing_pieces() if is_vehicle(piece)]
    reached: list[UnitId] = []
    for point in (each for each in points if is_on_table(play.state, each)):
        found = caught_figures(play.state, point, tables().burst[battery.size].radius)
        caught = [piece for piece in found if not is_counter(piece)]
        for unit in dict.fromkeys(piece.unit for piece in caught if piece.unit not in reached):
            suppress(play, unit, SUPPRESSES)
            reached.append(unit)
        yield from _burst(play, mission, battery, point, caught)
    for unit in reached:
        if ok_figures(play.state, unit):
            yield from roll_suits(play, casualties_among(play.state, able[unit]))
            yield from test_after_fire(play, unit, able[unit], suppressed=True, added=("artillery",))
            settle_wounds(play, unit)
    for vehicle in vehicles:
        yield from test_if_immobilised(play, vehicle)


def _turn_over_caught(play: Play[Game], points: Sequence[Point], radius: float) -> Script[None]:
    """Turn over the counters in the bursts before any die is rolled for them; mines stay."""
    for point in (each for each in points if is_on_table(play.state, each)):
        for counter in filter(is_counter, caught_figures(play.state, point, radius)):
            if counter.id in play.state.table.pieces and mine_under(play.state, counter) is None:
                yield from turn_over(play, counter.id, TURNED_OVER)


def _burst(
    play: Play[Game], mission: Mission, battery: Battery, point: Point, caught: Sequence[Piece]
) -> Script[None]:
    radius, warhead = tables().burst[battery.size].radius, tables().warhead[mission.warhead]
    ids = tuple(piece.id for piece in caught)
    play.emit(
        TemplatePlaced(rule=HITS, name=battery.name, at=point, aimed_at=mission.at, radius=radius, caught=ids)
    )
    figures = [piece for piece in caught if not is_vehicle(piece)]
    rolls = [impact_roll(warhead.dispersed, p, burst_shifts(play.state, p, point)) for p in figures]
    effects = yield from _impacts(play, rolls, battery)
    for piece, effect in zip(figures, effects, strict=True):
        if effect == 2 or not piece.has_mark(STABILISED):
            apply_effect(play, piece.id, effect, battery.id)
    for piece in (each for each in caught if is_vehicle(each)):
        yield from strike_vehicle(play, piece.id, burst_hit(battery, warhead), battery.id)


def burst_hit(battery: Battery, warhead: Warhead) -> VehicleHit:
    """Return the hit of a burst on a vehicle, which is always a minor one (SG-ART-22)."""
    return VehicleHit(warhead.point, warhead.factor, tables().burst[battery.size].size)


def _impacts(play: Play[Game], rolls: Sequence[ImpactRoll], battery: Battery) -> Script[list[int]]:
    runs = [DiceScriptRun(single_roll(roll)) for roll in rolls]
    if runs:
        yield from roll_together(play, runs, phrase("burst of {}", battery.name), rule="SG-ART-19")
    return [run.end for run in runs]


def burst_losses(state: Battle, at: Point, radius: float, warhead: str) -> Iterator[tuple[Piece, float]]:
    """Yield the pieces in a burst, each with the chance of being hurt or, for a vehicle, lost."""
    own = tables().warhead[warhead]
    for piece in caught_figures(state, at, radius):
        if is_vehicle(piece):
            yield piece, loss_chance(VehicleHit(own.point, own.factor, 1), vehicle_numbers(piece))
            continue
        roll = impact_roll(own.dispersed, piece, burst_shifts(state, piece, at))
        yield piece, sum(chance for effect, chance in roll.chances().items() if effect)
