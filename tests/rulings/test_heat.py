"""Fields of sight over a whole table: every cell is what a ruling says of somebody standing on it."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from battlesim.geometry.visible_regions import region_area, region_contains
from battlesim.rulings.sight import PLAIN_SIGHT, pair_verdicts
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_field import SightField, sight_field, watched_field, watchers_that_see
from battlesim.table.pieces import OnTable
from battlesim.testing.table import block, make_sides, make_table, standing_piece

WIDTH, HEIGHT = 13.0, 9.0
RULES = {
    "plain": PLAIN_SIGHT,
    "models hide": msgspec.structs.replace(PLAIN_SIGHT, bases=True),
    "a limit": msgspec.structs.replace(PLAIN_SIGHT, limit=5.0),
    "nothing is stood in": msgspec.structs.replace(PLAIN_SIGHT, stands_in=()),
    "woods by depth": msgspec.structs.replace(PLAIN_SIGHT, depth={"woods": 1.0}),
    "hidden by the ground": msgspec.structs.replace(PLAIN_SIGHT, least={"crater": 0.3}),
    "models are terrain": msgspec.structs.replace(PLAIN_SIGHT, solid_pieces=("trooper",)),
    "centres": msgspec.structs.replace(PLAIN_SIGHT, mode="line"),
    "any part": msgspec.structs.replace(PLAIN_SIGHT, mode="line", lines="bodies"),
}


def field(seed: int):
    """A few walls, woods and craters, some of them touched by the cells' middles, and three models."""
    rng = random.Random(seed)
    kinds = ("wall", "woods", "crater", "rocks")
    blocks = []
    for k in range(6):
        x, y = rng.randrange(0, 22) / 2, rng.randrange(0, 14) / 2
        size = rng.choice((0.5, 1.0, 2.5)), rng.choice((0.5, 1.5))
        high = rng.choice((0.5, 1.2, 3.0))
        blocks.append(block(f"T{k}", x, y, x + size[0], y + size[1], kind=rng.choice(kinds), height=high))
    pieces = (
        standing_piece("a", 2.0, 2.0),
        standing_piece("b", 9.5, 6.5, side="blue"),
        standing_piece("c", 5.0, 4.5, side="blue"),
    )
    return make_table(*pieces, *blocks, width=WIDTH, height=HEIGHT, table_sides=make_sides("red", "blue"))


def put(piece, x: float, y: float):
    return msgspec.structs.replace(piece, place=msgspec.structs.replace(piece.place, x=x, y=y))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("mover", ["viewer", "target"])
def test_every_cell_is_the_ruling_there(name, mover):
    for seed in range(3):
        now = field(seed)
        viewer, target = now.piece("a"), now.piece("b")
        middles = [(column + 0.5, row + 0.5) for row in range(9) for column in range(13)]
        if mover == "viewer":
            pairs = [(put(viewer, *at), target) for at in middles]
        else:
            pairs = [(viewer, put(target, *at)) for at in middles]
        ruled = pair_verdicts(now, RULES[name], pairs)
        expected = [ruling.share if ruling.visible else 0.0 for ruling in ruled]
        found = sight_field(now, RULES[name], viewer, target, 1.0, mover).fractions.ravel().tolist()
        assert found == pytest.approx(expected, abs=1e-12), seed


def test_the_conventions_have_fields_too():
    now = field(1)
    for convention in sight_conventions().values():
        found = sight_field(now, convention.sight, now.piece("a"), now.piece("b"), 3.0)
        assert (
            found.fractions.shape == (3, 5) and 0.0 <= found.fractions.min() <= found.fractions.max() <= 1.0
        )


def test_nobody_sees_what_all_of_them_see_nothing_of():
    now = field(2)
    watchers = [now.piece("b"), now.piece("c")]
    both = watched_field(now, PLAIN_SIGHT, now.piece("a"), watchers, 1.0).fractions > 0.0
    each = [
        sight_field(now, PLAIN_SIGHT, one, now.piece("a"), 1.0, "target").fractions > 0.0 for one in watchers
    ]
    assert (both == (each[0] | each[1])).all()
    assert both.any() and not both.all()


def test_a_place_belongs_to_its_cell_and_the_border_to_the_last():
    share = np.arange(6.0).reshape(2, 3)
    found = SightField(2.0, share)
    assert [
        found.fraction_at(0, 0),
        found.fraction_at(2.0, 0),
        found.fraction_at(5.9, 3.9),
        found.fraction_at(6.0, 4.0),
    ] == [0, 1, 5, 5]


def test_bands_cover_the_table_once():
    now = field(0)
    found = sight_field(now, PLAIN_SIGHT, now.piece("a"), now.piece("b"), 0.5)
    bounds = (-1.0, 0.0, 0.5, 0.999)
    bands = found.band_regions(bounds)
    assert sum(region_area(band) for band in bands) == pytest.approx(WIDTH * HEIGHT)
    assert sum(found.band_fractions(bounds)) == pytest.approx(1.0)
    number = next(k for k, band in enumerate(bands) if region_contains(band, (6.2, 4.3)))
    share = found.fraction_at(6.2, 4.3)
    assert bounds[number] < share <= (*bounds, 9.0)[number + 1]


def test_who_sees_a_place_is_named():
    now = make_table(
        standing_piece("a", 2, 2),
        standing_piece("b", 2, 8),
        standing_piece("c", 8, 8),
        block("W", 0, 4, 5, 5, height=4.0),
        width=10.0,
    )
    assert [one.id for one in watchers_that_see(now, PLAIN_SIGHT, now.piece("c"), now.standing_pieces())] == [
        "b"
    ]


def test_who_does_not_stand_has_no_place_to_move():
    now = field(0)
    inside = msgspec.structs.replace(now.piece("a"), place=msgspec.UNSET)
    assert not isinstance(inside.place, OnTable)
    with pytest.raises(ValueError, match="is not on the table"):
        sight_field(now, PLAIN_SIGHT, inside, now.piece("b"), 3.0)
