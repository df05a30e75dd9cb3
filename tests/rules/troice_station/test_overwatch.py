"""Overwatch: at which point of a creature's way a shot is offered, how often, and what ends it.

A Trooper at (10, 10) sees an Alien whose centre is at (23.125, 10) at exactly 12 in.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.rulesets.troice_station.actions import activation
from battlesim.rulesets.troice_station.attack import to_hit
from battlesim.rulesets.troice_station.core.marks import AIMED, DOWN, EMPTY, MOVED, OVERWATCH, RAN, SHOTS
from battlesim.rulesets.troice_station.core.state import Battle
from battlesim.rulesets.troice_station.overwatch import reactions
from battlesim.rulesets.troice_station.travel import path_travel
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult
from battlesim.testing.script import perform_rules as alone

from .rule_marks import WATCH, WAYS
from .squad_steps import SQUAD, act, on_card, squad
from .things import alien, battle, block, keys, line, marine, marker, perform, room
from .way_steps import FIRED, gone, waits

WAITING = [OVERWATCH]
RUNS = [MOVED, RAN]


def comes(state: Battle, *dice: int, to: tuple[float, float] = (18, 10), fire: Any = True) -> ScriptResult:
    """The Alien x comes along a straight way; every chance is taken, or none."""
    path = (state.table.piece("x").xy, to)

    def answer(decision: Any, now: Battle) -> str:
        return decision.open_options[0].key if fire else "done"

    def script(play: Any) -> Any:
        yield from path_travel.travel_path(play, "x", path, how="run")

    return alone(state, script, {"react": answer}, dice)


def chances(state: Battle, to: tuple[float, float] = (18, 10)) -> list[tuple[str, float]]:
    piece = state.table.piece("x")
    found = reactions.overwatch_chances(state, piece, (piece.xy, to), None)
    return [(one.firer, round(one.along, 1)) for one in found]


@pytest.mark.rule("TS-ACT-14", "TS-GAP-26", "TS-GAP-27")
def test_the_shot_comes_where_the_target_is_first_seen():
    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 30, 10, RUNS))
    done = comes(state, 5, 3, 3)
    rolled = [event for event in done.events if isinstance(event, DiceRolled)]
    assert chances(state) == [("a", 6.9)] and "5+" in rolled[0].needs
    assert done.state.table.piece("x").xy == (18, 10)


@pytest.mark.rule("TS-GAP-26")
def test_who_is_seen_already_is_shot_at_after_an_inch():
    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 20, 10, RUNS))
    assert chances(state) == [("a", 1.0)]


@pytest.mark.rule("TS-GAP-26")
def test_the_last_chance_is_just_short_of_contact():
    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 11.6, 10, RUNS))
    piece = state.table.piece("x")
    (only,) = reactions.overwatch_chances(state, piece, (piece.xy, (11.125, 10)), 0.475)
    assert only.along == pytest.approx(0.375, abs=0.01)


@pytest.mark.rule("TS-GAP-26")
def test_by_option_it_waits_until_the_target_is_nearest():
    state = battle(
        marine("trooper", "a", 10, 10, marks=WAITING),
        alien("x", 20, 14, RUNS),
        options={"overwatch_timing": "best_moment"},
    )
    assert chances(state, (5, 14)) == [("a", 10.0)]


@pytest.mark.rule("TS-GAP-26")
def test_a_flamer_waits_until_his_template_catches():
    state = battle(marine("flamer", "a", 10, 10, marks=WAITING), alien("x", 25, 10, RUNS))
    ((firer, along),) = chances(state, (11.5, 10))
    assert firer == "a" and 6.0 < along < 8.0


@pytest.mark.rule("TS-GAP-05", "TS-GAP-25")
def test_of_several_the_nearest_fires_first():
    state = battle(
        marine("trooper", "a", 8, 10, marks=WAITING),
        marine("trooper", "b", 10, 10, marks=WAITING),
        alien("x", 20, 10, RUNS),
    )
    assert [firer for firer, _ in chances(state)] == ["b", "a"]


@pytest.mark.rule("TS-GAP-25", "TS-ACT-14")
@pytest.mark.parametrize(
    ("option", "shots", "waits"),
    [("one_per_target", 1, True), ("one_only", 1, False), ("one_per_action", 2, True)],
)
def test_how_often_one_may_fire_on_a_card(option, shots, waits):
    state = battle(
        marine("trooper", "a", 10, 10, marks=WAITING),
        alien("x", 30, 10, RUNS),
        options={"overwatch_shots": option},
    )
    first = comes(state, 1).state
    second = comes(first, *([1] if shots == 2 else []), to=(14, 10))
    piece = second.state.table.piece("a")
    assert (piece.mark_count(SHOTS), piece.has_mark(OVERWATCH)) == (shots, waits)


@pytest.mark.rule("TS-GAP-25")
def test_a_chance_that_is_let_pass_comes_again_with_the_next_act():
    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 30, 10, RUNS))
    passed = comes(state, fire=False)
    assert len(passed.decisions_with_key("react")) == 1
    assert len(comes(passed.state, 1, to=(14, 10)).decisions_with_key("react")) == 1


@pytest.mark.rule("TS-GAP-27")
def test_who_aimed_before_aims_with_the_first_shot():
    state = battle(marine("trooper", "a", 10, 10, marks=[OVERWATCH, AIMED]), alien("x", 30, 10, RUNS))
    done = comes(state, 1)
    assert "4+" in next(event.needs for event in done.events if isinstance(event, DiceRolled))


@pytest.mark.rule("TS-GAP-24", "TS-GAP-55")
def test_nobody_in_contact_fires_and_nobody_fires_at_who_is():
    state = battle(
        marine("trooper", "a", 10, 10, marks=WAITING),
        marine("trooper", "b", 20, 10, marks=WAITING),
        alien("x", 21.125, 10, RUNS),
    )
    assert perform(state, lambda play: reactions.offer_overwatch(play, "x", "moves")).asked == []


@pytest.mark.rule("TS-ACT-14", "TS-GAP-24", "TS-GAP-59")
def test_nobody_fires_on_overwatch_at_what_is_down() -> None:
    waiting = marine("trooper", "a", 10, 10, marks=[OVERWATCH])
    state = battle(waiting, alien("x", 15, 10, [DOWN]))
    assert perform(state, lambda play: reactions.offer_overwatch(play, "x", "moves")).asked == []


@pytest.mark.rule("TS-GAP-80")
def test_what_comes_to_light_may_be_fired_at():
    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 20, 10))
    done = perform(
        state,
        lambda play: reactions.offer_overwatch(play, "x", "comes to light"),
        {"react": ["fire:a"]},
        (1,),
    )
    assert done.state.table.piece("a").has_mark(SHOTS)


@pytest.mark.rule("TS-ACT-14")
def test_a_creature_that_is_killed_goes_no_farther():
    state = battle(marine("sniper", "a", 10, 10, marks=WAITING), alien("x", 30, 10, RUNS))
    assert comes(state, 6, 6, 1).state.table.piece("x").table_position is None


@pytest.mark.rule("TS-WTHR-03")
def test_a_sniper_fires_at_any_distance():
    state = battle(marine("sniper", "a", 10, 10, marks=WAITING), alien("x", 40, 10, RUNS))
    assert chances(state, (30, 10)) == [("a", 1.0)]


@pytest.mark.rule("TS-GAP-34", "TS-GAP-48")
def test_who_comes_out_of_a_door_is_shot_at_in_the_open_alone():
    door = ("door", (20.0, 9.25), (20.0, 10.75), True)
    state = battle(
        marine("trooper", "a", 10, 14, marks=WAITING),
        alien("x", 25, 10, RUNS),
        terrain=[room("h", 20, 5, 30, 15, door)],
    )
    ((_, along),) = chances(state, (15, 10))
    assert 2.0 < along < 6.5


@pytest.mark.rule("TS-ACT-19", "TS-ACT-18")
@pytest.mark.parametrize(
    ("kind", "offered"), [("hmg", True), ("trooper", True), ("sniper", False), ("flamer", False)]
)
def test_cover_fire_needs_an_automatic_weapon(kind, offered):
    state = battle(marine(kind, "a", 10, 10), alien("x", 15, 10)).with_game(card="1A", pools={"1A": 1})
    done = perform(state, activation.run_card_action, {"act": ["alone:a"]})
    assert ("cover_fire" in keys(done, "alone")) is offered


@pytest.mark.rule("TS-GAP-04")
def test_the_way_a_figure_faces_makes_no_difference():
    from msgspec.structs import replace

    state = battle(marine("trooper", "a", 10, 10, marks=WAITING), alien("x", 30, 10, RUNS))
    turned = replace(state.table.piece("a"), place=replace(state.table.piece("a").place, facing=180.0))
    assert chances(state.with_table(state.table.with_pieces(turned))) == chances(state)


@pytest.mark.rule("TS-GAP-33", "TS-GAP-24")
@pytest.mark.parametrize(
    ("reload", "marks", "risk"),
    [
        ("never", [OVERWATCH], None),
        ("natural_1", [OVERWATCH], False),
        ("counted", [OVERWATCH, EMPTY], True),
    ],
)
def test_a_shot_says_what_it_may_cost_where_weapons_have_to_be_reloaded(
    reload: str, marks: list[str], risk: bool | None
) -> None:
    """The second marine has no part in it but for its weapon."""
    waiting = marine("trooper", "a", 10, 10, marks=WAITING)
    other = marine("trooper", "b", 8, 10, marks=marks)
    state = battle(waiting, other, alien("x", 20, 10), options={"reload": reload})
    done = perform(
        state, lambda play: reactions.offer_overwatch(play, "x", "comes to light"), {"react": ["done"]}
    )
    found = done.decisions_with_key("react")[0].open_option("fire:a").risk
    assert (found and found.met) == risk


@pytest.mark.rule("TS-GAP-53", "TS-FIRE-13", "TS-GAP-27")
@pytest.mark.parametrize(("reaction", "more"), [(False, 1), (True, 0)])
def test_a_shot_after_overwatch_is_a_second_one_if_the_first_came_before_it(reaction, more):
    # a fires, goes on Overwatch and fires again on its card; out of turn a new spell has begun
    state = on_card(*squad(SQUAD[0]), alien("x", 19.125, 10, marks=["moved"]))
    fire = ("act", "alone:a"), ("alone", "fire"), ("shot", "fire:a:x")
    state = act(state, *fire, dice=(1,)).state
    state = act(state, ("act", "alone:a"), ("alone", "overwatch")).state
    firer, target = state.table.piece("a"), state.table.piece("x")
    found = to_hit.firer_modifiers(state, firer, to_hit.FireMode(reaction=reaction))
    assert sum(one.value for one in found) == more
    assert (
        to_hit.figure_to_hit_roll(state, firer, target, to_hit.FireMode(reaction=reaction))
        .thresholds[0]
        .least
        == 4 + more
    )


@WATCH
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (waits(20), ""),
        (waits(20, marks=()), "it is not on Overwatch"),
        (waits(11.125), "an enemy is in contact"),
        (waits(20, passed=FIRED), "it has fired at it on this card"),
        (waits(30), "out of sight"),
        (waits(15, kind="flamer"), ""),
        (waits(20, kind="flamer"), "out of sight"),
    ],
)
def test_why_one_would_not_fire_out_of_turn(state: Battle, why: str) -> None:
    (option,) = (
        one
        for one in reactions.overwatch_decision(state, state.table.piece("a")).options
        if one.key != "done"
    )
    assert (option.key, str(option.shut)) == ("x", why)
    assert [p.id for p in reactions.overwatch_marines(state)] == (
        [] if "not on" in why or "contact" in why else ["a"]
    )


@WATCH
@pytest.mark.parametrize(
    ("things", "firers", "game", "asked"),
    [
        ([], None, {}, ["a", "b"]),
        ([], ["b"], {}, ["b"]),
        ([], None, {"passed": FIRED}, ["b"]),
        ([block("building", "h", 12, 8, 13, 11, 3.0)], None, {}, ["b"]),
        ([marine("trooper", "c", 21.125, 10)], None, {}, []),
    ],
)
def test_who_is_asked_to_fire(things: Any, firers: Any, game: Any, asked: list[str]) -> None:
    men = [
        marine("trooper", "a", 10, 10, marks=[OVERWATCH]),
        marine("trooper", "b", 20, 17, marks=[OVERWATCH]),
    ]
    terrain = [thing for thing in things if isinstance(thing, Terrain)]
    figures = [thing for thing in things if isinstance(thing, Piece)]
    state = battle(*men, alien("x", 20, 10), *figures, terrain=terrain, **game)
    done = perform(
        state,
        lambda play: reactions.offer_overwatch(play, "x", "moves", firers),
        {"react": ["done"]} if asked else {},
    )
    found = [option.by[0] for one in done.decisions_with_key("react") for option in one.options if option.by]  # type: ignore[attr-defined]
    assert sorted(found) == asked
    assert not perform(state, lambda play: reactions.offer_overwatch(play, "gone", "moves")).asked


@WATCH
@pytest.mark.rule("TS-GAP-27")
def test_a_shot_out_of_turn_counts_no_move_of_its_firer() -> None:
    state = battle(marine("trooper", "a", 10, 10, marks=[OVERWATCH, MOVED]), alien("x", 14, 10, [MOVED]))
    perform(state, lambda play: reactions.fire_overwatch(play, "a", "x"), dice=(3, 1, 1))


@WAYS
@pytest.mark.parametrize("who", [marine("trooper", "b", 18, 10), marker("m", 40, 10), alien("x", 18, 10)])
def test_nobody_fires_at_friends_at_markers_or_at_who_stays(who: Piece) -> None:
    state = battle(*line(10, marks=[OVERWATCH]), alien("y", 40, 40), who)
    (x, y) = who.xy
    way = ((x, y),) if who.kind == "alien" else ((x, y), (x - 2.0, y))
    done, _ = gone(state, who.id, *way)
    assert not done.decisions_with_key("react")
