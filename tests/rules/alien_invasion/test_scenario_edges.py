"""From a scenario to the first state: what it sets, what is checked, and what is refused."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioError, Zone
from battlesim.rulesets.alien_invasion.battle.forces import first_state
from battlesim.rulesets.alien_invasion.core.factions import (
    CardCounts,
    FactionProfile,
    FigureKind,
    GroupKind,
    factions,
    own_factions,
    with_own_factions,
)
from battlesim.rulesets.alien_invasion.core.objectives import ItemSpec, Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.vehicles import VEHICLE
from battlesim.rulesets.alien_invasion.cybermen.leader import LEADER
from battlesim.rulesets.alien_invasion.underground.places import RESERVE
from battlesim.rulesets.alien_invasion.underground.start_holes import TO_PLACE
from battlesim.table.pieces import Marker, Off
from battlesim.table.terrain import Ground
from tests.rules.alien_invasion.plans import ACT, HOUSES, ITEM, SIX, TWO, game, plan, refused, unit

pytestmark = pytest.mark.rule("MT-SET-01")
SEVENTH = FactionProfile("Martians", CardCounts(), {"g": GroupKind("G")}, {})


def test_two_to_six_factions_play_and_those_without_cards_do_not_count():
    assert game(*TWO, "civilian", "hatchling").seats == TWO
    assert game(*SIX).seats == SIX
    assert "1 faction (MT-SET-01)" in refused("unit", "civilian")
    own = {"factions": {"seventh": msgspec.to_builtins(SEVENTH)}}
    assert "7 factions (MT-SET-01)" in refused(*SIX, sides=("seventh",), rules=own)
    assert "is not a faction" in refused("unit", sides=("martians",))


def test_the_first_state_of_two_factions():
    own = game(*TWO)
    assert (own.phase, own.turn, own.batch_size, len(own.deck.left), own.tally) == ("cards", 0, 4, 20, {})
    assert own.deck.left.count("event") == 2 and own.deck.left.count("unit single") == 5
    assert own.sizes == {"unit": 1, "dalek": 3}
    assert own.deployment.title == "A test" and own.deployment.zones == {}
    unset = (own.objectives, own.finds, own.reinforced, own.hidden, own.pacts, own.sewers)
    assert set(unset) == {msgspec.UNSET} and own.fire_support is False
    assert own.starts == {}


@pytest.mark.rule("MT-UNIT-10", "MT-EVT-02", "MT-SPUG-13", "MT-SCN-06")
@pytest.mark.parametrize(
    ("rules", "field", "value"),
    [
        ({"unit_fire_support": True}, "fire_support", True),
        ({"dalek_reinforcement": True}, "reinforced", ("dalek",)),
        ({"sewers": "manhole"}, "sewers", "manhole"),
    ],
)
def test_what_a_scenario_allows(rules, field, value):
    assert getattr(game(*TWO, rules=rules), field) == value


@pytest.mark.rule("MT-DECK-05", "MT-SCN-12", "MT-GAP-76", "MT-DECK-03", "MT-DECK-02")
def test_a_scenario_sets_cards_exits_and_the_lone_player():
    cards = {"cards": {"dalek": {"single": 6, "double": 4, "triple": 2}}}
    own = game(*TWO, rules=cards)
    assert (own.factions["dalek"].cards, len(own.deck.left)) == (CardCounts(6, 4, 2), 23)
    away = game(*TWO, rules={"exits": {"unit": ["west"]}}).factions
    assert (away["unit"].exits, away["dalek"].exits) == (("west",), msgspec.UNSET)
    hard = game(*TWO, "civilian", rules={"solo": "unit"}, options={"handicap": "hard"}).factions
    assert [own.cards.double for own in hard.values()] == [3, 4, 0]
    easy = game(*TWO, rules={"solo": "unit"}).factions
    assert [own.cards.double for own in easy.values()] == [3, 3]


@pytest.mark.rule("MT-DECK-04")
def test_a_scenario_may_use_an_ordinary_pack():
    own = game(*TWO, rules={"card_faces": "playing_cards"})
    assert own.faces["joker"].name == "Special Event" and len(own.deck.left) == 20


@pytest.mark.rule("MT-SET-07", "MT-GAP-74")
@pytest.mark.parametrize(
    ("units", "table", "size"),
    [
        (TWO, {}, (72.0, 48.0)),
        (TWO, {"table": "small"}, (48.0, 48.0)),
        (SIX, {"table": "standard"}, (96.0, 48.0)),
    ],
)
def test_the_table_that_a_scenario_needs(units, table, size):
    ground = first_state(plan(*units, rules=table), Ground(72.0, 48.0)).table.ground
    assert (ground.width, ground.height) == size


SPUGS = (unit("s1", "spug", ("spug_warrior",)), unit("s2", "spug", ("spug_warrior",)))
MITES = unit("m1", "spug", ("mite",) * 3, rules={"squad": "s1"})


def hole(id, kind="hole"):
    return Marker(id, kind, 30, 30, radius=1.0)


@pytest.mark.rule("MT-SPUG-13", "MT-SPUG-01", "MT-GAP-58")
@pytest.mark.parametrize(
    ("units", "markers", "rules", "reserve", "to_place"),
    [
        (SPUGS[:1], [], {}, 3, 2),
        (SPUGS[:1], ["h1", "h2"], {}, 1, 0),
        (SPUGS, ["h1", "h2", "h3", "h4"], {}, 2, 0),
        ((*SPUGS, MITES), [], {}, 6, 4),
        (SPUGS[:1], ["h1", "h2", "h3"], {}, 0, 0),
        (SPUGS[:1], ["h1", "h2", "h3", "h4"], {}, 0, 0),
        (SPUGS, [], {"holes": 1}, 5, 4),
        (SPUGS, ["h1"], {"holes": 0}, 0, 0),
        (SPUGS, [], {"start_holes": 5}, 6, 5),
        (SPUGS, [], {"start_holes": 8}, 8, 8),
        (SPUGS, [], {"start_holes": 0}, 6, 0),
        (SPUGS, ["h1"], {"start_holes": 2, "holes": 1}, 3, 2),
        (SPUGS, ["h1"], {"start_holes": 1}, 5, 1),
    ],
)
def test_three_hole_markers_a_squad_two_of_them_placed_at_the_start(units, markers, rules, reserve, to_place):
    more = {"markers": (*map(hole, markers), hole("m", "manhole")), "rules": rules}
    tally = game("unit", *units, **more).tally
    assert (tally.get(RESERVE, 0), tally.get(TO_PLACE, 0)) == (reserve, to_place)


@pytest.mark.rule("MT-SPUG-13")
@pytest.mark.parametrize(
    ("units", "value", "why"),
    [
        (TWO, 2, "rules.start_holes: no side digs"),
        (("unit", "spug"), 21, "start_holes"),
        (("unit", "spug"), -1, "start_holes"),
        (("unit", "spug"), "two", "start_holes"),
    ],
)
def test_which_numbers_of_start_holes_are_refused(units, value, why):
    assert why in refused(*units, rules={"start_holes": value})


@pytest.mark.rule("MT-GAP-62", "MT-GAP-29")
@pytest.mark.parametrize(
    ("options", "linked", "directed"),
    [
        ({}, [True, False, False], [False, False, False]),
        ({"dalek_linked_fire": "true"}, [True, True, False], [False, False, False]),
        ({"unit_linked_fire": "requires_officer"}, [True, False, False], [True, False, False]),
    ],
)
def test_what_options_change_in_a_faction(options, linked, directed):
    own = game(*TWO, "gang", options=options).factions.values()
    assert [each.linked_fire for each in own] == linked
    assert [bool(each.directed) for each in own] == directed


@pytest.mark.rule("MT-CYBR-01", "MT-SET-04", "MT-UNIT-05", "MT-VEH-04")
@pytest.mark.parametrize(
    ("side", "kinds", "words"),
    [
        ("unit", ("unit_rifleman",) * 4, ""),
        ("unit", ("unit_rifleman",) * 3, "has 3 figures (a section has 4)"),
        ("unit", ("unit_rifleman",) * 5, "has 5 figures (a section has 4)"),
        ("unit", ("unit_rifleman", "unit_hmg"), "has figures of several kinds of group"),
        ("unit", ("dalek",) * 4, "'dalek' is not a figure of unit"),
        ("unit", ("car",), ""),
        ("unit", ("car", "car"), "'car' is not a figure of unit"),
        ("spug", ("spug_warrior",) * 9, ""),
        ("mib", ("clean_up_trooper",) * 3, ""),
        ("cyber", ("cyberman",) * 3, "has 3 figures (MT-CYBR-01) (take 4 to 8)"),
        ("cyber", ("cyberman",) * 8, ""),
        ("cyber", ("cyberman",) * 9, "has 9 figures (MT-CYBR-01) (take 4 to 8)"),
    ],
)
def test_the_figures_of_a_group(side, kinds, words):
    own = unit("g", side, kinds)
    others = [each for each in ("unit", "dalek") if each != side]
    if words:
        assert words in refused(*others, own)
    else:
        assert game(*others, own).sizes["g"] == len(kinds)


@pytest.mark.rule("MT-CYBR-01", "MT-UNIT-08")
@pytest.mark.parametrize(
    ("side", "kinds", "kind", "leader"),
    [
        ("unit", ("unit_rifleman",) * 4, "section", "g_1"),
        (
            "unit",
            ("unit_guard", "unit_guard", "unit_officer", "unit_sergeant", "unit_hq_laws"),
            "headquarters",
            "g_3",
        ),
        ("unit", ("jeep",), VEHICLE, ""),
        ("spug", ("spug_warrior", "spug_controller"), "squad", "g_2"),
    ],
)
def test_the_kind_and_the_leader_of_a_group(side, kinds, kind, leader):
    own = first_state(plan("dalek", "mib", unit("g", side, kinds)), Ground(72.0, 48.0)).table.units["g"]
    assert (own.kind, own.leader, own.side, own.rules) == (kind, leader, side, {})


@pytest.mark.rule("MT-CYBR-01", "MT-SPUG-01")
def test_a_squad_is_a_group_of_the_same_side():
    own = first_state(plan("unit", *SPUGS, MITES), Ground(72.0, 48.0)).table.units["m1"]
    assert own.rules == {"squad": "s1"}
    lost = unit("m1", "spug", ("mite",), rules={"squad": "unit"})
    assert "m1.rules.squad: 'unit' is not a group of spug" in refused("unit", *SPUGS, lost)
    below = unit("s1", "spug", ("spug_warrior",), rules={"squad": "s1", "below": True})
    assert first_state(plan("unit", below), Ground(72.0, 48.0)).table.units["s1"].rules["below"] is True


@pytest.mark.rule("MT-CYBR-01")
def test_one_figure_of_the_cybermen_is_the_leader():
    jeep = unit("j", "cyber", ("car",))
    units = ("unit", jeep, unit("b", "cyber", ("cyberman",) * 4), unit("c", "cyber", ("cyberman",) * 4))
    pieces = first_state(plan(*units), Ground(72.0, 48.0)).table.pieces.values()
    assert [piece.id for piece in pieces if piece.has_mark(LEADER)] == ["b_1"]
    empty = first_state(plan(*TWO, sides=("cyber",)), Ground(72.0, 48.0)).table.pieces.values()
    assert not any(piece.has_mark(LEADER) for piece in empty)


def test_a_side_starts_in_the_middle_of_its_figures_on_the_table():
    men = unit("a", "unit", ("unit_rifleman",) * 4, ((10, 10), (12, 10)))
    own = game(men, unit("j", "unit", ("car",), ((40, 40),)), "dalek", "civilian")
    assert own.starts == {"unit": (11.0, 10.0)}


@pytest.mark.rule("MT-SCN-06", "MT-SPC-03", "MT-SCN-10")
@pytest.mark.parametrize(
    ("rules", "items", "finds"),
    [
        ({"carried": ["egg"]}, ["lying"], None),
        ({"event": [{"text": "Rain"}]}, [], None),
        ({"special": [ACT], "item": [ITEM]}, ["egg"], ("egg", "empty")),
        ({"special": [ACT], "carried": ["egg"], "item": [ITEM]}, ["lying", "egg"], ("egg", "empty")),
        ({"special": [ACT]}, [], ("empty", "empty")),
        ({"carried": ["egg"], "item": [ITEM | {"hidden": False}]}, ["lying", "egg"], None),
        (
            {"special": [ACT, ACT | {"key": "take", "effect": "take", "makes": "egg"}], "item": [ITEM]},
            ["egg"],
            ("egg", "empty"),
        ),
    ],
)
def test_things_that_lie_about_or_are_hidden_in_houses(rules, items, finds):
    lying = (Marker("lying", "egg", 1, 1, radius=0.4), Marker("post", "site", 2, 2))
    own = game(*TWO, rules=rules, markers=lying, ground=HOUSES)
    assert list(own.objectives.items) == items
    assert (own.finds.left if own.finds else None) == finds
    if "egg" in items:
        egg = own.objectives.items["egg"]
        assert (egg.x, egg.y, egg.radius, egg.name) == (0.0, 0.0, 0.4, "an egg")


@pytest.mark.rule("MT-SCN-04")
def test_a_craft_is_hidden_at_one_of_its_places():
    ship = unit("ship", "dalek", ("saucer",))
    hidden = {"hidden": [{"piece": "ship_1", "places": ["site"]}]}
    markers = (Marker("site", "site", 5, 5),)
    assert game(*TWO, ship, rules=hidden, markers=markers).hidden[0].places == ("site",)


ZONE = Zone("z", (((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0)),))


@pytest.mark.rule("MT-GAP-70")
def test_a_group_may_have_a_zone_of_its_own():
    own = game("dalek", unit("a", "unit", ("unit_hmg",), zone="z"), zones=(ZONE,))
    assert own.deployment.zones == {"a": ZONE.rings}


def own_faction(**changes):
    kind = {"name": "Gunner", "group": "g", "base": 1.0, "dice": 0, "scores": [1, 1, 1]} | changes
    return {"title": "Martians", "cards": {}, "group": {"g": {"name": "G"}}, "figure": {"martian": kind}}


@pytest.mark.rule("MT-SET-02", "MT-SET-03", "MT-SET-09", "MT-LNK-01", "MT-DECK-02", "MT-DECK-05")
@pytest.mark.rule("MT-GAP-06", "MT-SHT-14", "MT-HTH-12", "MT-GAP-64", "MT-GAP-81", "MT-SPUG-13")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ""),
        ({"group": "h"}, "there is no group 'h', only g"),
        ({"dice": -1}, "dice must be 0 or more|dice"),
        ({"scores": [0, 1, 1]}, "scores 1 or more"),
        ({"scores": [1, 1, 0]}, "scores 1 or more"),
    ],
)
def test_the_figures_of_a_faction_make_sense(changes, words):
    if words:
        with pytest.raises((ValueError, msgspec.ValidationError), match=words):
            msgspec.convert(own_faction(**changes), FactionProfile)
        return
    own = msgspec.convert(own_faction(), FactionProfile)
    kind, group = own.figure["martian"], own.group["g"]
    assert own.cards == CardCounts(5, 3, 1) and own.has_cards
    assert (own.move, own.charge, own.support_dice, own.falls_back) == (8.0, 1.0, 0, True)
    flags = (own.linked_fire, own.unhindered, own.digs, own.studies, own.careful)
    assert flags == (False,) * 5 and not (own.led or own.wild or own.turf or own.directed)
    assert (group.size, group.acts_together, group.controlled) == (0, False, False)
    assert (kind.height, kind.crew, kind.close_dice, kind.species) == (1.0, 1, 0, "")
    traits = (kind.humanoid, kind.leader, kind.initial_roll, kind.issued, kind.controller)
    assert traits == (False,) * 5 and (kind.explosive, kind.tunnels) == (False, False)
    assert (own.links("g"), own.is_careful("g"), own.figure_move("martian")) == (False, False, 8.0)


@pytest.mark.rule("MT-DECK-02", "MT-DECK-05")
@pytest.mark.parametrize(
    ("cards", "valid", "seated"),
    [
        ((0, 0, 0), True, False),
        ((1, 0, 0), True, True),
        ((0, 1, 0), True, True),
        ((0, 0, 1), True, True),
        ((-1, 0, 0), False, False),
        ((5, 3, -1), False, False),
    ],
)
@pytest.mark.rule("MT-SET-02", "MT-SET-03", "MT-SET-09", "MT-LNK-01")
def test_the_numbers_of_cards(cards, valid, seated):
    if not valid:
        with pytest.raises(ValueError, match="negative"):
            CardCounts(*cards)
        return
    own = FactionProfile("Martians", CardCounts(*cards), {}, {})
    assert own.has_cards is seated


@pytest.mark.rule("MT-SPUG-13", "MT-SET-05", "MT-GAP-64")
def test_the_keys_of_factions_and_figures_differ_from_those_of_the_game():
    def own(kind):
        figure = FigureKind("Gunner", "g", 1.0, 1, (6, 9, 12))
        return FactionProfile("Martians", CardCounts(), {"g": GroupKind("G")}, {kind: figure})

    assert list(with_own_factions({"martians": own("martian")})) == [*factions(), "martians"]
    for own_factions_ in ({"unit": own("martian")}, {"martians": own("dalek")}, {"martians": own("jeep")}):
        with pytest.raises(ScenarioError):
            with_own_factions(own_factions_)
    with pytest.raises(ScenarioError):
        with_own_factions({"martians": own("martian"), "others": own("martian")})
    assert own_factions(plan(*TWO)) == {}


def test_what_is_off_the_table_keeps_its_place():
    state = first_state(plan(*TWO), Ground(72.0, 48.0))
    assert {piece.place for piece in state.table.pieces.values()} == {Off("reserve")}


@pytest.mark.rule("MT-SPC-03", "MT-GAP-79", "MT-SCN-06", "MT-SCN-10")
def test_what_a_scenario_need_not_say():
    act = SpecialAct("bomb", "Grenade", (), "blast")
    assert (act.dice, act.roll, act.by, act.makes, act.after, act.needs) == (4, False, (), "", "", "")
    assert ItemSpec("egg", "egg", "an egg").hidden and Objectives().at_most == 2
