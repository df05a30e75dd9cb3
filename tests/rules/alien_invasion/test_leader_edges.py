"""The Leader of the Cybermen and what a Special Event brings them, at the limits."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.battle.cyber_events import (
    RECYCLED,
    bring_group,
    lead_or_recycle,
    recyclable,
)
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.core.lookups import LEFT, UNDERGROUND, groups_of
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.cybermen.leader import (
    ACTED_PREFIX,
    LEADER,
    acts_left,
    appoint,
    count_action,
    forget_actions,
    has_leader,
    leader_of_side,
    why_may_not_act,
)
from battlesim.table.pieces import Off
from tests.rules.alien_invasion.field import battle, block, daleks, default, group, off, perform, spugs

pytestmark = pytest.mark.rule(
    "MT-CYBR-02", "MT-CYBR-04", "MT-CYBR-05", "MT-CYBR-06", "MT-EVT-02", "MT-LNK-03"
)
LOST = Off("lost")
FOE = daleks("k", (60, 40))


def cyber(id, x, y, number=2, leads=0):
    """A group of Cybermen; the one with the number `leads` is the Leader."""
    unit, pieces = group(id, *block(x, y, number), side="cyber")
    return unit, tuple(p.with_mark(LEADER) if n == leads else p for n, p in enumerate(pieces, 1))


LED, B = cyber("a", 10, 10, leads=2), cyber("b", 20, 10)


@pytest.mark.parametrize(
    ("places", "leader"),
    [
        ((None, None), "a2"),
        ((LOST, None), "a2"),
        ((None, LOST), ""),
        ((None, LEFT), ""),
        ((None, UNDERGROUND), "a2"),
    ],
)
def test_the_leader_leads_while_alive(places, leader):
    state = battle(off(LED, *places), B, FOE)
    found = leader_of_side(state, "cyber")
    assert (found.id if found else "") == leader
    assert has_leader(state, "a") is bool(leader) and not has_leader(state, "b")
    assert leader_of_side(state, "dalek") is None


def test_the_leader_of_one_side_is_not_that_of_another():
    unit, (figure,) = FOE
    state = battle((unit, (figure.with_mark(LEADER),)), B)
    assert leader_of_side(state, "cyber") is None and leader_of_side(state, "dalek").id == "k1"


MERGED = (LockedCombat(1, ("a", "b", "k")),)


@pytest.mark.parametrize(
    ("group", "most", "acted", "combats", "left"),
    [
        ("a", 3, (), (), 3),
        ("a", 3, ("a",), (), 3),
        ("a", 0, (), (), 0),
        ("b", 3, (), (), 1),
        ("b", 1, (), (), 1),
        ("b", 0, (), (), 0),
        ("b", 3, ("a",), (), 1),
        ("b", 3, ("b",), (), 0),
        ("b", 3, ("b",), MERGED, 3),
        ("c", 3, ("b",), (LockedCombat(1, ("c", "b", "k")),), 0),
        ("c", 3, ("a",), (LockedCombat(1, ("c", "b", "k")),), 1),
        ("k", 3, ("k",), (), 3),
    ],
)
def test_how_often_a_group_may_act_on_a_card(group, most, acted, combats, left):
    tally = {ACTED_PREFIX + own: 1 for own in acted}
    foe = daleks("k", (20, 12.75))
    state = battle(LED, B, cyber("c", 30, 10), foe, combats=combats, tally=tally)
    assert acts_left(state, group, most) == left


@pytest.mark.parametrize(
    ("groups", "group", "acted", "why"),
    [
        ((LED, B), "a", ("a",), ""),
        ((LED, B), "b", (), ""),
        ((LED, B), "b", ("b",), "only the Leader's group acts twice on a card"),
        ((off(LED, None, LOST), B), "b", (), "there is no Leader"),
        ((off(LED, None, LOST), B), "a", (), "there is no Leader"),
        ((off(LED, None, LOST), B), "k", (), ""),
    ],
)
def test_why_a_group_may_not_act(groups, group, acted, why):
    state = battle(*groups, FOE, tally={ACTED_PREFIX + own: 1 for own in acted})
    assert str(why_may_not_act(state, group)) == why


def test_actions_are_counted_for_a_faction_that_is_led_until_the_card_is_done():
    state = battle(LED, B, FOE)

    def actions(play):
        for own in ("a", "b", "b", "k"):
            count_action(play, own)

    counted = perform(state, actions).state
    numbers = [counted.game.count(ACTED_PREFIX + own) for own in ("a", "b", "k")]
    assert numbers == [1, 2, 0]
    done = perform(counted, forget_actions)
    assert [done.state.game.count(ACTED_PREFIX + own) for own in ("a", "b", "k")] == [0, 0, 0]
    assert not perform(state, forget_actions).events


def test_a_figure_becomes_the_leader():
    done = perform(battle(B, FOE), lambda play: appoint(play, "b2"))
    assert done.piece("b2").mark_count(LEADER) == 1 and leader_of_side(done.state, "cyber").id == "b2"
    assert "b2 is the Leader now" in [str(event.text) for event in done.events if hasattr(event, "text")]


HUMANOID = {
    "unit_rifleman": ("unit", 1),
    "mib_operative": ("mib", 1),
    "clean_up_trooper": ("mib", 1),
    "gang_member": ("gang", 1),
    "civilian": ("civilian", 1),
    "cyberman": ("cyber", 1),
    "unit_doctor": ("unit", 0),
    "spug_warrior": ("spug", 0),
    "mite": ("spug", 0),
    "burrower": ("spug", 0),
    "dalek": ("dalek", 0),
    "dalek_mastermind": ("dalek", 0),
    "hatchling": ("hatchling", 0),
}


@pytest.mark.parametrize(("kind", "side", "usable"), [(k, *v) for k, v in HUMANOID.items()])
def test_who_can_be_used_again(kind, side, usable):
    own = group("x", (30, 30), side=side, kinds=[kind])
    base = (LED, FOE, group("u", (50, 5)))
    assert recyclable(battle(*base, own)) == 0
    assert recyclable(battle(*base, off(own, LOST))) == usable
    assert recyclable(battle(*base, off(own, LEFT))) == 0


def fallen(number, used=0, **more):
    """A battle with so many dead men, of whom some were used."""
    men = off(group("u", *block(40, 30, number + 1)), *(LOST,) * number, None)
    starts = {"cyber": (10.0, 20.0), "dalek": (60.0, 40.0)}
    return battle(
        *more.pop("own", (LED,)), men, FOE, tally={RECYCLED: used, "events": 2}, starts=starts, **more
    )


@pytest.mark.parametrize(
    ("dead", "used", "groups", "rest"),
    [(3, 0, 1, 3), (4, 0, 2, 0), (5, 0, 2, 1), (7, 4, 1, 3), (8, 4, 2, 0), (9, 0, 2, 5)],
)
def test_four_dead_make_one_group_on_each_card(dead, used, groups, rest):
    state = fallen(dead, used)
    assert recyclable(state) == dead - used
    done = perform(state, play_special_event, {"arrive": default} if groups > 1 else {})
    assert len(groups_of(done.state, "cyber")) == groups and recyclable(done.state) == rest


@pytest.mark.rule("MT-GAP-08")
def test_a_new_group_has_four_figures_of_the_first_kind_and_a_leader_of_its_own():
    done = perform(fallen(4), lambda play: lead_or_recycle(play, "cyber"), {"arrive": default})
    unit = done.state.table.units["cyber_new1"]
    assert (unit.kind, unit.leader, unit.name) == ("phalanx", "cyber_new1_1", "New group 1")
    pieces = done.state.table.pieces_of_unit("cyber_new1")
    assert [piece.id for piece in pieces] == [f"cyber_new1_{n}" for n in (1, 2, 3, 4)]
    assert {piece.kind for piece in pieces} == {"cyberman"} and all(p.in_play for p in pieces)
    assert done.first_decision("arrive").room.apart == (("u5", 0.0), ("k1", 0.0))
    twice = perform(done.state, lambda play: bring_group(play, "cyber", 3, "MT-EVT-02"), {"arrive": default})
    assert len(twice.state.table.pieces_of_unit("cyber_new2")) == 3


@pytest.mark.parametrize(
    ("own", "asked"),
    [
        ((B,), ["b1", "b2"]),
        ((off(B, LOST, None), cyber("c", 30, 10, 1)), ["b2", "c1"]),
        ((off(B, UNDERGROUND, UNDERGROUND),), []),
        ((off(B, LOST, LOST),), []),
    ],
)
def test_without_a_leader_any_figure_on_the_table_becomes_one(own, asked):
    state = fallen(5, own=own)
    done = perform(state, lambda play: lead_or_recycle(play, "cyber"), {"leader": asked[0]} if asked else {})
    decisions = done.decisions_with_key("leader")
    assert [[option.key for option in each.options] for each in decisions] == ([asked] if asked else [])
    assert recyclable(done.state) == recyclable(state), "the same card makes no group"
    found = leader_of_side(done.state, "cyber")
    assert (found.id if found else None) == (asked[0] if asked else None)


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_only_the_first_event_reinforces_a_side(seen):
    starts = {"dalek": (60.0, 40.0)}
    state = battle(FOE, spugs("s", (5, 5)), starts=starts, reinforced=("dalek",), tally={"events": seen})
    done = perform(state, play_special_event, {"arrive": default} if seen == 1 else {})
    assert len(groups_of(done.state, "dalek")) == (2 if seen == 1 else 1)
    assert len(groups_of(done.state, "spug")) == 1
    if seen == 1:
        assert len(done.state.table.pieces_of_unit("dalek_new1")) == 3
