"""What a bug that blows up does to those about it: one small table each."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.table.events import DiceRolled, HitsChanged, PiecesMoved
from battlesim.table.pieces import Aboard, Off, Piece
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import ScriptResult, block, field, piece, rifles
from tests.rules.mobile_infantry.shots import hit


def exploded(target: str, faces: list[int], *things: Piece | Terrain) -> ScriptResult:
    """One die of a Tanker that blows up at (20, 20)."""
    dead = piece("tanker", "T", 20, 20, place=Off("lost"))
    die = AttackDie("tanker_jaws", "T", target, origin=(20.0, 20.0))
    return hit(field(dead, *things), [die], faces, "volatile")


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53", "MI-BMEL-03", "MI-BMEL-04")
@pytest.mark.parametrize(
    ("faces", "rule", "left"), [([10], "MI-BMEL-03", 2), ([3, 1], "MI-BMEL-04", 3)], ids=["kill", "failed"]
)
def test_an_explosion_takes_points_off_by_the_rules_of_melee(faces: list[int], rule: str, left: int) -> None:
    done = exploded("R", faces, rifles("R", 22.5, 20))
    assert [(event.rule, event.new) for event in done.events_of(HitsChanged)] == [(rule, left)]


@pytest.mark.rule("MI-BTRT-10")
def test_the_dice_of_an_explosion_are_rolled_with_what_was_just_said() -> None:
    done = exploded("R", [3, 1], rifles("R", 22.5, 20))
    assert [roll.announced for roll in done.events_of(DiceRolled)] == [True, False]


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53", "MI-INTL-05")
def test_an_explosion_brings_an_entrance_down() -> None:
    done = exploded("E", [10], *hole("E", 23, 20, hits=1))
    assert "E" not in done.state.table.pieces
    assert done.state.game.count("entrances_destroyed") == 1


@pytest.mark.rule("MI-GAP-22", "MI-GAP-56")
def test_a_building_that_is_struck_does_not_flinch() -> None:
    house = block("building", "B", 20, 20, 24, 24)
    die = AttackDie("acid_stream", "T", "B", bound=True, origin=(18.0, 22.0))
    done = hit(field(piece("tanker", "T", 15, 22), house), [die], [7], "area", point=(18.0, 22.0))
    assert (done.state.table.terrain("B").hits, done.events_of(PiecesMoved)) == (3, [])


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53", "MI-GAP-27")
def test_those_aboard_a_dropship_that_an_explosion_destroys_get_out() -> None:
    ship = piece("viking", "V", 24, 20, hits=1)
    done = exploded("V", [10, 4, 4, 1, 1], ship, rifles("R", place=Aboard("V")))
    assert (done.piece("V").in_play, done.piece("R").in_play, done.piece("R").hits) == (False, True, 2)
