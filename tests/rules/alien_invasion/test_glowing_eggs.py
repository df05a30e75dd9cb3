"""The scenarios of the glowing eggs: forces, victories, and a few cards of each."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.dice import SeededDice
from battlesim.engine.run import start_run
from battlesim.mechanics.deck import Deck
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of
from battlesim.rulesets.alien_invasion.battle.victory import is_met, winners
from battlesim.rulesets.alien_invasion.core.lookups import UNDERGROUND, groups_of
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.state import VictoryRule
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import Marker, Off
from battlesim.testing.case import case_from_scenario
from tests.rules.alien_invasion.field import (
    battle,
    block,
    carrying,
    daleks,
    group,
    left,
    play,
    spugs,
    terrain,
)

EGGS = {f"egg{number}": Marker(f"egg{number}", "egg", 0, 0, name="an egg") for number in range(1, 5)}


@pytest.fixture(scope="module")
def four():
    return case_from_scenario("glowing_eggs").state


@pytest.fixture(scope="module")
def six():
    return case_from_scenario("glowing_eggs_six").state


def advance(decision, state):
    """The first group that can move does so, toward the middle of the table."""
    ground = state.table.ground
    middle = (ground.width / 2, ground.height / 2)
    wanted = {"group": lambda: decision.open_options[0].key, "action": lambda: "move", "move": lambda: middle}
    answer = wanted[decision.what]() if decision.what in wanted else decision.default(state)
    return decision.default(state) if decision.check(state, answer) else answer


def play_cards(state, cards):
    """Play cards of a battle by moving groups to the middle, and return what has become of it."""
    run, dice = start_run(RULESET, state), SeededDice(1)
    while len(run.state.game.passed) < cards:
        decision = run.pending
        if isinstance(decision, ChanceDecision):
            answer = decision.roll_or_draw(dice)
        else:
            answer = advance(decision, run.state)
        assert run.answer(answer) is None
    return run.state


@pytest.mark.rule("MT-SCN-06", "MT-GAP-73")
def test_six_eggs_are_seen_and_four_are_hidden_in_24_houses(four):
    assert sum(marker.kind == "egg" for marker in four.table.markers.values()) == 6
    assert sorted(four.game.finds.left)[-4:] == [f"hidden_egg{number}" for number in (1, 2, 3, 4)]
    assert len(four.game.finds.left) == 24


@pytest.mark.rule("MT-SCN-07")
def test_the_forces_of_unit(four):
    groups = groups_of(four, "unit")
    assert len(groups) == 7 and not four.game.fire_support
    assert sum(pool_of(four, unit.id).fixed for unit in groups) == 48


@pytest.mark.rule("MT-SCN-09")
def test_the_forces_of_the_others(four):
    counts = {side: len(four.table.pieces_of_side(side)) for side in ("dalek", "spug", "mib")}
    assert counts == {"dalek": 10, "spug": 24, "mib": 10}


@pytest.mark.rule("MT-SCN-08")
def test_unit_wins_with_four_eggs(four):
    own = carrying(group("a", *block(10, 10)), *EGGS)
    state = battle(own, daleks("k", (60, 40)), objectives=Objectives(items=EGGS), victory=four.game.victory)
    assert winners(state) == ("unit",)
    three = carrying(group("a", *block(10, 10)), *list(EGGS)[:3])
    assert not winners(state.with_table(battle(three, daleks("k", (60, 40))).table))


@pytest.mark.rule("MT-SCN-08", "MT-DALK-05")
def test_the_mastermind_dies_of_12_points_and_unit_has_won(four):
    master = group("k", (40, 10), side="dalek", kinds=["dalek_mastermind"])
    men = group("m", (10, 10), side="mib")
    state = battle(men, group("a", (70, 40)), master, card="mib single", victory=four.game.victory)
    done = play(state, ["m", "shoot", "k"], [2, 6, 6], until="card")
    assert left(done, "k") == 0 and done.state.game.objectives.flags == ("mastermind_dead",)
    assert winners(done.state) == ("unit",)
    missed = play(state, ["m", "shoot", "k"], [2, 6, 5], until="card")
    assert left(missed, "k") == 1


@pytest.mark.rule("MT-SCN-08")
def test_no_alien_is_left_when_all_are_dead_or_gone():
    rule = VictoryRule("unit", "no_aliens")
    state = battle(group("a", (10, 10)), daleks("k", (60, 40)), group("g", (30, 30), side="gang"))
    assert not is_met(state, rule)
    assert is_met(state.with_table(state.table.with_place("k1", Off("left"))), rule)
    below = state.with_table(state.table.with_place("k1", UNDERGROUND))
    assert not is_met(below, rule)


@pytest.mark.rule("MT-SCN-09")
def test_spugs_win_with_four_eggs_only_below_ground():
    rule = VictoryRule("spug", "holds", than=4, item="egg", below=True)
    own = carrying(spugs("s", *block(10, 10)), *EGGS)
    state = battle(own, daleks("k", (60, 40)), objectives=Objectives(items=EGGS))
    assert not is_met(state, rule)
    table = state.table
    for number in (1, 2, 3):
        table = table.with_place(f"s{number}", UNDERGROUND)
    assert not is_met(state.with_table(table), rule)
    assert is_met(state.with_table(table.with_place("s4", UNDERGROUND)), rule)


def test_the_first_cards_of_the_scenario_can_be_played(four):
    played = play_cards(four, 2)
    moved = [key for key, piece in played.table.pieces.items() if piece.place != four.table.pieces[key].place]
    assert moved


def hoarders(*eggs, at=(12, 10), card="spug double"):
    """A squad of Spugs with eggs beside their Burrower, who must be held below ground."""
    squad = carrying(spugs("s", *block(*at)), *eggs)
    worm = group("w", (10, 10), side="spug", kinds=["burrower"])
    worm = (msgspec.structs.replace(worm[0], rules={"squad": "s"}), worm[1])
    rule = VictoryRule("spug", "holds", than=4, item="egg", below=True)
    items = Objectives(items=EGGS)
    return battle(squad, worm, daleks("k", (60, 40)), objectives=items, victory=(rule,), card=card)


@pytest.mark.rule("MT-SCN-09")
@pytest.mark.parametrize(("eggs", "down"), [(2, True), (1, False)])
def test_an_automated_burrower_takes_a_laden_squad_home(eggs, down):
    state = hoarders(*list(EGGS)[:eggs])
    assert ("tunnel_down" in [plan.action for plan in group_plans(state, "w")]) == down


@pytest.mark.rule("MT-AUTO-14")
@pytest.mark.parametrize(("eggs", "waits"), [(2, True), (1, False)])
def test_an_automated_burrower_waits_for_a_laden_squad_that_comes_before_it_shoots(eggs, waits):
    state = hoarders(*list(EGGS)[:eggs], at=(40, 36), card="spug triple")
    assert ("tunnel_down" not in [plan.action for plan in group_plans(state, "w")]) is waits
    moves = [plan.worth for plan in group_plans(state, "s") if plan.action == "move"]
    assert (max(moves) > 90) is waits


def test_an_automated_squad_brings_what_it_carries_to_its_burrower_and_stays_below():
    state = hoarders("egg1", "egg2")
    assert goal_of(state, "s")[0] == (10, 10)
    done = play(state, ["w", "tunnel_down", ("s",)], until="card")
    assert done.state.game.below and not group_plans(done.state, "s")


@pytest.mark.rule("MT-SCN-12")
@pytest.mark.option("handicap", "easy", "hard")
@pytest.mark.parametrize(
    ("handicap", "counts"), [("hard", [9, 10, 10, 10, 10, 7]), ("easy", [9, 9, 9, 9, 9, 6])]
)
def test_the_cards_of_six_factions_with_a_handicap(tmp_path, handicap, counts):
    text = Path(scenario_files()["glowing_eggs_six"]).read_text(encoding="utf-8")
    head, _, rest = text.partition("[rules.cards]")
    file = tmp_path / "own_cards.toml"
    file.write_text(head + rest[rest.index("[[") :], encoding="utf-8")
    state = load_scenario(str(file), {"handicap": handicap}).initial_state()
    sides = [state.game.faces[card].side for card in state.game.deck.left]
    assert [sides.count(side) for side in state.game.seats] == counts
    assert (state.game.batch_size, sides.count("")) == (6, 4)


@pytest.mark.rule("MT-SCN-12", "MT-DECK-05")
def test_a_handicap_adds_a_double_to_the_cards_that_the_scenario_gives():
    easy, hard = (
        load_scenario("glowing_eggs_six", {"handicap": how}).initial_state().game.factions
        for how in ("easy", "hard")
    )
    more = {side: hard[side].cards.double - easy[side].cards.double for side in hard}
    assert [more[side] for side in ("unit", "dalek", "spug", "mib", "cyber", "gang")] == [0, 1, 1, 1, 1, 1]


@pytest.mark.rule("MT-SCN-12", "MT-GANG-01")
def test_cybermen_and_gangs_have_their_forces(six):
    counts = {side: len(groups_of(six, side)) for side in ("cyber", "gang")}
    assert counts == {"cyber": 2, "gang": 4}
    assert (six.table.ground.width, six.table.ground.height) == (96, 48)
    cars = [piece for piece in six.table.pieces.values() if piece.kind == "car"]
    assert [car.side for car in cars] == ["gang", "gang"]


def test_the_first_cards_of_six_factions_can_be_played(six):
    played = play_cards(six, 1)
    assert any(piece.place != six.table.pieces[key].place for key, piece in played.table.pieces.items())


def changed(tmp_path, old, new):
    """The scenario with four factions, changed and loaded."""
    text = Path(scenario_files()["glowing_eggs"]).read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "eggs.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_scenario(str(file)).initial_state()


@pytest.mark.rule("MT-GAP-76")
def test_a_scenario_may_give_a_faction_an_exit(tmp_path):
    state = changed(tmp_path, "[rules]\n", '[rules]\nexits = { mib = ["west"] }\n')
    assert state.game.factions["mib"].exits == ("west",)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{ egg = "hatchling" }', '{ egg = "hatchlin" }', "not a figure"),
        ("[rules]\n", '[rules]\nexits = { mob = ["west"] }\n', "not a side"),
    ],
)
def test_a_scenario_names_figures_and_sides_that_it_has(tmp_path, old, new, message):
    with pytest.raises(InputError, match=message):
        changed(tmp_path, old, new)


def seekers(*groups, eggs=(), finds=()):
    """Groups of U.N.I.T., who win by holding eggs, some of which lie about."""
    lying = [Marker(f"egg{n}", "egg", *at, radius=0.4, name=f"egg {n}") for n, at in enumerate(eggs)]
    act = SpecialAct("search", "Search the house", ("hut",), "find", roll=True)
    known = Objectives((act,), {egg.id: egg for egg in (*lying, Marker("hidden", "egg", 0, 0))})
    rule = VictoryRule("unit", "holds", than=4, item="egg")
    hut = [terrain("building", 30, 30, 36, 36, "hut")]
    more = {"finds": Deck(tuple(finds)), "objectives": known, "victory": (rule,), "ground": hut}
    return battle(*groups, daleks("k", (70, 46)), markers=lying, card="unit double", **more)


def test_each_group_goes_for_an_egg_of_its_own_and_the_nearest_goes_first():
    state = seekers(group("a", *block(10, 10)), group("b", *block(10, 14)), eggs=[(20, 14), (30, 14)])
    assert [goal_of(state, id)[0] for id in "ab"] == [(30, 14), (20, 14)]
    worth = [max(plan.worth for plan in group_plans(state, id) if plan.action == "move") for id in "ab"]
    assert worth[0] < worth[1] < 41


@pytest.mark.parametrize(("finds", "goal"), [(["empty", "hidden"], (33, 33)), (["empty"], (70, 46))])
def test_houses_are_searched_as_long_as_something_is_hidden(finds, goal):
    state = seekers(group("a", *block(10, 10), kinds=["unit_rifleman"]), finds=finds)
    assert goal_of(state, "a")[0] == pytest.approx(goal)


def test_houses_wait_until_nothing_lies_in_the_open():
    state = seekers(group("a", *block(28, 28)), eggs=[(10, 10)], finds=["hidden"])
    assert goal_of(state, "a")[0] == (10, 10)
