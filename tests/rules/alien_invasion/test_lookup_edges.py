"""Groups, figures, enemies, combats and dice: who counts, and who does not."""

from __future__ import annotations

import pytest

from battlesim.mechanics.pieces import set_mark
from battlesim.rulesets.alien_invasion.core.events import (
    BelowChanged,
    CombatChanged,
    ObjectivesChanged,
    SpeciesStudied,
    TeamIssued,
)
from battlesim.rulesets.alien_invasion.core.lookups import (
    LEFT,
    UNDERGROUND,
    DicePool,
    all_figures,
    allied_groups,
    close_dice,
    combat_of,
    controller_of,
    enemy_figures,
    enemy_groups,
    figure_kind,
    figures_of,
    groups_below,
    groups_in,
    groups_of,
    groups_touch,
    is_alive,
    is_contested,
    is_controlled_kind,
    is_in_game,
    is_neutral,
    is_unseated,
    is_wild,
    lives,
    living,
    merged_groups,
    neutral_groups,
    seat_order,
    shooting_dice,
    sides_in,
    squad_of,
)
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import Alliance, BelowGround, LockedCombat, Pacts
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import (
    aboard,
    armed,
    battle,
    block,
    clean_up,
    controller,
    daleks,
    group,
    mites,
    off,
    pair,
    perform,
    spugs,
    vehicle,
)

DICE = (
    *("MT-SET-08", "MT-GAP-75", "MT-HTH-07", "MT-AUTO-04", "MT-GAP-77", "MT-SHT-03"),
    *("MT-MIB-07", "MT-MIB-08"),
)
"""The rules of the module whose helpers have none of their own."""
GROUPS = (
    *("MT-SHT-01", "MT-AUTO-20", "MT-MITE-10", "MT-GAP-86", "MT-GAP-36", "MT-MITE-01", "MT-AUTO-18"),
    *("MT-SCN-05", "MT-GANG-02", "MT-SHT-09", "MT-SHT-12", "MT-HTH-22", "MT-GAP-31", "MT-MIB-16"),
)
FIGHTS = (
    *("MT-HTH-06", "MT-HTH-16", "MT-HTH-15", "MT-HTH-14", "MT-HTH-11", "MT-HTH-17", "MT-SPUG-11"),
    *("MT-GAP-27", "MT-GAP-40", "MT-MOV-10", "MT-GAP-20", "MT-HTH-01", "MT-HTH-02"),
)
LOST, RESERVE = Off("lost"), Off("reserve")
MAN, FOE = group("a", (10, 10)), daleks("d", (60, 40))


def ids(units):
    return [unit.id for unit in units]


@pytest.mark.rule(*DICE, "MT-SCN-08", "MT-SET-11", "MT-GAP-70")
@pytest.mark.parametrize(
    ("place", "here", "alive"),
    [
        (None, True, True),
        (UNDERGROUND, False, True),
        (LOST, False, False),
        (LEFT, False, False),
        (RESERVE, False, False),
    ],
)
def test_which_figures_are_on_the_table_and_which_are_alive(place, here, alive):
    state = battle(off(MAN, place), FOE, vehicle("car", 30, 30))
    assert bool(figures_of(state, "a")) is here and bool(groups_of(state, "unit")) is here
    assert is_alive(state.table.piece("a1")) is alive and bool(living(state, "a")) is alive
    assert is_in_game(state, "unit") is alive and is_in_game(state, "dalek")


@pytest.mark.rule(*DICE)
def test_a_side_is_in_the_game_with_one_of_several():
    assert is_in_game(battle(off(group("a", (1, 1), (5, 5)), LOST, None), FOE), "unit")
    assert not is_in_game(battle(vehicle("car", 30, 30), FOE), "unit")


@pytest.mark.rule("MT-GAP-16", *GROUPS)
def test_those_in_a_vehicle_are_where_it_is():
    state = battle(aboard(group("a", (0, 0), (0, 0)), "car"), vehicle("car", 30, 20), FOE)
    assert [figure.xy for figure in figures_of(state, "a")] == [(30, 20), (30, 20)]
    assert ids(groups_of(state, "unit")) == ["a"]
    gone = battle(aboard(MAN, "car"), off(vehicle("car", 30, 20), LEFT), FOE)
    assert figures_of(gone, "a") == []
    assert [figure.id for figure in all_figures(state, ["a", "d"])] == ["a1", "a2", "d1"]


@pytest.mark.rule("MT-SEWR-07", "MT-SEWR-05")
def test_the_groups_of_a_side_below():
    below = dict.fromkeys(("a", "d"), BelowGround("manhole"))
    state = battle(off(MAN, UNDERGROUND), off(FOE, UNDERGROUND), group("b", (5, 5)), below=below)
    assert ids(groups_below(state, "unit")) == ["a"] and ids(groups_below(state, "dalek")) == ["d"]
    assert groups_below(battle(MAN, FOE), "unit") == []


BEAST, PEOPLE = group("h", (30, 10), side="hatchling"), group("c", (50, 10), side="civilian")


@pytest.mark.rule(*GROUPS)
def test_who_is_an_enemy_an_ally_or_nobody():
    pacts = Pacts((Alliance(("unit", "mib")),))
    jeep = vehicle("jeep", 40, 40, side="dalek")
    state = battle(
        MAN, FOE, pair("m", (20, 30)), BEAST, PEOPLE, off(daleks("x", (1, 1)), LOST), jeep, pacts=pacts
    )
    assert state.game.seats == ("unit", "dalek", "mib")
    assert state.game.fighters == ("unit", "dalek", "mib", "hatchling")
    assert ids(enemy_groups(state, "unit")) == ["d", "h"] and ids(allied_groups(state, "unit")) == ["m"]
    assert ids(enemy_groups(state, "dalek")) == ["a", "m", "h"] and allied_groups(state, "dalek") == []
    assert ids(enemy_groups(state, "hatchling")) == ["a", "d", "m"]
    assert [figure.id for figure in enemy_figures(state, "unit")] == ["d1", "h1"]
    assert ids(neutral_groups(state)) == ["c"]
    assert [is_neutral(state, key) for key in "adhc"] == [False, False, False, True]
    assert [is_unseated(state, key) for key in "adhc"] == [False, False, True, True]


@pytest.mark.rule(*GROUPS)
@pytest.mark.parametrize(("place", "found"), [(None, ["c"]), (LOST, []), (UNDERGROUND, [])])
def test_neutral_groups_are_those_on_the_table(place, found):
    cart = vehicle("cart", 40, 40, side="civilian")
    assert ids(neutral_groups(battle(MAN, FOE, off(PEOPLE, place), cart))) == found


@pytest.mark.rule("MT-GAP-72", "MT-VIC-03", "MT-ACT-04")
@pytest.mark.parametrize(
    ("pacts", "allied"),
    [
        (None, False),
        (Pacts(), False),
        (Pacts((Alliance(("unit", "mib")),)), False),
        (Pacts((Alliance(("unit", "mib")), Alliance(("dalek", "unit"), truce=True))), True),
    ],
)
def test_two_sides_are_allied(pacts, allied):
    game = battle(MAN, FOE, **({"pacts": pacts} if pacts else {})).game
    assert game.are_allied("unit", "dalek") is allied and game.are_allied("dalek", "unit") is allied
    assert not game.are_allied("unit", "unit")


@pytest.mark.rule("MT-GAP-75", *DICE)
@pytest.mark.parametrize(
    ("first", "sides", "order"),
    [
        ("", ("mib", "unit", "dalek"), ["unit", "dalek", "mib"]),
        ("dalek", ("mib", "unit", "dalek"), ["dalek", "mib", "unit"]),
        ("mib", ("unit", "dalek"), ["unit", "dalek"]),
        ("dalek", ("unit", "hatchling"), ["hatchling", "unit"]),
        ("civilian", ("mib", "unit"), ["unit", "mib"]),
        ("unit", (), []),
    ],
)
def test_choices_are_made_from_the_seat_of_the_card_on(first, sides, order):
    state = battle(MAN, FOE, pair("m", (20, 30)), BEAST, PEOPLE)
    assert seat_order(state, sides, first) == order


FIGHT = LockedCombat(3, ("d", "a", "x", "b", "m"))
NEAR = (
    *(group("a", (10, 10)), group("b", (10, 11.5)), off(group("x", (1, 1)), LOST)),
    *(daleks("d", (11.25, 10)), pair("m", (10, 8.9)), group("c", (40, 40))),
)


@pytest.mark.rule(*FIGHTS, *DICE)
def test_who_is_in_a_combat():
    state = battle(*NEAR, combats=(LockedCombat(1, ("z",)), FIGHT))
    assert [combat_of(state, key) for key in ("a", "d", "m", "c")] == [FIGHT, FIGHT, FIGHT, None]
    assert groups_in(state, FIGHT, "unit") == ("a", "b") and groups_in(state, FIGHT, "mib") == ("m",)
    assert merged_groups(state, "b") == ("a", "b") and merged_groups(state, "c") == ("c",)
    assert sides_in(state, FIGHT) == ["unit", "dalek", "mib"]


@pytest.mark.rule("MT-HTH-17", "MT-SPUG-11", *FIGHTS)
@pytest.mark.parametrize(
    ("groups", "allied", "contested"),
    [
        (("a", "d"), (), True),
        (("a", "b"), (), False),
        (("a",), (), False),
        (("a", "d"), ("unit", "dalek"), False),
        (("a", "d", "m"), ("unit", "dalek"), True),
        (("x", "d"), (), False),
    ],
)
def test_a_combat_goes_on_between_sides_that_are_not_allied(groups, allied, contested):
    pacts = {"pacts": Pacts((Alliance(allied),))} if allied else {}
    assert is_contested(battle(*NEAR, **pacts), LockedCombat(1, groups)) is contested


@pytest.mark.rule(*FIGHTS)
def test_combats_begin_grow_merge_and_end():
    def change(state, combat, *merged):
        return CombatChanged(rule="MT-HTH-01", combat=combat, merged=merged).apply(state)

    def numbers(state):
        return [(combat.number, combat.groups) for combat in state.game.combats]

    two = change(change(battle(MAN, FOE), LockedCombat(2, ("a", "d"))), LockedCombat(1, ("b", "e")))
    assert numbers(two) == [(1, ("b", "e")), (2, ("a", "d"))]
    grown = change(two, LockedCombat(2, ("a", "d", "c")))
    assert numbers(grown) == [(1, ("b", "e")), (2, ("a", "d", "c"))]
    assert numbers(change(grown, LockedCombat(2, ("a", "d", "c", "b", "e")), 1)) == [
        (2, ("a", "d", "c", "b", "e"))
    ]
    assert numbers(change(grown, LockedCombat(1, ()))) == [(2, ("a", "d", "c"))]


@pytest.mark.rule(*DICE, "MT-MIB-12", "MT-MIB-13", "MT-MIB-16", "MT-HTH-12", "MT-SHT-08", "MT-GAP-82")
@pytest.mark.parametrize(
    ("own", "studied", "shooting", "close"),
    [
        (group("g", *block(10, 10)), (), DicePool(8, 0, 1), DicePool(8, 0, 1)),
        (group("g", *block(10, 10)), ("x",), DicePool(8, 0, 2), DicePool(8, 0, 2)),
        (pair("g", (10, 10), (11.5, 10)), (), DicePool(0, 2, 1), DicePool(0, 2, 1)),
        (pair("g", (10, 10)), ("x", "y"), DicePool(0, 1, 3), DicePool(0, 1, 3)),
        (mites("g", (10, 10), (11.5, 10)), (), DicePool(0, 0, 1), DicePool(4, 0, 1)),
        (clean_up("g", 10, 10), ("x",), DicePool(6, 0, 2), DicePool(6, 0, 2)),
        (armed(clean_up("g", 10, 10), 2), (), DicePool(16, 0, 1), DicePool(16, 0, 1)),
        (vehicle("g", 10, 10), (), DicePool(0, 0, 1), DicePool(0, 0, 1)),
    ],
)
def test_the_dice_of_a_group(own, studied, shooting, close):
    pieces = own[1]
    state = battle(own, group("u", (60, 40)), FOE, studied=studied)
    assert shooting_dice(state, pieces) == shooting and close_dice(state, pieces) == close
    assert {figure_kind(state, piece).initial_roll for piece in pieces} == {bool(shooting.rolling)}


@pytest.mark.rule(*DICE)
@pytest.mark.parametrize(
    ("pool", "mean"),
    [
        (DicePool(0, 0, 1), 0),
        (DicePool(8, 0, 1), 8),
        (DicePool(0, 2, 1), 7),
        (DicePool(3, 2, 2), 17),
        (DicePool(0, 1, 4), 14),
    ],
)
def test_the_mean_number_of_dice(pool, mean):
    assert pool.mean == mean


@pytest.mark.rule("MT-GAP-77", *DICE)
def test_a_crewed_weapon_has_two_lives():
    state = battle(group("a", (10, 10), kinds=["unit_hmg"]), group("b", *block(20, 20, 3)), FOE)
    assert lives(figures_of(state, "a")) == 2 and lives(all_figures(state, ["a", "b"])) == 5
    assert lives([]) == 0


SQUAD = controller("s", (20, 20), (22, 20))


@pytest.mark.rule(
    "MT-GAP-53", "MT-MITE-10", "MT-GAP-86", "MT-MOV-10", "MT-AUTO-15", "MT-MITE-07", "MT-MOV-06"
)
@pytest.mark.parametrize(
    ("groups", "found", "wild"),
    [
        ((SQUAD,), "s1", False),
        ((off(SQUAD, LOST, None),), "", True),
        ((off(SQUAD, UNDERGROUND, UNDERGROUND),), "s1", False),
        ((off(SQUAD, LEFT, None),), "", True),
        ((controller("t", (20, 20), (22, 20)),), "", True),
        ((spugs("s", (20, 20)),), "", True),
        ((controller("t", (20, 20)), SQUAD), "s1", False),
    ],
)
def test_mites_without_the_controller_of_their_squad_are_wild(groups, found, wild):
    state = battle(MAN, *groups, mites("m", (30, 20), squad="s"))
    leader = controller_of(state, "m")
    assert (leader.id if leader else "") == found and is_wild(state, "m") is wild
    assert not is_wild(state, groups[0][0].id) and not is_wild(state, "a")
    assert squad_of(state, "m") == "s" and squad_of(state, "a") == "a"


@pytest.mark.rule("MT-MOV-06", "MT-MITE-10", "MT-AUTO-15")
def test_only_mites_are_led():
    state = battle(MAN, SQUAD, mites("m", (30, 20)), vehicle("car", 40, 40))
    units = state.table.units
    led = [is_controlled_kind(state, units[key]) for key in ("m", "s", "a", "car crew")]
    assert led == [True, False, False, False]


@pytest.mark.rule("MT-HTH-06", "MT-SEWR-02")
@pytest.mark.parametrize(
    ("x", "within", "touch"),
    [(11.004, None, True), (11.006, None, False), (12.0, 1.0, True), (12.01, 1.0, False)],
)
def test_groups_touch(x, within, touch):
    state = battle(group("a", (10, 10), (5, 5)), daleks("d", (60, 40)), group("b", (x, 10), (50, 5)))
    others = figures_of(state, "b")
    found = groups_touch(state, "a", others) if within is None else groups_touch(state, "a", others, within)
    assert found is touch


@pytest.mark.rule("MT-MIB-06", "MT-GAP-46", "MT-GAP-45", "MT-MIB-05", "MT-MIB-10")
def test_specimens_studies_and_teams_are_remembered():
    state = battle(MAN, FOE, specimens=("dalek",), studied=("mite",), teams=2)
    taken = SpeciesStudied(rule="MT-MIB-05", species="spug").apply(state)
    assert (taken.game.specimens, taken.game.studied) == (("dalek", "spug"), ("mite",))
    solved = SpeciesStudied(rule="MT-MIB-06", species="dalek", success=True).apply(taken)
    assert (solved.game.specimens, solved.game.studied) == (("dalek", "spug"), ("mite", "dalek"))
    assert TeamIssued(rule="MT-MIB-10", successes=1).apply(state).game.teams == 3


@pytest.mark.rule("MT-BURR-03", "MT-BURR-05", "MT-SEWR-03", "MT-GAP-67", "MT-SEWR-04")
def test_who_is_below_is_remembered():
    one, two = BelowGround("hole"), BelowGround("manhole", 1, True)
    assert (one.paid, one.open) == (0, False)
    state = BelowChanged(rule="MT-SEWR-02", group="a", below=one).apply(battle(MAN, FOE))
    both = BelowChanged(rule="MT-SEWR-02", group="d", below=two).apply(state)
    assert both.game.below == {"a": one, "d": two}
    moved = BelowChanged(rule="MT-SEWR-02", group="a", below=two).apply(both)
    assert moved.game.below == {"a": two, "d": two}
    assert BelowChanged(rule="MT-SEWR-02", group="a", below=None).apply(moved).game.below == {"d": two}


@pytest.mark.rule("MT-GAP-82", "MT-SHT-08", "MT-EVT-01", "MT-GAP-30", "MT-SPC-01", "MT-SCN-02")
def test_flags_and_searches_are_remembered():
    old = Objectives(searched=("h1",), flags=("up",), at_most=3)
    state = battle(MAN, FOE, objectives=old)
    after = ObjectivesChanged(rule="MT-SPC-01", searched=("h2",), flags=("down",)).apply(state)
    assert after.game.objectives == Objectives(searched=("h1", "h2"), flags=("up", "down"), at_most=3)
    first = ObjectivesChanged(rule="MT-SPC-01", flags=("up",)).apply(battle(MAN, FOE))
    assert first.game.objectives.flags == ("up",)


@pytest.mark.rule("MT-MIB-07", "MT-MIB-08")
def test_a_mark_is_no_weapon():
    state = battle(MAN, FOE)
    done = perform(state, lambda play: set_mark(play, ["a1"], "other", 3, "MT-MIB-07"))
    assert shooting_dice(done.state, figures_of(done.state, "a")).fixed == 1


@pytest.mark.rule("MT-SCN-11", "MT-ACT-04", "MT-GAP-72")
def test_a_wild_side_with_a_seat_fights_once():
    assert battle(MAN, BEAST, seats=("unit", "hatchling")).game.fighters == ("unit", "hatchling")
    assert battle(MAN, FOE, PEOPLE).game.fighters == ("unit", "dalek")
