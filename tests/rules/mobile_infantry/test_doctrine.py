"""The fixed order of preference by which the program plays either side (MI-GAP-62)."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.mechanics.activation import Activation
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.activations import bug_actions
from battlesim.rulesets.mobile_infantry.advice.doctrine import DOCTRINE
from battlesim.rulesets.mobile_infantry.air import strike_run
from battlesim.rulesets.mobile_infantry.arachnids import melee, screech
from battlesim.rulesets.mobile_infantry.battle import turn_sequence
from battlesim.rulesets.mobile_infantry.battle.view import view_for_side
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle, HiddenEntrance, Scoring, Site
from battlesim.rulesets.mobile_infantry.reactions import reactions
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.pieces import Aboard, Below, Inside
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
from tests.rules.mobile_infantry.soldiers import led

pytestmark = pytest.mark.rule("MI-GAP-62")


def best(done: ScriptResult, what: str) -> Any:
    """What the program answers to the question that the act stopped at."""
    decision = done.first_decision(what)
    advice = DOCTRINE.advise(view_for_side(done.state, decision.side), decision, derived_rng("test"))
    assert advice, f"no advice on {what}"
    answer = max(advice, key=lambda item: item.score).answer
    assert decision.check(done.state, answer) is None
    return answer


def swarm(leader: str, *members: str, done: tuple[str, ...] = ()) -> Activation:
    return Activation("swarm", BUGS, "bugs", "Swarm", (leader, *members), leader, 2 - len(done), done)


def bug_action(*things: Any, activation: Activation, until: str = "action") -> ScriptResult:
    state = field(*things, phase="bugs_activations", activation=activation)
    return perform(state, bug_actions.run_surface_action, until=until)


def test_a_swarm_closes_in_on_the_nearest_stand_and_into_contact() -> None:
    state = field(
        *[warrior(f"w{n}", 20 + 1.2 * n, 20) for n in range(4)],
        rifles("near", 21.8, 25.5),
        rifles("far", 60, 40),
        phase="bugs_activations",
        activation=swarm("w0", "w1", "w2", "w3"),
    )
    done = perform(state, bug_actions.run_surface_action, {"action": ["move"]}, until="move")
    legs = best(done, "move")
    after = perform(state, bug_actions.run_surface_action, {"action": ["move"], "move": [legs]}, until="form")
    assert {item.key for item in after.first_decision("form").items} == {"w0", "w1", "w2", "w3"}  # type: ignore[attr-defined]


def test_a_carrier_heads_for_the_nearest_entrance() -> None:
    hole = piece("tunnel_entrance", "E1", 20, 40)
    captive = piece("command_team", "ct", place=Aboard("w"), hits=0, marks=("captive",))
    state = field(
        warrior("w", 20, 20),
        captive,
        hole,
        rifles("r", 20, 10),
        phase="bugs_activations",
        activation=swarm("w"),
        hidden=(HiddenEntrance("H1", "V6", 30, 20),),  # nobody is delivered at a tunnel that is not open yet
    )
    done = perform(state, bug_actions.run_surface_action, {"action": ["move"]}, until="move")
    (leg,) = best(done, "move")
    assert leg.end[1] == pytest.approx(26.0, abs=0.01)


def test_melee_dice_go_to_the_stand_with_the_fewest_hit_points() -> None:
    state = field(
        warrior("w", 20, 20),
        rifles("whole", 21, 20),
        rifles("hurt", 20, 21, hits=1),
        phase="bugs_activations",
    )
    done = perform(state, lambda game: melee.run_melee(game, ("w",)), until="attacks")
    assert best(done, "attacks") == ("hurt", "hurt")


@pytest.mark.parametrize(("second", "act"), [((28.5, 20), "shoot"), ((60, 40), "move")])
def test_a_tanker_sprays_when_it_catches_two_and_advances_otherwise(second: Any, act: str) -> None:
    done = bug_action(
        piece("tanker", "t", 20, 20), rifles("a", 26.5, 20), rifles("b", *second), activation=swarm("t")
    )
    assert best(done, "action") == act


def test_a_plasma_bug_alternates_ready_and_fire() -> None:
    mech = piece("light_mech", "m", 40, 20)
    cold = bug_action(piece("plasma_bug", "p", 20, 20), mech, activation=swarm("p"))
    assert best(cold, "action") == "ready"
    hot = bug_action(piece("plasma_bug", "p", 20, 20, marks=("ready",)), mech, activation=swarm("p"))
    assert best(hot, "action") == "shoot"


def plasma_shot(*targets: Any) -> Battle:
    bug = piece("plasma_bug", "p", 20, 20, marks=("ready",))
    return field(bug, *targets, phase="bugs_activations", activation=swarm("p"))


def test_a_focused_shot_is_for_mechs_an_airburst_for_crowds() -> None:
    alone = plasma_shot(piece("light_mech", "m", 40, 20), rifles("r", 40, 40))
    done = perform(alone, bug_actions.run_surface_action, {"action": ["shoot"]}, until="target")
    assert best(done, "target") == "m"
    done = perform(
        alone, bug_actions.run_surface_action, {"action": ["shoot"], "target": ["m"]}, until="weapons"
    )
    assert best(done, "weapons") == ("plasma_focused",)
    crowd = plasma_shot(*[rifles(f"r{n}", 40 + 1.2 * n, 20) for n in range(3)])
    done = perform(
        crowd, bug_actions.run_surface_action, {"action": ["shoot"], "target": ["r1"]}, until="weapons"
    )
    assert best(done, "weapons") == ("plasma_airburst",)


def below(x: float, *holes: Any) -> Battle:
    marker = piece("tunneling_marker", "M1", x, 20, unit="M1")
    group = [warrior(f"w{n}", place=Below("M1")) for n in range(3)]
    now = Activation("marker", BUGS, "M1", "M1", ("M1",), "M1", 2)
    return field(marker, *group, *holes, rifles("r", 50, 20), phase="bugs_activations", activation=now)


def test_a_group_heads_for_the_entrance_nearest_to_the_enemy_and_comes_out_in_full() -> None:
    holes = (piece("tunnel_entrance", "near", 44, 20), piece("tunnel_entrance", "far", 4, 20))
    state = below(20, *holes)
    done = perform(state, lambda game: RULESET.script(game, turn_sequence.next_step(state)), until="tunnel")  # type: ignore[arg-type]
    assert best(done, "tunnel") == "toward"
    state = below(44, *holes)
    done = perform(state, lambda game: RULESET.script(game, turn_sequence.next_step(state)), until="tunnel")  # type: ignore[arg-type]
    assert best(done, "tunnel") == "exit:near"
    done = perform(
        state,
        lambda game: RULESET.script(game, turn_sequence.next_step(state)),  # type: ignore[arg-type]
        {"tunnel": ["exit:near"]},
        until="enter",
    )
    assert len(best(done, "enter")) == 3


@pytest.mark.parametrize(("x", "answers"), [(26.0, True), (27.9, True), (29.5, False)])
def test_a_bug_screeches_when_that_brings_it_into_contact(x: float, answers: bool) -> None:
    state = field(warrior("w", 20, 20, marks=("alert",)), rifles("r", x, 20))
    done = perform(state, lambda game: screech.offer_screech(game, ("r",)), until="react")
    advice = DOCTRINE.advise(state, done.first_decision("react"), derived_rng("test"))
    assert bool(advice) is answers


@pytest.mark.parametrize(("x", "answers"), [(27.7, True), (30.0, False)])
def test_a_large_bug_screeches_too(x: float, answers: bool) -> None:
    state = field(piece("tanker", "T", x, 20, marks=("alert",)), rifles("r", 20, 20))
    done = perform(state, lambda game: screech.offer_screech(game, ("r",)), until="react")
    advice = DOCTRINE.advise(view_for_side(state, BUGS), done.first_decision("react"), derived_rng("test"))
    assert [item.answer for item in advice if item.answer != "done"] == ["screech:T"] * answers


def test_interception_always() -> None:
    from battlesim.rulesets.mobile_infantry.air import interception

    bomber = piece("thunderbolt", "b", 0, 20, unit="air")
    state = field(bomber, *[piece("hopper", f"h{n}", 20 + 2 * n, 24, marks=("alert",)) for n in range(3)])
    done = perform(
        state, lambda game: interception.offer_interception(game, "b", ((0, 20), (72, 20))), until="intercept"
    )
    assert best(done, "intercept") == ("h0", "h1", "h2")


def test_the_mi_march_fire_when_the_enemy_is_near_and_take_posts_before() -> None:
    from battlesim.rulesets.mobile_infantry.core.state import Rectangle

    site = Site(outpost=Rectangle(46, 16, 62, 32))
    lt, squad = lieutenant("lt", 10, 20), rifles("r", 12, 20)

    def act(*bugs: Any) -> Any:
        state = field(lt, squad, *bugs, site=site, activation=led("lt", "r"))
        return best(
            perform(state, lambda game: RULESET.script(game, turn_sequence.next_step(state)), until="action"),
            "action",
        )  # type: ignore[arg-type]

    assert act(warrior("w", 29, 20)) == "move"
    assert act(warrior("w", 20, 20)) == "shoot"


def test_the_mi_radio_every_turn() -> None:
    state = field(
        lieutenant("lt", 55.4, 28),
        block("building", "O1", 56, 27, 60, 31, height=3.0),
        site=Site(transmitter="O1"),
        activation=led("lt"),
    )
    done = perform(
        state,
        lambda game: RULESET.script(game, turn_sequence.next_step(state)),  # type: ignore[arg-type]
        {"action": ["support"]},
        until="support",
    )
    assert best(done, "support").startswith("radio")


@pytest.mark.parametrize(("kind", "answer"), [("warrior", "fire"), ("tanker", "feet:r")])
def test_fire_at_will_always_and_beat_feet_from_what_is_large(kind: str, answer: str) -> None:
    state = field(
        rifles("r", 20, 20, marks=("alert",)), piece(kind, "bug", 22.8, 20), phase="bugs_activations"
    )
    done = perform(state, lambda game: reactions.offer_reactions(game, ("bug",), "move"), until="react")
    assert best(done, "react") == answer


def test_many_who_can_strike_are_run_from() -> None:
    bugs = [warrior(f"w{n}", 21.4, 18.8 + 1.2 * n) for n in range(3)]
    state = field(rifles("r", 20, 20, marks=("alert",)), *bugs, phase="bugs_activations")
    done = perform(
        state, lambda game: reactions.offer_reactions(game, ("w0", "w1", "w2"), "move"), until="react"
    )
    assert best(done, "react") == "feet:r"


def bombing(*things: Any) -> ScriptResult:
    """A strike run along the middle of the table comes to its first release."""
    state = field(*things, phase="mi_strike_runs", tally={"runs_granted": 1})
    answers = {"strike": ["heat_missile"], "line": [(0.0, 24.0), (72.0, 24.0)]}
    return perform(state, strike_run.fly_strike_run, answers, until="target")


def test_bombs_fall_where_there_is_most_to_hit() -> None:
    crowd = [warrior(f"c{n}", 40 + 1.2 * n, 24) for n in range(3)]
    assert best(bombing(warrior("alone", 20, 24), *crowd), "target").startswith("c")


def shooting_at(*things: Any) -> ScriptResult:
    """The MI choose their target: a squad, a missile team and what else there is."""
    state = field(
        lieutenant("lt", 10, 20), piece("missile_team", "mt", 10, 22), *things, activation=led("lt", "mt")
    )
    return perform(state, lambda game: shooting.run_shooting(game, ("lt", "mt")), until="target")


def test_fire_goes_where_it_does_most() -> None:
    crowd = [warrior(f"c{n}", 26 + 1.2 * n, 20) for n in range(4)]
    assert best(shooting_at(warrior("nearest", 20, 28), *crowd), "target").startswith("c")


def test_nobody_fires_an_area_weapon_into_his_own_people() -> None:
    state = shooting_at(rifles("own", 24, 22), warrior("w", 24, 20)).state
    done = perform(
        state, lambda game: shooting.run_shooting(game, ("lt", "mt")), {"target": ["w"]}, until="weapons"
    )
    assert best(done, "weapons") == ("assault_rifle", "ap_warhead")


def test_nobody_fires_at_the_house_that_his_own_people_are_in() -> None:
    house = block("building", "B1", 20, 18, 24, 22)
    inside = rifles("in", place=Inside("B1"))
    state = field(lieutenant("lt", 10, 20), inside, house, activation=led("lt", "in"))
    done = perform(state, lambda game: RULESET.script(game, turn_sequence.next_step(state)), until="action")  # type: ignore[arg-type]
    advice = DOCTRINE.advise(
        view_for_side(done.state, MI), done.first_decision("action"), derived_rng("test")
    )
    assert "shoot" not in [item.answer for item in advice]


@pytest.mark.parametrize(("dead_cost", "searches"), [(2, False), (0, True)])
def test_people_stay_hidden_while_their_death_would_cost_more_than_their_life_brings(
    dead_cost: int, searches: bool
) -> None:
    scoring = Scoring(
        humans_per_point=1, dead_per_point=1, point_for_dead=dead_cost, survivors_are_humans=True
    )
    state = field(
        lieutenant("lt", 10, 20),
        block("building", "B1", 11, 18, 15, 22),
        warrior("w", 60, 40),
        site=Site(scoring=scoring),
        activation=led("lt"),
    )
    done = perform(
        state,
        lambda game: RULESET.script(game, turn_sequence.next_step(state)),  # type: ignore[arg-type]
        {"action": ["support"]},
        until="support",
    )
    advice = DOCTRINE.advise(
        view_for_side(done.state, MI), done.first_decision("support"), derived_rng("test")
    )
    assert any(item.answer.startswith("search") for item in advice) is searches


def test_a_side_that_is_ahead_has_the_better_score() -> None:
    state = field(rifles("r", 10, 10), warrior("w", 40, 40))
    ahead = state.with_game(points={MI: 3.0, BUGS: 0.0})
    assert DOCTRINE.score(ahead, MI) > DOCTRINE.score(state, MI)
    assert DOCTRINE.score(ahead, BUGS) < DOCTRINE.score(state, BUGS)
