"""The tables of forced acts as players see them, and what runs while a forced act is carried out."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.lookups import fear_test_name
from battlesim.rulesets.invasion_earth.forced import fear, straight_runs, stupidity
from battlesim.rulesets.invasion_earth.forced.result_tables import (
    fear_entries,
    impetuous_table,
    stupidity_entries,
)
from battlesim.rulings.movement import Leg
from battlesim.table.events import MovesAnnounced
from battlesim.table.ids import SideKey
from battlesim.table.result_tables import ResultEntry
from battlesim.table.state import Side
from tests.rules.invasion_earth.field import (
    CENTRE,
    ENEMY,
    SLR,
    at,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    wall,
)

ORDER = ("assault", "shot", "move")


def rules_by_face(entries: list[ResultEntry]) -> dict[int, str]:
    """The rule for each face that has an entry."""
    return {face: entry.rule for entry in entries for face in entry.faces}


@pytest.mark.rule("IE-GAP-90", "IE-STU-10", "IE-STU-11")
@pytest.mark.parametrize(
    ("held", "rules"),
    [
        ({}, ["IE-STU-07", "IE-STU-08", "IE-STU-09", "IE-STU-10", "IE-STU-11"]),
        ({"o": "e"}, ["IE-GAP-90"] * 5),
    ],
)
def test_the_table_of_a_stupid_model(held: dict[str, str], rules: list[str]) -> None:
    state = battle(model("ogron", "o", 0, 0), enemy("yeti", "e", 0, 12), held=held)
    found = rules_by_face(stupidity_entries(state, state.table.piece("o"), 2))
    assert [found[face] for face in range(1, 7)] == ["IE-STU-06", *rules]


@pytest.mark.rule("IE-STU-10", "IE-GAP-90")
@pytest.mark.parametrize(
    ("kind", "marks", "text"),
    [
        (SLR, {"hidden": 1}, "hides here"),
        (SLR, {"camouflage": 1}, "hides here"),
        (SLR, {}, "nothing to hide behind: runs for the edge"),
        ("yeti", {"camouflage": 1}, "nothing to hide behind: runs for the edge"),
    ],
)
def test_who_finds_cover_to_hide_behind(kind: str, marks: dict[str, int], text: str) -> None:
    high = wall("h", -30, 3, 30, 3.25, 4.0, "high_wall")
    state = battle(model(kind, "o", 0, 0, **marks), enemy(SLR, "e", 0, 12), terrain=[high])
    entries = stupidity_entries(state, state.table.piece("o"), 0)
    assert next(entry.text for entry in entries if entry.faces == (5,)) == text


@pytest.mark.rule("IE-STU-06", "IE-GAP-90")
@pytest.mark.parametrize(("others", "spreads"), [(0, False), (1, True)])
def test_a_one_spreads_while_somebody_is_left(others: int, spreads: bool) -> None:
    state = battle(model("ogron", "o", 0, 0), enemy(SLR, "e", 0, 12))
    first = stupidity_entries(state, state.table.piece("o"), others)[0]
    assert str(first.text).startswith("spreads") == spreads


@pytest.mark.rule("IE-GAP-93", "IE-FEA-03")
@pytest.mark.parametrize(
    ("away", "held", "rules"),
    [
        (9.0, {}, ["IE-FEA-06", "IE-FEA-08"]),
        (1.3, {}, ["IE-GAP-93"] * 2),
        (9.0, {"m": "c"}, ["IE-GAP-93"] * 2),
    ],
)
def test_the_table_of_a_frightened_model(away: float, held: dict[str, str], rules: list[str]) -> None:
    state = battle(model(SLR, "m", 0, 0), enemy("yeti", "c", 0, away), held=held)
    found = rules_by_face(fear_entries(state, state.table.piece("m")))
    assert [found[face] for face in range(1, 7)] == [*["IE-FEA-04"] * 3, "IE-FEA-05", *rules]


@pytest.mark.rule("IE-GAP-93", "IE-FEA-03")
@pytest.mark.parametrize(("face", "rule"), [(4, "IE-FEA-05"), (5, "IE-GAP-93"), (6, "IE-GAP-93")])
def test_a_model_in_contact_freezes_or_stays_by_its_face(face: int, rule: str) -> None:
    state = battle(model(SLR, "m", 0, 0), enemy("yeti", "c", 0, 1.3), starts=True)
    done = perform(state, lambda p: run_start_step(p, "fear"), dice=[face])
    rolled = done.events_of(MovesAnnounced)[-1]
    assert rolled.rule == rule and rolled.table and rolled.table.fell == face - 2 - (face == 6)
    assert done.piece("m").has_mark("frozen") == (face == 4)


@pytest.mark.rule("IE-GAP-94")
@pytest.mark.parametrize(("kind", "number"), [("assault", 1), ("shot", 2), ("move", 3)])
def test_the_list_of_an_impetuous_model_marks_what_it_does(kind: str, number: int) -> None:
    table = impetuous_table(ORDER, kind)
    assert (len(table.entries), table.fell) == (3, number)


@pytest.mark.rule("IE-FEA-03", "IE-FEA-04")
def test_a_model_that_grows_brave_is_no_longer_afraid() -> None:
    afraid = model(SLR, "m", 0, 0).with_mark("afraid", 1, note="c")
    state = battle(afraid, enemy("yeti", "c", 0, 9), starts=True)
    done = perform(state, lambda p: run_start_step(p, "fear"), dice=[1])
    assert done.piece("m").has_mark("brave") and not done.piece("m").has_mark("afraid")


@pytest.mark.rule("IE-FEA-03", "IE-GAP-100")
@pytest.mark.parametrize(
    ("mark", "cause", "tested", "acted", "reacts"),
    [
        ("afraid", "c", True, False, True),
        ("afraid", "c", False, False, False),
        ("afraid", "c", True, True, False),
        ("afraid", "gone", True, False, False),
        ("fixing", "c", True, False, False),
    ],
)
def test_fear_runs_while_a_frightened_model_acts(
    mark: str, cause: str, tested: bool, acted: bool, reacts: bool
) -> None:
    man = model(SLR, "m", 0, 0).with_mark(mark, 1, note=cause)
    state = battle(man, enemy("yeti", "c", 0, 9), passed=(fear_test_name("m"),) if tested else ())
    assert fear.reacts_now(state.with_game(acted=("m",) if acted else ())) == reacts


@pytest.mark.rule("IE-STU-04", "IE-STU-05", "IE-STU-12")
@pytest.mark.parametrize(
    ("count", "acted", "reacts"), [(3, False, True), (3, True, False), (1, False, False), (0, False, False)]
)
def test_stupidity_runs_while_a_stupid_model_acts(count: int, acted: bool, reacts: bool) -> None:
    state = battle(model("ogron", "o", 0, 0, stupid=count), enemy(SLR, "e", 0, 12))
    assert stupidity.reacts_now(state.with_game(acted=("o",) if acted else ())) == reacts


@pytest.mark.rule("IE-FEA-09", "IE-FEA-07", "IE-GAP-51")
@pytest.mark.parametrize(("y", "text"), [(3.0, "o runs: 3.0 in north"), (None, "o runs")])
def test_a_forced_run_is_announced_with_its_length(y: float | None, text: str) -> None:
    state = battle(model("ogron", "o", 0, 0), enemy(SLR, "e", 0, 20))
    leg = Leg("o", ((CENTRE, CENTRE), (CENTRE, CENTRE + y))) if y else None
    done = perform(state, lambda p: straight_runs.announce_leg(p, "o", leg, "o runs", (), straight_runs.EDGE))
    (told,) = done.events_of(MovesAnnounced)
    assert str(told.text) == text


@pytest.mark.rule("IE-GAP-51")
@pytest.mark.parametrize(("far", "gone", "end"), [(4.0, True, None), (5.0, True, None), (8.0, False, -17.0)])
def test_a_model_leaves_when_its_base_comes_to_the_edge(far: float, gone: bool, end: float | None) -> None:
    """An Ogron runs 7 in; its base is 1.25 in wide."""
    state = battle(model("ogron", "o", -CENTRE + far, 3), enemy(SLR, "e", 0, 20))
    table = impetuous_table(ORDER, "move")
    done = perform(
        state, lambda p: straight_runs.leave_over_edge(p, "o", 1.0 if end else 7.0, "IE-STU-09", "o", table)
    )
    assert is_gone(done, "o") == gone
    if end:
        assert at(done, "o") == (end, 3)


@pytest.mark.rule("IE-GAP-50")
@pytest.mark.parametrize(("phase", "decides"), [("unit", "third"), ("third", "unit")])
def test_between_enemies_the_side_whose_turn_comes_next_decides(phase: str, decides: str) -> None:
    own = enemy("ogron", "o", 0, 0)
    other = msgspec.structs.replace(enemy(SLR, "f", 0, -9), side=SideKey("third"))
    state = battle(own, other, model(SLR, "e", 0, 9))
    sides = (*state.table.sides, Side(SideKey("third"), "Third", 3))
    state = state.with_table(msgspec.structs.replace(state.table, sides=sides))
    state = state.with_game(phases=("unit", ENEMY, "third"), phase=phase)
    assert straight_runs._deciding_enemy(state, own) == decides
