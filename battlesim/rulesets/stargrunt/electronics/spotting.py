"""Spotting of counters with electronic sensors, anywhere on the table, and with drones."""

from __future__ import annotations

import math
from collections.abc import Callable

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.contest import OpposedRoll, shifted_die
from battlesim.rulings.sight import pair_verdicts
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Marker, Piece
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..core.choices import NOBODY_KEY, choose_or_none
from ..core.lookups import is_counter, is_inverted, leader_of, ok_figures, unit_rules
from ..core.marks import EW_MARKERS
from ..core.profiles import tables
from ..core.state import Battle, Game
from ..ground.cover import COVER_SHIFTS, place_cover
from ..ground.sight import sight_rules
from ..hidden.reveal import turn_over
from .air_defence import is_in_sight_from_above
from .drones import drone_of
from .interference import Task, markers_text, roll_against_interference
from .systems import is_on, spend_markers, system_die, why_not_spent

EW_SPOTS, OUT_OF_SIGHT = "SG-EWF-05", "SG-EWF-06"
DRONE_SPOTS, DRONE_DIE = "SG-DRN-03", "SG-GAP-59"
OPEN_DIE = 4
STEP_IN = 12.0
"""Inches from a drone for each shift of the die of a counter."""
EW_ACT, DRONE_ACT = "ew_spot", "drone_spot"
"""The acts of the options to spot a counter."""


def enemy_counters(state: Battle, unit: Unit) -> list[Piece]:
    """Return the face-down counters of a unit's enemy."""
    counters = [p for p in state.table.standing_pieces() if p.side != unit.side and is_counter(p)]
    return [counter for counter in counters if is_inverted(state.table.units[counter.unit])]


def counter_decision(
    state: Battle, unit: Unit, why_not: Callable[[Piece], AnyText], rule: str, act: str
) -> ChooseOne:
    """Return the decision that asks which counter a unit tries to spot."""
    options = [
        Option(
            counter.id,
            counter.name,
            (counter.id,),
            rule=rule,
            act=act,
            to=(counter.id,),
            shut=why_not(counter),
        )
        for counter in enemy_counters(state, unit)
    ]
    prompt = phrase("{unit}: spot which counter?", unit.name)
    return choose_or_none(state, unit, prompt, options, what="spot", rule=rule)


def ew_spotting_roll(state: Battle, unit: Unit, counter: Piece, markers: int) -> OpposedRoll:
    """Return the roll to spot a counter electronically, against its D4 (D6 in cover, higher out of sight)."""
    shifts = [Modifier(1, "in cover", EW_SPOTS)] if place_cover(state, counter) else []
    pairs = [(figure, counter) for figure in ok_figures(state, unit.id)]
    found = pair_verdicts(state.table, sight_rules(), pairs, with_blockers=False)
    if not any(verdict.visible for verdict in found):
        shifts.append(Modifier(1, "out of sight", OUT_OF_SIGHT))
    return _roll(system_die(unit, markers), counter, shifts, EW_SPOTS)


def _roll(own: tuple[int, DieTag], counter: Piece, shifts: list[Modifier], rule: str) -> OpposedRoll:
    tag = DieTag(counter.side, "Counter", tuple(shifts))
    return OpposedRoll(sides=(own[0], shifted_die(OPEN_DIE, tag).sides), tags=(own[1], tag), rule=rule)


def why_no_ew_spotting(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot spot any counter electronically, or "" if it can."""
    return why_not_spent(unit, 1) or ("" if enemy_counters(state, unit) else "the enemy has no counters")


def perform_ew_spotting(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask for a counter and a number of markers, and try to spot the counter."""
    own = play.state.table.units[unit]
    key = yield from play.ask(counter_decision(play.state, own, lambda counter: "", EW_SPOTS, EW_ACT))
    if key == NOBODY_KEY:
        return
    markers = yield from _ask_markers(play, own)
    counter = play.state.table.piece(key)
    roll = ew_spotting_roll(play.state, own, counter, markers)
    spend_markers(play, unit, markers)
    yield from _roll_to_spot(play, own, counter, roll, "system")


def _ask_markers(play: Play[Game], unit: Unit) -> Script[int]:
    """Ask how many markers a unit spends; nobody is asked who has but one."""
    numbers = range(1, unit.mark_count(EW_MARKERS) + 1)
    if len(numbers) == 1:
        return 1
    options = [
        Option(str(number), markers_text(number), act="markers", shut=why_not_spent(unit, number))
        for number in numbers
    ]
    about = leader_of(play.state, unit.id).id
    chosen = yield from play.choose_one(
        "markers", unit.side, "How many markers?", closed_last(options), rule=EW_SPOTS, about=about
    )
    return int(chosen.key)


def _roll_to_spot(
    play: Play[Game], unit: Unit, counter: Piece, roll: OpposedRoll, task: Task
) -> Script[None]:
    text, by = phrase("{unit} looks for {}", unit.name, Ref(counter.id)), leader_of(play.state, unit.id).id
    margin = yield from roll_against_interference(play, unit, task, roll, 0, text, by)
    if margin > 0:
        yield from turn_over(play, counter.id, roll.rule)


def why_not_in_drone_sight(state: Battle, drone: Marker, counter: Piece) -> AnyText:
    """Return why a drone cannot see a counter, or "" if it can."""
    return "" if is_in_sight_from_above(state, counter.xy, (drone.x, drone.y)) else "a building hides it"


def drone_roll(state: Battle, unit: Unit, drone: Marker, counter: Piece) -> OpposedRoll | None:
    """Return the roll of a drone's level die against a counter in cover, or None for one in the open."""
    grade = place_cover(state, counter)
    if not grade:
        return None
    steps = int((math.dist((drone.x, drone.y), counter.xy) + TOL) // STEP_IN)
    shifts = [*COVER_SHIFTS[grade], *([Modifier(steps, f"{steps} x 12 in", DRONE_DIE)] if steps else [])]
    level = tables().electronics[unit_rules(unit).drone]
    return _roll((level, DieTag(unit.side, "Drone")), counter, shifts, DRONE_SPOTS)


def why_no_drone_spotting(state: Battle, unit: Unit) -> AnyText:
    """Return why a team's drone cannot spot any counter, or "" if it can."""
    drone = drone_of(state, unit.id)
    counters = enemy_counters(state, unit)
    if drone is None or not counters:
        return "the enemy has no counters"
    reasons = [why_not_in_drone_sight(state, drone, counter) for counter in counters]
    return "" if any(not reason for reason in reasons) else reasons[0]


def perform_drone_spotting(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which counter a drone tries to spot; one in the open is turned over without a roll."""
    own, drone = play.state.table.units[unit], drone_of(play.state, unit)
    if drone is None:
        return

    def why_not(counter: Piece) -> AnyText:
        return why_not_in_drone_sight(play.state, drone, counter)

    key = yield from play.ask(counter_decision(play.state, own, why_not, DRONE_SPOTS, DRONE_ACT))
    if key == NOBODY_KEY:
        return
    counter = play.state.table.piece(key)
    roll = drone_roll(play.state, own, drone, counter)
    if roll is None:
        yield from turn_over(play, counter.id, DRONE_DIE)
    else:
        yield from _roll_to_spot(play, own, counter, roll, "sensors")


EW_SPOT = UnitAction(
    "Spot by EW", EW_SPOTS, why_no_ew_spotting, perform_ew_spotting, lambda state, unit: is_on(unit)
)
DRONE_SPOT = UnitAction(
    "Spot from the drone",
    DRONE_SPOTS,
    why_no_drone_spotting,
    perform_drone_spotting,
    lambda state, unit: drone_of(state, unit.id) is not None,
)
