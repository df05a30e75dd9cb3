"""Arachnid shooting: areas, scatter, passing a die (MI-BSHT-*, MI-BTRT-*, MI-GAP-23, 28, 51, 54)."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import DiceScriptRun
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack.area_effects import caught_about_point
from battlesim.rulesets.mobile_infantry.core.state import BUGS
from battlesim.table.events import DiceRolled, MarkerPlaced, PiecesMoved
from battlesim.table.pieces import Off
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


def shoot(state, bug="X", answers=None, dice=(), until="") -> ScriptResult:
    return perform(state, lambda game: bug_fire.run_bug_shooting(game, bug), answers, dice, until)


def plasma(x=10.0, y=20.0, **more):
    return piece("plasma_bug", "X", x, y, marks=["ready"], **more)


def victims(done: ScriptResult) -> list[str]:
    return [e.by for e in done.events_of(DiceRolled) if str(e.why).startswith("saves")]


def attack(done: ScriptResult) -> DiceRolled:
    return next(e for e in done.events_of(DiceRolled) if e.rule == "MI-BSHT-03")


@pytest.mark.rule("MI-BSHT-01")
def test_range_and_sight_are_found_from_the_bug_to_the_target():
    tanker = piece("tanker", "T", 20, 20)
    assert [*bug_fire.targets_with_modes(field(tanker, rifles("P", 27.75, 20)), "T")] == ["P"]
    assert bug_fire.targets_with_modes(field(tanker, rifles("P", 27.77, 20)), "T") == {}
    rock = block("rocks", "R", 23, 15, 24, 25)
    assert bug_fire.targets_with_modes(field(tanker, rifles("P", 27.75, 20), rock), "T") == {}


@pytest.mark.rule("MI-BSHT-02")
def test_who_lies_within_the_area_of_the_point():
    stands = [rifles("A", 30.2, 20), rifles("B", 33, 20), rifles("C", 30, 23.5), rifles("D", 30, 16.3)]
    found = caught_about_point(field(plasma(), *stands), (30, 20), "A", 3.0, BUGS)
    assert [name for _, name in found] == ["A", "B", "C"]


@pytest.mark.rule("MI-BSHT-03", "MI-TRT-01")
def test_one_die_a_model_from_the_point_outward():
    state = field(plasma(), rifles("A", 30, 20), rifles("B", 32.5, 20), rifles("C", 30, 21.5))
    dice = bug_fire.area_dice(state, "X", "plasma_airburst", "B", (30, 20))
    assert [die.target for die in dice] == ["A", "C", "B"]


@pytest.mark.rule("MI-BSHT-04", "MI-GAP-54")
@pytest.mark.parametrize(("face", "saves"), [(4, {"Q": 2}), (3, {"L": 1, "Q": 1})])
def test_the_mi_may_pass_a_die_on(face, saves):
    state = field(piece("tanker", "T", 24, 20), lieutenant("L", 30, 20), rifles("Q", 33, 20))
    answers = {"target": ["L"], "pass_die": ["L>Q"]}
    done = shoot(state, "T", answers, [face, 4, 4, 6, 6])
    rolled = {e.by: len(e.faces) for e in done.events_of(DiceRolled) if str(e.why).startswith("saves")}
    assert rolled == saves


@pytest.mark.rule("MI-BSHT-04", "MI-GAP-54")
def test_to_whom_a_die_can_pass():
    state = field(
        piece("tanker", "T", 24, 20),
        lieutenant("L", 30, 20),
        rifles("Q", 34.2, 20),
        warrior("W", 30, 22),
        piece("light_mech", "M", 30, 16.8),
        piece("viking", "V", 26, 23.5),
    )
    ask = shoot(state, "T", {"target": ["L"]}, until="pass_die").first_decision("pass_die")
    assert [o.key for o in ask.open_options] == [
        "L>M",
        "no",
    ]  # Q is 3.2 in away, W no MI model, V an aircraft, M no stand
    assert ask.open_options[0].note == "1 die on L, 1 die on M"


@pytest.mark.rule("MI-GAP-54")
@pytest.mark.parametrize(("option", "tries"), [("one_per_attack", 1), ("one_per_stand", 2)])
def test_how_many_tries_by_option(option, tries):
    state = field(
        piece("tanker", "T", 24, 20),
        lieutenant("L", 30, 20),
        rifles("Q", 30, 22),
        options={"reassign_tries": option},
    )
    answers = {"target": ["L"], "pass_die": ["L>Q", "Q>L"][:tries]}
    done = shoot(state, "T", answers, [3] * tries + [1, 1])
    assert len([e for e in done.events_of(DiceRolled) if e.rule == "MI-BSHT-04"]) == tries


@pytest.mark.rule("MI-GAP-54")
def test_a_die_moves_once_at_most_and_not_in_melee():
    state = field(
        piece("tanker", "T", 24, 20),
        lieutenant("L", 30, 20),
        rifles("Q", 30, 22),
        options={"reassign_tries": "one_per_stand"},
    )

    def own_die_alone(decision, _):
        assert {o.key for o in decision.open_options} == {"Q>L", "no"}
        return "no"

    shoot(state, "T", {"target": ["L"], "pass_die": ["L>Q", own_die_alone]}, [4, 1, 1])


@pytest.mark.rule("MI-BSHT-05", "MI-BWPN-07", "MI-BWPN-08")
def test_a_kill_result_takes_two():
    state = field(plasma(), rifles("P", 30, 20))
    done = shoot(state, answers={"weapons": [("plasma_focused",)]}, dice=[12, 1, 5])
    assert done.piece("P").hits == 2
    assert attack(done).sides == (10,)


@pytest.mark.rule("MI-BSHT-06", "MI-BWPN-09")
@pytest.mark.parametrize(("save", "left"), [(5, 4), (4, 3)])
def test_a_target_result_asks_for_a_save(save, left):
    state = field(plasma(), rifles("P", 30, 20))
    done = shoot(state, answers={"weapons": [("plasma_airburst",)]}, dice=[12, 1, 4, save])
    assert done.piece("P").hits == left


@pytest.mark.rule("MI-BSHT-07")
def test_a_command_team_killed_by_acid_is_not_carried_off():
    state = field(piece("tanker", "T", 24, 20), lieutenant("L", 30, 20, hits=1))
    done = shoot(state, "T", dice=[7])
    assert done.piece("L").place == Off("lost")
    assert not done.piece("L").has_mark("captive")


@pytest.mark.rule("MI-BSHT-08", "MI-GAP-22")
def test_flinch_away_from_the_point_of_impact():
    state = field(plasma(), rifles("P", 32, 20), rifles("Q", 29, 20), piece("light_mech", "M", 30, 22.5))
    answers = {"target": ["Q"], "weapons": [("plasma_airburst",)], "pass_die": ["no"]}
    done = shoot(state, answers=answers, dice=[12, 1, 1, 4, 6, 6, 6])
    assert done.piece("P").xy == (34, 20)
    assert done.piece("M").xy == (30, 22.5)


@pytest.mark.rule("MI-GAP-22")
def test_a_model_on_the_very_point_flinches_from_the_firer():
    state = field(piece("tanker", "T", 24, 20), rifles("P", 30, 20))
    done = shoot(state, "T", dice=[4, 6])
    assert done.piece("P").xy == (32, 20)


@pytest.mark.rule("MI-BSHT-09")
def test_the_target_has_a_die_only_when_it_is_still_in_the_area():
    state = field(plasma(), rifles("P", 30, 20), piece("missile_team", "M", 34, 21.5))
    answers = {"target": ["P"], "weapons": [("plasma_focused",)]}
    done = shoot(state, answers=answers, dice=[12, 8, 1])
    assert attack(done).sides == (10,)
    smoke = done.events_of(MarkerPlaced)[0].marker
    assert (smoke.x, smoke.y) == (34, 20)
    order = [e.rule for e in done.events]
    assert order.index("MI-BTRT-08") < order.index("MI-BTRT-06") < order.index("MI-BSHT-03")


@pytest.mark.rule("MI-BTRT-01")
def test_friend_and_foe_in_the_area():
    stands = [rifles("P", 30, 20), warrior("W", 33.5, 20), warrior("V", 33.7, 20)]
    state = field(piece("tanker", "T", 22, 20), *stands)
    assert [d.target for d in bug_fire.area_dice(state, "T", "acid_stream", "P", (30, 20))] == ["P", "W"]


@pytest.mark.rule("MI-GAP-23")
@pytest.mark.parametrize(("option", "caught"), [("all", ["P", "W"]), ("enemies_only", ["P"])])
def test_whether_friends_are_hit_by_option(option, caught):
    state = field(
        piece("tanker", "T", 22, 20),
        rifles("P", 30, 20),
        warrior("W", 32, 20),
        options={"aoe_victims": option},
    )
    assert [d.target for d in bug_fire.area_dice(state, "T", "acid_stream", "P", (30, 20))] == caught


@pytest.mark.rule("MI-BWPN-05", "MI-BTRT-09")
def test_the_acid_stream():
    stands = [rifles("P", 30, 20), rifles("A", 32.5, 20), rifles("B", 30, 23.5), rifles("C", 30, 16.3)]
    state = field(piece("tanker", "T", 22.25, 20), *stands)
    done = shoot(state, "T", {"target": ["P"]}, [7, 4, 1, 5])
    assert attack(done).sides == (10, 10, 10)
    assert [done.piece(i).hits for i in "PABC"] == [2, 3, 4, 4]
    assert bug_fire.targets_with_modes(done.state, "T") == {}
    assert bug_fire.bug_target_decision(done.state, "T").closed_options[0].rule == "MI-TRT-11"


@pytest.mark.rule("MI-BWPN-07", "MI-REDY-01", "MI-GAP-21", "MI-TRT-11")
def test_plasma_needs_ready_and_uses_it_up():
    far = rifles("P", 71.75, 20)
    assert bug_fire.targets_with_modes(field(piece("plasma_bug", "X", 10, 20), far), "X") == {}
    state = field(plasma(), far)
    assert [*bug_fire.targets_with_modes(state, "X")] == ["P"]
    done = shoot(state, answers={"weapons": [("plasma_focused",)]}, dice=[6, 1, 1])
    assert not done.piece("X").has_mark("ready")
    assert len(done.events_of(MarkerPlaced)) == 1
    again = done.state.with_table(done.state.table.with_pieces(done.piece("X").with_mark("ready")))
    assert bug_fire.targets_with_modes(again, "X") == {}


@pytest.mark.rule("MI-BTRT-06", "MI-GAP-52")
def test_smoke_lies_at_the_impact_for_this_turn_and_the_next():
    state = field(plasma(), rifles("P", 30, 20), turn=3)
    done = shoot(state, answers={"weapons": [("plasma_focused",)]}, dice=[12, 9, 1][:2])
    smoke = done.events_of(MarkerPlaced)[0].marker
    assert (smoke.x, smoke.y, smoke.radius, smoke.height, smoke.until) == (35, 20, 2, 3, 4)
    assert done.events_of(PiecesMoved) == []


@pytest.mark.rule("MI-GAP-52")
def test_smoke_does_not_count_for_the_attack_that_made_it():
    state = field(plasma(), rifles("P", 30, 20))
    done = shoot(state, answers={"weapons": [("plasma_airburst",)]}, dice=[12, 1, 4, 4])
    assert done.piece("P").hits == 3


@pytest.mark.rule("MI-BTRT-08", "MI-GAP-51", "MI-GAP-02")
@pytest.mark.parametrize(
    ("clock", "ten", "point"),
    [(12, 5, (33, 20)), (3, 6, (30, 17)), (9, 1, (30, 21)), (6, 10, (25, 20)), (1, 4, (31.732, 19))],
)
def test_scatter_goes_by_a_clock_and_a_halved_die(clock, ten, point):
    landing = DiceScriptRun(
        bug_fire.scatter_dice_script(field(plasma()), "X", "plasma_focused", (30.0, 20.0))
    )
    landing.apply_faces((clock, ten))
    assert landing.end == point


@pytest.mark.rule("MI-BTRT-08", "MI-BWPN-09")
def test_airburst_scatters_by_a_whole_die():
    state = field(plasma(), rifles("P", 30, 20), rifles("Q", 40, 21))
    answers = {"target": ["P"], "weapons": [("plasma_airburst",)]}
    done = shoot(state, answers=answers, dice=[12, 10, 7])
    assert (done.piece("P").hits, done.piece("Q").hits) == (4, 2)


@pytest.mark.rule("MI-GAP-51")
def test_a_point_off_the_table_is_a_lost_shot_without_smoke():
    state = field(plasma(), rifles("P", 70, 20))
    done = shoot(state, answers={"weapons": [("plasma_focused",)]}, dice=[12, 6])
    assert done.events_of(MarkerPlaced) == []
    assert done.piece("X").has_mark("slow:plasma_artillery")


@pytest.mark.rule("MI-GAP-28", "MI-VIK-01")
def test_an_aircraft_in_the_air_is_hit_by_focused_plasma_alone():
    viking = piece("viking", "V", 28, 20, marks=["flying"])
    state = field(plasma(), piece("tanker", "T", 22, 20), viking, rifles("P", 31, 20))
    assert "V" not in bug_fire.targets_with_modes(state, "T")
    ask = shoot(state, answers={"target": ["V"]}, dice=[12, 1, 8]).asked
    assert "weapons" not in [d.what for d in ask]
    assert [d.target for d in bug_fire.area_dice(state, "X", "plasma_focused", "V", (28, 20))] == ["V"]
    assert "V" not in [d.target for d in bug_fire.area_dice(state, "X", "plasma_airburst", "P", (30, 20))]
    landed = field(plasma(), piece("tanker", "T", 22, 20), piece("viking", "V", 28, 20))
    assert "V" in bug_fire.targets_with_modes(landed, "T")


@pytest.mark.rule("MI-GAP-56", "MI-GAP-23")
def test_a_building_has_a_die_only_as_the_target():
    house = block("building", "B", 30, 18, 33, 22)
    state = field(piece("tanker", "T", 23, 20), rifles("P", 29, 21), house)
    at_stand = bug_fire.area_dice(state, "T", "acid_stream", "P", (29, 21))
    at_house = bug_fire.area_dice(state, "T", "acid_stream", "B", (30, 20))
    assert [d.target for d in at_stand] == ["P"]
    assert sorted(d.target for d in at_house) == ["B", "P"]
