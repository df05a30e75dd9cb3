"""Choosing a moment of a way and naming a drawn card, with the keyboard alone and with the mouse alone."""

from __future__ import annotations

import pygame

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.render.drawlist import Dot, Token
from battlesim.ui.decision.pickers.picker_overlay import picker_overlay
from tests.ui.asked import ASK, DOWN, ENTER, ESC, LEAST, LEFT, RIGHT, accepted, hands, of_blue

STOPS = (
    PathMoment((16.0, 4.0), 4.0, "comes into sight"),
    PathMoment((12.0, 4.0), 8.0),
    PathMoment((8.0, 4.0), 12.0, "6 in"),
)
WAIT = ChooseMoment(**ASK, about="a", mover="c", stops=STOPS, course=((20.0, 4.0), (12.0, 4.0), (8.0, 4.0)))
CARD = DrawCard(**ASK, cards=("club", "club", "heart"), names={"heart": "Ace of hearts", "club": "Club"})


def test_a_moment_by_keys() -> None:
    assert accepted(hands(WAIT).key(ENTER)) == LET_PASS
    assert accepted(hands(WAIT).key(RIGHT, RIGHT, LEFT, ENTER)) == 0
    assert accepted(hands(WAIT).key(DOWN, DOWN, ENTER)) == 1
    assert accepted(hands(WAIT).digit("2").digit("2")) == 2
    assert accepted(hands(WAIT).key(RIGHT, LEAST, ENTER)) == LET_PASS
    assert accepted(hands(WAIT).key(RIGHT, ESC, ENTER)) == LET_PASS


def test_a_moment_by_mouse() -> None:
    assert accepted(hands(WAIT).click(12.3, 4.2).click(12, 4)) == 1
    assert accepted(hands(WAIT).click_row("2").click_row("2")) == 2
    assert accepted(hands(WAIT).click_row("0").click_act("Enter")) == 0


def test_a_click_off_the_way_means_nothing() -> None:
    h = hands(WAIT).click(3, 20)
    assert h.picker.answer is None and h.picker.draft() == LET_PASS


def test_the_stops_are_beads_and_the_mover_stands_at_the_chosen_one() -> None:
    h = hands(WAIT).key(RIGHT, RIGHT)
    items = picker_overlay(h.picker)
    assert {(i.x, i.y) for i in items if isinstance(i, Dot)} >= {stop.point for stop in STOPS}
    assert [(i.x, i.y) for i in items if isinstance(i, Token)] == [STOPS[1].point]
    assert "Comes into sight" in h.words() and "8.0 in" in h.words()


def test_the_odds_are_looked_at_with_the_mover_at_the_stop() -> None:
    picker = hands(WAIT).picker
    assert picker.view_after(1).table.piece("c").xy == STOPS[1].point
    assert picker.view_after(LET_PASS) is picker.view


def test_a_moment_is_left_to_a_standing_order() -> None:
    h = hands(WAIT, of_blue())
    assert {act.id for act in h.picker.own_buttons()} == {"always", "never", "nearest", "pass_turn"}
    next(act for act in h.picker.own_buttons() if act.id == "nearest").do()
    assert (accepted(h), h.picker.order.policy) == (2, "nearest")


def test_a_card_by_keys_and_by_mouse() -> None:
    assert accepted(hands(CARD).key(DOWN, ENTER)) == "club"
    assert accepted(hands(CARD).click_row("heart").click_row("heart")) == "heart"
    assert accepted(hands(CARD).digit("heart").key(pygame.K_RETURN)) == "heart"


def test_a_card_is_never_named_for_a_person() -> None:
    h = hands(CARD).key(ENTER)
    assert h.picker.answer is None and "nothing is selected yet" in h.picker.refusal
    assert "2 left" in h.words()
    single = hands(DrawCard(**ASK, cards=("club", "heart")))
    assert "left" not in single.words(), "where no two are alike one of each is left"
