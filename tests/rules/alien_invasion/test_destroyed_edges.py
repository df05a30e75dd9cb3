"""What a death counts: the dice that are destroyed, and the kill of somebody who was to be killed."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.attack.losses import is_hunted, kill_counter, remove_figures
from battlesim.rulesets.alien_invasion.battle.victory import is_met, scores
from battlesim.rulesets.alien_invasion.core.lookups import half_dice
from battlesim.rulesets.alien_invasion.core.state import VictoryRule
from tests.rules.alien_invasion.field import armed, battle, clean_up, daleks, group, pair, perform, vehicle

FOE = daleks("d", (40, 10))


def one(kind, side):
    """A figure of a kind."""
    return group("a", (10, 10), side=side, kinds=[kind])


@pytest.mark.rule("MT-GAP-84", "MT-GAP-82", "MT-SHT-08")
@pytest.mark.parametrize(
    ("own", "halves"),
    [
        (one("unit_rifleman", "unit"), 2),
        (one("unit_laws", "unit"), 8),
        (one("dalek", "dalek"), 12),
        (one("mib_operative", "mib"), 7),
        (one("mite", "spug"), 2),
        (one("burrower", "spug"), 6),
        (one("unit_doctor", "unit"), 1),
        (one("civilian", "civilian"), 0),
        (clean_up("a", 10, 10), 2),
        (armed(clean_up("a", 10, 10), 2), 6),
        (vehicle("a1", 10, 10), 0),
    ],
)
def test_the_dice_that_die_with_a_figure(own, halves):
    state = battle(own, group("u", (60, 40)), daleks("k", (60, 10)))
    assert half_dice(state, state.table.piece("a1")) == halves


def killed(state, by, *pieces):
    """The state after a side has killed some figures."""
    fallen = [state.table.piece(piece) for piece in pieces]
    return perform(state, lambda play: remove_figures(play, fallen, by, "MT-SHT-08")).state


@pytest.mark.rule("MT-GAP-84", "MT-GAP-82", "MT-SHT-08", "MT-GAP-77", "MT-HTH-01")
def test_the_dice_of_a_crewed_weapon_are_destroyed_with_its_last_man():
    state = battle(group("a", (10, 10), kinds=["unit_hmg"]), FOE, pair("m", (20, 20)))
    first = killed(state, "dalek", "a1")
    assert scores(first) == {"unit": 0.0, "dalek": 0.0, "mib": 0.0}
    second = killed(first, "dalek", "a1")
    assert scores(second) == {"unit": 0.0, "dalek": 8.0, "mib": 0.0}
    assert scores(killed(second, "mib", "d1")) == {"unit": 0.0, "dalek": 8.0, "mib": 6.0}
    assert scores(killed(second, "dalek", "m1"))["dalek"] == 11.5


@pytest.mark.rule("MT-VIC-01", "MT-VIC-02", "MT-GAP-71", "MT-GAP-82", "MT-CYBR-09")
@pytest.mark.parametrize(
    ("by", "kind", "hunted"),
    [("unit", "dalek", True), ("unit", "mib_operative", False), ("mib", "dalek", False)],
)
def test_a_side_wins_by_the_kill_that_its_condition_names(by, kind, hunted):
    rule = VictoryRule("unit", "killed", item="dalek")
    own = (group("a", (10, 10)), pair("m", (20, 20)), FOE)
    other = VictoryRule("mib", "holds", item="dalek")
    state = battle(*own, victory=(rule, other))
    assert is_hunted(state, kind, by) is hunted
    after = killed(state, by, {"dalek": "d1", "mib_operative": "m1"}[kind])
    assert is_met(after, rule) is hunted
    assert after.game.count(kill_counter(kind, by)) == int(hunted)


@pytest.mark.rule("MT-CYBR-09", "MT-GAP-82", "MT-SHT-08")
def test_cybermen_hunt_the_doctor():
    own = (group("a", (10, 10), kinds=["unit_doctor"]), group("k", (30, 10), side="cyber"))
    state = battle(*own)
    assert is_hunted(state, "unit_doctor", "cyber") and not is_hunted(state, "unit_doctor", "unit")
    assert is_met(killed(state, "cyber", "a1"), VictoryRule("cyber", "killed", item="unit_doctor"))
