"""Moving, placing, points and facings with the keyboard alone and with the mouse alone; refusals in words."""

from __future__ import annotations

import math

import msgspec
import pygame
import pytest

from battlesim.engine.marker_placement import KeepOut, PlaceMarker
from battlesim.engine.position_decisions import (
    ChooseFacing,
    ChoosePoint,
    MoveGroup,
    PlacePieces,
    PlaceTemplate,
)
from battlesim.engine.ruleset import Threat
from battlesim.render.drawlist import Glyph, Icon, Layer, Patch, Plate
from battlesim.rulesets import registry
from battlesim.rulings.movement import EndApart, EntryOption
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.rulings.template_coverage import holding_region
from battlesim.table.pieces import Aboard, Below, Off
from battlesim.table.state import AnyState
from battlesim.testing.table import block, make_sides, make_table, standing_piece
from battlesim.ui.decision.pickers.picker_overlay import picker_overlay
from battlesim.ui.session.object_positions import object_position
from tests.ui.asked import (
    ALONE,
    ASK,
    ENTER,
    ESC,
    LED,
    LEFT,
    LINE,
    MOVE,
    PLACE,
    RIGHT,
    TAB,
    UP,
    ZONE,
    accepted,
    field,
    hands,
    motion,
)
from tests.ui.driver import Hands


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


def test_who_must_get_away_is_not_offered_the_way_to_the_enemy() -> None:
    (motion,) = ALONE.motions
    away = msgspec.structs.replace(motion, ends=(EndApart(("c",), 12.0),))
    fleeing = msgspec.structs.replace(ALONE, motions=(away,))
    assert "toward" in [act.id for act in hands(ALONE).picker.all_buttons()]
    assert "toward" not in [act.id for act in hands(fleeing).picker.all_buttons()]


def test_the_way_to_the_enemy_is_not_offered_where_none_is_known() -> None:
    state = field()
    alone = state.with_table(state.table.without_pieces("c", "d"))
    assert "toward" not in [act.id for act in hands(ALONE, alone).picker.all_buttons()]
    below = state.table.with_place("c", Off("lost")).with_place("d", Below("hole"))
    assert "toward" not in [act.id for act in hands(ALONE, state.with_table(below)).picker.all_buttons()]


def test_a_goal_out_of_reach_is_gone_toward_around_the_house() -> None:
    h = hands(ALONE).click(18, 4)
    (leg,) = h.picker.draft()
    assert sum(math.dist(p, q) for p, q in zip(leg.path, leg.path[1:], strict=False)) == pytest.approx(
        6, abs=0.01
    )
    assert "6.0 of 6 in" in h.words()
    assert accepted(h.key(ENTER)) == (leg,)


def test_steps_on_the_way() -> None:
    h = hands(ALONE).click(6, 4, button=3).click(6, 6)
    (leg,) = h.picker.draft()
    for point, expected in zip(leg.path, ((4, 4), (6, 4), (6, 6)), strict=True):
        assert point == pytest.approx(expected, abs=0.05)
    assert "4.0 of 6 in" in h.words()


def test_a_click_on_the_ground_sends_the_whole_group_there() -> None:
    legs = accepted(hands(LED).click(8, 8).key(ENTER))
    assert [leg.piece for leg in legs] == ["a", "b"]


def test_another_click_on_the_ground_sends_all_of_them_there_instead() -> None:
    ends = {leg.piece: leg.end[0] for leg in accepted(hands(LED).click(8, 4).click(6, 4).key(ENTER))}
    assert ends == pytest.approx({"a": 6.0, "b": 6.0}, abs=0.05)


def test_a_piece_that_was_taken_up_goes_alone() -> None:
    (leg,) = accepted(hands(MOVE).click(4, 4).click(6, 4).key(ENTER))
    assert (leg.piece, leg.end) == ("a", (6, 4))


def test_a_click_on_where_it_is_going_to_stand_gives_the_move() -> None:
    h = hands(LED).click(7, 4)
    assert h.picker.answer is None
    assert [leg.end[0] for leg in accepted(h.click(7, 4))] == pytest.approx([7.0, 7.0], abs=0.05)


def test_who_is_dragged_from_where_it_is_going_to_stand_goes_elsewhere() -> None:
    h = hands(LED).click(7, 4).press(7, 4).drag(7, 3.5).drag(7, 3).release(7, 3)
    ends = {leg.piece: leg.end for leg in accepted(h.key(ENTER))}
    assert ends["a"] == pytest.approx((7, 3), abs=0.05)


def test_a_ghost_is_mended_without_the_others() -> None:
    legs = accepted(hands(LED).click(7, 4).click(7, 6).click(8, 6).key(ENTER))
    ends = {leg.piece: leg.end for leg in legs}
    assert ends == {"a": pytest.approx((7, 4), abs=0.05), "b": pytest.approx((8, 6), abs=0.05)}


def test_the_leader_goes_first_and_the_rest_is_brought_along() -> None:
    h = hands(LED)
    assert [row.key for row in h.picker.rows()] == ["a", "b"]
    legs = accepted(h.click(8, 8).key(pygame.K_g, ENTER))
    assert [leg.piece for leg in legs] == ["a", "b"]


def test_the_cross_of_a_missed_wish_hides_no_ghost() -> None:
    def crossed(x: float) -> bool:
        return any(isinstance(item, Icon) for item in hands(LED).click(x, 4).picker.overlay())

    assert crossed(11.9) and not crossed(10.3), "the way ends at the house, at 9.5"


def test_a_broken_link_is_said_before_it_is_refused() -> None:
    h = hands(LED).key(TAB).key(*[UP] * 4, mod=pygame.KMOD_SHIFT)
    assert "at most 3 in is allowed" in str(h.picker.warning()) and "at most 3 in is allowed" in h.words()
    assert h.key(ENTER).picker.answer is None and "at most 3 in" in str(h.picker.refusal)
    assert accepted(h.key(ESC, ENTER)) == ()


def test_going_into_a_house_by_key_and_by_mouse() -> None:
    inside = MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(EntryOption("house", 1.0),)),))
    for h in (hands(inside).key(pygame.K_i), hands(inside).click(12, 4)):
        (leg,) = accepted(h.key(ENTER))
        assert leg.enters == "house"


@pytest.mark.parametrize(("how", "word"), [("inside", "into"), ("post", "onto"), ("aboard", "aboard")])
def test_going_in_is_called_what_it_is(how: str, word: str) -> None:
    ask = MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(EntryOption("house", 1.0, how),)),))
    (row,) = hands(ask).key(pygame.K_i).picker.rows()
    assert row.note.startswith(f"{word} ")


def test_a_house_out_of_reach_is_not_gone_into() -> None:
    far = MoveGroup(**ASK, motions=(motion("a", 4, 4, 1.0, entries=(EntryOption("house", 1.0),)),))
    state = field()
    pieces = state.table.pieces | {"a": standing_piece("a", 4, 4, name="Corporal")}
    h = hands(far, state.with_table(msgspec.structs.replace(state.table, pieces=pieces))).key(pygame.K_i)
    assert h.picker.draft() == () and "Corporal has nothing to enter within reach" in h.words()


def test_arrows_push_on_over_a_base_in_the_way() -> None:
    h = hands(MOVE).key(UP, UP, UP, UP, mod=pygame.KMOD_SHIFT)
    (leg,) = accepted(h.key(ENTER))
    assert leg.end == pytest.approx((4.0, 8.0))


def test_a_piece_that_stops_with_inches_left_says_what_is_in_its_way() -> None:
    walled = MoveGroup(**ASK, motions=(motion("a", 4, 4, 20.0),))
    assert "stops at Building house" in hands(walled).click(12, 4).words()
    other = MoveGroup(**ASK, motions=(motion("a", 4, 4, 20.0, hindering=("c",)),))
    assert "stops at c, " in hands(other).click(19.5, 4).words()
    assert "stops" not in hands(MOVE).click(4, 8).words(), "it comes to where it was sent"


def test_only_what_has_a_facing_is_turned() -> None:
    from tests.rules.mobile_infantry.field import field, piece, rifles, warrior

    def offered(kind: str) -> set[str]:
        state = field(rifles("R", 4, 4), warrior("W", 20, 4), piece("machine_gun", "M", 10, 4))
        asked = MoveGroup(**ASK, motions=(motion(kind, 4, 4, 6.0),))
        return {
            act.id
            for act in Hands(asked, state, registry.load_ruleset("mobile_infantry")).picker.own_buttons()
        }

    assert "turn_left" in offered("M")
    assert "turn_left" not in offered("R") | offered("W")


def test_a_full_house_says_so() -> None:
    full = EntryOption("house", 1.0, full="two stands are in it")
    h = hands(MoveGroup(**ASK, motions=(motion("a", 4, 4, 8.0, entries=(full,)),))).click(12, 4)
    assert "two stands are in it" in h.words() and h.picker.draft() == ()


def test_turning_on_the_spot_and_after_a_move() -> None:
    h = hands(MOVE).key(pygame.K_q)
    (leg,) = accepted(h.key(ENTER))
    assert (leg.path, leg.facing) == (((4.0, 4.0),), 15.0)
    h = hands(ALONE).click(4, 2).click_act("E")
    (leg,) = accepted(h.key(ENTER))
    assert leg.facing == pytest.approx(255.0)


def test_a_piece_that_was_turned_shows_which_way() -> None:
    from battlesim.render.drawlist import Plate

    def plates(h: Hands) -> list[str]:
        return [item.shown_text for item in picker_overlay(h.picker) if isinstance(item, Plate)]

    assert "15°" in plates(hands(MOVE).key(pygame.K_q))
    assert "15°" in plates(hands(PLACE).click(5, 20).key(pygame.K_q))
    assert not any("°" in words for words in plates(hands(PLACE).click(5, 20)))


def test_reach_and_path_are_drawn() -> None:
    from battlesim.render.drawlist import Layer, Patch, Plate

    h = hands(MOVE).click(6, 4)
    items = picker_overlay(h.picker)
    assert any(isinstance(item, Patch) and item.layer == Layer.REACH for item in items)
    assert any(isinstance(item, Plate) and item.shown_text == "2.0 of 6 in" for item in items)


def test_place_by_keys() -> None:
    spots = accepted(hands(PLACE).key(pygame.K_g, ENTER))
    assert {spot.piece for spot in spots} == {"a", "b"}


def test_arrows_push_all_that_are_placed_in_their_formation_until_one_is_selected() -> None:
    h = hands(PLACE).click(5, 20)
    before = {spot.piece: spot.x for spot in h.picker.draft()}
    after = {spot.piece: spot.x for spot in h.key(pygame.K_RIGHT).picker.draft()}
    assert after == pytest.approx({piece: x + 0.1 for piece, x in before.items()})


def test_arrows_do_not_push_the_formation_out_of_its_zone() -> None:
    h = hands(PLACE).click(0.7, 20)
    before = h.picker.draft()
    assert h.key(*[pygame.K_LEFT] * 9).picker.draft() != before
    assert "the plan is unchanged" in h.words() and accepted(h.key(pygame.K_RIGHT, ENTER))


@pytest.mark.parametrize(("mod", "presses"), [(0, 30), (pygame.KMOD_SHIFT, 4)])
def test_arrows_push_the_formation_past_those_that_stand_in_its_way(mod: int, presses: int) -> None:
    walled = field().with_table(field().table.with_pieces(standing_piece("c", 12, 20, side="blue")))
    h = hands(PLACE, walled).click(9, 20)
    before = {spot.piece: (spot.x, spot.y) for spot in h.picker.draft()}
    h.key(*[pygame.K_RIGHT] * presses, mod=mod)
    after = {spot.piece: (spot.x, spot.y) for spot in accepted(h.key(ENTER))}
    moves = [(after[piece][0] - x, after[piece][1] - y) for piece, (x, y) in before.items()]
    assert moves[0] == pytest.approx(moves[1])
    assert after["a"][0] > 12.0


def test_place_by_mouse_and_drag() -> None:
    h = hands(PLACE).click_row("a").click(5, 20).click(7, 20)
    h.press(7, 20).drag(6.5, 20).drag(5.2, 20).release(5.2, 20)
    a, b = accepted(h.click_act("Enter"))
    assert (a.piece, b.piece) == ("a", "b")
    assert math.dist((a.x, a.y), (b.x, b.y)) == pytest.approx(1.0, abs=0.01), "it rests touching"


def test_a_click_on_the_ground_puts_all_down_there_and_a_drag_takes_them_along() -> None:
    h = hands(PLACE).click(5, 20)
    before = {spot.piece: (spot.x, spot.y) for spot in h.picker.draft()}
    assert before["a"] == (5, 20) and math.dist(before["a"], before["b"]) < 2
    h.press(8, 20).drag(9, 21).drag(10, 22).release(10, 22)
    after = {spot.piece: (spot.x, spot.y) for spot in accepted(h.click_act("Enter"))}
    for piece, (x, y) in before.items():
        assert after[piece] == pytest.approx((x + 5, y + 2), abs=0.01), "as they stood to each other"


def test_where_all_have_no_room_as_they_stand_they_stand_as_there_is_room() -> None:
    lane = (((0.0, 19.4), (12.0, 19.4), (12.0, 20.6), (0.0, 20.6)),)
    h = hands(PlacePieces(**ASK, pieces=("a", "b"), room=PlacementArea(zone=lane, wholly=True))).click(
        11.9, 20
    )
    assert {spot.piece for spot in accepted(h.click_act("Enter"))} == {"a", "b"}


def test_a_place_without_room_leaves_the_plan_which_is_given_only_when_asked_once_more() -> None:
    nook = (((3.0, 19.0), (4.4, 19.0), (4.4, 20.4), (3.0, 20.4)),)
    h = hands(PlacePieces(**ASK, pieces=("a", "b"), least=1, room=PlacementArea(zone=nook, wholly=True)))
    h.click(3.7, 19.7).click(4.2, 20.2)
    assert "no room for b; the plan is unchanged" in h.words()
    assert [spot.piece for spot in h.picker.draft()] == ["a"]
    assert h.enter() is None and "confirm again to use it" in h.words()
    assert [spot.piece for spot in h.enter()] == ["a"]


def test_a_plan_that_is_given_only_when_asked_once_more_is_told_with_names() -> None:
    walls = (block("west", 3, 3, 3.4, 5), block("east", 4.6, 3, 5, 5), block("north", 3, 4.6, 5, 5))
    boxed = make_table(
        standing_piece("a", 4, 4, name="Corporal"),
        standing_piece("c", 4, 20, side="blue"),
        *walls,
        block("south", 3, 3, 5, 3.4),
        width=24.0,
        height=24.0,
        table_sides=make_sides("red", "blue"),
    )
    going = motion("a", 4, 4, blocked=("west", "east", "north", "south"))
    h = hands(MoveGroup(**ASK, motions=(going,)), msgspec.structs.replace(field(), table=boxed))
    assert h.key(pygame.K_w).enter() is None
    assert str(h.picker.refusal_text()).startswith("Corporal cannot get nearer") and "confirm again" in str(
        h.picker.refusal_text()
    )


def test_a_new_wish_after_a_refused_one_is_given_at_once() -> None:
    h = hands(MOVE).key(UP)
    h.picker.plan = h.picker.plan._replace(stayed=True, words="no way there")
    assert not next(act for act in h.picker.all_buttons() if act.id == "answer").on
    assert h.key(UP).enter() is not None


def test_places_too_far_apart_are_refused_in_words() -> None:
    h = hands(PLACE).click_row("a").click(3, 20).press(6, 20).drag(20, 20).release(20, 20)
    assert "at most 4 in is allowed" in h.words()
    assert h.enter() is None and "at most 4 in" in str(h.picker.refusal)


def test_too_few_places_are_refused() -> None:
    h = hands(PLACE).click_row("a").click(3, 20)
    assert h.enter() is None and h.picker.refusal == "place 2 pieces, not 1"
    assert h.key(ESC).picker.draft() == ()


def test_who_comes_in_is_looked_for_where_it_begins() -> None:
    state = field()
    pieces = state.table.pieces | {"a": standing_piece("a", 0, 0, place=Off("reserve"))}
    away = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, pieces=pieces))
    coming = MoveGroup(**ASK, motions=(motion("a", 0.0, 12.0),))
    assert hands(coming, away).picker.looked_at_points() == [(0.0, 12.0)]


def test_lines_are_named_by_the_edge_they_lie_on() -> None:
    assert "South edge" in hands(LINE).words()


def test_a_point_keeps_to_its_lines() -> None:
    assert accepted(hands(LINE).click(5, 1).click_act("Enter")) == (5.0, 0.0)
    assert accepted(hands(LINE).key(TAB).key(UP, mod=pygame.KMOD_SHIFT).key(ENTER)) == (0.0, 13.0)


def test_places_are_told_as_places() -> None:
    spots = (((8.0, 4.0), (8.0, 4.0)), ((4.0, 8.0), (4.0, 8.0)))
    h = hands(ChoosePoint(**ASK, about="a", lines=spots))
    assert [(row.label, str(row.note)) for row in h.picker.rows()] == [
        ("Place 1", "at 8.0, 4.0 in, 4.0 in away"),
        ("Place 2", "at 4.0, 8.0 in, 4.0 in away"),
    ]
    assert [row.on for row in h.click(4, 8).picker.rows()] == [False, True]
    assert accepted(h.click(8, 4).key(TAB, ENTER)) == (4.0, 8.0)


def test_a_point_keeps_to_its_zone() -> None:
    asked = ChoosePoint(**ASK, zone=ZONE)
    assert accepted(hands(asked).click(5, 1).key(ENTER)) == (pytest.approx(5.0, abs=0.05), 16.0)


def test_a_point_says_how_far_it_is_from_whom_it_is_about() -> None:
    asked = ChoosePoint(**ASK, about="a", lines=(((4, 4), (4, 10)),))
    h = hands(asked)
    assert "at 4.0, 7.0 in, 3.0 in away" in h.words()
    assert "at 4.0, 9.0 in, 5.0 in away" in h.key(UP, UP, mod=pygame.KMOD_SHIFT).words()


def test_a_template_keeps_over_what_it_must_cover() -> None:
    """c and d stand 4 in apart: only from between them a template of 2 in reaches both."""
    pieces = [field().table.piece(name) for name in ("c", "d")]
    asked = PlaceTemplate(**ASK, about="a", zone=holding_region(pieces, 2.0)[0], radius=2.0, held=("c", "d"))
    h = hands(asked)
    drawn = [item for item in picker_overlay(h.picker) if isinstance(item, Glyph) and item.form == "brackets"]
    assert len(drawn) == 2 and "1.5 in south of d" in h.words()
    nearest = pytest.approx(20.0, abs=0.1), pytest.approx(5.52, abs=0.05)
    assert "1.0 in north of c" in h.click(20.0, 3.0).words()
    assert accepted(h.key(ENTER)) == nearest
    assert str(asked.check(field(), (20.0, 4.0)).reason) == "the template must touch d"


def test_a_marker_is_placed_by_a_click_and_refused_with_the_reason_near_what_it_must_not_be() -> None:
    pond = KeepOut("the pond", (((4.0, 2.0), (8.0, 2.0), (8.0, 6.0), (4.0, 6.0)),), 1.0)
    asked = PlaceMarker(**ASK, zone=(((0, 0), (24, 0), (24, 18), (0, 18)),), radius=1.0, keep_out=(pond,))
    h = hands(asked).click(8.5, 4)
    assert str(h.picker.refusal_text()) == "it is 0.50 in from the pond, at least 1 in is required"
    assert h.enter() is None
    drawn = [item.layer for item in picker_overlay(h.picker) if isinstance(item, Patch)]
    assert drawn == [Layer.SIGHT, Layer.SIGHT, Layer.ZONE], "the window darkens where there is no room"
    assert accepted(h.click(12, 4).key(ENTER)) == (pytest.approx(12.0, abs=0.05), 4.0)


def test_where_a_line_begins_it_cannot_end_and_it_is_drawn() -> None:
    from battlesim.render.drawlist import Stroke

    asked = ChoosePoint(**ASK, lines=LINE.lines[:1], begin=(12.0, 0.0))
    h = hands(asked).click(12, 0)
    assert h.enter() is None
    assert "begins at this point" in h.picker.refusal and "begins at this point" in h.words()
    h.click(4, 0)
    drawn = [i.points for i in picker_overlay(h.picker) if isinstance(i, Stroke) and i.layer == Layer.PATH]
    assert drawn == [((12.0, 0.0), (4.0, 0.0))]


def test_facing() -> None:
    asked = ChooseFacing(**ASK, about="a")
    assert accepted(hands(asked).key(LEFT, LEFT, ENTER)) == 2.0
    assert accepted(hands(asked).key(pygame.K_q, ENTER)) == 15.0
    assert accepted(hands(asked).click(4, 10).click_act("Enter")) == pytest.approx(90.0, abs=0.5)
    assert accepted(hands(asked).click_row("west").key(ENTER)) == 180.0


class Gunnery(type(registry.load_ruleset("toy"))):  # type: ignore[misc]
    """A ruleset that knows where its pieces bear: a strip ahead of them."""

    def threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        return ()

    def current_threats(self, view: AnyState, piece: str) -> tuple[Threat, ...]:
        way = math.radians(view.table.pieces[piece].place.facing)
        tip = (4 + 5 * math.cos(way), 4 + 5 * math.sin(way))
        return (Threat("Gun", "5 in", "TOY-GUN-01", ((((4.0, 4.0), tip, (4.0, 4.5)),),), ()),)


def test_a_facing_shows_where_the_piece_would_bear_as_it_is_turned() -> None:
    h = Hands(ChooseFacing(**ASK, about="a"), field(), Gunnery())

    def tip() -> tuple[float, float]:
        (region,) = [item.shape for item in h.picker.overlay() if isinstance(item, Patch)]
        return region[0][0][1]

    assert tip() == pytest.approx((9.0, 4.0))
    h.press(4, 10).drag(4, 12)
    assert tip() == pytest.approx((4.0, 9.0), abs=0.05)
    assert any(isinstance(item, Plate) and item.shown_text == "Gun, 5 in" for item in h.picker.overlay())


def test_a_piece_that_is_put_down_or_moved_shows_where_it_would_bear_when_it_is_turned() -> None:
    for asked, at in ((PLACE, (4, 20)), (MOVE, (4, 8))):
        h = Hands(asked, field(), Gunnery()).click(*at).key(pygame.K_q)
        (words,) = [
            i.shown_text
            for i in h.picker.overlay()
            if isinstance(i, Plate) and i.shown_text.startswith("Gun")
        ]
        assert words == "Gun, 5 in"
        before = [i.shape for i in h.picker.overlay() if isinstance(i, Patch) and i.colour == "cream"]
        h.key(pygame.K_q, pygame.K_q)
        h.picker.tick()
        after = [i.shape for i in h.picker.overlay() if isinstance(i, Patch) and i.colour == "cream"]
        assert before != after and len(after) == 1


def test_a_facing_about_a_piece_aboard_is_shown_where_its_carrier_stands() -> None:
    held = msgspec.structs.replace(standing_piece("a", 4, 4), place=Aboard("c"))
    state = field().with_table(field().table.with_pieces(held))
    h = hands(ChooseFacing(**ASK, about="a"), state)
    assert h.picker.overlay() and object_position(state.table, "a") == (20.0, 4.0)
