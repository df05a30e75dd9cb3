"""Moves carried out: as far as there is room, one by one while the way is open, after a leader."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import msgspec
import pytest

from battlesim.engine.play import Play, Script
from battlesim.mechanics.group_moves import (
    MoveOrder,
    ask_move_order,
    carry_out_one_by_one,
    is_turn_only,
    leg_toward_leader,
    leg_travels,
)
from battlesim.rulings.movement import EntryOption, GroupLink, Leg, Motion
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Inside, OnTable
from battlesim.table.state import AnyState, State, Table
from battlesim.testing.table import block, make_table, standing_piece

HOUSE = block("house", 10, 0, 14, 4)


def state(*pieces: object) -> AnyState:
    return State(make_table(*pieces, HOUSE), object())  # type: ignore[arg-type]


def able(now: AnyState, piece: str) -> Motion:
    """6 in; there is room for one in the house."""
    full = "no room" if now.table.pieces_inside("house") else ""
    others = tuple(p.id for p in now.table.standing_pieces() if p.id != piece)
    start = ((now.table.piece(piece).xy,),)
    entries = (EntryOption("house", 1.0, full=full),)
    return Motion(piece, 0.5, 6.0, starts=start, blocked=("house",), occupied=others, entries=entries)


def into(piece: str, y: float) -> Leg:
    return Leg(piece, ((7.0, y), (9.5, y)), enters="house")


def test_who_finds_the_house_full_when_its_turn_comes_stays() -> None:
    parts = leg_travels(
        state(standing_piece("a", 7, 1), standing_piece("b", 7, 3)), [into("a", 1.0), into("b", 3.0)], able
    )
    assert [(part.piece, part.new, part.entering) for part in parts] == [("a", Inside("house"), 1.0)]


def test_who_only_turns_keeps_its_place() -> None:
    turned = Leg("a", ((4.0, 4.0),), facing=90.0)
    (part,) = leg_travels(state(standing_piece("a", 4, 4, z=2)), [turned], able)
    assert is_turn_only(turned) and part.new == OnTable(4, 4, 90.0, 2.0)


def test_an_order_knows_who_was_to_go_and_has_not() -> None:
    legs = (Leg("a", ((4.0, 4.0), (6.0, 4.0))), Leg("b", ((4.0, 6.0),), 90.0), into("c", 1.0))
    assert MoveOrder((), legs).unmoved(["a"]) == ["c"]


def test_a_leader_that_is_no_piece_is_refused() -> None:
    now = state(standing_piece("a", 7, 1))
    link = GroupLink("The Sergeant", 3.0)
    asked = ask_move_order(Play(now, ""), SideKey("red"), [able(now, "a")], link, prompt="?", about="a")
    with pytest.raises(ValueError, match="'The Sergeant' of a GroupLink is not a piece"):
        next(asked)


@dataclass
class Gate:
    """A way that is shut until another leg is gone."""

    gone: list[str] = field(default_factory=list)

    def is_open(self, leg: Leg) -> bool:
        return leg.piece != "a" or "b" in self.gone

    def go(self, leg: Leg) -> Script[None]:
        self.gone.append(leg.piece)
        return
        yield


@pytest.mark.parametrize(("legs", "gone", "shut"), [("abc", "bac", ""), ("ac", "c", "a")])
def test_a_leg_is_gone_as_soon_as_its_way_is_open(legs: str, gone: str, shut: str) -> None:
    gate = Gate()
    script = carry_out_one_by_one(
        [Leg(name, ((1.0, 1.0), (2.0, 1.0))) for name in legs], gate.is_open, gate.go
    )
    with pytest.raises(StopIteration) as stop:
        next(script)
    assert ("".join(gate.gone), "".join(leg.piece for leg in stop.value.value)) == (gone, shut)


def test_one_follows_a_leader_into_the_house_by_the_nearest_wall() -> None:
    leader = msgspec.structs.replace(standing_piece("l", 0, 0), place=Inside("house"))
    now: Table = state(standing_piece("a", 2, 2), leader).table
    leg = leg_toward_leader(now, able(state(standing_piece("a", 2, 2)), "a"), "l")
    assert leg is not None and math.dist(leg.end, (8.0, 2.0)) < 0.02
    beside = state(standing_piece("a", 9.5, 2), leader)
    assert leg_toward_leader(beside.table, able(beside, "a"), "l") is None
