"""Hand to hand: dice, claws and tail, fighting back, when rounds are fought, breaking off."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, FOUGHT, LEFT, OVERWATCH, RAN
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.melee import melee_attacks, rounds
from battlesim.rulesets.troice_station.melee.melee_attacks import ATTACK_NAMES
from battlesim.rulesets.troice_station.melee.melee_previews import (
    attack_odds,
    melee_preview,
    round_odds,
    round_preview,
    tail_preview,
)
from battlesim.rulesets.troice_station.melee.rounds import break_off, fight_at_activation, fight_on_contact
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off, Piece
from battlesim.testing.script import ScriptResult

from .rule_marks import FIGHTS
from .things import Marks, alien, battle, hugger, keys, line, marine, marker, off, perform, rolls, room

TOUCHING = 11.125
"""Where an Alien touches a marine at x = 10."""
PLAYED = {"alien_control": "player"}


def trooper(id: str = "1A-2", x: float = 10.0, y: float = 10.0, marks: Marks = ()) -> Piece:
    return marine("trooper", id, x, y, marks=marks)


def beast(x: float = TOUCHING, y: float = 10.0, marks: Marks = ()) -> Piece:
    return alien("a", x, y, marks)


def contact(state: Battle, mover: str, *dice: int, **answers: list[str]) -> ScriptResult:
    return perform(state, lambda play: fight_on_contact(play, mover), answers, dice)


def gone(done: ScriptResult, piece: str) -> bool:
    return done.piece(piece).place == Off("lost")


@pytest.mark.rule("TS-MELE-01", "TS-MELE-03", "TS-ACT-04")
def test_an_ncos_six_puts_an_alien_out_that_a_trooper_cannot_hurt() -> None:
    state = battle(marine("nco", "1A-1", 10, 10), beast())
    done = contact(state, "1A-1", 6, 1)
    assert done.events_of(DiceRolled)[0].came == "6+2 = 8 against 1+4 = 5: +3" and gone(done, "a")
    assert [event.sides for event in done.events_of(DiceRolled)] == [(6, 6)], (
        "no roll to hit, and none after it"
    )
    done = contact(battle(trooper(), beast()), "1A-2", 6, 1, 1, 6, 1, 6, 1, 6)
    assert not gone(done, "a") and done.events_of(DiceRolled)[0].came.endswith("+1")


@pytest.mark.rule("TS-ALN-10", "TS-GAP-65", "TS-MELE-03")
def test_claw_claw_tail_each_have_their_own_defence_die() -> None:
    done = contact(battle(beast(), trooper()), "a", 2, 4, 1, 5, 4, 2)
    assert [event.came[-2:] for event in done.events_of(DiceRolled)] == ["+0", "-2", "+4"]
    assert gone(done, "1A-2") and rolls(done)[2].startswith("tail")


@pytest.mark.rule("TS-MELE-01", "TS-GAP-92")
def test_an_easy_alien_defends_with_one_less() -> None:
    easy = battle(trooper(), beast(), options={"difficulty": "easy"})
    done = contact(easy, "1A-2", 6, 1)
    assert done.events_of(DiceRolled)[0].came == "6 against 1+3 = 4: +2" and gone(done, "a")


@pytest.mark.rule("TS-ALN-11", "TS-GAP-65", "TS-GAP-87")
def test_the_tail_goes_on_to_another_within_3_in_once_the_first_is_down() -> None:
    near, far = trooper("1A-3", 6.0), trooper("1A-4", 5.75, 9.0)
    done = contact(battle(beast(), trooper(), near, far), "a", 6, 1, 6, 1)
    assert gone(done, "1A-2"), "the second claw is lost: nobody else is in contact"
    assert rolls(done)[1] == "tail of a on 1A-3", "its edge is 3.00 in from where the first one stood"
    assert gone(done, "1A-3") and not gone(done, "1A-4")


@pytest.mark.rule("TS-ALN-11")
def test_a_player_may_send_the_tail_at_another_at_once_but_not_beyond_3_in() -> None:
    state = battle(beast(), trooper(), trooper("1A-3", 6.0), trooper("1A-4", 5.75, 10), options=PLAYED)
    done = contact(state, "a", 1, 6, 1, 6, 6, 1, 1, 6, tail=["1A-3"])
    assert keys(done, "tail") == ["1A-2", "1A-3", "none"]
    assert gone(done, "1A-3")
    done = contact(state, "a", 1, 6, 1, 6, 1, 6, tail=["none"])
    assert len(rolls(done)) == 3, "two claws, and one attack back"


@pytest.mark.rule("TS-GAP-65")
def test_the_tail_does_not_reach_through_a_wall() -> None:
    state = battle(beast(), trooper(), trooper("1A-3", 7.0), terrain=[room("hut", 1, 6, 8.5, 14)])
    assert len(rolls(contact(state, "a", 6, 1))) == 1


@pytest.mark.rule("TS-GAP-87")
@pytest.mark.parametrize(
    ("others", "victim"),
    [
        ([("trooper", "1A-3", 8.0, 10.0), ("trooper", "1A-4", 10.0, 12.0)], "1A-4"),
        ([("trooper", "1A-4", 10.0, 12.0), ("trooper", "1A-3", 10.0, 8.0)], "1A-3"),
    ],
    ids=["the nearest to the Alien", "of two as near the lowest id"],
)
def test_whom_the_tail_goes_at_next(others: list[tuple[str, str, float, float]], victim: str) -> None:
    done = contact(battle(beast(), trooper(), *(marine(*one) for one in others)), "a", 6, 1, 1, 6)
    assert rolls(done)[1] == f"tail of a on {victim}"


@pytest.mark.rule("TS-GAP-65")
def test_the_second_claw_goes_at_another_in_contact_and_both_may_fight_back() -> None:
    other = trooper("1A-3", 12.25)
    done = contact(battle(beast(), trooper(), other), "a", 6, 1, 1, 6, 1, 6, 1, 6)
    assert rolls(done) == [
        "claw of a on 1A-2",
        "claw of a on 1A-3",
        "tail of a on 1A-3",
        "attack of 1A-3 on a",
    ]


@pytest.mark.rule("TS-GAP-65")
def test_3_in_are_measured_from_whom_the_claws_went_at_last() -> None:
    state = battle(beast(), trooper(), trooper("1A-3", 12.25), trooper("1A-4", 16.25))
    done = contact(state, "a", 6, 1, 6, 1, 1, 6)
    assert rolls(done) == ["claw of a on 1A-2", "claw of a on 1A-3", "tail of a on 1A-4"]


@pytest.mark.rule("TS-ACT-04", "TS-GAP-63")
def test_whoever_is_still_active_fights_back_and_pays_nothing() -> None:
    state = battle(hugger("f", 10.875, 10), trooper())
    done = contact(state, "f", 1, 6, 6, 2)
    assert rolls(done) == ["attack of f on 1A-2", "attack of 1A-2 on f"]
    assert gone(done, "f") and not done.piece("1A-2").has_mark(ACTIONS)


@pytest.mark.rule("TS-GAP-63")
def test_who_is_struck_by_a_tail_out_of_contact_does_not_fight_back() -> None:
    done = contact(battle(beast(), trooper(), trooper("1A-3", 7.0)), "a", 6, 1, 1, 6)
    assert rolls(done)[-1] == "tail of a on 1A-3"


@pytest.mark.rule("TS-GAP-63")
@pytest.mark.parametrize(
    ("reading", "left", "fights"),
    [("once_per_activation", 2, False), ("every_contact", 2, True), ("every_contact", 0, False)],
)
def test_a_second_contact_in_one_activation(reading: str, left: int, fights: bool) -> None:
    again = beast(marks={FOUGHT: 1, LEFT: left})
    state = battle(again, trooper(), options={"melee_rounds": reading})
    dice = (1, 6, 1, 6, 1, 6, 1, 6) if fights else ()
    assert bool(rolls(contact(state, "a", *dice))) == fights


@pytest.mark.rule("TS-GAP-63", "TS-MELE-02")
def test_a_marine_may_decline_the_round_of_his_activation_and_a_creature_fights_it() -> None:
    state = battle(hugger("f", 10.875, 10), beast(8.875), trooper())
    done = perform(state, lambda play: fight_at_activation(play, "1A-2"), {"melee": ["decline"]})
    assert not rolls(done)
    fight = perform(state, lambda play: fight_at_activation(play, "1A-2"), {"melee": ["f"]}, (6, 1))
    assert (
        gone(fight, "f")
        and fight.piece("1A-2").has_mark(FOUGHT)
        and not fight.piece("1A-2").has_mark(ACTIONS)
    )
    done = perform(state, lambda play: fight_at_activation(play, "a"), dice=(1, 6, 1, 6, 1, 6, 1, 6))
    assert rolls(done)[0] == "claw of a on 1A-2"


@pytest.mark.rule("TS-GAP-64")
def test_each_enemy_in_contact_has_one_free_attack_and_no_reply_is_made() -> None:
    state = battle(hugger("f", 10.875, 10), beast(8.875), trooper())
    done = perform(state, lambda play: break_off(play, "1A-2"), dice=(1, 6, 1, 6))
    assert rolls(done) == ["claw of a on 1A-2", "attack of f on 1A-2"]
    assert not done.piece("a").has_mark(FOUGHT)
    done = perform(state, lambda play: break_off(play, "1A-2"), dice=(5, 4))
    assert done.piece("1A-2").has_mark(DOWN), "and the Face Hugger leaves him alone"


@pytest.mark.rule("TS-GAP-24", "TS-GAP-52")
def test_contact_ends_overwatch_and_running() -> None:
    state = battle(beast(marks=[RAN, FOUGHT]), trooper(marks=[OVERWATCH]))
    done = contact(state, "a")
    assert not done.piece("a").has_mark(RAN) and not done.piece("1A-2").has_mark(OVERWATCH)


@pytest.mark.rule("TS-GAP-56", "TS-GAP-81")
def test_nobody_fights_casualties_or_markers() -> None:
    state = battle(beast(), trooper(marks=[DOWN]), marker("m", 10, 11))
    assert not rolls(contact(state, "a"))


@pytest.mark.rule("TS-GAP-92", "TS-GAP-63")
def test_three_dice_put_a_trooper_out_with_93_in_100() -> None:
    state = battle(beast(), trooper())
    (a, m), by = (state.table.piece("a"), state.table.piece("1A-2")), ATTACK_NAMES[3]
    ends_of = attack_odds(state, a, m, by)
    # of 36: 10 kill and 11 more put him down, each time that he is still up
    assert ends_of["unhurt"] == pytest.approx((15 / 36) ** 3)
    assert ends_of["dead"] == pytest.approx(10 / 36 * (1 + 15 / 36 + (15 / 36) ** 2))
    card = round_preview(state, "a", "1A-2")
    assert card.chance == pytest.approx(1 - (15 / 36) ** 3) and sum(p for _, p in card.bars) == pytest.approx(
        1
    )


@pytest.mark.rule("TS-GAP-63", "TS-ACT-04")
def test_who_attacks_may_be_lost_to_what_fights_back() -> None:
    state = battle(beast(), trooper())
    theirs, ours = round_odds(state, state.table.piece("1A-2"), state.table.piece("a"))
    # a 6 against a 1 is +1 and hurts nobody; then all three of the Alien's attacks come back
    assert theirs["unhurt"] == pytest.approx(1.0) and ours["unhurt"] == pytest.approx((15 / 36) ** 3)


@pytest.mark.rule("TS-ALN-17")
def test_the_odds_of_a_hug_and_of_a_tail() -> None:
    state = battle(hugger("f", 10.875, 10), beast(8.875), trooper())
    f, m = state.table.piece("f"), state.table.piece("1A-2")
    assert attack_odds(state, f, m, ATTACK_NAMES[1])["hugged"] == pytest.approx(21 / 36)
    assert tail_preview(state, "a", "1A-2").chance == pytest.approx(21 / 36)


@pytest.mark.rule("TS-MELE-02", "TS-GAP-65")
def test_each_question_of_a_fight_has_its_card() -> None:
    state = battle(hugger("f", 10.875, 10), beast(8.875), trooper())
    asked = perform(state, lambda play: fight_at_activation(play, "1A-2"), until="melee").first_decision(
        "melee"
    )
    assert isinstance(asked, ChooseOne)
    found = melee_preview(state, asked, "f")
    assert found and found.about == "1A-2 at f" and melee_preview(state, asked, "decline") is None
    # 1D6 against 1D6+1: two more on 6 of 36, and +2 kills a creature
    assert found.chance == pytest.approx(6 / 36)
    played = battle(beast(), trooper(), options=PLAYED)
    rolled = perform(played, lambda play: fight_on_contact(play, "a"), {}, [1, 6, 1, 6], until="tail")
    tail = rolled.first_decision("tail")
    assert isinstance(tail, ChooseOne)
    card = melee_preview(rolled.state, tail, "1A-2")
    assert (
        card and card.chance == pytest.approx(21 / 36) and melee_preview(rolled.state, tail, "none") is None
    )


@pytest.mark.rule("TS-GAP-63")
@pytest.mark.parametrize(
    ("option", "left", "again"),
    [("every_contact", 1, True), ("every_contact", 0, False), ("once_per_activation", 1, False)],
)
def test_by_option_a_creature_with_actions_left_attacks_again(option: str, left: int, again: bool) -> None:
    state = battle(
        alien("x", 10, 10, {FOUGHT: 1, "left": left} if left else {FOUGHT: 1}),
        options={"melee_rounds": option},
    )
    assert rounds.has_attacks_left(state, state.table.piece("x")) is again


@pytest.mark.rule("TS-GAP-63")
def test_a_marine_never_attacks_twice() -> None:
    state = battle(
        marine("trooper", "a", 10, 10, marks={FOUGHT: 1, "left": 1}),
        options={"melee_rounds": "every_contact"},
    )
    assert not rounds.has_attacks_left(state, state.table.piece("a"))


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65")
def test_a_marine_in_contact_with_one_enemy_is_not_asked_whom_he_attacks() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10), alien("y", 8.875, 10))
    near = off(state, "y")
    assert not perform(near, lambda play: rounds.fight_on_contact(play, "a"), dice=(6, 1)).decisions_with_key(
        "opponent"
    )
    assert perform(
        state, lambda play: rounds.fight_on_contact(play, "a"), until="opponent"
    ).decisions_with_key("opponent")


@pytest.mark.rule("TS-ACT-04", "TS-GAP-65", "TS-MELE-02")
def test_who_is_down_fights_back_no_more() -> None:
    state = battle(*line(10), alien("x", 11.125, 10))
    done = perform(state, lambda play: rounds.fight_on_contact(play, "x"), dice=(4, 4))
    assert done.piece("a").has_mark(DOWN) and len(done.events_of(DiceRolled)) == 1


@FIGHTS
def test_nobody_fights_who_touches_nobody() -> None:
    state = battle(*line(10), alien("x", 20, 10))
    assert perform(state, lambda play: rounds.fight_on_contact(play, "x")).events == []


@FIGHTS
@pytest.mark.parametrize(("options", "asked", "rolls"), [({}, [], 4), (PLAYED, ["opponent", "tail"], 3)])
def test_only_a_player_is_asked_whom_an_alien_goes_at(options: Any, asked: list[str], rolls: int) -> None:
    men = [marine("nco", "b", 10, 10), marine("trooper", "a", 12.25, 10)]
    state = battle(*men, alien("x", 11.125, 10), options=options)
    given = {"opponent": ["a"], "tail": ["none"]} if asked else {}
    done = perform(state, lambda play: rounds.fight_on_contact(play, "x"), given, (1, 6) * rolls)
    assert [one.what for one in done.asked if one.what != "dice"] == asked
    assert (
        str(done.events_of(DiceRolled)[0].why) == "claw of x on a" and done.piece("x").mark_count(FOUGHT) == 1
    )


@FIGHTS
def test_where_nobody_is_left_to_strike_no_player_is_asked_about_the_tail() -> None:
    state = battle(*line(10), alien("x", 11.125, 10), options=PLAYED)
    done = perform(state, lambda play: rounds.fight_on_contact(play, "x"), dice=(6, 1))
    assert done.piece("a").place == Off("lost") and not done.decisions_with_key("tail")


@FIGHTS
@pytest.mark.parametrize(
    ("x", "terrain", "found"),
    [(14.0, [], ["a", "b"]), (14.1, [], ["a"]), (14.0, [room("h", 12.6, 6, 20, 14)], ["a"])],
)
def test_a_tail_reaches_three_inches_from_whom_the_claws_went_at_and_through_no_wall(
    x: float, terrain: Any, found: list[str]
) -> None:
    state = battle(*line(10, x), alien("x", 11.125, 10), terrain=terrain)
    claws, clawed = state.table.piece("x"), state.table.piece("a")
    assert [p.id for p in melee_attacks.tail_targets(state, claws, clawed)] == found


@pytest.mark.rule("TS-ACT-04", "TS-GAP-63", "TS-GAP-59")
def test_nobody_fights_back_at_who_has_just_gone_down() -> None:
    men = [marine("nco", "a", 10, 10), marine("nco", "b", 12.25, 10)]
    chosen = {"alien_control": "player", "creature_serious_wound": "down"}
    state = battle(*men, alien("x", 11.125, 10), options=chosen)
    answers = {"opponent": ["a"], "tail": ["b"]}
    dice = (1, 6, 1, 6, 1, 6, 6, 1)
    done = perform(state, lambda play: rounds.fight_on_contact(play, "x"), answers, dice)
    assert done.piece("x").has_mark(DOWN) and [roll.by for roll in done.events_of(DiceRolled)] == [
        "x",
        "x",
        "x",
        "a",
    ]
