"""FIX: repairs take effect a turn later, unless they are disturbed."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.actions.repairs import (
    can_fix,
    is_fixer,
    patient_options,
    perform_fix,
    why_cannot_fix,
)
from battlesim.rulesets.invasion_earth.attack import shooting
from battlesim.rulesets.invasion_earth.attack.damage import apply_damage
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.table.events import MarksChanged
from battlesim.table.pieces import OnTable
from tests.rules.invasion_earth.field import (
    CENTRE,
    DALEK,
    ENEMY,
    SLR,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    play,
)

ENGINEER, TEAM, QUARK = "unit_engineer", "unit_bazooka_team", "quark"


def fixing(patient_hits: int = 1, gap: float = 0.0) -> Battle:
    team = model(TEAM, "t", 0, 1.3 + gap, hits=patient_hits)
    return battle(model(ENGINEER, "f", 0, 0), team, enemy(SLR, "e", 0, 12))


@pytest.mark.rule("IE-FIX-01", "IE-FIX-03")
@pytest.mark.parametrize(
    ("hits", "gap", "why"),
    [(1, 0.0, ""), (2, 0.0, "it has lost no HITS"), (1, 0.5, "not in base contact")],
)
def test_an_engineer_repairs_a_damaged_team_in_contact(hits: int, gap: float, why: str) -> None:
    state = fixing(hits, gap)
    assert why_cannot_fix(state, state.table.piece("f")) == why


@pytest.mark.rule("IE-FIX-03", "IE-FIX-04", "IE-FIX-06", "IE-FIX-02")
def test_a_repair_uses_up_both_actions_and_gives_one_hit_later() -> None:
    done = perform(fixing(), lambda p: perform_fix(p, "f"), {"fix": "t"})
    assert done.state.game.acted == ("t",) and done.piece("t").hits == 1
    later = perform(done.state, lambda p: run_start_step(p, "repairs"))
    assert later.piece("t").hits == 2 and not later.piece("f").has_mark("fixing")


@pytest.mark.rule("IE-FIX-05")
@pytest.mark.parametrize(("target", "hits"), [("f", 1), ("t", 2)])
def test_an_attack_on_the_fixer_disturbs_the_repair(target: str, hits: int) -> None:
    begun = perform(fixing(), lambda p: perform_fix(p, "f"), {"fix": "t"}).state.with_game(phase=ENEMY)
    shot = shooting.shot_at(begun, "e", shooting.ShotAct("slr"), target)
    shot_at = perform(begun, lambda p: shooting.resolve_shot(p, shot), dice=[1]).state.with_game(phase="unit")
    assert perform(shot_at, lambda p: run_start_step(p, "repairs")).piece("t").hits == hits


@pytest.mark.rule("IE-FIX-01")
def test_a_quark_repairs_itself() -> None:
    state = battle(model(QUARK, "q", 0, 0, hits=1), model(QUARK, "r", 1, 0, hits=1))
    done = perform(state, lambda p: perform_fix(p, "q"), {"fix": "q"})
    assert perform(done.state, lambda p: run_start_step(p, "repairs")).piece("q").hits == 2


@pytest.mark.rule("IE-FIX-07")
def test_nothing_is_repaired_beyond_its_full_hits() -> None:
    state = battle(model(QUARK, "q", 0, 0), model(QUARK, "r", 9, 0), enemy(SLR, "e", 0, 12))
    assert why_cannot_fix(state, state.table.piece("q")) == "it has lost no HITS"


@pytest.mark.rule("IE-GAP-43")
def test_a_crew_is_one_model_until_its_last_hit() -> None:
    state = battle(model("unit_mortar_team", "m", 0, 0, hits=1), enemy(SLR, "e", 0, 12))
    shot = shooting.shot_at(state, "m", shooting.ShotAct("mortar"), "e")
    assert (shot.weapon.damage, shot.weapon.blast) == (2, "medium")
    assert is_gone(perform(state, lambda p: apply_damage(p, "m", 1, "e")), "m")


@pytest.mark.rule("IE-GAP-44")
def test_a_weapon_fires_in_every_turn() -> None:
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 9, 0), enemy(DALEK, "e", 0, 12), turn=7)
    assert "fire" in open_actions(state, "a")
    done = play(state, ["a", "fire", "slr:e"], [1])
    assert "a" in done.state.game.acted


def repairing_turns(count: int, option: str) -> int:
    """The HITS of a Quark that repairs itself in so many turns, as the turn after them begins."""
    state = battle(model(QUARK, "q", 0, 0, hits=1), enemy(SLR, "e", 0, 12), options={"fix_turns": option})
    for _ in range(count):
        state = perform(state, lambda p: perform_fix(p, "q"), {"fix": "q"}).state
        state = perform(state, lambda p: run_start_step(p, "repairs")).state
    return state.table.piece("q").hits


@pytest.mark.rule("IE-GAP-97")
@pytest.mark.option("fix_turns", "one_turn", "two_turns")
@pytest.mark.parametrize(
    ("option", "turns", "hits"), [("one_turn", 1, 2), ("two_turns", 1, 1), ("two_turns", 2, 2)]
)
def test_a_repair_takes_two_turns_by_option(option: str, turns: int, hits: int) -> None:
    assert repairing_turns(turns, option) == hits


@pytest.mark.rule("IE-GAP-97")
def test_a_repair_that_is_broken_off_begins_anew() -> None:
    state = battle(
        model(QUARK, "q", 0, 0, hits=1), enemy(SLR, "e", 0, 12), options={"fix_turns": "two_turns"}
    )
    state = perform(state, lambda p: perform_fix(p, "q"), {"fix": "q"}).state
    for _ in range(2):
        state = perform(state, lambda p: run_start_step(p, "repairs")).state
    assert state.table.piece("q").hits == 1 and not state.table.piece("q").has_mark("fixing")


@pytest.mark.rule("IE-FIX-02", "IE-FIX-03", "IE-GAP-97", "IE-FIX-04", "IE-FIX-06")
@pytest.mark.parametrize(
    ("count", "note", "after"), [(0, "", 1), (1, "t", 1), (2, "t", 3), (2, "u", 1), (0, "t", 1)]
)
def test_a_second_turn_of_a_repair_is_one_on_the_same_model(count: int, note: str, after: int) -> None:
    fixer = model(ENGINEER, "f", 0, 0).with_mark("fixing", count, note=note)
    teams = model(TEAM, "t", 0, 1.3, hits=1), model(TEAM, "u", 0, -1.3, hits=1)
    done = perform(battle(fixer, *teams), lambda p: perform_fix(p, "f"), {"fix": "t"})
    assert done.piece("f").mark_count("fixing") == after


@pytest.mark.rule("IE-GAP-97", "IE-FIX-04", "IE-FIX-06")
@pytest.mark.parametrize(
    ("option", "count", "left", "hits"),
    [("one_turn", 1, 0, 2), ("two_turns", 1, 2, 1), ("two_turns", 2, 0, 1), ("two_turns", 3, 0, 2)],
)
def test_what_a_repair_has_come_to_as_a_turn_begins(option: str, count: int, left: int, hits: int) -> None:
    fixer = model(ENGINEER, "f", 0, 0).with_mark("fixing", count, note="t")
    idle, team = model(ENGINEER, "g", 9, 0), model(TEAM, "t", 0, 1.3, hits=1)
    done = perform(
        battle(fixer, idle, team, options={"fix_turns": option}), lambda p: run_start_step(p, "repairs")
    )
    assert (done.piece("f").mark_count("fixing"), done.piece("t").hits) == (left, hits)
    assert {change.piece for event in done.events_of(MarksChanged) for change in event.parts} == {"f"}


@pytest.mark.rule("IE-FIX-04", "IE-FIX-06")
def test_a_model_that_has_all_its_hits_again_gains_none() -> None:
    fixer = model(ENGINEER, "f", 0, 0).with_mark("fixing", 1, note="t")
    done = perform(battle(fixer, model(TEAM, "t", 0, 1.3)), lambda p: run_start_step(p, "repairs"))
    assert done.piece("t").hits == 2


@pytest.mark.rule("IE-FIX-07", "IE-FIX-03")
@pytest.mark.parametrize(
    ("y", "hits", "acted", "why"),
    [
        (1.3, 1, (), ""),
        (1.3, 2, (), "it has lost no HITS"),
        (2.0, 1, (), "not in base contact"),
        (1.3, 1, ("t",), "it has acted in this turn"),
    ],
)
def test_why_a_team_is_not_repaired(y: float, hits: int, acted: tuple[str, ...], why: str) -> None:
    state = battle(model(ENGINEER, "f", 0, 0), model(TEAM, "t", 0, y, hits=hits), acted=acted)
    (option,) = patient_options(state, state.table.piece("f"))
    assert option.shut == why and option.by == ("f",)


@pytest.mark.rule("IE-FIX-07", "IE-FIX-01")
@pytest.mark.parametrize(("hits", "why"), [(1, ""), (2, "it has lost no HITS")])
def test_a_model_that_repairs_itself_needs_no_contact(hits: int, why: str) -> None:
    state = battle(model(QUARK, "q", 0, 0, hits=hits), acted=("q",))
    (option,) = patient_options(state, state.table.piece("q"))
    assert option.shut == why


@pytest.mark.rule("IE-FIX-01", "IE-FIX-02")
@pytest.mark.parametrize(
    ("fixer", "patient", "able"),
    [(ENGINEER, TEAM, True), (ENGINEER, SLR, False), (QUARK, QUARK, False), ("dominator", QUARK, True)],
)
def test_who_repairs_whom(fixer: str, patient: str, able: bool) -> None:
    assert can_fix(model(fixer, "f", 0, 0), model(patient, "t", 3, 0)) == able


@pytest.mark.rule("IE-FIX-01", "IE-FIX-02")
@pytest.mark.parametrize(
    ("kind", "without", "z", "listed"),
    [
        (ENGINEER, (), 0.0, True),
        (ENGINEER, ("fix",), 0.0, False),
        (ENGINEER, (), 4.0, False),
        (SLR, (), 0.0, False),
    ],
)
def test_whose_list_has_repairs(kind: str, without: tuple[str, ...], z: float, listed: bool) -> None:
    own = msgspec.structs.replace(model(kind, "f", 0, 0), place=OnTable(CENTRE, CENTRE, 90.0, z))
    assert is_fixer(battle(own, without=without), own) == listed


@pytest.mark.rule("IE-FIX-01", "IE-FIX-02")
def test_one_model_that_can_be_repaired_is_enough() -> None:
    pieces = model(ENGINEER, "f", 0, 0), model(TEAM, "s", 9, 0), model(TEAM, "t", 0, 1.3, hits=1)
    assert why_cannot_fix(battle(*pieces), pieces[0]) == ""
    assert why_cannot_fix(battle(pieces[0]), pieces[0]) == "there is nothing that it can repair"
