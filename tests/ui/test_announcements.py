"""An announced act in the window: the card with the table of results, and the wait for a key."""

from __future__ import annotations

import pygame
import pytest

from battlesim.render.drawlist import TextLine
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import MessageLogged
from battlesim.ui.battle.battle_screen import BattleScreen, create_battle_window
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import announcement_card
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from tests.behaviour.test_forced import FLIGHT, field, fled, on_table


def window(screen: pygame.Surface, when: str) -> Window:
    """C of blue rolls a 6 on a table, with something said before and after it; nobody plays blue."""
    story = ViewHistory(load_ruleset("toy"), field())
    story.add([MessageLogged(text="before"), *on_table(6).updates, MessageLogged(text="after")])
    opened = create_battle_window(
        screen, WindowModel(load_ruleset("toy"), RulesetLooks(), story, Playback(story), "")
    )
    assert isinstance(opened.content, BattleScreen)
    opened.content.wait_after_announcements(when)
    return opened


def passes(opened: Window, seconds: float) -> None:
    for _ in range(round(seconds * 20)):
        opened.model.playback.tick(0.05)


def card_texts(opened: Window) -> list[str]:
    line = announcement_card.announced_line(opened.model)
    assert line
    items = announcement_card.build(opened.model, line).items
    return [item.shown_text for item in items if isinstance(item, TextLine)]


def bold_texts(opened: Window) -> list[str]:
    line = announcement_card.announced_line(opened.model)
    assert line
    items = announcement_card.build(opened.model, line).items
    return [item.shown_text for item in items if isinstance(item, TextLine) and item.bold]


def test_the_entries_are_named_before_the_die_falls_and_then_one_is_marked(screen: pygame.Surface) -> None:
    opened = window(screen, "always")
    passes(opened, 10)
    assert {"Stays", "Flees from a", "Roll the die"} <= set(card_texts(opened))
    assert "Flees from a" not in bold_texts(opened)
    opened.do("let_happen")
    passes(opened, 0.8)
    assert "Flees from a" in bold_texts(opened) and "Stays" not in bold_texts(opened)


@pytest.mark.parametrize(("when", "waits"), [("always", True), ("own", False), ("never", False)])
def test_a_setting_says_after_which_announcements_the_window_waits(
    screen: pygame.Surface, when: str, waits: bool
) -> None:
    opened = window(screen, when)
    passes(opened, 10)
    assert (opened.model.playback.waiting, opened.model.playback.live) == (waits, not waits)


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN, pygame.K_PERIOD])
def test_a_key_lets_it_happen(screen: pygame.Surface, key: int) -> None:
    opened = window(screen, "always")
    passes(opened, 10)
    opened.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    passes(opened, 10)
    assert opened.model.playback.live


def test_the_button_on_the_card_lets_it_happen(screen: pygame.Surface) -> None:
    opened = window(screen, "always")
    passes(opened, 10)
    opened.advance_frame(0.0)
    panel = opened.cards.announcement
    (spot,) = [spot for spot in panel.surface.spots if spot.command == "let_happen"]
    pos = (round(panel.rect.x + spot.rect.x + 9), round(panel.rect.y + spot.rect.y + 9))
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
        opened.handle(pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0), button=1))
    passes(opened, 10)
    assert opened.model.playback.live


def test_a_wait_without_a_card_says_which_key_goes_on(screen: pygame.Surface) -> None:
    story = ViewHistory(load_ruleset("toy"), field())
    story.add([MessageLogged(text="before"), *fled(FLIGHT).updates])
    opened = create_battle_window(
        screen, WindowModel(load_ruleset("toy"), RulesetLooks(), story, Playback(story), "")
    )
    assert isinstance(opened.content, BattleScreen)
    opened.content.wait_after_announcements("always")
    passes(opened, 10)
    assert opened.content.banner_text() == "Enter goes on"
    opened.do("toggle")
    assert opened.content.banner_text() == ""
