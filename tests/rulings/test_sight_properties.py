"""What holds for every verdict, whoever judges: on random tables by rules of every mode."""

from __future__ import annotations

import math
import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.rulings.sight import SightRules, Verdict, verdict
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import Hull, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from benchmarks.brute_chance import random_rules, random_table

seeds = st.integers(0, 100_000)
SEARCHED = ("bases", "bodies")


def drawn(seed: int, quick: bool = False) -> tuple[Table, SightRules]:
    """A random table without openings and rules for it; `quick` ones never search for a line."""
    rng = random.Random(seed)
    table = random_table(rng)
    bare = tuple(msgspec.structs.replace(t, openings=()) for t in table.ground.terrain)
    ground = msgspec.structs.replace(table.ground, terrain=bare)
    rules = random_rules(rng, exact=quick)
    return msgspec.structs.replace(table, ground=ground), rules


def look(table: Table, rules: SightRules) -> Verdict:
    return verdict(table, rules, table.piece("m0"), table.piece("m1"))


class Motion(msgspec.Struct):
    """A rigid motion, with a reflection or not, and a scale."""

    degrees: float
    x: float
    y: float
    mirror: bool
    scale: float

    def at(self, p: tuple[float, float]) -> tuple[float, float]:
        c, s = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        x, y = p[0], -p[1] if self.mirror else p[1]
        return self.scale * (x * c - y * s) + self.x, self.scale * (x * s + y * c) + self.y

    def piece(self, piece: Piece) -> Piece:
        assert isinstance(piece.place, OnTable)
        facing = (-piece.place.facing if self.mirror else piece.place.facing) + self.degrees
        place = OnTable(*self.at(piece.xy), facing, piece.place.z * self.scale)
        size = {"radius": piece.radius * self.scale, "height": piece.height * self.scale}
        if piece.hull:
            size["shape"] = Hull(
                piece.hull.form, piece.hull.length * self.scale, piece.hull.width * self.scale
            )
        return msgspec.structs.replace(piece, place=place, **size)

    def terrain(self, terrain: Terrain) -> Terrain:
        rings = tuple(tuple(map(self.at, ring)) for ring in terrain.rings)
        height, bottom = terrain.height * self.scale, terrain.bottom * self.scale
        return msgspec.structs.replace(terrain, rings=rings, height=height, bottom=bottom)

    def table(self, table: Table) -> Table:
        ground = msgspec.structs.replace(table.ground, terrain=tuple(map(self.terrain, table.ground.terrain)))
        pieces = {key: self.piece(piece) for key, piece in table.pieces.items()}
        return msgspec.structs.replace(table, ground=ground, pieces=pieces)

    def rules(self, rules: SightRules) -> SightRules:
        lengths = {k: getattr(rules, k) * self.scale for k in ("eye_height", "target_height", "group_height")}
        depth = {word: inches * self.scale for word, inches in rules.depth.items()}
        return msgspec.structs.replace(rules, depth=depth, **lengths)


motions = st.builds(
    Motion,
    st.floats(0, 360),
    st.floats(-20, 20),
    st.floats(-20, 20),
    st.booleans(),
    st.sampled_from([1.0, 0.5, 3.0]),
)


@settings(max_examples=30)
@given(seeds, motions)
def test_turning_moving_mirroring_and_scaling_change_nothing(seed: int, motion: Motion) -> None:
    """Round things are polygons, which stray by up to 0.0005 in and turn with nothing."""
    table, rules = drawn(seed)
    before, after = look(table, rules), look(motion.table(table), motion.rules(rules))
    round_ = rules.bases or rules.groups or isinstance(table.piece("m1").shape, Hull)
    assert after.share == pytest.approx(before.share, abs=0.02 if round_ else 1e-6)


@settings(max_examples=30)
@given(seeds, st.integers(0, 1000))
def test_a_share_is_one_and_a_new_blocker_never_shows_more(seed: int, more: int) -> None:
    table, rules = drawn(seed)
    before = look(table, rules)
    assert 0.0 <= before.share <= 1.0
    others = random_table(random.Random(more)).ground.terrain
    new = tuple(msgspec.structs.replace(t, id=f"new-{t.id}") for t in others)
    ground = msgspec.structs.replace(table.ground, terrain=table.ground.terrain + new)
    assert 0.0 <= look(msgspec.structs.replace(table, ground=ground), rules).share <= before.share + 1e-9


@settings(max_examples=30)
@given(seeds, st.booleans(), st.floats(0.01, 4.0), st.floats(-6.0, 6.0), st.floats(0.1, 8.0))
def test_what_is_wholly_behind_either_changes_nothing(
    seed: int, viewer: bool, gap: float, aside: float, top: float
) -> None:
    table, rules = drawn(seed)
    near, far = (table.piece(key) for key in (("m0", "m1") if viewer else ("m1", "m0")))
    away = math.dist(near.xy, far.xy)
    ux, uy = ((a - b) / away for a, b in zip(near.xy, far.xy, strict=True))
    start = near.radius * math.sqrt(2.0) + gap

    def corner(along: float, across: float) -> tuple[float, float]:
        return near.xy[0] + along * ux - across * uy, near.xy[1] + along * uy + across * ux

    ring = tuple(
        corner(a, b) for a, b in ((0, -3), (2, -3), (2, 3), (0, 3)) for a, b in [(start + a, aside + b)]
    )
    block = Terrain("behind", "building", (ring,), top, traits=("solid",))
    ground = msgspec.structs.replace(table.ground, terrain=(*table.ground.terrain, block))
    assert look(msgspec.structs.replace(table, ground=ground), rules) == look(table, rules)


def holds(seed: int, mover: str) -> None:
    """No move shorter than what is safe changes the verdict; the move that is named does; the two are close
    together, or the margin says that they are not."""
    table, rules = drawn(seed, quick=True)
    pair = table.piece("m0"), table.piece("m1")
    if any(piece.hull for piece in pair):
        return
    found = sight_margin(table, rules, *pair, "viewer" if mover == "m0" else "target", max_inches=0.5)

    def key(x: float, y: float) -> tuple[bool, str]:
        piece = table.piece(mover)
        place = msgspec.structs.replace(piece.place, x=piece.xy[0] + x, y=piece.xy[1] + y)
        moved = [msgspec.structs.replace(one, place=place) if one is piece else one for one in pair]
        seen = verdict(table, rules, *moved)
        return seen.visible, seen.cover

    here, rng = key(0.0, 0.0), np.random.default_rng(seed)
    for turn, part in zip(rng.uniform(0, 2 * math.pi, 30), rng.uniform(0.7, 0.9999, 30), strict=True):
        step = found.safe * part
        assert key(step * math.cos(turn), step * math.sin(turn)) == here
    close = found.safe >= 0.5 if found.flips is None else found.flips - found.safe <= 0.01
    assert found.tight == close
    if found.move:
        assert key(*found.move) != here and math.hypot(*found.move) == pytest.approx(found.flips)


@settings(max_examples=6)
@given(seeds, st.sampled_from(["m0", "m1"]))
def test_margins_are_true_and_say_when_they_are_not_tight(seed: int, mover: str) -> None:
    holds(seed, mover)


@pytest.mark.slow
@settings(max_examples=300)
@given(seeds, st.sampled_from(["m0", "m1"]))
def test_many_margins_are_true(seed: int, mover: str) -> None:
    holds(seed, mover)
