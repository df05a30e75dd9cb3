"""Wounds: what a hit does to marines and creatures."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.attack import shooting, wound_effects, wound_rolls
from battlesim.rulesets.troice_station.core import lookups
from battlesim.rulesets.troice_station.core.marks import AIMED, DOWN, HUGGED, OVERWATCH
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Off

from .fire_steps import facing, shot
from .things import alien, battle, line, marine, marker, perform


@pytest.mark.rule("TS-FIRE-02", "TS-WND-01", "TS-WND-02", "TS-WND-03", "TS-WPN-01", "TS-GAP-59", "TS-ACT-05")
@pytest.mark.parametrize(("dice", "dead"), [((4, 6, 1), True), ((4, 4, 1), False), ((3,), False)])
def test_damage_against_defence(dice, dead):
    assert (shot(facing(8), *dice).state.table.piece("x").table_position is None) is dead


@pytest.mark.rule("TS-WND-04", "TS-WND-05", "TS-WND-07", "TS-GAP-56")
@pytest.mark.parametrize(
    ("margin", "marks", "state"),
    [(1, (), "up"), (2, (), "down"), (3, (), "down"), (4, (), "dead"), (2, [DOWN], "dead")],
)
def test_what_a_difference_does_to_a_marine(margin, marks, state):
    done = perform(
        battle(marine("trooper", "a", 10, 10, marks=marks)),
        lambda play: wound_effects.apply_wound(play, "a", margin, "acid") and None,
    )
    piece = done.state.table.piece("a")
    assert ("dead" if piece.table_position is None else "down" if piece.has_mark(DOWN) else "up") == state


@pytest.mark.rule("TS-GAP-59")
@pytest.mark.parametrize(("option", "lost"), [("killed", True), ("down", False), ("recovers", False)])
def test_a_serious_wound_kills_a_creature_or_by_option_puts_it_down(option, lost):
    done = shot(facing(8, options={"creature_serious_wound": option}), 4, 6, 1)
    assert (done.state.table.piece("x").table_position is None) is lost


@pytest.mark.rule("TS-WND-10", "TS-GAP-61")
@pytest.mark.parametrize(
    ("option", "cause", "defence"), [("in_profile", "acid", 1), ("extra", "acid", 2), ("extra", "melee", 1)]
)
def test_body_armour_is_in_the_profile_or_by_option_on_top(option, cause, defence):
    state = battle(marine("trooper", "a", 10, 10), options={"body_armour": option})
    assert (
        sum(one.value for one in wound_rolls.defence_modifiers(state, state.table.piece("a"), cause))
        == defence
    )


@pytest.mark.rule("TS-PROF-09", "TS-GAP-74")
@pytest.mark.parametrize(("option", "defence"), [("minus_2", -2), ("minus_3", -3), ("tank", 1)])
def test_a_flamer_is_badly_placed_against_explosions(option, defence):
    state = battle(marine("flamer", "a", 10, 10), options={"flamer_explosion_defence": option})
    found = [
        sum(one.value for one in wound_rolls.defence_modifiers(state, state.table.piece("a"), cause))
        for cause in ("explosion", "acid")
    ]
    assert found == [defence, 1]


@pytest.mark.rule("TS-GAP-92")
def test_the_easy_alien_defends_worse():
    state = facing(8, options={"difficulty": "easy"})
    assert (
        sum(one.value for one in wound_rolls.defence_modifiers(state, state.table.piece("x"), "gunfire")) == 3
    )


@pytest.mark.rule("TS-GAP-56", "TS-ACT-04")
def test_who_is_down_hugged_or_gone_is_not_active() -> None:
    men = [
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        marine("trooper", "c", 14, 10, marks=[HUGGED]),
    ]
    state = battle(*men, marker("m", 20, 10))
    gone = state.with_table(state.table.with_place("a", Off("left")))
    assert [lookups.is_active(p) for p in state.table.pieces.values()] == [True, False, False, False]
    assert not lookups.is_active(gone.table.piece("a"))


@pytest.mark.rule("TS-WND-05", "TS-ALN-17", "TS-WND-04", "TS-GAP-59")
def test_who_is_put_down_is_down_once_and_of_no_other_mind() -> None:
    state = battle(*line(10, marks=[OVERWATCH, "aimed", "ran"]))
    piece = perform(
        state, lambda play: wound_effects.put_out_of_action(play, "a", wound_effects.DOWNED)
    ).piece("a")
    assert {m.name: m.count for m in piece.marks} == {DOWN: 1}


@pytest.mark.rule("TS-WND-05", "TS-WND-07")
@pytest.mark.parametrize(("margin", "rule"), [(4, "TS-WND-07"), (3, "TS-WND-05")])
def test_four_more_kill_outright_and_a_second_wound_as_well(margin: int, rule: str) -> None:
    state = battle(*line(10, marks=[DOWN]))

    def script(play: Any) -> None:
        wound_effects.apply_wound(play, "a", margin, "gunfire")

    done = perform(state, script)
    assert done.piece("a").place == Off("lost")
    assert {event.rule for event in done.events_of(PiecesMoved)} == {rule}


@pytest.mark.rule("TS-GAP-59", "TS-WND-05", "TS-WND-07", "TS-GAP-56")
@pytest.mark.parametrize(
    ("option", "marks", "margin", "came"),
    [
        ("killed", [], 1, "unhurt"),
        ("killed", [], 2, "dead"),
        ("down", [], 2, "down"),
        ("down", [], 3, "down"),
        ("down", [], 4, "dead"),
        ("down", [DOWN], 2, "dead"),
    ],
)
def test_what_a_difference_does_to_a_creature(option: str, marks: list[str], margin: int, came: str) -> None:
    state = battle(alien("x", 10, 10, marks), options={"creature_serious_wound": option})
    assert wound_effects.wound_outcome(state, state.table.piece("x"), margin) == came


@pytest.mark.rule("TS-GAP-61", "TS-WND-10")
def test_creatures_wear_no_armour() -> None:
    state = battle(alien("x", 10, 10), options={"body_armour": "extra"})
    assert [one.value for one in wound_rolls.defence_modifiers(state, state.table.piece("x"), "gunfire")] == [
        4
    ]
    plain = battle(marine("trooper", "a", 10, 10))
    assert [one.value for one in wound_rolls.defence_modifiers(plain, plain.table.piece("a"), "gunfire")] == [
        1
    ]


@pytest.mark.rule("TS-GAP-74", "TS-PROF-09")
def test_only_the_flamers_defence_is_replaced_by_option() -> None:
    state = battle(marine("trooper", "a", 10, 10), options={"flamer_explosion_defence": "minus_3"})
    assert [
        one.value for one in wound_rolls.defence_modifiers(state, state.table.piece("a"), "explosion")
    ] == [1]


@pytest.mark.rule("TS-FIRE-01", "TS-ALN-09", "TS-GAP-61")
def test_a_marine_shoots_bullets_and_an_alien_spits_acid() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 20, 10))
    assert [shooting.wound_cause(state.table.piece(id)) for id in ("a", "x")] == ["gunfire", "acid"]


@pytest.mark.rule("TS-WND-04", "TS-WND-05", "TS-GAP-56", "TS-ALN-17")
@pytest.mark.parametrize(
    ("marks", "margin", "dead", "down", "minor"),
    [
        ([], 1, False, False, True),
        ([], 2, False, True, False),
        ([], 3, False, True, False),
        ([HUGGED], 2, True, False, False),
    ],
)
def test_what_a_wound_does_to_a_marine(
    marks: list[str], margin: int, dead: bool, down: bool, minor: bool
) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[*marks, AIMED, "overwatch"]))
    done = perform(state, lambda play: wound_effects.apply_wound(play, "a", margin, "gunfire") and None)
    after = done.piece("a")
    assert (after.table_position is None, after.has_mark(DOWN), "minor wound" in str(done.events)) == (
        dead,
        down,
        minor,
    )
    if down:
        assert not after.has_mark(AIMED) and not after.has_mark("overwatch")
