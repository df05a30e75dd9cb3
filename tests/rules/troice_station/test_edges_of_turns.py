"""Turns at their edges: what the window is told, what leaders roll and hand out, how a battle ends."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.battle import sequence, victory
from battlesim.rulesets.troice_station.battle.facts_of import facts as told
from battlesim.rulesets.troice_station.command import leaders, morale, turn
from battlesim.rulesets.troice_station.core.marks import (
    ACTIONS,
    DOWN,
    FOUGHT,
    HE,
    HMG_FIRE,
    HUGGED,
    MOVED,
    OVERWATCH,
)
from battlesim.rulesets.troice_station.core.state import CREATURES, MARINES, Battle, Goal, Site
from battlesim.rulesets.troice_station.melee import hug
from battlesim.table.events import Rolled
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Aboard, Off

from .things import LANDING, alien, battle, hugger, line, marine, marker, off, perform

CARD, QUARTER = CardId("1A"), CardId("q4")


def at(card: str, **game: Any) -> Battle:
    """A card is in play: two marines of 1A with two pips, an Alien and a marker in quarter 4."""
    things = [*line(10, 12), alien("x", 14, 14), marker("m", 20, 20)]
    own: dict[str, Any] = {"phase": "cards", "card": CardId(card), "pools": {UnitId("1A"): 2}}
    return battle(*things, **(own | {"deck": Deck(())} | game))


# -- what the window is told --


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize(
    ("card", "active", "unit", "left"),
    [("1A", MARINES, "1A", 2), ("q4", CREATURES, "", 2), ("", MARINES, "", 0)],
)
def test_whose_card_it_is_and_how_much_is_left_on_it(card: str, active: str, unit: str, left: int) -> None:
    found = told(at(card))
    assert (found.active, found.unit, found.actions_left) == (active, unit, left)


@pytest.mark.rule("TS-CMD-06", "TS-GAP-16")
def test_on_the_card_of_one_figure_his_squad_is_spoken_of() -> None:
    state = battle(
        marine("sniper", "s", 10, 10), phase="cards", card=CardId("s"), deck=Deck(()), own={"s": 3},
        options={"cards_units": "sniper_apart"}, drawn=(CardId("s"),),
    )  # fmt: skip
    found = told(state)
    (card,) = [card for card in found.cards if card.face == "s"]
    assert (found.unit, card.state, card.pips, card.struck) == ("1A", "now", 3, 0)


@pytest.mark.rule("TS-CMD-06", "TS-SEQ-03")
def test_cards_are_told_in_the_order_drawn_then_those_to_come() -> None:
    state = at("q4", drawn=(CARD, QUARTER), deck=Deck((CardId("q1"), CardId("q2"))))
    assert [(card.face, card.state, card.note) for card in told(state).cards] == [
        ("1A", "done", ""),
        ("Q4", "now", "1 creature, 1 marker"),
        ("Q1", "coming", "nobody there"),
        ("Q2", "coming", "nobody there"),
    ]


@pytest.mark.rule("TS-CMD-06")
@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("markers", "Set-up"),
        ("landing", "Set-up"),
        ("start", "Pips"),
        ("cards", "Cards"),
        ("end", "End of turn"),
    ],
)
def test_the_parts_of_a_turn_have_names(phase: str, words: str) -> None:
    found = told(at("", phase=phase))
    assert found.phase == words and words in found.phases


@pytest.mark.rule("TS-CMD-06", "TS-GAP-98")
@pytest.mark.parametrize(
    ("length", "now", "shown"),
    [("12", 13, (12, 12)), ("12", 0, (1, 12)), ("8", 3, (3, 8)), ("unlimited", 70, (60, 60))],
)
def test_the_turn_is_told_of_how_many(length: str, now: int, shown: tuple[int, int]) -> None:
    found = told(at("", turn=now, options={"game_length": length}))
    assert (found.turn, found.turns) == shown


@pytest.mark.rule("TS-CMD-06", "TS-CMD-02")
def test_what_is_to_be_handed_out_and_what_each_has_is_told() -> None:
    state = at("1A", purses={"a": 3, "b": 1}, own={"a": 2, "b": 1}, pools={})
    found = told(state)
    assert [(count.name, count.now) for count in found.counts] == [("Pips of a", 3), ("Pips of b", 1)]
    assert [(t.name, t.free, t.held) for t in found.tallies_of("a")] == [
        ("actions", 0, 0), ("pips", 0, 2), ("pips to hand out", 3, 0),
    ]  # fmt: skip
    assert [t.name for t in found.tallies_of("b")] == ["actions", "pip", "pip to hand out"]


# -- leaders --

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
    done = perform(battle(CHIEF, NCO, options={"action_dice": option}), leaders.roll_dice, dice=dice)
    assert (done.state.game.purses, done.state.game.pools) == ({"L": 2, "n": 4}, pools)
    assert [roll.sides for roll in done.of(Rolled)] == [(3,) * len(dice)]


@pytest.mark.rule("TS-CMD-01", "TS-CMD-03", "TS-GAP-15")
def test_the_commander_leads_before_the_ncos_and_who_is_down_leads_nobody() -> None:
    men = [marine("nco", "b", 12, 10), marine("nco", "a", 14, 10), CHIEF, marine("trooper", "t", 16, 10)]
    assert [p.id for p in leaders.leaders(battle(*men))] == ["L", "a", "b"]
    down = battle(men[0], men[1], CHIEF.with_mark(DOWN, 1))
    assert [p.id for p in leaders.leaders(down)] == ["a", "b"]


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04")
def test_what_a_leader_gives_goes_to_the_pool_or_to_the_figure() -> None:
    state = battle(CHIEF, *line(12, 14)).with_game(purses={"L": 4}, pools={"1A": 1})
    done = perform(state, lambda play: leaders.hand_out(play, "L"), {"pips": [{"1A": 2, "a": 1}]})
    assert (done.state.game.pools, done.state.game.own, done.state.game.purses) == ({"1A": 3}, {"a": 1}, {})
    asked = done.question("pips")
    assert (asked.total, asked.rule) == (4, "TS-CMD-02")  # type: ignore[attr-defined]


@pytest.mark.rule("TS-CMD-02", "TS-GAP-12", "TS-ACT-15")
def test_by_option_a_leader_keeps_what_he_does_not_give_to_the_card() -> None:
    state = battle(CHIEF, *line(12)).with_game(purses={"L": 4})
    done = perform(state, lambda play: leaders.hand_out(play, "L", ("1A", "a")), {"pips": [{"1A": 1}]})
    assert done.state.game.purses == {"L": 3}
    assert [share.key for share in done.question("pips").shares] == ["1A", "a"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-MORL-01", "TS-MORL-03", "TS-MORL-06", "TS-GAP-75")
@pytest.mark.parametrize(
    ("marks", "under", "lost"),
    [((), (), 0), ((DOWN,), (), 1), ((HUGGED,), (), 1), ((DOWN,), (HE,), 2), ((DOWN,), (HE, HMG_FIRE), 3)],
)
def test_what_a_squad_loses_adds_up(marks: Any, under: Any, lost: int) -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=marks), marine("trooper", "b", 12, 10))
    unit = state.table.units[UnitId("1A")]
    for mark in under:
        unit = unit.with_mark(mark)
    state = state.with_table(state.table.with_units(unit))
    assert morale.losses(state, UnitId("1A")) == lost


# -- the end of a turn, and of a battle --


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-98", "TS-GAP-66")
@pytest.mark.parametrize(
    ("marks", "beast", "idle"),
    [((), (), 4), ((ACTIONS,), (), 0), ((), (MOVED,), 0), ((), (FOUGHT,), 0)],
)
def test_turns_in_which_nobody_does_anything_are_counted(marks: Any, beast: Any, idle: int) -> None:
    state = battle(
        marine("trooper", "a", 10, 10, marks=marks), alien("x", 30, 30, beast), acted=("x",), idle=3
    )
    assert perform(state.with_game(idle=3), turn.end).state.game.idle == idle


@pytest.mark.rule("TS-GAP-66", "TS-ALN-17")
@pytest.mark.parametrize(
    ("option", "left", "place", "aliens"),
    [("until_freed", 2, None, 0), ("until_freed", 1, Off("lost"), 0), ("bursts", 1, Off("lost"), 1)],
)
def test_who_is_hugged_has_so_many_turns(option: str, left: int, place: Any, aliens: int) -> None:
    beast = hugger("h", 10, 10)
    state = battle(marine("trooper", "a", 10, 10, marks={HUGGED: left}), beast, options={"hug": option})
    held = state.with_table(state.table.with_place("h", Aboard("a")))
    done = perform(held, hug.turn_over)
    assert done.piece("a").count(HUGGED) == left - 1
    assert place is None or (done.piece("a").place, done.piece("h").place) == (place, place)
    assert sum(p.kind == "alien" for p in done.state.table.pieces.values()) == aliens


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
@pytest.mark.parametrize(
    ("copies", "winners", "words"),
    [
        (0, (CREATURES,), "alien win"),
        (1, (), "draw"),
        (2, (MARINES,), "marine win"),
        (3, (MARINES,), "decisive marine win"),
    ],
)
def test_who_has_won_by_the_copies_brought_home(copies: int, winners: Any, words: str) -> None:
    state = battle(*line(10), site=Site(LANDING, strength=20)).with_game(
        turn=13, brought_home=tuple(f"r{k}" for k in range(copies))
    )
    found = victory.outcome(state)
    assert found and (found.winners, found.reason) == (winners, f"12 turns were played: {words}")


@pytest.mark.rule("TS-GAP-98")
@pytest.mark.parametrize(
    ("length", "now", "idle", "why"),
    [
        ("12", 12, 9, ""),
        ("12", 13, 0, "12 turns were played"),
        ("unlimited", 13, 4, ""),
        ("unlimited", 13, 5, "nobody has done anything for 5 turns"),
        ("unlimited", 60, 0, ""),
        ("unlimited", 61, 0, "60 turns were played"),
    ],
)
def test_when_a_battle_is_over(length: str, now: int, idle: int, why: str) -> None:
    state = battle(*line(10), options={"game_length": length}).with_game(turn=now, idle=idle)
    assert victory._over(state) == why


@pytest.mark.rule("TS-GAP-98", "TS-GAP-97")
def test_who_is_lost_and_what_the_scores_are_made_of() -> None:
    men = [*line(10, 12, 14), marine("trooper", "d", 16, 10, marks=[HUGGED])]
    state = off(off(off(battle(*men, site=Site(LANDING, strength=4)), "a", "left"), "b"), "d", "left")
    assert (victory.lost(state), victory.limit(state)) == (3, 3)
    rows = {row.label: str(row.value) for row in victory.points(state)[MARINES]}
    assert rows == {"Copies brought home": "0", "Lost or still here": "3, from 3 on one step worse"}
    assert [row.label for row in victory.ends(state)] == [
        "After turn 12, 2 copies brought home",
        "After turn 12, 3 copies brought home",
        "After turn 12, 1 copy brought home",
        "3 marines lost or still here",
        "No active marine is left",
    ]
    held = state.with_game(site=Site(LANDING, goal=Goal("hold", (), 2, 1)))
    assert [f"{row.label} {row.value}" for row in victory.points(held)[MARINES]] == ["Marines inside 0 of 2"]


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-03", "TS-GAP-19")
@pytest.mark.parametrize(
    ("card", "game", "step"),
    [
        ("1A", {}, "act"),
        ("q4", {}, "creature"),
        ("q4", {"acted": ("x", "m")}, "end_card"),
        ("", {"deck": Deck((CARD,))}, "draw"),
        ("", {}, "next_phase"),
    ],
)
def test_what_comes_next(card: str, game: dict[str, Any], step: str) -> None:
    found = sequence.next_step(at(card, **game))
    assert getattr(found, "name", "") == step


@pytest.mark.rule("TS-SEQ-05", "TS-GAP-96")
@pytest.mark.parametrize(
    ("phase", "after"),
    [("markers", ("landing", 1)), ("landing", ("start", 1)), ("start", ("cards", 3)), ("end", ("start", 4))],
)
def test_which_part_of_a_turn_follows(phase: str, after: tuple[str, int]) -> None:
    state = at("", phase=phase, phases=sequence.PHASES, turn=3)
    game = perform(state, sequence.next_phase).state.game
    assert (game.phase, game.turn) == after


@pytest.mark.rule("TS-CMD-02", "TS-CMD-04", "TS-GAP-14")
def test_the_radio_helps_the_commander_alone() -> None:
    radio = marine("specialist_radio", "R", 12, 12, unit="HQ")
    state = battle(CHIEF, radio, NCO, marine("trooper", "f", 60, 10, unit="1B"), size=80.0, options=RADIO)
    for unit in map(UnitId, ("1A", "1B")):
        own = msgspec.structs.replace(state.table.units[unit], rules={"under": "n"})
        state = state.with_table(state.table.with_units(own))
    state = state.with_game(purses={"L": 1, "n": 1})
    for leader, shut in (("L", False), ("n", True)):
        asked = perform(state, lambda play, leader=leader: leaders.hand_out(play, leader)).question("pips")
        assert {s.key: bool(s.shut) for s in asked.shares}["1B"] is shut  # type: ignore[attr-defined]


RADIO = {"command_reach": "radio"}


@pytest.mark.rule("TS-GAP-15")
@pytest.mark.parametrize(("place", "chief"), [(None, ""), ("left", ""), ("lost", "n")])
def test_only_after_the_lieutenants_death_an_nco_takes_command(place: str | None, chief: str) -> None:
    state = battle(CHIEF, NCO, options={"leader_loss": "promote"})
    now = off(state, "L", place) if place else state
    assert perform(now, leaders.promote).state.game.commander == chief


@pytest.mark.rule("TS-GAP-08", "TS-SEQ-05")
@pytest.mark.parametrize(("now", "rolled"), [(12.0, 1), (1e6, 0)])
def test_a_blizzard_that_is_over_needs_no_die(now: float, rolled: int) -> None:
    state = battle(options={"blizzard": "lifts"}).with_game(turn=7, sight=now)
    done = perform(state, turn.start, dice=(5,) * rolled)
    assert [roll.sides for roll in done.of(Rolled)] == [(6,)] * rolled


@pytest.mark.rule("TS-GAP-80", "TS-GAP-08")
@pytest.mark.parametrize(("die", "lies"), [(5, True), (6, False)])
def test_as_the_blizzard_ends_all_markers_in_sight_come_to_light(die: int, lies: bool) -> None:
    state = battle(*line(10), marker("m", 10, 40), options={"blizzard": "lifts"}).with_game(turn=7)
    done = perform(state, turn.start, dice=(die, 1)[: 2 - lies])
    assert ("m" in done.state.table.pieces) is lies


@pytest.mark.rule("TS-GAP-24", "TS-GAP-26", "TS-GAP-66")
def test_an_alien_that_bursts_forth_ends_overwatch_by_contact_and_is_shot_at_by_others() -> None:
    men = [
        marine("trooper", "a", 10, 10, marks={HUGGED: 1}),
        marine("trooper", "b", 11, 10, marks=[OVERWATCH]),
        marine("trooper", "c", 10, 16, marks=[OVERWATCH]),
    ]
    state = battle(*men, hugger("h", 10, 10), options={"hug": "bursts"})
    state = state.with_table(state.table.with_place("h", Aboard("a")))
    done = perform(state, turn.end)
    (new,) = [p for p in done.state.table.standing() if p.kind == "alien"]
    assert math.dist(new.xy, (11, 10)) < 1.13 and not done.piece("b").has(OVERWATCH)
    free = perform(state.with_table(state.table.with_place("b", Off("lost"))), turn.end)
    assert [option.by for option in free.question("react").options if option.act] == [("c",)]


@pytest.mark.rule("TS-CMD-06", "TS-GAP-16")
def test_a_card_of_one_figure_without_a_pip_shows_none() -> None:
    state = battle(
        marine("sniper", "s", 10, 10), phase="cards", card=CardId("s"), deck=Deck(()),
        options={"cards_units": "sniper_apart"}, drawn=(CardId("s"),),
    )  # fmt: skip
    assert [card.pips for card in told(state).cards if card.face == "s"] == [0]
