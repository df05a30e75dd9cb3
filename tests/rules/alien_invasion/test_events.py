"""Special Events: their order, the table of the house, and civilians who run."""

from __future__ import annotations

import pytest

from battlesim.rulesets.alien_invasion.attack.shooting import targets
from battlesim.rulesets.alien_invasion.battle.batches import EVENT
from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.event_table import smallest_side
from battlesim.rulesets.alien_invasion.core.lookups import groups_of
from battlesim.rulesets.alien_invasion.core.objectives import Objectives, ScenarioEvent
from battlesim.rulesets.alien_invasion.core.state import LUCKY_PREFIX
from battlesim.rulesets.alien_invasion.ground.sight import sees
from battlesim.rulesets.alien_invasion.objectives.special_acts import action_roll
from tests.rules.alien_invasion.field import (
    battle,
    block,
    daleks,
    default,
    group,
    left,
    pair,
    people,
    perform,
    play,
    run,
    terrain,
)

FOE = daleks("k", (60, 40))
START = {"mib": (10.0, 10.0)}


def with_table(face, *groups, dice=(), answers=None, **more):
    """A Special Event with the table of the house on, and this face."""
    state = battle(*groups, options={"special_event_mode": "with_house_table"}, **more)
    return perform(state, play_special_event, answers or {}, [face, *dice])


@pytest.mark.rule("MT-GANG-02", "MT-GAP-65")
def test_civilians_run_straight_from_the_nearest_figure():
    state = battle(people("c", (20, 20)), group("u", (15, 20)), daleks("k", (20, 40)))
    done = perform(state, play_special_event)
    assert done.piece("c1").xy == (28, 20)


@pytest.mark.rule("MT-GANG-02")
@pytest.mark.parametrize(("x", "end"), [(66, 71.5), (20, 23)])
def test_what_ends_a_move_ends_their_run(x, end):
    ground = [terrain("scrub", 23, 18, 25, 22)]
    state = battle(people("c", (x, 20)), group("u", (x - 5, 20)), FOE, ground=ground)
    done = perform(state, play_special_event)
    assert done.piece("c1").xy[0] == pytest.approx(end, abs=0.6)


@pytest.mark.rule("MT-GANG-02")
def test_civilians_are_nobodys_enemies_but_may_be_shot():
    state = battle(people("c", *block(12, 20, 3)), group("a", (10, 14)), FOE, card="unit double")
    done = play(state, ["a", "move", (12, 19), "a", "shoot", "c"], [6], until="card")
    assert not done.state.game.combats and left(done, "c") == 2
    assert "c" in targets(state, "a")


@pytest.mark.rule("MT-GANG-02")
def test_civilians_block_sight_and_have_no_cards():
    state = battle(people("c", (20, 9.5), (20, 10.5)), group("a", (10, 10)), daleks("k", (30, 10)))
    assert not sees(state, "a", "k") and "civilian" not in state.game.seats
    assert run(state, (20, 10)).ended != "contact"


@pytest.mark.rule("MT-GAP-65")
def test_nobody_runs_where_no_civilians_are_listed():
    state = battle(group("a", (10, 10)), FOE)
    assert perform(state, play_special_event).events == []


LISTED = Objectives(events=(ScenarioEvent("The sirens start", "alarm"), ScenarioEvent("Rain")))


@pytest.mark.rule("MT-EVT-01", "MT-EVT-02", "MT-GAP-04")
@pytest.mark.option("special_event_mode", "faction_and_scenario", "with_house_table", "none")
@pytest.mark.parametrize(
    ("mode", "dice", "said"),
    [
        ("faction_and_scenario", [], ["arrives", "arrives", "runs", "sirens"]),
        ("with_house_table", [6], ["arrives", "arrives", "runs", "sirens", "Special Event"]),
        ("none", [], ["arrives", "arrives"]),
    ],
)
def test_the_order_of_an_event(mode, dice, said):
    state = battle(
        pair("m", (10, 10)),
        people("c", (20, 20)),
        FOE,
        options={"special_event_mode": mode},
        objectives=LISTED,
        starts=START,
        tally={"events": 1},
    )
    done = perform(state, play_special_event, {"arrive": default}, dice)
    texts = [str(event.text) for event in done.events if hasattr(event, "text")]
    found = [next((word for word in said if word in text), None) for text in texts]
    assert found == said


@pytest.mark.rule("MT-EVT-01")
def test_each_entry_of_the_list_comes_once():
    state = battle(group("a", (10, 10)), FOE, objectives=LISTED, tally={"events": 2})
    done = perform(state, play_special_event)
    assert [str(event.text) for event in done.events] == ["Rain"]
    assert perform(done.state.with_game(tally={"events": 3}), play_special_event).events == []


@pytest.mark.rule("MT-EVT-03")
def test_in_fog_nobody_sees_further_than_24_inches_until_the_next_event():
    done = with_table(1, group("a", (10, 10)), daleks("k", (34.9, 10)), daleks("f", (10, 36)))
    assert sees(done.state, "a", "k") and not sees(done.state, "a", "f")
    later = perform(done.state, play_special_event, dice=[6])
    assert sees(later.state, "a", "f")


@pytest.mark.rule("MT-EVT-03")
def test_in_panic_civilians_run_again():
    done = with_table(2, people("c", (20, 20)), group("u", (15, 20)), FOE)
    assert done.piece("c1").xy == (36, 20)


@pytest.mark.rule("MT-EVT-03")
def test_a_lucky_find_is_for_the_next_action_roll_of_each_faction():
    state = with_table(3, group("a", (10, 10)), FOE).state
    found = []

    def twice(play):
        for _ in range(2):
            found.append((yield from action_roll(play, "a", "search")))

    done = perform(state, twice, dice=[5, 5])
    assert found == [True, False]
    assert done.state.game.count(LUCKY_PREFIX + "dalek")


@pytest.mark.rule("MT-EVT-03")
def test_in_confusion_the_next_card_counts_as_a_single():
    done = with_table(4, group("a", (10, 10)), FOE)
    state = done.state.with_game(row=("unit triple", "unit double"))
    after = play(state, ["a", "move", (10, 11)])
    assert after.run.pending.what == "group" and after.state.game.card.name == "Double"
    assert after.state.game.actions_left == 2


@pytest.mark.rule("MT-EVT-03")
def test_a_second_wind_is_an_action_of_the_smallest_faction():
    answers = {"group": "a", "action": "move", "move": (10, 12)}
    done = with_table(5, group("a", (10, 10)), daleks("k", (60, 40), (62, 40)), answers=answers)
    assert done.piece("a1").xy == (10, 12)
    assert smallest_side(battle(group("a", (10, 10)), FOE)) == "unit"


@pytest.mark.rule("MT-EVT-01", "MT-EVT-03")
def test_an_event_gives_nobody_actions():
    state = battle(group("a", (10, 10)), FOE, row=(EVENT, "dalek single"))
    assert play(state, []).run.pending.side == "dalek"


@pytest.mark.rule("MT-EVT-02")
@pytest.mark.parametrize(("number", "groups"), [(1, 2), (2, 1)])
def test_a_reinforced_side_receives_a_group_with_the_first_card(number, groups):
    state = battle(
        group("a", (10, 10)),
        FOE,
        starts={"dalek": (60.0, 40.0)},
        reinforced=("dalek",),
        tally={"events": number},
    )
    done = perform(state, play_special_event, {"arrive": default})
    found = groups_of(done.state, "dalek")
    assert len(found) == groups and left(done, found[-1].id) == {2: 3, 1: 1}[groups]
    assert len(groups_of(perform(state.with_game(reinforced=()), play_special_event).state, "dalek")) == 1
