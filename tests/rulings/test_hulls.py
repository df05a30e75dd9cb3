"""Pieces whose bases are not round: distance, sight, arcs, templates, moves."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.geometry.arcs import Arc
from battlesim.geometry.hulls import HullForm
from battlesim.geometry.templates import Blast
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.movement import Leg, Motion, leg_problem
from battlesim.rulings.movement_routes import route_into_contact
from battlesim.rulings.piece_gaps import (
    bases_overlap,
    measured_shape,
    piece_gap,
    piece_gaps,
    wholly_within_check,
)
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.sight_margin import sight_margin
from battlesim.rulings.tape import tape_between
from battlesim.rulings.template_coverage import piece_coverages
from battlesim.rulings.tolerance import verdict_tolerance
from battlesim.table.checks import TableError, check_state
from battlesim.table.pieces import Hull, Piece
from battlesim.table.state import State
from battlesim.testing.table import block, make_table, standing_piece

BASES = msgspec.structs.replace(PLAIN_SIGHT, bases=True)


def tank(name: str, x: float, y: float, facing: float = 0.0, form: HullForm = "rectangle") -> Piece:
    """A tank, 4 in long and 2 in wide, 2 in high."""
    hull = Hull(form, 4.0, 2.0)
    return standing_piece(name, x, y, facing=facing, radius=hull.circumradius, height=2.0, shape=hull)


@pytest.mark.parametrize(
    ("facing", "form", "edge"),
    [
        (0.0, "rectangle", 2.5),
        (90.0, "rectangle", 1.5),
        (0.0, "oval", 2.5),
        (90.0, "oval", 1.5),
        (45.0, "rectangle", (0.5 + (4.0 - 3.0 / 2**0.5) ** 2) ** 0.5 - 0.5),  # from its corner (0.7, 2.1)
    ],
)
def test_distance_runs_from_the_edge(facing: float, form: HullForm, edge: float) -> None:
    a, b = tank("t", 10.0, 10.0, facing, form), standing_piece("f", 10.0, 14.0)
    both = make_table(a, b)
    assert piece_gap(both, a, b) == piece_gap(both, b, a) == pytest.approx(edge, abs=0.001)
    assert piece_gaps(both, b, [a]) == [piece_gap(both, a, b)]
    assert tape_between(both, a, b).gap == piece_gap(both, a, b)


def test_wholly_within_takes_the_farthest_corner() -> None:
    far = make_table(tank("t", 10.0, 10.0), standing_piece("f", 4.0, 10.0))
    found = wholly_within_check(
        measured_shape(far, far.pieces["f"]), measured_shape(far, far.pieces["t"]), 8.0
    )
    assert found and found.margin == pytest.approx(8.0 - ((8.0**2 + 1.0) ** 0.5 - 0.5))


def test_wholly_within_asks_for_all_of_the_second() -> None:
    both = make_table(standing_piece("f", 10.0, 10.0), standing_piece("g", 20.0, 10.0, radius=2.0))
    small, large = (measured_shape(both, both.pieces[name]) for name in "fg")
    found = wholly_within_check(small, large, 12.0), wholly_within_check(large, small, 12.0)
    assert [one and one.margin for one in found] == pytest.approx([12.0 - 11.5, 12.0 - 8.5])


def test_half_of_the_face_behind_a_wall_is_hidden() -> None:
    target = tank("t", 20.0, 10.0)
    found = verdict(
        make_table(target, block("wall", 10, 10, 11, 20)), PLAIN_SIGHT, standing_piece("f", 2.0, 10.0), target
    )
    assert found.share == pytest.approx(0.5) and found.blockers == ("wall",)


def test_a_tank_side_on_shows_what_its_end_would_not() -> None:
    eye, cover = standing_piece("f", 2.0, 10.0), block("wall", 10, 9.0, 11, 11.0)
    # The wall's nearer corners, 1 in aside and 8 in away, hide 2 in to each side at the end of a tank 16 in
    # away, and 2.125 in at the flank of one 17 in away, which shows 2 in.
    shares = [verdict(make_table(t, cover), PLAIN_SIGHT, eye, t).share for t in _turned(0.0, 90.0)]
    assert shares == [0.0, 0.0]
    low = block("wall", 10, 9.5, 11, 10.5)
    shares = [verdict(make_table(t, low), PLAIN_SIGHT, eye, t).share for t in _turned(0.0, 90.0)]
    assert shares == pytest.approx([0.0, 1.0 - (17 / 16) / 2.0])


def test_the_chord_of_an_oval_lies_between_its_true_tangent_points() -> None:
    """Seen along its length from 5 half lengths away it is 1 / 5 of one before its middle, 9.6 in away; the
    wall, 0.6 in lower than the eye at 8 in, hides what is below 0.48 in there."""
    oval = standing_piece("t", 20.0, 10.0, shape=Hull("oval", 4.0, 2.0), radius=2.0)
    found = verdict(
        make_table(oval, block("wall", 17, 0, 18, 20, 0.6)),
        PLAIN_SIGHT,
        standing_piece("f", 10.0, 10.0),
        oval,
    )
    assert found.share == pytest.approx(1.0 - 0.48 / 1.2, abs=1e-9)


def _turned(*facings: float) -> list[Piece]:
    return [tank("t", 20.0, 10.0, facing) for facing in facings]


def test_a_hull_hides_what_is_behind_it_as_far_as_it_is_wide() -> None:
    eye, target = standing_piece("f", 2.0, 10.0), standing_piece("g", 22.0, 10.0)
    across, along = tank("t", 12.0, 11.0, 0.0), tank("t", 12.0, 13.5, 90.0)
    hidden = [verdict(make_table(eye, target, t), BASES, eye, target).share for t in (across, along)]
    assert hidden == pytest.approx([0.5, 1.0], abs=0.02)


def test_lines_between_bases_start_at_the_hull() -> None:
    rules = SightRules(mode="line", lines="bases")
    walls = (block("n", 10, 10.5, 11, 30), block("s", 10, 0, 11, 8.5))
    both = [tank("t", 5.0, 13.0, facing) for facing in (0.0, 90.0)]
    target = standing_piece("g", 20.0, 13.0)
    seen = [verdict(make_table(t, target, *walls), rules, t, target).visible for t in both]
    # From (4, 11), the lower end of the one that stands upright, the corner (10, 10.5) lets through what is
    # below 9.75 at 20 in; from (3, 12) still less. The target begins at 12.5.
    assert seen == [False, False]
    assert verdict(
        make_table(both[1], standing_piece("g", 20.0, 9.0), *walls),
        rules,
        both[1],
        standing_piece("g", 20.0, 9.0),
    ).visible


def test_an_arc_holds_some_of_a_tank_whose_middle_is_out_of_it() -> None:
    eye, target = standing_piece("f", 10.0, 10.0), tank("t", 9.0, 15.0)
    both = make_table(eye, target)
    parts = [
        piece_arc_ruling(both, eye, target, Arc(0.0, 180.0), part) for part in ("any", "centre", "wholly")
    ]  # type: ignore[arg-type]
    assert [found.inside for found in parts] == [True, False, False]
    assert [found.inches for found in parts] == pytest.approx([1.0, -1.0, -3.0])


def test_a_blast_covers_part_of_a_tank() -> None:
    found = piece_coverages(make_table(), Blast(12.0, 10.0, 2.0), [tank("t", 10.0, 10.0)])["t"]
    assert found.state == "partly" and found.touch_depth == pytest.approx(2.0, abs=0.01)


def test_bases_overlap_by_their_outlines() -> None:
    assert not bases_overlap(tank("t", 10.0, 10.0), standing_piece("f", 10.0, 11.6))
    assert bases_overlap(tank("t", 10.0, 10.0), standing_piece("f", 10.0, 11.4))


def test_others_go_round_a_tank() -> None:
    walker, held = standing_piece("f", 5.0, 10.0), tank("t", 10.0, 10.0)
    both = make_table(walker, held)
    go = Motion("f", 0.5, 20.0, starts=(((5.0, 10.0),),), hindering=("t",), occupied=("t",))
    assert "t" in str(leg_problem(both, go, Leg("f", ((5.0, 10.0), (15.0, 10.0)))))
    assert leg_problem(both, go, Leg("f", ((5.0, 10.0), (5.0, 11.6), (15.0, 11.6)))) is None


def test_margins_say_that_they_are_not_worked_out() -> None:
    eye, target = standing_piece("f", 2.0, 10.0), tank("t", 20.0, 10.0)
    with pytest.raises(ValueError, match="not round"):
        sight_margin(make_table(eye, target), PLAIN_SIGHT, eye, target, "target")


@pytest.mark.parametrize(("facing", "edge"), [(0.0, 1.0), (90.0, 2.0)])
def test_a_route_leads_into_contact_with_the_edge_of_a_tank(facing: float, edge: float) -> None:
    foot = standing_piece("f", 10.0, 2.0)
    both = make_table(foot, tank("t", 10.0, 10.0, facing))
    motion = Motion("f", foot.radius, 20.0, starts=((foot.xy,),), hindering=("t",))
    route = route_into_contact(both, motion, foot.xy, "t")
    assert route.arrives
    assert route.path[-1] == pytest.approx((10.0, 10.0 - edge - foot.radius), abs=0.002)


def test_how_sure_a_ruling_on_a_tank_is() -> None:
    eye, target = standing_piece("f", 2.0, 10.0), tank("t", 20.0, 10.0)
    both = make_table(eye, target, block("wall", 10, 9.5, 11, 30))
    found = verdict_tolerance(both, PLAIN_SIGHT, eye, target, 0.25)
    # Seen where the two, off by v and t across the line, come to v + t < 0: the corner is halfway.
    assert found.seen.probability == pytest.approx(0.5, abs=0.01)


def test_a_round_piece_is_written_as_ever_and_a_tank_read_back() -> None:
    assert b"shape" not in msgspec.json.encode(standing_piece("f", 1.0, 1.0))
    written = msgspec.json.encode(tank("t", 10.0, 10.0))
    assert msgspec.json.decode(written, type=Piece) == tank("t", 10.0, 10.0)


def test_a_radius_that_is_not_its_hull_s_is_refused() -> None:
    odd = msgspec.structs.replace(tank("t", 10.0, 10.0), radius=1.0)
    with pytest.raises(TableError, match="circumradius of its base"):
        check_state(State(make_table(odd), None))
