"""Rounds of close combat: the dice, who tests when, what becomes of the fallen, and claws."""

from __future__ import annotations

import pytest

from battlesim.mechanics.contest import MAJOR
from battlesim.rulesets.stargrunt.assault.assault import perform_assault, stand_threat
from battlesim.rulesets.stargrunt.assault.claws import CLAW_HITS, claw_at_vehicle, claw_odds
from battlesim.rulesets.stargrunt.assault.combat import (
    close_shifts,
    combat_dice,
    fight,
    losers,
    sides_in_order,
)
from battlesim.rulesets.stargrunt.assault.declare import why_no_assault
from battlesim.rulesets.stargrunt.assault.joining import possible_joiners
from battlesim.rulesets.stargrunt.assault.melee import Melee
from battlesim.rulesets.stargrunt.assault.pairs import Fight as Pairing
from battlesim.rulesets.stargrunt.assault.pairs import ask_pairs, paired
from battlesim.rulesets.stargrunt.core.marks import (
    BROKEN,
    CONFIDENCE,
    CONFIDENT,
    DOWN,
    IN_POSITION,
    ROUTED,
    STEADY,
    WOUNDED,
)
from battlesim.table.events import DiceRolled, MarksChanged, PiecesMoved
from battlesim.table.ids import UnitId

from .field import CENTRE, ENEMY, A, B, battle, foes, needed, perform, rolls, row, squad, terrain, unit
from .vehicle_field import vehicle

C, V = UnitId("c"), UnitId("v")
CALM = {"motivation": "high", "leader": False}
WOODS = terrain("woods", -6, 0.6, 6, 6)


def in_contact(own=1, others=1, first=None, second=None, **more):
    """Squad `a` in base contact with squad `b`."""
    return battle(
        squad("a", *row(-3, 0, own), **(CALM | (first or {}))),
        foes("b", *row(-3, 1, others), **(CALM | (second or {}))),
        activated="a",
        **more,
    )


def fights(state, dice, harder=0):
    return perform(state, lambda play: fight(play, [A], [B], harder), dice=dice)


def pair(state):
    (found,) = paired(state, [A], [B])
    return found


# The dice.


@pytest.mark.rule("SG-CLA-08", "SG-CLA-09", "SG-CLA-10", "SG-GAP-117", "SG-GAP-118")
@pytest.mark.parametrize(
    ("covered", "marks", "ground", "kind", "shifts"),
    [
        (True, {}, (), "rifleman", []),
        (True, {IN_POSITION: 1}, (), "rifleman", [1]),
        (True, {}, (WOODS,), "rifleman", [1]),
        (True, {IN_POSITION: 1}, (WOODS,), "rifleman", [1]),
        (False, {IN_POSITION: 1}, (WOODS,), "rifleman", []),
        (False, {IN_POSITION: 1}, (WOODS,), "swarmer", [1]),
        (True, {}, (WOODS,), "swarmer", [1, 1]),
    ],
)
def test_what_shifts_a_die_in_close_combat(covered, marks, ground, kind, shifts):
    state = in_contact(second={"marks": marks, "kinds": (kind,)}, ground=ground)
    found = close_shifts(state, state.table.piece("b1"), covered)
    assert [shift.value for shift in found] == shifts


@pytest.mark.rule("SG-CLA-08", "SG-CLA-10")
@pytest.mark.parametrize(
    ("defenders", "first", "dice"),
    [([B], True, (8, 10)), ([B], False, (8, 8)), ([A], True, (10, 8)), ([A, B], True, (10, 10))],
)
def test_cover_counts_for_defenders_in_the_first_round(defenders, first, dice):
    marks = {"marks": {IN_POSITION: 1}}
    state = in_contact(first=marks, second=marks)
    found = combat_dice(state, pair(state), defenders, first)
    assert (*found["a1"].sides, *found["b1"].sides) == dice


@pytest.mark.rule("SG-CLA-08", "SG-GAP-116")
@pytest.mark.option("close_shift", "open")
@pytest.mark.option("close_shift", "closed")
@pytest.mark.parametrize(
    ("option", "quality", "dice"),
    [
        ("open", "regular", [(10,), (8,), (8,)]),
        ("open", "veteran", [(12,), (8,), (8,)]),
        ("open", "elite", [(12,), (6,), (6,)]),
        ("closed", "elite", [(12,), (8,), (8,)]),
    ],
)
def test_one_above_a_d12_lowers_the_die_of_each_of_its_opponents(option, quality, dice):
    first = {"kinds": ("swarmer",), "quality": quality}
    state = in_contact(1, 2, first=first, options={"close_shift": option})
    found = combat_dice(state, pair(state), [], True)
    assert [found[key].sides for key in ("a1", "b1", "b2")] == dice


@pytest.mark.rule("SG-CLA-08", "SG-GAP-115")
@pytest.mark.parametrize(
    ("one", "others", "down"),
    [(4, (4, 4), []), (4, (5, 4), ["a1"]), (4, (4, 3), ["b2"]), (4, (3, 5), ["a1", "b1"])],
)
def test_equal_rolls_fell_nobody(one, others, down):
    state = in_contact(1, 2)
    pieces = state.table.pieces
    faces = dict(zip(("a1", "b1", "b2"), (one, *others), strict=True))
    found = losers(Pairing(pieces["a1"], (pieces["b1"], pieces["b2"])), faces)
    assert found == down


@pytest.mark.rule("SG-CLA-07", "SG-GAP-115")
def test_surplus_figures_join_the_nearest_fight():
    state = battle(squad("a", (0, 0), (4, 0)), foes("b", (0, 1), (4, 1), (0.5, -1)))
    assert {each.one.id: [p.id for p in each.others] for each in paired(state, [A], [B])} == {
        "a1": ["b1", "b3"],
        "a2": ["b2"],
    }


@pytest.mark.rule("SG-CLA-03", "SG-CLA-05", "SG-GAP-112", "SG-GAP-114")
@pytest.mark.option("odds_floor", "one")
@pytest.mark.option("odds_floor", "zero")
@pytest.mark.parametrize(
    ("first", "second", "option", "threat"),
    [
        ({"kinds": ("swarmer",)}, {}, "one", 4),
        ({"kinds": ("swarmer",)}, {"automated": True}, "one", 2),
        ({"kinds": ("swarmer",)}, {"kinds": ("spitter",)}, "one", 2),
        ({"terror": True}, {}, "one", 4),
        ({}, {"terror": True}, "one", 2),
        ({}, {}, "one", 2),
        ({"kinds": ("power_trooper",)}, {}, "one", 4),
        ({}, {"kinds": ("power_trooper",)}, "one", 1),
        ({}, {"kinds": ("brute",)}, "zero", 1),
    ],
)
def test_the_threat_of_an_assault_by_four_on_two(first, second, option, threat):
    state = in_contact(4, 2, first, second, options={"odds_floor": option})
    assert stand_threat(state, [A], B) == threat


@pytest.mark.rule("SG-CLA-10", "SG-CLA-12", "SG-CLA-17", "SG-CLA-14", "SG-GAP-120")
def test_the_position_of_defenders_counts_in_the_first_round_of_a_fight_alone():
    state = in_contact(2, 2, second={"marks": {IN_POSITION: 1}})
    done = fights(state, [4, 4, 4, 4, 8, 1, 8, 1, 6, 6])
    rounds = [event for event in done.events_of(DiceRolled) if str(event.why) == "close combat"]
    assert [event.sides for event in rounds] == [(8, 10, 8, 10), (8, 8, 8, 8)]
    fallen = [part.new for event in done.events_of(MarksChanged) for part in event.parts if part.name == DOWN]
    assert fallen == [1, 1, 0, 0]


@pytest.mark.rule("SG-CLA-14", "SG-CLA-17", "SG-GAP-120", "SG-GAP-119")
@pytest.mark.parametrize(
    ("number", "fell", "lost", "first"),
    [
        (1, (1, 0), (1, 3), A),
        (2, (1, 0), (1, 3), A),
        (3, (1, 0), (1, 3), B),
        (3, (0, 1), (3, 1), A),
        (1, (1, 1), (3, 1), B),
        (4, (1, 0), (2, 2), B),
    ],
)
def test_which_side_tests_first(number, fell, lost, first):
    melee = Melee([A], [B])
    melee.add_losses({A: lost[0], B: lost[1]})
    sides = sides_in_order(melee, {A: fell[0], B: fell[1]}, number)
    assert [side[0] for side in sides] == [first, B if first == A else A]


# Rounds and tests.


@pytest.mark.rule("SG-CLA-14", "SG-CLA-16", "SG-CLA-17", "SG-GAP-119", "SG-GAP-121")
def test_with_equal_casualties_the_defenders_test_first_and_both_at_their_own_number():
    state = in_contact(2, 2, second={"leadership": 1})
    done = fights(state, [8, 1, 1, 8, 8, 8, 8, 1, 6, 6, 6])
    assert rolls(done)[:3] == ["close combat", "b: confidence", "a: confidence"]
    assert [text[-2:] for text in needed(done)[1:3]] == ["3+", "4+"]


@pytest.mark.rule("SG-CLA-14", "SG-CLA-16", "SG-GAP-121")
def test_a_side_without_casualties_tests_at_level_0():
    done = fights(in_contact(2, 2), [8, 1, 4, 4, 8, 8, 1, 8, 8, 6, 6])
    assert [text[-2:] for text in needed(done)[1:3]] == ["4+", "3+"]


@pytest.mark.rule("SG-CLA-14", "SG-CLA-15", "SG-GAP-127")
@pytest.mark.parametrize(("harder", "levels"), [(0, ["4+", "4+"]), (1, ["4+", "5+"])])
def test_units_that_dropped_out_make_the_tests_of_the_attackers_alone_harder(harder, levels):
    done = fights(in_contact(2, 2), [8, 1, 1, 8, 8, 8, 8, 1, 6, 6, 6], harder)
    assert [text[-2:] for text in needed(done)[1:3]] == levels


@pytest.mark.rule("SG-GAP-119", "SG-CLA-17")
@pytest.mark.parametrize("idle", [0, 1, 2])
def test_a_casualty_starts_the_count_of_rounds_without_one_anew(idle):
    ties, casualty, tests = [4] * 4 * idle, [8, 1, 4, 4], [8, 8]
    done = fights(in_contact(2, 2), [*ties, *casualty, *tests, *[4, 4, 4] * 3, 6])
    assert sum(each == "close combat" for each in rolls(done)) == idle + 4
    assert done.piece("a1").xy[1] < CENTRE - 4.0


@pytest.mark.rule("SG-GAP-119", "SG-GAP-122", "SG-CLA-15")
def test_those_who_fall_back_keep_no_marker_and_those_who_fail_lose_a_level():
    drawn = fights(in_contact(), [4] * 6)
    assert (unit(drawn, "a").mark_count("suppressed"), unit(drawn, "a").mark_count(CONFIDENCE)) == (
        0,
        CONFIDENT,
    )
    failed = fights(in_contact(2, 2), [1, 8, 4, 4, 3, 6])
    assert unit(failed, "a").mark_count(CONFIDENCE) == STEADY
    assert unit(failed, "b").mark_count(CONFIDENCE) == CONFIDENT


@pytest.mark.rule("SG-CLA-17")
@pytest.mark.parametrize(("dice", "wins"), [([8, 1, 6], True), ([1, 8, 6], False), ([4] * 6, False)])
def test_the_attackers_win_if_no_defender_is_left_in_the_fight(dice, wins):
    results = []

    def run(play):
        results.append((yield from fight(play, [A], [B])))

    perform(in_contact(), run, dice=dice)
    assert results == [wins]


@pytest.mark.rule("SG-GAP-122", "SG-CLA-17")
@pytest.mark.parametrize(("lost", "beaten"), [((1, 2), B), ((2, 1), A), ((1, 1), A)])
def test_without_anyone_standing_the_side_with_fewer_casualties_has_won(lost, beaten):
    melee = Melee([A], [B])
    melee.add_losses({A: lost[0], B: 0})
    melee.add_losses({A: 0, B: lost[1]})
    melee.fled += [A, B]
    assert list(melee.beaten(in_contact())) == [beaten]


@pytest.mark.rule("SG-CLA-15", "SG-CLA-17")
@pytest.mark.parametrize(("fled", "beaten"), [(A, A), (B, B)])
def test_the_side_that_has_left_the_fight_is_beaten(fled, beaten):
    melee = Melee([A], [B])
    melee.fled.append(fled)
    assert not melee.goes_on(in_contact())
    assert list(melee.beaten(in_contact())) == [beaten]
    assert melee.standing(in_contact(), [A, B]) == [B if fled == A else A]


# The fallen.


@pytest.mark.rule("SG-CLA-13", "SG-GAP-122", "SG-GAP-123", "SG-CLA-12")
@pytest.mark.option("stunned_losers", "captured")
@pytest.mark.option("stunned_losers", "recover")
@pytest.mark.parametrize(
    ("option", "fallen", "die", "left", "rule"),
    [
        ("captured", "a2", 1, "gone", "SG-CLA-13"),
        ("captured", "a2", 2, "gone", "SG-CLA-13"),
        ("captured", "a2", 3, "wounded", ""),
        ("captured", "a2", 4, "wounded", ""),
        ("captured", "a2", 5, "ok", ""),
        ("captured", "b1", 2, "gone", "SG-CLA-13"),
        ("captured", "b1", 3, "gone", "SG-GAP-122"),
        ("captured", "b1", 5, "gone", "SG-GAP-122"),
        ("recover", "a2", 4, "wounded", ""),
        ("recover", "b1", 2, "gone", "SG-CLA-13"),
        ("recover", "b1", 4, "gone", "SG-GAP-122"),
        ("recover", "b1", 5, "ok", ""),
    ],
)
def test_what_becomes_of_the_fallen_of_both_sides(option, fallen, die, left, rule):
    """Of two attackers one falls, and the only defender is beaten by the other."""
    state = battle(
        squad("a", (0, 0), (1.1, 0), **CALM), foes("b", (0, 1), **CALM), options={"stunned_losers": option}
    )
    dice = {"a2": 6, "b1": 6} | {fallen: die}
    done = fights(state, [5, 8, 3, dice["a2"], dice["b1"]])
    piece = done.piece(fallen)
    now = "gone" if not piece.in_play else "wounded" if piece.has_mark(WOUNDED) else "ok"
    assert now == left and not piece.has_mark(DOWN)
    gone = [event.rule for event in done.events_of(PiecesMoved) if fallen in [p.piece for p in event.parts]]
    assert gone[-1:] == ([rule] if rule else gone[-1:])


# Beginning, terror, pressing on.


@pytest.mark.rule("SG-GAP-110", "SG-CLA-01")
@pytest.mark.option("assault_from_position", "both_tests")
@pytest.mark.option("assault_from_position", "one_test_at_plus_1")
@pytest.mark.parametrize(
    ("option", "marks", "needs"),
    [
        ("both_tests", {IN_POSITION: 1}, ["5+", "3+"]),
        ("both_tests", {}, ["3+"]),
        ("one_test_at_plus_1", {IN_POSITION: 1}, ["4+"]),
        ("one_test_at_plus_1", {}, ["3+"]),
    ],
)
def test_what_the_tests_of_an_assault_need_and_that_the_position_is_left(option, marks, needs):
    state = battle(
        squad("a", (0, 0), marks=marks, **CALM),
        foes("b", (0, 1), **CALM),
        options={"assault_from_position": option},
        activated="a",
    )
    dice = [8] * len(needs)
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [*dice, 8, 1, 8, 1, 1])
    assert needed(done)[: len(needs)] == needs
    assert not unit(done, "a").has_mark(IN_POSITION)


@pytest.mark.rule("SG-GAP-110", "SG-CLA-01")
def test_a_unit_that_fails_to_begin_stays_in_position_by_option():
    state = battle(
        squad("a", (0, 0), marks={IN_POSITION: 1}, **CALM),
        foes("b", (0, 6), **CALM),
        options={"assault_from_position": "one_test_at_plus_1"},
        activated="a",
    )
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3])
    assert unit(done, "a").has_mark(IN_POSITION)


@pytest.mark.rule("SG-GAP-114", "SG-CLA-06")
def test_a_broken_defender_is_routed_and_goes():
    state = battle(
        squad("a", (0, 0), **CALM),
        foes("b", (0, 6), marks={CONFIDENCE: BROKEN}, automated=True),
        activated="a",
    )
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3])
    assert unit(done, "b").mark_count(CONFIDENCE) == ROUTED
    assert done.piece("b1").xy[1] == pytest.approx(CENTRE + 12.0, abs=0.01)


@pytest.mark.rule("SG-CLA-02", "SG-GAP-127", "SG-PAN-02", "SG-PAN-03")
@pytest.mark.parametrize(
    ("kind", "quality", "panics"),
    [
        ("rifleman", "green", 0),
        ("swarmer", "green", 0),
        ("swarmer", "regular", 1),
        ("rifleman", "regular", 0),
    ],
)
def test_an_assault_is_no_fire_and_only_terror_makes_those_panic_whom_it_meets(kind, quality, panics):
    state = battle(
        squad("a", (0, 0), kinds=(kind,), automated=kind == "swarmer"),
        foes("b", (0, 6), quality=quality, **CALM),
        activated="a",
    )
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [8, *[8] * panics, 1])
    assert rolls(done)[1:] == [*["b not to panic"] * panics, "b: confidence"]


@pytest.mark.rule("SG-CLA-06", "SG-GAP-114")
def test_the_attackers_stand_where_those_were_who_surrender():
    state = battle(
        squad("a", (0, 0), **CALM), foes("b", (0, 6), marks={CONFIDENCE: ROUTED}, **CALM), activated="a"
    )
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3])
    assert done.piece("a1").xy == pytest.approx((CENTRE, CENTRE + 6.0), abs=0.05)


def follow(level, target_level, dice, **answers):
    """An assault of `a` on `b`, which is settled with the first dice; then `a` may press on against `c`."""
    state = battle(
        squad("a", (0, 0), marks={CONFIDENCE: level}, **CALM),
        foes("b", (0, 1), marks={CONFIDENCE: target_level}, **CALM),
        foes("c", (3, 4), **CALM),
        options={"follow_through": "on"},
        activated="a",
    )
    return perform(state, lambda play: perform_assault(play, A), answers, dice)


@pytest.mark.rule("SG-GAP-128", "SG-CLA-03")
@pytest.mark.parametrize(("dice", "needs"), [([3, 8, 1, 8, 1, 1, 1], "4+"), ([3, 1, 1], "5+")])
def test_pressing_on_is_harder_after_defenders_who_withdrew(dice, needs):
    done = follow(CONFIDENT, STEADY, dice, enemy=["b"])
    assert rolls(done)[-1] == "a to press on" and needed(done)[-1] == needs


@pytest.mark.rule("SG-GAP-128")
def test_winners_may_press_on_with_a_new_assault():
    dice = [3, 8, 1, 8, 1, 1]
    done = follow(CONFIDENT, CONFIDENT, [*dice, 4, 8, 6, 8, 1, 1], enemy=["b", "c"])
    assert rolls(done)[5:8] == ["a to press on", "c: confidence", "a closes in on c"]
    assert not done.piece("c1").in_play


@pytest.mark.rule("SG-GAP-128")
def test_a_new_assault_may_fall_short_or_find_nobody():
    dice = [3, 8, 1, 8, 1, 1]
    short = follow(CONFIDENT, CONFIDENT, [*dice, 4, 8, 1], enemy=["b", "c"])
    assert rolls(short)[-1] == "a closes in on c" and short.piece("c1").in_play
    fled = follow(CONFIDENT, CONFIDENT, [*dice, 4, 1], enemy=["b", "c"])
    assert rolls(fled)[-1] == "c: confidence"
    assert fled.piece("c1").xy[0] > CENTRE + 5.0


@pytest.mark.rule("SG-GAP-128")
@pytest.mark.option("follow_through", "off")
def test_winners_stay_where_they_are():
    state = in_contact()
    done = perform(state, lambda play: perform_assault(play, A), {"enemy": "b"}, [3, 8, 1, 8, 1, 1])
    assert "a to press on" not in rolls(done)


# Claws.


def swarm(*points, kinds=("swarmer",), target="apc", y=2.0, **more):
    """Aliens, and an enemy vehicle across their way, its flank 0.25 in above the middle."""
    return battle(
        squad("a", *(points or ((0, 0),)), kinds=kinds, leader=False, automated=True, quality="green"),
        vehicle("v", 0, y, kind=target, side=ENEMY, motivation="high", **more),
        activated="a",
    )


@pytest.mark.rule("SG-GAP-129")
def test_the_hits_of_claws():
    assert {degree: (hit.impact, hit.multiplier, hit.size) for degree, hit in CLAW_HITS.items()} == {
        1: (12, 1, 2),
        MAJOR: (12, 2, 2),
    }


@pytest.mark.rule("SG-GAP-129")
@pytest.mark.parametrize(
    ("kinds", "free"),
    [
        (("swarmer",), True),
        (("spitter",), False),
        (("power_trooper",), False),
        (("spitter", "swarmer"), True),
        (("rifleman",), False),
    ],
)
def test_only_aliens_with_claws_assault_a_vehicle(kinds, free):
    state = swarm((0, 0), (1.5, 0), kinds=kinds, y=6.0)
    assert (why_no_assault(state, A, V) == "") is free


@pytest.mark.rule("SG-GAP-129")
def test_people_assault_people():
    assert why_no_assault(battle(squad("a", (0, 0)), foes("b", (0, 6))), A, B) == ""


@pytest.mark.rule("SG-GAP-129")
def test_the_chances_of_claws_are_counted_over_all_faces():
    state = swarm(target="scout_car")
    odds = claw_odds(state, state.table.piece("a1"), state.table.piece("v1"))
    none = sum(min(f, 6) * min(f, 8) for f in range(1, 5)) / (4 * 48)
    two = sum(max(0, 6 - f) * max(0, 8 - f) for f in range(1, 5)) / (4 * 48)
    pairs = [(i, a) for i in range(1, 13) for a in range(1, 13)]
    minor, major = (sum(f * i > 2 * a for i, a in pairs) / 144 for f in (1, 2))
    assert sum(odds.values()) == pytest.approx(1.0)
    assert odds["none"] == pytest.approx(none)
    assert odds["destroyed"] == pytest.approx((1 - none - two) * minor + two * major)


@pytest.mark.rule("SG-GAP-129")
@pytest.mark.parametrize(
    ("points", "kinds", "rolled"),
    [
        (((0, 0.25), (1.5, 0.25)), ("swarmer",), ["a1", "a2"]),
        (((0, 0.25), (1.5, 0.24)), ("swarmer",), ["a1", "a2"]),
        (((0, 0.25), (1.5, 0.22)), ("swarmer",), ["a1"]),
        (((0, 0.25), (1.5, 0.25)), ("swarmer", "spitter"), ["a1"]),
    ],
)
def test_figures_with_claws_in_contact_roll_one_after_the_other(points, kinds, rolled):
    state = swarm(*points, kinds=kinds)
    vehicle_piece = state.table.piece("v1")
    done = perform(state, lambda play: claw_at_vehicle(play, A, vehicle_piece), dice=[4, 1, 1] * len(rolled))
    assert [event.by for event in done.events_of(DiceRolled)] == rolled


@pytest.mark.rule("SG-GAP-129")
def test_nobody_claws_at_a_vehicle_that_is_lost():
    state = swarm((0, 0.25), (1.5, 0.25), target="scout_car", y=1.75)
    vehicle_piece = state.table.piece("v1")
    dice = [1, 6, 8, 12, 1, 6, 6]
    done = perform(state, lambda play: claw_at_vehicle(play, A, vehicle_piece), dice=dice)
    assert [text for text in rolls(done) if "claws" in text] == ["claws of a1 at v1"]


@pytest.mark.rule("SG-GAP-129", "SG-GAP-128")
def test_those_who_destroy_a_vehicle_and_its_crew_have_won():
    state = battle(
        squad("a", (0, 0), kinds=("swarmer",), leader=False, automated=True, quality="green"),
        vehicle("v", 0, 6, kind="scout_car", side=ENEMY, motivation="high"),
        options={"follow_through": "on"},
        activated="a",
    )
    lost = perform(
        state,
        lambda play: perform_assault(play, A),
        {"enemy": ["v"]},
        [6, 8, 8, 5, 1, 6, 8, 12, 1, 1, 1, 1, 1, 1],
    )
    assert (rolls(lost)[-1], needed(lost)[-1]) == ("a to press on", "4+")
    held = perform(state, lambda play: perform_assault(play, A), {"enemy": ["v"]}, [6, 8, 8, 5, 4, 1, 1])
    assert "a to press on" not in rolls(held)


# Who joins, and whom the surplus fights.


@pytest.mark.rule("SG-GAP-127")
@pytest.mark.parametrize(("acted", "joins"), [((), ["c"]), (("c1",), [])])
def test_a_unit_that_has_acted_does_not_join(acted, joins):
    state = battle(squad("a", (0, 0)), squad("c", (3, 0)), foes("b", (0, 6)), activated="a", acted=acted)
    assert [each.id for each in possible_joiners(state, A)] == joins


@pytest.mark.rule("SG-GAP-115", "SG-CLA-07")
@pytest.mark.parametrize(
    ("own", "others", "answers", "groups"),
    [
        (1, 3, {}, [3]),
        (2, 2, {}, [1, 1]),
        (2, 3, {"pairs": ("a1",)}, [2, 1]),
        (2, 3, {"pairs": ("a2",)}, [1, 2]),
    ],
)
def test_the_surplus_fights_whom_the_smaller_side_says(own, others, answers, groups):
    results = []

    def run(play):
        results.append((yield from ask_pairs(play, [A], [B])))

    done = perform(in_contact(own, others), run, answers)
    assert [len(each.others) for each in results[0]] == groups
    assert len(done.decisions_with_key("pairs")) == bool(answers)
