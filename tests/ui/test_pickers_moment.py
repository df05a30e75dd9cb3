"""Choosing a moment of a way and naming a drawn card, with the keyboard alone and with the mouse alone."""

from __future__ import annotations

import pygame

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.render.drawlist import Dot, Token
from battlesim.ui.decision.pickers.moment import STOP_RADIUS_PX
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
    assert {act.id for act in h.picker.own_buttons()} == {
        "no",
        "always",
        "never",
        "nearest",
        "pass_turn",
    }
    next(act for act in h.picker.own_buttons() if act.id == "nearest").do()
    assert (accepted(h), h.picker.order.policy) == (2, "nearest")


CHANCES = (("a", 0.0, 0.2), ("b", 0.2, 0.4), ("a", 2.0, 0.5), ("b", 2.1, 0.7), ("a", 4.0, 0.6))
MANY = ChooseMoment(
    **ASK,
    mover="c",
    stops=tuple(PathMoment((20.0 - s, 4.0), s, "", by, chance) for by, s, chance in CHANCES),
    course=((20.0, 4.0), (12.0, 4.0)),
)


def test_it_begins_at_the_best_moment() -> None:
    h = hands(MANY)
    assert h.picker.draft() == 3 and "70 %, the best" in h.words()
    assert accepted(h.key(ENTER)) == 3


def test_moments_of_several_pieces_are_grouped_by_their_stop() -> None:
    picker = hands(MANY).picker
    assert picker.groups == [[1, 0], [3, 2], [4]]
    assert [row.key for row in picker.rows()] == ["pass", "3", "2"]


def test_left_and_right_go_along_the_path_up_and_down_through_who_can_act() -> None:
    assert accepted(hands(MANY).key(LEFT, ENTER)) == 1
    assert accepted(hands(MANY).key(DOWN, ENTER)) == 2
    assert accepted(hands(MANY).key(DOWN, RIGHT, ENTER)) == 4
    assert accepted(hands(MANY).key(DOWN, LEFT, ENTER)) == 0


def test_one_key_lets_all_pass() -> None:
    assert accepted(hands(MANY).key(pygame.K_n)) == LET_PASS


def test_a_stop_is_a_bead_and_a_click_on_it_takes_its_best_moment() -> None:
    h = hands(MANY)
    beads = [i for i in picker_overlay(h.picker) if isinstance(i, Dot) and i.size == STOP_RADIUS_PX]
    assert len(beads) == 3
    assert accepted(h.click(19.9, 4.1).click(19.9, 4.1)) == 1


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
