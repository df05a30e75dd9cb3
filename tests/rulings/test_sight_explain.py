"""Evidence: it agrees with the verdict and says what a picture has to show."""

import pytest

from battlesim.geometry.shapes import signed_area
from battlesim.rulings.explain import Conventions, conventions, explain
from battlesim.rulings.sight import PLAIN, SightRules, Verdict, verdict
from battlesim.testing.table import stand, table, wall


def area(region):
    return sum(abs(signed_area(p[0])) - sum(abs(signed_area(h)) for h in p[1:]) for p in region)


def test_evidence_adds_up():
    world = table(
        stand("a", 20, 10, height=0.75),
        stand("b", 20, 20, height=0.75),
        wall("low", 0, 19, 40, 19.25, 0.5),
        wall("half", 20, 14, 30, 15, 2.0),
    )
    a, b = world.piece("a"), world.piece("b")
    proof = explain(world, PLAIN, a, b)
    assert proof.verdict == verdict(world, PLAIN, a, b)
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
    assert conventions(world, PLAIN, a, b) == Conventions(True, True, ((20, 10.5), (20, 19.5)))


def test_what_one_stands_on_is_named_and_does_not_count():
    world = table(
        stand("a", 20, 10, height=0.75), stand("b", 20, 20, height=0.75), wall("w", 15, 19.6, 25, 20.2, 2.0)
    )
    proof = explain(world, PLAIN, world.piece("a"), world.piece("b"))
    assert proof.verdict.share == 1.0 and proof.ignored == ("w",) and proof.blockers == ()
    assert [part.counts for part in proof.section] == [False]


def test_a_blocked_centre_line_with_a_free_line_beside_it():
    world = table(
        stand("a", 20, 10, height=0.75), stand("b", 20, 20, height=0.75), wall("w", 15, 14, 20.3, 15, 2.0)
    )
    rules, pair = SightRules(mode="line"), (world.piece("a"), world.piece("b"))
    proof, lines = explain(world, rules, *pair), conventions(world, rules, *pair)
    assert not proof.verdict.visible and proof.blockers[0].id == "w"
    assert not lines.centre_line and lines.any_line and lines.free is not None


def test_no_line_no_evidence():
    world = table(stand("a", 20, 10))
    assert isinstance(explain(world, PLAIN, world.piece("a"), world.piece("a")), Verdict)
    assert conventions(world, PLAIN, world.piece("a"), world.piece("a")) is None
