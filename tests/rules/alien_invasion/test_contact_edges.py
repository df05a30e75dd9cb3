"""Contact at the edges: what a group defends, which combats become one, who may join whom, who leaves."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.contact.individuals import (
    ask_to_attach,
    groups_to_join,
    guests,
    is_alone,
    is_individual,
    own_group,
    transfer,
)
from battlesim.rulesets.alien_invasion.contact.leaving import is_exit, leave_table, nearest_edge
from battlesim.rulesets.alien_invasion.contact.locks import (
    decided_combats,
    defended_terrain,
    join_combat,
    lock_groups,
    without_dead,
)
from battlesim.rulesets.alien_invasion.contact.running import ask_to_run, can_run
from battlesim.rulesets.alien_invasion.core.events import CombatChanged
from battlesim.rulesets.alien_invasion.core.factions import factions
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts
from battlesim.rulings.measured_move import StraightRun
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off, OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    daleks,
    group,
    pair,
    perform,
    spugs,
    terrain,
    vehicle,
)
from tests.rules.alien_invasion.test_roofs import lifted, roof

LOCKS = pytest.mark.rule("MT-HTH-01", "MT-HTH-02", "MT-GAP-35", "MT-HTH-06", "MT-HTH-17", "MT-SPUG-11")
DEFENDS = pytest.mark.rule("MT-HTH-01", "MT-HTH-02", "MT-HTH-13", "MT-SHT-08", "MT-MOV-01", "MT-GAP-36")
JOINS = pytest.mark.rule("MT-GAP-66", "MT-MOV-01", "MT-DOC-03", "MT-HTH-18")
LEAVES = pytest.mark.rule("MT-GAP-76", "MT-MOV-01")
HOUSE = terrain("building", 20, 5, 30, 15, "house")


def doctor(id, x, y):
    return group(id, (x, y), kinds=["unit_doctor"])


def locked(state, mover, *reached, came_from=(0.0, 24.0), at=(10.0, 10.0)):
    """The result when a group has reached others."""
    return perform(state, lambda play: lock_groups(play, mover, reached, came_from, at))


FIELD = (
    group("a", (10, 10)),
    daleks("b", (12, 10)),
    spugs("c", (14, 10)),
    pair("d", (16, 10)),
    group("e", (18, 10)),
)


@LOCKS
def test_the_first_contact_begins_the_first_combat_and_the_next_one_the_second():
    once = locked(battle(*FIELD), "a", "b")
    assert once.state.game.combats == (LockedCombat(1, ("b", "a"), ("a",), (), ("dalek", "unit")),)
    twice = locked(once.state, "c", "d").state
    assert [(c.number, c.groups) for c in twice.game.combats] == [(1, ("b", "a")), (2, ("d", "c"))]


@LOCKS
def test_combats_that_meet_become_one_with_the_lower_number():
    state = battle(*FIELD, combats=(LockedCombat(3, ("a", "b"), ("a",)), LockedCombat(5, ("c", "d"), ("c",))))
    done = locked(state, "e", "d", "b")
    (combat,) = done.state.game.combats
    assert (combat.number, set(combat.groups)) == (3, {"a", "b", "c", "d", "e"})
    assert combat.attackers == ("a", "c", "e")
    assert done.events_of(CombatChanged)[0].merged == (5,)


@LOCKS
def test_an_attack_is_noted_without_dice_destroyed():
    done = locked(battle(*FIELD), "a", "b").state.game
    assert (done.last_attacker, done.destroyed) == ({"dalek": "unit"}, {"unit": 0})


def in_house(count):
    """So many of four Daleks in the house, the others beside it."""
    points = [(22 + 2 * n, 10) if n < count else (22 + 2 * n, 18) for n in range(4)]
    return daleks("b", *points)


@DEFENDS
@pytest.mark.parametrize(
    ("count", "came_from", "defends"),
    [
        (0, (10, 10), ""),
        (1, (10, 10), ""),
        (2, (10, 10), ""),
        (3, (10, 10), "house"),
        (4, (10, 10), "house"),
        (4, (21, 6), ""),
    ],
)
def test_more_than_half_of_a_group_in_an_area_defends_it_against_those_from_outside(
    count, came_from, defends
):
    state = battle(group("a", (10, 10)), in_house(count), ground=[HOUSE])
    assert defended_terrain(state, "b", came_from, (19.5, 10)) == defends


@DEFENDS
def test_the_area_of_the_greater_part_counts():
    scrub = terrain("scrub", 40, 5, 50, 15, "scrub")
    state = battle(group("a", (10, 10)), daleks("b", (22, 10), (42, 10), (44, 10)), ground=[HOUSE, scrub])
    assert defended_terrain(state, "b", (10, 10), (19.5, 10)) == "scrub"


@DEFENDS
@pytest.mark.parametrize(
    ("at", "defends"), [((18.5, 10), "wall"), ((22.5, 10), ""), ((18.5, 20), "wall"), ((19, 40), "")]
)
def test_a_barrier_between_them_is_defended_by_those_who_man_it(at, defends):
    """The first Dalek stands behind the wall, the second one far to the north of it."""
    wall = terrain("wall", 20, 5, 20.2, 15, "wall")
    state = battle(group("a", (10, 10)), daleks("b", (21, 10), (21, 13), (22.7, 30)), ground=[wall])
    assert defended_terrain(state, "b", (10, 10), at) == defends


@DEFENDS
def test_a_barrier_is_defended_against_those_who_come_out_of_a_house_as_well():
    wall = terrain("wall", 20, 5, 20.2, 15, "wall")
    home = terrain("building", 5, 5, 15, 15, "home")
    state = battle(group("a", (10, 10)), daleks("b", (21, 10), (21, 13)), ground=[wall, home])
    assert defended_terrain(state, "b", (10, 10), (18.5, 10)) == "wall"


@DEFENDS
@pytest.mark.parametrize(("settled", "defends"), [((), {"dalek": "house"}), (("dalek",), {})])
def test_what_a_side_defends_is_settled_by_the_first_contact(settled, defends):
    old = LockedCombat(1, ("b", "e"), ("e",), (), settled)
    state = battle(*FIELD[:1], in_house(4), group("e", (50, 40)), ground=[HOUSE], combats=(old,))
    done = locked(state, "a", "b", came_from=(10, 10), at=(19.5, 10)).state
    assert done.game.combats[0].defended == defends


@DEFENDS
def test_those_who_come_do_not_defend_and_what_was_defended_stays():
    old = LockedCombat(1, ("b", "e"), ("e",), (("dalek", "house"),), ("dalek",))
    state = battle(*FIELD[:1], in_house(0), group("e", (50, 40)), ground=[HOUSE], combats=(old,))
    combat = locked(state, "a", "b", came_from=(10, 10), at=(19.5, 10)).state.game.combats[0]
    assert (combat.defended, combat.reached) == ({"dalek": "house"}, ("dalek", "unit"))


@LOCKS
def test_the_dead_are_out_of_a_combat_and_a_combat_of_one_side_is_decided():
    state = battle(*FIELD, combats=(LockedCombat(1, ("a", "b")), LockedCombat(2, ("c", "d"))))
    assert list(decided_combats(state)) == []
    dead = state.with_table(state.table.with_place("a1", Off("lost")))
    assert without_dead(dead, dead.game.combats[0]).groups == ("b",)
    assert [combat.number for combat in decided_combats(dead)] == [1]
    allied = state.with_game(pacts=Pacts((Alliance(("spug", "mib")),)))
    assert [combat.number for combat in decided_combats(allied)] == [2]


@LOCKS
def test_a_group_that_joins_is_among_the_attackers():
    combat = LockedCombat(1, ("a", "b"), ("a",))
    done = perform(battle(*FIELD, combats=(combat,)), lambda play: join_combat(play, "e", combat)).state
    assert done.game.combats == (LockedCombat(1, ("a", "b", "e"), ("a", "e")),)


@JOINS
def test_who_is_an_individual():
    state = battle(doctor("d", 10, 10), group("a", (12, 10)), vehicle("car", 40, 20))
    assert [is_individual(state, state.table.piece(key)) for key in ("d1", "a1", "car")] == [
        True,
        False,
        False,
    ]
    assert own_group(state, state.table.piece("d1")) == "d"


def joined(state, figure="d1", to="a"):
    """The state in which an individual has joined a group."""
    return perform(state, lambda play: transfer(play, state.table.piece(figure), to)).state


@JOINS
def test_a_group_of_one_individual_is_alone():
    state = battle(
        doctor("d", 10, 10), group("a", (12, 10)), group("c", (20, 10), (22, 10)), doctor("g", 30, 10)
    )
    assert [is_alone(state, key) for key in "dacg"] == [True, False, False, True]
    assert guests(state, "c") == []
    with_doctor = joined(state)
    assert [figure.id for figure in guests(with_doctor, "a")] == ["d1"]
    assert [is_alone(with_doctor, key) for key in "da"] == [False, False]
    last = with_doctor.with_table(with_doctor.table.with_place("a1", Off("lost")))
    assert is_alone(last, "a") is False
    assert is_alone(joined(state, to="g"), "g") is False


@JOINS
@pytest.mark.parametrize(
    ("others", "combats", "found"),
    [
        ((group("a", (30, 10), (12, 10)),), (), ["a"]),
        ((group("a", (30, 10), (12.01, 10)),), (), []),
        ((group("a", (12, 10)), group("c", (8, 10))), (), ["a", "c"]),
        ((doctor("g", 12, 10),), (), []),
        ((pair("m", (12, 10)),), (), []),
        ((group("a", (12, 10)), daleks("b", (40, 10))), (LockedCombat(1, ("a", "b")),), []),
        ((group("a", (12, 10)), daleks("b", (40, 10))), (LockedCombat(1, ("d", "b")),), []),
        ((group("a", (12, 10)), daleks("b", (40, 10))), (LockedCombat(1, ("c", "b")),), ["a"]),
    ],
)
def test_which_groups_an_individual_may_join(others, combats, found):
    state = battle(doctor("d", 10, 10), *others, group("c", (50, 10)), combats=combats)
    if any(unit.id == "c" for unit, _ in others):
        state = battle(doctor("d", 10, 10), *others, combats=combats)
    assert [unit.id for unit in groups_to_join(state, "d")] == found


@JOINS
def test_a_whole_group_joins_nobody():
    state = battle(group("a", (10, 10)), group("c", (11, 10)), doctor("d", 10, 11.5))
    assert groups_to_join(state, "a") == []
    assert [unit.id for unit in groups_to_join(state, "d")] == ["a", "c"]


@JOINS
@pytest.mark.parametrize(
    ("own", "other", "up", "found"),
    [
        ((19.5, 10), (21, 10), (), False),
        ((20.5, 10), (21.6, 10), (), True),
        ((20.5, 10), (21.6, 10), ("d",), False),
        ((20.5, 10), (21.6, 10), ("d", "a"), True),
        ((20.5, 10), (19.4, 10), ("d",), False),
    ],
)
def test_he_joins_on_the_same_ground_only(own, other, up, found):
    state = battle(doctor("d", *own), group("a", other), ground=[roof(20, 30)])
    assert bool(groups_to_join(lifted(state, *up), "d")) is found


@JOINS
@pytest.mark.parametrize("near", [(), ("a",), ("a", "c")])
def test_he_is_asked_only_if_somebody_is_near(near):
    state = battle(doctor("d", 10, 10), group("a", (12, 10)), group("c", (8, 10)))
    units = [state.table.units[key] for key in near]
    done = perform(state, lambda play: ask_to_attach(play, "d", units))
    assert [[option.key for option in asked.options] for asked in done.asked] == [[*near, "alone"]] * bool(
        near
    )


@JOINS
@pytest.mark.parametrize(("answer", "unit"), [("a", "a"), ("alone", "d")])
def test_he_joins_only_if_he_likes(answer, unit):
    state = battle(doctor("d", 10, 10), group("a", (12, 10)))
    near = [state.table.units["a"]]
    done = perform(state, lambda play: ask_to_attach(play, "d", near), {"attach": answer})
    assert done.piece("d1").unit == unit


@LEAVES
@pytest.mark.parametrize(
    ("point", "edge"),
    [
        ((1, 24), "west"),
        ((71, 24), "east"),
        ((36, 1), "south"),
        ((36, 47), "north"),
        ((3, 2), "south"),
        ((2, 3), "west"),
        ((69, 46), "north"),
        ((70, 45), "east"),
    ],
)
def test_the_nearest_edge(point, edge):
    assert nearest_edge(battle(*FIELD).table.ground, point) == edge


@LEAVES
@pytest.mark.parametrize(
    ("side", "ended", "leaves"),
    [("gang", "edge", True), ("gang", "", False), ("gang", "obstacle", False), ("unit", "edge", False)],
)
def test_a_group_leaves_only_by_an_edge_that_is_its_exit(side, ended, leaves):
    state = battle(group("a", (5, 10), side=side))
    assert is_exit(state, "a", StraightRun("a1", (5, 10), (0.5, 10), ended)) is leaves


@LEAVES
def test_an_edge_that_is_no_exit_is_a_wall_even_for_those_who_have_another():
    west = {"gang": msgspec.structs.replace(factions()["gang"], exits=("west",))}
    state = battle(group("a", (5, 10), side="gang"), custom=dict(factions()) | west)
    ends = [(0.5, 10), (71.5, 10), (5, 0.5), (5, 47.5)]
    assert [is_exit(state, "a", StraightRun("a1", (5, 10), end, "edge")) for end in ends] == [
        True,
        False,
        False,
        False,
    ]


@LEAVES
@pytest.mark.parametrize(
    ("run", "path"),
    [
        (StraightRun("a1", (5, 10), (0.5, 10), "edge"), ((5, 10), (0.5, 10))),
        (StraightRun("a1", (5, 10), (5, 10), "edge"), ()),
    ],
)
def test_all_of_a_group_leave_together(run, path):
    state = battle(group("a", (5, 10), (6, 12), side="gang"))
    done = perform(state, lambda play: leave_table(play, "a", run))
    (event,) = done.events_of(PiecesMoved)
    assert [(part.piece, part.path) for part in event.parts] == [("a1", path), ("a2", ())]
    assert [done.piece(key).place for key in ("a1", "a2")] == [Off("left")] * 2


RUNS = pytest.mark.rule("MT-DOC-02")


@RUNS
@pytest.mark.parametrize(
    ("own", "combats", "runs"),
    [
        (doctor("d", 10, 10), (), True),
        (group("d", (10, 10), (12, 10), kinds=["unit_doctor"]), (), False),
        (group("d", (10, 10)), (), False),
        (doctor("d", 10, 10), (LockedCombat(1, ("d", "b")),), False),
    ],
)
def test_who_runs_when_he_is_shot_at(own, combats, runs):
    assert can_run(battle(own, daleks("b", (40, 10)), combats=combats), "d") is runs


@RUNS
@pytest.mark.parametrize(
    ("answer", "dice", "end"), [(True, [4], (14, 10)), (True, [6], (16, 10)), (False, [], (10, 10))]
)
def test_he_runs_as_far_as_a_die_says(answer, dice, end):
    state = battle(doctor("d", 10, 10), daleks("b", (40, 10)))
    answers = {"runs": answer, "run": end} if answer else {"runs": False}
    done = perform(state, lambda play: ask_to_run(play, "d"), answers, dice)
    assert done.piece("d1").place == OnTable(*end)
    assert [decision.dice for decision in done.decisions_with_key("dice")] == [(6,)] * len(dice)


@RUNS
@pytest.mark.parametrize("kinds", [["unit_doctor"], ["unit_doctor", "unit_rifleman"]])
def test_in_a_vehicle_he_is_no_runner_alone_or_with_others(kinds):
    own = aboard(group("d", *[(0, 0)] * len(kinds), kinds=kinds), "car")
    state = battle(vehicle("car", 20, 20), own, daleks("b", (40, 10)))
    assert can_run(state, "d") is False
