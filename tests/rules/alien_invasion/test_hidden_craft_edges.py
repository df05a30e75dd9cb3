"""Craft that are hidden: where, who may look for them, and what a view is completed with."""

from __future__ import annotations

import random

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion.core.objectives import HiddenCraft, Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.objectives.hidden_craft import (
    hidden_crafts,
    hide_craft,
    hiding_place,
    to_be_hidden,
    uncover_craft,
    with_crafts_hidden,
)
from battlesim.rulesets.alien_invasion.objectives.open_finds import show_finds
from battlesim.rulesets.alien_invasion.objectives.special_acts import (
    do_special_act,
    is_open_to,
    known_places,
    why_cannot_do,
)
from battlesim.table.pieces import Marker, Off, OnTable
from tests.rules.alien_invasion.field import battle, daleks, group, perform, spugs, terrain
from tests.rules.alien_invasion.test_secret_base import SITES, craft, field
from tests.rules.alien_invasion.test_special import egg

HIDES = pytest.mark.rule("MT-SCN-04", "MT-GAP-83", "MT-SET-11", "MT-GAP-70", "MT-SPC-01")
MEN = group("a", (36, 7.5))
ALL = tuple(SITES)
SEARCH = SpecialAct("look", "Look for it", ALL, "uncover", makes="ship")


def two_craft(*placed, markers=(), **more):
    """Spugs and Daleks who hide a craft each, of which some have been placed already."""
    ship, other = (
        craft("ship", "spug_ship", 0, 0, "spug", False),
        craft("pod", "saucer", 0, 0, "dalek", False),
    )
    sites = [Marker(key, "site", *SITES[key], radius=1.0, name=key) for key in ALL]
    return battle(
        MEN,
        spugs("s", (5, 5)),
        daleks("k", (60, 5)),
        ship,
        other,
        hidden=(HiddenCraft("ship", ALL), HiddenCraft("pod", ALL)),
        markers=[*sites, *markers],
        tally={f"{key}_hidden": 1 for key in placed},
        **more,
    )


@HIDES
def test_each_side_hides_its_own_craft_once():
    state = two_craft("pod")
    assert [own.piece for own in to_be_hidden(state, "spug")] == ["ship"]
    assert to_be_hidden(state, "dalek") == [] and to_be_hidden(state, "unit") == []
    assert [own.piece for own in to_be_hidden(two_craft(), "dalek")] == ["pod"]
    assert hidden_crafts(battle(MEN)) == ()


def secret(id, site):
    return Marker(f"{id}_hidden", "hidden_craft", *SITES[site], radius=1.0)


@HIDES
def test_where_each_craft_is_hidden():
    state = two_craft(markers=[secret("ship", "east_site"), secret("pod", "south_site")])
    assert (hiding_place(state, "ship"), hiding_place(state, "pod")) == ("east_site", "south_site")
    assert hiding_place(two_craft(), "ship") is None
    assert hiding_place(two_craft(markers=[secret("car", "east_site")]), "car") is None


@HIDES
@pytest.mark.option("hidden_deployment", "scenario_assets_only", "off")
@pytest.mark.parametrize(("value", "place"), [("scenario_assets_only", None), ("off", (10.0, 42.0))])
def test_a_craft_is_hidden_once_and_shown_only_by_option(value, place):
    state = two_craft(options={"hidden_deployment": value})
    own = state.game.hidden[0]
    done = perform(state, lambda play: hide_craft(play, own), {"hiding_place": "west_site"})
    assert done.state.game.count("ship_hidden") == 1
    where = done.piece("ship").place
    assert (where.x, where.y, where.facing) == (*place, 0.0) if place else where == Off("reserve")
    assert (hiding_place(done.state, "ship") is None) == bool(place)


@HIDES
def test_a_craft_that_is_uncovered_moves_those_beneath_it_aside():
    state = two_craft(markers=[secret("ship", "south_site")])
    done = perform(state, lambda play: uncover_craft(play, "ship"))
    assert done.piece("ship").place == OnTable(36, 6)
    assert done.piece("a1").xy == pytest.approx((36, 9.5), abs=0.01)
    assert "ship_hidden" not in done.state.table.markers


@HIDES
@pytest.mark.parametrize(
    ("side", "effect", "places"),
    [
        ("spug", "uncover", ["east_site"]),
        ("unit", "uncover", ["south_site", "east_site"]),
        ("unit", "find", ["south_site", "east_site"]),
        ("spug", "find", ["south_site", "east_site"]),
        ("unit", "flag", list(ALL)),
        ("spug", "flag", list(ALL)),
    ],
)
def test_only_its_side_knows_where_a_craft_is(side, effect, places):
    own = group("a", (36, 7.5), side=side)
    state = field(own, spugs("s", (5, 5)), hidden_at="east_site", sites=ALL)
    state = searched(state, "west_site")
    act = msgspec.structs.replace(SEARCH, effect=effect, makes="ship")
    assert known_places(state, "a", act) == places


def searched(state, *places):
    """The state when places have been searched."""
    return state.with_game(objectives=msgspec.structs.replace(state.game.objectives, searched=places))


@HIDES
@pytest.mark.parametrize("flags", [(), ("ship",)])
def test_a_craft_is_looked_for_until_it_is_on_the_table(flags):
    state = field(MEN, spugs("s", (5, 5)), hidden_at="south_site", sites=ALL)
    state = state.with_game(objectives=msgspec.structs.replace(state.game.objectives, flags=flags))
    assert is_open_to(state, "a", SEARCH) is True
    shown = perform(state, lambda play: uncover_craft(play, "ship")).state
    assert is_open_to(shown, "a", SEARCH) is False


@HIDES
@pytest.mark.parametrize(("at", "found"), [("south_site", True), ("east_site", False)])
def test_a_look_at_a_place_uncovers_the_craft_or_shows_that_it_is_empty(at, found):
    state = field(MEN, spugs("s", (5, 5)), hidden_at=at, sites=ALL)
    done = perform(state, lambda play: do_special_act(play, "a", SEARCH)).state
    assert isinstance(done.table.piece("ship").place, OnTable) is found
    assert done.game.objectives.searched == (() if found else ("south_site",))
    if not found:
        assert why_cannot_do(done, "a", SEARCH) == "it is not at the place"


VIEWS = pytest.mark.rule("MT-SCN-04", "MT-GAP-83")


def guesses(state):
    """The places that views of a state are completed with."""
    return {hiding_place(with_crafts_hidden(state, random.Random(seed)), "ship") for seed in range(20)}


@VIEWS
@pytest.mark.parametrize(
    ("places", "tally", "guessed"),
    [
        ((), 1, set(ALL)),
        (("west_site",), 1, {"south_site", "east_site"}),
        ((), 0, {None}),
    ],
)
def test_a_view_is_completed_with_the_craft_at_a_place_not_yet_searched(places, tally, guessed):
    state = searched(field(MEN, sites=ALL, tally={"ship_hidden": tally}), *places)
    assert guesses(state) == guessed


@VIEWS
def test_a_craft_whose_place_is_known_stays_there():
    assert guesses(field(MEN, sites=ALL, hidden_at="west_site")) == {"west_site"}
    shown = perform(field(MEN, sites=ALL, hidden_at="west_site"), lambda play: uncover_craft(play, "ship"))
    assert guesses(shown.state) == {None}


@pytest.mark.rule("MT-SET-11", "MT-GAP-83")
def test_what_is_not_hidden_lies_in_the_middle_of_its_house_or_at_its_site():
    houses = (terrain("building", 20, 9, 26, 13, "h1"), terrain("building", 30, 9, 36, 15, "h2"))
    acts = (
        SpecialAct("search", "Search", ("h1", "h2", "site"), "find"),
        SpecialAct("mend", "Mend", ("h2",), "flag", makes="mended"),
    )
    items = {key: egg(key) for key in ("e0", "e1")}
    state = battle(
        MEN,
        ground=houses,
        markers=[Marker("site", "site", 50, 30, radius=1.0)],
        objectives=Objectives(acts, items),
        finds=Deck(("e0", "e1", "empty")),
    )
    done = perform(state, lambda play: show_finds(play, ""), dice=["e1", "empty", "e0"]).state
    lying = {key: (marker.x, marker.y) for key, marker in done.table.markers.items() if key != "site"}
    assert lying == {"e1": (23, 11), "e0": (50, 30)}
    assert done.game.objectives.searched == ("h1", "h2", "site")
