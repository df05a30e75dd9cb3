"""Hand-to-hand combats: locking, joining, shooting in, resolution, and what follows."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.actions.move_action import move_group
from battlesim.rulesets.alien_invasion.actions.shoot_action import shoot_with, target_decision
from battlesim.rulesets.alien_invasion.attack.pools import shared_totals
from battlesim.rulesets.alien_invasion.attack.shooting import pool_of, why_not_target
from battlesim.rulesets.alien_invasion.combat.aftermath import retreat_decision
from battlesim.rulesets.alien_invasion.combat.resolution import due_combats, resolve, settle_combats
from battlesim.rulesets.alien_invasion.contact.locks import lock_groups
from battlesim.rulesets.alien_invasion.core.lookups import combat_of, merged_groups
from battlesim.rulesets.alien_invasion.core.state import Face, LockedCombat
from battlesim.rulesets.alien_invasion.core.terrain import area_of
from battlesim.table.events import DiceRolled
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import battle, block, daleks, group, left, perform, play, spugs, terrain

MEN = group("a", *block(10, 10))
SIX = (1, 1, 1, 1, 1, 1)
DOUBLE, SINGLE = Face("Double", "unit"), Face("Single", "unit")


def locked(*groups, attackers=("a",), defends=(), others=(), **more):
    """A battle in which all these groups are locked in one combat."""
    ids = tuple(unit.id for unit, _ in groups)
    combat = LockedCombat(1, ids, attackers, defends, ())
    return battle(*groups, *others, combats=(combat,), **more)


def resolved(state, dice, answers=None, first="unit"):
    """Resolve the first combat after a card of a side."""
    return perform(state, lambda play: resolve(play, state.game.combats[0], first), answers or {}, dice)


def rolls(done):
    """The numbers of dice rolled, in order."""
    return [len(event.faces) for event in done.events_of(DiceRolled)]


@pytest.mark.rule("MT-HTH-02", "MT-HTH-12", "MT-HTH-16", "MT-GAP-63")
def test_all_figures_of_both_groups_roll_and_all_dice_count():
    state = locked(daleks("b", (12.75, 10), (20, 10), (22, 10)), MEN)
    done = resolved(state, [1, 1, 3, 3, 5, 5, 6, 6, *[1] * 18], {"casualties": [("b1",), ("a1", "a2", "a3")]})
    assert rolls(done) == [8, 18]
    assert (left(done, "b"), left(done, "a")) == (2, 1)


@pytest.mark.rule("MT-HTH-11")
def test_damage_is_simultaneous():
    state = locked(daleks("b", (12.75, 10), (20, 10), (22, 10)), MEN)
    done = resolved(state, [*[2] * 18, *[3] * 8], {"casualties": ("b1",)}, first="dalek")
    assert (left(done, "b"), left(done, "a")) == (2, 0)


@pytest.mark.rule("MT-HTH-03", "MT-HTH-05", "MT-ACT-07")
def test_singles_and_events_settle_nothing():
    state = locked(daleks("b", (12.75, 10)), MEN)
    assert due_combats(state, SINGLE) == [] == due_combats(state, Face("Special Event"))
    assert due_combats(state, DOUBLE) == [1] == due_combats(state, Face("Triple", "spug"))
    waits = play(locked(daleks("b", (12.75, 10)), MEN, row=("unit single", "dalek single")), ["pass"])
    assert waits.state.game.combats


@pytest.mark.rule("MT-GAP-32")
@pytest.mark.option("combat_trigger", "any_double_or_triple", "only_of_involved_factions")
@pytest.mark.parametrize(
    ("value", "settled"), [("any_double_or_triple", [1]), ("only_of_involved_factions", [])]
)
def test_whose_card_settles_a_combat(value, settled):
    spug = spugs("s", (50, 10))
    state = locked(daleks("b", (12.75, 10)), MEN, others=(spug,), options={"combat_trigger": value})
    assert due_combats(state, Face("Double", "spug")) == settled
    assert due_combats(state, Face("Double", "dalek")) == [1]


@pytest.mark.rule("MT-HTH-04", "MT-DRAW-04")
def test_a_combat_begun_on_a_double_is_settled_after_it():
    state = battle(group("a", (10, 10)), daleks("b", (16, 10)), row=("unit double", "dalek single"))
    done = play(state, ["a", "move", (16, 10), "pass", lambda d, s: d.default(s)], [1, *SIX[:5], 1])
    assert rolls(done) == [1, 6] and not done.state.game.combats


@pytest.mark.rule("MT-HTH-06", "MT-GAP-35")
def test_a_third_faction_joins_by_contact():
    third = spugs("s", (20, 11.5))
    state = locked(daleks("b", (12.75, 10)), MEN, others=(third,), card="spug single")
    done = perform(state, lambda play: move_group(play, "s"), {"move": (12.75, 10)})
    assert set(combat_of(done.state, "s").groups) == {"a", "b", "s"}


@pytest.mark.rule("MT-HTH-06", "MT-HTH-07")
@pytest.mark.parametrize("joins", [True, False])
def test_reinforcements_join_by_touching_their_own(joins):
    second = group("c", (4, 10))
    state = locked(daleks("b", (12.75, 10)), MEN, others=(second,))
    done = perform(state, lambda play: move_group(play, "c"), {"move": (12, 10), "join": joins})
    assert (combat_of(done.state, "c") is not None) is joins
    assert merged_groups(done.state, "a") == (("a", "c") if joins else ("a",))
    assert pool_of(done.state, "a").fixed == 8 + joins


@pytest.mark.rule("MT-GAP-35")
def test_contact_with_two_combats_makes_one_of_them():
    combats = (LockedCombat(1, ("b", "a"), ("a",)), LockedCombat(2, ("d", "c"), ("c",)))
    state = battle(
        MEN,
        daleks("b", (12.75, 10)),
        group("c", (30, 10)),
        daleks("d", (31.25, 10)),
        spugs("s", (20, 10)),
        combats=combats,
    )
    done = perform(state, lambda play: lock_groups(play, "s", ("b", "d"), (20, 10), (20, 10)))
    (combat,) = done.state.game.combats
    assert (combat.number, set(combat.groups)) == (1, {"a", "b", "c", "d", "s"})


@pytest.mark.rule("MT-GAP-35", "MT-HTH-01")
def test_a_lock_outlives_the_figures_that_touched():
    state = locked(daleks("b", (12.25, 10)), MEN, card="dalek single")
    done = play(state, ["b", "shoot", "a", ("a2", "a4")], [2, 2, 2, 2, 2, 2], until="card")
    assert combat_of(done.state, "a") is not None


@pytest.mark.rule("MT-HTH-08", "MT-GAP-41", "MT-GAP-40")
def test_a_shot_into_the_own_combat_may_end_it():
    state = locked(daleks("b", (12.75, 10), (60, 10)), MEN, card="dalek single")
    done = play(state, ["b", "shoot", "a"], [2] * 12, until="occupy")
    assert left(done, "a") == 0 and not done.state.game.combats


@pytest.mark.rule("MT-HTH-09", "MT-GAP-27")
def test_who_may_shoot_into_a_combat():
    second, other = group("c", (10, 20)), daleks("d", (40, 20))
    state = locked(daleks("b", (12.75, 10)), MEN, others=(second, other))
    assert why_not_target(state, "c", "b") == "the group's own faction fights there"
    assert why_not_target(state, "c", "d") == ""
    assert why_not_target(state, "a", "d") == "the group is locked with others"
    assert [o.key for o in target_decision(state, "a").open_options] == ["b"]


@pytest.mark.rule("MT-HTH-10", "MT-GAP-20", "MT-GAP-40")
def test_an_outsider_names_one_and_the_odd_dice_go_to_the_other():
    shooter = spugs("s", *((20 + 1.5 * k, 20) for k in range(6)))
    state = locked(daleks("b", (12.75, 10)), MEN, others=(shooter,), card="spug single")
    done = perform(
        state, lambda play: shoot_with(play, "s"), {"target": "b", "casualties": ("a1",)}, [2, 4, 6, 1, 3, 5]
    )
    assert (left(done, "b"), left(done, "a")) == (1, 3)


@pytest.mark.rule("MT-HTH-15", "MT-GAP-34")
@pytest.mark.option("odd_dice", "even_points", "even_count")
@pytest.mark.parametrize(("value", "shares"), [("even_points", (5, 5)), ("even_count", (6, 4))])
def test_even_dice_go_to_the_target_and_odd_ones_are_shared(value, shares):
    by_value = battle(MEN, options={"odd_dice": value}).game.parameters.odd_dice_by_value
    assert shared_totals([6, 4, 2, 2, 5, 3, 1, 1], 2, by_value) == (14, shares)


@pytest.mark.rule("MT-HTH-15", "MT-GAP-33")
def test_all_name_their_targets_before_any_die():
    state = locked(daleks("b", (12.75, 10)), MEN, spugs("s", (12.75, 11.8)))
    done = resolved(state, [1] * 8 + [1] * 6 + [1], {"victim": ["b", "s", "a"]})
    asked = [decision.side for decision in done.decisions_with_key("victim")]
    assert asked == ["unit", "dalek", "spug"]
    assert rolls(done) == [8, 6, 1]


@pytest.mark.rule("MT-HTH-13", "MT-HTH-14")
def test_those_who_defend_have_the_protection_of_their_terrain():
    house = terrain("building", 8, 8, 14, 14)
    state = locked(
        MEN,
        daleks("b", (15, 10), (17, 10), (19, 10)),
        attackers=("b",),
        defends=(("unit", "building"),),
        ground=[house],
    )
    done = resolved(state, [1] * 8 + [2] * 11 + [3] * 7, {"casualties": ("a1", "a2", "a3")})
    assert left(done, "a") == 1, "43 points, 12 each"


@pytest.mark.rule("MT-HTH-20", "MT-HTH-22", "MT-HTH-17")
def test_attackers_of_a_defended_wall_move_back():
    wall = terrain("wall", 10, 10.75, 30, 10.95)
    state = locked(
        group("a", (20, 11.45), (22, 11.45)),
        daleks("b", (20, 10), (22, 10)),
        attackers=("b",),
        defends=(("unit", "wall"),),
        ground=[wall],
    )
    done = resolved(state, [1, 1, *[1] * 12][:2] + [1] * 12, {"casualties": ("a2",)})
    assert xy(done.state, "a1") == (20, 11.45)
    assert xy(done.state, "b1") == pytest.approx((20, 2), abs=0.01)
    assert not done.state.game.combats


@pytest.mark.rule("MT-HTH-21", "MT-HTH-22", "MT-GAP-38")
def test_without_a_position_all_move_apart():
    state = locked(daleks("b", (21.25, 20)), group("a", (20, 20)))
    done = resolved(state, [1, *SIX[:4], 1, 0 + 1][:7], {"casualties": []})
    assert left(done, "a") == 0 or xy(done.state, "a1") == pytest.approx((12, 20), abs=0.01)


@pytest.mark.rule("MT-HTH-21", "MT-GAP-38")
def test_a_retreat_is_straight_away_or_turned_by_up_to_45_degrees():
    state = locked(daleks("b", (21.25, 20)), group("a", (20, 20)))
    decision = retreat_decision(state, state.game.combats[0], state.table.units["a"])
    assert decision.straight_run(state.table, decision.default(state)).end == pytest.approx(
        (12, 20), abs=0.01
    )
    assert decision.straight_run(state.table, (15, 15)).end == pytest.approx((14.343, 14.343), abs=0.01)
    assert decision.check(state, (15, 15)) is None
    assert "turn" in str(decision.check(state, (15, 14)).reason)
    edge = locked(daleks("b", (6.25, 20)), group("a", (5, 20)))
    back = retreat_decision(edge, edge.game.combats[0], edge.table.units["a"])
    assert back.straight_run(edge.table, (4, 20)).end == pytest.approx((0.5, 20))


@pytest.mark.rule("MT-GAP-38")
def test_attackers_fall_back_first():
    state = locked(daleks("b", (21.25, 20), (40, 40)), group("a", (20, 20), (20, 22), (20, 24), (20, 26)))
    done = resolved(state, [1] * 8 + [1] * 12, {"casualties": [("a3", "a4")]})
    assert [decision.about for decision in done.decisions_with_key("retreat")] == ["a", "b"]


@pytest.mark.rule("MT-HTH-18", "MT-GAP-42")
def test_survivors_form_groups_of_their_normal_size():
    state = locked(
        daleks("b", (12.75, 10), (20, 10)),
        daleks("c", (14.5, 10), (24, 10), (26, 10)),
        group("a", (11.5, 10)),
    ).with_game(sizes={"b": 3, "c": 3, "a": 4})
    done = resolved(state, [1] + [6] * 30, {"occupy": False})
    assert (left(done, "b"), left(done, "c"), left(done, "a")) == (3, 2, 0)


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
@pytest.mark.parametrize("goes", [True, False])
def test_the_victors_may_occupy_the_house(goes):
    house = terrain("building", 8, 8, 14, 14)
    state = locked(
        group("a", (10, 10)),
        daleks("b", (14.75, 10), (16.5, 10)),
        attackers=("b",),
        defends=(("unit", "building"),),
        ground=[house],
    )
    done = resolved(state, [1] + [6] * 12, {"occupy": goes})
    assert (area_of(done.state.table, done.state.table.piece("b1")) == "building") is goes


@pytest.mark.rule("MT-HTH-19", "MT-GAP-39")
def test_the_victors_may_cross_the_wall():
    wall = terrain("wall", 10, 10.75, 30, 10.95)
    state = locked(
        group("a", (20, 11.45)),
        daleks("b", (20, 10)),
        attackers=("b",),
        defends=(("unit", "wall"),),
        ground=[wall],
    )
    done = resolved(state, [1] + [6] * 6, {"occupy": True})
    assert xy(done.state, "b1") == pytest.approx((20, 11.7), abs=0.01)


@pytest.mark.rule("MT-SPUG-10", "MT-SPUG-11", "MT-HTH-17")
def test_spugs_never_fall_back_and_the_fight_goes_on():
    state = locked(MEN, spugs("s", (12.5, 10), (20, 10)), attackers=("s",))
    done = resolved(state, [1] * 8 + [1, 1])
    assert combat_of(done.state, "s") is not None
    assert not done.decisions_with_key("retreat")
    assert rolls(done) == [8, 2]


@pytest.mark.rule("MT-SPUG-11")
def test_a_fight_with_spugs_is_settled_again_after_the_next_double():
    state = locked(MEN, spugs("s", (12.5, 10), (20, 10)), attackers=("s",))
    once = perform(state, lambda play: settle_combats(play, DOUBLE), {}, [1] * 10)
    assert due_combats(once.state, SINGLE) == [] and due_combats(once.state, DOUBLE) == [1]
