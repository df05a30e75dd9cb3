"""What a battle is about: a strip and a card, under the pointer, by key, by a click, as its rules say."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.ruleset import PreviewRow
from battlesim.render.drawlist import TextLine
from battlesim.report.battle_bar import phase_labels
from battlesim.table.ids import SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_report import window_report
from battlesim.ui.panels import objectives
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import Rect
from tests.ui.gallery import shown


@pytest.fixture
def window() -> Iterator[Window]:
    with shown("watch", (1366, 768), Settings()) as found:
        assert isinstance(found, Window)
        yield found


def place_of(window: Window, side: str) -> tuple[int, int]:
    """The middle of a side's score on the screen."""
    told = window_report(window).controls
    (x, y, wide, tall) = next(c.at for c in told if (c.command, c.value) == ("score", side))
    return x + wide // 2, y + tall // 2


def point(window: Window, at: tuple[int, int], click: bool = False) -> None:
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    if click:
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    window.draw()


def press(window: Window, key: int) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.draw()


def words(window: Window) -> list[str]:
    """What the card says; nothing where it is not there."""
    panels = [panel for name, _, panel in window.panels() if name == "score"]
    return [item.shown_text for panel in panels for item in panel.items if isinstance(item, TextLine)]


def test_the_score_under_the_pointer_is_explained(window: Window) -> None:
    assert words(window) == []
    point(window, place_of(window, "bugs"))
    rows = [
        figure for row in window.model.facts.points["bugs"] for figure in (row.label, row.value, row.rule)
    ]
    assert words(window)[0] == "Arachnids" and set(rows) <= set(words(window))
    point(window, (683, 400))
    assert words(window) == []


def test_a_click_keeps_the_card_and_another_puts_it_away(window: Window) -> None:
    point(window, place_of(window, "mi"), click=True)
    point(window, (683, 400))
    assert words(window)[0] == "Mobile Infantry"
    point(window, place_of(window, "mi"), click=True)
    point(window, (683, 400))
    assert words(window) == []


def strip(window: Window) -> list[str]:
    """What the strip over the table says."""
    panels = [panel for name, _, panel in window.panels() if name == "goals"]
    return [str(item.shown_text) for panel in panels for item in panel.items if isinstance(item, TextLine)]


def test_the_strip_tells_what_wins_what_pays_and_how_long_it_goes_on(window: Window) -> None:
    assert strip(window)[:4] == [
        "F4",
        "4 turns left",
        "After turn 6: more VP win",
        "1 VP for each human alive",
    ]


def test_the_strip_and_the_card_begin_with_what_the_own_side_wins_by(window: Window) -> None:
    ends = (PreviewRow("Humans: all out", "1", side="mi"), PreviewRow("Bugs: all dead", "2", side="bugs"))
    window.model.facts = replace(window.model.facts, ends=(*ends, PreviewRow("Allies", "none")))
    window.model.history.side = SideKey("bugs")
    press(window, pygame.K_F4)
    assert next(word for word in strip(window) if ": all" in word) == "Bugs: all dead: 2"
    told = [word for word in words(window) if word in ("Humans: all out", "Bugs: all dead", "Allies")]
    assert told == ["Bugs: all dead", "Humans: all out", "Allies"]


def test_a_card_that_is_higher_than_the_table_leaves_nothing_behind(window: Window) -> None:
    rows = tuple(PreviewRow(f"row {k}", str(k)) for k in range(30))
    window.model.facts = replace(window.model.facts, points={"mi": rows})
    window.restyle(1.0)
    window.draw()
    before = pygame.image.tobytes(window.screen, "RGB")
    press(window, pygame.K_F4)
    assert pygame.image.tobytes(window.screen, "RGB") != before
    press(window, pygame.K_F4)
    assert pygame.image.tobytes(window.screen, "RGB") == before


def test_the_strip_counts_down_to_the_last_turn(window: Window) -> None:
    window.model.facts = replace(window.model.facts, turn=6)
    press(window, pygame.K_F4)
    assert "the last turn" in strip(window)


def test_a_battle_without_a_fixed_length_counts_no_turns(window: Window) -> None:
    window.model.facts = replace(window.model.facts, turns=0)
    press(window, pygame.K_F4)
    assert strip(window)[:2] == ["F4", "After turn 6: more VP win"]


def test_the_key_tells_what_wins_and_what_pays_every_side(window: Window) -> None:
    press(window, pygame.K_F4)
    facts = window.model.facts
    due = [row.label for row in (*facts.ends, *facts.points["mi"], *facts.points["bugs"])]
    assert [word for word in words(window) if word in due] == due
    assert {"4 turns left", "Mobile Infantry", "Arachnids"} <= set(words(window))
    press(window, pygame.K_F4)
    assert words(window) == []


def test_an_ending_too_long_for_a_line_is_shown_in_full_on_two(window: Window) -> None:
    ending = PreviewRow("One side alone has figures left", "the battle ends, unless it is to leave the table")
    window.model.facts = replace(window.model.facts, ends=(ending,))
    press(window, pygame.K_F4)
    rect, panel = next((rect, panel) for name, rect, panel in window.panels() if name == "score")
    lines = {str(item.shown_text): item for item in panel.items if isinstance(item, TextLine)}
    assert {ending.label, ending.value} <= set(lines)
    assert lines[str(ending.value)].y > lines[str(ending.label)].y
    assert max(item.y for item in lines.values()) < rect.height


def test_the_strip_opens_the_card(window: Window) -> None:
    (rect,) = (rect for name, rect, _ in window.panels() if name == "goals")
    at = round(rect.x + rect.width / 2), round(rect.y + rect.height / 2)
    point(window, at, click=True)
    point(window, (683, 600))
    assert words(window)[0] == "How to win, and what scores"


def test_its_rules_are_told_in_full(window: Window) -> None:
    press(window, pygame.K_F4)
    x, y = next(
        (rect.x + spot.rect.x + 9, rect.y + spot.rect.y + 9)
        for name, rect, panel in window.panels()
        for spot in panel.spots
        if name == "score" and spot.rule == "MI-OBJ-01"
    )
    point(window, (round(x), round(y)))
    assert window.model.rule() == "MI-OBJ-01"


def test_a_ruleset_that_says_nothing_of_points_has_no_card(window: Window) -> None:
    window.model.facts = replace(window.model.facts, points={}, ends=())
    press(window, pygame.K_F4)
    window.advance_frame(0.0)
    assert strip(window) == []
    point(window, place_of(window, "bugs"))
    assert words(window) == []


def test_a_narrow_strip_says_how_many_goals_it_leaves_out(window: Window) -> None:
    drawn = objectives.strip(window.model, Rect(0, 0, 800, objectives.STRIP_HEIGHT_PX))
    said = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    assert "4 more" in said and "1 VP for each human alive" in said
    assert not any("Tunnel Entrance" in words for words in said)


def test_the_strip_and_the_bar_begin_their_texts_with_capitals(window: Window) -> None:
    row = PreviewRow("alone near the inn", "3 points")
    window.model.facts = replace(
        window.model.facts, points={"mi": (row,)}, phase="cards", phases=("cards", "end")
    )
    drawn = objectives.strip(window.model, Rect(0, 0, 1200, objectives.STRIP_HEIGHT_PX))
    assert "Alone near the inn" in [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    assert phase_labels(window.model.facts)[:2] == ["Cards", "End"]
