"""Before the first batch: the order of preparation, seats by dice, zones, table sizes, an ordinary pack."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.deck import CardsMoved, Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.attack.blasts import Explosion, hit_groups
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of
from battlesim.rulesets.alien_invasion.battle.deployment import free_zones, roll_for_seats
from battlesim.rulesets.alien_invasion.battle.playing_cards import playing_cards
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.lookups import lives, seat_order
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.parameters import resolve_parameters
from battlesim.rulesets.alien_invasion.core.state import Deployment
from battlesim.rulesets.alien_invasion.core.vehicle_kinds import vehicle_kinds
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Marker, Off
from battlesim.testing.script import begin_run, play_script
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    group,
    mites,
    pair,
    perform,
    spugs,
    terrain,
)

FOUR = ("unit", "dalek", "mib", "spug")


def waiting(own):
    """A group that its player has still to set up."""
    unit, pieces = own
    return unit, tuple(msgspec.structs.replace(piece, place=Off("reserve")) for piece in pieces)


def undeployed(**more):
    """Four groups that have no places yet."""
    groups = (group("a", (0, 0)), daleks("b", (0, 0)), pair("c", (0, 0)), spugs("d", (0, 0)))
    known = {"deployment": Deployment("Anywhere"), "turn": 0, "options": {"alliances": "off"}} | more
    return battle(*map(waiting, groups), **known).with_game(row=())


def texts(events):
    return [str(event.text) for event in events if hasattr(event, "text")]


def begun(state, answers=None, dice=(), until="card"):
    own = {"deploy": lambda decision, now: decision.default(now)} | (answers or {})
    return play_script(begin_run(RULESET, state), own, dice, until=until)


CORNERS = {"zone": ["south-west_corner", "south-east_corner", "north-east_corner", "north-west_corner"]}


@pytest.mark.rule("MT-SET-11")
def test_the_order_of_preparation():
    done = begun(undeployed(), CORNERS, [4, 3, 2, 1])
    begins = [text.split(":")[0] for text in texts(done.events)]
    order = ["Scenario", "Terrain", "Forces", "Deployed", "The Action deck is shuffled"]
    assert list(dict.fromkeys(text for text in begins if text in order)) == order
    assert done.run.pending.what == "card" and not done.events_of(CardsMoved), "nothing is drawn before"


@pytest.mark.rule("MT-GAP-70")
def test_ties_roll_again_and_the_order_is_that_of_the_seats():
    done = perform(undeployed(), roll_for_seats, dice=[5, 3, 3, 1, 2, 6])
    assert done.state.game.seats == ("unit", "mib", "dalek", "spug")


@pytest.mark.rule("MT-GAP-70")
def test_four_corners_are_offered_and_each_is_taken_once():
    zones = dict(free_zones(undeployed()))
    assert len(zones) == 4
    assert all(abs(ring[2][0] - ring[0][0]) == abs(ring[2][1] - ring[0][1]) == 12 for ring in zones.values())
    taken = begun(undeployed(), {"zone": CORNERS["zone"][:1]}, [4, 3, 2, 1], until="deploy").run.pending
    assert len(taken.options) == 3


@pytest.mark.rule("MT-GAP-70")
def test_a_fifth_and_sixth_faction_may_have_the_long_edges():
    five = undeployed(seats=(*FOUR, "cyber"))
    assert [name for name, _ in free_zones(five)][4:] == ["South edge", "North edge"]


@pytest.mark.rule("MT-GAP-70")
def test_each_side_sets_up_its_groups_in_its_zone():
    done = begun(undeployed(), CORNERS, [4, 3, 2, 1])
    assert [decision.about for decision in done.decisions_with_key("deploy")] == ["a", "b", "c", "d"]
    x, y = done.piece("b1").xy
    assert x >= 60 and y <= 12
    outside = done.first_decision("deploy").room.zone[0]
    assert outside == ((0, 0), (12, 0), (12, 12), (0, 12))


@pytest.mark.rule("MT-GAP-70")
@pytest.mark.parametrize(("answer", "below"), [("h", True), ("surface", False)])
def test_a_squad_with_a_burrower_may_start_below_a_hole(answer, below):
    worm = group("w", (0, 0), side="spug", kinds=["burrower"])
    unit, pieces = worm
    worm = msgspec.structs.replace(unit, rules={"squad": "d"}), pieces
    hole = Marker("h", "hole", 30, 30, radius=1.0)
    zone = (((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)),)
    state = battle(
        *(
            group("a", (60, 40)),
            waiting(spugs("d", (0, 0))),
            waiting(worm),
            waiting(mites("m", (0, 0), squad="d")),
        ),
        markers=[hole],
        deployment=Deployment("Below", dict.fromkeys(("d", "w", "m"), zone)),
        turn=0,
        row=(),
    )
    answers = {"start_hole": answer} if below else {"start_hole": lambda d, s: "surface"}
    done = begun(state, answers, [4, 3])
    assert all((key in done.state.game.below) is below for key in ("d", "w", "m"))


@pytest.mark.rule("MT-GAP-75")
@pytest.mark.parametrize(
    ("first", "order"), [("mib", ["spug", "unit", "dalek"]), ("", ["unit", "dalek", "spug"])]
)
def test_the_order_of_simultaneous_choices(first, order):
    assert seat_order(undeployed(), ["unit", "dalek", "spug"], first) == order


@pytest.mark.rule("MT-GAP-75")
def test_a_blast_lets_the_sides_choose_from_the_seat_of_the_card_on():
    men, foes, third = group("a", *block(10, 10)), daleks("b", (12, 14)), pair("c", (14, 10))
    state = battle(men, foes, third, spugs("s", (60, 40)), mites("m", (12, 12)), card="mib single")
    caught = frozenset(["a1", "b1", "c1"])
    blast = Explosion(state.table.piece("m1"), 20, caught)
    assert [key for key, _, _ in hit_groups(state, [blast])] == ["c", "a", "b"]


def loaded(tmp_path, sides, figures=1, rules="", options=""):
    """The first state of a scenario with so many figures of each side in its corner."""
    kinds = {
        "unit": "unit_hmg",
        "dalek": "dalek",
        "mib": "mib_operative",
        "spug": "spug_warrior",
        "cyber": "cyberman",
    }
    sizes = {"dalek": 3, "mib": 2, "unit": 1, "cyber": 4}
    parts = []
    for side in sides:
        size = sizes.get(side, figures)
        parts.append(f'[[side]]\nkey = "{side}"\nname = "{side}"\n')
        own = f'profile = "{kinds[side]}", count = {size}'
        parts.append(f'[[unit]]\nid = "{side}1"\nside = "{side}"\npiece = [{{ {own} }}]\n')
    head = 'title = "A size"\nruleset = "alien_invasion"\nmap = "plain.toml"\n'
    (tmp_path / "plain.toml").write_text('[table]\ntitle = "Plain"\nwidth = 60\nheight = 40\n')
    file = tmp_path / "size.toml"
    file.write_text(head + options + rules + "\n".join(parts))
    ground = load_scenario(str(file)).initial_state().table.ground
    return ground.width, ground.height


FIVE = (*FOUR, "cyber")


@pytest.mark.rule("MT-GAP-74", "MT-SET-07")
@pytest.mark.option("table_size", "by_factions", "72x48", "96x48", "48x48")
@pytest.mark.parametrize(
    ("value", "four", "five"),
    [
        ("by_factions", (72, 48), (96, 48)),
        ("72x48", (72, 48), (72, 48)),
        ("96x48", (96, 48), (96, 48)),
        ("48x48", (48, 48), (48, 48)),
    ],
)
def test_the_size_of_the_table_by_option(tmp_path, value, four, five):
    options = f'[options]\ntable_size = "{value}"\n'
    assert loaded(tmp_path, FOUR, options=options) == four
    assert loaded(tmp_path, FIVE, options=options) == five


@pytest.mark.rule("MT-SET-07")
def test_small_factions_may_have_a_small_table(tmp_path):
    small = '[rules]\ntable = "small"\n'
    assert loaded(tmp_path, FOUR, 15, rules=small) == (48, 48)
    with pytest.raises(Exception, match="16 figures"):
        loaded(tmp_path, FOUR, 16, rules=small)
    assert loaded(tmp_path, FOUR, rules='[rules]\ntable = "standard"\n') == (72, 48)
    assert loaded(tmp_path, FOUR) == (60, 40), "the map decides"


def suits(*sides):
    return {side: factions()[side] for side in sides}


@pytest.mark.rule("MT-DECK-04")
@pytest.mark.parametrize(
    ("card", "name", "side"),
    [
        ("queen of spades", "Double", "unit"),
        ("ace of spades", "Triple", "unit"),
        ("4 of spades", "Single", "unit"),
        ("joker", "Special Event", ""),
        ("king of clubs", "Double", "spug"),
    ],
)
def test_what_an_ordinary_card_stands_for(card, name, side):
    faces, cards = playing_cards(suits(*FOUR), resolve_parameters({}))
    assert (faces[card].name, faces[card].side) == (name, side)
    assert len(cards) == 40 and cards.count("joker") == 4


@pytest.mark.rule("MT-DECK-04")
def test_a_full_suit_uses_all_pips_and_five_factions_are_refused():
    _, cards = playing_cards(suits(*FOUR), resolve_parameters({"deck_profile": "full_suit"}))
    assert len(cards) == 56 and "10 of hearts" in cards
    with pytest.raises(ScenarioError, match="MT-DECK-04"):
        playing_cards(suits(*FIVE), resolve_parameters({}))


@pytest.mark.rule("MT-SET-06", "MT-GAP-06")
def test_a_crewed_weapon_is_one_base():
    state = battle(group("a", (10, 10), kinds=["unit_hmg"]), daleks("b", (40, 10)))
    (gun,) = state.table.pieces_of_unit("a")
    assert (2 * gun.radius, lives([gun]), pool_of(state, "a").fixed) == (2.0, 2, 8)


@pytest.mark.rule("MT-GAP-06")
def test_the_sizes_of_bases():
    base = {kind: own.base for faction in factions().values() for kind, own in faction.figure.items()}
    assert {
        base[kind] for kind in ("unit_rifleman", "mib_operative", "spug_warrior", "mite", "cyberman")
    } == {1.0}
    assert (base["dalek"], base["unit_hmg"], base["burrower"]) == (1.5, 2.0, 2.5)
    hulls = {kind: own.hull for kind, own in vehicle_kinds().items()}
    assert (hulls["car"], hulls["jeep"], hulls["truck"]) == ((5.0, 2.5), (5.0, 2.5), (7.0, 3.0))
    assert hulls["helicopter"] == (8.0, 3.0)


@pytest.mark.rule("MT-GAP-83")
@pytest.mark.parametrize(("value", "lying"), [("scenario_assets_only", 0), ("off", 1)])
def test_an_egg_in_a_building_is_shown_only_if_nothing_is_hidden(value, lying):
    act = SpecialAct("search", "Search", ("h1", "h2"), "find", roll=True)
    egg = Marker("egg", "egg", 0, 0, radius=0.4, name="an egg")
    state = battle(
        *(group("a", (5, 5)), spugs("s", (40, 40))),
        ground=[terrain("building", 9, 9, 15, 15, "h1"), terrain("building", 20, 9, 26, 15, "h2")],
        options={"hidden_deployment": value},
        objectives=Objectives((act,), {"egg": egg}),
        finds=Deck(("egg", "empty")),
        turn=0,
        row=(),
    )
    draws = ["empty", "egg"] if lying else []
    done = play_script(begin_run(RULESET, state, "muster"), (), draws, until="")
    found = [marker for marker in done.state.table.markers.values() if marker.kind == "egg"]
    assert [(marker.x, marker.y) for marker in found] == [(23.0, 12.0)] * lying
