"""Markers before the first turn: where they are put down, by chance or by a player."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import pytest

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.dice import SeededDice
from battlesim.engine.play import Play
from battlesim.engine.run import Run, RunPosition
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.battle import set_up
from battlesim.rulesets.troice_station.battle.turn_sequence import SET_UP_PHASES
from battlesim.rulesets.troice_station.core.lookups import marker_pieces, quarter_number
from battlesim.rulesets.troice_station.core.marks import HOME
from battlesim.rulesets.troice_station.core.state import Site
from battlesim.rulesets.troice_station.markers import reveal
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.library import load_scenario
from battlesim.testing.script import RefusedError, ScriptResult

from .rule_marks import PLACES
from .things import LANDING, battle, marine, marker, off, perform, room


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82", "TS-GAP-93", "TS-GAP-94")
def test_four_markers_lie_in_each_quarter_out_of_sight_of_the_landing_zone():
    state, dice = load_scenario("troice_return").initial_state(), SeededDice(3)
    play: Play[Any] = Play(state, "test")
    live = set_up.place_markers(play)
    with suppress(StopIteration):
        asked = next(live)
        while True:
            asked = live.send(asked.roll_or_draw(dice))
    found = [p for p in play.state.table.standing_pieces() if p.kind == "marker"]
    numbers = sorted(quarter_number(state.table.ground, p.xy) for p in found)
    assert numbers == [n for n in (1, 2, 3, 4) for _ in range(4)]
    wild = [p.xy for p in found if p.xy not in ((11, 37), (38, 36), (37, 16), (11, 16))]
    away = [math.hypot(max(14 - x, 0, x - 34), max(y - 4, 0)) - 0.5 for x, y in wild]
    assert len(wild) == 12 and min(away) > 12


def thrown(*spot: int) -> tuple[int, ...]:
    """A throw for ten spots of a marker, all the same, in thousandths of its quarter."""
    return tuple(spot) * 10


def laid_by_chance(*dice: int, markers: int = 1, buildings: Any = ("", "", "", "")) -> ScriptResult:
    hall = room("hall", 30, 30, 40, 40)
    state = battle(terrain=[hall], site=Site(LANDING, buildings, markers=markers))
    return perform(state, set_up.place_markers, dice=dice)


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@PLACES
def test_where_no_markers_begin_none_lies_in_a_building() -> None:
    assert not laid_by_chance(markers=0, buildings=("", "hall", "", "")).state.table.pieces


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@PLACES
def test_after_twenty_throws_markers_may_lie_close_and_after_forty_lie_where_there_is_room() -> None:
    done = laid_by_chance(
        *thrown(500, 500), *thrown(500, 600) * 21, *thrown(1, 1) * 40, *thrown(900, 200),
        *thrown(500, 900), *thrown(250, 900), *thrown(500, 900), *thrown(250, 900), markers=2,
    )  # fmt: skip
    spots = [piece.xy for piece in done.state.table.pieces.values()]
    assert spots[:2] == [(11.988, 35.988), (11.988, 38.388)]
    throws = [one for one in done.asked if one.about == "" and len(one.dice) == 20]  # type: ignore[attr-defined]
    assert len(throws) == 1 + 21 + 40 + 1 + 4 and all(one.secret for one in throws)  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-95", "TS-PROF-01")
@PLACES
@pytest.mark.parametrize(
    ("things", "spot", "fits"),
    [
        ([marker("n", 5, 30)], (9.0, 30.0), True),
        ([marker("n", 5, 30)], (8.9, 30.0), False),
        ([marine("trooper", "a", 5, 30)], (8.0, 30.0), True),
        ([], (24.0, 16.5), False),
        ([], (24.0, 16.6), True),
    ],
)
def test_a_marker_lies_four_inches_from_markers_alone_and_more_than_twelve_from_the_landing_zone(
    things: Any, spot: Any, fits: bool
) -> None:
    assert set_up._fits(battle(marker("m", 40, 40), *things), "m", spot, 4.0) is fits


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82")
def test_a_marker_lies_clear_of_the_landing_zone_of_walls_and_of_others() -> None:
    hut = room("h", 20, 30, 28, 38)
    state = battle(marker("m", 40, 40), marker("n", 5, 30), terrain=[hut])
    fits = [set_up._fits(state, "m", spot, 4.0) for spot in ((24, 16.6), (24, 16.4), (18.4, 34), (18.6, 34))]
    assert fits == [True, False, True, False]
    assert [set_up._fits(state, "m", (x, 30.0), 4.0) for x in (9.1, 8.9)] == [True, False]
    known = (
        set_up.LANDING_CLEARANCE_IN,
        set_up.WALL_CLEARANCE_IN,
        set_up.MARKER_SPACING_IN,
        set_up.ROLLS_PER_SPACING,
    )
    assert known == (12.0, 1.0, 4.0, 20)


HALL = room("hall", 30, 30, 40, 40, ("door", (30, 34), (30, 35.5), False))


def laid(*dice: int, markers: int = 1, buildings: Any = ("", "", "", ""), **options: str) -> ScriptResult:
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
    asked = done.decisions_with_key("markers")
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
    assert [done.piece(f"marker-{n}").mark_count(HOME) for n in (1, 3, 5, 7)] == homes


@pytest.mark.rule("TS-GAP-82", "TS-GAP-96")
def test_where_the_landing_zone_is_high_two_inches_of_a_quarter_are_left() -> None:
    site = Site(((0.0, 0.0), (48.0, 0.0), (48.0, 20.0), (0.0, 20.0)))
    state = battle(site=site)
    ring = set_up._north_of_landing(state, set_up.quarter_ring(state, 4))
    assert ring == ((0.0, 22.0), (24.0, 22.0), (24.0, 24.0), (0.0, 24.0))


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
    spots = (PiecePlacement("marker-1", 20.0, 42.9),)
    with pytest.raises(RefusedError, match="too close to a circle that is kept free"):
        perform(state, set_up.place_markers, {"markers": [spots]})


@pytest.mark.rule("TS-GAP-82", "TS-GAP-80")
@pytest.mark.parametrize(("x", "spot"), [(35.0, (26.988, 26.988)), (10.0, (35.0, 35.0))])
def test_no_marker_lies_in_the_building_in_which_marines_begin(x: float, spot: Any) -> None:
    site = Site(LANDING, ("", "hall", "", ""), markers=1, start={"1A": ((x, 38.0),)})
    state = off(battle(marine("trooper", "a", 0, 0), terrain=[HALL], site=site), "a", "reserve")
    second = [throw((125, 125))] if x > 30 else []
    thrown = [throw((900, 100)), *second, throw((500, 900)), throw((250, 900))]
    done = perform(state, set_up.place_markers, dice=[d for t in thrown for d in t])
    assert spot in [piece.xy for piece in done.state.table.standing_pieces()]


@pytest.mark.rule("TS-GAP-80", "TS-GAP-82", "TS-GAP-96")
def test_no_scenario_begins_with_a_marker_that_is_due_to_be_turned_over() -> None:
    for name in ("troice_first", "troice_return", "troice_storm"):
        run, dice = Run(RULESET, RunPosition(load_scenario(name).initial_state())), SeededDice(1)
        while (asked := run.pending) is not None and run.state.game.phase in SET_UP_PHASES:
            run.answer(
                asked.roll_or_draw(dice) if isinstance(asked, ChanceDecision) else asked.default(run.state)
            )
        assert reveal.markers_due(run.state) == [] and len(marker_pieces(run.state.table)) >= 8, name


@pytest.mark.rule("TS-GAP-93", "TS-GAP-82")
def test_the_outline_of_a_quarter_is_a_square_of_twenty_four_inches() -> None:
    state = battle()
    assert set(set_up.quarter_ring(state, 1)) == {(0.0, 24.0), (24.0, 24.0), (24.0, 48.0), (0.0, 48.0)}
    assert set(set_up.quarter_ring(state, 3)) == {(24.0, 0.0), (48.0, 0.0), (48.0, 24.0), (24.0, 24.0)}
