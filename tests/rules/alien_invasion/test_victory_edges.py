"""When a condition is met, who wins with it, and when a battle is over: just so and just not."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.victory import (
    alien_species,
    aliens_left,
    battle_outcome,
    conditions,
    figures_left,
    guards,
    is_met,
    met_condition,
    sides_left,
    victory_text,
    winners,
)
from battlesim.rulesets.alien_invasion.core.lookups import LEFT, UNDERGROUND
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import Alliance, Pacts, VictoryRule
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    carrying,
    daleks,
    group,
    mites,
    off,
    pair,
    spugs,
    vehicle,
)

ENDS = ("MT-VIC-01", "MT-VIC-02", "MT-GAP-71", "MT-GAP-84")
SCENARIO = ("MT-SCN-05", "MT-SCN-08", "MT-GAP-49", "MT-MIB-17")
pytestmark = pytest.mark.rule(*ENDS, *SCENARIO)

LOST, RESERVE = Off("lost"), Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (40, 10))
CAR = vehicle("car", 30, 30)


def marker(id, kind):
    return Marker(id, kind, 5.0, 5.0, radius=1.0)


def rule(when, **more):
    return VictoryRule("unit", when, **more)


EGGS = Objectives(
    items={key: marker(key, "egg") for key in ("e1", "e2", "e3")} | {"part": marker("part", "part")}
)


@pytest.mark.parametrize(
    ("markers", "met"),
    [([], True), ([marker("h", "hole")], False), ([marker("m", "manhole")], True)],
)
def test_all_holes_are_closed(markers, met):
    assert is_met(battle(MAN, FOE, markers=markers), rule("holes_closed")) is met


@pytest.mark.parametrize(
    ("groups", "studied", "met"),
    [
        ([MAN, FOE], (), False),
        ([MAN, FOE], ("dalek",), True),
        ([MAN, FOE, mites("m", (50, 5))], ("dalek",), False),
        ([MAN, FOE, mites("m", (50, 5))], ("mite", "dalek"), True),
        ([MAN, off(FOE, LOST)], (), False),
        ([MAN, pair("p", (20, 20))], (), False),
    ],
)
def test_all_species_are_studied_also_those_that_are_dead(groups, studied, met):
    assert is_met(battle(*groups, studied=studied), rule("studied")) is met


@pytest.mark.parametrize(
    ("items", "places", "below", "met"),
    [
        (("e1", "e2"), (None, None), False, True),
        (("e1", "part"), (None, None), False, False),
        (("e1",), (None, None), False, False),
        (("e1", "e2"), (LEFT, LEFT), False, True),
        (("e1", "e2"), (None, None), True, False),
        (("e1", "e2"), (UNDERGROUND, None), True, False),
        (("e1", "e2"), (UNDERGROUND, UNDERGROUND), True, True),
    ],
)
def test_a_side_holds_two_eggs(items, places, below, met):
    own = off(carrying(group("a", (10, 10), (11.5, 10)), *items), *places)
    held = rule("holds", item="egg", than=2, **({"below": True} if below else {}))
    assert is_met(battle(own, FOE, objectives=EGGS), held) is met


@pytest.mark.parametrize(
    ("places", "met"),
    [((LEFT, LEFT), True), ((LEFT, None), False), ((UNDERGROUND, LEFT), False), ((LOST, LOST), False)],
)
def test_a_side_has_brought_off_two_eggs(places, met):
    own = off(carrying(group("a", (10, 10), (11.5, 10)), "e1", "e2"), *places)
    assert is_met(battle(own, FOE, objectives=EGGS), rule("brought_off", item="egg", than=2)) is met


@pytest.mark.parametrize(
    ("place", "wiped", "destroyed", "left", "fewer"),
    [
        (None, False, False, 2, False),
        (LOST, False, False, 1, True),
        (UNDERGROUND, False, False, 2, False),
        (LEFT, False, False, 1, True),
    ],
)
def test_one_of_two_is_dead_below_or_gone(place, wiped, destroyed, left, fewer):
    foe = off(daleks("d", (40, 10), (42, 10)), place, None)
    state = battle(MAN, foe, CAR)
    assert figures_left(state, "dalek") == left
    assert is_met(state, rule("wiped_out", of=("dalek",))) is wiped
    assert is_met(state, rule("destroyed", of=("dalek",))) is destroyed
    assert is_met(state, rule("fewer", of=("dalek",), than=2)) is fewer


@pytest.mark.parametrize(
    ("places", "wiped", "destroyed"),
    [
        ((LOST, LOST), True, True),
        ((LOST, LEFT), False, True),
        ((LOST, UNDERGROUND), False, False),
        ((LOST, None), False, False),
    ],
)
def test_a_side_is_wiped_out_only_if_none_has_gone(places, wiped, destroyed):
    foe = off(daleks("d", (40, 10), (42, 10)), *places)
    state = battle(MAN, foe, vehicle("saucer", 60, 20, kind="saucer", side="dalek"))
    assert is_met(state, rule("wiped_out", of=("dalek",))) is wiped
    assert is_met(state, rule("destroyed", of=("dalek",))) is destroyed


def test_a_condition_counts_the_figures_of_all_its_sides():
    state = battle(MAN, FOE, spugs("s", (60, 40)))
    sides = ("dalek", "spug")
    assert not is_met(state, rule("fewer", of=sides, than=2))
    assert is_met(state, rule("fewer", of=sides, than=3))
    gone = battle(MAN, off(FOE, LOST), spugs("s", (60, 40)))
    assert not is_met(gone, rule("destroyed", of=sides)) and not is_met(gone, rule("wiped_out", of=sides))


@pytest.mark.parametrize(
    ("groups", "left"),
    [
        ([MAN, FOE], 1),
        ([MAN, off(FOE, LOST)], 0),
        ([MAN, off(FOE, LEFT)], 0),
        ([MAN, off(FOE, UNDERGROUND)], 1),
        ([MAN, pair("p", (20, 20)), group("c", (5, 5), side="civilian")], 0),
        ([MAN, group("k", (50, 20), (52, 20), side="cyber")], 2),
        ([MAN, group("e", (50, 20), side="hatchling"), mites("m", (60, 5)), spugs("s", (5, 40))], 3),
        ([MAN, CAR], 0),
    ],
)
def test_the_aliens_that_are_left(groups, left):
    state = battle(*groups)
    assert aliens_left(state) == left
    assert is_met(state, rule("no_aliens")) is (left == 0)


def test_each_species_counts_once_whether_alive_or_dead():
    state = battle(
        MAN, daleks("d", (40, 10), (42, 10)), mites("m", (60, 5)), off(spugs("s", (5, 40)), LOST), CAR
    )
    assert alien_species(state) == ["dalek", "mite", "spug"]


@pytest.mark.parametrize(("tally", "met"), [({}, False), ({"dalek_mastermind killed by unit": 1}, True)])
def test_a_figure_of_a_kind_was_killed(tally, met):
    assert is_met(battle(MAN, FOE, tally=tally), rule("killed", item="dalek_mastermind")) is met


@pytest.mark.parametrize(("flags", "met"), [((), False), (("other",), False), (("other", "up"), True)])
def test_a_flag_is_up(flags, met):
    assert is_met(battle(MAN, FOE, objectives=Objectives(flags=flags)), rule("flag", item="up")) is met


@pytest.mark.rule("MT-SCN-03")
@pytest.mark.parametrize(
    ("mark", "place", "met"),
    [("", None, True), ("witness", None, False), ("witness", LOST, True), ("witness", UNDERGROUND, False)],
)
def test_a_living_witness_spoils_a_condition_that_needs_none(mark, place, met):
    unit, (figure,) = FOE
    seen = off((unit, (figure.with_mark(mark) if mark else figure,)), place)
    state = battle(MAN, seen, objectives=Objectives(flags=("up",)))
    assert is_met(state, rule("flag", item="up", unseen=True)) is met
    assert is_met(state, rule("flag", item="up"))
    assert not is_met(state, rule("flag", item="down", unseen=True))


@pytest.mark.parametrize(
    ("own", "foe", "held"),
    [
        (33.0, 60.0, True),
        (33.02, 60.0, False),
        (33.0, 37.5 + 0.75 + 6.05 - 5.0, True),
        (33.0, 37.5 + 0.75 + 5.95 - 5.0, False),
        (33.0, 32.5 + 0.75 + 6.0, False),
    ],
)
def test_a_piece_is_guarded_by_those_who_touch_it_without_an_enemy_within_six_inches(own, foe, held):
    state = battle(group("a", (own, 30), (5, 5)), daleks("d", (foe, 30)), vehicle("car", 30, 30))
    assert guards(state, "unit", "car", 6) is held
    assert is_met(state, rule("guards", item="car", than=6)) is held
    assert not guards(state, "dalek", "car", 0)


def test_an_ally_does_not_disturb_a_guard():
    own = (group("a", (33, 30)), daleks("d", (34, 30)), vehicle("car", 30, 30))
    assert not guards(battle(*own), "unit", "car", 1)
    assert guards(battle(*own, pacts=Pacts((Alliance(("unit", "dalek")),))), "unit", "car", 1)


@pytest.mark.parametrize("place", [LEFT, RESERVE])
def test_nobody_guards_what_is_not_on_the_table(place):
    crew = aboard(group("a", (0, 0)), "car")
    assert guards(battle(crew, FOE, CAR), "unit", "car", 0)
    assert not guards(battle(crew, FOE, off(CAR, place)), "unit", "car", 0)
    assert not guards(battle(group("b", (0, 0)), FOE, off(CAR, place)), "unit", "car", 0)
    assert not guards(battle(MAN, FOE), "unit", "car", 0)


@pytest.mark.parametrize(
    ("own", "listed", "found"),
    [
        (MAN, (), [VictoryRule("unit", "destroyed", ("dalek",))]),
        (MAN, (rule("holes_closed"),), [rule("holes_closed")]),
        (MAN, (VictoryRule("dalek", "holes_closed"),), [VictoryRule("unit", "destroyed", ("dalek",))]),
        (pair("a", (10, 10)), (), [VictoryRule("mib", "studied")]),
        (
            pair("a", (10, 10)),
            (VictoryRule("mib", "holes_closed"),),
            [VictoryRule("mib", "holes_closed"), VictoryRule("mib", "studied")],
        ),
    ],
)
def test_the_conditions_of_a_side(own, listed, found):
    state = battle(own, FOE, victory=listed)
    assert conditions(state, own[0].side) == found


@pytest.mark.rule("MT-CYBR-09")
def test_cybermen_have_one_condition_more():
    state = battle(MAN, group("k", (40, 10), side="cyber"))
    expected = [
        VictoryRule("cyber", "destroyed", ("unit",)),
        VictoryRule("cyber", "killed", item="unit_doctor"),
    ]
    assert conditions(state, "cyber") == expected


TWO = (rule("holes_closed", at_end=True, level="minor"), rule("flag", item="up", level="major"))


@pytest.mark.parametrize(
    ("at_end", "flags", "markers", "level"),
    [
        (True, (), [], "minor"),
        (True, ("up",), [], "minor"),
        (True, ("up",), [marker("h", "hole")], "major"),
        (True, (), [marker("h", "hole")], None),
        (False, (), [], None),
        (False, ("up",), [], "major"),
    ],
)
def test_the_first_condition_that_is_met_counts_and_some_only_at_the_end(at_end, flags, markers, level):
    state = battle(MAN, FOE, victory=TWO, objectives=Objectives(flags=flags), markers=markers)
    met = met_condition(state, "unit", at_end)
    assert (met.level if met else None) == level
    assert winners(state, at_end) == (("unit",) if level else ())


def test_at_the_end_is_what_is_asked_for_by_default():
    state = battle(MAN, FOE, victory=TWO[:1])
    assert met_condition(state, "unit") and winners(state) == ("unit",)
    assert battle_outcome(state) is None


LEVELS = (rule("holes_closed", level="major"), VictoryRule("dalek", "holes_closed"))


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        (LEVELS, "victory: unit major"),
        (LEVELS[1:], "victory"),
        (
            (LEVELS[0], VictoryRule("dalek", "holes_closed", level="minor")),
            "victory: unit major, dalek minor",
        ),
    ],
)
def test_the_levels_of_a_victory(listed, text):
    assert victory_text(battle(MAN, FOE, victory=listed)) == text


@pytest.mark.rule("MT-DOC-03", "MT-GAP-48")
@pytest.mark.parametrize(
    ("own", "teams", "left"),
    [
        (MAN, 0, ["unit", "dalek"]),
        (off(MAN, LOST), 0, ["dalek"]),
        (off(MAN, LEFT), 0, ["dalek"]),
        (off(MAN, UNDERGROUND), 0, ["unit", "dalek"]),
        (off(group("a", (10, 10), kinds=["unit_doctor"]), LOST), 0, ["unit", "dalek"]),
        (off(group("a", (10, 10), kinds=["unit_doctor"]), LEFT), 0, ["dalek"]),
        (off(pair("a", (10, 10)), LOST), 0, ["dalek", "mib"]),
        (off(pair("a", (10, 10)), LOST), 1, ["dalek"]),
        (CAR, 0, ["dalek"]),
    ],
)
def test_the_sides_that_have_figures_or_will_receive_some(own, teams, left):
    assert sides_left(battle(own, FOE, teams=teams)) == left


def test_a_condition_that_names_nothing():
    bare = rule("holds")
    assert (bare.named, bare.than, bare.of) == ("", 0, ()) and rule("holds", item="egg").named == "egg"
