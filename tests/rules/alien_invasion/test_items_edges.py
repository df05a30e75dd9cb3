"""Things that are carried: how near one must be, how many a group holds, and who has them after a death."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.combat.resolution import conclude
from battlesim.rulesets.alien_invasion.contact.locks import end_combat
from battlesim.rulesets.alien_invasion.core.lookups import LEFT
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts
from battlesim.rulesets.alien_invasion.objectives.items import (
    drop_from_dead,
    friends_in_touch,
    give_item,
    items_held,
    items_in_reach,
    lay_down,
    loot,
    nearest_figure,
    objectives,
    room_for_items,
    take_item,
)
from battlesim.rulesets.alien_invasion.underground.places import go_below
from battlesim.table.pieces import Marker, Off
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    carrying,
    daleks,
    default,
    group,
    pair,
    perform,
    spugs,
    vehicle,
)
from tests.rules.alien_invasion.test_special import FOE, egg, field

CARRIES = pytest.mark.rule("MT-SCN-10")
EGGS = tuple(egg(f"e{number}") for number in range(4))


def marks(state, id):
    """What a figure carries, and how many marks there are of each."""
    return [(mark.name, mark.count) for mark in state.table.piece(id).marks]


def fallen(state, *ids):
    """The same battle after these figures were lost."""
    table = state.table
    for key in ids:
        table = table.with_place(key, Off("lost"))
    return state.with_table(table)


@CARRIES
@pytest.mark.parametrize(
    ("x", "y", "found"),
    [(10.9, 10, True), (10.904, 10, True), (10.906, 10, False), (21, 10.9, True), (10, 10, True)],
)
def test_what_any_figure_of_a_group_touches_is_in_reach(x, y, found):
    state = field(group("a", (10, 10), (21, 10)), FOE, lying=[egg(x=x, y=y)])
    assert [item.id for item in items_in_reach(state, "a")] == ["egg"] * found


@CARRIES
def test_nobody_picks_up_a_marker_that_is_no_object():
    state = field(group("a", (10, 10)), FOE, kept=[egg()])
    state = state.with_table(state.table.with_marker(Marker("h", "hole", 10, 10, radius=1.0)))
    assert items_in_reach(state, "a") == []


@pytest.mark.rule("MT-SCN-10", "MT-SPC-01")
def test_without_objectives_there_is_nothing_to_carry():
    assert objectives(battle(group("a", (10, 10)))).items == {}
    assert room_for_items(battle(group("a", (10, 10))), "a") == 2


@CARRIES
@pytest.mark.parametrize(("held", "room"), [((), 2), (("e0",), 1), (("e0", "e1"), 0)])
def test_a_group_carries_two_objects_at_most(held, room):
    state = field(carrying(group("a", (10, 10), (12, 10)), *held), FOE, kept=EGGS)
    assert room_for_items(state, "a") == room


@CARRIES
def test_an_object_lies_on_the_table_or_is_held_by_one_figure():
    state = field(group("a", (10, 10), (12, 10)), FOE, lying=[egg(x=10, y=10)])
    given = perform(state, lambda play: give_item(play, "egg", play.state.table.piece("a2"))).state
    assert (marks(given, "a2"), given.table.markers) == ([("carries:egg", 1)], {})
    moved = perform(given, lambda play: take_item(play, play.state.table.piece("a2"), "egg")).state
    assert (marks(moved, "a2"), moved.table.markers) == ([], {})
    again = perform(moved, lambda play: give_item(play, "egg", play.state.table.piece("a1"))).state
    assert marks(again, "a1") == [("carries:egg", 1)]
    down = perform(moved, lambda play: lay_down(play, "egg", (30.0, 7.0))).state
    assert (down.table.markers["egg"].x, down.table.markers["egg"].y) == (30.0, 7.0)


@CARRIES
@pytest.mark.parametrize(("point", "nearest"), [((10, 10), "a1"), ((13, 10), "a2"), ((12, 10), "a1")])
def test_the_nearest_figure_takes_it_and_in_a_tie_the_first(point, nearest):
    figures = battle(group("a", (11, 10), (13, 10))).table.pieces_of_unit("a")
    assert nearest_figure(figures, point).id == nearest


DROPS = pytest.mark.rule("MT-SCN-10", "MT-GAP-82", "MT-SHT-08")


def dropped(state, dead="a1"):
    """The state when a figure has just died."""
    state = fallen_where_it_stood(state, dead)
    return perform(state[0], lambda play: drop_from_dead(play, state[1])).state


def fallen_where_it_stood(state, dead):
    """The state without a figure, and the figure as it stood."""
    figure = state.table.piece(dead)
    return fallen(state, dead), figure


@DROPS
def test_the_nearest_of_the_group_takes_what_a_dead_figure_carried():
    state = field(carrying(group("a", (10, 10), (14, 10), (8, 10)), "e0"), FOE, kept=EGGS)
    done = dropped(state)
    assert (marks(done, "a3"), marks(done, "a2"), done.table.markers) == ([("carries:e0", 1)], [], {})


@DROPS
def test_two_objects_pass_on_together():
    unit, (first, second) = carrying(group("a", (10, 10), (14, 10)), "e0")
    state = field((unit, (first.with_mark("carries:e1"), second)), FOE, kept=EGGS)
    assert marks(dropped(state), "a2") == [("carries:e0", 1), ("carries:e1", 1)]


@DROPS
def test_what_the_last_of_a_group_carried_lies_where_he_fell():
    state = field(carrying(group("a", (10, 7)), "e0"), group("c", (12, 7)), FOE, kept=EGGS)
    done = dropped(state)
    assert [(m.id, m.x, m.y) for m in done.table.markers.values()] == [("e0", 10, 7)]
    assert (marks(done, "a1"), marks(done, "c1")) == ([], [])


@DROPS
def test_underground_the_first_who_is_left_takes_it():
    state = field(carrying(group("a", (10, 7), (12, 7), (14, 7)), "e0"), FOE, kept=EGGS)
    below = perform(state, lambda play: go_below(play, "a", "manhole", (10, 7), "")).state
    done = perform(fallen(below, "a1"), lambda play: drop_from_dead(play, play.state.table.piece("a1"))).state
    assert marks(done, "a2") == [("carries:e0", 1)]


@DROPS
def test_in_a_vehicle_the_others_in_it_take_it():
    crew = aboard(carrying(group("a", (0, 0), (0, 0)), "e0"), "car")
    state = field(vehicle("car", 20, 20), crew, FOE, kept=EGGS)
    dead = state.table.piece("a1")
    stood = state.table.with_place("a1", state.table.piece("car").place).piece("a1")
    done = perform(fallen(state, "a1"), lambda play: drop_from_dead(play, stood)).state
    assert dead.place != stood.place
    assert marks(done, "a2") == [("carries:e0", 1)]


LOOTS = pytest.mark.rule("MT-SCN-10", "MT-HTH-17", "MT-SPUG-11")


def looted(state, *dead, side="dalek", groups=("b",)):
    """The state when a side takes what the dead of a combat carried."""
    return perform(
        state, lambda play: loot(play, [state.table.piece(key) for key in dead], side, groups)
    ).state


def after_fight(lying, owner="a"):
    """Daleks over the dead of two sections, one of whom carried an egg, and their own dead."""
    own = carrying(group(owner, (10, 10), side="dalek" if owner == "d" else "unit"), "e0")
    foes = daleks("b", (16, 10), (11.5, 10))
    state = field(own, foes, group("c", (40, 10)), lying=lying, kept=EGGS)
    return fallen(state, f"{owner}1")


@LOOTS
def test_the_nearest_of_the_winners_takes_what_a_dead_enemy_carried():
    done = looted(after_fight([egg("e0", 10, 10)]), "a1")
    assert (marks(done, "b2"), done.table.markers) == ([("carries:e0", 1)], {})


@LOOTS
def test_what_does_not_lie_there_or_was_carried_by_their_own_dead_is_not_taken():
    gone = looted(after_fight([]), "a1")
    assert marks(gone, "b2") == marks(gone, "b1") == []
    own = looted(after_fight([egg("e0", 10, 10)], owner="d"), "d1")
    assert "e0" in own.table.markers


@LOOTS
def test_without_anybody_left_it_lies_there():
    done = looted(fallen(after_fight([egg("e0", 10, 10)]), "b1", "b2"), "a1")
    assert "e0" in done.table.markers


@LOOTS
def test_only_what_the_fallen_carried_is_taken():
    done = looted(after_fight([egg("e0", 10, 10), egg("e1", 11, 10)]), "a1")
    assert set(done.table.markers) == {"e1"}


@LOOTS
@pytest.mark.parametrize(
    ("foes", "allied", "carriers"),
    [
        ((daleks("b", (8.75, 10)),), False, ["b1"]),
        ((daleks("b", (8.75, 10)), daleks("d", (11.3, 10))), False, ["b1"]),
        ((daleks("b", (8.75, 10)), pair("m", (11, 10))), True, []),
        ((daleks("b", (8.75, 10)), pair("m", (11, 10))), False, []),
    ],
)
def test_only_a_sole_survivor_takes_what_a_group_that_was_wiped_out_carried(foes, allied, carriers):
    """Groups of one faction are one group in a combat; of several factions that survive none takes it."""
    combat = LockedCombat(1, ("a", *(unit.id for unit, _ in foes)))
    pacts = {"pacts": Pacts((Alliance(("dalek", "mib")),))} if allied else {}
    own = carrying(group("a", (10, 10)), "e0")
    state = field(own, *foes, lying=[egg("e0", 10, 10)], kept=EGGS, combats=(combat,), **pacts)
    dead = state.table.piece("a1")
    answers = {"occupy": False, "retreat": default}
    done = perform(fallen(state, "a1"), lambda play: conclude(play, combat, [dead]), answers).state
    alive = [piece for piece in done.table.standing_pieces() if piece.has_mark("carries:e0")]
    assert [piece.id for piece in alive] == carriers
    assert ("e0" in done.table.markers) is not bool(carriers)


@LOOTS
@pytest.mark.parametrize(("held", "left"), [(("e1",), []), (("e1", "e2"), ["e0"])])
def test_winners_who_carry_two_objects_leave_a_third_where_it_fell(held, left):
    winners = carrying(daleks("b", (16, 10), (11.5, 10)), *held)
    state = field(
        carrying(group("a", (10, 10)), "e0"), winners, group("c", (40, 10)), lying=[EGGS[0]], kept=EGGS
    )
    assert list(looted(fallen(state, "a1"), "a1").table.markers) == left


@CARRIES
@pytest.mark.parametrize(
    ("x", "taken", "near"),
    [
        (13.0, (), True),
        (13.004, (), True),
        (13.006, (), False),
        (13.0, ("e2",), True),
        (13.0, ("e2", "e3"), False),
        (20.0, (), False),
    ],
)
def test_a_group_with_room_that_touches_can_be_given_an_object(x, taken, near):
    own = carrying(group("a", (10, 10), (12, 10)), "e0", "e1")
    friend = carrying(group("c", (x, 10), (30, 10)), *taken)
    state = field(own, friend, FOE, kept=EGGS)
    assert friends_in_touch(state, "a") == (["c"] if near else [])


@CARRIES
def test_only_other_groups_of_the_faction_can_be_given_an_object():
    state = field(
        carrying(group("a", (10, 10), (11, 10)), "e0"),
        daleks("b", (11.25, 11)),
        spugs("s", (9, 10)),
        kept=EGGS,
    )
    assert friends_in_touch(state, "a") == []


@pytest.mark.rule("MT-SCN-09")
def test_what_counts_as_held():
    state = field(
        carrying(group("a", (10, 10), (12, 10)), "e0", "coin"),
        carrying(group("c", (20, 10)), "e1"),
        carrying(daleks("b", (30, 10)), "e2"),
        kept=(*EGGS, Marker("coin", "coin", 0, 0)),
    )
    assert (items_held(state, "unit", "egg"), items_held(state, "dalek", "egg")) == (2, 1)
    away = state.with_table(state.table.with_place("c1", LEFT))
    assert [items_held(away, "unit", kind, LEFT) for kind in ("egg", "coin")] == [1, 0]
    assert items_held(away, "unit", "egg") == 2


@pytest.mark.rule("MT-SCN-10", "MT-HTH-17")
def test_a_combat_that_has_ended_holds_nobody():
    combat = LockedCombat(1, ("a", "b"))
    state = battle(group("a", (10, 10)), daleks("b", (12, 10)), combats=(combat,))
    assert perform(state, lambda play: end_combat(play, combat, "")).state.game.combats == ()
