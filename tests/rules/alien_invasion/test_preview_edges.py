"""The card of an answer, relations and threats, at the limits."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.rulesets.alien_invasion.actions.shoot_action import target_decision
from battlesim.rulesets.alien_invasion.attack.pools import kill_chances
from battlesim.rulesets.alien_invasion.battle.blast_previews import support_preview, thrown_preview
from battlesim.rulesets.alien_invasion.battle.previews import answer_preview, move_preview, shot_preview
from battlesim.rulesets.alien_invasion.battle.relations import relations
from battlesim.rulesets.alien_invasion.battle.threats import figure_threats
from battlesim.rulesets.alien_invasion.core.lookups import UNDERGROUND
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import VehicleRule
from battlesim.table.pieces import Off, OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    controller,
    daleks,
    group,
    mites,
    off,
    pair,
    play,
    spugs,
    terrain,
    vehicle,
)

SHOTS = pytest.mark.rule("MT-SHT-07", "MT-SHT-08", "MT-GAP-24", "MT-HTH-10", "MT-MOV-01", "MT-HTH-13")
MEN, FOE = group("a", *block(10, 10)), daleks("d", (30, 10))
LOST = Off("lost")


def rows(card):
    return {str(row.label): str(row.value) for row in card.rows}


@SHOTS
@pytest.mark.parametrize(
    ("own", "text", "average"),
    [
        (group("a", *block(10, 10)), "8D6", "28"),
        (group("a", (10, 10)), "1D6", "3.5"),
        (pair("a", (10, 10), (11.5, 10)), "2 x 1D6 times a D6", "24.5"),
        (mites("a", (10, 10)), "0D6", "0"),
    ],
)
def test_the_dice_of_a_shot(own, text, average):
    card = shot_preview(battle(own, FOE), "a", "d")
    assert rows(card)["Dice"] == f"{text}, {average} on average"


@SHOTS
@pytest.mark.rule("MT-GAP-15", "MT-GAP-16")
def test_dice_of_a_vehicle_are_added_to_an_initial_roll():
    own = (aboard(pair("a", (0, 0), (0, 0)), "jeep"), vehicle("jeep", 10, 10, side="mib", kind="jeep"), FOE)
    state = battle(*own, vehicles=(VehicleRule("jeep", weapons=("machine_gun",)),))
    assert rows(shot_preview(state, "a", "d"))["Dice"] == "2D6 + 2 x 1D6 times a D6, 31.5 on average"


@SHOTS
def test_the_card_of_a_shot():
    state = battle(MEN, daleks("d", (30, 10), (32, 10)))
    card, chances = shot_preview(state, "a", "d"), kill_chances(8, 24, 2)
    assert (card.title, card.about, card.chance_of) == ("Shoot", "a at d", "at least one is killed")
    assert card.chance == pytest.approx(1 - chances[0]) and card.losses[0].lost == chances
    assert card.losses[0].target == "d" and len(card.sights) == 1 and card.sights[0][0] == "a1"
    mean = sum(n * chance for n, chance in enumerate(chances))
    assert rows(card) == {
        "Dice": "8D6, 28 on average",
        "Protection": "in the open",
        "Score to kill": "24",
        "Killed": f"{mean:.1f} on average",
        "All of them": rows(card)["All of them"],
    }
    sure = shot_preview(battle(daleks("a", *block(10, 10, 3)), group("d", (30, 10))), "a", "d")
    assert rows(sure)["All of them"] == "100 %" and rows(sure)["Killed"] == "1.0 on average"
    never = shot_preview(battle(group("a", (10, 10)), FOE), "a", "d")
    assert rows(never)["All of them"] == "0 %" and never.chance == pytest.approx(0.0)


@SHOTS
def test_the_lowest_score_of_a_mixed_group_counts():
    mixed = spugs("d", (30, 10), (32, 10), kinds=["spug_warrior", "mite"])
    assert rows(shot_preview(battle(MEN, mixed), "a", "d"))["Score to kill"] == "6"


TWO_SIDES = LockedCombat(1, ("c", "d"))
THREE_SIDES = LockedCombat(1, ("c", "d", "m"))
IN_FIGHT = (group("c", *block(28, 9)), daleks("d", (31.6, 10)), pair("m", (31, 12), (32.3, 12)))


@SHOTS
@pytest.mark.parametrize(
    ("own", "combat", "dice"),
    [
        ("s", TWO_SIDES, 2),
        ("s", THREE_SIDES, 2),
        ("c", TWO_SIDES, 8),
        ("c", THREE_SIDES, 4),
        ("s", None, 4),
        ("c", None, 8),
    ],
)
def test_even_dice_alone_count_for_outsiders_and_in_fights_of_three(own, combat, dice):
    state = battle(*IN_FIGHT, spugs("s", *block(30, 20)), combats=(combat,) if combat else ())
    card = shot_preview(state, own, "d")
    assert card.losses[0].lost == kill_chances(dice, 24, 1)
    shared = dice in (2, 4) and combat is not None
    assert rows(card).get("Shared") == (
        "only even dice count here; odd ones go to the others in the fight" if shared else None
    )


@SHOTS
@pytest.mark.rule("MT-MIB-04")
def test_half_of_a_pair_counts_for_an_outsider():
    pairs = pair("s", (30, 20), (31.5, 20))
    state = battle(group("c", *block(28, 9)), daleks("d", (31.6, 10)), pairs, combats=(TWO_SIDES,))
    one = battle(daleks("d", (31.6, 10)), pair("s", (30, 20)))
    assert shot_preview(state, "s", "d").losses[0].lost == shot_preview(one, "s", "d").losses[0].lost


@SHOTS
@pytest.mark.parametrize(
    ("aim", "ground", "line"),
    [
        ((10, 15), [], "5.0 in"),
        ((10, 13.25), [], "3.2 in"),
        ((10, 18), [terrain("wall", 5, 13.8, 15, 14)], "4.5 in, ended by wall"),
    ],
)
def test_the_line_of_a_move(aim, ground, line):
    state = battle(group("a", (10, 10)), FOE, ground=ground)
    decision = move_decision(state, "a")
    card = RULESET.preview(state, decision, aim)
    assert (card.title, card.about, list(rows(card))) == ("Move", "a", ["Line"])
    assert rows(card)["Line"].startswith(line.split(",")[0]) and ("ended by" in rows(card)["Line"]) is (
        "," in line
    )


@SHOTS
def test_the_card_of_a_charge():
    state = battle(MEN, daleks("d", (16, 10), (18, 10)))
    card = RULESET.preview(state, move_decision(state, "a"), (16, 10))
    lost = kill_chances(12, 6, 4)
    mean = sum(n * chance for n, chance in enumerate(lost))
    assert (card.title, card.about) == ("Charge", "a charges d")
    assert rows(card)["Lost in return"] == f"{mean:.1f} on average"
    assert card.losses[0].lost == kill_chances(8, 24, 2) and card.losses[0].target == "d"
    assert rows(card)["They fight"] == "in the open" and card.sights == ()
    house = terrain("building", 14, 5, 22, 15)
    inside = battle(MEN, daleks("d", (16, 10), (18, 10)), ground=[house])
    defended = RULESET.preview(inside, move_decision(inside, "a"), (16, 10))
    assert rows(defended)["They fight"] == "as in a building" and rows(defended)["Score to kill"] == "30"
    one = battle(group("a", (10, 10)), daleks("d", (16, 10)))
    run = move_decision(one, "a").straight_run(one.table, (16, 10))
    assert move_preview(one, "a", run).losses[0].lost == kill_chances(1, 24, 1)
    single = kill_chances(6, 6, 1)
    assert rows(move_preview(one, "a", run))["Lost in return"] == f"{single[1]:.1f} on average"


@SHOTS
@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10", "MT-VEH-01", "MT-VEH-08")
def test_only_answers_that_have_odds_have_a_card():
    state = battle(MEN, daleks("d", (30, 10)))
    target, move = target_decision(state, "a"), move_decision(state, "a")
    assert str(answer_preview(state, target, "d").title) == "Shoot"
    assert str(answer_preview(state, move, (10, 12)).title) == "Move"
    other = ChooseOne(side="unit", what="group", prompt="x", options=target.options, about="a")
    assert answer_preview(state, other, "d") is None
    asked = play(state, []).run.pending
    assert answer_preview(state, asked, "a") is None


BOMB = SpecialAct("bomb", "Grenade", (), "blast", ("unit",), dice=4)


@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10")
@pytest.mark.parametrize(
    ("acts", "dice"),
    [
        ([], None),
        ([BOMB], 4),
        ([BOMB, SpecialAct("b", "Bomb", (), "blast", ("unit",), dice=6)], None),
        ([BOMB, SpecialAct("b", "Bomb", (), "blast", ("dalek",), dice=6)], 4),
        ([BOMB, SpecialAct("s", "Search", (), "find", ("unit",))], 4),
        ([SpecialAct("s", "Search", (), "find", ("unit",))], None),
    ],
)
def test_the_odds_of_a_grenade_if_it_is_the_only_one(acts, dice):
    men = group("b", (40, 20), (41.5, 20), kinds=["unit_rifleman"])
    state = battle(group("a", (30, 20)), men, FOE, objectives=Objectives(tuple(acts)))
    card = thrown_preview(state, "a", (40, 20))
    if dice is None:
        assert card is None
        return
    assert (str(card.title), str(card.about)) == ("Grenade", "unit")
    assert rows(card)["Dice"] == f"{dice}D6, {3.5 * dice:g} on average"
    assert [(loss.target, loss.lost) for loss in card.losses] == [("b", kill_chances(dice, 6, 2))]
    mean = sum(n * chance for n, chance in enumerate(kill_chances(dice, 6, 2)))
    assert rows(card)["b"] == f"{mean:.1f} killed on average"


@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10")
def test_the_odds_of_fire_support():
    mixed = spugs("s", (40, 20), (41.5, 20), kinds=["spug_warrior", "mite"])
    ground = [terrain("rubble", 50, 10, 56, 16)]
    state = battle(group("a", (30, 20)), mixed, daleks("d", (53, 13)), ground=ground, fire_support=True)
    card = support_preview(state, "unit", (40, 20))
    assert rows(card)["Dice"] == "8D6, 28 on average"
    assert [(loss.target, loss.lost) for loss in card.losses] == [("s", kill_chances(8, 6, 2))]
    (loss,) = support_preview(state, "unit", (53, 13)).losses
    assert (loss.target, loss.lost) == ("d", kill_chances(8, 27, 1))
    nobody = support_preview(state, "unit", (5, 40))
    assert nobody.losses == () and rows(nobody)["Caught"] == "nobody"


RELATED = pytest.mark.rule("MT-SHT-01", "MT-HTH-01")


@RELATED
@pytest.mark.parametrize(
    ("piece", "others"),
    [
        ("a1", [("d1", "may be shot at", "solid"), ("s1", "may be shot at", "solid")]),
        ("nobody", []),
        ("x1", []),
        ("car", []),
        ("b1", []),
    ],
)
def test_whom_a_figure_is_related_to(piece, others):
    groups = [
        *(MEN, daleks("d", (30, 10), (32, 10)), spugs("s", (40, 30))),
        off(group("x", (5, 5)), LOST),
        off(group("b", (5, 5)), UNDERGROUND),
        vehicle("car", 10, 30),
    ]
    found = relations(battle(*groups), piece)
    assert [(each.other, str(each.words), each.line) for each in found] == others


@RELATED
def test_those_in_a_vehicle_are_related_like_others():
    state = battle(aboard(MEN, "car"), vehicle("car", 10, 10), daleks("d", (30, 10)))
    assert [each.other for each in relations(state, "car")] == ["d1"]
    assert relations(state, "a1") == ()


@RELATED
def test_those_in_a_fight_are_related_to_all_others_in_it():
    combat = LockedCombat(1, ("a", "d", "c", "x"))
    groups = (MEN, daleks("d", (12.75, 10), (14.5, 10)), group("c", (9, 10)), spugs("s", (40, 30)))
    state = battle(*groups, off(daleks("x", (1, 1)), LOST), combats=(combat,))
    found = relations(state, "a1")
    words = ("locked in a fight", "bar")
    assert [(each.other, str(each.words), each.line) for each in found] == [("d1", *words), ("c1", *words)]


@RELATED
@pytest.mark.rule("MT-MOV-03")
@pytest.mark.parametrize(
    ("piece", "threatens"),
    [
        ("a1", True),
        ("nobody", False),
        ("x1", False),
        ("car", False),
        ("c1", False),
        ("b1", False),
        ("w1", False),
    ],
)
def test_who_threatens_to_charge(piece, threatens):
    groups = [
        *(MEN, group("c", (20, 20)), daleks("d", (21.25, 20))),
        off(group("x", (5, 5)), LOST),
        off(group("b", (5, 5)), UNDERGROUND),
        vehicle("car", 10, 30),
    ]
    state = battle(*groups, combats=(LockedCombat(1, ("c", "d")),))
    found = figure_threats(state, piece)
    assert [str(threat.name) for threat in found] == ["Charge"] * threatens


@RELATED
@pytest.mark.rule("MT-MITE-10", "MT-SPUG-02")
def test_a_charge_reaches_as_far_as_the_figure_moves():
    state = battle(MEN, mites("m", (36, 24)), controller("s", (60, 40), (62, 40)))
    widths = []
    for piece in ("m1", "s2"):
        (threat,) = figure_threats(state, piece)
        xs = [x for shape in threat.then for ring in shape for x, _ in ring]
        widths.append(round(max(xs) - state.table.piece(piece).xy[0], 1))
    assert widths == [24.5, 16.5]


@SHOTS
@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10", "MT-HTH-20")
def test_the_card_belongs_to_the_decision_that_is_asked():
    men = group("b", (40, 20), kinds=["unit_rifleman"])
    state = battle(group("a", (30, 20)), men, FOE, objectives=Objectives((BOMB,)))
    for what, title in (("blast_point", "Grenade"), ("support_point", "Fire support"), ("hole", None)):
        asked = ChooseOne(side="unit", what=what, prompt="x", options=(), about="a")
        card = answer_preview(state, asked, (40, 20))
        assert (str(card.title) if card else None) == title
    retreat = msgspec.structs.replace(move_decision(state, "a"), what="retreat")
    assert answer_preview(state, retreat, (30, 22)) is None


@SHOTS
@pytest.mark.rule("MT-VEH-01", "MT-VEH-08", "MT-GAP-14", "MT-GAP-18")
@pytest.mark.parametrize(("what", "kind"), [("drive", "jeep"), ("flight", "helicopter")])
def test_drives_and_flights_have_cards_of_their_own(what, kind):
    craft = vehicle("v", 20, 20, kind=kind)
    if what == "flight":
        craft = craft[0], (msgspec.structs.replace(craft[1][0], place=OnTable(20, 20, 0.0, 12.0)),)
    state = battle(aboard(group("a", (0, 0)), "v"), craft, FOE)
    key = {"drive": "drive", "flight": "fly"}[what]
    asked = play(state, ["a", key]).run.pending
    assert asked.what == what and answer_preview(state, asked, (30, 20)) is not None
