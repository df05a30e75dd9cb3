"""The exact odds of the losses that a shot may cause, over all results of its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlesim.engine.ruleset import LossOdds
from battlesim.mechanics.chance import capped_chance, exact_chances
from battlesim.mechanics.odds import combined_losses, loss_distribution

from ..core.state import Battle
from .blasts import blast_odds
from .landings import landing_chances
from .strike import Shot, shot_script
from .suppression import STRIKES, SUPPRESSES, suppression_roll, suppression_script

Damage = dict[int, float]
"""The chances of the HITS that a shot takes off a model."""


def shot_losses(view: Battle, shot: Shot) -> tuple[LossOdds, ...]:
    """Return the odds of losses for each model that a shot can hurt, the target first."""
    return losses_of(view, [shot_damage(view, shot)])


def losses_of(view: Battle, attacks: Sequence[Mapping[str, Damage]]) -> tuple[LossOdds, ...]:
    """Return the odds of losses for each model that several independent attacks can hurt."""
    found = []
    for key in dict.fromkeys(key for attack in attacks for key in attack):
        hits = view.table.pieces[key].hits
        each = [loss_distribution(attack[key], hits) for attack in attacks if key in attack]
        found.append(LossOdds(key, combined_losses(each, hits)))
    return tuple(found)


def shot_damage(view: Battle, shot: Shot) -> dict[str, Damage]:
    """Return the damage chances for each model that a shot can hurt, the target first."""
    if shot.weapon.blast:
        return blast_damage(view, shot)
    if shot.suppresses:
        return {shot.target.id: chances_of_part(exact_chances(lambda: suppression_script(view, shot)), 1)}
    return {shot.target.id: exact_chances(lambda: shot_script(view, shot))}


def blast_damage(view: Battle, shot: Shot) -> dict[str, Damage]:
    """Return the damage chances for each model that a template may catch, over all landing points."""
    landings = landing_chances(view, shot)
    if shot.suppresses:
        landings = {shot.target.xy: suppression_roll(view, shot).chances().get(STRIKES, 0.0)}
    target = shot.target.id
    found: dict[str, Damage] = {target: {0: 1.0}} if target in view.table.pieces else {}
    for point, chance in landings.items():
        for key, damage in blast_odds(view, shot, point).items():
            own = found.setdefault(key, {0: 1.0})
            own[0] -= chance
            for hits, part in damage.items():
                own[hits] = own.get(hits, 0.0) + chance * part
    return found


def suppression_chance(view: Battle, shot: Shot) -> float:
    """Return the chance that a suppressing shot suppresses its target."""
    parameters = view.game.parameters
    outcomes = (SUPPRESSES, STRIKES) if parameters.strike_suppresses else (SUPPRESSES,)
    chances = chances_of_part(exact_chances(lambda: suppression_script(view, shot)), 0)
    return capped_chance(sum(chance for outcome, chance in chances.items() if outcome in outcomes))


def chances_of_part(chances: Mapping[Any, float], index: int) -> dict[Any, float]:
    """Return the chances of one element of tuples of results, such as the HITS that a model loses."""
    found: dict[Any, float] = {}
    for result, chance in chances.items():
        found[result[index]] = found.get(result[index], 0.0) + chance
    return found
