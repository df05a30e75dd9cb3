"""Single weapons as their rows print them, who is caught in an area, and the runs of a bomber."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import DiceScriptRun
from battlesim.rulesets.mobile_infantry.air import strike_run
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack import area_effects
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI
from battlesim.table.events import DiceRolled
from battlesim.table.pieces import Off
from tests.rules.mobile_infantry.field import field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.shots import hit, loads, pool_of, shoot


@pytest.mark.rule("MI-INF-04")
def test_a_machine_gun_fires_six_dice_of_d6_and_1_and_nothing_else() -> None:
    state = field(piece("machine_gun", "G", 10, 10), piece("tanker", "T", 30, 10))
    assert loads(state, "G", "T") == {"heavy_machine_gun"}
    assert pool_of(shoot(state, "G", dice=[1] * 6)).sides == (6,) * 6
    assert len(hit(state, [AttackDie("heavy_machine_gun", "G", "T")], [6, 6]).events_of(DiceRolled)) == 2


@pytest.mark.rule("MI-INF-04")
def test_a_machine_gun_that_fails_its_save_is_gone() -> None:
    state = field(piece("machine_gun", "G", 10, 10), warrior("W", 11, 10))
    done = hit(state, [AttackDie("warrior_claws", "W", "G")], [3, 3], "melee")
    assert done.piece("G").place == Off("lost")


@pytest.mark.rule("MI-BWPN-08")
@pytest.mark.parametrize(("faces", "left"), [([7], 1), ([4, 6], 3), ([4, 5], 2), ([3], 3)])
def test_focused_plasma_on_a_light_mech(faces: list[int], left: int) -> None:
    state = field(piece("plasma_bug", "X", 10, 20), piece("light_mech", "L", 30, 20))
    assert hit(state, [AttackDie("plasma_focused", "X", "L")], faces, "area").piece("L").hits == left


@pytest.mark.rule("MI-BWPN-08")
@pytest.mark.parametrize(("y", "caught"), [(22.5, True), (22.6, False)])
def test_focused_plasma_reaches_two_inches_about_its_point(y: float, caught: bool) -> None:
    state = field(piece("plasma_bug", "X", 10, 20), rifles("P", 30, 20), rifles("Q", 30, y))
    dice = bug_fire.area_dice(state, "X", "plasma_focused", "P", (30, 20))
    assert ("Q" in {die.target for die in dice}) is caught


@pytest.mark.rule("MI-BWPN-08")
@pytest.mark.parametrize(("face", "x"), [(1, 31.0), (2, 31.0), (9, 35.0), (10, 35.0)])
def test_focused_plasma_scatters_half_a_d10(face: int, x: float) -> None:
    state = field(piece("plasma_bug", "X", 10, 20), rifles("P", 30, 20))
    landing = DiceScriptRun(bug_fire.scatter_dice_script(state, "X", "plasma_focused", (30, 20)))
    landing.apply_faces((12, face))
    assert landing.end == (x, 20.0)


@pytest.mark.rule("MI-VIK-03")
def test_the_autocannons_of_a_viking_throw_four_dice_thirty_inches_in_a_reaction_too() -> None:
    for x, able in ((63.25, True), (63.35, False)):
        state = field(piece("viking", "V", 30, 24, facing=0), piece("tanker", "T", x, 24))
        assert ("autocannons" in loads(state, "V", "T", reaction=True)) is able
    dice = shoot(
        state := field(piece("viking", "V", 30, 24, facing=0), piece("tanker", "T", 45, 30)),
        "V",
        answers={"weapons": [("autocannons",)]},
        dice=[1] * 4,
    )
    assert (pool_of(dice).sides, state.table.piece("T").hits) == ((6,) * 4, 6)
    assert hit(state, [AttackDie("autocannons", "V", "T")], [5, 4]).piece("T").hits == 5
    assert hit(state, [AttackDie("autocannons", "V", "T")], [5, 5]).piece("T").hits == 6


@pytest.mark.rule("MI-MWPN-02")
@pytest.mark.parametrize(
    ("x", "y", "borne"), [(40, 10, True), (10, 40, False), (9, 10, False), (41.3, 10, False)]
)
def test_rocket_pods_bear_to_the_front_within_thirty_inches(x: float, y: float, borne: bool) -> None:
    state = field(piece("light_mech", "L", 10, 10, facing=315), warrior("W", x, y))
    assert ("rocket_pods" in loads(state, "L", "W")) is borne


@pytest.mark.rule("MI-MWPN-02")
def test_rocket_pods_are_two_dice_of_d10_once_a_round_and_not_in_a_reaction() -> None:
    state = field(piece("light_mech", "L", 10, 10), warrior("W", 30, 10))
    done = shoot(state, "L", answers={"weapons": [("rocket_pods",)]}, dice=[1, 1])
    assert pool_of(done).sides == (10, 10)
    assert "rocket_pods" not in loads(done.state, "L", "W") | loads(state, "L", "W", reaction=True)


@pytest.mark.rule("MI-BWPN-05")
@pytest.mark.parametrize(("x", "able"), [(27.75, True), (27.8, False)])
def test_acid_reaches_six_inches(x: float, able: bool) -> None:
    state = field(piece("tanker", "T", 20, 20), rifles("P", x, 20))
    assert (bug_fire.targets_with_modes(state, "T") == {"P": ["acid_stream"]}) is able


@pytest.mark.rule("MI-BWPN-05")
@pytest.mark.parametrize(("faces", "left"), [([7], 2), ([6, 6], 4), ([6, 5], 3), ([3], 4)])
def test_acid_on_a_squad(faces: list[int], left: int) -> None:
    state = field(piece("tanker", "T", 20, 20), rifles("P", 26, 20))
    assert hit(state, [AttackDie("acid_stream", "T", "P")], faces, "area").piece("P").hits == left


@pytest.mark.rule("MI-GAP-71")
def test_only_the_target_of_an_area_must_be_in_range_and_sight() -> None:
    state = field(
        piece("missile_team", "M", 5, 20),
        warrior("W", 66, 20),
        warrior("far", 69, 20),
        rifles("friend", 66, 22),
        warrior("out", 70.5, 20),
    )
    assert loads(state, "M", "far") == set()
    asked = shoot(state, "M", answers={"target": ["W"], "weapons": [("he_warhead",)]}, dice=[1] * 3)
    assert len(pool_of(asked).faces) == 3
    assert area_effects.caught_about_model(state, "W", 3.0, MI) == ["W", "far", "friend"]


@pytest.mark.rule("MI-GAP-71")
def test_an_area_of_the_bugs_catches_friend_and_foe() -> None:
    state = field(rifles("P", 30, 20), warrior("W", 31.5, 20), piece("plasma_bug", "X", 10, 20))
    assert [name for _, name in area_effects.caught_about_point(state, (30, 20), "P", 2.0, BUGS)] == [
        "P",
        "W",
    ]


EAST = ((0.0, 24.0), (72.0, 24.0))


@pytest.mark.rule("MI-GAP-24")
@pytest.mark.parametrize(("option", "left"), [("per_run", 2), ("per_game", 1)])
def test_what_a_run_may_still_release(option: str, left: int) -> None:
    state = field(options={"bomb_load": option}, tally={"napalm_used": 1})
    assert (strike_run.munition_left(state, "napalm"), strike_run.munition_left(state, "heat_missile")) == (
        left,
        2,
    )


@pytest.mark.rule("MI-GAP-24", "MI-AIR-10")
def test_a_run_releases_two_of_one_type_in_the_order_of_its_targets() -> None:
    bugs = [piece("tanker", "A", 20, 24), piece("tanker", "B", 50, 24)]
    state = field(*bugs, phase="mi_strike_runs", tally={"runs_granted": 1})
    answers = {"strike": ["heat_missile"], "line": list(EAST), "target": ["A", "B"]}
    done = perform(state, strike_run.fly_strike_run, answers, [1] * 4)  # type: ignore[arg-type]
    assert [e.sides for e in done.events_of(DiceRolled)] == [(10, 10), (10, 10)]
    assert (done.state.game.count("heat_used"), done.state.game.count("runs_flown")) == (2, 1)


@pytest.mark.rule("MI-GAP-24")
def test_targets_lie_under_the_line_in_the_order_in_which_they_are_reached() -> None:
    state = field(warrior("B", 40, 24.5), warrior("A", 20, 23.5), warrior("off", 30, 24.6), *_hole())
    assert strike_run.targets_under_line(state, EAST) == [(20.0, "A"), (40.0, "B"), (60.0, "E")]
    assert strike_run.targets_under_line(state, (EAST[1], EAST[0])) == [(12.0, "E"), (32.0, "B"), (52.0, "A")]


def _hole():  # type: ignore[no-untyped-def]
    from tests.rules.mobile_infantry.arachnids import hole

    return hole("E", 60, 25.4)
