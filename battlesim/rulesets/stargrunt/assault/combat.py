"""Rounds of close combat: pairs of figures, their dice, and the tests after each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import (
    DiceScriptRun,
    PlainRoll,
    Threshold,
    ThresholdRoll,
    roll_together,
    single_roll,
)
from battlesim.mechanics.contest import D4_TO_D12_LADDER, shifted_die
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..attack.casualties import EARLIER, lost_its_leader, replace_leader
from ..core.lookups import figure_profile, figures_of, has_tag, ok_figures, quality_die
from ..core.marks import DOWN, IN_POSITION, WOUNDED
from ..core.state import Battle, Game
from ..ground.cover import place_cover
from ..morale.confidence import take_confidence_test, test_for_lost_leader
from .withdrawal import withdraw

PAIRS, FIGHTS = "SG-CLA-07", "SG-CLA-08"
COVERED = "SG-CLA-10"
TESTS = "SG-CLA-14"
SETTLES = "SG-CLA-13"
DRAWN_ROUNDS = "SG-GAP-119"
CAPTURED, RECOVER = "SG-GAP-122", "SG-GAP-123"
FALLS_BACK = "SG-CLA-15"
OPEN_SHIFTS = "SG-GAP-116"
MAX_ROUNDS_WITHOUT_LOSS = 3
POWER_ARMOUR_FACTOR = 2
WOUNDED_FROM, STUNNED_FROM = 3, 5
"""The scores from which a figure that is down is wounded, and only stunned."""


class Fight(NamedTuple):
    """One figure of the smaller side against one or more of the other."""

    one: Piece
    others: tuple[Piece, ...]


def paired(state: Battle, unit: UnitId, target: UnitId) -> list[Fight]:
    """Return the figures of two units in pairs; surplus figures are spread evenly."""
    own, enemy = ok_figures(state, unit), ok_figures(state, target)
    few, many = sorted((own, enemy), key=len)
    groups: dict[str, list[Piece]] = {piece.id: [] for piece in few}
    for piece in sorted(many, key=lambda p: min(piece_gap(state.table, p, foe) for foe in few)):
        least = min(map(len, groups.values()))
        free = [foe for foe in few if len(groups[foe.id]) == least]
        nearest = min(free, key=lambda foe: (piece_gap(state.table, piece, foe), foe.id))
        groups[nearest.id].append(piece)
    return [Fight(piece, tuple(groups[piece.id])) for piece in few]


def close_shifts(state: Battle, piece: Piece, covered: bool) -> tuple[Modifier, ...]:
    """Return the shifts of a figure's close combat die: its weapon, and cover in the first round.

    The best weapon counts (SG-GAP-117), cover and position once (SG-GAP-118).
    """
    weapon = figure_profile(piece).close_combat
    shifts = (Modifier(weapon, "close combat weapon", "SG-CLA-09"),) if weapon else ()
    own = state.table.units[piece.unit]
    shelter = covered and (own.has_mark(IN_POSITION) or bool(place_cover(state, piece)))
    return (*shifts, *((Modifier(1, "in cover or in position", COVERED),) if shelter else ()))


def combat_dice(state: Battle, fight: Fight, defenders: UnitId, first: bool) -> dict[str, PlainRoll]:
    """Return the die of each figure of a fight; steps above a D12 by option lower the opponents' dice."""
    dice, over = {}, {}
    for piece in (fight.one, *fight.others):
        shifts = close_shifts(state, piece, first and piece.unit == defenders)
        tag = DieTag(piece.side, piece.name, shifts)
        sides = quality_die(state.table.units[piece.unit])
        die = shifted_die(sides, tag)
        dice[piece.id], over[piece.id] = (die.sides, tag), max(0, die.over)
    lowered = {fight.one.id: sum(over[p.id] for p in fight.others)}
    lowered |= {piece.id: over[fight.one.id] for piece in fight.others}
    if not state.game.parameters.close_shifts_open:
        lowered = dict.fromkeys(lowered, 0)
    return {
        key: PlainRoll(
            sides=(D4_TO_D12_LADDER.shifted(sides, -lowered[key]).sides,), tags=(tag,), rule=FIGHTS
        )
        for key, (sides, tag) in dice.items()
    }


def score(piece: Piece, face: int) -> int:
    """Return the score of a figure: power armour doubles the die (SG-CLA-11)."""
    return POWER_ARMOUR_FACTOR * face if has_tag(piece, "power_armour") else face


def losers(fight: Fight, scores: dict[str, int]) -> list[str]:
    """Return the figures that lose a fight: a single one loses to any that rolled higher (SG-GAP-115)."""
    own = scores[fight.one.id]
    beaten = [fight.one.id] if any(scores[piece.id] > own for piece in fight.others) else []
    return [*beaten, *(piece.id for piece in fight.others if scores[piece.id] < own)]


def fight_round(play: Play[Game], unit: UnitId, target: UnitId, first: bool) -> Script[list[str]]:
    """Fight one round; return the figures that go down."""
    fights = paired(play.state, unit, target)
    rolls = {key: roll for f in fights for key, roll in combat_dice(play.state, f, target, first).items()}
    runs = {key: DiceScriptRun(single_roll(roll)) for key, roll in rolls.items()}
    yield from roll_together(play, list(runs.values()), "close combat", rule=FIGHTS, by=fights[0].one.id)
    pieces = play.state.table.pieces
    scores = {key: score(pieces[key], run.end[0]) for key, run in runs.items()}
    down = [key for fight in fights for key in losers(fight, scores)]
    set_mark(play, down, DOWN, 1, "SG-CLA-12")
    return down


def fight(play: Play[Game], unit: UnitId, target: UnitId) -> Script[None]:
    """Fight rounds until a side breaks or is destroyed, then settle what became of the fallen (SG-CLA-17)."""
    lost: dict[UnitId, int] = {unit: 0, target: 0}
    loser, idle, first = "", 0, True
    while not loser and all(ok_figures(play.state, side) for side in lost):
        down = yield from fight_round(play, unit, target, first)
        fell = {side: sum(play.state.table.pieces[key].unit == side for key in down) for side in lost}
        lost = {side: lost[side] + fell[side] for side in lost}
        idle, first = (0 if down else idle + 1), False
        if not all(ok_figures(play.state, side) for side in lost):
            break
        if down:
            loser = yield from _test_both(play, unit, target, lost, fell)
        elif idle == MAX_ROUNDS_WITHOUT_LOSS:
            loser = unit
    yield from _settle(play, unit, target, loser, lost)


def _test_both(
    play: Play[Game], unit: UnitId, target: UnitId, lost: dict[UnitId, int], fell: dict[UnitId, int]
) -> Script[str]:
    """Have the side with more casualties test, then the other; return the one that breaks.

    Rules: SG-CLA-16, SG-GAP-121.
    """
    order: Sequence[UnitId] = (unit, target) if fell[unit] > fell[target] else (target, unit)
    for side in order:
        if not (yield from take_confidence_test(play, side, lost[side], TESTS)):
            return side
    return ""


def _settle(
    play: Play[Game], unit: UnitId, target: UnitId, loser: str, lost: dict[UnitId, int]
) -> Script[None]:
    """Roll for the figures that are down; those of the beaten side are captured unless they are dead."""
    beaten = loser or _destroyed(play.state, unit, target, lost)
    down = [p for side in (unit, target) for p in figures_of(play.state, side) if p.has_mark(DOWN)]
    roll = ThresholdRoll(
        thresholds=(Threshold(WOUNDED_FROM, "Wounded"), Threshold(STUNNED_FROM, "Stunned")), rule=SETTLES
    )
    runs = [DiceScriptRun(single_roll(roll)) for _ in down]
    if runs:
        yield from roll_together(play, runs, "those that are down", rule=SETTLES, by=down[0].id)
    for piece, run in zip(down, runs, strict=True):
        set_mark(play, [piece.id], DOWN, 0, SETTLES)
        recovers = run.end == 2 and play.state.game.parameters.stunned_recover
        if run.end == 0 or (piece.unit == beaten and not recovers):
            remove_from_play(play, piece.id, SETTLES if run.end == 0 else CAPTURED)
        elif run.end == 1:
            set_mark(play, [piece.id], WOUNDED, EARLIER, SETTLES)
    if loser:
        yield from withdraw(play, UnitId(loser), target if loser == unit else unit, FALLS_BACK)
    for side in (unit, target):
        if lost_its_leader(play.state, side):
            yield from test_for_lost_leader(play, side)
            yield from replace_leader(play, side)


def _destroyed(state: Battle, unit: UnitId, target: UnitId, lost: dict[UnitId, int]) -> str:
    """Return the unit without a standing figure; if neither has one, the one with more casualties."""
    gone = [side for side in (unit, target) if not ok_figures(state, side)]
    if len(gone) > 1:
        return unit if lost[unit] >= lost[target] else target
    return gone[0] if gone else ""
