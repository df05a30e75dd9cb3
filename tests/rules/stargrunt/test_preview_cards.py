"""The cards of orders, row by row, as a player reads them before giving the order."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Preview
from battlesim.mechanics.chance import Threshold, ThresholdRoll
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.battle.previews import answer_preview
from battlesim.rulesets.stargrunt.core.marks import CONFIDENCE, IN_POSITION, PANIC, SUPPRESSED, WOUNDED
from battlesim.rulesets.stargrunt.core.state import Battle
from battlesim.rulesets.stargrunt.previews.actions import ACTION_PREVIEWS
from battlesim.rulesets.stargrunt.previews.assault import (
    arrival_chances,
    assault_preview,
    begin_chance,
    stand_chance,
)
from battlesim.rulesets.stargrunt.previews.command import (
    rally_preview,
    regroup_preview,
    transfer_preview,
)
from battlesim.rulesets.stargrunt.previews.fire import confidence_rows, fire_preview
from battlesim.rulesets.stargrunt.previews.tests import cost_row
from battlesim.rulesets.stargrunt.previews.tests import test_preview as preview_of_test
from battlesim.table.events import DieTag

from .field import OWN, A, battle, fire, foes, row, squad, terrain, unit


def told(card: Preview | None) -> list[tuple[str, str]]:
    """The rows of a card."""
    assert card is not None
    return [(str(each.label), str(each.value)) for each in card.rows]


def bars(card: Preview | None) -> list[tuple[str, float]]:
    """The bars of a card, rounded."""
    assert card is not None
    return [(str(name), round(chance, 4)) for name, chance in card.bars]


def alone(ground=(), **more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(squad("a", (0, 0), **more), foes("b", (0, 20)), activated="a", ground=ground)


WOODS = terrain("woods", -3, -3, 3, 3)


TEST = [("Quality", "D8"), ("Needs", "5+")]


EASY = [("Quality", "D8"), ("Needs", "3+")]


@pytest.mark.rule("SG-POS-01", "SG-POS-03", "SG-SUP-03", "SG-RCT-01", "SG-RCT-04", "SG-RCT-05", "SG-RCT-06")
@pytest.mark.parametrize(
    ("key", "ground", "marks", "rows", "chance"),
    [
        (
            "move",
            [],
            {IN_POSITION: 1},
            [*TEST, ("A failure costs", "the action, and no other move in this activation")],
            0.5,
        ),
        (
            "go_in_position",
            [],
            {},
            [
                *TEST,
                ("Where it stands", "in the open"),
                ("A failure costs", "the action; no second try in this activation"),
            ],
            0.5,
        ),
        (
            "go_in_position",
            [WOODS],
            {},
            [
                *EASY,
                ("Where it stands", "in cover"),
                ("A failure costs", "the action; no second try in this activation"),
            ],
            0.75,
        ),
        (
            "shake_off",
            [],
            {SUPPRESSED: 1},
            [*EASY, ("A failure costs", "the action; the marker stays")],
            0.75,
        ),
    ],
)
def test_the_card_of_a_test(key, ground, marks, rows, chance) -> None:  # type: ignore[no-untyped-def]
    state = alone(ground, marks=marks)
    card = ACTION_PREVIEWS[key](state, unit(state, "a"))
    assert told(card) == rows and card and card.chance == chance
    assert bars(card) == [("fails", 1 - chance), ("passes", chance)]


def test_a_test_that_cannot_fail_does_not_say_what_a_failure_costs() -> None:
    tags = (DieTag(OWN, "Quality"),)
    rolls = (ThresholdRoll(sides=(8,), thresholds=(Threshold(n, "passes"),), tags=tags) for n in (1, 2))
    rows = [told(preview_of_test("Test", "", roll, "passed", cost_row("the action"))) for roll in rolls]
    assert [("A failure costs", "the action") in each for each in rows] == [False, True]


@pytest.mark.rule("SG-MOV-02", "SG-POS-03", "SG-MOV-04", "SG-MOV-07")
@pytest.mark.parametrize(
    ("kind", "marks", "rows", "chance", "note"),
    [
        ("rifleman", {}, [("On foot", "D6, twice"), ("Longest", "12 in")], 0.5, ""),
        (
            "rifleman",
            {IN_POSITION: 1},
            [
                ("On foot", "D6, twice"),
                ("Longest", "12 in"),
                *TEST,
                ("A failure costs", "the action, and no other move in this activation"),
            ],
            0.5,
            "if it gets out of position: 50 %",
        ),
        ("power_trooper", {}, [("Fast power armour", "D12, twice"), ("Longest", "24 in")], 0.5, ""),
        ("swarmer", {}, [("Very light", "D8, twice"), ("Longest", "16 in")], 0.5, ""),
    ],
)
def test_the_card_of_a_combat_move(kind, marks, rows, chance, note) -> None:  # type: ignore[no-untyped-def]
    state = alone(kinds=(kind,), marks=marks)
    card = ACTION_PREVIEWS["combat_move"](state, unit(state, "a"))
    assert card and (told(card), card.chance, str(card.note)) == (rows, chance, note)
    sides = len(card.bars)
    assert bars(card) == [(f"{2 * face}", round(1 / sides, 4)) for face in range(1, sides + 1)]


@pytest.mark.rule("SG-MOV-02", "SG-POS-03")
def test_a_unit_that_is_not_in_position_moves_without_a_card() -> None:
    state = alone()
    assert ACTION_PREVIEWS["move"](state, unit(state, "a")) is None
    assert ACTION_PREVIEWS["reorganise"](state, unit(state, "a")) is None


@pytest.mark.rule("SG-PAN-06", "SG-PAN-07", "SG-GAP-108")
@pytest.mark.parametrize(
    ("independent", "worst"), [(False, "one confidence level"), (True, "the unit leaves the game")]
)
def test_the_card_of_a_unit_in_panic_says_what_its_activation_risks(independent: bool, worst: str) -> None:
    state = alone(marks={PANIC: 1}, independent=independent)
    asked = ChooseOne(side=OWN, what="unit", prompt="Who?", options=(Option("a", "a"), Option("b", "b")))
    card = answer_preview(state, asked, "a")
    assert told(card) == [
        *EASY,
        ("A failure costs", "the activation; the panic stays"),
        ("A roll of 1 costs", worst),
    ]
    assert bars(card) == [("fails", 0.25), ("passes", 0.75)]
    assert answer_preview(state, asked, "b") is None


@pytest.mark.rule("SG-MED-02", "SG-REO-02", "SG-POS-03", "SG-SUP-03")
def test_the_card_of_a_treatment() -> None:
    wounded = {2: WOUNDED, 3: WOUNDED}
    state = battle(squad("a", *row(0, 0, 3), figure_marks=wounded), foes("b", (0, 20)), activated="a")
    card = RULESET.preview(state, action_decision(state, unit(state, "a")), "reorganise")
    assert told(card) == [
        ("Wounded within reach", "2"),
        ("dies", "33 %"),
        ("stabilised", "50 %"),
        ("OK again", "17 %"),
    ]
    assert bars(card) == [("dies", 0.3333), ("stabilised", 0.5), ("OK again", 0.1667)]
    assert card and card.chance == pytest.approx(1 / 6)


def chain(y: float, **more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(
        squad("a", (0, 0), level="platoon", leadership=1),
        squad("s", (0, y), under="a", marks={CONFIDENCE: 2}, **more),
        foes("b", (0, 20)),
        activated="a",
    )


NEIGHBOURS = ("Communication", "neighbours need no roll")


@pytest.mark.rule("SG-GAP-35", "SG-COM-01", "SG-TRN-03")
@pytest.mark.parametrize(
    ("y", "rows", "chance"), [(-10, [("Quality", "D8"), ("Needs", "3+")], 0.75), (-3, [NEIGHBOURS], 1.0)]
)
def test_the_card_of_a_transfer(y: float, rows: list[tuple[str, str]], chance: float) -> None:
    state = chain(y)
    card = transfer_preview(state, unit(state, "a"), unit(state, "s"))
    assert told(card) == [
        *rows,
        ("Transfers in this turn", "0 of 2 tried"),
        ("A failure costs", "the action, and one of the transfers"),
    ]
    assert bars(card) == [("not heard", 1 - chance), ("acts again", chance)]


@pytest.mark.rule("SG-GAP-35", "SG-RAL-02", "SG-RAL-03", "SG-COM-01")
def test_the_card_of_a_rally() -> None:
    """It is heard on 3 or more of a D8, and rallied on 4 or more."""
    state = chain(-10)
    card = rally_preview(state, unit(state, "a"), unit(state, "s"))
    assert told(card) == [
        *EASY,
        ("Heard", "75 %"),
        ("Quality", "D8"),
        ("Needs", "4+"),
        ("Rallied, once heard", "62 %"),
        ("A failure costs", "the action"),
    ]
    assert bars(card) == [("not heard", 0.25), ("in vain", 0.2812), ("rallied", 0.4688)]
    assert (card.chance, card.chance_of) == (pytest.approx(0.75 * 5 / 8), "s is shaken")


@pytest.mark.rule("SG-REG-02", "SG-REG-03", "SG-REG-04", "SG-GAP-35")
def test_the_card_of_a_regrouping() -> None:
    state = chain(-3, leadership=3, quality="green")
    card = regroup_preview(state, unit(state, "a"), unit(state, "s"))
    assert told(card) == [("Leadership", "1"), ("Quality", "green"), ("Confidence", "shaken")]


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05", "SG-CNF-02", "SG-GAP-06")
def test_the_card_of_a_shot() -> None:
    state = battle(squad("a", *row(0, 0, 2)), foes("b", *row(0, 6, 2)), activated="a")
    card = fire_preview(state, fire())
    assert told(card) == [
        ("Range", "6.0 in, band 1"),
        ("Range die", "D4"),
        ("Quality", "D8"),
        ("Firepower", "D4"),
        ("Fails", "23 %"),
        ("Minor success", "47 % suppressed"),
        ("Major success", "30 % suppressed, and hits"),
        ("Wounded, dead", "0.1, 0.2 on average"),
        ("b is steady", "19 %"),
        ("b is shaken", "10 %"),
    ]
    assert bars(card) == [("no loss", 0.7646), ("1 lost", 0.1817), ("2 lost", 0.0537)]
    assert card.chance == pytest.approx(1.0 - card.bars[0][1])
    assert card.chance_of == "at least one casualty, 0.3 on average; 77 % suppressed"


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05")
def test_the_card_of_a_snipers_shot_says_that_a_minor_success_hits_and_counts_steps() -> None:
    sniper = squad("a", (0, 0), kinds=("sniper",), quality="veteran", independent=True)
    card = fire_preview(battle(sniper, foes("b", *row(0, 46, 2)), activated="a"), fire("sniper_rifle:a1"))
    rows = dict(told(card))
    assert rows["Minor success"].endswith("suppressed, and hits") and rows["range band 3"] == "+2 steps"


@pytest.mark.rule("SG-CNF-02", "SG-CNF-03", "SG-FIR-01")
@pytest.mark.parametrize(
    ("levels", "rows"),
    [
        ({4: 0.5, 3: 0.3, 0: 0.2}, ["b is shaken"]),
        ({4: 1.0}, []),
        ({3: 0.004, 2: 0.005, 1: 0.1}, ["b is broken", "b is routed"]),
        ({5: 0.5, 1: 0.5}, ["b is routed"]),
    ],
)
def test_only_lower_levels_that_may_come_are_told(levels: dict[int, float], rows: list[str]) -> None:
    steady, _ = foes("b", (0, 6), marks={CONFIDENCE: 4})
    assert [str(each.label) for each in confidence_rows(steady, levels)] == rows


@pytest.mark.rule("SG-GAP-111", "SG-CLA-01", "SG-CLA-02", "SG-CLA-03", "SG-CLA-08", "SG-POS-03")
def test_the_card_of_an_assault() -> None:
    state = battle(squad("a", *row(0, 0, 2)), foes("b", *row(0, 6, 2)), activated="a")
    card = assault_preview(state, [unit(state, "a")], unit(state, "b"))
    assert told(card) == [
        ("The assault begins", "75 %"),
        ("b stands", "62 %"),
        ("Threat of its test", "+1"),
        ("b is shaken", "12 %"),
        ("b is steady", "25 %"),
        ("Shortest way", "5.0 in"),
        ("Arrives with the first move", "67 %"),
        ("Arrives with the second", "97 %"),
        ("First round", "0.9 down for 0.9 of your own"),
        ("2 x D8 against D8", "0.44 for 0.44"),
        ("A failure costs", "both actions"),
    ]
    assert str(card.note) == "28 %: b gives way without a fight" and card.chance == 0.75
    assert {odds.target: round(odds.expected, 3) for odds in card.losses} == {"b": 0.875, "a": 0.875}


@pytest.mark.rule("SG-GAP-111", "SG-CLA-01", "SG-CLA-02", "SG-CLA-08", "SG-POS-03")
def test_the_card_of_an_assault_by_two_units() -> None:
    state = battle(
        squad("a", (0, 0)), squad("c", (3, 0)), foes("b", (0, 9), marks={CONFIDENCE: 4}), activated="a"
    )
    card = assault_preview(state, [unit(state, "a"), unit(state, "c")], unit(state, "b"))
    assert told(card) == [
        ("a begins", "75 %"),
        ("c begins", "72 %"),
        ("b stands", "50 %"),
        ("Threat of its test", "+2"),
        ("b is broken", "25 %"),
        ("b is shaken", "25 %"),
        ("a has to go", "8.0 in"),
        ("a arrives at once", "50 %"),
        ("a arrives in two", "92 %"),
        ("c has to go", "8.5 in"),
        ("c arrives at once", "33 %"),
        ("c arrives in two", "83 %"),
        ("First round", "0.6 down for 0.9 of your own"),
        ("1 x D8 D8 against D8", "0.60 for 0.88"),
        ("A failure costs", "both actions"),
    ]
    assert {odds.target: [round(chance, 4) for chance in odds.lost] for odds in card.losses} == {
        "b": [0.3984, 0.6016],
        "a": [0.5625, 0.4375],
        "c": [0.5625, 0.4375],
    }
    assert card.sights == (("a1", "b1"), ("c1", "b1"))


@pytest.mark.rule("SG-GAP-111", "SG-CLA-03", "SG-CLA-08", "SG-POS-03", "SG-CLA-02")
@pytest.mark.parametrize(
    ("level", "chance", "words"),
    [
        (5, 5 / 8, "62 %"),
        (3, 5 / 8, "62 %"),
        (2, 0.0, "never: it is broken"),
        (1, 0.0, "never: it is broken"),
    ],
)
def test_a_broken_unit_never_stands(level: int, chance: float, words: str) -> None:
    state = battle(squad("a", (0, 0)), foes("b", (0, 9), marks={CONFIDENCE: level}), activated="a")
    own, target = unit(state, "a"), unit(state, "b")
    assert stand_chance(state, [A], target) == chance
    assert dict(told(assault_preview(state, [own], target)))["b stands"] == words


@pytest.mark.rule("SG-GAP-111", "SG-CLA-03", "SG-CLA-08")
def test_a_unit_that_cannot_pass_never_stands() -> None:
    state = battle(squad("a", *row(0, 0, 4)), foes("b", (0, 9), leadership=3, quality="untrained"))
    assert stand_chance(state, [A], unit(state, "b")) == 0.0


@pytest.mark.rule("SG-POS-03", "SG-GAP-111", "SG-CLA-01")
@pytest.mark.option("assault_from_position", "both_tests", "one_test_at_plus_1")
@pytest.mark.parametrize(
    ("marks", "option", "dropped", "chance"),
    [
        ({}, "both_tests", 0, 6 / 8),
        ({}, "both_tests", 1, 5 / 8),
        ({IN_POSITION: 1}, "both_tests", 0, 4 / 8 * 6 / 8),
        ({IN_POSITION: 1}, "both_tests", 1, 3 / 8 * 5 / 8),
        ({IN_POSITION: 1}, "one_test_at_plus_1", 0, 5 / 8),
        ({IN_POSITION: 1}, "one_test_at_plus_1", 1, 4 / 8),
        ({CONFIDENCE: 4}, "both_tests", 0, 5 / 8),
        ({}, "both_tests", 6, 0.0),
        ({IN_POSITION: 1}, "both_tests", 6, 0.0),
    ],
)
def test_the_chance_that_an_assault_begins(marks, option, dropped, chance) -> None:  # type: ignore[no-untyped-def]
    own = squad("a", (0, 0), marks=marks)
    state = battle(own, foes("b", (0, 8)), options={"assault_from_position": option})
    assert begin_chance(state, own[0], dropped) == pytest.approx(chance)


@pytest.mark.rule("SG-GAP-111", "SG-CLA-02")
@pytest.mark.parametrize(
    ("y", "first", "second"),
    [(3.0, 1.0, 1.0), (5.0, 5 / 6, 1.0), (13.0, 1 / 6, 26 / 36), (13.1, 0.0, 21 / 36), (25.0, 0.0, 1 / 36)],
)
def test_the_chance_to_arrive(y: float, first: float, second: float) -> None:
    state = battle(squad("a", (0, -20)), foes("b", (0, y - 20)))
    assert arrival_chances(state, unit(state, "a"), unit(state, "b")) == pytest.approx((first, second))
