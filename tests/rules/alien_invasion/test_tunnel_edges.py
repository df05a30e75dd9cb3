"""Tunnels and sewers at the edges: who may go down, how far along."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion.core.state import BelowGround, LockedCombat
from battlesim.rulesets.alien_invasion.core.whereabouts import point_below
from battlesim.rulesets.alien_invasion.underground.tunnels import (
    go_along,
    go_down,
    may_go_along,
    may_go_down,
    network_of,
    ways_along,
    ways_down,
    why_cannot_go_along,
    why_cannot_go_down,
)
from tests.rules.alien_invasion.field import battle, group, perform, spugs
from tests.rules.alien_invasion.test_burrow_edges import dead, squad
from tests.rules.alien_invasion.test_burrowers import burrower, field, hole, sunk
from tests.rules.alien_invasion.test_sewers import manhole

OFFERS = pytest.mark.rule("MT-SEWR-01", "MT-SEWR-02", "MT-GAP-59", "MT-AUTO-14", "MT-AUTO-02")
ALONG = pytest.mark.rule("MT-SEWR-03", "MT-GAP-67", "MT-GAP-59", "MT-AUTO-14", "MT-AUTO-02")
COVERS = (manhole("one", 10, 10), manhole("two", 26, 10), manhole("three", 26.1, 10), manhole("four", 60, 40))


def over(*groups, markers=COVERS, sewers="manhole", **more):
    """A battle over sewers."""
    return battle(*groups, sewers=sewers, markers=markers, **more)


def under(state, *groups, at=(10, 10)):
    """The state with groups in the sewers beneath a point."""
    for each in groups:
        state = sunk_in(state, each, at)
    return state


def sunk_in(state, id, at):
    state = sunk(state, id, at=at)
    return state.with_game(below={**state.game.below, id: BelowGround("manhole")})


@OFFERS
@pytest.mark.parametrize(
    ("own", "sewers", "network"),
    [
        (group("a", (10, 10)), "manhole", "manhole"),
        (group("a", (10, 10)), "hole", "hole"),
        (group("a", (10, 10)), "", None),
        (spugs("a", (10, 10)), "manhole", "hole"),
        (spugs("a", (10, 10)), "", "hole"),
    ],
)
def test_which_tunnels_a_group_uses(own, sewers, network):
    state = over(own, sewers=sewers) if sewers else battle(own, markers=COVERS)
    assert network_of(state, "a") == network


@OFFERS
@pytest.mark.parametrize(
    ("own", "found"),
    [
        (group("a", (30, 30), (22, 30)), ["m"]),
        (group("a", (30, 30), (21.99, 30)), []),
        (spugs("a", (41.5, 30)), ["h"]),
        (spugs("a", (41.51, 30)), []),
    ],
)
def test_men_go_down_within_an_inch_and_those_who_dig_where_they_touch(own, found):
    state = over(own, group("far", (70, 46), side="mib"), markers=(manhole("m", 24, 30), hole(40, 30)))
    assert [marker.id for marker in ways_down(state, "a")] == found
    assert may_go_down(state, "a") is bool(found)


@OFFERS
def test_without_sewers_nobody_but_spugs_goes_down():
    assert ways_down(battle(group("a", (10, 10)), markers=COVERS), "a") == []


@OFFERS
@pytest.mark.parametrize(
    ("others", "able"),
    [((), True), ((burrower((60, 20)),), False), ((spugs("t", (60, 20)),), True)],
)
def test_a_squad_with_a_living_burrower_waits_for_it(others, able):
    state = field(spugs("s", (21.5, 20)), *others, markers=[hole(20, 20)])
    assert may_go_down(state, "s") is able
    if others and not able:
        assert may_go_down(dead(state, "w1"), "s") is True


@OFFERS
def test_a_burrower_digs_instead_and_men_do_not_wait():
    assert may_go_down(field(burrower((20, 20)), markers=[hole(20, 20)]), "w") is False
    state = over(squad(group("a", (10, 10)), "s"), squad(group("b", (30, 30)), "s"))
    assert may_go_down(state, "a") is True


@pytest.mark.rule(
    "MT-SEWR-01",
    "MT-SEWR-02",
    "MT-SEWR-03",
    "MT-SEWR-04",
    "MT-BURR-07",
    "MT-BURR-11",
    "MT-GAP-59",
    "MT-GAP-67",
)
@pytest.mark.parametrize(
    ("combats", "why"), [((), ""), ((LockedCombat(1, ("a",)),), "it is locked in a fight")]
)
def test_a_locked_group_does_not_go_down(combats, why):
    assert why_cannot_go_down(over(group("a", (10, 10)), combats=combats), "a") == why


GO = pytest.mark.rule("MT-SEWR-02", "MT-GAP-59", "MT-SEWR-07", "MT-SEWR-03", "MT-GAP-67")


@GO
def test_men_go_down_alone_at_an_entrance_of_their_choice():
    near = (manhole("one", 10, 10), manhole("two", 11, 10))
    state = over(squad(group("a", (10, 11)), "s"), squad(group("b", (10, 12)), "s"), markers=near)
    done = perform(state, lambda play: go_down(play, "a"), {"entrance": "two"})
    assert (set(done.state.game.below), point_below(done.state, "a")) == ({"a"}, (11, 10))
    assert done.state.game.below["a"].network == "manhole"
    names = [str(option.label) for option in done.first_decision("entrance").options]
    assert names == ["one", "two"]


@GO
def test_a_single_entrance_is_not_asked_about_and_names_are_shown():
    assert not perform(over(group("a", (10, 11))), lambda play: go_down(play, "a")).asked
    near = (replace(manhole("one", 10, 10), name="Main Street"), manhole("two", 11, 10))
    done = perform(over(group("a", (10, 11)), markers=near), lambda play: go_down(play, "a"))
    assert str(done.first_decision("entrance").options[0].label) == "Main Street"


@GO
@pytest.mark.parametrize(
    ("x", "combats", "goes"),
    [
        (24.5, (), True),
        (24.51, (), False),
        (24.5, (LockedCombat(1, ("m", "far")),), False),
    ],
)
def test_spugs_take_along_those_of_their_squad_within_two_inches(x, combats, goes):
    own = spugs("s", (21.5, 20)), spugs("m", (x, 20), kinds=("mite",))
    state = field(*own, markers=[hole(20, 20)], combats=combats)
    done = perform(state, lambda play: go_down(play, "s"))
    assert set(done.state.game.below) == ({"s", "m"} if goes else {"s"})


@ALONG
@pytest.mark.option("sewer_move", "any_entrance", "nearest_two_entrances", "16_in")
@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ("any_entrance", ["two", "three", "four"]),
        ("nearest_two_entrances", ["two", "three"]),
        ("16_in", ["two"]),
    ],
)
def test_how_far_one_action_leads_at_the_edge(value, keys):
    markers = (*COVERS, hole(12, 10))
    state = under(over(group("a", (8, 10)), markers=markers, options={"sewer_move": value}), "a")
    assert [marker.id for marker in ways_along(state, "a")] == keys


@ALONG
@pytest.mark.parametrize(
    ("markers", "why"), [(COVERS, ""), (COVERS[:1], "there is no other entrance within reach")]
)
def test_a_group_goes_along_only_to_another_entrance(markers, why):
    state = under(over(group("a", (8, 10)), markers=markers), "a")
    assert why_cannot_go_along(state, "a") == why


@ALONG
def test_an_entrance_half_an_inch_away_is_another_one():
    state = under(over(group("a", (8, 10)), markers=(manhole("one", 10, 10), manhole("two", 10.5, 10))), "a")
    assert [marker.id for marker in ways_along(state, "a")] == ["two"]


@ALONG
@pytest.mark.option("spugs_use_tunnels_alone", "true", "false")
@pytest.mark.parametrize(
    ("groups", "below", "alone", "able"),
    [
        ((spugs("s", (5, 5)),), ("s",), "true", True),
        ((spugs("s", (5, 5)),), ("s",), "false", False),
        ((spugs("s", (5, 5)), burrower((20, 20))), ("s",), "true", True),
        ((spugs("s", (5, 5)), burrower((20, 20))), ("s", "w"), "true", False),
    ],
)
def test_a_squad_goes_along_without_its_burrower_only(groups, below, alone, able):
    state = sunk(field(*groups, options={"spugs_use_tunnels_alone": alone}), *below)
    assert may_go_along(state, "s") is able
    if "w" in below:
        assert may_go_along(state, "w") is False


@ALONG
@pytest.mark.parametrize("alone", ["true", "false"])
def test_men_go_along_whatever_spugs_may_do(alone):
    state = under(over(group("a", (8, 10)), options={"spugs_use_tunnels_alone": alone}), "a")
    assert may_go_along(state, "a") is True


@ALONG
@pytest.mark.parametrize(
    "old", [BelowGround("hole"), BelowGround("hole", paid=1), BelowGround("hole", open=True)]
)
def test_those_who_go_along_begin_to_come_up_afresh(old):
    markers = [hole(40, 30), hole(60, 30, "other")]
    state = sunk(field(spugs("s", (5, 5)), spugs("t", (7, 7)), spugs("u", (9, 9)), markers=markers), "s", "t")
    state = sunk(state, "u", at=(50, 10)).with_game(below={"s": old, "t": old, "u": old})
    done = perform(state, lambda play: go_along(play, "s")).state
    assert [point_below(done, key) for key in ("s", "t", "u")] == [(60, 30), (60, 30), (50, 10)]
    assert done.game.below == {"s": BelowGround("hole"), "t": BelowGround("hole"), "u": old}
