"""What is promised before a commit is what many rolls of the rules come to; and the figures of moves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.dice import SeededDice
from battlesim.engine.play import Play
from battlesim.engine.ruleset import Preview
from battlesim.rulesets.mobile_infantry.air import interception, strike_run
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire, melee
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.rulings.movement import GroupLink
from tests.rules.mobile_infantry.acts import leg
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import trigger

PLAYS = 500
Script = Callable[[Play[Any]], Any]


def promised(state: Battle, script: Script, what: str, answers: dict[str, list[Any]]) -> Preview:
    """The preview of the answer to a question."""
    asked = perform(state, script, answers, until=what)
    decision = asked.asked[-1]
    answer = answers[what][0]
    found = answer_preview(
        asked.state, decision, answer(decision, asked.state) if callable(answer) else answer
    )
    assert found is not None
    return found


def rolled(state: Battle, script: Script, answers: dict[str, list[Any]], targets: str) -> list[float]:
    """Shares of plays of the rules, with seeded dice, in which 0, 1, 2 … of a side are lost."""
    counts: Counter[int] = Counter()
    for seed in range(PLAYS):
        play, dice = Play(state, "mobile_infantry"), SeededDice(seed)
        left = {what: list(given) for what, given in answers.items()}
        live, answer = script(play), None
        try:
            while True:
                decision = live.send(answer)
                if decision.side == DICE_SIDE:
                    answer = dice.throw(decision.dice, "")
                else:
                    known = left.get(decision.what)
                    answer = known.pop(0) if known else decision.default(play.state)
                    answer = answer(decision, play.state) if callable(answer) else answer
        except StopIteration:
            own = [p for p in play.state.table.pieces.values() if p.side == targets]
            counts[sum(p.hits <= 0 or not p.in_play for p in own)] += 1
    return [counts[n] / PLAYS for n in range(max(counts) + 1)]


def agree(found: Preview, shares: list[float]) -> None:
    """The chances lie within four standard deviations of what was rolled."""
    expected = [chance for _, chance in found.bars]
    assert sum(expected) == pytest.approx(1.0)
    assert found.chance is not None
    for chance, share in ((1.0 - found.chance, shares[0]), *zip(expected, shares, strict=False)):
        off = 4.0 * math.sqrt(max(chance * (1.0 - chance), 0.002) / PLAYS)
        assert chance == pytest.approx(share, abs=off), (expected, shares)


@pytest.mark.rule("MI-BMEL-02", "MI-BMEL-08")
def test_a_swarm_in_melee():
    squads = [rifles("P", 20, 21, hits=2), rifles("Q", 22.2, 21, hits=1)]
    state = field(*(warrior(f"W{k}", 19 + 1.1 * k, 20) for k in range(4)), *squads, phase="bugs_activations")

    def script(game):
        return melee.run_melee(game, tuple(f"W{k}" for k in range(4)))

    answers = {"attacks": [lambda decision, state: tuple(item.to[-1] for item in decision.items)]}
    found = promised(state, script, "attacks", answers)
    assert found.chance_of == "at least one is lost" and found.sights
    agree(found, rolled(state, script, answers, MI))


@pytest.mark.rule("MI-GAP-11", "MI-SHOT-05")
@pytest.mark.parametrize("first", ["D6", "D6+1 Piercing(1)"])
def test_which_kind_of_die_goes_first(first):
    bugs = [warrior("W", 16, 10), piece("hopper", "H", 18, 10), warrior("V", 20, 10)]
    gun = piece("machine_gun", "G", 10, 8.9, marks=["moved"])
    state = field(rifles("P", 10, 10, hits=1), gun, *bugs)

    def script(game):
        return shooting.run_shooting(game, ("P", "G"))

    kinds = sorted(["D6", *["D6+1 Piercing(1)"] * 2], key=lambda kind: kind != first)
    fired = ("assault_rifle", "heavy_machine_gun")
    answers = {"target": ["W"], "weapons": [fired], "allocate": [tuple(kinds)]}
    found = promised(state, script, "allocate", answers)
    given = [(row.label, row.value.split(":")[0]) for row in found.rows if row.rule == "MI-SHOT-05"]
    assert given[0] == ("W", f"1x {first.split()[0]}") and [name for name, _ in given] == ["W", "H", "V"]
    agree(found, rolled(state, script, answers, BUGS))


@pytest.mark.rule("MI-GAP-60")
def test_who_of_two_at_equal_distance_is_given_the_die():
    state = field(rifles("P", 10, 10, hits=1), warrior("V", 16, 11), piece("hopper", "H", 16, 9))

    def promise(*order: str) -> Preview:
        answers = {"target": ["V"], "allocate": [order]}
        return promised(state, lambda game: shooting.run_shooting(game, ("P",)), "allocate", answers)

    assert [promise(*order).chance_of for order in (("V", "H"), ("H", "V"))] == ["V is lost", "H is lost"]


@pytest.mark.rule("MI-BTRT-04", "MI-BTRT-07")
def test_a_hopper_may_die_of_its_own_strike():
    state = field(piece("hopper", "H", 20, 20), rifles("P", 21, 20, hits=1), phase="bugs_activations")
    answers = {"form": [("hopper_strike",)]}

    def script(game):
        return melee.run_melee(game, ("H",))

    found = promised(state, script, "form", answers)
    assert [(row.label, row.value) for row in found.rows if row.rule == "MI-BTRT-04"] == [
        ("a natural 1 counts as 10, on the die", ""),
        ("Own losses", "10 %, 0.1 on average"),
    ]
    shares = rolled(state, script, answers, MI)
    assert found.chance == pytest.approx(shares[1], abs=4 * math.sqrt(0.25 / PLAYS))


@pytest.mark.rule("MI-BTRT-08", "MI-BSHT-03")
def test_an_area_that_scatters():
    people = [rifles("P", 40, 20, hits=1), rifles("Q", 42, 20, hits=1), rifles("R", 41, 22, hits=1)]
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), *people, phase="bugs_activations")
    answers = {"target": ["P"], "weapons": [("plasma_airburst",)]}

    def script(game):
        return bug_fire.run_bug_shooting(game, "X")

    assert "caught" in promised(state, script, "target", answers).rows[-1].label
    found = promised(state, script, "weapons", answers)
    assert any("caught" in row.label for row in found.rows)
    agree(found, rolled(state, script, answers, MI))


@pytest.mark.rule("MI-BTRT-01", "MI-BSHT-02")
def test_an_area_tells_the_bugs_own_apart():
    near = [piece("warrior", name, x, 20) for name, x in (("V", 15), ("W", 16.5))]
    state = field(
        piece("tanker", "X", 10, 20), rifles("P", 15.5, 21.5, hits=1), *near, phase="bugs_activations"
    )
    answers = {"target": ["P"], "weapons": [("acid_stream",)]}

    def script(game):
        return bug_fire.run_bug_shooting(game, "X")

    found = promised(state, script, "target", answers)
    assert [row.label for row in found.rows if "caught" in row.label] == [
        "P caught",
        "Your own V caught",
        "Your own W caught",
    ]
    assert "HP of your own" in found.note
    agree(found, rolled(state, script, answers, MI))


@pytest.mark.rule("MI-AIR-08", "MI-GAP-23")
def test_two_blasts_of_a_strike_run():
    bugs = [warrior("A", 30, 24), warrior("B", 32, 24.2), warrior("C", 33, 26)]
    state = field(*bugs, phase="mi_strike_runs", tally={"runs_granted": 1})
    line = [(0.0, 24.0), (72.0, 24.0)]
    answers = {"strike": ["napalm"], "line": line, "target": ["A", "no"], "second_target": ["B"]}

    def script(game):
        return strike_run.fly_strike_run(game)

    found = promised(state, script, "second_target", answers)
    assert found.about == "Napalm on 2 models"
    agree(found, rolled(state, script, answers, BUGS))


@pytest.mark.rule("MI-GAP-23")
def test_own_models_in_an_area_are_told_apart_from_those_that_are_shot_at():
    own, bugs = rifles("R", 28, 24, hits=1), [warrior("A", 30, 24), warrior("B", 32, 24.2)]
    state = field(piece("missile_team", "M", 10, 24), own, *bugs)

    def script(game):
        return shooting.run_shooting(game, ["M"])

    answers = {"target": ["A"], "weapons": [("he_warhead",)]}
    found = promised(state, script, "weapons", answers)
    alone = promised(state.with_table(state.table.without_pieces("R")), script, "weapons", answers)
    assert [row.label for row in found.rows if "own" in row.label] == ["Your own R"]
    assert "of your own" in found.note
    assert found.chance == pytest.approx(alone.chance)


@pytest.mark.rule("MI-AIR-04", "MI-AIR-06")
def test_a_line_of_flight_names_who_lies_under_it_and_who_may_intercept():
    things = [warrior("A", 30, 24), piece("hopper", "H", 40, 30, marks=["alert"])]
    state = field(*things, phase="mi_strike_runs", tally={"runs_granted": 1})
    found = []

    def leave(decision, state):
        found.append(decision)
        return (72.0, 24.0)

    answers = {"strike": ["napalm"], "line": [(0.0, 24.0), leave]}
    perform(state, strike_run.fly_strike_run, answers, until="intercept")
    shown = answer_preview(state, found[0], (72.0, 24.0))
    assert shown is not None and shown.chance is not None and 0.0 < shown.chance < 1.0
    assert rows(shown)["A"] == "30.0 in along" and rows(shown)["May intercept"] == "1 within 10 in"


@pytest.mark.rule("MI-GAP-25")
def test_hoppers_at_an_aircraft():
    hoppers = [piece("hopper", f"H{k}", 20 + 4 * k, 26, marks=["alert"]) for k in range(3)]
    state = field(
        piece("thunderbolt", "B", 2, 24, hits=1, marks=["flying"]), *hoppers, phase="mi_strike_runs"
    )
    answers = {"intercept": [("H0", "H1", "H2")]}

    def script(game):
        return interception.offer_interception(game, "B", ((0.0, 24.0), (72.0, 24.0)))

    agree(promised(state, script, "intercept", answers), rolled(state, script, answers, MI))


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-02")
def test_fire_at_will_names_its_trigger_and_its_pooled_odds():
    mi = [rifles("P", 10, 10, marks=["alert"]), rifles("Q", 10, 12, marks=["alert"])]
    state = field(*mi, warrior("W", 17, 11), phase="bugs_activations")
    decision = trigger(state, "W", until="react").asked[-1]
    found = answer_preview(state, decision, "fire")
    assert found is not None and found.title == "Fire at Will"
    assert (found.rows[0].label, str(found.rows[0].value)) == ("Trigger: W", "6.1 of 10 in")

    def script(game):
        return shooting.run_shooting(game, ("P", "Q"), targets=("W",), reaction=True)

    shares = rolled(state, script, {}, BUGS)
    assert found.chance == pytest.approx(shares[1], abs=4 * math.sqrt(0.25 / PLAYS))


@pytest.mark.rule("MI-FEET-02")
def test_beat_feet_says_how_far_it_must_end():
    state = field(rifles("P", 10, 10, marks=["alert"]), warrior("W", 15, 10), phase="bugs_activations")
    found = answer_preview(state, trigger(state, "W", until="react").asked[-1], "feet:P")
    assert found is not None
    assert ("To end from W", "at least 6.0 in") in [(row.label, str(row.value)) for row in found.rows]


def charge(state: Battle, *legs: Any) -> Preview:
    """The preview of a Move of Warriors A and B, A in the lead."""
    from battlesim.engine.position_decisions import MoveGroup
    from battlesim.rulesets.mobile_infantry.arachnids.bug_movement import bug_motions

    able = bug_motions(state, ("A", "B"))
    asked = MoveGroup(side=BUGS, what="move", prompt="Move", motions=able, link=GroupLink("A", 6.0, 1.0))
    assert asked.check(state, legs) is None
    found = answer_preview(state, asked, legs)
    assert found is not None
    return found


def rows(found: Preview) -> dict[str, str]:
    return {str(row.label): str(row.value) for row in found.rows}


@pytest.mark.rule("MI-BMOV-04", "MI-BMOV-02", "MI-GAP-16")
def test_a_charge_shows_its_way_and_the_melee_that_comes_of_it():
    state = field(
        warrior("A", 10, 10),
        warrior("B", 10, 12),
        rifles("P", 17, 10, marks=["alert"]),
        phase="bugs_activations",
    )
    found = charge(state, leg("A", (10, 10), (15.9, 10)))
    known = rows(found)
    assert known["Way"] == "5.9 of 6 in" and known["Left over"] == "0.1 in"
    assert known["Within 6 in of A"] == "1 of 1"
    assert known["May react"] == "1 at the end, 0.1 in away"
    assert found.title == "Move, then Melee" and found.chance is not None and found.chance > 0.0


@pytest.mark.rule("MI-GAP-06")
@pytest.mark.parametrize(("end", "seen"), [((12, 10), "0 of 2"), ((11, 10.5), "1 of 2"), ((8, 10), "2 of 2")])
def test_a_move_says_who_sees_it_at_its_end_as_fire_does(end, seen):
    squads = (rifles("P", 10, 30), rifles("Q", 18, 30))
    house = block("building", "H", 11, 12, 16, 14)
    state = field(warrior("A", 10, 10), warrior("B", 13.5, 9), *squads, house, phase="bugs_activations")
    found = charge(state, leg("A", (10, 10), end))
    assert rows(found)["Seen at the end by"] == seen


@pytest.mark.rule("MI-GAP-07")
def test_a_move_says_what_the_ground_costs():
    crater = block("crater", "C", 11, 5, 13, 15)
    state = field(warrior("A", 10, 10), warrior("B", 10, 12), crater, phase="bugs_activations")
    found = charge(state, leg("A", (10, 10), (13, 10)))
    assert rows(found)["Of that for ground and climbing"] == "2.0 in"
    assert found.title == "Move" and found.chance is None


@pytest.mark.rule("MI-GAP-60", "MI-GAP-11")
def test_who_gets_which_kind_is_not_foretold_of_two_at_equal_distance():
    gun = piece("machine_gun", "G", 8.9, 10, marks=["moved"])
    state = field(rifles("P", 10, 10, hits=1), gun, warrior("V", 16, 11), warrior("W", 16, 9))
    answers = {"target": ["V"], "weapons": [("assault_rifle", "heavy_machine_gun")]}
    done = perform(state, lambda game: shooting.run_shooting(game, ("P", "G")), answers, until="allocate")
    asked = done.first_decision("allocate")
    leads = asked.resulting_ids(done.state, asked.default(done.state))
    assert set(leads) == {("V", "W")} and len(leads) == len(asked.items)
