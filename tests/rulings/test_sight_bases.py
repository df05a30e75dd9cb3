"""Other bases hide as upright cylinders, from above too; held against rays through true ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.rulings.sight import SightRules, verdict
from battlesim.rulings.sight_evidence import Evidence, sight_evidence
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.testing.table import make_table, standing_piece

BASES = SightRules(bases=True)
RAYS = 160
"""Rays across and up a target."""


def seen(world: Table, rules: SightRules = BASES) -> float:
    return verdict(world, rules, world.piece("a"), world.piece("b")).share


def by_rays(world: Table) -> float:
    """The share of a grid of points on the target's rectangle that no cylinder hides from the eye."""
    a, b = world.piece("a"), world.piece("b")
    assert isinstance(a.place, OnTable) and isinstance(b.place, OnTable)
    eye, away = np.array([a.place.x, a.place.y]), np.array([b.place.x - a.place.x, b.place.y - a.place.y])
    far = math.hypot(*away)
    along, across = away / far, np.array([-away[1], away[0]]) / far
    middle = (far * far - b.radius**2) / far
    half = b.radius / far * math.sqrt(far * far - b.radius**2)
    part = (np.arange(RAYS) + 0.5) / RAYS
    w, h = (grid.ravel() for grid in np.meshgrid((2 * part - 1) * half, part * b.height))
    ends = eye + middle * along + w[:, None] * across
    free = np.ones(len(w), dtype=bool)
    for p in world.standing_pieces():
        if p.id not in ("a", "b"):
            free &= ~_hides(p, (*eye, a.place.z + a.height), ends, b.place.z + h)
    return float(free.mean())


def _hides(p: Piece, eye: tuple[float, float, float], ends: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Whether the lines from an eye to ends at some heights run through the cylinder of a piece."""
    assert isinstance(p.place, OnTable)
    way = ends - eye[:2]
    off = np.array([eye[0] - p.place.x, eye[1] - p.place.y])
    square, mixed = (way**2).sum(axis=1), way @ off
    root = mixed**2 - square * (off @ off - p.radius**2)
    reach = np.sqrt(np.maximum(root, 0.0))
    enter, leave = np.clip((-mixed - reach) / square, 0, 1), np.clip((-mixed + reach) / square, 0, 1)
    z0, z1 = (eye[2] + t * (heights - eye[2]) for t in (enter, leave))
    meets = (np.minimum(z0, z1) < p.place.z + p.height) & (np.maximum(z0, z1) > p.place.z)
    return (root > 0) & (leave > enter) & meets


def test_a_wide_low_base_hides_what_is_close_behind_it_from_above():
    world = make_table(
        standing_piece("a", 10, 20, height=2.5),
        standing_piece("b", 18, 20, height=0.8),
        standing_piece("c", 15.5, 20, radius=1.5, height=1.2),
    )
    assert seen(world) == 0.0


def test_a_look_down_clears_the_near_rim_and_has_to_clear_the_far_one():
    """The line from an eye 4 in up over a far rim 1 in high, 5 in away, comes down to 0.4 at 6 in."""
    world = make_table(
        standing_piece("a", 10, 20, height=4),
        standing_piece("c", 14, 20, radius=1.0, height=1),
        standing_piece("b", 16, 20, height=2),
    )
    chord = (36 - 0.25) / 6
    over_far_rim = 4 - 3 * chord / 5
    assert 1 - seen(world) == pytest.approx(over_far_rim / 2, abs=0.02)
    assert seen(world) == pytest.approx(by_rays(world), abs=0.004)


@pytest.mark.parametrize("height", [0.4, 1.2, 3.0])
@given(data=st.data())
def test_shares_agree_with_rays_through_true_cylinders(height: float, data: st.DataObject):
    number = st.floats(0.0, 1.0)
    others = []
    for k in range(data.draw(st.integers(1, 4))):
        x, y, r, h = (data.draw(number) for _ in range(4))
        others.append(
            standing_piece(f"c{k}", 12.5 + 7 * x, 17 + 6 * y, radius=0.3 + 1.2 * r, height=0.2 + 3 * h)
        )
    a, b = standing_piece("a", 10, 20, height=2.0), standing_piece("b", 22, 20, height=height)
    world = make_table(a, b, *others)
    assert seen(world) == pytest.approx(by_rays(world), abs=0.03)


def test_a_base_on_a_roof_hides_nothing_below_the_roof_that_the_roof_does_not():
    low = standing_piece("a", 10, 20, height=1), standing_piece("b", 20, 20, height=1)
    above = Piece("c", "c", "man", "a", "c", 0.5, 1.0, OnTable(15.0, 20.0, 0.0, 3.0))
    assert seen(make_table(*low, above)) == 1.0


def test_the_pair_itself_hides_nothing_of_itself():
    assert seen(make_table(standing_piece("a", 10, 20), standing_piece("b", 11, 20))) == 1.0


def test_other_bases_are_named_as_what_hides():
    world = make_table(
        standing_piece("a", 10, 20), standing_piece("b", 20, 20), standing_piece("c", 15, 20.6)
    )
    ruling = verdict(world, BASES, world.piece("a"), world.piece("b"))
    assert 0 < ruling.share < 1 and ruling.blockers == ("c",)
    evidence = sight_evidence(world, BASES, world.piece("a"), world.piece("b"))
    assert isinstance(evidence, Evidence)
    assert evidence.blockers[0].id == "c"
    assert evidence.blockers[0].share == pytest.approx(1 - ruling.share)


def test_in_a_crowd_every_base_counts():
    """Many that reach over the target are joined before the rest is worked out."""
    rng = np.random.default_rng(3)
    crowd = [
        standing_piece(
            f"c{k}", *rng.uniform(4, 26, 2), radius=rng.uniform(0.2, 0.5), height=rng.uniform(0.5, 2)
        )
        for k in range(60)
    ]
    places = [(x, 28.0) for x in np.linspace(1, 39, 20)]
    for x, y in places:
        world = make_table(
            standing_piece("a", 15, 1, height=2.5), standing_piece("b", x, y, height=2), *crowd
        )
        assert seen(world) == pytest.approx(by_rays(world), abs=0.03)


def test_margins_reckon_with_other_bases():
    world = make_table(
        standing_piece("a", 20, 10), standing_piece("b", 20, 20), standing_piece("c", 21.2, 15)
    )
    found = sight_margin(world, BASES, world.piece("a"), world.piece("b"), "target")
    assert found.move is not None and found.tight
    assert found.move[0] > 0, "it is hidden by going behind the base"
