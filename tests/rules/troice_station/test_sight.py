"""Sight: how far figures see, in the blizzard, indoors and through gear."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.core.marks import BINOCULARS
from battlesim.rulesets.troice_station.core.profiles import terrain_kinds
from battlesim.rulesets.troice_station.ground import sight
from battlesim.rulesets.troice_station.ground.sight import (
    default_sight_rules,
    sees,
    shooting_rules,
    spotting_rules,
)

from .things import alien, battle, line, marine, marker, room


@pytest.mark.rule("TS-WTHR-01", "TS-GAP-07")
@pytest.mark.parametrize(("x", "seen"), [(23.125, True), (23.5, False)])
def test_nobody_sees_beyond_the_blizzard(x, seen):
    state = battle(marine("trooper", "a", 10, 10), alien("x", x, 10))
    assert sees(state, state.table.piece("a"), state.table.piece("x")) is seen


@pytest.mark.rule("TS-GAP-07")
@pytest.mark.parametrize(("option", "seen"), [("outdoors_only", True), ("everywhere", False)])
def test_indoors_sight_has_no_limit(option, seen):
    state = battle(
        marine("trooper", "a", 8, 10),
        alien("x", 32, 10),
        terrain=[room("h", 5, 5, 35, 15)],
        options={"blizzard_scope": option},
    )
    assert sees(state, state.table.piece("a"), state.table.piece("x")) is seen


@pytest.mark.rule("TS-WTHR-02", "TS-WTHR-03", "TS-GAP-09")
@pytest.mark.parametrize(
    ("kind", "marks", "option", "spots", "shoots"),
    [
        ("lt", (), "spot_only", False, False),
        ("lt", [BINOCULARS], "spot_only", True, False),
        ("lt", [BINOCULARS], "can_fire", True, True),
        ("sniper", (), "spot_only", False, True),
        ("trooper", (), "spot_only", False, False),
    ],
)
def test_infra_red_gear(kind, marks, option, spots, shoots):
    state = battle(
        marine(kind, "a", 10, 10, marks=marks), alien("x", 40, 10), options={"ir_binoculars": option}
    )
    by, at = state.table.piece("a"), state.table.piece("x")
    assert (sees(state, by, at, spotting_rules(state)), sees(state, by, at, shooting_rules(state))) == (
        spots,
        shoots,
    )


@pytest.mark.rule("TS-GAP-10")
def test_creatures_see_through_the_blizzard():
    state = battle(marine("trooper", "a", 10, 10), alien("x", 40, 10))
    assert sees(state, state.table.piece("x"), state.table.piece("a"))


@pytest.mark.rule("TS-GAP-10", "TS-GAP-07")
def test_the_blizzard_limits_markers_and_no_creature() -> None:
    state = battle(*line(10), alien("x", 40, 10), marker("m", 40, 20))
    assert set(sight.spotting_rules(state).limits) == {"x"}


@pytest.mark.rule("TS-FIRE-01", "TS-WND-01", "TS-GAP-54", "TS-GAP-31", "TS-WTHR-03")
def test_through_a_scope_one_sees_farther_than_by_eye() -> None:
    state = battle(marine("sniper", "a", 10, 10), alien("x", 40, 10))
    scoped, target = state.table.piece("a"), state.table.piece("x")
    plain = sight.limited_sight_rules(state, frozenset())
    assert [sight.sees(state, scoped, target, found) for found in (sight.shooting_rules(state), plain)] == [
        True,
        False,
    ]


@pytest.mark.rule("TS-GAP-48", "TS-WTHR-01", "TS-GAP-07", "TS-GAP-60")
def test_in_a_battle_one_sees_twelve_inches_and_without_one_any_distance() -> None:
    assert (
        RULESET.sight_rules(None) == default_sight_rules()
        and RULESET.sight_rules(battle(*line(10))).limit == 12.0
    )
    assert set(default_sight_rules().hard) == {kind for kind, known in terrain_kinds().items() if known.hard}
    assert "growth" not in default_sight_rules().hard
    assert set(default_sight_rules().least) == {
        kind for kind, known in terrain_kinds().items() if known.conceals
    }
    assert (default_sight_rules().partial, default_sight_rules().hard_share) == (
        0.25,
        0.25,
    ) and 0.49999 < default_sight_rules().full < 0.5
