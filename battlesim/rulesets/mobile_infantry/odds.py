"""Exact odds of a shot before it is fired, with every modifier and its rule.

Built from the functions that settle the shot itself (pool, allocation, cover, results, saves), so that a
preview says what the rules will do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from battlesim.table.events import Modifier

from . import bug_fire, cover, results
from .allocation import default_kinds, layout
from .firepower import reachable, weapon_dice
from .parameters import Parameters
from .pool import AttackDie, dice_gone
from .profiles import weapons
from .state import Battle
from .targets import Ratings, hits_of, ratings, thing
from .ways import WAYS

SAVE_FACES = range(1, 7)


class DieOdds(msgspec.Struct, frozen=True):
    """One kind of die on one model: chances of no, one and two points, and what they come from."""

    die: str
    count: int
    none: float
    one: float
    two: float
    needs: str
    modifiers: tuple[Modifier, ...]


class TargetOdds(msgspec.Struct, frozen=True):
    """One model under the dice that lie on it: mean HP lost, and the chance that it is taken off."""

    target: str
    hits: int
    expected: float
    destroyed: float
    dice: tuple[DieOdds, ...]


class Odds(msgspec.Struct, frozen=True):
    """A whole shot: every model with a die, in the order of the allocation, and the mean HP lost in all."""

    targets: tuple[TargetOdds, ...]
    expected: float


class _Chances(NamedTuple):
    none: float
    one: float
    two: float


def bounded(summed: float) -> float:
    """A chance that was added up of its parts, without what rounding has put on top of 1."""
    return min(1.0, summed)


def _chances(state: Battle, die: AttackDie, rated: Ratings, added: int) -> _Chances:
    """Chances of 0, 1 and 2 points: every face of the die, every face of the Save (MI-GAP-03, MI-GAP-04)."""
    parameters, tally = state.game.parameters, [0.0, 0.0, 0.0]
    failing = _failing(rated, added, parameters)
    for face in range(1, die.die + 1):
        points = results.points_of(results.result_of(die, face), rated, parameters)
        through = failing if points and results.needs_save(points, rated, parameters) else 1.0
        tally[points] += through / die.die
        tally[0] += (1.0 - through) / die.die
    return _Chances(*map(bounded, tally))


def _failing(rated: Ratings, added: int, parameters: Parameters) -> float:
    return sum(not results.saved(face, added, rated, parameters) for face in SAVE_FACES) / 6


def save_fails(state: Battle, target: str) -> float:
    """The chance that one unmodified Save fails, as those who stand at a tunnel make it; 1 without a Save."""
    rated = ratings(state, target)
    return _failing(rated, 0, state.game.parameters) if rated.save else 1.0


def _modifiers(die: AttackDie, saving: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """What changes the die, and what the Save, each saying which."""
    parts = (("on the die", results.die_modifiers(die)), ("on the Save", saving))
    return tuple(replace(change, words=f"{change.words}, {on}") for on, some in parts for change in some)


def _needs(rated: Ratings, beyond: int) -> str:
    words = f"Target {rated.target + beyond}+, Kill {rated.kill + beyond}+"
    return f"{words}, Save {rated.save + beyond}+" if rated.save else f"{words}, no Save"


def die_odds(state: Battle, die: AttackDie, found: cover.Cover, count: int = 1) -> DieOdds:
    """One die on its model, with the cover that the model has."""
    rated, saving = ratings(state, die.target), results.save_modifiers(die, found)
    chances = _chances(state, die, rated, results.total(saving))
    needs = _needs(rated, state.game.parameters.beyond)
    return DieOdds(die.name, count, *chances, needs, _modifiers(die, saving))


def spread(kinds: Sequence[DieOdds], hits: int) -> list[float]:
    """Chances of losing 0, 1, 2 … HP, the last entry for all of them."""
    chances = [1.0, *([0.0] * hits)]
    for kind in kinds:
        for _ in range(kind.count):
            after = [0.0] * (hits + 1)
            for lost, chance in enumerate(chances):
                for points, part in enumerate((kind.none, kind.one, kind.two)):
                    after[min(hits, lost + points)] += chance * part
            chances = after
    return [bounded(chance) for chance in chances]


def odds_of(state: Battle, dice: Sequence[AttackDie], how: str) -> Odds:
    """The odds of dice that lie on their targets; `how` as for `damage.settle`."""
    covers = cover.bonuses(state, list(dict.fromkeys(d.target for d in dice)), dice, WAYS[how])
    targets = []
    for target in dict.fromkeys(die.target for die in dice):
        alike: dict[tuple[str, str], list[AttackDie]] = {}
        for die in dice:
            if die.target == target:
                alike.setdefault((die.weapon, die.name), []).append(die)
        kinds = [die_odds(state, same[0], covers[target], len(same)) for same in alike.values()]
        hits = hits_of(state, target)
        chances = spread(kinds, hits)
        expected = sum(lost * chance for lost, chance in enumerate(chances))
        targets.append(TargetOdds(target, hits, expected, chances[-1] if hits else 0.0, tuple(kinds)))
    return Odds(tuple(targets), sum(t.expected for t in targets))


def preview(
    state: Battle,
    target: str,
    choice: Mapping[str, Sequence[str]],
    *,
    second: str = "",
    reaction: bool = False,
) -> Odds:
    """The odds of an MI shot: each firer's weapons at a target; see `laid`."""
    dice = laid(state, target, choice, second=second, reaction=reaction)
    return odds_of(state, dice, "fire") if dice else Odds((), 0.0)


def laid(
    state: Battle,
    target: str,
    choice: Mapping[str, Sequence[str]],
    *,
    second: str = "",
    reaction: bool = False,
) -> list[AttackDie]:
    """The dice of an MI shot on their models, as they lie when nobody chooses.

    `second` is the target of second blasts, the target itself when empty. Blasts hit all in their area.
    """
    chosen = {firer: tuple(keys) for firer, keys in choice.items() if keys}
    if not chosen:
        return []
    side = thing(state, next(iter(chosen))).side
    pool: list[AttackDie] = []
    for firer, keys in chosen.items():
        own: list[AttackDie] = []
        for key in keys:
            aims = [target, second or target][: weapons()[key].blasts]
            own += weapon_dice(state, firer, key, aims)
        pool += own[dice_gone(state.table.piece(firer), reaction) :]
    field, lines = reachable(state, side, chosen, target)
    open_to = layout(pool, field.order(), lines.bears)
    return open_to.laid(default_kinds(pool))


class Fate(NamedTuple):
    """What becomes of one model under a shot that may come down at many places."""

    caught: float
    expected: float
    destroyed: float


Landings = list[tuple[float, Odds | None]]
"""Chances of where a shot comes down, each with its odds there; None off the table."""


def landed(state: Battle, bug: str, key: str, target: str) -> Landings:
    """An Arachnid shot at every place that its scatter may take it to (a D12 and its distance die)."""
    aim = bug_fire.aim_point(state, bug, target)
    found: Landings = []
    for point, chance in bug_fire.landings(state, bug, key, aim).items():
        if not bug_fire.on_table(state, point):
            found.append((chance, None))
            continue
        dice = bug_fire.area_dice(state, bug, key, target, point)
        found.append((chance, odds_of(state, dice, "area") if dice else Odds((), 0.0)))
    return found


def over_landings(landings: Landings) -> dict[str, Fate]:
    """What becomes of each model over all landings."""
    fates: dict[str, Fate] = {}
    for chance, shot in landings:
        for one in shot.targets if shot else ():
            caught, expected, destroyed = fates.get(one.target, Fate(0.0, 0.0, 0.0))
            fates[one.target] = Fate(
                bounded(caught + chance),
                expected + chance * one.expected,
                bounded(destroyed + chance * one.destroyed),
            )
    return dict(sorted(fates.items()))


def lost_over_landings(landings: Landings, but: Collection[str] = ()) -> list[float]:
    """Chances that 0, 1, 2 … models `but` for some are lost over all landings."""
    each = [
        (chance, numbers([one.destroyed for one in (shot.targets if shot else ()) if one.target not in but]))
        for chance, shot in landings
    ]
    whole = [0.0] * max(len(spread) for _, spread in each)
    for chance, spread in each:
        for count, part in enumerate(spread):
            whole[count] += chance * part
    return [bounded(chance) for chance in whole]


def numbers(chances: Sequence[float]) -> list[float]:
    """Chances that 0, 1, 2 … of some things happen that do not depend on each other."""
    spread = [1.0]
    for chance in chances:
        without, with_it = [*spread, 0.0], [0.0, *spread]
        spread = [a * (1.0 - chance) + b * chance for a, b in zip(without, with_it, strict=True)]
    return [bounded(chance) for chance in spread]
