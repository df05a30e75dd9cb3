"""Reconnaissance by fire: a major success turns up a unit's counter and suppresses the unit."""

from __future__ import annotations

from functools import cache

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase

from ..attack.fire_roll import fire_roll
from ..attack.shooting import spend_weapons
from ..attack.targeting import Fire
from ..core.hidden_units import counters_of
from ..core.lookups import leader_of
from ..core.state import Battle, Game
from ..morale.suppression import suppress
from .reveal import flip, unit_under

RECON, NOTHING_ELSE = "SG-RBF-01", "SG-RBF-02"
ANY_WEAPON = "SG-GAP-58"


def recon_chance(state: Battle, fire: Fire) -> float:
    """Return the chance of a major success when firing at a counter."""
    return _major_chance(fire_roll(state, fire).sides)


@cache
def _major_chance(sides: tuple[int, ...]) -> float:
    chances = MultipleOpposedRoll(sides=sides).chances()
    return sum(chance for found, chance in chances.items() if found.dice >= MAJOR)


def fire_at_counter(play: Play[Game], fire: Fire) -> Script[None]:
    """Resolve fire at a face-down counter, which has no effect without a major success."""
    state, units = play.state, play.state.table.units
    spend_weapons(play, fire)
    text = phrase("{} at {}", units[fire.unit].name, units[fire.target].name)
    by = leader_of(state, fire.unit).id
    found = yield from roll_script(play, single_roll(fire_roll(state, fire)), text, rule=ANY_WEAPON, by=by)
    hit = next((c for c in counters_of(state, fire.target) if unit_under(state, c)), None)
    if found.dice < MAJOR or hit is None:
        play.log_message("Nothing stirs", rule=NOTHING_ELSE)
        return
    unit = UnitId(unit_under(state, hit) or "")
    flip(play, hit.id, RECON)
    suppress(play, unit, RECON)
