"""A Special Event at its limits: the house table, civilians, eggs, those who come back, the Clean Up team."""

from __future__ import annotations

import math

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.battle.civilians import civilians_run, flight_of
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event, scenario_event
from battlesim.rulesets.alien_invasion.battle.event_table import ENTRIES, roll_for_event, smallest_side
from battlesim.rulesets.alien_invasion.battle.hatching import hatch, hatch_and_prowl
from battlesim.rulesets.alien_invasion.battle.returning import bring_back, fallen_returners
from battlesim.rulesets.alien_invasion.core.events import FigureFell
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import LEFT, UNDERGROUND
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, ScenarioEvent
from battlesim.rulesets.alien_invasion.core.state import (
    CONFUSED,
    FOG,
    LUCKY_PREFIX,
    LockedCombat,
)
from battlesim.table.events import MovesAnnounced, PieceChanged
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    default,
    group,
    off,
    pair,
    people,
    perform,
    terrain,
)

LOST, RESERVE = Off("lost"), Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (60, 40))


@pytest.mark.rule("MT-EVT-03", "MT-EVT-01")
@pytest.mark.parametrize(
    ("face", "tally"),
    [
        (1, {FOG: 1}),
        (2, {}),
        (3, {LUCKY_PREFIX + "unit": 1, LUCKY_PREFIX + "dalek": 1}),
        (4, {CONFUSED: 1}),
        (6, {}),
    ],
)
def test_what_the_house_table_sets(face, tally):
    state = battle(MAN, FOE, people("c", (40, 5)))
    done = perform(state, roll_for_event, dice=[face])
    assert {name: n for name, n in done.state.game.tally.items() if n} == tally
    assert (done.piece("c1").xy != (40, 5)) is (face == 2)
    assert not done.decisions_with_key("group")


@pytest.mark.rule("MT-EVT-03")
def test_the_house_table_has_a_line_for_each_face():
    assert [entry.faces for entry in ENTRIES] == [(face,) for face in range(1, 7)]
    starts = ("fog", "panic", "lucky", "confusion", "second wind", "nothing")
    assert [str(entry.text).startswith(word) for entry, word in zip(ENTRIES, starts, strict=True)] == [
        True
    ] * 6


@pytest.mark.rule("MT-EVT-03")
@pytest.mark.parametrize(
    ("groups", "side"),
    [
        ((group("a", (10, 10), (12, 10)), FOE), "dalek"),
        ((MAN, FOE), "unit"),
        ((group("a", (10, 10), (12, 10)), daleks("d", (60, 40), (62, 40)), pair("m", (30, 5))), "mib"),
        ((off(MAN, LOST), FOE, pair("m", (30, 5))), "dalek"),
        ((off(MAN, UNDERGROUND), FOE, pair("m", (30, 5))), "dalek"),
        ((group("a", (10, 10), (12, 10)), group("b", (20, 10)), daleks("d", *block(60, 40, 3))), "unit"),
    ],
)
def test_the_faction_with_the_fewest_figures_has_the_second_wind(groups, side):
    assert smallest_side(battle(*groups)) == side


LISTED = Objectives(events=(ScenarioEvent("Sirens", "alarm"), ScenarioEvent("Rain")))


@pytest.mark.rule("MT-EVT-01")
@pytest.mark.parametrize(
    ("number", "said", "flags"),
    [(0, [], ()), (1, ["Sirens"], ("alarm",)), (2, ["Rain"], ()), (3, [], ())],
)
def test_the_next_entry_of_the_scenario(number, said, flags):
    done = perform(battle(MAN, FOE, objectives=LISTED, tally={"events": number}), scenario_event)
    assert [str(event.text) for event in done.events if hasattr(event, "text")] == said
    assert done.state.game.objectives.flags == flags


@pytest.mark.rule("MT-EVT-01", "MT-EVT-02", "MT-MIB-10", "MT-GAP-48")
@pytest.mark.parametrize(("mode", "came"), [("none", True), ("faction_and_scenario", True)])
def test_without_events_the_clean_up_team_comes_all_the_same(mode, came):
    base = (pair("m", (10, 10)), off(group("a", (20, 20), kinds=["unit_doctor"]), LOST), FOE)
    more = {"fell": {"a1": (20.0, 20.0)}, "starts": {"mib": (10.0, 10.0)}}
    state = battle(*base, options={"special_event_mode": mode}, **more)
    done = perform(state, play_special_event, {"arrive": default})
    assert ("clean_up1" in done.state.table.units) is came
    assert done.piece("a1").in_play is (mode != "none")


@pytest.mark.rule("MT-GANG-02", "MT-GAP-65")
@pytest.mark.parametrize(
    ("own", "foes", "end", "by"),
    [
        ([(20, 20)], [group("a", (15, 20))], (28, 20), "a1"),
        ([(20, 20)], [group("a", (25, 20))], (12, 20), "a1"),
        ([(20, 20)], [group("a", (20, 26))], (20, 12), "a1"),
        ([(20, 20)], [group("a", (17, 16))], (24.8, 26.4), "a1"),
        ([(20, 20), (21.5, 20)], [group("a", (26, 20))], (13.5, 20), "a1"),
        ([(20, 20)], [group("a", (14, 23)), daleks("d", (25, 20))], (12, 20), "d1"),
        ([(20, 20)], [group("a", (14, 20)), people("o", (21, 20))], (28, 20), "a1"),
        ([(20, 20)], [group("a", (14, 20)), group("h", (20, 15), side="hatchling")], (20, 28), "h1"),
    ],
)
def test_civilians_run_eight_inches_straight_from_the_nearest_figure(own, foes, end, by):
    flight = flight_of(battle(people("c", *own), *foes), "c")
    assert flight.run.end == pytest.approx(end, abs=0.01) and flight.threat.id == by
    assert flight.run.length == pytest.approx(8, abs=0.01)


@pytest.mark.rule("MT-GANG-02")
@pytest.mark.parametrize(
    ("foes", "runs"),
    [([], False), ([group("a", (20, 20))], False), ([group("a", (20.5, 22))], True)],
)
def test_nobody_runs_from_nobody(foes, runs):
    state = battle(people("c", (20, 20)), *foes)
    assert (flight_of(state, "c") is not None) is runs
    done = perform(state, civilians_run)
    assert (done.piece("c1").xy != (20, 20)) is runs


@pytest.mark.rule("MT-GANG-02")
def test_civilians_at_the_edge_stay_and_others_run():
    state = battle(people("c", (0.5, 20)), people("e", (30, 20)), group("a", (5, 20)))
    done = perform(state, civilians_run)
    assert done.piece("c1").xy == (0.5, 20) and done.piece("e1").xy == pytest.approx((38, 20))
    assert [event.courses[0][0] for event in done.events_of(MovesAnnounced)] == [(30, 20)]


@pytest.mark.rule("MT-GANG-02")
def test_civilians_run_as_far_from_a_figure_that_is_very_near():
    x, y = flight_of(battle(people("c", (20, 20)), group("a", (20.3, 20.4))), "c").run.end
    assert math.dist((x, y), (20, 20)) == pytest.approx(8, abs=0.01)


def egg(id, x, y, kind="egg"):
    return Marker(id, kind, x, y, radius=0.4, name=id)


def eggs(*groups, lying=(), **more):
    """A battle in which eggs hatch, and parts do not."""
    listed = Objectives(items={own.id: own for own in lying}, hatches={"egg": "hatchling"})
    return battle(*groups, markers=lying, objectives=listed, absent=["hatchling"], **more)


@pytest.mark.rule("MT-SCN-11")
@pytest.mark.parametrize(
    ("lying", "dice", "hatched"),
    [
        ([], [], 0),
        ([egg("p", 40, 10, "part")], [], 0),
        ([egg("e", 40, 10), egg("p", 44, 10, "part")], [6], 1),
        ([egg("e", 40, 10), egg("f", 44, 10)], [5, 1], 0),
        ([egg("e", 40, 10), egg("f", 44, 30)], [6, 6], 2),
    ],
)
def test_a_die_for_each_egg_that_lies_about(lying, dice, hatched):
    done = perform(eggs(MAN, FOE, lying=lying), hatch_and_prowl, dice=dice)
    assert len(done.state.table.pieces_of_side("hatchling")) == hatched
    assert all(roll.dice == (6,) * len(dice) for roll in done.decisions_with_key("dice"))


@pytest.mark.rule("MT-SCN-11")
def test_what_comes_out_of_an_egg():
    first, second = egg("e", 40, 10), egg("f", 20, 40)
    state = eggs(MAN, FOE, lying=[first, second])
    done = perform(perform(state, lambda play: hatch(play, first)).state, lambda play: hatch(play, second))
    table = done.state.table
    assert not table.markers and list(table.units)[-2:] == ["hatchling1", "hatchling2"]
    one, two = table.pieces_of_side("hatchling")
    assert (one.id, one.kind, one.xy, one.radius) == ("hatchling1_1", "hatchling", (40, 10), 0.75)
    assert (one.name, two.name, two.xy) == ("Hatchling 1", "Hatchling 2", (20, 40))
    assert table.units["hatchling1"].leader == one.id and table.units["hatchling1"].kind == "creature"


@pytest.mark.rule("MT-SCN-11")
@pytest.mark.parametrize(
    ("foe", "distance"),
    [((60, 40), 0.0), ((40, 10), 1.25), ((40.5, 10), 0.75)],
)
def test_it_comes_out_as_near_to_the_egg_as_there_is_room(foe, distance):
    lying = egg("e", 40, 10)
    state = eggs(group("a", foe), FOE, lying=[lying])
    x, y = perform(state, lambda play: hatch(play, lying)).piece("hatchling1_1").xy
    assert math.dist((x, y), (40, 10)) == pytest.approx(distance, abs=0.03)


@pytest.mark.rule("MT-SCN-11")
@pytest.mark.parametrize(("at", "inside"), [((11.5, 15), True), ((9.7, 14), False)])
def test_it_stays_in_or_out_of_the_house_where_the_egg_lies(at, inside):
    lying, house = egg("e", *at), terrain("building", 10, 10, 20, 20)
    done = perform(eggs(MAN, FOE, lying=[lying], ground=[house]), lambda play: hatch(play, lying))
    x, _ = done.piece("hatchling1_1").xy
    assert (x > 10) is inside and (inside or x <= 9.26)


@pytest.mark.rule("MT-SCN-11")
@pytest.mark.parametrize(
    ("groups", "locked", "moves"),
    [([MAN, FOE], (), True), ([MAN, FOE], ("h", "a"), False), ([people("c", (30, 30))], (), False)],
)
def test_creatures_that_are_free_and_have_an_enemy_charge(groups, locked, moves):
    combats = (LockedCombat(1, locked),) if locked else ()
    beast = group("h", (30, 10), side="hatchling")
    state = battle(*groups, beast, combats=combats, absent=["unit", "dalek"])
    assert (perform(state, hatch_and_prowl).piece("h1").xy != (30, 10)) is moves


@pytest.mark.rule("MT-SCN-11")
def test_it_comes_out_even_where_there_is_no_room():
    lying = egg("e", 36, 20.25)
    houses = [terrain("building", 0, 0, 72, 20, "one"), terrain("building", 0, 20.5, 72, 48, "two")]
    done = perform(eggs(MAN, FOE, lying=[lying], ground=houses), lambda play: hatch(play, lying))
    assert done.piece("hatchling1_1").xy == (36, 20.25)


DOCTOR = group("a", (20, 20), kinds=["unit_doctor"])


@pytest.mark.rule("MT-DOC-03", "MT-EVT-02")
@pytest.mark.parametrize(
    ("own", "found"),
    [
        (off(DOCTOR, LOST), ["a1"]),
        (DOCTOR, []),
        (off(DOCTOR, LEFT), []),
        (off(DOCTOR, UNDERGROUND), []),
        (off(MAN, LOST), []),
    ],
)
def test_only_a_dead_doctor_comes_back(own, found):
    state = battle(own, group("u", (50, 5)), FOE, fell={"a1": (20.0, 20.0)})
    assert [piece.id for piece in fallen_returners(state, "unit")] == found
    assert fallen_returners(state, "dalek") == []


@pytest.mark.rule("MT-DOC-03")
@pytest.mark.parametrize(
    ("ground", "near", "at", "distance"),
    [
        ([], None, (20, 20), 0.0),
        ([], (20, 20), None, 1.0),
        ([terrain("building", 15, 15, 25, 25)], None, (20, 20), 0.0),
        ([terrain("building", 20.2, 15, 30, 25)], None, (19.7, 20), 0.3),
        ([terrain("lake", 20.2, 15, 30, 25)], None, (19.7, 20), 0.3),
        ([terrain("river", 20.2, 15, 30, 25)], None, (20, 20), 0.0),
    ],
)
def test_he_comes_back_at_the_nearest_free_place(ground, near, at, distance):
    others = [group("u", near)] if near else []
    unit, (figure,) = off(DOCTOR, LOST)
    dead = unit, (msgspec.structs.replace(figure, hits=0),)
    state = battle(dead, *others, FOE, ground=ground, fell={"a1": (20.0, 20.0)}, absent=["unit"])
    back = perform(state, lambda play: bring_back(play, "unit")).piece("a1")
    assert back.in_play and back.hits == 1
    assert math.dist(back.xy, (20, 20)) == pytest.approx(distance, abs=0.02)
    assert at is None or back.xy == pytest.approx(at, abs=0.02)


@pytest.mark.rule("MT-DOC-03", "MT-GAP-82", "MT-SHT-08")
def test_where_figures_fell_is_remembered_for_each():
    state = battle(DOCTOR, FOE)
    once = FigureFell(rule="MT-SHT-08", piece="a1", at=(1.0, 2.0)).apply(state)
    twice = FigureFell(rule="MT-SHT-08", piece="b1", at=(3.0, 4.0)).apply(once)
    assert twice.game.fell == {"a1": (1.0, 2.0), "b1": (3.0, 4.0)}


@pytest.mark.rule("MT-DOC-03", "MT-GAP-66")
@pytest.mark.parametrize(("unit", "changes"), [("a", 0), ("u", 1)])
def test_he_comes_back_alone(unit, changes):
    home, (figure,) = off(DOCTOR, LOST)
    own = home, (msgspec.structs.replace(figure, unit=unit, hits=0),)
    state = battle(own, group("u", (50, 5)), FOE, fell={"a1": (20.0, 20.0)})
    done = perform(state, lambda play: bring_back(play, "unit"))
    assert done.piece("a1").unit == "a" and len(done.events_of(PieceChanged)) == changes


@pytest.mark.rule("MT-DOC-03", "MT-SET-02")
def test_figures_of_another_faction_may_come_back_into_their_group():
    gang = factions()["gang"]
    figures = {key: msgspec.structs.replace(kind, returns=True) for key, kind in gang.figure.items()}
    custom = {**factions(), "gang": msgspec.structs.replace(gang, figure=figures)}
    own = off(group("g", (30, 30), (31.5, 30), side="gang"), None, LOST)
    state = battle(own, FOE, custom=custom, fell={"g2": (40.0, 20.0)})
    back = perform(state, lambda play: bring_back(play, "gang")).piece("g2")
    assert (back.xy, back.unit) == ((40, 20), "g")
