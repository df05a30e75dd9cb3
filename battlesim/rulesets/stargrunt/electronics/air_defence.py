"""Fire at drones and aircraft, by which one weapon of a unit tries to bring a target down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from battlesim.behaviour.advice import mean_point
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import segment_gap_to_shape
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import OpposedRoll
from battlesim.rulings.piece_gaps import too_far_text
from battlesim.table.events import DieTag
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..attack.targeting import band_length, fired_name, ready_weapons, weapon_of
from ..core.events import WeaponsFired
from ..core.lookups import confidence, leader_of, quality_die, unit_of, unit_rules
from ..core.marks import BROKEN
from ..core.profiles import tables
from ..core.state import Battle, Game
from .drones import crash_drone, enemy_drones

SHOOTS = "SG-DRN-04"
BUILDING = "building"
HOLD_KEY = "none"


class AirTarget(msgspec.Struct, frozen=True):
    """A target in the air: its id and name, the die of its level, its side and its position."""

    id: str
    name: str
    die: int
    side: SideKey
    point: Point


class AirShot(NamedTuple):
    """An attempt to bring down a target in the air, with one weapon of a unit."""

    unit: Unit
    weapon: str
    target: AirTarget


class AirDefence(ChooseOne, frozen=True, kw_only=True, tag="air_defence"):
    """The decision to fire a weapon at one of the `targets` in the air, or not to fire."""

    targets: tuple[AirTarget, ...]

    def shot(self, state: Battle, answer: str) -> AirShot:
        """Return the attempt that an answer stands for."""
        option = self.chosen_option(answer)
        weapon, aimed_at = option.to
        target = next(each for each in self.targets if each.id == aimed_at)
        return AirShot(unit_of(state, state.table.piece(option.by[0])), weapon, target)


def air_defence_decision(
    state: Battle, side: SideKey, units: Sequence[Unit], targets: Sequence[AirTarget], prompt: AnyText
) -> AirDefence:
    """Return the decision that asks which weapon of the given units is fired at a target in the air."""
    options = [
        option for unit in units for target in targets for option in air_shot_options(state, unit, target)
    ]
    return AirDefence(
        side=side,
        what="air_shot",
        prompt=prompt,
        rule=SHOOTS,
        about=leader_of(state, units[0].id).id if len(units) == 1 else "",
        options=(*closed_last(options), Option(HOLD_KEY, "Hold fire")),
        least=HOLD_KEY,
        targets=tuple(targets),
    )


def air_shot_options(state: Battle, unit: Unit, target: AirTarget) -> Iterator[Option]:
    """Yield an option for each ready weapon of a unit to fire at a target in the air."""
    for key, carriers in ready_weapons(state, unit.id).items():
        figures = tuple(piece.id for piece in carriers)
        yield Option(
            f"{unit.id} {key} {target.id}",
            phrase("{unit}, {weapon} at {target}", unit.name, weapon_of(key).name, target.name),
            figures,
            rule=SHOOTS,
            by=figures,
            act="air_shot",
            to=(key, target.id),
            shut=why_no_air_shot(state, unit, carriers, target.point),
        )


def why_no_air_shot(state: Battle, unit: Unit, carriers: list[Piece], point: Point) -> AnyText:
    """Return why a unit cannot fire a weapon at a point in the air, or "" if it can."""
    if confidence(unit) <= BROKEN:
        return "its confidence is too low"
    seeing = [each for each in carriers if is_in_sight_from_above(state, each.xy, point)]
    if not seeing:
        return "no figure that carries it sees the target"
    gap = math.dist(mean_point([piece.xy for piece in seeing]), point)
    if not state.game.parameters.measures_centres:
        gap = min(math.dist(piece.xy, point) - piece.radius for piece in seeing)
    return too_far_text(gap, band_length(unit)) if gap > band_length(unit) + TOL else ""


def is_in_sight_from_above(state: Battle, point: Point, above: Point) -> bool:
    """Return whether a point on the ground and one in the air see each other; only buildings block sight."""
    rings = [terrain.rings for terrain in state.table.ground.terrain if terrain.kind == BUILDING]
    return all(segment_gap_to_shape(point, above, ring) > 0.0 for ring in rings)


def air_shot_roll(shot: AirShot) -> OpposedRoll:
    """Return the roll of a unit's quality die against the level die of a target in the air."""
    tags = (DieTag(shot.unit.side, "Quality"), DieTag(shot.target.side, "Level"))
    return OpposedRoll(sides=(quality_die(shot.unit), shot.target.die), tags=tags, rule=SHOOTS)


def air_shot_chance(shot: AirShot) -> float:
    """Return the chance that an attempt brings down its target."""
    return air_shot_roll(shot).first_higher_chance()


def fire_at_air_target(play: Play[Game], shot: AirShot) -> Script[bool]:
    """Fire a weapon at a target in the air. Return whether the target is brought down."""
    name = fired_name(shot.unit.id, shot.weapon)
    used = (name,) if weapon_of(shot.weapon).shots else ()
    play.emit(WeaponsFired(rule=SHOOTS, weapons=(name,), used=used))
    text, by = phrase("{} at {}", shot.unit.name, shot.target.name), leader_of(play.state, shot.unit.id).id
    margin = yield from roll_script(play, single_roll(air_shot_roll(shot)), text, rule=SHOOTS, by=by)
    return margin > 0


def drone_decision(state: Battle, unit: Unit) -> AirDefence:
    """Return the decision that asks at which enemy drone a unit fires; drones have their teams' ids."""
    targets = [
        AirTarget(
            team.id,
            drone.name,
            tables().electronics[unit_rules(team).drone],
            team.side,
            (drone.x, drone.y),
        )
        for team, drone in enemy_drones(state, unit.side)
    ]
    prompt = phrase("{unit}: fire at which drone?", unit.name)
    return air_defence_decision(state, unit.side, [unit], targets, prompt)


def why_no_drone_shot(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no drone to fire at, or "" if it has one."""
    decision = drone_decision(state, unit)
    if len(decision.open_options) > 1:
        return ""
    reasons = [option.shut for option in decision.closed_options]
    return reasons[0] if reasons else "all its weapons have fired in this turn"


def perform_drone_shot(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask at which drone and with which weapon a unit fires, then resolve the fire."""
    decision = drone_decision(play.state, play.state.table.units[unit])
    key = yield from play.ask(decision)
    if key != HOLD_KEY:
        shot = decision.shot(play.state, key)
        if (yield from fire_at_air_target(play, shot)):
            crash_drone(play, UnitId(shot.target.id), SHOOTS)


SHOOT_DRONE = UnitAction(
    "Fire at a drone",
    SHOOTS,
    why_no_drone_shot,
    perform_drone_shot,
    lambda state, unit: bool(enemy_drones(state, unit.side)),
)
