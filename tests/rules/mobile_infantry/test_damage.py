"""What dice come to: flinch, explosions, structures, losses, bombs (MI-GAP-22, 31, 34, 53, 56 and traits)."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.aftermath import chain_reactions
from battlesim.rulesets.mobile_infantry.attack import attack_resolution
from battlesim.rulesets.mobile_infantry.attack.area_effects import bomb_dice
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.core.state import HiddenEntrance, Site
from battlesim.rulesets.mobile_infantry.losses.hit_points import remove_model
from battlesim.table.events import DiceRolled, MessageLogged, PiecesMoved
from battlesim.table.pieces import Aboard, Inside, Off, OnTable
from tests.rules.mobile_infantry.field import (
    ScriptResult,
    block,
    field,
    lieutenant,
    perform,
    piece,
    rifles,
    warrior,
)


def hit(state, dice, faces, how="fire", answers=None, point=None) -> ScriptResult:
    return perform(
        state, lambda game: chain_reactions.resolve_attack(game, dice, how, point=point), answers, faces
    )


def pushed(*things, x=16.0) -> tuple[float, float]:
    """Where a Warrior at (x, 10) ends that is shaken by a stand at (10, 10)."""
    state = field(rifles("P", 10, 10), warrior("W", x, 10), *things)
    return hit(state, [AttackDie("assault_rifle", "P", "W")], [5, 6]).piece("W").xy


@pytest.mark.rule("MI-GAP-22")
def test_a_flinch_stops_early_at_what_is_in_the_way():
    assert pushed() == (18, 10)
    assert pushed(block("building", "B", 17.5, 8, 20, 12)) == (17, 10)
    assert pushed(block("wall", "w", 17.5, 8, 18, 12)) == (17, 10)
    assert pushed(block("rocks", "R", 17.5, 8, 20, 12)) == (17, 10)
    assert pushed(block("crater", "C", 17.5, 8, 20, 12)) == (18, 10)
    assert pushed(warrior("V", 18.2, 10)) == (17.2, 10)
    assert pushed(piece("tunnel_entrance", "E", 18.2, 10)) == (18, 10)


@pytest.mark.rule("MI-GAP-22")
def test_a_flinch_stops_at_the_table_edge():
    state = field(rifles("P", 66, 10), warrior("W", 71, 10))
    assert hit(state, [AttackDie("assault_rifle", "P", "W")], [5, 6]).piece("W").xy == (71.5, 10)


@pytest.mark.rule("MI-GAP-22")
def test_those_farthest_from_the_source_move_first():
    state = field(rifles("P", 10, 10), warrior("A", 16, 10), warrior("B", 17, 10))
    dice = [AttackDie("assault_rifle", "P", "A"), AttackDie("assault_rifle", "P", "B")]
    done = hit(state, dice, [5, 5, 6, 6])
    assert (done.piece("A").xy, done.piece("B").xy) == ((18, 10), (19, 10))
    assert [part.piece for part in done.events_of(PiecesMoved)[0].parts] == ["B", "A"]


@pytest.mark.rule("MI-GAP-22")
def test_nobody_flinches_out_of_a_building_or_off_a_wall_and_alert_is_kept():
    house, wall = block("building", "B", 15, 8, 18, 12), block("wall", "w", 20, 8, 20.5, 12)
    state = field(
        piece("plasma_bug", "X", 8, 10),
        rifles("P", place=Inside("B")),
        rifles("Q", place=OnTable(20.25, 10, 0.0, 1.0, "w")),
        rifles("R", 24, 10, marks=["alert"]),
        house,
        wall,
    )
    dice = [AttackDie("plasma_airburst", "X", name) for name in "PQR"]
    done = hit(state, dice, [4, 4, 4, 6, 6, 6], "area", point=(22.0, 10.0))
    assert done.piece("P").place == Inside("B")
    assert done.piece("Q").xy == (20.25, 10)
    assert done.piece("R").xy == (26, 10)
    assert done.piece("R").has_mark("alert")


@pytest.mark.rule("MI-GAP-22", "MI-BMEL-07")
def test_once_an_attack_however_many_dice():
    state = field(rifles("P", 10, 10), piece("plasma_bug", "X", 40, 40), rifles("Q", 16, 10))
    done = hit(
        state, [AttackDie("plasma_airburst", "X", "Q")] * 3, [4, 4, 4, 6, 6, 6], "area", point=(15, 10)
    )
    assert done.piece("Q").xy == (18, 10)


@pytest.mark.rule("MI-GAP-22", "MI-GAP-21", "MI-TRT-07")
def test_a_gun_that_flinches_has_moved():
    state = field(piece("plasma_bug", "X", 8, 10), piece("machine_gun", "G", 16, 10))
    done = hit(state, [AttackDie("plasma_airburst", "X", "G")], [4, 6], "area", point=(15, 10))
    assert done.piece("G").has_mark("moved")


@pytest.mark.rule("MI-BMEL-06")
def test_in_melee_a_passed_save_alone_moves_nobody():
    state = field(warrior("W", 20, 20), rifles("P", 21, 20))
    claws = AttackDie("warrior_claws", "W", "P")
    assert hit(state, [claws], [3, 4], "melee").piece("P").xy == (21, 20)
    assert hit(state, [claws], [3, 3], "melee").piece("P").xy == (23, 20)


@pytest.mark.rule("MI-BTRT-04", "MI-BWPN-03", "MI-MECH-02")
def test_kamikaze():
    state = field(piece("hopper", "H", 18.5, 20), piece("heavy_mech", "M", 20, 20))
    done = hit(state, [AttackDie("hopper_strike", "H", "M")], [1], "melee")
    assert done.piece("M").hits == 1
    assert done.piece("H").place == Off("reserve")
    ten = hit(state, [AttackDie("hopper_strike", "H", "M")], [10], "melee")
    assert (ten.piece("M").hits, ten.piece("H").in_play) == (1, True)


@pytest.mark.rule("MI-BSHT-07", "MI-BMEL-05")
def test_a_command_team_killed_in_melee_is_captured():
    state = field(warrior("W", 20, 20), lieutenant("L", 21, 20, hits=1))
    done = hit(state, [AttackDie("warrior_claws", "W", "L")], [6], "melee")
    assert done.piece("L").has_mark("captive")
    assert done.state.game.count("dead_humans") == 1


@pytest.mark.rule("MI-GAP-31", "MI-BMEL-05", "MI-INF-04")
def test_humans_are_booked_point_by_point():
    state = field(warrior("W", 20, 20), rifles("P", 21, 20), piece("machine_gun", "G", 19, 20))
    dice = [AttackDie("warrior_claws", "W", "P"), AttackDie("warrior_claws", "W", "G")]
    done = hit(state, dice, [6, 3, 2], "melee")
    assert (done.piece("P").hits, done.piece("G").place) == (2, Off("lost"))
    assert done.state.game.count("dead_humans") == 3


@pytest.mark.rule("MI-GAP-31")
def test_robots_plasma_bugs_and_aircraft_are_booked_each_in_its_way():
    state = field(
        piece("light_mech", "L", 5, 5),
        piece("plasma_bug", "X", 30, 30),
        piece("viking", "V", 40, 40, marks=["flying"]),
        rifles("P", place=Aboard("V")),
    )

    def script(game):
        for name in ("L", "X", "V"):
            remove_model(game, name, "MI-SHOT-12")

    game = perform(state, script).state.game
    assert (game.count("dead_robots"), game.count("dead_plasma"), game.count("dead_humans")) == (1, 1, 4)


@pytest.mark.rule("MI-GAP-34")
@pytest.mark.parametrize(("kind", "back"), [("hopper", True), ("tanker", True), ("burrower", False)])
def test_dead_bugs_go_back_to_the_pool_but_the_burrower(kind, back):
    state = field(piece(kind, "X", 30, 30, marks=["alert"]))

    def script(game):
        remove_model(game, "X", "MI-SHOT-12")
        return
        yield

    dead = perform(state, script).piece("X")
    assert dead.place == Off("reserve" if back else "lost")
    assert dead.marks == ()
    assert dead.hits == (dead.hits_full if back else 0)


@pytest.mark.rule("MI-GAP-34")
def test_where_the_dead_do_not_return_they_are_lost():
    state = field(rifles("P", 10, 10), warrior("W", 16, 10), site=Site(dead_return=False))
    assert hit(state, [AttackDie("grenades", "P", "W")], [6]).piece("W").place == Off("lost")


@pytest.mark.rule("MI-BTRT-10", "MI-GAP-53")
def test_a_volatile_bug_blows_up():
    state = field(
        piece("heavy_mech", "M", 8, 10),
        piece("tanker", "T", 20, 10, hits=2),
        rifles("P", 20, 14.75),
        rifles("Q", 20, 5.05),
        warrior("W", 23.75, 10),
    )
    done = hit(state, [AttackDie("laser_focused", "M", "T")], [10, 1, 3, 1, 7, 3])
    blast = [e for e in done.events_of(DiceRolled) if e.rule == "MI-BTRT-10"]
    assert blast[0].sides == (10,) * 4
    assert [done.piece(i).hits for i in "PQ"] == [3, 4]
    assert done.piece("P").xy == (20, 16.75)
    assert done.piece("W").place == Off("reserve")


@pytest.mark.rule("MI-GAP-53")
def test_explosions_are_worked_through_first_in_first_out():
    state = field(
        piece("heavy_mech", "M", 8, 10),
        piece("plasma_bug", "A", 20, 10, hits=1),
        piece("plasma_bug", "B", 25, 10, hits=1),
        piece("plasma_bug", "C", 20, 15, hits=1),
        piece("plasma_bug", "D", 30, 10, hits=1),
    )
    done = hit(state, [AttackDie("laser_focused", "M", "A")], [9, 10, 10, 10, 10, 10, 10])
    order = [e.by for e in done.events_of(MessageLogged) if e.rule == "MI-BTRT-10"]
    assert order == ["A", "B", "C", "D"]
    assert done.state.game.count("dead_plasma") == 4


@pytest.mark.rule("MI-GAP-56", "MI-INVS-05")
def test_a_building_loses_points_without_saves_and_falls():
    house = block("building", "B", 20, 8, 23, 12)
    state = field(
        warrior("W", 19, 10),
        rifles("P", place=Inside("B")),
        rifles("Q", place=Inside("B"), hits=1),
        house,
        hidden=(HiddenEntrance("H1", "B", 21.5, 13.5),),
    )
    once = hit(state, [AttackDie("warrior_claws", "W", "B")], [6], "melee")
    assert once.state.table.terrain("B").hits == 3
    twice = hit(state, [AttackDie("warrior_bite", "W", "B")], [10], "melee")
    assert twice.state.table.terrain("B").hits == 2
    done = hit(state, [AttackDie("warrior_bite", "W", "B")] * 2, [10, 10, 4, 3], "melee")
    ruin = done.state.table.terrain("B")
    assert (ruin.kind, ruin.height, ruin.hits, ruin.hits_full) == ("ruin", 0.5, 0, 0)
    assert done.piece("Q").place == Off("lost")
    assert done.piece("P").hits == 4
    x, y = done.piece("P").xy
    assert 20 <= x <= 23
    assert 8 <= y <= 12
    assert done.state.game.hidden == ()
    assert "H1" in done.state.table.pieces
    assert "B" in done.state.game.searched


@pytest.mark.rule("MI-GAP-56", "MI-INVS-04", "MI-BWPN-02")
def test_a_wall_becomes_a_breach_and_those_on_it_drop():
    wall = block("wall", "w", 20, 8, 20.5, 12)
    post = OnTable(20.25, 10, 0.0, 1.0, "w")
    state = field(warrior("W", 19, 10), piece("tanker", "T", 18, 13), rifles("P", place=post), wall)
    assert hit(state, [AttackDie("warrior_bite", "W", "w")], [9], "melee").state.table.terrain("w").hits == 2
    assert hit(state, [AttackDie("warrior_claws", "W", "w")], [6], "melee").state.table.terrain("w").hits == 3
    assert hit(state, [AttackDie("tanker_jaws", "T", "w")], [10], "melee").state.table.terrain("w").hits == 2
    done = hit(state, [AttackDie("tanker_jaws", "T", "w")] * 3, [10, 7, 9, 3], "melee")
    breach = done.state.table.terrain("w")
    assert (breach.kind, breach.height) == ("breach", 0.5)
    assert done.piece("P").place == OnTable(20.25, 10, 0.0, 0.0, "")
    assert done.piece("P").hits == 3


@pytest.mark.rule("MI-INTL-05")
def test_a_tunnel_entrance_at_none_collapses():
    hole = piece("tunnel_entrance", "E", 20, 10, hits=1)
    ground = block("tunnel_entrance", "E", 18.5, 8.5, 21.5, 11.5)
    state = field(piece("light_mech", "L", 8, 10), hole, ground, warrior("W", 22, 10))
    done = hit(state, [AttackDie("autocannons", "L", "E")], [6, 3])
    assert "E" not in done.state.table.pieces
    assert done.piece("W").place == Off("reserve")
    assert done.state.game.count("entrances_destroyed") == 1


def _run(state, weapon, targets, faces):
    def script(game):
        dice = bomb_dice(game.state, weapon, "B", targets, ((0.0, 10.0), (72.0, 10.0)))
        yield from chain_reactions.resolve_attack(game, dice, "bomb")

    return perform(state, script, dice=faces)


BOMBER = {"place": OnTable(0, 10, 0.0)}


@pytest.mark.rule("MI-AIR-08", "MI-GAP-24", "MI-GAP-23")
def test_napalm_takes_cover_away():
    house = block("building", "B1", 30.5, 8, 33, 12)
    state = field(
        piece("thunderbolt", "B", **BOMBER),
        warrior("W", 30, 10),
        warrior("V", 30, 12),
        warrior("U", 27, 10),
        warrior("X", 50, 10),
        house,
    )
    done = _run(state, "napalm", ["W"], [4, 1, 1, 3])
    assert next(e for e in done.events_of(DiceRolled) if e.rule == "MI-GAP-24").sides == (6, 6, 6)
    assert not done.piece("W").in_play
    both = bomb_dice(state, "napalm", "B", ["W", "U"], ((0.0, 10.0), (72.0, 10.0)))
    assert sorted(d.target for d in both) == ["U", "U", "V", "V", "W", "W"]


@pytest.mark.rule("MI-AIR-09", "MI-GAP-24")
def test_a_heat_missile():
    state = field(piece("thunderbolt", "B", **BOMBER), piece("tanker", "T", 30, 10))
    assert _run(state, "heat_missile", ["T"], [9, 4, 5]).piece("T").hits == 3


@pytest.mark.rule("MI-GAP-24")
def test_from_above_nothing_is_partly_hidden_but_touching_counts():
    rock, house = block("rocks", "R", 26, 9, 27, 10), block("building", "B1", 40.5, 8, 43, 12)
    state = field(
        piece("thunderbolt", "B", **BOMBER),
        piece("hopper", "W", 30, 10),
        piece("hopper", "V", 40, 10),
        rock,
        house,
    )
    assert not _run(state, "heat_missile", ["W"], [3, 1, 6]).piece("W").in_play  # 6 - 3
    assert _run(state, "heat_missile", ["V"], [3, 1, 6]).piece("V").in_play  # 6 + 2 - 3


@pytest.mark.rule("MI-GAP-22")
def test_a_bomb_pushes_from_its_target_and_the_target_along_the_line_of_flight():
    state = field(piece("thunderbolt", "B", **BOMBER), warrior("W", 30, 10), warrior("V", 30, 12))
    done = _run(state, "napalm", ["W"], [3, 3, 6, 6])
    assert (done.piece("W").xy, done.piece("V").xy) == ((32, 10), (30, 14))


@pytest.mark.rule("MI-AIR-07")
@pytest.mark.parametrize(("faces", "left"), [([9, 5], 1), ([9, 6], 2), ([10], 0), ([8], 2)])
def test_the_ratings_of_a_thunderbolt(faces, left):
    state = field(piece("thunderbolt", "B", **BOMBER), piece("hopper", "H", 3, 10))
    done = hit(state, [AttackDie("hopper_strike", "H", "B")], faces, "interception")
    assert done.piece("B").hits == left
    assert done.piece("B").in_play is (left > 0)


@pytest.mark.rule("MI-VIK-01")
@pytest.mark.parametrize(("faces", "left"), [([8, 4], 7), ([10], 6), ([6], 8)])
def test_the_ratings_of_a_viking(faces, left):
    state = field(piece("viking", "V", 20, 10), piece("hopper", "H", 17, 10))
    done = hit(state, [AttackDie("hopper_strike", "H", "V")], faces, "melee")
    assert done.piece("V").hits == left


@pytest.mark.rule("MI-GAP-04", "MI-GAP-56")
def test_unmodified_saves():
    state = field(rifles("P", 10, 10), warrior("W", 12, 10), piece("tanker", "T", 16, 10, hits=1))

    def script(game):
        return attack_resolution.roll_saves(game, ("P", "W", "T"), "test", "MI-TUNL-09")

    done = perform(state, script, dice=[4, 3, 2])
    assert done.piece("P").hits == 4
    assert not done.piece("W").in_play
    assert not done.piece("T").in_play
