"""The page of rules: found by typing, gone about by keys, opened from every id."""

from __future__ import annotations

import pygame
import pytest

from battlesim.engine.rule_texts import SupportsTables
from battlesim.rulesets import registry
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.pages.rules_page import RulesPage, rulebook_entries, show_rules
from battlesim.ui.settings.settings import Settings
from battlesim.ui.start.start_page import StartPage
from tests.ui.gallery import shown
from tests.ui.hands import click, desk_of, faults, press, typed, words

RULESET = registry.load_ruleset("mobile_infantry")


def page_of(at: str = "") -> tuple[PageHost, RulesPage]:
    page = RulesPage(RULESET, at)
    desk = desk_of(page)
    desk.move_focus_to(page.first)
    return desk, page


def test_every_entry_and_every_row_of_a_table_is_in_it_once() -> None:
    assert isinstance(RULESET, SupportsTables)
    keys = [entry.key for entry in rulebook_entries(RULESET)]
    assert len(set(keys)) == len(keys) == len(RULESET.rulebook) + sum(len(t.rows) for t in RULESET.tables())


def test_typing_filters_all_of_the_book() -> None:
    desk, page = page_of()
    typed(desk, "captive frees")
    assert [entry.key for entry in page.matching_entries()] == ["MI-GAP-48"]
    assert "an MI infantry stand that ends a Move touching it frees it" in words(desk)


def test_typing_works_wherever_the_keyboard_is() -> None:
    desk, page = page_of("MI-GAP-29")
    assert desk.focus == ("entry", "MI-GAP-29")
    typed(desk, "smoke")
    assert page.sought == "smoke"
    press(desk, "backspace")
    assert page.sought == "smok"


def test_arrows_go_from_entry_to_entry_by_the_ids_between() -> None:
    desk, _ = page_of("MI-GAP-29")
    been = []
    for key in ("down", "right", "down", "up", "up"):
        press(desk, key)
        been.append(desk.focus)
    links = [("go", ("MI-GAP-29", rule)) for rule in ("MI-GAP-39", "MI-GAP-30")]
    assert been == [*links, ("entry", "MI-GAP-30"), links[0], ("entry", "MI-GAP-29")]


def test_the_wheel_scrolls_it() -> None:
    desk, page = page_of()
    scrolled = f"chapter {page.chapter}"
    post = desk.handle
    post(pygame.event.Event(pygame.MOUSEMOTION, pos=(900, 400), rel=(0, 0), buttons=(0, 0, 0)))
    post(pygame.event.Event(pygame.MOUSEWHEEL, y=-3, x=0))
    assert [desk._scrolls.top(pane) for pane in desk.panes if pane.name == scrolled] == [180]


def test_esc_gives_up_what_was_looked_for_and_then_leaves() -> None:
    desk, page = page_of()
    typed(desk, "smoke")
    press(desk, "escape")
    assert (page.sought, page.done) == ("", False)
    press(desk, "escape")
    assert page.done


def test_an_id_in_an_entry_leads_to_it() -> None:
    desk, page = page_of("MI-GAP-29")
    click(desk, ("go", ("MI-GAP-29", "MI-GAP-30")))
    assert page.goal == "MI-GAP-30" and ("entry", "MI-GAP-30") in [
        (spot.command, spot.value) for _, spot in desk.spots()
    ]


def pressed(window: Window, rule: str) -> str:
    """What the window wants to show, and where, when the first place of a rule is pressed."""
    window.draw()
    panels = [(rect, spot) for _, rect, panel in window.panels() for spot in panel.spots]
    if window.prompt and window.prompt.picker:
        panels = [
            (window.prompt.picker_input.placement.panel, spot) for spot in window.prompt.picker_input.spots
        ]
    rect, spot = next((r, s) for r, s in panels if s.command == "rules" and (s.value or "") == rule)
    scale = window.canvas.scale
    pos = ((rect.x + spot.rect.x + 4) * scale, (rect.y + spot.rect.y + 4) * scale)
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    return f"{window.requested_page} {window.model.looked_up}"


def test_a_rule_of_the_log_opens_it() -> None:
    with shown("watch", (1366, 768), Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        rules = [
            rule for line in window.model.history.lines[: window.model.line + 1] for rule in line.rules[:1]
        ]
        assert pressed(window, rules[-1]) == f"rules {rules[-1]}"


def test_the_rule_of_a_question_opens_it_and_answers_nothing() -> None:
    with shown("choose one", (1366, 768), Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window) and window.prompt and window.prompt.picker
        rule = window.prompt.picker.decision.rule
        assert pressed(window, rule) == f"rules {rule}"
        assert window.prompt.picker.answer is None


def test_the_key_opens_it_at_the_rule_that_is_shown() -> None:
    with shown("watch", (1366, 768), Settings(scale=100, volume=0)) as window:
        assert isinstance(window, Window)
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode=""))
        assert (window.requested_page, window.model.looked_up) == ("rules", window.model.rule())


@pytest.mark.parametrize("chapter", RulesPage(RULESET).chapters)
def test_a_chapter_is_no_larger_than_can_be_drawn(chapter: str) -> None:
    desk, page = page_of()
    page.do("chapter", chapter)
    assert max(pane.tall for pane in desk.update_panes()) < 8000


def test_the_start_screen_leads_to_the_rules_of_what_is_chosen() -> None:
    with shown("start", (1366, 768), Settings(scale=100, volume=0)) as desk:
        assert isinstance(desk, PageHost) and isinstance(desk.page, StartPage)
        for scenario, title in (("toy", "Toy"), ("first_contact", "Mobile Infantry")):
            desk.page.do("scenario", scenario)
            assert desk.page.model.ruleset.title.startswith(title)
        click(desk, ("rules", 0))
        assert desk.page.wants == "rules"


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("name", ["rules", "rules found", "rules tables", "rules chapters"])
def test_nothing_of_it_is_cut_off_or_lies_over_another(name: str, size: tuple[int, int], scale: int) -> None:
    with shown(name, size, Settings(scale=scale, volume=0)) as desk:
        assert isinstance(desk, PageHost)
        assert faults(desk) == []


def test_it_is_gone_about_until_esc_and_brings_what_is_led_to_into_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From an entry down to the first id it speaks of, with Enter to that entry, and out."""
    keys, been = [pygame.K_DOWN, pygame.K_RETURN, pygame.K_ESCAPE], []

    def hand(page: RulesPage, elapsed: float) -> bool:
        if keys:
            been.append(page.chapter)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=keys.pop(0), mod=0, unicode=""))
        return False

    monkeypatch.setattr(RulesPage, "tick", hand)
    pygame.display.init()
    pygame.event.clear()
    screen = pygame.display.set_mode((1366, 768))
    assert not show_rules(screen, RULESET, Settings(volume=0), "MI-GAP-29")
    assert been == [*["Actions of the Mobile Infantry"] * 2, "Tunnels"]
