"""What the activated unit may do, who leads it, who takes part in its Action, who is taken along."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.mobile_infantry.core import marks
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.table.events import MarksChanged
from battlesim.table.pieces import Aboard, Off
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    captain,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.soldiers import act, led, offered

HOUSE = block("building", "V1", 28, 6, 32, 12)
LOST = lieutenant("L", place=Off("lost"), hits=0)


def reasons(done: ScriptResult) -> dict[str, str]:
    """Why the Actions that are not open to the unit are not."""
    asked = done.asked[-1]
    assert isinstance(asked, ChooseOne)
    return {one.key: one.shut for one in asked.closed_options}


@pytest.mark.rule("MI-UNIT-01", "MI-MOVE-01", "MI-GAP-74", "MI-UNIT-05")
def test_a_unit_that_has_its_officer_is_asked_for_one_move_and_for_no_leader() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 12, 10), activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (10, 12)),)]})
    assert [d.what for d in done.asked] == ["action", "move"]


@pytest.mark.rule("MI-UNIT-01", "MI-GAP-16", "MI-GAP-73")
def test_a_bug_on_alert_is_asked_once_about_an_action_of_the_unit() -> None:
    two = lieutenant("L", 10, 10), rifles("R", 12, 10)
    state = field(*two, warrior("W", 20, 10, marks=["alert"]), activation=led("L", "R"))
    ways = leg("L", (10, 10), (10, 12)), leg("R", (12, 10), (12, 12))
    done = act(state, {"action": ["move"], "move": [ways]})
    assert [d.what for d in done.asked] == ["action", "move", "react"]


@pytest.mark.rule("MI-GAP-74")
def test_no_officer_of_another_unit_takes_over() -> None:
    state = field(
        LOST,
        rifles("R", 10, 12),
        rifles("Q", 12, 12),
        lieutenant("K", 14, 12, unit="B"),
        activation=led("L", "R", "Q", actions=1, done=("move",)),
    )
    done = act(state, {"action": ["move"], "officer": ["Q"]})
    now = done.state.game.activation
    assert now is not None and now.leader == "Q"


@pytest.mark.rule("MI-UNIT-01", "MI-UNIT-02")
def test_an_action_is_open_or_shut_and_never_both() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 12, 10), activation=led("L", "R"))
    asked = act(state, until="action")
    assert offered(asked, "action") == {"move", "end"}
    assert reasons(asked) == {
        "shoot": "nobody has a target in range, sight and arc",
        "ready": "nobody has a weapon with Ready or a facing",
        "support": "no support act is open to anybody",
        "promote": "the unit has a leader",
    }


@pytest.mark.rule("MI-GAP-12", "MI-UNIT-06")
def test_who_is_unarmed_needs_no_target() -> None:
    state = field(piece("survivors", "S", 10, 10), warrior("W", 20, 10), activation=led("S"))
    assert reasons(act(state, until="action"))["shoot"] == "nobody who is armed is in coherency"


@pytest.mark.rule("MI-GAP-12", "MI-UNIT-03", "MI-GAP-14")
def test_nobody_under_orders_is_promoted_in_the_unit_that_he_goes_with() -> None:
    strangers = rifles("B", 14, 10, unit="B")
    teams = LOST, piece("missile_team", "T", 12, 10), strangers
    now = led("L", "T", "B", actions=1, done=("move",))
    assert reasons(act(field(*teams, activation=now), until="action"))["promote"] == (
        "there is nobody who could be promoted"
    )
    now = led("L", "R", "B", actions=1, done=("move",))
    done = act(field(LOST, rifles("R", 12, 10), strangers, activation=now), {"action": ["promote"]})
    assert offered(done, "promote") == {"R"}


@pytest.mark.rule("MI-REDY-01")
def test_only_who_has_something_to_make_ready_takes_ready() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("R", 10, 12),
        piece("machine_gun", "G", 12, 10),
        activation=led("L", "R", "G"),
    )
    asked = act(state, {"action": ["ready"]}, until="group")
    assert offered(asked, "group") == {"G"}


@pytest.mark.rule("MI-GAP-12", "MI-REDY-01")
def test_who_took_ready_is_ready_when_the_action_is_over() -> None:
    state = field(
        lieutenant("L", 10, 10), piece("machine_gun", "G", 12, 10, marks=["moved"]), activation=led("L", "G")
    )
    for answers in ({"action": ["ready"], "group": [("G",)]}, {"action": ["move"], "support": ["ready:G"]}):
        done = act(state, answers).piece("G")
        assert (done.has_mark("ready"), done.has_mark("moved")) == (True, False)


@pytest.mark.rule("MI-REDY-02", "MI-GAP-21", "MI-TRT-07")
def test_a_mark_is_set_where_it_is_not_so_already_and_on_nobody_who_is_gone() -> None:
    def script(game):  # type: ignore[no-untyped-def]
        marks.set_mark(game, ("G", "gone", "H", "G"), "ready", 1, "MI-REDY-01")
        marks.end_ready_state(game, ("H", "K"))
        return
        yield

    guns = [piece("machine_gun", id, 10 + 2 * n, 10) for n, id in enumerate("GHK")]
    state = field(guns[0].with_mark("ready"), *guns[1:])
    changes = [
        [(p.piece, p.old, p.new) for p in e.parts] for e in perform(state, script).events_of(MarksChanged)
    ]
    assert changes == [[("H", 0, 1)], [("H", 1, 0)]]


@pytest.mark.rule("MI-GAP-12", "MI-MOVE-05")
def test_who_did_a_support_act_has_no_part_in_the_move() -> None:
    state = field(lieutenant("L", 24, 9), rifles("R", 26.5, 9), HOUSE, activation=led("L", "R"))
    asked = act(state, {"action": ["move"], "support": ["search:R:V1"]}, [2], until="move")
    assert [m.piece for m in asked.first_decision("move").motions] == ["L"]  # type: ignore[attr-defined]


@pytest.mark.rule("MI-MOVE-01", "MI-MTRT-03")
def test_a_mech_that_leads_moves_first_and_with_those_who_follow_him_closely() -> None:
    state = field(
        rifles("A", 10, 10),
        piece("heavy_mech", "H", 13, 10).with_mark("officer", 6),
        piece("light_mech", "K", 40, 10),
        activation=led("H", "A", "K"),
    )
    done = act(state, {"action": ["move"]})
    asked = [[m.piece for m in d.motions] for d in done.asked if d.what == "move"]  # type: ignore[attr-defined]
    assert asked == [["H", "A"], ["K"]]


@pytest.mark.rule("MI-TURN-01")
def test_an_activation_goes_on_while_somebody_of_it_can_act() -> None:
    dead = rifles("D", place=Off("lost"), hits=0)
    for members, step in ((("gone", "D", "R"), "action"), (("gone", "D"), "mi_end_activation")):
        state = field(dead, rifles("R", 10, 10), activation=led("", *members))
        found = unit_activation.next_step(state)
        assert found is not None and found.name == step


@pytest.mark.rule("MI-TURN-02", "MI-GAP-74", "MI-GAP-14", "MI-TURN-01")
@pytest.mark.parametrize(
    ("people", "leader", "actions"),
    [
        ((lieutenant("L", 10, 10), rifles("R", 12, 10)), "L", 2),
        ((rifles("R", 12, 10), rifles("Q", 14, 10)), "", 2),
        ((piece("machine_gun", "G", 12, 10),), "G", 1),
        ((piece("viking", "V", 12, 10),), "", 2),
    ],
    ids=["an Officer", "squads", "nobody to promote", "a dropship"],
)
def test_who_leads_is_asked_only_where_there_is_a_choice(people, leader: str, actions: int) -> None:  # type: ignore[no-untyped-def]
    state = field(*people)
    if people[0].kind == "viking":
        own = state.game.units["A"]
        state = state.with_game(units={"A": type(own)(own.id, own.name, own.side, "viking")})
    done = do(state, "mi_activate", {"activate": ["A"]})
    now = done.state.game.activation
    assert now is not None
    assert (now.leader, now.actions_left, [d.what for d in done.asked]) == (leader, actions, ["activate"])


@pytest.mark.rule("MI-TURN-02", "MI-GAP-13")
def test_it_is_told_whether_a_unit_has_acted_or_has_nobody_left() -> None:
    state = field(
        rifles("R", 10, 10),
        rifles("B1", 20, 10, unit="B"),
        rifles("B2", place=Off("lost"), hits=0, unit="B"),
        rifles("C1", place=Off("lost"), hits=0, unit="C"),
        rifles("D1", 30, 10, unit="D"),
        acted=("B1", "D"),
    )
    assert reasons(do(state, "mi_activate", until="activate")) == {
        "B": "B has acted in this turn",
        "C": "nobody of C can act",
        "D": "D has acted in this turn",
    }


@pytest.mark.rule("MI-TRT-05", "MI-GAP-13", "MI-GAP-27")
def test_nobody_aboard_a_dropship_is_taken_along() -> None:
    ship = piece("viking", "V", 15, 10, unit="V")
    state = field(captain("L", 10, 10), ship, rifles("B", unit="B", place=Aboard("V")))
    assert unit_activation.orderable_stands(state, "L", 9.0) == []


@pytest.mark.rule("MI-UNIT-04", "MI-MTRT-03")
def test_without_a_leader_nobody_is_out_of_coherency_and_nobody_on_comms() -> None:
    mech = piece("light_mech", "K", 10, 10)
    assert unit_activation.is_in_coherency(field(mech), "K")
    assert unit_activation.is_in_coherency(field(mech, activation=led("", "K")), "K")
    assert not unit_activation.has_comms_link(field(mech), "K")
    assert not unit_activation.has_comms_link(field(mech, activation=led("", "K")), "K")
