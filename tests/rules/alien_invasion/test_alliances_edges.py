"""Alliances at their limits: who is asked, what is offered, what is said, and what is remembered."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.alliances import (
    alliance_rows,
    change_alliances,
    deal_decision,
    dealing_sides,
    declare,
    end_alliance,
)
from battlesim.rulesets.alien_invasion.core.events import AllianceChanged
from battlesim.rulesets.alien_invasion.core.lookups import UNDERGROUND, allied_groups, enemy_groups
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts, PlannedAlliance
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    battle,
    daleks,
    group,
    off,
    pair,
    perform,
    spugs,
    vehicle,
)

pytestmark = pytest.mark.rule(
    "MT-GAP-72",
    "MT-VIC-03",
    "MT-DRAW-01",
    "MT-DRAW-02",
    "MT-DRAW-04",
    "MT-GAP-03",
    "MT-SET-01",
    "MT-SPUG-01",
    "MT-VIC-01",
)
LOST = Off("lost")
UNIT, MIB, DALEK = group("a", (10, 10)), pair("m", (30, 10), (31, 10)), daleks("d", (60, 40))
THREE = (UNIT, MIB, DALEK)
UM, UD = Alliance(("unit", "mib")), Alliance(("dalek", "unit"))


def batch(state, answers=None, number=2):
    return perform(state, lambda play: change_alliances(play, number), answers or {})


def allied(state):
    return {frozenset(pact.sides) for pact in state.game.pacts.allied} if state.game.pacts else set()


def texts(done):
    return [str(event.text) for event in done.events if hasattr(event, "text")]


@pytest.mark.parametrize(
    ("groups", "more", "asked"),
    [
        ((UNIT, DALEK), {}, []),
        (THREE, {}, ["unit", "dalek", "mib"]),
        ((*THREE, spugs("s", (5, 40))), {}, ["unit", "dalek", "mib", "spug"]),
        ((UNIT, MIB, off(DALEK, LOST)), {}, []),
        ((*THREE, spugs("s", (5, 40))), {"options": {"alliances": "off"}}, []),
        (THREE, {"options": {"alliances": "scenario_only"}}, []),
        ((UNIT, off(MIB, LOST, LOST), DALEK), {"teams": 0}, ["unit", "dalek", "mib"]),
        ((UNIT, off(MIB, LOST, LOST), DALEK), {"teams": 1}, []),
        ((off(UNIT, UNDERGROUND), MIB, DALEK), {}, ["unit", "dalek", "mib"]),
        ((UNIT, DALEK, group("c", (5, 5), side="civilian")), {}, []),
    ],
)
def test_three_sides_with_figures_are_asked_for_deals(groups, more, asked):
    state = battle(*groups, **more)
    done = batch(state, {"deal": "none"} if asked else {})
    assert [decision.side for decision in done.decisions_with_key("deal")] == asked


def test_the_sides_that_deal_are_those_with_figures():
    assert dealing_sides(battle(UNIT, MIB, off(DALEK, LOST))) == ["unit", "mib"]
    assert dealing_sides(battle(UNIT, MIB, DALEK, vehicle("car", 5, 5, side="spug"))) == [
        *("unit", "dalek", "mib"),
    ]


@pytest.mark.parametrize(
    ("mode", "number", "before", "found"),
    [
        ("players_decide", 2, (), {UM}),
        ("players_decide", 3, (UM,), {UM}),
        ("players_decide", 4, (UM,), set()),
        ("players_decide", 5, (UM,), {UM}),
        ("players_decide", 1, (), set()),
        ("scenario_only", 2, (), {UM}),
        ("scenario_only", 4, (UM,), set()),
        ("off", 2, (), set()),
        ("off", 4, (UM,), {UM}),
    ],
)
def test_a_scenario_begins_an_alliance_with_one_batch_and_ends_it_with_another(mode, number, before, found):
    pacts = Pacts(before, planned=(PlannedAlliance(("unit", "mib"), 2, 4),))
    state = battle(*THREE, pacts=pacts, options={"alliances": mode})
    asked = {"deal": "none"} if mode == "players_decide" else {}
    assert allied(batch(state, asked, number).state) == {frozenset(pact.sides) for pact in found}


def test_an_alliance_of_a_scenario_begins_with_the_first_batch_and_stays():
    planned = PlannedAlliance(("unit", "mib"))
    assert (planned.batch, planned.until) == (1, 0)
    state = battle(*THREE, pacts=Pacts(planned=(planned,)), options={"alliances": "scenario_only"})
    assert allied(batch(state, number=1).state) == {frozenset(("unit", "mib"))}
    assert allied(batch(state, number=2).state) == set()


def test_a_truce_ends_and_an_alliance_stays():
    pacts = Pacts((Alliance(("unit", "mib"), truce=True), UD))
    done = batch(battle(*THREE, pacts=pacts, options={"alliances": "scenario_only"}))
    assert allied(done.state) == {frozenset(UD.sides)} and done.state.game.pacts.broken == ()
    assert texts(done) == ["The truce between unit and mib is over"]
    kept = batch(battle(*THREE, pacts=pacts, options={"alliances": "off"}))
    assert len(allied(kept.state)) == 2


@pytest.mark.parametrize(
    ("truce", "text"),
    [(True, "unit and mib have a truce for this batch"), (False, "unit and mib are allies")],
)
def test_what_is_said_of_a_new_alliance(truce, text):
    done = perform(battle(*THREE), lambda play: declare(play, ("unit", "mib"), 7, truce))
    assert texts(done) == [text]
    assert done.state.game.pacts.allied == (Alliance(("unit", "mib"), 7, truce),)
    usual = perform(battle(*THREE), lambda play: declare(play, ("unit", "mib"), 7))
    assert not usual.state.game.pacts.allied[0].truce


@pytest.mark.parametrize(
    ("truce", "by", "text", "broken"),
    [
        (False, "", "unit and mib are allies no longer", ()),
        (False, "unit", "unit ends the alliance with mib", ("unit",)),
        (False, "mib", "mib ends the alliance with unit", ("mib",)),
        (True, "mib", "mib breaks the truce with unit", ("mib",)),
    ],
)
def test_what_is_said_of_an_alliance_that_ends(truce, by, text, broken):
    pact = Alliance(UM.sides, truce=truce)
    state = battle(*THREE, pacts=Pacts((pact, UD)))
    done = perform(state, lambda play: end_alliance(play, pact, by))
    assert texts(done) == [text]
    assert allied(done.state) == {frozenset(UD.sides)} and done.state.game.pacts.broken == broken


def test_those_who_have_ended_alliances_are_remembered_once():
    state = battle(*THREE, pacts=Pacts((UM, UD), ("mib",)))
    after = state
    for pact, by in ((UM, "mib"), (UD, "unit")):
        after = AllianceChanged(rule="MT-GAP-72", alliance=pact, ended=True, broken_by=by).apply(after)
    assert after.game.pacts.broken == ("mib", "unit") and after.game.pacts.allied == ()
    again = AllianceChanged(rule="MT-GAP-72", alliance=Alliance(("mib", "unit"), 3)).apply(state)
    assert again.game.pacts.allied == (UD, Alliance(("mib", "unit"), 3))
    fresh = AllianceChanged(rule="MT-GAP-72", alliance=UM).apply(battle(*THREE))
    assert fresh.game.pacts.allied == (UM,)


def offers(state, side, others):
    """The options of a deal: key, what it is, with whom, and why it is closed."""
    decision = deal_decision(state, side, others)
    return [(option.key, option.act, option.to, str(option.shut)) for option in decision.options]


def test_what_is_offered_to_strangers_allies_and_enemies_in_a_fight():
    pacts, locked = Pacts((UM,)), (LockedCombat(1, ("a", "d")),)
    near = (group("a", (10, 10)), MIB, daleks("d", (11.25, 10)), spugs("s", (5, 40)))
    state = battle(*near, pacts=pacts, combats=locked)
    why = "they are locked in a fight"
    assert offers(state, "unit", ["mib", "dalek", "spug"]) == [
        ("none", "", (), ""),
        ("end.mib", "end", ("mib",), ""),
        ("truce.dalek", "truce", ("dalek",), why),
        ("ally.dalek", "ally", ("dalek",), why),
        ("truce.spug", "truce", ("spug",), ""),
        ("ally.spug", "ally", ("spug",), ""),
    ]
    assert all(not shut for _, _, _, shut in offers(state, "mib", ["dalek", "spug"]))


def test_a_deal_names_the_figures_of_the_other_side():
    state = battle(UNIT, MIB, DALEK, off(pair("n", (1, 1)), LOST))
    options = deal_decision(state, "unit", ["mib", "dalek"]).options
    assert [option.at for option in options] == [(), ("m1", "m2"), ("m1", "m2"), ("d1",), ("d1",)]


def test_a_side_is_not_asked_when_nothing_is_open():
    locked = (LockedCombat(1, ("a", "m", "d")),)
    near = (group("a", (10, 10)), pair("m", (11, 10)), daleks("d", (10, 11.25)))
    assert batch(battle(*near, combats=locked)).asked == []


@pytest.mark.parametrize(
    ("first", "accepts", "said", "found"),
    [
        ("truce.mib", True, "A truce for this batch, offered by unit to mib", {frozenset(("unit", "mib"))}),
        ("ally.mib", True, "An alliance, offered by unit to mib", {frozenset(("unit", "mib"))}),
        ("ally.mib", False, "An alliance, offered by unit to mib", set()),
    ],
)
def test_an_offer_is_put_to_the_other_side(first, accepts, said, found):
    done = batch(battle(*THREE), {"deal": [first, "none", "none", "none"], "take_deal": accepts})
    asked = done.first_decision("take_deal")
    assert (asked.side, asked.about, str(asked.prompt)) == ("mib", "a", f"{said}: accept?")
    assert allied(done.state) == found
    assert (f"{said}: turned down" in texts(done)) is not accepts
    assert [pact.truce for pact in done.state.game.pacts.allied] == ["truce" in first] if found else True


def test_a_side_deals_with_each_other_side_once():
    answers = {"deal": ["ally.dalek", "ally.mib", "none", "none"], "take_deal": False}
    done = batch(battle(*THREE), answers)
    asked = [(d.side, [o.key for o in d.options]) for d in done.decisions_with_key("deal")]
    assert asked == [
        ("unit", ["none", "truce.dalek", "ally.dalek", "truce.mib", "ally.mib"]),
        ("unit", ["none", "truce.mib", "ally.mib"]),
        ("dalek", ["none", "truce.unit", "ally.unit", "truce.mib", "ally.mib"]),
        ("mib", ["none", "truce.unit", "ally.unit", "truce.dalek", "ally.dalek"]),
    ]


def test_a_side_ends_its_own_alliance_and_no_other():
    pacts = Pacts((UD, UM))
    done = batch(battle(*THREE, pacts=pacts), {"deal": ["none", "none", "end.unit", "none"]})
    assert allied(done.state) == {frozenset(UD.sides)} and done.state.game.pacts.broken == ("mib",)


@pytest.mark.parametrize(
    ("pacts", "rows"),
    [
        (None, []),
        (Pacts(), []),
        (Pacts((UM,)), [("Allies", "unit and mib")]),
        (Pacts((Alliance(("unit", "mib"), truce=True),)), [("Truce", "unit and mib")]),
        (Pacts((), ("mib", "unit")), [("Have ended an alliance", "mib, unit")]),
    ],
)
def test_the_rows_of_alliances(pacts, rows):
    state = battle(*THREE, **({"pacts": pacts} if pacts else {}))
    assert [(str(row.label), str(row.value)) for row in alliance_rows(state)] == rows


@pytest.mark.rule("MT-SHT-01", "MT-AUTO-18", "MT-AUTO-20")
def test_allies_are_no_enemies():
    state = battle(*THREE, pacts=Pacts((UM,)))
    assert [unit.id for unit in enemy_groups(state, "unit")] == ["d"]
    assert [unit.id for unit in allied_groups(state, "unit")] == ["m"]
    assert [unit.id for unit in enemy_groups(state, "dalek")] == ["a", "m"]
    assert allied_groups(state, "dalek") == []


def test_a_side_is_asked_if_all_it_can_do_is_to_end_an_alliance():
    locked = (LockedCombat(1, ("a", "d")),)
    near = (group("a", (10, 10)), MIB, daleks("d", (11.25, 10)))
    done = batch(battle(*near, pacts=Pacts((UM,)), combats=locked), {"deal": ["end.mib", "none", "none"]})
    first = done.first_decision("deal")
    assert [option.key for option in first.open_options] == ["none", "end.mib"]
    assert done.state.game.pacts.broken == ("unit",)


def test_an_offer_is_about_a_group_of_the_side_that_makes_it():
    answers = {"deal": ["none", "none", "ally.unit", "none"], "take_deal": False}
    asked = batch(battle(*THREE), answers).first_decision("take_deal")
    assert (asked.side, asked.about) == ("unit", "m")


def test_an_alliance_since_the_first_batch():
    assert (Alliance(("unit", "mib")).since, Alliance(("unit", "mib")).truce) == (1, False)
