"""Fire at the craft of an air attack, before it drops anything."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.play import Play, Script
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase

from ..core.lookups import active_units, is_suppressed
from ..core.marks import PANIC
from ..core.state import Game, Mission
from ..electronics.air_defence import (
    AirShot,
    AirTarget,
    air_shot_decision,
    air_shot_options,
    fire_at_air_target,
)
from .missions import battery_of

CRAFT = "SG-GAP-133"
CRAFT_DIE = 10


def ask_air_defence(play: Play[Game], mission: Mission) -> Script[bool]:
    """Ask the enemy whether a unit fires at the craft of a mission; return whether it is brought down.

    The craft is where the first burst is to fall. One weapon may try.
    """
    battery = battery_of(play.state, mission)
    target = AirTarget(battery.name, CRAFT_DIE, SideKey(battery.side), mission.at)
    shots: dict[str, AirShot] = {}

    def decision_of(side: SideKey, found: Interruptions) -> ChooseOne | None:
        if found:
            return None
        able = [u for u in active_units(play.state, side) if not is_suppressed(u) and not u.has_mark(PANIC)]
        known = [pair for unit in able for pair in air_shot_options(play.state, unit, target)]
        shots.update({option.key: shot for shot, option in known})
        prompt = phrase("{} comes in: fire at the craft?", battery.name)
        return air_shot_decision(side, [option for _, option in known], prompt, "", CRAFT)

    for _, option in (yield from ask_interruptions(play, target.side, decision_of)):
        if (yield from fire_at_air_target(play, shots[option.key])):
            play.log_message(phrase("{} is shot down", battery.name), rule=CRAFT)
            return True
    return False
