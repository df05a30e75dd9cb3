"""Melee of the Arachnids: reach, dice, results, flinch, order of steps, attack forms."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import Assign
from battlesim.rulesets.mobile_infantry.arachnids import melee, screech
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.table.events import DiceRolled, HitsChanged, PiecesMoved
from battlesim.table.pieces import Inside, Off, OnTable
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import swarm_of
from tests.rules.mobile_infantry.field import ScriptResult, block, field, perform, piece, rifles, warrior


def strike(
    state: Battle, *attackers: str, dice: list[int], reaction: bool = False, until: str = "", **answers: Any
) -> ScriptResult:
    """A Melee of these attackers."""
    return perform(
        state,
        lambda game: melee.run_melee(game, attackers, reaction=reaction),
        answers,
        dice=dice,
        until=until,
    )


def items(done: ScriptResult, what: str) -> dict[str, tuple[str, ...]]:
    """The items of an Assign and what each may go to."""
    question = done.first_decision(what)
    assert isinstance(question, Assign)
    return {item.key: item.to for item in question.items}


@pytest.mark.rule("MI-BMEL-01")
@pytest.mark.parametrize(("x", "rolls"), [(22.0, 1), (22.1, 0)])
def test_a_model_attacks_within_1_inch_only(x: float, rolls: int) -> None:
    done = strike(field(warrior("W", 20, 20), rifles("R", x, 20)), "W", dice=[1, 1] * rolls)
    assert len(done.events_of(DiceRolled)) == rolls


@pytest.mark.rule("MI-BMEL-02")
@pytest.mark.parametrize("to", [("P", "P"), ("P", "Q"), ("Q", "Q")])
def test_dice_go_to_any_valid_enemy_of_the_attacker_they_come_from(to: tuple[str, str]) -> None:
    squads = [rifles("P", 21, 20), rifles("Q", 20, 21), rifles("S", 22.5, 20)]
    state = field(warrior("W", 20, 20), warrior("V", 23.5, 20), *squads)
    done = strike(state, "W", "V", dice=[1, 1, 1, 1], attacks=[(*to, "S", "S")])
    assert items(done, "attacks") == {
        "W#warrior_claws#1": ("P", "Q"),
        "W#warrior_claws#2": ("P", "Q"),
        "V#warrior_claws#1": ("S",),
        "V#warrior_claws#2": ("S",),
    }
    refused = strike(state, "W", "V", dice=[], until="attacks")
    assert "cannot be assigned to S" in refusal(refused, "attacks", ("S", "P", "S", "S"))


@pytest.mark.rule("MI-BMEL-03", "MI-BWPN-01")
def test_a_kill_result_takes_2_hit_points_without_a_save() -> None:
    done = strike(field(warrior("W", 20, 20), rifles("R", 21, 20)), "W", dice=[6, 1])
    assert done.piece("R").hits == 2
    assert [len(e.faces) for e in done.events_of(DiceRolled)] == [2]


@pytest.mark.rule("MI-BMEL-04")
@pytest.mark.parametrize(("face", "saves", "left"), [(3, [4], 4), (3, [3], 3), (2, [], 4)])
def test_a_target_result_calls_for_a_save(face: int, saves: list[int], left: int) -> None:
    done = strike(field(warrior("W", 20, 20), rifles("R", 21, 20)), "W", dice=[face, 1, *saves])
    assert done.piece("R").hits == left


@pytest.mark.rule("MI-BWPN-01")
def test_a_warriors_claws_are_two_dice_of_d6_plus_1() -> None:
    done = strike(field(warrior("W", 20, 20), rifles("R", 22, 20)), "W", dice=[6, 3, 3])
    assert [e.sides for e in done.events_of(DiceRolled)] == [(6, 6), (6,)]
    assert done.piece("R").hits == 1  # 2 by the kill result, 1 by the failed save on 4+


@pytest.mark.rule("MI-BMEL-05")
def test_a_model_at_no_hit_points_is_removed() -> None:
    done = strike(field(warrior("W", 20, 20), piece("machine_gun", "G", 21, 20)), "W", dice=[3, 1, 3])
    assert done.piece("G").place == Off("lost")
    assert done.state.game.count("dead_humans") == 1


@pytest.mark.rule("MI-BMEL-06")
@pytest.mark.parametrize(("save", "x"), [(3, 23.0), (4, 21.0)])
def test_a_wound_pushes_2_inches_a_passed_save_does_not(save: int, x: float) -> None:
    done = strike(field(warrior("W", 20, 20), rifles("R", 21, 20)), "W", dice=[3, 1, save])
    assert done.piece("R").xy == (x, 20)


@pytest.mark.rule("MI-BMEL-07")
@pytest.mark.parametrize(("source", "end"), [("W", (23.0, 20.0)), ("V", (21.0, 22.0))])
def test_a_model_flinches_once_from_the_attacker_the_player_names(
    source: str, end: tuple[float, float]
) -> None:
    state = field(warrior("W", 20, 20), warrior("V", 21, 19), rifles("R", 21, 20))
    done = strike(state, "W", "V", dice=[3, 1, 3, 1, 3, 3], source=[(source,)])
    assert (done.piece("R").hits, done.piece("R").xy) == (2, end)


@pytest.mark.rule("MI-BMEL-08")
def test_dice_on_a_dead_model_are_lost_and_nobody_is_pushed_before_all_are_settled() -> None:
    gun, squad = piece("machine_gun", "G", 21, 20), rifles("R", 20.5, 21)
    state = field(warrior("W", 20, 20), warrior("V", 21.5, 19.3), gun, squad)
    done = strike(state, "W", "V", dice=[6, 6, 6, 6], attacks=[("G",) * 4])
    assert done.piece("G").place == Off("lost")
    assert done.piece("R").hits == 4
    assert done.state.game.count("dead_humans") == 1

    both = strike(field(warrior("W", 20, 20), rifles("R", 21, 20)), "W", dice=[3, 3, 3, 3])
    assert (both.piece("R").hits, both.piece("R").xy) == (2, (23.0, 20.0))
    assert type(both.events[-1]) is PiecesMoved


WALL = block("wall", "W1", 21, 18, 21.5, 22)


@pytest.mark.rule("MI-BWPN-02", "MI-GAP-42", "MI-GAP-68")
def test_one_of_two_forms_and_only_the_bite_hurts_a_wall() -> None:
    state = field(warrior("W", 20.5, 20), WALL)
    bitten = strike(state, "W", dice=[8], form=[("warrior_bite",)])
    assert bitten.state.table.terrain("W1").hits == 2
    assert [e.sides for e in bitten.events_of(DiceRolled)] == [(10,)]
    clawed = strike(state, "W", dice=[6, 6], form=[("warrior_claws",)])
    assert clawed.state.table.terrain("W1").hits == 3
    asked = strike(state, "W", dice=[], until="form")
    assert refusal(asked, "form", ("warrior_claws", "warrior_bite")) != ""


@pytest.mark.rule("MI-GAP-68")
def test_different_warriors_may_use_different_forms() -> None:
    state = field(warrior("W", 20, 20), warrior("V", 22, 20), rifles("R", 21, 20))
    done = strike(state, "W", "V", dice=[1, 1, 1], form=[("warrior_claws", "warrior_bite")])
    assert [e.sides for e in done.events_of(DiceRolled)] == [(6, 6, 10)]


MECH = "light_mech"


@pytest.mark.rule("MI-BWPN-03", "MI-BTRT-07")
def test_a_hoppers_strike_is_one_d10_with_piercing_1() -> None:
    state = field(piece("hopper", "H", 20, 20), piece(MECH, "M", 21.25, 20))
    failed = strike(state, "H", dice=[7, 3])
    assert failed.piece("M").hits == 2  # the save die 3 less 1 misses 3+
    passed = strike(state, "H", dice=[7, 4])
    assert passed.piece("M").hits == 3


@pytest.mark.rule("MI-BTRT-04", "MI-BWPN-03")
@pytest.mark.parametrize(("kind", "x"), [("heavy_mech", 21.5), ("light_mech", 21.25)])
def test_a_kamikaze_1_counts_as_10_and_kills_the_hopper(kind: str, x: float) -> None:
    state = field(piece("hopper", "H", 20, 20, marks=["alert"]), piece(kind, "M", x, 20))
    done = strike(state, "H", dice=[1])
    assert done.piece("M").hits == 1
    assert done.piece("H").place == Off("reserve")


@pytest.mark.rule("MI-BWPN-04")
@pytest.mark.parametrize(("dice", "left"), [([6, 1], 2), ([3, 1, 4], 4), ([3, 1, 3], 3)])
def test_a_tankers_jaws_are_two_d10_plus_1_without_piercing(dice: list[int], left: int) -> None:
    done = strike(field(piece("tanker", "T", 20, 20), rifles("R", 22, 20)), "T", dice=dice)
    assert done.piece("R").hits == left


@pytest.mark.rule("MI-BWPN-05", "MI-BTRT-07")
def test_the_acid_stream_is_no_melee_form_and_no_reaction() -> None:
    state = field(piece("tanker", "T", 20, 20), rifles("R", 22, 20))
    assert items(strike(state, "T", dice=[1, 1]), "form") == {"T": ("tanker_jaws", "hold")}
    done = strike(state, "T", dice=[6, 1], reaction=True)
    assert items(done, "form") == {"T": ("tanker_jaws", "hold")}
    assert done.piece("R").hits == 2


@pytest.mark.rule("MI-BWPN-06")
@pytest.mark.parametrize(("dice", "left"), [([7, 1], 2), ([4, 1, 4], 4), ([4, 1, 3], 3)])
def test_a_plasma_bugs_claws_are_two_d10(dice: list[int], left: int) -> None:
    done = strike(field(piece("plasma_bug", "P", 20, 20), rifles("R", 22, 20)), "P", dice=dice)
    assert done.piece("R").hits == left


@pytest.mark.rule("MI-BURR-06", "MI-BTRT-07")
def test_a_burrowers_mandibles_are_three_d10_with_piercing_2_and_no_react() -> None:
    state = field(piece("burrower", "B", 20, 20), rifles("R", 22, 20))
    done = strike(state, "B", dice=[7, 5, 1, 6])
    assert [e.sides for e in done.events_of(DiceRolled)] == [(10, 10, 10), (6,)]
    assert done.piece("R").hits == 2
    assert strike(state, "B", dice=[5, 1, 1, 5]).piece("R").hits == 3
    assert strike(state, "B", dice=[], reaction=True).asked == []


@pytest.mark.rule("MI-BTRT-09", "MI-BSHT-01")
def test_a_tanker_may_strike_after_its_acid_but_not_spit_twice() -> None:
    tanker = piece("tanker", "T", 20, 20, marks=["slow:acid_stream"])
    state = field(tanker, rifles("R", 22, 20), phase="bugs_activations", activation=swarm_of("T"))
    asked = do(state, "bug_action", until="action")
    assert refusal(asked, "action", "shoot") == "MI-BTRT-09: T has fired in this round"
    assert refusal(asked, "action", "melee") == ""


@pytest.mark.rule("MI-GAP-42", "MI-BMEL-01")
def test_stands_in_a_house_and_on_a_wall_can_be_struck() -> None:
    house = block("building", "V", 22, 18, 25, 22)
    inside = field(warrior("W", 21, 20), house, rifles("R", place=Inside("V")))
    done = strike(inside, "W", dice=[3, 3, 2, 1], attacks=[("R", "R")])
    assert items(done, "attacks") == {"W#warrior_claws#1": ("R", "V"), "W#warrior_claws#2": ("R", "V")}
    assert (done.piece("R").hits, done.piece("R").place) == (3, Inside("V"))  # die 2 + 2 passes on 4+
    post = rifles("R", place=OnTable(21.25, 20, 0, 1.0, "W1"))
    for x in (20.2, 22.3):
        manned = strike(field(warrior("W", x, 20), WALL, post), "W", dice=[1, 1], attacks=[("R", "W1")])
        assert items(manned, "attacks")["W#warrior_claws#1"] == ("R", "W1")


@pytest.mark.rule("MI-BMOV-04", "MI-GAP-56")
def test_a_wall_alone_gives_no_free_melee() -> None:
    state = field(warrior("W", 20.5, 20), WALL)
    done = perform(state, lambda game: melee.run_melee(game, ("W",), free=True))
    assert done.asked == []


@pytest.mark.rule("MI-BMEL-08")
def test_attackers_may_hold() -> None:
    state = field(warrior("W", 20, 20), rifles("R", 21, 20))
    done = strike(state, "W", dice=[], form=[("hold",)])
    assert not done.events_of(HitsChanged) and not done.events_of(DiceRolled)


@pytest.mark.rule("MI-GAP-28", "MI-BMOV-04")
@pytest.mark.parametrize(
    ("kind", "act", "end", "struck"),
    [
        ("hopper", "fly", 21.5, True),
        ("hopper", "fly", 21.4, False),
        ("hopper", "move", 21.5, False),
        ("warrior", "move", 21.5, False),
    ],
)
def test_an_aircraft_in_the_air_is_struck_by_hoppers_that_end_a_flight_beside_it(
    kind: str, act: str, end: float, struck: bool
) -> None:
    ship = piece("viking", "V", 25, 20, marks=["flying"])
    state = field(piece(kind, "H", 17, 20), ship, phase="bugs_activations", activation=swarm_of("H"))
    answers = {"action": [act], "move": [(leg("H", (17, 20), (end, 20)),)]}
    done = do(state, "bug_action", answers, dice=[10] * struck)
    assert done.piece("V").hits == 8 - 2 * struck
    later = do(done.state, "bug_action", until="action")
    assert "MI-BMEL-01" in refusal(later, "action", "melee")


@pytest.mark.rule("MI-GAP-28", "MI-SCRE-04")
def test_a_screech_in_flight_reaches_an_aircraft_too() -> None:
    ship = piece("viking", "V", 25, 20, marks=["flying"])
    state = field(piece("hopper", "H", 17, 20, marks=["alert"]), ship)
    answers = {"react": ["screech:H"], "action": ["fly"], "move": [(leg("H", (17, 20), (21.5, 20)),)]}
    done = perform(state, lambda game: screech.offer_screech(game, ("V",)), answers, dice=[10])
    assert done.piece("V").hits == 6
