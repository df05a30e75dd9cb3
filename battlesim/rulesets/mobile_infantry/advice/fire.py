"""Advice on Mobile Infantry shooting: choose the shots with the most expected damage to nearby enemies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from battlesim.behaviour.advice import advise_by_score, mean_point
from battlesim.engine.decisions import Assign, ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Advice
from battlesim.mechanics.chance import exact_chances
from battlesim.mechanics.pieces import is_within_distance, nearest_gap

from ..air.strike_run import NONE_KEY
from ..attack.attack_dice import AttackDie
from ..attack.attack_modes import ATTACK_MODES
from ..attack.cover import NO_COVER
from ..attack.die_outcome import KILL_DAMAGE, attack_dice_script
from ..attack.firepower import models_in_fire_zone, usable_weapons, weapon_dice
from ..attack.volleys import HOLD_KEY, Volley, available_volleys
from ..core.lookups import (
    entrances_on_table,
    has_trait,
    hits_left,
    is_structure,
    model_points,
    models_in_play,
    move_rating,
    piece_or_stand_in,
    piece_profile,
)
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle
from ..ground.captives import held_captive
from ..ground.sight import WeaponLines
from ..troopers.shooting import is_reaction_fire, target_options

MAX_ENEMIES_SEARCHED, MAX_TARGETS_WEIGHED = 24, 12
"""Number of nearest enemies looked for, and number of those in sight that are weighed."""
FRIENDLY_DAMAGE_VALUE = -3.0
STRIKING_BUG_VALUE = 2.0
"""Factor for the value of a bug that can strike in its next Move."""
CAPTOR_VALUE = 4.0


class WeighedShot(NamedTuple):
    """A possible shot: its target, the weapons of each firer, and its value in points of damage."""

    target: str
    choice: Mapping[str, Volley]
    worth: float


def worth_text(worth: float) -> str:
    """Return the value of a shot as text."""
    return f"worth {worth:.1f} damage"


def damage_value(view: Battle, name: str) -> float:
    """Return the value of one point of damage to a target, which is negative for a friend."""
    if is_structure(view, name):
        return FRIENDLY_DAMAGE_VALUE if view.table.pieces_inside(name) else 0.0
    piece = view.table.piece(name)
    if piece.side == MI:
        return FRIENDLY_DAMAGE_VALUE
    if has_trait(piece, "entrance"):
        return view.game.site.scoring.entrance_destroyed / piece_profile(piece).hits
    if held_captive(view, name):
        return CAPTOR_VALUE
    reach = max(move_rating(view, piece), piece_profile(piece).fly) + 1.0
    strikes_next = is_within_distance(
        nearest_gap(view, name, (p.id for p in models_in_play(view, MI))), reach
    )
    return STRIKING_BUG_VALUE if strikes_next else 1.0


class ShotScorer:
    """An evaluator of possible shots in one view, which caches its results."""

    def __init__(self, view: Battle) -> None:
        self.view = view
        self.damage_value = cache(partial(damage_value, view))
        self._harms: dict[tuple[str, str, int], float] = {}

    def volley_worth(self, firer: str, load: Volley, target: str) -> float:
        """Return the value of firing the weapons `load` of a model at a target."""
        return sum(
            self._die(die, die.target or target)
            for key in load
            for die in weapon_dice(self.view, firer, key, [target] * weapons()[key].blasts)
        )

    def _die(self, die: AttackDie, target: str) -> float:
        least = min(KILL_DAMAGE, hits_left(self.view, target))
        alike = (die.weapon, piece_or_stand_in(self.view, target).kind, least)
        if alike not in self._harms:
            odds = exact_chances(
                lambda: attack_dice_script(
                    self.view, die.with_target(target), ATTACK_MODES["fire"], lambda: {target: NO_COVER}
                )
            )
            self._harms[alike] = sum(min(points, least) * chance for points, chance in odds.items())
        return self._harms[alike] * self.damage_value(target)

    def best_shot_at(self, target: str, able: Mapping[str, Sequence[Volley]]) -> WeighedShot:
        """Return the best combined shot of the given firers at a target."""
        loads = {f: {load: self.volley_worth(f, load, target) for load in known} for f, known in able.items()}
        choice = {f: max(known, key=lambda load: (known[load], load)) for f, known in loads.items()}
        worth = sum(max(known.values()) for known in loads.values())
        zoned = models_in_fire_zone(self.view, target)
        most = sum(max(0.0, self.damage_value(p.id)) * hits_left(self.view, p.id) for p in zoned)
        return WeighedShot(target, choice, min(worth, most))


def ranked_shots(view: Battle, options: Sequence[Option]) -> list[WeighedShot]:
    """Return the best shot at each of the nearest possible targets, in descending order of value."""
    options = [option for option in options if not is_structure(view, option.key)][:MAX_TARGETS_WEIGHED]
    firers = dict.fromkeys(firer for option in options for firer in option.by)
    fit = {f: usable_weapons(view, view.table.piece(f), is_reaction_fire(view)) for f in firers}
    lines, scales = (
        WeaponLines(view, fit, [piece_or_stand_in(view, option.key) for option in options]),
        ShotScorer(view),
    )
    found = []
    for option in options:
        able = {f: available_volleys(view, lines, f, fit[f], option.key) for f in option.by}
        found.append(scales.best_shot_at(option.key, able))
    return sorted(found, key=lambda shot: -shot.worth)


def best_shot(view: Battle, firers: Sequence[str]) -> WeighedShot | None:
    """Return the best shot that the given models can fire in their own turn at nearby enemies, or None."""
    own = [at for p, at in model_points(view, MI) if p.id in firers]
    if not own:
        return None
    about = mean_point(own)
    foes = sorted(model_points(view, BUGS), key=lambda foe: math.dist(foe[1], about))[:MAX_ENEMIES_SEARCHED]
    names = [p.id for p, _ in foes] + [hole.id for hole in entrances_on_table(view)]
    options, _ = target_options(view, firers, targets=names)
    return next(iter(ranked_shots(view, options)), None)


def target_advice(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to shoot at the target that the models together damage most."""
    if not any(option.by for option in decision.open_options):
        return second_target_advice(view, decision)
    return [
        Advice(shot.target, shot.worth, f"{len(shot.choice)} fire, {worth_text(shot.worth)}")
        for shot in ranked_shots(view, decision.open_options)
    ]


def second_target_advice(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice on the target of a second blast or bomb."""
    hit = {
        o.key: models_in_fire_zone(view, o.key) if o.key != NONE_KEY else () for o in decision.open_options
    }
    crowd = {key: sum(damage_value(view, p.id) for p in pieces) for key, pieces in hit.items()}
    return advise_by_score(
        decision, lambda option: crowd.get(option.key), lambda option: "most of them about it"
    )


def weapon_advice(view: Battle, decision: Assign) -> list[Advice]:
    """Return advice on the weapons that do the most damage, or to hold fire if only friends were hurt."""
    scales, at = ShotScorer(view), decision.about
    answer = tuple(
        max(
            item.to,
            key=lambda key: (scales.volley_worth(item.key, decision.parts.get(key, ()), at), key != HOLD_KEY),
        )
        for item in decision.items
    )
    return [Advice(answer, 1.0, "what hurts it most")]
