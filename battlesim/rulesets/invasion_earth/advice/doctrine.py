"""The main advice for automated players: which model acts, how, where it goes, and what it attacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from battlesim.behaviour.advice import nearest_piece
from battlesim.engine.decisions import ChooseOne, ChooseSome, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.engine.position_decisions import ChooseFacing, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import leg_problem, leg_toward
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..actions.activation import END_KEY, NOTHING_KEY
from ..actions.suppression_actions import NO_COVER_KEY
from ..assault.aftermath import fast_rate
from ..assault.fighting import NO_ENEMY_KEY
from ..attack.building_shots import NO_BUILDING_KEY
from ..attack.shooting import HOLD_KEY, TARGET, TARGET_AFTER_MOVE
from ..battle.victory import scores
from ..core.lookups import own_models, piece_profile, piece_weapons, standing_enemies
from ..core.marks import WAITS_TO_FIRE
from ..core.state import WAITING_STEP, Battle
from ..waiting import waiting
from ..waiting.reactions import PASS_KEY
from ..waiting.zones import moved_to
from .destinations import destination, must_advance, nearest_enemy_distance, next_point, objective_point
from .gains import (
    assault_gains,
    building_gains,
    cover_gains,
    gain_text,
    lost_hits_worth,
    reaction_gain,
    repair_worth,
    shot_gains,
)

MIN_GAIN = 0.02
"""The smallest gain in points for which an action is taken in place of a move."""
MOVE_WORTH, TURN_WORTH = 0.2, 0.01
LIFT_WORTH = 0.5
OBJECTIVE_WORTH = 0.3
"""Points that a move toward an objective is worth."""
INCH_WORTH = 0.02
"""Points that an inch nearer to the best range is worth."""


class InvasionEarthDoctrine:
    """The knowledge of automated players: shoot for the best gain, assault at good odds, else advance."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Return a side's lead in points, counting the HITS that surviving models have lost."""
        totals = scores(state)
        lead = 2.0 * totals[side] - sum(totals.values())
        return lead + sum(lost_hits_worth(state, piece, side) for piece in state.table.standing_pieces())

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, best first."""
        advisor = ADVISORS.get(decision.what)
        found = advisor(view, decision) if advisor else []
        return sorted(found, key=lambda advice: -advice.score)


def _which_model(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to act with the model that gains most, and to end the turn last of all."""
    keys = [option.key for option in decision.open_options]
    models = [key for key in keys if key in view.table.pieces]
    gains = {key: _best_gain(view, view.table.piece(key)) for key in models}
    advice = [Advice(key, gain, gain_text(gain)) for key, gain in gains.items()]
    return [*advice, *_waiting_advice(view, decision, keys), Advice(END_KEY, -1.0, "no model is left to act")]


def _what_waits(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise what to declare before the turn goes on."""
    keys = [option.key for option in decision.open_options]
    return [*_waiting_advice(view, decision, keys), Advice(waiting.DONE_KEY, 0.0, "nothing else waits")]


def _waiting_advice(view: Battle, decision: ChooseOne, keys: list[str]) -> list[Advice]:
    """Advise to lay in wait with models that have no shot, and to stop where a waiting one has a shot."""
    side = decision.side
    found = []
    if waiting.STOP_WAITING_KEY in keys and _models_to_stop(view):
        found.append(Advice(waiting.STOP_WAITING_KEY, 100.0, "a waiting model has a shot"))
    if WAITS_TO_FIRE in keys and _models_to_wait(view, side):
        found.append(Advice(WAITS_TO_FIRE, 50.0, "the enemy will come into range"))
    return found


def _models_to_stop(view: Battle) -> list[str]:
    return [p.id for p in waiting.models_to_stop(view) if _best_gain(view, p) > MIN_GAIN]


def _models_to_wait(view: Battle, side: SideKey) -> list[str]:
    """Return the models that have no shot now, but an enemy that can come into range in its next turn.

    A side that has to advance does not wait, nor does one whose enemy has no reason to come.
    """
    others = (other.key for other in view.table.sides if other.key != side)
    if must_advance(view, side) or not any(must_advance(view, other) for other in others):
        return []
    able = (p for p in own_models(view, side) if not waiting.why_cannot_wait(view, p, WAITS_TO_FIRE))
    return [p.id for p in able if _best_gain(view, p) <= MIN_GAIN and _may_be_met(view, p)]


def _may_be_met(view: Battle, piece: Piece) -> bool:
    reach = max((weapon.max_range for weapon in piece_weapons(piece).values()), default=0.0)
    near = nearest_enemy_distance(view, piece, piece.xy)
    rates = (fast_rate(view.table, enemy) for enemy in standing_enemies(view, piece))
    return reach < near <= reach + max(rates, default=0.0)


def _who_waits(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Advise which models lie in wait, or stop; where none has to wait, those that have no shot."""
    stops, keys = decision.what == "stop_waiting", tuple(option.key for option in decision.open_options)
    wanted = _models_to_stop(view) if stops else _models_to_wait(view, decision.side)
    found = [key for key in wanted if key in keys]
    idle = (
        key for key in keys if not stops and not found and _best_gain(view, view.table.piece(key)) <= MIN_GAIN
    )
    return [Advice((*found, *idle) or keys, 1.0, "as decided")]


def _when_to_react(view: Battle, decision: ChooseMoment) -> list[Advice]:
    """Advise the stop with the best shot or charge."""
    found = [Advice(LET_PASS, 0.0, "better odds may come")]
    for number, stop in enumerate(decision.stops):
        mover = moved_to(view.table.ground, view.table.piece(decision.mover), stop.point)
        gain = reaction_gain(view, view.table.piece(stop.by), mover)
        found.append(Advice(number, gain, gain_text(gain)))
    return found


def _last_shots(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to take a last shot."""
    keys = [option.key for option in decision.open_options]
    return [Advice(key, float(key != PASS_KEY), "the last chance of this turn") for key in keys]


def _perceive_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to try to perceive the first enemy in reach."""
    keys = [option.key for option in decision.open_options]
    return [Advice(key, float(key != NO_ENEMY_KEY), "it may be sighted") for key in keys]


def _best_gain(view: Battle, piece: Piece) -> float:
    return max(shot_gains(view, piece, moved=False).values(), default=0.0)


def _which_action(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the action that gains most; without a gain, to close in."""
    piece = view.table.piece(decision.about)
    gains = {
        "fire": max(shot_gains(view, piece, moved=False).values(), default=0.0),
        "move_fire": _gain_after_move(view, piece),
        "assault": max((gain for _, gain in assault_gains(view, piece)), default=0.0),
        "move": _move_worth(view, piece),
        "move_fast": _fast_worth(view, piece),
        "turn": TURN_WORTH * MIN_GAIN,
        "perceive": 0.5 * MIN_GAIN,
        "take_up": 10.0,
        "lift_off": _lift_worth(view, piece),
        "fire_building": max(building_gains(view, piece).values(), default=0.0),
        "fix": repair_worth(view, piece),
        "suppress_cover": max(cover_gains(view, piece).values(), default=0.0),
        NOTHING_KEY: 0.0,
    }
    return [
        Advice(
            option.key,
            gains.get(option.key, 0.0),
            gain_text(gains.get(option.key, 0.0)),
        )
        for option in decision.open_options
    ]


def _which_cover(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the enemy behind cover whose suppression is worth most."""
    gains = cover_gains(view, view.table.piece(decision.about))
    advice = [Advice(key, gain, gain_text(gain)) for key, gain in gains.items()]
    return [*advice, Advice(NO_COVER_KEY, 0.0, "a shot costs nothing")]


def _gain_after_move(view: Battle, piece: Piece) -> float:
    """Return the gain of moving toward the nearest enemy and firing from there, plus that of being nearer."""
    point = next_point(view, piece, piece_profile(piece).move)
    if point is None or not piece_weapons(piece):
        return 0.0
    there = view.with_table(view.table.with_pieces(moved_to(view.table.ground, piece, point)))
    gains = shot_gains(there, there.table.piece(piece.id), moved=True)
    nearer = _distance_gain(view, piece, point)
    return max(gains.values(), default=0.0) + nearer


def _distance_gain(view: Battle, piece: Piece, point: Point) -> float:
    """Return what it is worth in points to be nearer to the best range, a little for each inch."""
    now, then = (nearest_enemy_distance(view, piece, at) for at in (piece.xy, point))
    return INCH_WORTH * max(0.0, now - then)


def _move_worth(view: Battle, piece: Piece) -> float:
    """Return what a move is worth: more to a model with an objective than to others."""
    if destination(view, piece) is None:
        return 0.0
    return OBJECTIVE_WORTH if objective_point(view, piece) is not None else MOVE_WORTH * MIN_GAIN


def _fast_worth(view: Battle, piece: Piece) -> float:
    """Return what moving fast is worth: more than a move only while every enemy is out of range."""
    if destination(view, piece) is None:
        return 0.0
    if objective_point(view, piece) is not None:
        return OBJECTIVE_WORTH + MIN_GAIN
    near = nearest_enemy_distance(view, piece, piece.xy)
    reach = max((weapon.max_range for weapon in piece_weapons(piece).values()), default=0.0)
    return 2.0 * MOVE_WORTH * MIN_GAIN if near > reach + piece_profile(piece).move else 0.0


def _where_to(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Advise the move toward where a model wants to stand."""
    motion = decision.motions[0]
    goal = destination(view, view.table.piece(motion.piece))
    leg = None if goal is None else leg_toward(view.table, motion, goal)
    if leg is None or leg_problem(view.table, motion, leg) is not None:
        return [Advice((), 0.0, "there is no way forward")]
    return [Advice((leg,), 1.0, "toward its destination"), Advice((), 0.0, "stay")]


def _at_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the shot that gains most."""
    piece, moved = view.table.piece(decision.about), decision.what == TARGET_AFTER_MOVE
    gains = shot_gains(view, piece, moved)
    advice = [Advice(key, gain, gain_text(gain)) for key, gain in gains.items()]
    return [*advice, Advice(HOLD_KEY, 0.0, "a shot costs nothing")]


def _place_models(view: Battle, decision: PlacePieces) -> list[Advice]:
    """Advise the default places, facing the middle of the table."""
    ground = view.table.ground
    middle = (ground.width / 2.0, ground.height / 2.0)
    spots = tuple(
        msgspec.structs.replace(spot, facing=90.0 if spot.y < middle[1] else 270.0)
        for spot in decision.default(view)
    )
    return [Advice(spots, 1.0, "facing the enemy")]


def _which_building(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the building whose models lose most by luck."""
    gains = building_gains(view, view.table.piece(decision.about))
    advice = [Advice(key, gain, gain_text(gain)) for key, gain in gains.items()]
    return [*advice, Advice(NO_BUILDING_KEY, 0.0, "a shot costs nothing")]


def _whom_to_repair(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to repair the model with the most points."""
    keys = [option.key for option in decision.open_options if option.key in view.game.points]
    return [Advice(key, view.game.points[key], "its HITS are worth most") for key in keys]


def _lift_worth(view: Battle, piece: Piece) -> float:
    """Return what it is worth to lift off: more than to go on the ground while every enemy is far away."""
    reach = max((weapon.max_range for weapon in piece_weapons(piece).values()), default=0.0)
    far = nearest_enemy_distance(view, piece, piece.xy) > reach
    return LIFT_WORTH * MIN_GAIN if far else 0.0


def _assault_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the assault that gains most."""
    piece = view.table.piece(decision.about)
    advice = [Advice(key, gain, gain_text(gain)) for key, gain in assault_gains(view, piece)]
    return [*advice, Advice(NO_ENEMY_KEY, 0.0, "the odds are against it")]


def _which_facing(view: Battle, decision: ChooseFacing) -> list[Advice]:
    """Advise to face the nearest enemy."""
    piece = view.table.piece(decision.about)
    target = nearest_piece(piece.xy, [(enemy, enemy.xy) for enemy in standing_enemies(view, piece)])
    if target.point is None:
        return []
    return [Advice(round(bearing(piece.xy, target.point), 3), 1.0, "toward the nearest enemy")]


ADVISORS: Mapping[str, Callable[[Any, Any], list[Advice]]] = {
    "piece": _which_model,
    WAITING_STEP: _what_waits,
    "action": _which_action,
    "move": _where_to,
    TARGET: _at_whom,
    TARGET_AFTER_MOVE: _at_whom,
    "enemy": _assault_whom,
    "perceive": _perceive_whom,
    "cover": _which_cover,
    "building": _which_building,
    "fix": _whom_to_repair,
    "deploy": _place_models,
    "wait": _who_waits,
    "stop_waiting": _who_waits,
    "reaction": _when_to_react,
    "last_shot": _last_shots,
    "facing": _which_facing,
}
DOCTRINE = InvasionEarthDoctrine()
