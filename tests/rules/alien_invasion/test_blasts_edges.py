"""Blasts at their edges: how far they reach, chains, shares, points that are seen, and wrecks."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.alien_invasion.attack.blasts import (
    Explosion,
    blast_grade,
    chain_of,
    explode_chain,
    hit_groups,
    reached_by,
)
from battlesim.rulesets.alien_invasion.attack.placed_blasts import blast_decision, caught_groups, drop_blast
from battlesim.rulesets.alien_invasion.attack.wrecks import wreck_vehicle
from battlesim.rulesets.alien_invasion.core.lookups import figures_of
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.rulesets.alien_invasion.ground.templates import blast_radius, template_kinds
from battlesim.rulesets.alien_invasion.support.fire_support import call_support, support_decision
from battlesim.table.events import DiceRolled, TemplatePlaced
from battlesim.table.pieces import OnTable
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    controller,
    daleks,
    group,
    left,
    mites,
    pair,
    perform,
    spugs,
    terrain,
    vehicle,
)

FAR = controller("s", (70, 46))
MITE = mites("m", (20, 20))


def flying(id, x, y, z):
    """A helicopter in the air, or with z 0 on the ground."""
    unit, (craft,) = vehicle(id, x, y, kind="helicopter")
    return unit, (msgspec.structs.replace(craft, place=OnTable(x, y, 0.0, z)),)


def rolls(done):
    return [len(event.faces) for event in done.events_of(DiceRolled)]


@pytest.mark.rule("MT-GAP-50", "MT-MITE-04", "MT-GAP-51", "MT-SET-10", "MT-MITE-06")
@pytest.mark.option("mite_blast", "radius_6", "template_diameter_6")
@pytest.mark.parametrize(
    ("value", "x", "reached"),
    [
        ("radius_6", 26.4, True),
        ("radius_6", 26.5, True),
        ("radius_6", 26.6, False),
        ("template_diameter_6", 23.4, True),
        ("template_diameter_6", 23.5, True),
        ("template_diameter_6", 23.6, False),
    ],
)
def test_an_explosion_reaches_bases_within_its_radius(value, x, reached):
    state = battle(FAR, MITE, group("b", (x, 20)), options={"mite_blast": value})
    assert [piece.id for piece in reached_by(state, state.table.piece("m1"))] == ["b1"] * reached


@pytest.mark.rule("MT-GAP-50", "MT-SET-10")
@pytest.mark.parametrize(
    ("state", "radius", "shapes"),
    [
        (None, 6.0, ["blast:3", "blast:6"]),
        (battle(MITE), 6.0, ["blast:3", "blast:6"]),
        (battle(MITE, options={"mite_blast": "template_diameter_6"}), 3.0, ["blast:3", "blast:3"]),
    ],
)
def test_the_templates_of_the_game(state, radius, shapes):
    assert blast_radius(state) == radius
    assert [kind.shape for kind in template_kinds(state)] == shapes


@pytest.mark.rule("MT-MITE-12", "MT-MITE-05")
@pytest.mark.parametrize(
    ("points", "chain"),
    [
        (((20, 20),), ["m1"]),
        (((20, 20), (26.5, 20)), ["m1", "m2"]),
        (((20, 20), (26.6, 20)), ["m1"]),
        (((20, 20), (26.5, 20), (33, 20), (39.6, 20)), ["m1", "m2", "m3"]),
        (((20, 20), (22, 20), (21, 21)), ["m1", "m2", "m3"]),
    ],
)
def test_mites_within_a_blast_explode_and_other_figures_do_not(points, chain):
    state = battle(FAR, mites("m", *points), group("b", (20, 22)), spugs("t", (20, 18)))
    assert [mite.id for mite in chain_of(state, "m1")] == chain


@pytest.mark.rule("MT-MITE-05", "MT-MITE-06", "MT-GAP-51")
def test_each_mite_of_a_chain_rolls_four_dice_and_catches_those_around_it():
    state = battle(FAR, mites("m", (20, 20), (26, 20)), group("b", (15, 20)), group("c", (31, 20)))
    done = perform(state, lambda play: explode_chain(play, "m1", "spug"), {}, [1] * 8)
    assert rolls(done) == [4, 4]
    placed = done.events_of(TemplatePlaced)
    assert [(event.caught, event.by) for event in placed] == [(("b1",), "m1"), (("c1",), "m2")]
    assert (left(done, "m"), left(done, "b"), left(done, "c")) == (0, 1, 1)


TWO_MITES = battle(
    FAR,
    mites("m", (20, 20), (30, 20)),
    group("b", (22, 22), (25, 20)),
    daleks("d", (25, 24), (60, 40)),
    card="spug single",
)


@pytest.mark.rule("MT-MITE-06", "MT-GAP-51", "MT-MITE-05")
@pytest.mark.option("blast_damage", "full_to_each_group", "shared_between_groups")
@pytest.mark.parametrize(
    ("value", "first", "second", "found"),
    [
        ("full_to_each_group", {"b1"}, set(), [("b", 10, ["b1"])]),
        ("full_to_each_group", {"b1", "b2"}, set(), [("b", 10, ["b1", "b2"])]),
        ("full_to_each_group", {"b1"}, {"b1", "b2"}, [("b", 25, ["b1", "b2"])]),
        ("full_to_each_group", {"b1"}, {"d1"}, [("b", 10, ["b1"]), ("d", 15, ["d1"])]),
        ("full_to_each_group", set(), {"d1", "b2"}, [("b", 15, ["b2"]), ("d", 15, ["d1"])]),
        ("shared_between_groups", {"b1", "b2"}, {"d1", "b2"}, [("b", 17, ["b1", "b2"]), ("d", 7, ["d1"])]),
        ("shared_between_groups", {"b1", "d1"}, set(), [("b", 5, ["b1"]), ("d", 5, ["d1"])]),
    ],
)
def test_the_total_against_each_group(value, first, second, found):
    state = TWO_MITES.with_game(parameters=battle(MITE, options={"blast_damage": value}).game.parameters)
    mite = state.table.piece
    explosions = [Explosion(mite("m1"), 10, frozenset(first)), Explosion(mite("m2"), 15, frozenset(second))]
    hits = hit_groups(state, explosions)
    assert [(unit, total, [figure.id for figure in figures]) for unit, total, figures in hits] == found


@pytest.mark.rule("MT-MITE-06", "MT-GAP-51", "MT-GAP-75", "MT-MITE-05")
@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("unit single", ["b", "d", "s", "v"]),
        ("dalek single", ["d", "s", "b", "v"]),
        ("spug single", ["s", "b", "d", "v"]),
        ("event", ["b", "d", "s", "v"]),
    ],
)
def test_sides_choose_in_the_order_of_their_seats_and_those_without_come_last(card, order):
    state = battle(
        group("v", (20, 17), side="civilian"),
        controller("s", (20, 23)),
        daleks("d", (17, 20)),
        group("b", (23, 20)),
        MITE,
        card=card,
    )
    blast = Explosion(state.table.piece("m1"), 1, frozenset({"v1", "s1", "d1", "b1"}))
    assert [unit for unit, _, _ in hit_groups(state, [blast])] == order


@pytest.mark.rule("MT-GAP-51", "MT-GAP-24")
@pytest.mark.parametrize(("inside", "grade"), [(3, 2), (2, 0), (4, 2)])
def test_no_barrier_protects_against_a_blast_but_a_house_does(inside, grade):
    men = group("b", *((31.5 + 1.5 * k, 12 if k < inside else 20) for k in range(4)))
    ground = [terrain("building", 30, 10, 40, 15), terrain("wall", 30, 18, 40, 18.2)]
    assert blast_grade(battle(men, daleks("a", (10, 10)), ground=ground), "b") == grade


@pytest.mark.rule("MT-SET-10", "MT-GAP-79", "MT-UNIT-10")
@pytest.mark.parametrize(("x", "caught"), [(23.4, ["b1"]), (23.6, []), (16.6, ["b1"]), (16.4, [])])
def test_who_is_under_a_blast(x, caught):
    state = battle(group("b", (x, 20)), daleks("a", (60, 20)))
    assert [figure.id for each in caught_groups(state, (20, 20)) for figure in each.figures] == caught


@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10")
@pytest.mark.parametrize(("z", "groups"), [(0.0, [("a", 2, 1), ("b", 1, 0)]), (12.0, [("b", 1, 0)])])
def test_those_in_a_vehicle_are_caught_on_the_ground_alone(z, groups):
    crew = aboard(group("a", (0, 0), (0, 0)), "heli")
    state = battle(flying("heli", 20, 20, z), crew, group("b", (20, 22), (20, 30)), daleks("d", (60, 20)))
    found = caught_groups(state, (20, 22))
    assert [(each.group, len(each.figures), each.grade) for each in found] == groups


def bombed(state, dice, point=(20, 20), **answers):
    return perform(state, lambda p: drop_blast(p, "unit", point, 4, "Bomb", "MT-GAP-79"), answers, dice)


@pytest.mark.rule("MT-GAP-79", "MT-GAP-51")
@pytest.mark.parametrize(
    ("dice", "men", "spug"),
    [([1, 1, 1, 2], 2, 1), ([1, 2, 2, 1], 1, 1), ([2, 2, 2, 3], 1, 0), ([3] * 4, 0, 0)],
)
def test_a_grenade_hits_each_group_with_its_whole_total(dice, men, spug):
    state = battle(group("b", (19, 20), (21, 20)), spugs("c", (20, 22)))
    done = bombed(state, dice, **({"casualties": ("b1",)} if men == 1 else {}))
    assert (left(done, "b"), left(done, "c")) == (men, spug)
    assert done.state.game.destroyed.get("unit", 0) == 2 * (3 - men - spug)


@pytest.mark.rule("MT-GAP-79", "MT-UNIT-10")
def test_no_die_is_rolled_for_a_blast_on_nobody():
    done = bombed(battle(group("b", (40, 20)), daleks("a", (60, 20))), [])
    (placed,) = done.events
    assert (placed.at, placed.radius, placed.caught) == ((20, 20), 3.0, ())


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79")
@pytest.mark.parametrize(
    ("point", "legal"),
    [
        ((40, 20), True),
        ((0, 0), True),
        ((72, 48), True),
        ((72, 0), True),
        ((0, 48), True),
        ((72.1, 20), False),
        ((40, 48.1), False),
        ((-0.1, 20), False),
    ],
)
def test_a_blast_falls_anywhere_on_the_table(point, legal):
    state = battle(group("a", (10, 20)), daleks("d", (60, 30)))
    figures = figures_of(state, "a")
    decision = blast_decision(state, "unit", figures, "point", "Where?", "MT-UNIT-10")
    assert (decision.check(state, point) is None) is legal
    assert decision.radius == 3.0


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79", "MT-GAP-21")
@pytest.mark.parametrize(
    ("ground", "others", "options", "seen"),
    [
        ([], [], {}, True),
        ([terrain("building", 20, 15, 24, 25)], [], {}, False),
        ([terrain("building", 38, 15, 44, 25)], [], {}, True),
        ([terrain("woods", 38, 15, 44, 25)], [], {}, True),
        ([], [daleks("d", (25, 20))], {}, True),
        ([], [daleks("d", (40, 20))], {}, True),
        ([terrain("wall", 24, 15, 24.2, 25)], [], {}, False),
        ([terrain("wire_fence", 24, 15, 24.2, 25)], [], {}, True),
    ],
)
def test_a_point_is_seen_past_groups_and_into_terrain_but_not_through_it(ground, others, options, seen):
    state = battle(group("a", (10, 20)), *others, spugs("s", (70, 46)), ground=ground, options=options)
    assert (support_decision(state, "unit").check(state, (40, 20)) is None) is seen


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79")
@pytest.mark.parametrize(("number", "seen"), [(0, True), (1, True)])
def test_fog_does_not_hide_a_point(number, seen):
    state = battle(group("a", (10, 20)), daleks("d", (60, 30)), tally={"fog": number})
    assert (support_decision(state, "unit").check(state, (60, 20)) is None) is seen


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79")
@pytest.mark.parametrize(
    ("sections", "viewers"), [(("a",), ["car"]), (("a", "b"), ["car", "b1"]), (("b",), ["b1"])]
)
def test_those_in_a_vehicle_look_from_it(sections, viewers):
    groups = {"a": aboard(group("a", (0, 0), (0, 0)), "car"), "b": group("b", (10, 30))}
    state = battle(vehicle("car", 10, 20), *(groups[key] for key in sections), daleks("d", (60, 30)))
    assert list(support_decision(state, "unit").viewers) == viewers


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79")
@pytest.mark.parametrize(
    ("side", "granted", "alive", "asked"),
    [("unit", True, True, 1), ("unit", False, True, 0), ("dalek", True, True, 0), ("unit", True, False, 0)],
)
def test_who_is_offered_fire_support(side, granted, alive, asked):
    own = group("a", (10, 20)) if alive else (group("a", (10, 20))[0], ())
    state = battle(own, daleks("d", (60, 30)), fire_support=granted, row=("event",))
    done = perform(state, lambda play: call_support(play, side), {"support": False} if asked else {})
    assert [decision.what for decision in done.asked] == ["support"] * asked
    assert not done.events


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-79")
@pytest.mark.parametrize(("dice", "dead"), [([3] * 8, 1), ([3] * 7 + [2], 0), ([6] * 8, 2)])
def test_fire_support_is_eight_dice(dice, dead):
    state = battle(group("a", (10, 20)), daleks("d", (39, 20), (41, 20)), fire_support=True, row=("event",))
    answers = {"support": True, "support_point": (40, 20), **({"casualties": ("d1",)} if dead == 1 else {})}
    done = perform(state, lambda play: call_support(play, "unit"), answers, dice)
    assert 2 - left(done, "d") == dead and rolls(done) == [8]


@pytest.mark.rule("MT-UNIT-10", "MT-GAP-41")
def test_fire_support_may_end_a_combat():
    state = battle(
        group("a", (10, 20)),
        daleks("d", (11.25, 20)),
        fire_support=True,
        row=("event",),
        combats=(LockedCombat(1, ("a", "d"), ("a",)),),
    )
    answers = {"support": True, "support_point": (13, 20), "occupy": False}
    done = perform(state, lambda play: call_support(play, "unit"), answers, [2] * 8)
    assert (left(done, "a"), left(done, "d"), done.state.game.combats) == (0, 1, ())


def wrecked(state, dice):
    return perform(state, lambda play: wreck_vehicle(play, state.table.piece("car"), "dalek"), {}, dice)


@pytest.mark.rule("MT-GAP-16")
@pytest.mark.parametrize(
    ("dice", "alive"),
    [([1, 3, 4, 6], ["a3", "a4"]), ([3, 3, 3, 3], []), ([4, 4, 4, 4], ["a1", "a2", "a3", "a4"])],
)
def test_those_in_a_wreck_die_on_a_1_to_3(dice, alive):
    crew = aboard(group("a", *((0.0, 0.0),) * 4), "car")
    state = battle(vehicle("car", 20, 20), crew, daleks("d", (60, 30)))
    done = wrecked(state, dice)
    assert [figure.id for figure in figures_of(done.state, "a")] == alive
    assert not done.piece("car").in_play
    (rolled,) = done.events_of(DiceRolled)
    assert set(rolled.sides) == {6}
    assert list(rolled.results) == ["miss" if face < 4 else "hit" for face in dice]


@pytest.mark.rule("MT-GAP-16")
def test_those_who_get_out_stand_beside_the_rubble():
    crew = aboard(group("a", *((0.0, 0.0),) * 4), "car")
    done = wrecked(battle(vehicle("car", 20, 20), crew, daleks("d", (60, 30))), [6] * 4)
    rubble = done.state.table.terrain("car_wreck")
    assert (rubble.kind, rubble.height) == ("rubble", 1.0)
    assert {round(x, 2) for x, _ in rubble.rings[0]} == {17.5, 22.5}
    places = [figure.xy for figure in figures_of(done.state, "a")]
    assert {area_of(done.state.table, figure) for figure in figures_of(done.state, "a")} == {""}
    assert len(set(places)) == 4 and all(abs(x - 20) < 5 and abs(y - 20) < 4 for x, y in places)


@pytest.mark.rule("MT-GAP-16", "MT-GAP-77")
@pytest.mark.parametrize(("face", "alive"), [(3, 0), (4, 1)])
def test_the_whole_crew_of_a_weapon_dies_with_its_base(face, alive):
    crew = aboard(group("a", (0, 0), kinds=["unit_hmg"]), "car")
    done = wrecked(battle(vehicle("car", 20, 20), crew, daleks("d", (60, 30))), [face])
    assert left(done, "a") == alive
    assert done.state.game.destroyed == ({} if alive else {"dalek": 16})


@pytest.mark.rule("MT-GAP-16")
def test_an_empty_vehicle_is_wrecked_without_a_die():
    done = wrecked(battle(vehicle("car", 20, 20), pair("m", (5, 5)), daleks("d", (60, 30))), [])
    assert not done.piece("car").in_play and done.state.table.terrain("car_wreck").rings


@pytest.mark.rule("MT-GAP-51", "MT-MITE-04")
@pytest.mark.parametrize(("faces", "dead"), [([1, 2, 1, 1], 0), ([1, 2, 1, 2], 1), ([6] * 4, 2)])
def test_only_those_within_a_blast_fall(faces, dead):
    men = group("b", (22, 20), (24, 20), (40, 20), kinds=["unit_rifleman"])
    answers = {"casualties": ("b2",)} if dead == 1 else {}
    done = perform(battle(FAR, MITE, men), lambda play: explode_chain(play, "m1", "spug"), answers, faces)
    assert 3 - left(done, "b") == dead and done.piece("b3").in_play
