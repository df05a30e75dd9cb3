"""Creatures at their edges: what their player is told, whom they go for, what they do and in what order."""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.engine.moves import MoveGroup
from battlesim.engine.option import Option
from battlesim.mechanics.acts import offered
from battlesim.rulesets.troice_station.advice.doctrine import DOCTRINE
from battlesim.rulesets.troice_station.core.marks import DOWN, LEFT, MOVED, OVERWATCH, RAN, SUPPRESSED
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle
from battlesim.rulesets.troice_station.creatures import acts, prey, program
from battlesim.rulesets.troice_station.ground.doors import at_hand
from battlesim.rulesets.troice_station.ground.motion import motion, mover
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.rulings.movement import Climb, Leg, Way
from battlesim.table.events import Announced, Rolled
from battlesim.table.pieces import Off, Piece
from battlesim.table.words import Ref, inches, say
from battlesim.testing.script import Done

from .things import alien, battle, block, hugger, marine, marker, off, perform, room


def trooper(id: str = "a", x: float = 10.0, y: float = 10.0, **more: Any) -> Piece:
    return marine("trooper", id, x, y, **more)


def advised(state: Battle, asked: Any) -> Any:
    """The first answer that is advised; None where there is none."""
    found = DOCTRINE.advise(state, asked, None)  # type: ignore[arg-type]
    return found[0].answer if found else None


# -- creatures, and how things stand --


def played(*things: Any) -> Battle:
    return battle(*things, options={"alien_control": "player"})


@pytest.mark.rule("TS-GAP-86", "TS-GAP-91", "TS-GAP-90")
def test_a_player_of_creatures_is_told_what_the_rows_say() -> None:
    state = played(trooper(), alien("x", 16, 10, {LEFT: 1}))
    asked = perform(state, lambda play: program._chosen(play, "x")).question("creature")
    assert advised(state, asked) == "move:x"
    asked = perform(state, lambda play: program.next_up(play, 4))
    assert asked.asked == []


@pytest.mark.rule("TS-GAP-86", "TS-GAP-89", "TS-GAP-91", "TS-GAP-90")
def test_a_played_creature_is_advised_to_go_as_far_as_its_rows_say() -> None:
    state = played(trooper(), alien("x", 20, 10))
    found = {1: 14.0, 2: 17.0}
    for share, x in found.items():
        able = motion(state, state.table.piece("x"), 6.0 / share, crosses=True)
        asked = MoveGroup(side=CREATURES, what="move", prompt="", motions=(able,))
        (leg,) = advised(state, asked)
        assert leg.end == pytest.approx((x, 10.0), abs=0.05)


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65", "TS-GAP-91", "TS-GAP-90")
def test_a_played_alien_is_advised_to_go_at_the_weakest() -> None:
    state = played(alien("x", 11.125, 10), trooper(), trooper("b", 12.25, 10))
    asked = perform(state, lambda play: rounds.on_contact(play, "x"), until="opponent").question("opponent")
    assert advised(state, asked) == "a"


@pytest.mark.rule("TS-GAP-90")
def test_how_things_stand_counts_the_result_then_who_is_lost_then_who_is_left() -> None:
    state = battle(trooper(), trooper("b", 12, 10), alien("x", 30, 30), hugger("h", 40, 40))
    assert DOCTRINE.score(state, MARINES) == pytest.approx(-3.0 - 0.05 * 2 - 0.01 * 2)
    gone = state.with_table(state.table.with_place("b", Off("left")))
    assert DOCTRINE.score(gone, CREATURES) == pytest.approx(3.0 + 0.05 + 0.01 * 2)


# -- whose turn it is --


def house(*doors: Any, x0: float = 4.0, y0: float = 4.0) -> Any:
    return room("h", x0, y0, x0 + 8.0, y0 + 8.0, *doors)


SHUT = house(("door", (12.0, 7.0), (12.0, 8.5), False))


@pytest.mark.rule("TS-ALN-03", "TS-GAP-19", "TS-GAP-59")
@pytest.mark.parametrize(("option", "found"), [("down", ["x"]), ("recovers", ["x", "d"])])
def test_who_is_gone_or_lies_does_not_act_unless_it_may_get_up(option: str, found: list[str]) -> None:
    beasts = alien("x", 14, 10), alien("d", 10, 14, [DOWN]), alien("g", 16, 10), alien("f", 40, 10)
    state = off(battle(trooper(), *beasts, options={"creature_serious_wound": option}), "g")
    assert [piece.id for piece in program.to_act(state, 4)] == found


@pytest.mark.rule("TS-GAP-84", "TS-ALN-04")
def test_who_can_reach_nobody_acts_last_and_with_nobody_to_reach_ids_count() -> None:
    things = hugger("h", 8, 8), alien("y", 20, 20), marker("m", 11, 20)
    state = battle(trooper(x=14, y=8), *things, terrain=[SHUT])
    assert program.waiting(state, 4) == ["y", "h", "m"]
    assert program.waiting(off(state, "a"), 4) == ["h", "y", "m"]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-59")
@pytest.mark.parametrize(("die", "down", "dice"), [(4, 1, [(6,)]), (5, 0, [(6,), (3,)])])
def test_who_may_recover_gets_up_on_a_five(die: int, down: int, dice: Any) -> None:
    state = battle(alien("x", 14, 10, [DOWN]), options={"creature_serious_wound": "recovers"})
    done = perform(state, lambda play: program.activate(play, "x"), dice=(die, 1)[: len(dice)])
    assert done.piece("x").count(DOWN) == down
    assert [one.dice for one in done.asked] == dice  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-78")
@pytest.mark.parametrize(
    ("option", "marks", "die", "actions"),
    [
        ("suppressible", [SUPPRESSED], 1, 0),
        ("suppressible", [SUPPRESSED], 3, 2),
        ("suppressible", [], 2, 2),
        ("immune", [SUPPRESSED], 2, 2),
    ],
)
def test_a_creature_that_is_held_back_has_an_action_less(
    option: str, marks: Any, die: int, actions: int
) -> None:
    found: list[int] = []

    def script(play: Any) -> Any:
        found.append((yield from program._actions(play, "x")))

    done = perform(battle(alien("x", 14, 10, marks), options={"alien_morale": option}), script, dice=(die,))
    assert found == [actions] and not done.piece("x").has(SUPPRESSED)
    assert [one.dice for one in done.asked] == [(3,)]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-81")
@pytest.mark.parametrize(("die", "actions"), [(3, []), (4, [(3,)])])
def test_a_marker_stalks_on_a_four(die: int, actions: Any) -> None:
    dice = (die, 1)[: 1 + len(actions)]
    done = perform(battle(marker("m", 14, 10)), lambda play: program.activate(play, "m"), dice=dice)
    assert [one.dice for one in done.asked] == [(6,), *actions]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-ALN-06")
def test_an_alien_has_no_actions_left_when_it_has_acted() -> None:
    state = battle(trooper(), alien("x", 40, 10))
    done = perform(state, lambda play: program.activate(play, "x"), dice=(2, 3, 3))
    assert done.piece("x").count(LEFT) == 0 and (
        done.piece("x").count(RAN),
        done.piece("x").count(MOVED),
    ) == (1, 1)
    assert [one.dice for one in done.asked] == [(3,), (6,), (6,)]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ALN-04", "TS-GAP-81")
@pytest.mark.parametrize(
    ("marks", "dice", "alive"), [([], (2, 6, 3), True), ([OVERWATCH], (2, 6, 6, 6, 1), False)]
)
def test_what_a_marker_turns_out_to_be_goes_on_with_what_is_left(marks: Any, dice: Any, alive: bool) -> None:
    state = battle(
        trooper(marks=marks), marker("m", 26, 10), alien("y", 40, 40), options={"marker_behaviour": "hunt"}
    )
    done = perform(
        state, lambda play: program.activate(play, "m"), {"react": ["fire:a"]} if marks else {}, dice
    )
    new = done.piece("alien-1")
    assert (new.spot is not None) is alive and done.piece("y").xy == (40, 40)
    assert not alive or new.xy == pytest.approx((14.0, 10.0), abs=0.01)
    assert new.count(LEFT) == 0


@pytest.mark.rule("TS-GAP-19", "TS-GAP-80", "TS-GAP-81")
def test_who_comes_to_light_by_a_marker_that_is_not_its_own_acts_once_on_its_card() -> None:
    # m opens the door with its first action; it and n behind it are Aliens, and m's acts with what m has left
    hall = room("h", 10, 20, 30, 36, ("door", (19.25, 20), (20.75, 20), False))
    state = battle(trooper(x=20, y=11.5), marker("m", 20, 20.876), marker("n", 20, 23), terrain=[hall])
    dice = (4, 3, 5, 5, 1, *[1, 6] * 4)
    done = perform(state.with_game(card="q4"), lambda play: program.activate(play, "m"), dice=dice)
    assert done.piece("alien-1").xy[1] < 13 and done.piece("alien-2").xy == (20, 23.0)
    assert not done.piece("alien-2").has(LEFT) and program.waiting(done.state, 4) == ["alien-2"]


# -- what it does --


@pytest.mark.rule("TS-ACT-06", "TS-GAP-23", "TS-ALN-07", "TS-GAP-100")
@pytest.mark.parametrize(
    ("beast", "found"),
    [
        (alien("x", 14, 10), ["move", "run", "spit"]),
        (hugger("x", 14, 10), ["move", "run", "spit"]),
        (marker("x", 14, 10), ["move"]),
        (alien("x", 11.125, 10), []),
    ],
)
def test_by_option_face_huggers_spit_and_markers_never_do(beast: Piece, found: list[str]) -> None:
    state = battle(trooper(), beast, options={"face_hugger_attacks": "spits"})
    assert [option.act for option in offered(acts.ACTS, state, [beast], tuple(acts.ACTS))] == found


def done_by(state: Battle, act: str, dice: Any = (), to: tuple[str, ...] = (), **answers: Any) -> Done:
    """One act of x."""
    option = Option(f"{act}:x", act, by=("x",), to=to, act=act)
    given = {what: [answer] for what, answer in answers.items()}
    return perform(state, lambda play: acts.ACTS[act].perform(play, option), given, dice)


ACT = pytest.mark.rule("TS-ALN-06", "TS-ALN-07", "TS-GAP-100", "TS-GAP-34")


@ACT
@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_a_creature_that_gets_nowhere_has_not_moved_and_is_not_announced() -> None:
    state = battle(trooper(x=2), alien("x", 20, 10), terrain=[block("low_wall", "w", 8, 0, 19.3, 48)])
    done = done_by(state, "run", (1,))
    assert not done.piece("x").has(MOVED) and done.of(Announced) == []
    path = ((20.0, 10.0), (12.0, 10.0))
    assert prey.with_room(state, state.table.piece("x"), path) == ((20.0, 10.0),)


@ACT
def test_the_player_of_a_creature_is_asked_for_its_way_with_its_name_and_lengths() -> None:
    state = battle(trooper(x=2), alien("x", 20, 10), options={"alien_control": "player"})
    done = done_by(state, "run", (3,), move=())
    base = inches(6, unit=False)
    assert [one.prompt for one in done.asked if one.what == "move"] == [
        say("{} runs {} + {} = {}", Ref("x"), base, 3, inches(9))
    ]


@ACT
def test_where_nobody_is_left_to_go_for_a_creature_stays() -> None:
    assert done_by(battle(alien("x", 20, 10)), "move").of(Announced) == []


@ACT
@pytest.mark.rule("TS-GAP-89", "TS-MOVE-07")
def test_a_creature_that_a_die_stops_where_another_stands_stops_short_of_it() -> None:
    wall = block("medium_wall", "w", 17.8, 0, 18, 48)
    state = battle(trooper(x=5), hugger("x", 20, 10), hugger("y", 16, 10), terrain=[wall])
    assert done_by(state, "run", (2, 2)).piece("x").xy == pytest.approx((16.8, 10.0), abs=0.06)


@ACT
@pytest.mark.parametrize(("legs", "x"), [((Leg("x", ((20.0, 10.0), (17.0, 10.0))),), 17.0), ((), 20.0)])
def test_a_player_moves_a_creature_over_obstacles_or_not_at_all(legs: Any, x: float) -> None:
    state = battle(
        trooper(x=5), alien("x", 20, 10), terrain=[block("low_wall", "w", 2, 2, 3, 2.5)], options=PLAYED
    )
    done = done_by(state, "move", move=legs)
    assert done.piece("x").xy == (x, 10.0)
    (able,) = done.question("move").motions  # type: ignore[attr-defined]
    assert able.climbs == (Climb("w", 0.0),)


PLAYED = {"alien_control": "player"}


@ACT
@pytest.mark.parametrize(
    ("kind", "dice", "rolls"),
    [("trooper", (6, 6, 1), 2), ("flamer", (6, 1, 1, 6), 2), ("flamer", (1, 6, 1, 6, 1), 3)],
)
def test_a_spit_is_lost_with_its_alien_or_its_target(kind: str, dice: Any, rolls: int) -> None:
    men = [marine(kind, "a", 10, 10, marks=[OVERWATCH]), marine("trooper", "b", 13, 10)]
    state = battle(*men, alien("x", 15, 10, [MOVED]))
    done = done_by(state, "spit", dice, ("b",), react="fire:a")
    assert len(done.of(Rolled)) == rolls


# -- whom it goes for --


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_by_what_a_creature_plans_its_way() -> None:
    things = alien("y", 30, 30), trooper("d", 20, 20, marks=[DOWN]), marker("m", 40, 40)
    terrain = [block("low_wall", "w", 2, 2, 3, 2.5), block("drift", "s", 30, 10, 34, 14)]
    state = battle(trooper(), alien("x", 20, 10), *things, terrain=terrain)
    able = prey.motion(state, state.table.piece("x"))
    assert (able.climbs, able.occupied) == ((Climb("w", 0.0),), ("y", "d"))
    assert mover(state.table.piece("m")).radius == 0.625
    assert {toll.terrain: toll.extra for toll in able.tolls} == {"w": 2.0, "s": 3.0}


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("beast", "tolls"), [(alien("x", 20, 20), {"h.door1": 6.0}), (hugger("x", 20, 20), {})]
)
def test_a_shut_door_counts_as_six_inches_to_who_can_open_it(beast: Piece, tolls: dict[str, float]) -> None:
    able = prey.motion(battle(beast, terrain=[SHUT]), beast)
    assert {toll.terrain: toll.extra for toll in able.tolls} == tolls


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("arrives", "door", "open_way"), [(True, "", 5.0), (False, "", math.inf), (True, "d", math.inf)]
)
def test_how_far_an_open_way_is(arrives: bool, door: str, open_way: float) -> None:
    goal = prey.Goal("a", Way(((0.0, 0.0), (5.0, 0.0)), 5.0, 5.0, arrives), door)
    assert goal.open_way == open_way


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(("inches", "leads"), [(0.003, True), (0.0015, False)])
def test_a_way_of_next_to_nothing_leads_nowhere(inches: float, leads: bool) -> None:
    state = battle(trooper(x=40), alien("x", 20, 10))
    goal = prey.Goal("a", Way(((20.0, 10.0), (20.0 + inches, 10.0)), inches, inches))
    assert prey.leads_on(state, state.table.piece("x"), goal, 6.0) is leads


@pytest.mark.rule("TS-GAP-86", "TS-ALN-06")
@pytest.mark.parametrize(("inches", "act"), [(6.0, "move"), (6.1, "run"), (12.0, "run"), (12.1, "spit")])
def test_with_its_last_action_an_alien_goes_where_it_may_get_into_contact(inches: float, act: str) -> None:
    beast = alien("x", 15, 10, {LEFT: 1})
    goal = prey.Goal("a", Way(((15.0, 10.0), (11.125, 10.0)), inches, inches))
    row = program._alien(battle(trooper(), beast), beast, goal)
    assert row and row.act == act


@pytest.mark.rule("TS-GAP-85", "TS-GAP-89")
def test_a_face_hugger_that_is_shut_out_goes_to_the_door_nearest_to_its_prey() -> None:
    doors = ("door", (12.0, 9.0), (12.0, 10.5), False), ("door", (12.0, 5.0), (12.0, 6.5), False)
    state = battle(trooper(x=10, y=10), hugger("x", 20, 6), terrain=[house(*doors)])
    goal = prey.prey(state, state.table.piece("x"))
    assert goal and (goal.target, goal.way.arrives) == ("a", False)
    there = hugger("x", *goal.way.path[-1])
    assert [door.id for door in at_hand(state, there)] == ["h.door1"]


@pytest.mark.rule("TS-GAP-85")
def test_where_a_way_is_open_or_doors_are_opened_no_door_is_the_goal() -> None:
    state = battle(trooper(x=20, y=20), hugger("x", 30, 20), alien("y", 30, 6), terrain=[SHUT])
    found = prey.prey(state, state.table.piece("x"))
    assert found and found.way.arrives and found.way.path[-1] == pytest.approx((20.875, 20.0), abs=0.01)
    pen = room("pen", 30, 30, 38, 38)
    state = battle(trooper(x=34, y=34), alien("y", 20, 34), terrain=[SHUT, pen])
    walled = prey.prey(state, state.table.piece("y"))
    assert walled and not walled.way.arrives and walled.way.path[-1][0] > 25


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
def test_an_alien_stops_at_whom_it_meets_on_its_way() -> None:
    state = battle(trooper("a", 9), trooper("b", 14, 11.125), alien("x", 20, 10))
    straight = prey.Goal("a", Way(((20.0, 10.0), (10.125, 10.0)), 9.875, 9.875))
    found = prey.course(state, state.table.piece("x"), straight, 8.0)
    assert found[-1] == pytest.approx((14.0, 10.0), abs=0.01)


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85")
@pytest.mark.parametrize(
    ("wall", "others", "to", "x"),
    [
        (None, [], 15.125, 15.125),
        (None, [alien("y", 15.125, 10)], 15.125, 16.375),
        ((14.6, 16.2), [], 15.125, 15.125),
        ((14.6, 16.2), [], 15.6, 16.825),
        ((14.6, 16.2), [alien("y", 15.125, 10)], 15.125, 16.825),
    ],
)
def test_in_contact_one_may_stand_astride_a_wall_and_never_on_another(
    wall: Any, others: list[Piece], to: float, x: float
) -> None:
    terrain = [block("low_wall", "w", wall[0], 0, wall[1], 48)] if wall else []
    state = battle(trooper(x=14), alien("x", 20, 10), *others, terrain=terrain)
    found = prey.with_room(state, state.table.piece("x"), ((20.0, 10.0), (to, 10.0)))
    assert found[-1] == pytest.approx((x, 10.0), abs=0.11)


@pytest.mark.rule("TS-GAP-89", "TS-GAP-85", "TS-GAP-34")
@pytest.mark.parametrize(("is_open", "found"), [(False, ["h.door1"]), (True, [])])
def test_only_a_shut_door_is_opened(is_open: bool, found: list[str]) -> None:
    hut = house(("door", (12.0, 7.0), (12.0, 8.5), is_open))
    state = battle(alien("x", 12.625, 7.75), terrain=[hut])
    assert prey.at_door(state, state.table.piece("x")) == found


@pytest.mark.rule("TS-ALN-04", "TS-GAP-91")
@pytest.mark.parametrize(("left", "words"), [(1, "1 action left"), (2, "2 actions left")])
def test_a_player_is_told_how_many_actions_are_left(left: int, words: str) -> None:
    state = battle(trooper(), alien("x", 30, 10, {LEFT: left}), options=PLAYED)
    asked = perform(state, lambda play: program._chosen(play, "x"), until="creature").question("creature")
    assert words in str(asked.prompt)


@pytest.mark.rule("TS-GAP-88", "TS-GAP-100")
@pytest.mark.parametrize(("left", "act"), [(1, "spit"), (2, "run")])
def test_a_face_hugger_spits_with_its_last_action_alone(left: int, act: str) -> None:
    beast = hugger("x", 15, 10, {LEFT: left})
    state = battle(trooper(), beast, options={"face_hugger_attacks": "spits"})
    far = prey.Goal("a", Way(((15.0, 10.0), (10.875, 10.0)), 20.0, 20.0))
    row = program._hugger(state, beast, far)
    assert row and row.act == act


@pytest.mark.rule("TS-GAP-86", "TS-GAP-45")
def test_where_changes_count_on_the_die_an_alien_spits_at_whom_it_hits_with_less() -> None:
    men = [trooper(), trooper("b", 20, 10, marks=[MOVED])]
    state = battle(*men, alien("x", 15, 10), options={"modifier_sense": "die_roll"})
    row = program._aim(state, state.table.piece("x"))
    assert row and row.to == ("b",)
