"""The odds of a close assault: whether it begins, whether the enemy stands, the way, and the first round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.odds import combined_losses
from battlesim.mechanics.preview_rows import losses_bars, percent
from battlesim.table.ids import UnitId
from battlesim.table.phrases import length_text
from battlesim.table.units import Unit

from ..actions.move_actions import MOVE_TEST_THREAT, OUT_OF_POSITION
from ..assault.approach import MOVES
from ..assault.assault import BEGINS, STANDS, stand_threat
from ..assault.combat import FIGHTS, combat_dice, losers, score
from ..assault.declare import ATTACK_THREATS, LONG_ENOUGH, assault_route
from ..assault.pairs import Fight, paired
from ..core.lookups import confidence, leader_of, ok_figures, unit_mobility
from ..core.marks import BROKEN, IN_POSITION
from ..core.movement import COMBAT_FACTOR
from ..core.state import Battle
from ..morale.confidence_odds import confidence_after_test
from ..morale.tests import test_roll
from .fire import confidence_rows
from .tests import chance_row, cost_row


def assault_preview(view: Battle, unit: Unit, target: Unit) -> Preview:
    """Return the odds of an assault up to the end of its first round."""
    begins, (first, second) = begin_chance(view, unit), arrival_chances(view, unit, target)
    stands, rows = stand_chance(view, unit, target), tuple(_stand_rows(view, unit, target))
    own, enemy = first_round_losses(view, unit.id, target.id)
    gap = assault_route(view, unit.id, target.id).cost
    rows = (
        chance_row("The assault begins", begins, BEGINS),
        *rows,
        PreviewRow("Shortest way", length_text(gap, 1), LONG_ENOUGH),
        chance_row("Arrives with the first move", first, MOVES),
        chance_row("Arrives with the second", second, MOVES),
        PreviewRow("First round", f"{_mean(enemy):.1f} down for {_mean(own):.1f} of your own", FIGHTS),
        cost_row("both actions", BEGINS),
    )
    gives_way = capped_chance(begins * (1.0 - stands))
    return Preview(
        "Close assault",
        f"{unit.name} against {target.name}",
        rows,
        begins,
        "it begins",
        losses_bars(enemy),
        f"{percent(gives_way)}: {target.name} gives way without a fight",
        sights=((leader_of(view, unit.id).id, leader_of(view, target.id).id),),
        losses=(LossOdds(target.id, enemy), LossOdds(unit.id, own)),
    )


def _mean(lost: tuple[float, ...]) -> float:
    return sum(number * chance for number, chance in enumerate(lost))


def begin_chance(view: Battle, unit: Unit) -> float:
    """Return the chance that a unit passes the tests to begin an assault."""
    out, more = 1.0, 0
    if unit.has_mark(IN_POSITION):
        if view.game.parameters.tests_twice_from_position:
            out = test_roll(unit, MOVE_TEST_THREAT, OUT_OF_POSITION).chances().get(1, 0.0)
        else:
            more = 1
    threat = ATTACK_THREATS[confidence(unit)] + more
    return capped_chance(out * test_roll(unit, threat, BEGINS).chances().get(1, 0.0))


def stand_chance(view: Battle, unit: Unit, target: Unit) -> float:
    """Return the chance that the defenders stand: they pass a confidence test, and are not broken."""
    if confidence(target) <= BROKEN:
        return 0.0
    threat = stand_threat(view, [unit.id], target.id)
    return confidence_after_test(view, target, threat, STANDS).get(confidence(target), 0.0)


def _stand_rows(view: Battle, unit: Unit, target: Unit) -> Iterator[PreviewRow]:
    if confidence(target) <= BROKEN:
        yield PreviewRow(f"{target.name} stands", "never: it is broken", STANDS)
        return
    threat = stand_threat(view, [unit.id], target.id)
    yield PreviewRow(f"{target.name} stands", percent(stand_chance(view, unit, target)), STANDS)
    yield PreviewRow("Threat of its test", f"+{threat}", STANDS)
    yield from confidence_rows(target, confidence_after_test(view, target, threat, STANDS))


def arrival_chances(view: Battle, unit: Unit, target: Unit) -> tuple[float, float]:
    """Return the chances to arrive with the first combat move, and with the first two together."""
    need = assault_route(view, unit.id, target.id).cost
    faces = range(1, unit_mobility(view, unit.id).die + 1)
    first = sum(COMBAT_FACTOR * face + TOL >= need for face in faces) / len(faces)
    both = sum(COMBAT_FACTOR * (a + b) + TOL >= need for a, b in product(faces, faces)) / len(faces) ** 2
    return first, max(first, both)


def first_round_losses(
    view: Battle, unit: UnitId, target: UnitId
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chances that 0, 1, 2 … figures of either unit go down in the first round of combat."""
    spreads: dict[UnitId, list[tuple[float, ...]]] = {unit: [], target: []}
    for fight in paired(view, [unit], [target]):
        for side, spread in _fight_losses(view, fight, unit, target).items():
            spreads[side].append(spread)
    own, enemy = (combined_losses(spreads[side], len(ok_figures(view, side))) for side in (unit, target))
    return own, enemy


def _fight_losses(
    view: Battle, fight: Fight, unit: UnitId, target: UnitId
) -> Mapping[UnitId, tuple[float, ...]]:
    """Return the chances of the losses of both sides in one fight, by the face of the single figure."""
    dice = combat_dice(view, fight, [target], first=True)
    (sides,) = dice[fight.one.id].sides
    lost = {side: [0.0] * (len(fight.others) + 2) for side in (unit, target)}
    other_side = target if fight.one.unit == unit else unit
    for face in range(1, sides + 1):
        scores = {fight.one.id: score(fight.one, face)}
        fates = [
            _other_fates(view, fight, piece.id, dice[piece.id].sides[0], scores) for piece in fight.others
        ]
        safe, down = 1.0 / sides, [1.0]
        for _, falls in fates:
            down = [
                (down[k] if k < len(down) else 0.0) * (1.0 - falls) + (down[k - 1] * falls if k else 0.0)
                for k in range(len(down) + 1)
            ]
        survives = 1.0
        for beats, _ in fates:
            survives *= 1.0 - beats
        for number, chance in enumerate(down):
            lost[other_side][number] += safe * chance
        lost[fight.one.unit][0] += safe * survives
        lost[fight.one.unit][1] += safe * (1.0 - survives)
    return {side: tuple(map(capped_chance, spread)) for side, spread in lost.items()}


def _other_fates(
    view: Battle, fight: Fight, piece: str, sides: int, scores: Mapping[str, int]
) -> tuple[float, float]:
    """Return the chances that one of the others beats the single figure, and that it goes down itself."""
    other = next(each for each in fight.others if each.id == piece)
    beats = falls = 0
    for face in range(1, sides + 1):
        lost = losers(Fight(fight.one, (other,)), {**scores, other.id: score(other, face)})
        beats += fight.one.id in lost
        falls += other.id in lost
    return beats / sides, falls / sides
