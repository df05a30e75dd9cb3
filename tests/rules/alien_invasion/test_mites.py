"""Mites: directed by a Controller, exploded in chains, and wild without him."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_decision, group_decision
from battlesim.rulesets.alien_invasion.actions.mite_actions import charge, charge_run, explode, take_over
from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE, group_plans
from battlesim.rulesets.alien_invasion.attack.blasts import chain_of
from battlesim.rulesets.alien_invasion.attack.losses import score_of
from battlesim.rulesets.alien_invasion.attack.pools import kill_chances
from battlesim.rulesets.alien_invasion.battle.previews import answer_preview
from battlesim.rulesets.alien_invasion.combat.resolution import resolve
from battlesim.rulesets.alien_invasion.core.lookups import close_dice, combat_of, figures_of, is_wild
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.core.terrain import OPEN
from battlesim.table.events import MovesAnnounced, TemplatePlaced
from battlesim.table.pieces import Off
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import (
    battle,
    block,
    controller,
    daleks,
    group,
    left,
    mites,
    perform,
    play,
    run,
    spugs,
    terrain,
)

FAR = controller("s", (70, 46))
HOUSE = terrain("building", 24, 14, 26, 26)


def without(state, *ids):
    """The same battle after these figures were lost."""
    table = state.table
    for key in ids:
        table = table.with_place(key, Off("lost"))
    return state.with_table(table)


def blown(state, dice, mite="m1", **answers):
    """Explode a Mite of squad s."""
    return perform(state, lambda play: explode(play, "s"), {"mite": mite, **answers}, dice)


def open_actions(state, id="m"):
    return {option.key for option in action_decision(state, id).open_options}


@pytest.mark.rule("MT-MITE-03", "MT-HTH-12")
def test_mites_fight_but_do_not_shoot():
    state = battle(FAR, mites("m", *block(10, 10, 3)), group("b", (30, 10)))
    assert close_dice(state, figures_of(state, "m")).fixed == 6
    assert open_actions(state) == {"move"}


@pytest.mark.rule("MT-MITE-02", "MT-SPUG-05")
def test_mites_run_over_everything_but_water():
    wall = terrain("wall", 13.8, 0, 14, 20)
    assert run(battle(FAR, mites("m", (10, 10)), ground=[wall]), (34, 10), "m").end == (34, 10)
    stream = terrain("river", 20, 0, 21, 48)
    assert run(battle(FAR, mites("m", (10, 10)), ground=[stream]), (34, 10), "m").end == pytest.approx(
        (19.5, 10)
    )


@pytest.mark.rule("MT-MITE-04", "MT-GAP-51")
def test_an_explosion_kills_within_six_inches_and_nobody_else():
    men = group("b", (25, 20), (26.4, 20), (27, 20), kinds=("unit_rifleman",))
    state = battle(FAR, mites("m", (20, 20)), men)
    done = blown(state, [6, 5, 4, 3])
    assert left(done, "b") == 1 and left(done, "m") == 0
    assert done.state.table.piece("b3").in_play
    assert [event.radius for event in done.events_of(TemplatePlaced)] == [6.0]


@pytest.mark.rule("MT-GAP-50")
@pytest.mark.option("mite_blast", "radius_6", "template_diameter_6")
@pytest.mark.parametrize(("value", "dead"), [("radius_6", 1), ("template_diameter_6", 0)])
def test_the_radius_of_an_explosion(value, dead):
    state = battle(FAR, mites("m", (20, 20)), group("b", (25, 20)), options={"mite_blast": value})
    assert 1 - left(blown(state, [6, 5, 4, 3]), "b") == dead


@pytest.mark.rule("MT-MITE-05")
def test_mites_set_each_other_off_whosever_they_are():
    other = mites("n", (31, 20), (45, 20), squad="another")
    state = battle(FAR, mites("m", (20, 20), (25, 20)), other, group("b", (60, 10)))
    assert [mite.id for mite in chain_of(state, "m1")] == ["m1", "m2", "n1"]
    done = blown(state, [1] * 12)
    assert (left(done, "m"), left(done, "n")) == (0, 1)


@pytest.mark.rule("MT-MITE-06")
def test_the_damage_of_a_chain_is_added_up_for_each_group():
    state = battle(FAR, mites("m", (20, 20), (22, 20)), daleks("b", (26, 20)), daleks("c", (20, 13.2)))
    done = blown(state, [4, 4, 3, 3, 3, 3, 3, 3])
    assert (left(done, "b"), left(done, "c")) == (0, 1), "26 points on one, 14 on the other"


@pytest.mark.rule("MT-MITE-05", "MT-MITE-06")
def test_the_card_of_an_explosion_tells_the_chain_and_what_it_does_to_each_group():
    state = battle(
        FAR, mites("m", (20, 20), (22, 20)), group("b", (26, 20)), spugs("t", (18, 14.6)), card="spug single"
    )
    asked = play(state, ["s", "explode"]).run.pending
    card = answer_preview(state, asked, "m1")
    assert [(str(row.label), str(row.value)) for row in card.rows] == [
        ("Mites that explode", "2, 4D6 each"),
        ("Your own t", "4D6 on 1, 0.9 killed on average"),
        ("b", "8D6 on 1, 1.0 killed on average"),
    ]
    assert card.chance == 1.0 and {loss.target for loss in card.losses} == {"b", "t"}
    (area,) = card.areas
    assert set(area.caught) == {"m1", "m2", "b1", "t1"} and str(area.words) == "2 in reach"


@pytest.mark.rule("MT-MITE-04")
def test_the_last_mite_is_told_of_with_the_action():
    state = battle(FAR, mites("m", (20, 20)), daleks("d", (24, 20)), card="spug single")
    asked = play(state, ["s"]).run.pending
    card = answer_preview(state, asked, "explode")
    assert card.losses[0].lost == kill_chances(4, score_of(state, state.table.piece("d1"), OPEN), 1)


@pytest.mark.rule("MT-GAP-51")
@pytest.mark.option("blast_damage", "full_to_each_group", "shared_between_groups")
@pytest.mark.parametrize(("value", "dead"), [("full_to_each_group", 2), ("shared_between_groups", 0)])
def test_a_blast_hits_each_group_in_full_or_by_option_in_shares(value, dead):
    men, own = group("b", (24, 20)), spugs("t", (16, 20))
    state = battle(FAR, mites("m", (20, 20)), men, own, options={"blast_damage": value})
    done = blown(state, [3, 3, 2, 2])
    assert 2 - left(done, "b") - left(done, "t") == dead, "friends, too"


@pytest.mark.rule("MT-GAP-51")
def test_a_house_protects_against_a_blast():
    state = battle(FAR, mites("m", (20, 20)), group("b", (25, 20)), ground=[HOUSE])
    assert left(blown(state, [3, 3, 3, 2]), "b") == 1
    assert left(blown(state, [3, 3, 3, 3]), "b") == 0


@pytest.mark.rule("MT-GAP-52", "MT-MITE-04")
def test_who_can_explode_mites():
    state = battle(FAR, mites("m", (20, 20)), mites("n", (30, 30), squad="another"), group("b", (60, 10)))
    assert "explode" in open_actions(state, "s")
    assert "explode" not in open_actions(without(state, "s1"), "m")
    alone = without(state, "m1")
    assert "explode" not in {option.key for option in action_decision(alone, "s").options}


@pytest.mark.rule("MT-GAP-52")
def test_a_blast_in_a_fight_hits_all_and_frees_those_who_are_left():
    combat = LockedCombat(1, ("b", "m"), ("m",))
    state = battle(FAR, mites("m", (20, 20)), group("b", (21, 20), (50, 20)), combats=(combat,))
    done = blown(state, [3, 3, 3, 3], occupy=False)
    assert combat_of(done.state, "b") is None


@pytest.mark.rule("MT-MITE-12")
def test_a_mite_that_is_shot_does_not_explode():
    state = battle(FAR, mites("m", (20, 20)), group("a", *block(16, 20)))
    done = play(state, ["a", "shoot", "m"], [6] * 8, until="card")
    assert left(done, "m") == 0 and left(done, "a") == 4 and not done.events_of(TemplatePlaced)


@pytest.mark.rule("MT-MITE-11")
def test_thirteen_points_kill_two_mites():
    state = battle(FAR, mites("m", *block(20, 20, 3)), group("a", *block(10, 20)))
    done = play(state, ["a", "shoot", "m", ("m1", "m2")], [1, 1, 1, 2, 2, 2, 2, 2], until="card")
    assert left(done, "m") == 1


@pytest.mark.rule("MT-MITE-10", "MT-GAP-86")
@pytest.mark.option("mite_targeting", "controller", "group")
@pytest.mark.parametrize(
    ("value", "boss", "mite", "end"),
    [
        ("controller", (30, 30), (20, 20), 29),
        ("controller", (10, 20), (20, 10), 28.9),
        ("controller", (10, 20), (28, 20), 28.9),
        ("group", (10, 20), (28, 20), 29),
    ],
)
def test_a_controller_directs_mites_at_what_he_sees(value, boss, mite, end):
    state = battle(
        controller("s", boss),
        mites("m", mite),
        group("b", (30, 20)),
        ground=[HOUSE],
        options={"mite_targeting": value},
    )
    found = run(state, (30, 20), "m")
    gap = ((found.end[0] - 30) ** 2 + (found.end[1] - 20) ** 2) ** 0.5
    assert gap == pytest.approx(30 - end, abs=0.01)
    assert (found.ended == "contact") is (end == 29)


@pytest.mark.rule("MT-MITE-07", "MT-GAP-54")
def test_wild_mites_charge_the_nearest_enemy_seen_or_not():
    state = without(
        battle(
            controller("s", (5, 5)),
            mites("m", (20, 20)),
            group("b", (30, 20)),
            group("c", (20, 35)),
            ground=[HOUSE],
        ),
        "s1",
    )
    assert is_wild(state, "m") and open_actions(state) == {"charge"}
    done = perform(state, lambda play: charge(play, "m"))
    assert combat_of(done.state, "m").groups == ("b", "m")
    assert done.events_of(MovesAnnounced)


@pytest.mark.rule("MT-GAP-54")
def test_equally_near_enemies_by_the_seat_and_soft_going_is_gone_round():
    state = battle(mites("m", (20, 20), squad="gone"), group("u", (20, 30)), daleks("d", (30, 20)))
    assert charge_run(state, "m").by == ("u1",)
    pond = terrain("lake", 24, 19, 26, 22)
    wet = battle(mites("m", (20, 20), squad="gone"), group("u", (30, 20)), ground=[pond])
    assert charge_run(wet, "m").by == ("u1",)


@pytest.mark.rule("MT-MITE-08")
def test_a_triple_owes_an_action_to_wild_mites():
    state = battle(
        spugs("t", (60, 40)),
        mites("m", (20, 20), squad="gone"),
        group("b", (30, 20)),
        card="spug triple",
        row=("spug triple", "unit single"),
    )
    first = group_decision(state)
    assert "pass" in {option.key for option in first.closed_options}
    late = state.with_game(tally={"spent": 2})
    assert {option.key for option in group_decision(late).open_options} == {"m"}
    done = play(late, ["m", "charge"], until="dice")
    assert combat_of(done.state, "m") is not None


@pytest.mark.rule("MT-MITE-08", "MT-GAP-54")
def test_nothing_is_forced_without_wild_mites_that_can_move():
    own = battle(FAR, mites("m", (20, 20)), group("b", (30, 20)), card="spug triple")
    assert "pass" in {option.key for option in group_decision(own).open_options}
    locked = battle(
        spugs("t", (60, 40)),
        mites("m", (20, 20), squad="gone"),
        group("b", (21, 20)),
        card="spug triple",
        combats=(LockedCombat(1, ("b", "m")),),
    )
    assert "pass" in {option.key for option in group_decision(locked).open_options}


@pytest.mark.rule("MT-MITE-09")
def test_on_other_cards_a_charge_is_offered():
    state = battle(
        spugs("t", (60, 40)), mites("m", (20, 20), squad="gone"), group("b", (30, 20)), card="spug single"
    )
    assert {option.key for option in group_decision(state).open_options} == {"t", "m", "pass"}


@pytest.mark.rule("MT-GAP-53")
@pytest.mark.option("mite_control_transfer", "never", "nearest_controller")
@pytest.mark.parametrize(
    ("value", "x", "able"),
    [("never", 26, False), ("nearest_controller", 27, True), ("nearest_controller", 27.1, False)],
)
def test_another_controller_may_take_them_over_by_option(value, x, able):
    state = battle(
        controller("s", (x - 17 + 17, 20)),
        mites("m", (10, 20), squad="gone"),
        group("b", (60, 20)),
        options={"mite_control_transfer": value},
    )
    assert ("take_over" in open_actions(state, "s")) is able
    if able:
        done = perform(state, lambda play: take_over(play, "s"))
        assert not is_wild(done.state, "m")


@pytest.mark.rule("MT-GAP-85", "MT-SPUG-10")
@pytest.mark.option("mites_fight_on", "true", "false")
@pytest.mark.parametrize(("value", "goes_on"), [("true", True), ("false", False)])
def test_mites_fight_on_or_by_option_fall_back(value, goes_on):
    combat = LockedCombat(1, ("b", "m"), ("m",))
    men = group("b", (20, 20), (20, 22), (20, 24), kinds=("unit_rifleman",))
    state = battle(
        FAR, mites("m", (21, 20), (21, 22)), men, combats=(combat,), options={"mites_fight_on": value}
    )
    done = perform(state, lambda play: resolve(play, combat, "unit"), {}, [1, 1, 1, 1, 1, 1, 1])
    assert (combat_of(done.state, "m") is not None) is goes_on
    if not goes_on:
        assert xy(done.state, "m1")[0] == pytest.approx(45, abs=0.2)


@pytest.mark.rule("MT-AUTO-15")
def test_a_controller_explodes_mites_where_it_pays():
    state = battle(FAR, mites("m", (20, 20), (21.5, 20)), group("b", *block(23, 20)), card="spug single")
    plan = group_plans(state, "s")[0]
    assert (round(plan.worth), plan.action) == (85, "explode")
    decision = play(state, ["s", "explode"]).run.pending
    assert DOCTRINE.advise(state, decision, random.Random(1))[0].answer in ("m1", "m2")
    friends = battle(
        FAR, mites("m", (20, 20), (20, 21.5)), group("b", *block(23, 20)), spugs("t", *block(16, 20))
    )
    assert all(plan.action != "explode" for plan in group_plans(friends, "s"))


@pytest.mark.rule("MT-AUTO-15")
def test_mites_are_sent_at_the_largest_group():
    state = battle(
        controller("s", (10, 30)), mites("m", (20, 20)), group("b", (30, 20)), daleks("c", (20, 35), (22, 35))
    )
    plan = group_plans(state, "m")[0]
    assert (round(plan.worth), plan.target) == (70, "c")


@pytest.mark.rule("MT-AUTO-02")
def test_forced_charges_come_first():
    state = battle(
        spugs("t", *block(30, 40, 4)),
        mites("m", (20, 20), squad="gone"),
        group("b", (30, 20)),
        card="spug triple",
    )
    found = DOCTRINE.advise(state, group_decision(state), random.Random(1))
    assert max(found, key=lambda advice: advice.score).answer == "m"


@pytest.mark.rule("MT-SPUG-01")
def test_the_groups_of_a_squad_are_marked_with_it():
    unit, _ = mites("m", (1, 1), squad="attack")
    assert unit.rules == {"squad": "attack"}
