"""Fire at the craft of an air attack, before it drops anything."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.interruptions import Interruptions, ask_interruptions
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase

from ..core.lookups import active_units, is_suppressed
from ..core.marks import PANIC
from ..core.state import Game, Mission
from ..electronics.air_defence import AirDefence, AirTarget, air_defence_decision, fire_at_air_target
from .missions import battery_of

CRAFT = "SG-GAP-133"
CRAFT_DIE = 10


def ask_air_defence(play: Play[Game], mission: Mission) -> Script[bool]:
    """Ask the enemy whether a unit fires at the craft of a mission; return whether it is brought down.

    The craft is where the first burst is to fall. One weapon may try.
    """
    battery = battery_of(play.state, mission)
    target = AirTarget(mission.id, battery.name, CRAFT_DIE, SideKey(battery.side), mission.at)
    prompt = phrase("{} comes in: fire at the craft?", battery.name)
    asked: list[AirDefence] = []

    def decision_of(side: SideKey, found: Interruptions) -> AirDefence | None:
        if found:
            return None
        able = [u for u in active_units(play.state, side) if not is_suppressed(u) and not u.has_mark(PANIC)]
        asked.append(air_defence_decision(play.state, side, able, [target], prompt))
        return asked[-1]

    for _, option in (yield from ask_interruptions(play, target.side, decision_of)):
        if (yield from fire_at_air_target(play, asked[-1].shot(play.state, option.key))):
            play.log_message(phrase("{} is shot down", battery.name), rule=CRAFT)
            return True
    return False
