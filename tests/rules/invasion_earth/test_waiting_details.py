"""Laying in wait in detail: who may react, against whom, and what is left when the turn ends."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from battlesim.engine.decisions import ChooseSome
from battlesim.engine.moment_choice import LET_PASS
from battlesim.engine.option import Option
from battlesim.rulesets.invasion_earth.actions.move_actions import perform_move
from battlesim.rulesets.invasion_earth.advice.doctrine import InvasionEarthDoctrine
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.waiting import reactions, waiting, zones
from battlesim.rulings.movement import Leg
from battlesim.table.events import MarksChanged
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Side
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    NORTH,
    OWN,
    SLR,
    SOUTH,
    at,
    battle,
    enemy,
    model,
    on_table,
    perform,
    reaction_moments,
    wall,
)

FIRE, ASSAULT = "waits_to_fire", "waits_to_assault"


def crossing(*pieces: Piece, **more) -> Battle:  # type: ignore[no-untyped-def]
    """An enemy `e` stands left of the zone of a rifleman `w` that faces north."""
    marks = more.pop("marks", {FIRE: 1})
    waiter = model(more.pop("kind", SLR), "w", 0, 0, NORTH, **marks)
    return battle(waiter, enemy(SLR, "e", -7, 10, 0.0), *pieces, phase=ENEMY, **more)


PATH = ((-7.0, 10.0), (1.0, 10.0))


@pytest.mark.rule("IE-LIW-08", "IE-GAP-69")
@pytest.mark.parametrize(
    ("marks", "others", "held", "option", "may"),
    [
        ({}, [], {}, "once", True),
        ({"reacted": 1}, [], {}, "once", False),
        ({"reacted": 1}, [], {}, "each_trigger", True),
        ({}, [("f", 0, 1.0)], {}, "once", False),
        ({}, [], {"w": "f"}, "once", False),
    ],
)
def test_who_may_react(marks, others, held, option, may) -> None:  # type: ignore[no-untyped-def]
    more = [enemy(SLR, *place) for place in others]
    state = crossing(*more, marks={FIRE: 1, **marks}, held=held, options={"wait_reactions": option})
    assert zones.may_react(state, state.table.piece("w")) == may
    found = zones.waiting_enemies(state, state.table.piece("e"), FIRE)
    assert [piece.id for piece in found] == (["w"] if may else [])
    assert bool(reaction_moments(state, PATH)) == may


@pytest.mark.rule("IE-LIW-08", "IE-LIW-03", "IE-GAP-68", "IE-LIW-11")
@pytest.mark.parametrize(
    ("marks", "without", "reacts"),
    [({FIRE: 1}, (), True), ({}, (), False), ({FIRE: 1}, ("laying_in_wait",), False)],
)
def test_only_who_lies_in_wait_shoots(marks: dict[str, int], without: tuple[str, ...], reacts: bool) -> None:
    assert bool(reaction_moments(crossing(marks=marks, without=without), PATH)) == reacts


@pytest.mark.rule("IE-GAP-68", "IE-LIW-11", "IE-LIW-20", "IE-LIW-22", "IE-GAP-72")
def test_a_side_is_asked_about_its_own_waiting_models_alone() -> None:
    other = msgspec.structs.replace(model(SLR, "v", 3, 0, NORTH, **{FIRE: 1}), side=SideKey("third"))
    state = crossing(other)
    sides = (*state.table.sides, Side(SideKey("third"), "Third", 3))
    state = state.with_table(msgspec.structs.replace(state.table, sides=sides))
    assert {moment.by for moment in reaction_moments(state, PATH)} == {"w"}


@pytest.mark.rule("IE-LIW-11", "IE-GAP-68")
@pytest.mark.parametrize(
    ("triggered", "option", "asked"),
    [((), "enters", False), (("e",), "enters", True), (("f",), "enters", False), ((), "acts_in_zone", True)],
)
def test_a_move_within_the_zone_counts_for_a_target_of_this_turn(
    triggered: tuple[str, ...], option: str, asked: bool
) -> None:
    state = crossing(options={"wait_trigger": option}).with_game(
        triggered={"w": triggered} if triggered else {}
    )
    state = state.with_table(state.table.with_pieces(enemy(SLR, "e", 0, 10)))
    assert bool(reaction_moments(state, ((0, 10), (1, 10)))) == asked


@pytest.mark.rule("IE-LIW-11", "IE-LIW-13", "IE-LIW-14")
def test_a_moment_tells_the_chance_of_a_loss() -> None:
    """At 9 in the rifle needs a 4, and a model that waited has 1 less."""
    moments = reaction_moments(crossing(), PATH)
    assert {moment.chance for moment in moments} == {0.3333}
    state = crossing()
    shot = zones.waiting_shot(state, state.table.piece("w"), model(SLR, "t", 0, 10, side=ENEMY))
    assert shot and shot.waited and zones.shot_chance(state, shot) == pytest.approx(2 / 6)


@pytest.mark.rule("IE-LIW-20", "IE-LIW-22", "IE-GAP-72", "IE-LIW-21")
@pytest.mark.parametrize(
    ("marks", "option", "y", "asked"),
    [
        ({ASSAULT: 1}, "enters", -7, True),
        ({ASSAULT: 1, "suppressed": 1}, "enters", -7, False),
        ({ASSAULT: 1}, "enters", -2, False),
        ({ASSAULT: 1}, "acts_in_zone", -2, True),
    ],
)
def test_who_charges_a_passer_by(marks: dict[str, int], option: str, y: float, asked: bool) -> None:
    state = battle(
        model("cyberman", "w", 0, 0, NORTH, **marks),
        enemy(SLR, "e", 4, y),
        options={"wait_trigger": option},
    )
    moments = reaction_moments(state, ((4, y), (4, 1)))
    assert [(moment.by, moment.words) for moment in moments] == ([("w", "charge it")] if asked else [])
    assert all(moment.chance == pytest.approx(30 / 36, abs=1e-4) for moment in moments)


@pytest.mark.rule("IE-LIW-20", "IE-LIW-22", "IE-GAP-72", "IE-GAP-101")
@pytest.mark.parametrize(("kind", "asked"), [("low_wall", True), ("high_wall", False), ("", True)])
def test_a_charge_reaches_across_a_low_wall(kind: str, asked: bool) -> None:
    """Cybermen move 4 in; crossing the wall would cost 2 in more."""
    terrain = [wall("it", -9, 4.0, 9, 4.25, 0.75, kind)] if kind else []
    waiter = model("cyberman", "w", 0, 0, NORTH, **{ASSAULT: 1})
    state = battle(waiter, enemy(SLR, "e", 7, 4.8), terrain=terrain)
    assert bool(reaction_moments(state, ((7, 4.8), (0, 4.8)))) == asked


@pytest.mark.rule("IE-LIW-01", "IE-GAP-69")
@pytest.mark.parametrize(
    ("mode", "dice", "goes_on"), [(FIRE, [1], True), (FIRE, [6], False), (ASSAULT, [3, 3], False)]
)
def test_what_a_reaction_leaves(mode: str, dice: list[int], goes_on: bool) -> None:
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from reactions.react(play, "w", "e")))

    state = battle(model(SLR, "w", 0, 0, NORTH, **{mode: 1}), enemy(SLR, "e", 0, 3))
    done = perform(state, rules, dice=dice)
    assert found == [goes_on] and done.piece("w").mark_count("reacted") == 1


@pytest.mark.rule("IE-LIW-08")
@pytest.mark.parametrize(
    ("points", "triggered", "after"),
    [
        (PATH, {}, {"w": ("e",)}),
        (PATH, {"w": ("e",)}, {"w": ("e",)}),
        (PATH, {"w": ("f",)}, {"w": ("f", "e")}),
        (((-7, 10), (-6, 10)), {}, {}),
        (((-7, -5), (1, -5)), {}, {}),
    ],
)
def test_a_target_is_remembered_once(points, triggered, after) -> None:  # type: ignore[no-untyped-def]
    state = crossing(options={"movement_facing": "free"}).with_game(triggered=triggered)
    state = state.with_table(state.table.with_pieces(enemy(SLR, "e", *points[0], 0.0)))
    answers = {"move": (Leg("e", on_table(points)),), "reaction": LET_PASS}
    asked = reaction_moments(state, points)
    done = perform(
        state, lambda p: perform_move("move_fast", p, "e"), answers if asked else {"move": answers["move"]}
    )
    assert done.state.game.triggered == after


@pytest.mark.rule("IE-GAP-70", "IE-GAP-69")
@pytest.mark.parametrize(
    ("marks", "y", "target", "offered"),
    [
        ({FIRE: 1}, 10, "e", ["w:e"]),
        ({}, 10, "e", []),
        ({FIRE: 1, "reacted": 1}, 10, "e", []),
        ({FIRE: 1}, -10, "e", []),
        ({FIRE: 1}, 40, "e", []),
        ({FIRE: 1}, 10, "gone", []),
    ],
)
def test_who_may_still_shoot_when_the_turn_ends(marks, y, target, offered) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        model(SLR, "w", 0, -20 if y > 30 else 0, NORTH, **marks),
        enemy(SLR, "e", 0, min(y, 20)),
        phase=ENEMY,
        triggered={"w": (target,), "nobody": ("e",)},
    )
    assert [option.key for option in reactions.last_shots(state)] == offered


@pytest.mark.rule("IE-GAP-70", "IE-GAP-69")
def test_each_waiting_model_has_one_last_shot() -> None:
    waiters = [model(SLR, key, x, 0, NORTH, **{FIRE: 1}) for key, x in (("v", -1), ("w", 1))]
    state = battle(*waiters, enemy("dalek", "e", 0, 10), phase=ENEMY, triggered={"v": ("e",), "w": ("e",)})
    done = perform(state, reactions.offer_last_shots, {"last_shot": ["w:e", "v:e"]}, dice=[1, 1])
    assert [done.piece(key).mark_count("reacted") for key in ("v", "w")] == [1, 1]
    assert done.state.game.triggered == {}


@pytest.mark.rule("IE-GAP-70", "IE-GAP-69")
def test_each_side_is_offered_its_own_last_shots() -> None:
    third = msgspec.structs.replace(model(SLR, "v", -1, 0, NORTH, **{FIRE: 1}), side=SideKey("third"))
    state = battle(
        third,
        model(SLR, "w", 1, 0, NORTH, **{FIRE: 1}),
        enemy(SLR, "e", 0, 10),
        phase=ENEMY,
        triggered={"v": ("e",), "w": ("e",)},
    )
    sides = (*state.table.sides, Side(SideKey("third"), "Third", 3))
    state = state.with_table(msgspec.structs.replace(state.table, sides=sides))
    done = perform(state, reactions.offer_last_shots, {"last_shot": ["pass", "pass"]})
    asked = done.decisions_with_key("last_shot")
    assert [(one.side, [o.key for o in one.options]) for one in asked] == [  # type: ignore[attr-defined]
        ("third", ["v:e", "pass"]),
        (OWN, ["w:e", "pass"]),
    ]


@pytest.mark.rule("IE-LIW-03", "IE-LIW-18", "IE-LIW-04", "IE-LIW-07")
@pytest.mark.parametrize(("mode", "rule"), [(FIRE, "IE-LIW-03"), (ASSAULT, "IE-LIW-18")])
def test_each_way_to_wait_has_its_rule(mode: str, rule: str) -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 3, 0), enemy(SLR, "e", 0, 20))
    done = perform(state, lambda p: waiting.declare(p, mode), {"wait": [("a",)]})
    assert [event.rule for event in done.events_of(MarksChanged)] == [rule]
    assert done.piece("a").mark_count(mode) == 1 and not waiting.is_waiting(done.piece("b"))


@pytest.mark.rule("IE-LIW-16", "IE-LIW-23")
@pytest.mark.parametrize("mode", [FIRE, ASSAULT])
def test_who_stops_waiting_has_no_mark_of_it(mode: str) -> None:
    state = battle(model(SLR, "a", 0, 0, **{mode: 1}), model(SLR, "b", 3, 0, **{mode: 1}))
    done = perform(state, lambda p: waiting.declare(p, "stop_waiting"), {"stop_waiting": [("a",)]})
    assert [done.piece(key).has_mark(mode) for key in ("a", "b")] == [False, True]


@pytest.mark.rule("IE-LIW-04", "IE-LIW-08")
def test_a_waiting_model_may_react_again_after_its_own_turn_began() -> None:
    pieces = (
        model(SLR, "a", 0, 0, **{FIRE: 1, "reacted": 1}),
        enemy(SLR, "e", 0, 20, **{FIRE: 1, "reacted": 1}),
    )
    done = perform(battle(*pieces), lambda p: waiting.clear_reactions(p, OWN))
    assert [done.piece(key).mark_count("reacted") for key in ("a", "e")] == [0, 1]


@pytest.mark.rule("IE-GAP-56")
@pytest.mark.parametrize(
    ("mode", "marks", "waits"),
    [(ASSAULT, {"suppressed": 1}, False), (ASSAULT, {}, True), (FIRE, {"suppressed": 1}, True)],
)
def test_suppression_ends_a_wait_to_assault(mode: str, marks: dict[str, int], waits: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, **{mode: 1}, **marks), enemy(SLR, "e", 0, 20))
    assert perform(state, lambda p: waiting.end_suppressed_waits(p, OWN)).piece("a").has_mark(mode) == waits


@pytest.mark.rule("IE-LIW-19", "IE-LIW-05", "IE-LIW-15")
@pytest.mark.parametrize(
    ("marks", "action", "why"),
    [
        ({FIRE: 1}, "move", "it lies in wait"),
        ({ASSAULT: 1}, "fire", "it lies in wait"),
        ({FIRE: 1}, "turn", ""),
        ({FIRE: 1}, "sneak", ""),
        ({}, "move", ""),
    ],
)
def test_what_a_waiting_model_does_not_do(marks: dict[str, int], action: str, why: str) -> None:
    state = battle(model(SLR, "a", 0, 0, **marks))
    assert waiting.why_barred_by_waiting(state, state.table.piece("a"), action) == why


@pytest.mark.rule("IE-LIW-02", "IE-LIW-03", "IE-LIW-18", "IE-LIW-16", "IE-GAP-56")
@pytest.mark.parametrize(
    ("kind", "mode", "marks", "game", "why"),
    [
        (SLR, FIRE, {}, {}, ""),
        ("primord", ASSAULT, {}, {}, "impetuous models cannot lie in wait"),
        ("yeti", FIRE, {}, {}, "it has no missile weapon"),
        ("yeti", ASSAULT, {}, {}, ""),
        (SLR, FIRE, {}, {"held": {"a": "e"}}, "it is not free to act"),
        (SLR, FIRE, {"stupid": 1}, {}, "it is not free to act"),
        (SLR, FIRE, {}, {"acted": ("a",)}, "it has acted in this turn"),
        (SLR, ASSAULT, {"suppressed": 1}, {}, "it is suppressed"),
        (SLR, FIRE, {"suppressed": 1}, {}, ""),
        (SLR, FIRE, {ASSAULT: 1}, {}, "it waits already"),
    ],
)
def test_why_a_model_cannot_wait(kind, mode, marks, game, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(kind, "a", 0, 0, **marks), enemy(SLR, "e", 0, 20), **game)
    assert waiting.why_cannot_wait(state, state.table.piece("a"), mode) == why


@pytest.mark.rule("IE-LIW-02", "IE-LIW-03")
def test_nobody_in_contact_waits_and_hasty_models_do_where_they_are_as_others() -> None:
    touching = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 1))
    assert (
        waiting.why_cannot_wait(touching, touching.table.piece("a"), FIRE) == "it is in contact with an enemy"
    )
    calm = battle(model("exxilon_warrior", "a", 0, 0), enemy(SLR, "e", 0, 20), without=("impetuous",))
    assert waiting.why_cannot_wait(calm, calm.table.piece("a"), FIRE) == ""


@pytest.mark.rule("IE-LIW-10", "IE-LIW-03", "IE-LIW-14", "IE-LIW-17", "IE-LIW-11")
@pytest.mark.parametrize(
    ("y", "weapon"),
    [(2.5, "exxilon_spear"), (4.0, "exxilon_bow"), (5.5, "exxilon_bow"), (14.0, "exxilon_bow"), (17.0, "")],
)
def test_a_waiting_model_takes_the_weapon_that_needs_least(y: float, weapon: str) -> None:
    """At 1.5 in the spear needs a 3 and the bow a 4; at 3 in both need a 4, and at 4.5 in the spear a 5."""
    state = battle(model("exxilon_warrior", "w", 0, 0, NORTH), enemy(SLR, "e", 0, y))
    assert zones.best_weapon(state, state.table.piece("w"), state.table.piece("e")) == weapon


@pytest.mark.rule("IE-LIW-11", "IE-LIW-08")
def test_the_zone_of_a_model_reaches_as_far_as_its_longest_weapon() -> None:
    state = battle(model("exxilon_warrior", "w", 0, 0, NORTH), enemy(SLR, "e", 0, 10, hidden=1))
    zone = zones.fire_zone(state, state.table.piece("w"), state.table.piece("e"))
    assert zone.max_gap == 15.0 and zone.unobscured
    near = zones.assault_zone(state, state.table.piece("w"), model(SLR, "f", 0, 9, side=ENEMY))
    assert near.max_gap == 5.0 and not near.unobscured


@pytest.mark.rule("IE-LIW-11", "IE-LIW-20", "IE-LIW-22", "IE-GAP-72")
def test_a_mover_is_judged_where_it_would_stand() -> None:
    state = battle(model(SLR, "w", 0, 0), enemy(SLR, "e", 0, 10, SOUTH))
    there = zones.moved_to(state.table.ground, state.table.piece("e"), (CENTRE + 1.23456, CENTRE + 2))
    assert there.xy == (CENTRE + 1.235, CENTRE + 2) and there.facing == SOUTH
    assert at(perform(state, lambda p: None), "e") == (0, 10)


@pytest.mark.rule("IE-LIW-04")
def test_models_without_a_shot_are_proposed_to_lie_in_wait() -> None:
    """One sees an enemy in range, another one looks at a high wall."""
    pieces = [model(SLR, "sees", 0, 0), model(SLR, "blind", 20, 0), enemy(DALEK, "e", 0, 10)]
    state = battle(*pieces, terrain=[wall("w", 12, -3, 12.25, 12, 4.0, "high_wall")])
    options = tuple(Option(piece.id, piece.id, (piece.id,)) for piece in pieces[:2])
    asked = ChooseSome(side=OWN, what="wait", prompt="Who waits?", options=options)
    assert InvasionEarthDoctrine().advise(state, asked, Random(1))[0].answer == ("blind",)
