"""Where a model could strike, as the window shows it."""

from __future__ import annotations

import pytest

from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Region
from battlesim.rulesets.invasion_earth.battle.threats import current_threats, model_threats
from battlesim.rulesets.invasion_earth.core.state import Battle
from tests.rules.invasion_earth.field import CENTRE, EAST, SLR, battle, enemy, model, wall


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


def test_every_weapon_and_the_assault_reach_as_far_as_a_move_takes_them() -> None:
    names = [
        threat.name for threat in model_threats(battle(model(SLR, "w", 0, 0), enemy(SLR, "e", 0, 20)), "w")
    ]
    assert names == ["SLR", "Assault"]
