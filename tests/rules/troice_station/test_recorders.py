"""Recorders: who copies them, who carries the copies, and what becomes of those of a lost figure."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import recorders
from battlesim.rulesets.troice_station.core import removal
from battlesim.rulesets.troice_station.core.marks import DOWN, carried_copies, copy_mark
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Leg
from battlesim.table.pieces import Marker, Off

from .squad_steps import SQUAD, act, figure_a, on_card, squad
from .things import alien, battle, line, marine, off, perform

RECORDER = Marker("tapes", "recorder", 10, 11, 0.5, name="Recorder")


def with_disc(state: Battle, disc: Marker) -> Battle:
    return state.with_table(state.table.with_marker(disc))


@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("die", "copied"), [(4, True), (3, False)])
def test_a_recorder_is_copied_on_a_four(die, copied):
    state = with_disc(on_card(*squad(SQUAD[0])), RECORDER)
    done = act(state, ("act", "alone:a"), ("alone", "copy"), dice=(die,))
    assert done.state.table.piece("a").has_mark(copy_mark("tapes")) is copied


@pytest.mark.rule("TS-GAP-30", "TS-GAP-97")
def test_the_radio_man_copies_without_a_roll():
    state = with_disc(on_card(marine("specialist_radio", "a", 10, 10)), RECORDER)
    assert (
        act(state, ("act", "alone:a"), ("alone", "copy")).state.table.piece("a").has_mark(copy_mark("tapes"))
    )


@pytest.mark.rule("TS-GAP-97")
def test_a_copy_is_taken_over_from_who_is_down():
    hurt = marine("trooper", "b", 11, 10, marks=[DOWN, copy_mark("tapes")])
    done = act(on_card(*squad(SQUAD[0]), hurt), ("act", "alone:a"), ("alone", "take"))
    assert done.state.table.piece("a").has_mark(copy_mark("tapes")) and not done.state.table.piece(
        "b"
    ).has_mark(copy_mark("tapes"))


@pytest.mark.rule("TS-GAP-97", "TS-GAP-42")
def test_a_marine_leaves_over_the_south_edge_with_his_copies():
    state = on_card(marine("trooper", "a", 20, 2, marks=[copy_mark("tapes")]))
    out = (Leg("a", ((20, 2), (20, 0)), enters="landing_zone"),)
    done = act(state, ("act", "alone:a"), ("alone", "move"), ("move", out))
    assert done.state.game.brought_home == ("tapes",) and done.state.table.piece("a").table_position is None


@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("x", "why"), [(11.0, ""), (11.1, "no copy lies in contact")])
def test_a_copy_is_taken_by_who_touches_it(x: float, why: str) -> None:
    disc = Marker("copy-r", "copy", x, 10.0, radius=0.5)
    state = battle(*line(10))
    state = state.with_table(state.table.with_marker(disc))
    assert recorders.why_cannot_take(state, state.table.piece("a")) == why


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
def test_a_copy_that_is_taken_is_carried_once_and_by_one_alone() -> None:
    held = marine("trooper", "b", 11, 10, marks=[DOWN, copy_mark("r")])
    done = perform(battle(*line(10), held), lambda play: recorders.take_copies(play, ["a"]))
    assert [done.piece(one).mark_count(copy_mark("r")) for one in "ab"] == [1, 0]
    lying = battle(*line(10))
    lying = lying.with_table(lying.table.with_marker(Marker("copy-r", "copy", 11.0, 10.0, radius=0.5)))
    assert (
        perform(lying, lambda play: recorders.take_copies(play, ["a"])).piece("a").mark_count(copy_mark("r"))
        == 1
    )


@pytest.mark.rule("TS-GAP-66", "TS-GAP-97")
def test_the_copies_of_who_is_lost_stay_where_he_was() -> None:
    state = battle(*line(10, marks=[copy_mark("r")]))
    done = perform(state, lambda play: removal.remove_figure(play, "a"))
    (disc,) = done.state.table.markers.values()
    assert (disc.id, disc.kind, disc.x, disc.y, disc.radius) == ("copy-r", "copy", 10, 10, 0.5)
    assert done.piece("a").place == Off("lost")
    gone = perform(off(state, "a", "left"), lambda play: removal.remove_figure(play, "a"))
    assert not gone.state.table.markers


def with_recorder(state: Battle, kind: str, x: float, id: str = "r") -> Battle:
    return state.with_table(state.table.with_marker(Marker(id, kind, x, 10.0, radius=0.5, name="Recorder")))


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
@pytest.mark.parametrize(
    ("kind", "dice", "copied"), [("trooper", (3,), 0), ("trooper", (4,), 1), ("specialist_radio", (), 1)]
)
def test_a_recorder_is_copied_on_a_four_and_by_the_radio_man_at_once(
    kind: str, dice: tuple[int, ...], copied: int
) -> None:
    state = with_recorder(battle(figure_a(kind)), "recorder", 11.0)
    done = perform(state, lambda play: recorders.copy_recorders(play, ["a"]), dice=dice)
    assert done.piece("a").mark_count(copy_mark("r")) == copied


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
@pytest.mark.parametrize(
    ("x", "foe", "carried", "home", "why"),
    [
        (11.0, (30, 30), (), (), ""),
        (11.02, (30, 30), (), (), "it touches no recorder"),
        (11.0, (8.875, 10), (), (), "an enemy is in contact"),
        (11.0, (30, 30), ("b",), (), "there is a copy of it"),
        (11.0, (30, 30), (), ("r",), "there is a copy of it"),
        (11.0, (30, 30), ("gone",), (), ""),
    ],
)
def test_a_recorder_is_copied_once_by_who_touches_it(
    x: float, foe: Any, carried: Any, home: Any, why: str
) -> None:
    men = [
        figure_a(),
        *(marine("trooper", id, 20, 20, marks=[copy_mark("r")]) for id in ("b", "gone") if id in carried),
    ]
    state = with_recorder(battle(*men, alien("x", *foe), brought_home=home), "recorder", x)
    if "gone" in carried:
        state = state.with_table(state.table.with_place("gone", Off("lost")))
    assert str(recorders.why_cannot_copy(state, state.table.piece("a"))) == why


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
def test_a_copy_is_no_recorder() -> None:
    state = with_recorder(battle(figure_a()), "copy", 11.0)
    assert recorders.why_cannot_copy(state, state.table.piece("a")) == "it touches no recorder"


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_a_copy_is_taken_from_who_is_down_with_all_he_carries_and_from_the_ground() -> None:
    held = marine("trooper", "b", 11, 10, marks=[DOWN, copy_mark("r"), copy_mark("s")])
    done = perform(battle(figure_a(), held), lambda play: recorders.take_copies(play, ["a"]))
    assert (carried_copies(done.piece("a")), carried_copies(done.piece("b"))) == (("r", "s"), ())
    lying = with_recorder(battle(figure_a()), "copy", 10.9, id="copy-r")
    assert recorders.copied_recorders(lying) == {"r"}
    done = perform(lying, lambda play: recorders.take_copies(play, ["a"]))
    assert carried_copies(done.piece("a")) == ("r",) and not done.state.table.markers


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_who_stands_gives_no_copy_away() -> None:
    state = battle(figure_a(), marine("trooper", "b", 11, 10, marks=[copy_mark("r")]))
    assert recorders.why_cannot_take(state, state.table.piece("a")) == "no copy lies in contact"
    down = battle(figure_a(), marine("trooper", "b", 11, 10, marks=[DOWN]))
    assert recorders.why_cannot_take(down, down.table.piece("a")) == "no copy lies in contact"


@pytest.mark.rule("TS-GAP-97", "TS-GAP-24")
def test_a_recorder_is_no_copy_to_be_taken() -> None:
    state = battle(marine("trooper", "a", 10, 10))
    for marker_kind in ("recorder", "copy"):
        disc = Marker("c", marker_kind, 10.8, 10.0, radius=0.5)
        now = state.with_table(state.table.with_marker(disc))
        assert (not recorders.why_cannot_take(now, now.table.piece("a"))) is (marker_kind == "copy")
