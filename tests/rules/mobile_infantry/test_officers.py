"""Officers: orders, promotion, who leads when one is lost."""

from __future__ import annotations

import pytest

from battlesim.mechanics.turns import CounterChanged
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import HitsChanged, MessageLogged
from battlesim.table.pieces import Aboard, Off
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.field import block, captain, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, offered, steps


@pytest.mark.rule("MI-UNIT-02")
def test_a_leaderless_unit_promotes_first_and_has_one_action_left() -> None:
    state = field(*(rifles(f"R{n}", 10, 10 + 2 * n) for n in range(3)), warrior("W", 24, 12))
    opened = do(state, "mi_activate", {"activate": ["A"]})
    first = act(opened.state, until="action")
    assert offered(first, "action") == {"promote", "end"}
    assert "promotes a new leader first" in refusal(first, "action", "shoot")

    promoted = act(opened.state, {"action": ["promote"], "promote": ["R1"]})
    second = act(promoted.state, until="action")
    assert "shoot" in offered(second, "action")
    answers = {
        "action": ["shoot"],
        "target": ["W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)],
    }
    done = steps(promoted.state, 2, answers, [1] * 10)
    assert done.state.game.activation is None


@pytest.mark.rule("MI-UNIT-03")
def test_a_promoted_squad_is_a_command_team_in_its_place() -> None:
    state = field(rifles("R", 12, 20, hits=2), rifles("Q", 14, 20), activation=led("", "R", "Q"))
    done = act(state, {"action": ["promote"], "promote": ["R"]})
    new = done.piece("R")
    assert (new.kind, new.hits, new.hits_full, new.xy) == ("command_team", 2, 2, (12, 20))
    assert new.mark_count("officer") == 6
    assert done.state.game.tally == {}
    assert done.state.game.activation is not None and done.state.game.activation.leader == "R"


@pytest.mark.rule("MI-GAP-14", "MI-UNIT-02")
def test_before_a_promotion_it_is_told_how_many_are_left_and_afterwards_who_leads() -> None:
    state = field(rifles("R", 12, 20), rifles("Q", 14, 20, hits=1), activation=led("", "R", "Q"))
    done = act(state, {"action": ["promote"], "promote": ["R"]})
    notes = [option.note for option in done.first_decision("promote").open_options]
    assert notes == ["4 HP, 2 as a Command Team", "1 HP, 1 as a Command Team"]
    assert "R becomes a Command Team" in [str(e.text) for e in done.events_of(MessageLogged)]


@pytest.mark.rule("MI-GAP-14", "MI-GAP-59")
def test_a_squad_of_one_is_a_command_team_of_one() -> None:
    state = field(rifles("R", 12, 20, hits=1), activation=led("", "R"))
    new = act(state, {"action": ["promote"], "promote": ["R"]}).piece("R")
    assert (new.hits, new.hits_full) == (1, 2)


@pytest.mark.rule("MI-GAP-14")
def test_people_above_two_go_to_the_nearest_squads_with_room_and_the_rest_is_not_counted() -> None:
    state = field(
        rifles("R", 12, 20, marks={"healed": 1}),
        rifles("far", 12, 26.5, hits=3),
        rifles("near", 14, 20, hits=3),
        rifles("full", 12, 22),
        rifles("away", 30, 20, hits=1),
        activation=led("", "R", "far", "near", "full", "away"),
    )
    done = act(state, {"action": ["promote"], "promote": ["R"]})
    assert [(e.piece, e.old, e.new) for e in done.events_of(HitsChanged)] == [("near", 3, 4), ("far", 3, 4)]
    assert done.piece("R").has_mark("healed")

    apart = field(rifles("R", 12, 20), rifles("away", 19.1, 20, hits=1), activation=led("", "R", "away"))
    assert act(apart, {"action": ["promote"], "promote": ["R"]}).piece("away").hits == 1
    alone = act(
        field(rifles("R", 12, 20), activation=led("", "R")), {"action": ["promote"], "promote": ["R"]}
    )
    assert alone.state.game.tally == {"uncounted_humans": 2}


@pytest.mark.rule("MI-GAP-14")
def test_nobody_goes_from_a_promoted_squad_to_one_aboard_a_dropship() -> None:
    aboard = rifles("aboard", hits=1, place=Aboard("V"))
    state = field(rifles("R", 12, 20), piece("viking", "V", 16, 20), aboard, activation=led("", "R"))
    assert act(state, {"action": ["promote"], "promote": ["R"]}).piece("aboard").hits == 1


@pytest.mark.rule("MI-GAP-14")
def test_of_a_squad_of_two_that_is_promoted_nobody_goes_uncounted() -> None:
    done = act(
        field(rifles("R", 12, 20, hits=2), activation=led("", "R")), {"action": ["promote"], "promote": ["R"]}
    )
    assert done.events_of(CounterChanged) == []


@pytest.mark.rule("MI-GAP-14")
def test_without_a_rifle_squad_there_is_one_action_about_a_stand_named() -> None:
    state = field(piece("machine_gun", "M", 10, 10), piece("field_medics", "F", 12, 10))
    done = do(state, "mi_activate", {"activate": ["A"], "officer": ["F"]})
    now = done.state.game.activation
    assert now is not None and (now.leader, now.actions_left, now.measured) == ("F", 1, 6.0)

    lance = field(
        piece("light_mech", "K", 10, 10), piece("light_mech", "J", 14, 10), activation=led("", "K", "J")
    )
    promoted = act(lance, {"action": ["promote"], "promote": ["J"]})
    assert (promoted.piece("J").kind, promoted.piece("J").mark_count("officer")) == ("light_mech", 6)


@pytest.mark.rule("MI-TRT-04", "MI-GAP-13")
@pytest.mark.parametrize(("x", "asked"), [(17.0, True), (17.1, False)])
def test_a_lieutenant_takes_leaderless_stands_within_six_inches_along(x: float, asked: bool) -> None:
    state = field(
        lieutenant("L", 10, 10), rifles("B1", x, 10, unit="B"), rifles("C1", 10, 14, unit="C", hits=0)
    )
    done = do(state, "mi_activate", {"activate": ["A"], **({"join": [("B1",)]} if asked else {})})
    assert done.state.game.activation is not None
    assert done.state.game.activation.members == (("L", "B1") if asked else ("L",))
    ended = steps(done.state, 2, {"action": ["end"]})
    assert ("B1" in ended.state.game.acted) is asked


@pytest.mark.rule("MI-GAP-13")
def test_no_orders_for_those_who_acted_or_have_an_officer() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("B1", 12, 10, unit="B"),
        rifles("C1", 10, 12, unit="C"),
        lieutenant("C2", 8, 10, unit="C"),
        acted=("B1",),
    )
    assert offered(do(state, "mi_activate", {"activate": ["A"]}), "join") == set()


@pytest.mark.rule("MI-TURN-02", "MI-GAP-13")
def test_who_acted_under_orders_does_not_act_again_with_its_own_unit() -> None:
    state = field(rifles("B1", 12, 10, unit="B"), rifles("B2", 30, 10, unit="B"), acted=("A", "B1"))
    done = do(state, "mi_activate", {"activate": ["B"]})
    assert done.state.game.activation is not None
    assert done.state.game.activation.members == ("B2",)


@pytest.mark.rule("MI-BOBJ-02", "MI-UNIT-02")
def test_a_captive_officer_leads_nobody() -> None:
    taken = lieutenant("L", 30, 10, hits=0, marks=["captive"])
    done = do(field(taken, rifles("R", 10, 10)), "mi_activate", {"activate": ["A"]})
    assert done.state.game.activation is not None and done.state.game.activation.leader == ""
    freed = field(taken, rifles("R", 10, 10), lieutenant("M", 12, 10, unit="B"))
    assert offered(do(freed, "mi_activate", {"activate": ["B"]}), "join") == {"R"}


@pytest.mark.rule("MI-TRT-05", "MI-GAP-13")
@pytest.mark.parametrize(("x", "asked"), [(20.0, True), (20.1, False)])
def test_a_captain_reaches_nine_inches(x: float, asked: bool) -> None:
    state = field(captain("C", 10, 10), rifles("H", 10, 19), rifles("B1", x, 10, unit="B"))
    done = do(state, "mi_activate", {"activate": ["A"], **({"join": [("B1",)]} if asked else {})})
    now = done.state.game.activation
    assert now is not None and now.measured == 9.0
    assert ("B1" in now.members) is asked
    assert unit_activation.is_in_coherency(done.state, "H")


@pytest.mark.rule("MI-TRT-06", "MI-GAP-14")
def test_a_captain_promotes_a_squad_of_another_unit_within_nine_inches() -> None:
    state = field(
        captain("C", 10, 10),
        rifles("B1", 20, 10, unit="B", hits=2),
        rifles("B2", 10, 20.1, unit="B"),
        activation=led("C", measured=9.0),
    )
    asked = act(state, {"action": ["support"]}, until="support")
    assert offered(asked, "support") == {"promote:C:B1"}
    done = act(state, {"action": ["support"], "support": ["promote:C:B1"]})
    assert done.piece("B1").kind == "command_team"
    assert done.state.game.activation is not None
    assert (done.state.game.activation.leader, done.state.game.activation.actions_left) == ("C", 1)
    closed = steps(done.state, 2, {"action": ["end"]})
    opened = do(closed.state, "mi_activate", {"activate": ["B"]})
    assert opened.state.game.activation is not None
    assert (opened.state.game.activation.leader, opened.state.game.activation.actions_left) == ("B1", 2)


@pytest.mark.rule("MI-GAP-74", "MI-GAP-14")
def test_an_officer_lost_between_actions() -> None:
    lost = lieutenant("L", place=Off("lost"), hits=0)
    state = field(
        lost,
        rifles("R", 10, 12),
        rifles("Q", 18, 12),
        activation=led("L", "R", "Q", actions=1, done=("move",)),
    )
    asked = act(state, until="action")
    assert {"promote", "move"} <= offered(asked, "action")
    named = act(state, {"action": ["move"], "officer": ["Q"], "move": [()]})
    assert named.state.game.activation is not None and named.state.game.activation.leader == "Q"
    assert named.state.game.activation.measured == 6.0

    again = do(field(lost, rifles("R", 10, 12)), "mi_activate", {"activate": ["A"]})
    assert offered(act(again.state, until="action"), "action") == {"promote", "end"}


@pytest.mark.rule("MI-GAP-74", "MI-UNIT-06")
@pytest.mark.parametrize(("heir", "ends"), [(False, (10, 9)), (True, (14, 9))])
def test_an_officer_lost_in_the_action_itself_calls_nobody_up(heir: bool, ends: tuple[int, int]) -> None:
    """A Tanker that blows up beside him kills the Officer before the strays close up."""
    state = field(
        lieutenant("L", 26.5, 9, hits=1),
        *([lieutenant("M", 22, 9)] if heir else []),
        rifles("Q", 10, 9),
        piece("missile_team", "T", 24, 9),
        piece("tanker", "X", 30, 9, hits=1),
        options={"stragglers": "close_up"},
        activation=led("L", *(["M"] if heir else []), "Q", "T"),
    )
    answers = {"action": ["shoot"], "target": ["X"], "weapons": [_one_missile]}
    done = act(state, answers, [10, 10, 10])
    assert not done.piece("L").in_play
    assert done.piece("Q").xy == ends


def _one_missile(decision, state):  # type: ignore[no-untyped-def]
    return tuple("ap_warhead" if "ap_warhead" in item.to else "hold" for item in decision.items)


@pytest.mark.rule("MI-GAP-74")
def test_nobody_closes_up_on_an_officer_who_was_carried_off() -> None:
    state = field(
        lieutenant("L", 26.5, 9, hits=1),
        rifles("Q", 10, 9),
        block("building", "V1", 28, 6, 32, 12),
        warrior("W", place=Off("reserve")),
        activation=led("L", "Q"),
    )
    done = act(state, {"action": ["support"], "support": ["search:L:V1"]}, [1, 1, 6, 6])
    assert done.piece("L").has_mark("captive")
    assert done.piece("Q").xy == (10, 9)


@pytest.mark.rule("MI-GAP-14", "MI-TRT-11")
def test_a_squad_that_threw_its_grenades_has_none_left_to_throw_as_a_command_team() -> None:
    thrown = rifles("R", 12, 10, marks=["slow:grenades"])
    state = field(captain("C", 10, 10), thrown, warrior("W", 15, 10), activation=led("C", "R"))
    done = act(state, {"action": ["support"], "support": ["promote:C:R"]})
    shot = act(done.state, {"action": ["shoot"], "target": ["W"]}, until="weapons")
    loads = {item.key: item.to for item in shot.first_decision("weapons").items}  # type: ignore[attr-defined]
    assert "command_grenade" in loads["C"]
    assert "command_grenade" not in loads["R"]


@pytest.mark.rule("MI-GAP-74")
def test_two_officers_one_leads_and_the_other_takes_over_at_once() -> None:
    state = field(lieutenant("L", 10, 10), lieutenant("M", 12, 10), rifles("R", 10, 12))
    done = do(state, "mi_activate", {"activate": ["A"], "officer": ["M"]})
    assert done.state.game.activation is not None and done.state.game.activation.leader == "M"
    dead = done.state.with_table(done.state.table.with_place("M", Off("lost")))
    after = act(dead, {"action": ["move"], "move": [()]})
    assert after.state.game.activation is not None and after.state.game.activation.leader == "L"


@pytest.mark.rule("MI-GAP-27")
def test_an_officer_aboard_still_leads_from_the_dropship() -> None:
    state = field(
        piece("viking", "V", 20, 20, unit="V"),
        lieutenant("L", place=Aboard("V")),
        rifles("R", 28.5, 20),
        rifles("Q", 28.6, 22),
    )
    done = do(state, "mi_activate", {"activate": ["A"]})
    now = done.state.game.activation
    assert now is not None and (now.leader, now.members) == ("L", ("R", "Q"))
    assert unit_activation.is_in_coherency(done.state, "R")
    assert not unit_activation.is_in_coherency(done.state, "Q")


@pytest.mark.rule("MI-GAP-13")
@pytest.mark.parametrize(
    ("scenario", "officers"),
    [
        ("outpost_evac", {"command_team": [6, 6, 6, 6, 9], "heavy_mech": [6]}),
        ("outpost_evac_platoon", {"command_team": [6, 9], "light_mech": [6]}),
    ],
)
def test_who_is_an_officer_and_how_far_he_reaches(scenario: str, officers: dict[str, list[int]]) -> None:
    plan = load_scenario(scenario)
    state = RULESET.setup(plan.plan, plan.ground)
    found: dict[str, list[int]] = {}
    for one in state.table.pieces_of_side("mi"):
        if one.has_mark("officer"):
            found.setdefault(one.kind, []).append(one.mark_count("officer"))
    assert {kind: sorted(ranges) for kind, ranges in found.items()} == officers
