"""The house table of Special Events: fog, panic, a lucky find, confusion, a second wind, or nothing."""

from __future__ import annotations

from battlesim.behaviour.forced_acts import roll_on_table
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import set_counters
from battlesim.table.ids import SideKey
from battlesim.table.result_tables import ResultEntry

from ..actions.card import act_once
from ..core.lookups import all_figures, groups_of
from ..core.state import CONFUSED, FOG, LUCKY_PREFIX, Battle, Game
from .civilians import civilians_run

TABLE = "MT-EVT-03"
FACES = (
    "fog: nobody sees further than 24 inches until the next event",
    "panic: civilians run at once",
    "lucky find: the next Action roll of each faction succeeds on 5 or 6",
    "confusion: the next action card counts as a Single",
    "second wind: the smallest faction acts at once",
    "nothing",
)
ENTRIES = tuple(ResultEntry((face,), text, TABLE) for face, text in enumerate(FACES, 1))


def roll_for_event(play: Play[Game]) -> Script[None]:
    """Roll on the event table and carry out the result."""
    face, _ = yield from roll_on_table(play, "", "Special Event", ENTRIES, rule=TABLE)
    seats = play.state.game.seats
    if face == 1:
        set_counters(play, {FOG: 1}, TABLE)
    elif face == 2:
        yield from civilians_run(play)
    elif face == 3:
        set_counters(play, {LUCKY_PREFIX + side: 1 for side in seats}, TABLE)
    elif face == 4:
        set_counters(play, {CONFUSED: 1}, TABLE)
    elif face == 5:
        yield from act_once(play, smallest_side(play.state), TABLE)


def smallest_side(state: Battle) -> SideKey:
    """Return the side with the fewest figures on the table; in a tie, the one with the lowest seat."""
    counts = {
        side: len(all_figures(state, [unit.id for unit in groups_of(state, side)]))
        for side in state.game.seats
    }
    alive = [side for side in state.game.seats if counts[side]]
    return min(alive, key=lambda side: counts[side])
