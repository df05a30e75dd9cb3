"""What the events of Stargrunt change, and its values where a scenario gives none."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.unit_actions import UnitAction, always_open
from battlesim.rulesets.stargrunt.core import events
from battlesim.rulesets.stargrunt.core import state as states
from battlesim.rulesets.stargrunt.core.marks import (
    CONFIDENCE_NAMES,
    WOUNDED,
)
from battlesim.rulesets.stargrunt.core.profiles import NO_TEST, Profile, TerrainKind, Warhead
from battlesim.rulesets.stargrunt.core.state import Battery, Mission
from battlesim.table.ids import SideKey

from .field import (
    OWN,
    A,
    B,
    battle,
    row,
    squad,
)


@pytest.mark.rule("SG-GAP-134", "SG-ART-02", "SG-GAP-131", "SG-GAP-132", "SG-GAP-144")
def test_what_the_events_of_support_change() -> None:
    batteries = (Battery("m", OWN, missions=2), Battery("n", OWN, missions=2))
    state = battle(squad("a", (0, 0)), batteries=batteries, chits={OWN: 3}, dug_in={OWN: 2})
    mission = Mission("x", "m", "a", (1.0, 1.0), "explosive", 1, 1)
    called = events.SupportCalled(rule="", side=SideKey(OWN), battery="m", chits=2, mission=mission).apply(
        state
    )
    assert (called.game.chits, [b.missions for b in called.game.batteries]) == ({OWN: 1}, [1, 2])
    assert called.game.missions == (mission,)
    vain = events.SupportCalled(rule="", side=SideKey(OWN), battery="m", chits=2).apply(state)
    assert (vain.game.chits, [b.missions for b in vain.game.batteries], vain.game.missions) == (
        {OWN: 1},
        [2, 2],
        (),
    )
    two = called.with_game(missions=(mission, msgspec.structs.replace(mission, id="y")))
    assert [m.id for m in events.MissionArrived(rule="", mission="x").apply(two).game.missions] == ["y"]
    assert events.DugIn(rule="", side=SideKey(OWN)).apply(state).game.dug_in == {OWN: 0}


@pytest.mark.rule("SG-GAP-143", "SG-DET-01", "SG-DET-02", "SG-GAP-42", "SG-REG-04", "SG-GAP-40")
def test_what_the_event_of_strength_changes() -> None:
    state = battle(squad("a", *row(0, 0, 3)), squad("c", (9, 0)))
    joined = events.StrengthChanged(rule="", unit=A, strength=4, gone="c").apply(state)
    assert joined.game.strength == {"a": 4}
    alone = events.StrengthChanged(rule="", unit=A, strength=2).apply(state)
    assert alone.game.strength == {"a": 2, "c": 1}


@pytest.mark.rule("SG-GAP-157", "SG-GAP-26", "SG-ACT-01", "SG-GAP-28")
@pytest.mark.parametrize(("fired", "left"), [(True, ()), (False, ("a saw:a1",))])
def test_what_limits_are_lifted(fired: bool, left: tuple[str, ...]) -> None:
    state = battle(squad("a", (0, 0)), fired=("a saw:a1",), attempted=("x",), carriers=("a1",))
    game = events.LimitsReset(rule="", fired=fired).apply(state).game
    assert (game.fired, game.attempted, game.carriers) == (left, (), ())


@pytest.mark.rule("SG-GAP-44")
@pytest.mark.parametrize(
    ("fired", "after"), [((), ()), (("a saw:a1",), ("a saw:a1", "a saw:a2")), (("a saw:a3",), ("a saw:a3",))]
)
def test_a_weapon_that_is_taken_up_has_fired_or_not(fired: tuple[str, ...], after: tuple[str, ...]) -> None:
    state = battle(squad("a", (0, 0), (2, 0), kinds=("gunner", "rifleman")), fired=fired)
    game = events.WeaponTaken(rule="", unit=A, weapon="saw", old="a1", new="a2").apply(state).game
    assert game.armed == {"a1": ("sidearm",), "a2": ("saw",)} and game.fired == after


@pytest.mark.rule("SG-GAP-32", "SG-GAP-139", "SG-ART-02", "SG-GAP-132")
@pytest.mark.rule("SG-ART-18", "SG-ART-22", "SG-ART-08", "SG-ACT-02")
@pytest.mark.rule("SG-GAP-101", "SG-GAP-88", "SG-GAP-27", "SG-GAP-77", "SG-ART-06", "SG-GAP-133")
def test_what_the_values_of_a_battle_are_where_nobody_gives_them() -> None:
    rules = states.UnitRules()
    assert (rules.quality, rules.leadership, rules.confidence, rules.fire_control) == (
        "regular",
        2,
        5,
        "none",
    )
    flags = (rules.automated, rules.independent, rules.terror, rules.medical, rules.travelling, rules.hidden)
    assert not any(flags)
    battery = Battery("m", OWN)
    assert (battery.rounds, battery.missions, battery.size) == (3, 3, "medium")
    assert states.MarkerObjective("m", 1.0).within == 2.0 and states.PointValues().ground == 1.0
    assert not states.HiveRules(OWN, "z").hidden
    assert not Mission("x", "m", "a", (0.0, 0.0), "explosive", 1, 1).guessed
    game = battle(squad("a", (0, 0))).game
    assert (game.vehicle_worth, game.figure_worth) == (0.0, 1.0)
    profile, flat = Profile("x", 1.0, "foot"), TerrainKind(1.0)
    assert (profile.base, profile.close_combat) == (0.0, 0)
    assert (flat.cost, flat.crossing) == (1.0, 0.0)
    assert not (flat.foot_only or flat.wet or flat.impassable or flat.area)
    assert (Warhead("x", 8, 8, "").factor, NO_TEST) == (1, -1)
    assert UnitAction("x", "", always_open, always_open).is_listed(None, None)  # type: ignore[arg-type]
    assert always_open(None, None) == ""  # type: ignore[arg-type]


@pytest.mark.rule("SG-CLV-01", "SG-GAP-80", "SG-GAP-83", "SG-GAP-103", "SG-GAP-108")
def test_the_levels_of_confidence() -> None:
    assert CONFIDENCE_NAMES == {5: "Confident", 4: "Steady", 3: "Shaken", 2: "Broken", 1: "Routed"}


@pytest.mark.rule("SG-GAP-20", "SG-GAP-18", "SG-GAP-24", "SG-GAP-103")
def test_what_the_window_knows_of_figures() -> None:
    assert RULESET.start_marks("rifleman") == {"wounded": 1, "stabilised": 1}
    assert RULESET.profiles["counter"]["faces"] is False and "faces" not in RULESET.profiles["rifleman"]
    assert (B, WOUNDED) == ("b", "wounded")
