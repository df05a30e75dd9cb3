"""What advice is built of: points for pieces, the nearest, wishes in order, a move toward a goal."""

from __future__ import annotations

import msgspec

from battlesim.behaviour.advice import (
    advise_by_score,
    advise_in_order,
    advise_led_move,
    advise_move_toward,
    advise_separate_moves,
    nearest_piece,
    piece_point,
)
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.mechanics.basic_actions import walk_motion
from battlesim.rulings.movement import GroupLink, Motion, with_group_occupied
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Aboard, Inside, Off
from battlesim.table.state import State
from battlesim.testing.table import block, make_table, standing_piece, wall

ASK = {"side": SideKey("red"), "what": "act", "prompt": "?"}
CHOICE = ChooseOne(
    **ASK,  # type: ignore[arg-type]
    options=(Option("run", "Run"), closed_option("fly", "Fly", "no wings"), Option("hide", "Hide")),
)


def test_a_piece_inside_is_in_the_middle_and_one_aboard_where_its_carrier_is() -> None:
    inside = msgspec.structs.replace(standing_piece("a", 0, 0), place=Inside("house"))
    aboard = msgspec.structs.replace(standing_piece("b", 0, 0), place=Aboard("a"))
    away = msgspec.structs.replace(standing_piece("c", 0, 0), place=Off("reserve"))
    now = make_table(inside, aboard, away, block("house", 10, 10, 14, 12))
    assert [piece_point(now, p) for p in (inside, aboard, away)] == [(12, 11), (12, 11), None]


def test_the_nearest_is_told_with_its_distance() -> None:
    near, far = standing_piece("n", 3, 4), standing_piece("f", 30, 40)
    assert nearest_piece((0.0, 0.0), [(far, far.xy), (near, near.xy)]) == (5.0, near, (3, 4))


def test_the_first_wish_that_is_open_is_the_best() -> None:
    found = advise_in_order(CHOICE, [("fly", "up"), ("hide", "down"), ("run", "off")])
    assert [advice.answer for advice in sorted(found, key=lambda a: -a.score)] == ["hide", "run"]


def test_options_without_a_score_are_no_advice() -> None:
    found = advise_by_score(
        CHOICE, lambda option: 1.0 if option.key == "run" else None, lambda option: option.label
    )
    assert [(advice.answer, advice.reason) for advice in found] == [("run", "Run")]


def test_toward_a_goal_it_is_a_move_that_is_accepted_and_none_on_the_spot() -> None:
    state = State(make_table(standing_piece("a", 10, 10)), object())
    asked = MoveGroup(**ASK, motions=(Motion("a", 0.5, 4.0, starts=(((10.0, 10.0),),)),))  # type: ignore[arg-type]
    (found,) = advise_move_toward(state, asked, (20.0, 10.0), "on")
    assert asked.check(state, found.answer) is None and found.answer[0].end == (14.0, 10.0)
    assert advise_move_toward(state, asked, (10.0, 10.0), "here") == []


def test_where_no_suggested_way_is_legal_a_piece_goes_as_far_as_it_can() -> None:
    foes = (
        standing_piece("e", 52.496667, 3.295667, side="blue"),
        standing_piece("f", 52.261667, 2.328667, side="blue"),
    )
    state = State(make_table(standing_piece("a", 60, 45), *foes, width=72, height=48), object())
    motion = Motion("a", 0.5, 200.0, starts=(((60.0, 45.0),),), hindering=("e", "f"))
    asked = MoveGroup(**ASK, motions=(motion,))  # type: ignore[arg-type]
    (found,) = advise_separate_moves(state, asked, (51.541, 3.018), "on")
    assert asked.check(state, found.answer) is None and found.answer[0].end[1] < 5.0


def test_a_leader_behind_its_followers_goes_round_a_wall_with_them() -> None:
    """The wall begins farther ahead than one move, so that straight ahead is free, and leads nowhere."""
    group = [standing_piece("lead", 4, 12), standing_piece("a", 7, 13.5), standing_piece("b", 5, 10.5)]
    table, ids = make_table(*group, wall("w", 10, 4, 11, 14)), ("lead", "a", "b")
    motions = with_group_occupied(walk_motion(table, piece, 5.0, companions=ids) for piece in group)
    asked = MoveGroup(**ASK, motions=motions, link=GroupLink("lead", 3.0))  # type: ignore[arg-type]
    (found,) = advise_led_move(State(table, object()), asked, (30.0, 12.0), "on")
    assert [leg.piece for leg in found.answer] == ["lead", "a", "b"]
