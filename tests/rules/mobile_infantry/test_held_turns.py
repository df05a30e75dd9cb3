"""Whose turn it is, who has acted, how an activation ends, when the battle is over, what pays."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.mobile_infantry.activations import bug_activation
from battlesim.rulesets.mobile_infantry.battle import victory
from battlesim.rulesets.mobile_infantry.battle.game_facts import game_facts
from battlesim.rulesets.mobile_infantry.core.state import (
    BUGS,
    MI,
    GameUnit,
    Rectangle,
    Scoring,
    Site,
    phase_side,
)
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.table.ids import NO_UNIT, UnitId
from battlesim.table.pieces import Aboard, Inside, Off, Piece
from tests.rules.mobile_infantry.acts import do, refusal
from tests.rules.mobile_infantry.arachnids import below, hole, marker, swarm_of
from tests.rules.mobile_infantry.field import captain, field, lieutenant, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import led

BUGS_ACT = "bugs_activations"


@pytest.mark.rule("MI-GAP-09", "MI-TURN-01", "MI-BTRN-01")
@pytest.mark.parametrize(
    ("phase", "side"),
    [
        ("mi_start", MI),
        ("mi_activations", MI),
        ("mi_alert", MI),
        ("mi_strike_runs", MI),
        ("bugs_start", BUGS),
        ("bugs_arrivals", BUGS),
        ("bugs_activations", BUGS),
        ("bugs_alert", BUGS),
        ("turn_end", ""),
    ],
)
def test_whose_turn_a_phase_belongs_to(phase: str, side: str) -> None:
    assert phase_side(phase) == side


@pytest.mark.rule("MI-TURN-01", "MI-TURN-02")
@pytest.mark.parametrize(
    ("acted", "passed", "step"),
    [
        ((), (), "mi_activate"),
        (("A",), (), None),
        (("R",), (), None),
        ((), ("mi_activations",), None),
    ],
)
def test_units_are_activated_until_all_have_acted_or_the_player_is_done(
    acted: tuple[str, ...], passed: tuple[str, ...], step: str | None
) -> None:
    found = unit_activation.next_step(
        field(rifles("R", 10, 10), warrior("W", 40, 10), acted=acted, passed=passed)
    )
    assert (found.name if found else None) == step


@pytest.mark.rule("MI-TURN-01", "MI-TURN-02")
@pytest.mark.parametrize(
    ("members", "actions", "step"),
    [(("R",), 1, "action"), (("R",), 0, "mi_end_activation"), (("X",), 1, "mi_end_activation")],
)
def test_an_activation_goes_on_while_there_are_actions_and_somebody_to_act(
    members: tuple[str, ...], actions: int, step: str
) -> None:
    state = field(
        rifles("R", 10, 10), rifles("X", 12, 10, hits=0), activation=led("", *members, actions=actions)
    )
    found = unit_activation.next_step(state)
    assert found is not None
    assert found.name == step


@pytest.mark.rule("MI-TURN-02")
def test_why_a_unit_cannot_be_activated() -> None:
    state = field(
        rifles("R", 10, 10),
        rifles("B1", 20, 10, unit="B"),
        rifles("C1", 30, 10, unit="C"),
        rifles("D1", 40, 10, unit="D", hits=0),
        warrior("W", 40, 30),
        acted=("B", "C1"),
    )
    asked = do(state, "mi_activate", until="activate")
    assert refusal(asked, "activate", "B") == "MI-TURN-02: B has acted in this turn"
    assert refusal(asked, "activate", "C") == "MI-TURN-02: C has acted in this turn"
    assert refusal(asked, "activate", "D") == "MI-TURN-02: nobody of D can act"
    assert {o.key for o in asked.asked[-1].open_options} == {"A", "pass"}  # type: ignore[attr-defined]
    assert {b.key for b in asked.asked[-1].closed_options} == {"B", "C", "D"}  # type: ignore[attr-defined]


@pytest.mark.rule("MI-GAP-27", "MI-UNIT-06", "MI-TURN-02")
@pytest.mark.parametrize(
    ("one", "able"),
    [
        (rifles("P", 10, 10), True),
        (rifles("P", place=Inside("B")), True),
        (rifles("P", 10, 10, hits=0), False),
        (rifles("P", place=Off("lost")), False),
        (rifles("P", place=Aboard("V")), False),
        (rifles("P", 10, 10, marks=["captive"]), False),
        (piece("viking", "P", place=Off("reserve")), True),
        (piece("viking", "P", place=Off("lost")), False),
        (rifles("P", place=Off("reserve")), False),
    ],
    ids=[
        "free",
        "indoors",
        "dead",
        "lost",
        "aboard",
        "captive",
        "dropship to come",
        "dropship lost",
        "to come",
    ],
)
def test_who_can_act(one: Piece, able: bool) -> None:
    assert unit_activation.can_act(one) is able


@pytest.mark.rule("MI-UNIT-06", "MI-GAP-74")
def test_members_that_are_gone_take_no_part() -> None:
    state = field(
        lieutenant("L", 10, 10),
        rifles("R", 12, 10),
        rifles("X", 12, 12, hits=0),
        activation=led("L", "R", "X", "gone"),
    )
    assert [p.id for p in unit_activation.members_able_to_act(state)] == ["L", "R"]


@pytest.mark.rule("MI-GAP-27", "MI-GAP-74")
def test_who_is_an_officer() -> None:
    found = [
        captain("C", 10, 10),
        rifles("R", 10, 10),
        lieutenant("D", 10, 10, hits=0),
        lieutenant("O", place=Off("lost")),
        lieutenant("K", 10, 10, marks=["captive"]),
    ]
    assert [p.id for p in unit_activation.officers_in_play(found)] == ["C"]


@pytest.mark.rule("MI-UNIT-04")
@pytest.mark.parametrize(("x", "holds"), [(17.0, True), (17.1, False)])
def test_coherency_is_six_inches_from_the_leader(x: float, holds: bool) -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", x, 10), activation=led("L", "R"))
    assert unit_activation.is_in_coherency(state, "R") is holds


@pytest.mark.rule("MI-UNIT-04", "MI-MTRT-03")
@pytest.mark.parametrize(
    ("leader", "far", "holds"),
    [
        (piece("heavy_mech", "L", 10, 10).with_mark("officer", 6), piece("light_mech", "M", 40, 10), True),
        (piece("heavy_mech", "L", 10, 10), piece("light_mech", "M", 40, 10), False),
        (lieutenant("L", 10, 10), piece("light_mech", "M", 40, 10), False),
        (piece("heavy_mech", "L", 10, 10).with_mark("officer", 6), rifles("M", 40, 10), False),
        (
            piece("heavy_mech", "L", 10, 10).with_mark("officer", 6),
            piece("light_mech", "M", 40, 10, unit="B"),
            False,
        ),
    ],
    ids=["both on Comms", "no Officer", "leader without", "model without", "other unit"],
)
def test_comms_hold_a_formation_together_at_any_distance(leader: Piece, far: Piece, holds: bool) -> None:
    assert unit_activation.is_in_coherency(field(leader, far, activation=led("L", "M")), "M") is holds


@pytest.mark.rule("MI-UNIT-04", "MI-GAP-74")
@pytest.mark.parametrize("leader", ["", "gone", "R", "K"])
def test_without_a_leader_everybody_is_in_coherency(leader: str) -> None:
    captive = lieutenant("K", 60, 40, marks=["captive"])
    state = field(captive, rifles("R", 40, 10), activation=led(leader, "R"))
    assert unit_activation.is_in_coherency(state, "R")


@pytest.mark.rule("MI-BTRN-02", "MI-BUNI-01", "MI-TUNL-12")
@pytest.mark.parametrize(
    ("things", "more", "step"),
    [
        ((warrior("W", 10, 10),), {}, "bug_activate"),
        ((warrior("W", 10, 10),), {"acted": ("W",)}, None),
        ((warrior("W", 10, 10),), {"passed": (BUGS_ACT,)}, None),
        ((marker("M", 10, 10), *below("M", warriors=1)), {}, "bug_activate"),
        ((marker("M", 10, 10), *below("M", warriors=1)), {"acted": ("M",)}, None),
        ((marker("M", 10, 10), *below("M", warriors=1)), {"site": Site(tunnelling_from=2)}, None),
        (hole("E", 20, 20), {}, "bug_activate"),
        (hole("E", 20, 20), {"tally": {"collapsed_by_choice": 1}}, None),
        ((warrior("W", 10, 10, marks=["surfaced"]),), {}, "bug_surfaced"),
        ((warrior("W", 10, 10),), {"activation": swarm_of("W")}, "bug_action"),
        ((), {}, None),
    ],
)
def test_what_comes_next_among_the_bugs(things, more, step: str | None) -> None:  # type: ignore[no-untyped-def]
    found = bug_activation.next_step(field(rifles("R", 60, 40), *things, phase=BUGS_ACT, **more))
    assert (found.name if found else None) == step


@pytest.mark.rule("MI-BTRN-02", "MI-BUNI-05")
@pytest.mark.parametrize(
    ("members", "actions", "goes_on"), [(("W",), 1, True), (("W",), 0, False), (("gone",), 1, False)]
)
def test_an_activation_of_bugs_ends_with_its_last_action_or_its_last_model(
    members: tuple[str, ...], actions: int, goes_on: bool
) -> None:
    state = field(warrior("W", 10, 10), phase=BUGS_ACT, activation=swarm_of(*members, actions=actions))

    def script(game):  # type: ignore[no-untyped-def]
        bug_activation.end_spent_activation(game)
        return
        yield

    done = perform(state, script).state.game
    assert (done.activation is not None) is goes_on
    assert done.acted == (() if goes_on else members)


@pytest.mark.rule("MI-BUNI-04", "MI-BUNI-03")
def test_only_its_own_kind_joins_a_swarm_by_chain_and_only_who_is_named() -> None:
    state = field(
        warrior("L", 10, 10),
        warrior("near", 16, 10),
        warrior("link", 18, 10),
        warrior("unnamed", 17, 11.7),
        piece("hopper", "H", 16, 8.1),
        rifles("R", 60, 40),
        phase=BUGS_ACT,
    )
    done = do(state, "bug_activate", {"activate": ["L"], "join": [("link",), ()]})
    now = done.state.game.activation
    assert now is not None
    assert now.members == ("L", "near", "link")


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-31")
@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (rifles("P", 10, 10, hits=3), 3),
        (rifles("P", place=Off("lost"), hits=0), 0),
        (rifles("P", 10, 10, marks=["captive"]), 0),
        (piece("light_mech", "P", 10, 10), 0),
        (piece("survivors", "P", 10, 10), 0),
    ],
    ids=["alive", "dead", "captive", "mech", "survivors"],
)
def test_who_counts_as_a_living_human(one: Piece, counts: int) -> None:
    assert victory.saved_human_count(field(one)) == counts


@pytest.mark.rule("MI-GAP-31", "MI-GAP-70")
@pytest.mark.parametrize(("value", "count"), [(True, 8), (False, 4)])
def test_survivors_count_as_humans_where_the_scenario_says_so(value: bool, count: int) -> None:
    scoring = Scoring(survivors_are_humans=value)
    state = field(rifles("R", 10, 10), piece("survivors", "S", 12, 10), site=Site(scoring=scoring))
    assert victory.saved_human_count(state) == count


@pytest.mark.rule("MI-GAP-31", "MI-BOBJ-01")
def test_dead_survivors_are_dead_humans() -> None:
    assert victory.dead_human_count(field(tally={"dead_humans": 5, "dead_survivors": 3})) == 8


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-70")
@pytest.mark.parametrize(("destroyed", "points"), [(0, 0), (1, 5), (2, 5)])
def test_a_destroyed_entrance_pays_once(destroyed: int, points: int) -> None:
    site = Site(scoring=Scoring(entrance_destroyed=5))
    assert victory.scores(field(site=site, tally={"entrances_destroyed": destroyed}))[MI] == points


@pytest.mark.rule("MI-OBJ-01", "MI-GAP-63")
def test_points_booked_when_they_were_scored_are_a_part_of_the_score() -> None:
    state = field(rifles("R", 10, 10), points={MI: 3.0, BUGS: 0.0})
    assert victory.scores(state)[MI] == 3
    assert (1, 3.0) in [(part.many, part.points) for part in victory.score_parts(state)[MI]]


@pytest.mark.rule("MI-GAP-09", "MI-GAP-32")
@pytest.mark.parametrize(
    ("turn", "active", "found"),
    [
        (3, None, (3, NO_UNIT, 0, ("A", "B"))),
        (10, None, (10, NO_UNIT, 0, ("A", "B"))),
        (11, None, (10, NO_UNIT, 0, ("A", "B"))),
        (3, swarm_of("W", unit="B"), (3, "B", 2, ("A",))),
    ],
)
def test_the_turn_and_who_has_acted_as_they_are_told(turn: int, active: Any, found: Any) -> None:
    state = field(warrior("W", 10, 10, unit="B"), turn=turn, activation=active, acted=("A", "B"))
    told = game_facts(state)
    assert (told.turn, told.unit, told.actions_left, told.done) == found


@pytest.mark.rule("MI-GAP-63", "MI-GAP-32")
@pytest.mark.parametrize(
    ("bugs_end_it", "gone"), [(True, "No soldier, or no bug, is left"), (False, "Nobody of the MI is left")]
)
def test_what_ends_the_battle_as_it_is_told(bugs_end_it: bool, gone: str) -> None:
    state = field(warrior("W", 10, 10), site=Site(ends_without_bugs=bugs_end_it))
    assert [row.label for row in victory.end_conditions(state)] == ["After turn 10", gone]


@pytest.mark.rule("MI-GAP-32")
@pytest.mark.parametrize(
    ("turn_", "phase", "over"),
    [(0, "bugs_start", False), (1, "set_up", False), (1, "mi_start", True), (10, "mi_start", True)],
)
def test_nobody_has_lost_before_the_first_turn(turn_: int, phase: str, over: bool) -> None:
    assert (victory.battle_outcome(field(warrior("W", 10, 10), turn=turn_, phase=phase)) is not None) is over


def test_once_the_last_turn_is_over_its_end_is_told() -> None:
    state = field(rifles("R", 10, 10), warrior("W", 60, 40), phase="mi_start")
    turns = state.game.parameters.turns
    for turn_, phase in (
        (turns, game_facts(state).phase),
        (turns + 1, game_facts(field(phase="turn_end")).phase),
    ):
        told = game_facts(state.with_game(turn=turn_))
        assert (told.turn, told.phase) == (turns, phase)


@pytest.mark.rule("MI-GAP-32", "MI-GAP-70")
@pytest.mark.parametrize(
    ("bug", "over"),
    [
        (warrior("W", 10, 10), False),
        (warrior("W", place=Off("reserve")), False),
        (warrior("W", place=Off("lost")), True),
    ],
)
def test_where_the_scenario_says_so_the_battle_ends_with_the_last_bug(bug: Piece, over: bool) -> None:
    state = field(rifles("R", 30, 30), bug, site=Site(ends_without_bugs=True))
    assert (victory.battle_outcome(state) is not None) is over


@pytest.mark.rule("MI-GAP-32")
@pytest.mark.parametrize("left", [["survivors"], ["survivors", "rifle_squad"]])
def test_a_battle_to_the_last_bug_ends_when_only_survivors_are_left(left: list[str]) -> None:
    people = [piece(kind, kind, 30 + 2 * n, 30) for n, kind in enumerate(left)]
    state = field(*people, warrior("W", 10, 10), site=Site(ends_without_bugs=True))
    assert (victory.battle_outcome(state) is not None) is (left == ["survivors"])


@pytest.mark.rule("MI-GAP-35", "MI-GAP-70")
def test_a_scenario_that_says_nothing_has_no_special_rules() -> None:
    plain = Site()
    assert (plain.tunnelling_from, plain.most_groups, plain.hidden_entrances) == (0, 0, 0)
    assert (plain.marker_arrivals, plain.dead_return, plain.burrower) == (True, True, True)
    assert plain.ends_without_bugs is False


@pytest.mark.rule("MI-GAP-35", "MI-OBJ-01")
@pytest.mark.parametrize(
    ("x", "y", "within"),
    [
        (46, 16, True),
        (62, 32, True),
        (50, 20, True),
        (45.9, 20, False),
        (62.1, 20, False),
        (50, 15.9, False),
        (50, 32.1, False),
    ],
)
def test_the_edges_of_the_outpost_belong_to_it(x: float, y: float, within: bool) -> None:
    assert Rectangle(46, 16, 62, 32).contains(x, y) is within


@pytest.mark.rule("MI-GAP-35", "MI-OBJ-01")
def test_a_unit_of_which_nothing_else_is_said_is_there_from_the_beginning() -> None:
    assert GameUnit(UnitId("A"), "A", MI, "platoon").arrives == 0
