"""A rule of dice is rolled and foretold by the same fate."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.play import Play
from battlesim.mechanics.chance import (
    DiceRoll,
    DiceScript,
    DiceScriptRun,
    PlainRoll,
    Threshold,
    ThresholdRoll,
    count_distribution,
    d6_at_least,
    dice_forecast,
    exact_chances,
    roll_script,
    roll_together,
    single_roll,
)
from battlesim.table.events import DiceRolled, Modifier
from battlesim.table.state import State

RULE = "TEST-01"
FIRST, SECOND = Modifier(1, "first", RULE), Modifier(-1, "second", RULE)
HARD = ThresholdRoll(
    sides=(10,),
    rule=RULE,
    thresholds=(Threshold(6, "Target", "to hit"), Threshold(9, "Kill", "to kill", "kill")),
)


def wound(hard: ThresholdRoll = HARD) -> DiceScript[int]:
    """A wound may be saved on a 4+, a kill may not."""
    points: int = yield hard
    if points != 1:
        return points
    return 0 if (yield d6_at_least(4, RULE)) else 1


def asked(*throws: DiceRoll[object]) -> RollDice:
    """What whoever rolls is asked for some throws."""
    decision = next(
        roll_together(
            Play(State(None, None), "test"), [DiceScriptRun(single_roll(t)) for t in throws], "why", rule=RULE
        )
    )
    assert isinstance(decision, RollDice)
    return decision


def played(fates: list[DiceScript[int]], faces: list[int]) -> tuple[list[DiceScriptRun[int]], DiceRolled]:
    """Some fates after one roll of these faces, and what the log has of it."""
    casts = [DiceScriptRun(fate) for fate in fates]
    play = Play(State(None, None), "test")
    script = roll_together(play, casts, "why", rule=RULE)
    next(script)
    with pytest.raises(StopIteration):
        script.send(tuple(faces))
    (rolled,) = play.updates
    assert isinstance(rolled, DiceRolled)
    return casts, rolled


def test_one_roll_takes_each_of_many_fates_one_throw_on() -> None:
    casts, _ = played([wound(), wound(), wound()], [5, 6, 10])
    assert [(one.pending_roll is None, one.value) for one in casts] == [(True, 0), (False, 1), (True, 2)]


def test_the_log_has_what_each_die_came_to() -> None:
    assert played([wound(), wound(), wound()], [5, 6, 10])[1].results == ("miss", "hit", "kill")


def test_a_fate_is_followed_through_every_way_it_can_go() -> None:
    assert exact_chances(wound) == pytest.approx({0: 5 / 10 + 3 / 20, 1: 3 / 20, 2: 2 / 10})


@given(st.integers(1, 12), st.integers(1, 12), st.integers(2, 7), st.integers(-2, 2))
def test_what_is_foretold_is_what_every_roll_comes_to(target: int, kill: int, save: int, plus: int) -> None:
    hard = ThresholdRoll(
        sides=(8,),
        rule=RULE,
        thresholds=(Threshold(target), Threshold(kill)),
        changes=(Modifier(plus, "plus", RULE),),
    )

    def fate() -> DiceScript[int]:
        points: int = yield hard
        return points - (yield d6_at_least(save, RULE)) if points else 0

    ends: Counter[int] = Counter()
    for face, saved in product(range(1, 9), range(1, 7)):
        one = DiceScriptRun(fate())
        one.apply_faces([face])
        if one.pending_roll is not None:
            one.apply_faces([saved])
        ends[one.end] += 1
    assert exact_chances(fate) == pytest.approx({end: count / 48 for end, count in ends.items()})


def test_the_throws_that_may_be_met_are_known_beforehand() -> None:
    assert dice_forecast(wound).rolls == (HARD, d6_at_least(4, RULE))


def test_a_natural_face_reaches_what_it_does_whatever_is_added() -> None:
    save = ThresholdRoll(
        rule=RULE, thresholds=(Threshold(2),), changes=(Modifier(5, "cover", RULE),), naturals={1: 0}
    )
    assert [save.value_of([face]) for face in (1, 2)] == [0, 1]


def test_dice_that_are_read_as_they_fall_have_nothing_to_reach() -> None:
    assert asked(PlainRoll(sides=(12, 10))).needs == ""
    assert len(PlainRoll(sides=(12, 10)).chances()) == 120


def test_needs_of_one_roll_are_gathered() -> None:
    assert asked(d6_at_least(4, RULE), d6_at_least(6, RULE), d6_at_least(4, RULE)).needs == "4+ or 6+"


def test_each_need_has_its_words() -> None:
    assert asked(HARD).needs == "6+ to hit, 9+ to kill"


def test_a_modifier_says_how_many_of_the_dice_it_changes() -> None:
    changes = asked(d6_at_least(4, RULE, FIRST, SECOND), d6_at_least(4, RULE, FIRST)).modifiers
    assert [(change.words, change.dice) for change in changes] == [("first", 0), ("second", 1)]


def test_each_die_says_what_it_is_and_needs() -> None:
    plus = Modifier(2, "HE Warhead", RULE)
    warhead = ThresholdRoll(
        rule=RULE, thresholds=(Threshold(5), Threshold(8, result="kill")), changes=(plus,), what="Missile"
    )
    rifle = ThresholdRoll(rule=RULE, thresholds=(Threshold(9),), what="Rifles 1")
    assert asked(warhead, rifle).each == (
        "Missile: needs a face of 3+, kills on 6+",
        "Rifles 1: no face is enough",
    )


def test_what_a_die_needs_is_said_in_the_words_of_its_roll() -> None:
    named = msgspec.structs.replace(HARD, what="Rifles 1", changes=(FIRST,))
    assert asked(named).each == ("Rifles 1: needs a face of 5+ to hit, 8+ to kill",)


def test_dice_that_are_alike_need_no_words_of_their_own() -> None:
    assert asked(d6_at_least(4, RULE), d6_at_least(4, RULE)).each == ()


def test_dice_without_names_are_told_apart_by_what_changes_them() -> None:
    assert asked(d6_at_least(4, RULE, FIRST), d6_at_least(4, RULE)).each == (
        "first +1: needs a face of 3+",
        "unchanged: needs a face of 4+",
    )


def test_a_fate_that_throws_nothing_is_not_rolled_for() -> None:
    def certain() -> DiceScript[int]:
        return 1
        yield

    play = Play(State(None, None), "test")
    with pytest.raises(StopIteration) as stop:
        next(roll_script(play, certain(), "why", rule=RULE))
    assert (stop.value.value, play.updates) == (1, [])


@given(st.lists(st.floats(0.0, 1.0), max_size=6))
def test_chances_of_how_many_come_to_one(chances: list[float]) -> None:
    assert sum(count_distribution(chances)) == pytest.approx(1.0)
