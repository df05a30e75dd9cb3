"""The exact odds of a fire action: the chance of suppression, and the number of casualties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from battlesim.behaviour.advice import mean_point
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.contest import MultipleOpposedRoll
from battlesim.table.pieces import Piece

from ..core.lookups import is_ok
from ..core.state import Battle
from .casualties import wound_kills
from .fire_choices import is_wasted
from .fire_roll import (
    figures_that_can_be_hit,
    fire_engagement,
    fire_factor,
    fire_impact,
    fire_roll,
    target_cover,
)
from .hits import ExtraHitRoll, ImpactRoll, impact_roll, potential_hits
from .shooting import armour_shifts
from .sniping import is_sniping
from .targeting import Fire


class FigureCounts(NamedTuple):
    """The numbers of figures of a unit that are unhurt, freshly wounded, wounded earlier, and dead."""

    ok: int
    fresh: int
    earlier: int
    dead: int


class FireOdds(NamedTuple):
    """The odds of a fire action: the chance to suppress, and the chances of 0, 1, 2 and so on casualties.

    `before` counts the states of the target's figures, and `after` gives the chances of these counts.
    """

    suppressed: float
    casualties: tuple[float, ...]
    before: FigureCounts
    after: dict[FigureCounts, float]

    @property
    def expected(self) -> float:
        """The expected number of casualties."""
        return sum(number * chance for number, chance in enumerate(self.casualties))

    def mean(self, count: Callable[[FigureCounts], int]) -> float:
        """Return the expected value of a number computed from the states of the figures after the attack."""
        return sum(count(figures) * chance for figures, chance in self.after.items())


def hit_chances(state: Battle, fire: Fire) -> tuple[float, dict[int, float]]:
    """Return the chance that a fire action succeeds at all, and the chance of each number of hits."""
    if is_wasted(state, fire):
        return 0.0, {0: 1.0}
    success, hits = _hit_chances(fire_roll(state, fire).sides, is_sniping(state, fire))
    return success, dict(hits)


@cache
def _hit_chances(sides: tuple[int, ...], snipes: bool) -> tuple[float, dict[int, float]]:
    """Return the chances of `hit_chances` for the dice of a roll, the target's first; snipers hit once."""
    roll, hits = MultipleOpposedRoll(sides=sides), defaultdict[int, float](float)
    success = 0.0
    for found, chance in roll.chances().items():
        success += chance if found.dice else 0.0
        if snipes:
            hits[min(1, found.dice)] += chance
            continue
        whole, left = potential_hits(found, roll.sides[0])
        extra = ExtraHitRoll(sides=(roll.sides[0],), left=left).chances().get(1, 0.0)
        hits[whole] += chance * (1.0 - extra)
        hits[whole + 1] += chance * extra
    return capped_chance(success), dict(hits)


def fire_odds(state: Battle, fire: Fire) -> FireOdds:
    """Return the exact odds of a fire action; if armour differs, its average effect is used."""
    engaged = fire_engagement(state, fire)
    figures = figures_that_can_be_hit(state, fire.target, engaged)
    able = sum(is_ok(piece) for piece in figures)
    success, hits = hit_chances(state, fire)
    later_wound_kills = any(wound_kills(state, piece) for piece in figures)
    start = FigureCounts(able, 0, len(figures) - able, 0)
    wound, kill = _effect_chances(state, fire, figures)
    now, after = {start: 1.0}, defaultdict[FigureCounts, float](float)
    for number in range(max(hits) + 1):
        for counts, chance in now.items():
            after[counts] += hits.get(number, 0.0) * chance
        now = _after_hit(now, wound, kill, later_wound_kills)
    casualties = [0.0] * (able + 1)
    for counts, chance in after.items():
        casualties[able - counts.ok] += chance
    return FireOdds(success, tuple(map(capped_chance, casualties)), start, dict(after))


def _effect_chances(state: Battle, fire: Fire, figures: list[Piece]) -> tuple[float, float]:
    """Return the chances that a hit wounds and that it kills, averaged over the figures."""
    impact, engaged = fire_impact(state, fire), fire_engagement(state, fire)
    cover, centre = target_cover(state, fire, engaged), mean_point([piece.xy for piece in engaged.firers])
    each = [
        _impact_chances(
            impact_roll(impact, p, armour_shifts(state, cover, p, centre, engaged.targets)).sides,
            fire_factor(fire),
        )
        for p in figures
    ]
    return sum(wound for wound, _ in each) / len(each), sum(kill for _, kill in each) / len(each)


@cache
def _impact_chances(sides: tuple[int, ...], factor: int) -> tuple[float, float]:
    chances = ImpactRoll(sides=sides, factor=factor).chances()
    return chances.get(1, 0.0), chances.get(2, 0.0)


def _after_hit(
    now: dict[FigureCounts, float], wound: float, kill: float, later_wound_kills: bool
) -> dict[FigureCounts, float]:
    """Return the chances of what has become of the figures after one more hit on one of them."""
    after: defaultdict[FigureCounts, float] = defaultdict(float)
    for figures, chance in now.items():
        for state, part in _hit_results(figures, wound, kill, later_wound_kills):
            if part > 0.0:
                after[state] += chance * part
    return dict(after)


def _hit_results(
    f: FigureCounts, wound: float, kill: float, later_wound_kills: bool
) -> Iterator[tuple[FigureCounts, float]]:
    """Yield what a hit makes of the figures, with its chance; hits on the dead are lost."""
    many = f.ok + f.fresh + f.earlier + f.dead
    yield f._replace(ok=f.ok - 1, fresh=f.fresh + 1), wound * f.ok / many
    yield f._replace(ok=f.ok - 1, dead=f.dead + 1), kill * f.ok / many
    yield f._replace(fresh=f.fresh - 1, dead=f.dead + 1), (wound + kill) * f.fresh / many
    dies = kill + (wound if later_wound_kills else 0.0)
    yield f._replace(earlier=f.earlier - 1, dead=f.dead + 1), dies * f.earlier / many
    harmless = 1.0 - wound - kill
    yield f, (f.ok + f.fresh) / many * harmless + f.earlier / many * (1.0 - dies) + f.dead / many
