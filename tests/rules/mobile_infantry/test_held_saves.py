"""Saves that the ground asks for, cover from every side, what a blow leads to, what a promotion makes."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.arachnids import melee
from battlesim.rulesets.mobile_infantry.attack import attack_resolution, cover, die_outcome
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.core.lookups import (
    Ratings,
    is_on_ground,
    piece_or_stand_in,
    ratings,
    standing_structures,
    target_rank,
)
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Inside, Off
from battlesim.table.terrain import Terrain
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    captain,
    field,
    perform,
    piece,
    rifles,
    warrior,
)
from tests.rules.mobile_infantry.shots import hit
from tests.rules.mobile_infantry.soldiers import led

HOUSE = block("building", "B", 20, 20, 24, 24)
SIDES = [(19.5, 22), (24.5, 22), (22, 19.5), (22, 24.5)]
BEYOND = [(19.4, 22), (24.6, 22), (22, 19.4), (22, 24.6), (19.55, 19.55), (24.45, 24.45)]


def shaken(state, *who: str, dice: tuple[int, ...]) -> ScriptResult:  # type: ignore[no-untyped-def]
    def script(game):  # type: ignore[no-untyped-def]
        lost = yield from attack_resolution.roll_saves(game, who, "the ground shakes", "MI-TUNL-09")
        yield from chain_reactions.resolve_chain(game, lost)

    return perform(state, script, dice=dice)


@pytest.mark.rule("MI-SHOT-15", "MI-TUNL-09", "MI-TUNL-05")
def test_one_save_on_a_d6_each_all_at_once_and_one_point_for_who_fails() -> None:
    state = field(rifles("A", 10, 10), rifles("B", 12, 10), piece("tanker", "T", 16, 10), *hole("E", 30, 10))
    done = shaken(state, "A", "B", "T", "E", dice=(4, 3, 2))
    (roll,) = done.events_of(DiceRolled)
    assert roll.sides == (6, 6, 6)
    assert [done.piece(id).hits for id in "ABTE"] == [4, 3, 5, 4]


@pytest.mark.rule("MI-SHOT-15", "MI-TUNL-09")
def test_who_is_at_no_points_after_such_a_save_is_gone_and_others_stay() -> None:
    state = field(rifles("A", 10, 10, hits=1), rifles("B", 12, 10, hits=2), warrior("W", 14, 10))
    done = shaken(state, "A", "B", "W", dice=(3, 3, 3))
    assert (done.piece("A").place, done.piece("B").hits, done.piece("W").place) == (
        Off("lost"),
        1,
        Off("reserve"),
    )


@pytest.mark.rule("MI-SHOT-15", "MI-BTRT-10")
def test_a_volatile_bug_that_fails_such_a_save_blows_up() -> None:
    done = shaken(field(piece("tanker", "T", 20, 20, hits=1), warrior("W", 22, 20)), "T", dice=(2, 1, 1))
    assert len(done.events_of(DiceRolled)) > 1
    quiet = shaken(field(rifles("R", 20, 20, hits=1), warrior("W", 22, 20)), "R", dice=(2,))
    assert len(quiet.events_of(DiceRolled)) == 1


@pytest.mark.rule("MI-GAP-41", "MI-COVR-01")
@pytest.mark.parametrize(("x", "y"), SIDES)
def test_touching_a_building_on_any_side_is_hard_cover(x: float, y: float) -> None:
    state = field(HOUSE, rifles("R", x, y))
    assert cover.touched_cover(state, state.table.piece("R"), "MI-COVR-01").value == 2


@pytest.mark.rule("MI-GAP-41", "MI-COVR-01")
@pytest.mark.parametrize(("x", "y"), BEYOND)
def test_who_does_not_touch_it_has_no_cover_from_a_building(x: float, y: float) -> None:
    state = field(HOUSE, rifles("R", x, y))
    assert cover.touched_cover(state, state.table.piece("R"), "MI-COVR-01").value == 0


@pytest.mark.rule("MI-COVR-01", "MI-GAP-41")
@pytest.mark.parametrize(
    ("kind", "value"), [("building", 2), ("wall", 2), ("rocks", 0), ("crater", 0), ("ruin", 0), ("breach", 0)]
)
def test_what_is_hard_cover(kind: str, value: int) -> None:
    state = field(block(kind, "B", 20, 20, 24, 24), rifles("R", 19.5, 22))
    assert cover.touched_cover(state, state.table.piece("R"), "MI-COVR-01").value == value


@pytest.mark.rule("MI-TUNL-08", "MI-GAP-41")
@pytest.mark.parametrize(
    ("terrain", "bug", "stand"),
    [("tunnel_entrance", 1, 2), ("building", 2, 2), ("crater", 0, 0), ("carpet", 0, 0)],
)
def test_an_entrance_helps_bugs_less_than_stands_and_other_terrain_alike(
    terrain: str, bug: int, stand: int
) -> None:
    ring = ((20.0, 20.0), (24.0, 20.0), (24.0, 24.0), (20.0, 24.0))
    state = field(Terrain("B", terrain, (ring,), 0.5), warrior("W", 19.5, 22), rifles("R", 24.5, 22))
    found = [cover.touched_cover(state, state.table.piece(id), "MI-COVR-01").value for id in "WR"]
    assert found == [bug, stand]


@pytest.mark.rule("MI-GAP-42", "MI-GAP-56")
@pytest.mark.parametrize(
    ("x", "y", "reached"),
    [
        (18.5, 22, True),
        (25.5, 22, True),
        (22, 18.5, True),
        (22, 25.5, True),
        (18.4, 22, False),
        (22, 25.6, False),
        (18.8, 18.8, False),
    ],
)
def test_a_bug_strikes_a_building_within_an_inch_on_any_side(x: float, y: float, reached: bool) -> None:
    assert (melee.structures_in_reach(field(HOUSE, warrior("W", x, y)), "W") == ("B",)) is reached


@pytest.mark.rule("MI-GAP-56", "MI-GAP-42", "MI-BSHT-01")
def test_only_structures_that_stand_are_struck() -> None:
    down = block("building", "B", 20, 20, 24, 24, hits=0)
    rocks, carpet = (
        (block("rocks", "B", 20, 20, 24, 24, hits=hits) for hits in (0, 3)),
        Terrain("B", "carpet", down.rings, 0.5, hits=3),
    )
    for thing_ in (down, *rocks, carpet, block("crater", "B", 20, 20, 24, 24)):
        assert standing_structures(field(thing_, warrior("W", 19, 22))) == []
    last = block("building", "B", 20, 20, 24, 24, hits=1)
    assert standing_structures(field(last, warrior("W", 19, 22))) == [last]


@pytest.mark.rule("MI-GAP-72", "MI-INTL-05", "MI-GAP-56")
def test_fighters_come_before_entrances_and_these_before_structures() -> None:
    state = field(HOUSE, warrior("W", 10, 10), *hole("E", 40, 20))
    assert [target_rank(state, name) for name in ("W", "E", "B")] == [0, 1, 2]


@pytest.mark.rule("MI-GAP-72")
def test_who_is_on_the_ground() -> None:
    aboard = warrior("W", place=Off("reserve"))
    flying = piece("viking", "V", 10, 10, marks=["flying"])
    found = [
        aboard,
        flying,
        rifles("R", 10, 10),
        rifles("I", place=Inside("B")),
        piece("viking", "L", 20, 10),
    ]
    assert [is_on_ground(p) for p in found] == [False, False, True, True, True]


@pytest.mark.rule("MI-INTL-05", "MI-INVS-04", "MI-INVS-05", "MI-GAP-72", "MI-GAP-58")
def test_the_ratings_of_structures_and_entrances() -> None:
    wall = block("wall", "M", 30, 20, 34, 20.5)
    state = field(HOUSE, wall, *hole("E", 40, 20))
    assert [tuple(ratings(state, name)) for name in ("B", "M", "E")] == [(7, 0, 10), (8, 0, 12), (8, 0, 12)]
    assert [piece_or_stand_in(state, name).height for name in ("B", "M", "E")] == [2, 1, 0.5]


@pytest.mark.rule("MI-GAP-03", "MI-SHOT-12")
def test_what_has_no_save_makes_none() -> None:
    state = field(rifles("R", 10, 10), *hole("E", 14, 10))
    assert len(hit(state, [AttackDie("grenades", "R", "E")], [6]).events_of(DiceRolled)) == 1


@pytest.mark.rule("MI-BTRT-04", "MI-SHOT-07")
@pytest.mark.parametrize(("weapon", "reached"), [("hopper_strike", 2), ("warrior_bite", 0)])
def test_only_a_kamikaze_counts_its_natural_one_as_ten(weapon: str, reached: int) -> None:
    state, die = field(rifles("R", 10, 10), warrior("W", 11.2, 10)), AttackDie(weapon, "W", "R")
    assert (
        die_outcome.attack_roll(
            state, die, Ratings(target=4, save=4, kill=10), ATTACK_MODES["melee"]
        ).value_of([1])
        == reached
    )


@pytest.mark.rule("MI-BTRT-04", "MI-GAP-53")
@pytest.mark.parametrize(("face", "lives"), [(1, False), (2, True), (10, True)])
def test_a_hopper_dies_of_its_own_one_alone(face: int, lives: bool) -> None:
    state = field(piece("hopper", "H", 20, 20), piece("heavy_mech", "M", 21.5, 20))
    done = hit(state, [AttackDie("hopper_strike", "H", "M")], [face], "melee")
    assert done.piece("H").in_play is lives


@pytest.mark.rule("MI-UNIT-03", "MI-GAP-14")
@pytest.mark.parametrize(("before", "after"), [(4, 2), (2, 2), (1, 1)])
def test_a_promoted_squad_is_a_command_team_in_its_place(before: int, after: int) -> None:
    state = field(rifles("R", 10, 10, hits=before), activation=led("", "R"))

    def script(game):  # type: ignore[no-untyped-def]
        unit_activation.promote_stand(game, "R", "MI-UNIT-03")
        return
        yield

    new = perform(state, script).piece("R")
    assert (new.kind, new.xy, new.radius, new.height) == ("command_team", (10, 10), 0.5, 0.75)
    assert (new.hits, new.hits_full, new.mark_count("officer")) == (after, 2, 6)


@pytest.mark.rule("MI-UNIT-03", "MI-GAP-14", "MI-GAP-74", "MI-TRT-05")
def test_coherency_is_measured_from_who_takes_over_by_his_own_range() -> None:
    for leader, measured in ((captain("L", 10, 10), 9.0), (rifles("L", 10, 10), 6.0)):
        state = field(leader, rifles("R", 12, 10), activation=led("R", "L"))

        def script(game):  # type: ignore[no-untyped-def]
            unit_activation.change_leader(game, "L", "MI-GAP-74")
            return
            yield

        now = perform(state, script).state.game.activation
        assert now is not None
        assert (now.leader, now.measured) == ("L", measured)


@pytest.mark.rule("MI-GAP-14")
def test_people_over_go_to_the_nearest_squads_with_room_in_reach_and_the_rest_counts_for_nobody() -> None:
    state = field(
        rifles("R", 10, 10),
        rifles("near", 12, 10, hits=3),
        rifles("far", 20, 10, hits=1),
        rifles("other", 10, 12, hits=1, unit="B"),
        piece("missile_team", "M", 10, 8, hits=1),
    )

    def script(game):  # type: ignore[no-untyped-def]
        unit_activation.promote_stand(game, "R", "MI-UNIT-03")
        return
        yield

    done = perform(state, script)
    assert [done.piece(id).hits for id in ("near", "far", "other", "M")] == [4, 1, 1, 1]
    assert done.state.game.count("uncounted_humans") == 1
