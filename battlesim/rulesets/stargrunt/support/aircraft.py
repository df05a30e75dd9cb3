"""Fire at the aircraft of an air attack before it drops its load."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase

from ..core.lookups import active_units, is_suppressed
from ..core.marks import PANIC
from ..core.state import Battle, Game, Mission
from ..electronics.air_defence import AirDefence, AirTarget, air_defence_decision, fire_at_air_target
from .missions import battery_of

CRAFT = "SG-GAP-133"
CRAFT_DIE = 10


def craft_decision(state: Battle, side: SideKey, mission: Mission) -> AirDefence:
    """Return the decision that asks whether a side fires at the aircraft of a mission.

    The aircraft counts as being where its first burst will fall.
    """
    battery = battery_of(state, mission)
    target = AirTarget(mission.id, battery.name, CRAFT_DIE, SideKey(battery.side), mission.at)
    able = [
        unit for unit in active_units(state, side) if not is_suppressed(unit) and not unit.has_mark(PANIC)
    ]
    prompt = phrase("{aircraft} comes in: fire at it?", battery.name)
    return air_defence_decision(state, side, able, [target], prompt)


def ask_air_defence(play: Play[Game], mission: Mission) -> Script[bool]:
    """Ask the enemy whether to fire a weapon at a mission's aircraft. Return whether it is brought down."""
    battery = battery_of(play.state, mission)

    def decision_of(side: SideKey, found: Interruptions) -> AirDefence | None:
        return None if found else craft_decision(play.state, side, mission)

    for side, option in (yield from ask_interruptions(play, SideKey(battery.side), decision_of)):
        shot = craft_decision(play.state, side, mission).shot(play.state, option.key)
        if (yield from fire_at_air_target(play, shot)):
            play.log_message(phrase("{aircraft} is shot down", battery.name), rule=CRAFT)
            return True
    return False
