"""Luck: the exact chance of every die that had something to reach, against what it came to."""

from __future__ import annotations

import math

import pytest

from battlesim.engine.luck import (
    DieLuck,
    Luck,
    combined_luck,
    counted_dice,
    dice_of_record,
    less_lucky_fraction,
)
from battlesim.mechanics.chance import PlainRoll, Threshold, ThresholdRoll, d6_at_least
from battlesim.mechanics.contest import OpposedRoll
from battlesim.table.events import DiceRolled, Modifier
from tests.ui.battles import record


def test_the_chance_of_a_die_counts_what_changes_it():
    assert d6_at_least(4, "R-1").success_chances() == (1 / 2,)
    assert d6_at_least(4, "R-1", Modifier(-1, "far", "R-2")).success_chances() == (1 / 3,)


def test_a_face_that_counts_by_itself_counts_in_the_chance():
    assert ThresholdRoll(thresholds=(Threshold(7),), naturals={6: 1}).success_chances() == (1 / 6,)


def test_of_opposed_dice_each_has_its_own_chance():
    assert OpposedRoll(bonus=(1, 0)).success_chances() == (21 / 36, 10 / 36)


def test_dice_with_nothing_to_reach_have_no_chance():
    assert PlainRoll(sides=(6, 6)).success_chances() == ()


def test_luck_is_what_was_made_over_what_was_expected():
    luck = combined_luck(
        [
            DieLuck("a", "u", 0.5, 1, 0.25, 1),
            DieLuck("a", "u", 0.5, 1, 0.25, 1),
            DieLuck("a", "u", 0.25, 0, 0.1875, 2),
        ]
    )
    assert luck == Luck(3, 1.25, 2, 0.25 + 0.25 + 0.1875)
    assert luck.sigmas == pytest.approx(0.75 / math.sqrt(0.6875))


def test_sure_dice_are_no_luck():
    assert combined_luck([DieLuck("a", "u", 1.0, 1, 0.0, 1)]).sigmas == 0.0


def test_half_of_all_battles_are_less_lucky_than_the_middle():
    assert less_lucky_fraction(0.0) == 0.5
    assert less_lucky_fraction(1.0) == pytest.approx(0.8413, abs=1e-4)


def test_every_shot_of_a_battle_is_counted_for_who_fired_it():
    known = record("toy")
    shots = [event for event in (e.what for e in known.live) if isinstance(event, DiceRolled)]
    pieces = known.state.table.pieces
    due = [(pieces[shot.by].side, 1 / 2, int(shot.results[0] != "miss")) for shot in shots]
    assert due and [(die.side, die.expected, die.result) for die in dice_of_record(known)] == due


def test_dice_by_the_handful_count_by_their_points_and_alone():
    points = DieLuck("a", "u", 3.5, 6, 35 / 12, 1, of_points=True)
    assert counted_dice([DieLuck("a", "u", 0.5, 1, 0.25, 1), points]) == [points]
    assert combined_luck([points, points]).sigmas == pytest.approx(5 / math.sqrt(35 / 6))
