"""Eggs that hatch: creatures without cards that charge on every Special Event."""

from __future__ import annotations

import math

import pytest

from battlesim.rulesets.alien_invasion.battle.event_order import play_special_event
from battlesim.rulesets.alien_invasion.battle.victory import alien_species, aliens_left, sides_left
from battlesim.rulesets.alien_invasion.combat.resolution import resolve
from battlesim.rulesets.alien_invasion.core.lookups import enemy_groups
from battlesim.rulesets.alien_invasion.core.objectives import Objectives
from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.table.events import MovesAnnounced
from battlesim.table.pieces import Marker
from tests.rules.alien_invasion.field import battle, block, carrying, daleks, group, left, mites, perform

FAR = daleks("k", (70, 2))


def egg(number, x, y):
    return Marker(f"egg{number}", "egg", x, y, radius=0.4, name=f"egg {number}")


def field(*groups, eggs=(), **more):
    """A battle in which eggs may hatch."""
    listed = Objectives(items={own.id: own for own in eggs}, hatches={"egg": "hatchling"})
    return battle(*groups, markers=eggs, objectives=listed, absent=["hatchling"], **more)


def creature(id, *points):
    return group(id, *points, side="hatchling")


SIX_EGGS = [egg(number, 8 * number, 40) for number in range(1, 7)]


@pytest.mark.rule("MT-SCN-11")
def test_an_egg_hatches_on_a_6():
    done = perform(field(group("a", (10, 4)), FAR, eggs=SIX_EGGS), play_special_event, {}, [1, 6, 2, 3, 6, 4])
    assert sorted(done.state.table.markers) == ["egg1", "egg3", "egg4", "egg6"]
    assert len(done.state.table.pieces_of_side("hatchling")) == 2


@pytest.mark.rule("MT-SCN-11")
def test_an_egg_that_is_carried_does_not_hatch():
    state = field(carrying(group("a", (10, 4)), "egg1"), FAR, eggs=[egg(1, 0, 0)])
    state = state.with_table(state.table.without_marker("egg1"))
    assert not perform(state, play_special_event).events


@pytest.mark.rule("MT-SCN-11")
def test_it_charges_the_nearest_figure_at_once_and_the_move_is_told():
    done = perform(field(group("a", (16, 10)), FAR, eggs=[egg(1, 10, 10)]), play_special_event, {}, [6])
    assert done.state.game.combats[0].groups == ("a", "hatchling1")
    (told,) = [event for event in done.events if isinstance(event, MovesAnnounced)]
    assert told.courses[0][0] == (10, 10)


@pytest.mark.rule("MT-SCN-11")
def test_it_comes_8_inches_nearer_on_every_event():
    state = field(creature("h", (10, 10)), group("a", (40, 10)), FAR)
    once = perform(state, play_special_event)
    assert once.piece("h1").xy == pytest.approx((18, 10))
    assert perform(once.state, play_special_event).piece("h1").xy == pytest.approx((26, 10))


@pytest.mark.rule("MT-SCN-11")
def test_it_hatches_into_a_fight_with_those_who_stand_on_the_egg():
    done = perform(field(group("a", (10.4, 10)), FAR, eggs=[egg(1, 10, 10)]), play_special_event, {}, [6])
    assert done.state.game.combats


@pytest.mark.rule("MT-SCN-11")
def test_it_is_an_enemy_and_an_alien_but_keeps_no_game_going():
    state = field(creature("h", (10, 10)), group("a", (40, 10)), FAR)
    assert "h" in [unit.id for unit in enemy_groups(state, "unit")]
    assert "hatchling" in alien_species(state) and aliens_left(state) == 2
    assert sides_left(state) == ["unit", "dalek"]


@pytest.mark.rule("MT-SCN-11", "MT-AUTO-09")
@pytest.mark.parametrize(("face", "men", "beasts"), [(4, 0, 2), (1, 3, 1)])
def test_its_even_dice_go_where_they_kill_most(face, men, beasts):
    """Three men, two Mites and one creature: even dice to the men, odd ones to the Mites."""
    combat = LockedCombat(1, ("a", "m", "h"), ("h",))
    state = battle(
        group("a", *block(10, 10, 3), kinds=["unit_rifleman"]),
        mites("m", (15, 10), (15, 12)),
        creature("h", (13, 10)),
        combats=(combat,),
    )
    answers = {"victim": "h", "retreat": lambda d, s: d.default(s)}
    dice = [3, 1, 1, *[1] * 4, *[face] * 6]
    done = perform(state, lambda play: resolve(play, combat, "unit"), answers, dice)
    assert (left(done, "a"), left(done, "m")) == (men, beasts)


@pytest.mark.rule("MT-SCN-11")
def test_it_falls_back_like_others():
    combat = LockedCombat(1, ("a", "h"), ("h",))
    men = group("a", (10, 10), (9, 11), (9, 9), kinds=["unit_rifleman"])
    state = battle(men, creature("h", (11.25, 10)), combats=(combat,))
    answers = {"retreat": lambda d, s: d.default(s)}
    done = perform(state, lambda play: resolve(play, combat, "unit"), answers, [1] * 9)
    assert math.dist(done.piece("h1").xy, (11.25, 10)) == pytest.approx(8, abs=0.01)
