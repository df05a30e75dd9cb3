"""Doing once more what was done: by the next one, by several, farther on; and what ends it."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.lookahead import GoalPoint, LookaheadPlanner, SuggestedAnswer
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.repeat_answer import repeated_answer
from battlesim.engine.repeat_plan import RepeatRequest, repeat_plan
from battlesim.engine.run import start_run
from battlesim.players.recruit import recruit_adviser
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game
from battlesim.rulings.movement import Leg, Motion
from battlesim.scenarios.library import load_scenario
from battlesim.table.phrases import rendered_text as plain
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table, standing_piece

ASK = {"side": "red", "what": "test", "prompt": ""}


def first(view, decision):
    return SuggestedAnswer(decision.default(view))


def skirmish(*pieces):
    field = make_table(*pieces, width=40.0, table_sides=make_sides("red", "blue"))
    return State(field, Game(turn=1, phase="red", phases=("red", "blue")))


def looker(state, advise=first):
    ruleset = registry.load_ruleset("toy")
    return LookaheadPlanner(ruleset, start_run(ruleset, state).position, "red", advise)


FAR = standing_piece("z", 38, 38, side="blue")


def test_others_do_the_same_one_after_the_other():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 3, 6), standing_piece("c", 3, 9), FAR)
    plan = repeat_plan(looker(state), RepeatRequest(("a", "ne"), others=("c", "b")))
    assert plan.answers == ("a", "ne", "c", "ne", "b", "ne")


def test_what_was_done_last_is_done_by_who_is_chosen_now():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 3, 6), FAR)
    done = looker(state).plan_act(("a", "n"))
    deed = tuple((line.decision, line.answer) for line in done.lines)
    assert repeat_plan(looker(state), RepeatRequest(("b",), deed)).answers == ("b", "n")


def test_who_cannot_do_the_same_ends_it_and_is_named():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 3, 46), standing_piece("c", 3, 9), FAR)
    plan = repeat_plan(looker(state), RepeatRequest(("a", "n"), others=("c", "b")))
    assert plan.answers == ("a", "n", "c", "n")
    assert "b cannot do the same" in plain(plan.words)


def test_who_cannot_act_any_more_is_passed_over_and_named():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("c", 3, 9), FAR)
    plan = repeat_plan(looker(state), RepeatRequest(("a", "n"), others=("z", "c")))
    assert plan.answers == ("a", "n", "c", "n")
    assert "z cannot do the same" in plain(plan.words)


def test_it_ends_before_another_side_may_answer_and_says_who_waits():
    enemy = standing_piece("z", 8, 9, side="blue")
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 3, 9), standing_piece("c", 20, 20), enemy)
    plan = repeat_plan(looker(state), RepeatRequest(("a", "e"), others=("b", "c")))
    assert plan.answers[:2] == ("a", "e") and plan.stop == "other"
    assert "cannot do the same yet: another side may have to decide first" in plain(plan.words)


def test_a_deed_of_several_is_done_again_as_the_first_did_it():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 8, 6), standing_piece("c", 3, 12), FAR)
    two = repeat_plan(looker(state), RepeatRequest(("a", "n"), others=("b",)))
    deed = tuple((line.decision, line.answer) for line in two.lines)
    assert repeat_plan(looker(state), RepeatRequest(("c",), deed)).answers == ("c", "n")


def choice(*options):
    return ChooseOne(**ASK, options=options)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ((Option("y", "Y"), Option("x", "X")), "x"),
        ((Option("y", "Y", act="shoot", to=("e",)), Option("z", "Z", act="shoot", to=("d",))), "z"),
        ((Option("y", "Y", act="shoot", to=("e",)), Option("z", "Z", act="move")), "y"),
        ((Option("x", "X", shut="no"), Option("z", "Z", act="move")), None),
    ],
)
def test_a_choice_is_repeated_by_its_key_else_by_its_act_on_the_same_thing(options, found):
    done = choice(Option("x", "X", act="shoot", to=("d",)), Option("n", "N"))
    assert repeated_answer((done, "x"), skirmish(standing_piece("a", 3, 3)), choice(*options)) == found


def test_a_move_is_repeated_by_the_same_way():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 20, 6))
    asked = [
        MoveGroup(**ASK, motions=(Motion(i, 0.5, 6.0, starts=((at,),), occupied=("a", "b")),))
        for i, at in (("a", (3.0, 3.0)), ("b", (20.0, 6.0)))
    ]
    legs = repeated_answer((asked[0], (Leg("a", ((3.0, 3.0), (5.0, 4.0))),)), state, asked[1])
    assert [leg.end for leg in legs] == [(22.0, 7.0)]


def test_a_place_that_is_taken_is_gone_beside():
    state = skirmish(standing_piece("a", 3, 3), standing_piece("b", 20, 6), standing_piece("c", 22, 7))
    asked = MoveGroup(**ASK, motions=(Motion("b", 0.5, 6.0, starts=(((20.0, 6.0),),), occupied=("a", "c")),))
    (leg,) = repeated_answer((asked, (Leg("a", ((3.0, 3.0), (5.0, 4.0))),)), state, asked)
    assert 1.0 <= math.dist(leg.end, (22.0, 7.0)) <= 1.5


@pytest.fixture(scope="module")
def company():
    """Company HQ of a battle, where it is asked who is activated."""
    scenario = load_scenario("outpost_evac")
    run, advise = start_run(scenario.ruleset, scenario.initial_state()), recruit_adviser(scenario.ruleset)
    while run.pending.what != "activate":
        view = scenario.ruleset.view(run.state, run.pending.side)
        run.answer(advise(view, run.pending).answer)
    return LookaheadPlanner(scenario.ruleset, run.position, "mi", advise), run


BESIDE = 0.6
"""Inches that somebody goes farther where the place of his own is taken."""
UNITS = ("platoon_1", "platoon_2", "platoon_3", "platoon_4", "lance")


def led(plan):
    """Unit, and how far whoever leads it goes in each move of it."""
    found = {}
    for line in plan.lines:
        if isinstance(line.decision, MoveGroup) and line.answer:
            leg = line.answer[0]
            found.setdefault(line.decision.about, []).append(math.dist(leg.path[0], leg.end))
    return found


def test_a_company_goes_the_same_way_at_the_pace_of_the_slowest(company):
    looker, _ = company
    plan = repeat_plan(
        looker, RepeatRequest(("lance", "move"), others=("platoon_1", "hq"), goal=GoalPoint(40.0, 44.0))
    )
    assert list(led(plan)) == ["lance", "platoon_1", "hq"]
    assert all(max(ways) <= 4.0 + BESIDE for ways in led(plan).values())
    assert "pace of" in plain(plan.words)


def test_in_place_of_one_who_would_not_move_the_next_who_would_is_advised(company, monkeypatch):
    looker, run = company
    plan = looker.plan_act(("platoon_1", "move"))
    lines = [replace(line, answer=()) if line.decision.what == "move" else line for line in plan.lines]
    still = replace(plan, lines=tuple(lines))
    assert still.is_idle and not plan.is_idle
    plans = {"hq": still, "platoon_1": still, "platoon_2": plan}
    monkeypatch.setattr(looker, "plan_act", lambda given: plans.get(given[0], still))
    assert looker.alternative_to_idle(run.pending, "platoon_1") == "platoon_2"
    assert looker.alternative_to_idle(run.pending, "platoon_2") == "platoon_2"
    del plans["platoon_2"]
    assert looker.alternative_to_idle(run.pending, "platoon_1") == run.pending.least


def test_one_who_goes_on_to_a_far_place_takes_several_acts(company):
    looker, _ = company
    plan = repeat_plan(looker, RepeatRequest(("platoon_1", "move"), goal=GoalPoint(27.0, 14.0)))
    first, second = led(plan)["platoon_1"]
    assert first == pytest.approx(4.0, abs=0.1) and 2.0 < second < 4.0
    near = repeat_plan(looker, RepeatRequest(("platoon_1", "move"), goal=GoalPoint(22.0, 13.0)))
    assert len(led(near)["platoon_1"]) == 1, "it has come there"


def test_the_answers_of_a_march_are_those_of_single_questions(company):
    looker, run = company
    plan = repeat_plan(looker, RepeatRequest(("hq", "move"), others=UNITS, goal=GoalPoint(23.0, 5.0)))
    twin = run.fork()
    for line in plan.lines:
        assert twin.pending == line.decision and twin.answer(line.answer) is None
    assert sum(line.decision.what == "activate" for line in plan.lines) == 6
