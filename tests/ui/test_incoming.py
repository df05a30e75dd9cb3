"""A key that is held: what it says again."""

from __future__ import annotations

import pygame
import pytest

from battlesim.ui.system.event_queue import FOCUS_GRACE_MS, EventQueue
from tests.ui.usual import restore

DOWN, UP = pygame.KEYDOWN, pygame.KEYUP


def heard(*happened: tuple[int, int]) -> list[int]:
    """The keys that count, of what has happened to which key."""
    pygame.display.init()
    pygame.event.clear()
    for kind, key in happened:
        pygame.event.post(pygame.event.Event(kind, key=key))
    return [event.key for event in EventQueue().events() if event.type == DOWN]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F1, pygame.K_a])
def test_a_held_key_answers_once(key: int) -> None:
    assert heard((DOWN, key), (DOWN, key), (DOWN, key), (UP, key)) == [key]


def test_a_key_that_was_let_go_counts_again() -> None:
    enter = pygame.K_RETURN
    assert heard((DOWN, enter), (UP, enter), (DOWN, enter), (UP, enter)) == [enter, enter]


def test_a_key_let_go_between_two_windows_counts_again() -> None:
    incoming, enter = EventQueue(), pygame.event.Event(DOWN, key=pygame.K_RETURN)
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(enter)
    incoming.events()
    incoming.reset_held_keys()
    pygame.event.post(enter)
    assert len(incoming.events()) == 1


def test_a_key_that_was_held_when_the_window_got_the_keyboard_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enter, now = pygame.K_RETURN, [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    incoming = EventQueue()

    def counts(*kinds: int) -> bool:
        for kind in kinds:
            pygame.event.post(pygame.event.Event(kind, key=enter))
        return any(event.type == DOWN for event in incoming.events())

    pygame.display.init()
    pygame.event.clear()
    assert not counts(pygame.WINDOWFOCUSGAINED, DOWN)
    now[0] += 2 * FOCUS_GRACE_MS
    assert not counts(DOWN), "it is still held"
    assert counts(UP, DOWN)


def test_what_was_pressed_before_a_screen_opened_is_not_meant_for_it() -> None:
    incoming, enter = EventQueue(), {"key": pygame.K_RETURN}
    pygame.display.init()
    pygame.event.clear()
    for kind, more in ((DOWN, enter), (UP, enter), (DOWN, enter), (pygame.MOUSEBUTTONDOWN, {"button": 1})):
        pygame.event.post(pygame.event.Event(kind, **more))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    incoming.discard_input()
    pygame.event.post(pygame.event.Event(DOWN, **enter))
    assert [event.type for event in incoming.events()] == [pygame.QUIT], "it is still held"
    for kind in (UP, DOWN):
        pygame.event.post(pygame.event.Event(kind, **enter))
    assert [event.type for event in incoming.events()] == [UP, DOWN]


def test_a_held_arrow_goes_on_moving() -> None:
    left = pygame.K_LEFT
    assert heard((DOWN, left), (DOWN, left), (UP, left)) == [left, left]


def test_no_test_finds_what_another_has_left_in_the_queue() -> None:
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    restore()
    assert pygame.event.get() == []


def test_it_listens_once_the_window_has_had_the_keyboard_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    focused, now, incoming = [False], [1000], EventQueue()
    monkeypatch.setattr(pygame.key, "get_focused", lambda: focused[0])
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    heard_at = [incoming.accepts_keys]
    pygame.display.init()
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    focused[0] = True
    incoming.discard_input()
    heard_at.append(incoming.accepts_keys)
    now[0] += FOCUS_GRACE_MS
    assert [*heard_at, incoming.accepts_keys] == [False, False, True]
