"""Volleys: the combinations of weapons that a model may fire at a target, best first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from battlesim.engine.decisions import Assign
from battlesim.engine.refusal import Refusal
from battlesim.table.phrases import joined_text, length_text, phrase
from battlesim.table.state import AnyState

from ..core.lookups import has_trait, piece_or_stand_in
from ..core.profiles import weapon_mount
from ..core.state import Battle
from ..ground.sight import WeaponLines
from . import allocation
from .die_outcome import dice_odds
from .firepower import weapon_dice

FIRE_AT_WILL = "MI-FIRE-01"
HOLD_KEY: Final = "hold"
REACTION_RANGE_IN: Final = 10.0
"""Range in inches from an enemy's Action within which a model may react to it."""

Volley = tuple[str, ...]
"""The weapons that a model fires together."""


class FiringAssignment(Assign, frozen=True, kw_only=True, tag="who_fires"):
    """The decision to assign weapons to the models that fire, at least one of which must be in `first`.

    These are the models within range of the enemy's Action.
    """

    first: tuple[str, ...]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """Return a refusal if the assignment is illegal or all models in `first` hold their fire."""
        pairs = zip(self.items, answer, strict=False)
        if any(item.key in self.first and load != HOLD_KEY for item, load in pairs):
            return super().check(state, answer)
        names = joined_text((item.label for item in self.items if item.key in self.first), " or ")
        words = "{} must fire, who is within {} of the enemy's action"
        return Refusal(phrase(words, names, length_text(REACTION_RANGE_IN)), FIRE_AT_WILL)


def available_volleys(
    state: Battle, lines: WeaponLines, firer: str, keys: Sequence[str], target: str
) -> list[Volley]:
    """Return the volleys that a model may fire at a target (MI-MTRT-04)."""
    single = [key for key in keys if lines.bears_on(firer, key, target)]
    pairs = combinations(single, 2) if has_trait(state.table.piece(firer), "fire_director") else ()
    return [*((a, b) for a, b in pairs if weapon_mount(a) != weapon_mount(b)), *((key,) for key in single)]


def ranked_volleys(
    state: Battle, lines: WeaponLines, firer: str, keys: Sequence[str], target: str, reaction: bool
) -> list[Volley]:
    """Return the volleys that a model may fire at a target, best first."""
    found = available_volleys(state, lines, firer, keys, target)
    if len(found) < 2:
        return found
    worth = {load: _worth(state, firer, load, target, reaction) for load in found}
    return sorted(found, key=lambda load: worth[load], reverse=True)


def _worth(state: Battle, firer: str, keys: Volley, target: str, reaction: bool) -> tuple[bool, float]:
    """Return whether a volley can hurt the target, and the mean enemy loss in HP minus friendly losses."""
    dice = [die for key in keys for die in weapon_dice(state, firer, key, [target])]
    on_it = [die.with_target(target) for die in dice]
    shot = dice_odds(
        state, allocation.default_allocation(state, target, {firer: keys}, reaction=reaction), "fire"
    )
    own = state.table.piece(firer).side
    friends = sum(one.expected for one in shot.targets if piece_or_stand_in(state, one.target).side == own)
    return dice_odds(state, on_it, "fire").expected > 0, round(shot.expected - 2 * friends, 6)
