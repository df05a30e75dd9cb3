"""What a large window does with its room."""

from __future__ import annotations

from battlesim.render.drawlist import TextLine
from battlesim.render.text_layout import text_width
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.panels import top_bar
from battlesim.ui.replay import ReplayScreen
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.start_sections import MAX_TEXT_WIDTH_PX
from tests.ui.gallery import SIZES, shown

LARGE, PLAIN = SIZES[-1], Settings(scale=100, volume=0)


def test_all_bookmarks_stand_in_the_list() -> None:
    with shown("lesson", LARGE, PLAIN) as window:
        assert isinstance(window, Window) and isinstance(window.content, ReplayScreen)
        listed = next(panel for _, rect, panel in window.panels() if rect == window.stage.layout.right)
        rows = [spot for spot in listed.spots if spot.command in ("seek", "name")]
        assert len(rows) == len(window.content.session.marks) > 10


def test_the_status_says_what_is_asked() -> None:
    with shown("choose one", LARGE, PLAIN) as window:
        assert isinstance(window, Window)
        bar = top_bar.build(window.model, window.stage.layout.top, None)
        assert window.model.status_forms()[0] in [
            item.shown_text for item in bar.items if isinstance(item, TextLine)
        ]


def test_words_about_a_battle_stand_in_lines_that_can_be_read() -> None:
    with shown("start", LARGE, PLAIN) as desk:
        assert isinstance(desk, PageHost)
        pane = next(pane for pane in desk.panes if pane.name == "battle")
        words = [item for item in pane.drawn.items if isinstance(item, TextLine) and item.anchor == "l"]
        assert (
            words
            and max(text_width(text.shown_text, text.size, text.bold) for text in words) <= MAX_TEXT_WIDTH_PX
        )
