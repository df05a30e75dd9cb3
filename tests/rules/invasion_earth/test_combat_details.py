"""Combats: every result for each of the two models, holds, breaking off, and contact."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.assault import aftermath, fighting
from battlesim.rulesets.invasion_earth.battle.previews import fight_preview
from battlesim.rulesets.invasion_earth.core.events import HoldChanged
from battlesim.rulesets.invasion_earth.core.state import Combat
from battlesim.table.pieces import Off
from tests.rules.invasion_earth.field import (
    ENEMY,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    model,
    perform,
)

CAPTAIN, YETI, HOVER = "unit_captain", "yeti", "dalek_hoverbout"


@pytest.mark.rule("IE-GRP-01", "IE-GRP-09", "IE-ASL-01", "IE-ASL-03", "IE-GRP-03")
@pytest.mark.parametrize(
    ("held", "result", "after"),
    [
        ({}, "won", {"e": "a"}),
        ({}, "lost", {}),
        ({}, "drawn", {}),
        ({"e": "a"}, "won", {"e": "a"}),
        ({"e": "a"}, "drawn", {"e": "a"}),
        ({"e": "a"}, "lost", {}),
        ({"a": "e"}, "won", {"e": "a"}),
        ({"a": "e"}, "drawn", {"a": "e"}),
        ({"a": "e"}, "lost", {"a": "e"}),
        ({"a": "f"}, "won", {"a": "f", "e": "a"}),
        ({"e": "f"}, "won", {"e": "f"}),
        ({"e": "f"}, "lost", {"e": "f"}),
    ],
)
def test_who_holds_whom_after_a_grappler_has_fought(held, result, after) -> None:  # type: ignore[no-untyped-def]
    others = enemy(YETI, "f", 1.7, 0)
    state = battle(model(YETI, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), others, held=held)
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", result, True))
    assert done.state.game.held == after


@pytest.mark.rule("IE-GRP-01", "IE-GRP-03", "IE-ASL-03")
@pytest.mark.parametrize(
    ("kind", "own_turn", "without", "holds"),
    [(YETI, True, (), 1), (YETI, False, (), 0), (SLR, True, (), 0), (YETI, True, ("grapple",), 0)],
)
def test_a_grappler_takes_hold_in_its_own_turn(  # type: ignore[no-untyped-def]
    kind, own_turn, without, holds
) -> None:
    state = battle(model(kind, "a", 0, 0), enemy(CAPTAIN, "e", 0, 1.3), without=without)
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", "won", own_turn))
    assert len(done.events_of(HoldChanged)) == holds


@pytest.mark.rule("IE-GAP-16", "IE-GAP-85", "IE-ASL-06", "IE-ASL-05")
@pytest.mark.parametrize(
    ("x", "y", "end", "facing"),
    [
        (1.0, 0.0, (2.0, 0.0), 180.0),
        (0.0, 1.0, (0.0, 2.0), 270.0),
        (-1.0, 0.0, (-2.0, 0.0), 0.0),
        (0.0, -1.0, (0.0, -2.0), 90.0),
    ],
)
def test_an_attacker_breaks_off_an_inch_and_faces_the_enemy(
    x: float, y: float, end: tuple[float, float], facing: float
) -> None:
    state = battle(model(SLR, "a", x, y, 45.0), enemy(SLR, "e", 0, 0), without=("assault", "sighting"))
    done = perform(state, lambda p: aftermath.settle_combat(p, "a", "e", "drawn", True))
    assert (at(done, "a"), done.piece("a").facing) == (end, facing)


@pytest.mark.rule("IE-GAP-85", "IE-ASL-06", "IE-ASL-05", "IE-GAP-16")
@pytest.mark.parametrize(
    ("x", "y", "end", "facing"),
    [(1.0, 0.0, (9.0, 0.0), 0.0), (-1.0, 0.0, (-9.0, 0.0), 180.0), (0.0, -1.0, (0.0, -9.0), 270.0)],
)
def test_a_loser_runs_straight_away_and_faces_that_way(
    x: float, y: float, end: tuple[float, float], facing: float
) -> None:
    combats = {"a": Combat("e", "lost", 0, ENEMY)}
    state = battle(model(SLR, "a", x, y, 45.0), enemy("auton", "e", 0, 0), combats=combats)
    done = perform(state, lambda p: aftermath.run_away(p, "a"))
    assert (at(done, "a"), done.piece("a").facing) == (end, facing)


@pytest.mark.rule("IE-ASL-02", "IE-ASL-04", "IE-ASL-03", "IE-ASL-05", "IE-ASL-07")
@pytest.mark.parametrize(
    ("combat", "held", "y", "bound"),
    [
        (None, {}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {}, 1.0, True),
        (Combat("e", "won", 0, ENEMY), {}, 1.0, False),
        (Combat("e", "drawn", 0, ENEMY), {}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {"a": "e"}, 1.0, False),
        (Combat("e", "lost", 0, ENEMY), {}, 2.0, False),
        (Combat("gone", "lost", 0, ENEMY), {}, 1.0, False),
    ],
)
def test_what_a_lost_combat_binds(combat, held, y, bound) -> None:  # type: ignore[no-untyped-def]
    combats = {"a": combat} if combat else {}
    state = battle(model(CAPTAIN, "a", 0, y), enemy("auton", "e", 0, 0), combats=combats, held=held)
    piece = state.table.piece("a")
    assert (aftermath.binding_winner(state, piece) is not None) == bound
    keys = {key: str(aftermath.why_barred_by_defeat(state, piece, key)) for key in ("fire", "run_away")}
    assert bool(keys["fire"]) == bound and keys["run_away"] == ""


@pytest.mark.rule("IE-GAP-88", "IE-GRP-03")
@pytest.mark.parametrize(
    ("y", "gone", "held"),
    [(1.3, "", {"a": "e"}), (1.5, "", {}), (1.3, "a", {}), (1.3, "e", {})],
)
def test_a_hold_ends_when_the_two_are_parted(y: float, gone: str, held: dict[str, str]) -> None:
    pieces = [model(CAPTAIN, "a", 0, y), enemy(YETI, "e", 0, 0)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id == gone else p for p in pieces]
    done = perform(battle(*pieces, held={"a": "e"}), aftermath.end_broken_holds)
    assert done.state.game.held == held


@pytest.mark.rule("IE-GAP-87", "IE-GAP-88")
@pytest.mark.parametrize(
    ("grappler", "action", "held"),
    [("e", "assault", {"a": "e"}), ("e", "turn", {"a": "e"}), ("e", "fire", {}), ("f", "fire", {"a": "e"})],
)
def test_which_actions_let_go(grappler: str, action: str, held: dict[str, str]) -> None:
    state = battle(
        model(CAPTAIN, "a", 0, 1.3), enemy(YETI, "e", 0, 0), enemy(YETI, "f", 9, 0), held={"a": "e"}
    )
    assert perform(state, lambda p: aftermath.let_go(p, grappler, action)).state.game.held == held


@pytest.mark.rule("IE-GAP-86")
@pytest.mark.parametrize(
    ("turn", "phase", "kept"), [(1, OWN, True), (1, ENEMY, False), (0, OWN, False), (0, ENEMY, False)]
)
def test_a_combat_is_forgotten_after_the_next_turn_of_its_model(turn: int, phase: str, kept: bool) -> None:
    combats = {key: Combat("e", "lost", turn, phase) for key in ("a", "e")}
    state = battle(model(SLR, "a", 0, 1), model(SLR, "b", 9, 0), enemy(SLR, "e", 0, 0), combats=combats)
    done = perform(state, lambda p: aftermath.forget_combats(p, OWN))
    assert ("a" in done.state.game.combats) == kept and "e" in done.state.game.combats


@pytest.mark.rule("IE-GAP-15", "IE-WPN-17", "IE-GAP-14")
@pytest.mark.parametrize(
    ("dice", "own", "other", "won"),
    [
        ([6, 1, 1], 2, 2, "won"),
        ([6, 1, 6], 2, 3, "won"),
        ([1, 6], 1, 3, "lost"),
        ([3, 3], 2, 3, "drawn"),
        ([2, 3], 1, 3, "lost"),
        ([4, 3, 2], 2, 2, "won"),
    ],
)
def test_the_loser_of_a_combat_loses_one_hit(dice: list[int], own: int, other: int, won: str) -> None:
    """A bazooka team has an ASSAULT SCORE of 1 and no save, a Special weapons Dalek 1 and 2+."""
    team, tank = model("unit_bazooka_team", "a", 0, 0), enemy("quark", "e", 0, 1.3)
    tank = msgspec.structs.replace(tank, hits=3, hits_full=3)
    done = perform(battle(team, tank), lambda p: fighting.fight(p, "a", "e"), dice=dice)
    assert (done.piece("a").hits, done.piece("e").hits) == (own, other)
    assert done.state.game.combats["a"].result == won


@pytest.mark.rule("IE-GAP-15", "IE-WPN-17")
def test_the_card_of_an_assault_gives_both_chances() -> None:
    """Of 36 pairs 15 are higher and 15 lower; a Quark saves on 4 or more."""
    card = fight_preview(model(SLR, "a", 0, 0), enemy("quark", "e", 0, 1))
    assert card.chance == pytest.approx(15 / 36 / 2) and card.chance_of == "e loses a HIT"
    assert [(row.label, row.value) for row in card.rows] == [
        ("a", "D6 + 1"),
        ("e", "D6 + 1"),
        ("a loses a HIT", "42 %"),
    ]
    assert {odds.target: odds.lost for odds in card.losses} == {
        "e": pytest.approx((1 - 15 / 72, 15 / 72, 0.0)),
        "a": pytest.approx((21 / 36, 15 / 36)),
    }


@pytest.mark.rule("IE-GAP-14", "IE-GRP-04", "IE-GAP-17", "IE-FEA-09")
@pytest.mark.parametrize(
    ("y", "held", "facing", "why"),
    [
        (4.0, {}, 90.0, ""),
        (1.0, {}, 90.0, ""),
        (1.0, {"f": "a"}, 90.0, "it holds another model"),
        (1.0, {"e": "a"}, 90.0, ""),
        (4.0, {}, 270.0, "no legal path leads into contact"),
        (6.0, {}, 90.0, "5.0 in away, 1.0 in too far"),
    ],
)
def test_why_an_enemy_is_not_assaulted(y: float, held: dict[str, str], facing: float, why: str) -> None:
    state = battle(model(SLR, "a", 0, 0, facing), enemy(SLR, "e", 0, y), enemy(SLR, "f", -1.0, 0), held=held)
    a, e = state.table.piece("a"), state.table.piece("e")
    assert str(fighting.why_no_assault(state, a, e)) == why


@pytest.mark.rule("IE-GAP-14", "IE-GRP-04")
@pytest.mark.parametrize("order", [("e", "f"), ("f", "e")])
def test_one_enemy_within_reach_is_enough(order: tuple[str, str]) -> None:
    places = dict(zip(order, ((0, 4), (0, 14)), strict=True))
    state = battle(model(SLR, "a", 0, 0), *(enemy(SLR, key, *place) for key, place in places.items()))
    assert fighting.why_cannot_assault(state, state.table.piece("a")) == ""


@pytest.mark.rule("IE-LIW-01", "IE-GAP-69", "IE-GAP-72")
@pytest.mark.parametrize(
    ("y", "reached", "end"), [(1.0, True, (0, 0)), (4.0, True, (0, 3.0)), (9.0, False, (0, 0))]
)
def test_a_waiting_model_charges_what_it_can_reach(y: float, reached: bool, end: tuple[float, float]) -> None:
    """It faces the other way, and turns as it charges."""
    waiting = model(SLR, "w", 0, 0, 270.0, waits_to_assault=1, hidden=1)
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        found.append((yield from fighting.charge(play, "w", "e")))

    done = perform(battle(waiting, enemy(SLR, "e", 0, y)), rules)
    assert found == [reached] and at(done, "w") == end and not done.piece("w").has_mark("hidden")
    assert done.piece("w").facing == (90.0 if reached else 270.0)
