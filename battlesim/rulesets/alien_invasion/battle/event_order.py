"""A Special Event, worked through in its order when its turn in the batch comes."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import set_counters
from battlesim.table.ids import SideKey

from ..core.events import ObjectivesChanged
from ..core.lookups import faction_of
from ..core.state import EVENTS_SEEN, FOG, Game
from ..objectives.items import objectives
from ..support.fire_support import call_support
from ..underground.melee import sudden_melees
from .civilians import civilians_run
from .cyber_events import bring_group, lead_or_recycle
from .event_table import roll_for_event
from .hatching import hatch_and_prowl
from .returning import bring_back
from .special_events import awaits_team, clean_up_team

FRESH = 3
"""The figures of the group that comes with the first card to a side that is reinforced."""
ORDER, FACTIONS, ATTACHED = "MT-EVT-01", "MT-EVT-02", "MT-GAP-04"


def play_special_event(play: Play[Game]) -> Script[None]:
    """Resolve a Special Event: melees underground, then the events of factions, scenario and house rules.

    The card gives no actions. An option leaves only the melees and the Clean Up team of it.
    """
    set_counters(play, {FOG: 0}, ORDER)
    yield from sudden_melees(play)
    mode = play.state.game.parameters.events
    for side in play.state.game.seats:
        if awaits_team(play.state, side):
            yield from clean_up_team(play, side)
        if mode != "none":
            yield from faction_event(play, side)
    if mode == "none":
        return
    yield from civilians_run(play)
    scenario_event(play)
    yield from hatch_and_prowl(play)
    if mode == "table":
        yield from roll_for_event(play)


def faction_event(play: Play[Game], side: SideKey) -> Script[None]:
    """Resolve what a Special Event means for one faction, apart from a Clean Up team."""
    bring_back(play, side)
    yield from call_support(play, side)
    if faction_of(play.state, side).led:
        yield from lead_or_recycle(play, side)
    if side in (play.state.game.reinforced or ()) and play.state.game.count(EVENTS_SEEN) == 1:
        yield from bring_group(play, side, FRESH, FACTIONS)


def scenario_event(play: Play[Game]) -> None:
    """Resolve the next entry of the scenario's list of events: show its text and raise its flag."""
    listed, number = objectives(play.state).events, play.state.game.count(EVENTS_SEEN)
    if 0 < number <= len(listed):
        event = listed[number - 1]
        play.log_message(event.text, rule=ORDER)
        if event.flag:
            play.emit(ObjectivesChanged(rule=ORDER, flags=(event.flag,)))
