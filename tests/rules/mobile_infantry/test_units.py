"""MI units: two Actions, coherency, and who does what in an Action."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActionSpent
from battlesim.rulesets.mobile_infantry.core.state import Site
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Aboard, Inside, Off, OnTable, Place
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.field import block, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, offered, steps


@pytest.mark.rule("MI-UNIT-01")
def test_an_officer_gives_two_actions_of_any_kind_and_no_third() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 10, 12), warrior("W", 24, 10))
    opened = do(state, "mi_activate", {"activate": ["A"]})
    assert opened.state.game.activation is not None
    assert (opened.state.game.activation.leader, opened.state.game.activation.actions_left) == ("L", 2)

    answers = {
        "action": ["move", "shoot"],
        "move": [(leg("L", (10, 10), (11, 10)),)],
        "target": ["W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)],
    }
    done = steps(opened.state, 3, answers, [1] * 6)
    assert [e.action for e in done.events_of(ActionSpent)] == ["move", "shoot"]
    assert done.state.game.activation is None

    twice = {
        "action": ["shoot", "shoot"],
        "target": ["W", "W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)] * 2,
    }
    done = steps(opened.state, 2, twice, [1] * 12)
    assert [e.action for e in done.events_of(ActionSpent)] == ["shoot", "shoot"]


@pytest.mark.rule("MI-UNIT-04")
@pytest.mark.parametrize(("x", "held"), [(17.0, True), (17.1, False)])
def test_coherency_is_six_inches_inclusive(x: float, held: bool) -> None:
    state = field(lieutenant("L", 10, 10), rifles("P", x, 10), activation=led("L", "P"))
    assert unit_activation.is_in_coherency(state, "P") is held


@pytest.mark.rule("MI-UNIT-05")
def test_a_stray_does_not_shoot_before_it_has_closed_up() -> None:
    state = field(
        lieutenant("L", 10, 10), rifles("Q", 20, 10), warrior("W", 20, 22), activation=led("L", "Q")
    )
    shot = {"action": ["shoot"], "target": ["W"], "weapons": [_rifles]}
    first = act(state, shot, [1] * 2)
    assert [item.key for item in first.first_decision("weapons").items] == ["L"]  # type: ignore[attr-defined]
    closed = act(state, {"action": ["move"], "move": [(leg("Q", (20, 10), (16, 10)),)]})
    second = act(closed.state, shot, [1] * 6)
    assert {item.key for item in second.first_decision("weapons").items} == {"L", "Q"}  # type: ignore[attr-defined]


@pytest.mark.rule("MI-UNIT-06", "MI-GAP-15", "MI-GAP-12")
@pytest.mark.parametrize(("option", "ends"), [("stay_out", (20, 10)), ("close_up", (16, 10))])
def test_strays_stay_out_of_a_shooting_or_close_up_in_it(option: str, ends: tuple[float, float]) -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("P", 14, 10),
        rifles("Q", 20, 10),
        warrior("W", 14, 22),
        options={"stragglers": option},
        activation=led("L", "P", "Q"),
    )
    done = act(state, {"action": ["shoot"], "target": ["W"], "weapons": [_rifles]}, [1] * 6)
    assert [item.key for item in done.first_decision("weapons").items] == ["L", "P"]  # type: ignore[attr-defined]
    assert done.piece("Q").xy == ends


@pytest.mark.rule("MI-UNIT-06", "MI-GAP-12")
@pytest.mark.parametrize("act_of_the_unit", ["shoot", "ready", "support"])
@pytest.mark.parametrize("place", [Inside("V1"), OnTable(22.0, 14.25, 0.0, 1.0, "W1")])
def test_nobody_is_pulled_out_of_a_house_or_off_a_wall_unasked(act_of_the_unit: str, place: Place) -> None:
    state = field(
        lieutenant("L", 8, 10),
        piece("machine_gun", "G", 9, 12, marks=["moved"]),
        rifles("Q", place=place),
        block("building", "V1", 18, 8, 22, 12),
        block("wall", "W1", 20, 14, 24, 14.5),
        warrior("W", 8, 20),
        activation=led("L", "G", "Q"),
    )
    answers = {"action": [act_of_the_unit], "target": ["W"]} if act_of_the_unit == "shoot" else {}
    done = act(state, {"action": [act_of_the_unit], **answers}, [1] * 2 if answers else ())
    assert done.piece("Q").place == place


@pytest.mark.rule("MI-UNIT-06", "MI-GAP-12")
def test_in_a_move_of_the_unit_strays_must_close_up() -> None:
    state = field(
        lieutenant("L", 10, 10), rifles("P", 14, 10), rifles("Q", 20, 10), activation=led("L", "P", "Q")
    )
    done = act(state, {"action": ["move"], "move": [()]})
    assert done.piece("Q").xy == (16, 10)


@pytest.mark.rule("MI-UNIT-06")
def test_a_unit_of_which_only_strays_can_act_may_move_for_them() -> None:
    ship = piece("viking", "V", 10, 10, unit="V")
    aboard = lieutenant("L", place=Aboard("V"))
    state = field(ship, aboard, rifles("Q", 20, 10), activation=led("L", "Q"))
    asked = act(state, until="action")
    assert offered(asked, "action") == {"move", "end"}
    done = act(state, {"action": ["move"], "move": [(leg("Q", (20, 10), (17, 10)),)]})
    assert done.piece("Q").xy == (17, 10)


@pytest.mark.rule("MI-GAP-15")
def test_who_cannot_reach_the_officer_goes_as_far_as_it_can() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("Q", 30, 10),
        block("rocks", "K", 26, 8, 28, 30),
        activation=led("L", "Q"),
    )
    done = act(state, {"action": ["move"], "move": [()]})
    (closed,) = done.events_of(PiecesMoved)
    assert closed.rule == "MI-GAP-15"
    assert closed.parts[0].path[0] == (30, 10)
    assert done.piece("Q").xy[1] < 8.0  # around the rocks, by the short side

    shut = field(
        lieutenant("L", 10, 10),
        rifles("Q", 30, 10),
        *(block("rocks", f"K{n}", *box) for n, box in enumerate(BOX)),
        activation=led("L", "Q"),
    )
    assert act(shut, {"action": ["move"], "move": [()]}).events_of(PiecesMoved) == []


BOX = ((28, 8, 29, 12), (31, 8, 32, 12), (28, 7.5, 32, 8.5), (28, 11.5, 32, 12.5))


@pytest.mark.rule("MI-GAP-15")
def test_staying_while_the_officer_moves_on_breaks_no_rule() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 5, 10), activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (14, 10)),)]})
    assert done.piece("R").xy == (5, 10)
    assert not unit_activation.is_in_coherency(done.state, "R")


@pytest.mark.rule("MI-TURN-02", "MI-GAP-30")
def test_people_found_by_a_unit_that_acted_do_nothing_more_in_this_turn() -> None:
    found = piece("survivors", "S", 12, 10, unit="B")
    state = field(lieutenant("L", 10, 10), rifles("B1", 14, 10, unit="B"), found, acted=("B", "B1"))
    asked = do(state, "mi_activate", until="activate")
    assert offered(asked, "activate") == {"A", "pass"}
    assert offered(do(state, "mi_activate", {"activate": ["A"]}), "join") == set()


@pytest.mark.rule("MI-MTRT-03")
def test_comms_keep_mechs_in_range_at_any_distance_but_nobody_else() -> None:
    state = field(
        piece("heavy_mech", "H", 10, 10).with_mark("officer", 6),
        piece("light_mech", "K", 50, 40),
        rifles("R", 50, 44, unit="B"),
        warrior("W", 20, 46),
        activation=led("H", "K", "R"),
    )
    assert unit_activation.is_in_coherency(state, "K")
    assert not unit_activation.is_in_coherency(state, "R")
    answers = {"action": ["move"], "move": [(), (leg("K", (50, 40), (50, 34)),)]}
    done = act(state, answers)
    assert done.piece("K").xy == (50, 34)
    assert done.first_decision("move").link is not None  # type: ignore[attr-defined]
    assert done.piece("R").xy != (50, 44)  # out of coherency, it closes up


@pytest.mark.rule("MI-MTRT-03")
def test_comms_reach_from_an_officer_to_his_own_formation_alone() -> None:
    officer = piece("heavy_mech", "H", 10, 10).with_mark("officer", 6)
    stranger = piece("light_mech", "K", 50, 40, unit="B")
    assert not unit_activation.is_in_coherency(field(officer, stranger, activation=led("H", "K")), "K")
    plain = piece("heavy_mech", "H", 10, 10)
    own = piece("light_mech", "K", 50, 40)
    assert not unit_activation.is_in_coherency(field(plain, own, activation=led("H", "K")), "K")


@pytest.mark.rule("MI-GAP-12")
def test_mixed_support_lets_one_stand_search_while_the_others_shoot() -> None:
    state = _beside_a_house()
    answers = {
        "action": ["shoot"],
        "support": ["search:R:V1", "done"],
        "target": ["W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)],
    }
    done = act(state, answers, [2, 1, 1, 1, 1])
    assert done.state.game.searched == ("V1",)
    assert [item.key for item in done.first_decision("weapons").items] == ["L", "F"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-12")
def test_all_same_makes_a_support_act_an_action_of_its_own() -> None:
    state = _beside_a_house(mi_unit_actions="all_same")
    shot = act(state, {"action": ["shoot"], "target": ["W"], "weapons": [_rifles]}, [1] * 8)
    assert "support" not in [d.what for d in shot.asked]
    offer = act(state, {"action": ["support"]}, until="support")
    assert offered(offer, "support") == {"search:R:V1", "search:F:V2", "heal:F:Q"}
    both = act(state, {"action": ["support"], "support": ["search:R:V1"]}, [2])
    assert both.state.game.searched == ("V1",)
    assert offered(both, "support") == {"search:F:V2", "done"}  # the Medic may search, but not heal


@pytest.mark.rule("MI-GAP-12")
def test_free_lets_some_move_while_the_others_shoot() -> None:
    state = _beside_a_house(mi_unit_actions="free")
    answers = {
        "action": ["move"],
        "move": [(leg("R", (26.5, 9), (26, 9)),)],
        "target": ["W"],
        "weapons": [_rifles],
    }
    done = act(state, answers, [1] * 4)
    assert done.piece("R").xy == (26, 9)
    assert "R" not in [item.key for item in done.first_decision("weapons").items]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(("option", "fires"), [("free", True), ("mixed_support", False)])
def test_free_lets_some_take_ready_while_the_others_shoot(option: str, fires: bool) -> None:
    state = field(
        lieutenant("L", 10, 10),
        piece("machine_gun", "G", 12, 10, marks=["moved"]),
        warrior("W", 10, 20),
        options={"mi_unit_actions": option},
        activation=led("L", "G"),
    )
    shot = {"target": ["W"], "weapons": [_rifles]} if fires else {}
    answers = {"action": ["ready"], "support": ["done"], "group": [("G",)], **shot}
    done = act(state, answers, [1, 1] if fires else [])
    assert done.piece("G").has_mark("ready") and not done.piece("G").has_mark("moved")


@pytest.mark.rule("MI-GAP-12")
def test_free_lets_those_who_hold_their_fire_move() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("R", 12, 10),
        warrior("W", 10, 20),
        options={"mi_unit_actions": "free"},
        activation=led("L", "R"),
    )
    shot = {"target": ["W"], "weapons": [lambda d, s: ("assault_rifle", "hold")]}
    done = act(state, {"action": ["shoot"], **shot, "move": [(leg("R", (12, 10), (12, 8)),)]}, [1, 1])
    assert done.piece("R").xy == (12, 8)
    (move,) = [d for d in done.asked if d.what == "move"]
    assert [m.piece for m in move.motions] == ["R"]  # type: ignore[attr-defined]


def _rifles(decision, state):  # type: ignore[no-untyped-def]
    return tuple("assault_rifle" if "assault_rifle" in item.to else "hold" for item in decision.items)


def _beside_a_house(**options: str):  # type: ignore[no-untyped-def]
    return field(
        lieutenant("L", 24, 9),
        rifles("R", 26.5, 9),
        piece("field_medics", "F", 24, 12, place=Inside("V2")),
        rifles("Q", 24, 12, place=Inside("V2"), hits=3),
        block("building", "V1", 28, 6, 32, 12),
        block("building", "V2", 20, 13, 24, 17),
        warrior("W", 24, 1),
        options=options,
        site=Site(),
        activation=led("L", "R", "F"),
    )


@pytest.mark.rule("MI-GAP-12")
def test_in_a_promotion_nobody_else_does_anything() -> None:
    state = field(rifles("R", 10, 10), rifles("Q", 12, 10), activation=led("", "R", "Q"))
    done = act(state, {"action": ["promote"], "promote": ["R"]})
    assert [d.what for d in done.asked] == ["action", "promote"]


@pytest.mark.rule("MI-GAP-12", "MI-GAP-29", "MI-MOVE-01")
def test_whoever_is_lost_in_a_support_act_is_not_asked_to_move() -> None:
    state = field(
        lieutenant("L", 24, 9),
        rifles("R", 26.5, 9),
        piece("survivors", "S", 27, 10.5, unit="A", hits=1),
        block("building", "V1", 28, 6, 32, 12),
        warrior("W", place=Off("reserve")),
        activation=led("L", "R", "S"),
    )
    ambush = {"action": ["move"], "support": ["search:R:V1"], "attacks": [lambda d, s: ("S",) * len(d.items)]}
    done = act(state, ambush, [1, 6, 6, 6])
    assert not done.piece("S").in_play
    (move,) = [d for d in done.asked if d.what == "move"]
    assert [m.piece for m in move.motions] == ["L"]  # type: ignore[attr-defined]
