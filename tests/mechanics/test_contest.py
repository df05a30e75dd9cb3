"""Dice against each other, and dice that grow and shrink."""

from __future__ import annotations

import pytest

from battlesim.engine.play import Play
from battlesim.mechanics.chance import Cast, alone, cast, exactly
from battlesim.mechanics.contest import LADDER, Ladder, Pair, Rung, shifted
from battlesim.table.events import DieTag, Modifier
from battlesim.table.state import State

AIMED, COVER = Modifier(1, "aimed", "R-1"), Modifier(-1, "cover", "R-2")
TAGS = (DieTag("red", "claw", (AIMED,)), DieTag("blue", "armour"))
CLAW = Pair(sides=(8, 6), bonus=(3, 1), tags=TAGS, rule="R-3")


@pytest.mark.parametrize(
    ("faces", "margin", "results", "words"),
    [
        ((4, 2), 4, ("hit", "miss"), "4+3 = 7 against 2+1 = 3: +4"),
        ((1, 6), -3, ("miss", "hit"), "1+3 = 4 against 6+1 = 7: -3"),
        ((3, 5), 0, ("miss", "miss"), "3+3 = 6 against 5+1 = 6: +0"),
    ],
)
def test_a_pair_comes_to_its_margin(faces, margin, results, words) -> None:
    assert (CLAW.came(faces), CLAW.results(faces), CLAW.words(faces)) == (margin, results, words)


def test_what_is_changed_is_the_first_die() -> None:
    assert Pair(changes=(AIMED, COVER, AIMED)).came((3, 3)) == 1
    assert Pair(changes=(AIMED,)).words((3, 3)) == "3+1 = 4 against 3: +1"


def test_what_a_bonus_is_made_of_is_said_beside_it() -> None:
    armoured = Pair(bonus=(3, 2), notes=("", "+1 armour, +1 cover"))
    assert armoured.words((4, 2)) == "4+3 = 7 against 2+2 = 4 (+1 armour, +1 cover): +3"


def test_the_odds_of_a_pair_are_exact() -> None:
    odds = exactly(lambda: alone(Pair(sides=(8, 6))))
    assert sum(chance for margin, chance in odds.items() if margin > 0) == pytest.approx(27 / 48)
    assert odds[7] == pytest.approx(1 / 48)


def test_the_roll_carries_what_each_die_is() -> None:
    play = Play(State(None, None), "test")
    script = cast(play, [Cast(alone(CLAW)), Cast(alone(Pair()))], "why", rule="R-3")
    asked = next(script)
    assert asked.dice == (8, 6, 6, 6)
    assert asked.each == ("claw, aimed +1", "armour", "die", "die")
    with pytest.raises(StopIteration):
        script.send((4, 2, 6, 1))
    (rolled,) = play.updates
    assert rolled.tags == (*TAGS, DieTag(), DieTag())
    assert rolled.came == "4+3 = 7 against 2+1 = 3: +4; 6 against 1: +5"
    assert rolled.results == ("hit", "miss", "hit", "miss")


@pytest.mark.parametrize(
    ("die", "steps", "rung"),
    [(8, 1, Rung(10)), (8, -1, Rung(6)), (10, 3, Rung(12, 2)), (6, -3, Rung(4, -2)), (8, 0, Rung(8))],
)
def test_a_die_goes_up_and_down_its_ladder_and_says_what_is_left(die, steps, rung) -> None:
    assert LADDER.shifted(die, steps) == rung


def test_all_shifts_are_added_before_the_die_is_looked_up() -> None:
    assert shifted(12, DieTag(shifts=(AIMED, COVER))) == Rung(12)
    assert shifted(6, DieTag(shifts=(AIMED,)), Ladder((6, 20))) == Rung(20)


def test_a_die_that_is_not_on_the_ladder_is_a_mistake() -> None:
    with pytest.raises(ValueError):
        LADDER.shifted(20, 1)
