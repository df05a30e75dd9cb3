"""Laying in wait: declaring it, shots and charges in the enemy's move."""

from __future__ import annotations

from itertools import pairwise

import pytest

from battlesim.engine.moment_choice import LET_PASS, ChooseMoment
from battlesim.mechanics.interrupted_moves import MoveProgress
from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move
from battlesim.rulesets.invasion_earth.core.state import Combat
from battlesim.rulesets.invasion_earth.waiting.waiting import waiting_options, why_cannot_wait
from battlesim.rulesets.invasion_earth.waiting.zones import WaitingSide
from battlesim.rulings.movement import Leg
from battlesim.table.events import PiecesMoved
from battlesim.table.terrain import Terrain
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    EAST,
    ENEMY,
    NORTH,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    is_gone,
    model,
    on_table,
    open_actions,
    perform,
    play,
    reaction_moments,
    wall,
)

FIRE, ASSAULT = "waits_to_fire", "waits_to_assault"
Points = tuple[tuple[float, float], ...]


def walk(  # type: ignore[no-untyped-def]
    *points: tuple[float, float], kind=SLR, waiter=SLR, mode=FIRE, answers=None, dice=(), **more
) -> ScriptResult:
    """An enemy `e` walks along points past a model `w` that lies in wait in the middle, facing north."""
    waiting = model(waiter, "w", 0, 0, NORTH, **{mode: 1})
    mover = enemy(kind, "e", *points[0], EAST)
    state = battle(waiting, mover, phase=ENEMY, options={"movement_facing": "free"}, **more)
    leg = (Leg("e", on_table(points)),)
    return perform(
        state, lambda p: perform_move("move_fast", p, "e"), {"move": leg, **(answers or {})}, dice=dice
    )


def asked(done: ScriptResult) -> ChooseMoment:
    decision = done.first_decision("reaction")
    assert isinstance(decision, ChooseMoment)
    return decision


def intervals(
    *points: tuple[float, float], terrain: tuple[Terrain, ...] = (), **known
) -> list[tuple[float, float]]:  # type: ignore[no-untyped-def]
    state = battle(
        model(SLR, "w", 0, 0, NORTH, waits_to_fire=1), enemy(SLR, "e", *points[0]), terrain=terrain, **known
    )
    side, progress = WaitingSide(OWN), MoveProgress("e", on_table(points))
    side.moments(state, progress)
    return [(visit.start, visit.end) for visit in side.fire.visits("w", progress)]


@pytest.mark.rule("IE-LIW-04")
def test_laying_in_wait_is_declared_before_any_model_acts() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0), enemy(DALEK, "d", 0, 20))
    assert [option.key for option in waiting_options(state)] == [FIRE, ASSAULT]
    assert waiting_options(state.with_game(acted=("a",))) == []


@pytest.mark.rule("IE-LIW-03", "IE-LIW-18", "IE-GAP-73", "IE-LIW-02")
@pytest.mark.parametrize(
    ("kind", "mode", "marks", "able"),
    [
        ("exxilon_warrior", FIRE, {}, False),
        ("yeti", FIRE, {}, False),
        ("yeti", ASSAULT, {}, True),
        ("unit_captain", FIRE, {}, True),
        (SLR, ASSAULT, {"suppressed": 2}, False),
        (SLR, FIRE, {"suppressed": 2}, True),
        (SLR, FIRE, {"stupid": 1}, False),
    ],
)
def test_who_can_lie_in_wait(kind: str, mode: str, marks: dict[str, int], able: bool) -> None:
    state = battle(model(kind, "a", 0, 0, **marks), enemy(DALEK, "d", 0, 20))
    assert (why_cannot_wait(state, state.table.piece("a"), mode) == "") == able


@pytest.mark.rule("IE-LIW-03", "IE-LIW-16")
def test_models_are_named_and_stop_when_their_owner_wants() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0), enemy(DALEK, "d", 0, 20))
    done = play(state, [FIRE, ("a",)])
    assert done.piece("a").has_mark(FIRE) and not done.piece("b").has_mark(FIRE)


@pytest.mark.rule("IE-LIW-16", "IE-LIW-23")
@pytest.mark.parametrize(("waits_since", "open"), [("an earlier turn", True), ("this turn", False)])
def test_a_model_stops_laying_in_wait_in_a_later_turn_only(waits_since: str, open: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, **{FIRE: 1}), model(SLR, "b", 2, 0), enemy(DALEK, "d", 0, 20))
    if waits_since == "this turn":
        state = play(state.with_table(state.table.with_pieces(model(SLR, "a", 0, 0))), [FIRE, ("a",)]).state
    assert ("stop_waiting" in [option.key for option in waiting_options(state)]) is open


@pytest.mark.rule("IE-LIW-05", "IE-LIW-19")
@pytest.mark.parametrize(("kind", "expected"), [(SLR, {"turn", "sneak"}), (DALEK, {"turn"})])
def test_a_waiting_model_turns_or_sneaks(kind: str, expected: set[str]) -> None:
    state = battle(model(kind, "a", 0, 0, waits_to_fire=1), enemy(DALEK, "d", 0, 20))
    assert open_actions(state, "a") == expected


@pytest.mark.rule("IE-LIW-08")
def test_a_target_enters_the_arc_with_the_edge_of_its_base() -> None:
    house = wall("house", -1.5, 6, 4, 8, 3.0, "building")
    ((start, _),) = intervals((-7, 10), (1, 10), terrain=(house,))
    assert -7 + start == pytest.approx(-4.68, abs=0.01)


@pytest.mark.rule("IE-LIW-08", "IE-LIW-06")
def test_behind_a_waiting_model_nothing_is_a_target() -> None:
    assert intervals((-7, -5), (1, -5)) == []


@pytest.mark.rule("IE-GAP-68")
@pytest.mark.option("wait_trigger", "enters", "acts_in_zone")
@pytest.mark.parametrize(("option", "zones"), [("enters", 0), ("acts_in_zone", 1)])
def test_a_move_that_begins_in_the_zone_counts_by_option(option: str, zones: int) -> None:
    assert len(intervals((0, 8), (1, 8), options={"wait_trigger": option})) == zones


@pytest.mark.rule("IE-LIW-10", "IE-LIW-13", "IE-LIW-12", "IE-LIW-14", "IE-LIW-11", "IE-LIW-01")
@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True)])
def test_a_shot_out_of_waiting_interrupts_at_minus_one(die: int, gone: bool) -> None:
    done = walk((-7, 10), (1, 10), answers={"reaction": 0}, dice=[die])
    assert is_gone(done, "e") == gone
    if not gone:
        assert at(done, "e") == (1, 10)


@pytest.mark.rule("IE-GAP-70")
def test_stops_are_at_the_entry_every_half_inch_at_the_nearest_point_and_at_the_end() -> None:
    stops = asked(walk((-7, 10), (1, 10), answers={"reaction": LET_PASS})).stops
    words = [stop.words for stop in stops]
    assert (
        words[0] == "as soon as it can be"
        and "where it is nearest" in words
        and words[-1] == "at the last moment"
    )
    steps = [b.along - a.along for a, b in pairwise(stops)]
    assert max(steps) <= 0.5 + 1e-6


@pytest.mark.rule("IE-GAP-71")
def test_a_mover_that_survives_goes_on() -> None:
    done = walk((-7, 10), (-1, 10), kind=DALEK, answers={"reaction": 0}, dice=[5, 1])
    assert at(done, "e") == (-1, 10) and done.piece("e").hits == 2


@pytest.mark.rule("IE-GAP-69")
@pytest.mark.option("wait_reactions", "once", "each_trigger")
@pytest.mark.parametrize(("option", "stops"), [("once", False), ("each_trigger", True)])
def test_a_waiting_model_reacts_once_by_default(option: str, stops: bool) -> None:
    options = {"wait_reactions": option}
    state = battle(
        model(SLR, "w", 0, 0, NORTH, waits_to_fire=1, reacted=1), enemy(SLR, "e", -7, 10), options=options
    )
    found = reaction_moments(state, ((-7, 10), (1, 10)))
    assert bool(found) == stops


@pytest.mark.rule("IE-GAP-70")
@pytest.mark.parametrize(("answer", "dice", "gone"), [("w:e", [5], True), ("pass", [], False)])
def test_a_target_is_offered_a_last_time_when_the_turn_ends(answer: str, dice: list[int], gone: bool) -> None:
    state = battle(
        model(SLR, "w", 0, 0, NORTH, waits_to_fire=1),
        enemy(SLR, "e", 0, 10),
        phase=ENEMY,
        triggered={"w": ("e",)},
    )
    done = play(state, ["end", {"last_shot": answer}], dice)
    assert is_gone(done, "e") == gone and done.state.game.triggered == {}


@pytest.mark.rule("IE-LIW-21", "IE-GAP-70", "IE-GAP-71", "IE-LIW-01", "IE-GAP-69", "IE-LIW-20")
def test_a_charge_ends_the_movers_action_where_it_is_met() -> None:
    done = walk((4, -7), (4, 1), waiter="cyberman", mode=ASSAULT, answers={"reaction": 0}, dice=[3, 5])
    (stop,) = asked(done).stops
    assert stop.point[1] - CENTRE == pytest.approx(-3.20, abs=0.02)
    assert is_gone(done, "e") and at(done, "w") == pytest.approx((3.12, -2.5), abs=0.02)


@pytest.mark.rule("IE-LIW-21")
def test_nobody_charges_what_stays_out_of_reach() -> None:
    state = battle(model("cyberman", "w", 0, 0, waits_to_assault=1), enemy(SLR, "e", 6, -7))
    assert reaction_moments(state, ((6, -7), (6, 1))) == []


@pytest.mark.rule("IE-LIW-01")
def test_a_model_that_waits_to_fire_does_not_charge() -> None:
    done = walk((-5, 2), (2, 2), answers={"reaction": 0}, dice=[1])
    assert at(done, "w") == (0, 0)


@pytest.mark.rule("IE-LIW-07")
def test_both_players_see_who_lies_in_wait() -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(DALEK, "d", 0, 20))
    assert play(state, [FIRE, ("a",)]).piece("a").mark_count(FIRE) == 1


@pytest.mark.rule("IE-LIW-09")
def test_nothing_is_offered_against_an_enemy_behind() -> None:
    state = battle(model(SLR, "w", 0, 0, NORTH, waits_to_fire=1), enemy(SLR, "e", -7, -5))
    assert reaction_moments(state, ((-7, -5), (7, -5))) == []


@pytest.mark.rule("IE-LIW-11")
def test_the_waiting_player_may_choose_the_nearest_point() -> None:
    stops = asked(walk((-7, 10), (1, 10), answers={"reaction": LET_PASS})).stops
    number = next(k for k, stop in enumerate(stops) if stop.words == "where it is nearest")
    done = walk((-7, 10), (1, 10), answers={"reaction": number}, dice=[5])
    moves = (event.parts[0] for event in done.events_of(PiecesMoved))
    ends = [move.path[-1] for move in moves if move.path]
    assert is_gone(done, "e") and ends[-1] == (CENTRE, CENTRE + 10)
    assert ends[0] == pytest.approx((CENTRE - 4.68, CENTRE + 10), abs=0.01), "the side is asked at the entry"


@pytest.mark.rule("IE-LIW-15")
def test_a_model_goes_on_waiting_through_its_own_turn() -> None:
    state = battle(model(SLR, "a", 0, 0, waits_to_fire=1), enemy(DALEK, "d", 0, 20), starts=True)
    began = play(state, [])
    assert began.piece("a").has_mark(FIRE) and open_actions(began.state, "a") == {"turn", "sneak"}


@pytest.mark.rule("IE-LIW-17")
def test_a_reaction_is_an_aimed_shot() -> None:
    done = walk((-7, 10), (1, 10), waiter="unit_lmg_gunner", answers={"reaction": 0}, dice=[3])
    assert not done.piece("e").has_mark("suppressed")


@pytest.mark.rule("IE-LIW-20")
@pytest.mark.parametrize(("x", "met"), [(4, True), (6, False)])
def test_an_enemy_that_only_passes_through_becomes_a_target(x: float, met: bool) -> None:
    state = battle(model("cyberman", "w", 0, 0, NORTH, waits_to_assault=1), enemy(SLR, "e", x, -7))
    stops = reaction_moments(state, ((x, -7), (x, 1)))
    assert [pytest.approx(-3.20, abs=0.02) for stop in stops] == [-7 + stop.along for stop in stops]
    assert bool(stops) == met


@pytest.mark.rule("IE-LIW-22")
def test_after_a_charge_a_model_waits_from_where_it_ended() -> None:
    done = walk((4, -7), (4, 1), waiter="cyberman", mode=ASSAULT, answers={"reaction": 0}, dice=[3, 5])
    assert done.piece("w").has_mark(ASSAULT)
    there = done.state.with_table(
        done.state.table.with_pieces(done.piece("w").with_mark("reacted", 0), enemy(SLR, "f", 8, -9))
    )
    (stop,) = reaction_moments(there, ((8, -9), (8, -1)), "f")
    assert -9 + stop.along == pytest.approx(-4.08, abs=0.05)


@pytest.mark.rule("IE-LIW-23")
def test_a_model_taken_out_of_waiting_acts_freely_at_once() -> None:
    state = battle(model("yeti", "a", 0, 0, waits_to_assault=1), enemy(DALEK, "d", 0, 20))
    assert "move_fast" in open_actions(play(state, ["stop_waiting", ("a",)]).state, "a")


@pytest.mark.rule("IE-GAP-72")
def test_a_waiting_model_that_faces_away_turns_and_charges_but_takes_no_hold() -> None:
    waiting = model("yeti", "w", 0, 0, 270.0, waits_to_assault=1)
    state = battle(
        waiting, enemy("unit_captain", "e", 0, 9, EAST), phase=ENEMY, options={"movement_facing": "free"}
    )
    leg = (Leg("e", on_table(((0, 9), (0, 5)))),)
    done = perform(
        state, lambda p: perform_move("move", p, "e"), {"move": leg, "reaction": 0}, dice=[6, 1, 1]
    )
    assert done.piece("e").hits == 1 and done.state.game.held == {}


@pytest.mark.rule("IE-GAP-77")
def test_a_reaction_needs_no_sighting() -> None:
    done = walk((-7, 10), (1, 10), answers={"reaction": 0}, dice=[6], without=())
    assert done.state.game.sightings == {} and is_gone(done, "e")


@pytest.mark.rule("IE-GAP-77")
def test_a_loser_fights_on_against_a_winner_it_has_not_sighted() -> None:
    combats = {"a": Combat("e", "lost", 0, ENEMY), "e": Combat("a", "won", 0, ENEMY)}
    state = battle(model("unit_captain", "a", 0, 1), enemy(SLR, "e", 0, 0), without=(), combats=combats)
    assert "stay_and_fight" in open_actions(state, "a")
