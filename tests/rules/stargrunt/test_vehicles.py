"""Vehicles: what they are made of, how they move, and who rides in them."""

from __future__ import annotations

import pytest

from battlesim.rulesets.stargrunt.core.profiles import profiles, tables
from battlesim.rulesets.stargrunt.core.vehicles import crew_of, is_vehicle, passengers_of
from tests.rules.stargrunt.field import battle, row, squad
from tests.rules.stargrunt.vehicle_field import aboard, vehicle


@pytest.mark.rule("SG-GAP-88")
@pytest.mark.parametrize(("kind", "size", "crew"), [("scout_car", 1, 2), ("apc", 2, 3), ("tank", 3, 3)])
def test_the_crew_of_a_vehicle_follows_from_its_size(kind, size, crew):
    own = profiles()[kind].vehicle
    assert (own.size, own.crew) == (size, crew)


@pytest.mark.rule("SG-MOV-08")
def test_vehicles_move_twelve_inches_and_roll_a_d12():
    found = tables().mobility["vehicle"]
    assert (found.base, found.die) == (12.0, 12)


def test_a_vehicle_has_its_crew_and_its_passengers_aboard():
    state = battle(vehicle("v", 0, 0), aboard(squad("a", *row(0, 5, 3)), "v1"))
    carrier = state.table.pieces["v1"]
    assert is_vehicle(carrier) and len(crew_of(state, carrier)) == len(passengers_of(state, carrier)) == 3
