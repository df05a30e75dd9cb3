"""Before the first batch: steps, seats, zones, areas and the size of the table, at the limits."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.battle.deployment import (
    PREPARED,
    choose_zone,
    deploy,
    deployment_areas,
    free_zones,
    muster,
    next_preparation,
    roll_for_seats,
    shuffle_deck,
    zone_of,
)
from battlesim.rulesets.alien_invasion.core.events import ZoneTaken
from battlesim.rulesets.alien_invasion.core.lookups import UNDERGROUND
from battlesim.rulesets.alien_invasion.core.objectives import HiddenCraft, Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.state import Deployment
from battlesim.table.pieces import Marker, Off, OnTable
from battlesim.testing.script import begin_run, play_script
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    default,
    group,
    mites,
    off,
    pair,
    perform,
    spugs,
    terrain,
    vehicle,
)

pytestmark = pytest.mark.rule(
    "MT-SET-11", "MT-GAP-70", "MT-GAP-83", "MT-SET-07", "MT-GAP-74", "MT-SEWR-06", "MT-GAP-59"
)
RESERVE = Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (60, 40))


def waiting(own):
    return off(own, *(RESERVE,) * len(own[1]))


def begin(*groups, **more):
    """A battle before its first batch."""
    known = {"turn": 0, "deployment": Deployment("Anywhere")} | more
    return battle(*groups, **known).with_game(row=())


def texts(done):
    return [str(event.text) for event in done.events if hasattr(event, "text")]


SHIP = off(vehicle("ship", 0, 0, kind="spug_ship", side="dalek"), RESERVE)
HIDDEN = (HiddenCraft("ship", ("site",)),)
SITE = Marker("site", "site", 30, 30, radius=1.0, name="the site")


@pytest.mark.parametrize(
    ("groups", "more", "step"),
    [
        ((MAN, FOE), {}, ("muster", ())),
        ((MAN, FOE), {"tally": {PREPARED: 1}}, ("shuffle", ())),
        ((MAN, FOE), {"tally": {PREPARED: 2}}, None),
        ((MAN, FOE), {"tally": {PREPARED: 3}}, None),
        ((MAN, FOE), {"turn": 1}, None),
        ((waiting(MAN), waiting(FOE)), {"tally": {PREPARED: 1}}, ("deploy", ("unit",))),
        ((MAN, waiting(FOE)), {"tally": {PREPARED: 1}}, ("deploy", ("dalek",))),
        ((waiting(MAN), waiting(FOE)), {}, ("muster", ())),
        ((MAN, FOE, SHIP), {"tally": {PREPARED: 1}, "hidden": HIDDEN}, ("deploy", ("dalek",))),
        ((MAN, FOE, SHIP), {"tally": {PREPARED: 1}}, ("shuffle", ())),
        ((MAN, FOE, SHIP), {"tally": {PREPARED: 1, "ship_hidden": 1}, "hidden": HIDDEN}, ("shuffle", ())),
    ],
)
def test_the_next_step_of_preparation(groups, more, step):
    found = next_preparation(begin(*groups, markers=[SITE], **more))
    assert (found and (found.name, found.args)) == step


def test_the_log_has_the_scenario_the_table_and_the_forces():
    groups = (group("a", *block(10, 10)), group("b", (5, 5)), FOE, vehicle("car", 40, 5))
    done = perform(begin(*groups, ground=[terrain("scrub", 1, 1, 4, 4)]), muster)
    assert texts(done) == [
        "Scenario: Anywhere",
        "Terrain: 72 x 48 in, 1 pieces",
        "Forces: unit, 5 figures in 2 groups",
        "Forces: dalek, 1 figures in 1 groups",
    ]
    assert done.state.game.count(PREPARED) == 1
    unnamed = begin(MAN, FOE).with_game(deployment=battle(MAN, FOE).game.deployment)
    assert texts(perform(unnamed, muster))[0] == "Scenario: "


@pytest.mark.parametrize(
    ("groups", "rolls"), [((MAN, FOE), []), ((waiting(MAN), FOE), [5, 3]), ((MAN, waiting(FOE)), [5, 3])]
)
def test_dice_are_rolled_if_anybody_deploys(groups, rolls):
    answers = {"zone": "south-west_corner"} if rolls else {}
    done = perform(begin(*groups), muster, answers, rolls)
    assert len(done.decisions_with_key("zone")) == bool(rolls)


def test_the_deck_is_shuffled_and_all_is_prepared():
    done = perform(begin(MAN, FOE, deck=Deck(("event",) * 7)), shuffle_deck)
    assert texts(done) == ["The Action deck is shuffled: 7 cards"]
    assert done.state.game.count(PREPARED) == 2


@pytest.mark.parametrize(("value", "shown"), [("off", 1), ("scenario_assets_only", 0)])
def test_by_option_all_things_are_shown(value, shown):
    act = SpecialAct("search", "Search", ("h",), "find")
    egg = Marker("egg", "egg", 0, 0, radius=0.4, name="an egg")
    more = {"objectives": Objectives((act,), {"egg": egg}), "finds": Deck(("egg",))}
    state = begin(
        MAN,
        FOE,
        ground=[terrain("building", 5, 5, 9, 9, "h")],
        options={"hidden_deployment": value},
        **more,
    )
    done = perform(state, muster, dice=["egg"] * shown)
    assert len(done.state.table.markers) == shown
    bare = begin(MAN, FOE, options={"hidden_deployment": value})
    assert not perform(bare, muster).asked


@pytest.mark.parametrize(
    ("dice", "seats"),
    [
        ([6, 5, 4], ("unit", "dalek", "mib")),
        ([1, 5, 4], ("dalek", "mib", "unit")),
        ([3, 3, 4, 1, 2], ("mib", "dalek", "unit")),
        ([3, 3, 3, 2, 2, 6, 1, 4], ("mib", "dalek", "unit")),
        ([6, 6, 1, 2, 2, 3, 1], ("unit", "dalek", "mib")),
    ],
)
def test_the_highest_die_has_the_first_seat_and_ties_roll_again(dice, seats):
    done = perform(begin(MAN, FOE, pair("m", (30, 5))), roll_for_seats, dice=dice)
    assert done.state.game.seats == seats
    assert all(set(roll.dice) == {6} for roll in done.decisions_with_key("dice"))
    assert texts(done)[-1] == f"The order of the seats: {', '.join(seats)}"


CORNERS = {
    "South-west corner": (0, 0, 12, 12),
    "South-east corner": (60, 0, 72, 12),
    "North-east corner": (60, 36, 72, 48),
    "North-west corner": (0, 36, 12, 48),
}
EDGES = {"South edge": (28, 0, 44, 8), "North edge": (28, 40, 44, 48)}
SIDES = ("unit", "dalek", "mib", "spug", "cyber", "gang")


@pytest.mark.parametrize(
    ("sides", "zones"), [(2, CORNERS), (4, CORNERS), (5, CORNERS | EDGES), (6, CORNERS | EDGES)]
)
def test_the_zones_by_the_number_of_factions(sides, zones):
    found = dict(free_zones(begin(MAN, FOE, seats=SIDES[:sides])))
    assert {name: (*ring[0], *ring[2]) for name, ring in found.items()} == zones
    assert all(len(ring) == 4 for ring in found.values())
    bare = begin(MAN, FOE, seats=SIDES[:sides]).with_game(deployment=battle(MAN, FOE).game.deployment)
    assert dict(free_zones(bare)) == found


def test_a_zone_that_is_taken_is_free_no_longer():
    state = begin(MAN, FOE)
    first = dict(free_zones(state))["South-east corner"]
    taken = ZoneTaken(rule="MT-GAP-70", side="unit", zone=(first,)).apply(state)
    assert list(dict(free_zones(taken))) == [*list(CORNERS)[:1], *list(CORNERS)[2:]]
    second = dict(free_zones(taken))["North-east corner"]
    both = ZoneTaken(rule="MT-GAP-70", side="dalek", zone=(second,)).apply(taken)
    assert both.game.deployment.taken == {"unit": (first,), "dalek": (second,)}
    assert both.game.deployment.title == "Anywhere"
    bare = state.with_game(deployment=battle(MAN, FOE).game.deployment)
    assert ZoneTaken(rule="MT-GAP-70", side="unit", zone=(first,)).apply(bare).game.deployment.taken


ZONE = ((((20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0))),)


@pytest.mark.parametrize(
    ("groups", "zones", "asked"),
    [
        ((waiting(MAN), FOE), {}, True),
        ((MAN, FOE), {}, False),
        ((waiting(MAN), FOE), {"a": ZONE}, False),
        ((waiting(MAN), waiting(group("b", (5, 5))), FOE), {"a": ZONE}, True),
        ((MAN, waiting(FOE)), {}, False),
    ],
)
def test_a_side_chooses_a_zone_for_groups_that_have_none(groups, zones, asked):
    state = begin(*groups, deployment=Deployment("X", zones))
    answers = {"zone": "north-east_corner"} if asked else {}
    done = perform(state, lambda play: choose_zone(play, "unit"), answers)
    taken = done.state.game.deployment.taken
    assert {side: (*zone[0][0], *zone[0][2]) for side, zone in taken.items()} == (
        {"unit": CORNERS["North-east corner"]} if asked else {}
    )


def squad(below=False, hole=True):
    """A squad with its Burrower, still to be set up."""
    men, worm = spugs("s", (0, 0)), group("w", (0, 0), side="spug", kinds=["burrower"])
    rules = {"squad": "s"} | ({"below": True} if below else {})
    own = waiting((msgspec.structs.replace(worm[0], rules=rules), worm[1]))
    zones = {} if below else {"s": ZONE, "w": ZONE}
    markers = [Marker("h", "hole", 30, 30, radius=1.0)] if hole else []
    return begin(MAN, waiting(men), own, markers=markers, deployment=Deployment("X", zones))


@pytest.mark.parametrize(
    ("state", "asked", "options"),
    [(squad(), True, ["h", "surface"]), (squad(below=True), True, ["h"]), (squad(hole=False), False, [])],
)
def test_a_squad_starts_below_with_its_burrower(state, asked, options):
    answers = {"deploy": default} | ({"start_hole": "h"} if asked else {})
    done = perform(state, lambda play: deploy(play, "spug"), answers)
    found = done.decisions_with_key("start_hole")
    assert [[option.key for option in each.options] for each in found] == [options] * asked
    assert (set(done.state.game.below) == {"s", "w"}) is asked
    assert not perform(squad(below=True), lambda play: choose_zone(play, "spug")).asked


@pytest.mark.parametrize(
    ("groups", "start"),
    [
        ((MAN,), (10.0, 10.0)),
        ((group("a", (10, 10), (13, 10)), group("b", (10, 16))), (11.0, 12.0)),
        ((MAN, vehicle("car", 40, 40)), (10.0, 10.0)),
        ((MAN, off(group("b", (50, 5)), Off("lost"))), (10.0, 10.0)),
    ],
)
def test_where_a_side_has_deployed_is_remembered(groups, start):
    done = perform(begin(*groups, FOE), lambda play: deploy(play, "unit"))
    assert done.state.game.starts == {"unit": start}
    assert texts(done) == ["Deployed: unit"]


def test_those_below_count_where_they_are():
    state = squad()
    answers = {"deploy": default, "start_hole": "h"}
    done = perform(state, lambda play: deploy(play, "spug"), answers)
    assert done.state.game.starts["spug"] == (30.0, 30.0)
    assert {piece.place for piece in done.state.table.pieces_of_side("spug")} == {UNDERGROUND}


def test_the_groups_of_a_side_are_set_up_one_after_the_other_and_its_craft_is_hidden():
    groups = (waiting(group("a", (0, 0))), waiting(group("b", (0, 0))), waiting(FOE), SHIP)
    taken = {"dalek": ZONE, "unit": ZONE}
    state = begin(*groups, markers=[SITE], hidden=HIDDEN, deployment=Deployment("X", {}, taken))
    done = perform(state, lambda play: deploy(play, "unit"), {"deploy": default})
    assert [each.about for each in done.decisions_with_key("deploy")] == ["a", "b"]
    assert all(20 <= done.piece(key).xy[0] <= 40 for key in ("a1", "b1"))
    foes = perform(
        done.state, lambda play: deploy(play, "dalek"), {"deploy": default, "hiding_place": "site"}
    )
    assert "ship_hidden" in foes.state.table.markers


def test_the_zone_of_a_group_is_its_own_or_that_of_its_side():
    other = (((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)),)
    known = Deployment("X", {"a": ZONE}, {"unit": other})
    state = begin(MAN, group("b", (5, 5)), FOE, deployment=known)
    assert zone_of(state, "a") == ZONE and zone_of(state, "b") == other


@pytest.mark.rule("MT-GAP-08")
def test_a_group_is_set_up_outside_features_or_else_outside_houses():
    ground = [
        terrain("scrub", 21, 21, 25, 25),
        terrain("wall", 26, 26, 30, 26.2),
        terrain("building", 32, 32, 38, 38, "house"),
    ]
    state = begin(MAN, FOE, ground=ground, deployment=Deployment("X", {"a": ZONE}), options={})
    free, solid = deployment_areas(state, "a")
    assert set(free.blocked) == {"scrub", "wall", "house"} and set(solid.blocked) == {"wall", "house"}
    for area in (free, solid):
        assert (area.zone, area.wholly, area.leader, area.within, area.chain) == (ZONE, True, "a1", 4.0, 1.0)
        assert set(area.bases) == {"a1", "d1"}
    inside = (((33.0, 33.0), (37.0, 33.0), (37.0, 37.0), (33.0, 37.0)),)
    indoors = begin(MAN, FOE, ground=ground, deployment=Deployment("X", {"a": inside}))
    assert [set(area.blocked) for area in deployment_areas(indoors, "a")] == [{"scrub", "wall"}, {"wall"}]
    thicket = (((21.5, 21.5), (24.5, 21.5), (24.5, 24.5), (21.5, 24.5)),)
    hidden = begin(MAN, FOE, ground=ground, deployment=Deployment("X", {"a": thicket}))
    assert "scrub" in deployment_areas(hidden, "a")[0].blocked


def test_the_preparation_goes_on_to_the_first_card():
    state = begin(waiting(MAN), waiting(FOE), waiting(mites("m", (0, 0))))
    answers = {"zone": ["south-west_corner", "south-east_corner", "north-east_corner"], "deploy": default}
    answers |= {"deal": "none"}
    done = play_script(begin_run(RULESET, state), answers, [3, 2, 1], until="card")
    assert done.state.game.count(PREPARED) == 2
    assert isinstance(done.piece("a1").place, OnTable)


def test_without_any_zone_of_the_scenario_a_side_chooses_one():
    state = begin(waiting(MAN), FOE).with_game(deployment=battle(MAN, FOE).game.deployment)
    done = perform(state, lambda play: choose_zone(play, "unit"), {"zone": "south-west_corner"})
    assert zone_of(done.state, "a")[0][2] == (12.0, 12.0)
    with pytest.raises(KeyError):
        zone_of(state, "a")


def test_a_burrower_alone_starts_below():
    men, (worm, *_) = spugs("s", (5, 5)), [group("w", (0, 0), side="spug", kinds=["burrower"])]
    own = waiting((msgspec.structs.replace(worm[0], rules={"squad": "s"}), worm[1]))
    hole = Marker("h", "hole", 30, 30, radius=1.0)
    state = begin(MAN, men, own, markers=[hole], deployment=Deployment("X", {"w": ZONE}))
    done = perform(state, lambda play: deploy(play, "spug"), {"start_hole": "h"})
    assert set(done.state.game.below) == {"w"}
