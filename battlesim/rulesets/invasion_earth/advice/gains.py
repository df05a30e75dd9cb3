"""The expected gain in points from shots, assaults, repairs and reactions."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.ruleset import LossOdds
from battlesim.mechanics.chance import exact_chances
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece

from ..actions.repairs import patient_options
from ..assault.fighting import fight_chances, why_no_assault
from ..attack.building_shots import building_options, wall_target
from ..attack.building_shots import is_listed as is_building_listed
from ..attack.cover_suppression import CoverShot, cover_options, cover_script
from ..attack.losses import shot_losses, suppression_chance
from ..attack.shooting import is_wasted, shot_acts, shot_at, shot_options
from ..attack.strike import Shot
from ..core.lookups import is_in_use, own_models, piece_profile, piece_weapons, standing_enemies
from ..core.marks import SUPPRESSED, WAITS_TO_ASSAULT
from ..core.state import Battle
from ..sighting.hiding import has_line_of_sight
from ..waiting.zones import waiting_shot

HIT_SHARE = 0.9
"""How much of a model's points its HITS are worth together while it lives."""
HOLD_SHARE = 0.4
"""How much of a model's points it is worth to hold it in a grapple."""
SUPPRESSED_WORTH = 0.12
"""How much of a model's points it is worth to suppress it for a turn."""


def gain_text(gain: float) -> str:
    """Return an expected gain in points as the text of a reason."""
    return f"{gain:.2f} points expected"


def lost_hits_worth(state: Battle, piece: Piece, side: SideKey) -> float:
    """Return the value to a side of the HITS a surviving model has lost; negative for its own models."""
    lost = HIT_SHARE * state.game.points[piece.id] * (1.0 - piece.hits / piece.hits_full)
    return -lost if piece.side == side else lost


def reaction_gain(view: Battle, waiter: Piece, mover: Piece) -> float:
    """Return the expected gain of a reaction against a moving enemy at the point where it would stand."""
    if waiter.has_mark(WAITS_TO_ASSAULT):
        return assault_gain(view, waiter, mover)
    there = view.with_table(view.table.with_pieces(mover))
    shot = waiting_shot(there, waiter, mover)
    return _losses_gain(there, waiter, shot_losses(there, shot)) if shot else 0.0


def shot_gains(view: Battle, piece: Piece, moved: bool) -> dict[str, float]:
    """Return the expected gain in points of each shot that a model can take."""
    return {
        option.key: _shot_gain(view, piece, option.act, option.to[0], moved)
        for option in shot_options(view, piece, moved)
        if not option.shut
    }


def _shot_gain(view: Battle, piece: Piece, weapon: str, target: str, moved: bool) -> float:
    shot = shot_at(view, piece.id, shot_acts(piece)[weapon], target, moved)
    if is_wasted(view, shot):
        return 0.0
    stops = 0.0
    if shot.suppresses and not shot.target.has_mark(SUPPRESSED):
        stops = SUPPRESSED_WORTH * suppression_chance(view, shot) * view.game.points[target]
    return stops + _losses_gain(view, piece, shot_losses(view, shot))


def _losses_gain(view: Battle, firer: Piece, losses: Sequence[LossOdds]) -> float:
    """Return the points that losses gain for the side of a firer, its own losses taken off."""
    return sum(_signed_loss(view, firer, view.table.piece(odds.target), odds.lost) for odds in losses)


def _signed_loss(view: Battle, firer: Piece, caught: Piece, lost: tuple[float, ...]) -> float:
    loss = _points_lost(view, caught, lost)
    return -loss if caught.side == firer.side else loss


def _points_lost(view: Battle, target: Piece, lost: tuple[float, ...]) -> float:
    """Return the points of a model that are lost on average; its last HIT costs the rest of them."""
    points = view.game.points[target.id]
    hit = HIT_SHARE * points / target.hits_full
    hurt = sum(number * hit * chance for number, chance in enumerate(lost[:-1]))
    return hurt + lost[-1] * points


def assault_gain(view: Battle, piece: Piece, enemy: Piece) -> float:
    """Return the expected gain in points of an assault, minus the model's own losses."""
    gain, hold = 0.0, _hold_worth(view, piece, enemy)
    for (result, lost, dealt), chance in fight_chances(piece, enemy).items():
        held = hold if result == "won" and dealt < enemy.hits else 0.0
        gain += chance * (_hit_worth(view, enemy, dealt) - _hit_worth(view, piece, lost) + held)
    return gain


def _hold_worth(view: Battle, piece: Piece, enemy: Piece) -> float:
    """Return what it is worth in points to take hold of an enemy that nobody holds yet."""
    if not piece_profile(piece).grapple or not is_in_use(view, "grapple") or enemy.id in view.game.held:
        return 0.0
    return HOLD_SHARE * view.game.points[enemy.id]


def _hit_worth(view: Battle, piece: Piece, hits: int) -> float:
    points = view.game.points[piece.id]
    return points if hits >= piece.hits else HIT_SHARE * points * hits / piece.hits_full


def cover_gains(view: Battle, piece: Piece) -> dict[str, float]:
    """Return the expected gain of suppressing each enemy behind cover that threatens the model's side."""
    gains = {}
    for option in cover_options(view, piece):
        target, item = option.to
        if not option.shut and _is_threat(view, view.table.piece(target), piece.side):
            weapon = piece_weapons(piece)[option.act]
            shot = CoverShot(piece, weapon, item, view.table.piece(target))
            chances = exact_chances(lambda shot=shot: cover_script(view, shot))  # type: ignore[misc]
            worth = SUPPRESSED_WORTH * view.game.points[target]
            gains[option.key] = worth * sum(part for (outcome, _), part in chances.items() if outcome)
    return gains


def _is_threat(view: Battle, enemy: Piece, side: SideKey) -> bool:
    """Return whether an enemy is free to act and sees a model of a side."""
    if enemy.has_mark(SUPPRESSED):
        return False
    return any(has_line_of_sight(view, enemy, own) for own in own_models(view, side))


def assault_gains(view: Battle, piece: Piece) -> list[tuple[str, float]]:
    """Return the enemies that a model can assault, each with the expected gain in points."""
    return [
        (enemy.id, assault_gain(view, piece, enemy))
        for enemy in standing_enemies(view, piece)
        if not why_no_assault(view, piece, enemy)
    ]


def building_gains(view: Battle, piece: Piece) -> dict[str, float]:
    """Return the expected gain in points of each shot that a model can take at a building."""
    gains = {}
    for option in building_options(view, piece) if is_building_listed(view, piece) else ():
        if not option.shut:
            target = wall_target(view, piece, view.table.terrain(option.to[0]))
            shot = Shot(piece, target, piece_weapons(piece)[option.act])
            gains[option.key] = _losses_gain(view, piece, shot_losses(view, shot))
    return gains


def repair_worth(view: Battle, piece: Piece) -> float:
    """Return the value of a repair in points, which is 0 if an enemy in sight would disturb it."""
    seen = any(has_line_of_sight(view, enemy, piece) for enemy in standing_enemies(view, piece))
    patients = [option.key for option in patient_options(view, piece) if not option.shut]
    if seen or not patients:
        return 0.0
    worths = (HIT_SHARE * view.game.points[key] / view.table.piece(key).hits_full for key in patients)
    return max(worths)
