"""The text of a rule beside the table: in full where there is room, else to be scrolled."""

from __future__ import annotations

from battlesim.render.drawlist import TextLine
from battlesim.ui.battle.window import Window
from battlesim.ui.panels import unit_card
from battlesim.ui.settings.settings import Settings
from tests.ui.gallery import SIZES, shown


def said(window: Window) -> str:
    lay = window.stage.layout
    drawn = unit_card.build(window.model, lay.right, lay.measures.list_row > 44)
    return " ".join(item.shown_text for item in drawn.items if isinstance(item, TextLine))


def text_of(window: Window) -> str:
    return str(window.model.ruleset.rulebook[window.model.rule()].text)


def test_a_rule_stands_in_full_on_a_high_panel() -> None:
    with shown("dice card", SIZES[1], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        assert text_of(window) in said(window)


def test_the_end_of_a_long_rule_is_scrolled_to() -> None:
    with shown("dice card", SIZES[0], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        rules = window.model.ruleset.rulebook
        window.model.pointer.hovered_rule = max(rules, key=lambda rule: len(str(rules[rule].text)))
        end = text_of(window).split()[-2:]
        assert "more: Shift+Down" in said(window) and " ".join(end) not in said(window)
        for _ in range(60):
            window.do("rule", 1)
            said(window)
        assert " ".join(end) in said(window) and "above: Shift+Up" in said(window)


def test_the_rule_of_a_question_stands_whole_under_its_panel() -> None:
    for name in ("choose one", "facing", "reaction", "move"):
        with shown(name, SIZES[1], Settings(scale=100, volume=0)) as window:
            assert isinstance(window, Window) and window.prompt
            covered = window.prompt.covered_height()
            drawn = unit_card.build(window.model, window.stage.layout.right, True, covered)
            words = [item for item in drawn.items if isinstance(item, TextLine) and item.y > covered]
            assert window.model.rule() in [item.shown_text for item in words], name
            assert any(item.shown_text == "rule of the question" for item in words), name


def test_the_rule_of_a_short_question_stands_in_its_panel_where_it_has_no_place_below() -> None:
    with shown("confirm", SIZES[0], Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt
        drawn = window.prompt.panel.build(window.prompt.panel_rect())
        words = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
        assert "rule of the question" in words
