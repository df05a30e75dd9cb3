"""What a squad does on its card: the group price, single acts, moves, doors, first aid, recorders.

Marines stand on bases of 1 in: a gap of 3 in is 4 in between centres.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.acts import activation
from battlesim.rulesets.troice_station.attack import numbers
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    AIMED,
    AWAY,
    BINOCULARS,
    DOWN,
    EMPTY,
    HUGGED,
    MOVED,
    OVERWATCH,
    RAN,
    STILL,
    STRAGGLER,
    copy_of,
)
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.events import Said
from battlesim.table.pieces import Marker, Piece
from battlesim.testing.script import Done, RefusedError

from .things import alien, battle, block, hugger, keys, marine, marker, perform, room

SQUAD = ((10.0, 10.0), (12.0, 10.0), (14.0, 10.0), (16.0, 10.0))


def squad(*spots: tuple[float, float], **marks: Any) -> list[Piece]:
    """Troopers a, b, c, d of 1A at points; marks by id."""
    return [
        marine("trooper", id, *at, marks=marks.get(id, ()))
        for id, at in zip("abcd", spots or SQUAD, strict=False)
    ]


def on_card(*things: Any, pips: int = 3, own: dict[str, int] | None = None, **fields: Any) -> Battle:
    """The card of 1A is in play."""
    state = battle(*things, **fields)
    return state.with_game(card="1A", pools={"1A": pips} if pips else {}, own=own or {})


def act(state: Battle, *answers: tuple[str, Any], dice: tuple[int, ...] = ()) -> Done:
    """One act, with its answers by the keys of questions."""
    given: dict[str, list[Any]] = {}
    for what, answer in answers:
        given.setdefault(what, []).append(answer)
    return perform(state, activation.act, given, dice)


def legs(*ways: tuple[str, tuple[float, float], tuple[float, float]]) -> tuple[Leg, ...]:
    return tuple(Leg(id, (start, end)) for id, start, end in ways)


def pips(done: Done) -> int:
    return int(done.state.game.pools.get("1A", 0))


def shut(done: Done, key: str, what: str = "act") -> str:
    """Why something cannot be chosen; "" when it can."""
    question = done.question(what)
    return next(str(o.shut) for o in question.options if o.key in (key, "together"))


north = [(id, (x, y), (x, y + 4)) for id, (x, y) in zip("abcd", SQUAD, strict=True)]


@pytest.mark.rule("TS-ACT-01", "TS-ACT-10", "TS-ACT-06", "TS-MOVE-01")
def test_a_group_moves_for_one_pip():
    done = act(on_card(*squad()), ("act", "move"), ("move", legs(*north)))
    assert (pips(done), [done.state.table.piece(id).xy[1] for id in "abcd"]) == (2, [14.0] * 4)


@pytest.mark.rule("TS-MOVE-01")
def test_nobody_moves_farther_than_four_inches():
    with pytest.raises(RefusedError):
        act(on_card(*squad()), ("act", "move"), ("move", legs(("a", (10, 10), (10, 14.1)))))


@pytest.mark.rule("TS-ACT-01", "TS-ACT-13")
def test_one_figure_alone_pays_a_pip_for_itself():
    done = act(on_card(*squad()), ("act", "alone:a"), ("alone", "move"), ("move", legs(north[0])))
    assert (pips(done), done.state.table.piece("a").count(ACTIONS)) == (2, 1)


@pytest.mark.rule("TS-CMD-02")
def test_a_pip_of_ones_own_is_spent_before_the_squads():
    state = on_card(*squad(), own={"a": 1})
    done = act(state, ("act", "alone:a"), ("alone", "aim"))
    assert (pips(done), done.state.game.own) == (3, {})


@pytest.mark.rule("TS-ACT-02")
def test_who_has_taken_three_actions_stands_idle():
    done = act(on_card(*squad(a={ACTIONS: 3})), ("act", "overwatch"))
    assert [done.state.table.piece(id).has(OVERWATCH) for id in "abcd"] == [False, True, True, True]


@pytest.mark.rule("TS-ACT-02")
def test_who_has_taken_three_actions_does_nothing_alone():
    done = act(on_card(*squad(a={ACTIONS: 3})))
    assert "3 actions" in shut(done, "alone:a")


@pytest.mark.rule("TS-ACT-11", "TS-GAP-20")
@pytest.mark.parametrize(("x", "holds"), [(18.0, True), (18.5, False)])
def test_a_group_holds_together_by_gaps_of_three_inches(x, holds):
    done = act(on_card(*squad((10, 10), (12, 10), (14, 10), (x, 10)), options={"group_timing": "per_turn"}))
    assert (shut(done, "move") == "") is (holds or done.state.table.piece("d").has(STRAGGLER))


@pytest.mark.rule("TS-GAP-20")
def test_by_option_every_pair_has_to_be_that_close():
    far = squad((10, 10), (13.5, 10), (17, 10), (20.5, 10))
    assert "holds together" in shut(act(on_card(*far, options={"group_coherency": "all_pairs"})), "move")


@pytest.mark.rule("TS-GAP-21")
def test_a_move_that_breaks_the_group_is_refused():
    with pytest.raises(RefusedError):
        act(on_card(*squad()), ("act", "move"), ("move", legs(("a", (10, 10), (6, 10)))))


@pytest.mark.rule("TS-GAP-21")
def test_by_option_the_group_may_break_before_its_last_pip():
    state = on_card(*squad(), options={"group_timing": "per_turn"})
    assert pips(act(state, ("act", "move"), ("move", legs(("a", (10, 10), (6, 10)))))) == 2


@pytest.mark.rule("TS-GAP-22", "TS-GAP-21")
def test_who_was_sent_away_bars_the_price_for_all():
    sent = act(
        on_card(*squad()), ("act", "alone:a"), ("alone", "move"), ("move", legs(("a", (10, 10), (6.5, 10))))
    )
    done = act(sent.state)
    assert sent.state.table.piece("a").has(AWAY) and "a is" in shut(done, "move")


@pytest.mark.rule("TS-GAP-22", "TS-GAP-21")
def test_whom_fate_cuts_off_is_a_straggler_and_does_not_count():
    done = act(on_card(*squad((10, 10), (12, 10), (20, 10))), ("act", "overwatch"))
    assert done.state.table.piece("c").has(STRAGGLER) and not done.state.table.piece("c").has(OVERWATCH)


@pytest.mark.rule("TS-ACT-12", "TS-GAP-21")
@pytest.mark.parametrize("kind", ["move", "run", "fire", "overwatch"])
def test_a_straggler_who_could_act_opens_no_act_to_a_group_that_cannot(kind: str) -> None:
    spots = (*SQUAD[:3], (30.0, 10.0))
    state = on_card(*squad(*spots, a={ACTIONS: 3}, b={ACTIONS: 3}, c=[DOWN], d=[STRAGGLER]))
    assert shut(perform(state, activation.act, until="act"), kind) == "all have taken 3 actions"


@pytest.mark.rule("TS-GAP-21")
def test_a_straggler_that_is_back_belongs_to_the_group_again():
    done = act(on_card(*squad(a=[STRAGGLER])), ("act", "overwatch"))
    assert done.state.table.piece("a").has(OVERWATCH)


@pytest.mark.rule("TS-GAP-22", "TS-ACT-10")
def test_who_does_not_take_part_pays_nothing():
    done = act(on_card(*squad()), ("act", "overwatch"), ("who", ("a", "b")))
    assert [done.state.table.piece(id).count(ACTIONS) for id in "abcd"] == [1, 1, 0, 0]


@pytest.mark.rule("TS-MOVE-02", "TS-GAP-37")
@pytest.mark.parametrize(("option", "dice"), [("per_group", (5,)), ("per_figure", (5, 1))])
def test_a_run_adds_a_die(option, dice):
    ways = [("a", (10, 10), (10, 19)), ("b", (12, 10), (12, 15))]
    state = on_card(*squad(*SQUAD[:2]), options={"run_dice": option, "group_timing": "per_turn"})
    done = act(state, ("act", "run"), ("move", legs(*ways)), dice=dice)
    assert done.state.table.piece("a").xy == (10, 19) and done.state.table.piece("a").has(RAN)


@pytest.mark.rule("TS-MOVE-02", "TS-GAP-22")
def test_a_run_that_goes_nowhere_has_been_run():
    done = act(on_card(*squad(*SQUAD[:2])), ("act", "run"), ("move", ()), dice=(1,))
    assert [done.state.table.piece(id).count(ACTIONS) for id in "ab"] == [1, 1]


@pytest.mark.rule("TS-GAP-35")
@pytest.mark.parametrize(("option", "far"), [("obstacles_only", 14.0), ("adds_inches", 15.0)])
def test_by_option_the_move_bonus_adds_inches(option, far):
    state = on_card(*squad(SQUAD[0]), options={"move_bonus": option})
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", legs(("a", (10, 10), (10, far)))))
    assert done.state.table.piece("a").xy == (10, far)


WALL = block("medium_wall", "w", 8, 11.5, 12, 12)
OVER = legs(("a", (10, 10), (10, 13)))


def crosses(die: int, kind: str = "trooper", wall: Any = WALL, way: Any = OVER, **options: str) -> Done:
    state = on_card(marine(kind, "a", 10, 10), terrain=[wall], options=options)
    return act(state, ("act", "alone:a"), ("alone", "cross"), ("move", way), dice=(die,))


@pytest.mark.rule("TS-MOVE-03", "TS-MOVE-05", "TS-ACT-07")
def test_who_passes_the_test_crosses_with_a_full_move():
    done = crosses(3)
    assert (done.state.table.piece("a").xy, pips(done)) == ((10, 13), 2)


@pytest.mark.rule("TS-MOVE-07", "TS-GAP-38")
def test_who_fails_stops_at_the_near_side():
    assert crosses(2).state.table.piece("a").xy == pytest.approx((10, 11), abs=0.01)


@pytest.mark.rule("TS-MOVE-08", "TS-GAP-39")
@pytest.mark.parametrize(("option", "die", "y"), [("1", 1, 10), ("1", 6, 13), ("6", 6, 10), ("6", 1, 11)])
def test_one_face_of_the_die_stops_the_figure(option, die, y):
    at = crosses(die, obstacle_stop_die=option).state.table.piece("a").xy
    assert at == pytest.approx((10, y), abs=0.01)


@pytest.mark.rule(
    "TS-MOVE-03",
    "TS-MOVE-04",
    "TS-MOVE-05",
    "TS-MOVE-06",
    "TS-MOVE-08",
    "TS-GAP-38",
    "TS-GAP-40",
    "TS-GAP-41",
)
@pytest.mark.parametrize(
    ("wall", "difficulty"),
    [("low_wall", 2), ("rubble", 2), ("medium_wall", 3), ("drift", 3), ("high_wall", 4), ("deep_drift", 4)],
)
def test_obstacles_differ_in_difficulty(wall, difficulty):
    passed = [
        crosses(die, wall=block(wall, "w", 8, 11.5, 12, 12)).state.table.piece("a").xy[1] > 12.5
        for die in (2, 3, 4)
    ]
    assert passed == [die + 1 > difficulty for die in (2, 3, 4)]


@pytest.mark.rule("TS-GAP-40")
def test_who_stands_in_a_drift_moves_only_by_a_test():
    state = on_card(*squad(SQUAD[0]), terrain=[block("drift", "d", 8, 8, 12, 12)])
    done = act(state, ("act", "alone:a"))
    assert "takes a test" in shut(done, "move", "alone") and "cross" in keys(done, "alone")


@pytest.mark.rule("TS-GAP-38")
def test_by_option_any_move_may_cross():
    state = on_card(*squad(SQUAD[0]), terrain=[WALL], options={"climb_action": "part_of_move"})
    done = act(state, ("act", "alone:a"), ("alone", "run"), ("move", OVER), dice=(1, 4))
    assert done.state.table.piece("a").xy == (10, 13)


@pytest.mark.rule("TS-MOVE-03")
def test_a_plain_move_crosses_nothing():
    state = on_card(*squad(SQUAD[0]), terrain=[WALL])
    with pytest.raises(RefusedError):
        act(state, ("act", "alone:a"), ("alone", "move"), ("move", OVER))


@pytest.mark.rule("TS-GAP-42")
def test_nobody_passes_an_enemy_and_a_fight_begins_on_contact():
    state = on_card(*squad(SQUAD[0]), hugger("h", 10, 13))
    way = legs(("a", (10, 10), (10, 12.125)))
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", way), dice=(1, 6, 1, 6))
    assert done.state.table.piece("a").xy == pytest.approx((10, 12.125), abs=0.01)


@pytest.mark.rule("TS-GAP-80")
def test_a_marker_comes_to_light_on_the_way_and_the_mover_may_stop():
    state = on_card(*squad(SQUAD[0]), marker("m", 10, 26))
    done = act(
        state,
        ("act", "alone:a"),
        ("alone", "move"),
        ("move", legs(("a", (10, 10), (10, 14)))),
        ("stop", True),
        dice=(5,),
    )
    assert done.state.table.piece("a").xy[1] == pytest.approx(13.0, abs=0.01)
    words = str(done.question("stop").prompt)
    assert words == "alien-1 came to light: does a stop, with 1.0 in of its way left?"


DOOR = ("door", (16.0, 9.25), (16.0, 10.75), False)


@pytest.mark.rule("TS-ACT-08", "TS-GAP-34", "TS-ACT-03")
def test_a_door_in_contact_is_opened_for_an_action():
    state = on_card(marine("trooper", "a", 16.5, 10), terrain=[room("lab", 6, 5, 16, 15, DOOR)])
    done = act(state, ("act", "alone:a"), ("alone", "door"))
    assert done.state.table.ground.openings()["lab.door1"][1].open and pips(done) == 2


@pytest.mark.rule("TS-GAP-34")
def test_a_door_in_which_somebody_stands_is_not_shut():
    lab = room("lab", 6, 5, 16, 15, (*DOOR[:3], True))
    state = on_card(marine("trooper", "a", 16.9, 10), marine("trooper", "b", 15.9, 10), terrain=[lab])
    done = act(state, ("act", "alone:b"))
    assert "door" not in keys(done, "alone")


@pytest.mark.rule("TS-ACT-16", "TS-WND-06", "TS-GAP-58")
@pytest.mark.parametrize(("die", "active"), [(4, True), (3, False)])
def test_a_medic_brings_back_on_a_four(die, active):
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN])
    done = act(
        on_card(marine("specialist_medic", "a", 10, 10), hurt),
        ("act", "alone:a"),
        ("alone", "treat"),
        dice=(die,),
    )
    assert done.state.table.piece("b").has(DOWN) is not active and pips(done) == 2


@pytest.mark.rule("TS-GAP-80", "TS-WND-06")
def test_what_a_man_who_is_back_on_his_feet_sees_comes_to_light_at_once():
    # the wall hides the marker from the Medic, and not from b
    wall = block("high_wall", "w", 10.6, 10.9, 20, 11.4, height=2.0)
    medic, hurt = marine("specialist_medic", "a", 11.2, 10), marine("trooper", "b", 10.2, 10, marks=[DOWN])
    state = on_card(medic, hurt, marker("m", 10.0, 20), terrain=[wall])
    done = act(state, ("act", "alone:a"), ("alone", "treat"), dice=(4, 6))
    assert done.state.table.piece("alien-1").spot and "m" not in done.state.table.pieces


@pytest.mark.rule("TS-ACT-17")
def test_nobody_else_treats_casualties():
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN])
    done = act(on_card(marine("trooper", "a", 10, 10), hurt), ("act", "alone:a"))
    assert "treat" not in keys(done, "alone")


@pytest.mark.rule("TS-GAP-58")
def test_a_medic_does_not_treat_in_a_fight_nor_who_is_hugged():
    medic, hurt = marine("specialist_medic", "a", 10, 10), marine("trooper", "b", 11, 10, marks=[DOWN])
    fight = act(on_card(medic, hurt, alien("x", 10, 11.125)), ("act", "alone:a"))
    held = act(on_card(medic, marine("trooper", "b", 11, 10, marks=[HUGGED])), ("act", "alone:a"))
    assert "treat" not in keys(fight, "alone") + keys(held, "alone")


RECORDER = Marker("tapes", "recorder", 10, 11, 0.5, name="Recorder")


def with_disc(state: Battle, disc: Marker) -> Battle:
    return state.with_table(state.table.with_marker(disc))


@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("die", "copied"), [(4, True), (3, False)])
def test_a_recorder_is_copied_on_a_four(die, copied):
    state = with_disc(on_card(*squad(SQUAD[0])), RECORDER)
    done = act(state, ("act", "alone:a"), ("alone", "copy"), dice=(die,))
    assert done.state.table.piece("a").has(copy_of("tapes")) is copied


@pytest.mark.rule("TS-GAP-30", "TS-GAP-97")
def test_the_radio_man_copies_without_a_roll():
    state = with_disc(on_card(marine("specialist_radio", "a", 10, 10)), RECORDER)
    assert act(state, ("act", "alone:a"), ("alone", "copy")).state.table.piece("a").has(copy_of("tapes"))


@pytest.mark.rule("TS-GAP-97")
def test_a_copy_is_taken_over_from_who_is_down():
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN, copy_of("tapes")])
    done = act(on_card(*squad(SQUAD[0]), hurt), ("act", "alone:a"), ("alone", "take"))
    assert done.state.table.piece("a").has(copy_of("tapes")) and not done.state.table.piece("b").has(
        copy_of("tapes")
    )


@pytest.mark.rule("TS-GAP-97", "TS-GAP-42")
def test_a_marine_leaves_over_the_south_edge_with_his_copies():
    state = on_card(marine("trooper", "a", 20, 2, marks=[copy_of("tapes")]))
    out = (Leg("a", ((20, 2), (20, 0)), enters="landing_zone"),)
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", out))
    assert done.state.game.brought_home == ("tapes",) and done.state.table.piece("a").spot is None


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("helpers", "far"), [(1, 2.0), (2, 4.0)])
def test_a_casualty_is_dragged_half_as_far_by_one(helpers, far):
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    pair = [marine("trooper", "a", 10, 10), marine("trooper", "b", 12, 10)][:helpers]
    way = legs(*((p.id, p.xy, (p.xy[0], 10 + far)) for p in pair))
    choice = ("act", "drag") if helpers == 2 else ("act", "alone:a")
    more = [] if helpers == 2 else [("alone", "drag")]
    done = act(on_card(*pair, hurt), choice, *more, ("move", way))
    assert done.state.table.piece("c").xy[1] > 10 + far - 1.1


@pytest.mark.rule("TS-GAP-57")
@pytest.mark.parametrize(("far", "asked", "end"), [(2.0, 1, 12.0), (3.2, 2, 11.5)])
def test_who_drags_alone_while_another_could_help_goes_two_inches(far, asked, end):
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    pair = [marine("trooper", "a", 10, 10), marine("trooper", "b", 12, 10)]
    ways = [("move", legs(("a", (10, 10), (10, 10 + far)))), ("move", legs(("a", (10, 10), (10, 11.5))))]
    done = act(on_card(*pair, hurt), ("act", "drag"), *ways[:asked])
    assert done.state.table.piece("a").xy == (10, end) and len(done.asked_for("move")) == asked
    assert not done.state.table.piece("b").has(ACTIONS), "who does not help does not pay"


@pytest.mark.rule("TS-GAP-57", "TS-ACT-11", "TS-GAP-21")
@pytest.mark.parametrize(("far", "allowed"), [(2.5, True), (3.5, False)])
def test_a_group_that_drags_holds_together(far, allowed):
    # d stands 3 in from b to the east; the two who drag c go west
    hurt = marine("trooper", "c", 11, 10, marks=[DOWN])
    group = [marine("trooper", id, x, 10) for id, x in (("a", 10), ("b", 12), ("d", 13.5))]
    way = legs(("a", (10, 10), (10 - far, 10)), ("b", (12, 10), (12 - far, 10)))
    script = lambda: act(on_card(*group, hurt), ("act", "drag"), ("move", way))  # noqa: E731
    if allowed:
        assert not any(p.has(STRAGGLER) or p.has(AWAY) for p in script().state.table.standing())
    else:
        with pytest.raises(RefusedError):
            script()


FOUR = [(10, 10), (14, 10), (18, 10), (22, 10)]


@pytest.mark.rule("TS-GAP-21")
def test_who_is_cut_off_by_a_loss_in_an_act_of_one_alone_is_a_straggler():
    # d shoots; the blood of the Alien kills b, the link between a and the rest
    state = on_card(*squad(*FOUR), alien("x", 14.0, 11.15, marks=["moved"]))
    done = act(state, ("act", "alone:d"), ("alone", "fire"), ("shot", "fire:d:x"), dice=(6, 6, 1, 6, 6, 1))
    assert done.piece("a").has(STRAGGLER) and not done.piece("a").has(AWAY)


@pytest.mark.rule("TS-GAP-21")
def test_who_is_cut_off_as_another_is_sent_away_is_no_straggler():
    away = legs(("b", (14, 10), (14, 14)))
    done = act(on_card(*squad(*FOUR)), ("act", "alone:b"), ("alone", "move"), ("move", away))
    marked = {
        p.id: [m.name for m in p.marks if m.name in (AWAY, STRAGGLER)] for p in done.state.table.standing()
    }
    assert marked == {"a": [AWAY], "b": [AWAY], "c": [], "d": []}


@pytest.mark.rule("TS-GAP-21", "TS-ACT-11")
def test_who_alone_of_a_group_can_move_and_goes_away_is_sent_away():
    # b and c stand in growth, which takes a test to move in
    state = on_card(*squad((10, 10), (12, 10), (14, 10)), terrain=[block("drift", "s", 11.6, 8, 15, 12)])
    done = act(state, ("act", "move"), ("move", legs(("a", (10, 10), (6.5, 10)))))
    assert done.piece("a").has(AWAY) and not done.piece("a").has(STRAGGLER)


@pytest.mark.rule("TS-GAP-21", "TS-GAP-38")
@pytest.mark.parametrize(("bound_for", "mark"), [((9.4, 13.5), STRAGGLER), ((6.6, 13.5), AWAY)])
def test_whom_a_failed_test_stops_outside_its_group_is_a_straggler_if_it_was_bound_for_it(bound_for, mark):
    # 2+1 against a medium wall fails: half of 4 in is just to (8, 12.2), 4 in from b
    wall = block("medium_wall", "w", 5, 12.7, 30, 12.8)
    state = on_card(*squad((10, 12), (12, 15.3), (13, 16.5), (14, 15.3)), terrain=[wall])
    way = (Leg("a", ((10, 12), (8, 12.2), bound_for)),)
    done = act(state, ("act", "alone:a"), ("alone", "cross"), ("move", way), dice=(2,))
    assert done.piece("a").xy == pytest.approx((8, 12.2), abs=0.02)
    assert [m.name for m in done.piece("a").marks if m.name in (AWAY, STRAGGLER)] == [mark]


@pytest.mark.rule("TS-GAP-24")
def test_overwatch_is_one_action_and_needs_a_weapon_that_can_fire():
    done = act(on_card(*squad(*SQUAD[:2], a=[EMPTY])), ("act", "overwatch"))
    assert [done.state.table.piece(id).has(OVERWATCH) for id in "ab"] == [False, True]


@pytest.mark.rule("TS-MOVE-07", "TS-MOVE-08")
@pytest.mark.parametrize(
    ("die", "words"), [(4, []), (2, ["a goes half as far, up to 2 in"]), (1, ["a stays where it is"])]
)
def test_a_stop_and_half_a_move_are_told_apart(die, words):
    state = on_card(*squad(SQUAD[0]), terrain=[block("medium_wall", "w", 5, 12.7, 30, 12.8)])
    way = legs(("a", (10, 10), (10, 13.5)))
    done = act(state, ("act", "alone:a"), ("alone", "cross"), ("move", way), dice=(die,))
    assert [str(said.text) for said in done.of(Said)] == words


@pytest.mark.rule("TS-GAP-04")
@pytest.mark.parametrize(
    ("kind", "do", "dice"),
    [
        ("trooper", [("alone", "fire"), ("shot", "fire:a:x")], (1,)),
        ("flamer", [("alone", "fire"), ("shot", "flame:a"), ("flame", (10.0, 13.0))], (1, 6)),
        ("specialist_medic", [("alone", "treat")], (1,)),
    ],
)
def test_a_figure_turns_to_what_it_acts_on(kind, do, dice):
    low = marine("trooper", "b", 10, 11, marks=[DOWN]) if kind == "specialist_medic" else None
    beast = alien("x", 10, 13, marks=["moved"])
    state = on_card(marine(kind, "a", 10, 10), *([low] if low else [beast]))
    done = act(state, ("act", "alone:a"), *do, dice=dice)
    assert done.piece("a").facing == 90.0 and not done.piece("a").has(MOVED)


@pytest.mark.rule("TS-GAP-53", "TS-FIRE-13", "TS-GAP-27")
@pytest.mark.parametrize(("reaction", "more"), [(False, 1), (True, 0)])
def test_a_shot_after_overwatch_is_a_second_one_if_the_first_came_before_it(reaction, more):
    # a fires, goes on Overwatch and fires again on its card; out of turn a new spell has begun
    state = on_card(*squad(SQUAD[0]), alien("x", 19.125, 10, marks=["moved"]))
    fire = ("act", "alone:a"), ("alone", "fire"), ("shot", "fire:a:x")
    state = act(state, *fire, dice=(1,)).state
    state = act(state, ("act", "alone:a"), ("alone", "overwatch")).state
    firer, target = state.table.piece("a"), state.table.piece("x")
    found = numbers.of_firer(state, firer, numbers.Manner(reaction=reaction))
    assert sum(one.value for one in found) == more
    assert (
        numbers.number(state, firer, target, numbers.Manner(reaction=reaction)).reaches[0].least == 4 + more
    )


@pytest.mark.rule("TS-GAP-24")
def test_any_later_action_ends_overwatch():
    done = act(
        on_card(*squad(SQUAD[0], a=[OVERWATCH])),
        ("act", "alone:a"),
        ("alone", "move"),
        ("move", legs(north[0])),
    )
    assert not done.state.table.piece("a").has(OVERWATCH)


@pytest.mark.rule("TS-GAP-29")
@pytest.mark.parametrize(("option", "cost"), [("action", 1), ("free_if_still", 0)])
def test_to_aim_is_an_action_or_free_for_who_stands_still(option, cost):
    done = act(on_card(*squad(SQUAD[0]), options={"aim": option}), ("act", "alone:a"), ("alone", "aim"))
    piece = done.state.table.piece("a")
    assert (3 - pips(done), piece.has(AIMED), piece.has(STILL)) == (cost, True, not cost)


@pytest.mark.rule("TS-GAP-29")
def test_by_option_nobody_aims():
    done = act(on_card(*squad(SQUAD[0]), options={"aim": "not_used"}), ("act", "alone:a"))
    assert "aim" not in keys(done, "alone")


@pytest.mark.rule("TS-ACT-09")
def test_an_empty_weapon_is_loaded_by_an_action():
    done = act(on_card(*squad(SQUAD[0], a=[EMPTY])), ("act", "alone:a"), ("alone", "reload"))
    assert not done.state.table.piece("a").has(EMPTY) and pips(done) == 2


@pytest.mark.rule("TS-GAP-32")
@pytest.mark.parametrize(("option", "offered"), [("free", False), ("set_up", True)])
def test_by_option_an_hmg_that_moved_is_set_up(option, offered):
    state = on_card(marine("hmg", "a", 10, 10, marks=["carried"]), options={"hmg_handling": option})
    assert ("set_up" in keys(act(state, ("act", "alone:a")), "alone")) is offered


@pytest.mark.rule("TS-WTHR-02", "TS-GAP-09", "TS-GAP-99")
@pytest.mark.parametrize(("option", "left"), [("one_marker", 1), ("all_in_sight", 0)])
def test_a_look_through_binoculars_turns_markers_over(option, left):
    state = on_card(
        marine("lt", "a", 10, 10), marker("m", 40, 10), marker("n", 10, 40), options={"infrared_look": option}
    )
    more = [("look", "m")] if option == "one_marker" else []
    done = act(state, ("act", "alone:a"), ("alone", "look"), *more, dice=(1,) * (2 - left))
    assert len([p for p in done.state.table.standing() if p.kind == "marker"]) == left
    assert done.state.table.piece("a").has(BINOCULARS)


@pytest.mark.rule("TS-GAP-09")
def test_the_binoculars_come_down_with_any_other_action():
    state = on_card(marine("lt", "a", 10, 10, marks=[BINOCULARS]))
    done = act(state, ("act", "alone:a"), ("alone", "overwatch"))
    assert not done.state.table.piece("a").has(BINOCULARS)


@pytest.mark.rule("TS-WTHR-03", "TS-GAP-09")
def test_a_sniper_who_aims_finds_a_marker_through_his_scope():
    state = on_card(marine("sniper", "a", 10, 10), marker("m", 40, 10))
    done = act(state, ("act", "alone:a"), ("alone", "aim"), ("look", "m"), dice=(1,))
    assert "m" not in done.state.table.pieces


@pytest.mark.rule("TS-GAP-23")
@pytest.mark.parametrize(("option", "dice"), [("in_sequence", (6, 6, 1)), ("declared", (6, 6, 1))])
def test_by_option_shots_are_named_before_any_is_fired(option, dice):
    state = on_card(*squad(*SQUAD[:2]), hugger("h", 11, 14, marks=[MOVED]), options={"group_fire": option})
    second = [("shot", "fire:b:h")] if option == "declared" else []
    done = act(state, ("act", "fire"), ("shot", "fire:a:h"), *second, dice=dice)
    assert not done.state.table.piece("h").spot
    assert [done.state.table.piece(id).count(ACTIONS) for id in "ab"] == [1, int(option == "declared")]


@pytest.mark.rule("TS-ACT-18", "TS-GAP-28")
@pytest.mark.parametrize(("option", "asked"), [("no_limit", 2), ("three", 2), ("two", 1)])
def test_cover_fire_is_at_several_targets_close_to_each_other(option, asked):
    three = [hugger(id, 9.2 + k, 14, marks=[MOVED]) for k, id in enumerate("xyz")]
    state = on_card(*squad(SQUAD[0]), *three, options={"cover_fire_targets": option})
    more = [("cover", f"fire:a:{id}") for id in "yx"][:asked] if option != "two" else [("cover", "fire:a:y")]
    first = ("shot", "fire:a:z") if option != "two" else ("shot", "fire:a:x")
    done = act(state, ("act", "alone:a"), ("alone", "cover_fire"), first, *more, dice=(1,) * (1 + len(more)))
    assert len(done.asked_for("cover")) == asked


@pytest.mark.rule("TS-GAP-21", "TS-GAP-13")
def test_without_a_pip_the_squad_does_nothing():
    done = perform(on_card(*squad(), pips=0), activation.act)
    assert done.asked == []
