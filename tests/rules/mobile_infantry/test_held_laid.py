"""Where dice lie: of those who hold, of second blasts, of areas, passed on, of bugs that strike."""

from __future__ import annotations

import pytest

from battlesim.mechanics.chance import exact_chances
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire, melee
from battlesim.rulesets.mobile_infantry.attack import allocation, area_effects, die_outcome
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.attack.attack_modes import ATTACK_MODES
from battlesim.rulesets.mobile_infantry.core.state import MI
from battlesim.table.events import DiceRolled
from tests.rules.mobile_infantry.acts import do
from tests.rules.mobile_infantry.arachnids import marker, swarm_of
from tests.rules.mobile_infantry.field import block, field, lieutenant, perform, piece, rifles, warrior

BUG_AREAS = {"Acid Stream": 6.0, "Plasma Artillery, Focused": 60.0, "Plasma Artillery, Airburst": 60.0}
BASE_AREAS = {"HE Warhead": 60.0, "Heavy Rockets": 30.0, "Napalm": None}


@pytest.mark.rule("MI-SHOT-02", "MI-SHOT-15")
def test_who_holds_has_no_say_in_who_is_nearest() -> None:
    team = piece("command_team", "Q", 10, 30)
    state = field(rifles("P", 10, 10), team, warrior("W", 16, 16), warrior("V", 12, 12))
    dice = allocation.default_allocation(state, "W", {"P": (), "Q": ("assault_rifle",)})
    assert [(die.firer, die.target) for die in dice] == [("Q", "W"), ("Q", "V")]


@pytest.mark.rule("MI-SHOT-02", "MI-SHOT-15", "MI-MWPN-06")
@pytest.mark.parametrize("second", ["", "V"])
def test_a_second_blast_is_on_whom_it_is_given_or_on_the_target(second: str) -> None:
    state = field(piece("heavy_mech", "M", 10, 10), warrior("W", 30, 10), warrior("V", 30, 16))
    dice = allocation.default_allocation(state, "W", {"M": ("heavy_rockets",)}, second=second)
    assert [die.target for die in dice] == ["W", second or "W"]


@pytest.mark.rule("MI-BSHT-02", "MI-TRT-01")
def test_the_stencils_of_areas_about_a_point_and_about_a_base() -> None:
    found = bug_fire.template_kinds()
    about_points = {one.name: one.reach for one in found if not one.of_base}
    assert (about_points, {one.name: one.reach for one in found if one.of_base}) == (BUG_AREAS, BASE_AREAS)
    assert [one.rule for one in found] == ["MI-BSHT-02"] * 3 + ["MI-TRT-01"] * 3


@pytest.mark.rule("MI-BSHT-02", "MI-BSHT-03")
def test_dice_of_a_bugs_area_stay_with_the_models_they_were_added_for() -> None:
    state = field(piece("tanker", "T", 24, 20), rifles("R", 30, 20), rifles("Q", 32, 20))
    dice = bug_fire.area_dice(state, "T", "acid_stream", "R", (30, 20))
    assert [(die.target, die.bound) for die in dice] == [("R", True), ("Q", True)]


@pytest.mark.rule("MI-TRT-01", "MI-GAP-23")
def test_an_area_catches_neither_captives_nor_markers() -> None:
    captive = piece("command_team", "C", 31, 21, hits=0, marks=["captive"])
    state = field(warrior("W", 30, 20), warrior("V", 31.5, 20), captive, marker("M", 29, 20))
    assert area_effects.caught_about_model(state, "W", 3.0, MI) == ["W", "V"]


@pytest.mark.rule("MI-BSHT-04", "MI-GAP-54")
@pytest.mark.parametrize("order", ["LQ", "QL"])
def test_of_two_dice_on_a_stand_its_own_is_passed_on(order: str) -> None:
    tanker = piece("tanker", "T", 24, 20)
    state = field(
        tanker, lieutenant("L", 30, 20), rifles("Q", 30, 22), options={"reassign_tries": "one_per_stand"}
    )
    laid: list[AttackDie] = []

    def script(game):  # type: ignore[no-untyped-def]
        dice = [AttackDie("acid_stream", "T", id, bound=True) for id in order]
        laid.extend((yield from bug_fire._pass_dice(game, dice)))

    done = perform(state, script, {"pass_die": ["L>Q", "Q>L"]}, [4, 4])
    assert [die.target for die in laid] == [*reversed(order)]
    assert [asked.about for asked in done.asked if asked.what == "pass_die"] == [order[0], "Q"]


@pytest.mark.rule("MI-GAP-03", "MI-GAP-56")
def test_a_building_that_is_struck_makes_no_save() -> None:
    state = field(block("building", "B", 20, 20, 24, 24), warrior("W", 19.4, 22))
    die = AttackDie("warrior_claws", "W", "B")
    found = exact_chances(lambda: die_outcome.attack_dice_script(state, die, ATTACK_MODES["melee"], dict))
    assert found == pytest.approx({0: 5 / 6, 1: 1 / 6})


@pytest.mark.rule("MI-BMEL-01", "MI-GAP-18", "MI-GAP-16", "MI-BTRT-07")
@pytest.mark.parametrize("act", ["move", "melee"])
def test_a_form_without_react_strikes_in_a_melee_that_is_no_reaction(act: str) -> None:
    burrower = piece("burrower", "A", 20, 20)
    state = field(burrower, rifles("R", 20, 22), phase="bugs_activations", activation=swarm_of("A"))
    done = do(state, "bug_action", {"action": [act]}, [1, 1, 1])
    assert [(roll.by, roll.faces) for roll in done.events_of(DiceRolled)] == [("A", (1, 1, 1))]


@pytest.mark.rule("MI-BMEL-02")
def test_whose_dice_are_assigned_is_pointed_at() -> None:
    hoppers = piece("hopper", "A", 20, 20), piece("hopper", "B", 21.5, 21.5)
    state = field(*hoppers, rifles("P", 21.5, 20), rifles("Q", 20, 21.5))
    asked = perform(state, lambda game: melee.run_melee(game, ("A", "B")), until="attacks").asked[-1]
    assert asked.about == "A"
