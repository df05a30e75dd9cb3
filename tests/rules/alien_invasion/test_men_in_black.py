"""Men in Black: initial rolls, specimens and their study, and the Clean Up team."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.card import action_decision, twin_of
from battlesim.rulesets.alien_invasion.actions.study_action import study
from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE, group_plans
from battlesim.rulesets.alien_invasion.attack.pools import kill_chances, pool_kill_chances
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.victory import sides_left, winners
from battlesim.rulesets.alien_invasion.combat.resolution import resolve
from battlesim.rulesets.alien_invasion.core.lookups import DicePool
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    armed,
    battle,
    block,
    clean_up,
    daleks,
    group,
    left,
    pair,
    perform,
    play,
    run,
    spugs,
    terrain,
)

SHOT = ["m", "shoot", "b"]
TWO = pair("m", (10, 10), (11.5, 10))
SINGLE = "mib single"


def rolls(done):
    """The numbers of dice rolled, in order."""
    return [len(event.faces) for event in done.events_of(DiceRolled)]


@pytest.mark.rule("MT-MIB-04", "MT-GAP-44")
@pytest.mark.option("mib_initial_roll", "per_group", "per_operative")
@pytest.mark.parametrize(
    ("value", "first", "dice"), [("per_group", [4], [1, 8]), ("per_operative", [4, 2], [1, 1, 6])]
)
def test_the_initial_roll_says_how_many_dice_each_operative_rolls(value, first, dice):
    state = battle(TWO, spugs("b", (30, 10)), card=SINGLE, options={"mib_initial_roll": value})
    done = play(state, SHOT, [*first, *[1] * dice[-1]], until="card")
    assert rolls(done) == dice


@pytest.mark.rule("MT-MIB-04", "MT-MIB-07", "MT-MIB-08")
def test_one_operative_left_and_a_success():
    alone = battle(pair("m", (10, 10)), spugs("b", (30, 10)), card=SINGLE)
    assert rolls(play(alone, SHOT, [3, 1, 1, 1], until="card")) == [1, 3]
    wise = battle(TWO, spugs("b", (30, 10)), card=SINGLE, studied=("spug",))
    assert rolls(play(wise, SHOT, [3, 5, *[1] * 16], until="card")) == [2, 16]


@pytest.mark.rule("MT-MIB-08")
@pytest.mark.parametrize(("successes", "ceiling"), [(0, 6), (1, 12), (3, 24)])
def test_the_ceiling_of_the_initial_roll(successes, ceiling):
    studied = ("spug", "mite", "burrower")[:successes]
    state = battle(pair("m", (10, 10)), spugs("b", (30, 10)), studied=studied)
    assert pool_of(state, "m") == DicePool(0, 1, successes + 1)
    assert 6 * pool_of(state, "m").initial == ceiling


@pytest.mark.rule("MT-MIB-02", "MT-MIB-09")
def test_move_and_scores():
    state = battle(TWO, spugs("b", *block(30, 10, 5)), card="spug single")
    assert run(state, (19.5, 10), "m").excess == 0 and run(state, (19.7, 10), "m").excess > 0
    done = play(state, ["b", "shoot", "m"], [4, 4, 3, 3, 3], until="casualties")
    assert done.run.pending.most == 1, "17 points kill one"


@pytest.mark.rule("MT-MIB-03")
def test_operatives_never_link():
    state = battle(TWO, pair("n", (10, 20), (11.5, 20)), spugs("b", *block(30, 14, 2)), card="mib double")
    faces = [1, 4, 4, 1, 4, 4]
    done = play(state, [*SHOT, "n", "shoot", "b"], faces, until="card")
    assert left(done, "b") == 2 and not done.decisions_with_key("link")


@pytest.mark.rule("MT-MIB-05", "MT-GAP-45")
def test_the_first_of_a_species_that_falls_is_a_specimen():
    state = battle(pair("m", (70, 40)), group("u", *block(10, 10)), spugs("b", *block(30, 10, 6)))
    done = play(state, ["u", "shoot", "b", ("b1", "b2")], [3, 3, 3, 3, 3, 1, 1, 1], until="card")
    assert done.state.game.specimens == ("spug",)
    nobody = battle(group("u", *block(10, 10)), spugs("b", (30, 10)))
    assert play(nobody, ["u", "shoot", "b"], [3] * 8, until="card").state.game.specimens == ()


@pytest.mark.rule("MT-MIB-06", "MT-MIB-07", "MT-GAP-46", "MT-GAP-30")
@pytest.mark.parametrize(
    ("faces", "studied"), [([1, 2, 6], ("spug",)), ([1, 2, 5], ()), ([6, 6, 6], ("spug",))]
)
def test_each_pair_adds_a_die_to_a_study(faces, studied):
    state = battle(
        TWO,
        pair("n", (20, 20)),
        pair("o", (30, 30), (31.5, 30)),
        spugs("b", (60, 40)),
        specimens=("spug",),
        card=SINGLE,
    )
    done = perform(state, lambda play: study(play, "m"), {}, faces)
    assert done.state.game.studied == studied


@pytest.mark.rule("MT-MIB-06", "MT-MIB-07", "MT-GAP-46")
def test_when_study_is_offered():
    def offered(state, id="m"):
        return "study" in {option.key for option in action_decision(state, id).open_options}

    foes = spugs("b", (60, 40))
    assert not offered(battle(TWO, foes))
    assert offered(battle(TWO, foes, specimens=("spug",)))
    assert not offered(battle(TWO, foes, specimens=("spug",), studied=("spug",)))
    assert not offered(battle(clean_up("m", 10, 10), foes, specimens=("spug",)))
    locked = battle(TWO, spugs("b", (12.5, 10)), specimens=("spug",), combats=(LockedCombat(1, ("b", "m")),))
    assert offered(locked), "those who are locked may study"


@pytest.mark.rule("MT-MIB-06", "MT-GAP-46")
def test_the_card_of_a_study_tells_its_dice_and_its_chance():
    state = battle(TWO, pair("n", (20, 20)), spugs("b", (60, 40)), specimens=("spug",), card=SINGLE)
    card = RULESET.preview(state, action_decision(state, "m"), "study")
    assert str(card.rows[0].value) == "2D6, one must show 6+"
    assert card.chance == pytest.approx(11 / 36)


@pytest.mark.rule("MT-GAP-46")
def test_a_species_is_named():
    state = battle(TWO, spugs("b", (60, 40)), specimens=("spug", "dalek"), card=SINGLE)
    done = perform(state, lambda play: study(play, "m"), {"species": "dalek"}, [6])
    assert done.state.game.studied == ("dalek",)


@pytest.mark.rule("MT-MIB-17", "MT-GAP-49")
def test_the_study_of_all_species_is_a_victory():
    foes = spugs("b", (60, 40)), daleks("d", (60, 20))
    assert winners(battle(TWO, *foes, studied=("spug", "dalek"))) == ("mib",)
    assert winners(battle(TWO, *foes, studied=("spug",))) == ()
    assert winners(battle(TWO, group("u", (60, 40)))) == ()


@pytest.mark.rule("MT-MIB-10", "MT-MIB-11", "MT-GAP-48")
@pytest.mark.option("clean_up_teams", "one", "one_per_event_card")
@pytest.mark.parametrize(("value", "groups"), [("one", 2), ("one_per_event_card", 4)])
def test_the_team_comes_with_the_first_special_event(value, groups):
    state = battle(
        TWO,
        spugs("b", (60, 40)),
        options={"clean_up_teams": value},
        starts={"mib": (10.0, 10.0)},
        row=("event", SINGLE),
    )
    once = perform(state, play_special_event)
    assert {left(once, f"clean_up{k}") for k in (1, 2)} == {5}
    twice = perform(once.state, play_special_event)
    assert sum(unit.kind == "clean_up" for unit in twice.state.table.units.values()) == groups


@pytest.mark.rule("MT-GAP-48")
def test_the_team_keeps_away_from_enemies_and_comes_when_all_operatives_are_dead():
    state = battle(pair("m", (10, 10)), spugs("b", (10, 13)), starts={"mib": (10.0, 10.0)})
    dead = state.with_table(state.table.with_place("m1", Off("lost")))
    assert sides_left(dead) == ["mib", "spug"]
    done = perform(dead, play_special_event)
    spug = done.state.table.piece("b1")
    new = done.state.table.pieces_of_unit("clean_up1")
    gaps = [((p.xy[0] - spug.xy[0]) ** 2 + (p.xy[1] - spug.xy[1]) ** 2) ** 0.5 - 1 for p in new]
    assert min(gaps) >= 8 - 0.01


@pytest.mark.rule("MT-GAP-47", "MT-MIB-12", "MT-MIB-13", "MT-MIB-16")
@pytest.mark.option("clean_up_section_size", "5", "6")
@pytest.mark.parametrize(
    ("value", "studied", "dice"),
    [("5", (), 6), ("5", ("spug",), 11), ("5", ("a", "b", "c"), 21), ("6", ("spug",), 13)],
)
def test_the_dice_of_a_section_are_those_of_its_arrival(value, studied, dice):
    state = battle(
        TWO,
        spugs("b", (60, 40)),
        options={"clean_up_section_size": value},
        studied=studied,
        starts={"mib": (10.0, 10.0)},
    )
    done = perform(state, play_special_event)
    assert pool_of(done.state, "clean_up1").fixed == dice
    later = done.state.with_game(studied=(*studied, "dalek"))
    assert pool_of(later, "clean_up1").fixed == dice


@pytest.mark.rule("MT-GAP-48", "MT-MIB-12")
def test_each_team_keeps_the_weapons_of_its_arrival():
    many = {"clean_up_teams": "one_per_event_card"}
    state = battle(TWO, spugs("b", (60, 40)), options=many, starts={"mib": (10.0, 10.0)})
    once = perform(state, play_special_event).state.with_game(studied=("spug",))
    twice = perform(once, play_special_event)
    assert [pool_of(twice.state, f"clean_up{number}").fixed for number in (1, 3)] == [6, 11]
    assert twin_of(twice.state, "clean_up1") == "clean_up2"
    assert twin_of(twice.state, "clean_up3") == "clean_up4"


@pytest.mark.rule("MT-MIB-16")
def test_sections_add_nothing_to_a_study():
    state = battle(TWO, clean_up("c", 20, 20), spugs("b", (60, 40)), specimens=("spug",))
    assert rolls(perform(state, lambda play: study(play, "m"), {}, [1])) == [1]


@pytest.mark.rule("MT-MIB-15")
def test_both_sections_act_with_one_action():
    state = battle(
        clean_up("c", 10, 10),
        clean_up("d", 10, 20),
        spugs("b", *block(40, 15, 6)),
        row=(SINGLE, "spug single"),
    )
    answers = ["c", "move", (12, 8), lambda d, s: d.default(s), "shoot", "b"]
    done = play(state, answers, [1] * 6)
    assert done.run.pending.side == "spug"
    rests = play(state, ["c", "move", (12, 8), lambda d, s: d.default(s), "rest"])
    assert rests.run.pending.side == "spug"


@pytest.mark.rule("MT-MIB-14")
def test_the_sections_link_within_one_action():
    state = battle(
        clean_up("c", 10, 10),
        clean_up("d", 10, 20),
        daleks("b", (40, 15), (42, 15)),
        row=(SINGLE, "dalek single"),
    )
    answers = ["c", "shoot", "b", ("d#0",), "shoot", "b", ("b1",)]
    done = play(state, answers, [3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    assert left(done, "b") == 1, "25 points together"
    keys = {option.key for option in done.first_decision("link").options}
    assert keys == {"c#0", "d#0"}


@pytest.mark.rule("MT-GAP-44")
def test_operatives_roll_once_for_all_in_a_fight():
    combat = LockedCombat(1, ("b", "m"), ("m",))
    state = battle(TWO, daleks("b", (12.75, 10)), combats=(combat,))
    done = perform(state, lambda play: resolve(play, combat, "mib"), {}, [2, 1, 1, 1, 1, *[1] * 6])
    assert rolls(done) == [1, 4, 6]


@pytest.mark.rule("MT-AUTO-13")
@pytest.mark.parametrize(("pairs", "worth"), [(3, 75), (2, 50)])
def test_what_a_study_is_worth(pairs, worth):
    house = terrain("building", 40, 5, 46, 45)
    own = [pair(f"m{k}", (10, 10 * (k + 1)), (11.5, 10 * (k + 1))) for k in range(pairs)]
    state = battle(*own, spugs("b", (60, 20)), specimens=("spug",), ground=[house], card=SINGLE)
    plan = next(plan for plan in group_plans(state, "m0") if plan.action == "study")
    assert round(plan.worth) == worth


@pytest.mark.rule("MT-AUTO-13")
def test_the_team_acts_first_if_it_has_a_good_shot():
    foes = spugs("b", *block(40, 15, 6))
    team = armed(clean_up("c", 10, 10), 3)
    state = battle(team, TWO, foes, specimens=("spug",), card=SINGLE)
    decision = play(state, []).run.pending
    best = max(DOCTRINE.advise(state, decision, random.Random(1)), key=lambda advice: advice.score)
    assert best.answer == "c"


@pytest.mark.rule("MT-AUTO-04")
def test_what_a_pair_expects():
    men = group("b", *block(30, 10))
    state = battle(TWO, men, ground=[terrain("rubble", 29, 9, 34, 14)])
    assert pool_of(state, "m").mean == 7
    shot = next(plan for plan in group_plans(state, "m") if plan.action == "shoot")
    assert "2 kills expected" in shot.reason


def test_the_odds_of_dice_by_an_initial_roll():
    chances = pool_kill_chances(DicePool(0, 1, 1), 6, 1)
    by_hand = sum(kill_chances(dice, 6, 1)[1] / 6 for dice in range(1, 7))
    assert chances[1] == pytest.approx(by_hand)
    each = pool_kill_chances(DicePool(0, 2, 1), 6, 1, each=True)
    assert sum(each) == pytest.approx(1.0) and each != pool_kill_chances(DicePool(0, 2, 1), 6, 1)
