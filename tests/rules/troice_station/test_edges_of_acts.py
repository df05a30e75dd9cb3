"""Acts at their edges: who is asked, what holds a group together, what a figure is left with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlesim.mechanics.deck import Deck
from battlesim.rulesets.troice_station.acts import activation, carrying, deeds, fire, group
from battlesim.rulesets.troice_station.attack import (
    harm,
)
from battlesim.rulesets.troice_station.battle import sequence
from battlesim.rulesets.troice_station.command import cards, leaders
from battlesim.rulesets.troice_station.core.marks import ACTIONS, DOWN, EMPTY, MOVED, OVERWATCH
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.creatures import program
from battlesim.rulesets.troice_station.melee import rounds
from battlesim.rulings.movement import Leg
from battlesim.table.events import Moved, Rolled
from battlesim.table.ids import CardId, UnitId
from battlesim.table.pieces import Off
from battlesim.testing.script import Done

from .things import alien, battle, line, marine, marker, off, perform, room


def on_card(*things: Any, pips: int = 2, **game: Any) -> Battle:
    return battle(*things, card="1A", pools={"1A": pips} if pips else {}, **game)


def act(state: Battle, *dice: int, **answers: Any) -> Done:
    return perform(state, activation.act, {what: [answer] for what, answer in answers.items()}, dice)


# -- who is asked --


@pytest.mark.rule("TS-ACT-01", "TS-ACT-03", "TS-ACT-13", "TS-MOVE-02", "TS-ACT-06")
def test_a_single_figure_goes_on_its_card_and_has_taken_one_action() -> None:
    leg = (Leg("a", ((10.0, 10.0), (10.0, 12.0))),)
    done = act(on_card(*line(10)), act="alone:a", alone="move", move=leg)
    piece = done.piece("a")
    assert (piece.xy, piece.count(ACTIONS), piece.count(MOVED)) == ((10.0, 12.0), 1, 1)


@pytest.mark.rule("TS-ACT-08", "TS-WND-06", "TS-GAP-97", "TS-GAP-66")
def test_of_two_at_one_door_each_is_asked_and_may_let_it_be() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), False))
    state = battle(marine("trooper", "a", 9.5, 8.25), marine("trooper", "b", 9.5, 9.25), terrain=[hut])
    done = perform(state, lambda play: deeds.door(play, ["a", "b"]), {"door": ["none", "none"]})
    assert not done.state.table.ground.openings()["h.door1"][1].open
    done = perform(state, lambda play: deeds.door(play, ["a"]))
    assert done.state.table.ground.openings()["h.door1"][1].open, "who is alone at one door is not asked"


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
@pytest.mark.parametrize("deed", [deeds.wait, deeds.aim, deeds.reload, deeds.set_up])
def test_nobody_is_asked_who_of_one_does_it(deed: Callable[..., Any]) -> None:
    state = battle(*line(10, 12))
    assert not perform(state, lambda play: deed(play, ["a"])).asked
    assert perform(state, lambda play: deed(play, ["a", "b"])).asked_for("who")


@pytest.mark.rule("TS-GAP-63", "TS-GAP-65")
def test_a_marine_in_contact_with_one_enemy_is_not_asked_whom_he_attacks() -> None:
    state = battle(marine("nco", "a", 10, 10), alien("x", 11.125, 10), alien("y", 8.875, 10))
    near = off(state, "y")
    assert not perform(near, lambda play: rounds.on_contact(play, "a"), dice=(6, 1)).asked_for("opponent")
    assert perform(state, lambda play: rounds.on_contact(play, "a"), until="opponent").asked_for("opponent")


@pytest.mark.rule("TS-GAP-84", "TS-GAP-86", "TS-GAP-91")
@pytest.mark.parametrize("control", ["automated", "player"])
def test_the_nearest_creature_acts_first_where_nobody_plays_it(control: str) -> None:
    found: list[str] = []

    def script(play: Any) -> Any:
        found.append((yield from program.next_up(play, 4)))

    beasts = [alien("x", 20, 10), alien("y", 15, 10)]
    state = battle(marine("trooper", "a", 10, 10), *beasts, options={"alien_control": control})
    done = perform(state, script, {"next": ["x"]} if control == "player" else {})
    assert found == ["x" if control == "player" else "y"] and len(done.asked) == (control == "player")
    perform(off(off(state, "x"), "y"), script)
    assert found[1:] == [""]


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
def test_nobody_fires_twice_for_one_pip() -> None:
    men = [marine("trooper", "a", 10, 10), marine("trooper", "b", 10, 12)]
    state = battle(*men, alien("x", 14, 10, [MOVED]))
    done = perform(state, lambda play: fire.perform(play, ["a", "b"]), {"shot": ["fire:a:x"]}, (1,))
    _, second = done.asked_for("shot")
    assert [option.key for option in second.open] == ["fire:b:x", "done"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_who_is_down_throws_nothing() -> None:
    state = battle(*line(10, 12), options={"grenades": "one_each"})
    down = state.with_table(state.table.with_pieces(state.table.piece("b").with_mark(DOWN)))
    assert perform(down, lambda play: fire.throw(play, ["b"])).asked == []
    asked = perform(state, lambda play: fire.throw(play, ["a", "b"])).asked
    assert [(one.what, one.about) for one in asked] == [("grenade", "a"), ("grenade", "b")]


@pytest.mark.rule("TS-MOVE-02", "TS-ACT-06", "TS-GAP-37")
def test_a_group_is_asked_once_for_its_move() -> None:
    legs = tuple(Leg(one, ((x, 10.0), (x, 12.0))) for one, x in (("a", 10.0), ("b", 12.0)))
    done = act(on_card(*line(10, 12)), act="move", move=legs)
    assert len(done.asked_for("move")) == 1 and [done.piece(one).xy[1] for one in "ab"] == [12, 12]


@pytest.mark.rule("TS-SEQ-05", "TS-SEQ-04", "TS-ACT-01")
@pytest.mark.parametrize(("chosen", "card"), [("done", ""), ("overwatch", "1A")])
def test_a_card_stays_in_play_until_its_squad_has_done_enough(chosen: str, card: str) -> None:
    done = perform(on_card(*line(10, 12)), sequence.act, {"act": [chosen]})
    assert done.state.game.card == card


@pytest.mark.rule("TS-ACT-15", "TS-SEQ-03", "TS-MELE-02")
def test_as_its_card_is_drawn_a_squad_waits_no_more_and_who_is_up_may_fight() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[OVERWATCH]), marine("trooper", "b", 12.25, 10, marks=[DOWN])]
    state = battle(*men, alien("x", 11.125, 10), deck=Deck((CardId("1A"), CardId("q1"))), pools={"1A": 1})
    done = perform(state, cards.draw, {"melee": ["decline"]}, dice=("1A",))
    assert [one.about for one in done.asked_for("melee")] == ["a"]
    assert not done.piece("a").has(OVERWATCH) and done.state.game.card == "1A"


# -- groups --


@pytest.mark.rule("TS-ACT-10", "TS-ACT-11", "TS-GAP-20")
def test_by_option_all_pairs_hold_together_where_nobody_is_too_far() -> None:
    for xs in ((10,), (10, 14), (10, 12, 14)):
        assert group.apart(battle(*line(*xs), options={"group_coherency": "all_pairs"}), UnitId("1A")) == ""


@pytest.mark.rule("TS-GAP-17", "TS-CMD-05", "TS-SEQ-03")
def test_a_squad_of_whom_nobody_is_on_the_table_is_no_squad() -> None:
    state = battle(*line(10), marine("trooper", "z", 20, 10, unit="2B"), alien("x", 40, 40))
    assert [unit.id for unit in leaders.squads(state)] == ["1A", "2B"]
    assert [unit.id for unit in leaders.squads(off(state, "z"))] == ["1A"]


@pytest.mark.rule("TS-SEQ-03", "TS-GAP-16", "TS-GAP-18")
def test_who_has_a_card_of_his_own_is_named_on_it() -> None:
    state = battle(*line(10), marine("sniper", "s", 12, 10), options={"cards_units": "sniper_apart"})
    assert cards.names(state) == {
        "1A": "ace of hearts: 1A",
        "s": "2 of hearts: s",
        **{f"q{n}": f"{('ace', '2', '3', '4')[n - 1]} of spades: quarter {n}" for n in (1, 2, 3, 4)},
    }


# -- what one is left with --


@pytest.mark.rule("TS-GAP-22", "TS-ACT-15", "TS-ACT-03")
def test_who_does_something_else_waits_and_aims_no_more() -> None:
    state = on_card(*line(10, marks=[OVERWATCH, EMPTY, "aimed", "binoculars"]))
    piece = act(state, act="alone:a", alone="reload").piece("a")
    assert [m.name for m in piece.marks] == [ACTIONS]


@pytest.mark.rule("TS-WND-05", "TS-ALN-17", "TS-WND-04", "TS-GAP-59")
def test_who_is_put_down_is_down_once_and_of_no_other_mind() -> None:
    state = battle(*line(10, marks=[OVERWATCH, "aimed", "ran"]))
    piece = perform(state, lambda play: harm.put_down(play, "a", harm.DOWNED)).piece("a")
    assert {m.name: m.count for m in piece.marks} == {DOWN: 1}


@pytest.mark.rule("TS-WND-05", "TS-WND-07")
@pytest.mark.parametrize(("margin", "rule"), [(4, "TS-WND-07"), (3, "TS-WND-05")])
def test_four_more_kill_outright_and_a_second_wound_as_well(margin: int, rule: str) -> None:
    state = battle(*line(10, marks=[DOWN]))

    def script(play: Any) -> None:
        harm.hurt(play, "a", margin, "gunfire")

    done = perform(state, script)
    assert done.piece("a").place == Off("lost")
    assert {event.rule for event in done.of(Moved)} == {rule}


@pytest.mark.rule("TS-ACT-04", "TS-GAP-65", "TS-MELE-02")
def test_who_is_down_fights_back_no_more() -> None:
    state = battle(*line(10), alien("x", 11.125, 10))
    done = perform(state, lambda play: rounds.on_contact(play, "x"), dice=(4, 4))
    assert done.piece("a").has(DOWN) and len(done.of(Rolled)) == 1


@pytest.mark.rule("TS-GAP-29", "TS-WTHR-03")
@pytest.mark.parametrize(("kind", "asked"), [("trooper", 0), ("sniper", 1)])
def test_only_through_a_scope_to_aim_is_to_look(kind: str, asked: int) -> None:
    state = battle(marine(kind, "a", 10, 10), marker("m", 30, 10))
    done = perform(state, lambda play: deeds.aim(play, ["a"]), until="look")
    assert len(done.asked_for("look")) == asked


@pytest.mark.rule("TS-GAP-57")
def test_one_drags_a_casualty_half_as_far_and_two_the_whole_way() -> None:
    state = battle(*line(10, 11), marine("trooper", "c", 10, 11, marks=[DOWN]))
    assert [carrying.dragging(state, "a", share).allowance for share in (0.5, 1.0)] == [2.0, 4.0]


@pytest.mark.rule("TS-GAP-57", "TS-ACT-16")
def test_a_casualty_that_is_in_contact_already_stays_where_it_lies() -> None:
    state = battle(*line(10), marine("trooper", "c", 11, 10, marks=[DOWN]))
    assert perform(state, lambda play: carrying._drop(play, "c", ["a"])).piece("c").xy == (11.0, 10.0)
