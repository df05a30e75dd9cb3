"""How the MI program fires: what hurts most of what is near, by the odds of the dice."""

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

from ..air.strike_run import NO
from ..attack.cover import OPEN
from ..attack.firepower import fit_weapons, weapon_dice, zone
from ..attack.loads import HOLD, Load, open_loads
from ..attack.pool import AttackDie
from ..attack.strike import KILL_POINTS, strike
from ..attack.ways import WAYS
from ..core.facts import entrances, has, hits_of, is_structure, models, move_rating, of, spots, thing
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle
from ..ground.captives import held_by
from ..ground.sightlines import Lines
from ..troopers.shooting import in_reaction, targets_for

LOOKED_FOR, LOOKED_AT = 24, 12
"""So many of the nearest enemies are looked for, and so many of those in sight are weighed."""
OWN_LOSS = -3.0
AT_THE_THROAT = 2.0
"""A bug that can strike in its next Move counts so many times."""
WITH_CAPTIVE = 4.0


class Shot(NamedTuple):
    """A target, what each firer fires at it, and what that is worth in points of damage."""

    target: str
    choice: Mapping[str, Load]
    worth: float


def in_words(worth: float) -> str:
    """What a shot is worth, where damage to some things counts for more than to others."""
    return f"worth {worth:.1f} damage"


def stake(view: Battle, name: str) -> float:
    """What a point of damage to a thing is worth: most to bugs about to strike; friends cost."""
    if is_structure(view, name):
        return OWN_LOSS if view.table.pieces_inside(name) else 0.0
    piece = view.table.piece(name)
    if piece.side == MI:
        return OWN_LOSS
    if has(piece, "entrance"):
        return view.game.site.scoring.entrance_destroyed / of(piece).hits
    if held_by(view, name):
        return WITH_CAPTIVE
    reach = max(move_rating(view, piece), of(piece).fly) + 1.0
    strikes_next = is_within_distance(nearest_gap(view, name, (p.id for p in models(view, MI))), reach)
    return AT_THE_THROAT if strikes_next else 1.0


class Scales:
    """Weighs shots in one view; what was weighed once is kept."""

    def __init__(self, view: Battle) -> None:
        self.view = view
        self.stake = cache(partial(stake, view))
        self._harms: dict[tuple[str, str, int], float] = {}

    def load(self, firer: str, load: Load, target: str) -> float:
        """What a firer's weapons are worth at a target."""
        return sum(
            self._die(die, die.target or target)
            for key in load
            for die in weapon_dice(self.view, firer, key, [target] * weapons()[key].blasts)
        )

    def _die(self, die: AttackDie, target: str) -> float:
        least = min(KILL_POINTS, hits_of(self.view, target))
        alike = (die.weapon, thing(self.view, target).kind, least)
        if alike not in self._harms:
            odds = exact_chances(
                lambda: strike(self.view, die.on(target), WAYS["fire"], lambda: {target: OPEN})
            )
            self._harms[alike] = sum(min(points, least) * chance for points, chance in odds.items())
        return self._harms[alike] * self.stake(target)

    def shot(self, target: str, able: Mapping[str, Sequence[Load]]) -> Shot:
        """The best that firers can do at a target with the loads open to them; no more than can be lost."""
        loads = {f: {load: self.load(f, load, target) for load in known} for f, known in able.items()}
        choice = {f: max(known, key=lambda load: (known[load], load)) for f, known in loads.items()}
        worth = sum(max(known.values()) for known in loads.values())
        zoned = zone(self.view, target)
        most = sum(max(0.0, self.stake(p.id)) * hits_of(self.view, p.id) for p in zoned)
        return Shot(target, choice, min(worth, most))


def shots(view: Battle, options: Sequence[Option]) -> list[Shot]:
    """What the nearest of some targets are worth, those first that are worth most; structures are not."""
    options = [option for option in options if not is_structure(view, option.key)][:LOOKED_AT]
    firers = dict.fromkeys(firer for option in options for firer in option.by)
    fit = {f: fit_weapons(view, view.table.piece(f), in_reaction(view)) for f in firers}
    lines, scales = Lines(view, fit, [thing(view, option.key) for option in options]), Scales(view)
    found = []
    for option in options:
        able = {f: open_loads(view, lines, f, fit[f], option.key) for f in option.by}
        found.append(scales.shot(option.key, able))
    return sorted(found, key=lambda shot: -shot.worth)


def best_shot(view: Battle, firers: Sequence[str]) -> Shot | None:
    """The best shot that some models have in their own turn at the enemies about them."""
    own = [at for p, at in spots(view, MI) if p.id in firers]
    if not own:
        return None
    about = mean_point(own)
    foes = sorted(spots(view, BUGS), key=lambda foe: math.dist(foe[1], about))[:LOOKED_FOR]
    names = [p.id for p, _ in foes] + [hole.id for hole in entrances(view)]
    options, _ = targets_for(view, firers, targets=names)
    return next(iter(shots(view, options)), None)


def target(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Where the fire of all who can fire does most."""
    if not any(option.by for option in decision.open_options):
        return second_target(view, decision)
    return [
        Advice(shot.target, shot.worth, f"{len(shot.choice)} fire, {in_words(shot.worth)}")
        for shot in shots(view, decision.open_options)
    ]


def second_target(view: Battle, decision: ChooseOne) -> list[Advice]:
    """A bomb or a blast goes where there is most to hit."""
    hit = {o.key: zone(view, o.key) if o.key != NO else () for o in decision.open_options}
    crowd = {key: sum(stake(view, p.id) for p in pieces) for key, pieces in hit.items()}
    return advise_by_score(
        decision, lambda option: crowd.get(option.key), lambda option: "most of them about it"
    )


def weapons_for(view: Battle, decision: Assign) -> list[Advice]:
    """Of each stand what does most at the target; who would only hurt his own holds."""
    scales, at = Scales(view), decision.about
    answer = tuple(
        max(item.to, key=lambda key: (scales.load(item.key, decision.parts.get(key, ()), at), key != HOLD))
        for item in decision.items
    )
    return [Advice(answer, 1.0, "what hurts it most")]
