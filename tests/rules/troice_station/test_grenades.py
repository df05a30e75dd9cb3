"""Grenades: who has one, at what it may be thrown, where it lands."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.rulesets.troice_station.actions import fire_actions
from battlesim.rulesets.troice_station.attack import grenades
from battlesim.rulesets.troice_station.core.marks import DOWN, GRENADES, MOVED

from .scenery import ARMED, LONG_HOUSE
from .things import alien, battle, block, line, marine, perform


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(("option", "able"), [("none", False), ("one_each", True)])
def test_by_option_each_marine_has_a_grenade(option, able):
    state = battle(marine("trooper", "a", 10, 10), options={"grenades": option})
    assert (grenades.why_cannot_throw(state, state.table.piece("a")) == "") is able


@pytest.mark.rule("TS-GAP-71")
def test_a_grenade_that_misses_is_shifted():
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 16, 13, unit="1B"),
        options={"grenades": "one_each"},
    )
    done = perform(state, lambda play: grenades.throw_grenade(play, "a", (16.0, 10.0)), dice=(1, 3, 90, 6, 1))
    assert done.state.table.piece("b").table_position is None


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_who_is_down_throws_nothing() -> None:
    state = battle(*line(10, 12), options={"grenades": "one_each"})
    down = state.with_table(state.table.with_pieces(state.table.piece("b").with_mark(DOWN)))
    assert perform(down, lambda play: fire_actions.perform_grenades(play, ["b"])).asked == []
    asked = perform(state, lambda play: fire_actions.perform_grenades(play, ["a", "b"])).asked
    assert [(one.what, one.about) for one in asked] == [("grenade", "a"), ("grenade", "b")]


@pytest.mark.rule("TS-GAP-71")
def test_who_has_a_grenade() -> None:
    men = [
        marine("trooper", "a", 10, 10),
        marine("flamer", "f", 20, 10),
        marine("trooper", "u", 30, 10, marks=[GRENADES]),
    ]
    state = battle(*men, options=ARMED)
    assert [not grenades.why_cannot_throw(state, one) for one in men] == [True, False, False]


@pytest.mark.rule("TS-GAP-71")
@pytest.mark.parametrize(
    ("at", "inside"),
    [
        ((18.4, 10.0), True),
        ((18.6, 10.0), False),
        ((10.0, 18.0), False),
        ((10.0, 4.6), False),
        ((10.0, 13.0), True),
    ],
)
def test_a_grenade_is_thrown_at_the_ground_and_at_creatures_in_sight(at: Any, inside: bool) -> None:
    house, low = block("building", "h", 6, 14, 14, 16, 3.0), block("low_wall", "w", 6, 5, 14, 5.2)
    state = battle(*line(10), alien("x", 10, 18), terrain=[house, low], options=ARMED)
    zone = grenades.throw_zone(state, state.table.piece("a"))
    assert any(is_point_in_shape(*at, (ring,)) for ring in zone) is inside


@pytest.mark.rule("TS-GAP-71", "TS-FIRE-01", "TS-EXPL-03")
@pytest.mark.parametrize(
    ("x", "at", "terrain", "least"),
    [(18.0, 17.375, [], 3), (18.0, 17.3, [], 4), (18.0, 18.0, [LONG_HOUSE], 4)],
)
def test_a_throw_at_the_edge_of_a_base_is_one_at_a_creature_that_is_seen(
    x: float, at: float, terrain: Any, least: int
) -> None:
    state = battle(*line(10), alien("x", x, 10), terrain=terrain, options=ARMED)
    assert (
        grenades.grenade_to_hit_roll(state, state.table.piece("a"), (at, 10.0)).thresholds[0].least == least
    )


@pytest.mark.rule("TS-GAP-71")
def test_a_grenade_that_misses_lands_by_two_dice_on_the_table() -> None:
    state = battle(*line(10), options=ARMED)
    done = perform(state, lambda play: grenades.throw_grenade(play, "a", (14.0, 10.0)), dice=(1, 3, 360))
    assert [one.dice for one in done.asked] == [(6,), (6, 360)]  # type: ignore[attr-defined]
    assert done.piece("a").mark_count(GRENADES) == 1
    assert grenades.scattered_point((14.0, 10.0), 3, 360, 48.0, 48.0) == (17.0, 10.0)
    assert grenades.scattered_point((0.5, 10.0), 3, 180, 48.0, 48.0) == (0.0, 10.0)
    assert grenades.scattered_point((10.0, 0.5), 3, 270, 48.0, 48.0) == (10.0, 0.0)
    assert grenades.scattered_point((47.0, 47.0), 6, 45, 48.0, 48.0) == (48.0, 48.0)


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_one_alone_is_not_asked_whether_he_throws_and_who_has_thrown_is_passed_over() -> None:
    state = battle(*line(10, 12), options={"grenades": "one_each"})
    done = perform(state, lambda play: fire_actions.perform_grenades(play, ["a"]), until="grenade")
    assert isinstance(done.first_decision("grenade"), ChoosePoint)
    used = battle(*line(10, 12, marks=["grenades"]), options={"grenades": "one_each"})
    assert perform(used, lambda play: fire_actions.perform_grenades(play, ["a", "b"])).asked == []


@pytest.mark.rule("TS-FIRE-01", "TS-GAP-71", "TS-FIRE-04")
def test_a_throw_at_the_ground_is_none_at_a_creature_farther_on() -> None:
    state = battle(*line(10), alien("x", 18, 10, [MOVED]), options={"grenades": "one_each"})
    thrower = state.table.piece("a")
    found = [
        grenades.grenade_to_hit_roll(state, thrower, (x, 10.0)).thresholds[0].least
        for x in (13.0, 17.5, 18.7)
    ]
    assert found == [3, 4, 4]
