"""Models in buildings: at openings, behind walls, and under lucky strikes."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.rulesets.invasion_earth.attack import building_shots, shooting
from battlesim.rulesets.invasion_earth.attack.strike import strike_modifiers
from battlesim.rulesets.invasion_earth.attack.targeting import why_no_shot
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.ground.rooms import room
from battlesim.rulesets.invasion_earth.ground.sight import AT_OPENINGS, sight_verdict
from battlesim.rulesets.invasion_earth.sighting.sightings import is_sighted, why_cannot_perceive
from battlesim.rulings.sight_openings import openings_at
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Opening, Terrain
from tests.rules.invasion_earth.field import (
    CENTRE,
    ENEMY,
    NORTH,
    SLR,
    battle,
    enemy,
    is_gone,
    model,
    open_actions,
    perform,
    play,
    reaction_moments,
    rolls,
)

WINDOW = (2.5, 3.5)


def house(*traits: str, window: tuple[float, float] = WINDOW) -> Terrain:
    """A house 6 in square whose window is in its south wall; its corner is the middle of the table."""
    corners = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0))
    ring = tuple((CENTRE + x, CENTRE + y) for x, y in corners)
    start, end = ((CENTRE + x, CENTRE) for x in window)
    opening = Opening(start, end, 0.5, 1.8, depth=0.25, id="house.1")
    return Terrain("house", "building", (ring,), 3.0, traits=traits, openings=(opening,))


def besieged(*pieces: Piece, traits: tuple[str, ...] = (), **more) -> Battle:  # type: ignore[no-untyped-def]
    return battle(*pieces, terrain=[house(*traits)], **more)


def target_at(x: float, y: float, **more) -> Battle:  # type: ignore[no-untyped-def]
    """A rifleman 10 in south of the window and an enemy in the house."""
    return besieged(model(SLR, "a", 3, -10), enemy(SLR, "t", x, y), **more)


def why_not(state: Battle, firer: str = "a", target: str = "t") -> str:
    own, other = state.table.piece(firer), state.table.piece(target)
    return str(why_no_shot(state, own, weapons()["slr"], other))


@pytest.mark.rule("IE-BLD-01", "IE-GAP-48")
@pytest.mark.parametrize("is_open", [True, False])
def test_a_closed_window_is_wall(is_open: bool) -> None:
    home = house()
    window = msgspec.structs.replace(home.openings[0], open=is_open)
    home = msgspec.structs.replace(home, openings=(window,))
    state = battle(model(SLR, "a", 3, -10), enemy(SLR, "t", 3, 0.8), terrain=[home])
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).visible == is_open


@pytest.mark.rule("IE-BLD-01", "IE-BLD-04")
@pytest.mark.parametrize(("y", "open_"), [(0.8, True), (4.0, False)])
def test_a_model_inside_shoots_and_is_shot_at_only_at_an_opening(y: float, open_: bool) -> None:
    state = target_at(3, y)
    assert (why_not(state) == "", why_not(state, "t", "a") == "") == (open_, open_)


@pytest.mark.rule("IE-GAP-48")
@pytest.mark.parametrize(("x", "y", "there"), [(3.4, 0.9, True), (3.6, 0.9, False), (3, 1.1, False)])
def test_who_is_at_an_opening(x: float, y: float, there: bool) -> None:
    state = target_at(x, y)
    piece = state.table.piece("t")
    where = room(state, piece)
    assert where is not None and bool(openings_at(state.table, AT_OPENINGS, where, piece)) == there


@pytest.mark.rule("IE-GAP-48")
def test_an_opening_takes_one_model_for_each_inch() -> None:
    state = besieged(model(SLR, "a", 3, -10), enemy(SLR, "t", 3, 0.6), enemy(SLR, "u", 3, 0.95))
    assert why_not(state) == "" and why_not(state, "a", "u")


@pytest.mark.rule("IE-GAP-48")
@pytest.mark.parametrize(("x", "seen"), [(12, True), (14.5, False)])
def test_an_opening_has_a_sector_of_ninety_degrees(x: float, seen: bool) -> None:
    state = besieged(model(SLR, "a", x, -10), enemy(SLR, "t", 3, 0.8))
    assert sight_verdict(state, state.table.piece("a"), state.table.piece("t")).visible == seen


@pytest.mark.rule("IE-BLD-02", "IE-GAP-48")
def test_nobody_outside_sights_a_model_away_from_the_openings() -> None:
    inside = enemy(SLR, "t", 3, 4)
    state = besieged(model(SLR, "a", 3, -5), model(SLR, "b", 3, 1.2), inside, without=())
    told = state.with_game(sightings={"a": ("t",), "b": ("t",)})
    assert not is_sighted(told, told.table.piece("a"), inside)
    assert is_sighted(told, told.table.piece("b"), inside)
    assert "inside" in str(why_cannot_perceive(told, told.table.piece("a")))


@pytest.mark.rule("IE-BLD-03", "IE-GAP-47")
@pytest.mark.parametrize(("without", "able"), [((), False), (("buildings",), True)])
def test_without_advanced_buildings_a_model_is_seen_through_the_walls(
    without: tuple[str, ...], able: bool
) -> None:
    state = target_at(3, 3, without=("sighting", *without))
    assert (why_not(state) == "") == able
    if able:
        shot = shooting.shot_at(state, "a", shooting.ShotAct("slr"), "t")
        assert {m.words: m.value for m in strike_modifiers(state, shot)} == {"full cover": -2}


@pytest.mark.rule("IE-BLD-05")
def test_a_model_at_a_window_is_in_full_cover() -> None:
    state = target_at(3, 0.8)
    shot = shooting.shot_at(state, "a", shooting.ShotAct("slr"), "t")
    assert {m.words: m.value for m in strike_modifiers(state, shot)} == {"full cover": -2}


@pytest.mark.rule("IE-BLD-06")
def test_where_figures_do_not_fit_the_owner_announces_who_is_at_a_window() -> None:
    state = besieged(model(SLR, "a", 3, 0.8), enemy(SLR, "t", 3, -10), traits=("announced",))
    assert why_not(state) and why_not(state, "t", "a")
    told = play(state, ["a", "announce"]).state
    assert why_not(told) == "" and why_not(told, "t", "a") == "" and told.game.acted == ()


CANNON = "special_weapons_dalek"


@pytest.mark.rule("IE-GAP-31", "IE-BLD-07")
@pytest.mark.parametrize(("dice", "gone"), [([6, 5], ["t"]), ([5, 6], ["u"]), ([1, 2], [])])
def test_a_giant_template_strikes_with_luck_through_walls(dice: list[int], gone: list[str]) -> None:
    pieces = enemy(SLR, "t", 2, 1.6), enemy(SLR, "u", 4, 1.6), enemy(SLR, "far", 20, 20)
    state = besieged(model(CANNON, "a", 3, -9), *pieces)
    done = perform(
        state,
        lambda p: building_shots.perform_building_shot(p, "a"),
        {"building": "cannon:house"},
        [6, *dice],
    )
    assert [key for key in ("t", "u") if is_gone(done, key)] == gone


@pytest.mark.rule("IE-GAP-29", "IE-BLD-07")
def test_a_smaller_template_leaves_who_is_inside_unharmed() -> None:
    state = besieged(
        model("unit_bazooka_team", "a", 1, -12), enemy(SLR, "t", 1, -1), enemy(SLR, "u", 1, 0.76)
    )
    shot = shooting.shot_at(state, "a", shooting.ShotAct("bazooka"), "t")
    done = perform(state, lambda p: shooting.resolve_shot(p, shot), dice=[6])
    assert is_gone(done, "t") and not is_gone(done, "u") and len(rolls(done)) == 1


def test_shots_at_a_building_are_listed_only_with_an_enemy_inside() -> None:
    cannon = model(CANNON, "a", 3, -9)
    assert "fire_building" in open_actions(besieged(cannon, enemy(SLR, "t", 3, 4)), "a")
    assert "fire_building" not in open_actions(besieged(cannon, enemy(SLR, "t", 9, 9)), "a")


@pytest.mark.rule("IE-BLD-04")
def test_a_model_away_from_the_openings_does_not_wait_against_those_outside() -> None:
    for y, able in ((0.8, True), (4.0, False)):
        waiting = model(SLR, "w", 3, y, 270.0, waits_to_fire=1)
        state = besieged(waiting, enemy(SLR, "e", -8, -8, NORTH), phase=ENEMY)
        assert bool(reaction_moments(state, ((-8, -8), (3, -8)))) == able
