"""Deeds at their edges: who is asked, who takes part, what is carried along and what is left."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.moves import ChoosePoint
from battlesim.rulesets.troice_station.acts import activation, carrying, deeds, exits, fire, moves
from battlesim.rulesets.troice_station.core.events import BroughtHome, Saved
from battlesim.rulesets.troice_station.core.marks import (
    AWAY,
    CARRIED,
    DOWN,
    EMPTY,
    HUGGED,
    MOVED,
    STRAGGLER,
    copy_of,
)
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulings.movement import Entry, Leg
from battlesim.table.events import Moved, Said
from battlesim.table.pieces import Marker, Off, Piece
from battlesim.testing.script import Done

from .things import alien, battle, block, line, marine, marker, off, perform, room

# -- a card --


def on_card(*things: Any, pips: int = 2, **game: Any) -> Battle:
    return battle(*things, card="1A", pools={"1A": pips} if pips else {}, **game)


def acted(state: Battle, **answers: Any) -> tuple[Done, list[bool]]:
    """One act on a card, and whether its squad may want to go on."""
    found: list[bool] = []

    def script(play: Any) -> Any:
        found.append((yield from activation.act(play)))

    return perform(state, script, {what: [answer] for what, answer in answers.items()}), found


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12")
def test_without_a_pip_a_card_is_over() -> None:
    done, went_on = acted(on_card(*line(10, 12), pips=0))
    assert (done.asked, went_on) == ([], [False])


@pytest.mark.rule("TS-ACT-01", "TS-GAP-21")
def test_whom_fate_parted_from_the_group_is_a_straggler_as_it_acts() -> None:
    done, _ = acted(on_card(*line(10, 12, 20)), act="done")
    assert (done.piece("c").has(STRAGGLER), done.piece("c").has(AWAY)) == (True, False)


@pytest.mark.rule("TS-ACT-01")
@pytest.mark.parametrize(("pips", "words"), [(1, "1 pip left"), (2, "2 pips left"), (0, "0 pips left")])
def test_a_squad_is_told_what_it_has_left(pips: int, words: str) -> None:
    done, _ = acted(on_card(*line(10, 12), pips=pips, own={"a": 1}), act="done")
    assert words in str(done.question("act").prompt)


@pytest.mark.rule("TS-ACT-01", "TS-ACT-03", "TS-ACT-10", "TS-ACT-12")
def test_together_a_squad_pays_from_its_pool() -> None:
    done, _ = acted(on_card(*line(10, 12), own={"a": 1}), act="overwatch")
    assert (done.state.game.pools, done.state.game.own) == ({"1A": 1}, {"a": 1})


@pytest.mark.rule("TS-ACT-01", "TS-ACT-12", "TS-ACT-13")
def test_what_a_group_does_is_for_those_who_can_and_one_alone_is_no_group() -> None:
    men = [marine("trooper", "a", 10, 10, marks=[EMPTY]), marine("trooper", "b", 12, 10)]
    done, _ = acted(on_card(*men), act="done")
    by = {option.key: option.by for option in done.question("act").options}  # type: ignore[attr-defined]
    assert (by["reload"], by["fire"], by["move"]) == (("a",), (), ("a", "b"))
    done, _ = acted(on_card(*line(10), pips=0, own={"a": 1}), act="done")
    assert [option.key for option in done.question("act").options] == ["alone:a", "done"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ACT-01", "TS-ACT-13")
@pytest.mark.parametrize(
    ("xs", "who", "why"), [((10,), "a", ""), ((10, 12), "b", ""), ((10,), "z", "its card")]
)
def test_whose_card_is_in_play_may_act(xs: Any, who: str, why: str) -> None:
    state = on_card(*line(*xs), marine("trooper", "z", 30, 10, unit="2B"))
    (option,) = activation.turn_of(state, state.table.piece(who)).options
    assert str(option.shut).startswith(why) and bool(option.shut) is bool(why)


# -- Overwatch, aim, an HMG --


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
@pytest.mark.parametrize(
    ("who", "said"), [(("a", "b"), ["1A: Overwatch"]), (("a",), ["a: Overwatch"]), ((), [])]
)
def test_who_goes_on_overwatch_is_said(who: tuple[str, ...], said: list[str]) -> None:
    done = perform(battle(*line(10, 12)), lambda play: deeds.wait(play, ["a", "b"]), {"who": [who]})
    assert [str(one.text) for one in done.of(Said)] == said


@pytest.mark.rule("TS-GAP-24", "TS-GAP-29", "TS-ACT-09", "TS-GAP-32")
def test_where_nobody_says_who_all_do_it() -> None:
    done = perform(battle(*line(10, 12, marks=[CARRIED])), lambda play: deeds.set_up(play, ["a", "b"]))
    assert done.question("who").whole  # type: ignore[attr-defined]
    assert [done.piece(one).has(CARRIED) for one in "ab"] == [False, False]


# -- what one does to something in contact --


@pytest.mark.rule("TS-WND-06", "TS-ACT-08", "TS-GAP-97", "TS-GAP-66", "TS-ACT-16")
def test_who_has_two_things_at_hand_may_let_both_be() -> None:
    hurt = [marine("trooper", "b", 11, 10, marks=[DOWN]), marine("trooper", "c", 9, 10, marks=[DOWN])]
    state = battle(marine("specialist_medic", "a", 10, 10), *hurt)
    asked = perform(state, lambda play: deeds.treat(play, ["a"]), until="treat").question("treat")
    assert [option.key for option in asked.options] == ["b", "c", "none"]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-ACT-08", "TS-GAP-34")
def test_a_shut_door_opens_whoever_is_in_its_way() -> None:
    hut = room("h", 10, 5, 18, 13, ("door", (10.0, 8.0), (10.0, 9.5), False))
    state = battle(marine("trooper", "a", 9.5, 8.5), marine("trooper", "b", 10.2, 9.0), terrain=[hut])
    assert [str(option.shut) for option in deeds.door_options(state, state.table.piece("a"))] == [""]


@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("x", "why"), [(11.0, ""), (11.1, "no copy lies in contact")])
def test_a_copy_is_taken_by_who_touches_it(x: float, why: str) -> None:
    disc = Marker("copy-r", "copy", x, 10.0, radius=0.5)
    state = battle(*line(10))
    state = state.with_table(state.table.with_marker(disc))
    assert deeds.cannot_take(state, state.table.piece("a")) == why


@pytest.mark.rule("TS-GAP-97", "TS-GAP-30")
def test_a_copy_that_is_taken_is_carried_once_and_by_one_alone() -> None:
    held = marine("trooper", "b", 11, 10, marks=[DOWN, copy_of("r")])
    done = perform(battle(*line(10), held), lambda play: deeds.take(play, ["a"]))
    assert [done.piece(one).count(copy_of("r")) for one in "ab"] == [1, 0]
    lying = battle(*line(10))
    lying = lying.with_table(lying.table.with_marker(Marker("copy-r", "copy", 11.0, 10.0, radius=0.5)))
    assert perform(lying, lambda play: deeds.take(play, ["a"])).piece("a").count(copy_of("r")) == 1


@pytest.mark.rule("TS-GAP-99", "TS-GAP-09", "TS-GAP-29")
def test_a_marker_behind_a_house_is_not_sighted() -> None:
    state = battle(
        marine("sniper", "a", 10, 10), marker("m", 30, 10), marker("n", 10, 30),
        terrain=[block("building", "h", 15, 5, 20, 15, 3.0)],
    )  # fmt: skip
    assert [m.id for m in deeds.sighted(state, state.table.piece("a"))] == ["n"]


# -- fire --

FUEL = block("fuel_dump", "d", 9, 14, 11, 16)
HERE = marine("trooper", "a", 10, 10)


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
@pytest.mark.parametrize(
    ("firer", "things", "why"),
    [
        (HERE, [alien("x", 14, 10), alien("y", 40, 10)], ""),
        (HERE, [alien("y", 40, 10)], "it sees no target"),
        (HERE.with_mark(EMPTY, 1), [alien("x", 14, 10)], "its weapon is empty"),
        (marine("flamer", "a", 10, 10), [], ""),
    ],
)
def test_who_has_something_to_fire_at(firer: Piece, things: list[Piece], why: str) -> None:
    state = battle(firer, *things)
    assert str(fire.why_not(state, firer)) == why


@pytest.mark.rule("TS-GAP-23", "TS-GAP-28")
@pytest.mark.parametrize("act", [fire.perform, fire.cover])
def test_who_fights_or_is_down_fires_no_more(act: Any) -> None:
    men = [HERE, marine("trooper", "b", 10, 20), marine("trooper", "d", 12, 10, marks=[DOWN])]
    state = battle(*men, alien("x", 14, 10), alien("y", 10, 21.125))
    asked = perform(state, lambda play: act(play, ["a", "b", "d"]), until="shot").question("shot")
    assert {option.by[0] for option in asked.options if option.by} == {"a"}  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-23", "TS-GAP-27", "TS-GAP-28")
@pytest.mark.parametrize(("able", "about"), [(["a"], "a"), (["a", "b"], "1A")])
def test_about_whom_one_is_asked_to_fire(able: list[str], about: str) -> None:
    state = battle(*line(10, 12), alien("x", 14, 10))
    for act in (fire.perform, fire.cover):
        asked = perform(state, lambda play, act=act: act(play, able), until="shot").question("shot")
        assert asked.about == about


@pytest.mark.rule("TS-GAP-23", "TS-GAP-73")
def test_a_flame_is_pointed_within_its_length_of_the_base() -> None:
    state = battle(marine("flamer", "a", 10, 10), alien("x", 14, 10))
    done = perform(state, lambda play: fire.perform(play, ["a"]), {"shot": ["flame:a"]}, until="flame")
    (ring,) = done.question("flame").zone  # type: ignore[attr-defined]
    assert max(x for x, _ in ring) == pytest.approx(18.5)


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_declared_shots_are_named_once_each_and_lost_when_the_fuel_is_gone() -> None:
    state = battle(*line(10, 12), terrain=[FUEL], options={"group_fire": "declared"})
    shots = {"shot": ["fire:a:d", "fire:b:d"]}
    done = perform(state, lambda play: fire.perform(play, ["a", "b"]), shots, (3, 6, 1))
    _, second = done.asked_for("shot")
    assert [option.by for option in second.options] == [("b",), ()]  # type: ignore[attr-defined]
    assert "d" not in done.state.table.ground.by_id()


@pytest.mark.rule("TS-GAP-28", "TS-ACT-19", "TS-GAP-27", "TS-GAP-23")
def test_each_gives_cover_fire_once_and_nothing_unarmed_does() -> None:
    state = battle(*line(10, 12), alien("x", 19, 10), alien("y", 19, 12))
    answers = {"shot": ["fire:a:x", "done"], "cover": ["done"]}
    done = perform(state, lambda play: fire.cover(play, ["a", "b"]), answers, (1,))
    second = done.asked_for("shot")[1]
    assert {option.by for option in second.options} == {("b",), ()}  # type: ignore[attr-defined]
    assert fire.why_no_cover(state, state.table.piece("x")) == "it has no automatic weapon"


@pytest.mark.rule("TS-GAP-28", "TS-ACT-18")
def test_further_targets_of_cover_fire_are_within_two_inches_of_all_that_are_named() -> None:
    beasts = [alien("x", 15, 10), alien("y", 15, 13), alien("z", 15, 16), alien("w", 15, 7)]
    beasts.append(alien("v", 18.5, 10))
    state = battle(*line(10), marine("trooper", "f", 15, 5.875), *beasts)
    answers = {"shot": ["fire:a:x"], "cover": ["fire:a:y"]}
    done = perform(state, lambda play: fire.cover(play, ["a"]), answers, (1, 1))
    (asked,) = done.asked_for("cover")
    assert [option.to for option in asked.options] == [("y",), ()]  # type: ignore[attr-defined]


@pytest.mark.rule("TS-GAP-28", "TS-ACT-18")
@pytest.mark.parametrize(("option", "further"), [("two", 1), ("three", 2), ("no_limit", 3)])
def test_at_how_many_cover_fire_goes(option: str, further: int) -> None:
    spots = {"w": (15, 10), "x": (15, 11.5), "y": (16.5, 10), "z": (16.5, 11.5)}
    beasts = [alien(id, *spot) for id, spot in spots.items()]
    state = battle(*line(10), *beasts, options={"cover_fire_targets": option})
    answers = {"shot": ["fire:a:w"], "cover": [f"fire:a:{id}" for id in "xyz"[:further]]}
    done = perform(state, lambda play: fire.cover(play, ["a"]), answers, (1,) * (1 + further))
    assert len(done.asked_for("cover")) == further


@pytest.mark.rule("TS-GAP-23", "TS-ACT-05")
@pytest.mark.parametrize(("option", "asked"), [("in_sequence", 1), ("declared", 2)])
def test_shots_are_named_one_by_one_or_by_option_all_first(option: str, asked: int) -> None:
    state = battle(*line(10, 12), alien("x", 18, 10, [MOVED]), options={"group_fire": option})
    done = perform(state, lambda play: fire.perform(play, ["a", "b"]), {"shot": ["fire:a:x"]}, (4, 6, 1))
    assert len(done.asked_for("shot")) == asked and done.piece("x").spot is None


@pytest.mark.rule("TS-GAP-23", "TS-GAP-71")
def test_one_alone_is_not_asked_whether_he_throws_and_who_has_thrown_is_passed_over() -> None:
    state = battle(*line(10, 12), options={"grenades": "one_each"})
    done = perform(state, lambda play: fire.throw(play, ["a"]), until="grenade")
    assert isinstance(done.question("grenade"), ChoosePoint)
    used = battle(*line(10, 12, marks=["grenades"]), options={"grenades": "one_each"})
    assert perform(used, lambda play: fire.throw(play, ["a", "b"])).asked == []


@pytest.mark.rule("TS-ACT-17", "TS-WND-06", "TS-GAP-58")
def test_one_casualty_out_of_the_fight_is_enough_for_a_medic() -> None:
    hurt = [marine("trooper", "b", 11, 10, marks=[DOWN]), marine("trooper", "c", 9, 10, marks=[DOWN])]
    state = battle(marine("specialist_medic", "a", 10, 10), *hurt, alien("x", 12.125, 10))
    assert deeds.cannot_treat(state, state.table.piece("a")) == ""


# -- who is taken along --

DRAG = pytest.mark.rule("TS-GAP-57")
LOW = marine("trooper", "c", 11, 10, marks=[DOWN])


def dragged(state: Battle, able: str, **answers: Any) -> Done:
    given = {what: [answer] for what, answer in answers.items()}
    return perform(
        state, lambda play: carrying.perform(play, list(able)), given, until="" if answers else "move"
    )


@DRAG
def test_of_two_casualties_one_is_chosen_and_of_one_none() -> None:
    assert not dragged(battle(*line(10), LOW), "a").asked_for("casualty")
    other = marine("trooper", "d", 9, 10, marks=[DOWN])
    assert dragged(battle(*line(10), LOW, other), "a").asked_for("casualty")


@DRAG
def test_two_at_most_drag_one_casualty_and_only_who_touches_it() -> None:
    men = [*line(10), LOW, marine("trooper", "d", 9, 10, marks=[DOWN])]
    near = [marine("trooper", "e", 12, 10), marine("trooper", "f", 11, 11)]
    far = marine("trooper", "g", 8, 10)
    for able, inches in (("a", {"a": 2.0}), ("ag", {"a": 2.0}), ("aef", {"a": 4.0, "e": 4.0})):
        state = battle(*men, *near, far)
        answers = {"casualty": ["c"]}
        done = perform(
            state, lambda play, able=able: carrying.perform(play, list(able)), answers, until="move"
        )
        assert {one.piece: one.allowance for one in done.question("move").motions} == inches  # type: ignore[attr-defined]


@DRAG
@pytest.mark.rule("TS-GAP-97")
@pytest.mark.parametrize(("marks", "saved"), [([DOWN], ["c"]), ([HUGGED], [])])
def test_over_the_edge_a_casualty_comes_along_and_is_saved_unless_it_is_hugged(
    marks: Any, saved: Any
) -> None:
    low = marine("trooper", "c", 21, 1, marks=[*marks, copy_of("r")])
    state = battle(marine("trooper", "a", 20, 1), low)
    leg = Leg("a", ((20.0, 1.0), (20.0, 0.0)), enters="landing_zone")
    done = dragged(state, "a", move=(leg,))
    assert [one.piece for one in done.of(Saved)] == saved and len(done.of(BroughtHome)) == 1
    assert [done.piece(one).place for one in "ac"] == [Off("left"), Off("left")]


@DRAG
def test_who_stops_on_the_way_takes_nobody_over_the_edge() -> None:
    state = battle(
        marine("trooper", "a", 15, 0.5), marine("trooper", "c", 14, 0.5, marks=[DOWN]), marker("m", 29, 0.5)
    )
    leg = Leg("a", ((15.0, 0.5), (16.8, 0.0)), enters="landing_zone")
    script = lambda play: carrying.perform(play, ["a"])  # noqa: E731
    done = perform(state, script, {"move": [(leg,)], "stop": [True]}, (5,))
    assert done.piece("a").spot is not None and done.piece("a").count(MOVED) == 1


@DRAG
def test_a_casualty_is_laid_beside_the_first_who_is_still_there() -> None:
    low = marine("trooper", "c", 17, 10, marks=[DOWN])
    state = battle(*line(10, 22), low)

    def laid(now: Battle, *helpers: str) -> Done:
        return perform(now, lambda play: carrying._drop(play, "c", helpers))

    assert laid(state, "a", "b").piece("c").xy == pytest.approx((11, 10), abs=0.01)
    assert laid(off(state, "a"), "a", "b").piece("c").xy == pytest.approx((21, 10), abs=0.01)
    assert laid(off(state, "a"), "a").of(Moved) == []
    assert laid(off(state, "c"), "a").piece("c").place == Off("lost")


@DRAG
@pytest.mark.parametrize(
    ("thing", "free"), [(marker("m", 11, 10), True), (marine("trooper", "d", 11, 10), False)]
)
def test_a_casualty_is_laid_over_a_marker_and_on_nobody(thing: Piece, free: bool) -> None:
    low = marine("trooper", "c", 16, 10, marks=[DOWN])
    done = perform(battle(*line(10), low, thing), lambda play: carrying._drop(play, "c", ["a"]))
    assert (done.piece("c").xy == pytest.approx((11, 10), abs=0.01)) is free


@pytest.mark.rule("TS-GAP-97", "TS-MOVE-02")
def test_one_leaves_over_the_south_edge_of_the_landing_zone_at_no_cost() -> None:
    state = battle(*line(20))
    (entry,) = exits.added(state, moves.able_to(state, moves.MOVING, "a", 0)).entries
    assert entry == Entry("landing_zone", 0.0, "edge", stretch=((14.0, 0.0), (34.0, 0.0)))
