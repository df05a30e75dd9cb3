"""Templates of rules on a table: what lies behind walls, where one is best within limits."""

import math
import random

import msgspec
import pytest

from battlesim.geometry.arcs import Arc
from battlesim.geometry.templates import Blast, flame, oblong
from battlesim.rulings.best_template import TemplateQuery, best_template, caught_count, placed_query_template
from battlesim.rulings.template_coverage import (
    NO_SHADOW,
    PlacedTemplate,
    TemplateShadow,
    place_template,
    shadowed_coverages,
)
from battlesim.table.pieces import Hull
from battlesim.testing.table import block, make_table, standing_piece

WALL = TemplateShadow(("w",), "parts")
BASES = TemplateShadow(("w",), "bases")


def walled(*pieces):
    """A wall from 20 to 20.5, 10 in long."""
    return make_table(*pieces, block("w", 20, 15, 20.5, 25))


def states(world, laid: PlacedTemplate) -> list[str]:
    return [one.state for one in shadowed_coverages(world, laid, world.standing_pieces()).values()]


def test_a_wall_hides_the_part_of_a_flame_behind_it():
    world = walled(standing_piece("near", 18, 20), standing_piece("behind", 23, 20))
    shape = flame(15, 20, 0, 10, 3)
    assert states(world, place_template(world.ground, shape, (15, 20), NO_SHADOW)) == ["wholly", "wholly"]
    assert states(world, place_template(world.ground, shape, (15, 20), WALL)) == ["partly", "out"] or states(
        world, place_template(world.ground, shape, (15, 20), WALL)
    ) == ["wholly", "out"]


def test_a_base_half_behind_a_wall_is_half_under_it():
    world = make_table(standing_piece("a", 22, 20), block("w", 19, 20, 20, 30))
    shape = flame(10, 20, 0, 16, 6)
    found = shadowed_coverages(
        world, place_template(world.ground, shape, (10, 20), WALL), [world.piece("a")]
    )["a"]
    assert found.fraction == pytest.approx(0.5, abs=1e-6) and found.state in ("partly", "half")
    assert found.margin == pytest.approx(0.0, abs=1e-6)


def test_a_blast_does_not_reach_who_is_behind_a_wall_and_says_how_far_that_may_be_off():
    world = walled(standing_piece("open", 17, 20), standing_piece("behind", 21.5, 25.2))
    laid = place_template(world.ground, Blast(19, 22, 5), (19, 22), BASES)
    assert states(world, laid) == ["wholly", "out"]
    margin = shadowed_coverages(world, laid, world.standing_pieces())["behind"].margin
    assert 0.3 < margin < 2.5 / 1.5 * 3 + 22 - 25.2  # up to the ray over the end of the wall at 20.5, 25
    for way in range(0, 360, 15):
        x, y = (21.5 + 0.98 * margin * math.cos(way), 25.2 + 0.98 * margin * math.sin(way))
        assert shadowed_coverages(world, laid, [standing_piece("behind", x, y)])["behind"].state == "out"


def test_the_best_place_is_on_this_side_of_the_wall():
    world = walled(
        standing_piece("g", 10, 20),
        standing_piece("x", 23, 20),
        standing_piece("y", 23, 21.2),
        standing_piece("z", 16, 21),
    )
    others = tuple(world.piece(name) for name in ("x", "y", "z"))
    shot = TemplateQuery(flame(0, 0, 0, 15, 3), others, firer=world.piece("g"), reach=0.0)
    assert best_template(world, shot).caught_count == 3
    shaded = shot._replace(shadow=WALL)
    best = best_template(world, shaded)
    assert best.caught_count == caught_count(world, shaded, best.x, best.y, best.facing) == 1


def test_from_the_edge_of_a_base_into_an_arc_of_it():
    world = make_table(
        standing_piece("g", 20, 20, facing=90), standing_piece("x", 26, 20), standing_piece("y", 20, 26)
    )
    wish = TemplateQuery(
        flame(0, 0, 0, 8, 2), (world.piece("x"), world.piece("y")), firer=world.piece("g"), reach=0.0
    )
    best = best_template(world, wish._replace(arc=Arc(0.0, 90.0)))
    assert best.caught_count == 1 and 45 <= best.facing <= 135
    assert math.dist((best.x, best.y), (20, 20)) == pytest.approx(world.piece("g").radius)


def test_a_blast_in_range_of_the_edge_of_a_base():
    world = make_table(standing_piece("g", 10, 20), standing_piece("x", 20, 20))
    wish = TemplateQuery(Blast(0, 0, 2), (world.piece("x"),), firer=world.piece("g"), reach=8.0)
    best = best_template(world, wish)
    assert (
        best.caught_count == 1
        and math.dist((best.x, best.y), (10, 20)) <= 8.0 + world.piece("g").radius + 0.005
    )
    assert best_template(world, wish._replace(reach=6.0)).caught_count == 0


@pytest.mark.parametrize("least", ["partly", "half", "wholly"])
def test_hulls_are_caught_by_their_outline(least):
    tanks = [
        msgspec.structs.replace(
            standing_piece(name, x, 20, facing=90), shape=Hull("rectangle", 6.0, 2.0), radius=3.2
        )
        for name, x in (("a", 20), ("b", 23))
    ]
    world = make_table(*tanks)
    wish = TemplateQuery(oblong(0, 0, 0, 6.2, 5.2), tuple(world.standing_pieces()), (), least)
    best = best_template(world, wish)
    assert best.caught_count == caught_count(world, wish, best.x, best.y, best.facing) == 2
    narrow = wish._replace(template=oblong(0, 0, 0, 5, 0.5), spared=(world.piece("b"),))
    assert caught_count(world, narrow, 18, 20, 0) == -1
    spared = best_template(world, narrow._replace(wanted=(world.piece("a"),), threshold="partly"))
    assert spared.caught_count == 1


@pytest.mark.parametrize("hides", ["parts", "bases"])
def test_no_move_within_its_margin_changes_what_is_covered_of_a_base(hides):
    dice, world = random.Random(hides), walled(standing_piece("a", 22, 20))
    states = set()
    for _ in range(150):
        origin = (dice.uniform(14, 19.5), dice.uniform(13, 27))
        shape = flame(*origin, dice.uniform(-60, 60), 10, 4) if hides == "parts" else Blast(*origin, 5)
        lies = place_template(world.ground, shape, origin, TemplateShadow(("w",), hides))
        x, y = dice.uniform(17, 25), dice.uniform(12, 28)
        found = shadowed_coverages(world, lies, [standing_piece("a", x, y)])["a"]
        states.add(found.state)
        step, way = dice.uniform(0, 0.999) * min(found.margin, 3.0), dice.uniform(0, math.tau)
        moved = standing_piece("a", x + step * math.cos(way), y + step * math.sin(way))
        assert shadowed_coverages(world, lies, [moved])["a"].state == found.state
    assert states == {"out", "partly", "half", "wholly"}


def test_a_base_in_the_open_may_be_off_as_far_as_to_the_rim_of_the_shadow():
    world = walled(standing_piece("a", 21, 26.8))
    laid = place_template(world.ground, Blast(15, 20, 12), (15, 20), BASES)
    found = shadowed_coverages(world, laid, world.standing_pieces())["a"]
    assert found.state == "wholly" and found.margin == pytest.approx(0.8 / math.sqrt(2))


@pytest.mark.parametrize("hull", [None, Hull("rect", 4.0, 2.0)])
def test_a_blast_about_a_base_reaches_as_far_from_its_edge(hull):
    aimed = standing_piece("aimed", 20, 20, radius=1.0)
    aimed = msgspec.structs.replace(aimed, shape=hull) if hull else aimed
    edge = 22.0 if hull else 21.0
    world = make_table(
        aimed, standing_piece("touched", edge + 3.5, 20), standing_piece("free", edge + 3.51, 22)
    )
    wish = TemplateQuery(Blast(0, 0, 3.0), tuple(world.standing_pieces()), (), "touching", of_base=True)
    assert [name for name, one in found(world, wish, 20.4, 19.8).items() if one.is_caught("touching")] == [
        "aimed",
        "touched",
    ]


def test_a_blast_about_a_base_is_one_about_a_point_on_bare_ground():
    world = make_table(standing_piece("a", 20, 20), standing_piece("b", 24, 20))
    wish = TemplateQuery(Blast(0, 0, 3.0), tuple(world.standing_pieces()), of_base=True)
    assert placed_query_template(world, wish, 22.0, 20.0, 0.0).template == Blast(22.0, 20.0, 3.0)


def test_the_best_base_for_a_blast_about_one_is_in_reach_of_its_edge():
    crowd = [standing_piece(f"c{k}", 30.0 + 3.0 * k, 20) for k in range(3)]
    world = make_table(standing_piece("f", 10, 20), standing_piece("near", 20, 20), *crowd)
    wanted = tuple(world.standing_pieces()[1:])
    wish = TemplateQuery(
        Blast(0, 0, 2.6), wanted, (), "touching", firer=world.pieces["f"], reach=22.0, of_base=True
    )
    assert best_template(world, wish)[:4] == (33.0, 20.0, 0.0, 3)
    assert best_template(world, wish._replace(reach=19.9))[:4] == (30.0, 20.0, 0.0, 2)
    with pytest.raises(ValueError, match="cannot be placed legally"):
        best_template(world, wish._replace(reach=2.0))


def found(world, wish, x, y):
    return shadowed_coverages(world, placed_query_template(world, wish, x, y, 0.0), world.standing_pieces())


def test_a_blast_that_catches_by_centres_is_placed_where_it_holds_the_most_of_them():
    table = make_table(*(standing_piece(f"p{k}", x, 10.0) for k, x in enumerate((10.0, 13.0, 16.1))))
    query = TemplateQuery(Blast(0.0, 0.0, 3.0), tuple(table.standing_pieces()), threshold="centre")
    assert best_template(table, query).caught_count == 2
