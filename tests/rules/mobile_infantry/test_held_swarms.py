"""Swarms: how far they hold together, who flies, what is struck from where, who comes out and comes along."""

from __future__ import annotations

from typing import Any

import pytest

from battlesim.mechanics import scatter
from battlesim.mechanics.scores import PointsScored
from battlesim.rulesets.mobile_infantry.activations import bug_activation as swarms
from battlesim.rulesets.mobile_infantry.arachnids import bug_movement, melee
from battlesim.rulesets.mobile_infantry.battle.previews import answer_preview
from battlesim.rulesets.mobile_infantry.core import lookups
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.rulesets.mobile_infantry.ground import captives
from battlesim.rulings.piece_placement import PiecePlacement
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Aboard
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import below, hole, marker, swarm_of
from tests.rules.mobile_infantry.diggers import group, tunnel, underground
from tests.rules.mobile_infantry.field import block, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led, trigger

PHASE = "bugs_activations"


def swarm(*things: Any, members: tuple[str, ...], **more: Any) -> Battle:
    """A battle in which these bugs are activated, under the first of them."""
    return field(*things, phase=PHASE, activation=swarm_of(*members), **more)


def hopper(id: str, x: float, y: float, **more: Any) -> Any:
    """A Hopper."""
    return piece("hopper", id, x, y, **more)


@pytest.mark.rule("MI-BMOV-02")
@pytest.mark.parametrize(("x", "legal"), [(26.9, True), (27.1, False)])
def test_a_follower_ends_within_6_inches_of_the_leader(x: float, legal: bool) -> None:
    state = swarm(warrior("L", 20, 20), warrior("F", 24, 20), members=("L", "F"))
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    ways = leg("L", (20, 20), (20, 20)), leg("F", (24, 20), (x, 20))
    assert (refusal(asked, "move", ways) == "") is legal


@pytest.mark.rule("MI-BMOV-03", "MI-BTRT-03")
@pytest.mark.parametrize(("act", "prompt"), [("move", "Move"), ("fly", "Fly")])
def test_the_question_and_the_move_say_whether_they_fly(act: str, prompt: str) -> None:
    state = swarm(hopper("A", 20, 20), members=("A",))
    way = leg("A", (20, 20), (20, 26))
    done = do(state, "bug_action", {"action": [act], "move": [(way,)]})
    assert done.first_decision("move").prompt.startswith(prompt)
    assert [moved.how for moved in done.events_of(PiecesMoved)] == [act]


@pytest.mark.rule("MI-BMOV-03", "MI-BTRT-03")
def test_a_group_is_asked_whether_it_flies_while_one_of_it_can() -> None:
    state = field(hopper("A", 20, 20, marks={"flown": 3}), hopper("B", 22, 20), phase=PHASE)
    done = perform(state, lambda game: bug_movement.ask_flight(game, ("A", "B"), "MI-REIN-05"))
    assert [asked.what for asked in done.asked] == ["action"]


@pytest.mark.rule("MI-BMEL-08", "MI-BMEL-01")
def test_what_has_no_hit_points_is_not_struck() -> None:
    ground = (
        block("wall", "M", 21, 19, 21.5, 21, hits=1),
        block("crater", "C", 18, 19, 19, 21),
        block("rocks", "K", 19, 21, 21, 22),
    )
    assert melee.structures_in_reach(field(warrior("W", 20, 20), *ground), "W") == ("M",)


@pytest.mark.rule("MI-BMOV-04", "MI-BMEL-01")
@pytest.mark.parametrize(("x", "reach"), [(21.2, ("R", "M")), (21.4, ("R",))])
def test_a_free_melee_strikes_a_wall_within_an_inch_and_not_one_that_is_near_by_its_corner(
    x: float, reach: tuple[str, ...]
) -> None:
    wall = block("wall", "M", x, 20.9, x + 4, 21.4)
    state = field(warrior("W", 20, 20), rifles("R", 18.5, 20), wall)
    assert melee.melee_targets(state, ("W",), free=True, reaction=False) == {"W": reach}


@pytest.mark.rule("MI-BSHT-09", "MI-GAP-51")
@pytest.mark.parametrize(
    ("point", "lands"),
    [
        ((0.0, 0.0), True),
        ((72.0, 48.0), True),
        ((0.5, 0.5), True),
        ((-0.1, 20), False),
        ((72.1, 20), False),
        ((20, -0.1), False),
        ((20, 48.1), False),
    ],
)
def test_a_shot_that_comes_down_on_the_edge_is_not_lost(point: tuple[float, float], lands: bool) -> None:
    assert scatter.is_point_on_table(field().table.ground, point) is lands


@pytest.mark.rule("MI-TUNL-06", "MI-TUNL-07", "MI-BURR-04", "MI-TUNL-01")
def test_once_somebody_is_out_the_other_large_ones_may_stay_below() -> None:
    two = (*group(30, 24, warriors=0, burrower="K"), *below("M", burrower="N"))
    for first, least in (((PiecePlacement("K", 32.5, 24),), [0, 0]), ((), [0, 1])):
        done = tunnel(underground(*two, *hole("E", 30, 24)), "exit:E", enter=[first])
        assert [asked.least for asked in done.asked if asked.what == "enter"] == least  # type: ignore[attr-defined]


@pytest.mark.rule("MI-FIRE-01", "MI-GAP-48", "MI-GAP-73")
def test_who_took_part_and_is_aboard_or_captive_is_reacted_to_no_more() -> None:
    people = (
        rifles("R", place=Aboard("V")),
        piece("command_team", "C", 24, 20, hits=0, marks=["captive"]),
        rifles("S", 26, 20),
    )
    state = field(piece("viking", "V", 20, 20), *people)
    assert lookups.reactable_participants(state, ("R", "C", "S", "nobody")) == ("S",)


@pytest.mark.rule("MI-GAP-65", "MI-TUNL-01")
def test_tunneling_markers_are_told_from_all_else_on_the_table() -> None:
    state = field(marker("M", 20, 20), *hole("E", 30, 20), warrior("W", 40, 20), rifles("R", 50, 20))
    assert [piece.id for piece in lookups.tunneling_markers_on_table(state)] == ["M"]


@pytest.mark.rule("MI-BOBJ-03", "MI-BOBJ-04")
def test_a_captive_laid_against_a_tunnel_is_delivered_though_another_is_far() -> None:
    taken = piece("command_team", "C", hits=0, place=Aboard("W")).with_mark("captive", 1, "0.0")
    state = field(warrior("W", 20, 20), taken, *hole("E", 23, 20), *hole("F", 60, 40))
    for side, points in ((0.0, [4]), (180.0, [])):
        done = perform(state, lambda game: captives.update_captives(game, ("W",)), {"capture_place": [side]})
        assert [scored.points for scored in done.events_of(PointsScored)] == points


def card(state: Battle, act: str, *legs: Any) -> Any:
    """What is said of an Action of the group that is activated, with its Move."""
    asked = do(state, "bug_action", {"action": [act]} if legs else {}, until="move" if legs else "action")
    return answer_preview(asked.state, asked.asked[-1], legs or act)


@pytest.mark.rule("MI-BMOV-03", "MI-BMOV-04")
def test_the_card_of_a_swarm_tells_the_move_and_the_melee_of_one_that_stays() -> None:
    state = swarm(warrior("A", 20, 20), warrior("B", 20, 22), rifles("P", 21.5, 22), members=("A", "B"))
    found = card(state, "move", leg("A", (20, 20), (18, 20)))
    assert found.title == "Move, then Melee"
    assert [(row.label, row.rule) for row in found.rows if row.label in ("Way", "Claws")] == [
        ("Way", "MI-BMOV-03"),
        ("Claws", "MI-BMEL-02"),
    ]


@pytest.mark.rule("MI-MOVE-03", "MI-SCRE-01")
def test_the_card_of_a_squad_that_moves_tells_who_may_react_to_it_and_not_to_those_who_stay() -> None:
    bug = warrior("W", 30, 20, marks=["alert"])
    state = field(rifles("P", 20, 20), rifles("Q", 21, 22), bug, activation=led("P", "Q"))
    asked = act(state, {"action": ["move"]}, until="move")
    found = answer_preview(asked.state, asked.asked[-1], (leg("P", (20, 20), (18, 20)),))
    assert found is not None and found.title == "Move"
    assert [row.value for row in found.rows if row.label == "May react"] == ["nobody at the end"]


@pytest.mark.rule("MI-SCRE-02", "MI-SCRE-04")
def test_the_card_of_a_screech_that_ends_at_a_wall_tells_of_no_melee() -> None:
    state = field(
        rifles("P", 28, 20), warrior("W", 20, 20, marks=["alert"]), block("wall", "M", 19, 24, 23, 24.5)
    )
    asked = trigger(state, "P", answers={"react": ["screech:W"]}, until="move")
    assert asked.asked[-1].rule == "MI-SCRE-02"
    found = answer_preview(asked.state, asked.asked[-1], (leg("W", (20, 20), (20, 23)),))
    assert found is not None and found.title == "Move"


def melee_card(state: Battle, bugs: tuple[str, ...], *chosen: str) -> Any:
    """What is said of a Melee of some bugs, each with a form."""
    asked = perform(state, lambda game: melee.run_melee(game, bugs, flown_ids=bugs), until="form")
    return answer_preview(asked.state, asked.asked[-1], chosen)


@pytest.mark.rule("MI-BMEL-02")
def test_the_card_of_a_melee_is_of_those_who_strike_whatever_they_reach() -> None:
    wall = block("wall", "M", 19, 25, 23, 25.5)
    state = field(piece("burrower", "B", 20, 20), rifles("P", 22, 20), warrior("W", 21, 24), wall)
    found = melee_card(state, ("B", "W"), "burrower_mandibles", "hold")
    assert (found.about, found.rows[0].label) == ("B at P", "Mandibles")
    found = melee_card(state, ("B", "W"), "hold", "warrior_claws")
    assert found.about == "W at Wall M"
    assert melee_card(state, ("B", "W"), "hold", "hold") is None


@pytest.mark.rule("MI-BMEL-02", "MI-GAP-28")
def test_a_strike_at_an_aircraft_after_a_flight_has_no_card_of_what_is_on_the_ground() -> None:
    state = field(hopper("H", 20, 20), piece("viking", "V", 23, 20, marks=["flying"]))
    assert melee_card(state, ("H",), "hopper_strike") is None
    both = field(*state.table.pieces.values(), warrior("W", 40, 20), rifles("P", 41.5, 20))
    assert melee_card(both, ("H", "W"), "hopper_strike", "warrior_claws").about == "W at P"


@pytest.mark.rule("MI-TUNL-09", "MI-TUNL-12")
def test_the_card_of_a_collapse_tells_who_is_lost_and_who_loses_a_hit_point() -> None:
    near = rifles("R", 28, 24, hits=1), rifles("S", 32, 24, hits=2)
    state = field(*hole("E", 30, 24), *near, warrior("W", 50, 40), phase=PHASE)
    asked = do(state, "bug_activate", until="activate")
    (collapse,) = [option.key for option in asked.asked[-1].open_options if option.act == swarms.COLLAPSE_ACT]  # type: ignore[attr-defined]
    found = answer_preview(asked.state, asked.asked[-1], collapse)
    assert found is not None
    told = {row.label: row.value for row in found.rows}
    assert (told["R"], told["S"]) == ("Save 4+; 50 % lost", "Save 4+; 50 % loses 1 HP")


@pytest.mark.rule("MI-BTRT-04", "MI-BTRT-10", "MI-BMEL-02")
def test_only_who_dies_of_its_own_blow_has_own_losses_and_blows_up_with_it() -> None:
    state = swarm(piece("tanker", "T", 20, 20), rifles("P", 22, 20), members=("T",))
    found = card(state, "melee")
    assert (found.areas, [row.value for row in found.rows if str(row.label) == "Own losses"]) == ((), [])


@pytest.mark.rule("MI-BMEL-02")
def test_the_card_of_a_melee_counts_forms_without_react() -> None:
    state = swarm(piece("burrower", "B", 20, 20), rifles("P", 22, 20), members=("B",))
    assert card(state, "melee").about == "B at P"


@pytest.mark.rule("MI-FIRE-01", "MI-FIRE-03")
def test_the_card_of_fire_at_will_leaves_out_who_has_no_weapon_with_react() -> None:
    people = piece("heavy_mech", "H", 20, 20, marks=["alert"]), rifles("Q", 20, 23, marks=["alert"])
    asked = trigger(field(*people, warrior("W", 25, 21), phase=PHASE), "W", until="react")
    found = answer_preview(asked.state, asked.asked[-1], "fire")
    assert found is not None and found.about == "Q at W"


@pytest.mark.rule("MI-BMEL-08", "MI-BMEL-01")
def test_a_melee_action_strikes_a_wall_beside_which_nobody_is() -> None:
    state = swarm(warrior("W", 20, 20), block("wall", "M", 19, 21, 23, 21.5), members=("W",))
    assert do(state, "bug_action", {"action": ["melee"]}, until="form").asked[-1].what == "form"


@pytest.mark.rule("MI-BUNI-04", "MI-BTRN-02")
@pytest.mark.parametrize(("acted", "told"), [(("C",), ["left_out"]), ((), [])])
def test_those_who_have_acted_are_told_to_be_left_out_of_a_swarm(
    acted: tuple[str, ...], told: list[str]
) -> None:
    state = field(
        warrior("A", 20, 20), warrior("C", 27.5, 20), warrior("B", 26, 20), phase=PHASE, acted=acted
    )
    done = do(state, "bug_activate", {"activate": ["A"]}, until="action")
    assert [remark.kind for remark in done.remarks] == told
