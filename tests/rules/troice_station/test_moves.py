"""Moves of marines: how far, who is asked, who takes part, who leaves the table."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import move_actions, table_exit
from battlesim.rulesets.troice_station.core import lookups
from battlesim.rulesets.troice_station.core.marks import ACTIONS, CARRIED, DOWN, RAN
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import EntryOption, Leg
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off
from battlesim.testing.script import RefusedError, ScriptResult

from .squad_steps import SQUAD, act, card_in_play, legs, on_card, squad, squad_act
from .things import alien, battle, block, hugger, line, marine, marker, perform


@pytest.mark.rule("TS-MOVE-01")
def test_nobody_moves_farther_than_four_inches():
    with pytest.raises(RefusedError):
        act(on_card(*squad()), ("act", "move"), ("move", legs(("a", (10, 10), (10, 14.1)))))


@pytest.mark.rule("TS-MOVE-02", "TS-GAP-37")
@pytest.mark.parametrize(("option", "dice"), [("per_group", (5,)), ("per_figure", (5, 1))])
def test_a_run_adds_a_die(option, dice):
    ways = [("a", (10, 10), (10, 19)), ("b", (12, 10), (12, 15))]
    state = on_card(*squad(*SQUAD[:2]), options={"run_dice": option, "group_timing": "per_turn"})
    done = act(state, ("act", "run"), ("move", legs(*ways)), dice=dice)
    assert done.state.table.piece("a").xy == (10, 19) and done.state.table.piece("a").has_mark(RAN)


@pytest.mark.rule("TS-MOVE-02", "TS-GAP-22")
def test_a_run_that_goes_nowhere_has_been_run():
    done = act(on_card(*squad(*SQUAD[:2])), ("act", "run"), ("move", ()), dice=(1,))
    assert [done.state.table.piece(id).mark_count(ACTIONS) for id in "ab"] == [1, 1]


@pytest.mark.rule("TS-GAP-35")
@pytest.mark.parametrize(("option", "far"), [("obstacles_only", 14.0), ("adds_inches", 15.0)])
def test_by_option_the_move_bonus_adds_inches(option, far):
    state = on_card(*squad(SQUAD[0]), options={"move_bonus": option})
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", legs(("a", (10, 10), (10, far)))))
    assert done.state.table.piece("a").xy == (10, far)


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-GAP-37")
def test_a_group_is_asked_once_for_its_move() -> None:
    legs = tuple(Leg(one, ((x, 10.0), (x, 12.0))) for one, x in (("a", 10.0), ("b", 12.0)))
    done = squad_act(card_in_play(*line(10, 12)), act="move", move=legs)
    assert len(done.decisions_with_key("move")) == 1 and [done.piece(one).xy[1] for one in "ab"] == [12, 12]


@pytest.mark.rule("TS-GAP-97", "TS-MOVE-02")
def test_one_leaves_over_the_south_edge_of_the_landing_zone_at_no_cost() -> None:
    state = battle(*line(20))
    (entry,) = table_exit.with_exit(
        state, move_actions.figure_motion(state, move_actions.MOVE_KIND, "a", 0)
    ).entries
    assert entry == EntryOption("landing_zone", 0.0, "edge", stretch=((14.0, 0.0), (34.0, 0.0)))


@pytest.mark.rule("TS-GAP-35", "TS-GAP-36", "TS-ALN-05", "TS-MOVE-01")
@pytest.mark.parametrize(
    ("options", "inches"),
    [
        ({}, [4, 4, 4, 6, 6, 6]),
        ({"face_hugger_move": "5"}, [4, 4, 4, 6, 5, 6]),
        ({"move_bonus": "adds_inches"}, [5, 4, 4, 6, 5, 6]),
    ],
)
def test_how_far_each_kind_moves(options: dict[str, str], inches: list[int]) -> None:
    men = [marine("trooper", "a", 2, 2), marine("hmg", "b", 4, 2), marine("flamer", "c", 6, 2)]
    things = [*men, alien("x", 8, 2), hugger("h", 10, 2), marker("m", 12, 2)]
    state = battle(*things, options=options)
    assert [lookups.move_allowance(state, piece) for piece in things] == inches


MOVES = pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-ACT-07", "TS-GAP-37")


def leg(piece: str, *path: tuple[float, float], **more: Any) -> Leg:
    return Leg(piece, path, **more)


def moved(
    state: Battle,
    able: str,
    *legs: Leg,
    gait: move_actions.MoveKind = move_actions.MOVE_KIND,
    dice: Any = (),
    **answers: Any,
) -> tuple[ScriptResult, list[Any]]:
    """Some figures go their ways, and who of them took part; without ways it stops at the question."""
    found: list[Any] = []

    def script(play: Any) -> Any:
        found.append((yield from move_actions.perform_move(gait, play, list(able))))

    given = {"move": [legs]} if legs else {}
    done = perform(state, script, given | {k: [v] for k, v in answers.items()}, dice, "" if legs else "move")
    return done, found


@MOVES
@pytest.mark.parametrize(("able", "about"), [("a", "a"), ("ab", "1A")])
def test_about_whom_one_is_asked_to_move(able: str, about: str) -> None:
    done, _ = moved(battle(*line(10, 12)), able)
    assert done.first_decision("move").about == about


@MOVES
@pytest.mark.parametrize(
    ("option", "gait", "dice", "inches"),
    [
        ("per_group", move_actions.MOVE_KIND, (), [4.0, 4.0]),
        ("per_group", move_actions.RUN_KIND, (3,), [7.0, 7.0]),
        ("per_figure", move_actions.RUN_KIND, (3, 6), [7.0, 10.0]),
    ],
)
def test_a_run_adds_a_six_sided_die_and_a_move_nothing(
    option: str, gait: move_actions.MoveKind, dice: Any, inches: list[float]
) -> None:
    done, _ = moved(battle(*line(10, 12), options={"run_dice": option}), "ab", gait=gait, dice=dice)
    assert [one.allowance for one in done.first_decision("move").motions] == inches  # type: ignore[attr-defined]
    assert [one.dice for one in done.decisions_with_key("dice")] == ([(6,) * len(dice)] if dice else [])  # type: ignore[attr-defined]


@MOVES
@pytest.mark.rule("TS-GAP-20")
@pytest.mark.parametrize(
    ("option", "pools", "held"),
    [
        ("per_action", {"1A": 2}, True),
        ("per_turn", {"1A": 2}, False),
        ("per_turn", {"1A": 1}, True),
        ("per_turn", {}, True),
    ],
)
def test_a_group_ends_each_move_together_or_by_option_its_last(option: str, pools: Any, held: bool) -> None:
    state = battle(*line(10, 12), options={"group_timing": option}, pools=pools)
    assert (
        move_actions.group_motions(state, move_actions.MOVE_KIND, ["a", "b"], {"a": 0, "b": 0})[1] is not None
    ) is held


@MOVES
def test_who_only_turns_takes_no_part() -> None:
    done, part = moved(battle(*line(10)), "a", leg("a", (10.0, 10.0), facing=90.0))
    assert part == [()] and done.events_of(PiecesMoved) == []


@MOVES
def test_whom_a_tail_puts_down_before_his_turn_neither_goes_nor_is_asked_again() -> None:
    men = [marine("nco", "a", 10, 10), marine("trooper", "b", 11.5, 13)]
    state = battle(*men, alien("x", 10, 14), options={"alien_control": "player"})
    legs = leg("a", (10.0, 10.0), (10.0, 12.875)), leg("b", (11.5, 13.0), (12.5, 13.0))
    done, part = moved(state, "ab", *legs, dice=(1, 6, 1, 6, 1, 6, 3, 3), tail="b")
    assert len(done.decisions_with_key("move")) == 1 and part == [("a",)]
    assert done.piece("b").has_mark(DOWN) and done.piece("b").xy == (11.5, 13.0)


@MOVES
@pytest.mark.rule("TS-GAP-38", "TS-MOVE-07")
def test_whom_a_die_stops_where_a_friend_stands_stops_short_of_him() -> None:
    wall = block("medium_wall", "w", 8, 12.8, 12, 13)
    state = battle(*line(10), marine("trooper", "f", 10, 12, unit="1B"), terrain=[wall])
    done, _ = moved(state, "a", leg("a", (10.0, 10.0), (10.0, 14.0)), gait=move_actions.CROSS_KIND, dice=(2,))
    assert done.piece("a").xy == pytest.approx((10.0, 11.0), abs=0.01)


@MOVES
@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(
    ("gait", "dice", "how"), [(move_actions.MOVE_KIND, (), "move"), (move_actions.RUN_KIND, (2,), "run")]
)
def test_how_one_went_is_told_and_an_hmg_that_went_was_carried(
    gait: move_actions.MoveKind, dice: Any, how: str
) -> None:
    state = battle(*line(10, kind="hmg"), options={"hmg_handling": "set_up"})
    done, _ = moved(state, "a", leg("a", (10.0, 10.0), (10.0, 12.0)), gait=gait, dice=dice)
    assert [one.how for one in done.events_of(PiecesMoved)] == [how]
    assert (done.piece("a").mark_count(CARRIED), done.piece("a").mark_count(RAN)) == (1, len(dice))


@MOVES
@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("stops", "left"), [(False, True), (True, False)])
def test_who_goes_over_the_edge_has_left_unless_he_stops_on_the_way(stops: bool, left: bool) -> None:
    state = battle(marine("trooper", "a", 15, 0.5), marker("m", 29, 0.5))
    way = leg("a", (15.0, 0.5), (16.8, 0.0), enters="landing_zone")
    done, _ = moved(state, "a", way, dice=(5,), stop=stops)
    assert (done.piece("a").place == Off("left")) is left
