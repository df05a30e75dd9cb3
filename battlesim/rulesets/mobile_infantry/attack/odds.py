"""Exact odds of shots before they are fired, by the dice and fates that settle them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from battlesim.mechanics import attack
from battlesim.mechanics.chance import alone, exactly
from battlesim.mechanics.odds import Odds
from battlesim.rulings.measure import outward

from ..core.state import Battle
from ..core.targets import hits_of, ratings
from .allocation import default_kinds, layout
from .firepower import pooled, reachable
from .pool import AttackDie
from .strike import blows, save
from .ways import WAYS


def odds_of(state: Battle, dice: Sequence[AttackDie], how: str) -> Odds:
    """The odds of dice that lie on their targets; `how` as for `damage.deal`."""
    return attack.odds_of(blows(state, dice, WAYS[how]), lambda target: hits_of(state, target))


def save_fails(state: Battle, target: str) -> float:
    """The chance that one unmodified Save fails, as those who stand at a tunnel make it; 1 without a Save."""
    rated = ratings(state, target)
    return exactly(lambda: alone(save(state, rated, "")))[0] if rated.save else 1.0


def laid(
    state: Battle,
    target: str,
    choice: Mapping[str, Sequence[str]],
    *,
    second: str = "",
    reaction: bool = False,
) -> list[AttackDie]:
    """The dice of an MI shot as they lie when nobody chooses; second blasts go at `second` if named."""
    chosen = {firer: tuple(keys) for firer, keys in choice.items() if keys}
    if not chosen:
        return []
    dice = pooled(state, chosen, target, lambda firer, key: second or target, reaction)
    away, lines = reachable(state, chosen, target)
    open_to = layout(dice, [*chain(*outward(away))], lines.bears)
    return open_to.laid(default_kinds(dice))
