"""The cards of fire and Melee: rows, sights, areas, and what losses set off."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.preview_rows import truncated_rows
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import BUGS, MI, Battle
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.table.pieces import Inside, Off, Piece
from tests.rules.mobile_infantry.acts import support_act
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.test_held_previews_reacting import rows
from tests.rules.mobile_infantry.test_previews import promised

HOUSE = block("building", "B", 20, 20, 24, 24)


def fire(state: Battle, firer: str, target: str, load: str) -> Preview:
    """What is said of one model that fires something at a target."""
    answers: dict[str, list[Any]] = {"target": [target], "weapons": [(load,)]}
    return promised(state, lambda game: shooting.run_shooting(game, (firer,)), "weapons", answers)


def melee_of(state: Battle, *bugs: str) -> Preview:
    """What is said of the Melee of a whole unit."""
    asked = ChooseOne(side=BUGS, what="action", prompt="", options=(Option("melee", "Melee", bugs),))
    found = answer_preview(state, asked, "melee")
    assert found is not None
    return found


def labels(found: Preview) -> list[str]:
    """The names of the rows."""
    return [row.label for row in found.rows]


def crowd(count: int) -> list[Piece]:
    """Warriors W0, W1 … close together about (31, 10)."""
    return [warrior(f"W{k}", 30 + 1.05 * (k % 3), 10 + 1.05 * (k // 3)) for k in range(count)]


@pytest.mark.rule("MI-SHOT-03", "MI-SHOT-02", "MI-SHOT-12", "MI-BTRT-04", "MI-GAP-22")
def test_the_card_of_a_shot_tells_the_dice_on_the_target_and_the_fate_of_each() -> None:
    state = field(rifles("P", 10, 10), warrior("A", 15, 10), piece("tanker", "T", 17, 10))
    found = fire(state, "P", "T", "assault_rifle")
    assert (found.about, found.sights, found.areas, rows(found)) == (
        "P at T",
        (("P", "T"),),
        (),
        [
            ("Dice in the pool", "4", "MI-SHOT-03"),
            ("Assault Rifle", "1x", "MI-SHOT-02"),
            ("Dice on it", "2x D6", "MI-SHOT-03"),
            ("Target", "7+", "MI-SHOT-07"),
            ("Kill", "12+", "MI-SHOT-07"),
            ("A", "lost 31 %, 0.3 HP", "MI-SHOT-12"),
            ("T", "lost 0 %, 0.0 HP", "MI-SHOT-12"),
            ("If all live and flinch", "pushed as drawn", "MI-SHOT-13"),
        ],
    )


@pytest.mark.rule("MI-SHOT-03", "MI-BTRT-04", "MI-GAP-22")
def test_the_card_of_a_shot_at_one_model_has_no_row_for_its_fate() -> None:
    found = fire(field(rifles("P", 10, 10), warrior("A", 15, 10)), "P", "A", "assault_rifle")
    assert (found.chance_of, labels(found)[5:]) == ("A is lost", ["Save", "If it flinches"])
    assert [(odds.target, odds.destroyed_chance) for odds in found.losses] == [("A", found.chance)]


@pytest.mark.rule("MI-GAP-22", "MI-BTRT-04", "MI-BTRT-05")
@pytest.mark.parametrize("hits", [1, 6])
def test_nobody_is_drawn_as_pushed_where_only_a_large_model_is_hit(hits: int) -> None:
    found = fire(field(rifles("P", 10, 10), piece("tanker", "T", 17, 10, hits=hits)), "P", "T", "grenades")
    assert (found.pushes, labels(found)[-1]) == ((), "Grenades, on the die")


@pytest.mark.rule("MI-SHOT-03", "MI-BTRT-04", "MI-SHOT-12")
@pytest.mark.parametrize(
    ("count", "fates"),
    [
        (4, ["W0", "W1", "W2", "W3"]),
        (5, ["W0", "W1", "W2", "and 2 more"]),
        (6, ["W0", "W1", "W2", "and 3 more"]),
    ],
)
def test_of_more_than_four_models_three_have_a_row_of_their_own(count: int, fates: list[str]) -> None:
    found = fire(field(piece("missile_team", "M", 10, 10), *crowd(count)), "M", "W0", "he_warhead")
    assert [row.label for row in found.rows if row.rule == "MI-SHOT-12"] == fates


@pytest.mark.rule("MI-BTRT-04", "MI-SHOT-03")
@pytest.mark.parametrize(("count", "kept", "last"), [(18, 18, "17"), (19, 18, "and 2 more")])
def test_a_card_has_eighteen_rows_at_most(count: int, kept: int, last: str) -> None:
    found = truncated_rows([PreviewRow(str(number), "") for number in range(count)])
    assert (len(found), found[-1].label) == (kept, last)


@pytest.mark.rule("MI-SHOT-03", "MI-GAP-23", "MI-TRT-01", "MI-SHOT-02")
@pytest.mark.parametrize(("second", "about"), [("A", [{"A", "B"}]), ("B", [{"A", "B"}, {"A", "B", "C"}])])
def test_the_card_of_two_blasts_draws_one_about_each_target(second: str, about: list[set[str]]) -> None:
    state = field(
        piece("heavy_mech", "M", 10, 10), warrior("A", 20, 10), warrior("B", 23, 10), warrior("C", 26, 10)
    )
    answers = {"target": ["A"], "weapons": [("heavy_rockets",)], "second_target": [second]}
    found = promised(state, lambda game: shooting.run_shooting(game, ("M",)), "second_target", answers)
    assert [set(area.caught) for area in found.areas] == about


@pytest.mark.rule("MI-SHOT-03", "MI-GAP-23", "MI-TRT-01", "MI-SHOT-02")
def test_the_card_of_two_blasts_draws_one_area_while_the_second_has_no_target() -> None:
    state = field(piece("heavy_mech", "M", 10, 10), warrior("A", 20, 10), warrior("B", 23, 10))
    (area,) = fire(state, "M", "A", "heavy_rockets").areas
    assert set(area.caught) == {"A", "B"}


@pytest.mark.rule("MI-SHOT-03")
def test_a_shot_at_a_building_draws_no_sight_between_models() -> None:
    found = fire(field(piece("missile_team", "M", 10, 22), HOUSE), "M", "B", "ap_warhead")
    assert (found.about, found.sights) == ("M at Building B", ())


@pytest.mark.rule("MI-GAP-53", "MI-BTRT-10")
@pytest.mark.parametrize(("hits", "shown"), [(2, ["T blows up if lost, 3 in"]), (3, [])])
def test_a_card_draws_an_explosion_where_the_worst_dice_kill(hits: int, shown: list[str]) -> None:
    state = field(piece("missile_team", "M", 10, 10), piece("tanker", "T", 30, 10, hits=hits))
    assert [str(area.words) for area in fire(state, "M", "T", "ap_warhead").areas] == shown


@pytest.mark.rule("MI-GAP-53", "MI-GAP-56", "MI-TUNL-09")
@pytest.mark.parametrize(
    ("people", "shown"),
    [([rifles("R", place=Inside("B"))], [("Building B falls if lost", ("R",))]), ([], [])],
)
def test_a_card_draws_the_fall_of_a_building_on_those_who_hold_it(people: list[Piece], shown: object) -> None:
    house = block("building", "B", 20, 20, 24, 24, hits=2)
    found = fire(field(piece("missile_team", "M", 10, 22), house, *people), "M", "B", "ap_warhead")
    assert [(area.words, area.caught) for area in found.areas] == shown


@pytest.mark.rule("MI-BMEL-02", "MI-BMEL-05", "MI-BOBJ-02")
def test_the_card_of_a_melee_counts_the_dice_of_each_form_and_names_who_may_be_taken() -> None:
    bugs = [piece("tanker", "T", 20, 20), warrior("W", 20, 23), warrior("V", 18.8, 24.2)]
    state = field(*bugs, piece("command_team", "C", 20, 24.2), rifles("R", 22.3, 20))
    found = melee_of(state, "T", "W", "V")
    assert (found.about, found.sights, rows(found)) == (
        "3 models at 2 models",
        (("T", "R"),),
        [
            ("Jaws", "2 dice", "MI-BMEL-02"),
            ("Claws", "4 dice", "MI-BMEL-02"),
            ("Dice on it", "2x D10+1", "MI-BMEL-08"),
            ("Target", "4+", "MI-BMEL-03"),
            ("Kill", "7+", "MI-BMEL-03"),
            ("Save", "4+", "MI-BMEL-04"),
            ("Jaws, on the die", "+1", "MI-GAP-02"),
            ("R", "lost 25 %, 2.3 HP", "MI-BMEL-05"),
            ("C", "lost 69 %, 1.6 HP", "MI-BMEL-05"),
            ("If all live and flinch", "pushed as drawn", "MI-BMEL-06"),
            ("C, if lost", "is taken captive", "MI-BOBJ-02"),
        ],
    )


@pytest.mark.rule("MI-BOBJ-02", "MI-BMEL-02")
@pytest.mark.parametrize(
    ("bug", "victim", "taken"),
    [
        ("warrior", "command_team", True),
        ("tanker", "command_team", False),
        ("warrior", "rifle_squad", False),
        ("tanker", "rifle_squad", False),
    ],
)
def test_only_captors_take_captives_and_only_command_teams_are_taken(
    bug: str, victim: str, taken: bool
) -> None:
    state = field(
        piece(bug, "W", 20, 20),
        piece(victim, "C", 22, 20) if bug == "tanker" else piece(victim, "C", 21.2, 20),
    )
    assert ("C, if lost" in labels(melee_of(state, "W"))) is taken


@pytest.mark.rule("MI-BMEL-02", "MI-BOBJ-02", "MI-GAP-56")
@pytest.mark.parametrize(
    ("squads", "sights"), [([], ()), ([rifles("R", 17.3, 22)], (("V", "R"),))], ids=["alone", "with a squad"]
)
def test_a_melee_draws_the_sight_of_its_first_blow_unless_that_is_at_a_building(
    squads: list[Piece], sights: tuple[tuple[str, str], ...]
) -> None:
    at = 18.4 if squads else 19.5
    state = field(warrior("V", at, 22), warrior("W", 19.5, 23.5), *squads, HOUSE)
    assert melee_of(state, "V", "W").sights == sights


def plasma(mech_at: float) -> Preview:
    """An Airburst at P, with a mech that only the widest scatter reaches."""
    things = [rifles("P", 40, 20, hits=1), piece("heavy_mech", "Q", 40, mech_at)]
    state = field(piece("plasma_bug", "X", 10, 20, marks=["ready"]), *things, phase="bugs_activations")
    answers = {"target": ["P"], "weapons": [("plasma_airburst",)]}
    return promised(state, lambda game: bug_fire.run_bug_shooting(game, "X"), "weapons", answers)


@pytest.mark.rule("MI-BSHT-02", "MI-BSHT-03", "MI-BTRT-08")
@pytest.mark.parametrize(("y", "told"), [(29.0, True), (33.8, False), (38.0, False)])
def test_who_is_hardly_ever_caught_by_a_scatter_has_no_row(y: float, told: bool) -> None:
    assert ("Q caught" in labels(plasma(y))) is told


@pytest.mark.rule("MI-BTRT-01", "MI-BTRT-08", "MI-GAP-51")
def test_what_a_scatter_may_cover_is_drawn_about_points_on_the_table_alone() -> None:
    people = [rifles("P", 40, 1, hits=1)]
    state = field(piece("plasma_bug", "X", 10, 1, marks=["ready"]), *people, phase="bugs_activations")
    answers = {"target": ["P"], "weapons": [("plasma_airburst",)]}
    (laid,) = promised(state, lambda game: bug_fire.run_bug_shooting(game, "X"), "weapons", answers).areas
    assert min(y for rings in laid.region for x, y in rings[0]) == pytest.approx(0.0 - 3.0, abs=0.01)


@pytest.mark.rule("MI-BSHT-04")
def test_the_card_of_a_die_that_is_passed_on_says_from_whom_to_whom_and_how_surely() -> None:
    state = field(rifles("P", 10, 10, hits=2), rifles("Q", 12, 10))
    passed = Option("P>Q", "P to Q", by=("P",), act="pass", to=("Q",))
    found = answer_preview(state, ChooseOne(side=MI, what="pass_die", prompt="", options=(passed,)), "P>Q")
    assert found is not None
    assert (found.chance, rows(found)) == (
        0.5,
        [("from P", "2 HP", "MI-BSHT-04"), ("to Q", "4 HP", "MI-BSHT-04"), ("D6", "4+", "MI-BSHT-04")],
    )


def given(source: Piece) -> Preview:
    """What is said of P that flinches from a bug."""
    asked = Assign(side=BUGS, what="source", prompt="", items=(AssignItem("P", "P", ("W",)),))
    found = answer_preview(field(rifles("P", 10, 10), source), asked, ("W",))
    assert found is not None
    return found


@pytest.mark.rule("MI-SHOT-14", "MI-BMEL-07")
@pytest.mark.parametrize(
    ("source", "pushed"),
    [(warrior("W", 9, 10), (("P", (12.0, 10.0)),)), (warrior("W", place=Off("reserve")), ())],
)
def test_who_flinches_is_drawn_where_the_source_pushes_it(source: Piece, pushed: object) -> None:
    assert given(source).pushes == pushed


def support(key: str, **options: str) -> Preview:
    """What is said of a support act."""
    state = field(rifles("R", 19.4, 22), piece("command_team", "C", 10, 10), HOUSE, options=options)
    found = answer_preview(
        state, ChooseOne(side=MI, what="support", prompt="", options=(support_act(key),)), key
    )
    assert found is not None
    return found


@pytest.mark.rule("MI-GAP-26")
@pytest.mark.parametrize(
    ("actor", "options", "chance", "told"),
    [
        ("R", {}, 3 / 6, [("D6", "4+", "MI-GAP-26")]),
        ("C", {}, 4 / 6, [("D6", "4+", "MI-GAP-26"), ("Command Team, on the die", "+1", "MI-GAP-26")]),
        ("R", {"radio": "automatic"}, 1.0, [("D6", "no roll", "MI-GAP-26")]),
    ],
)
def test_the_card_of_the_radio_says_what_it_takes(
    actor: str, options: dict[str, str], chance: float, told: list[tuple[str, str, str]]
) -> None:
    found = support(f"radio:{actor}", **options)
    assert (found.chance, rows(found)) == (pytest.approx(chance), told)


@pytest.mark.rule("MI-GAP-29")
def test_the_card_of_a_search_says_how_surely_people_are_found() -> None:
    found = support("search:R:B")
    assert (found.chance, labels(found)) == (0.5, [f"D6: {face}" for face in range(1, 7)])


@pytest.mark.rule("MI-TRT-03")
def test_the_card_of_a_medic_says_what_the_patient_will_have() -> None:
    state = field(piece("field_medics", "M", 10, 10), rifles("R", 11, 10, hits=1))
    asked = ChooseOne(side=MI, what="support", prompt="", options=(support_act("heal:M:R"),))
    found = answer_preview(state, asked, "heal:M:R")
    assert found is not None
    assert (found.about, rows(found)) == ("M", [("R", "1 to 2 of 4 HP", "MI-TRT-03")])


@pytest.mark.rule("MI-BSHT-04")
def test_dice_that_stay_where_they_are_have_no_card() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 12, 10))
    asked = ChooseOne(side=MI, what="pass_die", prompt="", options=(Option("no", "Keep the dice"),))
    assert answer_preview(state, asked, "no") is None
