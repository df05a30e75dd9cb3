"""The wounded: carried, treated, abandoned; their weapons; power armour that treats its wearer."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import DiceRoll
from battlesim.rulesets.stargrunt.actions.activation import waiting_units
from battlesim.rulesets.stargrunt.actions.reorganise import treatment_roll, wounded_in_reach
from battlesim.rulesets.stargrunt.assault.combat import FALLS_BACK
from battlesim.rulesets.stargrunt.assault.withdrawal import WITHDRAWS, withdraw
from battlesim.rulesets.stargrunt.attack.shooting import resolve_fire
from battlesim.rulesets.stargrunt.attack.targeting import carried_weapons
from battlesim.rulesets.stargrunt.core.lookups import figure_profile, ok_figures, unit_mobility
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    LEFT_BEHIND,
    STABILISED,
    SUIT_OUT,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.ground.integrity import why_out_of_integrity
from battlesim.rulesets.stargrunt.morale.confidence import threat_of
from battlesim.rulesets.stargrunt.wounded.abandoning import test_abandonment as look_back
from battlesim.rulesets.stargrunt.wounded.weapons import take_up_weapons, weapons_lying
from battlesim.rulings.movement import Leg

from .field import (
    CENTRE,
    A,
    B,
    battle,
    fire,
    foes,
    needed,
    open_actions,
    perform,
    play,
    rolls,
    row,
    squad,
    terrain,
    unit,
)


def walk(piece, start, end):
    return (Leg(piece, ((CENTRE + start[0], CENTRE + start[1]), (CENTRE + end[0], CENTRE + end[1]))),)


def with_casualty(kinds=("rifleman",), mark=WOUNDED, at=(1.0, 0), enemy=(0, 22), **more):
    """A figure with a fallen one of its unit beside it."""
    own = squad("a", (0, 0), at, kinds=kinds, figure_marks={2: mark}, **more)
    return battle(own, foes("b", enemy), activated="a")


@pytest.mark.rule("SG-MOV-09", "SG-GAP-70")
@pytest.mark.parametrize(
    ("kind", "base", "die"), [("rifleman", 4, 4), ("swarmer", 6, 6), ("power_trooper", 10, 10)]
)
def test_who_carries_moves_with_one_die_type_less(kind, base, die):
    found = unit_mobility(with_casualty((kind,)), A, burdened=True)
    assert (found.base, found.die) == (base, die)


@pytest.mark.rule("SG-GAP-70")
@pytest.mark.parametrize(("inches", "goes"), [(4.0, True), (4.1, False)])
def test_a_squad_that_carries_its_wounded_makes_a_shorter_normal_move(inches, goes):
    done = play(with_casualty(), ["move", ("a2",)])
    legs = walk("a1", (0, 0), (0, inches))
    assert (done.run.pending.check(done.state, legs) is None) is goes


@pytest.mark.rule("SG-GAP-70")
def test_the_carried_are_put_down_beside_their_carrier_who_does_not_fire():
    state = with_casualty(enemy=(0, 12))
    assert "fire" in open_actions(state)
    done = play(state, ["move", ("a2",), walk("a1", (0, 0), (0, 4))])
    (x, y), (x0, y0) = done.piece("a2").xy, done.piece("a1").xy
    assert ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 == pytest.approx(1.0, abs=0.05)
    assert "fire" not in open_actions(done.state)


@pytest.mark.rule("SG-GAP-70")
def test_only_those_in_base_contact_can_be_carried():
    done = play(with_casualty(at=(1.2, 0)), ["move"])
    assert done.run.pending.what == "move"


@pytest.mark.rule("SG-GAP-70")
@pytest.mark.parametrize(("free", "base"), [(0, 4.0), (1, 6.0)])
def test_a_heavy_pack_needs_a_free_figure(free, base):
    kinds = ("gunner", *["rifleman"] * free)
    state = battle(
        squad("a", *row(0, 0, 1 + free), kinds=kinds), foes("b", (0, 20)), armed={"a1": ("launcher_pack",)}
    )
    assert unit_mobility(state, A).base == base


@pytest.mark.rule("SG-GAP-79", "SG-TLC-07")
@pytest.mark.parametrize(
    ("gap", "hidden", "tests"), [(6.1, False, ["3+, 5+"]), (6.0, False, []), (6.1, True, [])]
)
def test_leaving_wounded_behind_in_sight_of_the_enemy_is_tested(gap, hidden, tests):
    own = squad("a", (0, 0), (0, -1 - gap), figure_marks={2: WOUNDED}, motivation="medium", leadership=2)
    ground = [terrain("wall", -24, 10, 24, 11, height=5.0)] if hidden else []
    state = battle(own, foes("b", (0, 20)), ground=ground, activated="a")
    done = perform(state, lambda play: look_back(play, A), dice=[8] * len(tests))
    assert (needed(done), done.piece("a2").has_mark(LEFT_BEHIND)) == (tests, bool(tests))


@pytest.mark.rule("SG-GAP-79")
def test_wounded_left_behind_are_tested_for_once_in_an_activation_and_count_no_longer():
    marks = {2: WOUNDED, 3: WOUNDED}
    own = squad("a", (0, 0), (0, -2), (3, 3), figure_marks=marks, motivation="low", leadership=1)
    state = battle(own, foes("b", (0, 20)), activated="a")
    done = play(state, ["move", walk("a1", (0, 0), (0, 6))], [8])
    assert needed(done) == ["3+, 6+"]
    again = play(done.state, ["move", walk("a1", (0, 6), (0, 12))], until="unit")
    assert again.piece("a3").has_mark(LEFT_BEHIND)
    assert "a: confidence" not in rolls(again)


@pytest.mark.rule("SG-GAP-79")
def test_a_unit_is_activated_once_although_those_whom_it_abandoned_stay():
    own = squad("a", (0, 0), (0, -9), figure_marks={2: LEFT_BEHIND})
    done = play(battle(own, foes("b", (0, 20)), activated=""), ["a", "stop"])
    assert waiting_units(done.state, "own") == []


@pytest.mark.rule("SG-GAP-79", "SG-GAP-122")
@pytest.mark.parametrize(("rule", "tests"), [(WITHDRAWS, 1), (FALLS_BACK, 0)])
def test_a_withdrawal_may_abandon_wounded_and_falling_back_from_close_combat_does_not(rule, tests):
    own = squad("a", (0, 0), (0, 1.5), figure_marks={2: WOUNDED})
    state = battle(own, foes("b", (0, 3)))
    done = perform(state, lambda play: withdraw(play, A, [B], rule), dice=[8] * tests)
    assert rolls(done) == ["a: confidence"] * tests


@pytest.mark.rule("SG-GAP-164")
@pytest.mark.parametrize(("fallen", "end"), [(-3.0, -6.0), (-6.4, -5.4)])
def test_a_withdrawal_passes_over_the_fallen_and_does_not_end_on_them(fallen, end):
    other = squad("c", (0, fallen), (20, fallen), figure_marks={1: WOUNDED})
    state = battle(squad("a", (0, 0)), other, foes("b", (0, 3)))
    done = perform(state, lambda play: withdraw(play, A, [B], FALLS_BACK))
    assert done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + end), abs=0.01)


@pytest.mark.rule("SG-GAP-79", "SG-GAP-148")
def test_aliens_abandon_nobody():
    own = squad("a", (0, 0), (0, -8), figure_marks={2: STABILISED}, automated=True)
    state = battle(own, foes("b", (0, 20)))
    assert rolls(perform(state, lambda play: look_back(play, A))) == []


@pytest.mark.rule("SG-GAP-102", "SG-GAP-164")
def test_those_left_behind_are_treated_by_any_friendly_unit():
    fallen = squad("c", (5, 0), figure_marks={1: WOUNDED})
    state = battle(squad("a", (0, 0)), fallen, foes("b", (0, 20)))
    assert wounded_in_reach(state, A) == []
    piece = state.table.piece("c1").with_mark(LEFT_BEHIND)
    state = state.with_table(state.table.with_pieces(piece))
    assert [piece.id for piece in wounded_in_reach(state, A)] == ["c1"]


@pytest.mark.rule("SG-GAP-102", "SG-MED-03")
@pytest.mark.parametrize(
    ("helper", "gap", "die", "result"),
    [
        ({"medical": True}, 6.0, 5, 2),
        ({"medical": True}, 6.0, 1, 1),
        ({"medical": True}, 6.1, 1, 0),
        ({"kinds": ("medic",)}, 2.0, 2, 1),
        ({"kinds": ("medic",)}, 2.1, 2, 0),
        ({"kinds": ("medic",), "figure_marks": {1: WOUNDED}}, 2.0, 2, 0),
    ],
)
def test_a_medical_unit_adds_two_and_a_medic_nearby_one(helper, gap, die, result):
    state = battle(squad("a", (0, 0)), squad("c", (1 + gap, 0), **helper), foes("b", (0, 20)))
    roll: DiceRoll[int] = treatment_roll(state, A)
    assert roll.value_of([die]) == result


@pytest.mark.rule("SG-GAP-103")
def test_a_stabilised_figure_does_nothing_and_is_no_untreated_casualty():
    own = squad("a", *row(0, 0, 4), (20, 0), figure_marks={5: STABILISED}, motivation="low")
    state = battle(own, foes("b", (0, 20)))
    assert len(ok_figures(state, A)) == 4
    assert why_out_of_integrity(state, A) == ""
    assert threat_of(state, unit(state, "a"), ["casualties"], 0).level == 2


@pytest.mark.rule("SG-GAP-44")
def test_a_figure_takes_up_the_support_weapon_of_the_fallen_in_place_of_its_own():
    kinds = ("leader", "rifleman", "gunner")
    state = battle(
        squad("a", *row(0, 0, 3), kinds=kinds, figure_marks={3: WOUNDED}),
        foes("b", (0, 20)),
        activated="a",
        fired=("a saw:a3",),
    )
    assert not any(key.startswith("saw") for key in carried_weapons(state, A))
    done = perform(state, lambda play: take_up_weapons(play, A), {"take_up": "a2"})
    assert set(carried_weapons(done.state, A)) == {"advanced_rifle", "saw:a2"}
    assert len(carried_weapons(done.state, A)["advanced_rifle"]) == 1
    assert "a saw:a2" in done.state.game.fired
    assert weapons_lying(done.state, A) == []


@pytest.mark.rule("SG-GAP-44")
def test_weapons_are_taken_up_when_the_unit_reorganises():
    own = squad("a", *row(0, 0, 3), kinds=("leader", "rifleman", "gunner"), figure_marks={3: WOUNDED})
    done = play(battle(own, foes("b", (0, 20)), activated="a"), ["reorganise", (), "a2"], [4])
    assert "saw:a2" in carried_weapons(done.state, A)


@pytest.mark.rule("SG-GAP-104")
@pytest.mark.option("power_armour_medical", "off")
@pytest.mark.option("power_armour_medical", "on")
@pytest.mark.parametrize(
    ("option", "die", "left"),
    [
        ("off", None, WOUNDED),
        ("on", 1, "dead"),
        ("on", 2, STABILISED),
        ("on", 4, STABILISED),
        ("on", 5, SUIT_OUT),
        ("on", 6, "ok"),
    ],
)
def test_by_option_power_armour_treats_its_wearer_at_once(option, die, left):
    target = foes("b", (0, 6), (1.5, 6), kinds=("power_trooper",), motivation="high", leader=False)
    state = battle(squad("a", (0, 0)), target, options={"power_armour_medical": option})
    dice = [1, 2, 2, 9, 5, 1, *([die] if die else [])]
    done = perform(state, lambda play: resolve_fire(play, fire()), dice=dice)
    figure = done.piece("b1")
    assert figure.in_play is (left != "dead")
    assert [mark.name for mark in figure.marks] == ([] if left in ("ok", "dead") else [left])


@pytest.mark.rule("SG-GAP-104")
def test_without_its_suit_a_figure_fights_on_foot_in_partial_armour():
    state = battle(
        squad("a", (0, 0), kinds=("power_trooper",), figure_marks={1: SUIT_OUT}), foes("b", (0, 9))
    )
    found = figure_profile(state.table.piece("a1"))
    assert (found.armour, found.mobility, found.tags) == ("partial", "foot", ())
    assert unit_mobility(state, A).base == 6.0


@pytest.mark.rule("SG-CLV-06")
@pytest.mark.parametrize(
    ("start", "end", "allowed"),
    [((0, 0), (0, 5), False), ((0, 0), (0, -4), True), ((0, 0), (0, 1.5), True), ((0, 0), (4.5, 1.5), False)],
)
def test_a_broken_unit_leaves_cover_only_to_retreat(start, end, allowed):
    ground = [terrain("crops", -4, -3, 4, 2)]
    state = battle(
        squad("a", (0, 0), marks={CONFIDENCE: BROKEN}), foes("b", (0, 14)), ground=ground, activated="a"
    )
    done = play(state, ["move"])
    assert (done.run.pending.check(done.state, walk("a1", start, end)) is None) is allowed
