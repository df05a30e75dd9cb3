"""Questions that the tests of pickers ask, the little field that they are asked on, and keys."""

from __future__ import annotations

from typing import Any

import pygame

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne, ChooseSome, Decision
from battlesim.engine.option import Option, closed_option
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup, PlacePieces
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game
from battlesim.rulings.movement import GroupLink, Motion
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.state import AnyState, State
from battlesim.testing.table import block, make_sides, make_table, standing_piece
from tests.ui.driver import Hands

UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, LEAST, ESC, TAB = pygame.K_RETURN, pygame.K_0, pygame.K_ESCAPE, pygame.K_TAB
ASK: dict[str, Any] = {"side": "red", "what": "test", "prompt": "What now?", "rule": "TOY-GUN-01"}
OPTIONS = (Option("hold", "Hold"), Option("c", "C", ("c",)), Option("d", "D", ("d",)))


def field() -> AnyState:
    """a and b of red at (4, 4) and (4, 6), c and d of blue far right, a house in the middle."""
    red = (standing_piece("a", 4, 4), standing_piece("b", 4, 6))
    blue = (standing_piece("c", 20, 4, side="blue"), standing_piece("d", 20, 8, side="blue"))
    house = block("house", 10, 2, 14, 6)
    laid = make_table(*red, *blue, house, width=24.0, height=24.0, table_sides=make_sides("red", "blue"))
    return State(laid, Game(turn=1, phase="red", phases=("red", "blue")))


def of_blue() -> AnyState:
    """The same in the turn of blue, so that red reacts."""
    return field().with_game(phase="blue")


def hands(decision: Decision[Any], state: AnyState | None = None) -> Hands:
    return Hands(decision, state or field(), registry.load_ruleset("toy"))


def accepted(h: Hands) -> Any:
    """The answer that was given, which the decision takes."""
    assert h.picker.answer is not None, h.picker.refusal
    assert h.picker.decision.check(h.picker.view, h.picker.answer) is None
    return h.picker.answer


ONE = ChooseOne(
    **ASK,
    options=(
        *OPTIONS,
        closed_option("e", "E", "out of range", "TOY-GUN-01"),
    ),
    least="hold",
)
MANY = ChooseOne(**ASK, options=tuple(Option(f"row{k}", f"Row {k}") for k in range(60)))
SOME = ChooseSome(**ASK, options=OPTIONS, least=1, most=2)
ITEMS = tuple(AssignItem(k, f"die {k}", ("c", "d")) for k in "123")
ASSIGN = Assign(**ASK, items=ITEMS)


def motion(piece: str, x: float, y: float, allowance: float = 6.0, **more: Any) -> Motion:
    others = tuple(p for p in "abcd" if p != piece)
    plain: dict[str, Any] = {"blocked": ("house",), "occupied": others, "starts": (((x, y),),)}
    return Motion(piece, 0.5, allowance, **(plain | more))


MOVE = MoveGroup(**ASK, motions=(motion("a", 4, 4), motion("b", 4, 6)))
ALONE = MoveGroup(**ASK, motions=(motion("a", 4, 4),))
LED = MoveGroup(**ASK, motions=(motion("b", 4, 6), motion("a", 4, 4)), link=GroupLink("a", within=3.0))
ZONE = (((0.0, 16.0), (24.0, 16.0), (24.0, 24.0), (0.0, 24.0)),)
PLACE = PlacePieces(
    **ASK,
    pieces=("a", "b"),
    room=PlacementArea(zone=ZONE, wholly=True, bases=("c", "d"), leader="a", within=4.0),
)
LINE = ChoosePoint(**ASK, lines=(((0.0, 0.0), (24.0, 0.0)), ((0.0, 0.0), (0.0, 24.0))))
