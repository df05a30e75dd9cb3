"""Who takes part in an Action and what it costs: Ready, support acts, orders, Actions and Moves of bugs."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActionSpent
from battlesim.rulesets.mobile_infantry.activations import bug_actions
from battlesim.rulesets.mobile_infantry.arachnids.bug_movement import MoveOrder
from battlesim.rulesets.mobile_infantry.core.state import Battle, SearchFind, Site
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.rulings.piece_gaps import terrain_gap
from battlesim.table.events import DiceRolled, PiecesMoved
from battlesim.table.pieces import Inside, Off, OnTable
from tests.rules.mobile_infantry.acts import carry_out, do, leg
from tests.rules.mobile_infantry.arachnids import swarm_of
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.soldiers import act, led, offered

HOUSE = block("building", "V1", 28, 6, 32, 12)
POST = block("building", "O1", 50, 20, 54, 24)
WALL = block("wall", "M", 19, 21.2, 24, 21.7)
PHASE = "bugs_activations"


def support_act(state: Battle, key: str, dice: tuple[int, ...] = (), **answers: list[object]) -> ScriptResult:
    """One support act by its key."""
    return perform(state, lambda game: carry_out(game, key), answers, dice)


def acts(state: Battle, *ids: str) -> set[str]:
    """The support acts open to models."""
    return {
        option.key
        for option in support_acts.support_options(state, [state.table.piece(i) for i in ids])
        if not option.shut
    }


def shut(state: Battle, *ids: str) -> set[str]:
    """The support acts that are shown to be shut."""
    return {
        one.key
        for one in support_acts.support_options(state, [state.table.piece(i) for i in ids])
        if one.shut
    }


@pytest.mark.rule("MI-GAP-12", "MI-REDY-02")
def test_whoever_does_anything_else_than_ready_is_no_longer_ready() -> None:
    gun = piece("machine_gun", "G", 26.5, 9, marks=["ready"])
    options = {"search_by": "any_infantry"}
    state = field(lieutenant("L", 24, 9), gun, HOUSE, activation=led("L", "G"), options=options)
    done = act(state, {"action": ["support"], "support": ["search:G:V1"]}, [2])
    assert not done.piece("G").has_mark("ready")


@pytest.mark.rule("MI-REDY-01", "MI-GAP-12")
def test_who_took_ready_as_a_support_act_is_not_asked_again_in_the_ready_action() -> None:
    guns = piece("machine_gun", "G", 12, 10), piece("machine_gun", "H", 10, 12)
    state = field(lieutenant("L", 10, 10), *guns, activation=led("L", "G", "H"))
    asked = act(state, {"action": ["ready"], "support": ["ready:G"]}, until="group")
    assert offered(asked, "group") == {"H"}
    assert asked.first_decision("group").whole  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-12")
def test_each_stand_does_one_support_act() -> None:
    houses = HOUSE, block("building", "V2", 22, 10.5, 26, 14)
    squads = {"search_by": "rifle_squads"}
    people = lieutenant("L", 24, 8), rifles("R", 26.7, 9.5)
    state = field(*people, *houses, activation=led("L", "R"), options=squads)
    assert acts(state, "R") == {"search:R:V1", "search:R:V2"}
    done = act(state, {"action": ["support"], "support": ["search:R:V1"]}, [2])
    assert [d.what for d in done.asked if d.what == "support"] == ["support"]


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(("action", "begins"), [("support", ""), ("move", "done")])
def test_a_question_of_support_acts_begins_with_none_where_none_is_needed(action: str, begins: str) -> None:
    state = field(lieutenant("L", 24, 9), rifles("R", 26.5, 9), HOUSE, activation=led("L", "R"))
    question = act(state, {"action": [action]}, until="support").first_decision("support")
    assert question.begins == begins  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-08", "MI-REDY-01", "MI-TRT-07")
@pytest.mark.parametrize(
    ("kind", "able", "ready"),
    [("rifle_squad", False, 0), ("machine_gun", True, 1), ("light_mech", True, 0), ("plasma_bug", True, 1)],
)
def test_to_whom_ready_is_anything_and_who_is_ready_then(kind: str, able: bool, ready: int) -> None:
    one = piece(kind, "P", 10, 10)
    assert support_acts.can_take_ready(one) is able
    assert support_act(field(one), "ready:P").piece("P").mark_count("ready") == ready


@pytest.mark.rule("MI-GAP-08")
@pytest.mark.parametrize(("chosen", "facing"), [(0.0, 0.0), (359.5, 359.5), (360.0, 0.0), (725.0, 5.0)])
def test_a_facing_is_an_angle_of_one_round(chosen: float, facing: float) -> None:
    done = support_act(field(piece("light_mech", "P", 10, 10, facing=90.0)), "ready:P", facing=[chosen])
    assert done.piece("P").place == OnTable(10, 10, facing)


@pytest.mark.rule("MI-GAP-24", "MI-GAP-26")
@pytest.mark.parametrize(("granted", "able"), [(0, True), (3, True), (4, False)])
def test_four_strike_runs_are_granted_at_most(granted: int, able: bool) -> None:
    state = field(
        rifles("R", 48.5, 22),
        POST,
        site=Site(transmitter="O1"),
        tally={"runs_granted": granted},
        searched=("O1",),
    )
    assert acts(state, "R") == ({"radio:R"} if able else set())


@pytest.mark.rule("MI-OBJ-06", "MI-GAP-26")
@pytest.mark.parametrize(
    ("who", "face", "granted"),
    [(lieutenant, 2, 0), (lieutenant, 3, 1), (rifles, 3, 0), (rifles, 4, 1)],
)
def test_what_a_call_needs_on_one_d6(who, face: int, granted: int) -> None:  # type: ignore[no-untyped-def]
    done = support_act(field(who("P", 48.5, 22), POST, site=Site(transmitter="O1")), "radio:P", (face,))
    assert (done.state.game.count("runs_granted"), done.events_of(DiceRolled)[0].sides) == (granted, (6,))


@pytest.mark.rule("MI-GAP-26", "MI-OBJ-06", "MI-SRCH-01")
def test_who_has_nothing_to_do_at_a_post_is_shown_nothing() -> None:
    near = piece("survivors", "S", 49.4, 22), rifles("R", 48.4, 22)
    site = Site(transmitter="O1")
    assert shut(field(*near, POST, site=site), "S") == set()
    assert shut(field(*near, POST), "R") == {"search:R:O1"}
    assert shut(field(*near, block("rocks", "O1", 50, 20, 54, 24), site=site), "R") == set()


@pytest.mark.rule("MI-SRCH-01")
def test_a_house_is_searched_once_and_within_is_no_distance() -> None:
    inside = rifles("R", place=Inside("V1"))
    assert terrain_gap(field(inside, HOUSE).table, inside, "V1") == 0
    assert acts(field(inside, HOUSE, searched=("V1",)), "R") == set()


@pytest.mark.rule("MI-GAP-29")
def test_only_warriors_of_the_reserve_lie_in_ambush() -> None:
    others = piece("hopper", "H", place=Off("reserve")), rifles("B", place=Off("reserve"), unit="B")
    reserve = *others, warrior("W", place=Off("reserve")), warrior("D", place=Off("lost"))
    state = field(rifles("R", 26.5, 9), HOUSE, *reserve)
    done = support_act(state, "search:R:V1", (1, 6, 1, 1))
    assert [id for id in ("H", "B", "W", "D") if done.piece(id).in_play] == ["W"]


@pytest.mark.rule("MI-GAP-30")
def test_what_survivors_are_worth_is_one_d3() -> None:
    site = Site(finds={"V1": SearchFind("survivors", 2)})
    state = field(rifles("R", place=Inside("V1")), HOUSE, site=site, options={"survivor_vp": "d3_per_stand"})
    assert [event.sides for event in support_act(state, "search:R:V1", (3,)).events_of(DiceRolled)] == [(3,)]


@pytest.mark.rule("MI-GAP-27", "MI-GAP-14")
def test_a_stand_of_one_hit_point_acts_and_leads_and_a_dead_one_does_not() -> None:
    one, dead = rifles("R", 10, 10, hits=1), rifles("D", place=Off("lost"), hits=0)
    officer = lieutenant("L", 12, 10, hits=1)
    assert [unit_activation.can_act(p) for p in (one, officer, dead)] == [True, True, False]
    assert unit_activation.officers_in_play([one, officer]) == [officer]
    assert unit_activation.promotable_members([dead, one]) == [one]
    assert unit_activation.promotable_members([dead]) == []


@pytest.mark.rule("MI-TRT-04", "MI-GAP-13")
def test_an_officer_takes_along_whom_the_player_names_of_units_that_have_not_acted() -> None:
    strangers = rifles("B1", 13, 10, unit="B"), rifles("B2", 10, 13, unit="B"), rifles("C1", 10, 7, unit="C")
    state = field(lieutenant("L", 10, 10), *strangers, acted=("C",))
    done = do(state, "mi_activate", {"activate": ["A"], "join": [("B2",)]})
    assert offered(done, "join") == {"B1", "B2"}
    now = done.state.game.activation
    assert now is not None and now.members == ("L", "B2")


@pytest.mark.rule("MI-UNIT-04", "MI-GAP-74")
def test_nobody_is_out_of_the_coherency_of_an_officer_who_is_lost() -> None:
    lost = lieutenant("L", place=Off("lost"), hits=0)
    assert unit_activation.is_in_coherency(field(lost, rifles("R", 40, 10), activation=led("L", "R")), "R")


@pytest.mark.rule("MI-BUNI-05")
def test_what_an_activated_group_is_called() -> None:
    state = field(warrior("A", 20, 20), warrior("B", 22, 20))
    names = [bug_actions.group_name(state, "A", members) for members in (("A",), ("A", "B"), ("B",))]
    assert names == ["A", "2 Warriors under A", "B"]


@pytest.mark.rule("MI-BMEL-01", "MI-BMOV-03", "MI-BRDY-01")
@pytest.mark.parametrize(
    ("bug", "things", "actions"),
    [
        (warrior("A", 20, 20), (), {"move", "done"}),
        (warrior("A", 20, 20), (WALL,), {"move", "melee", "done"}),
        (piece("plasma_bug", "A", 20, 20), (), {"move", "ready", "done"}),
        (piece("plasma_bug", "A", 20, 20, marks=["ready"]), (), {"move", "done"}),
    ],
    ids=["alone", "at a wall", "not ready", "ready"],
)
def test_which_actions_a_bug_has_with_nobody_near(bug, things, actions: set[str]) -> None:  # type: ignore[no-untyped-def]
    offers = bug_actions.action_decision(field(bug, *things), ("A",), "A", "").options
    assert {option.key for option in offers if not option.shut} == actions


@pytest.mark.rule("MI-BMOV-04", "MI-GAP-16", "MI-GAP-18", "MI-BMOV-03")
@pytest.mark.parametrize(
    ("trigger", "window", "moves"),
    [
        ("unit_action", "after_each_action", 1),
        ("unit_action", "after_free_melee", 1),
        ("each_model", "after_each_action", 2),
        ("each_model", "after_free_melee", 1),
    ],
)
def test_bugs_move_one_by_one_where_the_enemy_reacts_to_each_before_the_melee(
    trigger: str, window: str, moves: int
) -> None:
    state = field(
        warrior("A", 20, 20),
        warrior("B", 20, 22),
        phase=PHASE,
        activation=swarm_of("A", "B"),
        options={"reaction_trigger": trigger, "reaction_window": window},
    )
    ways = leg("A", (20, 20), (22, 20)), leg("B", (20, 22), (22, 22))
    assert len(do(state, "bug_action", {"action": ["move"], "move": [ways]}).events_of(PiecesMoved)) == moves


@pytest.mark.rule("MI-GAP-16", "MI-BMOV-04")
def test_one_by_one_too_a_move_to_a_wall_is_followed_by_no_melee() -> None:
    options = {"reaction_trigger": "each_model"}
    state = field(warrior("A", 20, 20), WALL, phase=PHASE, activation=swarm_of("A"), options=options)
    done = do(state, "bug_action", {"action": ["move"], "move": [()]})
    assert [d.what for d in done.asked] == ["action", "move"]


@pytest.mark.rule("MI-GAP-49", "MI-BTRT-03")
def test_a_hopper_that_is_left_behind_in_a_flight_flies_after_its_leader() -> None:
    hoppers = piece("hopper", "A", 20, 20, marks={"flown": 3}), piece("hopper", "B", 4, 20)
    state = field(*hoppers, phase=PHASE, activation=swarm_of("A", "B"))
    done = do(state, "bug_action", {"action": ["fly"], "move": [(leg("A", (20, 20), (28, 20)),)]})
    assert done.piece("B").xy == pytest.approx((16, 20), abs=0.01)


@pytest.mark.rule("MI-BMEL-08", "MI-BUNI-05")
@pytest.mark.parametrize(("form", "spent"), [("hold", []), ("warrior_claws", ["melee"])])
def test_a_melee_in_which_nobody_strikes_costs_no_action(form: str, spent: list[str]) -> None:
    state = field(warrior("A", 20, 20), rifles("R", 21.5, 20), phase=PHASE, activation=swarm_of("A"))
    done = do(state, "bug_action", {"action": ["melee"], "form": [(form,)]}, [1, 1] if spent else [])
    assert [event.action for event in done.events_of(ActionSpent)] == spent


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(
    ("option", "further"), [("mixed_support", {"heal:F:Q", "done"}), ("all_same", set())]
)
def test_support_acts_of_one_action_are_of_any_kind_or_all_the_same(option: str, further: set[str]) -> None:
    people = rifles("R", 26.5, 9), piece("field_medics", "F", 20, 9), rifles("Q", 20, 10, hits=3)
    state = field(
        lieutenant("L", 22, 9),
        *people,
        HOUSE,
        activation=led("L", "R", "F"),
        options={"mi_unit_actions": option, "search_by": "rifle_squads"},
    )
    done = act(state, {"action": ["support"], "support": ["search:R:V1"]}, [2])
    later = [d for d in done.asked if d.what == "support"][1:]
    assert {o.key for d in later for o in d.open_options} == further  # type: ignore[attr-defined]


@pytest.mark.rule("MI-BMOV-02", "MI-GAP-49")
@pytest.mark.parametrize(
    ("leader", "moved", "left"),
    [(True, ("B",), ()), (True, (), ()), (False, ("B",), ()), (True, ("L",), ("B", "C"))],
    ids=["in a chain to one who moved", "nobody moved", "the leader is gone", "beyond reach of the leader"],
)
def test_who_is_left_behind(leader: bool, moved: tuple[str, ...], left: tuple[str, ...]) -> None:
    lead = warrior("L", 20, 20) if leader else warrior("L", place=Off("lost"))
    state = field(lead, warrior("B", 29, 20), warrior("C", 30.5, 20))
    given = MoveOrder((), tuple(leg(id, (20, 20), (21, 20)) for id in moved))
    assert bug_actions.stragglers(state, given, ("L", "B", "C")) == left
