"""Combined assaults: who joins, one stand test at the odds of all, and several units in one close combat."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import Assign
from battlesim.rulesets.stargrunt.assault.assault import perform_assault, stand_threat
from battlesim.rulesets.stargrunt.assault.combat import combat_dice, fight, fight_round, sides_in_order
from battlesim.rulesets.stargrunt.assault.joining import possible_joiners
from battlesim.rulesets.stargrunt.assault.melee import Melee
from battlesim.rulesets.stargrunt.assault.pairs import paired
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE,
    CONFIDENT,
    DETACHED,
    PANIC,
    SHAKEN,
    STEADY,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId

from .field import CENTRE, A, B, battle, foes, needed, perform, rolls, row, squad, unit

C, D = UnitId("c"), UnitId("d")
CALM = {"motivation": "high", "leader": False}


def pincer(options=None, own=4, others=5, defenders=4, gap=5.0, first=None, second=None, target=None, **more):
    """Squads `a` and `c` face squad `b` side by side, so many inches away."""
    return battle(
        squad("a", *row(-6, 0, own), **(CALM | (first or {}))),
        squad("c", *row(1, 0, others), **(CALM | (second or {}))),
        foes("b", *row(-3, 1 + gap, defenders), **(CALM | (target or {}))),
        options=options,
        activated="a",
        **more,
    )


def assault(state, dice, **answers):
    return perform(
        state, lambda play: perform_assault(play, A), {"enemy": "b", "join": ("c",), **answers}, dice
    )


@pytest.mark.rule("SG-GAP-127", "SG-CLA-03")
@pytest.mark.parametrize(("own", "others", "threat"), [(4, 5, 2), (4, 3, 1), (6, 6, 3)])
def test_the_stand_test_goes_by_the_odds_of_all_that_take_part(own, others, threat):
    assert stand_threat(pincer(own=own, others=others), [A, C], B) == threat


@pytest.mark.rule("SG-GAP-127", "SG-CLA-05")
def test_terror_of_one_unit_doubles_the_odds_of_all():
    assert stand_threat(pincer(second={"terror": True}), [A, C], B) == 4


@pytest.mark.rule("SG-GAP-127")
def test_each_takes_its_own_test_and_the_defenders_one_at_two_to_one():
    done = assault(pincer(), [3, 3, 4])
    assert rolls(done) == ["a to begin a close assault", "c to begin a close assault", "b: confidence"]
    assert needed(done)[2].endswith("5+")


@pytest.mark.rule("SG-GAP-127")
def test_one_that_fails_drops_out_and_makes_it_harder_for_the_others():
    done = assault(pincer(), [2, 3])
    assert rolls(done) == ["a to begin a close assault", "c to begin a close assault"]
    assert needed(done) == ["3+", "4+"]
    assert done.state.game.attempted == ("assault",)


@pytest.mark.rule("SG-GAP-127")
def test_the_others_go_on_without_it_at_their_own_odds():
    done = assault(pincer(defenders=3), [2, 4, 3])
    assert rolls(done)[2] == "b: confidence"
    assert needed(done)[2].endswith("4+")
    assert done.piece("c1").xy[1] > CENTRE + 4.0
    assert done.piece("a1").xy[1] == CENTRE
    assert done.state.game.activation.actions_left == 2


@pytest.mark.rule("SG-GAP-127", "SG-GAP-30")
def test_one_that_joins_and_fails_has_its_second_action_left():
    done = assault(pincer(defenders=3), [3, 2, 3])
    now = done.state.game.activation
    assert (now.unit, now.actions_left, now.outer.unit) == ("c", 1, "a")


@pytest.mark.rule("SG-GAP-127")
def test_all_that_join_have_been_activated():
    state = pincer()
    assert [each.id for each in possible_joiners(state, A)] == ["c"]
    done = assault(state, [2, 2])
    assert {"c1", "c5"} <= set(done.state.game.acted)
    assert possible_joiners(done.state, A) == []


@pytest.mark.rule("SG-GAP-127")
@pytest.mark.option("combined_assault", "on")
@pytest.mark.option("combined_assault", "off")
@pytest.mark.parametrize(("option", "asked"), [("on", 1), ("off", 0)])
def test_by_option_only_one_unit_takes_part(option, asked):
    state = pincer(options={"combined_assault": option})
    answers = {"enemy": "b", **({"join": ()} if asked else {})}
    done = perform(state, lambda play: perform_assault(play, A), answers, [2])
    assert len(done.decisions_with_key("join")) == asked


@pytest.mark.rule("SG-GAP-127", "SG-GAP-110")
@pytest.mark.parametrize(
    ("marks", "joins"),
    [
        ({}, True),
        ({SUPPRESSED: 1}, False),
        ({PANIC: 1}, False),
        ({CONFIDENCE: 2}, False),
        ({DETACHED: 1}, False),
    ],
)
def test_who_cannot_assault_does_not_join(marks, joins):
    state = pincer(second={"marks": marks})
    answers = {"enemy": "b", **({"join": ()} if joins else {})}
    done = perform(state, lambda play: perform_assault(play, A), answers, [2])
    assert len(done.decisions_with_key("join")) == joins


@pytest.mark.rule("SG-GAP-127", "SG-CLA-06")
def test_all_take_the_place_of_defenders_who_withdraw():
    done = assault(pincer(), [3, 3, 4])
    assert min(done.piece(key).xy[1] for key in ("a1", "c1")) > CENTRE + 4.0


@pytest.mark.rule("SG-GAP-127")
def test_each_unit_rolls_its_own_moves_and_one_that_arrives_stops_defensive_fire():
    state = pincer(own=1, others=1, defenders=1, gap=8.0)
    done = assault(state, [3, 3, 8, 5, 1, 1, 8, 1, 1], abandon="stay")
    assert rolls(done)[3:6] == ["a closes in on b", "c closes in on b", "c closes in on b"]
    assert "b at a" not in rolls(done) and "b at c" not in rolls(done)
    assert done.decisions_with_key("fend_off") == []


@pytest.mark.rule("SG-GAP-127", "SG-CLA-18")
def test_the_defenders_fire_once_at_one_of_the_units_if_none_arrives():
    state = pincer(own=1, others=1, defenders=1, gap=12.0)
    dice = [3, 3, 8, 1, 1, 4, 1, 1, 1, 1]
    done = assault(state, dice, fend_off="c", abandon="stay")
    assert rolls(done).count("b at c") == 1
    assert "b at a" not in rolls(done)


@pytest.mark.rule("SG-GAP-127", "SG-CLA-21", "SG-CLA-22")
def test_the_unit_that_was_fired_at_may_abandon_the_assault_alone():
    state = pincer(own=1, others=3, defenders=3, gap=12.0, target={"kinds": ("conscript",)})
    shot = [1, 2, 2, 8, 1, 1]
    dice = [3, 3, 8, 4, 4, *shot, 3, 1]
    done = assault(state, dice, fend_off="c", abandon=["back", "stay"])
    assert unit(done, "c").mark_count(SUPPRESSED) == 1
    assert unit(done, "a").mark_count(SUPPRESSED) == 0
    assert rolls(done).count("a closes in on b") == 2
    assert rolls(done).count("c closes in on b") == 1


def in_contact(a=1, c=1, b=2, d=0, **more):
    """Squads `a` and `c` in contact with `b`, and with `d` if it has figures."""
    enemies = [foes("b", *row(-3, 1, b), **(CALM | more.pop("b_rules", {})))]
    enemies += [foes("d", *row(2, 1, d), **CALM)] if d else []
    return battle(
        squad("a", *row(-3, 0, a), **(CALM | more.pop("a_rules", {}))),
        *([squad("c", *row(2, 0, c), **CALM)] if c else []),
        *enemies,
        **more,
    )


@pytest.mark.rule("SG-GAP-127", "SG-CLA-07", "SG-GAP-115")
@pytest.mark.parametrize(
    ("a", "c", "b", "d", "sizes"), [(2, 3, 4, 0, [1, 1, 1, 2]), (1, 1, 2, 3, [2, 3]), (2, 2, 2, 2, [1] * 4)]
)
def test_the_figures_of_all_units_of_a_side_are_paired_together(a, c, b, d, sizes):
    found = paired(in_contact(a, c, b, d), [A, C], [B, D])
    assert sorted(len(each.others) for each in found) == sizes


@pytest.mark.rule("SG-GAP-115")
def test_the_owner_of_the_smaller_side_says_whom_the_surplus_fights():
    state = in_contact(2, 1, 2)
    done = perform(
        state, lambda play: fight_round(play, [A, C], [B], True), {"pairs": ("b1",)}, [4, 4, 4, 4, 4]
    )
    (asked,) = done.decisions_with_key("pairs")
    assert isinstance(asked, Assign) and asked.side == "enemy" and asked.spread
    assert [item.key for item in asked.items] == ["c1"]
    assert [event.faces for event in done.events_of(DiceRolled)] == [(4, 4, 4, 4, 4)]


@pytest.mark.rule("SG-GAP-115")
def test_surplus_opponents_are_one_each_before_any_gets_a_second():
    state = in_contact(3, 3, 3)
    asked = play_pairs(state)
    assert asked.check(state, ("b1", "b2", "b3")) is None
    assert asked.check(state, ("b1", "b1", "b2")) is not None


def play_pairs(state):
    """The decision about the pairs of a first round."""
    found = []

    def keep(decision, now):
        found.append(decision)
        return decision.default(now)

    perform(state, lambda play: fight_round(play, [A, C], [B], True), {"pairs": keep}, [4] * 9)
    return found[0]


@pytest.mark.rule("SG-GAP-116", "SG-GAP-127")
def test_steps_above_a_d12_of_several_opponents_lower_one_die():
    state = in_contact(1, 1, 1, a_rules={"kinds": ("swarmer",), "quality": "elite"})
    (pairing,) = paired(state, [A, C], [B])
    dice = combat_dice(state, pairing, [B], True)
    assert dice["a1"].sides == (12,)
    assert dice["b1"].sides == (6,)
    assert dice["c1"].sides == (8,)


@pytest.mark.rule("SG-GAP-127", "SG-CLA-14")
def test_casualties_are_added_up_by_side_and_each_unit_tests_with_its_own():
    state = in_contact(2, 2, 4)
    first = [1, 8, 8, 1, 1, 8, 4, 4]
    done = perform(state, lambda play: fight(play, [A, C], [B]), dice=[*first, 3, 3, 6, 6, 6])
    assert rolls(done) == ["close combat", "a: confidence", "c: confidence", "those that are down"]
    assert [text[-2:] for text in needed(done)[1:3]] == ["4+", "4+"]


@pytest.mark.rule("SG-GAP-127", "SG-CLA-15")
def test_one_that_fails_falls_back_alone_and_the_fight_goes_on():
    state = in_contact(2, 1, 3, a_rules={"marks": {CONFIDENCE: STEADY}})
    first, tests, second = [1, 8, 4, 4, 4, 4], [3, 8, 8], [8, 1, 1, 1]
    dice = [*first, *tests, *second, *[6] * 4]
    done = perform(state, lambda play: fight(play, [A, C], [B]), dice=dice)
    assert unit(done, "a").mark_count(CONFIDENCE) == SHAKEN
    assert unit(done, "c").mark_count(CONFIDENCE) == CONFIDENT
    assert done.piece("a2").xy[1] < CENTRE - 5.0
    assert done.piece("a1").in_play and not done.piece("b1").in_play


@pytest.mark.rule("SG-GAP-127")
def test_tests_are_harder_for_attackers_of_whom_others_have_dropped_out():
    state = in_contact(2, 0, 2)
    done = perform(state, lambda play: fight(play, [A], [B], 1), dice=[1, 8, 4, 4, 4, 6])
    assert needed(done)[1].endswith("5+")


@pytest.mark.rule("SG-GAP-127", "SG-CLA-17")
def test_the_fight_ends_when_a_side_has_no_unit_left_in_it():
    state = in_contact(1, 1, 1)
    melee = Melee([A, C], [B])
    assert melee.goes_on(state)
    melee.fled.append(A)
    assert melee.goes_on(state)
    melee.fled.append(C)
    assert not melee.goes_on(state)
    assert melee.beaten(state) == [A, C]


@pytest.mark.rule("SG-GAP-120")
@pytest.mark.parametrize("motivation", ["high", "low"])
def test_all_casualties_of_the_assault_count_and_the_motivation_adds_nothing(motivation):
    state = in_contact(4, 0, 4, b_rules={"motivation": motivation, "leadership": 2})
    rounds = [8, 1, *[4] * 6, 8, 8], [1, 8, 8, 1, 8, 8, 8, 8, 8], [1, 8, 8, 8, 8]
    dice = [face for each in rounds for face in each]
    done = perform(state, lambda play: fight(play, [A], [B]), dice=[*dice, *[1] * 4])
    tests = [event.needs[-2:] for event in done.events_of(DiceRolled) if "b: confidence" in str(event.why)]
    assert tests == ["4+", "6+"]


@pytest.mark.rule("SG-GAP-120")
@pytest.mark.parametrize(("number", "first"), [(1, A), (2, A), (3, B)])
def test_from_the_third_round_on_all_casualties_say_who_tests_first(number, first):
    melee = Melee([A], [B])
    melee.add_losses({A: 1, B: 3})
    (side,) = sides_in_order(melee, {A: 1, B: 0}, number)[0]
    assert side == first


def test_the_wounded_do_not_join():
    state = pincer(second={"figure_marks": dict.fromkeys(range(1, 6), WOUNDED)})
    assert possible_joiners(state, A) == []
