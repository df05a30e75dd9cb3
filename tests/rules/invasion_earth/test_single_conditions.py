"""Conditions of Invasion Earth that stand alone: one part of a rule, left out or met."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.scenario_plan import ScenarioError
from battlesim.mechanics.chance import Threshold, ThresholdRoll
from battlesim.rulesets.invasion_earth.actions.fire_actions import perform_fire
from battlesim.rulesets.invasion_earth.actions.flight import lift_off, why_cannot_land
from battlesim.rulesets.invasion_earth.actions.suppression_actions import _can_still_fire
from battlesim.rulesets.invasion_earth.assault import fighting
from battlesim.rulesets.invasion_earth.attack import building_shots, landings, suppression
from battlesim.rulesets.invasion_earth.attack.area_points import (
    SuppressArea,
    area_radius,
    centre_region,
    template_size,
)
from battlesim.rulesets.invasion_earth.attack.area_suppression import (
    area_models,
    area_shot,
    possible_firers,
    suppressing_weapon,
    why_cannot_suppress_area,
)
from battlesim.rulesets.invasion_earth.attack.cover_group import models_behind, named_options
from battlesim.rulesets.invasion_earth.attack.cover_suppression import CoverShot, shielded_enemies
from battlesim.rulesets.invasion_earth.attack.suppression import suppression_roll
from battlesim.rulesets.invasion_earth.battle.area_previews import _area_part
from battlesim.rulesets.invasion_earth.battle.previews import cover_preview
from battlesim.rulesets.invasion_earth.battle.turn_sequence import run_start_step
from battlesim.rulesets.invasion_earth.core.profiles import weapons
from battlesim.rulesets.invasion_earth.core.state import Battle
from battlesim.rulesets.invasion_earth.forced import fear
from battlesim.rulesets.invasion_earth.ground import loads
from battlesim.rulesets.invasion_earth.ground.motion import gait_motion
from battlesim.rulesets.invasion_earth.waiting.waiting import waiting_options
from battlesim.rulings.movement import GroundCost
from battlesim.scenarios.library import load_scenario
from battlesim.table.events import DiceRolled, Modifier
from battlesim.table.ids import MarkerId
from battlesim.table.levels import RELIEF_TRAIT
from battlesim.table.pieces import Marker, Off, OnTable, Piece
from tests.rules.invasion_earth.field import (
    CENTRE,
    LMG,
    OWN,
    SLR,
    battle,
    enemy,
    is_gone,
    model,
    perform,
    rolls,
    wall,
)
from tests.rules.invasion_earth.test_buildings import besieged
from tests.rules.invasion_earth.test_objectives import LOOT

CANNON, HOVER = "special_weapons_dalek", "dalek_hoverbout"


def in_the_air(piece: Piece, height: float) -> Piece:
    return msgspec.structs.replace(piece, place=OnTable(*piece.xy, piece.facing, height))


@pytest.mark.rule("IE-FEA-01", "IE-FEA-02", "IE-FEA-03", "IE-FEA-10")
@pytest.mark.parametrize(
    ("kind", "cause", "y", "causes"),
    [
        (SLR, "yeti", 20.0, ["c"]),
        (SLR, "auton", 9.0, ["c"]),
        (SLR, "auton", 9.1, []),
        (SLR, "primord", 9.0, ["c"]),
        (SLR, "ogron", 3.0, []),
        ("doctor", "yeti", 3.0, []),
    ],
)
def test_what_frightens_whom(kind: str, cause: str, y: float, causes: list[str]) -> None:
    state = battle(model(kind, "m", 0, 0), enemy(cause, "c", 0, y))
    assert [piece.id for piece in fear.fear_causes(state, state.table.piece("m"))] == causes


@pytest.mark.rule("IE-FEA-03", "IE-FEA-05", "IE-GAP-93")
def test_the_cause_of_fear_is_that_of_the_mark_of_fear() -> None:
    man = model(SLR, "m", 0, 0, 270.0).with_mark("exposed", 1, note="nothing")
    state = battle(man, enemy("yeti", "c", 0, 9), starts=True)
    done = perform(state, lambda p: run_start_step(p, "fear"), dice=[5])
    assert done.piece("m").xy == (CENTRE, CENTRE - 8)


@pytest.mark.rule("IE-GAP-13", "IE-GAP-44", "IE-GAP-12")
def test_a_heavy_weapon_is_fired_in_place() -> None:
    state = battle(model(LMG, "a", 0, 0), enemy(SLR, "t", 0, 9))
    done = perform(state, lambda p: perform_fire(p, "a"), {"target": "lmg:t"}, [6])
    assert is_gone(done, "t")


@pytest.mark.rule("IE-SCV-03", "IE-GAP-18", "IE-GAP-24", "IE-GAP-29", "IE-GAP-28")
@pytest.mark.parametrize(("height", "bars"), [(0.75, [2 / 6, 3 / 6, 1 / 6]), (1.0, [2 / 6, 4 / 6, 0.0])])
def test_the_bars_of_a_shot_at_cover(height: float, bars: list[float]) -> None:
    """At medium range the rifle needs a 4: a 3 suppresses, and 2 or 3 above it strikes."""
    low = wall("w", -6, 11, 6, 11.25, height, "high_wall")
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 12), terrain=[low])
    card = cover_preview(
        state, CoverShot(state.table.piece("a"), weapons()["slr"], "w", state.table.piece("e"))
    )
    assert [chance for _, chance in card.bars] == pytest.approx(bars)
    assert [str(name) for name, _ in card.bars] == ["nothing", "suppressed", "loses HITS"]


@pytest.mark.rule("IE-GAP-31", "IE-BLD-07", "IE-GAP-27")
@pytest.mark.parametrize(
    ("y", "facing", "others", "why"),
    [
        (-9.0, 90.0, [], ""),
        (-9.0, 270.0, [], "outside the fire arc: turn first"),
        (-9.0, 90.0, [(3.0, -7.5)], "it is in contact with an enemy"),
    ],
)
def test_why_a_building_is_not_fired_at(y, facing, others, why) -> None:  # type: ignore[no-untyped-def]
    more = [enemy(SLR, f"o{k}", *place) for k, place in enumerate(others)]
    state = besieged(model(CANNON, "a", 3, y, facing), enemy(SLR, "t", 3, 4), *more)
    own = state.table.piece("a")
    assert [str(option.shut) for option in building_shots.building_options(state, own)] == [why]
    assert building_shots.why_no_building(state, own) == why
    empty = besieged(model(CANNON, "a", 3, y), enemy(SLR, "t", 3, -20))
    assert building_shots.why_no_building(empty, own) == "no enemy is inside a building"


@pytest.mark.rule("IE-GAP-38")
@pytest.mark.parametrize(
    ("marks", "z", "x", "able"),
    [
        ({}, 0.0, 1.0, True),
        ({"carries:other": 1}, 0.0, 1.0, False),
        ({}, 4.0, 1.0, False),
        ({}, 0.0, 2.0, False),
    ],
)
def test_who_takes_up_an_object(marks, z, x, able) -> None:  # type: ignore[no-untyped-def]
    own = model(HOVER, "a", x, 0)
    for name, count in marks.items():
        own = own.with_mark(name, count)
    state = battle(in_the_air(own, z), enemy(SLR, "e", 0, 20), objectives=(LOOT,))
    marker = Marker(MarkerId("loot"), "objective", CENTRE, CENTRE)
    state = state.with_table(state.table.with_marker(marker))
    assert loads.can_take_up(state, state.table.piece("a")) == able
    held = state.with_game(held={"a": "e"})
    assert str(loads.why_cannot_take_up(held, state.table.piece("a"))) and not loads.why_cannot_take_up(
        state, state.table.piece("a")
    )


@pytest.mark.rule("IE-GAP-39", "IE-GAP-02")
def test_a_battle_needs_two_sides() -> None:
    read = load_scenario("first_patrol")
    alone = msgspec.structs.replace(read.plan, sides=read.plan.sides[:1])
    with pytest.raises(ScenarioError, match="no enemy"):
        read.ruleset.setup(alone, read.ground)


@pytest.mark.rule("IE-GAP-54", "IE-SUP-05", "IE-SUP-06", "IE-GAP-99")
@pytest.mark.parametrize(("heights", "found"), [((0.0, 0.0), True), ((0.0, 4.0), False), ((4.0, 4.0), True)])
def test_one_template_covers_one_level(heights: tuple[float, float], found: bool) -> None:
    aims = [in_the_air(enemy(HOVER, f"e{k}", 1.8 * k, 12), z) for k, z in enumerate(heights)]
    state = battle(model(SLR, "a", 0, 0), *aims)
    assert bool(centre_region(state, aims, 3)) == found


@pytest.mark.rule("IE-SUP-05", "IE-SUP-06", "IE-GAP-54")
@pytest.mark.parametrize(
    ("firers", "size"),
    [(2, ("medium", "IE-SUP-05")), (3, ("giant", "IE-SUP-06")), (9, ("giant", "IE-SUP-06"))],
)
def test_the_template_of_a_number_of_firers(firers: int, size: tuple[str, str]) -> None:
    assert template_size(firers) == size
    assert area_radius(battle(model(SLR, "a", 0, 0)), firers) == {"medium": 2.0, "giant": 3.0}[size[0]]


@pytest.mark.rule("IE-GAP-89", "IE-STU-03", "IE-STU-04", "IE-STU-12", "IE-GAP-90")
def test_stupidity_is_rolled_with_ordinary_dice() -> None:
    pieces = [model("ogron", f"o{k}", 3.0 * k, 0) for k in range(3)]
    state = battle(*pieces, enemy(SLR, "e", 0, 20), starts=True, queue=("o0",))
    done = perform(state, lambda p: run_start_step(p, "stupidity"), {}, [1, 2])
    assert [event.sides for event in done.events_of(DiceRolled)] == [(6,), (6,)]


@pytest.mark.rule("IE-GRP-02", "IE-GAP-15", "IE-GAP-14")
@pytest.mark.parametrize("gone", ["a", "e"])
def test_nobody_fights_who_is_gone(gone: str) -> None:
    pieces = [model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 1)]
    pieces = [msgspec.structs.replace(p, place=Off("killed")) if p.id == gone else p for p in pieces]
    assert rolls(perform(battle(*pieces), lambda p: fighting.fight(p, "a", "e"))) == []


@pytest.mark.rule("IE-LFT-01", "IE-LFT-02", "IE-LFT-04", "IE-FLY-04", "IE-FLY-06")
def test_by_default_a_flyer_lifts_off_to_the_least_height() -> None:
    done = perform(battle(model(HOVER, "f", 0, 0)), lambda p: lift_off(p, "f"))
    asked = done.first_decision("height")
    assert isinstance(asked, ChooseNumber)
    assert (asked.least, asked.most, asked.now, asked.step) == (2.0, 10.0, 2.0, 0.5)


@pytest.mark.rule("IE-LFT-01", "IE-LFT-04", "IE-LFT-05", "IE-GAP-99")
@pytest.mark.parametrize(
    ("z", "housed", "why"),
    [(4.0, False, ""), (10.5, False, "it is more than 10 in"), (4.0, True, "house")],
)
def test_why_a_flyer_cannot_land(z: float, housed: bool, why: str) -> None:
    terrain = [wall("house", -2, -2, 2, 2, 3.0, "building")] if housed else []
    state = battle(in_the_air(model(HOVER, "f", 0, 0), z), terrain=terrain)
    found = str(why_cannot_land(state, state.table.piece("f")))
    assert why in found and bool(found) == bool(why)


@pytest.mark.rule("IE-LIW-04", "IE-LIW-03", "IE-LIW-16")
@pytest.mark.parametrize(
    ("without", "passed", "open_"),
    [
        ((), (), True),
        (("laying_in_wait",), (), False),
        ((), ("declarations of laying in wait",), False),
    ],
)
def test_when_laying_in_wait_is_offered(
    without: tuple[str, ...], passed: tuple[str, ...], open_: bool
) -> None:
    state = battle(model(SLR, "a", 0, 0), enemy(SLR, "e", 0, 20), without=without)
    assert bool(waiting_options(state.with_game(passed=passed))) == open_


@pytest.mark.rule("IE-SUP-07", "IE-GAP-25", "IE-SUP-09", "IE-BLD-02", "IE-GAP-54")
@pytest.mark.parametrize(("aim", "found"), [((3.0, 0.8), ["i", "o", "t"]), ((3.0, -1.2), ["t"])])
def test_walls_shelter_from_an_area_unless_it_is_aimed_into_the_room(  # type: ignore[no-untyped-def]
    aim, found
) -> None:
    """`i` stands in the house away from its window; `o` beside it is a friend of it."""
    own = [model(SLR, f"a{k}", 2.0 + 2 * k, -12) for k in range(2)]
    state = besieged(*own, enemy(SLR, "t", *aim), enemy(SLR, "i", 4.7, 1.5), enemy(SLR, "o", 1.3, 1.5))
    shots = [area_shot(state, piece.id, "t", False) for piece in own]
    under = area_models(state, shots, (CENTRE + 3, CENTRE - 0.2), 3.0)
    assert [piece.id for piece in under] == found


@pytest.mark.rule("IE-GAP-76", "IE-GAP-55", "IE-SUP-09")
@pytest.mark.parametrize(
    ("kind", "moved", "y", "weapon"),
    [
        (SLR, False, 12, "slr"),
        (SLR, True, 12, "slr"),
        (LMG, False, 12, "lmg"),
        (LMG, True, 12, ""),
        (SLR, False, 44, ""),
    ],
)
def test_which_weapon_a_model_suppresses_with(kind: str, moved: bool, y: float, weapon: str) -> None:
    state = battle(model(kind, "a", 0, -22), enemy(SLR, "e", 0, y - 22))
    a, e = state.table.piece("a"), state.table.piece("e")
    assert suppressing_weapon(state, a, e, moved) == weapon
    assert moved or suppressing_weapon(state, a, e) == weapon


@pytest.mark.rule("IE-GAP-55", "IE-GAP-76", "IE-SUP-05")
@pytest.mark.parametrize(
    ("acted", "barred", "y", "why"),
    [
        ((), {}, 0, ""),
        (("b",), {}, 0, "no other model can join"),
        ((), {"b": "it is held"}, 0, "no other model can join"),
        ((), {}, 60, "it has no enemy to suppress"),
    ],
)
def test_why_an_area_is_not_suppressed(acted, barred, y, why) -> None:  # type: ignore[no-untyped-def]
    state = battle(
        model(SLR, "a", 0, -22), model(SLR, "b", 2, -22), enemy(SLR, "e", 0, min(y, 22)), acted=acted
    )
    state = state if y < 60 else battle(model(SLR, "a", 0, -22), model(SLR, "b", 2, -22))
    own = state.table.piece("a")
    assert why_cannot_suppress_area(state, own, barred) == why
    assert [p.id for p in possible_firers(state, OWN)] == ([] if y == 60 else ["a"] if acted else ["a", "b"])


def covered(**more) -> Battle:  # type: ignore[no-untyped-def]
    """Two walls, with enemies `e` and `f` behind the left one and `g` behind the right one."""
    left, right = wall("l", -9, 11, -1, 11.25, 1.0, "high_wall"), wall("r", 1, 11, 9, 11.25, 1.0, "high_wall")
    pieces = (
        enemy(SLR, "e", -4, 12),
        enemy(SLR, "f", -2.6, 12),
        enemy(SLR, "g", 4, 12),
        enemy(SLR, "h", -5, 14.0),
    )
    return battle(
        model(SLR, "a", 0, 0), model("unit_bazooka_team", "z", 2, 0), *pieces, terrain=[left, right], **more
    )


@pytest.mark.rule("IE-SCV-01", "IE-SCV-02", "IE-SCV-03", "IE-GAP-60", "IE-GAP-25")
def test_which_enemies_are_behind_which_cover() -> None:
    state = covered()
    own = state.table.piece("a")
    assert sorted((item, piece.id) for item, piece in shielded_enemies(state, own)) == [
        ("l", "e"),
        ("l", "f"),
        ("r", "g"),
    ]
    assert sorted(named_options(state, own, "l")) == ["e", "f"] and sorted(
        named_options(state, own, "r")
    ) == ["g"]
    assert named_options(state, state.table.piece("z"), "l") == {}
    under = models_behind(state, "l", ("a",), (CENTRE - 3.3, CENTRE + 11.5))
    assert [piece.id for piece in under] == ["e", "f"]
    assert models_behind(state, "r", ("a",), (CENTRE - 3.3, CENTRE + 11.5)) == []


@pytest.mark.rule("IE-GAP-03", "IE-SUP-11")
@pytest.mark.parametrize(("count", "began", "ended"), [(0, 0, 0), (1, 2, 1), (2, 2, 0), (3, 3, 1)])
def test_suppression_lasts_through_one_turn_of_the_own_side(count: int, began: int, ended: int) -> None:
    """The enemy's models keep theirs."""
    marks = {"suppressed": count} if count else {}
    state = battle(model(SLR, "a", 0, 0, **marks), enemy(SLR, "e", 0, 9, suppressed=2))
    first = perform(state, lambda p: suppression.begin_suppressed_turn(p, OWN))
    last = perform(state, lambda p: suppression.end_suppressed_turn(p, OWN))
    assert [done.piece("a").mark_count("suppressed") for done in (first, last)] == [began, ended]
    assert [done.piece("e").mark_count("suppressed") for done in (first, last)] == [2, 2]


@pytest.mark.rule("IE-GAP-30")
@pytest.mark.parametrize(
    ("needed", "change", "inches"),
    [
        (4, 0, (3, 2, 1, 0, 0, 0)),
        (4, -1, (4, 3, 2, 1, 0, 0)),
        (4, 1, (2, 1, 0, 0, 0, 0)),
        (2, 3, (1, 0, 0, 0, 0, 0)),
    ],
)
def test_a_template_scatters_by_what_the_die_lacks(needed: int, change: int, inches: tuple[int, ...]) -> None:
    """By at least 1 in, even where only a natural 1 misses."""
    changes = (Modifier(change, "changed", "IE-GAP-19"),) if change else ()
    roll = ThresholdRoll(thresholds=(Threshold(needed),), changes=changes, naturals={1: 0}, rule="IE-GAP-30")
    assert landings.strike_scatter(roll).inches == inches


@pytest.mark.rule("IE-GAP-31")
def test_the_wall_of_a_building_on_a_hill_is_as_high_as_it_rises_above_the_hill() -> None:
    hill = msgspec.structs.replace(wall("hill", -9, -9, 9, 9, 1.0, "hill"), traits=(RELIEF_TRAIT,))
    house = wall("house", 0, 0, 4, 4, 3.0, "building")
    state = battle(model(SLR, "a", 2, -6), terrain=[hill, house])
    target = building_shots.wall_target(state, state.table.piece("a"), house)
    assert target.height == house.height - target.place.z and target.place.z > 0.0


@pytest.mark.rule("IE-GAP-36")
def test_difficult_ground_costs_twice_as_much() -> None:
    ground = [wall("wood", -3, 2, 3, 6, 3.0, "woods"), wall("low", -3, 8, 3, 8.25)]
    state = battle(model(SLR, "a", 0, 0), terrain=ground)
    assert gait_motion(state, state.table.piece("a"), "move").going == (GroundCost("wood", 2.0),)


@pytest.mark.rule("IE-GAP-55")
@pytest.mark.parametrize(
    ("gone", "y", "able"), [(False, 9.0, True), (True, 9.0, False), (False, 40.0, False)]
)
def test_who_of_a_group_can_still_fire_after_the_moves(gone: bool, y: float, able: bool) -> None:
    own = model(SLR, "a", 0, -20)
    own = msgspec.structs.replace(own, place=Off("killed")) if gone else own
    state = battle(own, enemy(SLR, "e", 0, y - 20))
    assert _can_still_fire(state, "a", moved=True) == able


@pytest.mark.rule("IE-SUP-09", "IE-GAP-24")
def test_the_chance_of_each_part_of_a_suppression_of_an_area() -> None:
    """At medium range the rifle needs a 4, and a 3 suppresses as well."""
    state = battle(model(SLR, "a", 0, 0), model(SLR, "b", 2, 0), enemy(SLR, "e", 0, 12))
    asked = SuppressArea(
        side=OWN, what="centre", prompt="", rule="IE-SUP-05", about="a", zone=(), radius=2.0, held=("e",),
        aims={"a": "e", "b": "e"}, moved=(), item="",
    )  # fmt: skip
    part = _area_part(state, asked, "a", "e")
    outcomes = suppression_roll(state, area_shot(state, "a", "e", False)).chances()
    assert part.success == pytest.approx(1.0 - outcomes.get(0, 0.0)) and 0.0 < part.success < 1.0
