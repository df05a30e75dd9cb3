"""What follows a hand-to-hand combat, at its edges: who re-forms, occupies ground, or falls back."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.combat.aftermath import (
    fall_back,
    occupy,
    occupying_run,
    re_form,
    retreat_all,
    retreat_decision,
)
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.core.state import Alliance, LockedCombat, Pacts
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off, OnTable
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    pair,
    perform,
    terrain,
    vehicle,
)


def fight(*groups, others=(), attackers=("a",), defends=(), **more):
    """A battle in which all these groups are locked in one combat."""
    combat = LockedCombat(1, tuple(unit.id for unit, _ in groups), attackers, defends)
    return battle(*groups, *others, combats=(combat,), **more)


@pytest.mark.rule("MT-HTH-18", "MT-GAP-42")
@pytest.mark.parametrize(
    ("sizes", "counts", "after"),
    [
        ({"b": 3, "c": 3}, (2, 3), (3, 2)),
        ({"b": 3, "c": 3}, (1, 1), (2, 0)),
        ({"b": 3, "c": 3}, (3, 3), (3, 3)),
        ({"b": 3, "c": 3}, (1, 3), (3, 1)),
        ({"b": 2, "c": 3}, (1, 3), (2, 2)),
        ({}, (1, 3), (1, 3)),
    ],
)
def test_survivors_fill_groups_of_their_first_size(sizes, counts, after):
    b, c = daleks("b", *block(20, 20, counts[0])), daleks("c", *block(30, 20, counts[1]))
    state = battle(b, c, group("a", (60, 40))).with_game(sizes=sizes)
    done = perform(state, lambda play: re_form(play, ["b", "c"]))
    assert (len(figures_of(done.state, "b")), len(figures_of(done.state, "c"))) == after


@pytest.mark.rule("MT-HTH-18", "MT-GAP-42", "MT-GAP-66")
def test_kinds_do_not_mix_and_individuals_stay_by_themselves():
    groups = [
        group("b", (20, 20)),
        group("c", (22, 20)),
        group("h", (24, 20), kinds=["unit_officer"]),
        group("d", (26, 20), kinds=["unit_doctor"]),
    ]
    state = battle(*groups, daleks("k", (60, 40))).with_game(sizes={"b": 4, "c": 4, "h": 5, "d": 1})
    done = perform(state, lambda play: re_form(play, ["b", "c", "h", "d"]))
    assert [len(figures_of(done.state, id)) for id in "bchd"] == [2, 0, 1, 1]


@pytest.mark.rule("MT-HTH-18", "MT-GAP-66", "MT-GAP-42")
def test_a_guest_takes_nobodys_place():
    """The Doctor, who has joined two men, stays with them while two others fill their section."""
    men = group("b", (20, 20), (21, 20), (22, 20), kinds=["unit_rifleman", "unit_rifleman", "unit_doctor"])
    state = battle(men, group("c", *block(30, 20, 3)), daleks("k", (60, 40))).with_game(
        sizes={"b": 4, "c": 4}
    )
    done = perform(state, lambda play: re_form(play, ["b", "c"]))
    assert [len(figures_of(done.state, id)) for id in "bc"] == [5, 1]


@pytest.mark.rule("MT-HTH-18")
def test_one_group_by_itself_does_not_re_form():
    state = battle(daleks("b", *block(20, 20)), group("a", (60, 40))).with_game(sizes={"b": 3})
    assert not perform(state, lambda play: re_form(play, ["b"])).events


HOUSE = terrain("building", 8, 8, 14, 14)
WALL = terrain("wall", 10, 10.75, 30, 10.95)


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
@pytest.mark.parametrize(
    ("defends", "fallen", "end", "ended"),
    [
        ((("unit", "building"),), (), (14, 10), "feature"),
        ((("dalek", "building"),), (), None, ""),
        ((), (), None, ""),
        ((), ("a1",), (11, 10), ""),
        ((), ("a1", "a2"), (13, 10), ""),
        ((), ("b1",), None, ""),
        ((("dalek", "building"),), ("a1",), (11, 10), ""),
    ],
)
def test_where_the_victors_may_go(defends, fallen, end, ended):
    state = fight(
        group("a", (11, 10), (13, 10)),
        daleks("b", (16, 10)),
        defends=defends,
        ground=[HOUSE] if ("unit", "building") in defends else [],
    )
    pieces = [state.table.piece(key) for key in fallen]
    for key in ("a1", "a2"):
        state = state.with_table(state.table.with_place(key, Off("lost")))
    found = occupying_run(state, state.game.combats[0], "b", pieces)
    assert (found and (found.end, found.ended)) == (end and (pytest.approx(end), ended))


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39", "MT-VEH-10")
def test_the_victors_stop_before_a_vehicle_on_their_way_to_the_fallen():
    parked = vehicle("car", 11, 8.5, side="dalek")
    state = battle(parked, group("a", (11, 10.9)), daleks("b", (16, 10)), group("k", (60, 40)))
    fallen = msgspec.structs.replace(state.table.piece("a1"), place=OnTable(11, 10))
    state = state.with_table(state.table.with_place("a1", Off("lost")))
    found = occupying_run(state, LockedCombat(1, ("a", "b")), UnitId("b"), [fallen])
    assert found.end == pytest.approx((14.207, 10), abs=0.001)


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
@pytest.mark.parametrize(
    ("x", "y", "end"),
    [
        (20, 10, (20, 11.7)),
        (20, 8, (20, 11.7)),
        (20, 4, (20, 11.7)),
        (21, 11.7, (21, 10)),
        (9.2, 9.95, (10.95, 11.7)),
        (30.8, 9.95, (29.05, 11.7)),
    ],
)
def test_the_victors_cross_the_wall_straight_and_touch_its_far_side(x, y, end):
    state = battle(daleks("b", (x, y)), group("k", (60, 40)), ground=[WALL])
    combat = LockedCombat(1, ("a", "b"), (), (("unit", "wall"),))
    found = occupying_run(state, combat, UnitId("b"), [])
    assert found.end == pytest.approx(end, abs=0.01)


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39", "MT-VEH-10")
@pytest.mark.parametrize(
    ("count", "kind", "boards"), [(1, "car", True), (4, "car", True), (5, "car", False), (5, "jeep", True)]
)
def test_the_victors_may_get_into_a_vehicle_with_room_for_them(count, kind, boards):
    state = battle(
        vehicle("car", 20, 20, kind=kind, side="dalek"),
        group("a", *block(20, 22, count), kinds=["unit_rifleman"]),
        daleks("k", (60, 40)),
    )
    combat = LockedCombat(1, ("a",), ("a",), (("dalek", "car"),))
    found = occupying_run(state, combat, UnitId("a"), [])
    assert (found is not None) is boards
    assert found is None or (found.piece, found.by) == ("a1", ("car",))


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
def test_those_in_a_vehicle_occupy_nothing():
    state = battle(
        vehicle("car", 20, 20), aboard(group("a", (0, 0)), "car"), daleks("k", (60, 40)), ground=[HOUSE]
    )
    combat = LockedCombat(1, ("a",), (), (("dalek", "building"),))
    assert occupying_run(state, combat, UnitId("a"), []) is None


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39", "MT-GAP-11")
@pytest.mark.option("building_capacity_per_floor", "8", "4", "12")
@pytest.mark.parametrize(("value", "inside"), [("8", [3, 3, 0]), ("4", [3, 0, 0]), ("12", [3, 3, 3])])
def test_as_many_groups_as_fit_occupy_a_house(value, inside):
    house = terrain("building", 8, 8, 20, 20)
    trios = (daleks(id, *block(21, 9 + 4 * k, 3)) for k, id in enumerate("bcd"))
    options = {"building_capacity_per_floor": value}
    state = battle(*trios, group("a", (60, 40)), ground=[house], options=options)
    combat = LockedCombat(1, ("b", "c", "d"), (), (("unit", "building"),))
    done = perform(state, lambda play: occupy(play, combat, ["b", "c", "d"], []), {"occupy": True})
    areas = [[area_of(done.state.table, figure) for figure in figures_of(done.state, id)] for id in "bcd"]
    assert [each.count("building") for each in areas] == inside


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
@pytest.mark.parametrize("goes", [True, False])
def test_each_group_is_asked_whether_it_occupies(goes):
    state = battle(group("a", (16, 10)), group("c", (16, 12)), daleks("k", (60, 40)), ground=[HOUSE])
    combat = LockedCombat(1, ("a", "c"), (), (("dalek", "building"),))
    done = perform(state, lambda play: occupy(play, combat, ["a", "c"], []), {"occupy": goes})
    assert [decision.about for decision in done.decisions_with_key("occupy")] == ["a", "c"]
    assert (xy(done.state, "a1") != (16, 10)) is goes


def retreats(state):
    """The groups that fall back, in their order, and where their first figures end."""
    done = perform(state, lambda play: retreat_all(play, state.game.combats[0]))
    return [d.about for d in done.decisions_with_key("retreat")], done


@pytest.mark.rule("MT-HTH-20", "MT-HTH-21", "MT-GAP-38")
@pytest.mark.parametrize(
    ("attackers", "defends", "order"),
    [
        (("a",), (), ["a", "c", "b"]),
        (("b",), (), ["b", "c", "a"]),
        (("a", "c"), (), ["c", "a", "b"]),
        ((), (), ["c", "b", "a"]),
        (("a",), (("dalek", "wall"),), ["a", "c"]),
        (("b",), (("unit", "wall"),), ["b"]),
    ],
)
def test_who_falls_back_and_in_what_order(attackers, defends, order):
    state = fight(
        group("a", (20, 20)),
        daleks("b", (21.25, 20)),
        group("c", (20, 21.5)),
        attackers=attackers,
        defends=defends,
    )
    assert retreats(state)[0] == order


@pytest.mark.rule("MT-HTH-20", "MT-HTH-21")
@pytest.mark.parametrize(
    ("defends", "rule"),
    [((), "MT-HTH-21"), ((("dalek", "wall"),), "MT-HTH-20"), ((("spug", "wall"),), "MT-HTH-21")],
)
def test_the_rule_that_is_named_where_a_group_falls_back(defends, rule):
    """Those who defended count only as long as some of them live."""
    _, done = retreats(fight(group("a", (20, 20)), daleks("b", (21.25, 20)), defends=defends))
    rules = {getattr(event, "rule", "") for event in done.events}
    assert {"MT-HTH-20", "MT-HTH-21"} & rules == {rule}


@pytest.mark.rule("MT-HTH-21", "MT-HTH-20")
def test_a_group_that_is_gone_does_not_fall_back():
    state = battle(
        group("a", (20, 20)),
        daleks("b", (21.25, 20)),
        (group("c", (0, 0))[0], ()),
        combats=(LockedCombat(1, ("a", "b", "c"), ("a",)),),
    )
    assert retreats(state)[0] == ["a", "b"]


@pytest.mark.rule("MT-GAP-38", "MT-HTH-22")
@pytest.mark.parametrize(
    ("aim", "legal"),
    [
        ((12, 20), True),
        ((10, 11), True),
        ((10, 29), True),
        ((10, 9.8), False),
        ((10, 30.2), False),
        ((30, 20), False),
    ],
)
def test_a_retreat_turns_by_up_to_45_degrees_either_way(aim, legal):
    state = fight(group("a", (20, 20)), daleks("b", (21.25, 20)))
    decision = retreat_decision(state, state.game.combats[0], state.table.units["a"])
    assert (decision.check(state, aim) is None) is legal


@pytest.mark.rule("MT-GAP-38", "MT-HTH-22")
@pytest.mark.parametrize(
    ("enemies", "end"),
    [
        (((21.25, 20),), (12, 20)),
        (((18.75, 20),), (28, 20)),
        (((20, 21.25),), (20, 12)),
        (((20, 18.75),), (20, 28)),
        (((21.25, 20), (20, 22)), (12, 20)),
        (((22, 20), (20, 21.25)), (20, 12)),
    ],
)
def test_a_group_falls_back_a_whole_move_from_the_nearest_enemy(enemies, end):
    state = fight(group("a", (20, 20)), daleks("b", *enemies))
    decision = retreat_decision(state, state.game.combats[0], state.table.units["a"])
    assert decision.straight_run(state.table, decision.default(state)).end == pytest.approx(end, abs=0.01)


@pytest.mark.rule("MT-GAP-38", "MT-HTH-22", "MT-GAP-72")
def test_nobody_falls_back_from_allies():
    truce = Pacts(allied=(Alliance(("unit", "mib")),))
    state = fight(group("a", (20, 20)), daleks("b", (21.25, 20)), pair("m", (20, 21)), pacts=truce)
    decision = retreat_decision(state, state.game.combats[0], state.table.units["a"])
    assert decision.straight_run(state.table, decision.default(state)).end == pytest.approx(
        (12, 20), abs=0.01
    )


@pytest.mark.rule("MT-GAP-38", "MT-HTH-22")
def test_without_an_enemy_nobody_falls_back():
    state = fight(group("a", (20, 20)), others=(daleks("b", (40, 20)),))
    combat, unit = state.game.combats[0], state.table.units["a"]
    assert retreat_decision(state, combat, unit) is None
    assert not perform(state, lambda play: fall_back(play, combat, unit, "MT-HTH-21")).events


@pytest.mark.rule("MT-HTH-22", "MT-GAP-38")
@pytest.mark.parametrize(("side", "asked"), [("unit", 1), ("hatchling", 0)])
def test_a_group_without_a_player_falls_back_by_itself(side, asked):
    state = fight(group("a", (20, 20), side=side), daleks("b", (21.25, 20)))
    unit = state.table.units["a"]
    done = perform(state, lambda play: fall_back(play, state.game.combats[0], unit, "MT-HTH-21"))
    assert len(done.decisions_with_key("retreat")) == asked and xy(done.state, "a1") != (20, 20)
