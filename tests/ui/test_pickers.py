"""Choosing, confirming, dealing and typing dice with the keyboard alone and with the mouse alone."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pygame
import pytest

from battlesim.engine.chance_decisions import ChanceDecision, RollDice
from battlesim.engine.decisions import (
    DICE_SIDE,
    AskAll,
    Assign,
    AssignItem,
    ChooseOne,
    ChooseSome,
    Confirm,
    Decision,
    DecisionRole,
    OptionDecision,
)
from battlesim.engine.dice_allocation import AssignLimited
from battlesim.engine.option import Option, Risk, closed_option
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.engine.standing_orders import StandingOrder
from battlesim.render.drawlist import CircleOutline, TextLine
from battlesim.rulesets import registry
from battlesim.rulesets.toy.state import Game
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off
from battlesim.table.state import State
from battlesim.table.tags import tag_of
from battlesim.testing.table import make_sides, make_table, standing_piece
from battlesim.ui.decision.act_planner import ActPlanner
from battlesim.ui.decision.follow_up_rows import follow_up_rows
from battlesim.ui.decision.pickers import PICKERS_BY_DECISION, picker_for
from battlesim.ui.decision.pickers.decision_subject import subject_piece
from battlesim.ui.decision.pickers.picker import ROW_DIGIT_KEYS
from battlesim.ui.decision.pickers.picker_overlay import subject_overlay
from battlesim.ui.decision.pickers.picker_rows import PickerButton
from battlesim.ui.session.human_player import HumanPlayer
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.settings.key_commands import ANY_SCREEN, BATTLE_SCREEN, DECISION_SCREEN
from battlesim.ui.toolkit.layout import Rect
from tests.ui.asked import (
    ASK,
    ASSIGN,
    DOWN,
    ENTER,
    ESC,
    ITEMS,
    LEAST,
    LINE,
    MANY,
    MOVE,
    ONE,
    OPTIONS,
    PLACE,
    RIGHT,
    SOME,
    accepted,
    field,
    hands,
    of_blue,
)
from tests.ui.driver import PANEL, Hands, Known


@pytest.mark.parametrize("asked", [MANY, SOME, ASSIGN, MOVE, PLACE], ids=lambda one: type(one).__name__)
def test_the_buttons_that_every_question_has_never_move(asked: Decision[Any]) -> None:
    def foot(h: Hands) -> dict[str, Rect]:
        h.picker.extra_buttons = (PickerButton("undo", "Undo", lambda: None),)
        acts = [act.id for act in h.picker.all_buttons()]
        drawn = h.hands.panel(PANEL)
        return {acts[spot.value]: spot.rect for spot in drawn.spots if spot.command == "act"}

    usual, now = foot(hands(ONE)), foot(hands(asked))
    assert list(usual) == ["answer", "default", "undo_step", "undo"]
    assert {name: now[name] for name in usual} == usual


def test_one_by_keys() -> None:
    assert accepted(hands(ONE).key(DOWN, ENTER)) == "d"
    assert accepted(hands(ONE).digit("c").digit("c")) == "c"
    assert accepted(hands(ONE).key(LEAST, ENTER)) == "hold"
    assert accepted(hands(ONE).key(DOWN, ESC, ENTER)) == "c"


def test_after_going_back_the_key_of_a_row_selects_before_it_confirms() -> None:
    h = hands(ONE).key(DOWN, ESC).digit("c")
    assert h.picker.answer is None and h.picker.draft() == "c"
    assert accepted(h.digit("c")) == "c"


@pytest.mark.parametrize("way", ["digit", "row", "table"])
def test_a_row_that_was_advised_is_selected_before_it_is_confirmed(way: str) -> None:
    h = hands(ONE)
    choose = {
        "digit": lambda: h.digit("d"),
        "row": lambda: h.click_row("d"),
        "table": lambda: h.click(20, 8),
    }[way]
    h.picker.set_draft("d")
    choose()
    assert h.picker.answer is None and h.picker.draft() == "d"
    choose()
    assert accepted(h) == "d"


def test_the_default_is_selected_before_it_is_confirmed_even_if_advised() -> None:
    h = hands(ONE)
    h.picker.set_draft("hold")
    assert h.key(LEAST).picker.answer is None
    assert accepted(h.key(LEAST)) == "hold"


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
    h = hands(ONE).digit("c")
    assert h.picker.answer is None and h.picker.draft() == "c"


def test_what_is_blocked_says_why() -> None:
    h = hands(ONE).click_row("e")
    assert h.picker.refusal == "out of range" and "out of range" in h.words()
    assert h.picker.answer is None


def test_a_refusal_has_names_in_place_of_ids() -> None:
    laid = make_table(
        standing_piece("R1", 4, 4, name="Rifles 1"),
        standing_piece("or", 8, 4, name="Orla"),
        table_sides=make_sides("red"),
    )
    h = hands(ONE, State(laid, Game(turn=1, phase="red", phases=("red",))))
    h.picker.refusal = phrase("{} or nobody", Ref("R1"))
    assert "Rifles 1 or nobody" in h.words()


def test_a_question_has_names_in_place_of_ids() -> None:
    laid = make_table(standing_piece("R1", 4, 4, name="Rifles 1"), table_sides=make_sides("red"))
    asked = msgspec.structs.replace(ONE, prompt=phrase("{}: shoot?", Ref("R1")))
    assert "Rifles 1: shoot?" in hands(asked, State(laid, Game(turn=1, phase="red", phases=("red",)))).words()


@pytest.mark.parametrize(("at", "ringed"), [((), {(4, 4), (8, 4)}), (("r1",), set())])
def test_a_unit_that_is_asked_is_ringed_unless_what_is_looked_at_is_on_the_table(at, ringed) -> None:
    unit = (standing_piece("r1", 4, 4, unit="u"), standing_piece("r2", 8, 4, unit="u"))
    asked = ChooseOne(**ASK, about="u", options=(Option("x", "X", at), Option("y", "Y")), least="y")
    h = hands(
        asked,
        State(make_table(*unit, table_sides=make_sides("red")), Game(turn=1, phase="red", phases=("red",))),
    ).digit("x")
    assert {(i.x, i.y) for i in subject_overlay(h.picker) if isinstance(i, CircleOutline)} == ringed


@pytest.mark.parametrize(("reserves", "shown"), [((0, 1), "p1"), ((0,), "p2")])
def test_a_detachment_to_be_set_up_is_shown_by_a_model_of_its_own(reserves, shown) -> None:
    pieces = [standing_piece(f"p{k + 1}", 5 + k, 5, unit="pair") for k in (0, 1)]
    for k in reserves:
        pieces[k] = msgspec.structs.replace(pieces[k], place=Off("reserve"))
    asked = ChooseOne(**ASK, options=(Option("pair", "First pair", at=("pair",)),))
    state = State(make_table(standing_piece("other", 1, 1), *pieces), Game())
    assert subject_piece(hands(asked, state).picker, state.table) == shown


def test_nothing_under_the_pointer_is_left_to_the_window() -> None:
    h = hands(ONE)
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=h.pixel(1, 20), button=1)
    assert not h.hands.event(event, h.camera)


def test_an_order_to_be_left_in_peace_goes_with_the_answer() -> None:
    h = hands(ONE, of_blue()).key(pygame.K_BACKSLASH)
    assert accepted(h) == "hold" and h.picker.order == StandingOrder(
        "red", "test", "least", prompt="What now?"
    )


def test_always_at_the_nearest_takes_the_nearest() -> None:
    near = ChooseOne(**ASK, about="a", options=(OPTIONS[0], OPTIONS[2], OPTIONS[1]), least="hold")
    h = hands(near, of_blue()).click_act(";")
    assert accepted(h) == "c" and h.picker.order == StandingOrder(
        "red", "test", "nearest", prompt="What now?"
    )


def risky(met: bool) -> ChooseOne:
    fire = Option("fire", "Fire", ("a",), act="fire", risk=Risk("Out of Ammo", "a 1 takes a die off", met))
    return ChooseOne(**ASK, options=(fire, OPTIONS[0]), least="hold", fires="fire")


def test_always_fire_says_what_it_costs_before_it_is_an_order() -> None:
    h = hands(risky(met=False), of_blue()).click_act("/")
    assert h.picker.answer is None
    keys = "Press / to fire anyway, Shift+; to be asked when it happens"
    assert h.picker.refusal == f"a 1 takes a die off. {keys}" and h.picker.draft() == "fire"
    assert accepted(h.click_act("/")) == "fire" and h.picker.order
    assert h.picker.order.until == ""


def test_fire_until_it_costs_something_is_an_order_until_it_has() -> None:
    h = hands(risky(met=False), of_blue())
    assert accepted(h.click_act("Shift+;")) == "fire" and h.picker.order
    assert h.picker.order.until == "Out of Ammo"
    assert "until" not in {act.id for act in hands(risky(met=True), of_blue()).picker.own_buttons()}


def test_orders_are_given_in_reactions_alone() -> None:
    acts = {act.id for act in hands(ONE).picker.all_buttons()}
    assert not acts & {"never", "nearest", "always"}


def test_some_by_keys() -> None:
    assert accepted(hands(SOME).key(RIGHT, DOWN, DOWN, RIGHT).key(ENTER)) == ("d",)
    assert accepted(hands(SOME).digit("d").key(ENTER)) == ("hold", "d")


def test_some_by_mouse() -> None:
    h = hands(SOME).click_row("hold").click(20, 4).click_row("d").click_act("Enter")
    assert accepted(h) == ("c", "d")


def test_too_many_are_refused_in_words() -> None:
    h = hands(SOME).digit("c").digit("d").key(ENTER)
    assert h.picker.answer is None and h.picker.refusal == "choose 1 to 2 of the options, not 3"
    assert "choose 1 to 2 of the options, not 3" in h.words()


@pytest.mark.parametrize("ordered", [False, True])
def test_another_choice_replaces_the_only_one_that_can_be_selected(ordered: bool) -> None:
    h = hands(ChooseSome(**ASK, options=OPTIONS, least=1, most=1, ordered=ordered))
    assert accepted(h.digit("d").key(ENTER)) == ("d",)
    assert hands(ChooseSome(**ASK, options=OPTIONS, least=1, most=1)).digit("hold").picker.draft() == ()


def test_an_order_is_kept_where_it_counts() -> None:
    asked = ChooseSome(**ASK, options=OPTIONS, most=3, ordered=True)
    assert accepted(hands(asked).digit("d").digit("hold").key(ENTER)) == ("d", "hold")


@pytest.mark.parametrize(("key", "expected"), [("y", True), ("n", False)])
def test_confirm_by_keys(key: str, expected: bool) -> None:
    assert accepted(hands(Confirm(**ASK)).key(ord(key))) is expected


def test_confirm_by_mouse() -> None:
    assert accepted(hands(Confirm(**ASK)).click_row("yes")) is True
    assert accepted(hands(Confirm(**ASK)).click_row("no")) is False


def test_always_is_an_order() -> None:
    h = hands(Confirm(**ASK), of_blue()).click_act("/")
    assert accepted(h) is True and h.picker.order == StandingOrder("red", "test", "yes", prompt="What now?")


def test_assign_by_keys() -> None:
    assert accepted(hands(ASSIGN).key(DOWN, RIGHT, ENTER)) == ("c", "d", "c")
    assert accepted(hands(ASSIGN).key(RIGHT, pygame.K_EQUALS, ENTER)) == ("d", "d", "d")
    assert accepted(hands(ASSIGN).key(RIGHT, ESC, ENTER)) == ("c", "c", "c")


def test_assign_by_mouse() -> None:
    h = hands(ASSIGN).click(20, 8).click(20, 4).click_row("2").click_act("Enter")
    assert accepted(h) == ("d", "c", "d")


def test_what_can_be_changed_says_so_where_the_cursor_is() -> None:
    h = hands(Assign(**ASK, items=(*ITEMS[:2], AssignItem("3", "die 3", ("c",))))).key(DOWN)
    assert [row.value for row in h.picker.rows()] == ["c", "‹ c ›", "c"]
    assert [row.value for row in h.key(DOWN).picker.rows()] == ["c", "c", "c"]


def test_ways_are_counted_and_things_are_dealt_at() -> None:
    assert hands(ASSIGN).picker.summary() == "3 at c"
    ways = Assign(**ASK, items=(AssignItem("a", "A", ("f", "hold")),), names={"f": "Focused"})
    assert hands(ways).picker.summary() == "1 x Focused"
    assert hands(ways).key(RIGHT).picker.summary() == "1 x hold"


def test_one_row_alone_is_looked_at_where_it_leads() -> None:
    ways = Assign(**ASK, about="c", items=(AssignItem("a", "A", ("f", "g")),))
    assert hands(ways).picker.looked_at_points() == [(4.0, 4.0), (20.0, 4.0)]
    both = Assign(
        **ASK, about="c", items=(AssignItem("a", "A", ("f", "g")), AssignItem("b", "B", ("f", "g")))
    )
    assert hands(both).picker.looked_at_points() == [(20.0, 4.0), (4.0, 4.0)]


def test_the_same_for_all_is_offered_only_where_it_would_be_taken() -> None:
    def offered(asked: Assign) -> bool:
        return "all" in [act.id for act in hands(asked).picker.own_buttons()]

    assert offered(ASSIGN) and not offered(Assign(**ASK, items=ITEMS, spread=True))
    few = AssignLimited(**ASK, items=ITEMS[:2], limits={"c": 1, "d": 1})
    assert not offered(few) and accepted(hands(few).key(pygame.K_EQUALS, ENTER)) == ("c", "d")


def test_what_is_dealt_changes_places() -> None:
    asked = AssignLimited(**ASK, items=ITEMS, limits={"c": 1, "d": 2})
    assert accepted(hands(asked).key(RIGHT, ENTER)) == ("d", "c", "d")
    assert accepted(hands(asked).key(DOWN, DOWN, RIGHT, ENTER)) == ("d", "d", "c")


def test_each_real_die_says_what_it_is_and_needs() -> None:
    h = hands(RollDice(**ASK, dice=(6, 6), each=("Missile Team: needs 3+", "Rifles: needs 5+")))
    assert [row.note for row in h.picker.rows()] == ["Missile Team: needs 3+", "Rifles: needs 5+"]


def test_typed_dice() -> None:
    asked = RollDice(**ASK, dice=(6, 12, 6))
    one, two, four = pygame.K_1, pygame.K_2, pygame.K_4
    assert accepted(hands(asked).key(four, one, two, two, ENTER)) == (4, 12, 2)
    h = hands(asked).key(pygame.K_7)
    assert "a D6 has no face 7" in h.words()
    assert h.key(ENTER).picker.answer is None and h.picker.refusal == "type 3 faces"


def test_real_dice_react_to_nobody() -> None:
    for side, reacts in ((DICE_SIDE, False), (ASK["side"], True)):
        asked = RollDice(**ASK | {"side": side}, dice=(6,))
        assert hands(asked, of_blue()).picker.reacts is reacts


@pytest.mark.parametrize(
    ("sides", "typed", "face"),
    [(10, "10", 10), (20, "7", 7), (360, "270", 270), (360, "90", 90), (360, "45", 45), (100, "100", 100)],
)
def test_faces_of_more_digits_are_typed_digit_by_digit(sides: int, typed: str, face: int) -> None:
    h = hands(RollDice(**ASK, dice=(6, sides)))
    keys = [getattr(pygame, f"K_{digit}") for digit in typed]
    assert accepted(h.key(pygame.K_4, *keys, ENTER)) == (4, face)


def test_a_digit_that_makes_no_face_with_the_one_before_is_for_the_next_die() -> None:
    h = hands(RollDice(**ASK, dice=(12, 12, 8))).key(pygame.K_1, pygame.K_3, pygame.K_5)
    assert accepted(h.key(ENTER)) == (1, 3, 5)


def test_enter_completes_a_face_that_could_get_another_digit() -> None:
    h = hands(RollDice(**ASK, dice=(12, 8))).key(pygame.K_1)
    assert h.picker.summary() == "type 1 more; Enter: next die"
    assert h.key(ENTER).picker.answer is None and not h.picker.refusal
    assert accepted(h.key(pygame.K_2, ENTER)) == (1, 2)


def test_the_face_of_a_die_that_is_gone_back_to_is_replaced() -> None:
    h = hands(RollDice(**ASK, dice=(12, 8))).key(pygame.K_1, ENTER, pygame.K_2, pygame.K_UP, pygame.K_5)
    assert accepted(h.key(ENTER)) == (5, 2)


def test_orders_to_all_stay_visible_below_many_pieces() -> None:
    pieces = tuple(Option(f"p{k}", f"Piece {k}", ("a",)) for k in range(30))
    asked = ChooseOne(
        **ASK | {"what": "piece"},
        options=(*pieces, Option("wait", "Wait"), Option("end", "End")),
        least="end",
    )
    drawn = hands(asked).hands.panel(PANEL)
    shown = [item.shown_text for item in drawn.items if isinstance(item, TextLine)]
    assert {"Wait", "End", "Piece 0"} <= set(shown) and "Piece 29" not in shown


def test_orders_to_all_have_digits_even_after_many_pieces() -> None:
    pieces = tuple(Option(f"p{k}", f"Piece {k}", ("a",)) for k in range(30))
    asked = ChooseOne(
        **ASK | {"what": "piece"},
        options=(*pieces, Option("wait", "Wait"), Option("end", "End")),
        least="end",
    )
    keys = {row.key: key for key, row in hands(asked).picker.row_keys().items()}
    assert "wait" in keys and "p0" in keys and "p29" not in keys


def test_all_of_them_is_offered_only_if_several_may_be_chosen() -> None:
    def acts(most: int) -> set[str]:
        return {act.id for act in hands(msgspec.structs.replace(SOME, most=most)).picker.all_buttons()}

    assert "all" in acts(2) and "all" not in acts(1)


def test_how_many_faces_are_still_to_be_typed() -> None:
    h = hands(RollDice(**ASK, dice=(6, 6)))
    said = [h.picker.summary()] + [h.key(pygame.K_4).picker.summary() for _ in range(2)]
    assert said == ["type 2 faces", "type 1 more", "all faces are typed"]


def test_dice_by_mouse() -> None:
    h = hands(RollDice(**ASK, dice=(6, 6))).click_row("0").click_row("0").click_row("1")
    assert accepted(h.click_act("Enter")) == (2, 1)


def test_every_face_of_a_direction_takes_three_clicks_at_most() -> None:
    for face in range(1, 361):
        h = hands(RollDice(**ASK, dice=(360, 6))).click_digits(face)
        assert h.picker.faces[0] == face and len(str(face)) <= 3
    h = hands(RollDice(**ASK, dice=(360, 6))).click_digits(12).click_row("1").click_digits(5)
    assert accepted(h.click_act("Enter")) == (12, 5)


def test_a_die_of_many_faces_is_typed_anew_once_it_is_gone_to() -> None:
    h = hands(RollDice(**ASK, dice=(360, 6))).click_digits(12).click_row("0").click_digits(45).click_digits(2)
    assert accepted(h.click_act("Enter")) == (45, 2)


def test_digits_that_make_no_face_cannot_be_pressed() -> None:
    h = hands(RollDice(**ASK, dice=(6, 12)))
    assert h.picker.digits() == [1, 2, 3, 4, 5, 6]
    assert h.click_digits(4).click_digits(1).picker.digits() == list(range(10))
    assert "a D12 has no face 0" in hands(RollDice(**ASK, dice=(12,))).click_digits(0).words()
    assert hands(ONE).picker.digits() == ()


@pytest.mark.parametrize(
    "asked", [ONE, SOME, Confirm(**ASK), ASSIGN, MOVE, PLACE, LINE, ChooseFacing(**ASK, about="a")]
)
def test_the_default_is_laid_by_its_key_and_given_by_enter(asked: Decision[Any]) -> None:
    h = hands(asked).key(LEAST, ENTER)
    assert accepted(h) == asked.default(h.picker.view)


def test_every_kind_of_decision_has_a_picker() -> None:
    kinds = [kind for kind in (*_below(Decision),) if kind.__module__.startswith("battlesim.engine")]
    asked = [kind for kind in kinds if kind not in (OptionDecision, ChanceDecision)]
    missing = {tag_of(k) for k in asked if not any(base in PICKERS_BY_DECISION for base in k.__mro__)}
    assert missing == {tag_of(AskAll)}, "of which each side answers its part"


def _below(kind: type[Any]) -> list[type[Any]]:
    found = kind.__subclasses__()
    return [*found, *(deeper for one in found for deeper in _below(one))]


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(TypeError, match="no control is defined"):
        picker_for(Decision(**ASK), field(), Known(registry.load_ruleset("toy")))


def test_a_key_of_a_picker_can_be_another_one_and_its_button_says_so() -> None:
    h = hands(SOME)
    h.picker.model.bindings.changes["all"] = ("f6",)
    assert h.key(pygame.K_EQUALS).picker.draft() == ("hold",)
    assert h.key(pygame.K_F6).picker.draft() == ("hold", "c") and "F6" in h.words()
    h.picker.model.bindings.changes["go_down"] = ("ctrl+f7",)
    h.key(pygame.K_F7, mod=pygame.KMOD_LCTRL)
    assert h.picker.cursor == 1


def test_the_first_nine_open_rows_have_digits_but_for_those_that_do_something_else() -> None:
    options = tuple(Option(str(k), str(k), shut="no" * (k == 1)) for k in range(30))
    h = hands(ChooseOne(**ASK, options=options))
    assert [row.key for row in h.picker.row_keys().values()] == ["0", *map(str, range(2, 10))]
    h.picker.model.bindings.changes["again"] = ("2",)
    assert list(h.picker.row_keys()) == list("13456789")


def test_rows_that_stay_visible_have_the_last_digits() -> None:
    models = tuple(Option(key, key, (key,)) for key in "abcdefgh")
    orders = (Option("fire", "Wait to fire"), Option("assault", "Wait to assault"), Option("end", "End"))
    h = hands(ChooseOne(**ASK | {"what": "piece"}, options=(*models, *orders), least="end"))
    digits = {row.key: digit for digit, row in h.picker.row_keys().items()}
    assert (digits["g"], digits["fire"], digits["assault"]) == ("7", "8", "9") and "h" not in digits


def test_the_button_for_all_of_them_takes_them_all_back() -> None:
    h = hands(SOME)
    h.picker.set_draft(("hold",))
    h.key(pygame.K_EQUALS)
    assert len(h.picker.draft()) == SOME.most and "None of them" in h.words()
    h.key(pygame.K_EQUALS)
    assert h.picker.draft() == () and "All of them" in h.words()


def test_no_letter_has_two_meanings_in_a_battle() -> None:
    keys = KeyBindings()
    asked, watched = keys.used_keys(DECISION_SCREEN), keys.used_keys(BATTLE_SCREEN)
    both = {key for key in asked & watched if len(key) == 1}
    assert not any(key.isalpha() for key in both), "signs that are bound twice are arrows and digits"
    for ruleset in registry.loadable_rulesets().values():
        acts = list(ruleset.option_letters.values())
        assert len(set(acts)) == len(acts) and not (asked | watched).intersection(acts), ruleset.key
        digits = list(ruleset.option_digits.values())
        assert len(set(digits)) == len(digits) and set(digits) <= set(ROW_DIGIT_KEYS), ruleset.key


def test_long_words_of_a_row_take_two_lines_marked_or_not() -> None:
    words = "A Tanker and up to 15 Warriors below ground"
    asked = ChooseOne(
        **ASK,
        options=(
            Option("x", "Hold"),
            Option("long", words),
            closed_option("b", words, "no"),
        ),
    )
    for h in (hands(asked), hands(asked).key(DOWN)):
        assert h.words(Rect(0, 0, 264, 540)).count("below ground") == 2 and "…" not in h.words()


def test_a_long_value_has_a_line_of_its_own() -> None:
    forms = {"f": "Plasma Artillery, Focused", "a": "Plasma Artillery, Airburst"}
    asked = Assign(**ASK, items=(AssignItem("p", "Plasma bug 2", ("f", "a")),), names=forms)
    h = hands(asked)
    assert h.words(Rect(0, 0, 264, 540)).count("Plasma Artillery, Focused") == 2
    assert h.key(RIGHT).words(Rect(0, 0, 264, 540)).count("Plasma Artillery, Airburst") == 2


def test_a_value_longer_than_a_line_is_told_in_full() -> None:
    load = "Assault Rifles, Grenades, Flame Thrower, Heavy Machine Gun and HE Warhead"
    asked = Assign(**ASK, items=(AssignItem("p", "Rifles 1a", ("f", "a")),), names={"f": load, "a": "Hold"})
    words = hands(asked).words(Rect(0, 0, 264, 540))
    assert words.count("and HE Warhead") == 2 and "…" not in words, "in the row and in the summary"


def test_a_summary_that_is_cut_says_so() -> None:
    names = {key: f"Grenadier of the third squad {key}" for key in "pqrst"}
    items = tuple(AssignItem(key, f"Opponent {key}", (key,)) for key in names)
    words = hands(Assign(**ASK, items=items, names=names)).words(Rect(0, 0, 264, 768))
    assert words.count("…") == 1


def test_shift_and_the_arrows_scroll_past_the_last_open_row() -> None:
    shut = tuple(closed_option(f"b{k}", f"Shut {k}", f"has acted {k} times") for k in range(40))
    h = hands(
        ChooseOne(
            **ASK,
            options=(
                *OPTIONS,
                *shut,
            ),
        )
    )
    assert "Shift+Down" in h.words() and "Shut 39" not in h.words()
    for _ in range(12):
        h.key(DOWN, mod=pygame.KMOD_SHIFT).words()
    assert "Shut 39" in h.words() and h.picker.draft() == "hold"
    assert "above: Shift+Up or wheel" in h.words() and "more: " not in h.words()


def test_the_digits_of_rows_are_listed_while_a_question_is_open() -> None:
    words = dict(KeyBindings().help((DECISION_SCREEN, BATTLE_SCREEN)))
    assert words["1 … 9"] == "select a row by its digit"
    assert "1 … 9" not in dict(KeyBindings().help((BATTLE_SCREEN, ANY_SCREEN)))


@pytest.mark.parametrize("wide", [264.0, 320.0, 420.0, 560.0])
def test_the_words_of_all_buttons_are_of_one_size(wide: float) -> None:
    for decision in (MOVE, ONE, ASSIGN):
        h = hands(decision, of_blue())
        labels = {act.label for act in h.picker.all_buttons()}
        items = h.hands.panel(Rect(0, 0, wide, 600)).items
        assert (
            len({item.size for item in items if isinstance(item, TextLine) and item.shown_text in labels})
            == 1
        )


def test_whom_all_options_are_about_is_not_named_in_each() -> None:
    options = (Option("move", "a: move"), Option("look", phrase("{}: look at C", Ref("a"))))
    asked = ChooseOne(**ASK, about="a", options=(*options, closed_option("e", "a: run", "it is tired")))
    labels = [str(row.label) for row in hands(asked).picker.rows()]
    assert labels == ["Move", "Look at C", "Run"]


def test_what_is_shut_for_the_same_reason_shares_a_row_that_a_click_on_any_of_it_finds() -> None:
    shut = tuple(closed_option(f"b{k}", f"Bug {k}", "already acted in this turn") for k in range(6))
    h = hands(ChooseOne(**ASK, options=(*OPTIONS, *shut)))
    row = h.picker.rows()[-1]
    assert str(row.label) == "Bug 0, Bug 1, Bug 2, Bug 3 and 2 more"
    h.picker.press((0.0, 0.0), ["b5"], 1)
    assert h.picker.refusal_text() == "already acted in this turn"


@pytest.mark.parametrize(("many", "words"), [(0, "none"), (2, "Hold, Go"), (6, "all 6")])
def test_a_line_of_an_act_names_those_who_are_taken_or_says_how_many(many: int, words: str) -> None:
    names = ("Hold", "Go", "Three", "Four", "Five", "Six")
    asked = ChooseSome(**ASK, options=tuple(Option(name, name) for name in names), most=6)
    h = hands(asked)
    h.picker.set_draft(names[:many])
    assert str(h.picker.draft_text()) == words


def test_a_direction_is_told_by_its_name() -> None:
    h = hands(ChooseFacing(**ASK | {"about": "r"}))
    h.picker.set_draft(111.0)
    assert h.picker.draft_text() == "north, 111°"


def test_who_follows_in_no_act_of_its_own_is_listed_with_the_last_that_it_answers() -> None:
    who = hands(ChooseOne(**ASK, options=OPTIONS)).picker
    some = hands(ChooseSome(**ASK, options=(Option("x", "X"),), most=1)).picker
    weights: dict[object, DecisionRole] = {id(who): "who", id(some): "part"}
    listed = [follow_up_rows(lines, lambda one: weights[id(one)]) for lines in ([who, some], [who])]
    assert [[str(row.value) for row in rows] for rows in listed] == [["none"], [""]]


@pytest.mark.parametrize(("chosen", "others"), [("r", ["t", "s"]), ("s", ["r", "t"]), ("hole", [])])
def test_only_pieces_and_units_follow_whoever_is_chosen_and_only_those(
    chosen: str, others: list[str]
) -> None:
    """The comrades of whoever is chosen come first."""
    comrades = [standing_piece(key, x, 5, unit="pair") for key, x in (("r", 5), ("t", 7))]
    pieces = make_table(*comrades, standing_piece("s", 9, 5))
    hole, end = Option("hole", "Collapse the hole"), Option("end", "No more")
    rows = (Option("r", "R"), Option("s", "S"), Option("t", "T"), hole, end)
    picker = hands(
        ChooseOne(**ASK | {"what": "piece"}, options=rows, least="end"), State(pieces, Game())
    ).picker
    picker.put_cursor(chosen)
    ahead = ActPlanner(HumanPlayer(["red"]), cast(Any, picker.model))
    assert ahead.other_candidates(picker) == others


@pytest.mark.parametrize(("what", "offered"), [("piece", True), ("test", False)])
def test_the_last_act_is_repeated_only_where_it_can_begin(
    what: str, offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HumanPlayer, "looks_ahead", True)
    asked = ChooseOne(**ASK | {"what": what}, options=OPTIONS)
    picker = hands(asked).picker
    ahead = ActPlanner(HumanPlayer(["red"]), cast(Any, picker.model))
    ahead.last = ((ChooseOne(**ASK | {"what": "piece"}, options=OPTIONS), "c"),)
    assert ("again" in [button.id for button in ahead.offered_buttons(picker)]) is offered


def test_the_facts_of_a_view_are_worked_out_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    picker, calls = hands(ONE).picker, list[object]()
    ruleset = type(picker.model.ruleset)
    facts = ruleset.facts
    monkeypatch.setattr(ruleset, "facts", lambda self, state: calls.append(state) or facts(self, state))
    unit = next(piece.unit for piece in picker.view.table.pieces.values())
    for _ in range(5):
        picker.rows()
        picker.name(unit)
    assert len(calls) == 1
