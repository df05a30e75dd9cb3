"""Dice against each other, and dice that grow and shrink."""

from __future__ import annotations

import pytest

from battlesim.engine.play import Play
from battlesim.mechanics.chance import (
    DiceScriptRun,
    Threshold,
    ThresholdRoll,
    exact_chances,
    roll_together,
    single_roll,
)
from battlesim.mechanics.contest import (
    D4_TO_D12_LADDER,
    DieLadder,
    OpposedRoll,
    ShiftedDie,
    interfered_roll,
    shifted_die,
)
from battlesim.table.events import DieTag, Modifier
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table

AIMED, COVER = Modifier(1, "aimed", "R-1"), Modifier(-1, "cover", "R-2")
TAGS = (DieTag("red", "claw", (AIMED,)), DieTag("blue", "armour"))
CLAW = OpposedRoll(sides=(8, 6), bonus=(3, 1), tags=TAGS, rule="R-3")


@pytest.mark.parametrize(
    ("faces", "margin", "results", "words"),
    [
        ((4, 2), 4, ("hit", "miss"), "4+3 = 7 against 2+1 = 3: +4"),
        ((1, 6), -3, ("miss", "hit"), "1+3 = 4 against 6+1 = 7: -3"),
        ((3, 5), 0, ("miss", "miss"), "3+3 = 6 against 5+1 = 6: +0"),
    ],
)
def test_a_pair_comes_to_its_margin(faces, margin, results, words) -> None:
    assert (CLAW.value_of(faces), CLAW.results(faces), CLAW.value_text(faces)) == (margin, results, words)


def test_what_is_changed_is_the_first_die() -> None:
    assert OpposedRoll(changes=(AIMED, COVER, AIMED)).value_of((3, 3)) == 1
    assert OpposedRoll(changes=(AIMED,)).value_text((3, 3)) == "3+1 = 4 against 3: +1"


def test_what_a_bonus_is_made_of_is_said_beside_it() -> None:
    armoured = OpposedRoll(bonus=(3, 2), notes=("", "+1 armour, +1 cover"))
    assert armoured.value_text((4, 2)) == "4+3 = 7 against 2+2 = 4 (+1 armour, +1 cover): +3"


def test_the_odds_of_a_pair_are_exact() -> None:
    odds = exact_chances(lambda: single_roll(OpposedRoll(sides=(8, 6))))
    assert sum(chance for margin, chance in odds.items() if margin > 0) == pytest.approx(27 / 48)
    assert odds[7] == pytest.approx(1 / 48)


def test_the_roll_carries_what_each_die_is() -> None:
    play = Play(State(make_table(table_sides=make_sides("red", "blue")), None), "test")
    script = roll_together(
        play, [DiceScriptRun(single_roll(CLAW)), DiceScriptRun(single_roll(OpposedRoll()))], "why", rule="R-3"
    )
    asked = next(script)
    assert asked.dice == (8, 6, 6, 6)
    assert asked.each == ("Red: claw, aimed +1", "Blue: armour", "die", "die")
    with pytest.raises(StopIteration):
        script.send((4, 2, 6, 1))
    (rolled,) = play.updates
    assert rolled.tags == (*TAGS, DieTag(), DieTag())
    assert rolled.came == "4+3 = 7 against 2+1 = 3: +4; 6 against 1: +5"
    assert rolled.results == ("hit", "miss", "hit", "miss")


@pytest.mark.parametrize(
    ("die", "steps", "rung"),
    [
        (8, 1, ShiftedDie(10)),
        (8, -1, ShiftedDie(6)),
        (10, 3, ShiftedDie(12, 2)),
        (6, -3, ShiftedDie(4, -2)),
        (8, 0, ShiftedDie(8)),
    ],
)
def test_a_die_goes_up_and_down_its_ladder_and_says_what_is_left(die, steps, rung) -> None:
    assert D4_TO_D12_LADDER.shifted(die, steps) == rung


def test_all_shifts_are_added_before_the_die_is_looked_up() -> None:
    assert shifted_die(12, DieTag(shifts=(AIMED, COVER))) == ShiftedDie(12)
    assert shifted_die(6, DieTag(shifts=(AIMED,)), DieLadder((6, 20))) == ShiftedDie(20)


def test_a_die_that_is_not_on_the_ladder_is_a_mistake() -> None:
    with pytest.raises(ValueError):
        D4_TO_D12_LADDER.shifted(20, 1)


CALL = ThresholdRoll(sides=(8,), thresholds=(Threshold(4),), tags=(DieTag("red", "call"),), rule="R-4")
JAM, COUNTER = (6, DieTag("blue", "jam")), (10, DieTag("red", "counter"))


@pytest.mark.parametrize(
    ("faces", "value", "results"),
    [
        ((5, 6, 6), 0, ("miss", "hit", "miss")),
        ((5, 6, 7), 1, ("hit", "miss", "hit")),
        ((6, 6, 1), 1, ("hit", "miss", "miss")),
        ((3, 6, 7), 0, ("miss", "miss", "hit")),
    ],
)
def test_a_die_spoils_a_roll_unless_another_one_cancels_it(faces, value, results) -> None:
    roll = interfered_roll(CALL, "red", 0, [JAM, COUNTER])
    assert (roll.value_of(faces), roll.results(faces)) == (value, results)


def test_the_odds_of_a_roll_with_interference_are_exact() -> None:
    counted = sum(
        call >= 4 and not (jam > call and not counter > jam)
        for call in range(1, 9)
        for jam in range(1, 7)
        for counter in range(1, 11)
    )
    chances = interfered_roll(CALL, "red", 0, [JAM, COUNTER]).chances()
    assert chances[1] == pytest.approx(counted / 480)


def test_without_interference_a_roll_is_what_it_was() -> None:
    assert interfered_roll(CALL, "red", 0, []) is CALL
