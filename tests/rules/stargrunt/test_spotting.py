"""Spotting counters by electronic warfare and from drones, and spoofing those who look."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.marks import EW_MARKERS, EW_ON, FOUND_MINE
from battlesim.rulesets.stargrunt.electronics.spotting import (
    counter_decision,
    drone_roll,
    ew_spotting_roll,
    perform_drone_spotting,
    perform_ew_spotting,
    why_not_in_drone_sight,
)
from battlesim.rulesets.stargrunt.hidden.observe import perform_observation
from battlesim.table.events import DiceRolled
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Marker

from .field import CENTRE, A, battle, foes, open_actions, perform, play, squad, terrain, unit
from .hidden_field import counter, counters, hide, places
from .test_drones import in_air

ON = {EW_ON: 1, EW_MARKERS: 3}
WOOD = terrain("woods", -2, 8, 2, 12)
HOUSE = terrain("building", -4, 3, 4, 5)


def listeners(*more, ground=(), hidden=False, grade="basic", marks=None, drone=""):
    """An EW unit `a`, and a counter 10 in ahead of it with a squad `b` or nothing under it."""
    own = squad("a", (0, 0), marks=ON if marks is None else marks, electronics=grade, drone=drone)
    squads = (foes("b", (0, 20), (1.5, 20)),) if hidden else ()
    state = battle(own, *squads, counter(1, 0, 10), *more, ground=ground, activated="a")
    return hide(state, "b", 1) if hidden else state


def spot(state, dice, markers="1", jam="none", by=perform_ew_spotting):
    answers = {"spot": "counter-1", "markers": markers, "jam": jam}
    return perform(state, lambda play: by(play, A), answers, dice)


def fly(state, x, y, dice=(), **answers):
    return spot(in_air(state, x, y), dice, by=perform_drone_spotting, **answers)


def counter_die(state):
    return ew_spotting_roll(state, unit(state, "a"), state.table.piece("counter-1"), 1).sides[1]


@pytest.mark.rule("SG-EWF-05")
@pytest.mark.parametrize(("dice", "shown"), [([4, 3], True), ([3, 3], False)])
def test_a_counter_is_spotted_by_a_higher_die(dice, shown):
    done = spot(listeners(hidden=True), dice)
    assert (places(done, "b") == ["OnTable"] * 2) is shown
    assert unit(done, "a").mark_count(EW_MARKERS) == 2


@pytest.mark.rule("SG-EWF-05")
@pytest.mark.parametrize(("kind", "die"), [("woods", 6), ("rubble", 6)])
def test_soft_and_hard_cover_give_a_counter_the_same_die(kind, die):
    assert counter_die(listeners()) == 4
    assert counter_die(listeners(ground=[terrain(kind, -2, 8, 2, 12)])) == die


@pytest.mark.rule("SG-EWF-06")
@pytest.mark.parametrize(("ground", "die"), [([HOUSE], 6), ([HOUSE, WOOD], 8)])
def test_a_counter_out_of_sight_has_a_higher_die(ground, die):
    assert counter_die(listeners(ground=ground)) == die


@pytest.mark.rule("SG-EWF-03")
def test_spotting_takes_more_markers_for_a_higher_die():
    done = spot(listeners(), [1, 4], markers="2")
    assert done.events_of(DiceRolled)[0].sides == (8, 4)
    assert unit(done, "a").mark_count(EW_MARKERS) == 1


@pytest.mark.rule("SG-EWF-08", "SG-EWF-05")
@pytest.mark.parametrize(("jam", "left"), [(4, {"counter-1"}), (3, set())])
def test_spotting_by_ew_is_jammed_by_a_higher_die_than_the_first(jam, left):
    state = listeners(foes("ew", (20, 20), marks=ON, electronics="basic"))
    assert counters(spot(state, [3, 2, jam], jam=["ew 1", "none"])) == left


@pytest.mark.rule("SG-GAP-63")
def test_ew_spots_dummies_and_mines_anywhere_on_the_table():
    assert counters(spot(listeners(), [4, 1])) == set()
    mine = Marker(MarkerId("m"), "mine", CENTRE, CENTRE + 10.0, side="enemy")
    state = listeners()
    done = spot(state.with_table(state.table.with_marker(mine)), [4, 1])
    assert done.state.table.markers["m"].kind == FOUND_MINE


@pytest.mark.rule("SG-GAP-63", "SG-EWF-05")
def test_spotting_is_an_action_with_markers_and_counters():
    assert "ew_spot" in open_actions(listeners(marks={EW_ON: 1, EW_MARKERS: 1}))
    assert "ew_spot" not in open_actions(listeners(marks={EW_ON: 1}))
    alone = battle(squad("a", (0, 0), marks=ON, electronics="basic"), foes("b", (0, 20)), activated="a")
    assert "ew_spot" not in open_actions(alone)
    done = play(listeners(), ["ew_spot", "counter-1", "1"], [4, 1])
    assert done.state.game.activation.actions_left == 1


@pytest.mark.rule("SG-EWF-05", "SG-GAP-63")
def test_only_inverted_counters_of_the_enemy_are_spotted():
    state = listeners(counter(2, 5, -5, side="own"), foes("c", (0, 20)), hidden=True)
    decision = counter_decision(state, unit(state, "a"), lambda counter: "", "", "ew_spot")
    assert [option.key for option in decision.options] == ["counter-1", "nobody"]
    flipped = msgspec.structs.replace(state.table.pieces["counter-1"], unit=UnitId("b"))
    state = state.with_table(state.table.with_pieces(flipped))
    decision = counter_decision(state, unit(state, "a"), lambda counter: "", "", "ew_spot")
    assert [option.key for option in decision.options] == ["nobody"]


@pytest.mark.rule("SG-EWF-05")
@pytest.mark.parametrize(("left", "asked"), [(1, []), (3, ["1", "2", "3"])])
def test_a_unit_is_asked_for_markers_if_it_has_several(left, asked):
    done = perform(
        listeners(marks={EW_ON: 1, EW_MARKERS: left}),
        lambda play: perform_ew_spotting(play, A),
        {"spot": "counter-1"},
        [1, 4],
    )
    decisions = done.decisions_with_key("markers")
    assert [option.key for each in decisions for option in each.options] == asked
    assert unit(done, "a").mark_count(EW_MARKERS) == left - 1


@pytest.mark.rule("SG-EWF-05", "SG-EWF-06")
def test_one_figure_that_sees_a_counter_is_enough():
    own = squad("a", (0, 0), (6, 0), marks=ON, electronics="basic")
    state = battle(own, counter(1, 0, 10), ground=[terrain("building", -4, 3, 2, 5)], activated="a")
    assert counter_die(state) == 4


@pytest.mark.rule("SG-EWF-05", "SG-DRN-03")
@pytest.mark.parametrize(
    ("at", "more", "open_to"),
    [((0, 0), (), False), ((0, 8), (), True), ((0, 0), (counter(2, 9, 0),), True)],
)
def test_a_drone_spots_while_it_sees_a_counter(at, more, open_to):
    state = in_air(listeners(*more, drone="basic", ground=[HOUSE]), *at)
    assert ("drone_spot" in open_actions(state)) is open_to


@pytest.mark.rule("SG-EWF-05", "SG-DRN-03")
def test_nothing_is_spotted_without_a_drone_or_counters():
    assert "drone_spot" not in open_actions(listeners(drone="basic"))
    alone = battle(squad("a", (0, 0), drone="basic"), foes("b", (0, 20)), activated="a")
    assert "drone_spot" not in open_actions(in_air(alone, 0, 0))


@pytest.mark.rule("SG-DRN-03", "SG-GAP-59")
def test_a_drone_spots_a_counter_in_the_open_without_a_roll():
    done = fly(listeners(drone="basic", hidden=True), 0, -12)
    assert places(done, "b") == ["OnTable"] * 2 and not done.events_of(DiceRolled)
    assert counters(fly(listeners(drone="basic"), 0, 0)) == set()


@pytest.mark.rule("SG-DRN-03", "SG-GAP-59")
@pytest.mark.parametrize(
    ("drone", "y", "sides"), [("basic", 4, (6, 6)), ("basic", -1.9, (6, 6)), ("enhanced", -14, (8, 10))]
)
def test_a_drone_rolls_against_a_counter_in_cover(drone, y, sides):
    state = in_air(listeners(drone=drone, ground=[WOOD]), 0, y)
    drone, own = state.table.markers["drone a"], unit(state, "a")
    assert drone_roll(state, own, drone, state.table.piece("counter-1")).sides == sides


@pytest.mark.rule("SG-DRN-03")
@pytest.mark.parametrize(("dice", "left"), [([4, 3], set()), ([3, 3], {"counter-1"})])
def test_the_die_of_a_drone_must_be_higher(dice, left):
    assert counters(fly(listeners(drone="basic", ground=[WOOD]), 0, 4, dice)) == left


@pytest.mark.rule("SG-GAP-59")
@pytest.mark.parametrize(("ground", "hides"), [([HOUSE], True), ([terrain("woods", -4, 1, 4, 9)], False)])
def test_only_buildings_hide_from_a_drone(ground, hides):
    state = in_air(listeners(drone="basic", ground=ground), 0, 0)
    found = why_not_in_drone_sight(state, state.table.markers["drone a"], state.table.piece("counter-1"))
    assert bool(found) is hides


@pytest.mark.rule("SG-EWF-07", "SG-GAP-63", "SG-OBS-01")
@pytest.mark.parametrize(("spoof", "left"), [(3, {"counter-1"}), (2, set())])
def test_an_observation_is_spoofed_by_a_die_above_one_of_its_dice(spoof, left):
    state = listeners(foes("ew", (20, 20), marks=ON, electronics="basic"))
    done = perform(
        state,
        lambda play: perform_observation(play, A),
        {"counter": "counter-1", "jam": ["ew 1", "none"]},
        [1, 6, 2, spoof],
    )
    assert counters(done) == left


@pytest.mark.rule("SG-GAP-63", "SG-OBS-01")
def test_bare_eyes_cannot_be_spoofed():
    own = squad("a", (0, 0), sensors="eye")
    state = battle(own, counter(1, 0, 10), foes("ew", (20, 20), marks=ON, electronics="basic"))
    done = perform(state, lambda play: perform_observation(play, A), {"counter": "counter-1"}, [1, 2, 2])
    assert not done.decisions_with_key("jam")


@pytest.mark.rule("SG-EWF-05")
def test_the_odds_card_of_spotting_has_its_chance():
    state = listeners()
    decision = counter_decision(state, unit(state, "a"), lambda counter: "", "", "ew_spot")
    assert RULESET.preview(state, decision, "counter-1").chance == pytest.approx(14 / 24)
