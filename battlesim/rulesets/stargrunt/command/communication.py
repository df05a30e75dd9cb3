"""Messages between units: a quality die of the sender against the worse of both leaderships."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import Threshold, ThresholdRoll
from battlesim.mechanics.contest import shifted_die
from battlesim.table.events import DieTag, Modifier
from battlesim.table.phrases import phrase
from battlesim.table.units import Unit

from ..core.lookups import leader_of, quality_die, unit_rules
from ..core.state import Battle, Game
from ..electronics.interference import roll_against_interference
from .chain import bypassed_levels, unit_gap

COMMUNICATES, BYPASSES = "SG-COM-01", "SG-COM-02"
NEIGHBOURS = "SG-GAP-35"
NEIGHBOUR_IN = 6.0
"""How near units need no roll to communicate, inches."""


def needs_no_roll(state: Battle, sender: Unit, receiver: Unit) -> bool:
    """Return whether a message succeeds without a roll, because the units are next to each other."""
    near = unit_gap(state, sender.id, receiver.id) <= NEIGHBOUR_IN + TOL
    return near and not state.game.parameters.always_rolls_comms


def communication_roll(sender: Unit, receiver: Unit) -> ThresholdRoll:
    """Return the roll for a message from one unit to another."""
    levels = bypassed_levels(sender, receiver)
    shifts = (Modifier(-levels, f"{levels} level{'s' * (levels > 1)} bypassed", BYPASSES),) if levels else ()
    tag = DieTag(sender.side, "Quality", shifts)
    poorer = max(unit_rules(unit).leadership for unit in (sender, receiver))
    needed = Threshold(poorer + 1, "Communication", rule=COMMUNICATES)
    sides = shifted_die(quality_die(sender), tag).sides
    return ThresholdRoll(sides=(sides,), thresholds=(needed,), tags=(tag,), rule=COMMUNICATES)


def communication_chance(state: Battle, sender: Unit, receiver: Unit) -> float:
    """Return the chance that a message from one unit to another succeeds."""
    if needs_no_roll(state, sender, receiver):
        return 1.0
    return communication_roll(sender, receiver).chances().get(1, 0.0)


def communicate(play: Play[Game], sender: Unit, receiver: Unit) -> Script[bool]:
    """Roll for a message, unless none is needed. Return whether it succeeds."""
    if needs_no_roll(play.state, sender, receiver):
        play.remark("communication", "neighbours need no roll", about=receiver.id)
        return True
    text = phrase("{} calls {}", sender.name, receiver.name)
    by = leader_of(play.state, sender.id).id
    roll = communication_roll(sender, receiver)
    return bool((yield from roll_against_interference(play, sender, "communication", roll, 0, text, by)))
