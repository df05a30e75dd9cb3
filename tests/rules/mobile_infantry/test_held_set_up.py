"""Before the battle: who is deployed when, where the first Plasma bug may stand, who is on Alert."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.ruleset import Step
from battlesim.rulesets.mobile_infantry import RULESET
from battlesim.rulesets.mobile_infantry.battle import set_up
from battlesim.rulesets.mobile_infantry.battle.rulebook_tables import rulebook_tables
from battlesim.rulesets.mobile_infantry.core.state import (
    MI,
    Battle,
    GameUnit,
    ScheduledArrivals,
    Scoring,
    Site,
)
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Inside, Off
from tests.rules.mobile_infantry.acts import support_act
from tests.rules.mobile_infantry.field import ScriptResult, block, field, perform, piece, rifles, warrior

FIRST = Site(schedule=(ScheduledArrivals("plasma_bug", (1, 0)),))
RESERVE = Off("reserve")


def with_unit(state: Battle, id: str, arrives: int = 0) -> Battle:
    """The same with a unit of the MI that arrives in a turn."""
    units = state.game.units | {id: GameUnit(id, id, MI, "platoon", arrives=arrives)}  # type: ignore[dict-item]
    return state.with_game(units=units)


@pytest.mark.rule("MI-GAP-36")
def test_a_unit_without_models_is_not_deployed() -> None:
    assert set_up.next_step(with_unit(field(rifles("R", 10, 10), turn=0), "L")) == Step("stand_to")


@pytest.mark.rule("MI-GAP-36")
@pytest.mark.parametrize(("arrives", "step"), [(0, None), (2, Step("deploy", ("L",))), (3, None)])
def test_only_a_unit_whose_turn_has_come_is_deployed_late(arrives: int, step: Step | None) -> None:
    state = field(rifles("R", 10, 10), rifles("late", unit="L", place=RESERVE), turn=2)
    assert set_up.late_deployment_step(with_unit(state, "L", arrives)) == step


@pytest.mark.rule("MI-REIN-04", "MI-GAP-37")
@pytest.mark.parametrize(
    ("bugs", "placed"),
    [
        ((), ""),
        ((piece("plasma_bug", "X", place=RESERVE),), "X"),
        ((piece("plasma_bug", "X", 60, 24), piece("plasma_bug", "Y", place=RESERVE)), ""),
        ((warrior("W", place=RESERVE),), ""),
    ],
)
def test_the_first_plasma_bug_is_placed_where_there_is_one_that_waits(bugs: Any, placed: str) -> None:
    assert set_up._first_plasma(field(*bugs, turn=0, site=FIRST)) == placed


@pytest.mark.rule("MI-REIN-04", "MI-GAP-37")
def test_of_two_due_the_one_that_waits_is_placed() -> None:
    bugs = piece("plasma_bug", "X", 60, 24), piece("plasma_bug", "Y", place=RESERVE)
    two = Site(schedule=(ScheduledArrivals("plasma_bug", (2, 0)),))
    assert set_up._first_plasma(field(*bugs, turn=0, site=two)) == "Y"


def placed(*things: Any, at: tuple[float, float]) -> ScriptResult:
    """The first Plasma bug, placed at a point."""
    state = field(piece("plasma_bug", "X", place=RESERVE), *things, turn=0, phase="set_up")
    spot = PiecePlacement("X", *at)
    return perform(
        state, lambda game: RULESET.script(game, Step("place_first_plasma", ("X",))), {"deploy": [(spot,)]}
    )


RADIUS = piece("plasma_bug", "X").radius


@pytest.mark.rule("MI-GAP-37")
@pytest.mark.parametrize("x", [RADIUS, 72 - RADIUS])
@pytest.mark.parametrize("y", [RADIUS, 48 - RADIUS])
def test_the_first_plasma_bug_may_stand_in_any_corner(x: float, y: float) -> None:
    assert placed(at=(x, y)).piece("X").xy == (x, y)


@pytest.mark.rule("MI-GAP-37")
def test_who_is_not_on_the_table_keeps_the_first_plasma_bug_from_nowhere() -> None:
    assert placed(rifles("R", place=RESERVE), at=(40, 24)).piece("X").xy == (40, 24)


@pytest.mark.rule("MI-GAP-37")
@pytest.mark.parametrize(("beyond", "able"), [(0.0, True), (-0.01, False)])
def test_the_first_plasma_bug_keeps_24_inches_from_the_house_that_somebody_is_in(
    beyond: float, able: bool
) -> None:
    house, x = block("building", "B", 10, 20, 14, 24), 14 + 24 + RADIUS + beyond

    def act() -> bool:
        return placed(house, rifles("S", place=Inside("B")), at=(x, 22)).piece("X").xy == (x, 22)

    if able:
        assert act()
    else:
        with pytest.raises(AssertionError, match="at least 24 in is required"):
            act()


@pytest.mark.rule("MI-GAP-37", "MI-GAP-36")
@pytest.mark.parametrize(("kind", "able"), [("crater", True), ("rocks", False)])
def test_what_the_first_plasma_bug_may_stand_on(kind: str, able: bool) -> None:
    def act() -> bool:
        return placed(block(kind, "K", 30, 20, 40, 30), at=(35, 25)).piece("X").xy == (35, 25)

    if able:
        assert act()
    else:
        with pytest.raises(AssertionError, match="deploy"):
            act()


@pytest.mark.rule("MI-GAP-09")
def test_each_who_is_not_yet_on_alert_is_marked_once() -> None:
    state = field(rifles("R", 10, 10), rifles("S", 12, 10, marks=["alert"]), warrior("W", 40, 10), turn=0)
    done = perform(state, lambda game: RULESET.script(game, Step("stand_to")))
    (event,) = done.events_of(MarksChanged)
    assert event.parts == (MarkChange("R", "alert", 0, 1), MarkChange("W", "alert", 0, 1))


def table(title: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table of figures."""
    rows = next(found.rows for found in rulebook_tables() if title in found.title)
    return tuple(tuple(map(str, row)) for row in rows)


@pytest.mark.rule("MI-REIN-01", "MI-REIN-02", "MI-REIN-03", "MI-REIN-04")
def test_reinforcements_are_told_turn_by_turn() -> None:
    assert table("MI-REIN-01") == (
        ("Warriors", "0", *["all"] * 8),
        ("Hoppers", "0", "10", "0", "10", "0", "10", "0", "10", "10"),
        ("Tankers", "0", "1", "0", "0", "1", "0", "0", "1", "1"),
        ("Plasma bugs", "1", "0", "1", "0", "1", "0", "1", "0", "1"),
    )


@pytest.mark.rule("MI-GAP-33", "MI-GAP-34")
def test_units_are_told_with_their_models_and_the_forces_that_have_them() -> None:
    rows = {row[0]: row[1:] for row in table("MI-GAP-33")}
    assert rows["Company HQ"] == ("1 x Command Team, 1 x Rifle Squad", "company, three_platoons, platoon")
    assert rows["Light Mech"] == ("1 x Light Mech", "platoon")
    assert table("MI-GAP-34")[1] == ("standard", "platoon", "10 x Warrior, 4 x Hopper, 1 x Plasma bug")


@pytest.mark.rule("MI-GAP-29", "MI-GAP-33", "MI-GAP-34")
@pytest.mark.parametrize(
    ("title", "row"),
    [
        ("What a search finds", ("2", "nothing")),
        ("Units of", ("Light Mech", "1 x Light Mech", "platoon")),
        ("Models of", ("standard", "platoon", "10 x Warrior, 4 x Hopper, 1 x Plasma bug")),
        ("Weapons", ("Grenades", "Rifle Squad", "xD6+2", "6 in", "Slow")),
        ("Weapons", ("Autocannons", "Light Mech, Viking", "4D6+2", "30 in", "Arc(F), Piercing(2), React")),
        ("Weapons", ("Laser Cannon, Sweeping", "Heavy Mech", "6D10", "unlimited", "Arc(F)")),
        ("Weapons", ("Heavy Rockets", "Heavy Mech", "1D6+3", "30 in", "AoE(2x3 in), Piercing(1), Slow")),
        ("Weapons", ("HE Warhead", "Missile Team", "1D6+2", "60 in", "AoE(3 in), Slow")),
        ("Weapons", ("Mandibles", "Burrower", "3D10", "contact (CQ)", "Piercing(2)")),
        ("Weapons", ("Bite", "Warrior", "1D10", "contact (CQ)", "Piercing(1), React")),
        ("Terrain", ("rocks", "2 in", "-", "-", "-", "stops ground movement")),
        ("Terrain", ("tunnel entrance", "0.5 in", "-", "-", "-", "hard cover")),
    ],
)
def test_a_row_of_the_figures_is_what_is_played_by(title: str, row: tuple[str, ...]) -> None:
    assert row in table(title)


@pytest.mark.rule("MI-GAP-29", "MI-GAP-33", "MI-GAP-34")
def test_all_that_a_weapon_or_a_piece_of_terrain_does_is_in_its_row() -> None:
    said = {row[0]: row[-1] for title in ("Weapons", "Terrain") for row in table(title)}
    assert said["Heavy Machine Gun"] == "Arc(F), Piercing(1), React, Ready, 2 dice after a move"
    assert said["Plasma Artillery, Airburst"] == (
        "AoE(3 in), Piercing(1), Scatter(D10), Slow, Ready, Persistent"
    )
    assert said["Napalm"] == "AoE(2x3 in), Flame, Persistent, 2 carried"
    assert said["building"] == (
        "stops ground movement, hard cover, 2 in to enter, room for 12 HP, destroyed: a ruin"
    )
    assert said["wall"] == "hard cover, 2 in more to climb over, 2 in to man it, destroyed: a breach"
    assert said["crater"] == "an inch of path costs 2 in, obscures whose base overlaps it"


@pytest.mark.rule("MI-GAP-33", "MI-GAP-34")
def test_every_cell_of_a_table_says_something_and_lists_nothing_empty() -> None:
    cells = [cell for found in rulebook_tables() for row in found.rows for cell in row]
    assert all(cells) and not [cell for cell in cells if ", ," in str(cell) or str(cell).startswith(", ")]


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(
    ("scoring", "wished"),
    [
        (Scoring(survivors_score=True, dead_per_point=2, point_for_dead=1), True),
        (Scoring(survivors_score=True, dead_per_point=4, point_for_dead=3), False),
        (Scoring(survivors_score=False, dead_per_point=10, point_for_dead=1), False),
        (Scoring(survivors_are_humans=True, humans_per_point=5, dead_per_point=5, point_for_dead=1), True),
        (Scoring(survivors_are_humans=True, humans_per_point=5, dead_per_point=5, point_for_dead=2), False),
        (Scoring(survivors_are_humans=True, humans_per_point=2, dead_per_point=1, point_for_dead=1), False),
    ],
)
def test_people_are_searched_for_where_the_living_bring_what_the_dead_cost(
    scoring: Scoring, wished: bool
) -> None:
    assert (
        search_wished(field(rifles("R", 20, 20), warrior("W", 40, 40), site=Site(scoring=scoring))) is wished
    )


DEAR = Site(scoring=Scoring(survivors_score=False))


@pytest.mark.rule("MI-GAP-12")
@pytest.mark.parametrize(
    ("before_last", "bug", "wished"), [(0, True, True), (1, True, False), (1, False, True)]
)
def test_people_left_hidden_are_searched_for_in_the_last_turn_or_when_nobody_hunts(
    before_last: int, bug: bool, wished: bool
) -> None:
    hunters = [warrior("W", 40, 40)] if bug else [piece("tunneling_marker", "M", 40, 40)]
    state = field(rifles("R", 20, 20), *hunters, site=DEAR)
    last = state.game.parameters.turns
    assert search_wished(state.with_game(turn=last - before_last)) is wished


def search_wished(state: Battle) -> bool:
    """Whether an automated player wishes for a search."""
    chosen = support_act("search:R:V1")
    return support_acts.SUPPORT_ACTS["search"].score(state, chosen) is not None
