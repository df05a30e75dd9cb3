"""Advice on close assaults by humans: what to assault, who joins in, and which figures fight each other."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import Assign, ChooseOne, ChooseSome
from battlesim.engine.ruleset import Advice
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId

from ..assault.assault import counted_strength, stand_threat
from ..assault.combat import combat_dice, score
from ..assault.declare import ATTACK_THREATS, MOVES_OF_AN_ASSAULT, assault_route, why_no_assault
from ..assault.joining import possible_joiners
from ..assault.pairs import Fight, paired
from ..core.lookups import (
    confidence,
    enemy_units,
    ok_figures,
    quality_die,
    unit_mobility,
    unit_of,
    unit_rules,
)
from ..core.marks import BROKEN
from ..core.state import Battle
from ..morale.tests import passing_score
from .aliens import ASSAULTS, is_in_reach

DRIVEN_OFF_WORTH = 0.3
"""What it is worth to drive off a figure, in casualties."""
MIN_ODDS = 1.5
"""The odds from which people assault."""


def chance_to_pass(view: Battle, unit: UnitId, threat: int) -> float:
    """Return the chance that a unit passes a test at a threat level."""
    own = view.table.units[unit]
    die = quality_die(own)
    return min(1.0, max(0.0, (die + 1 - passing_score(own, threat)) / die))


def joiners(view: Battle, unit: UnitId, target: UnitId) -> list[UnitId]:
    """Return the other units that can join a unit's assault on a target."""
    if not view.game.parameters.combines_assaults:
        return []
    others = possible_joiners(view, unit)
    return [other.id for other in others if not why_no_assault(view, other.id, target)]


def assault_gains(view: Battle, unit: UnitId) -> dict[UnitId, float]:
    """Return the expected gain of an assault on each enemy within average reach, in casualties."""
    once, found = float(unit_mobility(view, unit).die + 1), dict[UnitId, float]()
    for enemy in enemy_units(view, view.table.units[unit].side):
        own, foes = ok_figures(view, unit), ok_figures(view, enemy.id)
        near = min(piece_gap(view.table, a, b) for a in own for b in foes) <= MOVES_OF_AN_ASSAULT * once
        if not near or why_no_assault(view, unit, enemy.id):
            continue
        if assault_route(view, unit, enemy.id).cost <= MOVES_OF_AN_ASSAULT * once:
            found[enemy.id] = assault_worth(view, [unit, *joiners(view, unit, enemy.id)], enemy.id)
    return found


def best_assault_gain(view: Battle, unit: UnitId) -> float:
    """Return the expected gain of a unit's best assault, or 0 if it cannot begin one now."""
    now = view.game.activation
    ready = now is not None and now.actions_left >= MOVES_OF_AN_ASSAULT
    if not ready or "assault" in view.game.attempted or not ok_figures(view, unit):
        return 0.0
    return max(assault_gains(view, unit).values(), default=0.0)


def assault_worth(view: Battle, units: Sequence[UnitId], target: UnitId) -> float:
    """Return the expected gain of an assault by several units, in casualties or by driving off the enemy."""
    strength = counted_strength(view, target)
    if counted_strength(view, *units) < MIN_ODDS * strength:
        return 0.0
    begins = chance_to_pass(view, units[0], ATTACK_THREATS[confidence(view.table.units[units[0]])])
    stands = chance_to_pass(view, target, stand_threat(view, units, target))
    if confidence(view.table.units[target]) <= BROKEN:
        stands = 0.0
    round_gain = first_round_gain(view, units, target)
    return begins * ((1.0 - stands) * DRIVEN_OFF_WORTH * strength + stands * round_gain)


def first_round_gain(view: Battle, units: Sequence[UnitId], target: UnitId) -> float:
    """Return the expected enemy casualties in the first round of an assault, minus those of the attackers."""
    side = view.table.units[target].side
    return sum(
        down if piece_side == side else -down
        for fight in paired(view, units, [target])
        for piece_side, down in _losses(view, fight, target)
    )


def _losses(view: Battle, fight: Fight, target: UnitId) -> list[tuple[str, float]]:
    """Return the chance that each figure of a fight goes down, with its side."""
    dice = {key: roll.sides[0] for key, roll in combat_dice(view, fight, [target], True).items()}
    scores = {p.id: [score(p, f + 1) for f in range(dice[p.id])] for p in (fight.one, *fight.others)}
    own = scores[fight.one.id]
    stays = 0.0
    for value in own:
        safe = 1.0
        for piece in fight.others:
            safe *= sum(other <= value for other in scores[piece.id]) / len(scores[piece.id])
        stays += safe / len(own)
    beaten = [
        (p.side, sum(o < v for o in scores[p.id] for v in own) / len(own) / len(scores[p.id]))
        for p in fight.others
    ]
    return [(fight.one.side, 1.0 - stays), *beaten]


def whom_to_assault(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to assault the enemy with the highest expected gain."""
    gains = assault_gains(view, unit_of(view, view.table.piece(decision.about)).id)
    ranked = sorted(gains.items(), key=lambda pair: -pair[1])
    return [Advice(key, gain, f"worth {gain:.2f} casualties") for key, gain in ranked if gain > 0.0]


def who_joins(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Return advice that all units that can join an assault do; aliens from two average moves at most."""
    options = decision.open_options
    if not is_alien(view, decision):
        return [Advice(tuple(option.key for option in options), 1.0, "better odds")]
    units = [(UnitId(option.key), UnitId(option.to[0])) for option in options]
    near = (unit for unit, target in units if is_in_reach(view, unit, assault_route(view, unit, target)))
    return [Advice(tuple(near), 1.0, f"both reach it ({ASSAULTS})")]


def is_alien(view: Battle, decision: ChooseSome) -> bool:
    """Return whether the units in a decision act by the aliens' fixed programme."""
    return unit_rules(unit_of(view, view.table.piece(decision.about))).automated


def nearest_pairs(view: Battle, decision: Assign) -> list[Advice]:
    """Return advice that surplus figures in close combat fight the opponents nearest to them."""
    return [Advice(tuple(item.to[0] for item in decision.items), 1.0, "the nearest")]


def whom_to_fend_off(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to direct defensive fire at the largest attacking unit."""
    sizes = {option.key: len(option.at) for option in decision.open_options}
    return [Advice(key, float(size), f"{size} figures") for key, size in sizes.items()]
