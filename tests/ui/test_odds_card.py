"""The card of odds on a table that is too small for all of it: in short, then leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.render.drawlist import TextLine
from battlesim.table.phrases import percent
from battlesim.ui.battle.window import Window
from battlesim.ui.battle.window_report import window_report
from battlesim.ui.decision.odds_card import OddsCard, OddsCardCache, build, card_pages, chance_text, height
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.settings import Settings
from battlesim.ui.table.card_placement import EMPTY_RECT, candidate_rects, least_covering_rect
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.support.in_hand import InHand
from tests.ui import gallery

SMALL, LARGE = Rect(0, 0, 622, 361), Rect(0, 0, 1100, 800)
ROWS = tuple(PreviewRow(f"Row {k}", f"{k} dice", f"R-{k}") for k in range(12))
MODIFIERS = (
    PreviewRow("Heavy weapon, on the die", "+1", "R-20", 1),
    PreviewRow("Cover, on the Save", "-2", "R-21", -2),
    PreviewRow("Signed, and no modifier", "+9", "R-22"),
)
SHOT = OddsCard(
    Preview("Shoot", "A at B", (*ROWS, *MODIFIERS), 0.89, "B is lost", (("no", 0.1), ("lost", 0.9)), "once")
)


def told(card: OddsCard, table: Rect) -> list[list[str]]:
    """The words of each leaf."""
    shown = card_pages(card, None, "", table)  # type: ignore[arg-type]
    return [
        [item.shown_text for item in build(card, shown, k).items if isinstance(item, TextLine)]
        for k in range(len(shown))
    ]


def test_the_card_of_something_else_is_not_shown() -> None:
    worker = InHand()
    cards = OddsCardCache(WorkQueue(lambda lane: worker))
    cards.request("a shot", lambda: SHOT)
    worker.work(1)
    assert cards.poll() and cards.value is SHOT
    cards.request("a move", lambda: None)
    assert cards.value is None and cards.busy
    cards.request("a shot", lambda: None)
    assert cards.value is SHOT
    cards.request(None, lambda: SHOT)
    assert cards.value is None


def test_what_a_card_says_in_per_cent_adds_up() -> None:
    bars = (("none", 0.375), ("1 lost", 0.375), ("2 lost", 0.25))
    whole, _ = told(OddsCard(Preview("Shoot", "A at B", (), 0.625, "one is lost", bars)), LARGE)
    assert [word for word in whole if word.endswith("%")] == ["62 %", "38 %", "37 %", "25 %"]


@pytest.mark.parametrize("many", [1, 2, 3, 4, 5])
def test_the_headline_of_a_card_is_the_percentage_of_its_row(many: int) -> None:
    bars, chance = tuple((f"{k}", 1 / 6) for k in range(6)), many / 6
    whole, _ = told(OddsCard(Preview("Move", "A", (), chance, "farther", bars)), LARGE)
    assert next(word for word in whole if word.endswith("%")) == percent(chance)


def test_a_large_table_has_room_for_the_whole_card() -> None:
    whole, _ = told(SHOT, LARGE)
    assert {"89 %", "B is lost", "once", "Row 11", "-2"} <= set(whole)


def test_the_key_of_the_card_always_shows_more_or_less_of_it() -> None:
    whole, short = told(SHOT, LARGE)
    assert "Summary" in whole and "The whole card" in short
    assert "Row 11" not in short and "89 %" in short
    small = told(SHOT, SMALL)
    assert "The whole card" in small[0] and any("summary" in word for word in small[-1])


def test_a_card_that_cannot_be_shorter_is_one_leaf() -> None:
    (only,) = told(OddsCard(Preview("Shoot", "", ROWS[:1])), LARGE)
    assert "Summary" not in only


def test_a_long_row_takes_more_lines_and_loses_no_word() -> None:
    load = "Assault Rifles, Grenades and a Heavy Machine Gun with its tripod"
    (words,) = told(
        OddsCard(Preview("Shoot", "", (PreviewRow(load, "12x in the pool of 5 models", "R-1"),))), LARGE
    )
    assert " ".join(words).count("with its tripod 12x in the pool of 5 models") == 1
    assert "…" not in " ".join(words)


def test_a_small_table_shows_the_chance_and_the_largest_modifiers() -> None:
    short, *_ = told(SHOT, SMALL)
    assert {"89 %", "B is lost", "Cover, on the Save", "R-21"} <= set(short)
    assert "Row 1" not in short and "Signed, and no modifier" not in short


def test_nothing_is_lost_on_the_leaves_of_a_small_table() -> None:
    (whole, _), (_, *rest) = told(SHOT, LARGE), told(SHOT, SMALL)
    assert len(rest) > 1
    assert set(whole) - {"Summary"} <= {words for leaf in rest for words in leaf}


def test_no_leaf_covers_half_of_a_small_table() -> None:
    shown = card_pages(SHOT, None, "", SMALL)  # type: ignore[arg-type]
    tall = max(height(shown, k) for k in range(len(shown)))
    assert 344 * tall <= 0.45 * SMALL.width * SMALL.height


@pytest.mark.parametrize(
    ("target", "where"),
    [((600, 10), "upper left"), ((600, 340), "upper right"), ((10, 10), "upper right")],
)
def test_the_card_leaves_the_target_free(target: tuple[float, float], where: str) -> None:
    at = least_covering_rect(candidate_rects(SMALL, 344, 164, EMPTY_RECT), [(*target, 8.0)])
    assert f"{'lower' if at.y else 'upper'} {'right' if at.x else 'left'}" == where


def test_the_card_goes_where_fewer_marks_of_the_question_lie() -> None:
    path = [(100.0 * k, 40.0) for k in range(6)]
    assert least_covering_rect(candidate_rects(SMALL, 344, 164, EMPTY_RECT), [], marks=path).y > 120


def test_the_card_stands_above_the_scale() -> None:
    bar = Rect(16, 319, 190, 32)
    both_right = [(600.0, 20.0, 8.0), (600.0, 340.0, 8.0), (40.0, 20.0, 8.0)]
    at = least_covering_rect(candidate_rects(SMALL, 344, 164, bar), both_right)
    assert at.x == 0 and at.bottom < bar.y and not at.overlaps(bar)


@pytest.fixture
def window() -> Iterator[Window]:
    with gallery.shown("choose one", (1366, 768), Settings(scale=200, volume=0)) as shown:
        assert isinstance(shown, Window)
        yield shown


def on_card(window: Window) -> list[str]:
    """The words of the card as it is drawn."""
    return list(window_report(window).words)


def key(window: Window, code: int) -> None:
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
    window.advance_frame(0.0)


def test_a_key_turns_the_leaves_and_comes_back(window: Window) -> None:
    short = on_card(window)
    assert "F3" in short
    key(window, pygame.K_F3)
    first = on_card(window)
    assert len(first) > len(short)
    for _ in range(3):
        key(window, pygame.K_F3)
    assert on_card(window) == short


def test_the_key_can_be_another_one_and_the_card_says_so(window: Window) -> None:
    window.model.bindings = KeyBindings({"odds": ("f6",)})
    window.draw()
    short = on_card(window)
    assert "F6" in short
    key(window, pygame.K_F6)
    assert on_card(window) != short


def test_a_click_on_the_foot_turns_the_leaf(window: Window) -> None:
    assert window.prompt
    short, at = on_card(window), window.prompt.odds_panel.shown_rect
    pos = (round((at.x + 40) * 1.5), round((at.bottom - 12) * 1.5))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        window.handle(pygame.event.Event(kind, pos=pos, button=1))
    window.advance_frame(0.0)
    assert len(on_card(window)) > len(short)


def test_the_wheel_turns_the_leaves_to_the_last_one_and_back(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.prompt
    short, at, zoom = on_card(window), window.prompt.odds_panel.shown_rect, window.model.camera.ppi
    pos = (round((at.x + 40) * 1.5), round((at.y + 40) * 1.5))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: pos)
    for turn in (-1, -1, -1, -1, -1, 1, 1, 1, 1, 1):
        window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn, flipped=False))
        window.advance_frame(0.0)
    assert on_card(window) == short and window.model.camera.ppi == zoom


def test_the_card_is_told_with_the_way_to_the_rest_of_it(window: Window) -> None:
    (more,) = (one for one in window_report(window).controls if one.command == "odds")
    assert more.panel == "odds" and "F3" in more.words and more.seen


@pytest.mark.parametrize(
    ("chance", "text"),
    [(1.0, "100 %"), (0.9996, "over 99 %"), (0.99, "99 %"), (0.0004, "under 1 %"), (0.0, "0 %")],
)
def test_only_what_is_certain_is_told_as_certain(chance: float, text: str) -> None:
    assert chance_text(chance, (("none", 1.0 - chance), ("one", chance))) == text
    assert chance_text(chance, ()) == text
