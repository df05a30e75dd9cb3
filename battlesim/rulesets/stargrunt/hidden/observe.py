"""Observation: the quality and sensor dice of a unit against the die of a counter."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import MAJOR, MultipleOpposedRoll, Successes, shifted_die
from battlesim.rulings.sight import pair_verdicts
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction
from ..core.choices import NOBODY_KEY, choose_or_none
from ..core.lookups import has_tag, is_counter, is_inverted, leader_of, ok_figures, quality_die, unit_rules
from ..core.marks import IN_POSITION
from ..core.profiles import tables
from ..core.state import Battle, Game
from ..electronics.interference import roll_against_interference
from ..ground.cover import COVER_SHIFTS, figure_cover
from ..ground.sight import sight_rules
from .reveal import flip, mine_under, turn_over, unit_under

OBSERVES = "SG-OBS-01"
MINOR, MAJOR_SUCCESS, MINES = "SG-OBS-03", "SG-OBS-04", "SG-OBS-05"
DUMMIES, STEPS = "SG-GAP-54", "SG-GAP-55"
LOWEST_DIE = 4
STEP_IN, MINE_IN = 12.0, 6.0
"""Inches of range for each shift of the counter's die, and the range within which mines are found."""


def sensor_die(state: Battle, unit: Unit) -> int:
    """Return the sensor die of a unit: its own, or else that of aliens, vehicles or infantry.

    Rules: SG-GAP-56.
    """
    if own := unit_rules(unit).sensors:
        return tables().sensors[own]
    figures = ok_figures(state, unit.id)
    alien = unit_rules(unit).automated or any(has_tag(piece, "alien") for piece in figures)
    vehicle = any(piece.hull for piece in figures)
    return tables().sensors["eye" if alien else "enhanced" if vehicle else "basic"]


def observation_roll(state: Battle, unit: UnitId, counter: Piece) -> MultipleOpposedRoll:
    """Return the roll to observe a counter; the counter's die comes first.

    Rules: SG-OBS-02.
    """
    own, leader = state.table.units[unit], leader_of(state, unit)
    tag = DieTag(counter.side, "Counter", tuple(_counter_shifts(state, leader, counter)))
    return MultipleOpposedRoll(
        sides=(shifted_die(LOWEST_DIE, tag).sides, quality_die(own), sensor_die(state, own)),
        tags=(tag, DieTag(own.side, "Quality"), DieTag(own.side, "Sensors")),
        rule=OBSERVES,
    )


def _counter_shifts(state: Battle, leader: Piece, counter: Piece) -> list[Modifier]:
    steps = int((math.dist(leader.xy, counter.xy) + TOL) // STEP_IN)
    shifts = [Modifier(steps, f"{steps} x 12 in", STEPS)] if steps else []
    if state.table.units[counter.unit].has_mark(IN_POSITION):
        shifts.append(Modifier(1, "in position", STEPS))
    return [*shifts, *COVER_SHIFTS[figure_cover(state, counter, leader.xy)]]


def observable_counters(state: Battle, unit: Unit) -> list[Piece]:
    """Return the enemy counters on the table."""
    return [p for p in state.table.standing_pieces() if p.side != unit.side and is_counter(p)]


def why_not_observed(state: Battle, unit: UnitId, counter: Piece) -> AnyText:
    """Return why a unit cannot observe a counter, or "" if it can.

    Rules: SG-GAP-57.
    """
    pair = [(leader_of(state, unit), counter)]
    (verdict,) = pair_verdicts(state.table, sight_rules(), pair, with_blockers=False)
    return "" if verdict.visible else "its leader does not see it"


def why_cannot_observe(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no counter to observe, or "" if it has one."""
    reasons = [why_not_observed(state, unit.id, counter) for counter in observable_counters(state, unit)]
    return "" if any(not reason for reason in reasons) else "its leader sees no counter"


def observation_decision(state: Battle, unit: Unit) -> ChooseOne:
    """Return the decision that asks which enemy counter a unit observes."""
    options = [
        Option(
            counter.id,
            counter.name,
            (counter.id,),
            rule=OBSERVES,
            act="observe",
            to=(counter.id,),
            shut=why_not_observed(state, unit.id, counter),
        )
        for counter in observable_counters(state, unit)
    ]
    prompt = phrase("{unit}: observe which counter?", unit.name)
    return choose_or_none(state, unit, prompt, options, what="counter", rule=OBSERVES)


def perform_observation(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which counter a unit observes, and roll for it."""
    own = play.state.table.units[unit]
    key = yield from play.ask(observation_decision(play.state, own))
    if key == NOBODY_KEY:
        return
    counter = play.state.table.piece(key)
    roll, by = observation_roll(play.state, unit, counter), leader_of(play.state, unit).id
    text = phrase("{} observes {}", own.name, Ref(key))
    if sensor_die(play.state, own) > LOWEST_DIE:
        found = yield from roll_against_interference(play, own, "sensors", roll, Successes(0, 0), text, by)
    else:
        found = yield from roll_script(play, single_roll(roll), text, rule=OBSERVES, by=by)
    yield from spot_counter(play, unit, counter, found.dice)


def spot_counter(play: Play[Game], unit: UnitId, counter: Piece, dice: int) -> Script[None]:
    """Apply the result of an observation in which a number of dice were higher than the counter's."""
    state, under = play.state, unit_under(play.state, counter)
    if mine_under(state, counter) is not None:
        if dice >= MAJOR and math.dist(leader_of(state, unit).xy, counter.xy) <= MINE_IN + TOL:
            yield from turn_over(play, counter.id, MINES)
    elif dice >= MAJOR:
        yield from turn_over(play, counter.id, MAJOR_SUCCESS)
    elif dice and under is None:
        if play.state.game.parameters.minor_removes_dummy and not _is_decoy(state, counter):
            yield from turn_over(play, counter.id, DUMMIES)
    elif dice and not _is_decoy(state, counter) and is_inverted(state.table.units[counter.unit]):
        flip(play, counter.id, MINOR)


def _is_decoy(state: Battle, counter: Piece) -> bool:
    """Return whether a counter is one of those of a sniper, which a minor success does not tell apart."""
    return bool(unit_rules(state.table.units[counter.unit]).covers)


OBSERVE_ACTION = UnitAction(
    "Observe",
    OBSERVES,
    why_cannot_observe,
    perform_observation,
    lambda state, unit: bool(observable_counters(state, unit)),
)
