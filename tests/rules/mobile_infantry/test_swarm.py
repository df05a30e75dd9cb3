"""Activation of the Arachnids: order of the turn, who makes up a unit, the same Actions for all, Ready."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.mechanics.activation import ActionSpent, ActivationBegan
from battlesim.rulesets.mobile_infantry.core.state import BUGS, SIDE_PHASES, ScheduledArrivals, Site
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import below, hole, marker, play_on, reserve, swarm_of
from tests.rules.mobile_infantry.field import field, piece, rifles, warrior

PHASE = "bugs_activations"


@pytest.mark.rule("MI-BTRN-01")
def test_reinforcements_are_activated_before_all_other_units() -> None:
    site = Site(schedule=(ScheduledArrivals("warrior", (0, -1)),))
    plasma = piece("plasma_bug", "P", 60, 40)
    state = field(plasma, *reserve("warrior", 3), rifles("R", 3, 3), phase="bugs_arrivals", site=site)

    waiting = play_on(state, PHASE, until="arrive")
    assert "reinforcements are activated first" in refusal(waiting, "arrive", "P")

    held = play_on(state, PHASE, {"arrive": ["hold"]})
    chosen = play_on(held.state, "bugs_alert", {"activate": ["P"], "action": ["done"]})
    assert [e.activation.leader for e in chosen.events_of(ActivationBegan)] == ["P"]
    assert SIDE_PHASES[BUGS] == ("bugs_start", "bugs_arrivals", PHASE, "bugs_alert")


@pytest.mark.rule("MI-BTRN-02")
def test_models_that_have_acted_join_no_swarm_and_the_log_says_so() -> None:
    arrived = [warrior(f"A{n}", 20 + 1.1 * n, 20) for n in range(10)]
    state = field(warrior("W", 19, 20), *arrived, phase=PHASE, acted=tuple(p.id for p in arrived))
    done = do(state, "bug_activate", {"activate": ["W"]})
    assert done.state.game.activation is not None
    assert done.state.game.activation.members == ("W",)
    assert any("have acted in this turn: A0" in r.text for r in done.remarks)
    again = do(state, "bug_activate", until="activate")
    assert refusal(again, "activate", "A3") == "MI-BTRN-02: already acted in this turn"


@pytest.mark.rule("MI-BTRN-03", "MI-GAP-44")
def test_all_models_on_the_table_go_on_alert_but_none_below_ground() -> None:
    models = [warrior(f"W{n}", 10 + 2 * n, 20, marks=["alert"] if n < 7 else []) for n in range(12)]
    group = [marker("M", 50, 20), *below("M", warriors=20)]
    state = field(*models, *group, rifles("R", 3, 3), phase="bugs_alert")
    done = play_on(state, "turn_end")
    alert = [p.id for p in done.state.table.pieces.values() if p.has_mark("alert")]
    assert sorted(alert) == sorted(p.id for p in models)


@pytest.mark.rule("MI-BUNI-01", "MI-BUNI-03", "MI-GAP-49")
def test_the_species_within_6_inches_of_the_named_leader_forms_the_swarm() -> None:
    state = field(
        warrior("W1", 20, 20),
        warrior("near", 27, 20),
        warrior("far", 20, 27.2),
        piece("hopper", "H", 22, 20),
        warrior("W2", 40, 20),
        phase=PHASE,
    )
    now = do(state, "bug_activate", {"activate": ["W1"]}).state.game.activation
    assert now is not None
    assert (now.leader, now.members, now.actions_left) == ("W1", ("W1", "near"), 2)
    other = do(state, "bug_activate", {"activate": ["W2"]}).state.game.activation
    assert other is not None and other.members == ("W2",)


@pytest.mark.rule("MI-BUNI-02")
def test_tankers_and_plasma_bugs_are_units_of_their_own() -> None:
    state = field(
        piece("tanker", "T1", 20, 20), piece("tanker", "T2", 24.5, 20), rifles("R", 3, 3), phase=PHASE
    )
    first = do(state, "bug_activate", {"activate": ["T1"]}).state
    assert first.game.activation is not None
    assert (first.game.activation.members, first.game.activation.actions_left) == (("T1",), 2)
    second = play_on(first, "bugs_alert", {"action": ["done", "done"], "activate": ["T2"]})
    (begun,) = second.events_of(ActivationBegan)
    assert (begun.activation.members, begun.activation.actions_left) == (("T2",), 2)


@pytest.mark.rule("MI-BUNI-04", "MI-GAP-49")
def test_a_chain_of_1_inch_may_join_and_leads_as_far_as_it_goes() -> None:
    spots = {"a": 27.0, "b": 29.0, "c": 31.0, "d": 33.1}
    state = field(warrior("L", 20, 20), *(warrior(k, x, 20) for k, x in spots.items()), phase=PHASE)
    whole = do(state, "bug_activate", {"activate": ["L"], "join": [("b",), ("c",)]})
    now = whole.state.game.activation
    assert now is not None and now.members == ("L", "a", "b", "c")
    assert [d.what for d in whole.asked].count("join") == 2
    alone = do(state, "bug_activate", {"activate": ["L"], "join": [()]}).state.game.activation
    assert alone is not None and alone.members == ("L", "a")


@pytest.mark.rule("MI-BUNI-05")
def test_all_models_of_a_unit_do_the_same_actions_in_the_same_order() -> None:
    swarm = [warrior(f"W{n}", 20 + 1.2 * (n % 4), 20 + 1.2 * (n // 4)) for n in range(8)]
    ids = [w.id for w in swarm]
    state = field(*swarm, rifles("R", 20, 30), phase=PHASE, activation=swarm_of(*ids))
    moved = do(state, "bug_action", {"action": ["move"], "move": [()]})
    assert [(e.action, e.count) for e in moved.events_of(ActionSpent)] == [("move", 1)]
    assert "MI-BMEL-01" in refusal(do(moved.state, "bug_action", until="action"), "action", "melee")
    ended = do(moved.state, "bug_action", {"action": ["move"], "move": [(leg("W0", (20, 20), (19, 20)),)]})
    assert ended.state.game.activation is None
    assert set(ended.state.game.acted) == set(ids)


@pytest.mark.rule("MI-GAP-49")
def test_when_the_leader_is_gone_another_member_is_named() -> None:
    swarm = [warrior("W1", 20, 20), warrior("W2", 22, 20)]
    state = field(*swarm, phase=PHASE, activation=swarm_of("dead", "W1", "W2"))
    done = do(state, "bug_action", {"action": ["move"], "officer": ["W2"], "move": [()]})
    assert done.state.game.activation is not None and done.state.game.activation.leader == "W2"


@pytest.mark.rule("MI-BUNI-05")
def test_the_question_counts_the_living_and_the_actions_left() -> None:
    swarm = [warrior("W1", 20, 20), warrior("W2", 22, 20)]
    left = {
        "2 Warriors": swarm_of("dead", "W1", "W2", actions=1),
        "2 Warriors under W1": swarm_of("W1", "W2", actions=1),
    }
    for words, now in left.items():
        state = field(*swarm, phase=PHASE, activation=now)
        asked = do(state, "bug_action", until="action").asked[-1]
        assert asked.prompt == f"{words}: which Action (1 left)?"


@pytest.mark.rule("MI-TUNL-12")
def test_when_all_have_acted_the_question_does_not_begin_with_a_collapse() -> None:
    state = field(warrior("W", 20, 20), *hole("E1", 30, 30), rifles("R", 3, 3), phase=PHASE, acted=("W",))
    asked = do(state, "bug_activate", until="activate").asked[-1]
    assert isinstance(asked, ChooseOne) and asked.begins == "done"


@pytest.mark.rule("MI-BRDY-01")
def test_a_plasma_bug_that_is_not_ready_cannot_shoot() -> None:
    target = rifles("R", 50, 20)
    state = field(piece("plasma_bug", "P", 20, 20), target, phase=PHASE, activation=swarm_of("P"))
    assert "must take Ready first" in refusal(do(state, "bug_action", until="action"), "action", "shoot")
    ready = do(state, "bug_action", {"action": ["ready"]})
    assert ready.piece("P").has_mark("ready")
    assert refusal(do(ready.state, "bug_action", until="action"), "action", "shoot") == ""


@pytest.mark.rule("MI-BRDY-02")
def test_ready_lasts_over_the_turn_and_ends_with_an_action() -> None:
    plasma = piece("plasma_bug", "P", 20, 20, marks=["ready"])
    state = field(plasma, rifles("R", 50, 20), phase=PHASE, activation=swarm_of("P"))
    assert refusal(do(state, "bug_action", until="action"), "action", "shoot") == ""
    moved = do(state, "bug_action", {"action": ["move"], "move": [()]})
    assert not moved.piece("P").has_mark("ready")
    alert = field(plasma.with_mark("alert"), rifles("R", 28, 20), phase="mi_activations")
    from battlesim.rulesets.mobile_infantry.arachnids import screech
    from tests.rules.mobile_infantry.field import perform

    reacted = perform(
        alert, lambda game: screech.offer_screech(game, ("R",)), {"react": ["screech:P"], "move": [()]}
    )
    assert not reacted.piece("P").has_mark("ready")
