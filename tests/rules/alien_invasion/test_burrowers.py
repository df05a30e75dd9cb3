"""Burrowers, holes, and the squads that are carried below the ground."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.rulesets.alien_invasion import RULESET
from battlesim.rulesets.alien_invasion.actions.card import action_decision
from battlesim.rulesets.alien_invasion.actions.hole_action import close_hole, holes, holes_to_close
from battlesim.rulesets.alien_invasion.advice.burrow_plans import strike_point
from battlesim.rulesets.alien_invasion.advice.doctrine import group_plans
from battlesim.rulesets.alien_invasion.attack.shooting import spend_total
from battlesim.rulesets.alien_invasion.core.lookups import close_dice, combat_of, figures_of, living
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.core.whereabouts import point_below
from battlesim.rulesets.alien_invasion.underground.burrowing import dig_along, dig_down, surface
from battlesim.rulesets.alien_invasion.underground.places import go_below
from battlesim.rulesets.alien_invasion.underground.tunnels import (
    deploy,
    dig_out,
    go_along,
    go_down,
    why_cannot_deploy,
)
from battlesim.table.pieces import Marker
from battlesim.testing.table import xy
from tests.rules.alien_invasion.field import (
    battle,
    block,
    default,
    group,
    left,
    mites,
    perform,
    play,
    spugs,
    terrain,
)

NEXT = "unit single"


def burrower(at):
    """A Burrower."""
    return spugs("w", at, kinds=("burrower",))


def hole(x, y, id="h"):
    """A hole."""
    return Marker(id, "hole", x, y, radius=1.0)


def field(*groups, reserve=1, tally=(), **more):
    """A battle with one squad and a card of the Spugs; the enemy is far away."""
    more.setdefault("card", "spug single")
    groups = [(replace(unit, rules={"squad": "s"}), pieces) for unit, pieces in groups]
    counts = {"holes in reserve": reserve, **dict(tally)}
    return battle(*groups, group("far", (70, 46)), tally=counts, **more)


def sunk(state, *groups, at=(40, 30)):
    """The state with groups underground beneath a point."""
    for each in groups:
        state = perform(state, lambda play, each=each: go_below(play, each, "hole", at, "")).state
    return state


def offered(state, id):
    """The actions of a group with the reasons why they are closed."""
    return {option.key: str(option.shut) for option in action_decision(state, id).options}


@pytest.mark.rule("MT-BURR-01")
def test_a_burrower_only_tunnels():
    state = field(burrower((20, 20)))
    assert set(offered(state, "w")) == {"shoot", "tunnel_down"}
    assert offered(state, "w")["tunnel_down"] == ""


@pytest.mark.rule("MT-BURR-02")
@pytest.mark.parametrize(("total", "alive"), [(29, 1), (30, 0)])
def test_a_burrower_takes_thirty_points_anywhere(total, alive):
    state = field(burrower((20, 20)), ground=[terrain("woods", 15, 15, 25, 25)])
    done = perform(state, lambda play: spend_total(play, figures_of(play.state, "w"), total, "unit"))
    assert left(done, "w") == alive


@pytest.mark.rule("MT-BURR-03")
def test_going_down_costs_an_action_even_at_a_hole():
    state = field(burrower((20, 20)), markers=[hole(20, 20)], row=("spug single", NEXT))
    done = play(state, ["w", "tunnel_down"]).state
    assert done.game.below["w"].network == "hole"
    assert not figures_of(done, "w") and living(done, "w")
    assert done.game.count("holes in reserve") == 1, "there is a hole already"


@pytest.mark.rule("MT-BURR-04")
def test_tunnelling_along_leads_anywhere():
    state = sunk(field(burrower((5, 5))), "w", at=(5, 5))
    done = perform(state, lambda play: dig_along(play, "w"), {"beneath": (70, 45)})
    assert point_below(done.state, "w") == (70, 45)


@pytest.mark.rule("MT-BURR-05", "MT-BURR-09")
def test_a_whole_journey_takes_a_triple():
    state = field(burrower((20, 20)), reserve=2, row=("spug triple", NEXT))
    answers = ["w", "tunnel_down", "w", "tunnel_along", (40, 30), "w", "surface", default]
    done = play(state, answers)
    assert xy(done.state, "w1") == (40, 30)
    assert done.run.pending.side == "unit", "the card is used up"
    assert {(m.x, m.y) for m in holes(done.state)} == {(20, 20), (40, 30)}
    assert done.state.game.count("holes in reserve") == 0


@pytest.mark.rule("MT-BURR-06", "MT-GAP-60")
def test_a_squad_beside_its_burrower_is_carried():
    state = field(burrower((20, 20)), spugs("s", (22, 20), (24, 20)), row=("spug double", NEXT))
    done = play(state, ["w", "tunnel_down", ("s",), "w", "tunnel_along", (40, 30)])
    assert point_below(done.state, "s") == (40, 30)
    assert done.run.pending.side == "unit"


@pytest.mark.rule("MT-GAP-60")
@pytest.mark.parametrize(("x", "near"), [(23.75, True), (23.76, False)])
def test_who_accompanies_a_burrower(x, near):
    state = field(burrower((20, 20)), spugs("s", (x, 20)), row=("spug single", NEXT))
    done = play(state, ["w", "tunnel_down"])
    assert (done.run.pending.what == "carried") == near


@pytest.mark.rule("MT-BURR-07", "MT-GAP-60")
def test_a_squad_deploys_with_one_action():
    state = field(burrower((20, 20)), spugs("s", (22, 20), (24, 20)), spugs("m", (50, 5), kinds=("mite",)))
    state = sunk(state, "w", "s", "m")
    up = perform(state, lambda play: surface(play, "w"), {"surface": default}).state
    assert not figures_of(up, "s")
    done = perform(up, lambda play: deploy(play, "s"), {"come_up": default, "set_down": default}).state
    assert not done.game.below
    worm = done.table.piece("w1")
    for key in ("s1", "m1"):
        piece = done.table.piece(key)
        gap = ((piece.xy[0] - worm.xy[0]) ** 2 + (piece.xy[1] - worm.xy[1]) ** 2) ** 0.5
        assert gap == pytest.approx(worm.radius + piece.radius, abs=0.01)


@pytest.mark.rule("MT-BURR-08")
def test_a_burrower_may_go_alone():
    state = field(burrower((20, 20)), spugs("s", (22, 20)), row=("spug single", NEXT))
    done = play(state, ["w", "tunnel_down", ()])
    assert xy(done.state, "s1") == (22, 20)


@pytest.mark.rule("MT-BURR-10")
def test_coming_up_at_a_hole_is_free():
    state = sunk(field(burrower((5, 5)), markers=[hole(40, 30)], row=("spug single", NEXT)), "w")
    done = play(state, ["w", "surface", default])
    assert (done.run.pending.side, done.state.game.actions_left) == ("spug", 1)


@pytest.mark.rule("MT-BURR-10")
def test_it_is_free_after_the_last_action_too():
    own = spugs("s", (5, 8)), burrower((5, 5))
    state = sunk(field(*own, markers=[hole(40, 30)], row=("spug single", NEXT)), "w")
    done = play(state, ["s", "move", (6, 8)])
    assert {option.key for option in done.run.pending.open_options} == {"w", "pass"}
    assert play(state, ["s", "move", (6, 8), "pass"]).run.pending.side == "unit"


@pytest.mark.rule("MT-BURR-11")
def test_at_a_hole_a_squad_still_needs_an_action():
    state = field(burrower((5, 5)), spugs("s", (7, 5)), markers=[hole(40, 30)], row=("spug single", NEXT))
    state = sunk(state, "w", "s")
    done = play(state, ["w", "surface", default, "s", "deploy", default])
    assert figures_of(done.state, "s") and done.run.pending.side == "unit"
    assert play(state, ["s", "deploy", default]).state.game.below.keys() == {"w"}


@pytest.mark.rule("MT-BURR-12")
def test_a_burrower_that_comes_up_beside_enemies_fights():
    state = sunk(field(burrower((5, 5)), group("a", (41.75, 30))), "w")
    done = perform(state, lambda play: surface(play, "w"), {"surface": default}).state
    assert set(combat_of(done, "w").groups) == {"w", "a"}
    assert close_dice(done, figures_of(done, "w")).fixed == 6


@pytest.mark.rule("MT-GAP-60")
@pytest.mark.parametrize(("kind", "able"), [("building", False), ("river", False), ("scrub", True)])
def test_where_a_burrower_comes_up(kind, able):
    state = field(burrower((5, 5)), ground=[terrain(kind, 30, 20, 50, 40)])
    assert (offered(sunk(state, "w"), "w")["surface"] == "") == able


@pytest.mark.rule("MT-GAP-60")
@pytest.mark.option("underground_positions", "open", "hidden")
@pytest.mark.parametrize(("value", "known"), [("open", True), ("hidden", False)])
def test_who_knows_the_point(value, known):
    state = sunk(field(burrower((5, 5)), options={"underground_positions": value}), "w")
    assert ("below:w" in RULESET.view(state, "unit").table.markers) == known
    assert "below:w" in RULESET.view(state, "spug").table.markers


@pytest.mark.rule("MT-GAP-61")
def test_a_locked_burrower_cannot_go_down():
    fight = LockedCombat(1, ("w", "a"))
    state = field(burrower((20, 20)), group("a", (21.755, 20)), combats=(fight,))
    assert offered(state, "w")["tunnel_down"] == "it is locked in a fight"


@pytest.mark.rule("MT-GAP-61")
def test_a_squad_deploys_where_its_burrower_died():
    state = field(burrower((5, 5)), spugs("s", (7, 5)), reserve=0)
    state = perform(sunk(state, "w", "s"), lambda play: surface(play, "w"), {"surface": default}).state
    dead = perform(state, lambda play: spend_total(play, figures_of(play.state, "w"), 30, "unit")).state
    assert holes(dead) == []
    assert offered(dead, "s")["deploy"] == ""


@pytest.mark.rule("MT-GAP-58")
@pytest.mark.option("closed_hole_returns_to_reserve", "false", "true")
@pytest.mark.parametrize(("value", "reserve"), [("false", 1), ("true", 2)])
def test_closing_a_hole(value, reserve):
    chosen = {"closed_hole_returns_to_reserve": value}
    state = field(spugs("s", (5, 5)), group("a", (22.5, 20)), markers=[hole(20, 20)], options=chosen)
    done = perform(state, lambda play: close_hole(play, "a")).state
    assert (holes(done), done.game.count("holes in reserve")) == ([], reserve)


@pytest.mark.rule("MT-GAP-58")
def test_a_hole_beside_spugs_is_not_closed():
    state = field(spugs("s", (17.5, 20)), group("a", (22.5, 20)), markers=[hole(20, 20)])
    assert holes_to_close(state, "a") == []


@pytest.mark.rule("MT-GAP-58")
def test_without_markers_a_burrower_leaves_no_hole():
    state = field(burrower((20, 20)), reserve=0)
    done = perform(state, lambda play: dig_down(play, "w")).state
    assert holes(done) == [] and "w" in done.game.below


@pytest.mark.rule("MT-GAP-59")
@pytest.mark.option("spugs_use_tunnels_alone", "true", "false")
@pytest.mark.parametrize(("value", "able"), [("true", True), ("false", False)])
def test_a_squad_without_burrower_uses_the_tunnels(value, able):
    chosen = {"spugs_use_tunnels_alone": value}
    markers = [hole(20, 20), hole(60, 20, "other")]
    own = spugs("s", (21.5, 20)), spugs("m", (21.5, 22), kinds=("mite",))
    state = field(*own, markers=markers, options=chosen)
    down = perform(state, lambda play: go_down(play, "s")).state
    assert down.game.below.keys() == {"s", "m"}
    assert ("along" in offered(down, "s")) == able
    if able:
        there = perform(down, lambda play: go_along(play, "s")).state
        assert {point_below(there, key) for key in ("s", "m")} == {(60, 20)}
        assert offered(there, "s")["deploy"] == ""


@pytest.mark.rule("MT-GAP-59")
@pytest.mark.parametrize(("dice", "out"), [([6, 1], True), ([5, 1], False)])
def test_a_squad_digs_itself_out(dice, out):
    state = sunk(field(spugs("s", (21.5, 20), (23, 20))), "s")
    assert offered(state, "s")["deploy"] == "no hole is open above it"
    answers = {"come_up": default, "set_down": default} if out else {}
    done = perform(state, lambda play: dig_out(play, "s"), answers, dice).state
    assert (not done.game.below) == out and holes(done) == []


@pytest.mark.rule("MT-GAP-59")
def test_a_squad_that_digs_itself_out_beneath_rocks_comes_up_beside_them():
    rocks = terrain("rocks", 35, 25, 45, 35)
    state = sunk(field(spugs("s", (21.5, 20), (23, 20)), ground=[rocks]), "s")
    done = perform(state, lambda play: dig_out(play, "s"), {"come_up": default, "set_down": default}, [6, 1])
    assert not done.state.game.below and done.piece("s1").in_play


@pytest.mark.rule("MT-GAP-55")
def test_the_squads_of_the_scenario():
    kinds = ("spug_leader", "spug_controller", *["spug_warrior"] * 5, "spug_heavy")
    attack = spugs("s", *block(20, 20, 8), kinds=kinds)
    state = field(attack, spugs("r", *block(40, 20, 4), kinds=("spug_leader", "spug_warrior")))
    assert close_dice(state, figures_of(state, "s")).fixed == 11
    assert close_dice(state, figures_of(state, "r")).fixed == 4


@pytest.mark.rule("MT-AUTO-14")
def test_the_recruit_sends_a_burrower_at_the_weakest():
    weak, strong = group("a", (40, 20)), group("b", *block(50, 30))
    house = terrain("building", 24, 0, 28, 44)
    state = field(burrower((10, 20)), weak, strong, row=("spug triple", NEXT), ground=[house])
    best = group_plans(state, "w")[0]
    assert (best.action, "MT-AUTO-14" in best.reason) == ("tunnel_down", True)
    x, y = strike_point(state, "w")
    assert ((x - 40) ** 2 + (y - 20) ** 2) ** 0.5 == pytest.approx(1.75, abs=0.004)
    state = sunk(state, "w", at=(x, y))
    done = perform(state, lambda play: surface(play, "w"), {"surface": default}).state
    assert set(combat_of(done, "w").groups) == {"w", "a"}


@pytest.mark.rule("MT-AUTO-14")
def test_a_good_shot_comes_before_the_journey():
    own = spugs("s", (30, 20), kinds=("spug_heavy",))
    state = field(burrower((10, 20)), own, group("a", (40, 20)), row=("spug triple", NEXT))
    assert all(plan.action != "tunnel_down" for plan in group_plans(state, "w"))


@pytest.mark.rule("MT-AUTO-14")
def test_a_carried_squad_deploys_as_soon_as_it_can():
    state = sunk(field(spugs("s", (21.5, 20)), markers=[hole(40, 30)]), "s")
    assert group_plans(state, "s")[0][:2] == (75, "deploy")


@pytest.mark.rule("MT-BURR-11")
def test_the_first_figures_of_a_squad_leave_each_other_room_at_the_hole():
    squad, bombs = spugs("s", *block(10, 10, 8)), mites("m", (20, 10), (22, 10), (24, 10))
    state = sunk(sunk(field(squad, bombs, markers=[hole(40, 30)]), "s"), "m")
    assert why_cannot_deploy(state, "s") == ""
    done = perform(state, lambda play: deploy(play, "s"), {"come_up": default, "set_down": default}).state
    assert (left(done, "s"), left(done, "m")) == (8, 3)


@pytest.mark.rule("MT-AUTO-14")
@pytest.mark.parametrize(("card", "goes"), [("single", False), ("double", False), ("triple", True)])
def test_only_a_triple_sends_a_burrower_from_hole_to_hole(card, goes):
    state = sunk(field(burrower((40, 30)), group("a", (20, 20)), row=(f"spug {card}", NEXT)), "w")
    assert ("tunnel_along" in [plan.action for plan in group_plans(state, "w")]) == goes


def test_a_squad_without_room_where_it_digs_itself_out_comes_up_as_near_as_it_can():
    rocks = terrain("rocks", 37, 27, 43, 33)
    state = sunk(field(spugs("s", (40, 30), (41, 30)), ground=[rocks]), "s")
    done = perform(state, lambda play: dig_out(play, "s"), {"come_up": default, "set_down": default}, [6, 6])
    assert left(done, "s") == 2
