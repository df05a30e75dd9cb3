"""MI units: two Actions, promotion, coherency, orders of Lieutenant and Captain, Comms, lost Officers."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry import RULESET, units
from battlesim.rulesets.mobile_infantry.events import ActionSpent
from battlesim.rulesets.mobile_infantry.state import Site
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import HitsChanged, Moved
from battlesim.table.pieces import Aboard, Inside, Off
from tests.rules.mobile_infantry.field import block, captain, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, do, led, leg, offered, refusal, steps


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
    assert [e.action for e in done.of(ActionSpent)] == ["move", "shoot"]
    assert done.state.game.activation is None

    twice = {
        "action": ["shoot", "shoot"],
        "target": ["W", "W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)] * 2,
    }
    done = steps(opened.state, 2, twice, [1] * 12)
    assert [e.action for e in done.of(ActionSpent)] == ["shoot", "shoot"]


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
    assert new.count("officer") == 6
    assert done.state.game.tally == {}
    assert done.state.game.activation is not None and done.state.game.activation.leader == "R"


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
    assert [(e.piece, e.old, e.new) for e in done.of(HitsChanged)] == [("near", 3, 4), ("far", 3, 4)]
    assert done.piece("R").has("healed")

    apart = field(rifles("R", 12, 20), rifles("away", 19.1, 20, hits=1), activation=led("", "R", "away"))
    assert act(apart, {"action": ["promote"], "promote": ["R"]}).piece("away").hits == 1
    alone = act(
        field(rifles("R", 12, 20), activation=led("", "R")), {"action": ["promote"], "promote": ["R"]}
    )
    assert alone.state.game.tally == {"uncounted_humans": 2}


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
    assert (promoted.piece("J").kind, promoted.piece("J").count("officer")) == ("light_mech", 6)


@pytest.mark.rule("MI-UNIT-04")
@pytest.mark.parametrize(("x", "held"), [(17.0, True), (17.1, False)])
def test_coherency_is_six_inches_inclusive(x: float, held: bool) -> None:
    state = field(lieutenant("L", 10, 10), rifles("P", x, 10), activation=led("L", "P"))
    assert units.coherent(state, "P") is held


@pytest.mark.rule("MI-UNIT-05")
def test_a_stray_does_not_shoot_before_it_has_closed_up() -> None:
    state = field(
        lieutenant("L", 10, 10), rifles("Q", 20, 10), warrior("W", 20, 22), activation=led("L", "Q")
    )
    shots = {
        "action": ["shoot"],
        "target": ["W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)],
        "move": [(leg("Q", (20, 10), (16, 10)),)],
    }
    first = act(state, shots, [1] * 2)
    assert [item.key for item in first.question("weapons").items] == ["L"]  # type: ignore[attr-defined]
    assert first.piece("Q").xy == (16, 10)
    second = act(first.state, {k: v for k, v in shots.items() if k != "move"}, [1] * 6)
    assert {item.key for item in second.question("weapons").items} == {"L", "Q"}  # type: ignore[attr-defined]


@pytest.mark.rule("MI-UNIT-06")
def test_strays_do_not_hold_the_unit_back_and_close_up() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("P", 14, 10),
        rifles("Q", 20, 10),
        warrior("W", 14, 22),
        activation=led("L", "P", "Q"),
    )
    answers = {
        "action": ["shoot"],
        "target": ["W"],
        "weapons": [lambda d, s: tuple("assault_rifle" for _ in d.items)],
    }
    done = act(state, answers, [1] * 6)
    (closed,) = done.of(Moved)
    assert [p.piece for p in closed.parts] == ["Q"]
    assert done.piece("Q").xy == (16, 10)


@pytest.mark.rule("MI-GAP-15")
def test_who_cannot_reach_the_officer_goes_as_far_as_it_can() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("Q", 30, 10),
        block("rocks", "K", 26, 8, 28, 30),
        activation=led("L", "Q"),
    )
    done = act(state, {"action": ["move"], "move": [()]})
    (closed,) = done.of(Moved)
    assert closed.rule == "MI-GAP-15"
    assert closed.parts[0].path[0] == (30, 10)
    assert done.piece("Q").xy[1] < 8.0  # around the rocks, by the short side

    shut = field(
        lieutenant("L", 10, 10),
        rifles("Q", 30, 10),
        *(block("rocks", f"K{n}", *box) for n, box in enumerate(BOX)),
        activation=led("L", "Q"),
    )
    assert act(shut, {"action": ["move"], "move": [()]}).of(Moved) == []


BOX = ((28, 8, 29, 12), (31, 8, 32, 12), (28, 7.5, 32, 8.5), (28, 11.5, 32, 12.5))


@pytest.mark.rule("MI-GAP-15")
def test_staying_while_the_officer_moves_on_breaks_no_rule() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 5, 10), activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (14, 10)),)]})
    assert done.piece("R").xy == (5, 10)
    assert not units.coherent(done.state, "R")


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


@pytest.mark.rule("MI-TURN-02", "MI-GAP-30")
def test_people_found_by_a_unit_that_acted_do_nothing_more_in_this_turn() -> None:
    found = piece("survivors", "S", 12, 10, unit="B")
    state = field(lieutenant("L", 10, 10), rifles("B1", 14, 10, unit="B"), found, acted=("B", "B1"))
    asked = do(state, "mi_activate", until="activate")
    assert offered(asked, "activate") == {"A", "pass"}
    assert offered(do(state, "mi_activate", {"activate": ["A"]}), "join") == set()


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
    assert units.coherent(done.state, "H")


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


@pytest.mark.rule("MI-MTRT-03")
def test_comms_keep_mechs_in_range_at_any_distance_but_nobody_else() -> None:
    state = field(
        piece("heavy_mech", "H", 10, 10).with_mark("officer", 6),
        piece("light_mech", "K", 50, 40),
        rifles("R", 50, 44, unit="B"),
        warrior("W", 20, 46),
        activation=led("H", "K", "R"),
    )
    assert units.coherent(state, "K")
    assert not units.coherent(state, "R")
    answers = {"action": ["move"], "move": [(), (leg("K", (50, 40), (50, 34)),)]}
    done = act(state, answers)
    assert done.piece("K").xy == (50, 34)
    assert done.question("move").link is not None  # type: ignore[attr-defined]
    assert done.piece("R").xy != (50, 44)  # out of coherency, it closes up


@pytest.mark.rule("MI-MTRT-03")
def test_comms_reach_from_an_officer_to_his_own_formation_alone() -> None:
    officer = piece("heavy_mech", "H", 10, 10).with_mark("officer", 6)
    stranger = piece("light_mech", "K", 50, 40, unit="B")
    assert not units.coherent(field(officer, stranger, activation=led("H", "K")), "K")
    plain = piece("heavy_mech", "H", 10, 10)
    own = piece("light_mech", "K", 50, 40)
    assert not units.coherent(field(plain, own, activation=led("H", "K")), "K")


@pytest.mark.rule("MI-GAP-74")
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
    assert done.piece("L").has("captive")
    assert done.piece("Q").xy == (10, 9)


@pytest.mark.rule("MI-GAP-14", "MI-TRT-11")
def test_a_squad_that_threw_its_grenades_has_none_left_to_throw_as_a_command_team() -> None:
    thrown = rifles("R", 12, 10, marks=["slow:grenades"])
    state = field(captain("C", 10, 10), thrown, warrior("W", 15, 10), activation=led("C", "R"))
    done = act(state, {"action": ["support"], "support": ["promote:C:R"]})
    shot = act(done.state, {"action": ["shoot"], "target": ["W"]}, until="weapons")
    loads = {item.key: item.to for item in shot.question("weapons").items}  # type: ignore[attr-defined]
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
    assert [item.key for item in done.question("weapons").items] == ["L", "F"]  # type: ignore[attr-defined]


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
    assert "R" not in [item.key for item in done.question("weapons").items]  # type: ignore[attr-defined]


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
    assert done.piece("G").has("ready") and not done.piece("G").has("moved")


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
    assert units.coherent(done.state, "R")
    assert not units.coherent(done.state, "Q")


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
    for one in state.table.of_side("mi"):
        if one.has("officer"):
            found.setdefault(one.kind, []).append(one.count("officer"))
    assert {kind: sorted(ranges) for kind, ranges in found.items()} == officers
