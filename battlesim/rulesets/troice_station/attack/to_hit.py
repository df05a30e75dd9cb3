"""The roll to hit with a shot: the number needed, and its modifiers (TS-FIRE-05), in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import Threshold, ThresholdRoll, modifier_total
from battlesim.mechanics.pieces import gap, is_within_distance
from battlesim.rulings.sight import Verdict
from battlesim.table.events import Modifier
from battlesim.table.pieces import Piece

from ..core.lookups import active_foes, has_ability, is_active, piece_profile
from ..core.marks import AIMED, DOWN, EARLIER, MOVED, RAN, SHOTS, VEHICLE
from ..core.profiles import FIGURES
from ..core.state import Battle
from ..ground.contact import engaged_enemies
from ..ground.sight import sees, shooting_rules, sight_verdict

HIT = "TS-FIRE-01"
CLOSE_RANGE_IN = 6.0
CLOSE_NUMBER, FAR_NUMBER = 3, 4
FULL_SPEED_COUNT = 2
MISSED_MARGIN = -99
"""The margin that stands for a shot that missed."""


class FireMode(NamedTuple):
    """The way a shot is fired: as Cover Fire, or as a reaction on Overwatch."""

    cover_fire: bool = False
    reaction: bool = False


PLAIN_FIRE = FireMode()


def range_threshold(state: Battle, distance: float) -> Threshold:
    """Return the number needed to hit at a distance in inches (TS-FIRE-03, TS-FIRE-04)."""
    near = is_within_distance(distance, CLOSE_RANGE_IN)
    if state.game.parameters.far_is_close:  # TS-GAP-44
        near = distance >= CLOSE_RANGE_IN - TOL
    return Threshold(CLOSE_NUMBER if near else FAR_NUMBER, "To hit", "to hit")


def shot_modifiers(state: Battle, firer: Piece, target: Piece, manner: FireMode) -> tuple[Modifier, ...]:
    """Return all modifiers of a shot at a target; positive values make the target harder to hit."""
    seen = sight_verdict(state, firer, target, shooting_rules(state))
    return (
        *concealment_modifiers(state, seen),
        *_of_target(state, firer, target, manner),
        *firer_modifiers(state, firer, manner),
    )


def concealment_modifiers(state: Battle, verdict: Verdict) -> Iterator[Modifier]:
    """Yield the modifier for the part of a target that is hidden (TS-GAP-47).

    Its label rounds the percentage down, so that it never suggests a higher modifier.
    """
    hidden, upper = 1.0 - verdict.share, state.game.parameters.upper_limits
    full = hidden > 0.25 + 1e-9 if upper else hidden >= 0.5 - 1e-9
    partial = hidden > 1e-9 if upper else hidden >= 0.25 - 1e-9
    words = f"{math.floor(100.0 * hidden + 1e-6)}% of it is hidden"
    if full:
        yield Modifier(2, words, "TS-FIRE-07")
    elif partial:
        yield Modifier(1, words, "TS-FIRE-06")


def _of_target(state: Battle, firer: Piece, target: Piece, manner: FireMode) -> Iterator[Modifier]:
    if _sprints(state, target, manner):
        yield Modifier(1, "it runs", "TS-FIRE-08")
    if target.has_mark(DOWN):
        yield Modifier(-1, "it lies still", "TS-FIRE-14")
    elif state.game.parameters.still_counts and not target.has_mark(MOVED):
        yield Modifier(-1, "it does not move", "TS-FIRE-15")
    if not is_closest(state, firer, target):
        yield Modifier(1, "another enemy is closer", "TS-FIRE-16")


def _sprints(state: Battle, target: Piece, manner: FireMode) -> bool:
    """Return whether a target counts as running; with an option, only during its move (TS-GAP-52)."""
    lasting = state.game.parameters.sprint_lasts or manner.reaction
    return target.has_mark(RAN) and lasting and is_active(target) and not engaged_enemies(state, target)


def is_closest(state: Battle, firer: Piece, target: Piece) -> bool:
    """Return whether no active enemy that the firer sees is nearer than its target (TS-GAP-54).

    If an option says so, this is always true for a Sniper, who may choose any target (TS-GAP-31).
    """
    if state.game.parameters.sniper_picks and has_ability(firer, "sniper"):
        return True
    away = gap(state, firer.id, target.id)
    nearer = [
        p for p in active_foes(state, firer) if not is_within_distance(away, gap(state, firer.id, p.id))
    ]
    return not any(sees(state, firer, other, shooting_rules(state)) for other in nearer)


def firer_modifiers(state: Battle, firer: Piece, manner: FireMode) -> Iterator[Modifier]:
    """Yield the modifiers of a shot that depend only on the firer (TS-GAP-27)."""
    parameters, rides = state.game.parameters, firer.mark_count(VEHICLE)
    if rides >= FULL_SPEED_COUNT:
        yield Modifier(2, "on a vehicle at full speed", "TS-FIRE-11")
    elif rides:
        yield Modifier(1, "on a moving vehicle", "TS-FIRE-10")
    elif firer.has_mark(MOVED) and parameters.on_foot_counts and not manner.reaction:  # TS-GAP-50
        yield Modifier(1, "the firer has moved", "TS-FIRE-09")
    if manner.cover_fire:
        yield Modifier(1, "Cover Fire", "TS-FIRE-12")
    if shots := firer.mark_count(SHOTS) + (0 if manner.reaction else firer.mark_count(EARLIER)):
        yield Modifier(shots if parameters.shots_grow else 1, "not the first shot", "TS-FIRE-13")  # TS-GAP-53
    if firer.has_mark(AIMED):
        yield Modifier(-1, "aimed", "TS-FIRE-17")


def shot_roll(state: Battle, firer: Piece, reach: Threshold, added: tuple[Modifier, ...]) -> ThresholdRoll:
    """Return the roll to hit; modifiers change the die or the number needed, as an option says (TS-GAP-45).

    A dash in the table means no bonus (TS-GAP-06). Options make a 6 always hit, a 1 always miss (TS-GAP-46).
    """
    parameters, bonus = state.game.parameters, piece_profile(firer).fire
    own = (Modifier(bonus, "Firing Bonus", FIGURES),) if bonus else ()
    naturals = ({6: 1} if parameters.six_hits else {}) | ({1: 0} if parameters.one_misses else {})
    if parameters.modifiers_on_die:
        return ThresholdRoll(thresholds=(reach,), changes=(*own, *added), rule=HIT, naturals=naturals)
    words = ", ".join(f"{one.value:+d} {one.words}" for one in added)
    needs = reach._replace(
        least=reach.least + modifier_total(added),
        words=f"to hit ({reach.least} {words})" if words else "to hit",
    )
    return ThresholdRoll(thresholds=(needs,), changes=own, rule=HIT, naturals=naturals)


def figure_to_hit_roll(
    state: Battle, firer: Piece, target: Piece, manner: FireMode = PLAIN_FIRE
) -> ThresholdRoll:
    """Return the roll to hit a figure with a shot."""
    reach = range_threshold(state, gap(state, firer.id, target.id))
    return shot_roll(state, firer, reach, shot_modifiers(state, firer, target, manner))
