"""A key that is held: what it says again."""

from __future__ import annotations

import pygame
import pytest

from battlesim.ui.incoming import Incoming

DOWN, UP = pygame.KEYDOWN, pygame.KEYUP


def heard(*happened: tuple[int, int]) -> list[int]:
    """The keys that count, of what has happened to which key."""
    pygame.display.init()
    pygame.event.clear()
    for kind, key in happened:
        pygame.event.post(pygame.event.Event(kind, key=key))
    return [event.key for event in Incoming().events() if event.type == DOWN]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F1, pygame.K_a])
def test_a_held_key_answers_once(key: int) -> None:
    assert heard((DOWN, key), (DOWN, key), (DOWN, key), (UP, key)) == [key]


def test_a_key_that_was_let_go_counts_again() -> None:
    enter = pygame.K_RETURN
    assert heard((DOWN, enter), (UP, enter), (DOWN, enter), (UP, enter)) == [enter, enter]


def test_a_key_let_go_between_two_windows_counts_again() -> None:
    incoming, enter = Incoming(), pygame.event.Event(DOWN, key=pygame.K_RETURN)
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(enter)
    incoming.events()
    incoming.forget()
    pygame.event.post(enter)
    assert len(incoming.events()) == 1


def test_a_held_arrow_goes_on_moving() -> None:
    left = pygame.K_LEFT
    assert heard((DOWN, left), (DOWN, left), (UP, left)) == [left, left]
