"""Who is lost and how that is booked, and who leads what is left: one small table each."""

from __future__ import annotations

import pytest

from battlesim.rulesets.mobile_infantry.ground import unit_activation
from battlesim.rulesets.mobile_infantry.losses import hit_points
from battlesim.table.events import HitsChanged
from battlesim.table.pieces import Aboard, Off, Piece
from tests.rules.mobile_infantry.field import ScriptResult, field, perform, piece, rifles, warrior
from tests.rules.mobile_infantry.soldiers import led


def removed(*things: Piece) -> ScriptResult:
    """The first of some things, taken off."""

    def script(game):  # type: ignore[no-untyped-def]
        hit_points.remove_model(game, things[0].id, "MI-SHOT-12")
        return
        yield

    return perform(field(*things), script)


@pytest.mark.rule("MI-GAP-27", "MI-GAP-31")
def test_those_aboard_a_ship_that_falls_are_booked_with_it_each_in_its_way() -> None:
    ship = piece("viking", "V", 20, 20, marks=["flying"])
    done = removed(ship, rifles("R", place=Aboard("V")), piece("light_mech", "M", place=Aboard("V")))
    booked = {name: done.state.game.count(name) for name in ("dead_humans", "dead_robots", "dead_plasma")}
    assert booked == {"dead_humans": 4, "dead_robots": 1, "dead_plasma": 0}
    assert [done.piece(id).place for id in "VRM"] == [Off("lost")] * 3


@pytest.mark.rule("MI-GAP-34")
@pytest.mark.parametrize(
    ("one", "place", "healed"),
    [
        (warrior("X", 20, 20), Off("reserve"), [(1, 0), (0, 1)]),
        (piece("burrower", "X", 20, 20), Off("lost"), [(6, 0)]),
        (rifles("X", 20, 20), Off("lost"), [(4, 0)]),
    ],
    ids=["warrior", "burrower", "squad"],
)
def test_bugs_alone_return_to_the_pool_whole_again(
    one: Piece, place: Off, healed: list[tuple[int, int]]
) -> None:
    done = removed(one)
    assert done.piece("X").place == place
    assert [(event.old, event.new) for event in done.events_of(HitsChanged)] == healed


@pytest.mark.rule("MI-GAP-74", "MI-GAP-14")
@pytest.mark.parametrize(
    ("rule", "prompt"),
    [
        (unit_activation.LEADER, "Who leads?"),
        (unit_activation.LEADERLESS, "From which stand is coherency measured?"),
    ],
)
def test_what_is_asked_about_who_leads(rule: str, prompt: str) -> None:
    stands = [rifles("P", 10, 10), rifles("Q", 12, 10)]
    asked = perform(
        field(*stands), lambda game: unit_activation.choose_leader(game, stands, rule), until="officer"
    )
    assert asked.asked[-1].prompt == prompt


@pytest.mark.rule("MI-UNIT-01", "MI-GAP-15", "MI-GAP-74")
def test_whether_the_activated_unit_is_without_a_leader() -> None:
    squad = rifles("R", 10, 10)
    found = [
        unit_activation.is_leaderless(field(squad, activation=now)) for now in (None, led("R"), led("", "R"))
    ]
    assert found == [False, False, True]
