"""What a model may fire at once at a target, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from battlesim.engine.decisions import Assign
from battlesim.engine.refusal import Refusal
from battlesim.table.phrases import joined_text, length_text, phrase
from battlesim.table.state import AnyState

from ..core.facts import has, thing
from ..core.profiles import mount_of
from ..core.state import Battle
from ..ground.sightlines import Lines
from . import allocation
from .firepower import weapon_dice
from .strike import odds_of

FIRE_AT_WILL = "MI-FIRE-01"
HOLD: Final = "hold"
ALARM: Final = 10.0
"""Inches from an Action of the enemy within which one may react to it."""

Load = tuple[str, ...]
"""The weapons that a model fires at once."""


class WhoFires(Assign, frozen=True, kw_only=True, tag="who_fires"):
    """Who fires what, or holds; one at least of those within the reach of the trigger fires."""

    first: tuple[str, ...]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """As Assign, and not all of the first hold."""
        pairs = zip(self.items, answer, strict=False)
        if any(item.key in self.first and load != HOLD for item, load in pairs):
            return super().check(state, answer)
        names = joined_text((item.label for item in self.items if item.key in self.first), " or ")
        words = "{} must fire, who is within {} of the enemy's action"
        return Refusal(phrase(words, names, length_text(ALARM)), FIRE_AT_WILL)


def open_loads(state: Battle, lines: Lines, firer: str, keys: Sequence[str], target: str) -> list[Load]:
    """What a model may fire at a target: a weapon, with a Fire Director two mounts at once (MI-MTRT-04)."""
    single = [key for key in keys if lines.bears(firer, key, target)]
    pairs = combinations(single, 2) if has(state.table.piece(firer), "fire_director") else ()
    return [*((a, b) for a, b in pairs if mount_of(a) != mount_of(b)), *((key,) for key in single)]


def loads(
    state: Battle, lines: Lines, firer: str, keys: Sequence[str], target: str, reaction: bool
) -> list[Load]:
    """The same, that first which does most there: what cannot hurt the target itself comes last."""
    found = open_loads(state, lines, firer, keys, target)
    if len(found) < 2:
        return found
    worth = {load: _worth(state, firer, load, target, reaction) for load in found}
    return sorted(found, key=lambda load: worth[load], reverse=True)


def _worth(state: Battle, firer: str, keys: Load, target: str, reaction: bool) -> tuple[bool, float]:
    """Whether it can hurt the target, and the HP that enemies lose on average, less those of friends."""
    dice = [die for key in keys for die in weapon_dice(state, firer, key, [target])]
    on_it = [die.on(target) for die in dice]
    shot = odds_of(state, allocation.laid(state, target, {firer: keys}, reaction=reaction), "fire")
    own = state.table.piece(firer).side
    friends = sum(one.expected for one in shot.targets if thing(state, one.target).side == own)
    return odds_of(state, on_it, "fire").expected > 0, round(shot.expected - 2 * friends, 6)
