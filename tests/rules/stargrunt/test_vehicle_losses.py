"""What a hit does to a vehicle and to those aboard: their fate, where they get out, and what they test."""

from __future__ import annotations

import math

import msgspec
import pytest

from battlesim.mechanics.contest import MAJOR
from battlesim.rulesets.stargrunt.core.lookups import people_of
from battlesim.rulesets.stargrunt.core.marks import (
    ABANDONED,
    DESTROYED,
    DISABLED,
    IMMOBILISED,
    STABILISED,
    SUPPRESSED,
    SYSTEMS_HIT,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.vehicles import occupants
from battlesim.rulesets.stargrunt.damage.bail_out import (
    bail_out,
    disembark_all,
    exit_point,
)
from battlesim.rulesets.stargrunt.damage.bail_out import (
    test_if_immobilised as check_immobilised,
)
from battlesim.rulesets.stargrunt.damage.occupant_losses import (
    abandon_if_crewless,
    apply_fate,
    roll_for_occupants,
)
from battlesim.rulesets.stargrunt.damage.occupants import (
    CasualtyRoll,
    SmallArmsFateRoll,
    escape_roll,
    occupant_fate,
)
from battlesim.rulesets.stargrunt.damage.penetration import (
    PenetrationRoll,
    VehicleHit,
    VehicleNumbers,
    WhereRoll,
    damage_chances,
    hit_effect,
    hits_by_degree,
    loss_chance,
    penetration_roll,
    suspension_roll,
)
from battlesim.rulesets.stargrunt.damage.repair import has_systems_hit, repair_systems, why_systems_forbid
from battlesim.rulesets.stargrunt.damage.vehicle_damage import strike_vehicle, vehicle_numbers
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.events import DiceRolled, MarksChanged, PiecesMoved
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Aboard, OnTable

from .field import CENTRE, ENEMY, B, battle, foes, needed, perform, rolls, row, squad, terrain, unit
from .vehicle_field import aboard, vehicle

V = UnitId("v")
TRUCK, CARRIER = VehicleNumbers(1, 6), VehicleNumbers(2, 10)
CALM = {"motivation": "high", "leader": False}


def carrier(*more, kind="apc", enemy=(0, 20), piece_marks=(), **rules):
    """An enemy vehicle at the centre, with whatever rides in it, and a squad of the other side."""
    own = vehicle(
        "v", 0, 0, kind=kind, side=ENEMY, piece_marks=piece_marks, **({"motivation": "high"} | rules)
    )
    return battle(own, *more, squad("a", enemy))


def marked(state, **marks):
    """The battle with marks on pieces: v_crew1=WOUNDED."""
    pieces = [state.table.piece(key).with_mark(mark) for key, mark in marks.items()]
    return state.with_table(state.table.with_pieces(*pieces))


def struck(state, hit, *dice):
    results = []

    def run(play):
        results.append((yield from strike_vehicle(play, "v1", hit, "a1")))

    done = perform(state, run, dice=dice)
    return results[0], done


def fate_of(faces, armour=8, size=0, destroyed=False):
    """What becomes of an occupant when the dice show these faces."""
    script, value = occupant_fate(armour, size, destroyed), None
    for face in (*faces, None):
        try:
            roll = script.send(value)
        except StopIteration as stop:
            return stop.value
        value = roll.value_of([face])
    raise AssertionError("a roll is left without a face")


def gets_out(state):
    """All leave the vehicle: their units, and the table afterwards."""
    units = []
    done = perform(state, lambda play: units.extend(disembark_all(play, "v1")))
    return units, done


# Penetration.


@pytest.mark.rule(
    "SG-HWV-01",
    "SG-SAV-02",
    "SG-ARM-06",
    "SG-GAP-95",
    "SG-WPN-21",
    "SG-GAP-99",
    "SG-HWV-02",
    "SG-HWV-03",
    "SG-SAV-03",
    "SG-SAV-04",
)
@pytest.mark.parametrize(
    ("hit", "armour", "faces", "grade"),
    [
        (VehicleHit(10), 1, (4, 4), 0),
        (VehicleHit(10), 1, (5, 4), 1),
        (VehicleHit(10), 1, (7, 4), 1),
        (VehicleHit(10), 1, (8, 4), 2),
        (VehicleHit(10), 2, (8, 4), 0),
        (VehicleHit(10), 2, (9, 4), 1),
        (VehicleHit(10, 2), 2, (4, 4), 0),
        (VehicleHit(10, 2), 2, (5, 4), 1),
        (VehicleHit(10, 1, 1), 1, (8, 4), 1),
        (VehicleHit(10, 1, 1), 1, (9, 4), 2),
        (VehicleHit(10, 1, 1, True), 2, (4, 4), 0),
        (VehicleHit(10, 1, 1, True), 2, (5, 4), 1),
        (VehicleHit(10, 1, 1, True), 2, (8, 4), 1),
        (VehicleHit(10, 1, 1, True), 2, (9, 4), 2),
    ],
)
def test_how_far_a_hit_penetrates(hit, armour, faces, grade):
    roll = penetration_roll(hit, VehicleNumbers(armour, 6))
    assert roll.value_of(faces) == grade
    results = [("miss", "hit"), ("hit", "miss"), ("kill", "miss")][grade]
    assert roll.results(faces) == results
    assert roll.rule == ("SG-HWV-01" if hit.size else "SG-SAV-02")


@pytest.mark.rule("SG-GAP-95")
@pytest.mark.parametrize(("faces", "grade"), [((8, 4), 1), ((9, 4), 2), ((4, 4), 0)])
def test_a_wide_margin_is_more_than_twice_the_armour(faces, grade):
    assert PenetrationRoll(sides=(12, 12), factors=(1, 1)).value_of(faces) == grade


@pytest.mark.rule("SG-GAP-99", "SG-NPH-02", "SG-NPH-03")
@pytest.mark.parametrize(
    ("hit", "faces", "held"),
    [
        (VehicleHit(10, 1, 1), (6, 6), 0),
        (VehicleHit(10, 1, 1), (7, 6), 1),
        (VehicleHit(10, 2, 3, True), (2, 8), 0),
        (VehicleHit(10, 2, 3, True), (2, 7), 1),
    ],
)
def test_a_suspension_holds_against_an_equal_impact(hit, faces, held):
    roll = suspension_roll(hit, CARRIER)
    assert roll.sides == (10, 10)
    assert roll.value_of(faces) == held
    assert roll.value_text(faces) == f"impact {faces[0] * hit.multiplier} against suspension {faces[1]}"


@pytest.mark.rule("SG-NPH-01", "SG-SAV-02", "SG-HWV-01")
def test_the_location_is_rolled_with_a_d6():
    roll = WhereRoll()
    assert roll.sides == (6,)
    assert [roll.results([face])[0] for face in range(1, 7)] == ["hit", "hit", "miss", "miss", "miss", "hit"]


@pytest.mark.rule("SG-GAP-93", "SG-WPN-21", "SG-HWV-01", "SG-SAV-02")
def test_small_arms_hit_with_a_major_success_alone_and_others_with_each():
    assert hits_by_degree(10, 1, 0) == {MAJOR: VehicleHit(10, 1, 0, False)}
    assert hits_by_degree(12, 2, 3) == {1: VehicleHit(12, 2, 3, False), MAJOR: VehicleHit(12, 2, 3, True)}
    assert [hit.multiplier for hit in hits_by_degree(12, 2, 3).values()] == [2, 4]


@pytest.mark.rule("SG-SAV-02", "SG-SAV-03", "SG-SAV-04", "SG-HWV-02", "SG-HWV-03", "SG-ART-22")
@pytest.mark.parametrize(
    ("hit", "lost"),
    [(VehicleHit(10), lambda i, a: i >= 2 * a), (VehicleHit(10, 1, 1), lambda i, a: i > a)],
)
def test_the_chance_that_a_hit_puts_a_vehicle_out_of_action(hit, lost):
    pairs = [(i, a) for i in range(1, 11) for a in range(1, 13)]
    assert loss_chance(hit, TRUCK) == pytest.approx(sum(lost(i, a) for i, a in pairs) / 120)


@pytest.mark.rule("SG-SAV-01", "SG-SAV-02", "SG-HWV-01", "SG-GAP-129")
def test_the_chances_of_each_damage_by_degree_of_success():
    found = damage_chances({0: 0.2, 1: 0.3, MAJOR: 0.5}, hits_by_degree(10, 1, 0), TRUCK)
    pairs = [(i, a) for i in range(1, 11) for a in range(1, 13)]
    held = sum(i <= a for i, a in pairs) / 120
    disabled = sum(i >= 2 * a for i, a in pairs) / 120
    assert found == pytest.approx(
        {
            "none": 0.2,
            "suppressed": 0.3 + 0.5 * held,
            "injured": 0.5 * (1 - held - disabled),
            "disabled": 0.5 * disabled,
        }
    )


@pytest.mark.rule("SG-HWV-02", "SG-SAV-02", "SG-GAP-97")
def test_only_a_vehicle_has_numbers():
    assert vehicle_numbers(carrier().table.piece("v1")) == VehicleNumbers(2, 10)
    assert vehicle_numbers(carrier(kind="walker").table.piece("v1")).suspension == 0
    with pytest.raises(ValueError, match="a1 is no vehicle"):
        vehicle_numbers(carrier().table.piece("a1"))


@pytest.mark.rule(
    "SG-HWV-01", "SG-NPH-01", "SG-NPH-02", "SG-NPH-05", "SG-SAV-02", "SG-HWV-02", "SG-HWV-03", "SG-GAP-97"
)
@pytest.mark.parametrize(
    ("dice", "damage", "marks"),
    [
        ((2, 1, 3), "hull", []),
        ((2, 1, 6), "systems", [SYSTEMS_HIT]),
        ((2, 1, 2, 5, 4), "immobilised", [IMMOBILISED]),
        ((2, 1, 2, 4, 4), "held", []),
        ((3, 1, 6, 6, 6), "disabled", [DISABLED]),
        ((5, 1, 6, 6, 6), "destroyed", [DESTROYED]),
    ],
)
def test_what_a_heavy_hit_does_to_a_carrier(dice, damage, marks):
    found, done = struck(carrier(), VehicleHit(10, 1, 2), *dice)
    assert found == damage
    assert [(mark.name, mark.count) for mark in done.piece("v1").marks] == [(name, 1) for name in marks]
    rules = {
        DISABLED: "SG-HWV-02",
        DESTROYED: "SG-HWV-03",
        IMMOBILISED: "SG-NPH-02",
        SYSTEMS_HIT: "SG-NPH-05",
    }
    changed = [e.rule for e in done.events_of(MarksChanged) if e.parts[0].name in rules]
    assert changed == [rules[name] for name in marks]


@pytest.mark.rule("SG-NPH-05")
def test_a_systems_hit_switches_electronic_warfare_off():
    state = carrier(electronics="basic", marks={"ew_on": 1, "ew_markers": 3})
    _, done = struck(state, VehicleHit(10, 1, 2), 2, 1, 6)
    assert not unit(done, "v").has_mark("ew_on")
    _, done = struck(state, VehicleHit(10, 1, 2), 2, 1, 3)
    assert unit(done, "v").has_mark("ew_on")


# Those aboard.


@pytest.mark.rule("SG-SAV-05", "SG-GAP-96")
@pytest.mark.parametrize(("face", "fate"), [(1, "dead"), (2, "wounded"), (3, "unhurt"), (8, "unhurt")])
def test_small_arms_among_those_aboard(face, fate):
    assert fate_of([face]) == fate
    roll = SmallArmsFateRoll(sides=(8,))
    assert roll.value_text([face]) == fate
    assert roll.results([face]) == ({"dead": "kill", "wounded": "hit", "unhurt": "miss"}[fate],)


@pytest.mark.rule("SG-OCC-01", "SG-OCC-02", "SG-OCC-03", "SG-GAP-96")
@pytest.mark.parametrize(
    ("size", "destroyed", "faces", "fate"),
    [
        (1, False, (2,), "unhurt"),
        (1, False, (1, 3), "dead"),
        (1, False, (1, 4), "wounded"),
        (2, False, (3,), "unhurt"),
        (2, False, (2, 4), "wounded"),
        (3, True, (7,), "unhurt"),
        (3, True, (6, 3), "dead"),
        (1, True, (3,), "unhurt"),
        (1, True, (2, 1), "dead"),
    ],
)
def test_heavy_weapons_among_those_aboard(size, destroyed, faces, fate):
    assert fate_of(faces, 8, size, destroyed) == fate


@pytest.mark.rule("SG-OCC-01", "SG-OCC-02")
@pytest.mark.parametrize(
    ("size", "destroyed", "least"), [(1, False, 2), (1, True, 3), (2, False, 3), (2, True, 5), (5, True, 11)]
)
def test_what_an_occupant_needs_to_escape(size, destroyed, least):
    roll = escape_roll(10, size, destroyed)
    assert (roll.sides, roll.thresholds[0].least) == ((10,), least)


@pytest.mark.rule("SG-OCC-03", "SG-OCC-01", "SG-SAV-05")
def test_casualties_are_rolled_with_a_d6():
    assert CasualtyRoll().sides == (6,)
    assert [CasualtyRoll().value_of([face]) for face in (1, 3, 4, 6)] == [
        "dead",
        "dead",
        "wounded",
        "wounded",
    ]


@pytest.mark.rule("SG-OCC-01", "SG-SAV-05", "SG-INF-08", "SG-INF-09")
@pytest.mark.parametrize(
    ("size", "dice", "rule", "fates"),
    [
        (0, (1, 2, 3), "SG-SAV-05", ["dead", "wounded", "ok"]),
        (2, (3, 2, 1, 3, 4), "SG-OCC-01", ["ok", "dead", "wounded"]),
        (2, (2, 3, 3, 4), "SG-OCC-01", ["wounded", "ok", "ok"]),
    ],
)
def test_all_aboard_roll_and_those_who_must_roll_on(size, dice, rule, fates):
    done = perform(carrier(), lambda play: roll_for_occupants(play, "v1", size, False, "a1"), dice=dice)
    crew = [done.state.table.pieces[f"v_crew{n}"] for n in (1, 2, 3)]
    assert ["dead" if not p.in_play else "wounded" if p.has_mark(WOUNDED) else "ok" for p in crew] == fates
    assert {event.rule for event in done.events_of(DiceRolled)} == {rule}


@pytest.mark.rule("SG-INF-08", "SG-INF-09", "SG-GAP-16")
@pytest.mark.option("second_wound", "dead_same_attack")
@pytest.mark.option("second_wound", "dead_always")
@pytest.mark.parametrize(
    ("fate", "before", "option", "automated", "left", "rule"),
    [
        ("unhurt", "", "dead_same_attack", False, "ok", ""),
        ("wounded", "", "dead_same_attack", False, WOUNDED, "SG-INF-08"),
        ("dead", "", "dead_same_attack", False, "dead", "SG-INF-09"),
        ("wounded", WOUNDED, "dead_same_attack", False, WOUNDED, ""),
        ("wounded", WOUNDED, "dead_always", False, "dead", "SG-GAP-16"),
        ("dead", WOUNDED, "dead_always", False, "dead", "SG-INF-09"),
        ("unhurt", WOUNDED, "dead_always", False, WOUNDED, ""),
        ("wounded", STABILISED, "dead_same_attack", False, STABILISED, ""),
        ("wounded", "", "dead_same_attack", True, "dead", "SG-GAP-16"),
        ("unhurt", "", "dead_same_attack", True, "ok", ""),
    ],
)
def test_what_a_fate_makes_of_an_occupant(fate, before, option, automated, left, rule):
    riders = aboard(foes("b", (0, 0), automated=automated), "v1")
    state = battle(vehicle("v", 0, 0, side=ENEMY), riders, options={"second_wound": option})
    if before:
        state = marked(state, b1=before)
    done = perform(state, lambda play: apply_fate(play, play.state.table.piece("b1"), fate, "a1"))
    now = done.piece("b1")
    assert ("dead" if not now.in_play else now.marks[0].name if now.marks else "ok") == left
    assert (done.events[-1].rule if done.events else "") == rule


@pytest.mark.rule("SG-SAV-05")
@pytest.mark.parametrize(("hurt", "left"), [(0, 0), (2, 0), (3, 1)])
def test_a_vehicle_whose_whole_crew_is_hurt_is_abandoned(hurt, left):
    state = marked(carrier(), **{f"v_crew{n + 1}": WOUNDED for n in range(hurt)})
    done = perform(state, lambda play: abandon_if_crewless(play, "v1"))
    assert done.piece("v1").mark_count(ABANDONED) == left


# Getting out.


@pytest.mark.rule("SG-GAP-100")
@pytest.mark.parametrize(
    ("foes_at", "toward"),
    [
        (((0, 10),), (0, -1)),
        (((10, 0),), (-1, 0)),
        (((-6, 8),), (0.6, -0.8)),
        (((0, 20), (6, 8)), (-0.6, -0.8)),
        (((3, 4), (0, -20)), (-0.6, -0.8)),
    ],
)
def test_those_who_get_out_stand_away_from_the_nearest_enemy(foes_at, toward):
    state = battle(vehicle("v", 0, 0, side=ENEMY), squad("a", *foes_at))
    hull = state.table.piece("v1")
    far = hull.radius + 1.0
    expected = (CENTRE + toward[0] * far, CENTRE + toward[1] * far)
    assert exit_point(state, hull) == pytest.approx(expected)


@pytest.mark.rule("SG-GAP-100")
def test_without_enemies_they_stand_where_there_is_room():
    state = battle(vehicle("v", 3, 2, side=ENEMY))
    assert exit_point(state, state.table.piece("v1")) == (CENTRE + 3, CENTRE + 2)


@pytest.mark.rule("SG-GAP-100", "SG-GAP-97")
def test_crew_and_passengers_get_out_each_unit_by_itself_and_suppressed():
    riders = aboard(foes("b", (0, 0), (0, 0), **CALM), "v1")
    units, done = gets_out(carrier(riders, piece_marks=(DISABLED,)))
    assert units == ["v", "b"]
    assert not occupants(done.state, "v1")
    assert [unit(done, key).mark_count(SUPPRESSED) for key in ("v", "b")] == [1, 1]
    assert unit(done, "v").leader == "v_crew1"
    assert unit(done, "b").leader == ""
    moves = [[part.piece for part in event.parts] for event in done.events_of(PiecesMoved)]
    assert moves == [["v_crew1", "v_crew2", "v_crew3"], ["b1", "b2"]]
    hull = done.piece("v1")
    assert all(
        piece_gap(done.state.table, p, hull) <= 6.0
        for p in (*people_of(done.state, V), *people_of(done.state, B))
    )


@pytest.mark.rule("SG-GAP-100")
def test_those_who_are_suppressed_get_no_further_marker_and_nobody_suppresses_the_lost():
    riders = aboard(foes("b", (0, 0), (0, 0), marks={SUPPRESSED: 1}, **CALM), "v1")
    hurt = aboard(foes("c", (0, 0), figure_marks={1: WOUNDED}, **CALM), "v1")
    _, done = gets_out(carrier(riders, hurt))
    assert [unit(done, key).mark_count(SUPPRESSED) for key in ("b", "c")] == [1, 0]
    assert isinstance(done.piece("c1").place, OnTable)


@pytest.mark.rule("SG-GAP-100")
@pytest.mark.parametrize(
    ("leader", "hurt", "after"),
    [
        ("v1", (), "v_crew1"),
        ("v1", ("v_crew1",), "v_crew2"),
        ("", (), ""),
        ("v1", ("v_crew1", "v_crew2", "v_crew3"), "v1"),
    ],
)
def test_a_figure_of_the_crew_commands_on_foot_in_place_of_the_vehicle(leader, hurt, after):
    state = marked(carrier(piece_marks=(DISABLED,)), **dict.fromkeys(hurt, WOUNDED))
    own = msgspec.structs.replace(state.table.units[V], leader=leader)
    state = state.with_table(state.table.with_units(own))
    _, done = gets_out(state)
    assert unit(done, "v").leader == after


@pytest.mark.rule("SG-GAP-100")
def test_the_fit_get_out_first_and_the_wounded_stay_if_there_is_no_room():
    walls = [
        terrain("water", -24, 1.3, 24, 24),
        terrain("water", -24, -24, 24, -2.35),
        terrain("water", 2.05, -24, 24, 24),
        terrain("water", -24, -24, -2.05, 24),
    ]
    ground = [msgspec.structs.replace(each, id=f"w{n}") for n, each in enumerate(walls)]
    state = battle(vehicle("v", 0, 0, side=ENEMY), squad("a", (0, 20)), ground=ground)
    state = marked(state, v_crew1=WOUNDED)
    _, done = gets_out(state)
    out = [key for key in ("v_crew1", "v_crew2", "v_crew3") if isinstance(done.piece(key).place, OnTable)]
    assert "v_crew2" in out and ("v_crew1" not in out or len(out) == 3)


@pytest.mark.rule("SG-GAP-100")
@pytest.mark.parametrize("count", [8, 12])
def test_many_get_out_within_six_inches(count):
    riders = aboard(foes("b", *row(0, 0, count), **CALM), "v1")
    _, done = gets_out(carrier(riders))
    hull = done.piece("v1")
    gaps = [
        piece_gap(done.state.table, p, hull) for p in people_of(done.state, B) if isinstance(p.place, OnTable)
    ]
    assert len(gaps) == count and max(gaps) <= 6.0


@pytest.mark.rule("SG-GAP-100", "SG-NPH-04")
def test_a_vehicle_that_is_left_is_abandoned():
    done = perform(carrier(), lambda play: bail_out(play, "v1"))
    assert done.piece("v1").mark_count(ABANDONED) == 1
    assert not occupants(done.state, "v1")


@pytest.mark.rule(
    "SG-NPH-04", "SG-GAP-129", "SG-SAV-01", "SG-GAP-165", "SG-FIR-01", "SG-ART-22", "SG-GAP-100"
)
@pytest.mark.parametrize(
    ("before", "now", "tests"),
    [
        ((), (IMMOBILISED,), 1),
        ((IMMOBILISED,), (IMMOBILISED,), 0),
        ((), (), 0),
        ((), (IMMOBILISED, DISABLED), 0),
    ],
)
def test_the_crew_of_a_vehicle_that_has_just_been_immobilised_tests(before, now, tests):
    was = carrier(piece_marks=before).table.piece("v1")
    done = perform(
        carrier(piece_marks=now),
        lambda play: check_immobilised(play, was),
        {"bail_out": "stay"} if tests else {},
        [8] * tests,
    )
    assert rolls(done) == ["v: confidence"] * tests
    assert needed(done) == ["3+, 6+"] * tests


@pytest.mark.rule("SG-GAP-97", "SG-HWV-02", "SG-SAV-03", "SG-GAP-101")
@pytest.mark.parametrize(
    ("hit", "dice", "out", "tests"),
    [
        (VehicleHit(10, 1, 2), (3, 1, 6, 6, 6, 8, 8), True, ["b: confidence"]),
        (VehicleHit(10), (5, 2, 6, 6, 6, 8, 8), False, []),
        (VehicleHit(10), (5, 2, 6, 6, 6, 2, 8, 8), False, ["b: confidence"]),
    ],
)
def test_passengers_who_must_get_out_test_and_others_only_for_casualties(hit, dice, out, tests):
    riders = aboard(foes("b", (0, 0), (0, 0), motivation="low", leader=False), "v1")
    if tests and out:
        dice = (*dice, 8)
    _, done = struck(carrier(riders), hit, *dice)
    assert isinstance(done.piece("b2").place, Aboard) is not out
    assert [text for text in rolls(done) if "confidence" in text] == tests


# Repairs.


@pytest.mark.rule("SG-GAP-98", "SG-NPH-05", "SG-NPH-06")
@pytest.mark.parametrize(
    ("marks", "key", "reason"),
    [
        ((SYSTEMS_HIT,), "fire", "its systems are out of use"),
        ((SYSTEMS_HIT,), "observe", "its systems are out of use"),
        ((SYSTEMS_HIT,), "ew_on", "its systems are out of use"),
        ((SYSTEMS_HIT,), "move", ""),
        ((), "fire", ""),
        ((IMMOBILISED,), "fire", ""),
    ],
)
def test_what_a_vehicle_cannot_do_without_its_systems(marks, key, reason):
    state = carrier(piece_marks=marks)
    assert str(why_systems_forbid(state, unit(state, "v"), key)) == reason
    assert has_systems_hit(state, unit(state, "v")) is (SYSTEMS_HIT in marks)


@pytest.mark.rule("SG-NPH-06")
@pytest.mark.parametrize(("die", "left"), [(4, 1), (5, 0), (6, 0)])
def test_systems_are_repaired_at_5(die, left):
    done = perform(carrier(piece_marks=(SYSTEMS_HIT,)), lambda play: repair_systems(play, V), dice=[die])
    assert done.piece("v1").mark_count(SYSTEMS_HIT) == left
    assert done.events_of(DiceRolled)[0].sides == (6,)


@pytest.mark.rule("SG-SAV-02", "SG-SAV-03", "SG-SAV-04", "SG-HWV-02", "SG-HWV-03", "SG-NPH-01", "SG-NPH-02")
def test_the_chances_of_a_hit_are_those_of_all_its_dice():
    from battlesim.mechanics.chance import exact_chances

    chances = exact_chances(lambda: hit_effect(VehicleHit(10, 1, 1), TRUCK))
    pairs = [(i, a) for i in range(1, 11) for a in range(1, 13)]
    held = sum(i <= a for i, a in pairs) / 120
    still = sum(i <= s for i in range(1, 11) for s in range(1, 7)) / 60
    assert chances == pytest.approx(
        {
            "disabled": sum(a < i <= 2 * a for i, a in pairs) / 120,
            "destroyed": sum(i > 2 * a for i, a in pairs) / 120,
            "hull": held / 2,
            "systems": held / 6,
            "held": held / 3 * still,
            "immobilised": held / 3 * (1 - still),
        }
    )
    assert math.isclose(sum(chances.values()), 1.0)
