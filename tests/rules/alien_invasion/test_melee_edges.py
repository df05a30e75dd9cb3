"""The sudden melee below ground at the edges: who fights, in which order, and who comes up."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.core.lookups import living
from battlesim.rulesets.alien_invasion.core.state import Alliance, Pacts
from battlesim.rulesets.alien_invasion.underground.melee import figures_below, sides_below, sudden_melees
from tests.rules.alien_invasion.field import block, daleks, group, perform, spugs
from tests.rules.alien_invasion.test_sewers import field, sunk

MEETS = pytest.mark.rule("MT-SEWR-05", "MT-SEWR-06", "MT-SEWR-08", "MT-GAP-68", "MT-EVT-01")
LOSES = pytest.mark.rule("MT-SEWR-07", "MT-GAP-68", "MT-SEWR-05", "MT-SEWR-06")
GUNS = ("unit_rifleman",)
MEN, MORE_MEN = group("a", *block(8, 10), kinds=GUNS), group("c", *block(28, 10), kinds=GUNS)
"""Four dice each; 6 points kill one of them."""


def gang(id, count=4):
    return group(id, *block(40, 10, count), side="gang", kinds=("gang_member",))


def pact(*sides):
    return Pacts((Alliance(sides),))


def kills(state, dice, **answers):
    """How many figures each side has lost in a melee, which groups are still below, and the result."""
    before = {piece.id for side in state.game.seats for piece in state.table.pieces_of_side(side)}
    done = perform(state, sudden_melees, answers, dice)
    alive = {figure.id for unit in done.state.table.units for figure in living(done.state, unit)}
    lost = {}
    for key in sorted(before - alive):
        side = str(done.piece(key).side)
        lost[side] = lost.get(side, 0) + 1
    return lost, set(done.state.game.below), done


@MEETS
@pytest.mark.parametrize(
    ("below", "elsewhere", "fights"),
    [
        (("a",), (), False),
        (("a", "c"), (), False),
        (("a", "g"), (), True),
        (("a",), ("g",), False),
        (("a", "c"), ("g",), False),
        ((), ("a", "g"), True),
        ((), (), False),
    ],
)
def test_two_factions_meet_who_are_in_one_network(below, elsewhere, fights):
    state = sunk(field(MEN, MORE_MEN, gang("g")), *below)
    state = sunk(state, *elsewhere, network="hole")
    _, _, done = kills(state, [1] * 8 if fights else [])
    texts = [str(event.text) for event in done.events if hasattr(event, "text")]
    assert ("They meet in the dark" in texts) is fights


@MEETS
def test_who_is_below():
    state = sunk(sunk(field(MEN, MORE_MEN, gang("g"), daleks("d", (60, 5))), "c", "g"), "d", network="hole")
    assert sides_below(state, "manhole") == ["unit", "gang"]
    assert sides_below(state, "hole") == ["dalek"]
    assert [f.id for f in figures_below(state, "unit", "manhole")] == ["c1", "c2", "c3", "c4"]
    assert figures_below(state, "unit", "hole") == []


@MEETS
@pytest.mark.parametrize(
    ("allied", "dice"), [(("unit", "gang"), []), (("unit", "dalek"), [1] * 8), (("dalek", "gang"), [1] * 8)]
)
def test_allies_do_not_fight_below(allied, dice):
    state = field(MEN, gang("g"), daleks("d", (60, 5)), pacts=pact(*allied))
    assert kills(sunk(state, "a", "g"), dice)[:2] == ({}, {"a", "g"})


@MEETS
def test_of_three_factions_two_allies_fight_the_third_only():
    state = field(MEN, gang("g"), daleks("d", (60, 5)), pacts=pact("unit", "gang"))
    dice = [1] * 4 + [1] * 6 + [1] * 4
    done = kills(sunk(state, "a", "g", "d"), dice, prey="a")[2]
    assert [decision.side for decision in done.decisions_with_key("prey")] == ["dalek"]
    assert {option.to[0] for option in done.first_decision("prey").options} == {"unit", "gang"}


@MEETS
def test_an_ally_of_all_others_rolls_nothing():
    both = Pacts((Alliance(("unit", "gang")), Alliance(("unit", "dalek"))))
    state = sunk(field(MEN, gang("g"), daleks("d", (60, 5)), pacts=both), "a", "g", "d")
    done = kills(state, [1] * 6 + [1] * 4)[2]
    assert [len(roll.dice) for roll in done.decisions_with_key("dice")] == [6, 4]


@MEETS
def test_spugs_strike_before_all_others_and_who_is_dead_strikes_nobody():
    """Nine dice of 4 are 36: six for each of four men, who are dead before they roll."""
    own = spugs("s", *block(8, 10, 6), kinds=("spug_heavy", "spug_warrior"))
    lost, below, _ = kills(sunk(field(own, MEN), "s", "a"), [4] * 9)
    assert (lost, below) == ({"unit": 4}, {"s"})


@MEETS
def test_the_others_strike_at_the_same_time():
    """Four dice of 6 kill all four of the others."""
    lost, below, _ = kills(sunk(field(MEN, gang("g")), "a", "g"), [6] * 4 + [6] * 4)
    assert lost == {"unit": 4, "gang": 4} and below == set()


@MEETS
@pytest.mark.parametrize(("named", "lost"), [("g", {"gang": 2, "unit": 1}), ("a", {"unit": 2, "gang": 1})])
def test_the_named_target_takes_the_even_dice(named, lost):
    """The Daleks roll 6, 6, 5, 1, 1, 1: 12 points are even and 8 are odd; the others roll 4 points each."""
    state = field(MEN, gang("g"), daleks("d", (60, 5)), pacts=pact("unit", "gang"))
    dice = [1] * 4 + [6, 6, 5, 1, 1, 1] + [1] * 4
    assert kills(sunk(state, "a", "g", "d"), dice, prey=named)[0] == lost


@MEETS
def test_nobody_falls_twice_in_a_melee():
    """Men and Daleks both kill a gangster: the second one takes him who has not fallen yet."""
    men = group("a", (8, 10), (9, 10), kinds=GUNS)
    state = sunk(field(men, gang("g", 2), daleks("d", (60, 5))), "a", "g", "d")
    dice = [6, 1, 6, 1, 1, 1, 1, 1, 1, 1]
    assert kills(state, dice, prey=lambda asked, now: asked.options[-1].key)[0] == {"gang": 2}


@LOSES
@pytest.mark.parametrize(
    ("men", "gangsters", "below"),
    [
        ([1, 1, 1, 1], [1, 1, 1, 1], {"a", "g"}),
        ([1, 1, 1, 2], [3, 1, 1, 1], {"g"}),
        ([3, 1, 1, 1], [1, 1, 1, 2], {"a"}),
        ([6, 4, 1, 1], [6, 1, 1, 1], {"a"}),
        ([6, 1, 1, 1], [6, 4, 1, 1], {"g"}),
    ],
)
def test_those_who_lost_most_come_up(men, gangsters, below):
    assert kills(sunk(field(MEN, gang("g")), "a", "g"), men + gangsters)[1] == below


@LOSES
def test_in_a_tie_all_who_lost_as_many_come_up():
    lost, below, _ = kills(sunk(field(MEN, gang("g")), "a", "g"), [3, 1, 1, 1, 3, 1, 1, 1])
    assert (lost, below) == ({"gang": 1, "unit": 1}, set())


@LOSES
def test_who_remains_alone_stays_below():
    lost, below, _ = kills(sunk(field(MEN, gang("g", 1)), "a", "g"), [3, 1, 1, 1, 6])
    assert (lost, below) == ({"gang": 1, "unit": 1}, {"a"})


@LOSES
@pytest.mark.parametrize(
    ("spug_dice", "men_dice", "below"),
    [
        ([1, 1], [1, 1, 1, 1], {"a", "s"}),
        ([1, 1], [6, 1, 1, 1], {"a", "s"}),
        ([5, 1], [1, 1, 1], {"s"}),
        ([5, 1], [6, 2, 1], {"s"}),
    ],
)
def test_spugs_are_never_forced_up(spug_dice, men_dice, below):
    """Two Spugs, of whom 9 points kill one, strike before four men do."""
    state = sunk(field(spugs("s", (8, 10), (9, 10)), MEN), "s", "a")
    assert kills(state, spug_dice + men_dice)[1] == below


@LOSES
def test_only_those_in_the_network_come_up():
    state = sunk(sunk(field(MEN, MORE_MEN, gang("g")), "a", "g"), "c", network="hole")
    assert kills(state, [1] * 4 + [6, 1, 1, 1])[1] == {"c", "g"}


@LOSES
@pytest.mark.option("melee_losers_surface", "anywhere", "entrance")
@pytest.mark.parametrize(
    ("value", "markers", "up"),
    [("anywhere", 4, True), ("anywhere", 0, True), ("entrance", 4, True), ("entrance", 0, False)],
)
def test_losers_come_up_anywhere_or_at_an_entrance(value, markers, up):
    more = {} if markers else {"markers": ()}
    state = sunk(field(MEN, gang("g"), options={"melee_losers_surface": value}, **more), "a", "g")
    _, below, done = kills(state, [1] * 4 + [6, 1, 1, 1])
    assert ("a" not in below) is up
    if up:
        assert (done.first_decision("come_up").room.zone == ()) is (value == "anywhere")
        assert bool(done.decisions_with_key("entrance")) is (value == "entrance")
