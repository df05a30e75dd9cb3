"""What an automated player knows of Invasion Earth: which model, which action, where to, and at whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from battlesim.behaviour.advice import nearest_piece
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.position_decisions import ChooseFacing, MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import enemies
from battlesim.rulings.movement import leg_problem, leg_toward
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..actions.activation import END_KEY, NOTHING_KEY
from ..assault.fighting import NO_ENEMY_KEY, fight_chances, why_no_assault
from ..attack.shooting import HOLD_KEY, TARGET, TARGET_AFTER_MOVE, shot_options
from ..attack.strike import Shot
from ..battle.previews import shot_losses
from ..battle.victory import scores
from ..core.lookups import piece_profile, piece_weapons, standing_enemies
from ..core.state import Battle

HIT_SHARE = 0.9
"""How much of a model's points its HITS are worth together while it lives."""
MIN_GAIN = 0.02
"""The smallest gain in points for which an action is taken in place of a move."""
MOVE_WORTH, FAST_WORTH, TURN_WORTH = 0.2, 0.1, 0.01


class InvasionEarthDoctrine:
    """Shoot where it gains most, assault where the odds are good, otherwise close in to medium range."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Return the lead in points, with the HITS that living enemies have lost."""
        totals = scores(state)
        lead = 2.0 * totals[side] - sum(totals.values())
        return lead + sum(_hits_worth(state, piece, side) for piece in state.table.standing_pieces())

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return answers worth considering, best first."""
        advisor = ADVISORS.get(decision.what)
        found = advisor(view, decision) if advisor else []
        return sorted(found, key=lambda advice: -advice.score)


def _gain_text(gain: float) -> str:
    return f"{gain:.2f} points expected"


def _hits_worth(state: Battle, piece: Piece, side: SideKey) -> float:
    lost = HIT_SHARE * state.game.points[piece.id] * (1.0 - piece.hits / piece.hits_full)
    return -lost if piece.side == side else lost


def _which_model(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to act with the model that gains most, and to end the turn last of all."""
    models = [option.key for option in decision.open_options if option.key != END_KEY]
    gains = {key: _best_gain(view, view.table.piece(key)) for key in models}
    advice = [Advice(key, gain, _gain_text(gain)) for key, gain in gains.items()]
    return [*advice, Advice(END_KEY, -1.0, "no model is left to act")]


def _best_gain(view: Battle, piece: Piece) -> float:
    return max(shot_gains(view, piece, moved=False).values(), default=0.0)


def shot_gains(view: Battle, piece: Piece, moved: bool) -> dict[str, float]:
    """Return the points that each possible shot of a model takes off the enemy on average."""
    return {
        option.key: _shot_gain(view, piece, option.act, option.to[0], moved)
        for option in shot_options(view, piece, moved)
        if not option.shut
    }


def _shot_gain(view: Battle, piece: Piece, weapon: str, target: str, moved: bool) -> float:
    shot = Shot(piece, view.table.piece(target), piece_weapons(piece)[weapon], moved)
    return _points_lost(view, shot.target, shot_losses(view, shot))


def _points_lost(view: Battle, target: Piece, lost: tuple[float, ...]) -> float:
    """Return the points of a model that are lost on average; its last HIT costs the rest of them."""
    points = view.game.points[target.id]
    hit = HIT_SHARE * points / target.hits_full
    hurt = sum(number * hit * chance for number, chance in enumerate(lost[:-1]))
    return hurt + lost[-1] * points


def assault_gain(view: Battle, piece: Piece, enemy: Piece) -> float:
    """Return the points that an assault gains on average, own losses taken off."""
    gain = 0.0
    for (lost, dealt), chance in fight_chances(piece, enemy).items():
        gain += chance * (_hit_worth(view, enemy, dealt) - _hit_worth(view, piece, lost))
    return gain


def _hit_worth(view: Battle, piece: Piece, hits: int) -> float:
    points = view.game.points[piece.id]
    return points if hits >= piece.hits else HIT_SHARE * points * hits / piece.hits_full


def _which_action(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the action that gains most; without a gain, to close in."""
    piece = view.table.piece(decision.about)
    gains = {
        "fire": max(shot_gains(view, piece, moved=False).values(), default=0.0),
        "move_fire": _gain_after_move(view, piece),
        "assault": max((gain for _, gain in _assaults(view, piece)), default=0.0),
        "move": MOVE_WORTH * MIN_GAIN,
        "move_fast": _fast_worth(view, piece),
        "turn": TURN_WORTH * MIN_GAIN,
        NOTHING_KEY: 0.0,
    }
    return [
        Advice(
            option.key,
            gains.get(option.key, 0.0),
            _gain_text(gains.get(option.key, 0.0)),
        )
        for option in decision.open_options
    ]


def _assaults(view: Battle, piece: Piece) -> list[tuple[str, float]]:
    return [
        (enemy.id, assault_gain(view, piece, enemy))
        for enemy in standing_enemies(view, piece)
        if not why_no_assault(view, piece, enemy)
    ]


def _gain_after_move(view: Battle, piece: Piece) -> float:
    """Return an estimate of the gain of moving nearer and firing: that of firing now, with its penalty."""
    now = shot_gains(view, piece, moved=True)
    return max(now.values(), default=0.0) * 0.95


def _fast_worth(view: Battle, piece: Piece) -> float:
    """Return what moving fast is worth: more than a move only while every enemy is out of range."""
    near = nearest_enemy_distance(view, piece, piece.xy)
    reach = max((weapon.max_range for weapon in piece_weapons(piece).values()), default=0.0)
    return 2.0 * MOVE_WORTH * MIN_GAIN if near > reach + piece_profile(piece).move else 0.0


def nearest_enemy_distance(view: Battle, piece: Piece, point: Point) -> float:
    """Return the distance from a point to the nearest enemy of a model, centre to centre, inches."""
    return nearest_piece(point, [(enemy, enemy.xy) for enemy in standing_enemies(view, piece)]).distance


def _where_to(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Advise to close in on the nearest enemy, as far as medium range of the best weapon."""
    motion = decision.motions[0]
    piece = view.table.piece(motion.piece)
    foes = [(enemy, enemy.xy) for enemy in enemies(view, piece.side)]
    target = nearest_piece(piece.xy, foes)
    if target.point is None:
        return []
    leg = leg_toward(view.table, motion, _stand_off_point(piece, target.point))
    if leg is None or leg_problem(view.table, motion, leg) is not None:
        return [Advice((), 0.0, "there is no way forward")]
    return [Advice((leg,), 1.0, "toward the nearest enemy"), Advice((), 0.0, "stay")]


def _stand_off_point(piece: Piece, enemy: Point) -> Point:
    """Return the point on the line to an enemy at medium range of a model's longest weapon."""
    ranges = [weapon.bands[1] for weapon in piece_weapons(piece).values()]
    wanted = max(ranges, default=0.0) * 0.9
    away = math.dist(piece.xy, enemy)
    share = max(0.0, (away - wanted) / away) if away else 0.0
    return tuple(a + (b - a) * share for a, b in zip(piece.xy, enemy, strict=True))  # type: ignore[return-value]


def _at_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the shot that gains most."""
    piece, moved = view.table.piece(decision.about), decision.what == TARGET_AFTER_MOVE
    gains = shot_gains(view, piece, moved)
    advice = [Advice(key, gain, _gain_text(gain)) for key, gain in gains.items()]
    return [*advice, Advice(HOLD_KEY, 0.0, "a shot costs nothing")]


def _assault_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the assault that gains most."""
    piece = view.table.piece(decision.about)
    advice = [Advice(key, gain, _gain_text(gain)) for key, gain in _assaults(view, piece)]
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
    "action": _which_action,
    "move": _where_to,
    TARGET: _at_whom,
    TARGET_AFTER_MOVE: _at_whom,
    "enemy": _assault_whom,
    "facing": _which_facing,
}
DOCTRINE = InvasionEarthDoctrine()
