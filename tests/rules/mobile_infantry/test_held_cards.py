"""The cards of shots by area, of what falls, of Moves and of what goes on below: row by row."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import Preview
from battlesim.rulesets.mobile_infantry.aftermath import attack_previews
from battlesim.rulesets.mobile_infantry.arachnids import bug_fire
from battlesim.rulesets.mobile_infantry.attack.attack_dice import AttackDie
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core.state import BUGS, Battle
from battlesim.rulesets.mobile_infantry.troopers import shooting
from battlesim.rulings.movement import GroupLink
from battlesim.table.pieces import Inside
from tests.rules.mobile_infantry.acts import do, leg
from tests.rules.mobile_infantry.arachnids import hole
from tests.rules.mobile_infantry.diggers import group, underground
from tests.rules.mobile_infantry.field import block, field, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led
from tests.rules.mobile_infantry.test_held_previews_attack import HOUSE, fire, labels
from tests.rules.mobile_infantry.test_held_previews_moves import told
from tests.rules.mobile_infantry.test_held_previews_reacting import rows
from tests.rules.mobile_infantry.test_previews import promised


def shot(state: Battle, bug: str, target: str, *weapon: str) -> Preview:
    """What is said of a shot of a bug."""
    answers: dict[str, list[Any]] = {"target": [target], "weapons": [(key,) for key in weapon]}
    return promised(
        state, lambda game: bug_fire.run_bug_shooting(game, bug), "weapons" if weapon else "target", answers
    )


def plasma(*things: Any, x: float = 10.0, y: float = 20.0, mode: str = "plasma_airburst") -> Preview:
    """What is said of plasma at P."""
    bug = piece("plasma_bug", "X", x, y, marks=["ready"])
    return shot(field(bug, *things, phase="bugs_activations"), "X", "P", mode)


@pytest.mark.rule("MI-BSHT-02", "MI-BSHT-03", "MI-BTRT-08", "MI-GAP-51")
def test_the_card_of_a_scatter_tells_who_is_caught_how_surely_its_own_bugs_last() -> None:
    found = plasma(
        warrior("W", 40, 22), rifles("P", 40, 20), rifles("R", 46, 20), piece("tanker", "T", 40, 18)
    )
    assert rows(found)[:2] == [
        ("Plasma Artillery, Airburst", "area 3 in", "MI-BSHT-02"),
        ("scatters from", "40.0, 20.0 in by D10", "MI-BTRT-08"),
    ]
    assert labels(found)[2:] == ["P caught", "R caught", "Your own W caught", "Your own T caught"]
    assert (found.sights, found.pushes) == ((("X", "P"),), ())


@pytest.mark.rule("MI-BSHT-02", "MI-BTRT-08", "MI-GAP-51")
@pytest.mark.parametrize(("x", "share"), [(40, ""), (70, "30 %")])
def test_the_card_of_a_scatter_tells_how_often_it_leaves_the_table(x: float, share: str) -> None:
    found = plasma(rifles("P", x, 24), y=24)
    assert [row.value for row in found.rows if row.label == "leaves the table"] == ([share] if share else [])


@pytest.mark.rule("MI-BSHT-02", "MI-BTRT-08")
def test_the_card_of_a_shot_that_does_not_scatter_draws_who_is_pushed() -> None:
    state = field(piece("tanker", "X", 10, 20), rifles("P", 16, 20), phase="bugs_activations")
    found = shot(state, "X", "P")
    assert (rows(found)[0][1], labels(found)[1:], [name for name, _ in found.pushes]) == (
        "area 3 in",
        ["P caught"],
        ["P"],
    )


@pytest.mark.rule("MI-BSHT-02", "MI-GAP-56")
def test_the_card_of_a_shot_at_a_building_draws_no_sight() -> None:
    bug = piece("plasma_bug", "X", 10, 22, marks=["ready"])
    assert shot(field(bug, HOUSE, phase="bugs_activations"), "X", "B", "plasma_focused").sights == ()


@pytest.mark.rule("MI-GAP-23", "MI-SHOT-03", "MI-SHOT-02")
def test_the_card_of_a_second_blast_counts_all_dice_of_the_weapon() -> None:
    state = field(
        piece("heavy_mech", "M", 10, 10, marks={"alert": 1, "ammo": 1}),
        warrior("A", 20, 10),
        warrior("B", 23, 10),
    )
    answers = {"target": ["A"], "weapons": [("heavy_rockets",)], "second_target": ["B"]}
    found = promised(state, lambda game: shooting.run_shooting(game, ("M",)), "second_target", answers)
    whole = len(shooting.attack_pool(state, {"M": ("heavy_rockets",)}, "A", lambda *_: "B", False))
    assert (rows(found)[0], "Out of Ammo" in labels(found), found.note.endswith("Heavy Rockets alone")) == (
        ("Dice in the pool", str(whole), "MI-SHOT-03"),
        False,
        True,
    )


@pytest.mark.rule("MI-GAP-22")
def test_each_is_drawn_as_pushed_from_the_dice_that_lie_on_it() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 30, 10), warrior("A", 15, 10), warrior("B", 25, 10), HOUSE)
    dice = [
        AttackDie("assault_rifle", "P", "A"),
        AttackDie("assault_rifle", "Q", "B"),
        AttackDie("grenades", "P", "B"),
    ]
    house = AttackDie("grenades", "Q", HOUSE.id)
    assert attack_previews.flinch_ends(state, [*dice[:2], house], "fire") == (
        ("A", (17.0, 10.0)),
        ("B", (23.0, 10.0)),
    )


@pytest.mark.rule("MI-GAP-22", "MI-BMEL-06")
@pytest.mark.parametrize(("hits", "pushed"), [(1, False), (2, True)])
def test_who_would_be_lost_by_a_wound_is_not_drawn_as_pushed_in_melee(hits: int, pushed: bool) -> None:
    state = field(warrior("W", 10, 10), rifles("P", 11, 10, hits=hits))
    assert bool(attack_previews.flinch_ends(state, [AttackDie("warrior_claws", "W", "P")], "melee")) is pushed


@pytest.mark.rule("MI-GAP-53", "MI-GAP-56")
@pytest.mark.parametrize(("hits", "falls"), [(1, True), (2, False)])
def test_a_save_that_fails_costs_one_point(hits: int, falls: bool) -> None:
    tanker = piece("tanker", "T", 19, 22, hits=hits)
    state = field(tanker, rifles("R", 22.4, 22))
    found = attack_previews.chain_areas(state, attack_previews.failed_save_wounds(state, ("T",)))
    assert bool(found) is falls


@pytest.mark.rule("MI-TUNL-09", "MI-GAP-53")
def test_the_fall_of_an_entrance_is_drawn_over_the_entrance_alone_and_as_uncertain() -> None:
    state = field(*hole("E", 30, 24), rifles("R", 32, 24))
    (area,) = attack_previews.chain_areas(state, {"E": 9})
    xs = [x for rings in area.region for x, _ in rings[0]]
    assert (area.caught, area.sure) == (("R",), False)
    assert (min(xs), max(xs)) == pytest.approx((28.5, 31.5), abs=0.01)


@pytest.mark.rule("MI-BTRT-04", "MI-SHOT-03")
def test_a_note_without_words_of_its_own_ends_with_the_average() -> None:
    found = fire(field(rifles("P", 10, 10), warrior("A", 15, 10)), "P", "A", "assault_rifle")
    assert found.note.endswith("HP lost on average")


@pytest.mark.rule("MI-GAP-07", "MI-MOVE-03")
def test_of_several_ways_the_one_is_told_that_leaves_least() -> None:
    state = field(rifles("P", 10, 10), rifles("Q", 10, 12), activation=led("P", "Q"))
    asked = act(state, {"action": ["move"]}, until="move").asked[-1]
    found = answer_preview(state, asked, (leg("P", (10, 10), (11, 10)), leg("Q", (10, 12), (13, 12))))
    assert rows(found)[:2] == [
        ("Longest way, Q", "3.0 of 4 in", "MI-MOVE-03"),
        ("Left over", "1.0 in", "MI-MOVE-03"),
    ]


@pytest.mark.rule("MI-GAP-07")
def test_ground_and_climbing_are_told_together() -> None:
    wall = block("wall", "M", 11, 5, 11.5, 15)
    state = field(block("crater", "C", 11.6, 5, 16, 15), wall, rifles("P", 10, 10), activation=led("P"))
    asked = act(state, {"action": ["move"]}, until="move").asked[-1]
    extra = [str(row.value) for row in _moved(state, asked, 12.5).rows if row.label.startswith("Of that")]
    over = [str(row.value) for row in _moved(state, asked, 12.0).rows if row.label.startswith("Of that")]
    assert (len(extra), extra > over) == (1, True)


def _moved(state: Battle, asked: Any, x: float) -> Preview:
    found = answer_preview(state, asked, (leg("P", (10, 10), (x, 10)),))
    assert found is not None
    return found


@pytest.mark.rule("MI-GAP-06")
@pytest.mark.parametrize(
    ("things", "seen"),
    [((), False), ((rifles("R", 30, 10),), True), ((rifles("R", place=Inside("B")), HOUSE), False)],
    ids=["no enemy", "an enemy", "one in a house"],
)
def test_who_sees_a_move_is_told_where_somebody_could(things: tuple[Any, ...], seen: bool) -> None:
    state = field(warrior("A", 10, 10), *things, phase="bugs_activations")
    assert ("Seen at the end by" in told(state, "A", leg("A", (10, 10), (12, 10)))) is seen


@pytest.mark.rule("MI-GAP-06")
def test_who_ends_in_a_building_is_not_told_to_be_seen() -> None:
    state = field(rifles("P", 19.5, 22), warrior("W", 10, 22), HOUSE, activation=led("P"))
    asked = act(state, {"action": ["move"]}, until="move").asked[-1]
    found = answer_preview(state, asked, (leg("P", (19.5, 22), enters="B"),))
    assert "Seen at the end by" not in labels(found) if found else False


@pytest.mark.rule("MI-BMOV-04")
def test_a_bug_that_stays_strikes_after_the_move_of_its_swarm_too() -> None:
    state = field(warrior("A", 10, 10), warrior("B", 10, 12), rifles("P", 11.5, 12), phase="bugs_activations")
    assert "Claws" in told(state, "AB", leg("A", (10, 10), (8, 10)), link=GroupLink("A", 6.0, 1.0))


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12", "MI-BTRT-10")
@pytest.mark.parametrize(
    ("kind", "hits", "blows_up"), [("tanker", 1, True), ("tanker", 2, False), ("warrior", 1, False)]
)
def test_the_card_of_a_collapse_names_who_blows_up_if_it_is_lost(
    kind: str, hits: int, blows_up: bool
) -> None:
    bug = piece(kind, "K", 30, 24, hits=hits)
    assert ("K, if lost" in labels(collapsed(field(*hole("E", 30, 24), bug)))) is blows_up


def collapsed(state: Battle, act: str = "collapse") -> Any:
    """What is said of a collapse of E by choice."""
    option = Option("collapse", "Collapse E", ("E",), act=act, to=("E",))
    return answer_preview(
        state, ChooseOne(side=BUGS, what="activate", prompt="", options=(option,)), "collapse"
    )


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12")
def test_what_is_no_collapse_has_no_card_of_one() -> None:
    assert collapsed(field(*hole("E", 30, 24)), "activate") is None


@pytest.mark.rule("MI-TUNL-07")
def test_the_card_of_who_comes_out_says_what_the_large_ones_count_for() -> None:
    state = underground(*group(30, 24, warriors=2, burrower="K"), *hole("E", 30, 24))
    asked = do(state, "bug_action", {"tunnel": ["exit:E"]}, until="enter").asked[-1]
    assert labels(answer_preview(state, asked, ())) == [
        "May still come out of it",
        "K counts for",
        "Left of it after this",
    ]


@pytest.mark.rule("MI-GAP-38")
@pytest.mark.parametrize(
    ("enemies", "words"),
    [((), "12.0 in"), (tuple(rifles(f"R{n}", 20 + 2 * n, 47.5) for n in range(11)), "nothing")],
)
def test_the_card_of_an_edge_tells_how_long_the_stretch_is(enemies: tuple[Any, ...], words: str) -> None:
    state = field(*enemies, warrior("W", 36, 3))
    asked = ChoosePoint(side=BUGS, what="edge", prompt="", rule="MI-GAP-38", about="W")
    found = answer_preview(state, asked, (30.0, 48.0))
    assert found is not None
    assert str(found.rows[0].value) == words
