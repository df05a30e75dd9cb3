"""Why not: the condition that fails, by how much, by which rule, from what the rules themselves offer."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.decisions import DICE_SIDE, OptionDecision
from battlesim.engine.run import start_run
from battlesim.engine.why_lookahead import follow_up_decisions
from battlesim.engine.why_query import WhyQuery, explain_why
from battlesim.report.reasons import reason_lines, reason_values, why_report
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import REACTED_MARK, Game
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import rendered_text
from battlesim.table.pieces import Mark, Off
from battlesim.table.state import State
from battlesim.testing.table import make_sides, make_table, standing_piece
from tests.rules.invasion_earth.field import SLR, battle, enemy, model
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.support.tiny import SCENARIOS, put_on_path

TOY = registry.load_ruleset("toy")
ABOUT = ((8, 8, 12, 9), (8, 11, 12, 12), (8, 9, 9, 11), (11, 9, 12, 11))
"""Rocks all round a stand at (10, 10)."""


def skirmish(*pieces, **game):
    field = make_table(*pieces, width=40.0, table_sides=make_sides("red", "blue"))
    return State(field, Game(**{"turn": 1, "phase": "red", "phases": ("red", "blue")} | game))


def told(ruleset, state, what, asked, side=NO_SIDE):
    """The reasons of one kind: whether it may, and the words with the rule."""
    found = why_report(ruleset, state, asked, start_run(ruleset, state), side)
    called = state.table.name_of
    return [(r.open, rendered_text(r.words, called), r.rule) for r in found.reasons if r.what == what]


def test_a_target_out_of_range_is_told_by_how_much_it_is_too_far():
    state = skirmish(standing_piece("a", 5, 5), standing_piece("b", 18.5, 5, side="blue"))
    assert told(TOY, state, "target", WhyQuery("a", "b")) == [
        (False, "12.5 in away, 2.5 in too far", "TOY-GUN-01")
    ]


def test_a_target_in_range_may_be_shot_at():
    state = skirmish(standing_piece("a", 5, 5), standing_piece("b", 15, 5, side="blue"))
    assert told(TOY, state, "target", WhyQuery("a", "b")) == [(True, "", "TOY-GUN-01")]


def test_what_is_allowed_is_told_with_its_odds():
    ruleset = registry.load_ruleset("invasion_earth")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12))
    values = reason_values(
        ruleset, state.table, why_report(ruleset, state, WhyQuery("a", "e"), None, NO_SIDE)
    )
    (shot,) = (reason for reason in values["reasons"] if reason["what"] == "target" and reason["act"] == "e")
    assert shot["losses"] == [{"piece": "e", "name": "e", "lost": [0.5, 0.5]}]
    lines = list(reason_lines(values))
    at = lines.index("  yes: e [IE-GAP-12]")
    assert lines[at + 1 : at + 3] == ["    50 %: e is removed", "    e loses 0 (50 %), 1 (50 %)"]


def test_what_has_been_removed_cannot_be_moved_to():
    ruleset = registry.load_ruleset("invasion_earth")
    gone = msgspec.structs.replace(enemy(SLR, "e", 0, 12), place=Off("removed"))
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "f", 0, 14), gone)
    assert (False, "e is not on the table", "IE-GAP-06") in told(ruleset, state, "move", WhyQuery("a", "e"))


def test_who_has_reacted_is_told_so():
    state = skirmish(
        standing_piece("a", 5, 5), standing_piece("b", 9, 5, side="blue", marks=(Mark(REACTED_MARK, 1),))
    )
    assert told(TOY, state, "react", WhyQuery("b", "a")) == [
        (False, "it has reacted since its last turn", "TOY-REACT-01")
    ]


@pytest.mark.parametrize(
    ("piece", "words"), [("b", "it is another side's turn"), ("a", "it has acted in this turn")]
)
def test_who_is_not_due_is_told_why(piece, words):
    pieces = standing_piece("a", 5, 5), standing_piece("c", 5, 9), standing_piece("b", 15, 5, side="blue")
    state = skirmish(*pieces, acted=("a",))
    assert told(TOY, state, "piece", WhyQuery(piece)) == [(False, words, "TOY-TURN-02")]


def test_it_is_said_who_is_asked_in_its_place():
    state = skirmish(standing_piece("a", 5, 5), standing_piece("b", 15, 5, side="blue"))
    found = explain_why(TOY, state, WhyQuery("b"), start_run(TOY, state).pending)
    assert (rendered_text(found.now, state.table.name_of), found.now_rule) == (
        "it is for Red to decide now, not for b",
        "TOY-TURN-02",
    )


def test_the_reasons_are_those_of_the_question_when_it_is_put():
    state = skirmish(
        standing_piece("a", 5, 5),
        standing_piece("b", 14, 5, side="blue"),
        standing_piece("c", 30, 5, side="blue"),
    )
    run = start_run(TOY, state)
    run.answer("a")
    run.answer("stay")
    while run.pending.what != "target":
        run.answer(False)
    (offered,) = [q for q in TOY.possible_decisions(state, "a") if q.what == "target"]
    assert isinstance(run.pending, OptionDecision) and run.pending == offered


def test_a_place_too_far_away_is_told_in_inches_and_one_in_reach_with_what_is_to_spare():
    state = field(rifles("R", 10, 10), warrior("W", 30, 10))
    rules = registry.load_ruleset("mobile_infantry")
    ((may, words, rule),) = told(rules, state, "move", WhyQuery("R", place=(18.0, 10.0)))
    allowance = rules.profile("rifle_squad")["move"]
    assert (may, rule) == (False, "MI-MOVE-03")
    assert words.endswith(f"{8.0 - allowance:.2f} in too far")
    ((may, words, _),) = told(rules, state, "move", WhyQuery("R", place=(11.5, 10.0)))
    assert (may, words) == (True, f"{allowance - 1.5:.2f} in to spare")


def test_what_stands_in_the_way_of_a_place_is_named():
    state = field(rifles("R", 10, 10), block("rocks", "K", 12, 5, 14, 15), warrior("W", 30, 10))
    ((may, words, _),) = told(
        registry.load_ruleset("mobile_infantry"), state, "move", WhyQuery("R", place=(13.0, 10.0))
    )
    assert not may
    assert "K" in words and "overlaps" in words


def test_what_hides_a_target_is_named_with_its_share():
    state = field(rifles("R", 10, 10), block("building", "K", 14, 5, 16, 15), warrior("W", 20, 10))
    rules = registry.load_ruleset("mobile_infantry")
    ((may, words, _),) = told(rules, state, "sees", WhyQuery("R", "W"))
    assert (may, words) == (False, "0% of the target is visible; Building K hides 100% of the target")
    assert told(rules, state, "target", WhyQuery("R", "W"))[0][:2] == (False, "out of sight")


def test_who_may_not_react_is_told_why():
    state = field(rifles("R", 10, 10), rifles("S", 10, 30, marks=["alert"]), warrior("W", 14, 10))
    rules = registry.load_ruleset("mobile_infantry")
    assert told(rules, state, "react", WhyQuery("R", "W"))[0][:2] == (False, "it is not on Alert")
    assert told(rules, state, "react", WhyQuery("S", "W"))[0][1].endswith("in too far")


def test_whoever_could_run_is_told_so_and_where_it_cannot_why():
    rules, far = registry.load_ruleset("mobile_infantry"), warrior("W", 14, 10)
    alert = field(rifles("R", 10, 10, marks=["alert"]), far)
    assert told(rules, alert, "react", WhyQuery("R", "W"))[1] == (True, "", "MI-FEET-01")
    walls = [block("rocks", f"K{n}", *box) for n, box in enumerate(ABOUT)]
    shut_in = field(rifles("R", 10, 10, marks=["alert"]), far, *walls)
    assert told(rules, shut_in, "react", WhyQuery("R", "W"))[1] == (
        False,
        "no Move can end at least 2 in further away",
        "MI-FEET-02",
    )
    dull = field(rifles("R", 10, 10), far)
    assert told(rules, dull, "react", WhyQuery("R", "W"))[1] == (False, "it is not on Alert", "MI-FEET-01")


def test_a_dropship_is_told_how_far_it_flies_why_it_cannot_land_and_that_it_does_not_run():
    rules = registry.load_ruleset("mobile_infantry")
    ship = piece("viking", "V", 20, 20, marks=["flying", "alert"])
    state = field(ship, warrior("W", 28, 20))
    assert told(rules, state, "move", WhyQuery("V", place=(30.0, 20.0))) == [
        (True, "2.00 in to spare", "MI-VIK-01")
    ]
    assert told(rules, state, "land", WhyQuery("V"))[0] == (False, "there is no landing zone", "MI-GAP-27")
    assert told(rules, state, "react", WhyQuery("V", "W"))[-1] == (False, "aircraft do not run", "MI-GAP-20")


def test_a_bomber_is_told_what_it_does_not_fly_over_and_hoppers_what_they_cannot_reach():
    rules = registry.load_ruleset("mobile_infantry")
    bomber = piece("thunderbolt", "T", 0, 20, marks=["flying"])
    bugs = warrior("under", 60, 20.5), warrior("off", 60, 23), piece("hopper", "H", 14.5, 20, marks=["alert"])
    state = field(bomber, *bugs)
    assert told(rules, state, "target", WhyQuery("T", "under")) == [(True, "", "MI-AIR-04")]
    assert told(rules, state, "target", WhyQuery("T", "off")) == [(False, "2.5 in off its line", "MI-AIR-04")]
    assert told(rules, state, "react", WhyQuery("H", "T"))[-1] == (
        False,
        "14.0 in away, 4.0 in too far",
        "MI-AIR-06",
    )


def test_a_ruleset_that_does_not_say_what_it_offers_is_asked_ahead():
    put_on_path()
    scenario = load_scenario(str(SCENARIOS / "six.toml"))
    run = start_run(scenario.ruleset, scenario.initial_state())
    while run.pending.side == DICE_SIDE:
        run.answer(run.pending.default(run.state))
    side = run.pending.side
    own = [p for p in run.state.table.standing_pieces() if p.side == side]
    asked = [list(follow_up_decisions(scenario.ruleset, run.position, side, piece)) for piece in own]
    assert max(len({question.what for question in some}) for some in asked) > 1
    assert {question.side for some in asked for question in some} == {side}


def test_of_what_a_side_does_not_see_it_is_told_nothing():
    scenario = load_scenario("first_contact")
    state = scenario.initial_state()
    with pytest.raises(KeyError):
        why_report(scenario.ruleset, state, WhyQuery("wt1"), None, SideKey("mi"))


def test_who_is_not_on_the_table_is_told_so():
    scenario = load_scenario("first_contact")
    (only,) = told(scenario.ruleset, scenario.initial_state(), "place", WhyQuery("h1"))
    assert only[:2] == (False, f"{scenario.initial_state().table.name_of('h1')} is not on the table")


def test_a_side_is_not_told_what_another_one_is_asked():
    pieces = standing_piece("a", 5, 5), standing_piece("b", 15, 5, side="blue")
    state = skirmish(*pieces)
    now = [
        rendered_text(
            why_report(TOY, state, WhyQuery("a"), start_run(TOY, state), SideKey(side)).now,
            state.table.name_of,
        )
        for side in ("red", "blue")
    ]
    assert now == ["the open question is: Which trooper acts?", "it is for Red to decide now"]
