"""What a figure's relations, ranges and reasons say: ties, the net of command, the die to beat."""

from __future__ import annotations

import pytest

from battlesim.engine.why_query import WhyQuery, explain_why
from battlesim.rulesets.stargrunt import RULESET
from battlesim.rulesets.stargrunt.core.marks import WOUNDED

from .field import CENTRE, battle, foes, row, squad, terrain


def words(state, piece, other):
    return [str(r.words) for r in RULESET.relations(state, piece) if r.other == other]


@pytest.mark.rule("SG-INT-01", "SG-GAP-34")
def test_figures_are_tied_to_those_next_to_them():
    state = battle(squad("a", *row(0, 0, 3)), foes("b", (0, 20)))
    ties = [r for r in RULESET.relations(state, "a2") if r.line == "bar"]
    assert [(tie.other, tie.broken) for tie in ties] == [("a1", False), ("a3", False)]


@pytest.mark.rule("SG-INT-01", "SG-GAP-48")
def test_a_tie_that_is_too_long_is_broken():
    state = battle(squad("a", (0, 0), (1.5, 0), (9.13, 0)), foes("b", (0, 20)))
    (tie,) = [r for r in RULESET.relations(state, "a3") if r.line == "bar"]
    assert tie.broken and str(tie.words) == "out of integrity, 6.6 in"


@pytest.mark.rule("SG-GAP-34")
def test_leaders_know_whom_they_command_and_how_likely_they_are_heard():
    state = battle(
        squad("a", (0, 0), level="platoon", leadership=1),
        squad("s", (0, -10), (1.5, -10), under="a"),
        foes("b", (0, 20)),
    )
    assert words(state, "a1", "s1") == ["under it, hears it 75 %"]
    assert words(state, "s1", "a1") == ["commands it, heard 75 %"]
    assert words(state, "s2", "a1") == []


@pytest.mark.rule("SG-GAP-34")
def test_creatures_are_in_no_net_of_command():
    state = battle(
        squad("a", (0, 0), level="platoon", leadership=1),
        squad("s", (0, -10), under="a", automated=True),
        foes("b", (0, 20)),
    )
    assert words(state, "s1", "a1") == []


@pytest.mark.rule("SG-GAP-05", "SG-GAP-19", "SG-FIR-01")
def test_the_die_to_beat_is_told_with_its_cover():
    state = battle(squad("a", (0, 0)), foes("b", (0, 12)), ground=[terrain("wall", -5, 10.5, 5, 11)])
    assert words(state, "a1", "b1") == ["band 2, D10: hard cover"]
    assert str(RULESET.range_text(state, "a1", "b1")) == "band 2, D10: hard cover"


@pytest.mark.rule("SG-GAP-19")
def test_range_rings_are_as_long_as_the_quality_die():
    rings = RULESET.range_rings(battle(squad("a", (0, 0), quality="veteran"), foes("b", (0, 12))), "a1")
    assert rings.centre == (CENTRE, CENTRE)
    assert [ring.inches for ring in rings.rings] == [10.0, 20.0, 30.0, 40.0, 50.0]
    assert [str(ring.words).split(" to ")[0] for ring in rings.rings] == ["D4", "D6", "D8", "D10", "D12"]


@pytest.mark.rule("SG-GAP-19", "SG-GAP-05")
@pytest.mark.parametrize(
    ("own", "enemy"), [("a1", "a1"), ("b1", "b1"), ("a1", ""), ("", "b1"), ("a1", "c1"), ("c1", "a1")]
)
def test_no_range_is_told_without_figures_able_to_act(own, enemy):
    state = battle(squad("a", (0, 0)), foes("b", (0, 12)), foes("c", (9, 12), figure_marks={1: WOUNDED}))
    assert RULESET.range_text(state, own, enemy) == ""


@pytest.mark.rule("SG-GAP-19")
def test_creatures_without_weapons_have_no_rings():
    state = battle(squad("a", (0, 0)), foes("b", (0, 12), kinds=("swarmer",)))
    assert RULESET.range_rings(state, "b1") is None
    assert RULESET.range_rings(state, "nobody") is None


@pytest.mark.rule("SG-MOV-01", "SG-FIR-01")
@pytest.mark.parametrize("piece", ["a1", "a2"])
def test_every_figure_is_told_why_its_unit_cannot_fire_at_the_unit_of_another(piece):
    state = battle(
        squad("a", (0, 0), (1.5, 0)),
        foes("b", (0, 12)),
        ground=[terrain("building", -9, 4, 9, 6)],
        activated="a",
    )
    report = explain_why(RULESET, state, WhyQuery(piece, "b1"))
    assert ("target", "no figure sees it") in [(r.what, str(r.words)) for r in report.reasons]
