"""Linked fire at its edges: who may link how many shots, and what becomes of each shot of a volley."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.attack.volley import (
    is_directed,
    link_options,
    linking_groups,
    lose_shot,
    may_link,
    settle_volley,
    shoot_or_link,
    shots_left,
)
from battlesim.rulesets.alien_invasion.core.state import LockedCombat, Volley
from battlesim.rulesets.alien_invasion.cybermen.leader import ACTED_PREFIX, LEADER
from battlesim.table.events import DiceRolled
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
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

A, C = group("a", *block(10, 10)), group("c", *block(10, 20))
B, E = daleks("b", (30, 12), (32, 12), (34, 12)), daleks("e", (30, 30))


def fired(state, shooter, target="b", dice=(), **answers):
    """Resolve one shot of a group at a target."""
    return perform(state, lambda p: shoot_or_link(p, shooter, target), answers, dice)


def numbers(done):
    """The numbers of dice of each roll."""
    return [len(event.faces) for event in done.events_of(DiceRolled)]


@pytest.mark.rule("MT-GAP-28", "MT-LNK-03", "MT-LNK-04")
@pytest.mark.parametrize(
    ("card", "twin", "shots", "can"),
    [
        ("unit single", "", 1, True),
        ("unit double", "", 2, True),
        ("unit triple", "", 3, True),
        ("event", "", 0, False),
        ("event", "c", 1, True),
        ("unit single", "c", 2, True),
    ],
)
def test_how_many_more_shots_a_card_allows(card, twin, shots, can):
    state = battle(A, B, C, card=card, twin=twin)
    assert (shots_left(state), may_link(state, "a")) == (shots, can)


@pytest.mark.rule("MT-GAP-28", "MT-LNK-01", "MT-LNK-03")
@pytest.mark.parametrize(("id", "can"), [("a", True), ("b", False), ("m", False), ("s", True), ("n", False)])
def test_who_may_link_a_shot(id, can):
    state = battle(A, B, pair("m", (50, 10)), spugs("s", (50, 20)), mites("n", (60, 20)), card="unit double")
    if id == "n":
        state = battle(A, B, mites("n", (60, 20)), card="unit double")
    assert may_link(state, id) is can


HALL = [terrain("building", 14, 0, 16, 40)]


@pytest.mark.rule("MT-GAP-29")
@pytest.mark.option("unit_linked_fire", "always", "requires_officer")
@pytest.mark.parametrize(
    ("value", "officer", "groups", "linked"),
    [
        ("always", None, ("a",), True),
        ("requires_officer", None, ("a",), False),
        ("requires_officer", (5, 10), ("a",), True),
        ("requires_officer", (30, 10), ("a",), False),
        ("requires_officer", (30, 10), ("a", "c"), True),
        ("requires_officer", (30, 10), ("h",), True),
    ],
)
def test_an_officer_directs_a_group_that_he_sees_or_is_in(value, officer, groups, linked):
    """A wall of houses stands between sections a and c."""
    hq = [group("h", officer, kinds=["unit_officer"])] if officer else []
    state = battle(
        group("a", *block(10, 10)),
        group("c", *block(20, 20)),
        *hq,
        daleks("b", (60, 40)),
        ground=HALL,
        options={"unit_linked_fire": value},
    )
    assert is_directed(state, groups) is linked


@pytest.mark.rule("MT-GAP-29")
@pytest.mark.parametrize(("x", "linked"), [(5, True), (30, False)])
def test_an_officer_directs_from_a_vehicle(x, linked):
    state = battle(
        A,
        vehicle("car", x, 10),
        aboard(group("h", (0, 0), kinds=["unit_officer"]), "car"),
        daleks("b", (60, 40)),
        ground=HALL,
        options={"unit_linked_fire": "requires_officer"},
    )
    assert is_directed(state, ["a"]) is linked
    assert is_directed(state, ["h"]), "he directs those with him in any case"


@pytest.mark.rule("MT-GAP-29")
def test_an_officer_directs_his_own_group_though_others_stand_around_him():
    """The line from him to himself lies within the hull of another group."""
    hq, around = group("h", (10, 10), kinds=["unit_officer"]), spugs("s", (8, 10), (12, 10))
    state = battle(hq, around, B, options={"unit_linked_fire": "requires_officer"})
    assert is_directed(state, ["h"])


@pytest.mark.rule("MT-GAP-28", "MT-LNK-03", "MT-GAP-29")
@pytest.mark.parametrize(("officer", "found"), [(True, ["a", "h"]), (False, [])])
def test_without_an_officer_no_group_adds_a_shot(officer, found):
    hq = group("h", (10, 14), kinds=["unit_officer" if officer else "unit_guard"])
    state = battle(A, hq, B, options={"unit_linked_fire": "requires_officer"})
    assert [unit.id for unit in linking_groups(state, "a", "b")] == found


@pytest.mark.rule("MT-GAP-29")
def test_a_man_who_is_no_officer_directs_nobody():
    guard = group("h", (5, 10), kinds=["unit_guard"])
    state = battle(A, guard, B, options={"unit_linked_fire": "requires_officer"})
    assert not is_directed(state, ["a"])


@pytest.mark.rule("MT-LNK-03", "MT-GAP-28")
@pytest.mark.parametrize(
    ("shooter", "target", "found"),
    [
        ("a", "b", ["a", "d"]),
        ("a", "e", ["a", "d"]),
        ("d", "e", ["d"]),
        ("d", "b", ["a", "d"]),
        ("d", "", ["d"]),
    ],
)
def test_which_groups_can_add_a_shot(shooter, target, found):
    """Sections a and c are merged in a combat with b; section d is free; the Doctor has no dice."""
    state = battle(
        A,
        C,
        group("d", *block(40, 40)),
        group("doc", (50, 40), kinds=["unit_doctor"]),
        B,
        E,
        combats=(LockedCombat(1, ("a", "c", "b"), ("a",)),),
    )
    assert [unit.id for unit in linking_groups(state, shooter, target)] == found


@pytest.mark.rule("MT-LNK-03", "MT-MIB-03", "MT-MIB-14", "MT-GAP-28")
def test_groups_without_linked_fire_add_no_shot():
    team = group("t", *block(20, 40, 5), side="mib", kinds=["clean_up_trooper"])
    state = battle(pair("m", (10, 40)), team, B, card="mib double")
    assert [unit.id for unit in linking_groups(state, "t", "b")] == ["t"]
    assert may_link(state, "t") and not may_link(state, "m")


@pytest.mark.rule("MT-LNK-03")
@pytest.mark.parametrize(
    ("card", "keys"),
    [("unit single", ["a#0", "c#0"]), ("unit double", ["a#0", "a#1", "c#0", "c#1"]), ("event", [])],
)
def test_a_group_may_declare_as_many_shots_as_the_card_has_left(card, keys):
    assert [option.key for option in link_options(battle(A, B, C, card=card), "a", "b")] == keys


@pytest.mark.rule("MT-LNK-03")
def test_the_shots_are_counted_from_the_one_that_is_fired():
    found = link_options(battle(A, B, C, card="unit double"), "a", "b")
    assert [str(option.label) for option in found] == ["a: shot 2", "a: shot 3", "c: shot 1", "c: shot 2"]


@pytest.mark.rule("MT-LNK-03", "MT-CYBR-02")
@pytest.mark.parametrize(("acted", "keys"), [("", ["a#0", "a#1", "c#0"]), ("c", ["a#0", "a#1"])])
def test_a_group_without_the_leader_adds_one_shot(acted, keys):
    led, pieces = group("a", *block(10, 10), side="cyber")
    led = (led, (pieces[0].with_mark(LEADER), *pieces[1:]))
    counters = {ACTED_PREFIX + acted: 1} if acted else {}
    state = battle(led, group("c", *block(10, 20), side="cyber"), B, card="cyber double", tally=counters)
    assert [option.key for option in link_options(state, "a", "b")] == keys


@pytest.mark.rule("MT-GAP-28", "MT-LNK-02", "MT-LNK-04")
@pytest.mark.parametrize(
    ("card", "most"), [("unit single", 1), ("unit double", 2), ("unit triple", 3), ("event", None)]
)
def test_further_shots_are_declared_before_the_first_die(card, most):
    done = fired(battle(A, B, C, card=card), "a", dice=[1] * 8)
    assert [decision.most for decision in done.decisions_with_key("link")] == ([most] if most else [])
    assert done.state.game.volley is None


@pytest.mark.rule("MT-LNK-02", "MT-LNK-03", "MT-LNK-05", "MT-GAP-28")
@pytest.mark.parametrize(
    ("volley", "shooter", "target", "shots", "faces"),
    [
        (Volley("unit", "b", (6, 6, 6, 5), ("c",), ("a",)), "c", "b", None, 0),
        (Volley("unit", "b", (6, 6, 6, 5), ("c", "c"), ("a",)), "c", "b", ("c",), 5),
        (Volley("unit", "b", (6, 6, 6, 5), ("a", "c"), ("a",)), "c", "b", ("a",), 5),
        (Volley("unit", "e", (6, 6, 6, 5), ("c",), ("a",)), "c", "b", ("c",), 4),
        (Volley("unit", "b", (6, 6, 6, 5), ("a",), ("a",)), "c", "b", ("a",), 4),
    ],
)
def test_a_shot_belongs_to_a_volley_only_as_it_was_declared(volley, shooter, target, shots, faces):
    """One Dalek dies only where a die of 1 makes 24 of the 23 that are in the volley."""
    one = group("c", (10, 20), kinds=["unit_rifleman"])
    state = battle(A, one, B, E, card="unit double", volley=volley)
    done = fired(state, shooter, target, dice=[1], casualties=[] if faces else ("b1",))
    kept = done.state.game.volley
    assert (kept.shots if kept else None, len(kept.faces) if kept else 0) == (shots, faces)
    assert 3 - left(done, "b") == (not faces)
    assert numbers(done) == [1]
    assert not done.decisions_with_key("link") and not done.decisions_with_key("hold")


@pytest.mark.rule("MT-LNK-02", "MT-LNK-05")
def test_a_volley_keeps_who_fired_and_what_they_saw():
    one = group("c", (10, 20), kinds=["unit_rifleman"])
    volley = Volley("unit", "b", (6,), ("c", "a"), ("a",), (("a1", "b1"),))
    done = fired(battle(A, one, B, card="unit double", volley=volley), "c", dice=[5])
    kept = done.state.game.volley
    assert (kept.faces, kept.shots, kept.fired) == ((6, 5), ("a",), ("a", "c"))
    assert kept.pairs == (("a1", "b1"), ("c1", "b1"), ("c1", "b2"), ("c1", "b3"))


@pytest.mark.rule("MT-GAP-28", "MT-LNK-02", "MT-SHT-13")
@pytest.mark.parametrize(
    ("value", "card", "asked", "open"),
    [
        ("before_first_roll", "unit single", ["link"], False),
        ("before_first_roll", "event", [], False),
        ("may_extend_after_roll", "unit single", ["hold"], True),
        ("may_extend_after_roll", "event", [], False),
    ],
)
@pytest.mark.option("linked_declaration", "before_first_roll", "may_extend_after_roll")
def test_what_is_asked_with_a_first_shot(value, card, asked, open):
    state = battle(A, B, card=card, options={"linked_declaration": value})
    answers = {"hold": True} if open else {}
    done = fired(state, "a", dice=[1] * 8, **answers)
    assert [decision.what for decision in done.asked if decision.side == "unit"] == asked
    assert (done.state.game.volley is not None) is open


@pytest.mark.rule("MT-GAP-28", "MT-LNK-02")
@pytest.mark.option("linked_declaration", "may_extend_after_roll")
@pytest.mark.parametrize(("hold", "dead"), [(True, 0), (False, 1)])
def test_by_option_any_shot_of_the_card_extends_a_volley(hold, dead):
    volley = Volley("unit", "b", (6, 6, 6, 5), (), ("a",))
    one = group("c", (10, 20), kinds=["unit_rifleman"])
    options = {"linked_declaration": "may_extend_after_roll"}
    state = battle(A, one, B, card="unit single", volley=volley, options=options)
    done = fired(state, "c", dice=[1], hold=hold, **({"casualties": ("b1",)} if dead else {}))
    assert 3 - left(done, "b") == dead
    assert done.decisions_with_key("hold")[0].side == "unit"


@pytest.mark.rule("MT-DOC-02", "MT-LNK-02", "MT-LNK-05")
@pytest.mark.parametrize(
    ("volley", "shots", "dead"),
    [
        (None, None, 0),
        (Volley("dalek", "c", (6,), ("b",), ("e",)), ("b",), 0),
        (Volley("dalek", "a", (6,), ("e",), ("e",)), ("e",), 0),
        (Volley("dalek", "a", (6,), ("b",), ("e",)), None, 1),
        (Volley("dalek", "a", (6,), ("b", "e"), ("e",)), ("e",), 0),
        (Volley("dalek", "a", (6,), ("b", "b"), ("e",)), ("b",), 0),
    ],
)
def test_a_shot_at_nothing_drops_out_of_its_volley(volley, shots, dead):
    state = battle(group("a", (10, 10)), C, B, E, card="dalek double", volley=volley)
    done = perform(state, lambda p: lose_shot(p, "b", "a"))
    assert (done.state.game.volley.shots if done.state.game.volley else None) == shots
    assert 1 - left(done, "a") == dead
    assert done.events[0].rule == "MT-DOC-02"


@pytest.mark.rule("MT-DOC-02", "MT-LNK-02", "MT-SHT-13", "MT-LNK-05")
@pytest.mark.parametrize(
    ("runs", "aim", "dice", "rolled"),
    [
        (True, (10, 12), [6, 6, 6, 6, 6, 6, 6], [1, 6]),
        (True, (10, 16), [6], [1]),
        (False, None, [1] * 6, [6]),
    ],
)
def test_one_who_runs_out_of_sight_is_not_shot_at(runs, aim, dice, rolled):
    house = terrain("building", 14, 14, 16, 40)
    doctor = group("d", (10, 10), kinds=["unit_doctor"])
    state = battle(doctor, daleks("b", (30, 15)), ground=[house], card="dalek single")
    done = fired(state, "b", "d", dice, runs=runs, **({"run": aim} if aim else {}))
    assert numbers(done) == rolled


@pytest.mark.rule("MT-DOC-02", "MT-SHT-13", "MT-LNK-02")
def test_only_one_who_may_run_is_asked():
    state = battle(group("a", (10, 10)), daleks("b", (30, 15)), card="dalek single")
    assert not fired(state, "b", "a", [1] * 6).decisions_with_key("runs")


@pytest.mark.rule("MT-LNK-05")
@pytest.mark.parametrize(
    ("fired_by", "faces", "dead"), [(("a",), (6, 6, 6, 5), 0), (("a",), (6,) * 4, 1), ((), (6,) * 4, 0)]
)
def test_a_volley_is_settled_once_at_the_end_of_the_card(fired_by, faces, dead):
    state = battle(A, B, volley=Volley("unit", "b", faces, ("c",), fired_by))
    done = perform(state, settle_volley, {"casualties": ("b1",)} if dead else {})
    assert 3 - left(done, "b") == dead and done.state.game.volley is None
    assert not perform(done.state, settle_volley).events


@pytest.mark.rule("MT-LNK-05", "MT-LNK-02")
def test_a_volley_at_a_group_that_is_gone_comes_to_nothing():
    gone = battle(A, E, (B[0], ()), volley=Volley("unit", "b", (6,) * 9, (), ("a",)))
    done = perform(gone, settle_volley)
    assert len(done.events) == 1 and done.state.game.volley is None


@pytest.mark.rule("MT-SHT-13", "MT-SHT-02", "MT-LNK-02")
def test_a_shot_by_itself_counts_only_those_who_are_seen_by_option():
    house = terrain("building", 18, 0, 22, 11)
    state = battle(
        A,
        daleks("b", (30, 13), (30, 5)),
        ground=[house],
        card="event",
        options={"unseen_casualties": "seen_only"},
    )
    assert left(fired(state, "a", dice=[6] * 8), "b") == 1
