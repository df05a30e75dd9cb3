"""Looking ahead: a plan is what will be asked, ends where it must, and knows no more than its side."""

from __future__ import annotations

from typing import ClassVar

import pytest

from battlesim.engine.card_draw import DrawCard
from battlesim.engine.decisions import Assign, AssignItem, ChooseOne, ChooseSome
from battlesim.engine.lookahead import (
    ActPlan,
    LookaheadCache,
    LookaheadPlanner,
    PlannedAnswer,
    SuggestedAnswer,
)
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.run import start_run
from battlesim.players.recruit import Recruit, recruit_adviser
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game
from battlesim.scenarios.library import load_scenario
from battlesim.table.state import State
from battlesim.testing.playthroughs import play_through
from battlesim.testing.table import make_sides, make_table, standing_piece
from tests.contract.cases import CASES
from tests.support.minefield import Minefield, minefield
from tests.support.tiny import SCENARIOS


def first(view, decision):
    return SuggestedAnswer(decision.default(view))


def planned(ruleset, state, *given, side="red", advise=first):
    run = start_run(ruleset, state)
    return LookaheadPlanner(ruleset, run.position, side, advise).plan_act(given)


def skirmish(*pieces):
    field = make_table(*pieces, width=40.0, table_sides=make_sides("red", "blue"))
    return State(field, Game(turn=1, phase="red", phases=("red", "blue")))


def test_a_plan_goes_through_the_parts_of_an_act():
    plan = planned(Minefield(), minefield(), "c")
    assert [(line.decision.what, line.answer, line.source) for line in plan.lines] == [
        ("tread", "c", "given"),
        ("sure", False, "advice"),
    ]
    assert plan.stop == "step"


def test_a_line_that_is_given_takes_the_place_of_advice():
    assert planned(Minefield(), minefield(), "c", True).answers == ("c", True)


def test_a_plan_knows_nothing_that_its_side_does_not():
    plans = [planned(Minefield(), minefield(), square) for square in ("b", "c")]
    assert [(len(plan.lines), plan.stop) for plan in plans] == [(2, "step")] * 2


def test_what_is_refused_ends_a_plan_before_it():
    plan = planned(Minefield(), minefield(), "z")
    assert (plan.lines, plan.stop) == ((), "refused")


def test_a_plan_goes_from_who_acts_to_what_that_one_does():
    state = skirmish(standing_piece("a", 3, 20), standing_piece("c", 30, 3, side="blue"))
    assert planned(registry.load_ruleset("toy"), state, "a").answers == ("a", "stay")


def test_a_plan_ends_where_another_act_begins():
    state = skirmish(standing_piece("a", 3, 20), standing_piece("c", 8, 20, side="blue", marks=["reacted"]))
    plan = planned(registry.load_ruleset("toy"), state, "a")
    assert (plan.answers, plan.stop) == (("a", "stay"), "act")


def test_a_plan_goes_over_to_the_next_step_from_who_acts_alone():
    class Chosen(Minefield):
        decision_roles: ClassVar = {"tread": "who", "sure": "who"}

    assert planned(Chosen(), minefield(), "c", False).stop == "act"
    assert planned(Minefield(), minefield(), "c", False).stop == "step"


def test_a_plan_goes_over_to_the_next_step_from_who_acts_and_with_whom():
    class Joined(Minefield):
        decision_roles: ClassVar = {"tread": "who", "sure": "part"}

    assert planned(Joined(), minefield(), "c", False).stop == "act"


def test_a_plan_ends_where_another_side_is_asked():
    state = skirmish(standing_piece("a", 3, 20), standing_piece("c", 8, 20, side="blue"))
    plan = planned(registry.load_ruleset("toy"), state, "a", "stay")
    assert (plan.answers, plan.stop) == (("a", "stay"), "other")


def test_where_several_are_asked_at_once_a_plan_is_the_part_of_its_side():
    run = start_run(
        registry.load_ruleset("card_duel"), load_scenario(str(SCENARIOS / "crossroads.toml")).initial_state()
    )
    while isinstance(run.pending, DrawCard):
        run.answer(run.pending.cards[0])
    plan = LookaheadPlanner(run.ruleset, run.position, "east", first).plan_act(("none",))
    assert (plan.answers, plan.stop) == (("none",), "other")
    assert plan.lines[0].decision == run.pending.parts["east"]


def test_a_plan_ends_at_the_dice():
    state = skirmish(standing_piece("a", 3, 20), standing_piece("c", 8, 20, side="blue"))
    run = start_run(registry.load_ruleset("toy"), state)
    for answer in ("a", "stay", False):
        assert run.answer(answer) is None
    plan = LookaheadPlanner(registry.load_ruleset("toy"), run.position, "red", first).plan_act(("c",))
    assert (plan.answers, plan.stop) == (("c",), "dice")


def test_a_second_plan_is_made_like_the_first():
    run = start_run(Minefield(), minefield())
    looker = LookaheadPlanner(Minefield(), run.position, "red", first)
    assert looker.plan_act(("c",)) == looker.plan_act(("c",))
    assert run.pending.what == "tread" and not run.position.answers


def test_a_plan_ends_where_the_rules_need_what_is_hidden():
    class Peeking(Minefield):
        def tread(self, game):
            yield from super().tread(game)
            yield from game.choose_one(
                "next", "red", "Next?", (Option({"b": "x"}[game.state.game.mine], "x"),)
            )

    plan = planned(Peeking(), minefield(), "c")
    assert (plan.answers, plan.stop) == (("c", False), "hidden")


@pytest.mark.parametrize(
    ("decision", "only"),
    [
        (
            ChooseOne(
                side="red", what="a", prompt="", options=(Option("x", "x"), Option("y", "y", shut="no"))
            ),
            "x",
        ),
        (ChooseOne(side="red", what="a", prompt="", options=(Option("x", "x"), Option("y", "y"))), None),
        (ChooseSome(side="red", what="a", prompt="", options=(Option("x", "x"),), least=1, most=1), ("x",)),
        (ChooseSome(side="red", what="a", prompt="", options=(Option("x", "x"),), least=0, most=1), None),
        (Assign(side="red", what="a", prompt="", items=(AssignItem("i", "i", ("x",)),)), ("x",)),
        (Assign(side="red", what="a", prompt="", items=(AssignItem("i", "i", ("x", "y")),)), None),
    ],
)
def test_a_decision_says_when_it_has_one_answer(decision, only):
    assert decision.only_answer(minefield()) == only


def test_advice_is_the_same_each_time():
    state = skirmish(standing_piece("a", 3, 20), standing_piece("c", 8, 20, side="blue"))
    plans = [
        planned(
            registry.load_ruleset("toy"), state, "a", advise=recruit_adviser(registry.load_ruleset("toy"))
        )
        for _ in range(2)
    ]
    assert plans[0] == plans[1]


@pytest.mark.parametrize("key", ["toy", "mobile_infantry", "troice_station"])
def test_a_run_that_follows_the_battle_plans_as_one_that_replays_the_step(key):
    case, standby, compared = CASES[key](), LookaheadCache(), []

    def watch(run, decision):
        if decision.side not in {side.key for side in run.state.table.sides}:
            return
        advise = recruit_adviser(run.ruleset)
        answer = advise(run.ruleset.view(run.state, decision.side), decision).answer
        follows = LookaheadPlanner(run.ruleset, run.position, decision.side, advise, standby)
        replays = LookaheadPlanner(run.ruleset, run.position, decision.side, advise)
        ours, theirs = follows.plan_act((answer,)), replays.plan_act((answer,))
        assert (ours.answers, ours.stop) == (theirs.answers, theirs.stop)
        assert [line.decision for line in ours.lines] == [line.decision for line in theirs.lines]
        follows.prepare_next()
        compared.append(decision.what)

    play_through(case.ruleset, case.state, Recruit(), answers=30, watch=watch)
    assert len(compared) > 2


def test_a_run_stands_by_no_longer_than_its_step():
    run, standby = start_run(Minefield(), minefield()), LookaheadCache()
    standby.advance_to(run.ruleset, run.position)
    run.answer("b")
    run.answer(False)
    assert standby.take_run(run.ruleset, run.position).pending == run.pending


def test_a_target_unit_is_named_by_each_of_its_pieces():
    whom = ChooseOne(
        side="red",
        what="target",
        prompt="Fire at whom?",
        options=(
            Option("nobody", "Hold fire"),
            Option("near", "Near", ("n1", "n2"), to=("near",)),
            Option("rest", "Rest", ("c",)),
        ),
    )
    state = skirmish(standing_piece("c", 4, 4))
    lines = (PlannedAnswer(whom, "nobody", "advice", state),) * 2
    plan = ActPlan("red", lines, "dice")
    assert (plan.line_index_for("n2"), plan.answer_for(1, "n2"), plan.line_index_for("c")) == (1, "near", 0)
    assert (plan.first_index(ChooseOne), plan.first_index(MoveGroup)) == (1, 0)
