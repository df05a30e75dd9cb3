"""What a model may fire at once at a target, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from battlesim.engine.decisions import Assign
from battlesim.engine.refusal import Refusal
from battlesim.table.state import AnyState

from . import odds
from .facts import has
from .firepower import weapon_dice
from .profiles import mount_of, weapons
from .sightlines import Lines
from .state import Battle
from .targets import thing

HOLD = "hold"
PLUS = "+"


class WhoFires(Assign, frozen=True, kw_only=True, tag="who_fires"):
    """Who fires what, or holds; one at least of those within the reach of the trigger fires (MI-FIRE-01)."""

    first: tuple[str, ...]

    def check(self, state: AnyState, answer: tuple[str, ...]) -> Refusal | None:
        """As Assign, and not all of the first hold."""
        found = super().check(state, answer)
        pairs = zip(self.items, answer, strict=False)
        if found or any(item.key in self.first and load != HOLD for item, load in pairs):
            return found
        names = " or ".join(item.label for item in self.items if item.key in self.first)
        return Refusal(f"{names} must fire, who is within 10 in of the enemy's action", "MI-FIRE-01")


def open_loads(state: Battle, lines: Lines, firer: str, keys: Sequence[str], target: str) -> list[str]:
    """What a model may fire at a target: one type of weapon (MI-SHOT-02), two with a Fire Director.

    The two are of different mounts (MI-MTRT-04, MI-VIK-04).
    """
    single = [key for key in keys if not lines.fault(firer, key, target)[0]]
    if not has(state.table.piece(firer), "fire_director"):
        return single
    pairs = [(a, b) for a, b in combinations(single, 2) if mount_of(a) != mount_of(b)]
    return [*(f"{a}{PLUS}{b}" for a, b in pairs), *single]


def loads(
    state: Battle, lines: Lines, firer: str, keys: Sequence[str], target: str, reaction: bool
) -> list[str]:
    """The same, that first which does most there: what cannot hurt the target itself comes last."""
    found = open_loads(state, lines, firer, keys, target)
    if len(found) < 2:
        return found
    worth = {load: _worth(state, firer, load.split(PLUS), target, reaction) for load in found}
    return sorted(found, key=lambda load: worth[load], reverse=True)


def _worth(state: Battle, firer: str, keys: Sequence[str], target: str, reaction: bool) -> tuple[bool, float]:
    """Whether it can hurt the target, and the HP that enemies lose on average, less those of friends."""
    dice = [die for key in keys for die in weapon_dice(state, firer, key, [target])]
    on_it = [die.on(target) for die in dice if die.target in ("", target)]
    shot = odds.preview(state, target, {firer: keys}, reaction=reaction)
    own = state.table.piece(firer).side
    friends = sum(one.expected for one in shot.targets if thing(state, one.target).side == own)
    return odds.odds_of(state, on_it, "fire").expected > 0, round(shot.expected - 2 * friends, 6)


def load_name(load: str) -> str:
    """What a model fires at once, by the names of the weapons."""
    return " and ".join(weapons()[key].name for key in load.split(PLUS))
