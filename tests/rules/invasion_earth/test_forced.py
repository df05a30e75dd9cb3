"""Stupidity, fear, impetuous models."""

from __future__ import annotations

import pytest

from battlesim.engine.moment_choice import LET_PASS
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.forced import fear, impetuous, stupidity
from battlesim.rulings.movement import Leg
from battlesim.table.events import MovesAnnounced
from battlesim.testing.script import ScriptResult
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    NORTH,
    SLR,
    SOUTH,
    WEST,
    at,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    play,
    rolls,
    wall,
)

OGRON, AUTON, PRIMORD, WARRIOR = "ogron", "auton", "primord", "exxilon_warrior"


def ogrons(count: int, **more) -> list:  # type: ignore[no-untyped-def, type-arg]
    return [model(OGRON, f"o{k}", 3.0 * k, 0, **more) for k in range(count)]


def run_stupidity(state: Battle, answers=None, dice=()) -> ScriptResult:  # type: ignore[no-untyped-def]
    """Run the stupidity of a turn to its end."""

    def whole(play):  # type: ignore[no-untyped-def]
        while stupidity.is_due(play.state):
            yield from run_start_step(play, "stupidity")

    return perform(state, whole, answers or {}, dice)


def react(face: int, *more, dice=(), answers=None, o=(0.0, 0.0), **options) -> ScriptResult:  # type: ignore[no-untyped-def]
    """An Ogron fails its check and rolls this reaction."""
    state = battle(model(OGRON, "o", *o), *more, starts=True, **options)
    return run_stupidity(state, answers, [1, face, *dice])


@pytest.mark.rule("IE-STU-04", "IE-STU-01", "IE-STU-03")
@pytest.mark.parametrize(("die", "passed"), [(3, True), (2, False)])
def test_a_detachment_checks_with_one_die(die: int, passed: bool) -> None:
    state = battle(*ogrons(3), enemy(SLR, "e", 0, 20), starts=True)
    done = run_stupidity(state, {} if passed else {"stupid": [("o1",)]}, [die] if passed else [die, 6])
    assert len(rolls(done)) == (1 if passed else 2)
    assert done.piece("o1").has_mark("stupid") != passed


@pytest.mark.rule("IE-STU-05", "IE-STU-11")
def test_the_owner_names_the_model_and_the_others_act_freely() -> None:
    done = run_stupidity(battle(*ogrons(4), starts=True), {"stupid": [("o2",)]}, [1, 6])
    assert done.state.game.acted == ("o2",) and "move" in open_actions(done.state, "o1")


@pytest.mark.rule("IE-STU-06", "IE-GAP-89")
def test_stupidity_is_contagious() -> None:
    answers = {"stupid": [("o0",), ("o1", "o2")]}
    done = run_stupidity(battle(*ogrons(5), starts=True), answers, [1, 1, 2, 6, 6, 6])
    assert set(done.state.game.acted) == {"o0", "o1", "o2"}


@pytest.mark.rule("IE-STU-06", "IE-GAP-89")
def test_with_nobody_left_a_one_counts_as_six() -> None:
    done = react(1, enemy(SLR, "e", 0, 9))
    assert done.state.game.acted == ("o",) and at(done, "o") == (0, 0)


@pytest.mark.rule("IE-STU-07", "IE-GAP-90", "IE-SUP-16", "IE-STU-04")
@pytest.mark.option("stupid_target", "closest", "closest_hittable")
@pytest.mark.parametrize(
    ("option", "screened", "struck"),
    [("closest", False, "f"), ("closest", True, ""), ("closest_hittable", True, "e")],
)
def test_it_fires_at_the_closest_model_friend_or_foe(option: str, screened: bool, struck: str) -> None:
    screen = (wall("w", 1.5, -3, 2.0, 3, 4.0, "building"),) if screened else ()
    friend, foe = model(OGRON, "f", 4.25, 0), enemy(SLR, "e", 0, 6.6)
    dice = {"f": [4, 1], "e": [4], "": []}[struck]
    state = battle(
        model(OGRON, "o", 0, 0), friend, foe, terrain=screen, options={"stupid_target": option}, starts=True
    )
    done = run_stupidity(state, {"stupid": [("o",)]}, [1, 2, *dice])
    assert done.piece("f").hits == (0 if struck == "f" else 2) or is_gone(done, "f")
    assert is_gone(done, "e") == (struck == "e")


@pytest.mark.rule("IE-STU-08", "IE-STU-04", "IE-GAP-90")
@pytest.mark.parametrize(("away", "dice", "end"), [(6.5, [6, 1], 6.5), (9.0, [], 7.0)])
def test_it_charges_the_nearest_enemy(away: float, dice: list[int], end: float) -> None:
    done = react(3, enemy(SLR, "e", 0, away + 1.125), dice=dice)
    assert at(done, "o") == (0, end) and is_gone(done, "e") == bool(dice)


@pytest.mark.rule("IE-STU-09", "IE-GAP-51", "IE-STU-04", "IE-GAP-90")
@pytest.mark.parametrize(("x", "gone"), [(-19.0, True), (-14.0, False)])
def test_it_runs_for_the_nearest_edge_and_off_it(x: float, gone: bool) -> None:
    done = react(4, enemy(SLR, "e", 0, 20), o=(x, -4.0))
    assert is_gone(done, "o") == gone
    if not gone:
        assert at(done, "o") == (-21, -4)


@pytest.mark.rule("IE-STU-10", "IE-GAP-90", "IE-STU-04")
@pytest.mark.parametrize(("cover", "hidden"), [(True, True), (False, False)])
def test_it_hides_or_panics(cover: bool, hidden: bool) -> None:
    low = (wall("w", -6, 0.8, 6, 1.05, 1.0), wall("h", -30, 3, 30, 3.25, 4.0, "high_wall"))
    done = react(5, enemy(SLR, "e", 0, 20), terrain=low if cover else ())
    assert done.piece("o").has_mark("hidden") == hidden
    assert (at(done, "o") == (0, 0)) == hidden


@pytest.mark.rule("IE-STU-12", "IE-STU-13")
@pytest.mark.parametrize(("die", "dice", "acted"), [(4, [6], ()), (3, [6], ("o0",))])
def test_a_stupid_model_rolls_to_recover(die: int, dice: list[int], acted: tuple[str, ...]) -> None:
    first, second = ogrons(2)
    state = battle(first.with_mark("stupid", 1), second, starts=True)
    recovered = [die, 6] if die >= 4 else [die, *dice, 6]
    done = run_stupidity(state, {}, recovered)
    assert done.state.game.acted == acted and done.piece("o0").has_mark("stupid") != (die >= 4)


@pytest.mark.rule("IE-GAP-90")
def test_a_held_model_does_nothing_but_roll() -> None:
    done = react(4, enemy("yeti", "y", 0, 1.425), held={"o": "y"}, o=(0.0, 0.0))
    assert at(done, "o") == (0, 0) and done.state.game.acted == ("o",)


def roll_fear(face, facing=SOUTH, cause=AUTON, away=6.0, dice=(), **more) -> ScriptResult:  # type: ignore[no-untyped-def]
    """A rifleman tests his fear of a cause at a gap in front of him."""
    radius = {AUTON: 0.5, "yeti": 0.8}[cause]
    man = model(SLR, "m", 0, 0, facing, **more.pop("marks", {}))
    state = battle(man, enemy(cause, "c", 0, away + 0.5 + radius), starts=True, **more)
    return perform(state, lambda p: run_start_step(p, "fear"), {}, [face, *dice])


@pytest.mark.rule("IE-FEA-03", "IE-FEA-01")
@pytest.mark.parametrize(
    ("kind", "cause", "away", "due"),
    [
        (SLR, AUTON, 8.0, True),
        (SLR, AUTON, 8.1, False),
        (SLR, "yeti", 20.0, True),
        ("doctor", AUTON, 5.0, False),
    ],
)
def test_humans_test_what_frightens_them_near_enough(kind: str, cause: str, away: float, due: bool) -> None:
    radius = {AUTON: 0.5, "yeti": 0.8}[cause]
    state = battle(model(kind, "m", 0, 0), enemy(cause, "c", 0, away + 0.5 + radius), starts=True)
    assert fear.is_due(state) == due


@pytest.mark.rule("IE-FEA-03", "IE-FEA-02")
def test_nobody_fears_what_is_out_of_sight() -> None:
    high = wall("h", -30, 3, 30, 3.25, 4.0, "high_wall")
    state = battle(model(SLR, "m", 0, 0), enemy(AUTON, "c", 0, 6), terrain=[high], starts=True)
    assert not fear.is_due(state)


@pytest.mark.rule("IE-FEA-04", "IE-FEA-10")
def test_a_brave_model_tests_no_more() -> None:
    done = roll_fear(3)
    assert done.piece("m").has_mark("brave") and done.state.game.acted == ()
    assert not fear.is_due(done.state.with_game(passed=()))


@pytest.mark.rule("IE-FEA-05", "IE-FEA-03")
def test_a_frozen_model_misses_its_turn() -> None:
    done = roll_fear(4)
    assert at(done, "m") == (0, 0) and done.state.game.acted == ("m",)


@pytest.mark.rule("IE-FEA-06", "IE-FEA-07", "IE-FEA-03")
@pytest.mark.parametrize(
    ("facing", "end", "turned"), [(SOUTH, (0, -8), 270.0), (NORTH, (0, 0), 270.0), (WEST, (0, -8), 270.0)]
)
def test_a_frightened_model_runs_or_turns_first(
    facing: float, end: tuple[float, float], turned: float
) -> None:
    done = roll_fear(5, facing)
    assert at(done, "m") == end and done.piece("m").facing == turned


@pytest.mark.rule("IE-FEA-08", "IE-FEA-09", "IE-FEA-03", "IE-GAP-93")
@pytest.mark.parametrize(("away", "dice", "end"), [(3.5, [1, 1], 3.5), (7.0, [], 6.9)])
def test_an_insane_model_attacks_or_rushes_at_the_cause(away: float, dice: list[int], end: float) -> None:
    done = roll_fear(6, NORTH, away=away, dice=dice)
    if is_gone(done, "m"):
        assert dice
    else:
        assert at(done, "m") == (0, end)


@pytest.mark.rule("IE-GAP-93")
def test_a_model_in_contact_stays_where_it_is() -> None:
    done = roll_fear(5, away=0.0)
    assert at(done, "m") == (0, 0) and done.state.game.acted == ("m",)


@pytest.mark.rule("IE-GAP-100", "IE-FEA-11")
@pytest.mark.option("fear_repeat", "every_turn", "while_exposed")
@pytest.mark.parametrize(("option", "due"), [("every_turn", True), ("while_exposed", False)])
def test_an_afraid_model_tests_again_by_option_out_of_view(option: str, due: bool) -> None:
    done = roll_fear(4, options={"fear_repeat": option})
    far = done.state.table.with_pieces(enemy(AUTON, "c", 0, 20))
    assert fear.is_due(done.state.with_table(far).with_game(passed=(), acted=())) == due


def act(state: Battle, dice=(), answers=None) -> ScriptResult:  # type: ignore[no-untyped-def]
    return perform(state, lambda p: run_start_step(p, "impetuous"), answers or {}, dice)


@pytest.mark.rule("IE-IMP-02", "IE-IMP-03", "IE-GAP-94", "IE-IMP-01", "IE-SUP-16", "IE-GAP-50")
@pytest.mark.option("impetuous_preference", "assault_first", "rate_first", "fire_first")
@pytest.mark.parametrize(
    ("option", "away", "dice", "end"),
    [
        ("assault_first", 5.0, [6, 1], 5.0),
        ("assault_first", 12.0, [1], 5.0),
        ("assault_first", 22.0, [], 9.0),
        ("rate_first", 12.0, [], 9.0),
        ("fire_first", 5.0, [1], 4.9),
    ],
)
def test_a_warrior_goes_for_the_nearest_enemy_it_sees(option, away, dice, end) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        model(WARRIOR, "w", 0, -10, SOUTH),
        enemy(SLR, "e", 0, away - 9),
        options={"impetuous_preference": option},
        starts=True,
    )
    done = act(state, dice)
    assert at(done, "w") == pytest.approx((0, -10 + end), abs=0.06) and done.state.game.acted == ("w",)
    assert done.events_of(MovesAnnounced)


@pytest.mark.rule("IE-IMP-02")
def test_an_impetuous_model_that_sees_nobody_is_the_players() -> None:
    high = wall("h", -30, 3, 30, 3.25, 4.0, "high_wall")
    state = battle(model(WARRIOR, "w", 0, 0), enemy(SLR, "e", 0, 9), terrain=[high], starts=True)
    assert not impetuous.is_due(state)


@pytest.mark.rule("IE-GAP-94", "IE-SUP-16", "IE-IMP-02", "IE-IMP-03")
def test_a_suppressed_one_fires_or_sneaks() -> None:
    state = battle(model(WARRIOR, "w", 0, -10, suppressed=2), enemy(SLR, "e", 0, -3), starts=True)
    assert at(act(state, [1]), "w") == (0, -10)
    far = battle(model(WARRIOR, "w", 0, -10, suppressed=2), enemy(SLR, "e", 0, 9), starts=True)
    assert at(act(far), "w") == (0, -7)


@pytest.mark.rule("IE-GAP-50")
def test_the_enemy_decides_a_tie() -> None:
    state = battle(model(PRIMORD, "p", 0, 0), enemy(SLR, "a", -4, 0), enemy(SLR, "b", 4, 0), starts=True)
    done = act(state, [6, 1], {"tie": ["b"]})
    assert is_gone(done, "b") and done.decisions_with_key("tie")[0].side == "aliens"


@pytest.mark.rule("IE-GAP-50")
def test_the_owner_decides_the_order_of_forced_models() -> None:
    state = battle(
        model(PRIMORD, "p", 0, 0), model(PRIMORD, "q", 4, 0), enemy(DALEK, "d", 0, 20), starts=True
    )
    done = act(state, [], {"forced": ["q"]})
    assert done.state.game.acted == ("q",)


@pytest.mark.rule("IE-STU-02")
def test_a_check_is_passed_for_one_turn() -> None:
    done = run_stupidity(battle(*ogrons(3), enemy(SLR, "e", 0, 20), starts=True), dice=[3])
    assert {"move", "fire"} <= open_actions(done.state, "o1") | {"fire"}
    later = done.state.with_game(passed=())
    assert stupidity.is_due(later) and not stupidity.is_due(done.state)


@pytest.mark.rule("IE-GAP-91")
@pytest.mark.parametrize(
    ("dice", "asked"), [([4, 2, 6], {"o0", "o1", "o2"}), ([3, 6, 2, 6], {"o0", "o2"})], ids=["free", "stupid"]
)
def test_recovery_comes_before_the_one_check(dice: list[int], asked: set[str]) -> None:
    first, second, third = ogrons(3)
    state = battle(first, second.with_mark("stupid"), third, enemy(SLR, "e", 0, 20), starts=True)
    done = run_stupidity(state, {"stupid": [("o0",)]}, dice)
    question = done.first_decision("stupid")
    assert {option.key for option in question.options} == asked  # type: ignore[attr-defined]


@pytest.mark.rule("IE-GAP-92")
@pytest.mark.option("fear_timing", "turn_start", "immediate")
@pytest.mark.parametrize(("option", "rolled"), [("turn_start", 0), ("immediate", 1)])
def test_a_model_tests_when_the_cause_comes_into_view_by_option(option: str, rolled: int) -> None:
    block = wall("block", 1, 6, 8, 6.25, 1.5, "high_wall")
    yeti, other = enemy("yeti", "e", 4, 12), enemy(SLR, "f", 20, 20)
    leg = (Leg("e", ((CENTRE + 4, CENTRE + 12), (CENTRE + 0, CENTRE + 12))),)
    free = {"movement_facing": "free", "fear_timing": option}
    state = battle(model(SLR, "a", 0, 0), yeti, other, terrain=[block], phase=ENEMY, options=free)
    done = play(state, ["e", "move", leg], [4] * rolled)
    assert len(rolls(done)) == rolled and done.piece("a").has_mark("exposed") == bool(rolled)
    began = play(done.state, ["end"], [] if rolled else [4])
    assert began.state.game.acted == ("a",) or began.piece("a").has_mark("frozen")


@pytest.mark.rule("IE-GAP-92")
def test_a_model_that_has_not_acted_loses_its_present_turn() -> None:
    near = model(SLR, "b", 8, 0)
    state = battle(
        model(SLR, "a", 0, 0),
        near,
        enemy("yeti", "e", 0, 9),
        options={"fear_timing": "immediate"},
        starts=True,
    )
    done = play(state, [], [4, 2])
    assert done.state.game.acted == ("a",) and done.piece("b").has_mark("brave")


@pytest.mark.rule("IE-LIW-08", "IE-STU-08")
@pytest.mark.parametrize(("answer", "shots"), [(0, 1), (LET_PASS, 0)])
def test_a_waiting_enemy_may_shoot_at_a_stupid_charge(answer: int, shots: int) -> None:
    waiting = enemy(SLR, "e", 10, 7, WEST, waits_to_fire=1)
    state = battle(model("ogron", "o", 0, 0), waiting, enemy(SLR, "f", 0, 12), starts=True)
    done = play(state, [{"reaction": answer}], [2, 3] + [1] * shots, until="piece")
    assert rolls(done)[2:] == ["e at o"] * shots and at(done, "o") == (0, 7)
