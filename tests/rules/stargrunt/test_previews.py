"""What the window tells beforehand: fire to its end, tests and their cost, orders, support, assaults."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.fire_actions import target_decision
from battlesim.rulesets.stargrunt.assault.combat import combat_dice, losers, score
from battlesim.rulesets.stargrunt.assault.declare import assault_decision
from battlesim.rulesets.stargrunt.assault.joining import ask_joining
from battlesim.rulesets.stargrunt.assault.pairs import paired
from battlesim.rulesets.stargrunt.attack.casualty_odds import fire_odds
from battlesim.rulesets.stargrunt.attack.sniping import as_aiming
from battlesim.rulesets.stargrunt.command.transfer import transfer_decision
from battlesim.rulesets.stargrunt.core.marks import IN_POSITION, WAS_SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.morale.confidence_odds import confidence_after_fire
from battlesim.rulesets.stargrunt.previews.assault import arrival_chances, begin_chance, begin_chances
from battlesim.rulesets.stargrunt.previews.close_combat import pair_rows, round_losses, round_odds
from battlesim.rulesets.stargrunt.previews.fire import fire_preview
from battlesim.rulesets.stargrunt.previews.support import _is_under, accuracy_chance, mission_preview
from battlesim.rulesets.stargrunt.support.points import point_decision
from battlesim.rulesets.stargrunt.support.request import battery_decision
from battlesim.table.ids import UnitId

from .field import CENTRE, OWN, A, B, battle, fire, foes, perform, row, squad, terrain, unit
from .hidden_field import counter, hide

C = UnitId("c")


def preview(state, decision, answer):
    return RULESET.preview(state, decision, answer)


def rows(card):
    return {str(row.label): str(row.value) for row in card.rows}


# -- fire --


def at_range(distance, **target):
    return battle(squad("a", (0, 0), (1.5, 0)), foes("b", (0, distance), (1.5, distance), **target))


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05", "SG-CNF-02")
def test_the_card_of_a_shot_splits_its_chances_into_failed_minor_and_major():
    card = fire_preview(at_range(6.0), fire())
    parts = [int(rows(card)[name].split()[0]) for name in ("Fails", "Minor success", "Major success")]
    assert sum(parts) == pytest.approx(100, abs=1)


HOUSE = terrain("building", -1, 2, 0.5, 4)
"""A house that hides figure b1 from figure a1 alone."""


@pytest.mark.rule("SG-GAP-18")
@pytest.mark.parametrize(("ground", "ends"), [((), ("a1", "b1")), ((HOUSE,), ("a2", "b1"))])
def test_the_line_of_a_shot_is_between_figures_that_see_each_other(ground, ends):
    state = battle(squad("a", (0, 0), (3, 0)), foes("b", (0, 6)), ground=ground)
    assert fire_preview(state, fire()).sights == (ends,)


@pytest.mark.rule("SG-GAP-109")
def test_the_line_of_a_hidden_snipers_shot_begins_at_its_counter():
    sniper = squad("a", (9, 0), kinds=("sniper",), independent=True)
    state = hide(battle(sniper, counter(1, 0, 0, OWN, covers="a"), foes("b", (0, 12))), "a", 1)
    assert fire_preview(as_aiming(state, A), fire("sniper_rifle:a1")).sights == (("counter-1", "b1"),)


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05", "SG-CNF-02")
def test_a_shot_that_neither_suppresses_first_nor_hits_leaves_the_confidence_alone():
    state = at_range(6.0, marks={WAS_SUPPRESSED: 1})
    odds = fire_odds(state, fire())
    levels = confidence_after_fire(state, unit(state, "b"), odds)
    assert sum(levels.values()) == pytest.approx(1.0)
    assert levels[5] >= odds.casualties[0]


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05", "SG-CNF-02")
def test_the_first_suppression_by_fire_is_a_test_of_its_own():
    before, after = (
        confidence_after_fire(state, unit(state, "b"), fire_odds(state, fire()))
        for state in (at_range(6.0), at_range(6.0, marks={WAS_SUPPRESSED: 1}))
    )
    assert before[5] < after[5]


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05", "SG-CNF-02")
def test_a_unit_that_is_destroyed_has_no_confidence_left():
    state = at_range(6.0)
    odds = fire_odds(state, fire())
    assert confidence_after_fire(state, unit(state, "b"), odds)[0] == pytest.approx(odds.casualties[2])


@pytest.mark.rule("SG-FIR-01", "SG-GAP-05")
def test_a_shot_with_some_weapons_has_a_card_of_its_own():
    state = battle(
        squad("a", (0, 0), (1.5, 0), kinds=("rifleman", "gunner")), foes("b", (0, 6)), activated="a"
    )
    target = preview(state, target_decision(state, A), "b")
    assert target.losses == fire_preview(state, fire("advanced_rifle", "saw:a2")).losses


# -- tests --


@pytest.mark.rule("SG-POS-01", "SG-POS-03", "SG-SUP-03", "SG-RCT-01")
def test_going_in_position_tells_the_cover_and_what_a_failure_costs():
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), activated="a")
    card = preview(state, action_decision(state, unit(state, "a")), "go_in_position")
    assert rows(card)["Where it stands"] == "in the open" and "no second try" in rows(card)["A failure costs"]
    assert card.chance == pytest.approx(4 / 8)


@pytest.mark.rule("SG-MOV-02")
def test_a_combat_move_tells_each_distance():
    state = battle(squad("a", (0, 0)), foes("b", (0, 20)), activated="a")
    card = preview(state, action_decision(state, unit(state, "a")), "combat_move")
    assert card.bars == tuple((f"{2 * face}", 1 / 6) for face in range(1, 7))


@pytest.mark.rule("SG-MED-02", "SG-POS-03")
def test_treatment_tells_the_end_of_each_of_the_wounded():
    state = battle(
        squad("a", (0, 0), (1.5, 0), figure_marks={2: "wounded"}), foes("b", (0, 20)), activated="a"
    )
    card = preview(state, action_decision(state, unit(state, "a")), "reorganise")
    assert [round(6 * chance) for _, chance in card.bars] == [2, 3, 1]


# -- command --


def chain(**squads):
    return battle(
        squad("a", (0, 0), level="platoon", leadership=1),
        squad("s", (0, -10), under="a", **squads),
        foes("b", (0, 20)),
        activated="a",
    )


@pytest.mark.rule("SG-GAP-35")
def test_a_transfer_tells_how_likely_it_is_heard():
    state = chain()
    card = preview(state, transfer_decision(state, unit(state, "a")), "s")
    assert card.chance == pytest.approx(6 / 8)


@pytest.mark.rule("SG-GAP-35")
def test_nobody_has_no_card():
    state = chain()
    assert preview(state, transfer_decision(state, unit(state, "a")), "nobody") is None


# -- support --

MORTARS = Battery("mortars", "own")


@pytest.mark.rule("SG-GAP-132")
def test_a_request_tells_the_chance_with_each_number_of_chits():
    state = battle(
        squad("a", (0, 0)), foes("b", (0, 20)), activated="a", batteries=(MORTARS,), chits={"own": 2}
    )
    card = preview(state, battery_decision(state, unit(state, "a")), "mortars explosive")
    assert [name for name in rows(card) if name.startswith("With")] == ["With 1 chit", "With 2 chits"]


@pytest.mark.rule("SG-GAP-132")
def test_a_burst_tells_who_is_under_it_of_either_side():
    state = battle(squad("a", (0, 0)), foes("b", (0, 2), (0, 20)), activated="a", batteries=(MORTARS,))
    decision = point_decision(state, unit(state, "a"), MORTARS, "explosive")
    card = preview(state, decision, (CENTRE, CENTRE + 1))
    assert card.areas[0].caught == ("a1", "b1") and "Your own a" in rows(card)


@pytest.mark.rule("SG-GAP-132")
def test_a_mission_that_may_miss_shows_where():
    mission = Mission("m", "mortars", "a", (CENTRE, CENTRE + 10), "explosive", 1, 1)
    state = battle(squad("a", (0, 0)), foes("b", (0, 10)), batteries=(MORTARS,), missions=(mission,))
    assert accuracy_chance(state, mission) == pytest.approx(4 / 8)
    assert [area.sure for area in mission_preview(state, mission).areas] == [False, True]


@pytest.mark.rule("SG-GAP-132", "SG-ART-08", "SG-ART-06", "SG-ART-18")
@pytest.mark.parametrize(
    ("x", "y", "under"),
    [
        (0, 0, True),
        (3, 4, True),
        (4, 3, True),
        (-3, -4, True),
        (-4, -3, True),
        (3, 4.1, False),
        (4.1, 3, False),
        (5, 0, True),
        (0, -5.1, False),
        (1, 14, True),
    ],
)
def test_who_is_under_a_burst(x, y, under):
    _, (piece,) = squad("a", (x, y))
    assert _is_under(piece, [(CENTRE, CENTRE), (CENTRE + 1, CENTRE + 9)], 5.0) == under
    assert not _is_under(piece, [], 5.0)


# -- assault --


@pytest.mark.rule("SG-POS-03", "SG-GAP-111")
def test_an_assault_out_of_position_needs_two_tests():
    attackers = squad("a", (0, 0), marks={IN_POSITION: 1})
    assert begin_chance(battle(attackers, foes("b", (0, 8))), attackers[0]) == pytest.approx(4 / 8 * 6 / 8)


@pytest.mark.rule("SG-GAP-111", "SG-CLA-02")
def test_the_second_combat_move_adds_to_the_first():
    state = battle(squad("a", (0, 0)), foes("b", (0, 15)))
    first, second = arrival_chances(state, unit(state, "a"), unit(state, "b"))
    assert first == 0.0 and second == pytest.approx(
        sum(2 * (a + b) >= 14 for a, b in product(range(1, 7), repeat=2)) / 36
    )


@pytest.mark.rule("SG-CLA-08")
@pytest.mark.parametrize(
    ("own", "others", "enemy"), [(1, 0, 1), (3, 0, 1), (1, 0, 2), (2, 0, 3), (1, 2, 1), (2, 1, 2), (1, 1, 3)]
)
def test_the_first_round_is_that_of_all_faces(own, others, enemy):
    joined = [squad("c", *row(0, 1, others), quality="veteran")] if others else []
    state = battle(
        squad("a", *row(0, 0, own)),
        foes("b", *row(0, 2, enemy), kinds=("swarmer",), quality="green"),
        *joined,
    )
    attackers = [A, C] if others else [A]
    fights = paired(state, attackers, [B])
    dice = {key: roll for f in fights for key, roll in combat_dice(state, f, [B], True).items()}
    counts = Counter()
    for faces in product(*(range(1, roll.sides[0] + 1) for roll in dice.values())):
        scores = {key: score(state.table.pieces[key], face) for key, face in zip(dice, faces, strict=True)}
        down = [key for f in fights for key in losers(f, scores)]
        counts.update(Counter((id, sum(key[0] == id for key in down)) for id in "abc"))
    whole, odds = prod(roll.sides[0] for roll in dice.values()), round_odds(state, attackers, [B])
    for id in (*attackers, B):
        spread = round_losses(state, odds, id)
        assert list(spread) == pytest.approx([counts[id, number] / whole for number in range(len(spread))])


@pytest.mark.rule("SG-CLA-08")
def test_the_pairs_of_a_round_are_told_by_their_dice():
    state = battle(squad("a", *row(0, 0, 3)), foes("b", *row(0, 2, 2), kinds=("rifleman",)))
    told = [str(each.label) for each in pair_rows(round_odds(state, [A], [B]), [A])]
    assert sorted(told) == ["1 x D8 D8 against D8", "1 x D8 against D8"]


@pytest.mark.rule("SG-POS-03", "SG-GAP-111")
def test_a_unit_that_fails_makes_the_next_one_roll_against_more():
    state = battle(squad("a", (0, 0)), squad("c", (2, 0)), foes("b", (0, 8)))
    first, second = unit(state, "a"), unit(state, "c")
    alone = begin_chance(state, first)
    expected = alone * begin_chance(state, second) + (1 - alone) * begin_chance(state, second, 1)
    assert begin_chances(state, [first, second]) == pytest.approx({"a": alone, "c": expected})


@pytest.mark.rule("SG-GAP-111", "SG-CLA-08")
def test_the_card_of_a_combined_assault_has_the_losses_of_all():
    state = battle(squad("a", (0, 0)), squad("c", (2, 0)), foes("b", (0, 4)), activated="a")
    done = perform(state, lambda play: ask_joining(play, A, B), {"join": ("c",)})
    stop = done.decisions_with_key("join")[0]
    assert [odds.target for odds in preview(state, stop, ("c",)).losses] == ["b", "a", "c"]


@pytest.mark.rule("SG-GAP-111", "SG-CLA-02")
def test_the_card_of_an_assault_has_the_losses_of_both_sides():
    state = battle(squad("a", (0, 0)), foes("b", (0, 6)), activated="a")
    card = preview(state, assault_decision(state, A), "b")
    assert [odds.target for odds in card.losses] == ["b", "a"]
