"""The best place for a template: against every crossing of circles, against chance, and within its limits."""

import math
import random
from itertools import combinations

import pytest

from battlesim.geometry.arcs import Arc
from battlesim.geometry.best_placement import best_placement
from battlesim.geometry.constants import TOL
from battlesim.geometry.template_targets import AllowedPlacements, TemplateTargets
from battlesim.geometry.templates import Blast, cone, disc_coverages, flame, oblong, placed_template

TABLE = (48.0, 36.0)
FORMS = {
    "blast": Blast(0, 0, 2.5),
    "flame": flame(0, 0, 0, 8, 2.5),
    "cone": cone(0, 0, 0, 45, 8),
    "oblong": oblong(0, 0, 0, 12, 2),
}


def crowd(seed, count=24):
    """Bases of two sizes in two loose clusters, none over another."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        x, y = (dice.gauss(middle, 3.0) for middle in ((14, 14), (34, 22))[len(found) % 2])
        radius = dice.choice([0.5, 0.8])
        if all(math.dist((x, y), other[:2]) > radius + other[2] for other in found):
            found.append((x, y, radius))
    return found


def crossings(circles):
    """The middles of circles and the points that two of them have in common."""
    yield from ((x, y) for x, y, _ in circles)
    for (x, y, a), (u, v, b) in combinations(circles, 2):
        far = math.dist((x, y), (u, v))
        if abs(a - b) < far < a + b:
            along = (far * far + a * a - b * b) / (2 * far)
            across = math.sqrt(a * a - along * along)
            c, s = (u - x) / far, (v - y) / far
            for side in (across, -across):
                yield x + along * c - side * s, y + along * s + side * c


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("least", ["partly", "wholly"])
def test_a_blast_catches_as_many_as_at_any_crossing_of_their_circles(seed, least):
    discs = crowd(seed)
    inward = 1.0 if least == "partly" else -1.0
    circles = [(x, y, 2.5 + inward * r) for x, y, r in discs]
    most = max(
        sum(math.dist(at, (x, y)) <= reach + 1e-7 for x, y, reach in circles) for at in crossings(circles)
    )
    found = best_placement(Blast(0, 0, 2.5), TemplateTargets(discs, least), AllowedPlacements(TABLE))
    assert found.is_proved and found.caught_count == most


@pytest.mark.parametrize("least", ["partly", "half", "wholly"])
@pytest.mark.parametrize("form", FORMS)
def test_no_random_place_catches_more(form, least):
    field, dice = TemplateTargets(crowd(5), least), random.Random(form)
    best = best_placement(FORMS[form], field, AllowedPlacements(TABLE))
    assert (
        field.caught_count(placed_template(FORMS[form], best.x, best.y, best.facing)) == best.caught_count > 0
    )
    for _ in range(150):
        x, y, *_ = dice.choice(field.discs)
        place = dice.gauss(x, 2), dice.gauss(y, 2), dice.uniform(0, 360)
        assert field.caught_count(placed_template(FORMS[form], *place)) <= best.caught_count


def test_there_is_room_about_the_best_place():
    blast = best_placement(
        Blast(0, 0, 2), TemplateTargets([(10, 10, 0.5), (12, 10, 0.5)], "wholly"), AllowedPlacements(TABLE)
    )
    found = disc_coverages(Blast(blast.x, blast.y, 2), [(10, 10, 0.5), (12, 10, 0.5)])
    assert [one.state for one in found] == ["wholly", "wholly"]
    assert min(one.margin for one in found) > 0.45


def test_friends_are_not_lain_over():
    discs, friend = [(10, 10, 0.5), (12, 10, 0.5)], (11, 10, 0.4)
    assert (
        best_placement(Blast(0, 0, 1.2), TemplateTargets(discs), AllowedPlacements(TABLE)).caught_count == 2
    )
    spared = best_placement(
        Blast(0, 0, 1.2), TemplateTargets(discs, "partly", [friend]), AllowedPlacements(TABLE)
    )
    assert spared.caught_count == 1
    assert disc_coverages(Blast(spared.x, spared.y, 1.2), [friend])[0].state == "out"


def test_it_is_laid_within_range_and_in_an_arc():
    discs = [(20, 20, 0.5), (30, 20, 0.5), (31, 20, 0.5)]
    near = best_placement(Blast(0, 0, 2), TemplateTargets(discs), AllowedPlacements(TABLE, disc=(15, 20, 6)))
    assert near.caught_count == 1 and math.dist((near.x, near.y), (15, 20)) <= 6 + TOL
    behind = best_placement(
        Blast(0, 0, 2),
        TemplateTargets(discs),
        AllowedPlacements(TABLE, arc=((25, 20), 180.0, Arc(0.0, 90.0))),
    )
    assert behind.caught_count == 1 and behind.x < 25


def test_it_is_centred_on_one_of_some_places():
    discs = [(20, 20, 0.5), (24, 20, 0.5), (22, 20, 0.5)]
    found = best_placement(
        Blast(0, 0, 2), TemplateTargets(discs), AllowedPlacements(TABLE, points=tuple(d[:2] for d in discs))
    )
    assert (found.x, found.y) == (22, 20) and found.caught_count == 3


def test_a_flame_is_turned_about_its_muzzle_as_far_as_it_may_be():
    discs = [(20, 26, 0.5), (26, 20, 0.5), (25.5, 21.2, 0.5)]
    shape = flame(0.5, 0, 0, 8, 2.5)
    free = best_placement(shape, TemplateTargets(discs), AllowedPlacements(TABLE, points=((20, 20),)))
    assert free.caught_count == 2 and (free.x, free.y) == (20, 20)
    held = best_placement(
        shape, TemplateTargets(discs), AllowedPlacements(TABLE, points=((20, 20),), facings=(60.0, 60.0))
    )
    assert held.caught_count == 1 and 60 <= held.facing <= 120


def test_behind_a_wall_others_are_caught():
    discs = [(10, 10, 0.5), (11.5, 10, 0.5), (30, 20, 0.5)]

    def judge(x, y, facing):
        return int(x > 20)

    assert best_placement(
        Blast(0, 0, 2), TemplateTargets(discs), AllowedPlacements(TABLE), judge
    ).x == pytest.approx(30, abs=2.5)


def test_nowhere_is_no_place():
    with pytest.raises(ValueError, match="cannot be placed legally"):
        best_placement(
            Blast(0, 0, 2), TemplateTargets([(10, 10, 0.5)]), AllowedPlacements(TABLE, disc=(-20, 0, 5))
        )


@pytest.mark.parametrize("form", [oblong(0, 0, 0, 200, 0.5), cone(0, 0, 0, 1, 200), oblong(0, 0, 0, 30, 2)])
def test_what_is_longer_than_the_table_begins_on_it(form):
    discs = [(0.6, 0.6, 0.5), (0.6, 35.4, 0.5), (24, 18, 0.5)]
    found = best_placement(form, TemplateTargets(discs), AllowedPlacements(TABLE))
    assert found.caught_count >= 2 and 0 <= found.x <= 48 and 0 <= found.y <= 36
