"""Tolerance: how sure a verdict is when both ends may be off."""

import math
import os

import numpy as np
import pytest

from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, pair_verdicts
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_rules import OpeningRules
from battlesim.rulings.tolerance import (
    are_possible,
    moved_copies,
    sampled_positions,
    verdict_grade,
    verdict_tolerance,
)
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece, wall

WINDOW = Opening((19.5, 20), (20.5, 20), 0.6, 2.0, depth=0.25)
A, B = standing_piece("a", 20, 10), standing_piece("b", 20, 20)
EDGE = wall("w", 10, 14, 19.77, 15)
SIDE = wall("w", 20.55, 8, 21, 12, 2.0)
RADIUS = float(os.environ.get("BATTLESIM_RADIUS", "0.125"))
"""How far both may be off in the long job, inches."""
SITUATIONS = {
    "a corner": (PLAIN_SIGHT, (A, B, EDGE)),
    "half cover": (SightRules(partial=0.5), (A, B, wall("w", 10, 14, 20.05, 15))),
    "the limit": (SightRules(limit=9.0), (A, B)),
    "a wall beside one": (PLAIN_SIGHT, (A, standing_piece("b", 23.4, 20), SIDE)),
    "a crater's edge": (
        SightRules(overlap=("crater",)),
        (A, B, block("c", 15, 20.4, 25, 25, 0.5, kind="crater")),
    ),
    "woods": (SightRules(depth={"woods": 1.0}), (A, B, block("t", 20, 12, 30, 14.03, kind="woods"))),
    "centres": (SightRules(mode="line"), (A, B, wall("w", 10, 14, 20.02, 15))),
    "cover near the target": (
        SightRules(cover_nearer=True),
        (A, B, wall("w", 10, 14.93, 30, 15.03, 0.9)),
    ),
    "a window": (
        SightRules(openings=OpeningRules()),
        (A, standing_piece("b", 20, 20.95), block("h", 16, 20, 24, 26, openings=(WINDOW,))),
    ),
    "corners": (sight_conventions()["corners"].sight, (A, B, wall("w", 10, 14, 19.9, 15))),
}


def sampled(rules, things, radius, many, seed):
    """The part of random placements with each verdict, of those that can be."""
    world = make_table(*things)
    pair = (world.piece("a"), world.piece("b"))
    points = np.random.default_rng(seed).random((many, 4))
    ends = (
        sampled_positions(pair[0], points[:, :2], radius),
        sampled_positions(pair[1], points[:, 2:], radius),
    )
    rows = are_possible(world, pair, ends).nonzero()[0].tolist()
    spots = zip(pair, (ends[0][rows], ends[1][rows]), strict=True)
    pieces = zip(*(moved_copies(world.ground, piece, at) for piece, at in spots), strict=True)
    found = pair_verdicts(world, rules, list(pieces), with_blockers=False)
    kinds = [verdict_grade(one) for one in found]
    return {kind: kinds.count(kind) / len(rows) for kind in set(kinds)}, len(rows)


def compare(rules, things, radius, many, seed):
    world = make_table(*things)
    found = verdict_tolerance(world, rules, world.piece("a"), world.piece("b"), radius)
    parts, count = sampled(rules, things, radius, many, seed)
    for kind in {*parts, *found.verdicts}:
        p = parts.get(kind, 0.0)
        chance = found.verdicts.get(kind)
        ours, error = (chance.probability, chance.error) if chance else (0.0, 1.0 / found.samples)
        assert abs(ours - p) <= 3.0 * math.hypot(error, math.sqrt(p * (1.0 - p) / count)), kind
    return found


@pytest.mark.parametrize("name", SITUATIONS)
def test_chances_agree_with_sampled_placements(name):
    found = compare(*SITUATIONS[name], 0.125, 500, 5)
    assert 0.0 < found.verdicts[found.likeliest].probability < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", SITUATIONS)
def test_chances_agree_with_a_hundred_thousand_placements(name):
    compare(*SITUATIONS[name], RADIUS, 100_000, 7)


def test_far_from_any_edge_a_verdict_is_sure():
    world = make_table(A, B)
    found = verdict_tolerance(world, PLAIN_SIGHT, A, B, 0.25)
    assert (found.likeliest, found.close, found.seen.probability) == ("none", False, 1.0)
    assert found.seen.error > 0


def test_a_verdict_less_likely_than_agreed_is_too_close_to_call():
    world = make_table(A, B, wall("w", 10, 14.99, 20.0, 15.01))
    rules = SightRules(mode="line")
    found = verdict_tolerance(world, rules, A, B, 0.125, agree=0.9)
    assert found.close and found.seen.probability == pytest.approx(0.5, abs=0.01)
    assert not verdict_tolerance(world, rules, A, B, 0.125, agree=0.45).close


def test_nobody_is_put_into_a_wall():
    """Who stands against a wall keeps behind it: else he would stand in it, and it would hide nothing."""
    world = make_table(A, B, wall("w", 10, 19, 30, 19.49, 2.0))
    found = verdict_tolerance(world, PLAIN_SIGHT, A, B, 0.25)
    assert found.seen.probability == 0.0 and found.possible < 0.8


def test_the_same_question_has_the_same_answer():
    world = make_table(A, B, EDGE)
    assert verdict_tolerance(world, PLAIN_SIGHT, A, B, 0.1) == verdict_tolerance(
        world, PLAIN_SIGHT, A, B, 0.1
    )
