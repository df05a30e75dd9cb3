"""Moving a group: the rest brought along in formation, and toward the enemy by one key."""

from __future__ import annotations

import math

import msgspec
import pygame
import pytest

from battlesim.engine.position_decisions import MoveGroup
from battlesim.rulesets.toy.state import Game
from battlesim.rulings.movement import GroupLink, with_group_occupied
from battlesim.table.pieces import Off
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.pages.settings_page import KEY_COMMANDS_BY_ID
from battlesim.ui.settings.key_bindings import KeyBindings
from tests.ui.asked import (
    ASK,
    ENTER,
    LED,
    MOVE,
    RIGHT,
    TAB,
    accepted,
    field,
    hands,
    motion,
)


def test_the_rest_comes_along_in_formation() -> None:
    legs = accepted(hands(LED).click(7, 4).key(pygame.K_g, ENTER))
    ends = {leg.piece: leg.end for leg in legs}
    assert ends["a"] == pytest.approx((7, 4), abs=0.05) and ends["b"] == pytest.approx((7, 6), abs=0.05)


def test_those_brought_before_are_brought_again_after_the_leader_is_moved_again() -> None:
    legs = accepted(hands(LED).click(7, 4).key(pygame.K_g).click(7, 4).click(9, 4).key(pygame.K_g, ENTER))
    assert {leg.piece: leg.end[0] for leg in legs} == pytest.approx({"a": 9.0, "b": 9.0}, abs=0.05)


def test_a_plan_in_which_nobody_moves_says_so_instead_of_counting() -> None:
    h = hands(LED)
    assert h.picker.draft_text() == "nobody moves"
    assert h.click(7, 4).picker.draft_text() == "2 of 2 move"


def test_those_who_come_in_over_an_edge_spread_beside_the_first() -> None:
    edge = {"starts": (((0.5, 4.0), (0.5, 20.0)),)}
    away = [msgspec.structs.replace(standing_piece(name, 4, 4), place=Off("reserve")) for name in "abefg"]
    laid = make_table(*away, width=24.0, height=24.0, table_sides=make_sides("red"))
    motions = with_group_occupied(motion(name, 0, 0, 6.0, **edge) for name in "abefg")
    asked = MoveGroup(**ASK, motions=motions, link=GroupLink("a", within=6.0))
    h = (
        hands(asked, State(laid, Game(turn=1, phase="red", phases=("red",))))
        .click(5.5, 12)
        .key(pygame.K_g, ENTER)
    )
    legs = accepted(h)
    assert len(legs) == 5 and len({round(leg.end[1], 1) for leg in legs}) >= 3


def test_the_rest_comes_at_the_enemy_that_the_first_has_come_to() -> None:
    near = State(
        make_table(
            *(standing_piece(name, 4 + 1.2 * k, 4) for k, name in enumerate("abe")),
            standing_piece("c", 8, 10, side="blue"),
            width=24.0,
            height=24.0,
            table_sides=make_sides("red", "blue"),
        ),
        Game(turn=1, phase="red", phases=("red", "blue")),
    )
    others = {"blocked": (), "occupied": ("a", "b", "e"), "hindering": ("c",)}
    asked = MoveGroup(**ASK, motions=tuple(motion(n, *near.table.piece(n).xy, 9.0, **others) for n in "abe"))
    legs = accepted(hands(asked, near).click(7, 9.2).key(pygame.K_g, ENTER))
    gaps = {leg.piece: math.dist(leg.end, (8, 10)) - 1.0 for leg in legs}
    assert gaps.keys() == set("abe") and all(gap <= 1.0 for gap in gaps.values())


@pytest.mark.parametrize(("allowance", "value"), [(9.0, "9 in"), (200.0, "")])
def test_an_allowance_beyond_the_table_is_not_told(allowance: float, value: str) -> None:
    asked = MoveGroup(**ASK, motions=(motion("a", 4, 4, allowance),))
    (row,) = hands(asked).picker.rows()
    assert str(row.value) == value


def test_the_rest_is_brought_to_a_leader_who_has_moved_before() -> None:
    asked = MoveGroup(**ASK, motions=(motion("b", 4, 6),), link=GroupLink("c", within=12.0))
    two = msgspec.structs.replace(asked, motions=(*asked.motions, motion("a", 4, 4)))
    legs = accepted(hands(two).key(pygame.K_g, ENTER))
    assert {leg.piece for leg in legs} == {"a", "b"}


def test_all_of_those_who_come_in_one_after_the_other_are_brought() -> None:
    edge = {"starts": (((0.5, 4.0), (0.5, 16.0)),)}
    five = "abefg"
    away = [msgspec.structs.replace(standing_piece(name, 4, 4), place=Off("reserve")) for name in five]
    laid = make_table(
        *away, standing_piece("lead", 9, 10), width=24.0, height=24.0, table_sides=make_sides("red")
    )
    motions = with_group_occupied(motion(name, 0, 0, 12.0, occupied=("lead",), **edge) for name in five)
    asked = MoveGroup(**ASK, motions=motions, link=GroupLink("lead", within=6.0, chain=1.0))
    h = hands(asked, State(laid, Game(turn=1, phase="red", phases=("red",))))
    assert {leg.piece for leg in accepted(h.key(pygame.K_g, ENTER))} == set(five)


def test_who_comes_in_begins_in_the_middle_of_where_it_may() -> None:
    edge = {"starts": (((0.5, 4.0), (0.5, 16.0)),)}
    away = standing_piece("a", 4, 4)
    laid = make_table(
        msgspec.structs.replace(away, place=Off("reserve")),
        width=24.0,
        height=24.0,
        table_sides=make_sides("red"),
    )
    asked = MoveGroup(**ASK, motions=(motion("a", 0, 0, 6.0, **edge),))
    h = hands(asked, State(laid, Game(turn=1, phase="red", phases=("red",)))).key(
        RIGHT, RIGHT, mod=pygame.KMOD_SHIFT
    )
    assert accepted(h.key(ENTER))[0].end == pytest.approx((2.5, 10.0), abs=0.3)


def test_a_key_moves_toward_the_nearest_enemy_as_far_as_it_goes() -> None:
    (leg,) = accepted(hands(MOVE).key(pygame.K_w, ENTER))
    assert leg.piece == "a" and leg.end[0] < 10 and math.dist(leg.end, (20, 4)) < 14.5


def test_a_piece_that_can_come_to_an_enemy_touches_it() -> None:
    far = msgspec.structs.replace(MOVE, motions=(motion("a", 4, 4, 30.0),))
    (leg,) = accepted(hands(far).key(pygame.K_w, ENTER))
    assert math.dist(leg.end, (20, 4)) == pytest.approx(1.0, abs=0.01)


def test_one_after_the_other_goes_toward_the_enemy_and_they_stay_together() -> None:
    north = msgspec.structs.replace(LED, motions=(motion("b", 4, 7), motion("a", 4, 5)))
    legs = accepted(hands(north).key(pygame.K_w, TAB, pygame.K_w, ENTER))
    assert [leg.piece for leg in legs] == ["a", "b"] and math.dist(*(leg.end for leg in legs)) <= 4.0
    assert all(math.dist(leg.end, (20, 4)) < 14.5 for leg in legs)


def test_who_may_not_leave_the_others_goes_only_as_far_as_they_allow() -> None:
    held = msgspec.structs.replace(LED, motions=(motion("a", 4, 4),), link=GroupLink("b", within=3.0))
    (leg,) = accepted(hands(held).key(pygame.K_w, ENTER))
    assert 1.0 <= math.dist(leg.end, (4, 4)) < 6.0 and math.dist(leg.end, (4, 6)) <= 4.0


def test_nobody_to_go_to_leaves_the_plan_as_it_is_and_says_so() -> None:
    alone = field().with_table(field().table.without_pieces("c", "d"))
    h = hands(MOVE, alone).click(4, 4).click(6, 4)
    h.picker.advance()
    assert h.picker.refusal_text().startswith(f"{alone.table.piece('a').name} cannot get nearer to an enemy")
    assert [leg.end for leg in h.picker.draft()] == [(6, 4)]


def test_the_key_toward_the_enemy_can_be_bound_to_another() -> None:
    changed, refusal = KeyBindings().with_binding(KEY_COMMANDS_BY_ID["toward"], "z")
    assert not refusal and changed.key_label("toward") == "Z"
    assert "To enemy" in hands(MOVE).words()
