"""Medics, orders, closing up, Alert of the Arachnids, and the one Action that all of a Swarm do."""

from __future__ import annotations

import pytest

from battlesim.mechanics.activation import ActionSpent
from battlesim.rulesets.mobile_infantry.core.state import Battle
from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.rulesets.mobile_infantry.troopers import support_acts
from battlesim.table.events import PiecesMoved
from battlesim.table.pieces import Piece
from tests.rules.mobile_infantry.acts import do, leg, refusal
from tests.rules.mobile_infantry.arachnids import below, marker, play_on, swarm_of
from tests.rules.mobile_infantry.field import captain, field, lieutenant, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import act, led


def open_acts(state: Battle, by: str) -> set[str]:
    return {one.key for one in support_acts.support_options(state, [state.table.piece(by)]) if not one.shut}


@pytest.mark.rule("MI-GAP-59", "MI-TRT-03")
@pytest.mark.parametrize(
    ("patient", "helped"),
    [
        (rifles("P", 11, 10, hits=3), True),
        (piece("survivors", "P", 11, 10, hits=1), True),
        (piece("field_medics", "P", 11, 10, hits=1), True),
        (rifles("P", 11, 10), False),
        (piece("light_mech", "P", 11.25, 10, hits=1), False),
        (piece("heavy_mech", "P", 11.5, 10, hits=1), False),
        (piece("viking", "P", 12.5, 10, hits=1), False),
        (warrior("P", 11, 10, hits=0), False),
    ],
    ids=["squad", "survivors", "other medics", "unhurt", "light mech", "heavy mech", "dropship", "bug"],
)
def test_a_medic_helps_the_hurt_infantry_and_survivors_beside_him_and_never_a_mech(
    patient: Piece, helped: bool
) -> None:
    state = field(piece("field_medics", "M", 10, 10, hits=1), patient)
    assert ("heal:M:P" in open_acts(state, "M")) is helped


@pytest.mark.rule("MI-GAP-59")
def test_nobody_is_helped_twice_in_a_game_turn_whoever_does_it() -> None:
    state = field(
        piece("field_medics", "M", 10, 10),
        piece("field_medics", "N", 12, 10),
        rifles("R", 11, 10, hits=1),
        activation=led("M", "N"),
    )
    done = act(state, {"action": ["support"], "support": ["heal:M:R"]})
    assert (done.piece("R").hits, open_acts(done.state, "N")) == (2, set())


@pytest.mark.rule("MI-GAP-15")
def test_who_cannot_reach_the_officer_in_one_move_goes_his_full_rating_toward_him() -> None:
    state = field(lieutenant("L", 10, 10), rifles("Q", 30, 10), activation=led("L", "Q"))
    done = act(state, {"action": ["move"], "move": [()]})
    assert done.piece("Q").xy == pytest.approx((26, 10), abs=0.01)


@pytest.mark.rule("MI-GAP-15")
def test_the_duty_to_close_up_stands_again_in_the_next_action() -> None:
    state = field(lieutenant("L", 10, 10), rifles("Q", 30, 10), activation=led("L", "Q"))
    once = act(state, {"action": ["move"], "move": [()]})
    assert not unit_activation.is_in_coherency(once.state, "Q")
    twice = act(once.state, {"action": ["move"], "move": [()]})
    assert twice.piece("Q").xy == pytest.approx((22, 10), abs=0.01)


@pytest.mark.rule("MI-GAP-15")
def test_who_is_in_coherency_as_an_action_begins_is_not_moved_after_it() -> None:
    state = field(lieutenant("L", 10, 10), rifles("R", 5, 10), activation=led("L", "R"))
    done = act(state, {"action": ["move"], "move": [(leg("L", (10, 10), (14, 10)),)]})
    assert [part.piece for event in done.events_of(PiecesMoved) for part in event.parts] == ["L"]


@pytest.mark.rule("MI-TRT-04", "MI-TRT-05")
@pytest.mark.parametrize(("officer", "reach"), [(lieutenant, 6.0), (captain, 9.0)])
def test_how_far_the_orders_of_an_officer_reach(officer, reach: float) -> None:  # type: ignore[no-untyped-def]
    for away, able in ((reach, ["B"]), (reach + 0.1, [])):
        state = field(officer("L", 10, 10), rifles("B", 11 + away, 10, unit="B"))
        assert [p.id for p in unit_activation.orderable_stands(state, "L", reach)] == able


@pytest.mark.rule("MI-TRT-04", "MI-GAP-13")
@pytest.mark.parametrize(
    ("stranger", "acted"),
    [
        (rifles("B", 13, 10, unit="A"), ()),
        (rifles("B", 13, 10, unit="B"), ("B",)),
        (piece("viking", "B", 14, 10, unit="B"), ()),
        (warrior("B", 13, 10, unit="B"), ()),
    ],
    ids=["of his own unit", "has acted", "aircraft", "bug"],
)
def test_whom_an_officer_cannot_take_along(stranger: Piece, acted: tuple[str, ...]) -> None:
    state = field(lieutenant("L", 10, 10), stranger, acted=acted)
    assert unit_activation.orderable_stands(state, "L", 6.0) == []


@pytest.mark.rule("MI-TRT-04", "MI-GAP-13")
def test_no_officer_takes_along_stands_whose_unit_has_an_officer_of_its_own() -> None:
    other = rifles("B", 13, 10, unit="B"), lieutenant("K", 40, 40, unit="B")
    assert unit_activation.orderable_stands(field(lieutenant("L", 10, 10), *other), "L", 6.0) == []


@pytest.mark.rule("MI-BTRN-03")
def test_all_arachnids_on_the_table_end_their_turn_on_alert_and_nobody_else_does() -> None:
    kinds = ("warrior", "hopper", "tanker", "plasma_bug", "burrower")
    bugs = [piece(kind, kind, 10 + 6 * n, 20) for n, kind in enumerate(kinds)]
    others = marker("M", 50, 20), *below("M", warriors=2), piece("tunnel_entrance", "E", 60, 20)
    state = field(*bugs, *others, rifles("R", 3, 3), phase="bugs_alert", acted=("hopper",))
    done = play_on(state, "turn_end").state.table
    assert {p.id for p in done.pieces.values() if p.has_mark("alert")} == set(kinds)


@pytest.mark.rule("MI-BUNI-05")
def test_an_action_is_one_for_all_of_the_unit_and_each_unit_has_two() -> None:
    swarm = warrior("A", 20, 20), warrior("B", 21.2, 20)
    state = field(*swarm, rifles("R", 22.7, 20), phase="bugs_activations", activation=swarm_of("A", "B"))
    struck = do(state, "bug_action", {"action": ["melee"]}, dice=[1, 1])
    assert [(e.action, e.count) for e in struck.events_of(ActionSpent)] == [("melee", 1)]
    assert struck.state.game.activation is not None
    assert struck.state.game.activation.actions_left == 1
    again = do(struck.state, "bug_action", {"action": ["melee"]}, dice=[1, 1])
    assert again.state.game.activation is None


@pytest.mark.rule("MI-BUNI-05", "MI-BUNI-01")
@pytest.mark.parametrize("kind", ["warrior", "tanker", "plasma_bug"])
def test_whoever_is_activated_has_two_actions(kind: str) -> None:
    state = field(piece(kind, "B", 20, 20), rifles("R", 60, 20), phase="bugs_activations")
    now = do(state, "bug_activate", {"activate": ["B"]}).state.game.activation
    assert now is not None
    assert (now.leader, now.members, now.actions_left, now.unit) == ("B", ("B",), 2, "bugs")


@pytest.mark.rule("MI-BUNI-05")
def test_hoppers_fly_or_move_all_of_them_the_same_way() -> None:
    swarm = piece("hopper", "A", 20, 20), piece("hopper", "B", 21.2, 20)
    state = field(*swarm, rifles("R", 60, 20), phase="bugs_activations", activation=swarm_of("A", "B"))
    flight = leg("A", (20, 20), (20, 32))
    asked = do(state, "bug_action", {"action": ["fly"]}, until="move")
    assert refusal(asked, "move", (flight,)) == ""
    asked = do(state, "bug_action", {"action": ["move"]}, until="move")
    assert refusal(asked, "move", (flight,)) != ""
