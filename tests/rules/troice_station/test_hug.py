"""The hug: how it takes hold, what each reading makes of it, how a victim is freed, how it ends."""

from __future__ import annotations

import math
from typing import Any

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.troice_station.actions import first_aid
from battlesim.rulesets.troice_station.command import turn_boundaries
from battlesim.rulesets.troice_station.core.lookups import is_active, is_casualty
from battlesim.rulesets.troice_station.core.marks import DOWN, HOME, HUGGED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.melee import hug
from battlesim.rulesets.troice_station.melee.hug import (
    attach_hugger,
    end_hug_turn,
    freeing_dice_script,
    try_to_free,
)
from battlesim.rulesets.troice_station.melee.melee_previews import freeing_preview
from battlesim.rulesets.troice_station.melee.rounds import fight_on_contact
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Aboard, Off, OnTable, Piece
from battlesim.testing.script import ScriptResult

from .squad_steps import figure_a
from .things import Marks, alien, battle, hugger, line, marine, off, perform

LOST = Off("lost")


def victim(marks: Marks = ()) -> Piece:
    return marine("trooper", "1A-2", 10.0, 10.0, marks=marks)


def helper(kind: str = "trooper", id: str = "1A-3") -> Piece:
    return marine(kind, id, 9.0, 10.0)


def attack(state: Battle, *dice: int) -> ScriptResult:
    return perform(state, lambda play: fight_on_contact(play, "f"), dice=dice)


def hugged(*others: Piece, **options: str) -> Battle:
    state = battle(hugger("f", 10.875, 10, marks={HOME: 4}), victim(), *others, options=options)
    return perform(state, lambda play: attach_hugger(play, "f", "1A-2")).state


@pytest.mark.rule("TS-ALN-17", "TS-ALN-18", "TS-GAP-66", "TS-GAP-100")
def test_an_attack_that_beats_the_defence_at_all_hugs_and_wounds_nobody() -> None:
    state = battle(hugger("f", 10.875, 10), victim(marks=[OVERWATCH]))
    done = attack(state, 3, 3)
    assert done.piece("1A-2").has_mark(HUGGED) and not done.piece("1A-2").has_mark(DOWN)
    assert not done.piece("1A-2").has_mark(OVERWATCH) and not is_active(done.piece("1A-2"))
    assert done.piece("f").place == Aboard("1A-2"), "fixed on its victim, it is no figure any more"
    assert len(done.events_of(DiceRolled)) == 1, "one die, and no fighting back"
    assert not attack(state, 2, 3, 1, 6).piece("1A-2").has_mark(HUGGED), "equal totals do nothing"


@pytest.mark.rule("TS-GAP-66")
def test_it_hugs_when_it_fights_back_too() -> None:
    state = battle(hugger("f", 10.875, 10), victim())
    done = perform(state, lambda play: fight_on_contact(play, "1A-2"), dice=(1, 6, 6, 1))
    assert done.piece("1A-2").has_mark(HUGGED)


@pytest.mark.rule("TS-GAP-66")
def test_read_as_death_the_hug_kills_at_once() -> None:
    done = attack(battle(hugger("f", 10.875, 10), victim(), options={"hug": "dead"}), 6, 1)
    assert done.piece("1A-2").place == LOST and done.piece("f").place == LOST


@pytest.mark.rule("TS-GAP-66")
def test_read_as_a_plain_wound_the_victim_is_down_and_the_face_hugger_goes_on() -> None:
    done = attack(battle(hugger("f", 10.875, 10), victim(), options={"hug": "plain_incapacitated"}), 6, 1)
    assert done.piece("1A-2").has_mark(DOWN) and not done.piece("1A-2").has_mark(HUGGED)
    assert is_active(done.piece("f"))


@pytest.mark.rule("TS-GAP-66")
@pytest.mark.parametrize("reading", ["until_freed", "bursts"])
def test_the_victim_lives_to_the_end_of_the_third_turn_after_the_hug(reading: str) -> None:
    state = hugged(helper(), hug=reading)
    for _ in "turn of the hug", "first", "second":
        state = perform(state, end_hug_turn).state
        assert is_casualty(state.table.piece("1A-2"))
    done = perform(state, end_hug_turn)
    assert done.piece("1A-2").place == LOST and done.piece("f").place == LOST
    burst = [piece for piece in done.state.table.standing_pieces() if piece.kind == "alien"]
    assert len(burst) == (reading == "bursts")
    for one in burst:
        assert (
            one.mark_count(HOME) == 4
            and one.table_position
            and one.xy == pytest.approx((10.125, 10.0), abs=0.01)
        )


@pytest.mark.rule("TS-GAP-66")
@pytest.mark.parametrize(("kind", "chance"), [("specialist_medic", 1 / 2), ("trooper", 1 / 6)])
def test_who_frees_how_surely(kind: str, chance: float) -> None:
    state = hugged(helper(kind))
    table = state.table
    ends = exact_chances(lambda: freeing_dice_script(state, table.piece("1A-3"), table.piece("1A-2")))
    assert ends["freed"] == pytest.approx(chance) and ends["held"] == pytest.approx(5 / 6 - chance)
    # a natural 1, then 1D6 against 1D6+1: +2 or more on 6 of 36
    assert sum(p for end, p in ends.items() if isinstance(end, int) and end >= 2) == pytest.approx(6 / 216)


@pytest.mark.rule("TS-GAP-61")
def test_armour_that_is_extra_helps_against_that_acid() -> None:
    state = hugged(helper(), body_armour="extra")
    ends = exact_chances(lambda: freeing_dice_script(state, helper(), state.table.piece("1A-2")))
    assert sum(p for end, p in ends.items() if isinstance(end, int) and end >= 2) == pytest.approx(3 / 216)


@pytest.mark.rule("TS-GAP-66", "TS-GAP-56")
def test_a_freed_victim_is_down_and_acid_may_kill_it_with_the_face_hugger() -> None:
    state = hugged(helper())
    done = perform(state, lambda play: try_to_free(play, "1A-3", "1A-2"), dice=[6])
    assert done.piece("f").place == LOST
    assert done.piece("1A-2").has_mark(DOWN) and not done.piece("1A-2").has_mark(HUGGED)
    done = perform(state, lambda play: try_to_free(play, "1A-3", "1A-2"), dice=[1, 5, 2])
    assert done.piece("1A-2").place == LOST and done.piece("f").place == LOST
    done = perform(state, lambda play: try_to_free(play, "1A-3", "1A-2"), dice=[1, 4, 2])
    assert done.piece("1A-2").has_mark(HUGGED) and isinstance(done.piece("1A-2").place, OnTable)


@pytest.mark.rule("TS-GAP-66")
def test_who_burst_out_makes_way_for_others() -> None:
    state = hugged(helper(), alien("a", 11.2, 10), hug="bursts")
    for _ in range(4):
        state = perform(state, end_hug_turn).state
    new = next(p for p in state.table.standing_pieces() if p.kind == "alien" and p.id != "a")
    assert all(abs(complex(*new.xy) - complex(*p.xy)) >= new.radius + p.radius - 0.005
               for p in state.table.standing_pieces() if p.id != new.id)  # fmt: skip


@pytest.mark.rule("TS-GAP-66")
def test_the_card_of_freeing_says_how_likely_the_acid_kills() -> None:
    state = hugged(helper("specialist_medic"))
    card = freeing_preview(state, "1A-3", "1A-2")
    assert card.chance == pytest.approx(1 / 2) and dict(card.bars)["dead"] == pytest.approx(6 / 216)


HELD = marine("trooper", "b", 11, 10, marks={HUGGED: 3})


def held(*things: Any, **options: str) -> Battle:
    state = battle(*line(10), HELD, hugger("h", 11, 10), *things, options=options)
    return state.with_table(state.table.with_place("h", Aboard("b")))


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17", "TS-MELE-01")
def test_the_ends_of_an_attempt_to_free_are_all_there_is() -> None:
    state = held()
    odds = hug.freeing_odds(state, state.table.piece("a"), state.table.piece("b"))
    # a 6 frees; a 1 sprays: D6 against D6+1 is two more in 6 of 36
    assert odds == pytest.approx({"freed": 1 / 6, "held": 5 / 6 - 1 / 36, "dead": 1 / 36})


@pytest.mark.rule("TS-GAP-66")
@pytest.mark.parametrize(("face", "came"), [(3, "miss"), (4, "hit"), (1, "miss")])
def test_a_die_that_frees_is_a_hit(face: int, came: str) -> None:
    assert hug.FreeingRoll(least=4).results((face,)) == (came,)


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
def test_who_is_freed_is_down_and_rid_of_it() -> None:
    done = perform(held(), lambda play: hug.try_to_free(play, "a", "b"), dice=(6,))
    assert {mark.name: mark.count for mark in done.piece("b").marks} == {DOWN: 1}
    assert done.piece("h").place == Off("lost")


@pytest.mark.rule("TS-GAP-66")
def test_time_runs_out_on_the_table_for_who_is_hugged_alone() -> None:
    done = perform(held(), hug.end_hug_turn)
    assert [done.piece(one).mark_count(HUGGED) for one in "ab"] == [0, 2]
    gone = perform(off(held(), "b", "left"), hug.end_hug_turn)
    assert gone.piece("b").mark_count(HUGGED) == 3 and gone.events == []


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
@pytest.mark.parametrize(
    ("x", "marks", "shut"), [(11, {HUGGED: 3}, False), (11, [DOWN], True), (12, {HUGGED: 3}, True)]
)
def test_only_who_is_hugged_and_in_contact_is_freed(x: float, marks: Any, shut: bool) -> None:
    state = battle(figure_a(), marine("trooper", "b", x, 10, marks=marks))
    assert bool(first_aid.why_cannot_free(state, state.table.piece("a"))) is shut


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
@pytest.mark.parametrize(
    ("option", "left", "place", "aliens"),
    [("until_freed", 2, None, 0), ("until_freed", 1, Off("lost"), 0), ("bursts", 1, Off("lost"), 1)],
)
def test_who_is_hugged_has_so_many_turns(option: str, left: int, place: Any, aliens: int) -> None:
    beast = hugger("h", 10, 10)
    state = battle(marine("trooper", "a", 10, 10, marks={HUGGED: left}), beast, options={"hug": option})
    held = state.with_table(state.table.with_place("h", Aboard("a")))
    done = perform(held, hug.end_hug_turn)
    assert done.piece("a").mark_count(HUGGED) == left - 1
    assert place is None or (done.piece("a").place, done.piece("h").place) == (place, place)
    assert sum(p.kind == "alien" for p in done.state.table.pieces.values()) == aliens


@pytest.mark.rule("TS-GAP-24", "TS-GAP-26", "TS-GAP-66")
def test_an_alien_that_bursts_forth_ends_overwatch_by_contact_and_is_shot_at_by_others() -> None:
    men = [
        marine("trooper", "a", 10, 10, marks={HUGGED: 1}),
        marine("trooper", "b", 11, 10, marks=[OVERWATCH]),
        marine("trooper", "c", 10, 16, marks=[OVERWATCH]),
    ]
    state = battle(*men, hugger("h", 10, 10), options={"hug": "bursts"})
    state = state.with_table(state.table.with_place("h", Aboard("a")))
    done = perform(state, turn_boundaries.end_turn)
    (new,) = [p for p in done.state.table.standing_pieces() if p.kind == "alien"]
    assert math.dist(new.xy, (11, 10)) < 1.13 and not done.piece("b").has_mark(OVERWATCH)
    free = perform(state.with_table(state.table.with_place("b", Off("lost"))), turn_boundaries.end_turn)
    assert [option.by for option in free.first_decision("react").options if option.act] == [("c",)]
