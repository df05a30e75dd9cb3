"""What the window shows: odds cards, relations, threats, tables, and the question why not."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.rulesets.alien_invasion.actions.shoot_action import target_decision
from battlesim.rulesets.alien_invasion.attack.pools import kill_chances
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from tests.rules.alien_invasion.field import battle, block, daleks, group, pair, play, spugs, terrain

MEN = group("a", *block(10, 10))


def rows(card):
    return {str(row.label): str(row.value) for row in card.rows}


@pytest.mark.rule("MT-SHT-08", "MT-GAP-24")
def test_the_card_of_a_shot_has_dice_protection_and_chances():
    rubble = terrain("rubble", 29, 8, 36, 12)
    state = battle(MEN, daleks("b", (30, 10), (32, 10), (34, 10)), ground=[rubble])
    card = RULESET.preview(state, target_decision(state, "a"), "b")
    assert rows(card)["Protection"] == "in cover" and rows(card)["Score to kill"] == "27"
    assert card.losses[0].lost == kill_chances(8, 27, 3)
    assert card.chance == pytest.approx(1 - kill_chances(8, 27, 3)[0])


@pytest.mark.rule("MT-HTH-10")
def test_the_card_of_a_shot_into_a_fight_of_others_counts_half_the_dice():
    combat = LockedCombat(1, ("b", "a"), ("a",))
    state = battle(
        MEN, daleks("b", (12.75, 10)), spugs("s", *block(30, 10)), combats=(combat,), card="spug single"
    )
    card = RULESET.preview(state, target_decision(state, "s"), "a")
    assert "Shared" in rows(card) and card.losses[0].lost == kill_chances(2, 6, 4)


@pytest.mark.rule("MT-LNK-03")
def test_the_card_of_linked_shots_adds_their_dice_and_says_who_sees_nobody():
    house = terrain("building", 15, 17, 25, 30)
    targets = daleks("b", (30, 12), (32, 12), (34, 12))
    state = battle(MEN, targets, group("c", *block(10, 20)), ground=[house], card="unit triple")
    asked = play(state, ["a", "shoot", "b"]).run.pending
    alone, linked = RULESET.preview(state, asked, ()), RULESET.preview(state, asked, ("a#0", "c#0"))
    score = int(rows(alone)["Score to kill"])
    assert alone.title == "Shoot" and alone.losses[0].lost == kill_chances(8, score, 3)
    assert linked.title == "Linked fire" and linked.losses[0].lost == kill_chances(24, score, 3)
    assert rows(linked)["Sees none of them yet"] == "c" and linked.sights, "the target stays in view"


@pytest.mark.rule("MT-LNK-05")
def test_the_card_of_a_later_linked_shot_counts_what_was_rolled_before():
    targets = daleks("b", (30, 12), (32, 12), (34, 12))
    state = battle(MEN, targets, row=("unit triple", "dalek single"))
    first = play(state, ["a", "shoot", "b", ("a#0", "a#1")], [2, 2, 2, 3, 3, 3, 4, 4])
    card = RULESET.preview(first.state, target_decision(first.state, "a"), "b")
    score = int(rows(card)["Score to kill"])
    assert card.title == "Linked fire" and rows(card)["Rolled so far"] == "23"
    assert card.losses[0].lost == kill_chances(16, score, 3, 23), "with the third shot, which is declared"


@pytest.mark.rule("MT-HTH-13")
def test_the_card_of_a_charge_has_what_both_lose():
    state = battle(MEN, spugs("b", (16, 10), (18, 10)))
    card = RULESET.preview(state, move_decision(state, "a"), (16, 10))
    assert card.title == "Charge" and rows(card)["They fight"] == "in the open"
    assert card.losses[0].lost == kill_chances(8, 9, 2)
    there = RULESET.preview(state, move_decision(state, "a"), (10, 16))
    assert there.title == "Move" and not there.losses


@pytest.mark.rule("MT-MIB-04")
def test_the_card_of_an_initial_roll():
    state = battle(pair("m", (10, 10), (11.5, 10)), spugs("b", (30, 10)), card="mib single")
    card = RULESET.preview(state, target_decision(state, "m"), "b")
    assert rows(card)["Dice"] == "2 x 1D6 times a D6, 24.5 on average"


def test_relations_are_targets_or_those_one_is_locked_with():
    state = battle(MEN, daleks("b", (30, 10)), spugs("s", (40, 30)))
    assert {relation.other for relation in RULESET.relations(state, "a1")} == {"b1", "s1"}
    locked = state.with_game(combats=(LockedCombat(1, ("b", "a")),))
    assert [relation.other for relation in RULESET.relations(locked, "a1")] == ["b1"]


def test_a_threat_is_a_charge_and_nobody_who_is_locked_threatens():
    state = battle(MEN, daleks("b", (30, 10)))
    assert [threat.name for threat in RULESET.threats(state, "a1")] == ["Charge"]
    locked = state.with_game(combats=(LockedCombat(1, ("b", "a")),))
    assert RULESET.threats(locked, "a1") == ()


def test_the_tables_have_every_faction_and_figure():
    tables = {table.title: table for table in RULESET.tables()}
    assert len(tables["Factions"].rows) == len(factions())
    assert len(tables["Figures"].rows) == sum(len(faction.figure) for faction in factions().values())


def test_why_not_knows_the_actions_targets_and_moves_of_a_group():
    house = terrain("building", 18, 5, 22, 16)
    state = battle(MEN, daleks("b", (30, 10)), ground=[house])
    asked = {decision.what: decision for decision in RULESET.possible_decisions(state, "a1")}
    assert set(asked) == {"action", "target", "move"}
    assert [str(option.shut) for option in asked["target"].closed_options] == ["no figure sees one of them"]
