"""Reactions of waiting models: where on its path an enemy can be shot at or charged, and the question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.paths import point_along_path, polyline_length
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import closest_approach
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.watch_intervals import PathInterval, WatchCondition, watch_intervals
from battlesim.table.ids import SideKey
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import OnTable, Piece

from ..assault import fighting
from ..attack.shooting import resolve_shot
from ..attack.strike import Shot, needed_score
from ..attack.targeting import fire_arc, why_barred_by_contact, why_out_of_range, why_out_of_sight
from ..core.events import TargetsForgotten, TargetTriggered
from ..core.lookups import is_in_use, is_standing, piece_profile, piece_weapons, standing_enemies
from ..core.marks import HIDDEN, REACTED, SUPPRESSED, WAITS_TO_ASSAULT, WAITS_TO_FIRE
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from ..ground.contact import enemies_in_contact
from ..ground.sight import sight_rules

FIRE_ZONE = "IE-LIW-08"
FIRES = "IE-LIW-10"
CHARGES = "IE-LIW-21"
ONCE = "IE-GAP-69"
STOPS = "IE-GAP-70"
STOP_STEP_IN = 0.5
"""Inches of path between the stops within the zone of a waiting model."""
END_MARGIN_IN = 0.01
SETTLE_STEP_IN, MAX_SETTLE_STEPS = 0.0005, 20
"""The steps, inches, and their number in which the end of an interval is moved inward."""
PASS_KEY = "pass"


def may_react(state: Battle, piece: Piece) -> bool:
    """Return whether a waiting model may still react before its own next turn."""
    if enemies_in_contact(state, piece) or piece.id in state.game.held:
        return False
    return not (piece.has_mark(REACTED) and state.game.parameters.reacts_once)


def waiting_enemies(state: Battle, mover: Piece, mark: str) -> list[Piece]:
    """Return the enemies of a mover that lie in wait in a mode and may react to it."""
    if not is_in_use(state, "laying_in_wait"):
        return []
    found = (enemy for enemy in standing_enemies(state, mover) if enemy.has_mark(mark))
    return [enemy for enemy in found if may_react(state, enemy)]


def why_no_waiting_shot(state: Battle, waiter: Piece, weapon: Weapon, target: Piece) -> bool:
    """Return True if a waiting model cannot shoot at a target where it stands now.

    Rules: IE-LIW-06, IE-LIW-12, IE-LIW-09, IE-GAP-77.
    """
    checks = (why_barred_by_contact, why_out_of_range, why_out_of_sight)
    if any(check(state, waiter, weapon, target) for check in checks):
        return True
    return not piece_arc_ruling(state.table, waiter, target, fire_arc(state), "any").inside


def best_weapon(state: Battle, waiter: Piece, target: Piece) -> str:
    """Return the weapon of a waiting model with the lowest strike score at a target, "" if none can shoot."""
    arms = piece_weapons(waiter)
    able = [key for key, arm in arms.items() if not why_no_waiting_shot(state, waiter, arm, target)]
    scores = {key: needed_score(state, Shot(waiter, target, arms[key])) for key in able}
    return min(able, key=lambda key: (scores[key], key), default="")


def reaction_stops(state: Battle, mover: Piece, path: Sequence[Point]) -> list[PathMoment]:
    """Return the stops of a path at which waiting enemies may react, in order of the path."""
    found = [*_all_shots(state, mover, path), *_all_charges(state, mover, path)]
    return sorted(found, key=lambda stop: (stop.along, stop.by))


def _all_shots(state: Battle, mover: Piece, path: Sequence[Point]) -> Iterator[PathMoment]:
    for waiter in waiting_enemies(state, mover, WAITS_TO_FIRE):
        yield from _shots(state, waiter, mover, path)


def _all_charges(state: Battle, mover: Piece, path: Sequence[Point]) -> Iterator[PathMoment]:
    for waiter in _chargers(state, mover):
        yield from _charges(state, waiter, mover, path)


def _chargers(state: Battle, mover: Piece) -> Iterator[Piece]:
    """Yield the waiting enemies that may charge; a suppressed one cannot."""
    for waiter in waiting_enemies(state, mover, WAITS_TO_ASSAULT):
        if not waiter.has_mark(SUPPRESSED):
            yield waiter


def zone_intervals(state: Battle, waiter: Piece, mover: Piece, path: Sequence[Point]) -> list[PathInterval]:
    """Return the intervals of a path in which the mover is in the zone of a model that waits to fire.

    An interval in which the move begins counts only if the mover is a target of this turn already, or by
    option (IE-GAP-68).
    """
    reach = max((weapon.max_range for weapon in piece_weapons(waiter).values()), default=0.0)
    watch = WatchCondition(
        waiter,
        sight_rules(state),
        reach,
        fire_arc(state),
        arc_part="any",
        unobscured=mover.has_mark(HIDDEN),
    )
    found = watch_intervals(state.table, mover, path, watch)
    known = mover.id in state.game.triggered.get(waiter.id, ()) or state.game.parameters.acts_in_zone
    return [interval for interval in found if known or interval.start > 0.0]


def _shots(state: Battle, waiter: Piece, mover: Piece, path: Sequence[Point]) -> Iterator[PathMoment]:
    """Yield the stops within the zone of a model that waits to fire at which it has a shot."""

    def can_shoot(along: float) -> bool:
        return bool(best_weapon(state, waiter, moved_to(mover, point_along_path(path, along))))

    for interval in zone_intervals(state, waiter, mover, path):
        start = settled_point(interval.start, 1.0, can_shoot)
        end = settled_point(interval.end, -1.0, can_shoot)
        if start is None or end is None or start > end:
            continue
        for along, words in _fire_stops(path, PathInterval(start, end), waiter):
            if can_shoot(along):
                point = moved_to(mover, point_along_path(path, along)).xy
                yield PathMoment(point, along, words, waiter.id)


def settled_point(along: float, direction: float, holds: Callable[[float], bool]) -> float | None:
    """Return the first point at or beyond an end of an interval at which a condition holds.

    Positions are rounded, so that it may fail at the end itself. Return None if it holds nowhere near.
    """
    steps = (round(along + direction * k * SETTLE_STEP_IN, 4) for k in range(MAX_SETTLE_STEPS))
    return next((step for step in steps if holds(step)), None)


def _fire_stops(path: Sequence[Point], interval: PathInterval, waiter: Piece) -> Iterator[tuple[float, str]]:
    """Yield the stops within an interval: entry, every 0.5 in, the nearest point, the last point.

    Rules: IE-LIW-11.
    """
    start, end = interval
    nearest = closest_approach(path, start, end, waiter.xy).along
    steps = [start + STOP_STEP_IN * k for k in range(1, math.ceil((end - start) / STOP_STEP_IN))]
    named = {start: "as soon as it can be", nearest: "where it is nearest", end: "at the last moment"}
    found = {round(along, 3): "on the way" for along in steps}
    found |= {round(along, 3): words for along, words in named.items()}
    yield from sorted(found.items())


def _charges(state: Battle, waiter: Piece, mover: Piece, path: Sequence[Point]) -> Iterator[PathMoment]:
    """Yield the point at which a mover comes into sight and assault range, if a path leads into contact.

    Rules: IE-LIW-20, IE-LIW-22, IE-GAP-72.
    """
    watch = WatchCondition(
        waiter, sight_rules(state), piece_profile(waiter).move, unobscured=mover.has_mark(HIDDEN)
    )

    def can_charge(along: float) -> bool:
        there = moved_to(mover, point_along_path(path, along))
        table = state.table.with_pieces(there)
        return fighting.charge_leg(state.with_table(table), waiter, there, free=True) is not None

    for interval in watch_intervals(state.table, mover, path, watch):
        entered = interval.start > 0.0 or state.game.parameters.acts_in_zone
        along = settled_point(interval.start, 1.0, can_charge) if entered else None
        if along is not None:
            yield PathMoment(moved_to(mover, point_along_path(path, along)).xy, along, "charge it", waiter.id)
            return


def moved_to(piece: Piece, point: Point) -> Piece:
    """Return a model as it would stand at a point, with its position rounded as an event rounds it."""
    place = piece.place if isinstance(piece.place, OnTable) else OnTable(*point)
    there = msgspec.structs.replace(place, x=round(point[0], 3), y=round(point[1], 3))
    return msgspec.structs.replace(piece, place=there)


def ask_for_reaction(
    play: Play[Game], mover: str, path: Sequence[Point], stops: Sequence[PathMoment]
) -> Script[PathMoment | None]:
    """Ask each waiting side once for the moment at which it reacts; return the earliest chosen one."""
    sides = {stop.by: play.state.table.piece(stop.by).side for stop in stops}
    chosen = []
    for side in dict.fromkeys(sides.values()):
        own = [stop for stop in stops if sides[stop.by] == side]
        moment = yield from play.choose_moment(
            "reaction",
            SideKey(side),
            phrase("{} moves: react out of laying in wait?", Ref(mover)),
            own,
            rule=STOPS,
            mover=mover,
            course=path,
            about=own[0].by if len({stop.by for stop in own}) == 1 else "",
        )
        if moment is not None:
            chosen.append(moment)
    return min(chosen, key=lambda moment: (moment.along, moment.by), default=None)


def react(play: Play[Game], waiter: str, mover: str) -> Script[bool]:
    """Carry out the reaction of a waiting model to a mover. Return False if the mover's action is over.

    Rules: IE-LIW-01.
    """
    piece = play.state.table.piece(waiter)
    set_mark(play, [waiter], REACTED, 1, ONCE)
    if piece.has_mark(WAITS_TO_ASSAULT):
        if (yield from fighting.charge(play, waiter, mover)):
            yield from fighting.fight(play, waiter, mover, own_turn=False)
        return False
    yield from shoot_out_of_waiting(play, waiter, mover)
    return is_standing(play.state, mover)


def shoot_out_of_waiting(play: Play[Game], waiter: str, target: str) -> Script[None]:
    """Shoot at an enemy out of laying in wait, with the weapon that needs the lowest strike score.

    Rules: IE-LIW-14, IE-LIW-17.
    """
    table = play.state.table
    own, enemy = table.piece(waiter), table.piece(target)
    weapon = best_weapon(play.state, own, enemy)
    if weapon:
        shot = Shot(own, enemy, piece_weapons(own)[weapon], waited=True)
        yield from resolve_shot(play.under_rule(FIRES), shot)


def remember_targets(play: Play[Game], mover: Piece, path: Sequence[Point]) -> None:
    """Record for which waiting models a mover has become a target by moving along a path."""
    if polyline_length(path) <= END_MARGIN_IN:
        return
    for waiter in waiting_enemies(play.state, mover, WAITS_TO_FIRE):
        known = mover.id in play.state.game.triggered.get(waiter.id, ())
        if not known and zone_intervals(play.state, waiter, mover, path):
            play.emit(TargetTriggered(rule=FIRE_ZONE, waiter=waiter.id, target=mover.id))


def last_shots(state: Battle) -> list[Option]:
    """Return the shots that waiting models may still take at targets of the turn that ends."""
    pairs = (
        (waiter, target) for waiter, targets in sorted(state.game.triggered.items()) for target in targets
    )
    return [_last_shot(state, *pair) for pair in pairs if _has_last_shot(state, *pair)]


def _has_last_shot(state: Battle, waiter: str, target: str) -> bool:
    if not (is_standing(state, waiter) and is_standing(state, target)):
        return False
    own = state.table.piece(waiter)
    waits = own.has_mark(WAITS_TO_FIRE) and may_react(state, own)
    return waits and bool(best_weapon(state, own, state.table.piece(target)))


def _last_shot(state: Battle, waiter: str, target: str) -> Option:
    label = phrase("{} at {}", Ref(waiter), Ref(target))
    return Option(f"{waiter}:{target}", label, (waiter, target), "", STOPS, (waiter,), "fire", (target,))


def offer_last_shots(play: Play[Game]) -> Script[None]:
    """Offer waiting models a last shot as the turn of an enemy ends, then forget the targets."""
    passed: set[SideKey] = set()
    while options := _of_sides(play.state, last_shots(play.state), passed):
        side = play.state.table.piece(options[0].by[0]).side
        own = [option for option in options if play.state.table.piece(option.by[0]).side == side]
        chosen = yield from play.choose_one(
            "last_shot",
            side,
            "The turn ends: shoot out of laying in wait?",
            (*own, Option(PASS_KEY, "Let it pass")),
            rule=STOPS,
            least=PASS_KEY,
        )
        if chosen.key == PASS_KEY:
            passed.add(side)
        else:
            set_mark(play, chosen.by, REACTED, 1, ONCE)
            yield from shoot_out_of_waiting(play, chosen.by[0], chosen.to[0])
    if play.state.game.triggered:
        play.emit(TargetsForgotten(rule=STOPS))


def _of_sides(state: Battle, options: Iterable[Option], passed: set[SideKey]) -> list[Option]:
    return [option for option in options if state.table.piece(option.by[0]).side not in passed]
