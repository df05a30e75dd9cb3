"""Setting up and deeds at their edges: where things are put, who can do what to whom."""

from __future__ import annotations

import math
from contextlib import nullcontext
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import Chance
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import Position, Run
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.acts import deeds
from battlesim.rulesets.troice_station.attack import shooting
from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.battle.sequence import SETTING_UP
from battlesim.rulesets.troice_station.core.facts import markers
from battlesim.rulesets.troice_station.core.marks import (
    AIMED,
    DOWN,
    EARLIER,
    EMPTY,
    HOME,
    HUGGED,
    MOVED,
    OVERWATCH,
    ROUNDS,
    SHOTS,
    STILL,
    copies,
    copy_of,
)
from battlesim.rulesets.troice_station.core.state import Battle, Site
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.markers import reveal, trickle
from battlesim.rulings.placing import Spot
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import Rolled
from battlesim.table.pieces import Marker, Off, Piece
from battlesim.testing.script import Done, RefusedError

from .things import LANDING, alien, battle, hugger, marine, marker, off, perform, room

# -- markers --

FIRST_SHOT = "only the first shot of a figure that has not moved is aimed"
HALL = room("hall", 30, 30, 40, 40, ("door", (30, 34), (30, 35.5), False))


def laid(*dice: int, markers: int = 1, buildings: Any = ("", "", "", ""), **options: str) -> Done:
    """Markers put down on a table with a hall in quarter 2; a throw of twenty dice for each by chance."""
    state = battle(terrain=[HALL], site=Site(LANDING, buildings, markers=markers), options=options)
    return perform(state, set_up.place_markers, dice=dice)


def throw(*spots: tuple[int, int]) -> tuple[int, ...]:
    """A throw for the spots of a marker, in thousandths of a quarter; those that are left are the last."""
    ten = [*spots, *[spots[-1]] * (10 - len(spots))]
    return tuple(face for spot in ten for face in spot)


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82", "TS-GAP-93")
def test_a_marker_lies_by_chance_at_a_thousandth_of_its_quarter() -> None:
    done = laid(*throw((64, 64)), *throw((937, 937)), *throw((500, 900)), *throw((250, 900)))
    spots = [piece.xy for piece in done.state.table.pieces.values()]
    assert [piece.id for piece in done.state.table.pieces.values()] == [f"marker-{n}" for n in (1, 2, 3, 4)]
    assert spots == [(1.524, 25.524), (46.476, 46.476), (35.988, 21.588), (5.988, 21.588)]


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82")
def test_a_spot_that_is_refused_gives_way_to_the_next_one() -> None:
    done = laid(
        *throw((20, 500), (200, 500)),
        *throw((250, 583), (125, 125)),
        *throw((500, 100), (500, 900)),
        *throw((500, 500), (100, 100), (100, 900)),
    )
    spots = [piece.xy for piece in done.state.table.pieces.values()]
    assert spots[:2] == [(4.788, 35.988), (26.988, 26.988)], "over the edge, in a wall"
    assert spots[2:] == [(35.988, 21.588), (2.388, 21.588)], "within 12 in of the landing zone"


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82", "TS-GAP-96")
def test_the_first_marker_of_a_quarter_lies_in_the_middle_of_its_building() -> None:
    fair = throw((500, 900))
    done = laid(*fair, *fair, *fair, buildings=("", "hall", "", ""))
    assert [piece.xy for piece in done.state.table.pieces.values()][1] == (35.0, 35.0)


@pytest.mark.rule("TS-GAP-82", "TS-GAP-91", "TS-ALN-01")
@pytest.mark.parametrize(("option", "homes"), [("where_it_stands", [0, 0, 0, 0]), ("home", [1, 2, 3, 4])])
def test_a_player_puts_the_markers_of_each_quarter_down(option: str, homes: list[int]) -> None:
    chosen = {"alien_control": "player", "quarter_crossing": option}
    state = battle(terrain=[HALL], site=Site(LANDING, markers=2), options=chosen)
    done = perform(state, set_up.place_markers, dice=(1,) * 8)
    asked = done.asked_for("markers")
    assert [str(one.prompt)[-14:] for one in asked] == [f"quarter {n} down" for n in (1, 2, 3, 4)]
    rooms = [one.room for one in asked]  # type: ignore[attr-defined]
    assert [(room.zone[0][0], room.zone[0][2]) for room in rooms] == [
        ((0.0, 24.0), (24.0, 48.0)),
        ((24.0, 24.0), (48.0, 48.0)),
        ((24.0, 16.51), (48.0, 24.0)),
        ((0.0, 16.51), (24.0, 24.0)),
    ]
    assert {"hall.walls", "hall.door1"} <= set(rooms[0].blocked)
    assert {(room.clear, room.spread) for room in rooms} == {(1.0, 3.0)}, "4 in between middles"
    assert [done.piece(f"marker-{n}").count(HOME) for n in (1, 3, 5, 7)] == homes


@pytest.mark.rule("TS-GAP-82", "TS-GAP-96")
def test_where_the_landing_zone_is_high_two_inches_of_a_quarter_are_left() -> None:
    site = Site(((0.0, 0.0), (48.0, 0.0), (48.0, 20.0), (0.0, 20.0)))
    state = battle(site=site)
    ring = set_up._north_of_landing(state, set_up.quarter_ring(state, 4))
    assert ring == ((0.0, 22.0), (24.0, 22.0), (24.0, 24.0), (0.0, 24.0))


@pytest.mark.rule("TS-GAP-83")
@pytest.mark.parametrize(
    ("turn", "die", "quarter", "at"),
    [
        (3, (), (), None),
        (4, (4,), (), None),
        (4, (5,), (1,), (12, 47.375)),
        (5, (6,), (2,), (36, 47.375)),
        (9, (6,), (3,), (47.375, 12)),
        (9, (6,), (4,), (0.625, 12)),
    ],
)
def test_a_late_marker_comes_from_turn_four_on_a_five(turn: int, die: Any, quarter: Any, at: Any) -> None:
    state = battle(options={"reinforcements": "trickle", "quarter_crossing": "home"}).with_game(turn=turn)
    done = perform(state, trickle.trickle, dice=(*die, *quarter))
    found = [(piece.xy, piece.count(HOME)) for piece in done.state.table.pieces.values()]
    assert found == ([(at, *quarter)] if at else [])


@pytest.mark.rule("TS-GAP-81", "TS-GAP-83")
@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_a_late_marker_leaves_the_edge_by_which_it_came(quarter: int) -> None:
    state = battle(marine("trooper", "a", 24, 4), options={"reinforcements": "trickle"}).with_game(turn=5)
    state = perform(state, trickle.trickle, dice=(5, quarter)).state
    (new,) = markers(state.table)
    done = perform(state, lambda play: program.activate(play, new.id), dice=(6, 1))
    assert math.dist(new.xy, done.piece(new.id).xy) == pytest.approx(6.0, abs=0.01)


# -- where marines begin elsewhere --


@pytest.mark.rule("TS-GAP-82", "TS-GAP-80", "TS-GAP-96")
@pytest.mark.parametrize(("x", "taken"), [(33.02, True), (32.98, False)])
def test_no_marker_lies_within_12_in_of_where_marines_begin(x: float, taken: bool) -> None:
    # from (20, 30) an edge that is 12 in away is that of a marker at x = 33
    state = battle(marine("trooper", "a", 0, 0), site=Site(LANDING, start={"1A": ((20.0, 30.0),)}))
    state = off(state, "a", "reserve")
    lying = battle(marine("trooper", "a", 0, 0), marker("m", 1, 40), site=state.game.site)
    assert set_up._fits(off(lying, "a", "reserve"), "m", (x, 30.0), 0.0) is taken


@pytest.mark.rule("TS-GAP-82", "TS-GAP-80")
def test_a_player_puts_no_marker_where_marines_begin_either() -> None:
    site = Site(LANDING, start={"1A": ((20.0, 30.0),)}, markers=1)
    options = {"alien_control": "player"}
    state = off(battle(marine("trooper", "a", 0, 0), site=site, options=options), "a", "reserve")
    spots = (Spot("marker-1", 20.0, 42.9),)
    with pytest.raises(RefusedError, match="too near a circle that is kept free"):
        perform(state, set_up.place_markers, {"markers": [spots]})


@pytest.mark.rule("TS-GAP-82", "TS-GAP-80")
@pytest.mark.parametrize(("x", "spot"), [(35.0, (26.988, 26.988)), (10.0, (35.0, 35.0))])
def test_no_marker_lies_in_the_building_in_which_marines_begin(x: float, spot: Any) -> None:
    site = Site(LANDING, ("", "hall", "", ""), markers=1, start={"1A": ((x, 38.0),)})
    state = off(battle(marine("trooper", "a", 0, 0), terrain=[HALL], site=site), "a", "reserve")
    second = [throw((125, 125))] if x > 30 else []
    thrown = [throw((900, 100)), *second, throw((500, 900)), throw((250, 900))]
    done = perform(state, set_up.place_markers, dice=[d for t in thrown for d in t])
    assert spot in [piece.xy for piece in done.state.table.standing()]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-82", "TS-GAP-96")
def test_no_scenario_begins_with_a_marker_that_is_due_to_be_turned_over() -> None:
    for name in ("troice_first", "troice_return", "troice_storm"):
        run, dice = Run(RULESET, Position(load_scenario(name).start())), SeededDice(1)
        while (asked := run.pending) is not None and run.state.game.phase in SETTING_UP:
            run.answer(asked.fall(dice) if isinstance(asked, Chance) else asked.default(run.state))
        assert reveal.due(run.state) == [] and len(markers(run.state.table)) >= 8, name


# -- the landing --


def waiting(*ids: str, unit: str = "1A") -> list[Piece]:
    return [marine("trooper", id, 0, 0, unit=unit) for id in ids]


def landed(own: bool, stands: Any = None, start: Any = None) -> Done:
    """Two squads that wait to land."""
    site = Site(LANDING, stands=stands or {"1A": 1, "1B": 0}, start=start or {})
    state = battle(
        *waiting("a", "b"), *waiting("c", unit="1B"), marine("lt", "L", 20, 20, unit="HQ"), site=site
    )
    for one in "abc":
        state = state.with_table(state.table.with_place(one, Off("reserve")))
    return perform(state, set_up.land, {"land": [own]})


@pytest.mark.rule("TS-GAP-96")
def test_squads_land_where_they_usually_stand_unless_their_player_chooses() -> None:
    done = landed(own=False)
    assert [done.piece(one).xy for one in "abc"] == [(20.0, 1.0), (21.5, 1.0), (16.0, 1.0)]
    assert not done.asked_for("deploy") and done.piece("L").xy == (20, 20)


@pytest.mark.rule("TS-GAP-96")
def test_a_player_is_asked_for_each_squad_that_waits() -> None:
    asked = landed(own=True).asked_for("deploy")
    assert [(one.about, one.pieces, one.near) for one in asked] == [  # type: ignore[attr-defined]
        ("1A", ("a", "b"), (20.0, 1.0)),
        ("1B", ("c",), (16.0, 1.0)),
    ]
    found = asked[0].room  # type: ignore[attr-defined]
    assert (found.zone, found.wholly, found.kind, found.within) == ((LANDING,), True, "connected", 3.0)
    assert "L" in found.bases


@pytest.mark.rule("TS-GAP-96", "TS-GAP-20")
@pytest.mark.parametrize(
    ("option", "xs", "allowed"),
    [
        ("chain", (16.0, 20.0, 24.0, 28.0), True),
        ("chain", (16.0, 20.0, 24.1, 28.0), False),
        ("all_pairs", (16.0, 17.5, 19.0, 20.0), True),
        ("all_pairs", (16.0, 18.0, 20.0, 21.5), False),
    ],
)
def test_a_player_lands_a_squad_in_an_unbroken_chain(
    option: str, xs: tuple[float, ...], allowed: bool
) -> None:
    state = battle(*waiting(*"abcd"), options={"group_coherency": option})
    for one in "abcd":
        state = off(state, one, "reserve")
    spots = tuple(Spot(id, x, 2.0) for id, x in zip("abcd", xs, strict=True))
    with nullcontext() if allowed else pytest.raises(RefusedError, match="at most 3 in is allowed"):
        perform(state, set_up.land, {"land": [True], "deploy": [spots]})


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_with_places_of_its_own_stands_there() -> None:
    done = landed(own=False, start={"1A": ((30.0, 30.0), (32.0, 30.0))})
    assert [done.piece(one).xy for one in "abc"] == [(30.0, 30.0), (32.0, 30.0), (16.0, 1.0)]


@pytest.mark.rule("TS-GAP-96")
def test_where_nobody_waits_nobody_is_asked() -> None:
    assert perform(battle(marine("trooper", "a", 20, 2)), set_up.land).asked == []


# -- deeds --


def with_disc(state: Battle, kind: str, x: float, id: str = "r") -> Battle:
    return state.with_table(state.table.with_marker(Marker(id, kind, x, 10.0, radius=0.5, name="Recorder")))


def a(kind: str = "trooper", marks: Any = ()) -> Piece:
    return marine(kind, "a", 10, 10, marks=marks)


@pytest.mark.rule("TS-GAP-24", "TS-ACT-14", "TS-GAP-29", "TS-ACT-09")
def test_a_new_spell_of_overwatch_begins_without_shots_and_a_loaded_weapon_without_rounds() -> None:
    state = battle(a(marks={SHOTS: 2, EMPTY: 1, ROUNDS: 9}))
    piece = perform(state, lambda play: deeds.wait(play, ["a"])).piece("a")
    assert (piece.count(OVERWATCH), piece.count(SHOTS), piece.count(EARLIER)) == (1, 0, 2)
    piece = perform(state, lambda play: deeds.reload(play, ["a"])).piece("a")
    assert {m.name: m.count for m in piece.marks} == {SHOTS: 2}


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09")
@pytest.mark.parametrize(
    ("why", "option", "marks", "shut"),
    [
        (deeds.cannot_wait, "action", [], ""),
        (deeds.cannot_wait, "action", [OVERWATCH], "it is on Overwatch"),
        (deeds.cannot_wait, "action", [EMPTY], "its weapon is empty"),
        (deeds.cannot_aim, "not_used", [], "nobody aims in this battle"),
        (deeds.cannot_aim, "action", [MOVED, SHOTS], ""),
        (deeds.cannot_aim, "action", [AIMED], "it would gain nothing"),
        (deeds.cannot_aim, "free_if_still", [], ""),
        (deeds.cannot_aim, "free_if_still", [MOVED], FIRST_SHOT),
        (deeds.cannot_aim, "free_if_still", [SHOTS], FIRST_SHOT),
        (deeds.cannot_reload, "action", [], "its weapon is loaded"),
        (deeds.cannot_reload, "action", [EMPTY], ""),
    ],
)
def test_why_one_cannot_wait_aim_or_load(why: Any, option: str, marks: list[str], shut: str) -> None:
    state = battle(a(marks=marks), options={"aim": option})
    assert str(why(state, state.table.piece("a"))) == shut


@pytest.mark.rule("TS-GAP-29")
@pytest.mark.parametrize(("option", "did", "still"), [("action", ("a",), 0), ("free_if_still", (), 1)])
def test_to_aim_is_an_act_or_by_option_free(option: str, did: tuple[str, ...], still: int) -> None:
    found: list[Any] = []

    def script(play: Any) -> Any:
        found.append((yield from deeds.aim(play, ["a"])))

    piece = perform(battle(a(), options={"aim": option}), script).piece("a")
    assert (found, piece.count(AIMED), piece.count(STILL)) == ([did], 1, still)


@pytest.mark.rule("TS-WND-06", "TS-ACT-16", "TS-ACT-17", "TS-GAP-58")
@pytest.mark.parametrize(("die", "down"), [(3, 1), (4, 0)])
def test_a_medic_needs_a_four(die: int, down: int) -> None:
    state = battle(a("specialist_medic"), marine("trooper", "b", 11, 10, unit="2B", marks=[DOWN]))
    done = perform(state, lambda play: deeds.treat(play, ["a"]), dice=(die,))
    assert done.piece("b").count(DOWN) == down and done.of(Rolled)[0].by == "a"


@pytest.mark.rule("TS-WND-06", "TS-ACT-17", "TS-GAP-58", "TS-ACT-16")
@pytest.mark.parametrize(
    ("kind", "marks", "foe", "why"),
    [
        ("specialist_medic", [DOWN], (30, 30), ""),
        ("specialist_medic", [DOWN, HUGGED], (30, 30), "nobody is a casualty"),
        ("specialist_medic", [], (30, 30), "nobody is a casualty"),
        ("specialist_medic", [DOWN], (12.125, 10), "an enemy is in contact"),
        ("specialist_medic", [DOWN], (8.875, 10), "an enemy is in contact"),
        ("trooper", [DOWN], (30, 30), "only a Medic treats casualties, and a is not one"),
    ],
)
def test_whom_a_medic_treats(kind: str, marks: list[str], foe: Any, why: str) -> None:
    state = battle(a(kind), marine("trooper", "b", 11, 10, marks=marks), alien("x", *foe))
    assert str(deeds.cannot_treat(state, state.table.piece("a"))) == why


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
@pytest.mark.parametrize(
    ("x", "marks", "shut"), [(11, {HUGGED: 3}, False), (11, [DOWN], True), (12, {HUGGED: 3}, True)]
)
def test_only_who_is_hugged_and_in_contact_is_freed(x: float, marks: Any, shut: bool) -> None:
    state = battle(a(), marine("trooper", "b", x, 10, marks=marks))
    assert bool(deeds.cannot_free(state, state.table.piece("a"))) is shut


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
@pytest.mark.parametrize(
    ("kind", "dice", "copied"), [("trooper", (3,), 0), ("trooper", (4,), 1), ("specialist_radio", (), 1)]
)
def test_a_recorder_is_copied_on_a_four_and_by_the_radio_man_at_once(
    kind: str, dice: tuple[int, ...], copied: int
) -> None:
    state = with_disc(battle(a(kind)), "recorder", 11.0)
    done = perform(state, lambda play: deeds.copy(play, ["a"]), dice=dice)
    assert done.piece("a").count(copy_of("r")) == copied


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
@pytest.mark.parametrize(
    ("x", "foe", "carried", "home", "why"),
    [
        (11.0, (30, 30), (), (), ""),
        (11.02, (30, 30), (), (), "it touches no recorder"),
        (11.0, (8.875, 10), (), (), "an enemy is in contact"),
        (11.0, (30, 30), ("b",), (), "there is a copy of it"),
        (11.0, (30, 30), (), ("r",), "there is a copy of it"),
        (11.0, (30, 30), ("gone",), (), ""),
    ],
)
def test_a_recorder_is_copied_once_by_who_touches_it(
    x: float, foe: Any, carried: Any, home: Any, why: str
) -> None:
    men = [
        a(),
        *(marine("trooper", id, 20, 20, marks=[copy_of("r")]) for id in ("b", "gone") if id in carried),
    ]
    state = with_disc(battle(*men, alien("x", *foe), brought_home=home), "recorder", x)
    if "gone" in carried:
        state = state.with_table(state.table.with_place("gone", Off("lost")))
    assert str(deeds.cannot_copy(state, state.table.piece("a"))) == why


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
def test_a_copy_is_no_recorder() -> None:
    state = with_disc(battle(a()), "copy", 11.0)
    assert deeds.cannot_copy(state, state.table.piece("a")) == "it touches no recorder"


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_a_copy_is_taken_from_who_is_down_with_all_he_carries_and_from_the_ground() -> None:
    held = marine("trooper", "b", 11, 10, marks=[DOWN, copy_of("r"), copy_of("s")])
    done = perform(battle(a(), held), lambda play: deeds.take(play, ["a"]))
    assert (copies(done.piece("a")), copies(done.piece("b"))) == (("r", "s"), ())
    lying = with_disc(battle(a()), "copy", 10.9, id="copy-r")
    assert deeds.held_copies(lying) == {"r"}
    done = perform(lying, lambda play: deeds.take(play, ["a"]))
    assert copies(done.piece("a")) == ("r",) and not done.state.table.markers


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_who_stands_gives_no_copy_away() -> None:
    state = battle(a(), marine("trooper", "b", 11, 10, marks=[copy_of("r")]))
    assert deeds.cannot_take(state, state.table.piece("a")) == "no copy lies in contact"
    down = battle(a(), marine("trooper", "b", 11, 10, marks=[DOWN]))
    assert deeds.cannot_take(down, down.table.piece("a")) == "no copy lies in contact"


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-WTHR-02", "TS-WTHR-03")
@pytest.mark.parametrize(
    ("kind", "things", "why"),
    [
        ("lt", [], ""),
        ("lt", [hugger("h", 9.125, 10)], "an enemy is in contact"),
        ("sniper", [], "no marker is in line of sight"),
        ("sniper", [marker("m", 40, 10)], ""),
        ("trooper", [marker("m", 14, 10)], "it has no infra-red gear"),
    ],
)
def test_who_can_look(kind: str, things: list[Piece], why: str) -> None:
    state = battle(a(kind), *things)
    assert str(deeds.cannot_look(state, state.table.piece("a"))) == why


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-WTHR-02")
@pytest.mark.parametrize(("option", "left"), [("one_marker", ["n", "m"]), ("all_in_sight", [])])
def test_a_look_turns_one_over_or_by_option_all(option: str, left: list[str]) -> None:
    state = battle(a("lt"), marker("m", 40, 10), marker("k", 30, 10), marker("n", 20, 30))
    seen = [m.id for m in deeds.sighted(state, state.table.piece("a"))]
    assert seen == ["k", "n", "m"]
    now = state.with_game(parameters=battle(options={"infrared_look": option}).game.parameters)
    dice = (1,) * (1 if left else 3)
    done = perform(now, lambda play: deeds.look(play, ["a"]), {"look": ["k"]} if left else {}, dice)
    assert [one for one in ("n", "m", "k") if one in done.state.table.pieces] == left


@pytest.mark.rule("TS-ALN-07", "TS-ALN-08", "TS-GAP-100", "TS-GAP-55")
@pytest.mark.parametrize(("x", "shut"), [(17.125, False), (17.2, True)])
def test_a_spit_reaches_six_inches(x: float, shut: bool) -> None:
    state = battle(a(), alien("x", x, 10))
    assert bool(shooting.no_spit(state, state.table.piece("x"), state.table.piece("a"))) is shut


@pytest.mark.rule("TS-GAP-96")
def test_a_squad_lands_beside_a_marker_that_lies_where_it_would_land() -> None:
    pair = [replace(marine("trooper", id, 0, 0), place=Off("reserve")) for id in ("a", "b")]
    done = perform(battle(*pair, marker("m", 16.2, 1.2)), set_up.land, {"land": [False]})
    places = [done.piece(id).xy for id in ("a", "b", "m")]
    assert all(math.dist(p, q) >= 1.0 - 0.005 for p, q in combinations(places, 2))
