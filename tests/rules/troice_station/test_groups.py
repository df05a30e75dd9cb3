"""Groups: what holds one together, who belongs to it, who is a straggler."""

from __future__ import annotations

import pytest

from battlesim.rulesets.troice_station.actions import activation, move_actions, squad_groups
from battlesim.rulesets.troice_station.core.marks import ACTIONS, AWAY, DOWN, OVERWATCH, STRAGGLER
from battlesim.rulings.movement import Leg
from battlesim.table.ids import UnitId
from battlesim.testing.script import RefusedError

from .squad_steps import SQUAD, act, acted, card_in_play, legs, on_card, pips_left, shut, squad
from .things import alien, battle, block, line, marine, perform


@pytest.mark.rule("TS-ACT-11", "TS-GAP-20")
@pytest.mark.parametrize(("x", "holds"), [(18.0, True), (18.5, False)])
def test_a_group_holds_together_by_gaps_of_three_inches(x, holds):
    done = act(on_card(*squad((10, 10), (12, 10), (14, 10), (x, 10)), options={"group_timing": "per_turn"}))
    assert (shut(done, "move") == "") is (holds or done.state.table.piece("d").has_mark(STRAGGLER))


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
    assert pips_left(act(state, ("act", "move"), ("move", legs(("a", (10, 10), (6, 10)))))) == 2


@pytest.mark.rule("TS-GAP-22", "TS-GAP-21")
def test_who_was_sent_away_bars_the_price_for_all():
    sent = act(
        on_card(*squad()), ("act", "alone:a"), ("alone", "move"), ("move", legs(("a", (10, 10), (6.5, 10))))
    )
    done = act(sent.state)
    assert sent.state.table.piece("a").has_mark(AWAY) and "a is" in shut(done, "move")


@pytest.mark.rule("TS-GAP-22", "TS-GAP-21")
def test_whom_fate_cuts_off_is_a_straggler_and_does_not_count():
    done = act(on_card(*squad((10, 10), (12, 10), (20, 10))), ("act", "overwatch"))
    assert done.state.table.piece("c").has_mark(STRAGGLER) and not done.state.table.piece("c").has_mark(
        OVERWATCH
    )


@pytest.mark.rule("TS-ACT-12", "TS-GAP-21")
@pytest.mark.parametrize("kind", ["move", "run", "fire", "overwatch"])
def test_a_straggler_who_could_act_opens_no_act_to_a_group_that_cannot(kind: str) -> None:
    spots = (*SQUAD[:3], (30.0, 10.0))
    state = on_card(*squad(*spots, a={ACTIONS: 3}, b={ACTIONS: 3}, c=[DOWN], d=[STRAGGLER]))
    assert shut(perform(state, activation.run_card_action, until="act"), kind) == "all have taken 3 actions"


@pytest.mark.rule("TS-GAP-21")
def test_a_straggler_that_is_back_belongs_to_the_group_again():
    done = act(on_card(*squad(a=[STRAGGLER])), ("act", "overwatch"))
    assert done.state.table.piece("a").has_mark(OVERWATCH)


FOUR = [(10, 10), (14, 10), (18, 10), (22, 10)]


@pytest.mark.rule("TS-GAP-21")
def test_who_is_cut_off_by_a_loss_in_an_act_of_one_alone_is_a_straggler():
    # d shoots; the blood of the Alien kills b, the link between a and the rest
    state = on_card(*squad(*FOUR), alien("x", 14.0, 11.15, marks=["moved"]))
    done = act(state, ("act", "alone:d"), ("alone", "fire"), ("shot", "fire:d:x"), dice=(6, 6, 1, 6, 6, 1))
    assert done.piece("a").has_mark(STRAGGLER) and not done.piece("a").has_mark(AWAY)


@pytest.mark.rule("TS-GAP-21")
def test_who_is_cut_off_as_another_is_sent_away_is_no_straggler():
    away = legs(("b", (14, 10), (14, 14)))
    done = act(on_card(*squad(*FOUR)), ("act", "alone:b"), ("alone", "move"), ("move", away))
    marked = {
        p.id: [m.name for m in p.marks if m.name in (AWAY, STRAGGLER)]
        for p in done.state.table.standing_pieces()
    }
    assert marked == {"a": [AWAY], "b": [AWAY], "c": [], "d": []}


@pytest.mark.rule("TS-GAP-21", "TS-ACT-11")
def test_who_alone_of_a_group_can_move_and_goes_away_is_sent_away():
    # b and c stand in growth, which takes a test to move in
    state = on_card(*squad((10, 10), (12, 10), (14, 10)), terrain=[block("drift", "s", 11.6, 8, 15, 12)])
    done = act(state, ("act", "move"), ("move", legs(("a", (10, 10), (6.5, 10)))))
    assert done.piece("a").has_mark(AWAY) and not done.piece("a").has_mark(STRAGGLER)


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


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20")
def test_by_option_all_pairs_hold_together_where_nobody_is_too_far() -> None:
    for xs in ((10,), (10, 14), (10, 12, 14)):
        assert (
            squad_groups.why_group_is_split(
                battle(*line(*xs), options={"group_coherency": "all_pairs"}), UnitId("1A")
            )
            == ""
        )


@pytest.mark.rule("TS-GAP-20", "TS-GAP-16", "TS-GAP-21")
def test_who_has_his_own_card_or_has_fallen_behind_belongs_to_no_group() -> None:
    men = [*line(10, 12), marine("sniper", "s", 14, 10), marine("trooper", "z", 15, 12, marks=["straggler"])]
    state = battle(*men, options={"cards_units": "sniper_apart"})
    assert [p.id for p in squad_groups.group_members(state, UnitId("1A"))] == ["a", "b"]


@pytest.mark.rule("TS-GAP-21")
def test_where_nobody_else_is_left_a_straggler_is_the_group() -> None:
    for mark in ("straggler", "away"):
        state = battle(*line(10, marks=[mark]))
        done = perform(state, lambda play: squad_groups.update_stragglers(play, UnitId("1A"), chosen=False))
        assert not done.piece("a").marks


@pytest.mark.rule("TS-ACT-01", "TS-GAP-21")
def test_whom_fate_parted_from_the_group_is_a_straggler_as_it_acts() -> None:
    done, _ = acted(card_in_play(*line(10, 12, 20)), act="done")
    assert (done.piece("c").has_mark(STRAGGLER), done.piece("c").has_mark(AWAY)) == (True, False)


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20", "TS-GAP-21")
def test_how_far_apart_a_group_is_is_said_to_a_hundredth() -> None:
    state = battle(*line(10, 14.123))
    assert "3.12 in from" in str(squad_groups.why_group_is_split(state, UnitId("1A")))


@pytest.mark.rule("TS-ACT-10", "TS-GAP-20", "TS-GAP-21")
def test_a_group_of_nobody_is_not_apart() -> None:
    state = battle(*line(10, marks=[STRAGGLER]), options={"group_coherency": "all_pairs"})
    assert squad_groups.why_group_is_split(state, UnitId("1A")) == ""


@pytest.mark.rule("TS-GAP-21")
@pytest.mark.parametrize("mark", [STRAGGLER, AWAY])
def test_who_is_back_within_three_inches_belongs_to_the_group_again(mark: str) -> None:
    state = battle(*line(10), marine("trooper", "b", 14, 10, marks=[mark]), marine("trooper", "c", 20, 10))
    done = perform(
        state, lambda play: squad_groups.update_stragglers(play, UnitId("1A"), chosen=mark == AWAY)
    )
    assert not done.piece("b").marks
    assert {one.name: one.count for one in done.piece("c").marks} == {mark: 1}


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-ACT-11")
@pytest.mark.parametrize(("x", "held"), [(14.0, True), (14.1, False)])
def test_a_group_that_is_parted_is_held_by_nothing(x: float, held: bool) -> None:
    _, link = move_actions.group_motions(
        battle(*line(10, x)), move_actions.MOVE_KIND, ["a", "b"], {"a": 0, "b": 0}
    )
    assert (link is not None) is held
    assert (
        move_actions.group_motions(battle(*line(10, x)), move_actions.MOVE_KIND, ["a"], {"a": 0})[1] is None
    )


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20", "TS-GAP-21")
@pytest.mark.parametrize(
    ("option", "x", "why"), [("chain", 22.0, ""), ("chain", 22.1, "3.1"), ("all_pairs", 22.0, "11")]
)
def test_a_gap_of_three_inches_holds_a_group_together(option: str, x: float, why: str) -> None:
    state = battle(*line(10, 14, 18, x), options={"group_coherency": option})
    words = str(squad_groups.why_group_is_split(state, "1A"))
    assert bool(words) is bool(why) and why in words


@pytest.mark.rule("TS-GAP-21", "TS-GAP-22")
@pytest.mark.parametrize(("chosen", "mark"), [(True, AWAY), (False, STRAGGLER)])
def test_who_was_sent_away_is_no_straggler(chosen: bool, mark: str) -> None:
    done = perform(battle(*line(10, 12, 20)), lambda play: squad_groups.update_stragglers(play, "1A", chosen))
    assert [m.name for m in done.piece("c").marks] == [mark]


@pytest.mark.rule("TS-GAP-21")
@pytest.mark.parametrize("leader", ["lt", "nco"])
def test_of_equal_parts_the_one_with_the_leader_goes_on(leader: str) -> None:
    state = battle(*line(10, 12), marine(leader, "x", 20, 10), marine("trooper", "y", 22, 10))
    done = perform(state, lambda play: squad_groups.update_stragglers(play, "1A", chosen=False))
    assert [p.id for p in done.state.table.pieces.values() if p.has_mark(STRAGGLER)] == ["a", "b"]


@pytest.mark.rule("TS-GAP-21", "TS-GAP-16")
def test_who_has_a_card_of_his_own_is_in_no_part_of_the_group() -> None:
    state = battle(*line(10, 12), marine("sniper", "s", 30, 10), options={"cards_units": "sniper_apart"})
    done = perform(state, lambda play: squad_groups.update_stragglers(play, "1A", chosen=False))
    assert not done.piece("s").marks
