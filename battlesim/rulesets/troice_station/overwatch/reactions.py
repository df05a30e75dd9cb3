"""Overwatch: which figures may fire when a creature acts, and the decision, in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, Risk, closed_if, piece_options
from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.paths import point_along_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics import reaction_decisions
from battlesim.mechanics.interrupted_moves import closest_approach
from battlesim.mechanics.pieces import gap, set_mark
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import PathInterval, watch_intervals
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase, with_names
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Ground

from ..attack import flame, shooting
from ..core.lookups import active_foes, active_marines, has_ability, is_active
from ..core.marks import EMPTY, OVERWATCH
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.sight import shooting_rules
from ..markers.reveal import turn_over_due_markers

FIRE = "TS-ACT-14"
RELOAD_RISK_TEXTS = {
    "natural_1": "a 1 to hit leaves the weapon empty: to reload is an action",
    "counted": "each shot brings the next reload nearer: to reload is an action",
}
"""The risk of a shot for the weapon, by the value of the option `reload`."""
CONTACT_MARGIN_IN = 0.1
"""The distance in inches before contact at which the last chance to fire occurs."""
REVEALED_TEXT = "comes to light"
FIRST_SHOT_MOVE_IN = 1.0
"""The distance in inches that a creature already in sight moves before it is shot at."""
FLAME_SAMPLE_STEP_IN = 0.25
FLAME_PRECISION_IN = 0.002
SIGHT_SHIFT_IN = 0.0005
MAX_SIGHT_SHIFTS = 20
"""The number of shifts tried on each side to find a rounded point that is still in sight."""


class OverwatchChance(NamedTuple):
    """A chance for a figure to fire at a moving creature, `along` inches into its path."""

    along: float
    firer: str


def overwatch_marines(state: Battle) -> list[Piece]:
    """Return the marines on Overwatch that can fire."""
    return [p for p in active_marines(state) if not why_no_overwatch_fire(state, p)]


def why_no_overwatch_fire(state: Battle, piece: Piece) -> AnyText:
    """Return why a marine cannot fire on Overwatch, or "" if it can."""
    if not piece.has_mark(OVERWATCH):
        return "it is not on Overwatch"
    return shooting.why_cannot_shoot(state, piece)


def overwatch_decision(state: Battle, firer: Piece) -> ChooseOne:
    """Return the decision that asks at which creature a marine fires, as if each had acted where it is."""
    options = tuple(
        closed_if(_why_not(state, firer, foe), piece_options((foe,))[0]) for foe in active_foes(state, firer)
    )
    return reaction_decisions.reaction_decision(MARINES, "Overwatch", options, rule=FIRE, about=firer.id)


def _why_not(state: Battle, firer: Piece, creature: Piece) -> AnyText:
    if why := why_no_overwatch_fire(state, firer):
        return why
    if not may_fire_again(state, firer, creature):
        return "it has fired at it on this card"
    return "" if _in_view(state, firer, creature) else "out of sight"


def _once(firer: str, creature: str) -> str:
    return f"overwatch of {firer} at {creature}"


def may_fire_again(state: Battle, firer: Piece, creature: Piece) -> bool:
    """Return whether a figure may fire at a creature again in the same activation (TS-GAP-25)."""
    each = state.game.parameters.overwatch_shots == "one_per_action"
    return each or _once(firer.id, creature.id) not in state.game.passed


def overwatch_chances(
    state: Battle, creature: Piece, path: Sequence[Point], contact: float | None
) -> list[OverwatchChance]:
    """Return the points of a path at which a creature can be fired at, each with the firer.

    No shot is possible after `contact`, the distance along the path at which it touches a marine, or None.
    """
    last = path_length(path) if contact is None else max(contact - CONTACT_MARGIN_IN, 0.0)
    found = [
        OverwatchChance(along, firer.id)
        for firer in overwatch_marines(state)
        if may_fire_again(state, firer, creature)
        if (along := _moment(state, firer, creature, path, last)) is not None
    ]
    return sorted(found, key=lambda one: (one.along, _away(state, one, path), one.firer))


def _away(state: Battle, chance: OverwatchChance, path: Sequence[Point]) -> float:
    x, y = point_along_path(path, chance.along)
    fx, fy = state.table.piece(chance.firer).xy
    return round(math.dist((x, y), (fx, fy)), 3)


def _moment(state: Battle, firer: Piece, creature: Piece, path: Sequence[Point], last: float) -> float | None:
    """Return where on a path a figure fires, at first sight or nearest by an option (TS-GAP-26), or None."""
    if has_ability(firer, "template"):
        return _caught(state, firer, creature, path, last)
    watch = WatchCondition(firer, sight_rules=shooting_rules(state))
    seen = [one for one in watch_intervals(state.table, creature, path, watch) if one.start <= last]
    if not seen:
        return None
    waits = state.game.parameters.waits_for_nearest
    best = _nearest(path, seen, last, firer) if waits else _first(seen[0], last)
    return _in_sight(state, firer, creature, path, best, last)


def _in_sight(
    state: Battle, firer: Piece, creature: Piece, path: Sequence[Point], along: float, last: float
) -> float:
    """Return the distance nearest to `along` at which the firer sees the creature, found by small shifts."""
    steps = (along + side * k * SIGHT_SHIFT_IN for k in range(MAX_SIGHT_SHIFTS) for side in (1, -1))
    ground = state.table.ground
    stands = ((step, _at(ground, creature, path, step)) for step in steps if 0.0 <= step <= last)
    return next((step for step, there in stands if shooting.can_see_target(state, firer, there)), along)


def _at(ground: Ground, creature: Piece, path: Sequence[Point], along: float) -> Piece:
    return msgspec.structs.replace(creature, place=standing_place(ground, *point_along_path(path, along)))


def _nearest(path: Sequence[Point], seen: Sequence[PathInterval], last: float, firer: Piece) -> float:
    """Return the distance along a path at which a visible creature is nearest to the firer."""
    found = min(closest_approach(path, start, min(end, last), firer.xy) for start, end in seen)
    return found.along


def _first(seen: PathInterval, last: float) -> float:
    """Return where a creature is first fired at: on coming into sight or, if seen already, after an inch."""
    return seen.start if seen.start > 0.0 else min(FIRST_SHOT_MOVE_IN, seen.end, last)


def _caught(state: Battle, firer: Piece, creature: Piece, path: Sequence[Point], last: float) -> float | None:
    """Return the first distance along a path where a flame catches a creature, found by sampling, or None."""

    def holds(along: float) -> bool:
        return flame.flame_catches(state, firer, _at(state.table.ground, creature, path, along))

    marks = [min(k * FLAME_SAMPLE_STEP_IN, last) for k in range(int(last / FLAME_SAMPLE_STEP_IN) + 2)]
    if holds(0.0):
        return min(FIRST_SHOT_MOVE_IN, last) if holds(min(FIRST_SHOT_MOVE_IN, last)) else 0.0
    found = next(((a, b) for a, b in pairwise(marks) if holds(b)), None)
    if found is None:
        return None
    low, high = found
    while high - low > FLAME_PRECISION_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def offer_overwatch(
    play: Play[Game], creature: str, why: str, firers: Sequence[str] | None = None
) -> Script[None]:
    """Offer Overwatch shots at a creature where it is, to the nearest firer first.

    If `firers` is given, only these figures are asked. A reaction never triggers another reaction.
    """
    asked: set[str] = set()

    def question() -> ChooseOne | None:
        target = play.state.table.pieces.get(creature)
        if target is None or not is_active(target) or engaged_enemies(play.state, target):
            return None
        options = list(_options(play.state, target, asked, firers))
        if not options:
            return None
        words = with_names(phrase("Fire at {} as it {acts}?", Ref(creature), why), play.state.table.name_of)
        return reaction_decisions.reaction_decision(
            MARINES,
            str(words),
            options,
            rule=FIRE,
            about=creature,
            fires=options[0].key,
            passing="Hold fire",
        )

    def react(chosen: Option) -> Script[None]:
        asked.add(chosen.by[0])
        yield from fire_overwatch(play, chosen.by[0], creature)

    yield from reaction_decisions.ask_reactions(play, question, react)


def reveal_due_markers(play: Play[Game]) -> Script[None]:
    """Turn over all markers that must now be revealed, and offer Overwatch shots at the creatures found."""
    for creature in (yield from turn_over_due_markers(play)):
        yield from offer_overwatch(play, creature, REVEALED_TEXT)


def _options(
    state: Battle, creature: Piece, asked: set[str], firers: Sequence[str] | None
) -> Iterator[Option]:
    able = [p for p in overwatch_marines(state) if p.id not in asked and (firers is None or p.id in firers)]
    for firer in sorted(able, key=lambda p: (round(gap(state, p.id, creature.id), 3), p.id)):
        if may_fire_again(state, firer, creature) and _in_view(state, firer, creature):
            at, by, to = (firer.id, creature.id), (firer.id,), (creature.id,)
            yield Option(f"fire:{firer.id}", firer.name, at, "", FIRE, by, "fire", to, risk=_risk(state))


def _risk(state: Battle) -> Risk | None:
    """Return the risk that a shot leaves the weapon empty, or None if weapons are never reloaded."""
    words = RELOAD_RISK_TEXTS.get(state.game.parameters.reload, "")
    empty = any(p.has_mark(OVERWATCH) and p.has_mark(EMPTY) for p in active_marines(state))
    return Risk("a weapon is empty", words, empty) if words else None


def _in_view(state: Battle, firer: Piece, creature: Piece) -> bool:
    if has_ability(firer, "template"):
        return flame.flame_catches(state, firer, creature)
    return shooting.can_see_target(state, firer, creature)


def fire_overwatch(play: Play[Game], firer: str, creature: str) -> Script[None]:
    """Fire an Overwatch shot, which does not count as an action."""
    play = play.under_rule(FIRE)
    play.emit(MilestonePassed(what=_once(firer, creature)))
    target = play.state.table.piece(creature)
    if has_ability(play.state.table.piece(firer), "template"):
        yield from flame.fire_flame(play, firer, target.xy)
    else:
        yield from shooting.shoot(play, firer, creature, reaction=True)
    if play.state.game.parameters.overwatch_shots == "one_only":
        set_mark(play, [firer], OVERWATCH, 0)
