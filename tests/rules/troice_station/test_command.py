"""Pips, cards, morale, the turn, set-up and the end."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from battlesim.engine.dice import SeededDice
from battlesim.engine.plan import ScenarioError
from battlesim.engine.play import Play
from battlesim.geometry.measure import point_in_rings, shape_gap
from battlesim.geometry.shapes import centroid
from battlesim.mechanics.deck import Deck
from battlesim.mechanics.pieces import set_mark
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.attack import bursts
from battlesim.rulesets.troice_station.battle import forces, sequence, set_up, victory
from battlesim.rulesets.troice_station.command import cards, morale, turn
from battlesim.rulesets.troice_station.core.facts import quarter
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    DOWN,
    HE,
    HMG_FIRE,
    HUGGED,
    MOVED,
    OVERWATCH,
)
from battlesim.rulesets.troice_station.core.state import Battle, Goal, Site
from battlesim.rulesets.troice_station.ground.surface import surface
from battlesim.rulings.placing import free_space
from battlesim.scenarios.library import load_scenario
from battlesim.table.pieces import Off, Piece
from battlesim.table.terrain import Terrain
from battlesim.testing.script import Done

from .things import LANDING, alien, battle, line, marine, marker, perform, room

PLATOON = (
    ("lt", "HQ-1", "HQ", 10, 10),
    ("specialist_radio", "HQ-2", "HQ", 12, 10),
    ("nco", "1A-1", "1A", 20, 10),
    ("trooper", "1A-2", "1A", 22, 10),
    ("trooper", "1B-1", "1B", 20, 20),
    ("nco", "2A-1", "2A", 40, 10),
    ("trooper", "2B-1", "2B", 40, 20),
)
UNDER = {"1A": "1A-1", "1B": "1A-1", "2A": "2A-1", "2B": "2A-1"}


def platoon(*more: Piece, options: dict[str, str] | None = None, **marks: Any) -> Battle:
    """A small platoon; marks by id with an underscore."""
    pieces = [
        marine(kind, id, x, y, unit=unit, marks=marks.get(id.replace("-", "_"), ()))
        for kind, id, unit, x, y in PLATOON
    ]
    state = battle(*pieces, *more, options=options)
    units = [
        msgspec.structs.replace(u, rules={"under": UNDER[u.id]})
        for u in state.table.units.values()
        if u.id in UNDER
    ]
    return state.with_table(state.table.with_units(*units)).with_game(phase="start", phases=sequence.PHASES)


def given(state: Battle, *answers: dict[str, int], dice: tuple[Any, ...] = (1, 1, 1)) -> Done:
    """The start of a turn, with what leaders hand out in their order: NCOs, then the Lieutenant."""
    return perform(state, turn.start, {"pips": answers} if answers else {}, dice)


@pytest.mark.rule("TS-CMD-01", "TS-CMD-03", "TS-SEQ-01", "TS-GAP-03", "TS-GAP-12")
def test_leaders_roll_before_any_card_is_drawn():
    done = given(platoon(), dice=(2, 1, 3))
    totals = {one.about: one.total for one in done.asked_for("pips")}
    assert totals == {"2A-1": 4, "1A-1": 2, "HQ-1": 3} and done.state.game.drawn == ()


@pytest.mark.rule("TS-CMD-02", "TS-CMD-06", "TS-CMD-05")
def test_the_lieutenant_gives_to_squads_and_to_single_figures():
    done = given(platoon(), {}, {}, {"1B": 2, "HQ-2": 1}, dice=(2, 1, 1))
    assert (done.state.game.pools["1B"], done.state.game.own, done.state.game.pools["2B"]) == (
        3,
        {"HQ-2": 1},
        1,
    )


@pytest.mark.rule("TS-CMD-04")
def test_an_nco_gives_to_his_own_squads_alone():
    asked = given(platoon()).asked_for("pips")
    assert {one.about: [share.key for share in one.shares] for one in asked}["1A-1"] == ["1A", "1B"]


@pytest.mark.rule("TS-GAP-11")
@pytest.mark.parametrize(
    ("option", "dice", "pool"), [("leaders_only", (1, 1, 1), 1), ("every_unit", (1, 1, 1, 3, 3, 3, 3, 3), 3)]
)
def test_by_option_squads_roll_too(option, dice, pool):
    assert given(platoon(options={"action_dice": option}), dice=dice).state.game.pools["1B"] == pool


@pytest.mark.rule("TS-GAP-14")
@pytest.mark.parametrize(
    ("option", "marks", "reached"),
    [("unlimited", {}, True), ("radio", {}, True), ("radio", {"HQ_2": [DOWN]}, False)],
)
def test_by_option_the_radio_is_needed_for_far_squads(option, marks, reached):
    asked = given(platoon(options={"command_reach": option}, **marks)).asked_for("pips")[-1]
    assert any(share.key == "2B" and not share.shut for share in asked.shares) is reached


@pytest.mark.rule("TS-GAP-14")
def test_by_option_an_ncos_pips_reach_twelve_inches():
    asked = given(platoon(options={"command_reach": "radio"})).asked_for("pips")[0]
    assert {share.key: bool(share.shut) for share in asked.shares} == {"2A": False, "2B": False}


@pytest.mark.rule("TS-GAP-15")
def test_a_leader_who_is_out_rolls_nothing():
    done = given(platoon(HQ_1=[DOWN]), dice=(1, 1))
    assert [one.about for one in done.asked_for("pips")] == ["2A-1", "1A-1"]


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(("option", "chief"), [("no_successor", ""), ("promote", "1A-1")])
def test_by_option_an_nco_takes_command_when_the_lieutenant_is_dead(option, chief):
    state = platoon(options={"leader_loss": option})
    dead = state.with_table(state.table.with_place("HQ-1", Off("lost")))
    assert given(dead, dice=(1, 1)).state.game.commander == chief


@pytest.mark.rule("TS-SEQ-02", "TS-GAP-17")
def test_each_squad_and_each_quarter_has_a_card():
    state = platoon()
    gone = state.with_table(state.table.with_place("2B-1", Off("lost")))
    assert (cards.of_turn(state), len(cards.of_turn(gone))) == (
        ["HQ", "1A", "1B", "2A", "2B", "q1", "q2", "q3", "q4"],
        8,
    )


@pytest.mark.rule("TS-GAP-16")
@pytest.mark.parametrize(
    ("option", "apart"),
    [("squads", []), ("squads_and_leaders", ["1A-1", "2A-1", "HQ-1"]), ("sniper_apart", [])],
)
def test_by_option_leaders_have_cards_of_their_own(option, apart):
    state = platoon(options={"cards_units": option})
    assert [card for card in cards.of_turn(state) if card in state.table.pieces] == apart


@pytest.mark.rule("TS-GAP-16")
def test_by_option_the_sniper_has_a_card_of_his_own():
    state = platoon(marine("sniper", "HQ-4", 14, 10, unit="HQ"), options={"cards_units": "sniper_apart"})
    assert "HQ-4" in cards.of_turn(state)


@pytest.mark.rule("TS-GAP-18", "TS-ALN-02")
@pytest.mark.parametrize(
    ("spot", "number"),
    [((10, 40), 1), ((40, 40), 2), ((40, 10), 3), ((10, 10), 4), ((24, 24), 1), ((24, 10), 3)],
)
def test_quarters_are_numbered_clockwise_from_the_northwest(spot, number):
    assert quarter(battle().table.ground, spot) == number


@pytest.mark.rule("TS-GAP-18")
def test_spades_are_the_quarters_and_hearts_the_marines():
    known = cards.names(platoon())
    assert (known["q1"], known["HQ"]) == ("ace of spades: quarter 1", "ace of hearts: HQ")


def drawn(state: Battle, card: str, **fields: Any) -> Done:
    """A card is drawn."""
    return perform(state.with_game(deck=Deck((card,)), phase="cards", **fields), cards.draw, dice=(card,))


@pytest.mark.rule("TS-SEQ-03", "TS-SEQ-04", "TS-ALN-03")
def test_whose_card_is_drawn_is_activated():
    assert drawn(platoon(), "q3").state.game.card == "q3" and drawn(platoon(), "1A").state.game.card == "1A"


@pytest.mark.rule("TS-ACT-15", "TS-GAP-24")
def test_overwatch_ends_with_the_squads_next_card():
    assert not drawn(platoon(**{"1A_2": [OVERWATCH, MOVED]}), "1A").state.table.piece("1A-2").marks


@pytest.mark.rule("TS-MORL-01", "TS-MORL-03", "TS-MORL-06", "TS-GAP-75")
@pytest.mark.parametrize(
    ("marks", "unit", "left"),
    [({}, (), 3), ({"1A_2": [DOWN]}, (), 2), ({"1A_2": [HUGGED]}, (HE, HMG_FIRE), 0)],
)
def test_morale_takes_pips_as_the_card_is_drawn(marks, unit, left):
    state = platoon(**marks).with_game(pools={"1A": 3})
    for mark in unit:
        state = state.with_table(state.table.with_units(state.table.units["1A"].with_mark(mark)))
    assert drawn(state, "1A").state.game.pools.get("1A", 0) == left


@pytest.mark.rule("TS-GAP-75", "TS-CMD-06")
def test_pips_of_single_figures_are_taken_last():
    state = platoon(**{"1A_2": [DOWN]}).with_game(pools={"1A": 1}, own={"1A-1": 1})
    done = drawn(state, "1A")
    assert (done.state.game.pools.get("1A", 0), done.state.game.own) == (0, {"1A-1": 1})


@pytest.mark.rule("TS-GAP-75")
@pytest.mark.parametrize(("option", "pool"), [("on_card", 1), ("on_allocation", 0)])
def test_by_option_morale_is_worked_out_at_the_start_of_the_turn(option, pool):
    state = platoon(options={"morale_timing": option}, **{"1A_2": [DOWN]})
    assert given(state).state.game.pools.get("1A", 0) == pool


@pytest.mark.rule("TS-MORL-02", "TS-GAP-76")
def test_a_squad_without_pips_is_pinned():
    state = platoon(**{"1A_2": [DOWN]}).with_game(pools={"1A": 1})
    done = drawn(state, "1A")
    assert morale.pinned(done.state, "1A") and "pinned" in str(done.events)


@pytest.mark.rule("TS-ACT-15", "TS-GAP-12")
def test_by_option_pips_are_handed_out_as_a_card_is_drawn():
    state = platoon(options={"pip_timing": "on_card"}).with_game(purses={"1A-1": 3}, pools={"1B": 1})
    done = perform(
        state.with_game(deck=Deck(("1B",)), phase="cards"), cards.draw, {"pips": [{"1B": 2}]}, dice=("1B",)
    )
    assert (done.state.game.pools["1B"], done.state.game.purses) == (3, {"1A-1": 1})


@pytest.mark.rule("TS-SEQ-04", "TS-GAP-13")
def test_pips_that_nobody_used_are_lost():
    state = platoon().with_game(pools={"1A": 2}, own={"1A-1": 1}, card="1A")
    assert (perform(state, cards.end).state.game.pools, perform(state, cards.end).state.game.own) == ({}, {})


@pytest.mark.rule("TS-GAP-77")
@pytest.mark.parametrize("mark", [HE, HMG_FIRE])
@pytest.mark.parametrize(("again", "lasts"), [(False, False), (True, True)])
def test_fire_is_over_as_the_next_activation_ends_and_not_that_in_which_it_came(mark, again, lasts):
    # the squad is under fire as its card comes; with `again` it comes under fire once more on that card
    state = platoon().with_game(deck=Deck(("1A",)))
    state = state.with_table(state.table.with_units(state.table.units["1A"].with_mark(mark)))
    state = perform(state, cards.draw, dice=("1A",)).state
    if again:
        state = perform(state, lambda play: set_mark(play, ["1A"], mark, 1)).state
    assert perform(state, cards.end).state.table.units["1A"].has(mark) is lasts


@pytest.mark.rule("TS-GAP-77", "TS-MORL-04")
def test_high_explosive_of_its_own_on_its_card_costs_a_squad_a_pip_on_its_next():
    state = battle(*line(10, 12), deck=Deck(("1A",)), pools={"1A": 2}, card="1A")

    def blast(play):
        bursts.under_fire(play, play.state.table.standing())
        cards.end(play)

    state = perform(state, blast).state.with_game(pools={"1A": 2})
    assert perform(state, cards.draw, dice=("1A",)).state.game.pools == {"1A": 1}


@pytest.mark.rule("TS-SEQ-05", "TS-ACT-02")
def test_a_new_turn_has_fresh_actions_and_a_fresh_deck():
    done = given(platoon(**{"1A_2": {ACTIONS: 3}}))
    assert not done.state.table.piece("1A-2").has(ACTIONS) and len(done.state.game.deck.left) == 9


@pytest.mark.rule("TS-GAP-08")
@pytest.mark.parametrize(
    ("option", "now", "dice", "sight"),
    [
        ("12", 9, (), 12.0),
        ("worsens", 4, (), 12.0),
        ("worsens", 5, (), 11.0),
        ("lifts", 6, (6,), 1e6),
        ("lifts", 6, (5,), 12.0),
    ],
)
def test_the_blizzard_over_the_turns(option, now, dice, sight):
    state = platoon(options={"blizzard": option}).with_game(turn=now)
    assert given(state, dice=(*dice, 1, 1, 1)).state.game.sight == sight


@pytest.mark.rule("TS-GAP-08")
def test_without_a_blizzard_nothing_limits_sight():
    assert load_scenario("troice_first", {"blizzard": "clear"}).start().game.sight == 1e6


# -- set-up --


@pytest.mark.rule("TS-GAP-95", "TS-PROF-10")
@pytest.mark.parametrize(("option", "marines", "markers"), [("platoon", 20, 4), ("patrol", 12, 2)])
def test_the_force(option, marines, markers):
    state = load_scenario("troice_return", {"forces": option}).start()
    assert (state.game.site.strength, state.game.site.markers) == (marines, markers)


@pytest.mark.rule("TS-GAP-96")
def test_squads_land_side_by_side():
    state = load_scenario("troice_return").start()
    done = perform(state, set_up.land)
    assert [done.state.table.piece(id).xy for id in ("1B-1", "HQ-1", "2B-4")] == [
        (16, 1),
        (24, 1),
        (33.5, 2.5),
    ]


@pytest.mark.rule("TS-ALN-01", "TS-GAP-82", "TS-GAP-93", "TS-GAP-94")
def test_four_markers_lie_in_each_quarter_out_of_sight_of_the_landing_zone():
    state, dice = load_scenario("troice_return").start(), SeededDice(3)
    play: Play[Any] = Play(state, "test")
    live = set_up.place_markers(play)
    with suppress(StopIteration):
        asked = next(live)
        while True:
            asked = live.send(asked.fall(dice))
    found = [p for p in play.state.table.standing() if p.kind == "marker"]
    numbers = sorted(quarter(state.table.ground, p.xy) for p in found)
    assert numbers == [n for n in (1, 2, 3, 4) for _ in range(4)]
    wild = [p.xy for p in found if p.xy not in ((11, 37), (38, 36), (37, 16), (11, 16))]
    away = [math.hypot(max(14 - x, 0, x - 34), max(y - 4, 0)) - 0.5 for x, y in wild]
    assert len(wild) == 12 and min(away) > 12


@pytest.mark.rule("TS-GAP-92")
@pytest.mark.parametrize(
    ("said", "turns"),
    [({"difficulty": "hard"}, 8), ({"difficulty": "hard", "game_length": "12"}, 12), ({}, 12)],
)
def test_a_difficulty_sets_what_nobody_has_said(said, turns):
    assert load_scenario("troice_return", said).start().game.parameters.turns == turns


@pytest.mark.rule("TS-GAP-91")
@pytest.mark.parametrize(("option", "played"), [("automated", False), ("player", True)])
def test_creatures_are_played_by_option(option, played):
    assert load_scenario("troice_first", {"alien_control": option}).start().table.sides[1].played is played


def refused(**rules: Any) -> str:
    scenario = load_scenario("troice_return")
    plan = msgspec.structs.replace(scenario.plan, rules={**scenario.plan.rules, **rules})
    with pytest.raises(ScenarioError) as error:
        forces.setup(plan, scenario.ground, RULESET.played_with)
    return str(error.value)


@pytest.mark.rule("TS-GAP-95")
@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"goal": {"kind": "gold"}}, "rules.goal.kind"),
        ({"goal": {"kind": "hold", "areas": ["moon"], "win": 1}}, "rules.goal.areas"),
        ({"goal": {"kind": "hold"}}, "rules.goal"),
        ({"goal": {"by_squad": {"9Z": "log"}}}, "rules.goal.by_squad.9Z"),
        ({"landing": [0, 0, 99, 4]}, "rules.landing"),
        ({"markers": 3}, "rules.markers: 3 in each quarter are not the 4 that go with the force platoon"),
        ({"buildings": ["lab", "moon", "", ""]}, "rules.buildings"),
        ({"goal": {"kind": "hold", "areas": ["hut"], "win": 3, "draw": 5}}, "rules.goal.draw"),
        ({"start": {"1A": [[22, 31]]}}, "rules.start.1A: there are 1 places"),
        ({"start": {"HQ": [[20, 30], [23, 31], [25, 31], [27, 31]]}}, "rules.start.HQ: Lieutenant"),
        ({"start": {"HQ": [[60, 30], [23, 31], [25, 31], [27, 31]]}}, "rules.start.HQ: Lieutenant"),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(rules, key):
    assert refused(**rules).startswith(key)


def test_a_door_too_narrow_for_any_base_is_refused():
    scenario = load_scenario("troice_return")
    narrow = block_with_door(0.7)
    ground = msgspec.structs.replace(scenario.ground, terrain=(*scenario.ground.terrain, narrow))
    with pytest.raises(ScenarioError, match=r"shed\.openings: shed\.door1 is 0\.70 in wide"):
        forces.setup(scenario.plan, ground, RULESET.played_with)


def block_with_door(wide: float) -> Terrain:
    return room("shed", 44, 2, 47, 5, ("door", (44.0, 3.0), (44.0, 3.0 + wide), True))


@pytest.mark.rule("TS-GAP-94", "TS-GAP-95")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_on_a_station_laid_out_by_chance_squads_begin_with_their_buildings(seed):
    scenario = load_scenario("troice_storm", {"station_map": "random"})
    plan = msgspec.structs.replace(scenario.plan, seed=seed)
    state = forces.setup(plan, scenario.ground, RULESET.played_with)
    solids = surface(state.table.ground).solid
    for squad, places in state.game.site.start.items():
        assert len(places) == len(state.table.of_unit(squad)) == 4
        for place in places:
            assert not free_space(state.table, 0.5, solids, ()).faults(place), f"{squad} at {place}"


# -- the end --


def home(copies: int, left: int, option: str = "12", **game: Any) -> Battle:
    """A battle of ten marines of whom some are home with copies, and one still on the table."""
    people = [marine("trooper", f"m{k}", 10 + k, 10) for k in range(10)]
    gone = [msgspec.structs.replace(p, place=Off("left")) for p in people[:left]]
    lost = [msgspec.structs.replace(p, place=Off("lost")) for p in people[left:]]
    state = battle(*gone, *lost, options={"game_length": option}, site=Site(LANDING, strength=10))
    return state.with_game(brought_home=tuple(f"r{k}" for k in range(copies)), **game)


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
@pytest.mark.parametrize(
    ("copies", "left", "grade"),
    [(3, 10, 3), (2, 10, 2), (1, 10, 1), (0, 10, 0), (3, 3, 2), (3, 4, 3), (0, 0, 0)],
)
def test_copies_brought_home_less_a_step_for_heavy_losses(copies, left, grade):
    assert victory.grade_of(home(copies, left)) == grade


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(
    ("option", "turns", "idle", "ended"),
    [
        ("12", 13, 0, True),
        ("12", 12, 0, False),
        ("8", 9, 0, True),
        ("unlimited", 30, 0, False),
        ("unlimited", 30, 5, True),
        ("unlimited", 61, 0, True),
    ],
)
def test_when_a_battle_ends(option, turns, idle, ended):
    state = battle(marine("trooper", "a", 10, 10), options={"game_length": option}).with_game(
        turn=turns, idle=idle
    )
    assert (victory.outcome(state) is not None) is ended


@pytest.mark.rule("TS-GAP-98")
def test_without_an_active_marine_the_battle_is_over():
    assert victory.outcome(battle(marine("trooper", "a", 10, 10, marks=[DOWN])).with_game(turn=1)) is not None


@pytest.mark.rule("TS-GAP-98", "TS-GAP-70")
def test_holding_counts_active_marines_wholly_inside():
    goal = Goal("hold", ("hut",), 2, 1)
    hut = room("hut", 5, 5, 15, 15)
    state = battle(
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        terrain=[hut],
        site=Site(LANDING, goal=goal),
    )
    assert victory.grade_of(state) == victory.DRAW


def test_the_marines_do_not_know_what_markers_hold():
    state = battle(marker("m", 10, 10), marine("trooper", "a", 30, 30)).with_game(contents={"m": "alien"})
    assert RULESET.view(state, "marines").game.contents == {"m": "?"}
    assert RULESET.view(state, "creatures").game.contents == {"m": "alien"}


@pytest.mark.rule("TS-GAP-19", "TS-ALN-03")
def test_the_card_of_a_quarter_is_for_those_who_stand_in_it():
    state = battle(alien("x", 10, 40), alien("y", 40, 40), marine("trooper", "a", 24, 5)).with_game(
        card="q1", phase="cards", phases=sequence.PHASES
    )
    assert sequence.next_step(state).name == "creature"
    assert sequence.next_step(state.with_game(acted=("x",))).name == "end_card"


@pytest.mark.rule("TS-GAP-94")
@pytest.mark.parametrize(("option", "moved"), [("station", False), ("random", True)])
def test_by_option_the_station_is_laid_out_by_chance(option, moved):
    known, found = (
        load_scenario("troice_return", {"station_map": one}).start().table for one in ("station", option)
    )
    assert (found.terrain("lab") != known.terrain("lab")) is moved
    assert quarter(found.ground, centroid(found.terrain("lab").rings[0])) == 1
    houses = [t for t in found.ground.terrain if t.openings]
    gaps = [shape_gap(a.rings, b.rings) for a in houses for b in houses if a.id < b.id]
    assert min(gaps) >= (4.0 if moved else 0.0)
    tape = found.markers["tapes"]
    assert point_in_rings(tape.x, tape.y, found.terrain("lab").rings)
