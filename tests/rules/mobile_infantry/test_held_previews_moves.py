"""The cards of Moves and of what goes on below ground."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.position_decisions import ChoosePoint, MoveGroup
from battlesim.engine.ruleset import Preview
from battlesim.rulesets.mobile_infantry.activations import move_previews
from battlesim.rulesets.mobile_infantry.arachnids.bug_movement import bug_motions
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle
from battlesim.rulesets.mobile_infantry.ground import movement
from battlesim.rulings.movement import EndApart, GroupLink, Leg
from battlesim.rulings.piece_placement import PiecePlacement
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.diggers import PHASE, group, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led
from tests.rules.mobile_infantry.test_held_previews_reacting import rows

ON_ALERT = ["alert"]
A = warrior("A", 10, 10)
B = warrior("B", 10, 12)
CHARGE = leg("A", (10, 10), (15.9, 10))
SWARM = GroupLink("A", 6.0, 1.0)
CLAWS = [
    ("Claws", "2 dice", "MI-BMEL-02"),
    ("Dice on it", "2x D6+1", "MI-BMEL-08"),
    ("Target", "4+", "MI-BMEL-03"),
    ("Kill", "7+", "MI-BMEL-03"),
    ("Save", "4+", "MI-BMEL-04"),
    ("Claws, on the die", "+1", "MI-GAP-02"),
    ("If it flinches", "pushed as drawn", "MI-BMEL-06"),
]


def moved(
    state: Battle, who: str, *legs: Leg, link: GroupLink | None = None, rule: str = "", flying: bool = False
) -> Preview:
    """What is said of a Move of some bugs."""
    able = bug_motions(state, tuple(who), flying=flying) if flying else bug_motions(state, tuple(who))
    asked = MoveGroup(side=BUGS, what="move", prompt="", rule=rule, motions=able, link=link)
    found = answer_preview(state, asked, legs)
    assert found is not None
    return found


def told(state: Battle, who: str, *legs: Leg, **more: Any) -> dict[str, tuple[str, str]]:
    """Value and rule of each row of a Move by its name."""
    return {label: (value, rule) for label, value, rule in rows(moved(state, who, *legs, **more))}


@pytest.mark.rule("MI-BMOV-02", "MI-BMOV-03", "MI-BMOV-04", "MI-GAP-06", "MI-GAP-16", "MI-FIRE-01")
def test_the_card_of_a_swarm_that_moves() -> None:
    squads = [rifles("P", 19, 10, marks=ON_ALERT), rifles("Q", 17.5, 13, marks=ON_ALERT)]
    state = field(A, B, warrior("C", 10, 20), *squads, phase="bugs_activations")
    assert rows(moved(state, "ABC", CHARGE, link=SWARM)) == [
        ("Way", "5.9 of 6 in", "MI-BMOV-03"),
        ("Left over", "0.1 in", "MI-BMOV-03"),
        ("Within 6 in of A", "1 of 2", "MI-BMOV-02"),
        ("Seen at the end by", "2 of 2", "MI-GAP-06"),
        ("May react", "2 at the end, 2.1 in away", "MI-FIRE-01"),
    ]


@pytest.mark.rule("MI-MOVE-02", "MI-MOVE-03", "MI-GAP-06", "MI-GAP-16", "MI-SCRE-01", "MI-BMOV-04")
def test_the_card_of_a_unit_that_moves() -> None:
    bugs = [warrior("W", 20, 10, marks=ON_ALERT), warrior("V", 10, 20, marks=ON_ALERT)]
    state = field(rifles("P", 10, 10), rifles("Q", 10, 12), *bugs, activation=led("P", "Q"))
    asked = act(state, {"action": ["move"]}, until="move").asked[-1]
    found = answer_preview(state, asked, (leg("P", (10, 10), (12, 10)), leg("Q", (10, 12), (12, 12))))
    assert rows(found) == [
        ("Longest way, P", "2.0 of 4 in", "MI-MOVE-03"),
        ("Left over", "2.0 in", "MI-MOVE-03"),
        ("Within 6 in of P", "1 of 1", "MI-MOVE-02"),
        ("Seen at the end by", "2 of 2", "MI-GAP-06"),
        ("May react", "2 at the end, 7.0 in away", "MI-SCRE-01"),
    ]


@pytest.mark.rule("MI-SCRE-02", "MI-BMOV-02", "MI-BMOV-04")
@pytest.mark.parametrize(
    ("who", "link", "row"),
    [
        ("AB", SWARM, ("1 of 1", "MI-BMOV-02")),
        ("AB", GroupLink("A", 6.0), ("1 of 1", "MI-SCRE-02")),
        ("A", SWARM, None),
        ("AB", None, None),
        ("AB", GroupLink("gone", 6.0), None),
    ],
    ids=["a swarm", "a Screech", "one alone", "no link", "no leader"],
)
def test_a_group_that_has_to_hold_together_says_how_many_do(
    who: str, link: GroupLink | None, row: object
) -> None:
    state = field(A, B, phase="bugs_activations")
    found = told(state, who, leg("A", (10, 10), (12, 10)), link=link)
    within = [value for label, value in found.items() if label.startswith("Within")]
    assert within == ([row] if row else [])


@pytest.mark.rule("MI-GAP-07")
def test_a_way_through_a_crater_costs_more_and_leaves_less() -> None:
    state = field(block("crater", "C", 11, 5, 20, 15), A)
    found = told(state, "A", leg("A", (10, 10), (13.5, 10)))
    assert list(found.items())[:3] == [
        ("Way", ("6.0 of 6 in", "MI-BMOV-03")),
        ("Left over", ("0.0 in", "MI-BMOV-03")),
        ("Of that for ground and climbing", ("2.5 in", "MI-GAP-07")),
    ]


@pytest.mark.rule("MI-BMOV-03", "MI-MOVE-03")
def test_a_move_of_nobody_and_a_point_for_a_marker_have_no_card() -> None:
    state = field(A, phase="bugs_activations")
    asked = MoveGroup(side=BUGS, what="move", prompt="", motions=bug_motions(state, ("A",)))
    point = ChoosePoint(side=BUGS, what="toward", prompt="")
    assert [
        move_previews.move_preview(state, asked, ()),
        move_previews.move_preview(state, point, (CHARGE,)),
    ] == [None, None]


@pytest.mark.rule("MI-FEET-02")
def test_whoever_runs_away_is_told_how_far_off_he_ends_and_how_far_he_must() -> None:
    state = field(rifles("P", 10, 10), warrior("W", 15, 10))
    able = movement.model_motion(state, "P", ends=(EndApart(("W",), 6.0),))
    asked = MoveGroup(side=MI, what="move", prompt="", motions=(able,))
    found = rows(answer_preview(state, asked, (leg("P", (10, 10), (8, 10)),)))
    assert ("From W", "6.0, at least 6.0 in", "MI-FEET-02") in found


@pytest.mark.rule("MI-GAP-07")
@pytest.mark.parametrize(("x", "row"), [(13.04, False), (13.06, True)])
def test_ground_that_costs_less_than_a_twentieth_of_an_inch_has_no_row(x: float, row: bool) -> None:
    state = field(block("crater", "C", 13, 5, 16, 15), A)
    assert ("Of that for ground and climbing" in told(state, "A", leg("A", (10, 10), (x, 10)))) is row


@pytest.mark.rule("MI-BMOV-04", "MI-SCRE-02", "MI-GAP-18", "MI-BMEL-02")
@pytest.mark.parametrize(
    ("rule", "options", "note"),
    [
        ("", {}, "; before it the enemy may react"),
        ("", {"reaction_window": "after_free_melee"}, ""),
        ("MI-SCRE-02", {}, ""),
    ],
)
def test_a_charge_tells_the_melee_it_leads_to_and_whether_the_enemy_comes_before_it(
    rule: str, options: dict[str, str], note: str
) -> None:
    state = field(A, B, rifles("P", 17, 10), phase="bugs_activations", options=options)
    found = moved(state, "AB", CHARGE, link=SWARM, rule=rule)
    assert (found.title, found.note, rows(found)[5:]) == (
        "Move, then Melee",
        f"1.2 HP lost on average{note}",
        CLAWS,
    )


@pytest.mark.rule("MI-SCRE-02", "MI-GAP-28", "MI-BMOV-04")
@pytest.mark.parametrize(("flying", "struck"), [(True, True), (False, False)])
def test_only_hoppers_that_fly_strike_an_aircraft_in_the_air_after_their_move(
    flying: bool, struck: bool
) -> None:
    things = [piece("hopper", "H", 10, 10), piece("viking", "V", 20, 10, marks=["flying"])]
    state = field(*things, phase="bugs_activations")
    edge = 20 - things[1].radius - things[0].radius - 0.5
    found = moved(state, "H", leg("H", (10, 10), (edge, 10)), flying=flying)
    assert (found.title == "Move, then Melee") is struck


def collapse(*things: Any) -> Preview:
    """What is said of the collapse of E by choice."""
    state = field(*hole("E", 30, 30), *things, phase=PHASE)
    asked = do(state, "bug_activate", until="activate")
    found = answer_preview(asked.state, asked.asked[-1], "collapse:E")
    assert found is not None
    return found


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12", "MI-TUNL-10")
@pytest.mark.parametrize(("below", "goes"), [([], False), (group(30, 32, warriors=1), True)])
def test_bugs_beside_a_collapse_go_below_only_where_a_marker_is(below: list[Any], goes: bool) -> None:
    found = collapse(warrior("W", 32, 30), *below)
    assert ("Living bugs beside it" in [row.label for row in found.rows]) is goes


@pytest.mark.rule("MI-TUNL-09", "MI-BTRT-10", "MI-GAP-04")
@pytest.mark.parametrize(("hits", "chance"), [(1, 2 / 6), (2, 0.0)])
def test_only_who_is_at_its_last_point_may_be_lost_in_a_collapse(hits: int, chance: float) -> None:
    found = collapse(piece("tanker", "T", 30, 32.75, hits=hits))
    assert (found.chance, "T, if lost" in [row.label for row in found.rows]) == (
        pytest.approx(chance),
        hits == 1,
    )


@pytest.mark.rule("MI-TUNL-09")
@pytest.mark.parametrize(
    ("who", "note"),
    [
        ([warrior("W", 32, 30)], "0.5 HP of your own lost on average"),
        ([rifles("R", 28, 30)], "0.5 HP of the enemy lost on average"),
        (
            [warrior("W", 32, 30), rifles("R", 28, 30)],
            "0.5 HP of your own and 0.5 HP of the enemy lost on average",
        ),
    ],
)
def test_a_collapse_says_what_it_costs_each_side(who: list[Any], note: str) -> None:
    assert collapse(*who).note == note


@pytest.mark.rule("MI-TUNL-07", "MI-BURR-04")
@pytest.mark.parametrize(("out", "left"), [((), "10"), (("B",), "5")])
def test_those_who_come_out_are_taken_off_the_number_that_still_may(out: tuple[str, ...], left: str) -> None:
    state = underground(*hole("E", 30, 30), *group(30, 30, warriors=20, burrower="B"), tally={"exits:E": 5})
    asked = tunnel(state, "exit:E", until="enter")
    found = answer_preview(asked.state, asked.asked[-1], tuple(PiecePlacement(id, 32, 30) for id in out))
    assert [row for row in rows(found) if "counts for" in row[0]] == [
        ("B counts for", "5 Warriors", "MI-BURR-04")
    ]
    assert rows(found)[-1] == ("Left of it after this", f"{left} Warriors", "MI-TUNL-07")


@pytest.mark.rule("MI-TUNL-07")
def test_of_warriors_that_come_out_each_counts_for_one() -> None:
    asked = tunnel(underground(*hole("E", 30, 30), *group(30, 30)), "exit:E", until="enter")
    assert rows(answer_preview(asked.state, asked.asked[-1], ())) == [
        ("May still come out of it", "15 of 15 Warriors", "MI-TUNL-07"),
        ("Left of it after this", "15 Warriors", "MI-TUNL-07"),
    ]
