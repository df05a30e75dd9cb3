"""Coming up from below at the edges: who leads, through which opening, with room for whom."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.alien_invasion.core.lookups import combat_of, figures_of, living
from battlesim.rulesets.alien_invasion.core.state import Alliance, BelowGround, LockedCombat, Pacts
from battlesim.rulesets.alien_invasion.underground.setting_down import (
    WayOut,
    has_room,
    lead_area,
    opening_at,
    others_area,
    set_down_groups,
)
from battlesim.rulesets.alien_invasion.underground.tunnels import (
    climb_out,
    deploy,
    dig_out,
    is_open_above,
    leads_deployment,
    may_climb_out,
    may_dig_out,
    squad_below,
    why_cannot_climb_out,
    why_cannot_deploy,
)
from battlesim.table.events import DiceRolled
from tests.rules.alien_invasion.field import battle, default, group, perform, spugs, terrain
from tests.rules.alien_invasion.test_burrow_edges import dead, opened, squad
from tests.rules.alien_invasion.test_burrowers import burrower, field, hole, sunk
from tests.rules.alien_invasion.test_sewers import manhole
from tests.rules.alien_invasion.test_tunnel_edges import over, under

DEPLOYS = pytest.mark.rule(
    "MT-BURR-07",
    "MT-BURR-11",
    "MT-GAP-59",
    "MT-GAP-60",
    "MT-SEWR-04",
    "MT-SEWR-07",
    "MT-AUTO-14",
    "MT-AUTO-02",
)


@DEPLOYS
def test_who_comes_up_together():
    own = burrower((5, 5)), spugs("s", (7, 5)), spugs("m", (9, 5)), spugs("u", (11, 5))
    state = sunk(sunk(field(*own), "w", "s", "m"), "u", at=(50, 10))
    assert squad_below(state, "s") == ["m"] and squad_below(state, "u") == []
    assert [leads_deployment(state, key) for key in ("w", "s", "m", "u")] == [False, True, False, True]
    men = under(over(squad(group("a", (8, 10)), "s"), squad(group("b", (9, 10)), "s")), "a", "b")
    assert squad_below(men, "a") == [] and leads_deployment(men, "a") is False
    assert (may_climb_out(men, "a"), may_climb_out(state, "s")) == (True, False)


@DEPLOYS
@pytest.mark.parametrize(
    ("markers", "way", "is_open"),
    [((), False, False), ((hole(40, 30),), False, True), ((), True, True), ((hole(40.1, 30),), False, False)],
)
def test_what_is_open_above(markers, way, is_open):
    state = opened(sunk(field(spugs("s", (5, 5)), markers=markers), "s"), s=way)
    assert is_open_above(state, "s") is is_open
    assert why_cannot_deploy(state, "s") == ("" if is_open else "no hole is open above it")
    assert may_dig_out(state, "s") is not is_open


@DEPLOYS
def test_a_manhole_is_no_way_up_for_those_in_the_holes():
    state = sunk(field(spugs("s", (5, 5)), markers=[manhole("m", 40, 30)]), "s")
    assert is_open_above(state, "s") is False


@DEPLOYS
def test_a_squad_with_a_living_burrower_does_not_dig_itself_out_and_its_first_group_digs():
    own = spugs("s", (5, 5)), spugs("m", (7, 5))
    assert [may_dig_out(sunk(field(*own), "s", "m"), key) for key in ("s", "m")] == [True, False]
    kept = sunk(field(*own, burrower((20, 20))), "s", "m")
    assert may_dig_out(kept, "s") is False
    assert may_dig_out(dead(kept, "w1"), "s") is True


@DEPLOYS
@pytest.mark.parametrize(("size", "why"), [(0.4, ""), (3.0, "there is no room for all of them")])
def test_a_squad_and_a_group_need_room_at_the_opening(size, why):
    rocks = terrain("rocks", 40 - size, 30 - size, 40 + size, 30 + size)
    state = sunk(field(spugs("s", (5, 5)), ground=[rocks], markers=[hole(40, 30)]), "s")
    assert why_cannot_deploy(state, "s") == why
    men = under(over(group("a", (5, 5)), ground=[rocks], markers=[manhole("m", 40, 30)]), "a", at=(40, 30))
    assert why_cannot_climb_out(men, "a") == why


@DEPLOYS
def test_where_no_manhole_is_nobody_climbs_out():
    assert (
        why_cannot_climb_out(under(over(group("a", (5, 5))), "a", at=(40, 30)), "a")
        == "no entrance is open above it"
    )


@DEPLOYS
@pytest.mark.parametrize(
    ("worm", "touching"),
    [
        ((40, 30), "w1"),
        ((42.0, 30), "w1"),
        ((40, 32.004), "w1"),
        ((40, 32.006), ""),
        ((38.6, 31.4), "w1"),
        ((41.5, 31.5), ""),
    ],
)
def test_a_squad_comes_up_at_its_burrower_if_that_is_near_the_point(worm, touching):
    state = sunk(field(burrower(worm), spugs("s", (7, 5))), "s")
    assert opening_at(state, "s", (40, 30)) == WayOut((40, 30), touching=touching)
    assert opening_at(sunk(state, "w"), "s", (40, 30)) == WayOut((40, 30))


@DEPLOYS
@pytest.mark.parametrize(
    ("opening", "point", "fine"),
    [
        (WayOut((40, 30)), (41.5, 30), True),
        (WayOut((40, 30)), (41.504, 30), True),
        (WayOut((40, 30)), (41.51, 30), False),
        (WayOut((40, 30), anywhere=True), (60, 10), True),
        (WayOut((40, 30), touching="w1"), (21.75, 20), True),
        (WayOut((40, 30), touching="w1"), (40, 30), False),
    ],
)
def test_where_the_first_who_comes_up_may_stand(opening, point, fine):
    state = sunk(field(burrower((20, 20)), spugs("s", (7, 5), (9, 5))), "s")
    area = lead_area(state, living(state, "s"), opening)
    inside = not area.zone or math.dist(point, (40, 30)) <= max(math.dist(p, (40, 30)) for p in area.zone[0])
    touching = not area.touching or math.dist(point, (20, 20)) <= 1.75
    assert (inside and touching) is fine
    assert ("w1" in area.bases, "s1" in area.bases) == (True, False)


@DEPLOYS
def test_where_the_others_may_stand():
    state = field(spugs("s", (40, 30), (41, 30)), group("a", (44, 30)))
    area = others_area(state, state.table.pieces_of_unit("s"), state.table.piece("s1"))
    assert max(math.dist(point, (40, 30)) for point in area.zone[0]) == pytest.approx(5.0, abs=0.01)
    assert (area.leader, area.within, dict(area.apart)["a1"]) == ("s1", 4.0, 0.1)
    assert ("s1" in area.bases, "s2" in area.bases) == (True, False)


def in_gap(half_length, *counts):
    """Groups below the middle of a gap between rocks that is as wide as a figure and so long."""
    x0, x1, y0, y1 = 40 - half_length, 40 + half_length, 29.49, 30.51
    ground = [
        terrain("rocks", 0, 0, x0, 48, "r1"),
        terrain("rocks", x1, 0, 72, 48, "r2"),
        terrain("rocks", x0, 0, x1, y0, "r3"),
        terrain("rocks", x0, y1, x1, 48, "r4"),
    ]
    groups = [spugs(id, *((5.0, 5.0),) * count) for id, count in zip("stu", counts, strict=False)]
    state = battle(*groups, ground=ground, card="spug single")
    return sunk(state, *"stu"[: len(counts)])


@DEPLOYS
@pytest.mark.parametrize(
    ("half_length", "counts", "room"),
    [
        (0.6, (1,), True),
        (0.4, (1,), False),
        (1.6, (1,), True),
        (1.6, (2,), True),
        (1.6, (3,), True),
        (1.6, (4,), False),
        (1.6, (1, 1, 1), True),
        (1.6, (1, 2), True),
        (1.6, (2, 1), True),
        (1.6, (2, 2), False),
        (1.6, (3, 1), False),
    ],
)
def test_all_groups_need_room_one_after_the_other(half_length, counts, room):
    state = in_gap(half_length, *counts)
    assert has_room(state, list("stu"[: len(counts)]), WayOut((40, 30))) is room


@DEPLOYS
def test_without_room_at_the_opening_they_come_up_anywhere():
    rocks = terrain("rocks", 35, 25, 45, 35)
    state = sunk(field(spugs("s", (5, 5), (7, 5)), ground=[rocks]), "s")
    done = perform(
        state, lambda play: set_down_groups(play, {"s": WayOut((40, 30))}, ""), {"come_up": default}
    )
    assert len(figures_of(done.state, "s")) == 2 and "s" not in done.state.game.below
    assert [decision.pieces for decision in done.asked] == [("s1",), ("s2",)]
    assert done.first_decision("come_up").room.zone == ()


@DEPLOYS
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_first_is_set_down_by_itself_and_the_others_after_it(count):
    state = sunk(field(spugs("s", *((5 + 2 * n, 5) for n in range(count)))), "s")
    done = perform(state, lambda play: set_down_groups(play, {"s": WayOut((40, 30))}, ""))
    asked = [("s1",), ("s2", "s3")[: count - 1]]
    assert [decision.pieces for decision in done.asked] == asked[: min(count, 2)]
    assert done.first_decision("come_up").room.zone != ()
    assert math.dist(done.piece("s1").xy, (40, 30)) <= 1.505


ALLIED = Pacts((Alliance(("spug", "mib")),))


@DEPLOYS
@pytest.mark.parametrize(
    ("fighters", "pacts", "joins"),
    [
        (("a", "t"), Pacts(), True),
        (("b", "t"), Pacts(), False),
        (("a", "b"), Pacts(), False),
        (("b", "t", "c"), Pacts(), True),
        (("b", "t", "c"), ALLIED, False),
        ((), Pacts(), False),
    ],
)
def test_those_who_come_up_touching_an_enemy_join_the_fight_of_their_faction(fighters, pacts, joins):
    """Group a touches the opening from the east and c from the west; b and t are far away."""
    c = group("c", (38.5, 30), side="mib")
    groups = spugs("s", (5, 5)), spugs("t", (60, 5)), group("a", (41.5, 30)), group("b", (60, 7)), c
    combats = (LockedCombat(1, fighters),) if fighters else ()
    state = sunk(battle(*groups, combats=combats, pacts=pacts, card="spug single"), "s")
    place = (39.5, 30) if "c" in fighters else (40.5, 30)
    answers = {
        "come_up": lambda d, s: d.placements_around(s, place) if fighters[1:2] == ("t",) else d.default(s)
    }
    done = perform(state, lambda play: set_down_groups(play, {"s": WayOut((40, 30))}, ""), answers).state
    assert (combat_of(done, "s") is not None) is joins


@pytest.mark.rule("MT-GAP-59")
@pytest.mark.parametrize(("dice", "out"), [([6, 1, 1], True), ([5, 5, 5], False), ([1, 1, 6], True)])
def test_every_figure_of_a_squad_rolls_to_dig_out(dice, out):
    state = sunk(field(spugs("s", (21.5, 20), (23, 20)), spugs("m", (25, 20))), "s", "m")
    done = perform(state, lambda play: dig_out(play, "s"), dice=dice)
    assert (not done.state.game.below) is out
    assert done.first_decision("dice").dice == (6, 6, 6)
    assert done.events_of(DiceRolled)[0].came == ("it works" if out else "no six")
    if out:
        assert done.first_decision("come_up").room.zone != ()
        assert math.dist(done.piece("s1").xy, (40, 30)) <= 1.505


@pytest.mark.rule("MT-GAP-59")
def test_they_dig_themselves_out_elsewhere_if_there_is_no_room():
    rocks = terrain("rocks", 35, 25, 45, 35)
    state = sunk(field(spugs("s", (21.5, 20)), ground=[rocks]), "s")
    done = perform(state, lambda play: dig_out(play, "s"), dice=[6])
    assert done.first_decision("come_up").room.zone == ()


@DEPLOYS
def test_a_squad_deploys_all_its_groups_around_its_point():
    state = sunk(field(spugs("s", (5, 5)), spugs("m", (7, 5)), markers=[hole(40, 30)]), "s", "m")
    done = perform(state, lambda play: deploy(play, "s")).state
    assert done.game.below == {}
    assert all(math.dist(done.table.piece(key).xy, (40, 30)) <= 1.505 for key in ("s1", "m1"))


@pytest.mark.rule("MT-SEWR-04")
@pytest.mark.parametrize(("paid", "now"), [(0, 1), (1, None)])
def test_the_second_action_brings_a_group_up(paid, now):
    state = under(over(group("a", (5, 5))), "a").with_game(below={"a": BelowGround("manhole", paid=paid)})
    done = perform(state, lambda play: climb_out(play, "a")).state
    assert (done.game.below["a"].paid if "a" in done.game.below else None) == now
