"""Rounds of close combat: the dice of each pair of opponents, and the tests after each round."""

from __future__ import annotations

from collections.abc import Container, Sequence

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, PlainRoll, roll_together, single_roll
from battlesim.mechanics.contest import D4_TO_D12_LADDER, shifted_die
from battlesim.mechanics.pieces import set_mark
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import figure_profile, has_tag, quality_die
from ..core.marks import DOWN, IN_POSITION
from ..core.state import Battle, Game
from ..ground.cover import place_cover
from ..morale.confidence import take_confidence_test
from .aftermath import settle
from .melee import Melee
from .pairs import Fight, ask_pairs
from .withdrawal import withdraw

FIGHTS = "SG-CLA-08"
COVERED = "SG-CLA-10"
TESTS = "SG-CLA-14"
DRAWN_ROUNDS = "SG-GAP-119"
FALLS_BACK = "SG-CLA-15"
MAX_ROUNDS_WITHOUT_LOSS = 3
ROUNDS_BY_THEIR_OWN_LOSSES = 2
"""The number of rounds after which all casualties say which side tests first (SG-GAP-120)."""
POWER_ARMOUR_FACTOR = 2


def close_shifts(state: Battle, piece: Piece, covered: bool) -> tuple[Modifier, ...]:
    """Return the modifiers of a figure's die in close combat: for its weapon and, in the first round, cover.

    Only the best weapon counts (SG-GAP-117), and cover and position count once (SG-GAP-118).
    """
    weapon = figure_profile(piece).close_combat
    shifts = (Modifier(weapon, "close combat weapon", "SG-CLA-09"),) if weapon else ()
    own = state.table.units[piece.unit]
    shelter = covered and (own.has_mark(IN_POSITION) or bool(place_cover(state, piece)))
    return (*shifts, *((Modifier(1, "in cover or in position", COVERED),) if shelter else ()))


def combat_dice(
    state: Battle, fight: Fight, defenders: Container[UnitId], first: bool
) -> dict[str, PlainRoll]:
    """Return the die of each figure in a fight; an option lets steps above a D12 lower opponents' dice.

    Rules: SG-GAP-116.
    """
    dice, over = {}, {}
    for piece in (fight.one, *fight.others):
        shifts = close_shifts(state, piece, first and piece.unit in defenders)
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
    """Return a figure's result for a die face, which is doubled by power armour (SG-CLA-11)."""
    return POWER_ARMOUR_FACTOR * face if has_tag(piece, "power_armour") else face


def losers(fight: Fight, scores: dict[str, int]) -> list[str]:
    """Return the figures that lose a fight: one against several loses to any opponent that rolled higher."""
    own = scores[fight.one.id]
    beaten = [fight.one.id] if any(scores[piece.id] > own for piece in fight.others) else []
    return [*beaten, *(piece.id for piece in fight.others if scores[piece.id] < own)]


def fight_round(
    play: Play[Game], attackers: Sequence[UnitId], defenders: Sequence[UnitId], first: bool
) -> Script[list[str]]:
    """Fight one round of close combat and return the ids of the figures that go down."""
    fights = yield from ask_pairs(play, attackers, defenders)
    rolls = {key: roll for f in fights for key, roll in combat_dice(play.state, f, defenders, first).items()}
    runs = {key: DiceScriptRun(single_roll(roll)) for key, roll in rolls.items()}
    yield from roll_together(play, list(runs.values()), "close combat", rule=FIGHTS, by=fights[0].one.id)
    pieces = play.state.table.pieces
    scores = {key: score(pieces[key], run.end[0]) for key, run in runs.items()}
    down = [key for fight in fights for key in losers(fight, scores)]
    set_mark(play, down, DOWN, 1, "SG-CLA-12")
    return down


def fight(
    play: Play[Game], attackers: Sequence[UnitId], defenders: Sequence[UnitId], harder: int = 0
) -> Script[bool]:
    """Fight rounds until one side has no unit left, then settle the fate of the fallen.

    Return whether the attackers have won. Rules: SG-CLA-17.
    """
    melee, number, idle = Melee(attackers, defenders, harder), 0, 0
    while melee.goes_on(play.state):
        number += 1
        fighting = melee.standing(play.state, attackers)
        others = melee.standing(play.state, defenders)
        down = yield from fight_round(play, fighting, others, number == 1)
        fell = {u: sum(play.state.table.pieces[key].unit == u for key in down) for u in melee.units}
        melee.add_losses(fell)
        idle = 0 if down else idle + 1
        if down and melee.goes_on(play.state):
            yield from _test_sides(play, melee, sides_in_order(melee, fell, number))
        elif idle == MAX_ROUNDS_WITHOUT_LOSS:
            for unit in fighting:
                yield from _fall_back(play, melee, unit, DRAWN_ROUNDS)
    beaten = melee.beaten(play.state)
    yield from settle(play, melee, beaten)
    for unit in melee.last_to_flee:
        yield from withdraw(play, unit, [u for u in melee.units if u not in beaten], FALLS_BACK)
    return beaten is defenders


def sides_in_order(melee: Melee, fell: dict[UnitId, int], number: int) -> tuple[Sequence[UnitId], ...]:
    """Return both sides in the order in which they test after a round: the one with more casualties first.

    In a tie, the defenders test first.
    """
    counts = fell if number <= ROUNDS_BY_THEIR_OWN_LOSSES else melee.lost
    more = melee.total(counts, melee.attackers) > melee.total(counts, melee.defenders)
    return (melee.attackers, melee.defenders) if more else (melee.defenders, melee.attackers)


def _test_sides(play: Play[Game], melee: Melee, order: Sequence[Sequence[UnitId]]) -> Script[None]:
    """Have the units of each side test, each with its own casualties; one that fails falls back alone.

    The motivation adds nothing. Rules: SG-CLA-16, SG-GAP-121.
    """
    for side in order:
        for unit in melee.standing(play.state, side):
            threat = melee.lost[unit] + (melee.harder if side is melee.attackers else 0)
            if not (yield from take_confidence_test(play, unit, threat, TESTS)):
                yield from _fall_back(play, melee, unit, FALLS_BACK)
        if not melee.goes_on(play.state):
            return


def _fall_back(play: Play[Game], melee: Melee, unit: UnitId, rule: str) -> Script[None]:
    """Have a unit fall back alone; one that ends the combat takes those along who are only stunned."""
    foes = melee.foes_of(play.state, unit)
    melee.fled.append(unit)
    if melee.goes_on(play.state):
        yield from withdraw(play, unit, foes, rule)
    else:
        melee.last_to_flee.append(unit)
