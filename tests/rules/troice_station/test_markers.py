"""Markers: what they hold, when they are turned over, where creatures are put, those that come later."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.mechanics.turns import PiecesActed
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.actions.special_actions import use_doors
from battlesim.rulesets.troice_station.core.lookups import is_marker, quarter_number
from battlesim.rulesets.troice_station.core.marks import BINOCULARS, DOWN, HOME, LEFT, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.ground import creature_placement
from battlesim.rulesets.troice_station.markers import contents, reveal
from battlesim.rulesets.troice_station.markers.late_markers import roll_late_marker
from battlesim.rulesets.troice_station.markers.reveal import (
    first_reveal_on_path,
    markers_due,
    turn_over_due_markers,
    turn_over_marker,
)
from battlesim.table.events import DiceRolled
from battlesim.table.ids import NO_AUDIENCE
from battlesim.table.pieces import OnTable, Piece
from battlesim.testing.script import ScriptResult

from .things import Marks, alien, battle, block, marine, marker, perform, room

HUT = room("hut", 20, 8, 30, 18, ("door", (20.0, 13.75), (20.0, 12.25), False))
OPEN = room("hut", 20, 8, 30, 18, ("door", (20.0, 13.75), (20.0, 12.25), True))


def trooper(x: float = 10.0, y: float = 10.0, id: str = "1A-2", marks: Marks = ()) -> Piece:
    return marine("trooper", id, x, y, marks=marks)


def turned(state: Battle, *dice: int, id: str = "m") -> ScriptResult:
    return perform(state, lambda play: turn_over_marker(play, id), dice=dice)


def creatures(done: ScriptResult) -> list[Piece]:
    return [p for p in done.state.table.standing_pieces() if p.kind in ("alien", "face_hugger")]


@pytest.mark.rule("TS-GAP-79")
@pytest.mark.parametrize(
    ("reading", "aliens", "huggers"),
    [("table", 16 / 3, 8 / 3), ("swarm", 32 / 3, 16 / 3), ("all_aliens", 16, 0)],
)
def test_what_sixteen_markers_hold_on_average(reading: str, aliens: float, huggers: float) -> None:
    ends = exact_chances(lambda: contents.contents_dice_script(reading)).items()
    assert 16 * sum(p * found.count("alien") for found, p in ends) == pytest.approx(aliens)
    assert 16 * sum(p * found.count("face_hugger") for found, p in ends) == pytest.approx(huggers)


@pytest.mark.rule("TS-GAP-79")
def test_the_pool_is_dealt_beforehand_and_nobody_sees_it() -> None:
    ids = [f"m{k:02}" for k in range(16)]
    state = battle(
        *(marker(id, 2 * k + 2, 40) for k, id in enumerate(ids)), options={"marker_contents": "pool"}
    )
    done = perform(state, lambda play: contents.deal_contents(play, ids), dice=[16, 15, *range(14, 0, -1)])
    held = [contents.decode_contents(kept) for kept in done.state.game.contents.values()]
    assert [held.count(()), held.count(("face_hugger",)), held.count(("alien",))] == [8, 3, 5]
    assert {event.to for event in done.events_of(DiceRolled)} == {NO_AUDIENCE}
    opened = turned(done.state, id="m00")
    assert creatures(opened)[0].kind == "alien" and "m00" not in opened.state.game.contents


@pytest.mark.rule("TS-GAP-91")
def test_a_player_of_the_creatures_knows_what_is_rolled_beforehand() -> None:
    state = battle(marker("m", 40, 40), options={"alien_control": "player"})
    done = perform(state, lambda play: contents.deal_contents(play, ["m"]), dice=[4])
    assert (
        done.state.game.contents == {"m": "face_hugger"} and done.events_of(DiceRolled)[0].to == "creatures"
    )
    assert not perform(battle(marker("m", 40, 40)), lambda play: contents.deal_contents(play, ["m"])).events


@pytest.mark.rule("TS-GAP-80", "TS-WTHR-01")
@pytest.mark.parametrize(
    ("at", "found"), [((23.0, 10.0), True), ((23.02, 10.0), False), ((10.0, 14.0), True)]
)
def test_a_marker_is_due_within_12_in_of_an_active_marine_who_sees_it(
    at: tuple[float, float], found: bool
) -> None:
    assert bool(markers_due(battle(trooper(), marker("m", *at)))) == found


@pytest.mark.rule("TS-GAP-80", "TS-GAP-07")
def test_indoors_it_is_due_beyond_12_in_too_also_on_the_way() -> None:
    hall = room("hall", 2, 2, 20, 20)
    assert markers_due(battle(trooper(3.5, 3.5), marker("m", 18, 18), terrain=[hall])) == ["m"]
    everywhere = {"blizzard_scope": "everywhere"}
    assert not markers_due(battle(trooper(3.5, 3.5), marker("m", 18, 18), terrain=[hall], options=everywhere))
    inner = block("building", "b", 8, 2.25, 8.5, 10, 3.0)
    state = battle(trooper(3.5, 3.5), marker("m", 18, 3.5), terrain=[hall, inner])
    stop = first_reveal_on_path(state, state.table.piece("1A-2"), ((3.5, 3.5), (3.5, 15.5)))
    # over the wall's end at (8, 10): the eye at x = 3.5 sees the marker's edge once it is high enough
    assert stop and 12 < 3.5 + stop.along < 15.5


@pytest.mark.rule("TS-GAP-80")
def test_within_3_in_it_is_due_without_sight_and_casualties_find_nothing() -> None:
    outside = trooper(19.0, 10)
    assert markers_due(battle(outside, marker("m", 23.0, 10), terrain=[HUT])) == ["m"], (
        "3.00 in, through the wall"
    )
    assert not markers_due(battle(outside, marker("m", 23.02, 10), terrain=[HUT]))
    assert not markers_due(battle(trooper(marks=[DOWN]), marker("m", 12, 10)))


@pytest.mark.rule("TS-GAP-09", "TS-GAP-99")
def test_binoculars_at_the_eyes_turn_nothing_over_beyond_12_in() -> None:
    lieutenant = marine("lt", "HQ-1", 10, 10, marks=[BINOCULARS])
    assert not markers_due(battle(lieutenant, marker("m", 30, 10)))
    state = battle(lieutenant, marker("m", 26, 10))
    stop = first_reveal_on_path(state, state.table.piece("m"), ((26, 10), (20, 10)))
    assert stop and stop.along == pytest.approx(3.0, abs=0.01)


@pytest.mark.rule("TS-GAP-80")
def test_what_an_open_door_shows_is_turned_over_the_nearest_first() -> None:
    at = marker("m", 22, 13), marker("n", 24, 13)
    assert markers_due(battle(trooper(12.0, 13.0), *at, terrain=[OPEN])) == ["m", "n"]
    done = perform(battle(trooper(12.0, 13.0), *at, terrain=[OPEN]), turn_over_due_markers, dice=[1, 6])
    assert len(creatures(done)) == 1 and not [p for p in done.state.table.standing_pieces() if is_marker(p)]


@pytest.mark.rule("TS-GAP-80")
def test_on_its_way_a_marine_meets_a_marker_where_it_comes_into_sight() -> None:
    state = battle(trooper(), marker("m", 24, 10))
    stop = first_reveal_on_path(state, state.table.piece("1A-2"), ((10, 10), (14, 10)))
    assert stop and stop.along == pytest.approx(1.0, abs=0.01) and stop.by == "m"
    assert first_reveal_on_path(state, state.table.piece("1A-2"), ((10, 10), (10.9, 10))) is None


@pytest.mark.rule("TS-GAP-80", "TS-GAP-81")
def test_on_its_way_a_marker_is_found_by_whoever_sees_it_first() -> None:
    state = battle(trooper(), trooper(12, 40, "1A-3"), marker("m", 26, 10))
    stop = first_reveal_on_path(state, state.table.piece("m"), ((26, 10), (20, 10)))
    assert stop and stop.along == pytest.approx(3.0, abs=0.01) and stop.by == "m"


@pytest.mark.rule("TS-GAP-80")
def test_round_a_corner_it_is_found_where_a_slow_look_finds_it() -> None:
    rng = random.Random(7)
    for _ in range(6):
        x, y = rng.uniform(31, 36), rng.uniform(19.5, 24)
        state = battle(trooper(18.0, 6.0), marker("m", x, y), terrain=[HUT])
        path = ((18.0, 6.0), (rng.uniform(30.0, 33.0), 7.0))
        mover, stop = state.table.piece("1A-2"), first_reveal_on_path(state, state.table.piece("1A-2"), path)
        far = math.dist(*path)
        seen = [s / 50 for s in range(1, int(far * 50)) if markers_due(_at(state, mover, path, s / 50 / far))]
        assert (stop is None) == (not seen)
        assert stop is None or stop.along == pytest.approx(seen[0], abs=0.021)


def _at(state: Battle, piece: Piece, path: tuple[tuple[float, float], ...], share: float) -> Battle:
    (ax, ay), (bx, by) = path
    place = OnTable(ax + share * (bx - ax), ay + share * (by - ay))
    return state.with_table(state.table.with_place(piece.id, place))


@pytest.mark.rule("TS-GAP-80")
def test_creatures_are_put_on_the_spot_and_beside_it_away_from_the_nearest_marine() -> None:
    state = battle(trooper(10, 5.5), marker("m", 16, 10), options={"marker_contents": "swarm"})
    done = turned(state, 6)
    # the marine is 6 in to the west and 4.5 to the south, so the second is 1 east and 0.75 north of the first
    assert sorted(piece.xy for piece in creatures(done)) == [(16.0, 10.0), (17.0, 10.75)]
    done = turned(state, 3, 3)
    assert [p.kind for p in creatures(done)] == ["face_hugger"] * 3
    first, *others = creatures(done)
    assert all(math.dist(first.xy, p.xy) == pytest.approx(0.75, abs=0.005) for p in others)


@pytest.mark.rule("TS-GAP-80")
def test_where_there_is_no_room_it_is_put_on_the_nearest_spot() -> None:
    state = battle(trooper(), trooper(10, 11.5, "1A-3"), marker("m", 11.1, 10))
    (found,) = creatures(turned(state, 6))
    assert math.dist(found.xy, (10, 10)) == pytest.approx(1.125, abs=0.01)
    assert math.dist(found.xy, (11.1, 10)) < 0.1


@pytest.mark.rule("TS-GAP-80", "TS-GAP-19", "TS-GAP-51")
def test_creatures_take_over_what_their_marker_has_done() -> None:
    state = battle(trooper(), marker("m", 16, 10, marks={HOME: 2, MOVED: 1}), acted=("m",))
    (found,) = creatures(turned(state, 5))
    assert found.mark_count(HOME) == 2 and found.has_mark(MOVED)
    assert found.id in turned(state, 5).state.game.acted
    state = battle(trooper(), marker("m", 16, 10))
    assert not turned(state, 5).state.game.acted


@pytest.mark.rule("TS-GAP-24")
def test_who_finds_himself_in_contact_is_not_on_overwatch_any_more() -> None:
    state = battle(trooper(marks=[OVERWATCH]), marker("m", 11.125, 10))
    assert not turned(state, 6).piece("1A-2").has_mark(OVERWATCH)


@pytest.mark.rule("TS-GAP-83")
@pytest.mark.parametrize(
    ("face", "spot"), [(1, (12, 47.375)), (2, (36, 47.375)), (3, (47.375, 12)), (4, (0.625, 12))]
)
def test_from_turn_4_a_marker_may_come_by_an_edge_that_is_not_the_south(
    face: int, spot: tuple[float, float]
) -> None:
    state = battle(alien("a", 24, 24), options={"reinforcements": "trickle"}).with_game(turn=4)
    done = perform(state, roll_late_marker, dice=[5, face])
    (new,) = [p for p in done.state.table.standing_pieces() if is_marker(p)]
    assert new.xy == spot and quarter_number(state.table.ground, new.xy) == face
    assert len(perform(state, roll_late_marker, dice=[4]).events) == 1
    assert not perform(state.with_game(turn=3), roll_late_marker).events
    assert not perform(battle().with_game(turn=4), roll_late_marker).events


@pytest.mark.rule("TS-GAP-80", "TS-GAP-26")
def test_what_a_marine_sees_by_opening_a_door_may_be_shot_at_at_once() -> None:
    watcher = trooper(13.0, 13.0, "1A-3", marks=[OVERWATCH])
    state = battle(trooper(19.5, 13.0), watcher, marker("m", 24, 13), terrain=[HUT])
    asked = perform(state, lambda play: use_doors(play, ["1A-2"]), dice=[5]).asked
    assert any("as it comes to light" in str(one.prompt) for one in asked)


@pytest.mark.rule("TS-GAP-48", "TS-GAP-81")
def test_a_base_may_lie_over_a_marker_and_a_marker_over_it() -> None:
    man, hidden, beast = marine("trooper", "a", 10, 10), marker("m", 10, 10), alien("x", 10, 10)
    table = battle(man, hidden, beast).table
    assert RULESET.may_overlap(table, man, hidden) and RULESET.may_overlap(table, hidden, beast)
    assert not RULESET.may_overlap(table, man, beast)


def arrived(state: Battle, kind: str = "alien", source: str = "m", beside: str = "") -> ScriptResult:
    """A creature comes out of a marker or of a victim, where that stands."""
    piece = state.table.piece(source)
    return perform(
        state, lambda play: creature_placement.place_creature(play, kind, piece, piece.xy, beside) and None
    )


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
def test_what_arrives_stands_in_snow_and_on_no_wall() -> None:
    hut = room(
        "h", 20, 20, 28, 28, ("door", (20, 22), (20, 23.5), False), ("window", (22, 20), (23.5, 20), True)
    )
    state = battle(terrain=[block("low_wall", "w", 2, 2, 3, 3), block("drift", "s", 8, 2, 9, 3), hut])
    assert set(creature_placement.placement_area(state).blocked) == {"h.walls", "h.door1", "h.window2", "w"}


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
def test_what_arrives_has_home_actions_and_movement_of_its_marker() -> None:
    state = battle(marker("m", 10, 10, {HOME: 2, MOVED: 1, LEFT: 1}))
    new = arrived(state).piece("alien-1")
    assert {mark.name: mark.count for mark in new.marks} == {HOME: 2, MOVED: 1, LEFT: 1}
    assert (new.unit, new.side) == ("creatures", "creatures")


@pytest.mark.rule("TS-GAP-80", "TS-GAP-66")
@pytest.mark.parametrize(
    ("men", "at"),
    [
        ([marine("trooper", "a", 10, 4), marine("trooper", "b", 20, 10)], (10.0, 11.25)),
        ([marine("trooper", "a", 14, 10), marine("trooper", "b", 10, 40)], (8.75, 10.0)),
        ([], (10.0, 11.25)),
    ],
)
def test_a_second_one_stands_away_from_the_nearest_marine(men: Any, at: Any) -> None:
    state = battle(*men, marker("m", 30, 30), alien("x", 10, 10))
    assert arrived(state, beside="x").piece("alien-1").xy == pytest.approx(at, abs=0.001)


@pytest.mark.rule("TS-GAP-79")
@pytest.mark.parametrize(
    ("face", "kinds"), [(1, []), (3, []), (4, ["face_hugger"]), (5, ["alien"]), (6, ["alien"])]
)
def test_what_each_face_means(face: int, kinds: list[str]) -> None:
    done = perform(battle(marker("m", 10, 10)), lambda play: reveal.turn_over_marker(play, "m"), dice=(face,))
    assert [piece.kind for piece in done.state.table.standing_pieces()] == kinds


@pytest.mark.rule("TS-GAP-79")
@pytest.mark.parametrize(
    ("face", "held"), [(8, "nothing"), (9, "face_hugger"), (11, "face_hugger"), (12, "alien")]
)
def test_what_is_dealt_from_the_pool(face: int, held: str) -> None:
    state = battle(marker("m", 10, 10), options={"marker_contents": "pool"})
    done = perform(state, lambda play: contents.deal_contents(play, ["m"]), dice=(face,))
    assert done.state.game.contents == {"m": held}


@pytest.mark.rule("TS-GAP-79", "TS-GAP-83", "TS-GAP-91")
@pytest.mark.parametrize(
    ("options", "known", "dice"),
    [
        ({}, {}, ()),
        ({"marker_contents": "pool"}, {"n": "alien"}, ()),
        ({"alien_control": "player"}, {"n": "alien"}, (5,)),
    ],
)
def test_a_late_marker_is_not_dealt_from_the_pool(options: Any, known: Any, dice: Any) -> None:
    state = battle(marker("m", 10, 10), options=options).with_game(contents=known)
    done = perform(state, lambda play: contents.deal_contents(play, ["m"]), dice=dice)
    assert done.state.game.contents == known | ({"m": "alien"} if dice else {})


@pytest.mark.rule("TS-GAP-80", "TS-GAP-79")
def test_what_other_markers_hold_stays_settled() -> None:
    state = battle(marker("m", 10, 10), marker("n", 20, 10)).with_game(
        contents={"m": "alien", "n": "nothing"}
    )
    done = perform(state, lambda play: reveal.turn_over_marker(play, "m"))
    assert done.state.game.contents == {"n": "nothing"}
    assert any(event.reveals for event in done.events), "it cannot be taken back"


@pytest.mark.rule("TS-GAP-80", "TS-GAP-79")
def test_all_that_come_to_light_end_what_contact_ends() -> None:
    men = [marine("trooper", "a", 10, 8), marine("trooper", "b", 10, 12.375, marks=[OVERWATCH])]
    state = battle(*men, marker("m", 10, 10)).with_game(contents={"m": "alien,alien"})
    done = perform(state, lambda play: reveal.turn_over_marker(play, "m"))
    assert done.piece("alien-2").xy == (10.0, 11.25) and not done.piece("b").has_mark(OVERWATCH)


@pytest.mark.rule("TS-GAP-80", "TS-GAP-19")
@pytest.mark.parametrize(("held", "acted"), [("nothing", []), ("alien", [("alien-1",)])])
def test_what_comes_out_of_a_marker_that_has_acted_has_acted(held: str, acted: Any) -> None:
    state = battle(marker("m", 10, 10), acted=("m",)).with_game(contents={"m": held})
    done = perform(state, lambda play: reveal.turn_over_marker(play, "m"))
    assert [event.acted for event in done.events_of(PiecesActed)] == acted
