"""Moves of MI models: the Officer first, ratings, ground, walls and buildings, bases in the way, facing."""

from __future__ import annotations

import pytest

from battlesim.mechanics.pieces import gap
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulings.movement import Leg, leg_problem
from battlesim.table.events import DiceRolled, PiecesMoved
from battlesim.table.pieces import Inside, OnTable
from battlesim.table.state import State
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.acts import leg, refusal
from tests.rules.mobile_infantry.field import block, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, offered


def why_not(state: State, leg: Leg) -> str:  # type: ignore[type-arg]
    """Why a move of one model is not legal; "" when it is."""
    return str(leg_problem(state.table, movement.model_motion(state, leg.piece), leg) or "")


@pytest.mark.rule("MI-MOVE-01")
def test_the_officer_moves_first() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 10, 12), activation=led("L", "R"))
    asked = act(state, {"action": ["move"]}, until="move")
    officer, squad = leg("L", (10, 10), (12, 10)), leg("R", (10, 12), (12, 12))
    assert "leads the group and must move before" in refusal(asked, "move", (squad, officer))
    assert refusal(asked, "move", (officer, squad)) == ""
    assert refusal(asked, "move", (squad,)) == ""  # he stays


@pytest.mark.rule("MI-MOVE-02")
def test_the_others_end_within_six_inches_of_where_he_stands_now() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 18, 10), activation=led("L", "R", measured=6.0))
    asked = act(state, {"action": ["move"]}, until="move")
    officer = leg("L", (10, 10), (14, 10))
    assert refusal(asked, "move", (officer, leg("R", (18, 10), (21, 10)))) == ""
    assert "6.30 in from L" in refusal(asked, "move", (officer, leg("R", (18, 10), (21.3, 10))))


@pytest.mark.rule("MI-MOVE-03")
def test_a_move_is_as_long_as_the_rating() -> None:
    state = field(rifles("R", 10, 10), piece("light_mech", "K", 10, 20))
    assert why_not(state, leg("R", (10, 10), (14, 10))) == ""
    assert "may move 4 in" in why_not(state, leg("R", (10, 10), (14.2, 10)))
    assert why_not(state, leg("K", (10, 20), (16, 20))) == ""


@pytest.mark.rule("MI-MOVE-04")
def test_entering_a_building_costs_two_inches() -> None:
    house = block("building", "V1", 20, 5, 24, 15)
    near = field(lieutenant("L", 17, 12), rifles("R", 17.5, 10), house, activation=led("L", "R"))
    done = act(near, {"action": ["move"], "move": [(leg("R", (17.5, 10), (19.5, 10), enters="V1"),)]})
    assert done.piece("R").place == Inside("V1")
    far = field(rifles("R", 17, 10), house)
    assert "costs 4.50 in" in why_not(far, leg("R", (17, 10), (19.5, 10), enters="V1"))
    mech = field(piece("light_mech", "K", 18, 10), house)
    assert "may not enter V1" in why_not(mech, leg("K", (18, 10), (19.25, 10), enters="V1"))


@pytest.mark.rule("MI-MOVE-04", "MI-GAP-72", "MI-MOVE-03")
def test_manning_a_wall_puts_the_stand_on_its_centre_line() -> None:
    wall = block("wall", "W1", 20, 20, 24, 20.5)
    state = field(lieutenant("L", 18, 18), rifles("R", 22, 18), wall, activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("R", (22, 18), (22, 19.5), enters="W1"),)]})
    assert [part.entering for part in done.events_of(PiecesMoved)[0].parts] == [2.0]
    assert done.piece("R").place == OnTable(22.0, 20.25, 0.0, 1.0, "W1")

    down = act(done.state, {"action": ["move"], "move": [(leg("R", (21, 21), (21, 23)),)]})
    assert down.piece("R").place == OnTable(21.0, 23.0, 0.0)


@pytest.mark.rule("MI-GAP-56")
@pytest.mark.parametrize("contact", [(20.75, 19.9), (20.75, 19.6), (20, 20.5), (19.25, 20)])
def test_no_stand_mans_a_wall_with_its_base_over_the_gate(contact: tuple[float, float]) -> None:
    wall = block("wall", "W5", 19.75, 16, 20.25, 20)
    state = field(rifles("R", *contact), wall, activation=led("R"))
    done = act(state, {"action": ["move"], "move": [(leg("R", contact, enters="W5"),)]})
    assert done.piece("R").place == OnTable(20.0, 19.5, 0.0, 1.0, "W5")


@pytest.mark.rule("MI-GAP-56")
@pytest.mark.parametrize(("length", "words"), [(0.9, "would stand over the end of W"), (1.0, "")])
def test_a_wall_narrower_than_a_base_cannot_be_manned(length: float, words: str) -> None:
    wall = block("wall", "W", 20, 20, 20 + length, 20.5)
    state = field(rifles("R", 20.5, 19.5), wall)
    fault = why_not(state, leg("R", (20.5, 19.5), enters="W"))
    assert words in fault and bool(words) is bool(fault)


@pytest.mark.rule("MI-GAP-72")
def test_leaving_a_building_is_free_and_starts_in_contact_with_it() -> None:
    house = block("building", "V1", 20, 10, 24, 14)
    state = field(
        rifles("R", place=Inside("V1")), rifles("Q", place=Inside("V1")), warrior("W", 22, 8.5), house
    )
    assert why_not(state, leg("R", (19.5, 12), (15.5, 12))) == ""
    assert "away from contact with V1" in why_not(state, leg("R", (19, 12), (15, 12)))
    assert gap(state, "R", "Q") == 0.0
    assert gap(state, "R", "W") == pytest.approx(1.0)


@pytest.mark.rule("MI-GAP-65")
def test_two_stands_that_leave_a_building_do_not_end_on_one_another() -> None:
    house = block("building", "V1", 20, 10, 24, 14)
    inside = [rifles(name, place=Inside("V1")) for name in "RQ"]
    state = field(lieutenant("L", 18, 12), *inside, house, activation=led("L", "R", "Q"))
    asked = act(state, {"action": ["move"]}, until="move")
    out = leg("R", (19.5, 11), (18, 10.5))
    assert "R" in refusal(asked, "move", (out, leg("Q", (19.5, 10.5), (18, 10.5))))
    assert refusal(asked, "move", (out, leg("Q", (19.5, 10.5), (18, 9.5)))) == ""


@pytest.mark.rule("MI-MOVE-04", "MI-GAP-56")
def test_a_full_house_takes_nobody_more() -> None:
    house = block("building", "V1", 20, 10, 24, 14)
    inside = [rifles(f"I{n}", place=Inside("V1")) for n in range(2)]
    state = field(
        *inside,
        lieutenant("L", 18, 9),
        rifles("R", 19.5, 11),
        rifles("Q", 19.5, 13),
        house,
        activation=led("L", "R", "Q"),
    )
    both = (leg("R", (19.5, 11), enters="V1"), leg("Q", (19.5, 13), enters="V1"))
    done = act(state, {"action": ["move"], "move": [both, ()]})
    assert (done.piece("R").place, done.piece("Q").place) == (Inside("V1"), OnTable(19.5, 13, 0.0))
    asked = [d for d in done.asked if d.what == "move"]
    assert "there is room for 0 HP more inside" in str(asked[1].check(done.state, both[1:]))


@pytest.mark.rule("MI-MOVE-05")
def test_two_moves_carry_a_model_twice_its_rating() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 10, 12), activation=led("L", "R"))
    first = act(
        state, {"action": ["move"], "move": [(leg("L", (10, 10), (14, 10)), leg("R", (10, 12), (14, 12)))]}
    )
    twice = refusal_of(first.state, (leg("R", (14, 12), (18, 12)), leg("R", (18, 12), (19, 12))))
    assert "moves twice" in twice
    second = act(
        first.state,
        {"action": ["move"], "move": [(leg("L", (14, 10), (18, 10)), leg("R", (14, 12), (18, 12)))]},
    )
    assert (second.piece("L").xy, second.piece("R").xy) == ((18, 10), (18, 12))


def refusal_of(state, legs):  # type: ignore[no-untyped-def]
    return refusal(act(state, {"action": ["move"]}, until="move"), "move", legs)


@pytest.mark.rule("MI-GAP-07")
def test_difficult_ground_solids_and_climbing() -> None:
    crater: Terrain = block("crater", "C", 12, 8, 20, 12)
    state = field(rifles("R", 10, 10), crater)
    assert why_not(state, leg("R", (10, 10), (13, 10))) == ""
    assert "for difficult ground" in why_not(state, leg("R", (10, 10), (13.1, 10)))

    rock = field(rifles("R", 10, 10), block("rocks", "K", 12, 8, 13, 12))
    assert "cannot pass" in why_not(rock, leg("R", (10, 10), (14, 10)))

    wall = field(rifles("R", 10, 10), piece("light_mech", "M", 9, 12), block("wall", "W", 10.5, 6, 11, 14))
    assert "climbing" in why_not(wall, leg("R", (10, 10), (12.1, 10)))
    assert why_not(wall, leg("R", (10, 10), (11.5, 10), (12.0, 10))) == ""
    assert "cannot end" in why_not(wall, leg("R", (10, 10), (11.2, 10)))
    assert "cannot pass" in why_not(wall, leg("M", (9, 12), (13, 12)))


@pytest.mark.rule("MI-GAP-65")
def test_friends_let_pass_enemies_do_not_and_nobody_is_stood_on() -> None:
    state = field(
        rifles("R", 10, 10),
        rifles("friend", 12, 10),
        warrior("W", 10, 12),
        rifles("captive", 8, 10, marks=["captive"]),
        piece("tunneling_marker", "T", 10, 8),
        piece("viking", "V", 30, 30, marks=["flying"]),
        rifles("Q", 30, 26),
    )
    assert why_not(state, leg("R", (10, 10), (13.5, 10))) == ""
    assert "overlaps friend" in why_not(state, leg("R", (10, 10), (12.5, 10)))
    assert "cannot pass" in why_not(state, leg("R", (10, 10), (10, 13.5)))
    assert why_not(state, leg("R", (10, 10), (8, 10))) == ""
    assert why_not(state, leg("R", (10, 10), (10, 8))) == ""
    assert why_not(state, leg("Q", (30, 26), (30, 29))) == ""
    assert "table edge" in why_not(field(rifles("R", 1, 1)), leg("R", (1, 1), (0.3, 1)))

    hole = field(rifles("R", 10, 10), piece("tunnel_entrance", "E", 13, 10))
    assert "overlaps E" in why_not(hole, leg("R", (10, 10), (12, 10)))


@pytest.mark.rule("MI-GAP-43")
def test_bugs_in_contact_hold_nobody() -> None:
    state = field(rifles("R", 10, 10), warrior("W", 11, 10))
    assert why_not(state, leg("R", (10, 10), (6, 10))) == ""


@pytest.mark.rule("MI-GAP-08")
def test_a_facing_is_free_with_a_move_and_with_ready() -> None:
    state = field(lieutenant("L", 10, 10), piece("machine_gun", "M", 10, 12), activation=led("L", "M"))
    moved = act(state, {"action": ["move"], "move": [(leg("M", (10, 12), (12, 12), facing=90.0),)]})
    assert moved.piece("M").place == OnTable(12, 12, 90.0)
    turned = act(state, {"action": ["move"], "move": [(leg("M", (10, 12), facing=180.0),)]})
    assert turned.piece("M").place == OnTable(10, 12, 180.0)
    assert not turned.piece("M").has_mark("moved")
    ready = act(state, {"action": ["ready"], "group": [("M",)], "facing": [270.0]})
    assert ready.piece("M").place == OnTable(10, 12, 270.0)


@pytest.mark.rule("MI-REDY-01", "MI-TRT-07", "MI-GAP-21")
def test_ready_takes_the_weakness_of_having_moved_away() -> None:
    gun = piece("machine_gun", "M", 10, 12)
    state = field(lieutenant("L", 10, 10), gun, warrior("W", 30, 12), activation=led("L", "M", actions=4))
    moved = act(state, {"action": ["move"], "move": [(leg("M", (10, 12), (11, 12)),)]})
    assert moved.piece("M").has_mark("moved")
    shot = {"action": ["shoot"], "target": ["W"], "weapons": [_gun]}
    weak = act(moved.state, shot, [1, 1])
    assert len(weak.events_of(DiceRolled)[0].faces) == 2
    ready = act(weak.state, {"action": ["ready"], "group": [("M",)], "facing": [0.0]})
    assert [m.name for m in ready.piece("M").marks] == ["ready"]
    strong = act(ready.state, shot, [1] * 6)
    assert len(strong.events_of(DiceRolled)[0].faces) == 6
    again = act(strong.state.with_game(activation=led("L", "M")), shot, [1] * 6)
    assert len(again.events_of(DiceRolled)[0].faces) == 6  # shooting does not undo it: trait_first


def _gun(decision, state):  # type: ignore[no-untyped-def]
    return tuple("heavy_machine_gun" if "heavy_machine_gun" in item.to else "hold" for item in decision.items)


@pytest.mark.rule("MI-GAP-21")
def test_with_action_text_each_shot_needs_ready_for_full_dice() -> None:
    state = field(
        lieutenant("L", 10, 10),
        piece("machine_gun", "M", 10, 12, marks=["ready"]),
        warrior("W", 30, 12),
        options={"ready_reading": "action_text"},
        activation=led("L", "M", actions=3),
    )
    shot = {"action": ["shoot"], "target": ["W"], "weapons": [_gun]}
    first = act(state, shot, [1] * 6)
    assert not first.piece("M").has_mark("ready")
    second = act(first.state, shot, [1] * 2)
    assert len(second.events_of(DiceRolled)[0].faces) == 2
    assert "ready:M" in offered(act(second.state, {"action": ["support"]}, until="support"), "support")


@pytest.mark.rule("MI-REDY-02")
def test_ready_lasts_over_turns_until_the_next_action() -> None:
    gun = piece("machine_gun", "M", 10, 12, marks=["ready"])
    idle = field(lieutenant("L", 10, 10), gun, activation=led("L", "M"))
    stays = act(idle, {"action": ["move"], "move": [(leg("L", (10, 10), (11, 10)),)]})
    assert stays.piece("M").has_mark("ready")
    moves = act(idle, {"action": ["move"], "move": [(leg("M", (10, 12), (11, 12)),)]})
    assert [m.name for m in moves.piece("M").marks] == ["moved"]


@pytest.mark.rule("MI-GAP-73")
def test_idle_models_took_no_part() -> None:
    bug = warrior("W", 24, 10, marks=["alert"])
    state = field(lieutenant("L", 10, 10), rifles("R", 15, 10), bug, activation=led("L", "R"))
    away = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (9, 10)),)]})
    assert "react" not in [d.what for d in away.asked]  # L ends 14 in away, R is near but idle
    near = act(state, {"action": ["move"], "move": [(leg("R", (15, 10), (15.5, 10)),)]})
    assert "react" in [d.what for d in near.asked]
    nobody = act(state, {"action": ["move"], "move": [()]})
    assert (nobody.events_of(PiecesMoved), [d.what for d in nobody.asked]) == ([], ["action", "move"])
