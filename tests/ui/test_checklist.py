"""The checklist of a turn in the left panel."""

from __future__ import annotations

import pygame

from battlesim.engine.ruleset import GameFacts, TurnStep
from battlesim.render.drawlist import DieItem, TextLine
from battlesim.ui.panels import checklist
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent
from tests.behaviour.test_forced import on_table
from tests.ui.test_announcements import window

STEPS = (
    TurnStep("sight", "Sight is taken", "done", "11 pairs"),
    TurnStep("nerves", "Nerves", "now", rule="TOY-GUN-01"),
    TurnStep("rest", "The rest", "later"),
)


def listed(screen: pygame.Surface, step: str, events: int = 3) -> PanelContent:
    """The checklist after some events of a battle in which C of blue rolls during a step."""
    opened = window(screen, "never")
    opened.model.facts = GameFacts(1, 3, "red", steps=STEPS)
    opened.model.playback.seek(events)
    for line in opened.model.history.lines:
        line.step = step
    drawn = PanelContent()
    checklist.draw(drawn, opened.model, Rect(0, 0, 200, 0))
    return drawn


def test_each_step_has_its_state_and_what_came_of_it(screen: pygame.Surface) -> None:
    drawn = listed(screen, "nerves")
    texts = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    assert {"11 pairs", "2 of 3", "Nerves"} <= set(texts)
    assert [item.face for item in drawn.items if isinstance(item, DieItem)] == list(
        on_table(6).updates[1].faces
    )
    assert [spot.command for spot in drawn.spots] == ["", "line", ""]


def test_it_gives_way_where_there_is_no_room(screen: pygame.Surface) -> None:
    opened = window(screen, "never")
    assert checklist.height(opened.model, 500) == 0
    opened.model.facts = GameFacts(1, 3, "red", steps=STEPS)
    assert checklist.height(opened.model, 500) > 0 == checklist.height(opened.model, 50)


def test_a_die_that_has_not_fallen_yet_is_not_shown(screen: pygame.Surface) -> None:
    assert not [item for item in listed(screen, "nerves", 2).items if isinstance(item, DieItem)]
