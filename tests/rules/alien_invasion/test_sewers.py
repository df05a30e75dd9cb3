"""Sewers: down, along and up without digging, and the sudden melee of all who are below."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_decision
from battlesim.rulesets.alien_invasion.battle.batches import finish_card
from battlesim.rulesets.alien_invasion.core.lookups import figures_of, living
from battlesim.rulesets.alien_invasion.core.whereabouts import point_below
from battlesim.rulesets.alien_invasion.underground.melee import sudden_melees
from battlesim.rulesets.alien_invasion.underground.places import go_below
from battlesim.rulesets.alien_invasion.underground.tunnels import ways_along
from battlesim.table.pieces import Marker
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import battle, block, daleks, default, group, left, perform, play, spugs


def manhole(id, x, y):
    """A manhole."""
    return Marker(id, "manhole", x, y, radius=0.5)


COVERS = (manhole("one", 10, 10), manhole("two", 20, 10), manhole("three", 30, 10), manhole("four", 60, 40))
NEXT = "dalek single"


def field(*groups, sewers="manhole", markers=COVERS, **more):
    """A battle over sewers."""
    return battle(*groups, sewers=sewers, markers=markers, **more)


def sunk(state, *groups, network="manhole", at=(10, 10)):
    """The state with groups underground beneath a point."""
    for each in groups:
        state = perform(state, lambda play, each=each: go_below(play, each, network, at, "")).state
    return state


def offered(state, id="a"):
    """The actions of a group with the reasons why they are closed."""
    return {option.key: str(option.shut) for option in action_decision(state, id).options}


def melee(state, dice, answers=None):
    """The state after a sudden melee."""
    return perform(state, sudden_melees, answers or {}, dice)


@pytest.mark.rule("MT-SEWR-01")
@pytest.mark.parametrize(
    ("sewers", "x", "able"),
    [("manhole", 8, True), ("manhole", 7.9, False), ("hole", 8, False), ("", 8, False)],
)
def test_when_a_group_may_descend(sewers, x, able):
    state = field(group("a", (x, 10)), **({"sewers": sewers} if sewers else {}))
    if not sewers:
        state = battle(group("a", (x, 10)), markers=COVERS)
    assert ("descend" in offered(state)) == able


@pytest.mark.rule("MT-SEWR-02")
def test_going_down_costs_an_action():
    state = field(group("a", *block(8, 10)), daleks("d", (50, 20)), row=("unit single", NEXT))
    done = play(state, ["a", "descend"])
    assert not figures_of(done.state, "a") and len(living(done.state, "a")) == 4
    assert done.run.pending.side == "dalek"


@pytest.mark.rule("MT-SEWR-03")
def test_going_along_costs_an_action():
    state = sunk(field(group("a", (8, 10)), daleks("d", (50, 20)), row=("unit single", NEXT)), "a")
    done = play(state, ["a", "along", "four"])
    assert point_below(done.state, "a") == (60, 40)
    assert done.run.pending.side == "dalek"


@pytest.mark.rule("MT-SEWR-04")
def test_coming_up_costs_two_actions_on_any_cards():
    state = field(
        group("a", (8, 10), (8, 12)), daleks("d", (50, 20)), row=("unit single", "unit single", NEXT)
    )
    begun = play(sunk(state, "a"), ["a", "climb_out"])
    assert not figures_of(begun.state, "a")
    done = play(sunk(state, "a"), ["a", "climb_out", "a", "climb_out", default, default])
    assert len(figures_of(done.state, "a")) == 2
    assert abs(xy(done.state, "a1")[0] - 10) < 1.1


@pytest.mark.rule("MT-GAP-67")
@pytest.mark.option("sewer_move", "any_entrance", "nearest_two_entrances", "16_in")
@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ("any_entrance", ["two", "three", "four"]),
        ("nearest_two_entrances", ["two", "three"]),
        ("16_in", ["two"]),
    ],
)
def test_how_far_one_action_leads(value, keys):
    state = sunk(field(group("a", (8, 10)), options={"sewer_move": value}), "a")
    assert [marker.id for marker in ways_along(state, "a")] == keys


@pytest.mark.rule("MT-SEWR-05", "MT-SEWR-06")
def test_an_event_makes_all_meet_who_are_below():
    state = field(group("a", (8, 10)), daleks("d", (50, 20)), row=("event", NEXT))
    done = perform(sunk(state, "a", "d"), finish_card, {}, [6] * 7)
    assert living(done.state, "a") == []
    friends = field(group("a", (8, 10)), group("b", (20, 10)), daleks("d", (50, 20)), row=("event", NEXT))
    assert len(perform(sunk(friends, "a", "b"), finish_card).state.game.below) == 2


@pytest.mark.rule("MT-SEWR-07", "MT-GAP-68")
@pytest.mark.option("melee_losers_surface", "anywhere", "entrance")
@pytest.mark.parametrize("value", ["anywhere", "entrance"])
def test_losers_come_up(value):
    state = field(group("a", *block(8, 10)), daleks("d", (50, 20)), options={"melee_losers_surface": value})
    place = (40, 25) if value == "anywhere" else (59.5, 39.5)
    answers = {"come_up": lambda d, s: d.placements_around(s, place), "casualties": ("a1", "a2", "a3")}
    answers |= {"entrance": "four"} if value == "entrance" else {}
    done = melee(sunk(state, "a", "d"), [1] * 8 + [3] * 6, answers)
    assert done.state.game.below.keys() == {"d"}
    assert xy(done.state, "a4") == pytest.approx(place, abs=1.0)


@pytest.mark.rule("MT-GAP-68")
def test_spugs_stay_below():
    state = sunk(
        field(spugs("s", *block(8, 10)), daleks("d", (50, 20)), sewers="hole"), "s", "d", network="hole"
    )
    done = melee(state, [1] * 4 + [6, 6, 6, 1, 1, 1], {"casualties": ("s1", "s2")})
    assert done.state.game.below.keys() == {"s", "d"}


@pytest.mark.rule("MT-GAP-68")
def test_two_networks_make_two_melees():
    state = field(group("a", (8, 10)), spugs("s", (20, 20)), markers=COVERS)
    state = sunk(sunk(state, "a"), "s", network="hole")
    assert melee(state, []).state.game.below.keys() == {"a", "s"}


@pytest.mark.rule("MT-SEWR-08")
def test_those_who_live_below_strike_first():
    six = spugs("s", *block(8, 10, 6), kinds=("spug_heavy", "spug_warrior"))
    state = sunk(field(six, group("a", *block(30, 30)), sewers="hole"), "s", "a", network="hole")
    done = melee(state, [4] * 9)
    assert (left(done, "a"), len(living(done.state, "s"))) == (0, 6)
