"""Special actions of a scenario, and things that are carried."""

from __future__ import annotations

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.report.picture import looks_of
from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.card import action_decision
from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.advice.marching import goal_of
from battlesim.rulesets.alien_invasion.battle.victory import is_met
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, SpecialAct
from battlesim.rulesets.alien_invasion.core.state import LUCKY_PREFIX, LockedCombat, VictoryRule
from battlesim.table.pieces import Mark, Marker
from tests.rules.alien_invasion.field import battle, block, daleks, group, left, play, terrain

SEARCH = SpecialAct("search", "Search the house", ("h1", "h2", "h3"), "find", roll=True)
HOUSES = (
    terrain("building", 9, 9, 15, 15, "h1"),
    terrain("building", 20, 9, 26, 15, "h2"),
    terrain("building", 30, 9, 36, 15, "h3"),
)
FOE = daleks("b", (60, 40), (62, 40), (64, 40))


def egg(id="egg", x=0.0, y=0.0):
    return Marker(id, "egg", x, y, radius=0.4, name="an egg")


def field(*groups, acts=(), lying=(), finds=(), flags=(), kept=(), **more):
    """A battle with acts, things that lie on the table, and hidden ones."""
    items = {item.id: item for item in (*lying, *kept)}
    return battle(
        *groups,
        markers=lying,
        objectives=Objectives(tuple(acts), items, flags=tuple(flags)),
        **({"finds": Deck(tuple(sorted(finds)))} if finds else {}),
        **more,
    )


def searching(finds=("egg", "empty", "empty"), **more):
    return field(
        group("a", *block(10, 10)), FOE, acts=[SEARCH], finds=finds, kept=[egg()], ground=HOUSES, **more
    )


def keys(state, id="a"):
    return {option.key for option in play(state, [id]).run.pending.open_options}


@pytest.mark.rule("MT-SPC-01", "MT-SPC-02", "MT-GAP-30")
@pytest.mark.parametrize(
    ("dice", "found"),
    [([1, 3, 5, 6, "egg"], 1), ([5, 5, 5, 5], 0), ([6, 6, 2, 1, "egg"], 1), ([5, 5, 4, 1], 0)],
)
def test_one_six_of_all_who_help_is_enough(dice, found):
    done = play(searching(row=("unit single", "dalek single")), ["a", "search"], dice)
    assert len(done.state.table.markers) == found
    assert done.run.pending.side == "dalek", "the card is used up"


@pytest.mark.rule("MT-SPC-03", "MT-SCN-06")
def test_a_search_that_succeeds_in_an_empty_house_says_so():
    done = play(searching(card="unit double"), ["a", "search"], [6, 1, 1, 1, "empty"])
    assert "Building h1 is empty" in [str(event.text) for event in done.events if hasattr(event, "text")]
    assert not done.state.table.markers
    assert "search" not in keys(done.state)


@pytest.mark.rule("MT-SPC-03")
def test_an_act_is_done_by_those_listed_at_its_place_and_in_its_order():
    act = SpecialAct(
        "mend", "Mend it", ("ship",), "flag", ("unit",), makes="mended", after="open", needs="egg"
    )
    ship = Marker("ship", "ship", 12, 12, radius=1.0)
    holder = group("a", *block(10, 10))
    state = field(holder, FOE, acts=[act], lying=[egg(x=10, y=10)]).with_game(tally={})
    state = state.with_table(state.table.with_marker(ship))
    assert "mend" not in keys(state), "it is not open yet"
    opened = field(holder, FOE, acts=[act], lying=[egg(x=10, y=10)], flags=["open"], card="unit double")
    opened = opened.with_table(opened.table.with_marker(ship))
    assert "mend" not in keys(opened), "nobody carries what it takes"
    done = play(opened, ["a", "pick_up", "a", "mend"], until="card")
    assert done.state.game.objectives.flags == ("open", "mended")
    assert is_met(done.state, VictoryRule("unit", "flag", item="mended"))
    assert not done.state.table.markers.get("egg") and not done.piece("a1").marks


@pytest.mark.rule("MT-SPC-04")
def test_without_a_list_there_are_no_special_actions():
    assert keys(battle(group("a", *block(10, 10)), FOE)) == {"move", "shoot"}


@pytest.mark.rule("MT-SCN-10", "MT-GAP-30")
def test_a_thing_that_is_touched_is_picked_up_without_a_roll():
    state = field(group("a", *block(10, 10)), FOE, lying=[egg(x=12.3, y=10)])
    done = play(state, ["a", "pick_up"], until="card")
    assert [mark.name for mark in done.piece("a2").marks] == ["carries:egg"]
    assert is_met(done.state, VictoryRule("unit", "holds", item="egg", than=1))
    away = field(group("a", *block(10, 10)), FOE, lying=[egg(x=12.5, y=10)])
    assert "pick_up" not in keys(away)


@pytest.mark.rule("MT-SCN-10")
def test_the_window_says_what_a_figure_carries():
    state = field(group("a", *block(10, 10)), FOE, lying=[egg(x=12.3, y=10)])
    done = play(state, ["a", "pick_up"], until="card")
    assert [looks_of(RULESET).mark_text(mark) for mark in done.piece("a2").marks] == ["carries an egg"]
    assert looks_of(RULESET).mark_text(Mark("carries:egg")) == "carries"


@pytest.mark.rule("MT-SCN-10")
def test_a_group_carries_two_things_and_hands_one_over():
    eggs = [egg(f"e{n}", 10, 10) for n in range(3)]
    state = field(
        group("a", *block(10, 10)), group("c", (14, 10.2), (12.5, 10)), FOE, lying=eggs, card="unit triple"
    )
    done = play(state, ["a", "pick_up", "e0", "a", "pick_up", "e1", "a"])
    open_keys = {option.key for option in done.run.pending.open_options}
    assert "pick_up" not in open_keys and "hand_over" in open_keys
    handed = play(done.state, ["a", "hand_over", "e0"], until="card")
    assert [mark.name for mark in handed.piece("c2").marks] == ["carries:e0"]


@pytest.mark.rule("MT-SCN-10")
def test_what_is_dropped_lies_where_its_carrier_stands():
    state = field(group("a", (10, 10)), FOE, lying=[egg(x=10.5, y=10)], card="unit double")
    done = play(state, ["a", "pick_up", "a", "drop"], until="card")
    assert (done.state.table.markers["egg"].x, done.piece("a1").marks) == (10.0, ())


def laden(*points):
    """A group of which the first figure carries an egg."""
    unit, pieces = group("a", *points)
    return unit, (pieces[0].with_mark("carries:egg"), *pieces[1:])


@pytest.mark.rule("MT-SCN-10")
def test_a_group_takes_over_what_its_dead_carried_and_the_last_one_leaves_it():
    state = field(laden((10, 10), (11.5, 10)), daleks("b", (30, 10)), kept=[egg()], card="dalek single")
    one = play(state, ["b", "shoot", "a", ("a1",)], [1, 1, 1, 1, 1, 1], until="card")
    assert [mark.name for mark in one.piece("a2").marks] == ["carries:egg"]
    both = play(state, ["b", "shoot", "a"], [6, 6, 1, 1, 1, 1], until="card")
    assert (left(both, "a"), both.state.table.markers["egg"].x) == (0, 10.0)


@pytest.mark.rule("MT-SCN-10")
def test_the_only_side_left_in_a_combat_takes_what_the_fallen_carried():
    state = field(
        laden((10, 10)),
        daleks("b", (11.25, 10), (12.75, 10)),
        kept=[egg()],
        card="dalek double",
        combats=(LockedCombat(1, ("a", "b"), ("b",)),),
    )
    done = play(state, ["pass", lambda d, s: False], [6] * 12 + [1] * 1)
    assert [mark.name for mark in done.piece("b1").marks] == ["carries:egg"]
    assert "egg" not in done.state.table.markers


@pytest.mark.rule("MT-AUTO-03", "MT-AUTO-11")
def test_an_automaton_takes_what_it_wins_by_and_walks_to_the_next():
    rules = (VictoryRule("unit", "holds", item="egg", than=2),)
    far = field(group("a", *block(10, 10)), FOE, lying=[egg(x=30, y=10.5)], victory=rules)
    assert goal_of(far, "a") == ((30, 10.5), "an egg")
    near = field(group("a", *block(10, 10)), FOE, lying=[egg(x=11, y=10)], victory=rules)
    assert (group_plans(near, "a")[0].action, group_plans(near, "a")[0].worth) == ("pick_up", 100)
    assert group_plans(searching(), "a")[0].action != "search"
    wanted = searching(victory=rules)
    assert group_plans(wanted, "a")[0].action == "search"


@pytest.mark.rule("MT-SPC-02")
@pytest.mark.parametrize(("lucky", "chance"), [(0, 1 - (5 / 6) ** 4), (1, 1 - (4 / 6) ** 4)])
def test_the_card_of_a_special_act_has_the_chance_of_its_roll(lucky, chance):
    state = searching(tally={LUCKY_PREFIX + "unit": lucky})
    card = RULESET.preview(state, action_decision(state, "a"), "search")
    assert (card.title, card.chance) == ("Search the house", pytest.approx(chance))
    assert RULESET.preview(state, action_decision(state, "a"), "move") is None
