"""Where a model could strike, as the window shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from battlesim.engine.ruleset import Threat
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Region
from battlesim.rulesets.invasion_earth.battle.threats import current_threats, model_threats
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.table.pieces import Off
from tests.rules.invasion_earth.field import CENTRE, EAST, SLR, battle, enemy, model, wall

MORTAR = "unit_mortar_team"


def holds(region: Region, x: float, y: float) -> bool:
    return any(is_point_in_shape(CENTRE + x, CENTRE + y, shape) for shape in region)


def waiting(mode: str, kind: str = SLR) -> Battle:
    screen = wall("screen", 6, 6, 9, 6.3, 9, "high_wall")
    return battle(model(kind, "w", 0, 0, **{mode: 1}), enemy(SLR, "e", 0, 20), terrain=[screen])


@pytest.mark.rule("IE-LIW-08")
@pytest.mark.parametrize(("x", "y", "inside"), [(0, 12, True), (5.5, 12, False), (0, -5, False)])
def test_a_waiting_model_shows_its_arc(x: float, y: float, inside: bool) -> None:
    (threat,) = model_threats(waiting("waits_to_fire"), "w")
    assert holds(threat.now, x, y) == inside and threat.then == ()


@pytest.mark.rule("IE-LIW-21")
@pytest.mark.parametrize(("x", "y", "inside"), [(4.5, 0, True), (0, -4.5, True), (5.2, 0, False)])
def test_one_that_waits_to_assault_shows_its_reach_all_round(x: float, y: float, inside: bool) -> None:
    (threat,) = model_threats(waiting("waits_to_assault", "cyberman"), "w")
    assert holds(threat.now, x, y) == inside


@pytest.mark.rule("IE-GAP-27")
@pytest.mark.parametrize(("kind", "count"), [("unit_mortar_team", 1), (SLR, 0)])
def test_only_weapons_with_a_fixed_arc_show_one(kind: str, count: int) -> None:
    state = battle(model(kind, "w", 0, 0, EAST), enemy(SLR, "e", 0, 20))
    found = current_threats(state, "w")
    assert len(found) == count
    assert all(holds(threat.now, 12, 0) and not holds(threat.now, 0, 12) for threat in found)


@pytest.mark.rule("IE-GAP-18", "IE-GAP-14", "IE-LIW-08", "IE-GAP-27")
@pytest.mark.parametrize("find", [model_threats, current_threats])
def test_who_is_off_the_table_threatens_nobody(find: Callable[[Battle, str], Sequence[Threat]]) -> None:
    gone = msgspec.structs.replace(model(MORTAR, "w", 0, 0), place=Off("reserve"))
    state = battle(gone, model(MORTAR, "v", 0, 0), enemy(SLR, "e", 0, 20))
    assert (find(state, "w"), find(state, "nobody")) == ((), ()) and find(state, "v")


@pytest.mark.rule("IE-LIW-08", "IE-LIW-21")
@pytest.mark.parametrize("find", [model_threats, current_threats])
@pytest.mark.parametrize(
    ("kind", "mode", "told"),
    [
        (SLR, "waits_to_fire", ("Lies in wait", "32 in", "IE-LIW-08")),
        ("unit_mortar_team", "waits_to_fire", ("Lies in wait", "48 in", "IE-LIW-08")),
        ("exxilon_warrior", "waits_to_fire", ("Lies in wait", "15 in", "IE-LIW-08")),
        ("yeti", "waits_to_fire", ("Lies in wait", "0 in", "IE-LIW-08")),
        ("cyberman", "waits_to_assault", ("Lies in wait to assault", "4 in", "IE-LIW-21")),
    ],
)
def test_a_waiting_model_shows_its_zone_alone(
    find: Callable[[Battle, str], Sequence[Threat]], kind: str, mode: str, told: tuple[str, str, str]
) -> None:
    assert [(one.name, str(one.words), one.rule) for one in find(waiting(mode, kind), "w")] == [told]


@pytest.mark.rule("IE-LIW-08", "IE-LIW-21", "IE-GAP-18")
@pytest.mark.parametrize(("height", "seen"), [(0.9, True), (1.5, False)])
def test_a_zone_ends_where_the_lowest_model_is_out_of_sight(height: float, seen: bool) -> None:
    """The lowest model is 1 in high: behind a wall of 1.5 in an eye at 1.2 in does not see it."""
    low = wall("low", -9, 4, 9, 4.3, height, "high_wall")
    state = battle(model(SLR, "w", 0, 0, waits_to_fire=1), enemy(SLR, "e", 0, 20), terrain=[low])
    (threat,) = model_threats(state, "w")
    assert holds(threat.now, 0, 8) == seen


@pytest.mark.rule("IE-GAP-18", "IE-GAP-14", "IE-LIW-08")
@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        (SLR, [("SLR", "32 in after a move of 4 in"), ("Assault", "0 in after a move of 4 in")]),
        (
            "unit_mortar_team",
            [
                ("Mortar", "48 in"),
                ("Assault", "0 in after a move of 3 in"),
            ],
        ),
    ],
)
def test_heavy_weapons_do_not_move_before_they_fire(kind: str, rows: list[tuple[str, str]]) -> None:
    state = battle(model(kind, "w", 0, 0), enemy(SLR, "e", 0, 20))
    assert [(one.name, str(one.words)) for one in model_threats(state, "w")] == rows


@pytest.mark.rule("IE-GAP-27", "IE-GAP-18")
def test_the_arcs_of_the_weapons_of_all_kinds_show_the_longest_first() -> None:
    archer, arcs = model("exxilon_warrior", "w", 0, 0, EAST), {"fire_arc_own_turn": "all"}
    state = battle(archer, enemy(SLR, "e", 0, 20), options=arcs)
    assert [one.name for one in current_threats(state, "w")] == ["Exxilon bow", "Thrown spear"]


def test_every_weapon_and_the_assault_reach_as_far_as_a_move_takes_them() -> None:
    names = [
        threat.name for threat in model_threats(battle(model(SLR, "w", 0, 0), enemy(SLR, "e", 0, 20)), "w")
    ]
    assert names == ["SLR", "Assault"]
