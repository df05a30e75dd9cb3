"""A battle on a table that is all one hill is the same battle: nothing forgets the height of the ground."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.players.random_player import RandomPlayer
from battlesim.table.levels import middle_level, raised_terrain
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground, Terrain
from battlesim.testing.played_battles import PlayedBattle, play_battle
from tests.contract.cases import CASES

PLATE_HEIGHT_IN, ANSWERS = 2.0, 30


def on_a_plate(state: AnyState) -> AnyState:
    """Lift everything on the table by relief under the whole of it."""
    ground = state.table.ground
    ring = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    plate = Terrain("plate", "hill", (ring,), PLATE_HEIGHT_IN, traits=("area", "relief"))
    terrain = (plate, *(raised_terrain(each, PLATE_HEIGHT_IN) for each in ground.terrain))
    pieces = {key: lifted(piece, PLATE_HEIGHT_IN) for key, piece in state.table.pieces.items()}
    raised = msgspec.structs.replace(ground, terrain=terrain)
    return state.with_table(msgspec.structs.replace(state.table, ground=raised, pieces=pieces))


def lifted(piece: Piece, by: float) -> Piece:
    if not isinstance(piece.place, OnTable):
        return piece
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, z=piece.place.z + by))


def history(battle: PlayedBattle) -> list[str]:
    asked = [f"{type(played.decision).__name__} {played.decision.what}" for played in battle.decisions]
    return [*asked, *(f"{type(event).__name__} {event.rule}" for event in battle.events)]


@pytest.mark.parametrize("key", CASES)
def test_a_battle_on_a_plate_is_the_same_battle(key: str) -> None:
    case = msgspec.structs.replace(CASES[key](), answers=ANSWERS)
    plain = play_battle(case, RandomPlayer())
    high = play_battle(msgspec.structs.replace(case, state=on_a_plate(case.state)), RandomPlayer())
    assert history(high) == history(plain)
    assert middle_level(high.state.table.ground, high.state.table.terrain("plate").rings) == PLATE_HEIGHT_IN
    low = {name: lifted(piece, -PLATE_HEIGHT_IN) for name, piece in high.state.table.pieces.items()}
    assert low == plain.state.table.pieces


@pytest.mark.parametrize("key", CASES)
def test_ground_of_any_kind_is_in_the_way_of_nobody(key: str) -> None:
    case = CASES[key]()
    ring = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
    kinds = (*case.ruleset.terrain_values(), "boulder")
    hills = tuple(Terrain(f"hill {k}", k, (ring,), 3.0, traits=("solid", "relief")) for k in kinds)
    assert case.ruleset.solid_ids(Ground(24.0, 24.0, terrain=hills)) == ()
