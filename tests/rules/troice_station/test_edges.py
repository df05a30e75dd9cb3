"""Rules at their edges: just within a limit and just beyond it, one side of a choice and the other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station import RULESET
from battlesim.rulesets.troice_station.acts import activation
from battlesim.rulesets.troice_station.battle import victory
from battlesim.rulesets.troice_station.battle.facts_of import facts as told
from battlesim.rulesets.troice_station.command import cards, leaders, morale, turn
from battlesim.rulesets.troice_station.core import facts
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    DOWN,
    FOUGHT,
    HUGGED,
    MOVED,
)
from battlesim.rulesets.troice_station.core.state import Goal, Site
from battlesim.rulesets.troice_station.ground import contact, doors, surface
from battlesim.rulesets.troice_station.markers import reveal
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.table.pieces import Off

from .things import LANDING, alien, battle, line, marine, marker, perform, room

# -- command, morale, the turn --


@pytest.mark.rule("TS-GAP-75", "TS-MORL-01")
def test_morale_takes_what_is_over_from_single_figures() -> None:
    men = [marine("trooper", id, 10 + n, 10, marks=[DOWN] if n > 1 else []) for n, id in enumerate("abcd")]
    state = battle(*men, pools={"1A": 1}, own={"a": 1, "b": 2})
    done = perform(state, lambda play: morale.take(play, "1A"))
    assert (done.state.game.pools, done.state.game.own) == ({}, {"b": 2})


@pytest.mark.rule("TS-GAP-76", "TS-MORL-02")
@pytest.mark.parametrize(
    ("pools", "own", "pinned"), [({}, {}, True), ({"1A": 1}, {}, False), ({}, {"b": 1}, False)]
)
def test_a_squad_is_pinned_when_neither_it_nor_a_member_has_a_pip(pools: Any, own: Any, pinned: bool) -> None:
    assert morale.pinned(battle(*line(10, 12), pools=pools, own=own), "1A") is pinned


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
    asked = perform(state, lambda play: leaders.hand_out(play, "L")).question("pips")
    assert {share.key: bool(share.shut) for share in asked.shares}["1A"] is shut  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-GAP-12")
def test_what_a_leader_does_not_hand_out_at_the_start_is_lost() -> None:
    state = battle(marine("lt", "L", 10, 10, unit="HQ")).with_game(purses={"L": 3})
    done = perform(state, lambda play: leaders.hand_out(play, "L"), {"pips": [{"HQ": 1}]})
    assert (done.state.game.purses, done.state.game.pools) == ({}, {"HQ": 1})


@pytest.mark.rule("TS-GAP-17", "TS-GAP-16", "TS-SEQ-03")
def test_who_left_the_table_has_no_card_of_his_own() -> None:
    state = battle(*line(10, 12), marine("sniper", "s", 14, 10), options={"cards_units": "sniper_apart"})
    assert "s" in cards.of_turn(state)
    assert "s" not in cards.of_turn(state.with_table(state.table.with_place("s", Off("lost"))))


@pytest.mark.rule("TS-SEQ-03", "TS-GAP-18")
def test_hearts_are_cards_of_marines_alone() -> None:
    state = battle(*line(10, 12), alien("x", 30, 30))
    assert sorted(cards.names(state)) == ["1A", "q1", "q2", "q3", "q4"]


@pytest.mark.rule("TS-GAP-08", "TS-SEQ-05")
@pytest.mark.parametrize(
    ("option", "turn_now", "sight", "after"), [("worsens", 20, 6.0, 6.0), ("lifts", 5, 12.0, 12.0)]
)
def test_the_blizzard_is_never_worse_than_six_inches_nor_over_before_turn_six(
    option: str, turn_now: int, sight: float, after: float
) -> None:
    state = battle(*line(10, 12), options={"blizzard": option}).with_game(
        turn=turn_now, sight=sight, phase="start"
    )
    assert perform(state, turn.start).state.game.sight == after


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98")
@pytest.mark.parametrize(
    ("marks", "acted", "idle"),
    [([MOVED], ("x",), 0), ([FOUGHT], ("x",), 0), ([MOVED], (), 3), ([], ("x",), 3)],
)
def test_a_turn_in_which_a_creature_moved_or_fought_is_not_idle(
    marks: list[str], acted: tuple[str, ...], idle: int
) -> None:
    state = battle(alien("x", 10, 10, marks), marine("trooper", "a", 30, 30)).with_game(idle=2, acted=acted)
    assert perform(state, turn.end).state.game.idle == idle


# -- who counts --


@pytest.mark.rule("TS-GAP-56", "TS-ACT-04")
def test_who_is_down_hugged_or_gone_is_not_active() -> None:
    men = [
        marine("trooper", "a", 10, 10),
        marine("trooper", "b", 12, 10, marks=[DOWN]),
        marine("trooper", "c", 14, 10, marks=[HUGGED]),
    ]
    state = battle(*men, marker("m", 20, 10))
    gone = state.with_table(state.table.with_place("a", Off("left")))
    assert [facts.is_active(p) for p in state.table.pieces.values()] == [True, False, False, False]
    assert not facts.is_active(gone.table.piece("a"))


@pytest.mark.rule("TS-ACT-04", "TS-GAP-64")
def test_who_is_off_the_table_touches_nobody() -> None:
    state = battle(marine("trooper", "a", 10, 10), alien("x", 11.125, 10))
    assert contact.in_contact(state, state.table.piece("a"), state.table.piece("x"))
    gone = state.with_table(state.table.with_place("x", Off("lost")))
    for one, other in ("ax", "xa"):
        assert not contact.in_contact(gone, gone.table.piece(one), gone.table.piece(other))


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
    assert rounds.may_attack(state, state.table.piece("x")) is again


@pytest.mark.rule("TS-GAP-63")
def test_a_marine_never_attacks_twice() -> None:
    state = battle(
        marine("trooper", "a", 10, 10, marks={FOUGHT: 1, "left": 1}),
        options={"melee_rounds": "every_contact"},
    )
    assert not rounds.may_attack(state, state.table.piece("a"))


@pytest.mark.rule("TS-GAP-80", "TS-ACT-08", "TS-WTHR-01")
@pytest.mark.parametrize(("x", "found"), [(23.0, ["m"]), (23.1, [])])
def test_a_marker_is_seen_at_twelve_inches_and_not_beyond(x: float, found: list[str]) -> None:
    assert reveal.due(battle(marine("trooper", "a", 10, 10), marker("m", x, 10))) == found


@pytest.mark.rule("TS-GAP-48", "TS-GAP-81")
def test_a_base_may_lie_over_a_marker_and_a_marker_over_it() -> None:
    man, hidden, beast = marine("trooper", "a", 10, 10), marker("m", 10, 10), alien("x", 10, 10)
    assert RULESET.may_overlap(man, hidden) and RULESET.may_overlap(hidden, beast)
    assert not RULESET.may_overlap(man, beast)


@pytest.mark.rule("TS-GAP-41", "TS-GAP-72", "TS-GAP-34")
def test_windows_are_crossed_doors_are_shut_and_walls_are_solid() -> None:
    hut = room(
        "h", 10, 10, 18, 18, ("door", (10, 12), (10, 13.5), False), ("window", (12, 10), (13.5, 10), True)
    )
    found = surface.surface(battle(terrain=[hut]).table.ground)
    assert (found.shut, found.difficulty) == (("h.door1",), {"h.window2": 3})
    post = msgspec.structs.replace(hut, id="post", traits=("bunker",))
    assert [t.id for t in surface.bunker(battle(terrain=[hut, post]).table.ground)] == ["post"]


# -- the end --


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(("inside", "grade"), [(2, victory.WIN), (1, victory.DRAW), (0, victory.ALIEN_WIN)])
def test_so_many_marines_wholly_inside_win_or_draw(inside: int, grade: int) -> None:
    huts = [room("north", 5, 25, 15, 35), room("south", 5, 5, 15, 15)]
    spots = [*[(10.0, 10.0), (10.0, 30.0)][:inside], (30.0, 10.0), (5.2, 20.0)]
    men = [marine("trooper", f"a{k}", *spot) for k, spot in enumerate(spots)]
    state = battle(*men, terrain=huts, site=Site(LANDING, goal=Goal("hold", ("north", "south"), 2, 1)))
    assert victory.grade_of(state) == grade


@pytest.mark.rule("TS-GAP-98")
def test_while_a_marine_waits_to_land_nothing_is_over() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[DOWN]), marine("trooper", "b", 12, 10)).with_game(
        turn=1
    )
    waits = state.with_table(state.table.with_place("b", Off("reserve")))
    assert victory.outcome(waits) is None
    assert victory.outcome(state.with_table(state.table.with_place("b", Off("lost")))) is not None


@pytest.mark.rule("TS-CMD-06")
def test_the_window_is_told_a_turn_from_one_on_and_the_pips_that_are_struck() -> None:
    state = battle(*line(10, 12), pools={"1A": 2}, phase="start", deck=Deck(())).with_game(turn=0)
    found = told(state)
    assert (found.turn, [tally.name for tally in found.tallies_of("1A")]) == (1, ["pips"])


@pytest.mark.rule("TS-GAP-34")
def test_a_door_with_a_base_in_it_cannot_be_shut() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), True))
    for x, blocked in ((10.1, True), (8.0, False)):
        state = battle(marine("trooper", "a", x, 8.75), terrain=[hut])
        assert bool(doors.blocked(state, hut.openings[0])) is blocked


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(("copies", "score"), [(0, 0.0), (1, 1.0), (2, 2.0), (3, 3.0)])
def test_the_two_sides_share_three_points(copies: int, score: float) -> None:
    state = battle(marine("trooper", "a", 10, 10), site=Site(LANDING, strength=20))
    home = state.with_game(brought_home=tuple(f"r{k}" for k in range(copies)))
    assert list(victory.scores(home).values()) == [score, 3.0 - score]


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(("strength", "limit"), [(20, 14), (12, 9), (10, 7), (1, 1)])
def test_seven_in_ten_lost_cost_a_step(strength: int, limit: int) -> None:
    assert victory.limit(battle(site=Site(LANDING, strength=strength))) == limit


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
        asked = perform(state, lambda play: leaders.hand_out(play, "n")).question("pips")
        assert ("n" in [share.key for share in asked.shares]) is kept  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-15")
def test_nobody_but_an_nco_takes_command() -> None:
    men = [marine("lt", "L", 10, 10, unit="HQ"), marine("trooper", "a", 12, 10), marine("nco", "n", 14, 10)]
    state = battle(*men, options={"leader_loss": "promote"})
    dead = state.with_table(state.table.with_place("L", Off("lost")))
    assert perform(dead, leaders.promote).state.game.commander == "n"


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98")
def test_a_turn_in_which_one_marine_acted_is_not_idle() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks={ACTIONS: 1}), marine("trooper", "b", 12, 10))
    assert state.game.idle == 0 and perform(state.with_game(idle=2), turn.end).state.game.idle == 0


@pytest.mark.rule("TS-ACT-01", "TS-GAP-16")
def test_who_has_a_card_of_his_own_acts_on_it_alone() -> None:
    men = [*line(10, 12), marine("sniper", "s", 14, 10)]
    state = battle(*men, options={"cards_units": "sniper_apart"})
    on = {card: [p.id for p in activation.on_card(state.with_game(card=card))] for card in ("1A", "s")}
    assert on == {"1A": ["a", "b"], "s": ["s"]}
