"""Margins: safe moves keep the verdict, the witness changes it, and the two are close together."""

import math

import msgspec
import numpy as np
import pytest

from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.sight_margin import sight_margin
from battlesim.rulings.sight_rules import OpeningRules
from battlesim.table.pieces import Marker
from battlesim.table.terrain import Opening
from battlesim.testing.table import block, make_table, standing_piece, wall


def moved(piece, move):
    place = msgspec.structs.replace(piece.place, x=piece.place.x + move[0], y=piece.place.y + move[1])
    return msgspec.structs.replace(piece, place=place)


def check(world, rules, mover):
    """The margin holds: the witness flips, and no random shorter move does."""
    a, b = world.piece("a"), world.piece("b")

    def key(move):
        seen = verdict(world, rules, *((moved(a, move), b) if mover == "viewer" else (a, moved(b, move))))
        return seen.visible, seen.cover

    found = sight_margin(world, rules, a, b, mover)
    rng = np.random.default_rng(1)
    for angle, part in zip(rng.uniform(0, 2 * math.pi, 60), np.sqrt(rng.uniform(0, 1, 60)), strict=True):
        step = found.safe * part * 0.9999
        assert key((step * math.cos(angle), step * math.sin(angle))) == key((0, 0))
    if found.move is not None:
        assert key(found.move) != key((0, 0))
        assert math.hypot(*found.move) == pytest.approx(found.flips) and found.safe <= found.flips
    return found


def test_nothing_near_is_safe_to_the_limit():
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20))
    assert check(world, PLAIN_SIGHT, "viewer") == (2.0, None, None, True)


def test_a_target_just_clear_of_a_wall():
    world = make_table(
        standing_piece("a", 20, 10), standing_piece("b", 20, 20), wall("w", 20.5, 14, 30, 14.5)
    )
    for mover in ("viewer", "target"):
        found = check(world, PLAIN_SIGHT, mover)
        assert found.tight and 0 < found.safe < 1.0
    assert check(world, PLAIN_SIGHT, "target").safe == pytest.approx(
        0.5 / 4.5 * 9.975 - math.sqrt(99.75) / 20, abs=0.3
    )


def test_a_target_hidden_by_a_house():
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 22), block("h", 17, 15, 20.8, 18))
    found = check(world, PLAIN_SIGHT, "target")
    assert found.tight and 0 < found.safe < 2


def test_the_limit_of_sight_has_a_margin():
    world = make_table(standing_piece("a", 10, 10), standing_piece("b", 34.5, 10))
    found = check(world, SightRules(limit=24), "target")
    assert found.safe == pytest.approx(0.505, abs=0.01) and found.tight


def test_leaving_a_crater_and_smoke():
    rules = SightRules(overlap=("crater",), obscuring=("smoke",))
    crater = make_table(
        standing_piece("a", 20, 10),
        standing_piece("b", 20, 20),
        block("c", 15, 19.2, 25, 25, 0.5, kind="crater"),
    )
    assert check(crater, rules, "target").tight
    smoke = make_table(
        standing_piece("a", 20, 10),
        standing_piece("b", 20, 20),
        Marker("s", "smoke", 23.2, 15, radius=2, height=3),
    )
    assert check(smoke, rules, "target").tight


@pytest.mark.parametrize("mover", ["viewer", "target"])
@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) if n > 4 else n for n in range(12)])
def test_margins_among_many_solids_are_tight_and_hold(seed, mover):
    rng = np.random.default_rng(seed)
    rocks = [
        block(f"r{k}", x, y, x + w, y + d, h)
        for k in range(14)
        for x, y, w, d, h in [(*rng.uniform(3, 27, 2), *rng.uniform(0.4, 3, 2), rng.uniform(0.4, 3))]
    ]
    world = make_table(standing_piece("a", 10, 2), standing_piece("b", 16, 29), *rocks)
    found = check(world, PLAIN_SIGHT, mover)
    assert found.tight


def test_a_target_that_may_come_under_the_viewers_feet_has_a_margin():
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 11.2))
    assert check(world, PLAIN_SIGHT, "target") == (2.0, None, None, True)


LINES = [
    ("centres", wall("w", 10, 14, 19.9, 15), 0.5),
    ("corners", wall("w", 10, 14, 19.8, 15), 0.5),
    ("bases", wall("w", 10, 14, 20.3, 15), 0.5),
    ("bodies", wall("w", 10, 14, 20.3, 15), 0.5),
]


@pytest.mark.parametrize("mover", ["viewer", "target"])
@pytest.mark.parametrize(("lines", "thing", "most"), LINES, ids=[row[0] for row in LINES])
def test_margins_along_lines_hold_and_are_tight(lines, thing, most, mover):
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20), thing)
    found = check(world, SightRules(mode="line", lines=lines), mover)
    assert found.tight and 0.0 < found.safe < most


def test_the_margin_of_a_centre_line_past_a_corner():
    """It is blocked when its end, ten from the other one, has gone so far that it meets the wall's corner."""
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20), wall("w", 10, 14, 19.9, 15))
    found = check(world, SightRules(mode="line"), "target")
    assert found.safe == pytest.approx(10 * 0.1 / math.hypot(5, 0.1), abs=0.01)


@pytest.mark.parametrize("mover", ["viewer", "target"])
def test_margins_know_how_far_one_sees_into_woods(mover):
    rules = SightRules(depth={"woods": 2.0})
    world = make_table(
        standing_piece("a", 20, 10),
        standing_piece("b", 20, 20),
        block("t", 10, 18.2, 30, 24, 5, kind="woods"),
    )
    found = check(world, rules, mover)
    assert found.tight
    assert found.safe == pytest.approx({"target": 0.205, "viewer": 2.0}[mover], abs=0.02)


@pytest.mark.parametrize("mover", ["viewer", "target"])
def test_margins_go_round_the_hulls_of_units(mover):
    between = [standing_piece(f"c{k}", 21 + k, 15, unit="c") for k in range(3)]
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20), *between)
    found = check(world, SightRules(groups=True), mover)
    assert found.tight and 0.0 < found.safe < 1.0


def test_margins_know_what_ground_conceals():
    rules = SightRules(least={"drift": 0.5}, partial=0.25, full=0.45)
    world = make_table(
        standing_piece("a", 20, 10),
        standing_piece("b", 20, 20),
        block("d", 15, 20.6, 25, 25, 1, kind="drift"),
    )
    found = check(world, rules, "target")
    assert found.tight and found.safe == pytest.approx(0.105, abs=0.01)


def test_what_is_not_worked_out_is_refused():
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20))
    with pytest.raises(ValueError, match="roof"):
        sight_margin(
            world, SightRules(limit=9, roofs=("hall",)), world.piece("a"), world.piece("b"), "viewer"
        )


ROOM_RULES = SightRules(openings=OpeningRules(), cover_nearer=True, full=2 / 3)


def in_a_house(*pieces):
    """A house whose windows are 1 in wide in its near wall and 2 in wide in its right one."""
    windows = (
        Opening((19.5, 16), (20.5, 16), 0.6, 2.0, depth=0.25),
        Opening((24, 18), (24, 20), 0.6, 2.0, depth=0.25),
    )
    return make_table(*pieces, block("house", 16, 16, 24, 22, openings=windows))


@pytest.mark.parametrize("mover", ["viewer", "target"])
@pytest.mark.parametrize(("x", "y"), [(20, 16.8), (20.3, 16.6), (20, 18), (23.5, 18.5)])
@pytest.mark.parametrize("outside", [(20, 8), (26, 9.5), (27.5, 14)])
def test_the_margin_of_a_model_in_a_room(x, y, outside, mover):
    check(in_a_house(standing_piece("a", *outside), standing_piece("b", x, y)), ROOM_RULES, mover)


def test_the_margin_of_a_model_that_looks_out_of_a_window():
    """It leaves the window when it is more than 1 in away from it."""
    found = check(in_a_house(standing_piece("b", 20, 8), standing_piece("a", 20, 16.8)), ROOM_RULES, "viewer")
    assert found.tight and found.safe == pytest.approx(0.2, abs=0.01)


def test_a_model_at_a_window_may_lose_it_to_another():
    world = in_a_house(
        standing_piece("a", 20, 8), standing_piece("b", 20, 16.6), standing_piece("c", 20, 16.85, radius=0.1)
    )
    found = check(world, ROOM_RULES, "target")
    assert found.tight and found.safe == pytest.approx(0.25, abs=0.01)


def test_the_margin_of_cover_that_is_nearer_to_the_target():
    world = make_table(
        standing_piece("a", 20, 10), standing_piece("b", 20, 20), wall("w", 10, 15.1, 30, 15.3, 1.1)
    )
    found = check(world, ROOM_RULES, "target")
    assert found.tight and found.safe == pytest.approx(0.395, abs=0.01)
    check(world, ROOM_RULES, "viewer")


def test_the_margin_of_half_of_a_base_in_area_cover():
    rules = SightRules(overlap=("woods",), overlap_share=0.5, depth={"woods": 3.0})
    world = make_table(
        standing_piece("a", 20, 10),
        standing_piece("b", 20, 19.9),
        block("wood", 15, 20, 25, 24, kind="woods"),
    )
    found = check(world, rules, "target")
    assert found.tight and found.safe == pytest.approx(0.1, abs=0.01)


def test_the_margin_where_only_models_as_high_as_the_target_hide_it():
    rules = SightRules(bases=True, bases_as_high=True)
    world = make_table(
        standing_piece("a", 20, 10), standing_piece("b", 20, 20), standing_piece("c", 20, 15, height=1.0)
    )
    assert check(world, rules, "viewer").safe == 2.0
