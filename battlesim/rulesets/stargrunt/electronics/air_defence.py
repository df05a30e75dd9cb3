"""Fire at drones and aircraft: one weapon of a unit tries to bring a target in the air down."""

from __future__ import annotations

import math
from collections.abc import Iterator
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
from ..core.lookups import confidence, leader_of, quality_die, unit_rules
from ..core.marks import BROKEN
from ..core.profiles import tables
from ..core.state import Battle, Game
from .drones import crash_drone, enemy_drones

SHOOTS = "SG-DRN-04"
BUILDING = "building"
HOLD_KEY = "none"


class AirTarget(NamedTuple):
    """A target in the air: its name, the die of its level, its side and where it is."""

    name: str
    die: int
    side: SideKey
    point: Point


class AirShot(NamedTuple):
    """An attempt to bring a target down: a unit, one of its weapons, and the target."""

    unit: Unit
    weapon: str
    target: AirTarget


def is_in_sight_from_above(state: Battle, point: Point, above: Point) -> bool:
    """Return whether a point of the ground and one in the air see each other: only buildings hide."""
    rings = [terrain.rings for terrain in state.table.ground.terrain if terrain.kind == BUILDING]
    return all(segment_gap_to_shape(point, above, ring) > 0.0 for ring in rings)


def why_no_air_shot(state: Battle, shot: AirShot, carriers: list[Piece]) -> AnyText:
    """Return why a unit cannot fire a weapon at a target in the air, "" if it can."""
    if confidence(shot.unit) <= BROKEN:
        return "its confidence is too low"
    seeing = [each for each in carriers if is_in_sight_from_above(state, each.xy, shot.target.point)]
    if not seeing:
        return "no figure that carries it sees the target"
    gap = math.dist(mean_point([piece.xy for piece in seeing]), shot.target.point)
    if not state.game.parameters.measures_centres:
        gap = min(math.dist(piece.xy, shot.target.point) - piece.radius for piece in seeing)
    return too_far_text(gap, band_length(shot.unit)) if gap > band_length(shot.unit) + TOL else ""


def air_shot_options(state: Battle, unit: Unit, target: AirTarget) -> Iterator[tuple[AirShot, Option]]:
    """Yield the attempts of a unit with each of its ready weapons, each with its option."""
    for key, carriers in ready_weapons(state, unit.id).items():
        shot = AirShot(unit, key, target)
        yield (
            shot,
            Option(
                f"{unit.id} {key}",
                phrase("{}: {}", unit.name, weapon_of(key).name),
                tuple(piece.id for piece in carriers),
                rule=SHOOTS,
                by=tuple(piece.id for piece in carriers),
                act="air_shot",
                to=(key,),
                shut=why_no_air_shot(state, shot, carriers),
            ),
        )


def air_shot_decision(
    side: SideKey, options: list[Option], prompt: AnyText, about: str, rule: str
) -> ChooseOne:
    """Return the decision with which weapon a side tries to bring a target down."""
    return ChooseOne(
        side=side,
        what="air_shot",
        prompt=prompt,
        rule=rule,
        about=about,
        options=(*closed_last(options), Option(HOLD_KEY, "Hold fire")),
        least=HOLD_KEY,
    )


def air_shot_roll(shot: AirShot) -> OpposedRoll:
    """Return the roll of the quality die of a unit against the level die of a target in the air."""
    tags = (DieTag(shot.unit.side, "Quality"), DieTag(shot.target.side, "Level"))
    return OpposedRoll(sides=(quality_die(shot.unit), shot.target.die), tags=tags, rule=SHOOTS)


def air_shot_chance(shot: AirShot) -> float:
    """Return the chance that an attempt brings its target down."""
    return sum(chance for margin, chance in air_shot_roll(shot).chances().items() if margin > 0)


def fire_at_air_target(play: Play[Game], shot: AirShot) -> Script[bool]:
    """Fire one weapon of a unit at a target in the air; return whether it is brought down."""
    name = fired_name(shot.unit.id, shot.weapon)
    used = (name,) if weapon_of(shot.weapon).shots else ()
    play.emit(WeaponsFired(rule=SHOOTS, weapons=(name,), used=used))
    text, by = phrase("{} at {}", shot.unit.name, shot.target.name), leader_of(play.state, shot.unit.id).id
    margin = yield from roll_script(play, single_roll(air_shot_roll(shot)), text, rule=SHOOTS, by=by)
    return margin > 0


def drone_targets(state: Battle, side: SideKey) -> Iterator[tuple[UnitId, AirTarget]]:
    """Yield the drones of the enemy as targets, each with its team."""
    for team, drone in enemy_drones(state, side):
        die = tables().electronics[unit_rules(team).drone]
        yield team.id, AirTarget(drone.name, die, team.side, (drone.x, drone.y))


def drone_shots(state: Battle, unit: Unit) -> list[tuple[UnitId, AirShot, Option]]:
    """Return the attempts of a unit at the drones of the enemy, each with the team of the drone."""
    return [
        (team, shot, option)
        for team, target in drone_targets(state, unit.side)
        for shot, option in air_shot_options(state, unit, target)
    ]


def why_no_drone_shot(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit can fire at no drone, "" if it can."""
    reasons = [option.shut for _, _, option in drone_shots(state, unit)]
    if any(not reason for reason in reasons):
        return ""
    return reasons[0] if reasons else "all its weapons have fired in this turn"


def perform_drone_shot(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask at which drone and with which weapon a unit fires, and fire."""
    own = play.state.table.units[unit]
    shots = {
        f"{option.key} {team}": (team, shot, option) for team, shot, option in drone_shots(play.state, own)
    }
    options = [
        msgspec.structs.replace(option, key=key, label=phrase("{} at {}", option.label, shot.target.name))
        for key, (_, shot, option) in shots.items()
    ]
    prompt, about = phrase("{}: fire at which drone?", own.name), leader_of(play.state, unit).id
    key = yield from play.ask(air_shot_decision(own.side, options, prompt, about, SHOOTS))
    if key != HOLD_KEY:
        team, shot, _ = shots[key]
        if (yield from fire_at_air_target(play, shot)):
            crash_drone(play, team, SHOOTS)


SHOOT_DRONE = UnitAction(
    "Fire at a drone",
    SHOOTS,
    why_no_drone_shot,
    perform_drone_shot,
    lambda state, unit: bool(enemy_drones(state, unit.side)),
)
