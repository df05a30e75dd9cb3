"""Burrowers and holes at the edges: who is carried, where the way leads, and what is left behind."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.core.events import BelowChanged
from battlesim.rulesets.alien_invasion.core.state import BelowGround, LockedCombat
from battlesim.rulesets.alien_invasion.core.whereabouts import point_below
from battlesim.rulesets.alien_invasion.underground.burrowing import (
    dig_along,
    dig_down,
    enemies_touched,
    groups_to_carry,
    is_at_hole,
    is_burrower,
    surface,
    why_cannot_dig,
    why_cannot_surface,
)
from battlesim.rulesets.alien_invasion.underground.places import (
    apart_from_enemies,
    area_above,
    entrance_at,
    entrances,
    entrances_beside,
    make_hole,
    own_burrowers,
    same_place,
    squad_groups,
    tunneller,
)
from battlesim.table.events import MarkerPlaced
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import battle, daleks, default, group, perform, spugs, terrain
from tests.rules.alien_invasion.test_burrowers import burrower, field, hole, sunk

DOWN = pytest.mark.rule("MT-BURR-03", "MT-BURR-06", "MT-BURR-08", "MT-GAP-60", "MT-AUTO-14")
ALONG = pytest.mark.rule("MT-BURR-04", "MT-BURR-06")
UP = pytest.mark.rule("MT-BURR-05", "MT-GAP-60")
HOLES = pytest.mark.rule("MT-BURR-09", "MT-GAP-58")
SQUADS = pytest.mark.rule(
    "MT-BURR-01", "MT-BURR-03", "MT-BURR-04", "MT-BURR-05", "MT-BURR-09", "MT-GAP-58", "MT-SEWR-02"
)


def second_burrower(at, id="v"):
    return spugs(id, at, kinds=("burrower",))


def dead(state, *ids):
    table = state.table
    for key in ids:
        table = table.with_place(key, Off("lost"))
    return state.with_table(table)


def squad(own, name):
    unit, pieces = own
    return replace(unit, rules={"squad": name}), pieces


@SQUADS
def test_who_tunnels():
    state = field(burrower((20, 20)), spugs("s", (30, 20)))
    assert (is_burrower(state, "w"), is_burrower(state, "s")) == (True, False)
    assert tunneller(state, "w").id == "w1" and tunneller(state, "s") is None
    assert not is_burrower(dead(state, "w1"), "w")
    assert is_burrower(sunk(state, "w"), "w")


@SQUADS
def test_the_other_living_groups_of_a_squad():
    strange = group("x", (50, 20))
    state = battle(
        squad(burrower((20, 20)), "s"),
        squad(spugs("a", (30, 20)), "s"),
        squad(spugs("b", (40, 20)), "s"),
        squad(spugs("c", (45, 20)), "other"),
        squad(strange, "s"),
    )
    assert squad_groups(state, "w") == ["a", "b"]
    assert squad_groups(dead(state, "a1"), "w") == ["b"]
    assert squad_groups(sunk(state, "a"), "w") == ["a", "b"]
    assert squad_groups(state, "a") == ["w", "b"]
    assert (own_burrowers(state, "a"), own_burrowers(state, "c"), own_burrowers(state, "w")) == (
        ["w"],
        [],
        [],
    )
    assert own_burrowers(dead(state, "w1"), "a") == []


@pytest.mark.rule("MT-GAP-61")
@pytest.mark.parametrize(
    ("combats", "why"), [((), ""), ((LockedCombat(1, ("w", "far")),), "it is locked in a fight")]
)
def test_a_burrower_digs_unless_it_is_locked(combats, why):
    assert why_cannot_dig(field(burrower((20, 20)), combats=combats), "w") == why


@DOWN
@pytest.mark.parametrize(
    ("own", "combats", "carried"),
    [
        (spugs("s", (23.75, 20)), (), ["s"]),
        (spugs("s", (23.76, 20)), (), []),
        (spugs("s", (40, 20), (20, 23.75)), (), ["s"]),
        (spugs("s", (22, 20)), (LockedCombat(1, ("s", "far")),), []),
        (second_burrower((22.5, 20), "s"), (), []),
    ],
)
def test_which_groups_a_burrower_can_carry(own, combats, carried):
    assert groups_to_carry(field(burrower((20, 20)), own, combats=combats), "w") == carried


@DOWN
def test_those_below_already_and_other_squads_are_not_asked():
    state = sunk(field(burrower((20, 20)), spugs("s", (22, 20)), spugs("t", (20, 22))), "s", at=(20, 20))
    assert groups_to_carry(state, "w") == ["t"]
    done = perform(state, lambda play: dig_down(play, "w"), {"carried": ("t",)})
    asked = done.first_decision("carried")
    assert [option.key for option in asked.options] == ["t"] and asked.whole
    assert set(done.state.game.below) == {"w", "s", "t"}


@DOWN
def test_without_a_squad_beside_it_nothing_is_asked():
    assert not perform(field(burrower((20, 20))), lambda play: dig_down(play, "w")).asked


@pytest.mark.rule("MT-BURR-03", "MT-BURR-06", "MT-BURR-08", "MT-BURR-09")
@pytest.mark.parametrize(
    ("markers", "reserve", "point"),
    [((hole(21, 20),), 1, (21, 20)), ((hole(22.1, 20),), 1, (20, 20)), ((), 0, (20, 20)), ((), 1, (20, 20))],
)
def test_it_goes_down_at_a_hole_that_is_near_or_where_it_stands(markers, reserve, point):
    state = field(burrower((20, 20)), spugs("s", (22, 20)), markers=markers, reserve=reserve)
    done = perform(state, lambda play: dig_down(play, "w"), {"carried": ("s",)}).state
    assert point_below(done, "w") == point_below(done, "s") == point


def opened(state, **groups):
    """The state in which these groups are underground with a way up that is open or shut."""
    below = dict(state.game.below)
    for key, is_open in groups.items():
        below[key] = BelowGround("hole", open=is_open)
    return state.with_game(below=below)


@pytest.mark.rule("MT-BURR-03")
def test_the_way_up_is_shut_for_those_below_a_burrower_that_goes_down_again():
    own = burrower((20, 20)), spugs("s", (5, 5)), spugs("t", (6, 6)), spugs("u", (7, 7))
    state = sunk(sunk(field(*own, reserve=0), "s", "u", at=(20, 20)), "t", at=(50, 20))
    state = opened(state, s=True, t=True, u=False)
    done = perform(state, lambda play: dig_down(play, "w"))
    assert [event.group for event in done.events_of(BelowChanged)] == ["w", "s"]
    assert {key: below.open for key, below in done.state.game.below.items()} == {
        "w": False,
        "s": False,
        "t": True,
        "u": False,
    }


@ALONG
@pytest.mark.parametrize("point", [(0.1, 0.1), (71.9, 0.1), (71.9, 47.9), (0.1, 47.9), (36, 24)])
def test_it_tunnels_to_beneath_any_point(point):
    state = sunk(field(burrower((5, 5))), "w", at=(5, 5))
    done = perform(state, lambda play: dig_along(play, "w"), {"beneath": point})
    assert point_below(done.state, "w") == point


@ALONG
@pytest.mark.parametrize(("aim", "end"), [((42.0, 30), (40, 30)), ((42.1, 30), (42.1, 30))])
def test_near_a_hole_it_goes_beneath_the_hole(aim, end):
    state = sunk(field(burrower((5, 5)), markers=[hole(40, 30)]), "w", at=(5, 5))
    done = perform(state, lambda play: dig_along(play, "w"), {"beneath": aim})
    assert point_below(done.state, "w") == end


@ALONG
def test_only_those_of_the_squad_beneath_the_same_point_go_with_it():
    own = burrower((5, 5)), spugs("s", (7, 5)), spugs("t", (9, 5)), spugs("u", (11, 5))
    state = sunk(sunk(field(*own), "w", "s", at=(5, 5)), "t", at=(30, 5))
    done = perform(state, lambda play: dig_along(play, "w"), {"beneath": (60, 40)}).state
    assert [point_below(done, key) for key in ("w", "s", "t")] == [(60, 40), (60, 40), (30, 5)]
    assert "below:u" not in done.table.markers


@pytest.mark.rule("MT-BURR-03", "MT-BURR-04", "MT-BURR-05", "MT-SEWR-02", "MT-SEWR-03", "MT-GAP-60")
@pytest.mark.option("underground_positions", "open", "hidden")
@pytest.mark.parametrize(("value", "kind"), [("open", "below"), ("hidden", "below_secret")])
def test_the_marker_of_those_below(value, kind):
    state = sunk(field(burrower((5, 5)), options={"underground_positions": value}), "w")
    marker = state.table.markers["below:w"]
    assert (marker.kind, marker.side, marker.radius) == (kind, "spug", 0.5)


@SQUADS
def test_who_is_underground_together():
    own = burrower((5, 5)), spugs("s", (7, 5)), spugs("t", (9, 5)), spugs("u", (11, 5))
    state = sunk(sunk(field(*own), "w", "s", at=(5, 5)), "t", at=(5.1, 5))
    assert [same_place(state, "w", key) for key in ("s", "t", "u")] == [True, False, False]
    assert same_place(state, "u", "w") is False


@pytest.mark.rule("MT-BURR-10", "MT-BURR-09", "MT-GAP-58")
@pytest.mark.parametrize(
    ("markers", "free"),
    [((hole(40, 30),), True), ((hole(40.1, 30),), False), ((), False)],
)
def test_only_at_a_hole_it_comes_up_for_nothing(markers, free):
    assert is_at_hole(sunk(field(burrower((5, 5)), markers=markers), "w"), "w") is free


@UP
@pytest.mark.parametrize(
    ("markers", "reserve", "aim", "end", "open_way", "left"),
    [
        ((), 1, (40, 30), (40, 30), False, 0),
        ((), 1, (41, 30), (41, 30), False, 0),
        ((), 0, (40, 30), (40, 30), True, 0),
        ((), 0, (41, 30), (41, 30), True, 0),
        ((hole(40, 30),), 1, (41, 30), (40, 30), False, 1),
    ],
)
def test_where_those_below_a_burrower_are_when_it_has_come_up(markers, reserve, aim, end, open_way, left):
    own = burrower((5, 5)), spugs("s", (7, 5)), spugs("t", (9, 5))
    state = sunk(sunk(field(*own, markers=markers, reserve=reserve), "w", "s"), "t", at=(60, 5))
    answers = {"surface": lambda d, s: d.placements_around(s, aim)}
    done = perform(state, lambda play: surface(play, "w"), answers).state
    assert (point_below(done, "s"), done.game.below["s"].open) == (end, open_way)
    assert (point_below(done, "t"), done.game.below["t"].open) == ((60, 5), False)
    assert "w" not in done.game.below and "below:w" not in done.table.markers
    assert done.game.count("holes in reserve") == left
    assert done.game.combats == ()


@UP
def test_nothing_is_marked_again_beneath_the_same_hole():
    state = sunk(field(burrower((5, 5)), spugs("s", (7, 5)), markers=[hole(40, 30)]), "w", "s")
    done = perform(state, lambda play: surface(play, "w"), {"surface": default})
    assert not done.events_of(MarkerPlaced)


@UP
@pytest.mark.parametrize(("x", "touched"), [(41.75, ("a",)), (41.754, ("a",)), (41.756, ()), (50, ())])
def test_a_burrower_is_locked_with_those_whom_it_touches(x, touched):
    state = field(burrower((40, 30)), group("a", (x, 30), (60, 30)))
    assert enemies_touched(state, "w") == touched
    below = sunk(field(burrower((5, 5)), group("a", (x, 30), (60, 30))), "w")
    done = perform(below, lambda play: surface(play, "w"), {"surface": default}).state
    assert len(done.game.combats) == (1 if x <= 41.755 else 0)


@UP
def test_one_figure_that_touches_is_enough():
    state = field(spugs("s", (10, 10), (40, 30)), group("a", (41, 30)), daleks("b", (11.25, 10)))
    assert set(enemies_touched(state, "s")) == {"a", "b"}


@pytest.mark.rule("MT-GAP-60", "MT-AUTO-14", "MT-BURR-05")
@pytest.mark.parametrize(("size", "why"), [(0.7, ""), (0.8, "there is no room for its base")])
def test_a_burrower_needs_room_for_its_base(size, why):
    rocks = terrain("rocks", 40 - size, 30 - size, 40 + size, 30 + size)
    assert why_cannot_surface(sunk(field(burrower((5, 5)), ground=[rocks]), "w"), "w") == why


MANY = (hole(40, 30, "h"), hole(30, 30, "g"), replace(hole(35, 30, "m"), kind="manhole"))


@HOLES
@pytest.mark.parametrize(
    ("point", "within", "found"),
    [
        ((42, 30), 2.0, "h"),
        ((42.01, 30), 2.0, None),
        ((36, 30), 10.0, "h"),
        ((34, 30), 10.0, "g"),
        ((35, 30), 0.0, None),
        ((30, 30), 0.0, "g"),
    ],
)
def test_the_nearest_entrance_within_a_distance(point, within, found):
    state = field(burrower((5, 5)), markers=MANY)
    marker = entrance_at(state, point, "hole", within)
    assert (marker.id if marker else None) == found
    assert [m.id for m in entrances(state, "hole")] == ["h", "g"]
    assert [m.id for m in entrances(state, "manhole")] == ["m"]


@HOLES
@pytest.mark.parametrize(("x", "within", "found"), [(42.5, 1.0, ["h"]), (42.51, 1.0, []), (41.5, 0.0, ["h"])])
def test_entrances_beside_any_figure_of_a_group(x, within, found):
    state = field(burrower((5, 5)), group("a", (5, 30), (x, 30)), markers=MANY)
    assert [m.id for m in entrances_beside(state, "a", "hole", within)] == found


@HOLES
@pytest.mark.parametrize(
    ("markers", "reserve", "made", "left"),
    [
        ((), 1, ("hole1", 10, 7), 0),
        ((), 3, ("hole1", 10, 7), 2),
        ((), 0, None, 0),
        ((hole(12, 7),), 2, ("h", 12, 7), 2),
        ((hole(12.1, 7),), 2, ("hole1", 10, 7), 1),
        ((hole(12, 7),), 0, ("h", 12, 7), 0),
        ((hole(60, 7, "hole1"),), 2, ("hole2", 10, 7), 1),
        ((hole(60, 7, "hole1"), hole(60, 17, "hole2"), hole(60, 27, "hole4")), 2, ("hole3", 10, 7), 1),
    ],
)
def test_a_hole_is_made_if_there_is_none_near_and_a_marker_left(markers, reserve, made, left):
    state = field(burrower((5, 5)), markers=markers, reserve=reserve)
    ends = []
    done = perform(state, lambda play: ends.append(make_hole(play, (10, 7))))
    assert (ends[0] and (ends[0].id, ends[0].x, ends[0].y)) == made
    assert done.state.game.count("holes in reserve") == left
    assert all(event.marker.radius == 1.0 for event in done.events_of(MarkerPlaced))


@pytest.mark.rule("MT-GAP-60")
def test_what_is_kept_free_when_something_comes_up():
    kinds = ("rocks", "building", "river", "lake", "wall", "scrub", "rubble", "woods")
    ground = [terrain(kind, 60, 40, 61, 41) for kind in kinds]
    state = field(burrower((5, 5)), spugs("s", (7, 5), (9, 5)), ground=ground)
    area = area_above(state, state.table.pieces_of_unit("s"), (40, 30), 2.0)
    assert set(area.blocked) == {"rocks", "building", "river", "lake", "wall"}
    assert set(area.bases) == {"w1", "far1"}
    assert max(math.dist(point, (40, 30)) for point in area.zone[0]) == pytest.approx(2.0, abs=0.01)
    assert area_above(state, [], (40, 30), 0.0).zone == ()


@HOLES
@pytest.mark.parametrize(
    ("combats", "apart"),
    [
        ((), {"a1": 0.1, "b1": 0.1}),
        ((LockedCombat(1, ("a", "b")),), {"a1": 0.1, "b1": 0.1}),
        ((LockedCombat(1, ("a", "s")),), {"b1": 0.1}),
        ((LockedCombat(1, ("a", "b", "s")),), {}),
    ],
)
def test_those_who_come_up_keep_away_from_enemies_who_do_not_fight_their_faction(combats, apart):
    state = battle(
        spugs("s", (5, 5)), spugs("t", (9, 9)), group("a", (10, 10)), daleks("b", (20, 20)), combats=combats
    )
    for key in ("s", "t"):
        assert dict(apart_from_enemies(state, state.table.pieces_of_unit(key)[:1])) == apart
