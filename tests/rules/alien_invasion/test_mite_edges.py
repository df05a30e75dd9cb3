"""Mites at the edges: whose they are, who must charge, by which way, and who takes them over."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.alien_invasion.actions.card import action_options
from battlesim.rulesets.alien_invasion.actions.mite_actions import (
    charge,
    charge_run,
    explode,
    must_charge,
    own_mites,
    take_over,
    why_cannot_charge,
    wild_groups,
    wild_near,
)
from battlesim.rulesets.alien_invasion.core.lookups import combat_of, squad_of
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.events import MovesAnnounced
from tests.rules.alien_invasion.field import (
    battle,
    controller,
    daleks,
    group,
    mites,
    perform,
    spugs,
    terrain,
)
from tests.rules.alien_invasion.test_burrowers import sunk
from tests.rules.alien_invasion.test_mites import without

EXPLODES = pytest.mark.rule("MT-MITE-04", "MT-GAP-52")
CHARGES = pytest.mark.rule("MT-MITE-07", "MT-MITE-08", "MT-GAP-54", "MT-SCN-11")
FORCED = pytest.mark.rule(
    "MT-MITE-08", "MT-MITE-09", "MT-GAP-54", "MT-SET-04", "MT-ACT-04", "MT-AUTO-02", "MT-AUTO-15"
)
TAKES = pytest.mark.rule("MT-GAP-53", "MT-MITE-07")
FOE = group("b", (60, 10))


def ids(pieces):
    return [piece.id for piece in pieces]


@EXPLODES
def test_which_mites_a_controller_explodes():
    own = controller("s", (5, 5), (6, 5)), mites("m", (20, 20), (22, 20)), mites("n", (30, 30), squad="other")
    state = battle(*own, spugs("t", (40, 5)), FOE)
    assert ids(own_mites(state, "s")) == ["m1", "m2"]
    assert [own_mites(state, key) for key in ("t", "m", "n")] == [[], [], []]
    assert own_mites(without(state, "s1"), "s") == []
    assert ids(own_mites(without(state, "m1"), "s")) == ["m2"]
    assert ids(own_mites(sunk(state, "s"), "s")) == ["m1", "m2"], "he may be underground"


@EXPLODES
@pytest.mark.parametrize(("number", "asked"), [(1, False), (2, True), (3, True)])
def test_a_single_mite_is_not_asked_about(number, asked):
    points = [(20 + 10 * n, 20) for n in range(number)]
    state = battle(controller("s", (5, 40)), mites("m", *points), FOE)
    last = f"m{number}"
    done = perform(state, lambda play: explode(play, "s"), {"mite": last} if asked else {}, [1] * 4)
    assert bool(done.decisions_with_key("mite")) is asked
    assert [key for key in state.table.pieces if not done.piece(key).in_play] == [last]


def wild(*points, id="m"):
    return mites(id, *points, squad="gone")


@FORCED
@pytest.mark.parametrize(
    ("groups", "combats", "found"),
    [
        ((wild((20, 20)), FOE), (), ["m"]),
        ((wild((20, 20)), wild((25, 20), id="n"), FOE), (), ["m", "n"]),
        ((wild((20, 20)),), (), []),
        ((wild((20, 20)), FOE), (LockedCombat(1, ("m", "b")),), []),
        ((mites("m", (20, 20)), FOE), (), []),
        ((mites("m", (20, 20)), group("p", (30, 20), side="civilian")), (), []),
    ],
)
def test_which_mites_charge(groups, combats, found):
    state = battle(controller("s", (5, 5)), *groups, combats=combats, card="spug triple")
    assert [unit.id for unit in wild_groups(state, "spug")] == found
    assert must_charge(state) is bool(found)
    assert str(why_cannot_charge(state, "m")) == (
        "" if "m" in found else "they are locked, or there is no enemy to charge"
    )


@FORCED
@pytest.mark.parametrize(
    ("card", "charges", "must"),
    [
        ("spug triple", 0, True),
        ("spug triple", 1, False),
        ("spug double", 0, False),
        ("spug single", 0, False),
        ("unit triple", 0, False),
    ],
)
def test_when_an_action_must_go_to_a_charge(card, charges, must):
    state = battle(spugs("t", (5, 5)), wild((20, 20)), FOE, card=card, tally={"wild charges": charges})
    assert must_charge(state) is must
    assert must_charge(state.with_game(row=())) is False


@CHARGES
def test_a_charge_is_counted_once_and_announced_with_its_path():
    state = battle(spugs("t", (5, 5)), wild((20, 20)), group("b", (30, 20)), card="spug triple")
    done = perform(state, lambda play: charge(play, "m"))
    assert done.state.game.count("wild charges") == 1
    assert [event.courses for event in done.events_of(MovesAnnounced)] == [(((20, 20), (29, 20)),)]
    assert combat_of(done.state, "m").groups == ("b", "m")


@CHARGES
def test_mites_that_stand_at_an_enemy_are_locked_without_a_move():
    state = battle(wild((29, 20)), group("b", (30, 20)), card="spug triple")
    done = perform(state, lambda play: charge(play, "m"))
    assert [event.courses for event in done.events_of(MovesAnnounced)] == [()]
    assert combat_of(done.state, "m") is not None


@CHARGES
def test_a_charge_that_reaches_nobody_locks_nobody():
    state = battle(wild((20, 20)), group("b", (60, 20)), card="spug triple")
    done = perform(state, lambda play: charge(play, "m")).state
    assert (done.table.piece("m1").xy, done.game.combats) == ((44, 20), ())


@CHARGES
@pytest.mark.parametrize(
    ("own", "enemies", "by"),
    [
        ([(20, 20)], (group("b", (30, 20)), daleks("d", (29, 20))), ("d1",)),
        ([(20, 20)], (group("b", (30, 20)), daleks("d", (20, 30))), ("b1",)),
        ([(20, 20)], (group("b", (20, 31)), daleks("d", (30, 20))), ("d1",)),
        ([(20, 20), (20, 25)], (group("b", (20, 35)), daleks("d", (31, 20))), ("b1",)),
    ],
)
def test_the_nearest_enemy_of_any_of_them_is_charged(own, enemies, by):
    found = charge_run(battle(wild(*own), *enemies), "m")
    assert (found.ended, found.by) == ("contact", by)


def shore(*rects):
    return [terrain("lake", *rect, f"lake{number}") for number, rect in enumerate(rects)]


@CHARGES
def test_soft_going_is_gone_round_as_far_as_the_move_leads():
    """The way round the lake leads over its north-western and north-eastern corner."""
    state = battle(wild((20, 20)), group("b", (34, 20)), ground=shore((24, 10, 30, 22)))
    found = charge_run(state, "m")
    assert (found.ended, found.by) == ("contact", ("b1",))
    assert found.start[0] > 24 and found.start[1] >= 22
    assert math.dist(found.end, (34, 20)) == pytest.approx(1.0, abs=0.01)


@CHARGES
@pytest.mark.parametrize("x", [40, 46, 60])
def test_on_the_way_round_it_runs_no_farther_than_its_move(x):
    """To the second corner of the lake it is more than 17 in, so that fewer than 7 of 24 are left."""
    found = charge_run(battle(wild((20, 20)), group("b", (x, 20)), ground=shore((24, 8, 30, 30))), "m")
    assert found.ended == "" and found.start == pytest.approx((30.2, 30.4), abs=0.2)
    assert 6.0 < found.length < 6.6


@CHARGES
def test_what_no_way_leads_round_stops_them_at_the_shore():
    state = battle(wild((20, 20)), group("b", (34, 20)), ground=shore((24, 0, 30, 48)))
    found = charge_run(state, "m")
    assert found.end == pytest.approx((23.5, 20), abs=0.01)


@TAKES
@pytest.mark.parametrize(
    ("points", "near"),
    [(((33, 20),), True), (((33.01, 20),), False), (((60, 40), (33, 20)), True), (((15, 15),), True)],
)
def test_any_mite_within_sixteen_inches_is_near_enough(points, near):
    state = battle(controller("s", (16, 20)), wild(*points), FOE)
    assert [unit.id for unit in wild_near(state, "s")] == ["m"] * near


@TAKES
def test_only_a_controller_on_the_table_takes_over_wild_mites():
    own = controller("s", (16, 20)), spugs("t", (16, 22)), wild((20, 20)), mites("n", (18, 20))
    state = battle(*own, FOE)
    assert [unit.id for unit in wild_near(state, "s")] == ["m"]
    assert [wild_near(state, key) for key in ("t", "n")] == [[], []]
    assert wild_near(without(state, "s1"), "s") == [] and wild_near(sunk(state, "s"), "s") == []


@TAKES
@pytest.mark.parametrize(("number", "asked"), [(1, False), (2, True)])
def test_the_mites_that_are_named_join_the_squad(number, asked):
    packs = [wild((20, 20 + 2 * n), id=f"m{n}") for n in range(number)]
    state = battle(controller("s", (16, 20)), *packs, FOE)
    last = f"m{number - 1}"
    done = perform(state, lambda play: take_over(play, "s"), {"mites": last} if asked else {})
    assert bool(done.decisions_with_key("mites")) is asked
    assert [squad_of(done.state, f"m{n}") for n in range(number)] == ["gone"] * (number - 1) + ["s"]


@TAKES
@pytest.mark.option("mite_control_transfer", "never", "nearest_controller")
@pytest.mark.parametrize(
    ("value", "x", "shown"),
    [("never", 20, False), ("nearest_controller", 20, True), ("nearest_controller", 40, False)],
)
def test_when_taking_over_is_shown(value, x, shown):
    state = battle(controller("s", (16, 20)), wild((x, 20)), FOE, options={"mite_control_transfer": value})
    assert ("take_over" in {option.key for option in action_options(state, "s")}) is shown


@EXPLODES
def test_who_is_shown_which_action_of_mites():
    state = battle(controller("s", (16, 20)), mites("m", (20, 20)), wild((30, 30), id="n"), FOE)
    shown = {key: {option.key for option in action_options(state, key)} for key in "smn"}
    assert ["explode" in shown[key] for key in "smn"] == [True, False, False]
    assert ["charge" in shown[key] for key in "smn"] == [False, False, True]
