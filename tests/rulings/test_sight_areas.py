"""Arcs and templates of pieces."""

import msgspec
import pytest

from battlesim.geometry.arcs import FRONT_ARC, LEFT_ARC, Arc
from battlesim.geometry.templates import Blast
from battlesim.rulings.arcs import piece_arc_outline, piece_arc_ruling
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.table.pieces import Aboard, Inside, Off
from battlesim.testing.table import block, make_table, standing_piece


def inside(name, place):
    return msgspec.structs.replace(standing_piece(name, 0, 0), place=place)


def test_a_base_centre_on_the_line_is_in_the_front_arc():
    gun = standing_piece("g", 20, 20, facing=90)
    for x, y, front, left in (
        (10, 20, True, True),
        (30, 20, True, False),
        (15, 19.9, False, True),
        (20, 30, True, True),
    ):
        world = make_table(gun, standing_piece("t", x, y))
        assert piece_arc_ruling(world, gun, world.piece("t"), FRONT_ARC).inside is front
        assert piece_arc_ruling(world, gun, world.piece("t"), LEFT_ARC).inside is left


def test_a_piece_inside_is_where_its_outline_is_nearest():
    gun, hidden = standing_piece("g", 20, 20, facing=0), inside("t", Inside("h"))
    world = make_table(gun, hidden, block("h", 24, 12, 28, 19))
    ruling = piece_arc_ruling(world, gun, hidden, Arc(0, 45))
    assert ruling.inside and ruling.degrees == pytest.approx(22.5 - 14.036, abs=0.001)
    with pytest.raises(ValueError, match="no facing"):
        piece_arc_ruling(world, hidden, gun, FRONT_ARC)
    assert len(piece_arc_outline(gun, FRONT_ARC, 8)) > 10


def test_pieces_under_a_blast():
    world = make_table(
        standing_piece("full", 20, 20),
        standing_piece("edge", 22.3, 20),
        standing_piece("far", 26, 20),
        inside("in", Inside("h")),
        inside("aboard", Aboard("edge")),
        inside("lost", Off("lost")),
        block("h", 10, 10, 20, 18),
    )
    found = piece_coverages(world, Blast(20, 20, 2), list(world.pieces.values()))
    assert {key: ruling.state for key, ruling in found.items()} == {
        "full": "wholly",
        "edge": "partly",
        "far": "out",
        "in": "wholly",
        "aboard": "partly",
    }
    assert found["far"].touch_depth == pytest.approx(-3.5)
