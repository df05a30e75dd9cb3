"""Electronic warfare: systems, markers, jamming, spoofing, and jamming the jammer."""

from __future__ import annotations

from itertools import product

import pytest

from battlesim.engine.standing_orders import StandingOrder, standing_answer
from battlesim.mechanics.contest import MultipleOpposedRoll
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.actions.activation import action_decision
from battlesim.rulesets.stargrunt.actions.beginning import begin_activation
from battlesim.rulesets.stargrunt.command.detach import detach
from battlesim.rulesets.stargrunt.command.transfer import transfer_action
from battlesim.rulesets.stargrunt.core.marks import DRONES_LAUNCHED, EW_MARKERS, EW_ON, SUPPRESSED
from battlesim.rulesets.stargrunt.core.state import Battery
from battlesim.rulesets.stargrunt.electronics.drones import has_drones
from battlesim.rulesets.stargrunt.electronics.interference import (
    higher_chance,
    interference_decision,
    roll_against_interference,
)
from battlesim.rulesets.stargrunt.electronics.systems import has_system, is_on, system_die, why_not_spent
from battlesim.rulesets.stargrunt.morale.suppression import suppress
from battlesim.rulesets.stargrunt.support.request import request_support
from battlesim.table.events import DiceRolled, DieTag
from battlesim.table.ids import UnitId

from .field import CENTRE, ENEMY, A, battle, foes, perform, play, row, squad, unit

ON = {EW_ON: 1, EW_MARKERS: 3}
MORTARS = Battery("mortars", "own")


def ears(id="ew", marks=None, grade="basic", **more):
    """An enemy unit with a system that is switched on."""
    return foes(id, (20, 20), marks=ON if marks is None else marks, electronics=grade, **more)


def commander(*more, near=False, **rules):
    """A commander `a` with a squad `s` far from it, and whatever else stands on the table."""
    far = (0, 3) if near else (0, 15)
    squads = (squad("a", (0, 0), level="platoon", **rules), squad("s", far, under="a", leadership=2))
    return battle(*squads, *more, activated="a")


def transfer(state, dice=(), jam="none", **answers):
    return perform(
        state, lambda play: transfer_action(play, A), {"transfer": "s", "jam": jam, **answers}, dice
    )


def succeeds(done):
    return done.state.game.activation.unit == "s"


@pytest.mark.rule("SG-EWF-01", "SG-EWF-02")
@pytest.mark.parametrize(("grade", "die"), [("basic", 6), ("enhanced", 8), ("superior", 10)])
def test_the_dice_of_the_systems(grade, die):
    sides, tag = system_die(unit(battle(ears(grade=grade)), "ew"), 1)
    assert (sides, tag.shifts) == (die, ())


@pytest.mark.rule("SG-EWF-02")
def test_a_failed_attempt_costs_its_marker_and_none_is_made_without():
    done = transfer(commander(ears()), [5, 2], jam=["ew 1"])
    assert unit(done, "ew").mark_count(EW_MARKERS) == 2
    assert not transfer(commander(ears(marks={EW_ON: 1})), [5]).decisions_with_key("jam")


@pytest.mark.rule("SG-EWF-03")
def test_each_further_marker_shifts_the_die_up():
    done = transfer(commander(ears()), [5, 2], jam=["ew 3"])
    assert done.events_of(DiceRolled)[0].sides == (8, 10)
    assert unit(done, "ew").mark_count(EW_MARKERS) == 0


@pytest.mark.rule("SG-EWF-04")
@pytest.mark.parametrize(("jam", "made"), [(6, False), (5, True)])
def test_a_communication_is_jammed_by_a_higher_die(jam, made):
    assert succeeds(transfer(commander(ears()), [5, jam], jam=["ew 1"])) is made


@pytest.mark.rule("SG-EWF-04")
def test_a_communication_that_is_too_low_fails_though_the_jamming_fails_too():
    assert not succeeds(transfer(commander(ears()), [2, 1], jam=["ew 1"]))


@pytest.mark.rule("SG-EWF-07")
@pytest.mark.parametrize(("spoof", "found"), [(3, 0), (2, 1)])
def test_sensors_are_spoofed_by_a_die_above_one_of_theirs(spoof, found):
    """The die of what is looked for is not among them."""
    state = battle(squad("a", (0, 0)), ears(), activated="a")
    tags = (DieTag("enemy", "Counter"), DieTag("own", "Quality"), DieTag("own", "Sensor"))
    roll = MultipleOpposedRoll(sides=(4, 8, 6), tags=tags)

    def observe(play):
        value = yield from roll_against_interference(
            play, play.state.table.units[A], "sensors", roll, (0, 0), "looks", "a1"
        )
        play.remark("seen", "", dice=value[0])

    done = perform(state, observe, {"jam": ["ew 1"]}, [1, 6, 2, spoof])
    assert done.remarks[-1].data["dice"] == (2 if found else 0)


@pytest.mark.rule("SG-EWF-08")
@pytest.mark.parametrize(("answer", "made"), [(6, True), (5, False)])
def test_a_jammer_is_jammed_by_a_higher_die(answer, made):
    own = squad("own_ew", (-20, -20), marks=ON, electronics="basic")
    done = transfer(commander(ears(), own), [4, 5, answer], jam=["ew 1", "own_ew 1"])
    assert succeeds(done) is made
    assert [unit(done, id).mark_count(EW_MARKERS) for id in ("ew", "own_ew")] == [2, 2]


@pytest.mark.rule("SG-GAP-62")
def test_all_dice_are_rolled_together_after_the_request_is_declared_with_its_chits():
    state = battle(squad("a", (0, 0)), ears(), activated="a", batteries=(MORTARS,), chits={"own": 3})
    answers = {"battery": "mortars explosive", "impact": (CENTRE, 40.0), "chits": "1", "jam": ["ew 1"]}
    done = perform(state, lambda play: request_support(play, A), answers, [7, 3])
    asked = [decision.what for decision in done.asked]
    assert asked[-3:] == ["chits", "jam", "dice"] and len(done.events_of(DiceRolled)) == 1


@pytest.mark.rule("SG-GAP-62")
def test_each_unit_answers_once_per_attempt():
    own = squad("own_ew", (-20, -20), marks=ON, electronics="basic")
    done = transfer(commander(ears(), ears("ew2"), own), [4, 5, 3, 1], jam=["ew 1", "own_ew 1", "ew2 1"])
    last = done.decisions_with_key("jam")[-1]
    assert [option.key for option in last.open_options] == ["ew2 1", "ew2 2", "ew2 3", "none"]


@pytest.mark.rule("SG-GAP-63")
def test_what_needs_no_roll_cannot_be_jammed():
    done = transfer(commander(ears(), near=True))
    assert succeeds(done) and not done.decisions_with_key("jam")


@pytest.mark.rule("SG-GAP-64")
def test_no_more_markers_than_raise_the_die_to_a_d12():
    superior = unit(battle(ears(grade="superior")), "ew")
    assert system_die(superior, 2)[0] == 12
    assert [bool(why_not_spent(superior, markers)) for markers in (1, 2, 3)] == [False, False, True]


@pytest.mark.rule("SG-GAP-61")
@pytest.mark.parametrize(("left", "again", "markers"), [(1, False, 3), (1, True, 1)])
def test_the_markers_are_refilled_at_the_first_activation_of_a_turn(left, again, markers):
    state = battle(squad("a", (0, 0), marks={EW_ON: 1, EW_MARKERS: left}, electronics="basic"))
    state = state.with_game(tally={"ew a": 1} if again else {})
    done = perform(state, lambda play: begin_activation(play, A))
    assert unit(done, "a").mark_count(EW_MARKERS) == markers


@pytest.mark.rule("SG-GAP-61")
def test_switching_on_costs_an_action_and_gives_three_markers():
    state = battle(squad("a", (0, 0), electronics="basic"), foes("b", (0, 20)), activated="a")
    done = play(state, ["ew_on"])
    assert unit(done, "a").mark_count(EW_MARKERS) == 3 and done.state.game.activation.actions_left == 1
    assert unit(done, "a").has_mark(EW_ON)
    bare = battle(squad("a", (0, 0)), foes("b", (0, 20)), activated="a")
    assert "ew_on" not in {option.key for option in action_decision(bare, unit(bare, "a")).options}


@pytest.mark.rule("SG-GAP-61")
@pytest.mark.parametrize(("action", "on"), [("combat_move", False), ("ew_off", False), ("move", True)])
def test_what_switches_a_system_off(action, on):
    state = battle(squad("a", (0, 0), marks=ON, electronics="basic"), foes("b", (0, 20)), activated="a")
    moves = [] if action == "ew_off" else [()]
    done = play(state, [action, *moves])
    assert unit(done, "a").has_mark(EW_ON) is on
    keys = {option.key for option in action_decision(done.state, unit(done, "a")).open_options}
    assert ("ew_on" in keys) is not on


@pytest.mark.rule("SG-GAP-61")
def test_suppression_switches_a_system_off():
    done = perform(battle(ears()), lambda play: suppress(play, UnitId("ew")))
    assert not unit(done, "ew").has_mark(EW_ON) and unit(done, "ew").has_mark(SUPPRESSED)


@pytest.mark.rule("SG-GAP-62")
def test_a_standing_order_never_to_jam_answers_for_the_side():
    state = commander(ears())
    decision = interference_decision(state, ENEMY, unit(state, "a"), "communication", "", (8,), "")
    assert standing_answer([StandingOrder(ENEMY, "jam", "least")], state, decision, 1) == "none"


@pytest.mark.rule("SG-GAP-62")
def test_the_odds_card_of_an_attempt_has_its_chance():
    state = commander(ears())
    decision = interference_decision(state, ENEMY, unit(state, "a"), "communication", "", (8,), "")
    card = RULESET.preview(state, decision, "ew 1")
    assert card.chance == pytest.approx(15 / 48) and RULESET.preview(state, decision, "none") is None


@pytest.mark.rule("SG-GAP-62", "SG-EWF-03")
@pytest.mark.parametrize(
    ("answer", "rows"), [("ew 1", ["D6", "D8"]), ("ew 2", ["D8", "D8"]), ("ew 3", ["D10", "D8"])]
)
def test_the_card_has_the_die_of_the_chosen_attempt(answer, rows):
    state = commander(ears())
    decision = interference_decision(state, ENEMY, unit(state, "a"), "communication", "", (8,), "")
    assert [str(row.value) for row in RULESET.preview(state, decision, answer).rows] == rows


@pytest.mark.rule("SG-GAP-62")
@pytest.mark.parametrize(("die", "dice"), [(6, (8,)), (10, (4,)), (8, (8, 6))])
def test_the_chance_to_be_higher_equals_a_count(die, dice):
    rolls = list(product(*(range(1, sides + 1) for sides in (die, *dice))))
    counted = sum(own > min(others) for own, *others in rolls) / len(rolls)
    assert higher_chance(die, dice) == pytest.approx(counted)


@pytest.mark.rule("SG-GAP-61")
def test_figures_that_are_detached_leave_the_system_behind():
    marks = ON | {DRONES_LAUNCHED: 1}
    state = battle(
        squad("a", *row(0, 0, 4), marks=marks, electronics="basic", drone="basic"),
        foes("b", (0, 20)),
        activated="a",
    )
    done = perform(state, lambda play: detach(play, A), {"detached": ("a3", "a4")})
    (element,) = [each for each in done.state.table.units.values() if each.id not in ("a", "b")]
    assert not has_system(element) and not is_on(element) and not has_drones(element)
    assert not element.has_mark(DRONES_LAUNCHED) and is_on(unit(done, "a"))
