"""Leaders and pips: who rolls, who is given how many, who takes command."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.command import leaders, turn_deck
from battlesim.rulesets.troice_station.core import pips
from battlesim.rulesets.troice_station.core.marks import DOWN
from battlesim.table.events import DiceRolled, MessageLogged
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off, Piece

from .command_steps import CHIEF_NORTH, given, platoon
from .things import battle, line, marine, off, perform


@pytest.mark.rule("TS-CMD-01", "TS-CMD-03", "TS-SEQ-01", "TS-GAP-03", "TS-GAP-12")
def test_leaders_roll_before_any_card_is_drawn():
    done = given(platoon(), dice=(2, 1, 3))
    totals = {one.about: one.total for one in done.decisions_with_key("pips")}
    assert totals == {"2A-1": 4, "1A-1": 2, "HQ-1": 3} and done.state.game.drawn == ()


@pytest.mark.rule("TS-CMD-02", "TS-CMD-06", "TS-CMD-05")
def test_the_lieutenant_gives_to_squads_and_to_single_figures():
    done = given(platoon(), {}, {}, {"1B": 2, "HQ-2": 1}, dice=(2, 1, 1))
    assert (done.state.game.pools["1B"], done.state.game.own, done.state.game.pools["2B"]) == (
        3,
        {"HQ-2": 1},
        1,
    )


@pytest.mark.rule("TS-CMD-04")
def test_an_nco_gives_to_his_own_squads_alone():
    asked = given(platoon()).decisions_with_key("pips")
    assert {one.about: [share.key for share in one.shares] for one in asked}["1A-1"] == ["1A", "1B"]


@pytest.mark.rule("TS-GAP-11")
@pytest.mark.parametrize(
    ("option", "dice", "pool"), [("leaders_only", (1, 1, 1), 1), ("every_unit", (1, 1, 1, 3, 3, 3, 3, 3), 3)]
)
def test_by_option_squads_roll_too(option, dice, pool):
    assert given(platoon(options={"action_dice": option}), dice=dice).state.game.pools["1B"] == pool


@pytest.mark.rule("TS-GAP-14")
@pytest.mark.parametrize(
    ("option", "marks", "reached"),
    [("unlimited", {}, True), ("radio", {}, True), ("radio", {"HQ_2": [DOWN]}, False)],
)
def test_by_option_the_radio_is_needed_for_far_squads(option, marks, reached):
    asked = given(platoon(options={"command_reach": option}, **marks)).decisions_with_key("pips")[-1]
    assert any(share.key == "2B" and not share.shut for share in asked.shares) is reached


@pytest.mark.rule("TS-GAP-14")
def test_by_option_an_ncos_pips_reach_twelve_inches():
    asked = given(platoon(options={"command_reach": "radio"})).decisions_with_key("pips")[0]
    assert {share.key: bool(share.shut) for share in asked.shares} == {"2A": False, "2B": False}


@pytest.mark.rule("TS-GAP-15")
def test_a_leader_who_is_out_rolls_nothing():
    done = given(platoon(HQ_1=[DOWN]), dice=(1, 1))
    assert [one.about for one in done.decisions_with_key("pips")] == ["2A-1", "1A-1"]


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(("option", "chief"), [("no_successor", ""), ("promote", "1A-1")])
def test_by_option_an_nco_takes_command_when_the_lieutenant_is_dead(option, chief):
    state = platoon(options={"leader_loss": option})
    dead = state.with_table(state.table.with_place("HQ-1", Off("lost")))
    assert given(dead, dice=(1, 1)).state.game.commander == chief


@pytest.mark.rule("TS-ACT-15", "TS-GAP-12")
def test_by_option_pips_are_handed_out_as_a_card_is_drawn():
    state = platoon(options={"pip_timing": "on_card"}).with_game(purses={"1A-1": 3}, pools={"1B": 1})
    done = perform(
        state.with_game(deck=Deck(("1B",)), phase="cards"),
        turn_deck.draw_next_card,
        {"pips": [{"1B": 2}]},
        dice=("1B",),
    )
    assert (done.state.game.pools["1B"], done.state.game.purses) == (3, {"1A-1": 1})


@pytest.mark.rule("TS-SEQ-04", "TS-GAP-13")
def test_pips_that_nobody_used_are_lost():
    state = platoon().with_game(pools={"1A": 2}, own={"1A-1": 1}, card="1A")
    assert (
        perform(state, turn_deck.end_card).state.game.pools,
        perform(state, turn_deck.end_card).state.game.own,
    ) == ({}, {})


@pytest.mark.rule("TS-GAP-14", "TS-CMD-02", "TS-CMD-04")
@pytest.mark.parametrize(
    ("option", "x", "radio", "shut"),
    [
        ("radio", 23.0, 60, False),
        ("radio", 23.1, 60, True),
        ("radio", 23.1, 14.0, False),
        ("radio", 23.1, 14.1, True),
        ("unlimited", 40, 60, False),
    ],
)
def test_without_the_radio_within_three_inches_command_reaches_twelve(
    option: str, x: float, radio: float, shut: bool
) -> None:
    men = [
        marine("lt", "L", 10, 10, unit="HQ"),
        marine("trooper", "a", x, 10),
        marine("specialist_radio", "R", radio, 10, unit="HQ"),
    ]
    state = battle(*men, size=80.0, options={"command_reach": option}).with_game(purses={"L": 2})
    asked = perform(state, lambda play: leaders.hand_out_pips(play, "L")).first_decision("pips")
    assert {share.key: bool(share.shut) for share in asked.shares}["1A"] is shut  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-GAP-12")
def test_what_a_leader_does_not_hand_out_at_the_start_is_lost() -> None:
    state = battle(marine("lt", "L", 10, 10, unit="HQ")).with_game(purses={"L": 3})
    done = perform(state, lambda play: leaders.hand_out_pips(play, "L"), {"pips": [{"HQ": 1}]})
    assert (done.state.game.purses, done.state.game.pools) == ({}, {"HQ": 1})


@pytest.mark.rule("TS-GAP-16", "TS-CMD-02", "TS-CMD-04")
def test_an_nco_with_a_card_of_his_own_may_keep_pips() -> None:
    nco = marine("nco", "n", 10, 10)
    for option, kept in (("squads", False), ("squads_and_leaders", True)):
        state = battle(nco, marine("trooper", "a", 12, 10), marine("lt", "L", 14, 10, unit="HQ"))
        state = battle(*state.table.pieces.values(), options={"cards_units": option}).with_game(
            purses={"n": 2}
        )
        unit = msgspec.structs.replace(state.table.units["1A"], rules={"under": "n"})
        state = state.with_table(state.table.with_units(unit))
        asked = perform(state, lambda play: leaders.hand_out_pips(play, "n")).first_decision("pips")
        assert ("n" in [share.key for share in asked.shares]) is kept  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-15")
def test_nobody_but_an_nco_takes_command() -> None:
    men = [marine("lt", "L", 10, 10, unit="HQ"), marine("trooper", "a", 12, 10), marine("nco", "n", 14, 10)]
    state = battle(*men, options={"leader_loss": "promote"})
    dead = state.with_table(state.table.with_place("L", Off("lost")))
    assert perform(dead, leaders.promote_nco).state.game.commander == "n"


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(
    ("men", "lost", "chief"),
    [
        ([CHIEF_NORTH, marine("nco", "m", 12, 10), marine("nco", "n", 14, 10)], "Lm", "n"),
        ([CHIEF_NORTH, marine("nco", "m", 12, 10), marine("nco", "n", 14, 10)], "L", "m"),
        ([marine("nco", "n", 14, 10)], "", ""),
        ([CHIEF_NORTH], "L", ""),
    ],
)
def test_who_succeeds_the_lieutenant(men: list[Piece], lost: str, chief: str) -> None:
    state = battle(*men, options={"leader_loss": "promote"})
    for one in lost:
        state = off(state, one)
    assert perform(state, leaders.promote_nco).state.game.commander == chief


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04")
@pytest.mark.parametrize(
    ("given", "said"), [({"1A": 2, "a": 0}, [("L hands out pips: 2 to 1A", ("1A",))]), ({}, [])]
)
def test_it_is_said_who_is_given_pips(given: dict[str, int], said: Any) -> None:
    state = battle(CHIEF_NORTH, *line(12), purses={"L": 4})
    done = perform(state, lambda play: leaders.hand_out_pips(play, "L"), {"pips": [given]})
    assert [(str(one.text), one.at) for one in done.events_of(MessageLogged)] == said


def reached(*men: Piece, **options: str) -> dict[str, bool]:
    """Whom the pips of the Lieutenant reach where there are limits, or those of n where he is."""
    state = battle(*men, size=80.0, options={"command_reach": "radio"} | options)
    by = "n" if "n" in state.table.pieces else "L"
    asked = perform(
        state.with_game(purses={by: 2}), lambda play: leaders.hand_out_pips(play, by)
    ).first_decision("pips")
    return {share.key: not share.shut for share in asked.shares}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
def test_a_squad_is_reached_through_its_nearest_figure_and_ones_own_always() -> None:
    found = reached(CHIEF_NORTH, marine("trooper", "h", 60, 20, unit="HQ"), *line(12, 60))
    assert found["1A"] and found["HQ"]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
@pytest.mark.parametrize(
    ("radios", "heard"), [([(12, ()), (50, ())], True), ([(12, (DOWN,))], False), ([(50, ())], False)]
)
def test_one_radio_near_the_commander_that_somebody_carries_is_enough(radios: Any, heard: bool) -> None:
    men = [
        marine("specialist_radio", f"R{k}", x, 20, unit="HQ", marks=marks)
        for k, (x, marks) in enumerate(radios)
    ]
    assert reached(CHIEF_NORTH, *men, marine("trooper", "a", 70, 70))["1A"] is heard


@pytest.mark.rule("TS-CMD-04", "TS-CMD-02", "TS-GAP-16")
def test_an_nco_gives_pips_to_nobody_else_who_has_his_own_card() -> None:
    men = [CHIEF_NORTH, marine("nco", "n", 12, 10), marine("nco", "m", 14, 10, unit="2A")]
    assert list(reached(*men, cards_units="squads_and_leaders")) == ["n"]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-13", "TS-CMD-06", "TS-GAP-75")
def test_who_has_been_given_nothing_has_nothing() -> None:
    state = battle(*line(10))
    assert (
        pips.leader_pips(state, "a"),
        pips.figure_pips(state, state.table.piece("a")),
        pips.squad_pips(state, UnitId("1A")),
    ) == (0, 0, 0)


@pytest.mark.rule("TS-CMD-02", "TS-GAP-16")
def test_a_squad_of_whom_nobody_acts_on_its_card_is_given_no_pips() -> None:
    men = [marine("lt", "L", 10, 10, unit="HQ"), marine("sniper", "s", 12, 10, unit="1A")]
    state = battle(*men, options={"cards_units": "sniper_apart"}).with_game(purses={"L": 2})
    asked = perform(state, lambda play: leaders.hand_out_pips(play, "L")).first_decision("pips")
    assert [share.key for share in asked.shares] == ["HQ", "L", "s"]  # type: ignore[attr-defined]


CHIEF = marine("lt", "L", 10, 10, unit="HQ")
NCO = marine("nco", "n", 12, 10)


@pytest.mark.rule("TS-SEQ-01", "TS-CMD-01", "TS-CMD-03", "TS-CMD-05", "TS-GAP-11")
@pytest.mark.parametrize(
    ("option", "dice", "pools"),
    [("leaders_only", (1, 3), {"HQ": 1, "1A": 1}), ("every_unit", (1, 3, 2, 3), {"HQ": 2, "1A": 3})],
)
def test_each_leader_has_a_die_and_one_and_each_squad_its_own(
    option: str, dice: tuple[int, ...], pools: dict[str, int]
) -> None:
    done = perform(battle(CHIEF, NCO, options={"action_dice": option}), leaders.roll_action_dice, dice=dice)
    assert (done.state.game.purses, done.state.game.pools) == ({"L": 2, "n": 4}, pools)
    assert [roll.sides for roll in done.events_of(DiceRolled)] == [(3,) * len(dice)]


@pytest.mark.rule("TS-CMD-01", "TS-CMD-03", "TS-GAP-15")
def test_the_commander_leads_before_the_ncos_and_who_is_down_leads_nobody() -> None:
    men = [marine("nco", "b", 12, 10), marine("nco", "a", 14, 10), CHIEF, marine("trooper", "t", 16, 10)]
    assert [p.id for p in leaders.active_leaders(battle(*men))] == ["L", "a", "b"]
    down = battle(men[0], men[1], CHIEF.with_mark(DOWN, 1))
    assert [p.id for p in leaders.active_leaders(down)] == ["a", "b"]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04")
def test_what_a_leader_gives_goes_to_the_pool_or_to_the_figure() -> None:
    state = battle(CHIEF, *line(12, 14)).with_game(purses={"L": 4}, pools={"1A": 1})
    done = perform(state, lambda play: leaders.hand_out_pips(play, "L"), {"pips": [{"1A": 2, "a": 1}]})
    assert (done.state.game.pools, done.state.game.own, done.state.game.purses) == ({"1A": 3}, {"a": 1}, {})
    asked = done.first_decision("pips")
    assert (asked.total, asked.rule) == (4, "TS-CMD-02")  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-GAP-12", "TS-ACT-15")
def test_by_option_a_leader_keeps_what_he_does_not_give_to_the_card() -> None:
    state = battle(CHIEF, *line(12)).with_game(purses={"L": 4})
    done = perform(state, lambda play: leaders.hand_out_pips(play, "L", ("1A", "a")), {"pips": [{"1A": 1}]})
    assert done.state.game.purses == {"L": 3}
    assert [share.key for share in done.first_decision("pips").shares] == ["1A", "a"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
def test_the_radio_helps_the_commander_alone() -> None:
    radio = marine("specialist_radio", "R", 12, 12, unit="HQ")
    state = battle(CHIEF, radio, NCO, marine("trooper", "f", 60, 10, unit="1B"), size=80.0, options=RADIO)
    for unit in map(UnitId, ("1A", "1B")):
        own = msgspec.structs.replace(state.table.units[unit], rules={"under": "n"})
        state = state.with_table(state.table.with_units(own))
    state = state.with_game(purses={"L": 1, "n": 1})
    for leader, shut in (("L", False), ("n", True)):
        asked = perform(
            state, lambda play, leader=leader: leaders.hand_out_pips(play, leader)
        ).first_decision("pips")
        assert {s.key: bool(s.shut) for s in asked.shares}["1B"] is shut  # type: ignore[attr-defined]


RADIO = {"command_reach": "radio"}


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(("place", "chief"), [(None, ""), ("left", ""), ("lost", "n")])
def test_only_after_the_lieutenants_death_an_nco_takes_command(place: str | None, chief: str) -> None:
    state = battle(CHIEF, NCO, options={"leader_loss": "promote"})
    now = off(state, "L", place) if place else state
    assert perform(now, leaders.promote_nco).state.game.commander == chief
