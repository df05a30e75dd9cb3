"""Previews of close assaults: whether they begin, whether the enemy stands, and the first round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from battlesim.engine.ruleset import LossOdds, Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import capped_chance
from battlesim.mechanics.preview_rows import losses_bars, percent, truncated_rows
from battlesim.table.ids import UnitId
from battlesim.table.phrases import length_text
from battlesim.table.units import Unit

from ..actions.move_actions import MOVE_TEST_THREAT, OUT_OF_POSITION
from ..assault.approach import MOVES
from ..assault.assault import BEGINS, STANDS, stand_threat
from ..assault.combat import FIGHTS
from ..assault.declare import ATTACK_THREATS, LONG_ENOUGH, assault_route
from ..core.lookups import confidence, leader_of, unit_mobility
from ..core.marks import BROKEN, IN_POSITION
from ..core.movement import COMBAT_FACTOR
from ..core.state import Battle
from ..morale.confidence_odds import confidence_after_test
from ..morale.tests import test_roll
from .close_combat import FightOdds, pair_rows, round_losses, round_odds
from .fire import confidence_rows
from .tests import chance_row, cost_row


def assault_preview(view: Battle, units: Sequence[Unit], target: Unit) -> Preview:
    """Return the odds of a close assault by one or more units, up to the end of its first round.

    The defenders' test and the first round are those against all the given units.
    """
    unit, ids = units[0], tuple(each.id for each in units)
    begins, stands = begin_chances(view, units), stand_chance(view, ids, target)
    gives_way = capped_chance(begins[unit.id] * (1.0 - stands))
    fights = round_odds(view, ids, (target.id,))
    rows = (
        *(
            chance_row(_title(units, each, "begins", "The assault begins"), begins[each.id], BEGINS)
            for each in units
        ),
        *_stand_rows(view, ids, target),
        *(row for each in units for row in _arrival_rows(view, units, each, target)),
        *_round_rows(view, fights, ids, target.id),
        cost_row("both actions", BEGINS),
    )
    losses = {each: round_losses(view, fights, each) for each in (target.id, *ids)}
    return Preview(
        "Close assault",
        f"{' and '.join(each.name for each in units)} against {target.name}",
        truncated_rows(rows),
        begins[unit.id],
        "it begins",
        losses_bars(losses[target.id]),
        f"{percent(gives_way)}: {target.name} gives way without a fight",
        sights=tuple((leader_of(view, each).id, leader_of(view, target.id).id) for each in ids),
        losses=tuple(LossOdds(each, lost) for each, lost in losses.items()),
    )


def _title(units: Sequence[Unit], unit: Unit, does: str, alone: str) -> str:
    """Return the label of a row about one of the attacking units, which is named if there are several."""
    return alone if len(units) == 1 else f"{unit.name} {does}"


def begin_chances(view: Battle, units: Sequence[Unit]) -> Mapping[UnitId, float]:
    """Return the chance that each unit begins the assault; each earlier failure makes its tests harder."""
    chances, failed = dict[UnitId, float](), [1.0]
    for unit in units:
        passes = [begin_chance(view, unit, dropped) for dropped in range(len(failed))]
        chances[unit.id] = capped_chance(sum(p * part for p, part in zip(passes, failed, strict=True)))
        stays = [p * part for p, part in zip(passes, failed, strict=True)]
        goes = [(1.0 - p) * part for p, part in zip(passes, failed, strict=True)]
        failed = [a + b for a, b in zip([*stays, 0.0], [0.0, *goes], strict=True)]
    return chances


def begin_chance(view: Battle, unit: Unit, dropped: int = 0) -> float:
    """Return the chance that a unit passes the tests to begin an assault after `dropped` others failed."""
    out, more = 1.0, dropped
    if unit.has_mark(IN_POSITION):
        if view.game.parameters.tests_twice_from_position:
            threat = MOVE_TEST_THREAT + dropped
            out = test_roll(unit, threat, OUT_OF_POSITION).chances().get(1, 0.0)
        else:
            more += 1
    threat = ATTACK_THREATS[confidence(unit)] + more
    return capped_chance(out * test_roll(unit, threat, BEGINS).chances().get(1, 0.0))


def stand_chance(view: Battle, units: Sequence[UnitId], target: Unit) -> float:
    """Return the chance that the defenders stand, by passing a confidence test without being broken."""
    if confidence(target) <= BROKEN:
        return 0.0
    threat = stand_threat(view, units, target.id)
    return confidence_after_test(view, target, threat, STANDS).get(confidence(target), 0.0)


def _stand_rows(view: Battle, units: Sequence[UnitId], target: Unit) -> Iterator[PreviewRow]:
    if confidence(target) <= BROKEN:
        yield PreviewRow(f"{target.name} stands", "never: it is broken", STANDS)
        return
    threat = stand_threat(view, units, target.id)
    yield PreviewRow(f"{target.name} stands", percent(stand_chance(view, units, target)), STANDS)
    yield PreviewRow("Threat of its test", f"+{threat}", STANDS)
    yield from confidence_rows(target, confidence_after_test(view, target, threat, STANDS))


def arrival_chances(view: Battle, unit: Unit, target: Unit) -> tuple[float, float]:
    """Return the chances that attackers arrive with their first combat move, and with two moves."""
    need = assault_route(view, unit.id, target.id).cost
    faces = range(1, unit_mobility(view, unit.id).die + 1)
    first = sum(COMBAT_FACTOR * face + TOL >= need for face in faces) / len(faces)
    both = sum(COMBAT_FACTOR * (a + b) + TOL >= need for a, b in product(faces, faces)) / len(faces) ** 2
    return first, max(first, both)


def _arrival_rows(view: Battle, units: Sequence[Unit], unit: Unit, target: Unit) -> Iterator[PreviewRow]:
    """Yield the shortest way of a unit to the defenders, and its chances to arrive with each move."""
    first, second = arrival_chances(view, unit, target)
    gap = length_text(assault_route(view, unit.id, target.id).cost, 1)
    yield PreviewRow(_title(units, unit, "has to go", "Shortest way"), gap, LONG_ENOUGH)
    yield chance_row(_title(units, unit, "arrives at once", "Arrives with the first move"), first, MOVES)
    yield chance_row(_title(units, unit, "arrives in two", "Arrives with the second"), second, MOVES)


def _round_rows(
    view: Battle, fights: Sequence[FightOdds], own: Sequence[UnitId], target: UnitId
) -> Iterator[PreviewRow]:
    """Yield the mean casualties of the first round, and those of each kind of pair."""
    enemy = sum(each.expected((target,)) for each in fights)
    lost = sum(each.expected(own) for each in fights)
    yield PreviewRow("First round", f"{enemy:.1f} down for {lost:.1f} of your own", FIGHTS)
    yield from pair_rows(fights, own)
