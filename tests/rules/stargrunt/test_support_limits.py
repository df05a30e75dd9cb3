"""Support: what a request needs, where bursts fall, whom they catch, and what they do."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.events import SupportCalled
from battlesim.rulesets.stargrunt.core.marks import (
    IN_POSITION,
    PANIC,
    STABILISED,
    SUPPRESSED,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.profiles import tables
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.rulesets.stargrunt.support.aircraft import ask_air_defence, craft_decision
from battlesim.rulesets.stargrunt.support.arrival import (
    burst_losses,
    burst_shifts,
    caught_figures,
    clock_point,
    is_on_table,
    needed_accuracy,
    observer_sees,
    resolve_mission,
)
from battlesim.rulesets.stargrunt.support.impact_markers import is_hidden_play
from battlesim.rulesets.stargrunt.support.missions import delay, due_missions
from battlesim.rulesets.stargrunt.support.points import point_decision
from battlesim.rulesets.stargrunt.support.request import (
    REQUEST_ACTION,
    battery_decision,
    chits_left,
    levels_between,
    request_roll,
    request_support,
    why_cannot_request,
)
from battlesim.rulesets.stargrunt.support.templates import template_kinds
from battlesim.table.events import DiceRolled, TemplatePlaced

from .field import CENTRE, ENEMY, OWN, A, battle, foes, needed, perform, rolls, squad, terrain, unit
from .vehicle_field import vehicle

POINT = (CENTRE, CENTRE + 10.0)
CALM = {"motivation": "high", "leader": False}
MORTARS = Battery("mortars", "own")


def callers(
    *more, batteries=(MORTARS,), chits=3, missions=(), options=None, ground=(), turn=1, edges=None, **rules
):
    """A squad `a` that can call for support, and an enemy far away."""
    game = {"edges": edges} if edges else {}
    return battle(
        squad("a", (0, 0), (1.5, 0), **rules),
        *(more or (foes("b", (20, 20), **CALM),)),
        batteries=batteries,
        missions=missions,
        chits={"own": chits},
        options=options,
        ground=ground,
        activated="a",
        turn=turn,
        **game,
    )


def mission(rounds=1, warhead="explosive", at=POINT, turn=1, caller="a", battery="mortars"):
    return Mission(f"{battery}-1", battery, caller, at, warhead, rounds, turn)


def fall(state, dice=(), own=None, answers=None):
    return perform(state, lambda play: resolve_mission(play, own or mission()), answers, dice)


def bursts(done):
    return [event.at for event in done.events_of(TemplatePlaced)]


# Requests.


@pytest.mark.rule("SG-ART-01", "SG-GAP-131")
@pytest.mark.parametrize(
    ("level", "battery", "observer", "levels"),
    [
        ("squad", "squad", "", 0),
        ("squad", "platoon", "", 0),
        ("squad", "company", "", 1),
        ("squad", "regiment", "", 3),
        ("company", "squad", "", 1),
        ("squad", "higher", "a", 0),
        ("squad", "higher", "b", 4),
    ],
)
def test_the_levels_that_a_request_bypasses(level, battery, observer, levels):
    state = callers(level=level)
    own = Battery("m", "own", level=battery, observer=observer)
    assert levels_between(unit(state, "a"), own) == levels


@pytest.mark.rule("SG-ART-01", "SG-ART-02", "SG-ART-03", "SG-ART-04", "SG-ART-05")
@pytest.mark.parametrize(
    ("level", "battery", "chits", "die", "shifts"),
    [
        ("platoon", "company", 0, 8, []),
        ("squad", "company", 0, 6, [-1]),
        ("squad", "regiment", 0, 4, [-3]),
        ("platoon", "company", 1, 10, [1]),
        ("squad", "company", 2, 10, [-1, 2]),
        ("platoon", "company", 3, 12, [3]),
    ],
)
def test_levels_and_chits_shift_the_die_of_a_request(level, battery, chits, die, shifts):
    roll = request_roll(unit(callers(level=level), "a"), Battery("m", "own", level=battery), chits)
    assert roll.sides == (die,)
    assert [shift.value for shift in roll.tags[0].shifts] == shifts


@pytest.mark.rule("SG-ART-03", "SG-ART-04", "SG-ART-05")
@pytest.mark.parametrize("leadership", [1, 2, 3])
@pytest.mark.parametrize(
    ("kind", "specialist", "more"),
    [
        ("artillery", True, 0),
        ("artillery", False, 2),
        ("orbital", True, 3),
        ("orbital", False, 6),
        ("air", True, 2),
        ("air", False, 4),
    ],
)
def test_a_request_must_exceed_the_leadership_and_a_number(kind, specialist, more, leadership):
    kinds = (kind,) if specialist else ()
    own = unit(callers(leadership=leadership, specialist=kinds), "a")
    roll = request_roll(own, Battery("m", "own", kind=kind), 0)
    assert roll.thresholds[0].least == leadership + more + 1


@pytest.mark.rule("SG-ART-01", "SG-ART-02", "SG-GAP-131", "SG-GAP-130", "SG-GAP-134", "SG-GAP-136")
@pytest.mark.parametrize(
    ("missions", "side", "reason"),
    [
        ((3,), "own", ""),
        ((0,), "own", "no battery has missions left"),
        ((0, 1), "own", ""),
        ((3,), "enemy", "no battery has missions left"),
    ],
)
def test_a_request_needs_a_battery_with_missions(missions, side, reason):
    batteries = tuple(Battery(f"m{n}", side, missions=left) for n, left in enumerate(missions))
    state = callers(batteries=batteries)
    assert str(why_cannot_request(state, unit(state, "a"))) == reason
    keys = [option.key for option in battery_decision(state, unit(state, "a")).open_options]
    assert len(keys) == 1 + (sum(map(bool, missions)) if side == "own" else 0)


@pytest.mark.rule("SG-GAP-131", "SG-ART-01")
@pytest.mark.parametrize(
    ("batteries", "automated", "offered"),
    [((MORTARS,), False, True), ((), False, False), ((MORTARS,), True, False)],
)
def test_who_can_call_for_support(batteries, automated, offered):
    state = callers(batteries=batteries, automated=automated)
    assert REQUEST_ACTION.is_listed(state, unit(state, "a")) is offered


@pytest.mark.rule("SG-ART-01", "SG-ART-02", "SG-GAP-130", "SG-GAP-131", "SG-GAP-134", "SG-GAP-136")
@pytest.mark.parametrize(
    ("rounds", "chits", "asked"),
    [
        (3, 2, {"rounds": ["1", "2", "3"], "chits": ["0", "1", "2"]}),
        (1, 2, {"chits": ["0", "1", "2"]}),
        (3, 0, {"rounds": ["1", "2", "3"]}),
        (1, 0, {}),
    ],
)
def test_nobody_is_asked_for_a_number_where_there_is_no_choice(rounds, chits, asked):
    state = callers(batteries=(Battery("mortars", "own", rounds=rounds),), chits=chits, level="platoon")
    answers = {"battery": "mortars explosive", "impact": POINT}
    done = perform(state, lambda play: request_support(play, A), answers, [8])
    found = {
        key: [o.key for o in each.options]
        for key in ("rounds", "chits")
        for each in done.decisions_with_key(key)
    }
    assert found == asked
    defaults = {each.what: each.least for each in done.asked if each.what in asked}
    assert defaults == {key: {"rounds": "3", "chits": "0"}[key] for key in asked}
    to = {each.what: each.options[0].to for each in done.asked if each.what in asked}
    assert to == {key: {"rounds": (), "chits": ("mortars",)}[key] for key in asked}
    assert done.state.game.missions[0].rounds == rounds


@pytest.mark.rule(
    "SG-ART-01", "SG-ART-02", "SG-GAP-130", "SG-GAP-131", "SG-GAP-134", "SG-GAP-136", "SG-ART-03"
)
@pytest.mark.parametrize(("die", "granted"), [(4, False), (5, True)])
def test_a_request_that_is_granted_sends_a_mission(die, granted):
    state = callers(level="platoon")
    answers = {"battery": "mortars explosive", "impact": POINT, "rounds": "2", "chits": "1"}
    done = perform(state, lambda play: request_support(play, A), answers, [die])
    assert chits_left(done.state, OWN) == 2
    assert [(each.at, each.rounds, each.turn) for each in done.state.game.missions] == (
        [(POINT, 2, 1)] if granted else []
    )
    assert done.state.game.batteries[0].missions == (2 if granted else 3)


@pytest.mark.rule("SG-ART-01", "SG-GAP-131")
def test_a_request_may_be_called_off():
    done = perform(callers(), lambda play: request_support(play, A), {"battery": "none"})
    assert done.events_of(SupportCalled) == []


@pytest.mark.rule("SG-EWF-04", "SG-ART-01", "SG-ART-02", "SG-GAP-130", "SG-GAP-131")
def test_a_request_that_is_jammed_fails():
    jammer = foes("ew", (20, 20), marks={"ew_on": 1, "ew_markers": 1}, electronics="basic")
    state = callers(jammer, level="platoon", chits=0)
    answers = {"battery": "mortars explosive", "impact": POINT, "rounds": "1", "jam": "ew 1"}
    done = perform(state, lambda play: request_support(play, A), answers, [5, 6])
    assert done.state.game.missions == ()


@pytest.mark.rule("SG-GAP-132")
@pytest.mark.parametrize(
    ("kind", "level", "turns"),
    [
        ("artillery", "squad", 0),
        ("artillery", "platoon", 0),
        ("artillery", "company", 0),
        ("artillery", "battalion", 1),
        ("artillery", "regiment", 2),
        ("artillery", "higher", 2),
        ("air", "higher", 1),
        ("orbital", "squad", 2),
    ],
)
def test_how_many_turns_support_takes(kind, level, turns):
    assert delay(Battery("m", "own", kind=kind, level=level)) == turns


@pytest.mark.rule("SG-GAP-132")
@pytest.mark.parametrize(("turn", "side", "due"), [(1, OWN, 1), (2, OWN, 1), (3, OWN, 0), (1, ENEMY, 0)])
def test_missions_are_due_from_their_turn_on_for_their_side(turn, side, due):
    state = callers(missions=(mission(turn=turn),), turn=2)
    assert len(due_missions(state, side)) == due


@pytest.mark.rule("SG-GAP-131", "SG-ART-11")
@pytest.mark.parametrize(
    ("point", "free"),
    [
        ((0.0, 0.0), True),
        ((48.0, 48.0), True),
        ((48.1, 10.0), False),
        ((10.0, -0.1), False),
        ((47.5, 0.5), True),
    ],
)
def test_support_may_fall_anywhere_on_the_table(point, free):
    state = callers()
    decision = point_decision(state, unit(state, "a"), MORTARS, "explosive")
    assert (decision.check(state, point) is None) is free


# Accuracy and where the rounds fall.


@pytest.mark.rule("SG-ART-06", "SG-ART-07", "SG-GAP-138")
@pytest.mark.parametrize("leadership", [1, 2, 3])
@pytest.mark.parametrize(
    ("specialist", "sees", "factor"), [(True, True, 1), (True, False, 2), (False, True, 2)]
)
def test_the_score_for_accuracy(leadership, specialist, sees, factor):
    ground = [] if sees else [terrain("building", -20, 4, 20, 6)]
    kinds = ("artillery",) if specialist else ("air",)
    state = callers(ground=ground, leadership=leadership, specialist=kinds)
    assert needed_accuracy(state, mission()) == factor * leadership + 1
    assert observer_sees(state, mission()) is sees


@pytest.mark.rule("SG-ART-06", "SG-ART-07")
def test_one_figure_that_sees_the_point_is_enough():
    wall = terrain("building", -4, 4, 0.3, 6)
    assert observer_sees(callers(ground=[wall]), mission())


@pytest.mark.rule("SG-ART-06", "SG-ART-08", "SG-GAP-138", "SG-ART-09", "SG-ART-10", "SG-GAP-135")
@pytest.mark.parametrize(
    ("dice", "at"),
    [
        ((5,), (0, 0)),
        ((4, 3, 5), (20, 0)),
        ((1, 3, 8), (8, 0)),
        ((2, 6, 1), (0, -2)),
        ((4, 9, 2), (-8, 0)),
        ((1, 12, 8), (0, 8)),
    ],
)
def test_a_failed_accuracy_is_multiplied_with_a_d8(dice, at):
    done = fall(callers(leadership=2), dice)
    assert bursts(done) == [
        (pytest.approx(POINT[0] + at[0], abs=0.01), pytest.approx(POINT[1] + at[1], abs=0.01))
    ]
    sides = [event.sides for event in done.events_of(DiceRolled)]
    assert sides == [(8,), (12, 8)][: len(sides)] and len(sides) == (1 if at == (0, 0) else 2)


@pytest.mark.rule("SG-ART-06", "SG-ART-08", "SG-GAP-138")
def test_a_mission_whose_caller_is_gone_always_misses_by_the_d8_alone():
    gone = squad("c", (-20, -20), figure_marks={1: WOUNDED})
    done = fall(callers(gone, foes("b", (20, 20), **CALM)), (12, 8), mission(caller="c"))
    assert bursts(done) == [(CENTRE, CENTRE + 18.0)]
    assert [event.sides for event in done.events_of(DiceRolled)] == [(12, 8)]


@pytest.mark.rule("SG-ART-09", "SG-ART-10", "SG-GAP-134", "SG-GAP-135")
@pytest.mark.parametrize(
    ("rounds", "dice", "at"), [(1, (), []), (2, (3, 6), [(6, 0)]), (3, (12, 1, 6, 5), [(0, 1), (0, -5)])]
)
def test_each_further_round_falls_a_d6_from_the_main_point(rounds, dice, at):
    done = fall(callers(), (8, *dice), mission(rounds=rounds))
    assert bursts(done) == [POINT, *((POINT[0] + x, POINT[1] + y) for x, y in at)]
    assert [event.sides for event in done.events_of(DiceRolled)] == [(8,), *[(12, 6)] * len(at)]


@pytest.mark.rule("SG-GAP-135", "SG-ART-08", "SG-ART-10", "SG-ART-09", "SG-GAP-133")
@pytest.mark.parametrize(
    ("edge", "hour", "at"),
    [
        ("south", 12, (0, 10)),
        ("south", 1, (5, 8.66)),
        ("south", 3, (10, 0)),
        ("south", 8, (-8.66, -5)),
        ("north", 12, (0, -10)),
        ("north", 3, (-10, 0)),
        ("west", 12, (10, 0)),
        ("west", 3, (0, -10)),
        ("east", 12, (-10, 0)),
        ("east", 3, (0, 10)),
    ],
)
def test_the_clock_of_each_edge(edge, hour, at):
    state = callers(edges={OWN: edge, ENEMY: "north"})
    assert clock_point(state, OWN, (20.0, 20.0), hour, 10.0) == pytest.approx(
        (20 + at[0], 20 + at[1]), abs=0.01
    )


@pytest.mark.rule("SG-GAP-133", "SG-ART-09")
@pytest.mark.parametrize(
    ("kind", "at"), [("air", [(0, 0), (0, 6)]), ("orbital", [(0, 0)]), ("artillery", [(0, 0), (0, 1)])]
)
def test_how_many_bursts_each_kind_of_support_has(kind, at):
    state = callers(batteries=(Battery("mortars", "own", kind=kind),))
    dice = {"air": (), "orbital": (8,), "artillery": (8, 12, 1)}[kind]
    answers = {"air_shot": "none"} if kind == "air" else {}
    done = fall(state, dice, mission(rounds=2), answers)
    assert bursts(done) == [(POINT[0] + x, POINT[1] + y) for x, y in at]


@pytest.mark.rule("SG-GAP-132", "SG-GAP-27", "SG-ART-06", "SG-ART-09", "SG-GAP-133", "SG-GAP-131")
@pytest.mark.parametrize(("battery", "radius"), [("mortars", 4.0), ("guns", 6.0)])
def test_a_mission_is_that_of_its_battery(battery, radius):
    state = callers(batteries=(MORTARS, Battery("guns", "own", size="large")))
    (burst,) = fall(state, (8,), mission(battery=battery)).events_of(TemplatePlaced)
    assert burst.radius == radius
    assert len(due_missions(state.with_game(missions=(mission(battery=battery),)), OWN)) == 1


# Who is caught.


@pytest.mark.rule("SG-GAP-139", "SG-ART-18", "SG-ART-21", "SG-GAP-163")
@pytest.mark.parametrize(
    ("point", "on"),
    [
        ((0.0, 0.0), True),
        ((48.0, 48.0), True),
        ((-0.1, 5.0), False),
        ((5.0, -0.1), False),
        ((48.1, 5.0), False),
        ((5.0, 48.1), False),
        ((0.5, 0.5), True),
        ((5.0, 0.0), True),
        ((0.0, 5.0), True),
    ],
)
def test_bursts_off_the_table_do_nothing(point, on):
    state = callers()
    assert is_on_table(state, point) is on
    done = fall(state, (8,), mission(at=point))
    assert bursts(done) == ([point] if on else [])


@pytest.mark.rule("SG-GAP-137", "SG-ART-18")
@pytest.mark.parametrize(("mark", "caught"), [("", True), (WOUNDED, True), (STABILISED, True)])
def test_the_fallen_are_caught_too(mark, caught):
    state = callers(foes("b", (0, 10), figure_marks={1: mark} if mark else {}, **CALM))
    assert [piece.id for piece in caught_figures(state, POINT, 4.0)] == (["b1"] if caught else [])


@pytest.mark.rule("SG-GAP-137")
@pytest.mark.parametrize(
    ("mark", "caught"), [((), True), (("destroyed",), False), (("disabled",), False), (("abandoned",), False)]
)
def test_lost_vehicles_are_not_caught(mark, caught):
    state = callers(vehicle("v", 0, 10, side=ENEMY, piece_marks=mark))
    assert bool(caught_figures(state, POINT, 4.0)) is caught


@pytest.mark.rule("SG-ART-20", "SG-POS-05", "SG-GAP-137")
@pytest.mark.option("armour_cover_shift", "on", "off")
@pytest.mark.parametrize(
    ("option", "marks", "ground", "shifts"),
    [
        ("on", {}, (), []),
        ("on", {IN_POSITION: 1}, (), [1]),
        ("on", {}, (terrain("scrub", -3, 8, 3, 12),), [1]),
        ("on", {IN_POSITION: 1}, (terrain("rubble", -3, 8, 3, 12),), [2, 1]),
        ("off", {IN_POSITION: 1}, (terrain("rubble", -3, 8, 3, 12),), []),
    ],
)
def test_what_shifts_the_armour_in_a_burst(option, marks, ground, shifts):
    state = callers(foes("b", (0, 10), marks=marks), ground=ground, options={"armour_cover_shift": option})
    found = burst_shifts(state, state.table.piece("b1"), (CENTRE, CENTRE + 8))
    assert [shift.value for shift in found] == shifts


@pytest.mark.rule("SG-ART-18", "SG-ART-19", "SG-ART-21", "SG-GAP-137", "SG-INF-08")
@pytest.mark.parametrize(
    ("mark", "impact", "left"),
    [
        ("", (5, 5), "ok"),
        ("", (6, 5), WOUNDED),
        ("", (8, 3), "dead"),
        (STABILISED, (6, 5), STABILISED),
        (STABILISED, (8, 3), "dead"),
        (WOUNDED, (6, 5), WOUNDED),
    ],
)
def test_what_a_burst_does_to_a_figure(mark, impact, left):
    target = foes("b", (0, 10), (0, 30), figure_marks={1: mark} if mark else {}, **CALM)
    done = fall(callers(target), (8, *impact, 8))
    now = done.piece("b1")
    assert ("dead" if not now.in_play else now.marks[0].name if now.marks else "ok") == left
    assert now.mark_count(WOUNDED) in (0, 1)
    assert unit(done, "b").mark_count(SUPPRESSED) == 1


@pytest.mark.rule("SG-ART-18", "SG-ART-21", "SG-TLC-05", "SG-GAP-163")
@pytest.mark.parametrize(
    ("motivation", "needs"), [("low", ["2+, 4+"]), ("medium", ["2+, 3+"]), ("high", ["1+, 2+"])]
)
def test_units_in_a_burst_test_with_the_threat_of_artillery(motivation, needs):
    marks = {"was_suppressed": 1}
    target = foes("b", (0, 10), motivation=motivation, leadership=1, leader=False, marks=marks)
    done = fall(callers(target), (8, 1, 8, 8))
    assert [text for text, why in zip(needed(done), rolls(done), strict=True) if "confidence" in why] == needs


@pytest.mark.rule("SG-ART-18", "SG-ART-21", "SG-GAP-163")
def test_units_are_suppressed_once_by_a_salvo_and_test_after_it_for_all_of_it():
    target = foes("b", (0, 10), (1.5, 10), motivation="low", leadership=1, leader=False)
    done = fall(callers(target), (8, 12, 1, 6, 5, 1, 8, 1, 8, 1, 8, 8), mission(rounds=2))
    assert unit(done, "b").mark_count(SUPPRESSED) == 1
    assert sum("confidence" in text for text in rolls(done)) == 1
    assert done.piece("b1").mark_count(WOUNDED) == 1


@pytest.mark.rule("SG-ART-06", "SG-ART-18", "SG-ART-22", "SG-GAP-161", "SG-ART-15", "SG-ART-17")
def test_the_chances_of_those_in_a_burst():
    state = callers(foes("b", (0, 10)), vehicle("v", 0, 14, kind="scout_car", side=ENEMY))
    found = {piece.id: chance for piece, chance in burst_losses(state, POINT, 4.0, "explosive")}
    pairs = [(i, a) for i in range(1, 9) for a in range(1, 9)]
    assert found["b1"] == pytest.approx(sum(i > a for i, a in pairs) / 64)
    armour = [(i, a) for i in range(1, 9) for a in range(1, 13)]
    assert found["v1"] == pytest.approx(sum(i > a for i, a in armour) / 96)
    doubled = dict(burst_losses(state, POINT, 4.0, "anti_armour"))
    armour = [(2 * i, a) for i in range(1, 13) for a in range(1, 13)]
    assert doubled[state.table.piece("v1")] == pytest.approx(sum(i > a for i, a in armour) / 144)


# Aircraft.


def flight(*more, edges=None, **rules):
    """The enemy's aircraft come in over the own squad `a`."""
    own = squad("a", (0, 0), (1.5, 0), **rules)
    return battle(
        own,
        *(more or (foes("b", (0, 20), **CALM),)),
        batteries=(Battery("wing", "enemy", kind="air", name="Wing"),),
        missions=(strike(),),
    )


def strike(at=(CENTRE, CENTRE + 6.0)):
    return Mission("wing-1", "wing", "b", at, "explosive", 1, 1)


@pytest.mark.rule("SG-GAP-133", "SG-DRN-04")
@pytest.mark.parametrize(
    ("marks", "keys"),
    [
        ({}, ["a advanced_rifle wing-1", "none"]),
        ({SUPPRESSED: 1}, ["none"]),
        ({PANIC: 1}, ["none"]),
        ({"confidence": 2}, ["none"]),
    ],
)
def test_who_may_fire_at_an_aircraft(marks, keys):
    state = flight(marks=marks)
    decision = craft_decision(state, OWN, strike())
    assert [option.key for option in decision.open_options] == keys


@pytest.mark.rule("SG-GAP-133", "SG-DRN-04")
@pytest.mark.parametrize(
    ("answer", "dice", "down"),
    [
        ("none", (), False),
        ("a advanced_rifle wing-1", (5, 5), False),
        ("a advanced_rifle wing-1", (6, 5), True),
    ],
)
def test_an_aircraft_is_brought_down_by_a_higher_die_than_its_d10(answer, dice, down):
    results = []

    def run(play):
        results.append((yield from ask_air_defence(play, strike())))

    done = perform(flight(), run, {"air_shot": answer}, dice)
    assert results == [down]
    assert [event.sides for event in done.events_of(DiceRolled)] == ([(8, 10)] if dice else [])


@pytest.mark.rule("SG-GAP-133", "SG-GAP-132", "SG-GAP-163")
@pytest.mark.parametrize(("dice", "count"), [((6, 5), 0), ((5, 5), 2)])
def test_an_aircraft_that_is_brought_down_drops_nothing(dice, count):
    answers = {"air_shot": "a advanced_rifle wing-1"}
    done = fall(flight(), dice, strike(at=(CENTRE - 4, CENTRE + 5)), answers)
    assert len(bursts(done)) == count and done.state.game.missions == ()


# Markers and templates.


@pytest.mark.rule("SG-GAP-131")
@pytest.mark.option("hidden_deployment", "scenario", "off")
@pytest.mark.parametrize(
    ("option", "hidden", "plays"),
    [("scenario", True, True), ("scenario", False, False), ("off", True, False)],
)
def test_false_markers_are_laid_in_hidden_play_alone(option, hidden, plays):
    target = (foes("b", (0, 20), hidden=hidden), foes("c", (3, 20)))
    assert is_hidden_play(callers(*target, options={"hidden_deployment": option})) is plays


@pytest.mark.rule("SG-GAP-131")
def test_the_markers_are_numbered_in_the_order_in_which_they_are_laid():
    state = callers(foes("b", (0, 20), hidden=True), level="platoon", chits=0)
    false = [(30.0, 30.0), (10.0, 40.0)]
    answers = {"battery": "mortars explosive", "impact": POINT, "rounds": "1", "false_impact": list(false)}
    done = perform(state, lambda play: request_support(play, A), answers, [8, 3, 1])
    markers = done.state.table.markers
    assert [(marker.x, marker.y) for marker in markers.values()] == [false[1], POINT, false[0]]
    assert done.state.game.missions[0].markers == tuple(markers)
    assert [event.sides for event in done.events_of(DiceRolled)][1:] == [(3,), (2,)]
    view = RULESET.view(done.state, ENEMY)
    assert view.game.missions[0].guessed and view.game.missions[0].at == false[1]
    assert not RULESET.determinize(view, derived_rng("guess", 1)).game.missions[0].guessed
    assert not RULESET.view(done.state, OWN).game.missions[0].guessed


@pytest.mark.rule("SG-ART-06", "SG-ART-08", "SG-ART-10", "SG-ART-11", "SG-GAP-135")
def test_the_templates_of_a_burst_have_the_distances_by_which_it_misses():
    own = [kind for kind in template_kinds() if kind.name.startswith("Small burst")]
    assert [kind.name for kind in own] == [
        "Small burst",
        *(f"Small burst, accuracy {score}" for score in range(1, 7)),
        "Small burst, further round",
    ]
    assert own[0].shape == "blast:3"
    assert own[2].scatter.inches == tuple(2.0 * face for face in range(1, 9))
    assert own[-1].scatter.inches == tuple(float(face) for face in range(1, 7))
    assert {kind.scatter.ways for kind in own if kind.scatter} == {12}
    assert len(template_kinds()) == 8 * len(tables().burst)
