"""The Doctor: he helps, runs, and comes back."""

from __future__ import annotations

import random

import pytest

from battlesim.rulesets.alien_invasion.advice.doctrine import DOCTRINE
from battlesim.rulesets.alien_invasion.attack.losses import remove_figures
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.victory import sides_left, winners
from battlesim.rulesets.alien_invasion.core.lookups import close_dice
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.objectives.special_acts import action_roll, helpers
from battlesim.rulesets.alien_invasion.underground.places import go_below
from tests.rules.alien_invasion.field import (
    aboard,
    battle,
    block,
    daleks,
    group,
    left,
    perform,
    play,
    refusal,
    terrain,
    vehicle,
)

HOUSE = [terrain("building", 22, 14, 28, 20)]


def doctor(x, y):
    return group("d", (x, y), kinds=("unit_doctor",))


@pytest.mark.rule("MT-DOC-01")
@pytest.mark.parametrize(("x", "dice"), [(13.5, 5), (13.6, 4)])
def test_he_adds_a_die_to_action_rolls_beside_him(x, dice):
    state = battle(group("a", *block(10, 10)), doctor(x, 10), daleks("k", (60, 40)))
    assert len(helpers(state, "a")) == dice
    done = perform(state, lambda play: action_roll(play, "a", "search"), dice=[1] * dice)
    assert len(done.events) == 1


@pytest.mark.rule("MT-DOC-01")
def test_he_does_not_shoot_moves_8_and_fights_with_one_die():
    state = battle(doctor(10, 10), daleks("k", (60, 40)))
    assert "shoot" not in {option.key for option in play(state, ["d"]).run.pending.open_options}
    assert close_dice(state, [state.table.piece("d1")]).fixed == 1
    assert not refusal(state, (18, 10), "d") and refusal(state, (18.1, 10), "d")


def shot_at(x=20, y=10, **more):
    row = ("dalek single", "unit single")
    return battle(doctor(x, y), daleks("k", (20, 30)), ground=HOUSE, row=row, **more)


@pytest.mark.rule("MT-DOC-02")
def test_he_runs_out_of_sight_and_the_shot_is_wasted():
    done = play(shot_at(), ["k", "shoot", "d", True, (24, 10)], [4])
    assert done.piece("d1").xy == (24, 10) and left(done, "d") == 1
    assert done.run.pending.side == "unit"


@pytest.mark.rule("MT-DOC-02")
@pytest.mark.parametrize("answers", [[False], [True, (20, 10)], [True, (20, 12)]])
def test_where_he_is_still_seen_he_is_shot(answers):
    dice = [4, *[1] * 6] if answers[0] else [1] * 6
    assert left(play(shot_at(), ["k", "shoot", "d", *answers], dice), "d") == 0


@pytest.mark.rule("MT-DOC-02")
def test_he_cannot_run_further_than_the_die_or_while_locked():
    run = play(shot_at(), ["k", "shoot", "d", True], [3]).run
    assert run.pending.check(run.state, (24, 10)) and not run.pending.check(run.state, (23, 10))
    locked = shot_at(20, 28.75, combats=(LockedCombat(1, ("k", "d"), ("k",)),))
    assert not play(locked, ["k", "shoot", "d"], [1] * 6).decisions_with_key("runs")


@pytest.mark.rule("MT-DOC-03", "MT-GAP-71")
def test_he_comes_back_where_he_fell_on_the_next_special_event():
    dead = play(shot_at(), ["k", "shoot", "d", False], [1] * 6).state
    assert sides_left(dead) == ["unit", "dalek"]
    assert perform(dead, play_special_event).piece("d1").xy == (20, 10)
    taken = battle(doctor(20, 10), daleks("k", (20, 30), (60, 40)))

    def fall(play):
        remove_figures(play, [play.state.table.piece("d1")], "dalek")

    fallen = perform(taken, fall).state
    on_the_spot = fallen.with_table(fallen.table.with_place("k1", taken.table.piece("d1").place))
    x, y = perform(on_the_spot, play_special_event).piece("d1").xy
    assert 1.2 < ((x - 20) ** 2 + (y - 10) ** 2) ** 0.5 < 1.4


@pytest.mark.rule("MT-CYBR-09")
@pytest.mark.parametrize(("by", "won"), [("cyber", ("cyber",)), ("dalek", ())])
def test_cybermen_win_if_they_have_killed_him(by, won):
    state = battle(doctor(20, 10), daleks("k", (60, 40)), group("c", *block(50, 30), side="cyber"))

    def fall(play):
        remove_figures(play, [play.state.table.piece("d1")], by)

    done = perform(state, fall)
    assert winners(done.state) == won
    assert winners(perform(done.state, play_special_event, {"leader": "c1"}).state) == won


@pytest.mark.rule("MT-AUTO-20")
def test_an_automaton_runs_only_out_of_sight():
    run = play(shot_at(), ["k", "shoot", "d", True], [4]).run
    (advice,) = DOCTRINE.advise(run.state, run.pending, random.Random(1))
    assert advice.answer[0] > 22
    open_field = battle(doctor(20, 10), daleks("k", (20, 30)), row=("dalek single",))
    near = play(open_field, ["k", "shoot", "d", True], [4]).run
    (advice,) = DOCTRINE.advise(near.state, near.pending, random.Random(1))
    assert advice.answer == (20, 10)


@pytest.mark.rule("MT-DOC-03", "MT-VEH-03")
def test_he_comes_back_where_the_vehicle_stood_in_which_he_died():
    state = battle(
        vehicle("jeep", 30, 20), aboard(doctor(0, 0), "jeep"), daleks("k", (60, 40)), row=("event",)
    )
    dead = perform(state, lambda play: remove_figures(play, [play.state.table.piece("d1")], "dalek")).state
    assert dead.game.fell["d1"] == (30, 20)


@pytest.mark.rule("MT-DOC-03", "MT-SEWR-02")
def test_he_comes_back_above_the_place_underground_where_he_died():
    state = battle(doctor(30, 20), daleks("k", (60, 40)))
    state = perform(state, lambda play: go_below(play, "d", "manhole", (32, 24), "")).state
    dead = perform(state, lambda play: remove_figures(play, [play.state.table.piece("d1")], "dalek")).state
    assert dead.game.fell["d1"] == (32, 24)
