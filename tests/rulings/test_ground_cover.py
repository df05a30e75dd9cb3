"""Cover by the ground at a target, and how far both ends may move without another grade."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from battlesim.rulings.ground_cover import ground_cover, ground_cover_slack
from battlesim.rulings.sight import SightRules, verdict
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import OnTable
from battlesim.testing.table import block, make_table, standing_piece

RULES = SightRules(mode="line", shows=("*",), near_cover={"wall": "full", "scrub": "partial"})


def world(*ground):
    """A viewer at 10, 20 and a target at 30, 20."""
    return make_table(standing_piece("a", 10, 20), standing_piece("b", 30, 20), *ground)


def grade(table):
    return verdict(table, RULES, table.piece("a"), table.piece("b")).cover


@pytest.mark.parametrize(
    ("x", "kind", "found"),
    [(28.0, "wall", "full"), (26.0, "wall", "none"), (30.0, "scrub", "partial"), (31.0, "wall", "none")],
)
def test_terrain_gives_cover_in_it_and_close_before_the_base(x, kind, found):
    assert grade(world(block("w", x, 15, x + 0.9, 25, kind=kind))) == found


def test_the_best_grade_counts_and_its_terrain_is_named():
    table = world(block("w", 28, 15, 28.9, 25, kind="wall"), block("s", 29, 15, 31, 25, kind="scrub"))
    target = table.piece("b")
    assert ground_cover(table.ground, RULES, (10.0, 20.0), target.xy, target.radius) == ("full", ("w",))


def test_no_move_within_the_slack_changes_the_grade():
    rng = random.Random(7)
    for _ in range(60):
        x, y = rng.uniform(24, 31), rng.uniform(14, 22)
        table = world(block("w", x, y, x + rng.uniform(0.3, 3), y + rng.uniform(0.3, 5), kind="wall"))
        ends = ((10.0, 20.0), (30.0, 20.0))
        grade, _ = ground_cover(table.ground, RULES, *ends, 0.5)
        slack = [ground_cover_slack(table.ground, RULES, *ends, 0.5, moved) for moved in (False, True)]
        for _ in range(20):
            turn, number = rng.uniform(0, math.tau), rng.randrange(2)
            far = slack[number]
            moved = list(ends)
            moved[number] = (
                ends[number][0] + 0.999 * far * math.cos(turn),
                ends[number][1] + 0.999 * far * math.sin(turn),
            )
            assert ground_cover(table.ground, RULES, *moved, 0.5)[0] == grade


@pytest.mark.parametrize("mover", ["viewer", "target"])
def test_the_margin_ends_where_the_cover_changes(mover):
    table = world(block("w", 28, 15, 28.9, 20.02, kind="wall"))
    pair = table.piece("a"), table.piece("b")
    margin = sight_margin(table, RULES, *pair, mover, max_inches=1.0)
    rng, number = random.Random(3), mover == "target"
    for _ in range(40):
        turn = rng.uniform(0, math.tau)
        x, y = pair[number].xy
        place = OnTable(x + 0.99 * margin.safe * math.cos(turn), y + 0.99 * margin.safe * math.sin(turn))
        moved = list(pair)
        moved[number] = msgspec.structs.replace(pair[number], place=place)
        assert verdict(table, RULES, *moved).cover == "full"
    assert margin.move is not None
