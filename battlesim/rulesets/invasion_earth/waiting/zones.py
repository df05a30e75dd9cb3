"""The points of an enemy's path at which waiting models can shoot at it or charge it, in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import exact_chances
from battlesim.mechanics.interrupted_moves import MoveProgress
from battlesim.mechanics.watched_zones import WatchedZones
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.movement_reach import may_come_within
from battlesim.rulings.watch_case import WatchCondition
from battlesim.table.ids import SideKey
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.terrain import Ground

from ..assault import fighting
from ..attack.strike import Shot, needed_score, shot_script
from ..attack.targeting import fire_arc, why_barred_by_contact, why_out_of_range, why_out_of_sight
from ..core.lookups import is_in_use, piece_profile, piece_weapons, standing_enemies
from ..core.marks import HIDDEN, REACTED, SUPPRESSED, WAITS_TO_ASSAULT, WAITS_TO_FIRE
from ..core.profiles import Weapon
from ..core.state import Battle
from ..ground.contact import MAX_GAP_ACROSS_IN, enemies_in_contact, is_at_low_obstacle
from ..ground.sight import judge_sight, sight_rules

STOP_STEP_IN = 0.5
"""Inches of path between the stops within the zone of a waiting model."""


def may_react(state: Battle, piece: Piece) -> bool:
    """Return whether a waiting model may still react before its own next turn."""
    if enemies_in_contact(state, piece) or piece.id in state.game.held:
        return False
    return not (piece.has_mark(REACTED) and state.game.parameters.reacts_once)


def waiting_enemies(state: Battle, mover: Piece, mark: str) -> list[Piece]:
    """Return the enemies of a moving model that lie in wait in a given mode and may react to it."""
    if not is_in_use(state, "laying_in_wait"):
        return []
    found = (enemy for enemy in standing_enemies(state, mover) if enemy.has_mark(mark))
    return [enemy for enemy in found if may_react(state, enemy)]


def is_waiting_shot_prevented(state: Battle, waiter: Piece, weapon: Weapon, target: Piece) -> bool:
    """Return whether something prevents a waiting model from shooting at a target from where it is.

    Rules: IE-LIW-06, IE-LIW-12, IE-LIW-09, IE-GAP-77.
    """
    checks = (why_barred_by_contact, why_out_of_range, why_out_of_sight)
    if any(check(state, waiter, weapon, target) for check in checks):
        return True
    return not piece_arc_ruling(state.table, waiter, target, fire_arc(state), "any").inside


def best_weapon(state: Battle, waiter: Piece, target: Piece) -> str:
    """Return a waiting model's weapon with the lowest strike score at a target, or "" if none can shoot."""
    arms = piece_weapons(waiter)
    able = [key for key, arm in arms.items() if not is_waiting_shot_prevented(state, waiter, arm, target)]
    scores = {key: needed_score(state, Shot(waiter, target, arms[key])) for key in able}
    return min(able, key=lambda key: (scores[key], key), default="")


def waiting_shot(state: Battle, waiter: Piece, target: Piece) -> Shot | None:
    """Return a waiting model's shot at a target where it is now, or None if there is none (IE-LIW-14)."""
    weapon = best_weapon(state, waiter, target)
    return Shot(waiter, target, piece_weapons(waiter)[weapon], waited=True) if weapon else None


def shot_chance(state: Battle, shot: Shot) -> float:
    """Return the chance that a shot costs its target any HITS."""
    return 1.0 - exact_chances(lambda: shot_script(state, shot)).get(0, 0.0)


def charge_chance(waiter: Piece, mover: Piece) -> float:
    """Return the chance that a charge costs the enemy any HITS."""
    chances = fighting.fight_chances(waiter, mover)
    return sum(chance for (_, _, dealt), chance in chances.items() if dealt)


def moved_to(ground: Ground, piece: Piece, point: Point) -> Piece:
    """Return a model moved to a point, with its position rounded as in an event."""
    x, y = round(point[0], 3), round(point[1], 3)
    place = piece.place if isinstance(piece.place, OnTable) else standing_place(ground, x, y)
    return msgspec.structs.replace(piece, place=shifted_place(ground, place, x, y))


class WaitingSide:
    """The zones of a side's waiting models along one move of an enemy.

    An enemy that starts its move inside a zone counts as entering it only if it is already a target this
    turn, or if an option says so (IE-GAP-68).
    """

    def __init__(self, side: SideKey) -> None:
        self.side = side
        self.fire, self.assault = WatchedZones(), WatchedZones()

    def moments(self, state: Battle, progress: MoveProgress) -> list[PathMoment]:
        """Return the moments at which the side may react to the rest of a move, in the order of the path."""
        mover = state.table.piece(progress.piece)
        found = [*self._shots(state, mover, progress), *self._charges(state, mover, progress)]
        return sorted(found, key=lambda moment: (moment.along, moment.by))

    def use_up(self, waiter: str, progress: MoveProgress) -> None:
        """Record that a waiting model has reacted, so that the enemy must enter its zone again."""
        for zones in (self.fire, self.assault):
            zones.use_up(waiter, progress.travelled)

    def _own(self, state: Battle, mover: Piece, mark: str) -> list[Piece]:
        return [piece for piece in waiting_enemies(state, mover, mark) if piece.side == self.side]

    def _shots(self, state: Battle, mover: Piece, progress: MoveProgress) -> Iterator[PathMoment]:
        """Yield the moments at which models waiting to fire have a shot in their zones (IE-LIW-11)."""
        waiters = self._own(state, mover, WAITS_TO_FIRE)
        targets = [w.id for w in waiters if mover.id in state.game.triggered.get(w.id, ())]
        if state.game.parameters.acts_in_zone:
            targets = [waiter.id for waiter in waiters]
        self.fire.read(state.table, progress, [fire_zone(state, w, mover) for w in waiters], targets)
        pairs = [
            (waiter, moment, moved_to(state.table.ground, mover, moment.point))
            for waiter in waiters
            for moment in self.fire.moments(waiter, progress, STOP_STEP_IN)
        ]
        judge_sight(state, [(waiter, there) for waiter, _, there in pairs])
        for waiter, moment, there in pairs:
            if shot := waiting_shot(state, waiter, there):
                yield msgspec.structs.replace(moment, chance=round(shot_chance(state, shot), 4))

    def _charges(self, state: Battle, mover: Piece, progress: MoveProgress) -> Iterator[PathMoment]:
        """Yield the points at which a mover comes into sight and within a legal path of waiting models.

        A suppressed model does not charge.

        Rules: IE-LIW-20, IE-LIW-22, IE-GAP-72.
        """
        waiters = [w for w in self._own(state, mover, WAITS_TO_ASSAULT) if not w.has_mark(SUPPRESSED)]
        acts = state.game.parameters.acts_in_zone
        known = [waiter.id for waiter in waiters] if acts else []
        self.assault.read(state.table, progress, [assault_zone(state, w, mover) for w in waiters], known)
        for waiter in waiters:
            for moment in self.assault.entries(waiter, progress, _can_charge(state, waiter, mover)):
                chance = round(charge_chance(waiter, mover), 4)
                yield msgspec.structs.replace(moment, words="charge it", chance=chance)
                break


def fire_zone(state: Battle, waiter: Piece, mover: Piece) -> WatchCondition:
    """Return the zone of a model waiting to fire: its sight, its arc of fire and its weapons' range."""
    reach = max((weapon.max_range for weapon in piece_weapons(waiter).values()), default=0.0)
    hidden = mover.has_mark(HIDDEN)
    return WatchCondition(waiter, sight_rules(state), reach, fire_arc(state), None, "any", hidden)


def assault_zone(state: Battle, waiter: Piece, mover: Piece) -> WatchCondition:
    """Return the zone of a model waiting to assault: its sight, and its MOVE rate in a straight line."""
    reach = piece_profile(waiter).move
    return WatchCondition(waiter, sight_rules(state), reach, unobscured=mover.has_mark(HIDDEN))


def _can_charge(state: Battle, waiter: Piece, mover: Piece) -> Callable[[Point], bool]:
    """Return the test whether a waiting model could charge a mover that stands at a point.

    The legal path into contact is searched for only where the mover is near enough to all that it can reach.
    """
    motion = fighting.charge_motion(state, waiter, free=True)
    bases = waiter.radius + mover.radius

    def holds(point: Point) -> bool:
        there = moved_to(state.table.ground, mover, point)
        gap = MAX_GAP_ACROSS_IN if is_at_low_obstacle(state.table, there) else 0.0
        if not may_come_within(state.table, motion, point, bases + gap):
            return False
        table = state.table.with_pieces(there)
        return fighting.charge_leg(state.with_table(table), waiter, there, free=True) is not None

    return holds
