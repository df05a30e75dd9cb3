"""Every kind of decision answered with the keyboard alone and with the mouse alone; refusals in words."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pygame
import pytest

from battlesim.engine.decisions import (
    Assign,
    Blocked,
    ChooseOne,
    ChooseSome,
    Confirm,
    Decision,
    Item,
    Option,
    RollDice,
)
from battlesim.engine.moves import ChooseFacing, ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Threat
from battlesim.engine.standing_orders import Order
from battlesim.render.drawlist import Area, Plate
from battlesim.rulesets import registry
from battlesim.rulesets.mobile_infantry.allocation import Deal
from battlesim.rulesets.toy.state import Game
from battlesim.rulings.movement import Entry, Link, Motion, side_by_side
from battlesim.rulings.placing import Room
from battlesim.table.pieces import Aboard, Off
from battlesim.table.state import AnyState, State
from battlesim.ui.bindings import Bindings
from battlesim.ui.keys import BATTLE, EVERYWHERE, QUESTION
from battlesim.ui.layout import Rect
from battlesim.ui.pickers import PICKERS, picker_for
from battlesim.ui.pickers.shown import middle_of
from tests.support.table import block, sides, stand, table
from tests.ui.driver import PANEL, Hands, Known

UP, DOWN, LEFT, RIGHT = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT
ENTER, SPACE, ESC, TAB = pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB
ASK: dict[str, Any] = {"side": "red", "what": "test", "prompt": "What now?", "rule": "TOY-GUN-01"}
OPTIONS = (Option("hold", "Hold"), Option("c", "C", ("c",)), Option("d", "D", ("d",)))


def field() -> AnyState:
    """a and b of red at (4, 4) and (4, 6), c and d of blue far right, a house in the middle."""
    red = (stand("a", 4, 4), stand("b", 4, 6))
    blue = (stand("c", 20, 4, side="blue"), stand("d", 20, 8, side="blue"))
    house = block("house", 10, 2, 14, 6)
    laid = table(*red, *blue, house, width=24.0, height=24.0, of=sides("red", "blue"))
    return State(laid, Game("red", ("red", "blue")))


def of_blue() -> AnyState:
    """The same in the turn of blue, so that red reacts."""
    return field().with_game(active="blue")


def hands(decision: Decision[Any], state: AnyState | None = None) -> Hands:
    return Hands(decision, state or field(), registry.get("toy"))


def accepted(h: Hands) -> Any:
    """The answer that was given, which the decision takes."""
    assert h.picker.answer is not None, h.picker.refusal
    assert h.picker.decision.check(h.picker.view, h.picker.answer) is None
    return h.picker.answer


ONE = ChooseOne(
    **ASK, options=OPTIONS, blocked=(Blocked("e", "E", "out of range", "TOY-GUN-01"),), least="hold"
)


def test_one_by_keys() -> None:
    assert accepted(hands(ONE).key(DOWN, ENTER)) == "d"
    assert accepted(hands(ONE).letter("c").letter("c")) == "c"
    assert accepted(hands(ONE).key(SPACE, ENTER)) == "hold"
    assert accepted(hands(ONE).key(DOWN, ESC, ENTER)) == "c"


MANY = ChooseOne(**ASK, options=tuple(Option(f"row{k}", f"Row {k}") for k in range(60)))


def test_the_wheel_comes_to_the_last_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (PANEL.x + 20, PANEL.y + 20))
    assert accepted(hands(MANY).wheel(60).click_row("row59").click_row("row59")) == "row59"


def test_a_cursor_that_moves_is_seen() -> None:
    assert "Row 40" in hands(MANY).key(*[DOWN] * 40).words()


def test_buttons_with_long_words_have_a_line_of_their_own() -> None:
    assert "Bring the rest" in hands(MOVE).words(Rect(0, 0, 264, 540))


def test_one_by_mouse() -> None:
    assert accepted(hands(ONE).click(20, 8).click(20, 8)) == "d"
    assert accepted(hands(ONE).click_row("c").click_act("Enter")) == "c"


def test_a_first_touch_only_looks() -> None:
    h = hands(ONE).letter("c")
    assert h.picker.answer is None and h.picker.draft() == "c"


def test_what_is_blocked_says_why() -> None:
    h = hands(ONE).click_row("e")
    assert h.picker.refusal == "out of range" and "out of range" in h.words()
    assert h.picker.answer is None


def test_a_refusal_has_names_in_place_of_ids() -> None:
    laid = table(stand("R1", 4, 4, name="Rifles 1"), stand("or", 8, 4, name="Orla"), of=sides("red"))
    h = hands(ONE, State(laid, Game("red", ("red",))))
    h.picker.refusal = "R1 or nobody"
    assert "Rifles 1 or nobody" in h.words()


def test_nothing_under_the_pointer_is_left_to_the_window() -> None:
    h = hands(ONE)
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=h.pixel(1, 20), button=1)
    assert not h.picker.event(event, h.camera)


def test_an_order_to_be_left_in_peace_goes_with_the_answer() -> None:
    h = hands(ONE, of_blue()).key(pygame.K_BACKSLASH)
    assert accepted(h) == "hold" and h.picker.order == Order("red", "test", "least", prompt="What now?")


def test_always_at_the_nearest_takes_the_nearest() -> None:
    near = ChooseOne(**ASK, about="a", options=(OPTIONS[0], OPTIONS[2], OPTIONS[1]), least="hold")
    h = hands(near, of_blue()).click_act(";")
    assert accepted(h) == "c" and h.picker.order == Order("red", "test", "nearest", prompt="What now?")


def test_orders_are_given_in_reactions_alone() -> None:
    acts = {act.id for act in hands(ONE).picker.all_acts()}
    assert not acts & {"never", "nearest", "always"}


SOME = ChooseSome(**ASK, options=OPTIONS, least=1, most=2)


def test_some_by_keys() -> None:
    assert accepted(hands(SOME).key(RIGHT, DOWN, DOWN, RIGHT).key(ENTER)) == ("d",)
    assert accepted(hands(SOME).letter("d").key(ENTER)) == ("hold", "d")


def test_some_by_mouse() -> None:
    h = hands(SOME).click_row("hold").click(20, 4).click_row("d").click_act("Enter")
    assert accepted(h) == ("c", "d")


def test_too_many_are_refused_in_words() -> None:
    h = hands(SOME).letter("c").letter("d").key(ENTER)
    assert h.picker.answer is None and h.picker.refusal == "choose 1 to 2, not 3"
    assert "choose 1 to 2, not 3" in h.words()


def test_an_order_is_kept_where_it_counts() -> None:
    asked = ChooseSome(**ASK, options=OPTIONS, most=3, ordered=True)
    assert accepted(hands(asked).letter("d").letter("hold").key(ENTER)) == ("d", "hold")


@pytest.mark.parametrize(("key", "expected"), [("y", True), ("n", False)])
def test_confirm_by_keys(key: str, expected: bool) -> None:
    assert accepted(hands(Confirm(**ASK)).key(ord(key))) is expected


def test_confirm_by_mouse() -> None:
    assert accepted(hands(Confirm(**ASK)).click_row("yes")) is True
    assert accepted(hands(Confirm(**ASK)).click_row("no")) is False


def test_always_is_an_order() -> None:
    h = hands(Confirm(**ASK), of_blue()).click_act("/")
    assert accepted(h) is True and h.picker.order == Order("red", "test", "yes", prompt="What now?")


ITEMS = tuple(Item(k, f"die {k}", ("c", "d")) for k in "123")
ASSIGN = Assign(**ASK, items=ITEMS)


def test_assign_by_keys() -> None:
    assert accepted(hands(ASSIGN).key(DOWN, RIGHT, ENTER)) == ("c", "d", "c")
    assert accepted(hands(ASSIGN).key(RIGHT, pygame.K_EQUALS, ENTER)) == ("d", "d", "d")
    assert accepted(hands(ASSIGN).key(RIGHT, ESC, ENTER)) == ("c", "c", "c")


def test_assign_by_mouse() -> None:
    h = hands(ASSIGN).click(20, 8).click(20, 4).click_row("2").click_act("Enter")
    assert accepted(h) == ("d", "c", "d")


def test_a_deal_of_too_many_is_refused() -> None:
    asked = Deal(**ASK, items=ITEMS[:2], limits={"c": 1, "d": 1})
    h = hands(asked).key(pygame.K_EQUALS, ENTER)
    assert h.picker.answer is None and "there are 1 of c, not 2" in h.words()


def test_what_is_dealt_changes_places() -> None:
    asked = Deal(**ASK, items=ITEMS, limits={"c": 1, "d": 2})
    assert accepted(hands(asked).key(RIGHT, ENTER)) == ("d", "c", "d")
    assert accepted(hands(asked).key(DOWN, DOWN, RIGHT, ENTER)) == ("d", "d", "c")


def test_typed_dice() -> None:
    asked = RollDice(**ASK, dice=(6, 12, 6))
    one, two, four = pygame.K_1, pygame.K_2, pygame.K_4
    assert accepted(hands(asked).key(four, one, two, two, ENTER)) == (4, 12, 2)
    h = hands(asked).key(pygame.K_7)
    assert "a D6 has no face 7" in h.words()
    assert h.key(ENTER).picker.answer is None


def test_dice_by_mouse() -> None:
    h = hands(RollDice(**ASK, dice=(6, 6))).click_row("0").click_row("0").click_row("1")
    assert accepted(h.click_act("Enter")) == (2, 1)


def motion(piece: str, x: float, y: float, allowance: float = 6.0, **more: Any) -> Motion:
    others = tuple(p for p in "abcd" if p != piece)
    plain: dict[str, Any] = {"blocked": ("house",), "occupied": others, "starts": (((x, y),),)}
    return Motion(piece, 0.5, allowance, **(plain | more))


MOVE = MoveGroup(**ASK, motions=(motion("a", 4, 4), motion("b", 4, 6)))
LED = MoveGroup(**ASK, motions=(motion("b", 4, 6), motion("a", 4, 4)), link=Link("a", within=3.0))


def test_move_by_keys() -> None:
    h = hands(MOVE).key(RIGHT, RIGHT, mod=pygame.KMOD_SHIFT).key(UP).key(ENTER)
    (leg,) = accepted(h)
    assert leg.piece == "a" and leg.path[0] == (4.0, 4.0) and leg.end == pytest.approx((6.0, 4.1))


def test_tab_goes_to_the_next_piece() -> None:
    h = hands(MOVE).key(TAB).key(UP, mod=pygame.KMOD_SHIFT).key(ENTER)
    (leg,) = accepted(h)
    assert (leg.piece, leg.end) == ("b", (4.0, 7.0))


def test_move_by_mouse_dragging() -> None:
    h = hands(MOVE).press(4, 6).drag(6, 8).drag(7, 9).release(7, 9).click_act("Enter")
    (leg,) = accepted(h)
    assert leg.piece == "b" and leg.end == pytest.approx((7.0, 9.0), abs=0.05)


def test_a_goal_out_of_reach_is_gone_toward_around_the_house() -> None:
    h = hands(MOVE).click(18, 4)
    (leg,) = h.picker.draft()
    assert sum(math.dist(p, q) for p, q in zip(leg.path, leg.path[1:], strict=False)) == pytest.approx(
        6, abs=0.01
    )
    assert "6.0 of 6 in" in h.words()
    assert accepted(h.key(ENTER)) == (leg,)


def test_steps_on_the_way() -> None:
    h = hands(MOVE).click(6, 4, button=3).click(6, 6)
    (leg,) = h.picker.draft()
    for point, expected in zip(leg.path, ((4, 4), (6, 4), (6, 6)), strict=True):
        assert point == pytest.approx(expected, abs=0.05)
    assert "4.0 of 6 in" in h.words()


def test_the_leader_goes_first_and_the_rest_is_brought_along() -> None:
    h = hands(LED)
    assert [row.key for row in h.picker.rows()] == ["a", "b"]
    legs = accepted(h.click(8, 8).key(pygame.K_g, ENTER))
    assert [leg.piece for leg in legs] == ["a", "b"]


def test_a_broken_link_is_said_before_it_is_refused() -> None:
    h = hands(LED).key(TAB).key(*[UP] * 4, mod=pygame.KMOD_SHIFT)
    assert "at most 3 in are allowed" in h.picker.warning() and "at most 3 in are allowed" in h.words()
    assert h.key(ENTER).picker.answer is None and "at most 3 in" in h.picker.refusal
    assert accepted(h.key(ESC, ENTER)) == ()


def test_going_into_a_house_by_key_and_by_mouse() -> None:
    inside = MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(Entry("house", 1.0),)),))
    for h in (hands(inside).key(pygame.K_i), hands(inside).click(12, 4)):
        (leg,) = accepted(h.key(ENTER))
        assert leg.enters == "house"


@pytest.mark.parametrize(("how", "word"), [("inside", "into"), ("post", "onto"), ("aboard", "aboard")])
def test_going_in_is_called_what_it_is(how: str, word: str) -> None:
    ask = MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(Entry("house", 1.0, how),)),))
    (row,) = hands(ask).key(pygame.K_i).picker.rows()
    assert row.note.startswith(f"{word} ")


def test_a_house_out_of_reach_is_not_gone_into() -> None:
    far = MoveGroup(**ASK, motions=(motion("a", 4, 4, 1.0, entries=(Entry("house", 1.0),)),))
    h = hands(far).key(pygame.K_i)
    assert h.picker.draft() == () and "nothing to go into within reach" in h.words()


def test_arrows_push_on_over_a_base_in_the_way() -> None:
    h = hands(MOVE).key(UP, UP, UP, UP, mod=pygame.KMOD_SHIFT)
    (leg,) = accepted(h.key(ENTER))
    assert leg.end == pytest.approx((4.0, 8.0))


def test_a_piece_that_stops_with_inches_left_says_what_is_in_its_way() -> None:
    walled = MoveGroup(**ASK, motions=(motion("a", 4, 4, 20.0),))
    assert "stops at house" in hands(walled).click(12, 4).words()
    other = MoveGroup(**ASK, motions=(motion("a", 4, 4, 20.0, hindering=("c",)),))
    assert "stops at c, " in hands(other).click(19.5, 4).words()
    assert "stops" not in hands(MOVE).click(4, 8).words(), "it comes to where it was sent"


def test_only_what_has_a_facing_is_turned() -> None:
    from tests.rules.mobile_infantry.field import field, piece, rifles, warrior

    def offered(kind: str) -> set[str]:
        state = field(rifles("R", 4, 4), warrior("W", 20, 4), piece("machine_gun", "M", 10, 4))
        asked = MoveGroup(**ASK, motions=(motion(kind, 4, 4, 6.0),))
        return {act.id for act in Hands(asked, state, registry.get("mobile_infantry")).picker.acts()}

    assert "turn_left" in offered("M")
    assert "turn_left" not in offered("R") | offered("W")


def test_a_full_house_says_so() -> None:
    full = Entry("house", 1.0, full="two stands are in it")
    h = hands(MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(full,)),))).click(12, 4)
    assert "two stands are in it" in h.words() and h.picker.draft() == ()


def test_turning_on_the_spot_and_after_a_move() -> None:
    h = hands(MOVE).key(pygame.K_q)
    (leg,) = accepted(h.key(ENTER))
    assert (leg.path, leg.facing) == (((4.0, 4.0),), 15.0)
    h = hands(MOVE).click(4, 2).click_act("E")
    (leg,) = accepted(h.key(ENTER))
    assert leg.facing == pytest.approx(255.0)


def test_a_piece_that_was_turned_shows_which_way() -> None:
    from battlesim.render.drawlist import Plate

    def plates(h: Hands) -> list[str]:
        return [item.string for item in h.picker.items(h.camera) if isinstance(item, Plate)]

    assert "15°" in plates(hands(MOVE).key(pygame.K_q))
    assert "15°" in plates(hands(PLACE).click(5, 20).key(pygame.K_q))
    assert not any("°" in words for words in plates(hands(PLACE).click(5, 20)))


def test_reach_and_path_are_drawn() -> None:
    from battlesim.render.drawlist import Area, Layer, Plate

    h = hands(MOVE).click(6, 4)
    items = h.picker.items(h.camera)
    assert any(isinstance(item, Area) and item.layer == Layer.REACH for item in items)
    assert any(isinstance(item, Plate) and item.string == "2.0 of 6 in" for item in items)


ZONE = (((0.0, 16.0), (24.0, 16.0), (24.0, 24.0), (0.0, 24.0)),)
PLACE = PlacePieces(
    **ASK, pieces=("a", "b"), room=Room(zone=ZONE, wholly=True, bases=("c", "d"), leader="a", within=4.0)
)


def test_place_by_keys() -> None:
    spots = accepted(hands(PLACE).key(pygame.K_g, ENTER))
    assert {spot.piece for spot in spots} == {"a", "b"}


def test_place_by_mouse_and_drag() -> None:
    h = hands(PLACE).click(5, 20).click(7, 20)
    h.press(7, 20).drag(6.5, 20).drag(5.2, 20).release(5.2, 20)
    a, b = accepted(h.click_act("Enter"))
    assert (a.piece, b.piece) == ("a", "b")
    assert math.dist((a.x, a.y), (b.x, b.y)) == pytest.approx(1.0, abs=0.01), "it rests touching"


def test_a_place_without_room_leaves_the_plan_which_is_given_only_when_asked_once_more() -> None:
    nook = (((3.0, 19.0), (4.4, 19.0), (4.4, 20.4), (3.0, 20.4)),)
    h = hands(PlacePieces(**ASK, pieces=("a", "b"), least=1, room=Room(zone=nook, wholly=True)))
    h.click(3.7, 19.7).click(4.2, 20.2)
    assert "no room for b; the plan stays as it was" in h.words()
    assert [spot.piece for spot in h.picker.draft()] == ["a"]
    assert h.enter() is None and "once more to go by it" in h.words()
    assert [spot.piece for spot in h.enter()] == ["a"]


def test_a_new_wish_after_a_refused_one_is_given_at_once() -> None:
    h = hands(MOVE).key(UP)
    h.picker.plan = h.picker.plan._replace(stayed=True, words="no way there")
    assert not next(act for act in h.picker.all_acts() if act.id == "answer").on
    assert h.key(UP).enter() is not None


def test_places_too_far_apart_are_refused_in_words() -> None:
    h = hands(PLACE).click(3, 20).press(6, 20).drag(20, 20).release(20, 20)
    assert "at most 4 in are allowed" in h.words()
    assert h.enter() is None and "at most 4 in" in h.picker.refusal


def test_too_few_places_are_refused() -> None:
    h = hands(PLACE).click(3, 20)
    assert h.enter() is None and h.picker.refusal == "place 2 pieces, not 1"
    assert h.key(ESC).picker.draft() == ()


def test_who_comes_in_is_looked_for_where_it_begins() -> None:
    state = field()
    pieces = state.table.pieces | {"a": stand("a", 0, 0, place=Off("reserve"))}
    away = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, pieces=pieces))
    coming = MoveGroup(**ASK, motions=(motion("a", 0.0, 12.0),))
    assert hands(coming, away).picker.places() == [(0.0, 12.0)]


def test_lines_are_named_by_the_edge_they_lie_on() -> None:
    assert "South edge" in hands(LINE).words()


LINE = ChoosePoint(**ASK, lines=(((0.0, 0.0), (24.0, 0.0)), ((0.0, 0.0), (0.0, 24.0))))


def test_a_point_keeps_to_its_lines() -> None:
    assert accepted(hands(LINE).click(5, 1).click_act("Enter")) == (5.0, 0.0)
    assert accepted(hands(LINE).key(TAB).key(UP, mod=pygame.KMOD_SHIFT).key(ENTER)) == (0.0, 13.0)


def test_a_point_keeps_to_its_zone() -> None:
    asked = ChoosePoint(**ASK, zone=ZONE)
    assert accepted(hands(asked).click(5, 1).key(ENTER)) == (pytest.approx(5.0, abs=0.05), 16.0)


def test_a_point_says_how_far_it_is_from_whom_it_is_about() -> None:
    asked = ChoosePoint(**ASK, about="a", lines=(((4, 4), (4, 10)),))
    h = hands(asked)
    assert "at 4.0, 7.0 in, 3.0 in off" in h.words()
    assert "at 4.0, 9.0 in, 5.0 in off" in h.key(UP, UP, mod=pygame.KMOD_SHIFT).words()


def test_where_a_line_begins_it_cannot_end_and_it_is_drawn() -> None:
    from battlesim.render.drawlist import Layer, Line

    asked = ChoosePoint(**ASK, lines=LINE.lines[:1], begin=(12.0, 0.0))
    h = hands(asked).click(12, 0)
    assert h.enter() is None and "begins there" in h.picker.refusal and "begins there" in h.words()
    h.click(4, 0)
    drawn = [i.points for i in h.picker.items(h.camera) if isinstance(i, Line) and i.layer == Layer.PATH]
    assert drawn == [((12.0, 0.0), (4.0, 0.0))]


def test_facing() -> None:
    asked = ChooseFacing(**ASK, about="a")
    assert accepted(hands(asked).key(LEFT, LEFT, ENTER)) == 2.0
    assert accepted(hands(asked).key(pygame.K_q, ENTER)) == 15.0
    assert accepted(hands(asked).click(4, 10).click_act("Enter")) == pytest.approx(90.0, abs=0.5)
    assert accepted(hands(asked).click_row("west").key(ENTER)) == 180.0


class Gunnery(type(registry.get("toy"))):  # type: ignore[misc]
    """A ruleset that knows where its pieces bear: a strip ahead of them."""

    def threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        return ()

    def bears(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        way = math.radians(view.table.pieces[piece].place.facing)
        tip = (4 + 5 * math.cos(way), 4 + 5 * math.sin(way))
        return (Threat("Gun", "5 in", "TOY-GUN-01", ((((4.0, 4.0), tip, (4.0, 4.5)),),), ()),)


def test_a_facing_shows_where_the_piece_would_bear_as_it_is_turned() -> None:
    h = Hands(ChooseFacing(**ASK, about="a"), field(), Gunnery())

    def tip() -> tuple[float, float]:
        (region,) = [item.shape for item in h.picker.overlay() if isinstance(item, Area)]
        return region[0][0][1]

    assert tip() == pytest.approx((9.0, 4.0))
    h.press(4, 10).drag(4, 12)
    assert tip() == pytest.approx((4.0, 9.0), abs=0.05)
    assert any(isinstance(item, Plate) and item.string == "Gun, 5 in" for item in h.picker.overlay())


def test_a_piece_that_is_put_down_or_moved_shows_where_it_would_bear_when_it_is_turned() -> None:
    for asked, at in ((PLACE, (4, 20)), (MOVE, (4, 8))):
        h = Hands(asked, field(), Gunnery()).click(*at).key(pygame.K_q)
        (words,) = [
            i.string for i in h.picker.overlay() if isinstance(i, Plate) and i.string.startswith("Gun")
        ]
        assert words == "Gun, 5 in"
        before = [i.shape for i in h.picker.overlay() if isinstance(i, Area) and i.colour == "cream"]
        h.key(pygame.K_q, pygame.K_q)
        h.picker.tick()
        after = [i.shape for i in h.picker.overlay() if isinstance(i, Area) and i.colour == "cream"]
        assert before != after and len(after) == 1


def test_a_facing_about_a_piece_aboard_is_shown_where_its_carrier_stands() -> None:
    held = msgspec.structs.replace(stand("a", 4, 4), place=Aboard("c"))
    state = field().with_table(field().table.with_pieces(held))
    h = hands(ChooseFacing(**ASK, about="a"), state)
    assert h.picker.overlay() and middle_of(state, "a") == (20.0, 4.0)


@pytest.mark.parametrize(
    "asked", [ONE, SOME, Confirm(**ASK), ASSIGN, MOVE, PLACE, LINE, ChooseFacing(**ASK, about="a")]
)
def test_the_default_is_laid_by_space_and_given_by_enter(asked: Decision[Any]) -> None:
    h = hands(asked).key(SPACE, ENTER)
    assert accepted(h) == asked.default(h.picker.view)


def test_every_kind_of_decision_has_a_picker() -> None:
    kinds = [kind for kind in (*_below(Decision),) if kind.__module__.startswith("battlesim.engine")]
    missing = [k.__name__ for k in kinds if not any(base in PICKERS for base in k.__mro__)]
    assert missing == ["AskAll"], "of which each side answers its part"


def _below(kind: type[Any]) -> list[type[Any]]:
    found = kind.__subclasses__()
    return [*found, *(deeper for one in found for deeper in _below(one))]


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(TypeError, match="no picker"):
        picker_for(Decision(**ASK), field(), Known(registry.get("toy")))


def test_a_key_of_a_picker_can_be_another_one_and_its_button_says_so() -> None:
    h = hands(SOME)
    h.picker.knows.bindings.changes["all"] = ("f6",)
    assert h.key(pygame.K_EQUALS).picker.draft() == ("hold",)
    assert h.key(pygame.K_F6).picker.draft() == ("hold", "c") and "F6" in h.words()
    h.picker.knows.bindings.changes["go_down"] = ("ctrl+f7",)
    h.key(pygame.K_F7, mod=pygame.KMOD_LCTRL)
    assert h.picker.cursor == 1


def test_letters_never_take_keys_that_do_something_else() -> None:
    options = tuple(Option(str(k), str(k)) for k in range(30))
    h = hands(ChooseOne(**ASK, options=options))
    letters = set(h.picker.letters())
    assert len(letters) > 10 and not letters & Bindings().taken(BATTLE)


def test_the_rest_comes_along_in_formation() -> None:
    legs = accepted(hands(LED).click(7, 4).key(pygame.K_g, ENTER))
    ends = {leg.piece: leg.end for leg in legs}
    assert ends["a"] == pytest.approx((7, 4), abs=0.05) and ends["b"] == pytest.approx((7, 6), abs=0.05)


def test_the_rest_comes_at_the_enemy_that_the_first_has_come_to() -> None:
    near = State(
        table(
            *(stand(name, 4 + 1.2 * k, 4) for k, name in enumerate("abe")),
            stand("c", 8, 10, side="blue"),
            width=24.0,
            height=24.0,
            of=sides("red", "blue"),
        ),
        Game("red", ("red", "blue")),
    )
    others = {"blocked": (), "occupied": ("a", "b", "e"), "hindering": ("c",)}
    asked = MoveGroup(**ASK, motions=tuple(motion(n, *near.table.piece(n).xy, 9.0, **others) for n in "abe"))
    legs = accepted(hands(asked, near).click(7, 9.2).key(pygame.K_g, ENTER))
    gaps = {leg.piece: math.dist(leg.end, (8, 10)) - 1.0 for leg in legs}
    assert gaps.keys() == set("abe") and all(gap <= 1.0 for gap in gaps.values())


def test_the_rest_is_brought_to_a_leader_who_has_moved_before() -> None:
    asked = MoveGroup(**ASK, motions=(motion("b", 4, 6),), link=Link("c", within=12.0))
    two = msgspec.structs.replace(asked, motions=(*asked.motions, motion("a", 4, 4)))
    legs = accepted(hands(two).key(pygame.K_g, ENTER))
    assert {leg.piece for leg in legs} == {"a", "b"}


def test_all_of_those_who_come_in_one_after_the_other_are_brought() -> None:
    edge = {"starts": (((0.5, 4.0), (0.5, 16.0)),)}
    five = "abefg"
    away = [msgspec.structs.replace(stand(name, 4, 4), place=Off("reserve")) for name in five]
    laid = table(*away, stand("lead", 9, 10), width=24.0, height=24.0, of=sides("red"))
    motions = side_by_side(motion(name, 0, 0, 12.0, occupied=("lead",), **edge) for name in five)
    asked = MoveGroup(**ASK, motions=motions, link=Link("lead", within=6.0, chain=1.0))
    h = hands(asked, State(laid, Game("red", ("red",))))
    assert {leg.piece for leg in accepted(h.key(pygame.K_g, ENTER))} == set(five)


def test_who_comes_in_begins_in_the_middle_of_where_it_may() -> None:
    edge = {"starts": (((0.5, 4.0), (0.5, 16.0)),)}
    away = stand("a", 4, 4)
    laid = table(
        msgspec.structs.replace(away, place=Off("reserve")), width=24.0, height=24.0, of=sides("red")
    )
    asked = MoveGroup(**ASK, motions=(motion("a", 0, 0, 6.0, **edge),))
    h = hands(asked, State(laid, Game("red", ("red",)))).key(RIGHT, RIGHT, mod=pygame.KMOD_SHIFT)
    assert accepted(h.key(ENTER))[0].end == pytest.approx((2.5, 10.0), abs=0.3)


def test_long_words_of_a_row_take_two_lines_marked_or_not() -> None:
    words = "A Tanker and up to 15 Warriors below ground"
    asked = ChooseOne(
        **ASK, options=(Option("x", "Hold"), Option("long", words)), blocked=(Blocked("b", words, "no"),)
    )
    for h in (hands(asked), hands(asked).key(DOWN)):
        assert h.words(Rect(0, 0, 264, 540)).count("below ground") == 2 and "…" not in h.words()


def test_a_long_value_has_a_line_of_its_own() -> None:
    forms = {"f": "Plasma Artillery, Focused", "a": "Plasma Artillery, Airburst"}
    asked = Assign(**ASK, items=(Item("p", "Plasma bug 2", ("f", "a")),), names=forms)
    h = hands(asked)
    assert h.words(Rect(0, 0, 264, 540)).count("Plasma Artillery, Focused") == 2
    assert h.key(RIGHT).words(Rect(0, 0, 264, 540)).count("Plasma Artillery, Airburst") == 2


def test_a_value_longer_than_a_line_is_told_in_full() -> None:
    load = "Assault Rifles, Grenades, Flame Thrower, Heavy Machine Gun and HE Warhead"
    asked = Assign(**ASK, items=(Item("p", "Rifles 1a", ("f", "a")),), names={"f": load, "a": "Hold"})
    words = hands(asked).words(Rect(0, 0, 264, 540))
    assert words.count("and HE Warhead") == 2 and "…" not in words, "in the row and in the summary"


def test_shift_and_the_arrows_scroll_past_the_last_open_row() -> None:
    shut = tuple(Blocked(f"b{k}", f"Shut {k}", "has acted in this turn") for k in range(40))
    h = hands(ChooseOne(**ASK, options=OPTIONS, blocked=shut))
    assert "Shift+Down" in h.words() and "Shut 39" not in h.words()
    for _ in range(12):
        h.key(DOWN, mod=pygame.KMOD_SHIFT).words()
    assert "Shut 39" in h.words() and h.picker.draft() == "hold"


def test_the_letters_of_rows_are_listed_while_a_question_is_open() -> None:
    words = dict(Bindings().help((QUESTION, BATTLE)))
    assert words["A … Z"] == "a row of the question by the letter on it"
    assert "A … Z" not in dict(Bindings().help((BATTLE, EVERYWHERE)))
