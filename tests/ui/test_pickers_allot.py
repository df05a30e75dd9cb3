"""Handing out points, with the keyboard alone and with the mouse alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from battlesim.engine.point_allocation import AllocatePoints, PointRecipient
from battlesim.render.pygame_backend import Canvas
from battlesim.rulesets.toy.state import Game
from battlesim.table.phrases import Ref, phrase
from battlesim.table.state import AnyState, State
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelPicture
from tests.ui.asked import ASK, DOWN, ENTER, ESC, LEAST, LEFT, RIGHT, accepted, hands
from tests.ui.driver import Hands
from tests.ui.gallery import SCALES
from tests.ui.room import faults, watching

SHARES = (
    PointRecipient("1A", "Squad 1A", 3, "four men", ("1A",)),
    PointRecipient("m2", "Ramirez", 2, "", ("m2",)),
    PointRecipient("2A", "Squad 2A", 3, "", ("2A",), shut=phrase("it is not under {}", Ref("nco"))),
)
PIPS = AllocatePoints(**ASK, about="nco", shares=SHARES, total=3, called=("pip", "pips"))
ALL = AllocatePoints(**ASK, shares=SHARES[:2], total=3, whole=True)
SIZES = (Rect(0, 0, 264, 540), Rect(0, 0, 320, 700), Rect(0, 0, 320, 960))


def platoon() -> AnyState:
    """m1 and m2 of 1A at (4, 4) and (8, 4), n1 of 2A at (4, 12), NCO One at (12, 4)."""
    men = (standing_piece("m1", 4, 4, unit="1A"), standing_piece("m2", 8, 4, unit="1A", name="Ramirez"))
    others = (standing_piece("n1", 4, 12, unit="2A"), standing_piece("nco", 12, 4, name="NCO One"))
    laid = make_table(*men, *others, table_sides=make_sides("red"), width=24.0, height=24.0)
    return State(laid, Game(turn=1, phase="red", phases=("red",)))


def giving(decision: AllocatePoints = PIPS) -> Hands:
    return hands(decision, platoon())


@pytest.mark.parametrize(
    ("act", "given"),
    [
        (lambda h: h, {}),
        (lambda h: h.key(RIGHT, RIGHT, LEFT), {"1A": 1}),
        (lambda h: h.key(DOWN, pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_MINUS), {"m2": 1}),
        (lambda h: h.key(pygame.K_EQUALS).key(pygame.K_EQUALS, mod=pygame.KMOD_SHIFT), {"1A": 2}),
        (lambda h: h.digit("m2").digit("1A").digit("1A"), {"1A": 2, "m2": 1}),
        (lambda h: h.key(RIGHT, DOWN, RIGHT, ESC), {"1A": 1}),
        (lambda h: h.key(RIGHT, LEAST), {}),
        (lambda h: h.key(LEFT), {}),
    ],
)
def test_points_by_keys(act: Callable[[Hands], Hands], given: dict[str, int]) -> None:
    assert accepted(act(giving()).key(ENTER)) == given


@pytest.mark.parametrize(
    ("act", "given"),
    [
        (lambda h: h.click_row("1A").click_row("m2"), {"1A": 1, "m2": 1}),
        (lambda h: h.click_sign("more", "1A").click_sign("more", "1A"), {"1A": 2}),
        (lambda h: h.click_row("1A").click_row("1A").click_sign("less", "1A"), {"1A": 1}),
        (lambda h: h.click(4, 4).click(4, 4), {"1A": 2}),
        (lambda h: h.click(8, 4).click(8, 4).click(4, 4), {"m2": 2, "1A": 1}),
        (lambda h: h.click(20, 20), {}),
    ],
)
def test_points_by_mouse(act: Callable[[Hands], Hands], given: dict[str, int]) -> None:
    assert accepted(act(giving()).click_act("Enter")) == given


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda h: h.click(8, 4).click(8, 4).click(8, 4), "Ramirez can have at most 2, not 3"),
        (lambda h: h.key(RIGHT, RIGHT, RIGHT, DOWN, RIGHT), "NCO One has 3 pips, not 4"),
        (lambda h: h.click_row("2A"), "it is not under NCO One"),
        (lambda h: h.click(4, 12), "Squad 2A cannot have any: it is not under NCO One"),
    ],
)
def test_what_cannot_be_given_is_refused_in_words(act: Callable[[Hands], Hands], why: str) -> None:
    h = act(giving())
    assert str(h.picker.refusal_text()) == why and h.picker.answer is None


def test_all_of_it_is_asked_for_at_once() -> None:
    h = giving(ALL).key(RIGHT, ENTER)
    assert h.picker.answer is None and "2 points must still be allocated" in h.words()
    assert accepted(h.key(LEAST, ENTER)) == {"1A": 3}


@pytest.mark.parametrize("panel", SIZES)
def test_the_panel_says_what_is_left_and_who_has_how_many(panel: Rect) -> None:
    words = giving().key(RIGHT, RIGHT).words(panel)
    for said in ("1 of 3 left", "2 to Squad 1A", "Squad 2A", "it is not under NCO One", "four men", "+"):
        assert said in words
    assert "…" not in words


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("panel", SIZES)
def test_all_words_have_room(panel: Rect, scale: int) -> None:
    with watching() as seen:
        PanelPicture().show(giving().key(RIGHT, DOWN).hands.panel(panel), panel, Canvas(scale / 100))
    assert seen.sheets and faults(seen) == []


@pytest.mark.parametrize("panel", SIZES)
def test_signs_stand_apart_from_words_and_letters(panel: Rect) -> None:
    drawn = giving().hands.panel(panel)
    signs = [spot.rect for spot in drawn.spots if spot.command in ("less", "more")]
    rows = [spot.rect for spot in drawn.spots if spot.command == "row"][:2]
    assert len(signs) == 4
    for (less, more), row in zip((signs[:2], signs[2:]), rows, strict=True):
        assert row.x + 100 < less.x < less.right < more.x < more.right < row.right - 20
        assert row.y < less.y and less.bottom < row.bottom


def test_a_sign_that_can_do_nothing_is_dim() -> None:
    rows = giving().key(RIGHT, RIGHT, RIGHT).picker.rows()
    assert [row.steps for row in rows] == [(True, False), (False, False), ()]


def test_who_may_be_given_points_is_ringed_and_who_is_given_some_marked() -> None:
    h = giving().click(8, 4)
    assert {row.key: row.object_ids for row in h.picker.rows()} == {
        "1A": ("m1", "m2"),
        "m2": ("m2",),
        "2A": ("n1",),
    }
    assert h.picker.overlay()
