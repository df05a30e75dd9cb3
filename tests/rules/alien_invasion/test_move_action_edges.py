"""The Move action at the edges: contact inside an area, joining a fight, and special acts with objects."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_options
from battlesim.rulesets.alien_invasion.actions.move_action import (
    ask_to_join,
    carry_out_move,
    move_decision,
    moved_to,
    part,
    with_contact_inside,
)
from battlesim.rulesets.alien_invasion.actions.referee import referee_acts
from battlesim.rulesets.alien_invasion.actions.special_action import LOCKED, do_scenario_act, drop, hand_over
from battlesim.rulesets.alien_invasion.core.lookups import combat_of
from battlesim.rulesets.alien_invasion.core.objectives import SpecialAct
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.objectives.items import carried_ids
from battlesim.rulings.measured_move import StraightRun
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.events import TemplatePlaced
from tests.rules.alien_invasion.field import (
    battle,
    block,
    carrying,
    daleks,
    group,
    pair,
    perform,
    spugs,
    terrain,
)
from tests.rules.alien_invasion.test_contact_edges import doctor, joined
from tests.rules.alien_invasion.test_special import FOE, egg, field

MOVES = pytest.mark.rule("MT-MOV-01", "MT-MOV-10", "MT-GAP-07", "MT-HTH-06", "MT-GAP-66")
SCRUB = terrain("scrub", 20, 5, 30, 15, "scrub")


def entered(*enemies, aim, lead=(10, 10), end=(20, 10), ended="feature"):
    """How a line that enters the scrub ends if it was aimed at a point."""
    state = battle(group("a", lead), *enemies, ground=[SCRUB])
    run = StraightRun("a1", lead, end, ended, ("scrub",) if ended else ())
    return with_contact_inside(state, "a", run, aim)


@MOVES
@pytest.mark.parametrize(
    ("enemies", "aim", "by"),
    [
        ((daleks("b", (24, 10)),), (24, 10), ("b1",)),
        ((daleks("b", (24, 10)),), (24, 11.2), ("b1",)),
        ((daleks("b", (24, 10)),), (24, 11.25), ("scrub",)),
        ((daleks("b", (24, 10)),), (24, 11.3), ("scrub",)),
        ((daleks("b", (30.5, 10)),), (30.5, 10), ("scrub",)),
        ((daleks("b", (24, 10), (24, 11.6)),), (24, 11), ("b2",)),
        ((daleks("b", (24, 10), (24, 11.6)),), (24, 10.7), ("b1",)),
        ((group("c", (24, 10)),), (24, 10), ("scrub",)),
        ((), (24, 10), ("scrub",)),
    ],
)
def test_a_line_aimed_at_an_enemy_in_an_area_goes_on_to_contact(enemies, aim, by):
    found = entered(*enemies, aim=aim)
    assert (found.by, found.ended) == (by, "contact" if by[0].startswith("b") else "feature")


@MOVES
@pytest.mark.parametrize(("lead", "at"), [((10, 10), (24, 10)), ((12, 6), (24, 11)), ((18, 10), (21, 14))])
def test_it_ends_where_the_bases_touch(lead, at):
    found = entered(daleks("b", at), aim=at, lead=lead, end=(20, 10))
    gap = math.dist(found.end, at) - 1.25
    assert gap == pytest.approx(0.0025, abs=3e-4)
    ahead = math.dist(lead, found.end) + math.dist(found.end, at)
    assert ahead == pytest.approx(math.dist(lead, at), abs=1e-3)


@MOVES
@pytest.mark.parametrize("ended", ["", "contact", "obstacle"])
def test_only_what_enters_an_area_goes_on(ended):
    found = entered(daleks("b", (24, 10)), aim=(24, 10), ended=ended)
    assert (found.end, found.ended) == ((20, 10), ended)


@MOVES
@pytest.mark.parametrize(
    ("run", "enemy", "fights"),
    [
        (StraightRun("a1", (10, 10), (14, 10), "contact", ("b1",)), (15.25, 10), True),
        (StraightRun("a1", (10, 10), (14, 10)), (40, 10), False),
        (StraightRun("a1", (10, 10), (20, 10), "feature", ("scrub",)), (24, 10), False),
    ],
)
def test_a_group_is_locked_only_with_those_whom_it_reaches(run, enemy, fights):
    state = battle(group("a", (10, 10)), daleks("b", enemy), ground=[SCRUB])
    done = perform(state, lambda play: carry_out_move(play, "a", run, run.end)).state
    assert (combat_of(done, "a") is not None) is fights


@MOVES
@pytest.mark.parametrize(("held", "asked"), [((), True), (("e0",), True), (("e0", "e1"), False)])
def test_an_individual_joins_only_those_who_can_hold_what_he_carries(held, asked):
    """He carries one object; a group carries two at most."""
    own = carrying(doctor("d", 16, 10), "e2")
    state = field(
        own, carrying(group("a", (20, 10), (22, 10)), *held), FOE, kept=[egg(f"e{n}") for n in range(3)]
    )
    run = StraightRun("d1", (16, 10), (18, 10))
    done = perform(state, lambda play: carry_out_move(play, "d", run, (18, 10)))
    assert bool(done.decisions_with_key("attach")) is asked


HELP = pytest.mark.rule("MT-HTH-06", "MT-MOV-01")


@HELP
@pytest.mark.parametrize(
    ("x", "combats", "joins"),
    [
        (12.0, (LockedCombat(1, ("c", "b")),), True),
        (12.02, (LockedCombat(1, ("c", "b")),), False),
        (12.0, (LockedCombat(1, ("d", "b")),), False),
        (12.0, (LockedCombat(1, ("d", "b")), LockedCombat(2, ("c", "e"))), True),
        (12.0, (), False),
    ],
)
def test_a_group_that_touches_a_friend_in_a_fight_may_join_it(x, combats, joins):
    others = group("c", (x, 10)), group("d", (40, 10)), daleks("b", (50, 10)), spugs("e", (60, 10))
    state = battle(group("a", (11, 10)), *others, combats=combats)
    done = perform(state, lambda play: ask_to_join(play, "a"), {"join": True} if joins else {})
    assert (combat_of(done.state, "a") is not None) is joins
    assert len(done.asked) == joins


@HELP
@pytest.mark.parametrize(("answers", "number"), [([True], 1), ([False, True], 2), ([False, False], None)])
def test_it_may_choose_between_two_fights(answers, number):
    others = group("c", (12, 10)), group("d", (10, 10)), daleks("b", (50, 10)), spugs("e", (60, 10))
    combats = LockedCombat(1, ("c", "b")), LockedCombat(2, ("d", "e"))
    state = battle(group("a", (11, 10)), *others, combats=combats)
    done = perform(state, lambda play: ask_to_join(play, "a"), {"join": answers}).state
    combat = combat_of(done, "a")
    assert (combat and combat.number) == number


@MOVES
@pytest.mark.parametrize(
    ("kinds", "shown"),
    [(("spug_warrior",), True), (("burrower",), False), (("burrower", "spug_warrior"), True)],
)
def test_a_group_with_a_figure_that_moves_is_offered_a_move(kinds, shown):
    state = battle(spugs("s", (10, 10), (15, 10), kinds=kinds), FOE, card="spug single")
    assert ("move" in {option.key for option in action_options(state, "s")}) is shown


@MOVES
def test_only_points_in_reach_are_moves():
    state = battle(group("a", (10, 10)), FOE)
    found = moved_to(state, "a", [(12, 10), (19, 10), (18, 10)])
    assert [point for point, _ in found] == [(12, 10), (18, 10)]
    assert [run.end for _, run in found] == [(12, 10), (18, 10)]
    assert move_decision(state, "a").check(state, (19, 10)) is not None


@MOVES
@pytest.mark.parametrize(("who", "asked"), [(("d1",), False), (("d1", "g1"), True)])
def test_of_two_individuals_the_one_who_is_named_leaves(who, asked):
    state = battle(group("a", (20, 10), (22, 10)), doctor("d", 18, 10), doctor("g", 24, 10), FOE)
    for key in who:
        state = joined(state, key)
    answers = {"guest": who[-1]} if asked else {}
    done = perform(state, lambda play: part(play, "a"), answers)
    assert bool(done.decisions_with_key("guest")) is asked
    assert done.piece(who[-1]).unit == who[-1][0]
    assert len(done.state.table.pieces_of_unit("a")) == 2 + len(who) - 1


@pytest.mark.rule("MT-GAP-31")
@pytest.mark.parametrize(
    ("spot", "fine"), [((40, 30), True), ((21.0, 10), True), ((20.9, 10), False), ((10.5, 10), True)]
)
def test_the_referee_sets_a_figure_down_where_nobody_else_stands(spot, fine):
    state = battle(group("a", (10, 10), (20, 10)), FOE)
    answers = {"referee": "moves", "set_right": "a1", "set_right_at": (PiecePlacement("a1", *spot),)}
    if fine:
        assert perform(state, lambda play: referee_acts(play, "unit"), answers).piece("a1").xy == spot
        return
    with pytest.raises(AssertionError, match="refused"):
        perform(state, lambda play: referee_acts(play, "unit"), answers)


BLASTS = pytest.mark.rule("MT-GAP-79")


@BLASTS
@pytest.mark.parametrize(
    ("effect", "dice", "blasts"),
    [
        ("blast", [6, 1, 1, 1], 1),
        ("blast", [5, 1, 1, 1], 0),
        ("flag", [6, 1, 1, 1], 0),
        ("flag", [5, 1, 1, 1], 0),
    ],
)
def test_only_a_bomb_that_succeeds_falls(effect, dice, blasts):
    act = SpecialAct(
        "throw", "Throw it", (), effect, roll=True, makes="" if effect == "blast" else "done", dice=2
    )
    state = field(group("a", *block(10, 10)), daleks("b", (20, 10)), acts=[act])
    answers = {"blast_point": (20, 10)} if blasts else {}
    done = perform(state, lambda play: do_scenario_act(play, "a", act), answers, [*dice, *[1, 1] * blasts])
    assert len(done.events_of(TemplatePlaced)) == blasts


CARRIES = pytest.mark.rule("MT-SCN-10")
HELD = [egg("e0"), egg("e1")]


@CARRIES
@pytest.mark.parametrize(("thing", "left"), [("e0", [[], ["e1"]]), ("e1", [["e0"], []])])
def test_the_carrier_of_what_is_meant_drops_it_where_he_stands(thing, left):
    state = field(carrying(group("a", (10, 10), (14, 7)), "e0", "e1"), FOE, kept=HELD)
    done = perform(state, lambda play: drop(play, "a"), {"thing": thing}).state
    assert [carried_ids(done, figure) for figure in done.table.pieces_of_unit("a")] == left
    spot = {"e0": (10, 10), "e1": (14, 7)}[thing]
    assert (done.table.markers[thing].x, done.table.markers[thing].y) == spot


@CARRIES
@pytest.mark.parametrize(
    ("held", "lying", "combats", "why"),
    [
        ((), ["e2"], (), ("", None, None)),
        (("e0",), ["e2"], (), ("", "", "")),
        (("e0", "e1"), ["e2"], (), ("it carries as much as it can", "", "")),
        (("e0",), [], (), ("it touches nothing that it could carry", "", "")),
        (("e0",), ["e2"], (LockedCombat(1, ("a", "b")),), (LOCKED, LOCKED, LOCKED)),
    ],
)
def test_why_nothing_is_picked_up_handed_over_or_dropped(held, lying, combats, why):
    own = carrying(group("a", (10, 10), (12, 10)), *held)
    state = field(own, group("c", (11, 10)), FOE, kept=[*HELD, egg("e2")], combats=combats)
    for key in lying:
        state = state.with_table(state.table.with_marker(egg(key, 10, 10)))
    shut = {option.key: str(option.shut) for option in action_options(state, "a")}
    assert tuple(shut.get(key) for key in ("pick_up", "hand_over", "drop")) == why


@CARRIES
def test_nobody_with_room_is_near_and_a_single_object_is_not_asked_about():
    state = field(carrying(group("a", (10, 10)), "e0"), group("c", (30, 11)), FOE, kept=HELD)
    shut = {option.key: str(option.shut) for option in action_options(state, "a")}
    assert shut["hand_over"] == "it touches no group of its faction with room"
    assert not perform(state, lambda play: drop(play, "a")).asked


@CARRIES
@pytest.mark.parametrize(
    ("taker", "asked", "thing", "carried"),
    [
        ("c", True, "e0", {"a": [[], ["e1"]], "c": [["e0"], []], "d": [[]]}),
        ("d", True, "e1", {"a": [["e0"], []], "c": [[], []], "d": [["e1"]]}),
        ("c", False, "e1", {"a": [["e0"], []], "c": [[], ["e1"]]}),
    ],
)
def test_an_object_is_handed_to_the_nearest_figure_of_the_group_that_is_named(taker, asked, thing, carried):
    own = carrying(group("a", (10, 10), (16, 10)), "e0", "e1")
    others = [group("c", (11, 10), (17, 10)), *([group("d", (10, 11))] if asked else [])]
    state = field(own, *others, FOE, kept=HELD)
    done = perform(
        state, lambda play: hand_over(play, "a"), {"thing": thing, **({"taker": taker} if asked else {})}
    )
    assert bool(done.decisions_with_key("taker")) is asked
    found = {
        key: [carried_ids(done.state, f) for f in done.state.table.pieces_of_unit(key)] for key in carried
    }
    assert found == carried


@MOVES
def test_pairs_of_others_are_no_friends_to_join():
    combats = (LockedCombat(1, ("m", "b")),)
    state = battle(group("a", (11, 10)), pair("m", (12, 10)), daleks("b", (50, 10)), combats=combats)
    assert not perform(state, lambda play: ask_to_join(play, "a")).asked
