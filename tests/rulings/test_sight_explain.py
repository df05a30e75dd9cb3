"""Evidence: it agrees with the verdict and says what a picture has to show."""

import msgspec
import pytest

from battlesim.geometry.shapes import signed_area
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, Verdict, verdict
from battlesim.rulings.sight_case import SightCase
from battlesim.rulings.sight_evidence import Evidence, sight_evidence, skimmed_solids
from battlesim.testing.table import block, make_table, standing_piece, wall


def area(region):
    return sum(abs(signed_area(p[0])) - sum(abs(signed_area(h)) for h in p[1:]) for p in region)


def test_evidence_adds_up():
    world = make_table(
        standing_piece("a", 20, 10, height=0.75),
        standing_piece("b", 20, 20, height=0.75),
        wall("low", 0, 19, 40, 19.25, 0.5),
        wall("half", 20, 14, 30, 15, 2.0),
    )
    a, b = world.piece("a"), world.piece("b")
    proof = sight_evidence(world, PLAIN_SIGHT, a, b)
    assert proof.verdict == verdict(world, PLAIN_SIGHT, a, b)
    assert area(proof.face) == pytest.approx(proof.verdict.share * proof.width * 0.75)
    shares = {blocker.id: blocker.share for blocker in proof.blockers}
    assert shares["low"] == pytest.approx(0.6405, abs=5e-5) and shares["half"] == pytest.approx(0.5)
    for blocker in proof.blockers:
        assert area(blocker.shadow) == pytest.approx(blocker.share * proof.width * 0.75)
        assert area(blocker.rings) > 0
    low = next(blocker for blocker in proof.blockers if blocker.id == "low")
    assert low.at == pytest.approx((20, 19, 0.75))
    assert [(part.id, part.start, part.end) for part in proof.section] == [
        ("low", pytest.approx(9), pytest.approx(9.25))
    ]
    assert SightCase(world, PLAIN_SIGHT, [(a, b)]).free_lines([0])[0] == ((20, 10.5), (20, 19.5))


def test_what_one_stands_on_is_named_and_does_not_count():
    world = make_table(
        standing_piece("a", 20, 10, height=0.75),
        standing_piece("b", 20, 20, height=0.75),
        wall("w", 15, 19.6, 25, 20.2, 2.0),
    )
    proof = sight_evidence(world, PLAIN_SIGHT, world.piece("a"), world.piece("b"))
    assert proof.verdict.share == 1.0 and proof.ignored == ("w",) and proof.blockers == ()
    assert [part.counts for part in proof.section] == [False]


def test_a_blocked_centre_line_with_a_free_line_beside_it():
    world = make_table(
        standing_piece("a", 20, 10, height=0.75),
        standing_piece("b", 20, 20, height=0.75),
        wall("w", 15, 14, 20.3, 15, 2.0),
    )
    rules, pair = SightRules(mode="line"), (world.piece("a"), world.piece("b"))
    proof = sight_evidence(world, rules, *pair)
    assert not proof.verdict.visible and proof.blockers[0].id == "w"
    assert verdict(world, SightRules(mode="line", lines="bases"), *pair).visible


def test_no_line_no_evidence():
    world = make_table(standing_piece("a", 20, 10))
    assert isinstance(sight_evidence(world, PLAIN_SIGHT, world.piece("a"), world.piece("a")), Verdict)


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (wall("w", 20.277, 15, 30, 15.5), ("w",)),
        (wall("w", 20.29, 15, 30, 15.5), ()),
        (wall("w", 20.2, 15, 30, 15.5), ()),
        (wall("w", 10, 19, 30, 19.4, 0.066), ("w",)),
        (wall("w", 10, 19, 30, 19.4, 0.05), ()),
        (wall("w", 10, 19, 30, 19.4, 0.08), ()),
    ],
)
def test_what_lines_of_sight_only_touch_is_skimmed(thing, expected):
    """The outermost line runs past x = 20.2753 at y = 15.5; the lowest one is 0.0692 in high at y = 19.4."""
    world = make_table(standing_piece("a", 20, 10), standing_piece("b", 20, 20), thing)
    pair = world.piece("a"), world.piece("b")
    assert skimmed_solids(world, PLAIN_SIGHT, *pair) == expected
    assert not set(expected) & set(verdict(world, PLAIN_SIGHT, *pair).blockers)


@pytest.mark.parametrize(
    ("lines", "free"),
    [("centres", [False]), ("bases", [True]), ("bodies", [True]), ("corners", [True, True, False, False])],
)
def test_the_lines_that_decide_are_named(lines, free):
    wall = block("W", 4.0, 4.4, 5.0, 5.1, height=5.0)
    now = make_table(standing_piece("a", 2, 5), standing_piece("b", 8, 5), wall, width=10.0, height=10.0)
    rules = msgspec.structs.replace(PLAIN_SIGHT, mode="line", lines=lines)
    found = sight_evidence(now, rules, now.piece("a"), now.piece("b"))
    assert isinstance(found, Evidence)
    assert sorted((line.free for line in found.lines), reverse=True) == free
    assert found.verdict.share == pytest.approx(sum(free) / len(free))


def test_where_the_share_decides_there_are_no_such_lines():
    now = make_table(standing_piece("a", 2, 5), standing_piece("b", 8, 5))
    found = sight_evidence(now, PLAIN_SIGHT, now.piece("a"), now.piece("b"))
    assert isinstance(found, Evidence) and found.lines == ()
