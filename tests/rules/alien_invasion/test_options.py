"""Options and small rules: heights, linked fire with an officer, rivers, groups that join, bombs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.engine.codec import encode
from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.dice import ManualDice, SeededDice
from battlesim.geometry.shapes import ring_bounds
from battlesim.mechanics.deck import Deck
from battlesim.players.recruit import recruit_adviser
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.card import action_options
from battlesim.rulesets.alien_invasion.attack.shooting import targets
from battlesim.rulesets.alien_invasion.attack.volley import link_options
from battlesim.rulesets.alien_invasion.battle.batches import all_cards
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.ground.sight import sees
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.scenarios.maps import parse_map
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.pieces import OnTable
from battlesim.testing.script import begin_run
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    group,
    left,
    pair,
    play,
    run,
    spugs,
    terrain,
    vehicle,
)

FOE = daleks("d", (60, 40))
ROOF = replace(terrain("building", 5, 5, 12, 15, "roof"), height=6.0, traits=("flat_roof",))


def keys(state, id="a"):
    """The open actions of a group."""
    return {option.key for option in action_options(state, id) if not option.shut}


def on_roof(options, *extra):
    """A man on a roof of two floors and a Dalek 20 in away, with more terrain in between."""
    state = battle(group("a", (11, 10)), daleks("b", (31, 10)), ground=[ROOF, *extra], options=options)
    return state.with_table(state.table.with_place("a1", OnTable(11, 10, 0.0, 6.0, "roof")))


@pytest.mark.rule("MT-GAP-23")
@pytest.mark.option("height_mode", "three_d", "flat")
@pytest.mark.parametrize(("value", "seen"), [("three_d", True), ("flat", False)])
def test_from_a_roof_one_sees_over_a_wall_unless_heights_do_not_count(value, seen):
    wall = terrain("wall", 20.9, 5, 21.1, 15)
    assert sees(on_roof({"height_mode": value}, wall), "a", "b") is seen
    assert sees(on_roof({"height_mode": value}), "a", "b"), "its own roof hides nothing"


@pytest.mark.rule("MT-GAP-23")
def test_a_third_group_hides_up_to_one_inch_and_a_quarter():
    third = spugs("c", (21, 9), (21, 11))
    state = battle(group("a", (11, 10)), daleks("b", (31, 10)), third)
    assert not sees(state, "a", "b")
    above = battle(group("a", (11, 10)), daleks("b", (31, 10)), third, ground=[ROOF])
    up = above.with_table(above.table.with_place("a1", OnTable(11, 10, 0.0, 6.0, "roof")))
    assert sees(up, "a", "b"), "the line is 4 in high over them"


HQ = ("unit_officer", "unit_guard")


@pytest.mark.rule("MT-GAP-29")
@pytest.mark.option("unit_linked_fire", "always", "requires_officer")
@pytest.mark.parametrize(
    ("value", "officer", "linked"),
    [
        ("always", None, True),
        ("requires_officer", None, False),
        ("requires_officer", (10, 16), True),
        ("requires_officer", (10, 40), False),
    ],
)
def test_linked_fire_may_need_an_officer_who_sees_a_section(value, officer, linked):
    house = terrain("building", 5, 30, 20, 36)
    others = [group("h", officer, kinds=HQ)] if officer else []
    state = battle(
        group("a", *block(10, 10)),
        daleks("b", (40, 10)),
        *others,
        ground=[house],
        row=("unit double",),
        options={"unit_linked_fire": value},
    )
    open_links = {option.by[0] for option in link_options(state, "a", "b")}
    assert ("a" in open_links) is linked


@pytest.mark.rule("MT-GAP-29")
def test_the_officer_links_the_section_that_he_sees():
    house = terrain("building", 5, 30, 30, 36)
    state = battle(
        group("a", *block(10, 40)),
        group("c", *block(20, 10)),
        group("h", (10, 10), kinds=HQ),
        daleks("b", (60, 25)),
        ground=[house],
        row=("unit double",),
        options={"unit_linked_fire": "requires_officer"},
    )
    assert {option.by[0] for option in link_options(state, "a", "b")} == {"c", "h"}


@pytest.mark.rule("MT-GAP-43")
@pytest.mark.option("river_crossing", "wade", "impassable", "bridges_only")
@pytest.mark.parametrize(("value", "x"), [("wade", 14.0), ("impassable", 13.5), ("bridges_only", 13.5)])
def test_a_river_ends_a_move_in_it_or_by_option_before_it(value, x):
    banks = [terrain("river", 14, 0, 20, 20, "up"), terrain("river", 14, 26, 20, 48, "down")]
    state = battle(group("a", (10, 10)), FOE, ground=banks, options={"river_crossing": value})
    assert run(state, (30, 10)).end == pytest.approx((x, 10), abs=0.01)
    bridge = battle(group("a", (10, 23)), FOE, ground=banks, options={"river_crossing": value})
    assert run(bridge, (18, 23)).end == (18, 23), "between the parts of the river is a bridge"


def two_halves(value, **more):
    """Two sections of two men each that touch."""
    pairs = [group("a", (10, 10), (10, 11.5)), group("c", (11, 10), (11, 11.5))]
    return battle(*pairs, FOE, options={"free_regroup_action": value}, card="unit double", **more)


@pytest.mark.rule("MT-GAP-42")
@pytest.mark.option("free_regroup_action", "no", "special_action_when_touching")
@pytest.mark.parametrize(("value", "size"), [("no", 2), ("special_action_when_touching", 4)])
def test_groups_that_touch_become_one_only_by_option(value, size):
    state = two_halves(value)
    assert ("regroup" in keys(state)) is (size == 4)
    done = play(state, ["a", "regroup"]) if size == 4 else play(state, [])
    assert left(done, "a") == size and left(done, "c") == 4 - size


@pytest.mark.rule("MT-GAP-42")
def test_a_group_takes_in_no_more_than_its_normal_size_and_no_other_kind():
    option = {"free_regroup_action": "special_action_when_touching"}
    full = [group("a", *block(10, 10)), group("c", (9, 10))]
    assert "regroup" not in keys(battle(*full, FOE, options=option))
    other = [group("a", (10, 10)), group("h", (11, 10), kinds=HQ)]
    assert "regroup" not in keys(battle(*other, FOE, options=option))


BOMB = SpecialAct("throw", "Grenade", (), "blast", ("unit",))


@pytest.mark.rule("MT-GAP-79")
def test_a_grenade_of_a_scenario_hits_a_group_with_one_total():
    thrower, men = group("a", (20, 30)), group("b", (23.4, 20), (22, 20))
    state = battle(thrower, men, FOE, objectives=Objectives((BOMB,)))
    assert "throw" in keys(state)
    done = play(state, ["a", "throw", (20, 20)], [2, 3, 4, 5], until="card")
    assert left(done, "b") == 0
    short = play(state, ["a", "throw", (20, 20), ("b1",)], [2, 3, 4, 2], until="card")
    assert left(short, "b") == 1


@pytest.mark.rule("MT-GAP-79")
def test_without_a_scenario_that_lists_one_there_is_no_grenade():
    assert keys(battle(group("a", (20, 30)), FOE)) == {"move", "shoot"}


@pytest.mark.rule("MT-GAP-81")
def test_figures_on_foot_have_no_facing():
    state = battle(daleks("d", (30, 20)), group("a", (10, 20)), group("b", (50, 20)), vehicle("car", 30, 40))
    assert targets(state, "d") == ["a", "b"]
    moved = play(state.with_game(row=("dalek single",)), ["d", "move", (30, 14)], until="card").state
    assert moved.table.piece("d1").table_position.facing == 0.0
    assert state.table.piece("car").shape is not None


@pytest.mark.rule("MT-GAP-82")
def test_the_last_man_fights_on_with_all_his_dice():
    laws = group("a", (10, 10), kinds=["unit_laws"])
    state = battle(
        laws,
        FOE,
        row=("dalek single", "dalek single", "dalek single", "unit single"),
        ground=[terrain("rubble", 9, 9, 11, 11)],
    )
    answers = ["d", "shoot", "a"] * 3 + ["a", "shoot", "d"]
    done = play(state, answers, [1] * 6 * 3 + [1] * 4, until="card")
    assert [len(event.faces) for event in done.events if getattr(event, "faces", ())] == [6, 6, 6, 4]
    assert done.piece("a1").marks == () and {"move", "shoot"} <= keys(done.state)


FOREST = """
[table]
width = 48
height = 48
[[terrain]]
id = "forest"
kind = "woods"
name = "Forest"
{shape}
"""


@pytest.mark.rule("MT-TER-02")
def test_a_forest_is_laid_out_as_small_areas_with_gaps():
    ground = parse_map(FOREST.format(shape="rect = [10, 10, 30, 24]\nparts = 8"), "forest.toml")
    boxes = [ring_bounds(piece.rings[0]) for piece in ground.terrain]
    assert [terrain.id for terrain in ground.terrain] == [f"forest_{n}" for n in range(1, 7)]
    assert all(x1 - x0 <= 8 and y1 - y0 <= 8 for x0, y0, x1, y1 in boxes)
    assert boxes[1][0] - boxes[0][2] == pytest.approx(1.5)
    state = battle(group("a", (9, 13)), FOE, ground=ground.terrain)
    assert run(state, (17, 13)).by == ("forest_1",)
    inside = battle(group("a", (15.3, 13)), FOE, ground=ground.terrain)
    assert run(inside, (23, 13)).by == ("forest_2",), "it is stopped there, and needs another action"


@pytest.mark.parametrize("shape", ["circle = [20, 20, 8]\nparts = 8", "rect = [10, 10, 40, 24]\nparts = 0.1"])
def test_parts_that_cannot_be_laid_out_are_refused(shape):
    with pytest.raises(InputError, match=r"forest.toml: terrain\[0\].parts"):
        parse_map(FOREST.format(shape=shape), "forest.toml")


@pytest.mark.rule("MT-GAP-31")
@pytest.mark.option("referee_commands", "off", "on")
@pytest.mark.parametrize("value", ["off", "on"])
def test_the_referee_acts_by_option_alone(value):
    state = battle(group("a", *block(10, 10)), FOE, options={"referee_commands": value})
    options = {option.key for option in play(state, []).run.pending.open_options}
    assert ("referee" in options) is (value == "on")


@pytest.mark.rule("MT-GAP-31")
def test_the_referee_moves_a_figure_and_the_log_says_so():
    state = battle(group("a", *block(10, 10)), FOE, options={"referee_commands": "on"})
    spot = (PiecePlacement("d1", 40, 30),)
    done = play(state, ["referee", "moves", "d1", spot])
    assert done.piece("d1").xy == (40, 30)
    assert "The referee moves" in " ".join(str(event.text) for event in done.events if hasattr(event, "text"))
    assert done.state.game.actions_left == 1, "it takes nothing from the card"


@pytest.mark.rule("MT-GAP-31")
@pytest.mark.parametrize(("dice", "end"), [([1, 1, 6, 1], "succeeds"), ([1, 1, 5, 1], "fails")])
def test_the_referee_grants_an_action_roll(dice, end):
    state = battle(group("a", *block(10, 10)), FOE, options={"referee_commands": "on"})
    done = play(state, ["referee", "rolls", "a"], dice)
    assert any(end in str(event.text) for event in done.events if hasattr(event, "text"))


@pytest.mark.rule("MT-GAP-78")
@pytest.mark.option("controller", "automaton", "human")
@pytest.mark.parametrize("humans", [(), ("mib",)])
def test_a_faction_without_a_person_is_played_by_the_program(humans):
    state = battle(group("a", *block(10, 10)), FOE, pair("m", (30, 10)), spugs("s", (20, 40)), row=("event",))
    state = state.with_game(deck=Deck(all_cards(state.game.factions, state.game.parameters)), row=())
    recruit, asked = recruit_adviser(RULESET), set()
    run, dice = begin_run(RULESET, state), SeededDice(1)
    while (decision := run.pending) is not None and run.state.game.turn < 3:
        if decision.side == DICE_SIDE:
            run.answer(decision.roll_or_draw(dice))
        elif decision.side in humans:
            asked.add(decision.side)
            run.answer(decision.default(run.state))
        else:
            run.answer(recruit(run.state, decision).answer)
    assert asked == set(humans)


class Hand:
    """Real dice that show the faces of other ones, in another order."""

    def __init__(self, seed):
        self.dice = SeededDice(seed)

    def throw_handful(self, sides, why):
        return self.dice.throw(sides, why)[::-1]

    def draw_card(self, cards, why, names=None):
        return self.dice.draw_card(cards, why)


def played(dice):
    """A battle of a card and the begin of the next batch, with some dice."""
    state = battle(group("a", *block(10, 10)), FOE, daleks("e", (30, 20)), card="unit double")
    run, adviser = begin_run(RULESET, state), recruit_adviser(RULESET)
    while (decision := run.pending) is not None and run.state.game.turn < 2:
        chance = decision.side == DICE_SIDE
        run.answer(decision.roll_or_draw(dice) if chance else adviser(run.state, decision).answer)
    return run


def test_typed_handfuls_and_cards_give_the_same_battle_as_rolled_ones():
    rolled, typed = played(SeededDice(4)), played(ManualDice(Hand(4), SeededDice(1)))
    assert encode(rolled.state) == encode(typed.state)
