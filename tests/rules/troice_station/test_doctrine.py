"""Automated marines: for each pip the first thing of their plain plan that applies."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.point_allocation import AllocatePoints, PointRecipient
from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.advice import march_routes, plans
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    DOWN,
    EMPTY,
    HUGGED,
    MOVED,
    OVERWATCH,
    copy_mark,
)
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Goal, Site
from battlesim.table.pieces import Marker, Off, Piece
from battlesim.testing import script

from .doctrine_steps import BOUND, SHUT, advised, plans_of, squad_ready
from .things import LANDING, alien, battle, block, hugger, marine, perform, trooper

TAPES = Marker("tapes", "recorder", 30, 30, 0.5, name="Recorder")
SITE = Site(LANDING, goal=Goal(by_squad={"1A": "tapes"}, homeward=8))


def ready(*things: Piece, pips: int = 2, disc: Marker = TAPES, **fields: Any) -> Battle:
    """The card of 1A is in play; its recorder lies at (30, 30)."""
    state = battle(*things, site=SITE, **fields).with_game(card="1A", pools={"1A": pips})
    return state.with_table(state.table.with_marker(disc))


def wants(state: Battle) -> str:
    plan = next(plans.planned_actions(state, activation.active_marines_on_card(state)), None)
    return plan.act if plan else ""


def a(*marks: Any, kind: str = "trooper", x: float = 10.0) -> Piece:
    return marine(kind, "a", x, 10, marks=dict.fromkeys(marks, 1))


NEAR_DISC = Marker("tapes", "recorder", 10, 11, 0.5, name="Recorder")


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("state", "act"),
    [
        (ready(a(), alien("x", 11.125, 10)), "move"),
        (ready(a(), disc=NEAR_DISC), "copy"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 11, 10, marks=[DOWN])), "treat"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 15, 10, marks=[DOWN])), "move"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 11, 10, marks=[HUGGED])), "free"),
        (ready(a(kind="specialist_medic"), marine("trooper", "b", 15, 10, marks=[HUGGED])), "move"),
        (ready(a(), alien("x", 18, 10, [MOVED])), "fire"),
        (ready(a(kind="flamer"), alien("x", 15, 10)), "fire"),
        (ready(a(ACTIONS), pips=1), "overwatch"),
        (ready(a(), hugger("h", 26, 10), pips=1), "overwatch"),
        (ready(a()), "run"),
        (ready(a(), hugger("h", 26, 10), pips=3), "move"),
    ],
)
def test_the_first_that_applies(state, act):
    assert wants(state) == act


HOLD = Site(LANDING, goal=Goal(kind="hold", areas=("hut",), win=1, by_squad={"1A": "hut"}))
HUT = block("building", "hut", 5, 5, 15, 15, 3.0)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("x", "marks", "act"), [(10.0, (), "overwatch"), (10.0, (OVERWATCH,), ""), (30.0, (), "run")]
)
def test_who_stands_in_what_is_to_be_held_waits_there(x, marks, act):
    state = battle(a(*marks, x=x), site=HOLD, terrain=[HUT]).with_game(card="1A", pools={"1A": 2})
    assert wants(state) == act


@pytest.mark.rule("TS-GAP-90")
def test_a_flamer_does_not_burn_a_friend():
    state = ready(a(kind="flamer"), alien("x", 15, 10), marine("trooper", "b", 16.5, 10, unit="1B"))
    assert wants(state) != "fire"


def one_act(state: Battle, *dice: int) -> Battle:
    """The table after one act of the card in play, as advised."""

    def answer(decision: Any, now: Battle) -> Any:
        found = DOCTRINE.advise(now, decision, None)
        return found[0].answer if found else decision.default(now)

    advised = dict.fromkeys(("act", "alone", "move"), answer)
    return script.perform_rules(state, activation.run_card_action, advised, dice).state


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("marks", "turn", "south"), [((), 1, False), ((copy_mark("tapes"),), 1, True), ((), 8, True)]
)
def test_a_squad_goes_for_its_recorder_and_then_home(marks, turn, south):
    state = one_act(ready(a(*marks)).with_game(turn=turn), 3)
    assert (state.table.piece("a").xy[1] < 10) is south


@pytest.mark.rule("TS-GAP-90")
def test_of_men_apart_one_who_waits_already_is_not_told_to_wait_again():
    b = marine("trooper", "b", 25, 10, marks=[ACTIONS])
    state = one_act(ready(a(OVERWATCH, ACTIONS), b, pips=1))
    assert state.table.piece("b").has_mark(OVERWATCH)


@pytest.mark.rule("TS-GAP-90")
def test_pips_go_to_the_squad_that_sees_most_creatures_until_it_has_three():
    state = ready(a(), marine("trooper", "b", 40, 40, unit="1B"), alien("x", 15, 10)).with_game(
        pools={"1A": 1, "1B": 1}
    )
    shares = tuple(PointRecipient(key, key, 4) for key in ("1A", "1B"))
    asked = AllocatePoints(side=MARINES, what="pips", prompt="", shares=shares, total=4)
    assert DOCTRINE.advise(state, asked, None)[0].answer == {"1A": 2, "1B": 2}


@pytest.mark.rule("TS-GAP-90")
def test_a_round_is_fought_with_a_face_hugger_and_not_with_an_alien():
    from battlesim.rulesets.troice_station.melee.rounds import fight_at_activation

    def best(foe: Piece) -> str:
        asked = perform(
            battle(a(), foe), lambda play: fight_at_activation(play, "a"), {"melee": ["decline"]}
        ).first_decision("melee")
        return str(DOCTRINE.advise(battle(a(), foe), asked, None)[0].answer)

    assert (best(hugger("h", 10.875, 10)), best(alien("x", 11.125, 10))) == ("h", "decline")


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("goal", "turn", "home"),
    [
        (Goal(by_squad=BOUND), 12, False),
        (Goal(by_squad=BOUND, homeward=8), 7, False),
        (Goal(by_squad=BOUND, homeward=8), 8, True),
        (Goal(), 1, True),
        (Goal("hold", ("hut",), 2, 1, BOUND, 1), 9, False),
    ],
)
def test_a_squad_goes_home_when_it_is_time_or_it_is_bound_for_nothing(
    goal: Goal, turn: int, home: bool
) -> None:
    state = squad_ready(trooper(), goal=goal).with_game(turn=turn)
    assert march_routes.is_homeward(state, state.table.piece("a")) is home


CABIN = block("building", "hut", 4, 4, 8, 10, 3.0)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("goal", "x", "to"),
    [
        (Goal(by_squad=BOUND), 10, (30, 10)),
        (Goal(), 20, (20, 0.5)),
        (Goal(), 5, (15, 0.5)),
        (Goal(), 45, (33, 0.5)),
        (Goal("hold", ("hut",), 2, 1, {"1A": "hut"}), 20, (6, 7)),
        (Goal("hold", ("hut",), 2, 1), 20, (6, 7)),
        (Goal("hold"), 20, (20, 10)),
    ],
)
def test_the_goal_is_a_recorder_what_is_held_or_the_way_out(goal: Goal, x: float, to: Any) -> None:
    state = squad_ready(trooper(x=x), goal=goal, terrain=[CABIN])
    assert march_routes.goal_point(state, state.table.piece("a")) == pytest.approx(to)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("x", "holds"), [(6.0, True), (4.2, False), (20.0, False)])
def test_only_who_is_wholly_inside_what_his_squad_holds_stays(x: float, holds: bool) -> None:
    goal = Goal("hold", ("hut",), 2, 1, {"1A": "hut"})
    state = squad_ready(trooper(x=x, y=7), trooper("b", 6, 8, unit="1B"), goal=goal, terrain=[CABIN])
    assert [march_routes.holds_its_area(state, state.table.piece(one)) for one in "ab"] == [holds, False]


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("x", "door"), [(10.5, "h.door1"), (9.0, None)])
def test_a_shut_door_in_contact_and_on_the_way_is_opened(x: float, door: str | None) -> None:
    goal = Goal("hold", ("h",), 2, 1, {"1A": "h"})
    state = squad_ready(trooper(x=x), goal=goal, terrain=[SHUT])
    assert march_routes.door_on_route(state, state.table.piece("a")) == door
    assert march_routes.door_on_route(squad_ready(trooper(x=x), terrain=[SHUT]), state.table.piece("a")) in (
        None,
        door,
    )
    assert (plans_of(state)[0] == "door a") is (door is not None)


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("pips", "first"), [(2, "move a"), (1, "")])
def test_with_one_pip_nobody_breaks_off(pips: int, first: str) -> None:
    state = squad_ready(trooper(), alien("x", 11.125, 10), pips=pips)
    assert (plans_of(state) or [""])[0] == first


@pytest.mark.rule("TS-GAP-90")
def test_who_has_taken_three_actions_plans_nothing() -> None:
    assert plans_of(squad_ready(trooper(marks={ACTIONS: 3}))) == []
    assert plans_of(squad_ready(trooper(marks={ACTIONS: 2}))) == ["run a"]


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("y", "first"), [(11.0, "treat"), (18.9, "move"), (19.2, "run"), (30.0, "run")])
def test_a_medic_goes_to_casualties_of_his_squad_within_eight_inches(y: float, first: str) -> None:
    medic = marine("specialist_medic", "a", 10, 10)
    assert plans_of(squad_ready(medic, trooper("b", 10, y, marks=[DOWN])))[0] == f"{first} a"
    other = squad_ready(medic, trooper("b", 10, y, marks=[DOWN], unit="1B"))
    assert plans_of(other)[0] == ("treat a" if y == 11.0 else "run a")


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("pips", "marks", "foe", "waits"),
    [
        (1, {ACTIONS: 1}, 47.0, True),
        (2, {ACTIONS: 1}, 47.0, False),
        (1, {}, 47.0, False),
        (1, {}, 29.0, True),
        (1, {}, 29.2, False),
        (1, {ACTIONS: 1, OVERWATCH: 1}, 47.0, False),
        (1, {ACTIONS: 1, EMPTY: 1}, 47.0, False),
    ],
)
def test_the_last_pip_is_for_overwatch_or_the_only_one_with_a_creature_within_eighteen(
    pips: int, marks: dict[str, int], foe: float, waits: bool
) -> None:
    state = squad_ready(trooper(marks=marks), alien("x", foe + 0.125, 10), pips=pips)
    assert ("overwatch a" in plans_of(state)) is waits


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(("x", "gait"), [(29.0, "move a"), (30.0, "run a")])
def test_near_a_creature_one_walks(x: float, gait: str) -> None:
    assert plans_of(squad_ready(trooper(), alien("x", x, 10)))[-1] == gait


@pytest.mark.rule("TS-GAP-90")
def test_near_a_creature_one_figure_is_enough_for_all_to_walk() -> None:
    state = squad_ready(trooper(), trooper("b", 9, 10), alien("x", 29.0, 10))
    assert plans_of(state, "a", "b")[-1] == "move a b"


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("pools", "total", "given"),
    [
        ({"1A": 1, "1B": 1}, 1, {"1B": 1}),
        ({"1A": 1, "1B": 3}, 2, {"1A": 2}),
        ({"1A": 3, "1B": 3}, 2, {}),
        ({"1A": 0, "2A": 0, "1B": 3}, 1, {"1A": 1}),
    ],
)
def test_pips_go_one_by_one_where_creatures_are_seen_then_where_there_are_fewest(
    pools: dict[str, int], total: int, given: dict[str, int]
) -> None:
    men = [trooper(), trooper("b", 40, 40, unit="1B"), trooper("c", 10, 12, unit="2A")]
    state = squad_ready(*men, alien("x", 40, 35)).with_game(pools=pools)
    shares = [PointRecipient(key, key, 4) for key in pools]
    asked = AllocatePoints(side=MARINES, what="pips", prompt="", shares=tuple(shares), total=total)
    assert advised(state, asked) == given


@pytest.mark.rule("TS-GAP-90")
def test_who_is_out_of_reach_is_given_no_pips_and_what_morale_takes_is_made_up_for() -> None:
    men = [trooper(), trooper("d", 12, 10, marks=[DOWN]), trooper("b", 40, 40, unit="1B")]
    state = squad_ready(*men).with_game(pools={"1A": 1, "1B": 1})
    shares = (
        PointRecipient("1A", "1A", 4),
        PointRecipient("1B", "1B", 4, shut="out of reach"),
        PointRecipient("a", "a", 4),
    )
    asked = AllocatePoints(side=MARINES, what="pips", prompt="", shares=shares, total=4)
    assert advised(state, asked) == {"1A": 3}


@pytest.mark.rule("TS-GAP-90")
def test_who_holds_waits_only_with_a_weapon_that_fires() -> None:
    goal = Goal("hold", ("hut",), 2, 1, {"1A": "hut"})
    for marks, first in (([], "overwatch a"), ([EMPTY], "")):
        state = squad_ready(trooper(x=6, y=7, marks=marks), goal=goal, terrain=[CABIN])
        assert (plans_of(state) or [""])[0] == first


@pytest.mark.rule("TS-GAP-90")
def test_only_a_medic_who_is_not_fighting_sees_to_casualties() -> None:
    down = trooper("b", 10, 14, marks=[DOWN])
    medic = marine("specialist_medic", "a", 10, 10)
    assert (
        plans_of(squad_ready(trooper(), down)) == ["run a"]
        and plans_of(squad_ready(medic, down))[0] == "move a"
    )
    assert plans_of(squad_ready(medic, down, alien("x", 11.125, 10), pips=1)) == []


@pytest.mark.rule("TS-GAP-90")
@pytest.mark.parametrize(
    ("others", "found"),
    [
        ([trooper("b", 10, 14, marks=[DOWN]), trooper("c", 10, 16, marks=[DOWN])], "b"),
        ([trooper("b", 10, 11, marks=[DOWN]), trooper("c", 10, 16, marks=[DOWN])], "c"),
        ([trooper("b", 10, 14, marks=[HUGGED, DOWN]), trooper("c", 10, 16, marks=[DOWN])], "b"),
        ([trooper("b", 10, 14)], None),
    ],
)
def test_the_patient_is_the_nearest_casualty_out_of_reach(others: list[Piece], found: str | None) -> None:
    state = squad_ready(marine("specialist_medic", "a", 10, 10), *others)
    patient = plans.nearest_patient(state, state.table.piece("a"))
    assert (patient and patient.id) == found


@pytest.mark.rule("TS-GAP-90")
def test_one_who_has_acted_is_enough_for_the_last_pip_to_be_for_overwatch() -> None:
    state = squad_ready(trooper(marks={ACTIONS: 1}), trooper("b", 12, 10), pips=1)
    assert "overwatch a b" in plans_of(state, "a", "b")


@pytest.mark.rule("TS-GAP-90")
def test_how_things_stand_counts_the_result_then_who_is_lost_then_who_is_left() -> None:
    state = battle(trooper(), trooper("b", 12, 10), alien("x", 30, 30), hugger("h", 40, 40))
    assert DOCTRINE.score(state, MARINES) == pytest.approx(-3.0 - 0.05 * 2 - 0.01 * 2)
    gone = state.with_table(state.table.with_place("b", Off("left")))
    assert DOCTRINE.score(gone, CREATURES) == pytest.approx(3.0 + 0.05 + 0.01 * 2)
