"""Those who come with a Special Event, who is out of the game, and who has seen a secret side."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.alien_invasion.battle.special_events import (
    awaits_team,
    clean_up_team,
    entry_areas,
    is_eliminated,
    new_figure,
    team_kinds,
)
from battlesim.rulesets.alien_invasion.battle.witnesses import (
    WITNESS,
    living_witnesses,
    note_witnesses,
    secret_sides,
)
from battlesim.rulesets.alien_invasion.core.events import TeamIssued
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import ISSUE, LEFT, UNDERGROUND
from battlesim.rulesets.alien_invasion.core.state import (
    VictoryRule,
)
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    battle,
    daleks,
    default,
    group,
    off,
    pair,
    people,
    perform,
    spugs,
    terrain,
    vehicle,
)

LOST, RESERVE = Off("lost"), Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (60, 40))


MIB = pair("m", (10, 10), (11.5, 10))


@pytest.mark.rule("MT-EVT-01", "MT-DRAW-05", "MT-GAP-05", "MT-MIB-10", "MT-GAP-48")
@pytest.mark.parametrize(
    ("teams", "value", "waits"),
    [(0, "one", True), (1, "one", False), (0, "one_per_event_card", True), (1, "one_per_event_card", True)],
)
def test_who_still_waits_for_a_team(teams, value, waits):
    state = battle(MIB, FOE, teams=teams, options={"clean_up_teams": value})
    assert awaits_team(state, "mib") is waits and not awaits_team(state, "dalek")
    gone = battle(off(MIB, LOST, LOST), FOE, teams=teams, options={"clean_up_teams": value})
    assert is_eliminated(gone, "mib") is not waits
    assert not is_eliminated(state, "mib") and not is_eliminated(state, "dalek")


@pytest.mark.rule("MT-DRAW-05", "MT-GAP-05")
@pytest.mark.parametrize(
    ("place", "eliminated"),
    [(None, False), (LOST, True), (LEFT, True), (UNDERGROUND, False), (RESERVE, True)],
)
def test_a_side_without_figures_is_out(place, eliminated):
    jeep = vehicle("jeep", 40, 5, side="dalek")
    assert is_eliminated(battle(MAN, off(FOE, place), jeep), "dalek") is eliminated


@pytest.mark.rule("MT-MIB-10", "MT-MIB-11", "MT-GAP-47", "MT-GAP-48")
@pytest.mark.parametrize(("value", "troopers"), [("5", 3), ("6", 4)])
def test_the_team_has_two_sections(value, troopers):
    options = {"clean_up_section_size": value}
    state = battle(MIB, FOE, options=options, starts={"mib": (10.0, 10.0)}, studied=("dalek", "spug"))
    kinds = ("clean_up_leader", *("clean_up_trooper",) * troopers, "clean_up_support")
    assert team_kinds(state) == kinds
    done = perform(state, lambda play: clean_up_team(play, "mib"), {"arrive": default})
    units = [unit for unit in done.state.table.units.values() if unit.kind == "clean_up"]
    assert [(unit.id, unit.leader, unit.rules) for unit in units] == [
        (f"clean_up{n}", f"clean_up{n}_1", {"squad": "team1"}) for n in (1, 2)
    ]
    assert done.state.game.teams == 1 and done.events_of(TeamIssued)[0].successes == 2
    for unit in units:
        pieces = done.state.table.pieces_of_unit(unit.id)
        assert tuple(piece.kind for piece in pieces) == kinds
        assert {(piece.mark_count(ISSUE), piece.radius, piece.height) for piece in pieces} == {(2, 0.5, 1.0)}
        assert all(math.dist(piece.xy, (10, 10)) <= 6 - 0.5 for piece in pieces)


@pytest.mark.rule("MT-SCN-11", "MT-MIB-10")
def test_a_new_figure_waits_in_reserve():
    new = new_figure(factions()["spug"], "spug", "w", "burrower", "w1")
    assert (new.id, new.name, new.kind, new.unit, new.place) == ("w1", "Burrower", "burrower", "w", RESERVE)
    assert (new.radius, new.height) == (1.25, 3.0)


@pytest.mark.rule("MT-GAP-08", "MT-GAP-48", "MT-MIB-10")
@pytest.mark.parametrize(
    ("start", "strip"),
    [
        ((3.0, 20.0), (0, 0, 4, 48)),
        ((69.0, 20.0), (68, 0, 72, 48)),
        ((30.0, 5.0), (0, 0, 72, 4)),
        ((30.0, 43.0), (0, 44, 72, 48)),
        ((40.0, 10.0), (0, 0, 72, 4)),
        ((10.0, 36.0), (0, 0, 4, 48)),
        (None, (0, 0, 4, 48)),
    ],
)
def test_new_figures_come_where_their_side_began_or_at_the_nearest_edge(start, strip):
    ground = [
        terrain("building", 50, 5, 55, 9),
        terrain("wall", 60, 5, 62, 5.2),
        terrain("scrub", 40, 30, 44, 34),
    ]
    state = battle(MIB, FOE, starts={"mib": start} if start else {}, ground=ground)
    unit, pieces = state.table.units["m"], state.table.pieces_of_unit("m")
    areas = entry_areas(state, unit, pieces, 8.0)
    assert [area.apart for area in areas] == [(("d1", 8.0),)] * 3 + [()]
    (x, y), ring = start or (0.0, 0.0), areas[0].zone[0]
    assert {round(math.dist(point, (x, y)), 3) for point in ring} == {6.0} and len(ring) == 24
    corners = areas[1].zone[0]
    assert (*corners[0], *corners[2]) == strip
    assert {area.zone for area in areas[2:]} == {((((0, 0), (72, 0), (72, 48), (0, 48))),)}
    for area in areas:
        assert set(area.blocked) == {"building", "wall"} and area.leader == "m1"
        assert (area.within, area.chain) == (4.0, 1.0) and set(area.bases) == {"m1", "m2", "d1"}


UNSEEN = (
    VictoryRule("spug", "holds", item="egg", unseen=True),
    VictoryRule("spug", "holds", item="egg"),
    VictoryRule("dalek", "holds", item="egg"),
)


@pytest.mark.rule("MT-SCN-03")
@pytest.mark.parametrize(
    ("viewer", "marked"),
    [
        (group("a", (20, 24)), True),
        (pair("a", (20, 24)), True),
        (group("a", (20, 24), side="cyber"), True),
        (people("a", (20, 24)), True),
        (daleks("a", (20, 24)), False),
        (off(group("a", (20, 24)), UNDERGROUND), False),
        (group("a", (20, 40)), False),
    ],
)
def test_humanoids_that_see_a_secret_side_are_witnesses(viewer, marked):
    wall = terrain("building", 22, 30, 38, 36)
    state = battle(spugs("s", (40, 24)), viewer, ground=[wall], victory=UNSEEN, absent=["unit"])
    done = perform(state, note_witnesses)
    assert done.piece("a1").mark_count(WITNESS) == int(marked)
    assert secret_sides(state) == ["spug"]
    assert [piece.id for piece in living_witnesses(done.state)] == ["a1"] * marked
    assert not perform(done.state, note_witnesses).events, "nobody is marked twice"


@pytest.mark.rule("MT-SCN-03")
def test_without_a_secret_side_nobody_is_a_witness():
    rules = (VictoryRule("spug", "holds", item="egg"),)
    state = battle(spugs("s", (40, 24)), group("a", (20, 24)), victory=rules)
    assert secret_sides(state) == [] and not perform(state, note_witnesses).events
    alone = battle(off(spugs("s", (40, 24)), LOST), group("a", (20, 24)), victory=UNSEEN)
    assert not perform(alone, note_witnesses).events


@pytest.mark.rule("MT-SCN-03")
@pytest.mark.parametrize(
    ("place", "alive"), [(None, True), (LOST, False), (LEFT, False), (UNDERGROUND, True)]
)
def test_a_witness_counts_while_alive(place, alive):
    unit, (figure,) = MAN
    state = battle(off((unit, (figure.with_mark(WITNESS),)), place), FOE)
    assert [piece.id for piece in living_witnesses(state)] == ["a1"] * alive


@pytest.mark.rule("MT-SCN-03")
def test_nobody_is_a_witness_of_their_own_side():
    rules = (VictoryRule("unit", "holds", item="egg", unseen=True),)
    state = battle(group("a", (10, 10)), group("b", (20, 10)), pair("m", (30, 10)), victory=rules)
    done = perform(state, note_witnesses)
    assert [piece.id for piece in living_witnesses(done.state)] == ["m1"]
