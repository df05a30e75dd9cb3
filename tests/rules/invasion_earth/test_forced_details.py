"""Forced acts, loose objects and ground in detail, each condition by itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.actions.assault_actions import assault
from battlesim.rulesets.invasion_earth.assault.aftermath import settle_combat
from battlesim.rulesets.invasion_earth.attack.area_points import ask_centre
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.forced import fear, impetuous, straight_runs, stupidity
from battlesim.rulesets.invasion_earth.sighting.sightings import is_sighted
from battlesim.rulesets.invasion_earth.waiting.zones import is_waiting_shot_prevented
from battlesim.table.events import DiceRolled
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Off
from battlesim.table.units import Unit
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    ENEMY,
    NORTH,
    OWN,
    SLR,
    at,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    wall,
)

OGRON, CYBERMAN, CANNON = "ogron", "cyberman", "special_weapons_dalek"


def run_step(state: Battle, step: str, dice: tuple[int, ...] = (), **answers: Any) -> ScriptResult:
    return perform(state, lambda p: run_start_step(p, step), answers, list(dice))


@pytest.mark.rule("IE-STU-01", "IE-STU-04", "IE-STU-05", "IE-STU-12", "IE-GAP-91")
@pytest.mark.parametrize(
    ("kind", "marks", "game", "without", "due"),
    [
        (OGRON, {}, {}, (), True),
        (SLR, {}, {}, (), False),
        (OGRON, {}, {}, ("stupidity",), False),
        (OGRON, {}, {"passed": ("stupidity of unit",)}, (), False),
        (OGRON, {"stupid": 1}, {"passed": ("stupidity of unit",)}, (), True),
        (OGRON, {"stupid": 3}, {}, (), False),
        (OGRON, {"stupid": 3}, {"queue": ("o",)}, (), True),
    ],
)
def test_when_stupidity_is_due(kind, marks, game, without, due) -> None:  # type: ignore[no-untyped-def]
    state = battle(model(kind, "o", 0, 0, **marks), enemy(SLR, "e", 0, 20), without=without, **game)
    assert stupidity.is_due(state) == due


@pytest.mark.rule("IE-STU-02", "IE-STU-03", "IE-STU-04", "IE-GAP-91")
def test_each_detachment_checks_for_itself() -> None:
    """One Ogron of two in the second detachment is stupid already."""
    pieces = [model(OGRON, key, 3.0 * k, 0) for k, key in enumerate(("a", "b", "c", "d"))]
    pieces[3] = pieces[3].with_mark("stupid", 3)
    second = UnitId("second")
    pieces[2:] = [msgspec.structs.replace(piece, unit=second) for piece in pieces[2:]]
    state = battle(*pieces, enemy(SLR, "e", 0, 20), starts=True)
    state = state.with_table(state.table.with_units(Unit(second, "second", pieces[2].side, "detachment")))
    first = run_step(state, "stupidity", (2,), stupid=[("a",)])
    assert [option.key for option in first.first_decision("stupid").options] == ["a", "b"]  # type: ignore[attr-defined]
    assert first.state.game.queue == ("a",)
    done = first.state.with_game(queue=())
    alone = run_step(done, "stupidity", (2,))
    assert alone.asked[0].what != "stupid" and alone.state.game.queue == ("c",)


@pytest.mark.rule("IE-GAP-91", "IE-STU-06")
def test_a_model_that_is_gone_reacts_no_more() -> None:
    state = battle(model(OGRON, "o", 0, 0), enemy(SLR, "e", 0, 20), starts=True, queue=("gone",))
    assert run_step(state, "stupidity").state.game.queue == ()
    both = state.with_game(queue=("gone", "o"))
    assert run_step(both, "stupidity", (6,)).state.game.acted == ("o",)


@pytest.mark.rule("IE-GAP-89", "IE-STU-03", "IE-STU-06", "IE-GAP-90")
@pytest.mark.parametrize(
    ("others", "die", "asked", "queue"),
    [(3, 1, True, ("o", "b0")), (1, 1, False, ("o", "b0")), (2, 2, False, ("o", "b0", "b1"))],
)
def test_how_many_catch_stupidity(others: int, die: int, asked: bool, queue: tuple[str, ...]) -> None:
    pieces = [model(OGRON, f"b{k}", 3.0 + 3 * k, 0) for k in range(others)]
    state = battle(model(OGRON, "o", 0, 0), *pieces, enemy(SLR, "e", 0, 20), starts=True, queue=("o",))
    done = run_step(state, "stupidity", (1, die), **({"stupid": [("b0",)]} if asked else {}))
    assert done.state.game.queue == queue and bool(done.decisions_with_key("stupid")) == asked


@pytest.mark.rule("IE-STU-06", "IE-GAP-90")
def test_a_model_of_another_detachment_catches_nothing() -> None:
    other = msgspec.structs.replace(model(OGRON, "b", 3, 0), unit=UnitId("second"))
    state = battle(model(OGRON, "o", 0, 0), other, enemy(SLR, "e", 0, 20), starts=True, queue=("o",))
    done = run_step(state, "stupidity", (1,))
    assert done.state.game.acted == ("o",) and done.state.game.queue == ()


@pytest.mark.rule("IE-STU-08", "IE-STU-04", "IE-GAP-90")
@pytest.mark.parametrize(
    ("y", "block", "dice", "end"),
    [
        (8.0, (), (6, 1), (0, 6.875)),
        (8.2, (), (), (0, 7)),
        (6.0, ("high", 3.0, 1.5), (), (0, 2.375)),
        (6.0, ("low", 3.0, 0.75), (), (0, 2.375)),
        (3.6, ("low", 2.5, 0.75), (6, 1), (0, 1.485)),
    ],
)
def test_a_stupid_charge_is_straight(
    y: float, block: tuple[Any, ...], dice: tuple[int, ...], end: Any
) -> None:
    """An Ogron goes 7 in fast, neither round a wall nor over it; it may strike across a low one."""
    kinds = {"high": "high_wall", "low": "low_wall"}
    terrain = [wall(block[0], -3, block[1], 3, block[1] + 0.25, block[2], kinds[block[0]])] if block else []
    state = battle(model(OGRON, "o", 0, 0), enemy(SLR, "e", 0, y), terrain=terrain, queue=("o",), starts=True)
    done = run_step(state, "stupidity", (3, *dice))
    assert at(done, "o") == pytest.approx(end, abs=0.06) and is_gone(done, "e") == bool(dice)


@pytest.mark.rule("IE-STU-08", "IE-STU-04")
def test_without_an_enemy_a_stupid_charge_goes_nowhere() -> None:
    state = battle(model(OGRON, "o", 0, 0), queue=("o",), starts=True)
    done = run_step(state, "stupidity", (3,))
    assert at(done, "o") == (0, 0) and done.state.game.acted == ("o",)


@pytest.mark.rule("IE-FEA-10", "IE-FEA-11", "IE-FEA-03", "IE-GAP-100", "IE-GAP-92")
@pytest.mark.parametrize(
    ("marks", "note", "y", "option", "tests"),
    [
        ({}, "", 9.0, "every_turn", True),
        ({"brave": 1}, "", 9.0, "every_turn", False),
        ({}, "", 22.0, "every_turn", True),
        ({"afraid": 1}, "y", -9.0, "every_turn", True),
        ({"afraid": 1}, "y", -9.0, "while_exposed", False),
        ({"afraid": 1}, "gone", -9.0, "every_turn", False),
        ({"fixing": 1}, "y", -9.0, "every_turn", False),
        ({}, "", -9.0, "every_turn", False),
    ],
)
def test_who_must_test_for_fear(marks, note, y, option, tests) -> None:  # type: ignore[no-untyped-def]
    """A wall hides the yeti behind the model."""
    man = model(SLR, "m", 0, 0)
    for name, count in marks.items():
        man = man.with_mark(name, count, note=note)
    high = wall("h", -30, -3, 30, -2.7, 4.0, "high_wall")
    state = battle(man, enemy("yeti", "y", 0, y), terrain=[high], options={"fear_repeat": option})
    assert fear.must_test(state, state.table.piece("m")) == tests


@pytest.mark.rule("IE-GAP-92", "IE-FEA-03")
@pytest.mark.parametrize(
    ("marks", "option", "without", "found"),
    [
        ({}, "immediate", (), ["m"]),
        ({"brave": 1}, "immediate", (), []),
        ({"exposed": 1}, "immediate", (), []),
        ({}, "turn_start", (), []),
        ({}, "immediate", ("fear",), []),
    ],
)
def test_who_is_newly_exposed(marks, option, without, found) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        model(SLR, "m", 0, 0, **marks),
        enemy("yeti", "y", 0, 9),
        options={"fear_timing": option},
        without=without,
    )
    assert [piece.id for piece in fear.newly_exposed(state)] == found


@pytest.mark.rule("IE-FEA-07", "IE-FEA-06")
@pytest.mark.parametrize(
    ("facing", "option", "end"),
    [
        (0.0, "front_half", (0, -8)),
        (1.0, "front_half", (0, 0)),
        (179.0, "front_half", (0, 0)),
        (180.0, "front_half", (0, -8)),
        (90.0, "free", (0, -8)),
    ],
)
def test_a_frightened_model_turns_first_if_it_faces_the_cause(facing: float, option: str, end: Any) -> None:
    man, yeti = model(SLR, "m", 0, 0, facing), enemy("yeti", "y", 0, 9)
    state = battle(man, yeti, options={"movement_facing": option}, starts=True)
    assert at(run_step(state, "fear", (5,)), "m") == end


@pytest.mark.rule("IE-GAP-50")
@pytest.mark.parametrize(("far", "tied"), [(9.0, ["e", "f"]), (9.004, ["e", "f"]), (9.006, ["e"])])
def test_what_is_as_near_as_the_nearest(far: float, tied: list[str]) -> None:
    state = battle(model(OGRON, "o", 0, 0), enemy(SLR, "e", 9, 0), enemy(SLR, "f", -far, 0))
    own = state.table.piece("o")
    others = [state.table.piece(key) for key in ("e", "f")]
    assert [piece.id for piece in straight_runs.nearest_models(state, own, others)] == tied
    assert straight_runs.nearest_models(state, own, []) == []


@pytest.mark.rule("IE-GAP-50")
def test_by_default_a_tie_goes_to_the_first() -> None:
    found = []

    def rules(play):  # type: ignore[no-untyped-def]
        others = [play.state.table.piece(key) for key in ("e", "f")]
        found.append((yield from straight_runs.choose_nearest(play, "o", others)))

    perform(battle(model(OGRON, "o", 0, 0), enemy(SLR, "e", 9, 0), enemy(SLR, "f", -9, 0)), rules)
    assert found == ["e"]


@pytest.mark.rule("IE-IMP-01", "IE-IMP-02", "IE-IMP-03", "IE-SUP-16")
@pytest.mark.parametrize(
    ("game", "without", "y", "forced"),
    [
        ({}, (), 9.0, ["p"]),
        ({"acted": ("p",)}, (), 9.0, []),
        ({"held": {"p": "e"}}, (), 9.0, []),
        ({}, ("impetuous",), 9.0, []),
        ({}, (), -9.0, []),
    ],
)
def test_who_is_forced_to_attack(game, without, y, forced) -> None:  # type: ignore[no-untyped-def]
    high = wall("h", -30, -3, 30, -2.7, 4.0, "high_wall")
    pieces = model("primord", "p", 0, 0), model(SLR, "a", 3, 0), enemy(SLR, "e", 0, y)
    state = battle(*pieces, terrain=[high], without=without, **game)
    assert [piece.id for piece in impetuous.forced_models(state)] == forced


@pytest.mark.rule("IE-IMP-01", "IE-IMP-02", "IE-IMP-03", "IE-SUP-16", "IE-GAP-94")
@pytest.mark.parametrize(
    ("kind", "suppressed", "y", "dice", "end"),
    [
        ("primord", 0, 20.0, (), 10.0),
        ("primord", 2, 20.0, (), 2.0),
        ("primord", 1, 20.0, (), 10.0),
        ("primord", 2, 2.5, (), 1.4),
        ("exxilon_warrior", 2, 9.0, (1,), 0.0),
        ("exxilon_warrior", 2, 22.0, (), 3.0),
    ],
)
def test_what_an_impetuous_model_does(kind, suppressed, y, dice, end) -> None:  # type: ignore[no-untyped-def]
    """Primords have no weapon and go 5, 10 or 2 in; the last gap is a tenth of an inch."""
    marks = {"suppressed": suppressed} if suppressed else {}
    state = battle(model(kind, "p", 0, 0, **marks), enemy(SLR, "e", 0, y), starts=True)
    done = run_step(state, "impetuous", dice)
    assert at(done, "p") == pytest.approx((0, end), abs=0.06) and done.state.game.acted == ("p",)
    assert done.decisions_with_key("forced") == []


@pytest.mark.rule("IE-LIW-06", "IE-LIW-09", "IE-LIW-12", "IE-GAP-77")
@pytest.mark.parametrize(
    ("x", "y", "height", "none"),
    [(0, 9, 0.75, False), (0, 20, 0.75, True), (0, -9, 0.75, True), (0, 9, 4.0, True), (9, 9, 0.75, True)],
)
def test_what_a_waiting_model_cannot_shoot_at(x: float, y: float, height: float, none: bool) -> None:
    """An SMG reaches 18 in, over a low wall, in an arc of 45 degrees."""
    low = wall("low", -3, 4, 3, 4.2, height, "high_wall")
    state = battle(model("unit_trooper_smg", "w", 0, 0, NORTH), enemy(SLR, "e", x, y), terrain=[low])
    own, other = state.table.piece("w"), state.table.piece("e")
    assert is_waiting_shot_prevented(state, own, weapons()["smg"], other) == none


@pytest.mark.rule("IE-STU-04", "IE-STU-05", "IE-STU-12")
@pytest.mark.parametrize(("acted", "reacts"), [((), True), (("o0",), True), (("o0", "o1"), False)])
def test_stupidity_runs_while_one_of_several_still_reacts(acted: tuple[str, ...], reacts: bool) -> None:
    pieces = [model(OGRON, f"o{k}", 3.0 * k, 0, stupid=3) for k in range(2)]
    state = battle(*pieces, model(OGRON, "o2", 9, 0), enemy(SLR, "e", 0, 12), acted=acted)
    assert stupidity.reacts_now(state) == reacts


@pytest.mark.rule("IE-STU-05", "IE-STU-06", "IE-GAP-89", "IE-STU-04")
@pytest.mark.parametrize(("count", "asked"), [(1, True), (2, False), (3, False)])
def test_nobody_is_asked_which_models_become_stupid_if_all_do(count: int, asked: bool) -> None:
    pieces = [model(OGRON, f"o{k}", 3.0 * k, 0) for k in range(2)]
    found: list[tuple[str, ...]] = []

    def name(play):  # type: ignore[no-untyped-def]
        found.append((yield from stupidity._name_models(play, pieces, count)))

    done = perform(battle(*pieces), name, {"stupid": [("o1",)]} if asked else {})
    assert found == [("o1",) if asked else ("o0", "o1")] and bool(done.asked) == asked


@pytest.mark.rule("IE-FEA-03", "IE-FEA-05", "IE-FEA-06", "IE-FEA-07", "IE-FEA-04", "IE-GAP-93", "IE-GAP-100")
@pytest.mark.parametrize(
    ("face", "end", "marks"),
    [
        (3, 0.0, {"brave": 1}),
        (4, 0.0, {"afraid": 1, "frozen": 1}),
        (5, -8.0, {"afraid": 1}),
        (6, 8.0, {"afraid": 1}),
    ],
)
def test_what_each_face_of_fear_does(face: int, end: float, marks: dict[str, int]) -> None:
    """A trooper with its back to the cause, 9 in away between the bases, moves fast by 8 in."""
    state = battle(model(SLR, "m", 0, 0, 270.0), enemy("yeti", "c", 0, 10.25), starts=True)
    done = run_step(state, "fear", (face,))
    assert at(done, "m") == pytest.approx((0, end), abs=0.01)
    found = {name: done.piece("m").mark_count(name) for name in ("brave", "afraid", "frozen")}
    assert {name: count for name, count in found.items() if count} == marks


@pytest.mark.rule("IE-GAP-92", "IE-FEA-03")
@pytest.mark.parametrize(("face", "rolled", "brave"), [(3, 0, True), (4, 4, False), (6, 6, False)])
def test_what_exposure_leaves_to_the_models_own_turn(face: int, rolled: int, brave: bool) -> None:
    state = battle(model(SLR, "m", 0, 0), enemy("yeti", "c", 0, 9), options={"fear_timing": "immediate"})
    done = perform(state, fear.test_exposed, dice=[face])
    own = done.piece("m")
    assert (own.mark_count("rolled_fear"), own.has_mark("brave"), own.has_mark("exposed")) == (
        rolled,
        brave,
        True,
    )


@pytest.mark.rule("IE-FEA-10", "IE-FEA-11", "IE-FEA-04", "IE-GAP-100")
def test_fear_of_nothing_is_no_cause() -> None:
    state = battle(model(SLR, "m", 0, 0).with_mark("afraid", 1), enemy("yeti", "c", 0, 40))
    assert fear._old_cause(state, state.table.piece("m")) == ""


@pytest.mark.rule("IE-IMP-02", "IE-IMP-03", "IE-SUP-16", "IE-GAP-94")
@pytest.mark.parametrize(
    ("marks", "y", "changed"),
    [({}, 12.0, True), ({"suppressed": 2}, 8.0, False)],
    ids=["moved", "suppressed"],
)
def test_an_impetuous_model_fires_worse_after_its_move(
    marks: dict[str, int], y: float, changed: bool
) -> None:
    state = battle(model("exxilon_warrior", "w", 0, 0, **marks), enemy(SLR, "e", 0, y), starts=True)
    (rolled,) = run_step(state, "impetuous", (1,)).events_of(DiceRolled)
    assert ("moved and fired" in [each.words for each in rolled.modifiers]) == changed


@pytest.mark.rule("IE-IMP-03", "IE-SUP-16")
@pytest.mark.parametrize("gone", ["w", "e"])
def test_nobody_shoots_who_is_gone_or_at_who_is_gone(gone: str) -> None:
    pieces = [model("exxilon_warrior", "w", 0, 0), enemy(SLR, "e", 0, 8)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id == gone else p for p in pieces]
    assert perform(battle(*pieces), lambda p: impetuous._shoot(p, "w", "e", moved=False)).events == []


@pytest.mark.rule("IE-GAP-50")
@pytest.mark.parametrize(
    ("phase", "enemies", "decides"),
    [(OWN, True, ENEMY), (OWN, False, ENEMY), (ENEMY, True, ENEMY), (ENEMY, False, ENEMY)],
)
def test_of_two_sides_the_other_decides_a_tie(phase: str, enemies: bool, decides: str) -> None:
    pieces = [model(OGRON, "o", 0, 0), *([enemy(SLR, "e", 0, 9)] if enemies else [])]
    state = battle(*pieces, phase=phase)
    assert straight_runs._deciding_enemy(state, state.table.piece("o")) == decides


@pytest.mark.rule("IE-STU-08", "IE-STU-04", "IE-GAP-90", "IE-GAP-14")
@pytest.mark.parametrize("facing", [90.0, 270.0])
def test_a_stupid_charge_may_begin_with_a_turn(facing: float) -> None:
    state = battle(model(OGRON, "o", 0, 0, facing), enemy(SLR, "e", 0, 6), queue=("o",), starts=True)
    assert is_gone(run_step(state, "stupidity", (3, 6, 1)), "e")


@pytest.mark.rule("IE-GAP-14")
@pytest.mark.parametrize(("facing", "arrives"), [(90.0, True), (270.0, False)])
def test_an_assault_is_not_free_by_default(facing: float, arrives: bool) -> None:
    state = battle(model(SLR, "a", 0, 0, facing), enemy(SLR, "e", 0, 4))
    done = perform(state, lambda p: assault(p, "a", "e"), dice=[6, 1] if arrives else [])
    assert is_gone(done, "e") == arrives and bool(done.events) == arrives


@pytest.mark.rule("IE-GRP-01", "IE-GRP-03", "IE-GRP-09", "IE-ASL-01", "IE-ASL-03")
@pytest.mark.parametrize("gone", ["a", "e"])
def test_a_combat_that_one_did_not_survive_is_not_recorded(gone: str) -> None:
    pieces = [model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 1)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id == gone else p for p in pieces]
    done = perform(battle(*pieces), lambda p: settle_combat(p, "a", "e", "won", True))
    assert done.events == []


@pytest.mark.rule("IE-SIG-04", "IE-GAP-75")
@pytest.mark.parametrize(
    ("without", "sighted", "found"), [(("sighting",), {}, True), ((), {}, False), ((), {"a": ("e",)}, True)]
)
def test_without_the_rules_for_sighting_every_enemy_is_sighted(without, sighted, found) -> None:  # type: ignore[no-untyped-def]
    high = wall("high", -9, 4, 9, 4.25, 3.0, "high_wall")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 9), terrain=[high], without=without)
    state = state.with_game(sightings=sighted)
    assert is_sighted(state, state.table.piece("a"), state.table.piece("e")) == found


@pytest.mark.rule("IE-SUP-07", "IE-GAP-25", "IE-SCV-03", "IE-SCV-02", "IE-SUP-05", "IE-SUP-06")
@pytest.mark.parametrize(("firers", "rule"), [(2, "IE-SUP-05"), (3, "IE-SUP-06")])
def test_the_centre_is_asked_under_the_rule_of_its_template(firers: int, rule: str) -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0), enemy(SLR, "e", 0, 9))
    at_e = state.table.piece("e").xy
    done = perform(state, lambda p: ask_centre(p, {"a": "e", "b": "e"}, firers, "where"), {"centre": at_e})
    assert done.first_decision("centre").rule == rule
