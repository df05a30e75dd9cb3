"""The control for a handful of real dice."""

from __future__ import annotations

import pygame

from battlesim.engine.chance_decisions import RollDice
from tests.ui.asked import ASK, ENTER, accepted, hands

ROLL = RollDice(**ASK, dice=(6,) * 12, unordered=True)
ONE, TWO, NINE, DOWN = pygame.K_1, pygame.K_2, pygame.K_9, pygame.K_DOWN


def test_the_number_of_dice_that_show_each_face_is_typed() -> None:
    h = hands(ROLL).key(TWO, DOWN, DOWN, DOWN, DOWN, DOWN, ONE, pygame.K_0)
    assert accepted(h.key(ENTER)) == (1, 1, *[6] * 10)


def test_what_is_left_is_shown_and_no_more_can_be_entered() -> None:
    h = hands(ROLL).key(NINE, DOWN)
    assert h.picker.summary() == "3 of 12 dice are left"
    assert "at most 3 dice can show 2" in h.key(NINE).words()
    assert h.key(ENTER).picker.answer is None


def test_all_that_are_left_go_to_one_face() -> None:
    h = hands(ROLL).key(NINE, DOWN)
    next(button for button in h.picker.own_buttons() if button.id == "all").do()
    assert h.picker.draft() == (*[1] * 9, *[2] * 3)


def test_few_dice_are_typed_one_by_one() -> None:
    assert hands(RollDice(**ASK, dice=(6,) * 6, unordered=True)).picker.status_kind == "DicePicker"
